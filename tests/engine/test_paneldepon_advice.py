"""What is told of a running game of which one picture is seen."""

import pytest

from engine.api import Limit, Outcome
from engine.games.paneldepon import GAME, rules
from engine.moves import Swap
from engine.position import Position

# A swap at the bottom lets a and b match in turn: two links without another swap.
CHAIN = """
board:
......
......
b.....
a.....
cb....
dbacde
eacdca
scroll:
0.25
"""
RUNNING = Position.parse(CHAIN)


@pytest.mark.parametrize("physics", ["frames", "settled"])
def test_a_running_game_is_told_its_next_swaps(physics: str) -> None:
    game = GAME(physics=physics)
    state = game.parse(Position.parse("board:\n......\nba....\ncb....\ndbacde\nabcdca\nscroll:\n0.25"))
    plan = game.plan(state, Limit(nodes=400))
    assert plan.reaches is Outcome.OPEN and plan.moves and plan.score > 0
    before = sum(cell != "." for row in state.board for cell in row)
    for move in plan.moves:
        assert isinstance(move, Swap)
        state = game.play(state, move)
    assert sum(cell != "." for row in state.board for cell in row) < before, "the last of the swaps makes a match"


def test_a_puzzle_is_answered_as_one_although_its_picture_scrolls() -> None:
    blocks = {**RUNNING.blocks, "moves": ("1",)}
    assert GAME().plan(GAME().parse(Position(blocks)), Limit()).reaches is Outcome.STUCK


def test_that_a_stack_rises_stays_with_it_but_not_how_far() -> None:
    state = GAME().parse(RUNNING)
    assert GAME().parse(GAME().show(state)) == state == GAME().parse(Position({**RUNNING.blocks, "scroll": ("0.5",)}))
    assert rules.play(state, Swap((6, 1)), GAME()).rises


def test_where_nothing_matches_no_swap_is_told() -> None:
    plan = GAME().plan(GAME().parse(Position.parse("board:\nabcdef\nscroll:\n0.5")), Limit(nodes=50))
    assert (plan.moves, plan.reaches) == ((), Outcome.OPEN)
    assert "No match" in plan.notes[0]
