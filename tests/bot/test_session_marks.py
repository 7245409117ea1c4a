"""A long act of marks goes on while nothing but what it marks changes, and is broken off as soon as more does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from bot.action import Action, Drag
from bot.actuate.gate import GateRules
from bot.arcade.memory import MemoryScreen
from bot.frame import Box, Frame
from bot.manners import Manners
from bot.step import Ending
from tests.bot.table import Table

SLOW = 0.2
"""Seconds that a stroke takes: no more than two of them on one picture."""


@dataclass
class Painter:
    """A hand that takes its time for every stroke; `after` is told each action that it did."""

    screen: MemoryScreen
    after: Callable[[Action, Frame], None] = lambda action, frame: None
    done: list[Action] = field(default_factory=list)

    def perform(self, action: Action, frame: Frame) -> None:
        self.done.append(action)
        self.screen.perform(action, frame)
        if isinstance(action, Drag):
            self.screen.clock.sleep(SLOW)
        self.after(action, frame)

    def close(self) -> None:
        """Nothing is held."""


def table() -> Table:
    manners = Manners(patience=2.0, response=0.6, at_once=12)
    options = {"rows": 8, "columns": 11, "size": (520, 480), "seed": 3}
    return Table(options=options, layout_name="nonogram/arcade", manners=manners)


def test_slow_strokes_are_made_in_one_go() -> None:
    play = table()
    report = play.play(Painter(play.screen))
    assert report.ending is Ending.WON, report
    assert (report.refused, report.retries) == (0, 0)
    assert GateRules().stale < SLOW * 4, "the strokes would be too quick to show anything"


def test_a_row_that_is_lit_under_the_pointer_does_not_break_them_off(monkeypatch: pytest.MonkeyPatch) -> None:
    play = table()
    grid, grab = play.screen.scene.grid, play.screen.grab
    lit: list[int] = []

    def follow(action: Action, frame: Frame) -> None:
        lit[:] = [int((action.end.y - grid.y) // grid.pitch_y)] if isinstance(action, Drag) else []

    def shown() -> Frame:
        frame = grab()
        pixels = frame.pixels.copy()
        for row in lit:
            top = round(grid.y + row * grid.pitch_y)
            pixels[top : top + round(grid.pitch_y), round(grid.x) : round(grid.x + grid.box.w), 0] //= 2
        return replace(frame, pixels=pixels)

    monkeypatch.setattr(play.screen, "grab", shown)
    report = play.play(Painter(play.screen, follow))
    assert report.ending is Ending.WON, report
    assert report.refused == 0


@pytest.mark.parametrize("cells", [2, 5])
def test_what_comes_over_the_board_breaks_them_off(cells: int) -> None:
    play = table()
    grid = play.screen.scene.grid
    over = Box(grid.x + 2 * grid.pitch_x, grid.y + grid.pitch_y, cells * grid.pitch_x, cells * grid.pitch_y)
    covered: list[float] = []
    pressed: list[float] = []

    def notice(action: Action, frame: Frame) -> None:
        if not isinstance(action, Drag):
            return
        if not covered:
            covered.append(play.clock.now())
            play.screen.cover(over)
            play.screen.at(play.clock.now() + 1.0, play.screen.uncover)
        elif play.clock.now() < covered[0] + 1.0:
            pressed.append(play.clock.now() - covered[0])

    report = play.play(Painter(play.screen, notice))
    assert report.ending is Ending.WON, report
    assert all(after < GateRules().stale + SLOW for after in pressed), "strokes on a picture that is not true any more"
