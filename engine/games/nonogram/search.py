"""From a puzzle to its proof: one solution, several, or none; and the marks that lead there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.api import Limit, Outcome, Plan
from engine.budget import Budget
from engine.games.nonogram.line import settle
from engine.games.nonogram.rules import CROSS, House, State
from engine.moves import Mark
from engine.position import EMPTY


@dataclass(frozen=True)
class Verdict:
    """What is certain about a puzzle."""

    proof: str | None
    """`unique`, `several`, `none`; None where the limit came first."""
    solutions: tuple[tuple[str, ...], ...] = ()
    """Boards that fit: none, one or two."""


def decide(state: State, budget: Budget) -> Verdict:
    """Find out how many ways there are to complete a puzzle from the board as it stands."""
    found: list[tuple[str, ...]] = []
    for board in _completions(state, budget):
        if board not in found:
            found.append(board)
        if len(found) == 2:
            return Verdict("several", tuple(found))
    if budget.spent:
        return Verdict(None, tuple(found))
    return Verdict("unique" if found else "none", tuple(found))


def propagate(state: State) -> State | None:
    """Everything that single lines tell, one after the other until nothing is new; None on a contradiction."""
    height = len(state.rows)
    board = [list(row) for row in state.board]
    waiting = dict.fromkeys(range(height + len(state.cols)))
    while waiting:
        number = next(iter(waiting))
        del waiting[number]
        across = number < height
        index = number if across else number - height
        clue = state.rows[index] if across else state.cols[index]
        cells = "".join(board[index]) if across else "".join(row[index] for row in board)
        settled = settle(clue, cells)
        if settled is None:
            return None
        for at, (old, new) in enumerate(zip(cells, settled, strict=True)):
            if old != new:
                row, column = (index, at) if across else (at, index)
                board[row][column] = new
                waiting[height + at if across else at] = None
    return state.with_board("".join(row) for row in board)


def plan(state: State, house: House, limit: Limit) -> Plan:
    """The marks that finish a puzzle; wrong cells are put right."""
    budget = Budget(limit)
    verdict = decide(state, budget)
    if verdict.proof == "none":
        verdict = decide(state.with_board([EMPTY * len(state.cols)] * len(state.rows)), budget)
    info = {"nodes": float(budget.nodes)}
    if not verdict.solutions:
        reaches = Outcome.STUCK if verdict.proof else Outcome.OPEN
        return Plan((), reaches, proof=verdict.proof, info=info)
    moves = tuple(marks(state, verdict.solutions[0], house))
    return Plan(moves, Outcome.WON, commit=max(1, len(moves)), score=1.0, proof=verdict.proof, info=info)


def marks(state: State, solution: Sequence[str], house: House) -> Iterator[Mark]:
    """The runs of cells to mark, row by row: first what is filled, then the crosses that are asked for."""
    wanted = [
        "".join(
            old if new == CROSS and (old == CROSS or (old == EMPTY and not house.crosses)) else new
            for old, new in zip(olds, news, strict=True)
        )
        for olds, news in zip(state.board, solution, strict=True)
    ]
    if not house.crosses:
        wanted = [
            "".join(EMPTY if new == CROSS != old else new for old, new in zip(olds, news, strict=True))
            for olds, news in zip(state.board, wanted, strict=True)
        ]
    for crosses in (False, True):
        for row, (olds, news) in enumerate(zip(state.board, wanted, strict=True)):
            yield from _runs(row, olds, news, crosses)


def _runs(row: int, olds: str, news: str, crosses: bool) -> Iterator[Mark]:
    """The longest runs of a row that change in one and the same way."""
    start = 0
    for end in range(1, len(olds) + 1):
        if end < len(olds) and (olds[end], news[end]) == (olds[start], news[start]):
            continue
        if olds[start] != news[start] and (news[start] in EMPTY + CROSS) == crosses:
            yield Mark((row, start), (row, end - 1), news[start])
        start = end


def _completions(state: State, budget: Budget) -> Iterator[tuple[str, ...]]:
    """All ways to complete the board that are found within the budget."""
    if not budget.slice(1):
        return
    budget.spend(1)
    settled = propagate(state)
    if settled is None:
        return
    for row, cells in enumerate(settled.board):
        if EMPTY in cells:
            column = cells.index(EMPTY)
            for label in (*settled.colours, CROSS):
                board = list(settled.board)
                board[row] = cells[:column] + label + cells[column + 1 :]
                yield from _completions(settled.with_board(board), budget)
            return
    yield settled.board
