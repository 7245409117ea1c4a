"""The hand that marks cells, for programs of every manner; what a program makes of it is played out on text."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from pydantic import ValidationError

from bot.action import Action, Click, Drag, Hover, Wait
from bot.control.controls import make_control
from bot.control.mark_cells import MarkCells
from bot.frame import Point
from bot.grid import Grid
from bot.layout import CellLook, Drags, Hands, LayoutError, Marks
from bot.reading import Reading, Sight
from engine.moves import Mark, parse_move
from engine.position import Position

GRID = Grid(20, 30, 10, 10, 3, 5)
MANNERS: dict[str, dict[str, Any]] = {
    "each button writes": {
        "left": {"empty": "filled", "crossed": "filled"},
        "right": {"empty": "crossed", "filled": "crossed"},
        "middle": {"filled": "empty", "crossed": "empty"},
    },
    "each button toggles": {
        "left": {"empty": "filled", "filled": "empty"},
        "right": {"empty": "crossed", "crossed": "empty"},
    },
    "one button goes round": {"left": {"empty": "filled", "filled": "crossed", "crossed": "empty"}},
    "one button goes round the other way": {"right": {"empty": "filled", "crossed": "empty", "filled": "crossed"}},
}
LABELS: dict[CellLook, str] = {"empty": ".", "filled": "#", "crossed": "x"}
LOOKS = {label: look for look, label in LABELS.items()}


def seen(*board: str) -> Reading:
    return Reading(0.0, Sight.CLEAR, (200, 150), Position({"board": board}), GRID)


def played(marks: Marks, board: tuple[str, ...], actions: list[Action]) -> tuple[str, ...]:
    """What a program that works so makes of clicks and drags. A drag leaves alone what does not look as its start."""
    rows = [list(row) for row in board]
    for action in actions:
        if isinstance(action, Click | Drag):
            path = action.path if isinstance(action, Drag) else (action.at,)
            cells = [cell for point in path if (cell := GRID.at(point))]
            first = rows[cells[0][0]][cells[0][1]]
            for row, column in cells:
                if rows[row][column] == first:
                    rows[row][column] = LABELS[marks.press(action.button.name.lower(), LOOKS[first])]
    return tuple("".join(row) for row in rows)


@pytest.mark.parametrize("drags", Drags)
@pytest.mark.parametrize("manner", MANNERS.values(), ids=MANNERS.keys())
def test_every_program_is_brought_to_every_board(manner: dict[str, Any], drags: Drags) -> None:
    """All boards of three cells, to every label."""
    marks = Marks(**manner, drags=drags)
    control = MarkCells(marks)
    steps = "cells" if drags is Drags.LINES else drags.value
    for before, label in product(map("".join, product(".#x", repeat=3)), ".#x"):
        board = (".....", f".{before}.", ".....")
        reading = Reading(0.0, Sight.CLEAR, (200, 150), Position({"board": board}), GRID)
        actions = list(MarkCells(Marks(**manner, drags=Drags(steps))).actions([Mark((1, 1), (1, 3), label)], reading))
        assert played(marks, board, actions)[1] == f".{label * 3}.", (before, label)
        assert bool(control.actions([Mark((1, 1), (1, 3), label)], reading)) == (before != label * 3)


@pytest.mark.parametrize("manner", MANNERS.values(), ids=MANNERS.keys())
def test_cells_that_are_right_are_left_alone_and_wrong_ones_wiped(manner: dict[str, Any]) -> None:
    marks = Marks(**manner)
    board = ("#..x.", ".....", ".....")
    actions = list(MarkCells(marks).actions([Mark((0, 0), (0, 3), "#")], seen(*board)))
    assert played(marks, board, actions)[0] == "####."
    touched = {GRID.at(action.at) for action in actions if isinstance(action, Click)}
    assert touched == {(0, 1), (0, 2), (0, 3)}


def test_the_pointer_is_parked_below_or_right_where_it_covers_no_clue() -> None:
    *_, last = MarkCells(Marks(**MANNERS["each button writes"])).actions([Mark((0, 0), (0, 0), "#")], seen("....."))
    assert isinstance(last, Hover)
    assert GRID.at(last.at) is None
    assert last.at.x > GRID.x
    assert last.at.y > GRID.y


def test_a_line_is_drawn_in_one_step_and_cells_are_passed_one_by_one() -> None:
    manner = MANNERS["each button writes"]
    for drags, steps in ((Drags.LINES, 1), (Drags.CELLS, 4)):
        drag, _ = MarkCells(Marks(**manner, drags=drags)).actions([Mark((1, 0), (1, 4), "#")], seen(*["....."] * 3))
        assert isinstance(drag, Drag)
        assert (drag.start, drag.end, drag.steps) == (Point(25, 45), Point(65, 45), steps)


def test_where_drags_do_not_help_every_cell_is_clicked() -> None:
    control = MarkCells(Marks(**MANNERS["each button writes"], drags=Drags.CELLS))
    actions = control.actions([Mark((1, 0), (1, 4), "#")], seen(*["....."] * 3), attempt=3)
    assert [type(action) for action in actions] == [Hover, Wait, Click, Wait] * 5 + [Hover]


def test_several_moves_one_after_the_other() -> None:
    marks = Marks(**MANNERS["each button toggles"])
    moves = [parse_move(text) for text in ("mark 0,0 0,2 #", "mark 0,1 .", "mark 1,0 2,0 x")]
    actions = list(MarkCells(marks).actions(moves, seen(*["....."] * 3)))
    assert played(marks, (".....",) * 3, actions) == ("#.#..", "x....", "x....")
    assert sum(isinstance(action, Hover) for action in actions) == 1


def test_what_cannot_be_told_is_not_touched() -> None:
    assert not MarkCells(Marks(**MANNERS["each button writes"])).actions([Mark((0, 0), (0, 0), "#")], seen("?...."))


def test_a_layout_says_what_the_buttons_do() -> None:
    with pytest.raises(LayoutError, match=r"hands\.marks"):
        make_control(Hands(control="mark-cells"))
    with pytest.raises(ValidationError, match="empty cell filled"):
        Marks(left={"empty": "crossed"})
    with pytest.raises(ValidationError, match="left"):
        Marks(left={"blank": "filled"})  # type: ignore[dict-item]
    assert isinstance(make_control(Hands(control="mark-cells", marks=Marks(left={"empty": "filled"}))), MarkCells)
