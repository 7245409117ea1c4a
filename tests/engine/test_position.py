"""Positions and moves as text: inverses, and errors that say where."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.api import Limit
from engine.budget import Budget
from engine.moves import Drop, IllegalMove, Pick, Shoot, Tap, parse_move
from engine.position import MAX_LINES, BadPosition, Position

line = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=12).filter(
    lambda text: not text.endswith(":")
)
name = st.from_regex(r"[a-z][a-z0-9]{0,7}", fullmatch=True)
cell = st.tuples(st.integers(0, 99), st.integers(0, 99))


@given(st.dictionaries(name, st.lists(line, max_size=5).map(tuple), min_size=1, max_size=4))
def test_what_is_written_is_read_back(blocks: dict[str, tuple[str, ...]]) -> None:
    position = Position(blocks)
    assert Position.parse(str(position)) == position
    assert hash(Position.parse(str(position))) == hash(position)


@given(st.text(max_size=300))
def test_any_text_is_a_position_or_a_sentence(text: str) -> None:
    try:
        position = Position.parse(text)
    except BadPosition as error:
        assert str(error).endswith(".")
    else:
        assert Position.parse(str(position)) == position


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("AB\nBA", {"board": ("AB", "BA")}),
        ("\n  AB  \n\nBA\n", {"board": ("AB", "BA")}),
        ("board:\nAB\nmarked:\n0,1", {"board": ("AB",), "marked": ("0,1",)}),
        ("rows:\n3 1\n0\ncols:\n", {"rows": ("3 1", "0"), "cols": ()}),
    ],
)
def test_blocks(text: str, blocks: dict[str, tuple[str, ...]]) -> None:
    assert dict(Position.parse(text).blocks) == blocks


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "no position"),
        ("\n \n", "no position"),
        ("board:\nA\nboard:\nB", "Line 3.*twice"),
        ("A\n" * (MAX_LINES + 2), "at most"),
        ("A" * 5000, "Line 1 has 5000"),
    ],
)
def test_what_is_no_position_is_told(text: str, expected: str) -> None:
    with pytest.raises(BadPosition, match=expected):
        Position.parse(text)


@pytest.mark.parametrize("blocks", [{"Board": ("A",)}, {"board": ("",)}, {"board": ("A ",)}, {"board": ("next:",)}])
def test_what_text_cannot_hold_is_no_position(blocks: dict[str, tuple[str, ...]]) -> None:
    with pytest.raises(BadPosition):
        Position(blocks)


def test_a_position_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        Position({"board": ("A",)}).blocks["board"] = ("B",)  # type: ignore[index]


@given(cell, cell)
def test_moves_are_read_back(a: tuple[int, int], b: tuple[int, int]) -> None:
    for move in (Pick(a, b), Tap(a)):
        assert parse_move(str(move)) == move


@pytest.mark.parametrize(
    ("move", "leads"),
    [
        (Shoot(2, "R"), False),
        (Shoot(2, "R", ("left", "turn")), True),
        (Shoot(2, "R", ("left", "shoot")), False),
        (Drop(3, "D", ("right", "drop")), False),
        (Drop(3, "D", ("right", "right")), True),
    ],
)
def test_a_way_that_does_not_end_with_the_move_only_leads_to_it(move: Drop | Shoot, leads: bool) -> None:
    assert move.leads is leads
    assert parse_move(str(move)) == move, "the way is no part of what is meant"


@pytest.mark.parametrize(
    "text", ["", "pick", "pick 0,1", "pick 0,1 2", "pick 0,1 2,-3", "swap 0", "tap 1,2 3,4", "tap ²,1"]
)
def test_what_is_no_move_is_told(text: str) -> None:
    with pytest.raises(IllegalMove):
        parse_move(text)


def test_a_budget_in_nodes() -> None:
    budget = Budget(Limit(nodes=10))
    assert budget.slice(6) == 6
    budget.spend(6)
    assert budget.slice(6) == 4
    budget.spend(4)
    assert budget.spent


def test_a_budget_without_a_limit_is_never_spent() -> None:
    budget = Budget(Limit())
    budget.spend(10**9)
    assert budget.slice(7) == 7


def test_a_budget_of_no_seconds_is_spent_at_once() -> None:
    assert Budget(Limit(seconds=0.0)).spent
