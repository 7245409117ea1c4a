"""Swaps by mouse: a panel is taken hold of and drawn to its neighbour's place."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shutil import copytree

import pytest

from bot.action import Action, Button, Click, Drag, Hover, Key
from bot.arcade.memory import Faults
from bot.chase import WARM, Chaser
from bot.control.controls import make_control
from bot.control.drag_cells import STEPS, DragCells
from bot.grid import Grid
from bot.layout import Hands
from bot.layouts import find_layout
from bot.manners import Manners
from bot.reading import Reading, Sight
from bot.session import Bounds
from bot.step import Act, Ending, Look
from engine.api import load_game
from engine.moves import Move, Raise, Swap
from engine.position import Position
from tests.bot.table import Table

GRID = Grid(20, 30, 10, 10, 2, 4)


def seen(*rows: str) -> Reading:
    return Reading(0.0, Sight.CLEAR, (200, 150), Position({"board": rows}), GRID)


def dragged(moves: Sequence[Move], *rows: str) -> list[tuple[float, float]]:
    """The columns, counted in cells, where each drag begins and ends."""
    actions: Sequence[Action] = DragCells().actions(moves, seen(*rows))
    assert not actions or isinstance(actions[-1], Hover)
    return [(one.start.x / 10 - 2.5, one.end.x / 10 - 2.5) for one in actions if isinstance(one, Drag)]


def test_a_swap_is_drawn_from_a_panel_and_never_from_an_empty_cell() -> None:
    assert dragged([Swap((1, 0))], "....", "ab..") == [(0, 1)]
    assert dragged([Swap((1, 0))], "....", ".b..") == [(1, 0)]
    assert dragged([Swap((1, 0))], "....", "a...") == [(0, 1)]


def test_a_panel_that_is_pushed_along_its_row_is_taken_where_it_has_come_to() -> None:
    assert dragged([Swap((1, 0)), Swap((1, 1))], "....", "a...") == [(0, 1), (1, 2)]


def test_the_pointer_moves_in_steps() -> None:
    (drag, _) = DragCells(0.03).actions([Swap((1, 0))], seen("....", "ab.."))
    assert isinstance(drag, Drag)
    assert (drag.steps >= STEPS, drag.hold, drag.button) == (True, 0.03, Button.LEFT)


def test_the_stack_is_raised_by_the_other_button_or_by_a_key() -> None:
    (click, _) = DragCells().actions([Raise()], seen("....", "ab.."))
    assert isinstance(click, Click)
    assert click.button is Button.RIGHT
    (key, _) = DragCells(keys={"raise": "r"}).actions([Raise()], seen("....", "ab.."))
    assert isinstance(key, Key)


def test_nothing_is_done_where_no_board_is_seen() -> None:
    assert DragCells().actions([Swap((1, 0))], Reading(0.0, Sight.LOST, (200, 150))) == ()


def test_a_layout_chooses_it() -> None:
    assert isinstance(make_control(Hands(control="drag-cells")), DragCells)


def test_in_a_running_game_the_mouse_waits_for_no_cursor() -> None:
    class Twice:
        """A player that wants the same swap at every look."""

        def decide(self, seen: Position, time: float) -> Sequence[Move]:
            return (Swap((1, 0)),)

    chaser = Chaser(load_game("paneldepon"), Twice(), DragCells(), Manners())
    steps = [chaser.tick(seen("......", "ab.ab.")) for _ in range(WARM + 2)]
    assert [type(step) for step in steps] == [Look] * WARM + [Act] * 2


def mouse(tmp_path: Path, layout: str) -> str:
    """A layout of the practice game in which swaps are made by mouse."""
    folder = tmp_path / "paneldepon" / "mouse"
    copytree(find_layout(layout).folder, folder)
    text = (folder / "layout.toml").read_text()
    (folder / "layout.toml").write_text(text.replace('control = "walk-cursor"', 'control = "drag-cells"'))
    return str(folder)


@pytest.mark.parametrize(
    "faults", [Faults(), Faults(lost_clicks=0.2, cut_drags=0.2, seed=4)], ids=["plain", "drags are lost"]
)
def test_a_puzzle_of_the_practice_game_is_solved_with_the_mouse(tmp_path: Path, faults: Faults) -> None:
    sitting = Table(
        faults,
        {"seed": 12, "skin": "panels", "preset": "ex"},
        layout_name=mouse(tmp_path, "paneldepon/arcade"),
        manners=Manners(falling=0.3, response=3.0),
        bounds=Bounds(seconds=600.0, look=0.03),
    )
    report = sitting.play()
    assert (sitting.screen.counts["drags"] > 2) == (faults != Faults())
    assert report.ending is Ending.WON
    assert sitting.happened("swap") == 2
    assert report.misread == 0
