"""From a puzzle to the steps that solve it: mistakes first, then always the easiest technique that tells anything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engine.api import Limit, Proof
from engine.budget import Budget
from engine.games.nonogram import search
from engine.games.nonogram.clues import too_long
from engine.games.nonogram.conflict import contradicting
from engine.games.nonogram.hints import suppose
from engine.games.nonogram.hints.desk import Desk, Place, Step
from engine.games.nonogram.hints.facts import is_black
from engine.games.nonogram.hints.ladder import REPAIR, SEARCH
from engine.games.nonogram.rules import CROSS, House, State, blank
from engine.position import EMPTY

CHOICE = 8
"""Suppositions that lead somewhere from which the shortest is taken…"""
PATIENCE = 40
"""…among so many cells after the first of them."""


def steps(state: State, house: House, limit: Limit) -> Iterator[Step]:
    """The steps to the end, or as far as they are found within the limit. Cells that cannot be right are pointed out
    and wiped first; where nobody can tell which they are, the first step says so and is the last.
    """
    desk, budget = Desk(state), Budget(limit)
    mistakes = _mistakes(desk, budget)
    for mistake in mistakes:
        yield mistake
        desk.write(mistake.cells)
    if mistakes and not mistakes[-1].cells:
        return
    while not _won(desk, house) and (step := next_step(desk, budget)):
        yield step
        if not step.cells:
            return
        desk.write(step.cells, step.places[0])


def next_step(desk: Desk, budget: Budget) -> Step | None:
    """The easiest step from a board without mistakes; None where none is found within the budget."""
    easy = desk.easiest()
    if easy:
        return desk.best(easy)
    for technique in (suppose.edges, suppose.contradictions, suppose.two_ways, suppose.nested):
        found = list(islice(technique(desk, budget, PATIENCE), CHOICE))
        if found:
            return min(found, key=lambda step: (step.depth, -len(step.cells)))
    return None if budget.spent else _searched(desk, budget)


def _won(desk: Desk, house: House) -> bool:
    return desk.done or (desk.missing == 0 and not house.crosses and desk.broken() is None)


def _searched(desk: Desk, budget: Budget) -> Step | None:
    """A cell that only a search tells; a step without cells where there are several solutions."""
    verdict = search.decide(desk.state.with_board(desk.board), budget)
    cell = next(desk.open_cells())
    if verdict.proof is Proof.SEVERAL:
        one, other = verdict.solutions
        row, column = next((r, c) for r, c in desk.open_cells() if one[r][c] != other[r][c])
        return Step("SEARCH", SEARCH, (Place(True, row), Place(False, column)), {}, ((row, column),))
    if verdict.proof is not Proof.UNIQUE:
        return None
    (solution,) = verdict.solutions
    row, column = next(((r, c) for r, c in desk.open_cells() if is_black(solution[r][c])), cell)
    return Step("SEARCH", SEARCH, (Place(True, row), Place(False, column)), {(row, column): solution[row][column]}, ())


def _mistakes(desk: Desk, budget: Budget) -> list[Step]:
    """What must be wiped before anything else, line by line: the line that is broken first."""
    broken = desk.broken()
    if broken is None and not _contradicts(desk, budget):
        return []
    verdict = search.decide(blank(desk.state), budget, desk.board)
    if verdict.proof is Proof.NONE:
        return [_clues_at_odds(desk, budget)]
    if not verdict.solutions:
        lines = () if broken is None else (desk.place(broken),)
        return [Step("X_REPAIR", REPAIR, lines, {}, (), dead=lines[0] if lines else None)]
    wrong = {
        (row, column)
        for row, (mine, right) in enumerate(zip(desk.cells, verdict.solutions[0], strict=True))
        for column, (label, true) in enumerate(zip(mine, right, strict=True))
        if label not in (EMPTY, true if is_black(true) else CROSS)
    }
    if verdict.proof is not Proof.UNIQUE:
        return [Step("X_REPAIR", REPAIR, (), dict.fromkeys(sorted(wrong), EMPTY), tuple(sorted(wrong)))]
    found = []
    for number in (*([] if broken is None else [broken]), *range(desk.height)):
        place = desk.place(number)
        mine = tuple(cell for cell in sorted(wrong) if cell[not place.across] == place.at)
        if mine:
            dead = place if desk.facts(number).settled is None else None
            found.append(Step("X_REPAIR", REPAIR, (place,), dict.fromkeys(mine, EMPTY), mine, dead=dead))
            wrong.difference_update(mine)
    return found


def _clues_at_odds(desk: Desk, budget: Budget) -> Step:
    """The lines that no board fits together, whatever is filled in."""
    puzzle = blank(desk.state)
    lines = too_long(puzzle)[:1] or contradicting(puzzle, budget)
    return Step("X_REPAIR", REPAIR, tuple(map(desk.place, lines)), {}, ())


def _contradicts(desk: Desk, budget: Budget) -> bool:
    """Whether the board cannot be completed, though every line can."""
    end = suppose.follow(desk)
    if end.dead is not None:
        return True
    if not any(EMPTY in row for row in end.cells):
        return False
    return search.decide(desk.state.with_board(desk.board), budget).proof is Proof.NONE
