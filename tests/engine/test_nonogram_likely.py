"""What cells probably are: sums over one line are held against counting its fillings, and leaning proves nothing."""

import random
from typing import Literal

import numpy as np
import pytest

from engine.api import Limit
from engine.budget import Budget
from engine.games.nonogram import proof
from engine.games.nonogram.beliefs import tell
from engine.games.nonogram.likely import likely
from engine.games.nonogram.proof import decide, settled
from engine.games.nonogram.rules import State, runs_of
from engine.games.nonogram.sat import Question
from engine.games.nonogram.words import Board
from tests.naive import nonogram as naive


def puzzle_of(picture: list[str]) -> State:
    """The puzzle that a picture makes, with an empty board."""
    cols = tuple(runs_of(cells) for cells in zip(*picture, strict=True))
    return State(tuple(map(runs_of, picture)), cols, ("." * len(cols),) * len(picture))


@pytest.mark.parametrize("line", ["##x#xxx", "#xxbxx#", "#bxxxxx", "xxx#xxxx", "##b#xx"])
def test_a_single_row_believes_what_counting_its_fillings_says(line: str) -> None:
    # The columns have told nothing yet; the other rows are there only for their colours.
    labels = sorted({c for c in line if c != "x"})
    ways = naive.completions(runs_of(line), "." * len(line))
    rows = (runs_of(line), *(((1, label),) for label in labels for _ in range(3)))
    height = len(rows)
    board = Board(State(rows, ((),) * len(line), ("." * len(line),) * height))
    message = np.full((height + len(line), max(height, len(line)), len(board.labels)), 1 / len(board.labels))
    starts = np.zeros((int(board.first[-1]), max(height, len(line))))
    for _ in range(60):
        tell(board.can, board.first, board.length, board.colour, height, len(line), 0, 1, message, starts)
    for at in range(len(line)):
        for c, label in enumerate(board.labels):
            share = sum(way[at] == label for way in ways) / len(ways)
            assert message[0, at, c] == pytest.approx(share, abs=1e-9)
    for run, (length, colour) in enumerate(runs_of(line)):
        for place in range(len(line) - length + 1):
            count = sum(_begins(way, run) == place for way in ways)
            assert starts[run, place] == pytest.approx(count / len(ways), abs=1e-9), colour


def _begins(way: str, run: int) -> int:
    """Where a run begins."""
    heads = [at for at, cell in enumerate(way) if cell != "x" and (at == 0 or way[at - 1] != cell)]
    return heads[run]


@pytest.mark.parametrize("seed", range(4))
def test_chances_are_chances_and_the_board_stays_as_it_was(seed: int) -> None:
    rng = random.Random(seed)
    state = puzzle_of(["".join(rng.choice("#xxa"[: 3 + seed % 2]) for _ in range(9)) for _ in range(11)])
    board = Board(settled(state) or state)
    assert board.settle()
    before = board.can.copy()
    weighed = likely(board, Budget(Limit()))
    assert np.array_equal(board.can, before)
    assert np.allclose(weighed.cells.sum(2), 1)
    for row, cells in enumerate(board.shown):
        for column, cell in enumerate(cells):
            if cell != ".":
                assert weighed.chance(row, column, cell) == 1
    for run in range(len(weighed.starts)):
        later = weighed.later(run)
        assert later == sorted(later, reverse=True)
        assert 0 <= later[-1] <= later[0] <= 1 + 1e-9


@pytest.mark.parametrize("thorough", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_leaning_changes_no_answer(seed: int, thorough: bool) -> None:
    rng = random.Random(70 + seed)
    state = puzzle_of(["".join(rng.choice("#x") for _ in range(6)) for _ in range(5)])
    wanted = set(naive.solutions(state.rows, state.cols, state.board))
    start = settled(state) or state
    board = Board(start)
    board.settle()
    question = Question(start, Budget(Limit()), thorough=thorough)
    question.lean(likely(board, Budget(Limit())))
    found = []
    while answer := question.answer(Budget(Limit()), 10_000):
        found.append(answer)
        question.exclude(answer)
    question.close()
    assert answer is False
    assert set(found) == wanted
    assert len(found) == len(wanted)


def test_what_lies_beside_a_solution_differs_in_a_few_rows_only() -> None:
    state = puzzle_of(["#xx", "x#x", "xx#", "###", "#xx", "x#x"])
    start = settled(state) or state
    question = Question(start, Budget(Limit()))
    first = question.answer(Budget(Limit()), 1_000)
    assert first
    question.exclude(first)
    other = question.beside(first, range(2), Budget(Limit()), 1_000)
    assert other
    assert other != first
    assert other[2:] == first[2:]
    question.exclude(other)
    assert question.beside(first, range(2), Budget(Limit()), 1_000) is None
    question.close()


def test_both_solvers_take_turns_until_a_large_picture_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "_CONFLICTS", 20)
    asked: set[bool] = set()
    answer = Question.answer

    def told(question: Question, budget: Budget, conflicts: int) -> tuple[str, ...] | Literal[False] | None:
        asked.add(question.thorough)
        return answer(question, budget, conflicts)

    monkeypatch.setattr(Question, "answer", told)
    rng = random.Random(5)
    state = puzzle_of(["".join("#" if rng.random() < 0.5 else "x" for _ in range(53)) for _ in range(50)])
    verdict = decide(state, Budget(Limit(nodes=200_000)))
    assert verdict.proof == "several"
    assert len(set(verdict.solutions)) == 2
    assert asked == {False, True}
