"""Panel de Pon: from an answer to keys in frames; new puzzles and the ones that come with the game."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.arcade.puzzles import shipped
from engine.api import Limit, Outcome, Position
from engine.games.paneldepon import GAME, State, generate, rules
from engine.games.paneldepon.frames import step
from engine.games.paneldepon.route import Press, TooSlow, frames_to_rest, presses
from engine.games.paneldepon.stack import Stack
from engine.games.paneldepon.swaps import can_swap
from engine.generator import Generator, NoPuzzleError, Wish
from engine.moves import Move, Swap, Wait
from engine.teacher import Grader

FRAMES, SETTLED, ACTIVE = GAME(), GAME(physics="settled"), GAME(active=True)


def keys(taps: tuple[Press, ...]) -> str:
    return ", ".join(map(str, taps))


def hand(state: State, taps: tuple[Press, ...], cursor: tuple[int, int], frames: int) -> Stack:
    """A stack on which somebody taps these keys."""
    stack, _ = rules.stack_of(state, FRAMES)
    steps = {"up": (1, 0), "down": (-1, 0), "left": (0, -1), "right": (0, 1)}
    row, column = len(state.board) - cursor[0], cursor[1]
    pressed = {tap.frame: tap.key for tap in taps}
    step(stack)
    for frame in range(frames):
        key = pressed.get(frame, "")
        if key == "swap":
            assert can_swap(stack, row, column)
            stack.queued = (row, column)
        elif key:
            row, column = row + steps[key][0], column + steps[key][1]
        step(stack)
    return stack


# --- keys ------------------------------------------------------------------------------------------------------------


def test_the_cursor_walks_while_nothing_else_is_to_be_done() -> None:
    state = State(("b.....", "a.....", "bbab..", "aacaac"))
    taps = presses([Swap((2, 2)), Swap((3, 4))], state, SETTLED, (0, 0))
    assert keys(taps[:5]) == "0 right, 2 right, 4 down, 6 down, 8 swap"


def test_a_swap_at_rest_waits_for_the_board_and_for_the_cursor() -> None:
    state = State(("aa.a..", "bcbcbb"))
    rest = frames_to_rest(state, Swap((0, 2)), FRAMES)
    assert rest > 60
    taps = presses([Swap((0, 2)), Swap((1, 1))], state, FRAMES, (0, 2))
    assert keys(taps) == f"0 swap, 2 left, 4 down, {rest} swap"


def test_times_of_clones_are_counted_in_frames() -> None:
    """A row of falling in 140 ms, a match in 1000 ms, and the row that follows."""
    state = State(("......", "aa.a..", "bcbcbc"))
    assert frames_to_rest(state, Swap((1, 2)), SETTLED) == 60
    state = State((".b....", "aa.a..", "bcbcbc"))
    assert frames_to_rest(state, Swap((1, 2)), SETTLED) == 69


def test_an_answer_in_motion_is_played_by_its_keys_frame_by_frame() -> None:
    state = State((".a....", ".a#...", "a###..", "#aa#..", "##a#.."), 3)
    plan = ACTIVE.plan(state, Limit())
    assert plan.reaches is Outcome.WON
    with pytest.raises(TooSlow, match="too late"):
        presses(plan.moves, state, ACTIVE, (2, 0), tap_frames=9)
    taps = presses(plan.moves, state, ACTIVE, (4, 3), tap_frames=1)
    end = hand(state, taps, (4, 3), 600)
    assert not [panel for _, _, panel in end.panels() if panel.colour not in (0, 9)]


def test_what_is_late_at_rest_makes_everything_after_it_late() -> None:
    state = State(("ab.abb",), 3)
    moves: list[Move] = [Swap((0, 0)), Wait(2), Swap((0, 1))]
    assert keys(presses(moves, state, ACTIVE, (0, 0))) == "0 swap, 2 right, 4 swap"
    assert keys(presses(moves, state, ACTIVE, (0, 2))) == "0 left, 2 left, 4 swap, 6 right, 8 swap"
    with pytest.raises(TooSlow, match="1 frames too late"):
        presses([moves[0], Wait(1), moves[2]], state, ACTIVE, (0, 0))


# --- new puzzles -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("swaps", "seed"), [(1, 1), (2, 2), (3, 3)])
def test_a_new_puzzle_has_one_answer_with_the_wished_number_of_swaps(swaps: int, seed: int) -> None:
    made = FRAMES.generate(Wish(grade=generate.GRADES[swaps - 1], seed=seed), Limit())
    assert made == FRAMES.generate(Wish(grade=generate.GRADES[swaps - 1], seed=seed), Limit())
    state = FRAMES.parse(made.position)
    for game in (FRAMES, SETTLED):
        plan = game.plan(state, Limit())
        assert (plan.reaches, len(plan.moves), plan.info["answers"]) == (Outcome.WON, swaps, 1)
        if swaps > 1:
            assert game.plan(State(state.board, swaps - 1), Limit()).reaches is Outcome.STUCK


def test_wishes_that_cannot_come_true_are_refused() -> None:
    for wish in (Wish(grade="odd"), Wish(columns=7), Wish(rows=40), Wish(picture=(((0.5, 0.5, 0.5),),))):
        with pytest.raises(NoPuzzleError):
            FRAMES.generate(wish, Limit(nodes=10))
    with pytest.raises(NoPuzzleError, match="in the time"):
        FRAMES.generate(Wish(grade="expert"), Limit(nodes=1))


def test_the_game_makes_and_grades_puzzles() -> None:
    assert isinstance(FRAMES, Generator)
    assert isinstance(FRAMES, Grader)
    grade = FRAMES.grade(State(("b.....", "da....", "ac....", "abb...", "cdc..."), 1), Limit())
    assert grade.band == "none"
    grade = FRAMES.grade(State(("b.....", "#a....", "a#....", "abb...", "###..."), 1), Limit())
    assert (grade.band, grade.technique) == ("beginner", "chain of 2")


# --- the puzzles that come with the game -----------------------------------------------------------------------------


def test_a_hundred_graded_puzzles_come_with_the_game() -> None:
    positions = shipped("paneldepon")
    assert len(positions) >= 100
    assert len({position.board for position in positions}) == len(positions)
    grades = [generate.GRADES.index(position.blocks["grade"][0]) for position in positions]
    assert grades == sorted(grades)
    assert {0, 1, 2, 3} <= set(grades)
    assert all(a <= b for a, b in pairwise(grades))


@pytest.mark.parametrize("part", range(4))
def test_every_puzzle_has_exactly_one_answer_as_it_says(part: int) -> None:
    for position in shipped("paneldepon")[part::4]:
        state = FRAMES.parse(Position(position.blocks))
        assert generate.certify(state) > 0, position
        assert FRAMES.grade(state, Limit()).band == position.blocks["grade"][0]
