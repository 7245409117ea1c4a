"""The line that counts the seconds: on a terminal only, and gone afterwards."""

from __future__ import annotations

import io
import threading

import pytest

from bot.cli import progress
from bot.cli.progress import Progress


class Terminal(io.StringIO):
    """Remembers what is written, and says when something was."""

    def __init__(self, seen: bool) -> None:
        super().__init__()
        self._seen, self.told = seen, threading.Event()

    def isatty(self) -> bool:
        return self._seen

    def flush(self) -> None:
        self.told.set()


def test_a_terminal_is_told_and_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(seen=True)
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(progress, "QUIET", 0.001)
    with Progress("thinking", 12.0) as shown:
        shown.say("still thinking")
        for _ in range(2):
            terminal.told.clear()
            assert terminal.told.wait(10)
    text = terminal.getvalue()
    assert "still thinking… 0 s of at most 12" in text
    assert text.endswith("\r\x1b[K")


def test_a_pipe_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = Terminal(seen=False)
    monkeypatch.setattr("sys.stderr", pipe)
    monkeypatch.setattr(progress, "QUIET", 0.001)
    with Progress("thinking", 12.0):
        pass
    assert not pipe.getvalue()


def test_an_error_goes_through_and_the_line_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(seen=True)
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(progress, "QUIET", 0.001)
    with pytest.raises(ValueError, match="no"), Progress("thinking", 1.0):
        assert terminal.told.wait(10)
        raise ValueError("no")
    assert terminal.getvalue().endswith("\r\x1b[K")
