"""Which key swaps two panels, in a program whose cursor hides what it lies over."""

from __future__ import annotations

from unittest.mock import Mock

import numpy as np
import pytest

from bot.action import Action, Key
from bot.arcade.memory import VirtualClock
from bot.cli.tryout import Trial
from bot.errors import CannotReadError
from bot.frame import Frame
from bot.grid import Grid
from bot.reading import Reading, Sight
from calibration.trying import Trier
from engine.moves import show_cell
from engine.position import Position

WAYS = {"up": "Up", "down": "Down", "left": "Left", "right": "Right"}
GRID = Grid(20, 20, 16, 16, 3, 4)


class Veiled:
    """Capture, hand and reader at once: a board of 3 rows and 4 columns on which the cursor, once it has swapped what
    it lies over, hides it until it goes away.
    """

    def __init__(self, swap: str) -> None:
        self.swap = swap
        self.clock = VirtualClock()
        self.board = [list("abcd"), list("bcda"), list("cdab")]
        self.at = (0, 0)
        self.veiled = False
        self.pressed = list[str]()

    def perform(self, action: Action, frame: Frame) -> None:
        assert isinstance(action, Key)
        self.pressed.append(action.name)
        row, column = self.at
        if action.name == self.swap:
            line = self.board[row]
            line[column], line[column + 1] = line[column + 1], line[column]
            self.veiled = True
        for step, (down, right) in {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}.items():
            if action.name == step:
                self.at = min(max(row + down, 0), 2), min(max(column + right, 0), 2)
                self.veiled = False

    def close(self) -> None:
        pass

    def grab(self) -> Frame:
        return Frame(np.zeros((100, 120, 3), np.uint8), self.clock.now())

    def wait(self, seconds: float) -> bool:
        self.clock.sleep(seconds)
        return True

    def read(self, frame: Frame) -> Reading:
        board, (row, column) = [line.copy() for line in self.board], self.at
        if self.veiled:
            board[row][column] = board[row][column + 1] = "?"
        position = Position({"board": tuple(map("".join, board)), "cursor": (show_cell(self.at),)})
        return Reading(frame.time, Sight.DOUBT if self.veiled else Sight.CLEAR, frame.size, position, GRID)


@pytest.mark.parametrize("swap", ["space", "x"])
def test_the_key_is_known_although_the_cursor_hides_what_it_swapped(swap: str) -> None:
    program = Veiled(swap)
    trier = Trier(program, program, program.clock, program)
    assert trier.find_swap(WAYS, ("space", "z", "x")) == swap
    assert program.pressed.count(swap) == 1


def test_no_key_is_made_up() -> None:
    program = Veiled("q")
    trier = Trier(program, program, program.clock, program)
    assert trier.find_swap(WAYS, ("space", "z")) is None


class Raised(Veiled):
    """One that takes no other key for a while after z, as its stack rises then."""

    def __init__(self, swap: str) -> None:
        super().__init__(swap)
        self.busy = 0.0

    def perform(self, action: Action, frame: Frame) -> None:
        assert isinstance(action, Key)
        if action.name == "z":
            self.busy = self.clock.now() + 1.2
        if action.name != self.swap or self.clock.now() >= self.busy:
            super().perform(action, frame)


def test_a_key_that_raises_the_stack_does_not_hide_what_the_next_one_does() -> None:
    program = Raised("x")
    trier = Trier(program, program, program.clock, program)
    assert trier.find_swap(WAYS, ("space", "z", "x", "c", "f", "Return")) == "x"
    assert program.pressed.count("Return") == 1, "it is the last one each time"


class Astray(Veiled):
    """One whose cursor goes nowhere, so that it is over two panels that are alike."""

    def __init__(self) -> None:
        super().__init__("space")
        self.board = [list("aaaa") for _ in range(3)]


def test_a_key_that_was_not_pressed_is_not_said_to_do_nothing() -> None:
    program = Astray()
    trier = Trier(program, program, program.clock, program)
    trial = Trial(program, Mock(), program.clock, Mock(), {}, ())
    with pytest.raises(CannotReadError, match="no key that may swap them was pressed"):
        trial.find_swap(trier, WAYS, ("space", "z"))
    assert "space" not in program.pressed
    found = Veiled("q")
    other = Trier(found, found, found.clock, found)
    with pytest.raises(CannotReadError, match="none of these keys swaps"):
        trial.find_swap(other, WAYS, ("space", "z"))
