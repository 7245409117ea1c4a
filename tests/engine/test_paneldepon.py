"""Panel de Pon: boards, swaps and what follows them, drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.api import BadPosition, BadRule, Limit, Outcome, load_game
from engine.games.paneldepon import GAME, PanelDePon, State
from engine.games.paneldepon.notation import Piece
from engine.games.paneldepon.settling import settled
from engine.moves import IllegalMove, Raise, Swap, Tap, Wait
from engine.position import Position
from tests.naive import paneldepon as naive

SETTLED = GAME(physics="settled")
FRAMES = GAME()
ACTIVE = GAME(active=True)


def board(text: str, moves: int | None = None) -> State:
    blocks = {"board": tuple(text.split())} | ({"moves": (str(moves),)} if moves is not None else {})
    return FRAMES.parse(Position(blocks))


@st.composite
def boards(draw: st.DrawFn) -> tuple[str, ...]:
    """Any board of up to five rows, holes and panels in the air included."""
    height = draw(st.integers(1, 5))
    return tuple(draw(st.text("..aabbc#", min_size=6, max_size=6)) for _ in range(height))


# --- reading and writing ---------------------------------------------------------------------------------------------


def test_looks_are_no_part_of_the_state() -> None:
    text = "board:\nab..cd\nmoves:\n3\n"
    looks = "cursor:\n0,2\ngrid:\n72,100,50,50\nboard2:\n??????\n"
    assert FRAMES.parse(Position.parse(text + looks)) == FRAMES.parse(Position.parse(text))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ab.", "Row 0 .* 3 cells"),
        ("ab..cd\nab.c?d", "Cell 1,4 .* not known"),
        ("ab..cD", "Cell 0,5 .* 'D'"),
        ("......\n" * 13, "1 to 12 rows"),
        ("abcdef\nghijkl", "8 colours"),
        ("board:\n......\nmoves:\nsome\n", "number of swaps left"),
        ("board:\n......\npills:\n3\n", "pills"),
        ("board:\n===...\ngarbage:\n0,0,2,1\n", "0,2 belongs to no piece"),
        ("board:\n===...\ngarbage:\n0,0,4,1\n", "no free = everywhere"),
        ("board:\n===...\ngarbage:\nall\n", "row,column,width,height"),
        ("board:\na.....\nmotion:\nx\n", "motion"),
    ],
)
def test_a_wrong_position_is_refused_with_its_place(text: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        FRAMES.parse(Position.parse(text))


def test_garbage_is_one_piece_a_row_unless_the_position_says_more() -> None:
    assert board("====.. ====..").garbage == (Piece(0, 0, 4, 1), Piece(1, 0, 4, 1))
    text = "board:\n====..\n====..\ngarbage:\n0,0,4,2\n"
    state = FRAMES.parse(Position.parse(text))
    assert state.garbage == (Piece(0, 0, 4, 2),)
    assert FRAMES.parse(FRAMES.show(state)) == state


@pytest.mark.parametrize(
    "wrong",
    [
        {"physics": "odd"},
        {"preset": "slow"},
        {"goal": "points"},
        {"active": "sometimes"},
        {"moves": -1},
        {"moves": 99},
        {"fall_ms": "fast"},
        {"physics": "settled", "active": True},
    ],
)
def test_a_wrong_house_rule_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadRule):
        GAME(**wrong)


def test_the_number_of_swaps_may_be_called_moves_as_in_the_position() -> None:
    assert load_game("paneldepon", moves=4) == GAME(swaps=4)
    assert GAME(moves=4).variants() == (GAME(swaps=4, physics="settled"),)


# --- the settled model -----------------------------------------------------------------------------------------------


def test_everything_falls_and_clears_until_nothing_changes() -> None:
    """The a over the hole falls and is the fourth; frame by frame it would come too late."""
    state = board("a..... a.aa.. bcbc..")
    assert SETTLED.play(state, Swap((1, 0))).board == ("......", "......", "bcbc..")
    assert FRAMES.play(state, Swap((1, 0))).board == ("......", "a.....", "bcbc..")


def test_garbage_stays_where_it_is_under_the_settled_model() -> None:
    assert settled(("ab....", "......", "==....", "......")) == ("......", "ab....", "==....", "......")


@given(boards())
def test_settling_is_what_one_does_by_hand(cells: tuple[str, ...]) -> None:
    assert settled(cells) == naive.settle(cells)


# --- frames ----------------------------------------------------------------------------------------------------------


def test_a_swap_is_followed_to_rest() -> None:
    state = board("b..... da.... ac.... abb... cdc...", 2)
    after = FRAMES.play(state, Swap((1, 0)))
    assert after == State(("......", "......", ".d....", ".c....", "cdc..."), moves=1)


def test_garbage_turns_into_grey_panels() -> None:
    state = board("====.. aa.a.. bcbc..")
    after = FRAMES.play(state, Swap((1, 2)))
    assert after.board == ("......", "####..", "bcbc..")
    assert after.garbage == ()


@given(boards(), st.integers(0, 4), st.integers(0, 4))
@settings(max_examples=25, deadline=None)
def test_frames_and_settling_agree_where_nothing_matches(cells: tuple[str, ...], row: int, column: int) -> None:
    lying = naive.settle(cells)
    swap = (row % len(lying), column)
    line = lying[swap[0]]
    after = naive.settled_swap(lying, swap)
    counts = sorted("".join(after)) == sorted("".join(lying))
    if line[column] != line[column + 1] and counts and not naive.cleared(lying):
        assert FRAMES.play(State(lying), Swap(swap)).board == after


def test_no_swap_of_equals_nor_beside_the_board_nor_without_swaps_left() -> None:
    state = board("aab..b", 1)
    for cell in ((0, 0), (0, 3), (0, 5), (1, 0)):
        with pytest.raises(IllegalMove):
            FRAMES.play(state, Swap(cell))
    after = FRAMES.play(state, Swap((0, 4)))
    assert FRAMES.outcome(after) is Outcome.STUCK
    with pytest.raises(IllegalMove, match="no swaps are left"):
        FRAMES.play(after, Swap((0, 4)))
    with pytest.raises(IllegalMove, match="swapped"):
        FRAMES.play(state, Tap((0, 0)))


@pytest.mark.parametrize("game", [FRAMES, SETTLED])
def test_what_hangs_in_the_air_is_swapped_where_it_comes_to_rest(game: PanelDePon) -> None:
    state = board("a..... ...... ab....", 1)
    assert Swap((1, 0)) in game.moves(state)
    assert Swap((0, 0)) not in game.moves(state)
    assert game.play(state, Swap((1, 0))).board == ("......", ".a....", "ab....")
    with pytest.raises(IllegalMove):
        game.play(state, Swap((0, 0)))


def test_house_rules_may_be_typed() -> None:
    assert GAME(active="on", swaps="4", fall_ms="90") == GAME(active=True, swaps=4, fall_ms=90)


def test_a_dropped_chain_ends_the_game_where_all_must_go_in_one() -> None:
    chain = GAME(goal="chain")
    state = board("aa.abb bcbcab", 3)
    assert chain.play(state, Swap((0, 2))).moves == 0
    assert FRAMES.play(state, Swap((0, 2))).moves == 2


def test_the_stack_is_raised_where_that_is_allowed_and_the_row_is_known() -> None:
    raising = GAME(rising=True, physics="settled")
    state = raising.parse(Position.parse("board:\n......\nab..ba\nincoming:\nbaabab\n"))
    assert Raise() in raising.moves(state)
    assert raising.play(state, Raise()).board == ("......", "ab..ba", "baabab")
    with pytest.raises(IllegalMove):
        SETTLED.play(state, Raise())
    with pytest.raises(IllegalMove):
        raising.play(replace(state, incoming=""), Raise())


# --- in motion -------------------------------------------------------------------------------------------------------


def test_in_motion_a_swap_lasts_two_frames_and_the_rest_is_waiting() -> None:
    state = board("aa.abb", 2)
    state = ACTIVE.play(state, Swap((0, 2)))
    assert state.motion is not None
    assert state.moves == 1
    assert ACTIVE.parse(ACTIVE.show(state)) == state
    assert Swap((0, 2)) in ACTIVE.moves(state)
    state = ACTIVE.play(state, Wait(5))
    assert not [move for move in ACTIVE.moves(state) if move in (Swap((0, 0)), Swap((0, 1)), Swap((0, 2)))]
    with pytest.raises(IllegalMove, match="taken hold of"):
        ACTIVE.play(state, Swap((0, 0)))
    state = ACTIVE.play(state, Wait(500))
    assert state == State(("....bb",), moves=1)
    with pytest.raises(IllegalMove, match="nothing moves"):
        ACTIVE.play(state, Wait(1))


def test_one_pair_at_a_time_makes_the_next_swap_wait() -> None:
    state = board("ab.cd.", 3)
    for one_pair, free in ((False, True), (True, False)):
        game = GAME(active=True, one_pair=one_pair)
        assert (Swap((0, 3)) in game.moves(game.play(state, Swap((0, 0))))) is free


def test_waiting_ends_when_the_board_is_won() -> None:
    state = ACTIVE.play(board("aa.a..", 1), Swap((0, 2)))
    state = ACTIVE.play(state, Wait(500))
    assert ACTIVE.outcome(state) is Outcome.WON
    assert ACTIVE.plan(state, Limit(nodes=10)).proof == "nothing is left"
