"""A running game is played by an engine that is ready before anything is pressed, on what is seen after that."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.action import Action, Key
from bot.arcade.memory import MemoryScreen, VirtualClock
from bot.arcade.paneldepon import make
from bot.capture import Capture
from bot.cli import EXIT_STOPPED, live, ready
from bot.cli.said import Said
from bot.cli.tryout import wants_trying
from bot.cli.unseen import Found, find_board, learn_board
from bot.clock import Clock
from bot.devices import Where
from bot.errors import CannotReadError, StoppedError
from bot.frame import Frame
from bot.layouts import candidates
from bot.solve import UnclearBoardError
from bot.stop import Stopper
from bot.target import Target

COMPILING = 15.0
"""Seconds on a new machine; the stack of the practice game is not up by then."""


BEFORE, RISING = 5.0, 12.0
"""Seconds after the first key: its stack does not rise yet, and does."""


class Timed(Stopper):
    """A stopper whose time is that of a simulated screen."""

    clock = VirtualClock()

    def now(self) -> float:
        return self.clock.now()

    def sleep(self, seconds: float) -> None:
        self.clock.sleep(seconds)


@dataclass
class Diary:
    """A practice game that runs, and what happened in which order."""

    screen: MemoryScreen
    events: list[str] = field(default_factory=list)
    meanwhile: Callable[[], object] = lambda: None
    over: bool = False
    """Whether the window shows something else by now."""

    def grab(self) -> Frame:
        self._note("look")
        frame = self.screen.grab()
        return replace(frame, pixels=np.full_like(frame.pixels, 60)) if self.over else frame

    def end(self) -> None:
        """The game is over, and its board put away."""
        self.over = True

    def wait(self, seconds: float) -> bool:
        return self.screen.wait(seconds)

    def perform(self, action: Action, frame: Frame) -> None:
        self._note("press")
        self.screen.perform(action, frame)

    def close(self) -> None:
        """Nothing to let go of."""

    def ready(self, game: str) -> None:
        """Compile for long the first time."""
        if f"compile {game}" not in self.events:
            self._note(f"compile {game}")
            self.screen.clock.sleep(COMPILING)
            self.meanwhile()

    def _note(self, event: str) -> None:
        if self.events[-1:] != [event]:
            self.events.append(event)


@pytest.fixture
def stopper() -> Iterator[Timed]:
    timed = Timed()
    timed.clock = VirtualClock()
    yield timed
    timed.__exit__(None, None, None)


@pytest.fixture
def diary(stopper: Timed, monkeypatch: pytest.MonkeyPatch) -> Diary:
    screen = MemoryScreen(make(mode="endless", seed=3), stopper.clock)
    screen.perform(Key("Left"), screen.grab())
    stopper.sleep(BEFORE)
    diary = Diary(screen)
    monkeypatch.setattr(ready, "warm", diary.ready)
    return diary


def play(diary: Diary, stopper: Timed, monkeypatch: pytest.MonkeyPatch, game: str | None) -> None:
    """As `banmen play --live` does, for a few seconds."""

    def place(where: Where, clock: object) -> Target:
        return diary.screen

    monkeypatch.setattr(Where, "target", place)
    monkeypatch.setattr(live, "open_stopper", lambda: (stopper, ""))
    monkeypatch.setattr(live, "open_capture", lambda target, clock: diary)
    monkeypatch.setattr(live, "open_actuator", lambda hand, clock, target: diary)
    with pytest.raises(SystemExit):
        live.play_window(Where("it"), Said(game), True, 3, 10.0, None, 0.0, "auto", True)


@pytest.mark.parametrize("game", [None, "paneldepon"])
def test_the_engine_is_ready_before_the_first_key_and_the_board_is_looked_at_after_that(
    game: str | None, diary: Diary, stopper: Timed, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(diary, stopper, monkeypatch, game)
    found_out = ["look"] if game is None else []
    assert diary.events[: len(found_out) + 3] == [*found_out, "compile paneldepon", "look", "press"]
    assert json.loads(capsys.readouterr().out)["moves"] >= 1


def found_in(diary: Diary, stopper: Timed, folder: Path | None = None) -> Found:
    if folder is None:
        return find_board(diary, stopper, candidates("paneldepon"), {}, stopper)
    return learn_board(diary, stopper, Said("paneldepon"), folder, CannotReadError("no layout"), stopper)


def test_what_was_seen_before_a_long_wait_is_not_played_from(diary: Diary, stopper: Timed, tmp_path: Path) -> None:
    told = list[str]()
    before = found_in(diary, stopper, tmp_path)
    after = ready.ready_board(before, diary, stopper, stopper, {}, told.append)
    assert after.first[0].time >= before.first[0].time + COMPILING
    assert wants_trying(after), "its keys are still to be found out"
    assert told == [ready.COMPILED]
    assert ready.ready_board(after, diary, stopper, stopper, {}, told.append) is after, "all is loaded"
    assert len(told) == 1


@pytest.mark.parametrize("begun", [BEFORE, RISING])
def test_a_board_that_is_gone_meanwhile_is_no_board_to_press_keys_at(
    begun: float, diary: Diary, stopper: Timed, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopper.sleep(begun - BEFORE)

    def told(capture: Capture, clock: Clock, said: Said, *others: Any, **named: Any) -> Found:
        return learn_board(capture, clock, replace(said, game="paneldepon"), *others, **named)

    monkeypatch.setattr(Said, "layouts", lambda *_: [])
    monkeypatch.setattr(live, "learn_board", told)
    diary.meanwhile = diary.end
    with pytest.raises(UnclearBoardError, match="gone since the engine was compiled: start the game and play it again"):
        play(diary, stopper, monkeypatch, None)
    assert "compile paneldepon" in diary.events
    assert "press" not in diary.events


def test_who_stops_it_meanwhile_is_heard(diary: Diary, stopper: Timed) -> None:
    before = found_in(diary, stopper)
    diary.meanwhile = lambda: stopper.stop("Stopped by Ctrl-C.")
    with pytest.raises(StoppedError, match=r"Ctrl-C"):
        ready.ready_board(before, diary, stopper, stopper, {}, print)


@pytest.mark.parametrize(
    ("number", "said"), [(signal.SIGINT, "Stopped by Ctrl-C"), (signal.SIGTERM, "Stopped by SIGTERM")]
)
def test_a_signal_ends_the_compiling_at_once(number: int, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where what is on its way catches all errors; afterwards signals are as they were."""
    done = list[str]()

    def compiles(game: str) -> None:
        with suppress(Exception):
            signal.raise_signal(number)
        done.append(game)

    monkeypatch.setattr(ready, "warm", compiles)
    with Stopper() as stopper:
        with pytest.raises(StoppedError, match=said) as stopped:
            ready.got_ready("paneldepon", stopper, print)
        assert stopped.value.exit_code == EXIT_STOPPED
        assert not done
        with pytest.raises(StoppedError, match=said):
            ready.got_ready("paneldepon", stopper, print)
        signal.raise_signal(signal.SIGTERM)
