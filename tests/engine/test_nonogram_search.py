"""Nonograms: proofs are held against every board, plans are replayed by the rules."""

import logging
import random
import subprocess
import sys
from collections.abc import Sequence
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.api import Limit, Outcome, Plan, Position, Proof
from engine.budget import Budget
from engine.games.nonogram import GAME, Nonogram, State, proof, rules, search
from engine.games.nonogram.proof import Verdict, decide
from engine.games.nonogram.rules import Clue, House, runs_of
from engine.games.nonogram.sat import Question
from engine.games.nonogram.words import Board
from engine.moves import Mark
from tests.naive import nonogram as naive

COLOURS = ("#", "a", "b")
RESTART = 200
"""Conflicts that the SAT solver may go beyond its budget: it looks at it between two restarts."""
MEANS = ["sat alone", "probing and sat", "kernels"]


def puzzle_of(picture: Sequence[str]) -> State:
    """The puzzle that a picture makes, with an empty board."""
    rows = tuple(map(runs_of, picture))
    cols = tuple(runs_of(cells) for cells in zip(*picture, strict=True))
    return State(rows, cols, ("." * len(cols),) * len(rows))


def noise(rows: int, columns: int, seed: int, density: float = 0.5, colours: int = 1) -> list[str]:
    """A random picture."""
    rng = random.Random(seed)
    return [
        "".join(rng.choice(COLOURS[:colours]) if rng.random() < density else "x" for _ in range(columns))
        for _ in range(rows)
    ]


@st.composite
def puzzles(draw: st.DrawFn) -> State:
    """A small puzzle, partly filled: with one solution, several, or none."""
    colours = COLOURS[: draw(st.sampled_from([1, 1, 2, 3]))]
    height, width = draw(st.sampled_from([(1, 6), (2, 5), (3, 4), (4, 3), (3, 5), (5, 2), (4, 4)]))
    cell = st.sampled_from([*colours, "x"])
    picture = ["".join(draw(st.lists(cell, min_size=width, max_size=width))) for _ in range(height)]
    state = puzzle_of(picture)
    shown = draw(st.floats(0, 0.5))
    rng = draw(st.randoms(use_true_random=False))
    board = ["".join(c if rng.random() < shown / 2 else "." for c in row) for row in picture]
    if draw(st.integers(0, 2)) == 0:
        row, column = rng.randrange(height), rng.randrange(width)
        board[row] = board[row][:column] + rng.choice([*colours, "x"]) + board[row][column + 1 :]
    known = {*state.colours, "#", "x", "."}
    state = state.with_board("".join(c if c in known else "." for c in row) for row in board)
    if draw(st.integers(0, 3)) == 0:
        rows: list[Clue] = list(state.rows)
        rng.shuffle(rows)
        state = State(tuple(rows), state.cols, state.board)
    return state


def fits(state: State, board: Sequence[str]) -> bool:
    """Whether a board is a solution that keeps what is filled in already."""
    kept = all(
        old in (".", new)
        for olds, news in zip(state.board, board, strict=True)
        for old, new in zip(olds, news, strict=True)
    )
    return kept and rules.outcome(state.with_board(board), House(crosses=True)) is Outcome.WON


def check(state: State, verdict: Verdict, wanted: Sequence[tuple[str, ...]]) -> None:
    """A verdict is what trying every board says."""
    assert verdict.proof == ("none", "unique", "several")[min(2, len(wanted))], f"\n{rules.show(state)}"
    assert len(set(verdict.solutions)) == min(2, len(wanted))
    assert all(fits(state, board) for board in verdict.solutions)
    if verdict.certain:
        columns = zip(*wanted, strict=True)
        assert columns
        for row, cells in enumerate(verdict.certain):
            for column, cell in enumerate(cells):
                assert cell in (".", *{board[row][column] for board in wanted})
                assert cell == "." or len({board[row][column] for board in wanted}) == 1


def use(monkeypatch: pytest.MonkeyPatch, means: str) -> None:
    """Make small boards go the way of large ones."""
    monkeypatch.setattr(proof, "_LARGE", 0 if means == "kernels" else 10**6)
    monkeypatch.setattr(proof, "_KERNELS", "no such module")
    monkeypatch.setattr(proof, "_FEW", 10**6 if means == "sat alone" else 0)
    if means == "kernels":
        monkeypatch.setattr(proof, "_PROBES", 20)
        monkeypatch.setattr(proof, "_CONFLICTS", 1)


# --- proofs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("means", MEANS)
def test_small_puzzles_are_decided_as_trying_every_board_does(means: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        use(patch, means)

        @given(puzzles())
        @settings(max_examples=150, deadline=None)
        def holds(state: State) -> None:
            wanted = list(islice(naive.solutions(state.rows, state.cols, state.board), 50))
            check(state, decide(state, Budget(Limit())), wanted)

        holds()


@pytest.mark.parametrize("seed", range(6))
def test_puzzles_that_lines_do_not_open_are_decided_alike_by_all_means(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = puzzle_of(noise(9, 11, seed, 0.4, 1 + seed % 3))
    found = []
    for means in MEANS:
        use(monkeypatch, means)
        verdict = decide(state, Budget(Limit()))
        assert all(fits(state, board) for board in verdict.solutions)
        found.append((verdict.proof, verdict.solutions if verdict.proof == "unique" else len(verdict.solutions)))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(
    ("rows", "columns", "density"), [(128, 97, 0.75), (65, 128, 0.8), (20, 64, 0.6), (1, 128, 0.5)]
)
def test_large_pictures_are_found_again(rows: int, columns: int, density: float) -> None:
    state = puzzle_of(noise(rows, columns, rows, density))
    verdict = decide(state, Budget(Limit(seconds=20)), enough=1)
    assert verdict.solutions
    assert fits(state, verdict.solutions[0])


@pytest.mark.parametrize("size", [14, 40])
def test_sums_that_differ_are_a_proof_where_searching_would_take_for_ever(size: int) -> None:
    ones: tuple[Clue, ...] = (((1, "#"),),) * size
    state = State(ones, (((1, "#"), (1, "#")), *ones[1:]), ("." * size,) * size)
    budget = Budget(Limit())
    assert decide(state, budget).proof == "none"
    assert budget.nodes == 1


def test_kernels_settle_boards_as_the_readable_solver_does() -> None:
    for seed in range(40):
        state = puzzle_of(noise(7 + seed % 5, 9, seed, 0.65))
        wanted = proof.propagate(state)
        board = Board(state)
        assert board.settle()
        assert wanted is not None
        assert board.shown == wanted.board


def test_probing_finds_only_what_is_so_and_goes_on_where_it_was() -> None:
    for seed in range(12):
        state = puzzle_of(noise(8, 9, seed, 0.45))
        at_once, in_slices = Board(state), Board(state)
        at_once.settle()
        in_slices.settle()
        assert at_once.probe(Budget(Limit()), 10**9)
        while in_slices.probe(Budget(Limit()), 7) is None:
            pass
        assert at_once.shown == in_slices.shown
        for board in decide(state, Budget(Limit())).solutions:
            assert all(
                a in (".", b)
                for row, full in zip(at_once.shown, board, strict=True)
                for a, b in zip(row, full, strict=True)
            )


def test_probing_opens_what_lines_leave_closed_and_sees_contradictions() -> None:
    state = next(
        s for s in (puzzle_of(noise(8, 9, seed, 0.5)) for seed in range(200))
        if "." in "".join((proof.propagate(s) or s).board) and decide(s, Budget(Limit())).proof == "unique"
    )  # fmt: skip
    board = Board(state)
    board.settle()
    before = "".join(board.shown).count(".")
    assert board.probe(Budget(Limit()), 10**9)
    assert "".join(board.shown).count(".") < before
    two_by_two = State(*(((((1, "#"),), ((1, "#"),), ())),) * 2, ("...",) * 3)
    swapped = State(two_by_two.rows, (((1, "#"),), ((2, "#"),), ()), two_by_two.board)
    assert not Board(swapped).settle()


def test_a_question_answers_every_solution_once() -> None:
    state = puzzle_of(["##x", "#x#", "x##"])
    settled = proof.propagate(state) or state
    wanted = set(naive.solutions(state.rows, state.cols, state.board))
    question = Question(settled, Budget(Limit()))
    found = []
    while answer := question.answer(Budget(Limit()), 1_000):
        found.append(answer)
        question.exclude(answer)
    question.close()
    assert answer is False
    assert set(found) == wanted
    assert len(found) == len(wanted) > 1


# --- limits ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", [0, 1, 2, 10, 100, 1_000, 5_000])
def test_the_same_nodes_give_the_same_plan_and_are_kept(nodes: int) -> None:
    state = puzzle_of(noise(21, 20, 3, 0.42))
    game = GAME()
    first, second = (game.plan(state, Limit(nodes=nodes)) for _ in range(2))
    assert first == second
    assert first.info["nodes"] <= nodes + RESTART


def test_what_is_certain_is_marked_where_the_limit_comes_first() -> None:
    picture = ["x" + row for row in noise(20, 21, 3, 0.42)]
    plan = GAME(crosses=True).plan(puzzle_of(picture), Limit(nodes=1))
    assert plan.reaches is Outcome.OPEN
    assert plan.proof is None
    assert 0 < plan.score < 1
    assert Mark((0, 0), (19, 0), "x") in plan.moves
    assert any("limit" in note for note in plan.notes)


def test_long_work_is_told_in_the_log(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(proof, "_REPORT", 0.0)
    monkeypatch.setattr(proof, "_FEW", 0)
    with caplog.at_level(logging.INFO, "engine.games.nonogram"):
        decide(puzzle_of(noise(21, 22, 3, 0.42)), Budget(Limit()))
    assert "cells that lines leave open" in caplog.text


def test_small_puzzles_need_no_compiler() -> None:
    code = """
import sys
from engine.api import Limit, Position
from engine.games.nonogram import GAME
game = GAME()
state = game.parse(Position.parse(sys.stdin.read()))
print(game.plan(state, Limit()).proof, "numba" in sys.modules)
"""
    for picture, wanted in ((["###", "x#x", "x#x"], "unique"), (noise(15, 14, 1, 0.45), "several")):
        position = str(rules.show(puzzle_of(picture)))
        done = subprocess.run([sys.executable, "-c", code], input=position, capture_output=True, text=True, check=True)
        assert done.stdout.split() == [wanted, "False"]


# --- plans -------------------------------------------------------------------------------------------------------


def replayed(game: Nonogram, state: State, plan: Plan) -> State:
    """The board after the plan; every move is checked by the rules."""
    for move in plan.moves:
        state = game.play(state, move)
    return state


@pytest.mark.parametrize("crosses", [False, True])
@given(state=puzzles())
@settings(max_examples=100, deadline=None)
def test_plans_reach_what_they_say_from_any_board(crosses: bool, state: State) -> None:
    game = GAME(crosses=crosses)
    plan = game.plan(state, Limit(nodes=5_000))
    end = replayed(game, state, plan)
    solvable = any(naive.solutions(state.rows, state.cols, ["." * len(state.cols)] * len(state.rows)))
    assert plan.reaches is (Outcome.WON if solvable else Outcome.STUCK)
    assert (plan.proof == "none") == (not solvable)
    if solvable:
        assert game.outcome(end) is Outcome.WON
    else:
        assert not plan.moves
        assert plan.notes


def plan_of(text: str, *, crosses: bool = False) -> list[str]:
    game = GAME(crosses=crosses)
    return [str(move) for move in game.plan(game.parse(Position.parse(text)), Limit()).moves]


LETTER = """
rows:
3
1
1
cols:
1
3
1
board:
"""


@pytest.mark.parametrize(
    ("board", "crosses", "moves"),
    [
        ("...\n...\n...", False, ["mark 0,0 0,2 #", "mark 1,1 2,1 #"]),
        ("...\n...\n...", True, ["mark 0,0 0,2 #", "mark 1,1 2,1 #", "mark 1,0 2,0 x", "mark 1,2 2,2 x"]),
        ("#x#\n.#.\n##.", False, ["mark 0,1 #", "mark 2,0 ."]),
        ("#x#\nx#.\n##x", True, ["mark 0,1 #", "mark 1,2 x", "mark 2,0 x"]),
        ("###\n.#.\n.#.", False, []),
    ],
)
def test_marks_are_few_and_put_wrong_cells_right(board: str, crosses: bool, moves: list[str]) -> None:
    assert plan_of(LETTER + board, crosses=crosses) == moves
    game = GAME(crosses=crosses)
    state = game.parse(Position.parse(LETTER + board))
    assert game.outcome(replayed(game, state, game.plan(state, Limit()))) is Outcome.WON


def test_of_several_solutions_one_is_chosen_that_goes_with_the_board() -> None:
    text = "rows:\n1\n1\ncols:\n1\n1\nboard:\n"
    assert plan_of(text + ".#\n..") == ["mark 1,0 #"]
    assert plan_of(text + "..\n.#") == ["mark 0,0 #"]
    assert plan_of(text + "x.\n..") == ["mark 0,1 #", "mark 1,0 #"]


@pytest.mark.parametrize("picture", [["#.", ".#"], ["##", ".#"]])
def test_a_finished_puzzle_is_proved_by_its_clues_and_not_by_what_is_filled(picture: list[str]) -> None:
    state = puzzle_of(picture)
    proved = search.plan(state, House(), Limit()).proof
    done = search.plan(state.with_board(picture), House(), Limit())
    assert (done.moves, done.reaches, done.proof) == ((), Outcome.WON, proved)
    assert (search.OTHERS in done.notes) == (proved is Proof.SEVERAL)


def test_a_spoilt_board_is_put_right_with_few_changes_where_there_are_several_solutions() -> None:
    size = 8
    diagonal = ["." * i + "#" + "." * (size - 1 - i) for i in range(size)]
    state = puzzle_of([row.replace(".", "x") for row in diagonal])
    spoilt = state.with_board([diagonal[0], diagonal[0], *diagonal[2:]])
    plan = GAME().plan(spoilt, Limit())
    assert plan.proof == "several"
    assert plan.reaches is Outcome.WON
    assert len(plan.moves) <= 4
    assert "filled wrongly" in plan.notes[0]
