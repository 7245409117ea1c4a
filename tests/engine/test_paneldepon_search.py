"""Panel de Pon puzzles: all shortest answers and their proofs, beside brute force."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.api import Game, Limit, Outcome, Plan, load_game
from engine.budget import Budget
from engine.games.paneldepon import (
    GAME,
    PanelDePon,
    State,
    explore,
    kernels,
    motion,
    notation,
    resting,
    rules,
    shortest,
    words,
)
from engine.games.paneldepon.bounds import FAR, HOPELESS
from engine.games.paneldepon.explore import open_board
from engine.games.paneldepon.packing import pack, times_array
from engine.moves import Swap
from engine.position import Position
from tests.naive import paneldepon as naive

STAGE_59 = Path(__file__).parents[2] / "fixtures" / "paneldepon" / "positions" / "stage-59-in-four.txt"
SETTLED, FRAMES, ACTIVE, EX = GAME(physics="settled"), GAME(), GAME(active=True), GAME(preset="ex")
BOTH = pytest.mark.parametrize("game", [SETTLED, FRAMES], ids=["settled", "frames"])


def board(text: str, moves: int | None = None) -> State:
    return State(tuple(text.split()), moves)


def plan(game: Game[Any], state: State) -> Plan:
    return game.plan(state, Limit(nodes=2_000_000))


def answers_of(game: PanelDePon, cells: tuple[str, ...], most: int) -> list[tuple[tuple[int, int], ...]]:
    """All shortest answers that the search finds, as brute force writes them."""
    state = State(cells)
    found = shortest.find(state, game, most, Budget(Limit()))
    assert found.complete
    assert found.count == len(found.answers)
    assert (found.swaps or most + 1) - 1 == found.refuted
    return sorted(tuple(move.cell for move in shortest.moves_of(answer, state)) for answer in found.answers)


@st.composite
def puzzles(draw: st.DrawFn) -> tuple[str, ...]:
    """Small boards at rest, each colour there three times or more."""
    labels = draw(st.sampled_from(["aaa", "aaaa", "aaabbb", "aaabbbb", "aaaabbb", "aaabbbccc"]))
    height = draw(st.integers(2, 4))
    grey = draw(st.integers(0, 2))
    cells = labels + "#" * grey
    cells += "." * (6 * height - len(cells))
    order = "".join(draw(st.permutations(cells)))
    lying = naive.settle(tuple(order[row * 6 : row * 6 + 6] for row in range(height)))
    assume(not naive.cleared(lying))
    return lying


# --- stage 59 --------------------------------------------------------------------------------------------------------


@BOTH
def test_stage_59_has_four_answers_and_none_with_three_swaps(game: PanelDePon) -> None:
    state = game.parse(Position.parse(STAGE_59.read_text(encoding="utf-8")))
    found = plan(game, state)
    assert found.reaches is Outcome.WON
    assert len(found.moves) == 4
    assert found.info["answers"] == 4
    assert "fewer" in (found.proof or "")
    assert "(3, 0) (2, 3) (3, 1) (1, 3)" in found.notes
    too_few = game.plan(State(state.board, 3), Limit())
    assert too_few.reaches is Outcome.STUCK
    assert "no 3 swaps" in (too_few.proof or "")


def test_the_number_of_swaps_may_come_from_a_house_rule() -> None:
    state = State(Position.parse(STAGE_59.read_text(encoding="utf-8")).board)
    assert plan(load_game("paneldepon", moves=3), state).reaches is Outcome.STUCK
    assert plan(load_game("paneldepon", moves=4), state).reaches is Outcome.WON


# --- beside brute force ----------------------------------------------------------------------------------------------


def kernel_swap(cells: tuple[str, ...], swap: tuple[int, int]) -> tuple[str, ...]:
    """The board after a swap has come to rest, every frame of it played by the kernel."""
    packed, labels = shortest.cells_of(State(cells), EX), "." + notation.labels_of(cells)
    tally, meta = np.zeros(16, dtype=np.int64), np.zeros(words.META, dtype=np.int64)
    greys = np.full((1, 6), 9, dtype=np.int64)
    place = (len(cells) - swap[0]) * 6 + swap[1]
    explore.swap(packed, place, resting.FRAMES, meta, times_array(EX.times), greys, tally, shortest.memory())
    shown = ["#" if word == 9 else labels[word] for word in packed.tolist()[6:]]
    return tuple("".join(shown[row * 6 : row * 6 + 6]) for row in reversed(range(len(cells))))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(puzzles(), st.integers(0, 3), st.integers(0, 4))
def test_the_kernel_brings_a_swap_to_rest_as_the_rules_do(cells: tuple[str, ...], row: int, column: int) -> None:
    swap = (row % len(cells), column)
    assume(swap in naive.swaps(cells))
    assert kernel_swap(cells, swap) == EX.play(State(cells), Swap(swap)).board


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(puzzles())
def test_answers_frame_by_frame_are_those_of_brute_force(cells: tuple[str, ...]) -> None:
    def by_kernel(now: naive.Board, swap: naive.Swap) -> naive.Board:
        return now if naive.cleared(now) else kernel_swap(now, swap)

    assert answers_of(EX, cells, 2) == sorted(naive.answers(cells, 2, by_kernel))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.integers(0, 4), min_size=6, max_size=6))
def test_the_bound_of_the_columns_is_what_walking_finds(columns: list[int]) -> None:
    cells = np.zeros(78, dtype=np.int64)
    for x, count in enumerate(columns):
        cells[6 + x : 6 + x + 6 * count : 6] = 1
    tally, need = np.zeros(16, dtype=np.int64), np.zeros(16, dtype=np.int64)
    open_board(cells, tally, need, shortest.memory())
    if sum(columns) < 3:
        assert need[1] == (HOPELESS if sum(columns) else 0)
    else:
        assert min(int(need[1]), 4) == naive.steps_needed(tuple(columns), 3)
        assert need[1] <= FAR


class Slices(Budget):
    """A budget that is asked again after a few nodes."""

    def slice(self, nodes: int) -> int:
        return min(nodes, 7)


@BOTH
def test_the_same_answers_come_in_slices(game: PanelDePon) -> None:
    state = State(Position.parse(STAGE_59.read_text(encoding="utf-8")).board)
    whole = shortest.find(state, game, 4, Budget(Limit()))
    budget = Slices(Limit())
    assert shortest.find(state, game, 4, budget) == whole


# --- where the two models part ---------------------------------------------------------------------------------------


def test_what_clears_where_everything_falls_first_may_not_clear_frame_by_frame() -> None:
    cells = ("a.....", "a.aa..")
    assert answers_of(SETTLED, cells, 1) == [((0, 0),), ((1, 0),)]
    assert answers_of(FRAMES, cells, 1) == [((0, 0),)]


def test_a_colour_with_two_panels_needs_no_search() -> None:
    lost = plan(FRAMES, board("aab... abba.c"))
    assert lost.reaches is Outcome.STUCK
    assert lost.proof == "the colour 'c' is there only 1x; three are needed"


RISEN = ".....f f.dfad adfbcb ebedde cdcffd eebecb"


def test_a_board_without_an_answer_may_be_a_running_game_where_nobody_counts_swaps() -> None:
    told = plan(FRAMES, board(RISEN))
    assert (told.moves, told.reaches) == ((), Outcome.STUCK), "as a puzzle it has no answer, so nothing is played"
    assert told.later and isinstance(told.later[0], Swap)
    assert f"If it is no puzzle but a running game: {told.later[0]}." in told.notes


def test_of_a_puzzle_whose_swaps_are_counted_nothing_is_advised() -> None:
    told = plan(FRAMES, board(RISEN, 3))
    assert (told.moves, told.later, told.notes) == ((), (), ())


def test_a_board_that_clears_by_itself_needs_no_swap() -> None:
    found = plan(SETTLED, board("..a... ...... aa...."))
    assert (found.moves, found.notes) == ((), ("The board clears by itself.",))


# --- other goals -----------------------------------------------------------------------------------------------------


def test_all_in_one_chain_is_more_than_all() -> None:
    state = board("aa.a.. bb.b..", 4)
    freely, chained = plan(FRAMES, state), plan(GAME(goal="chain"), state)
    assert (freely.reaches, len(freely.moves)) == (Outcome.WON, 2)
    assert (chained.reaches, len(chained.moves)) == (Outcome.WON, 4)


def test_garbage_is_cleared_by_a_match_beside_it() -> None:
    state = FRAMES.parse(Position.parse("board:\n===...\naa.a..\nbcbc..\nmoves:\n1\n"))
    found = plan(GAME(goal="garbage"), state)
    assert found.moves == (Swap((1, 2)),)
    assert found.reaches is Outcome.WON
    assert plan(FRAMES, state).reaches is Outcome.STUCK


# --- in motion -------------------------------------------------------------------------------------------------------


def played(game: PanelDePon, state: State, found: Plan) -> Outcome:
    for move in found.moves:
        state = game.play(state, move)
    return game.outcome(state)


@pytest.mark.parametrize(("one_pair", "reaches"), [(False, Outcome.WON), (True, Outcome.WON)])
def test_swaps_in_motion_can_do_what_swaps_at_rest_cannot(one_pair: bool, reaches: Outcome) -> None:
    state = board(".a.... .a#... a###.. #aa#.. ##a#..", 3)
    game = GAME(active=True, one_pair=one_pair)
    assert plan(FRAMES, state).reaches is Outcome.STUCK
    found = game.plan(state, Limit())
    assert found.reaches is reaches
    assert played(game, state, found) is reaches


def test_an_answer_at_rest_is_played_with_waits_and_proved_in_every_frame() -> None:
    state = State(Position.parse(STAGE_59.read_text(encoding="utf-8")).board, 4)
    found = ACTIVE.plan(state, Limit())
    assert found.reaches is Outcome.WON
    assert played(ACTIVE, state, found) is Outcome.WON
    assert found.proof == "4 swaps clear the board; fewer do not, in whatever frame"


def wins(cells: Any, meta: Any, times: Any, left: int) -> bool:
    """Whether some swaps in some frames clear the board, by trying all of them."""
    greys = np.full((1, 6), 9, dtype=np.int64)
    while True:
        if left == 0:
            kernels.run(cells, meta, times, greys, greys, np.full((600, 2), (-1, 0), dtype=np.int64))
            return not set((cells[6:] & words.COLOUR).tolist()) - {0, 9}
        for i in range(6, 77):
            if i % 6 < 5 and kernels.can_swap(cells, meta, i):
                there, state = cells.copy(), meta.copy()
                state[words.QUEUED] = i
                kernels.run(there, state, times, greys, greys, np.full((2, 2), (-1, 0), dtype=np.int64))
                if wins(there, state, times, left - 1):
                    return True
        if not (meta[words.ACTIVE] or meta[words.WAS_ACTIVE] or meta[words.CHANGES]):
            return False
        kernels.run(cells, meta, times, greys, greys, np.array([[-1, 0]]))


@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(puzzles(), st.booleans())
def test_two_swaps_in_motion_are_found_exactly_where_trying_every_frame_finds_them(
    cells: tuple[str, ...], one_pair: bool
) -> None:
    game, root = GAME(active=True, one_pair=one_pair, preset="ex"), State(cells)
    timed, searched = motion.weave(root, game, 2, Budget(Limit()))
    assert searched
    stack, _ = rules.stack_of(root, game)
    for _, _, panel in stack.panels():
        panel.changed = False
    assert wins(*pack(stack), times_array(game.times), 2) is (timed is not None)
    if timed is not None:
        assert played(game, root, Plan(motion.moves_of(timed, root, game), Outcome.WON)) is Outcome.WON
