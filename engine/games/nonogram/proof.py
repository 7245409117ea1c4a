"""From a puzzle to its proof: one solution, several, or none.

Rows and columns that ask for different numbers of cells need no search. For the rest there are four means, from cheap
to strong. Lines, one after the other, until none tells anything new: that solves what is made for people. Probing: both
values of a cell are tried, what they agree on is so. A clause-learning SAT solver. The same and a slower, more thorough
one, both guessing what cells probably are. What is hard for one is often easy for another, so they take turns.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.api import Limit, Proof
from engine.budget import Budget
from engine.games.nonogram.clues import missing
from engine.games.nonogram.line import settle
from engine.games.nonogram.rules import State
from engine.position import EMPTY

if TYPE_CHECKING:
    from engine.games.nonogram.sat import Question
    from engine.games.nonogram.words import Board

_log = logging.getLogger(__name__)

_KERNELS = "engine.games.nonogram.words"
_LARGE = 10_000
"""Boards of more cells are worth loading the kernels for lines alone: half a second, the first time."""
_FEW = 900
"""Up to so many cells that lines leave open the SAT solver is asked before anything is probed, and without kernels."""
_PROBES = 1_500_000
_CONFLICTS = 2_000
"""How many probes, divided by the lines of the board, and how many conflicts of the SAT solver make a turn."""
_BLIND = 2
"""Turns of the SAT solver before it is worth weighing what the open cells probably are."""
_THOROUGH = 4
"""How many times as many conflicts make a turn of the thorough solver."""
_BAND, _NEAR = 3, 200
"""Half the rows in which a second solution near the first is looked for at once, and conflicts of the SAT solver."""
_REPORT = 3.0
"""Seconds between two lines of the log on long work."""


@dataclass(frozen=True)
class Verdict:
    """What is certain about a puzzle."""

    proof: Proof | None
    """`unique`, `several`, `none`; None where the limit came first."""
    solutions: tuple[tuple[str, ...], ...] = ()
    """Boards that fit: none, one or two."""
    certain: tuple[str, ...] = ()
    """The board with every cell that was found to be the same in all solutions; empty where there is none."""


def decide(state: State, budget: Budget, like: Sequence[str] = (), *, enough: int = 2) -> Verdict:
    """Find out how many ways there are to complete a puzzle from the board as it stands.

    Where there are several, the first is likely one that differs little from the board `like`. With `enough=1` it
    stops at a first solution, without a proof that there is no other.
    """
    if not budget.slice(1):
        return Verdict(None, certain=state.board)
    budget.spend(1)
    by_lines = None if missing(state) else settled(state)
    if by_lines is None:
        return Verdict(Proof.NONE)
    if not _open(by_lines):
        return Verdict(Proof.UNIQUE, (by_lines.board,), by_lines.board)
    return _Hunt(by_lines, budget, like, enough).run()


def decide_within(state: State, budget: Budget, nodes: int, *, enough: int = 2) -> Verdict:
    """The same for a puzzle that is only tried, with at most so many nodes of the budget."""
    seconds = budget.limit.seconds
    left = None if seconds is None else max(0.0, seconds - budget.seconds)
    part = Budget(Limit(left, budget.slice(nodes)))
    verdict = decide(state, part, enough=enough)
    budget.spend(part.nodes)
    return verdict


def propagate(state: State, lines: Collection[int] | None = None) -> State | None:
    """Everything that single lines tell, one after the other until nothing is new; None on a contradiction.

    Lines are numbered from 0, the columns after the rows; only `lines` are looked at where they are given.
    """
    height = len(state.rows)
    board = [list(row) for row in state.board]
    used = range(height + len(state.cols)) if lines is None else lines
    waiting = dict.fromkeys(used)
    while waiting:
        number = next(iter(waiting))
        del waiting[number]
        across = number < height
        index = number if across else number - height
        clue = state.rows[index] if across else state.cols[index]
        cells = "".join(board[index]) if across else "".join(row[index] for row in board)
        told = settle(clue, cells)
        if told is None:
            return None
        for at, (old, new) in enumerate(zip(cells, told, strict=True)):
            if old != new:
                row, column = (index, at) if across else (at, index)
                board[row][column] = new
                cross = height + at if across else at
                if cross in used:
                    waiting[cross] = None
    return state.with_board("".join(row) for row in board)


def settled(state: State, lines: Collection[int] | None = None) -> State | None:
    """The same as `propagate`, by kernels where they are loaded or worth loading."""
    if _KERNELS not in sys.modules and len(state.rows) * len(state.cols) <= _LARGE:
        return propagate(state, lines)
    from engine.games.nonogram.words import Board

    board = Board(state)
    return state.with_board(board.shown) if board.settle(lines) else None


def _open(state: State) -> int:
    """The number of cells that are not decided."""
    return sum(row.count(EMPTY) for row in state.board)


class _Hunt:
    """The search for two solutions of a puzzle whose lines are settled."""

    def __init__(self, state: State, budget: Budget, like: Sequence[str], enough: int) -> None:
        self.state = state
        self.budget = budget
        self.like = like
        self.enough = enough
        self.found: list[tuple[str, ...]] = []
        self._board: Board | None = None
        self._probed = False
        self._questions: list[Question] = []
        """The same question, put to the quick solver and later to the thorough one, too."""
        self._turn = 0
        self._cells = _open(state)
        self._reported = budget.seconds

    def run(self) -> Verdict:
        """Probe and ask in turn, until the puzzle is decided or the budget is spent."""
        proof = self._ask() if self._cells <= _FEW else None
        while proof is None and len(self.found) < self.enough and not self.budget.spent:
            proof = self._probe() or self._ask()
            self._report()
        for question in self._questions:
            question.close()
        return Verdict(proof, tuple(self.found), self.state.board if proof is not Proof.NONE else ())

    def _probe(self) -> Proof | None:
        """A turn of probing."""
        if self._probed:
            return None
        board = self._on_words()
        turn = _PROBES // (len(self.state.rows) + len(self.state.cols))
        done = board.probe(self.budget, (self.budget.slice(2 * turn) + 1) // 2)
        if done is False:
            return Proof.NONE
        self._probed = done is True
        self.state = self.state.with_board(board.shown)
        if not _open(self.state):
            self.found = [self.state.board]
            return Proof.UNIQUE
        for question in self._questions:
            question.fix(self.state.board)
        return None

    def _on_words(self) -> Board:
        """The board for the kernels."""
        if self._board is None:
            from engine.games.nonogram.words import Board

            self._board = Board(self.state)
            self._board.settle()
        return self._board

    def _ask(self) -> Proof | None:
        """A turn of a SAT solver."""
        if not self._questions:
            self._put(thorough=False)
            if self.like:
                self._questions[0].prefer(self.like)
        elif self._turn == _BLIND:
            self._put(thorough=True)
            self._lean()
        number = self._turn % len(self._questions)
        question, conflicts = self._questions[number], _CONFLICTS * (1, _THOROUGH)[number]
        self._turn += 1
        while answer := question.answer(self.budget, conflicts):
            self.found.append(answer)
            if len(self.found) == 2:
                return Proof.SEVERAL
            if self.enough == 1:
                return None
            for each in self._questions:
                each.exclude(answer)
            if self._turn > _BLIND and (other := self._beside(answer)):
                self.found.append(other)
                return Proof.SEVERAL
        if answer is None:
            return None
        return Proof.UNIQUE if self.found else Proof.NONE

    def _beside(self, answer: Sequence[str]) -> tuple[str, ...] | None:
        """A second solution that differs from one in a few rows: beside one that is hard to find often lies another."""
        height = len(self.state.rows)
        bands = (range(top, min(top + 2 * _BAND, height)) for top in range(0, height, _BAND))
        found = (self._questions[0].beside(answer, rows, self.budget, _NEAR) for rows in bands)
        return next((other for other in found if other), None)

    def _put(self, *, thorough: bool) -> None:
        """Put the question to one more solver."""
        from engine.games.nonogram.sat import Question

        question = Question(self.state, self.budget, thorough=thorough)
        for answer in self.found:
            question.exclude(answer)
        self._questions.append(question)

    def _lean(self) -> None:
        """Let the solvers guess what is likely."""
        from engine.games.nonogram.likely import likely

        weighed = likely(self._on_words(), self.budget)
        for question in self._questions:
            question.lean(weighed)

    def _report(self) -> None:
        """Say how far it is, every few seconds."""
        if self.budget.seconds - self._reported >= _REPORT:
            self._reported = self.budget.seconds
            _log.info(
                "Nonogram: %.0f s, %d of the %d cells that lines leave open are decided, %s.",
                *(self.budget.seconds, self._cells - _open(self.state), self._cells),
                "one solution is found" if self.found else "no solution yet",
            )
