"""The hand that clicks cells: what it clicks again, in which order, and where its pointer rests."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.action import Action, Click
from bot.control.click_cells import ClickCells, resting_place
from bot.frame import Point
from bot.grid import Grid
from engine.moves import Pick
from tests.bot.scripted import reading


def clicked(actions: Sequence[Action]) -> list[Point]:
    """Where."""
    return [one.at for one in actions if isinstance(one, Click)]


def test_a_stray_pick_is_let_go_again_when_the_game_does_not_answer() -> None:
    """A tile of the same kind that no way leads to stays picked in some games, whatever else is clicked."""
    control, move = ClickCells(), Pick((0, 0), (0, 1))
    seen = reading(0, "AAB A..", marked="0,4")
    assert seen.grid is not None
    stray = seen.grid.centre((0, 4))
    let_go = [stray in clicked(control.actions([move], seen, attempt)) for attempt in range(1, 6)]
    assert let_go == [True, True, *[False] * 3]


def test_of_two_tiles_that_look_picked_one_after_the_other_is_let_go() -> None:
    """Where two tiles of a kind look unlike, either may be the picked one, and some games keep it picked for ever."""
    move, seen = Pick((0, 0), (0, 1)), reading(0, "AABBB..", marked="0,2 0,4")
    assert seen.grid is not None
    first, second = (seen.grid.centre((0, column)) for column in (2, 4))

    def let_go(control: ClickCells, attempts: Sequence[int]) -> list[list[Point]]:
        clicks = [clicked(control.actions([move], seen, attempt)) for attempt in attempts]
        return [[place for place in one if place in (first, second)] for one in clicks]

    assert let_go(ClickCells(), (1, 2, 3, 4)) == [[], [first], [second], []]
    assert let_go(ClickCells(), (1, 1, 1)) == [[], [first], [second]], "what is taken back is tried again"


def test_what_a_game_does_not_take_is_tried_without_trusting_the_marks() -> None:
    control = ClickCells()
    seen = reading(0, "AAB B..", marked="0,0 0,1")
    move = Pick((0, 0), (0, 1))
    clicks = [[isinstance(one, Click) for one in control.actions([move], seen, attempt)] for attempt in range(1, 6)]
    assert [sum(one) for one in clicks] == [2, 0, 0, 2, 0], "nobody picked two tiles before the first attempt"


def test_a_pointer_rests_where_clicks_were_lost_before_it_clicks_again() -> None:
    """Some programs look where the pointer is before they take the click that came with it."""
    control, move, seen = ClickCells(), Pick((0, 0), (0, 1)), reading(0, "AAB B..")
    hurried, rested = ["Click", "Click", "Hover"], [*["Hover", "Wait", "Click"] * 2, "Hover"]

    def done(attempt: int) -> list[str]:
        return [type(one).__name__ for one in control.actions([move], seen, attempt)]

    assert [done(attempt) for attempt in (1, 2, 1, 1)] == [hurried, rested, hurried, hurried], "one may be lost"
    assert [done(attempt) for attempt in (2, 1, 2, 1, 1)] == [rested, hurried, rested, rested, rested], "these are not"


def test_a_pointer_stays_where_it_clicked_if_resting_there_before_did_not_help() -> None:
    """Some programs look where the pointer is at their next frame only, though they heard the click before."""
    control, move, seen = ClickCells(), Pick((0, 0), (0, 1)), reading(0, "AAB B..")
    done = [[type(one).__name__ for one in control.actions([move], seen, attempt)] for attempt in (1, 2, 3)]
    assert done[2] == [*["Hover", "Wait", "Click", "Wait"] * 2, "Hover"]


def test_a_tile_that_may_be_picked_is_clicked_last_so_that_it_is_not_let_go() -> None:
    """Its mark is right where only the clicks on the other tile were lost, again and again."""
    control, move = ClickCells(), Pick((0, 0), (0, 1))
    seen = reading(0, "AAB B..", marked="0,0")
    assert seen.grid is not None
    first, second = (seen.grid.centre(cell) for cell in move.cells)
    clicks = [clicked(control.actions([move], seen, attempt)) for attempt in (3, 4, 5)]
    assert clicks == [[second], [second, first], [second]]


@pytest.mark.parametrize(
    ("grid", "size"),
    [
        (Grid(20, 30, 10, 10, 2, 2), (200, 150)),
        (Grid(0, 0, 10, 10, 10, 20), (200, 100)),
        (Grid(0, 50, 10, 10, 10, 20), (200, 150)),
    ],
)
def test_the_pointer_rests_inside_the_frame(grid: Grid, size: tuple[int, int]) -> None:
    place = resting_place(grid, size)
    assert 0 < place.x < size[0]
    assert 0 < place.y < size[1]
