"""Doubtful readings are settled by the game, and never silently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from bot.frame import Frame
from bot.reading import Doubt, Reading, Sight
from bot.settle import SettledReader
from engine.api import Limit
from engine.doubt import Guess, Settled
from engine.position import Position

FRAME = Frame(np.zeros((4, 4, 3), np.uint8), 1.0)
SEEN = Position({"rows": ("2", "8"), "cols": ("1", "2", "2")})
RIGHT = Position({"rows": ("2", "3"), "cols": ("1", "2", "2")})
GUESS = Guess("rows", 1, ("8", "3"), 0.05)
NOTE = "Row 1 looked most like 8, but only 3 has a solution."


@dataclass
class Eyes:
    reading: Reading

    def read(self, frame: Frame) -> Reading:
        return replace(self.reading, time=frame.time)


@dataclass
class Logic:
    answer: Settled
    asked: list[tuple[Position, Sequence[Guess]]] = field(default_factory=list)

    def settle(self, position: Position, guesses: Sequence[Guess], limit: Limit) -> Settled:
        assert limit.seconds or limit.nodes
        self.asked.append((position, guesses))
        return self.answer


def doubtful(sight: Sight = Sight.DOUBT, guesses: tuple[Guess, ...] = (GUESS,), *more: Doubt) -> Reading:
    doubts = (Doubt("rows", 1, 0, 0.05), *more)
    return Reading(0.0, sight, (4, 4), SEEN, None, None, doubts, "Row 1 may be another.", guesses=guesses)


def test_what_the_game_settles_is_clear_and_comes_with_its_note() -> None:
    reading = SettledReader(Eyes(doubtful()), Logic(Settled(RIGHT, (NOTE,)))).read(FRAME)
    assert reading.sight is Sight.CLEAR
    assert reading.position == RIGHT
    assert (reading.notes, reading.why, reading.guesses, reading.doubts) == ((NOTE,), "", (), ())
    assert reading.time == FRAME.time


def test_what_the_game_leaves_open_stays_in_doubt_with_the_line_named() -> None:
    reading = SettledReader(Eyes(doubtful()), Logic(Settled(SEEN, (), (GUESS,)))).read(FRAME)
    assert reading.sight is Sight.DOUBT
    assert reading.why == "Row 1 may be another."
    assert reading.guesses == (GUESS,)
    assert reading.doubts == (Doubt("rows", 1, 0, 0.05),)


def test_a_cell_that_nobody_could_tell_stays_in_doubt() -> None:
    cell = Doubt("board", 2, 2, 0.0)
    reading = SettledReader(Eyes(doubtful(Sight.DOUBT, (GUESS,), cell)), Logic(Settled(RIGHT, (NOTE,)))).read(FRAME)
    assert reading.sight is Sight.DOUBT
    assert reading.doubts == (cell,)
    assert reading.position == RIGHT


@pytest.mark.parametrize(
    "reading", [doubtful(guesses=()), doubtful(Sight.COVERED), Reading(0.0, Sight.LOST, why="Nothing is here.")]
)
def test_the_game_is_not_asked_where_there_is_nothing_to_settle(reading: Reading) -> None:
    logic = Logic(Settled(RIGHT))
    read = SettledReader(Eyes(reading), logic).read(FRAME)
    assert (read.sight, read.position, read.why) == (reading.sight, reading.position, reading.why)
    assert logic.asked == []


def test_the_same_doubt_is_settled_once() -> None:
    logic = Logic(Settled(RIGHT, (NOTE,)))
    reader = SettledReader(Eyes(doubtful()), logic)
    assert reader.read(FRAME).position == reader.read(Frame(FRAME.pixels, 2.0)).position == RIGHT
    assert logic.asked == [(SEEN, (GUESS,))]
