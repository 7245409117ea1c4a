"""The session sleeps until the screen changes: eyes that say when, and whose next picture overwrites the last."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest

from bot.action import Action
from bot.actuate.gate import Gate
from bot.arcade.memory import MemoryScreen, VirtualClock
from bot.frame import Frame, Pixels
from bot.manners import Manners
from bot.reading import Reading, Sight
from bot.record import Recorder
from bot.replay import replay
from bot.session import SLOWEST, Bounds, Session
from bot.step import Ending
from bot.vision.readers import make_reader
from tests.bot.table import Table

NEVER = float("inf")


@dataclass
class Screen:
    """Shows a picture that changes at given times, and says so. Every look and every wait is noted."""

    clock: VirtualClock
    changes: list[float]
    looks: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    def grab(self) -> Frame:
        self.looks.append(self.clock.now())
        return Frame(
            np.full((15, 20, 3), sum(change <= self.clock.now() for change in self.changes), np.uint8), self.clock.now()
        )

    def wait(self, seconds: float) -> bool:
        now = self.clock.now()
        self.waits.append(seconds)
        news = min((change for change in self.changes if change > self.looks[-1]), default=NEVER)
        self.clock.sleep(max(0.0, min(seconds, news - now)))
        return news <= self.clock.now()

    def perform(self, action: Action, frame: Frame) -> None:
        raise AssertionError("nothing is to be done here")

    def close(self) -> None:
        """Nothing is held."""


@dataclass
class Eyes:
    """See no board; keep what they were shown, and when."""

    shown: list[tuple[float, int]] = field(default_factory=list)

    def read(self, frame: Frame) -> Reading:
        self.shown.append((frame.time, int(frame.pixels[0, 0, 0])))
        return Reading(frame.time, Sight.LOST, frame.size, why="no board")


def watched(changes: list[float], bounds: Bounds) -> tuple[Screen, Eyes]:
    """What a session looks at that watches from 10.0 on."""
    screen, eyes = Screen(VirtualClock(10.0), changes), Eyes()
    pilot = Table(layout_name="null/lamps", manners=Manners(patience=1e9)).pilot
    Session(screen, eyes, pilot, screen, screen.clock, bounds).run()
    return screen, eyes


def test_a_picture_is_taken_when_something_changed_and_not_before() -> None:
    screen, eyes = watched([10.4, 10.41, 11.5], Bounds(seconds=3.0))
    assert screen.looks == pytest.approx([10.0, 10.4, 10.41, 11.5])
    assert [number for _, number in eyes.shown] == sorted(number for _, number in eyes.shown)
    assert eyes.shown[-1][1] == 3


def test_what_stands_still_is_judged_anew_all_the_same_but_ever_less_often() -> None:
    screen, eyes = watched([12.0], Bounds(seconds=4.0, look=0.005))
    times = [time for time, _ in eyes.shown]
    assert times == sorted(set(times)), "each look is later than the one before"
    assert screen.waits[0] == 0.005
    assert max(screen.waits) == SLOWEST
    after = next(n for n, time in enumerate(times) if time >= 12.0)
    assert screen.waits[after] == 0.005, "once something changed, the next change may be near"
    for moment in (10.02, 10.25, 12.1, 12.25):  # what is waited for is noticed little later
        noticed = next(time for time in times if time >= moment)
        assert noticed - moment <= max(0.0051, 0.2 * (moment % 2))
    assert len(times) < 200


def test_a_rest_is_kept_between_looks_however_much_changes() -> None:
    screen, _ = watched([10.0 + n / 100 for n in range(300)], Bounds(seconds=2.0, rest=0.05))
    assert min(np.diff(screen.looks)) >= 0.05 - 1e-9
    assert len(screen.looks) > 30


class OneBuffer:
    """A practice game's screen whose pictures all come in the same memory, and which says when the game was drawn."""

    def __init__(self, screen: MemoryScreen) -> None:
        self.screen = screen
        self.grabs = 0
        self._shown: Pixels | None = None
        self._memory = np.zeros(0, np.uint8)

    def grab(self) -> Frame:
        frame = self.screen.grab()
        self.grabs += 1
        self._shown = self.screen.scene.draw()
        if self._memory.shape != frame.pixels.shape:
            self._memory = np.zeros_like(frame.pixels)
        self._memory[:] = frame.pixels
        return replace(frame, pixels=self._memory)

    def wait(self, seconds: float) -> bool:
        clock = self.screen.clock
        end = clock.now() + seconds
        while clock.now() < end:
            clock.sleep(0.001)
            self.screen.box()
            if self.screen.scene.draw() is not self._shown:
                return True
        return False

    def close(self) -> None:
        """Nothing is held."""


GAMES = {
    "shisen": Table(options={"rows": 4, "columns": 9, "skin": "letters"}, bounds=Bounds(seconds=600.0)),
    "nonogram": Table(
        options={"rows": 6, "columns": 7, "size": (420, 400), "seed": 3},
        layout_name="nonogram/arcade",
        bounds=Bounds(seconds=600.0),
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_as_well_with_few_pictures_in_one_memory(name: str, tmp_path: Path) -> None:
    table = GAMES[name]
    capture = OneBuffer(table.screen)
    gate = Gate(table.screen, table.screen, table.clock)
    recorder = Recorder(tmp_path / "game", table.layout, table.rules, table.manners)
    reader = make_reader(table.layout)
    report = Session(capture, reader, table.pilot, gate, table.clock, table.bounds, [recorder]).run()
    assert report.ending is Ending.WON, report
    assert (report.misread, report.refused) == (0, 0)
    assert capture.grabs < report.frames
    again = replay(tmp_path / "game")
    assert (again.looks, again.difference) == (report.frames, None)
