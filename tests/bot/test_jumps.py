"""A stack that rises by whole rows is told from a puzzle, before that is given up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat

import numpy as np
import pytest

from bot.arcade.memory import VirtualClock
from bot.cli.jumps import WATCHED, jumping, may_jump
from bot.cli.unseen import Found
from bot.frame import Frame
from bot.layout import Layout
from bot.layouts import find_layout
from bot.reading import Reading, Sight
from bot.session import Report
from bot.step import Ending
from bot.stop import Stopper
from calibration.jumping import rows_up
from engine.position import Position

STACK = ("......", "A.B...", "BACDAB", "DCABCD", "CDBACA")
RISEN = ("A.B...", "BACDAB", "DCABCD", "CDBACA", "ABDCBD")


@dataclass
class Shown:
    """A screen, and a reader of it that sees one board after the other."""

    boards: Iterator[tuple[str, ...]]
    clock: VirtualClock = field(default_factory=VirtualClock)

    def grab(self) -> Frame:
        return Frame(np.zeros((4, 4, 3), np.uint8), self.clock.now())

    def read(self, frame: Frame) -> Reading:
        return Reading(frame.time, Sight.CLEAR, (4, 4), Position({"board": next(self.boards)}))

    def wait(self, seconds: float) -> bool:
        self.clock.sleep(seconds)
        return True

    def close(self) -> None:
        """Nothing to let go of."""


def puzzle() -> Layout:
    """A layout of the game without a clock."""
    layout = find_layout("paneldepon/arcade")
    assert layout.running is None
    return layout


def watched(*boards: tuple[str, ...], keys: Sequence[str] = ()) -> tuple[Found | None, list[str], VirtualClock]:
    said: list[str] = []
    screen = Shown(chain(boards, repeat(boards[-1])))
    found = Found(puzzle(), screen, (screen.grab(), screen.read(screen.grab())))
    with Stopper() as stopper:
        return jumping(found, screen, screen.clock, stopper, said.append, keys=keys), said, screen.clock


def test_a_stack_that_jumps_up_makes_a_game_whose_clock_runs() -> None:
    found, said, clock = watched(STACK, STACK, STACK, RISEN)
    assert found is not None
    assert found.layout.running is not None
    assert found.layout.running["lifting"] is False
    assert "rises by whole rows" in said[-1]
    assert clock.now() < 1


def test_a_puzzle_stands_still_and_is_watched_no_longer_than_that() -> None:
    found, _, clock = watched(STACK)
    assert found is None
    assert clock.now() == pytest.approx(WATCHED, abs=0.5)


def test_a_stack_that_a_key_raises_is_no_puzzle() -> None:
    found, said, clock = watched(STACK, keys=["swap=c", "raise=e"])
    assert found is not None
    assert found.layout.running is not None
    assert found.layout.running["lifting"] is True
    assert "a key raises it" in said[-1]
    assert clock.now() == pytest.approx(WATCHED, abs=0.5)


def test_nothing_is_watched_once_time_is_up_or_somebody_stopped_it() -> None:
    screen, said = Shown(repeat(STACK)), list[str]()
    found = Found(puzzle(), screen, (screen.grab(), screen.read(screen.grab())))
    with Stopper() as stopper:
        assert jumping(found, screen, screen.clock, stopper, said.append, seconds=0.0) is None
        stopper.stop("It was enough.")
        assert jumping(found, screen, screen.clock, stopper, said.append) is None
    assert not said
    assert screen.clock.now() == 0


@pytest.mark.parametrize(
    ("report", "asked"),
    [
        (Report(Ending.STOPPED, "no way"), True),
        (Report(Ending.STUCK, "nobody can win"), True),
        (Report(Ending.STUCK, "nobody can win", moves=3), False),
        (Report(Ending.WON, "won"), False),
        (Report(Ending.COVERED, "covered"), False),
    ],
)
def test_only_what_was_given_up_without_a_move_is_asked(report: Report, asked: bool) -> None:
    assert may_jump(puzzle(), report) is asked
    running = puzzle().model_copy(update={"running": {}})
    assert not may_jump(running, report)
    assert not may_jump(find_layout("shisen/tiles"), report), "no game of it has a clock"


@pytest.mark.parametrize(
    ("after", "rows"),
    [
        (RISEN, 1),
        (("BACDAB", "DCABCD", "CDBACA", "ABDCBD", "BCADBC"), 2),
        (("A.B...", "BACDAB", "DCA?CD", "CBDA??", "ABDCBD"), 1),
        (STACK, 0),
        (("......", "A.B...", "BACDAB", "DCBACD", "CDBACA"), 0),
        (("......", "......", ".A..AB", "DCABCD", "CDBACA"), 0),
    ],
    ids=["a row", "two rows", "a row after a swap, cells hidden", "still", "a swap", "a match"],
)
def test_rows_that_came_up_are_counted(after: tuple[str, ...], rows: int) -> None:
    assert rows_up(STACK, after) == rows
