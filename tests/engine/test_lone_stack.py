"""The model of Crack Attack! that `benchmarks.paneldepon_alone` plays: what stops it, what sends slabs, how it ends."""

from __future__ import annotations

import pytest

from benchmarks.lone_stack import GRACE, SHOWN, LoneStack
from benchmarks.lone_things import COLUMNS, Panel


def stack(*rows: str) -> LoneStack:
    """A game with these rows, from the top."""
    game = LoneStack(1)
    for row in range(1, SHOWN + 1):
        line = rows[-row] if row <= len(rows) else "." * COLUMNS
        game._grid[row] = [None if label == "." else Panel(c, row, label) for c, label in enumerate(line)]
    return game


def swapped(game: LoneStack, row: int, column: int) -> LoneStack:
    """The game after a swap there, when a match that it makes has begun."""
    game.cursor = row, column
    game.press("swap")
    for _ in range(10):
        game.step()
    return game


@pytest.mark.parametrize(
    ("rows", "place", "sent"),
    [
        (("ggog.b",), (1, 2), 0),
        (("kkok.b",), (1, 2), COLUMNS),
        (("g.....", "yg....", "gb....", "gm...."), (3, 0), 3),
    ],
    ids=["three", "three greys", "four"],
)
def test_greys_and_runs_of_more_than_three_send_slabs(rows: tuple[str, ...], place: tuple[int, int], sent: int) -> None:
    game = swapped(stack(*rows), *place)
    assert game.matches == 1
    assert game.sent == sent


def test_the_stack_stands_while_something_clears() -> None:
    for row, rises in (("ggog.b", False), ("gbog.b", True)):
        game = swapped(stack(row), 1, 2)
        game._speed = 1200
        before = game.scroll
        for _ in range(40):
            game.step()
        assert (game.scroll > before) == rises


def test_who_stays_above_the_line_for_seven_seconds_has_lost() -> None:
    game = stack(*["obobob", "ymymym"] * (SHOWN // 2))
    for _ in range(GRACE):
        game.step()
    assert not game.over
    game.step()
    assert game.over
