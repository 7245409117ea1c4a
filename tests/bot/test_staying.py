"""What a demo leaves on the screen: its window stays for a person who watches, and never holds up a script."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.cli.staying import LINGER, STAYS, person_watches, stay
from bot.stop import Stopper
from tests.display import DisplayServer, end_group, wait_for

ROOT = Path(__file__).parents[2]
DEMO = (sys.executable, "-m", "bot", "demo", "--size", "6x4", "--seed", "1")


class Terminal:
    """A demo that runs in a terminal of its own, and what the terminal shows."""

    def __init__(self, process: subprocess.Popen[bytes], end: int) -> None:
        self.process, self._end, self.text = process, end, ""

    def read(self) -> str:
        """All that was printed so far."""
        while select.select((self._end,), (), (), 0)[0]:
            try:
                self.text += os.read(self._end, 4096).decode()
            except OSError:  # the other end is closed
                break
        return self.text

    def type(self, keys: str) -> None:
        """Press these keys."""
        os.write(self._end, keys.encode())

    def code(self, seconds: float = 60.0) -> int:
        """The exit code, once it ends; what it prints is read meanwhile."""
        wait_for(lambda: self.read() is None or self.process.poll() is not None, "the end of the demo", seconds)
        self.read()
        return self.process.wait(0)


@contextmanager
def demo(display: DisplayServer, **settings: str) -> Iterator[Terminal]:
    """Play a small game on the display, in a terminal."""
    ours, theirs = pty.openpty()
    env = {name: value for name, value in display.env.items() if name != "CI"} | settings
    env |= {"PYTHONPATH": os.fspath(ROOT), "TERM": "dumb"}

    # Who leads a session and opens a terminal gets it.
    opening = ["sh", "-c", 'exec "$@" <>"$0" >&0 2>&0', os.ttyname(theirs), *DEMO]
    process = subprocess.Popen(opening, cwd=ROOT, env=env, start_new_session=True)
    try:
        yield Terminal(process, ours)
    finally:
        end_group(process)
        os.close(theirs)
        os.close(ours)


def shown(display: DisplayServer) -> bool:
    """Whether the practice game's window is on the screen."""
    from bot.x11.windows import list_windows

    return any(one.shown and one.fit("banmen-arcade") is not None for one in list_windows(display.connection))


@pytest.mark.x11
def test_the_end_stays_until_a_key_is_pressed_in_the_terminal(x_server: DisplayServer) -> None:
    with demo(x_server) as terminal:
        terminal.type("x")
        wait_for(lambda: STAYS in terminal.read() or terminal.process.poll() is not None, "the end of the game")
        assert "Won" in terminal.text
        assert not _ends_within(terminal, LINGER + 1), "not by itself, nor by a key of before"
        assert shown(x_server)
        terminal.type("x")
        assert terminal.code(10) == 0
        wait_for(lambda: not shown(x_server), "the window to close", 10)


@pytest.mark.x11
def test_continuous_integration_is_nobody_who_watches(x_server: DisplayServer) -> None:
    with demo(x_server, CI="true") as terminal:
        assert terminal.code() == 0, terminal.text
        assert STAYS not in terminal.text


@pytest.mark.x11
def test_a_practice_game_that_is_open_already_is_left_alone(x_server: DisplayServer) -> None:
    env = {**x_server.env, "PYTHONPATH": os.fspath(ROOT)}
    with subprocess.Popen([sys.executable, "-m", "bot.arcade", "shisen"], cwd=ROOT, env=env) as other:
        wait_for(lambda: shown(x_server), "the other game's window", 30)
        with demo(x_server, CI="true") as terminal:
            assert terminal.code() == 0, terminal.text
            assert "Won" in terminal.text
        assert other.poll() is None
        assert shown(x_server)
        other.terminate()
    wait_for(lambda: not shown(x_server), "the window to close", 10)


@pytest.mark.parametrize("by", ["window", "stop", "key"])
def test_it_ends_with_its_window_with_a_stop_and_with_a_key(by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = pty.openpty()
    said = list[str]()
    with (
        os.fdopen(theirs) as terminal,
        os.fdopen(ours, "w") as keyboard,
        subprocess.Popen(["sleep", "60"]) as window,
        Stopper() as stopper,
    ):
        monkeypatch.setattr(sys, "stdin", terminal)

        def say(text: str) -> None:
            said.append(text)
            if by == "window":
                window.terminate()
            elif by == "stop":
                stopper.stop("Stopped by the panic key.")
            else:
                keyboard.write("q")
                keyboard.flush()

        begun = time.monotonic()
        stay(window, stopper, say, watched=True)
        assert time.monotonic() - begun < LINGER
        assert said == [STAYS]
        stay(window, stopper, said.append, watched=by != "key")
        assert said == [STAYS], "where it is over there is nothing to say"
        assert (time.monotonic() - begun >= LINGER) == (by == "key")
        window.kill()


@pytest.mark.parametrize("name", ["stdin", "stdout", "stderr"])
def test_who_sends_it_elsewhere_does_not_watch(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(os, "tcgetpgrp", lambda _: os.getpgrp())
    ours, theirs = pty.openpty()
    with os.fdopen(theirs) as terminal, os.fdopen(ours), Path(os.devnull).open() as elsewhere:
        for stream in ("stdin", "stdout", "stderr"):
            monkeypatch.setattr(sys, stream, terminal)
        assert person_watches()
        monkeypatch.setattr(os, "tcgetpgrp", lambda _: os.getpgrp() + 1)
        assert not person_watches(), "a job in the background"
        monkeypatch.setattr(os, "tcgetpgrp", lambda _: os.getpgrp())
        monkeypatch.setattr(sys, name, elsewhere)
        assert not person_watches()


def _ends_within(terminal: Terminal, seconds: float) -> bool:
    try:
        terminal.process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True
