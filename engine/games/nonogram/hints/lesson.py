"""From a puzzle to the steps that solve it: mistakes first, then always the easiest technique that tells anything."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Limit
from engine.budget import Budget
from engine.games.nonogram import search
from engine.games.nonogram.hints import suppose
from engine.games.nonogram.hints.desk import Desk, Place, Step
from engine.games.nonogram.hints.facts import is_black
from engine.games.nonogram.hints.ladder import ARTICLE, LINE_RUNGS, REPAIR, SEARCH
from engine.games.nonogram.rules import House, State, blank
from engine.moves import Cell
from engine.position import EMPTY

CHOICE = 8
"""Suppositions that lead somewhere from which the shortest is taken."""


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
        found = _some(technique(desk, budget))
        if found:
            return min(found, key=lambda step: (step.depth, -len(step.cells)))
    return None if budget.spent else _searched(desk, budget)


def article_step(state: State) -> Step | None:
    """The next step as the article looks for it: its eight techniques in its order, rows before columns, a whole line
    at a time. What the ladder has between them is BLACK or CROSS there, by what it finds.
    """
    desk = Desk(state)
    if desk.broken() is not None:
        return None
    for name in ARTICLE:
        for number in range(len(desk.clues)):
            cells = _article_cells(desk, number, name)
            if cells:
                return Step(name, ARTICLE.index(name) + 1, (desk.place(number),), cells, ())
    return None


def _article_cells(desk: Desk, number: int, name: str) -> dict[Cell, str]:
    """What one of the article's techniques finds in a line."""
    facts = desk.facts(number)
    if not facts.fresh:
        return {}
    return {
        desk.cell(number, at): label
        for rung in LINE_RUNGS
        if rung.name == name
        for finding in rung.find(facts)
        for at, label in finding.cells
    }


def _some(found: Iterator[Step]) -> list[Step]:
    """The first few."""
    return [step for step, _ in zip(found, range(CHOICE), strict=False)]


def _won(desk: Desk, house: House) -> bool:
    return desk.done or (desk.missing == 0 and not house.crosses and desk.broken() is None)


def _searched(desk: Desk, budget: Budget) -> Step | None:
    """A cell that only a search tells; a step without cells where there are several solutions."""
    verdict = search.decide(desk.state.with_board(desk.board), budget)
    cell = next(desk.open_cells())
    if verdict.proof == "several":
        one, other = verdict.solutions
        row, column = next((r, c) for r, c in desk.open_cells() if one[r][c] != other[r][c])
        return Step("SEARCH", SEARCH, (Place(True, row), Place(False, column)), {}, ((row, column),))
    if verdict.proof != "unique":
        return None
    (solution,) = verdict.solutions
    row, column = next(((r, c) for r, c in desk.open_cells() if is_black(solution[r][c])), cell)
    return Step("SEARCH", SEARCH, (Place(True, row), Place(False, column)), {(row, column): solution[row][column]}, ())


def _mistakes(desk: Desk, budget: Budget) -> list[Step]:
    """What must be wiped before anything else, line by line: the line that is broken first."""
    broken = desk.broken()
    if broken is None:
        end = suppose.follow(desk)
        if end.dead is None and not any(EMPTY in row for row in end.cells):
            return []
        if end.dead is None and search.decide(desk.state.with_board(desk.board), budget).proof != "none":
            return []
        broken = end.dead
    verdict = search.decide(blank(desk.state), budget)
    if verdict.proof != "unique":
        shown = desk.broken()
        lines = () if shown is None else (desk.place(shown),)
        dead = None if verdict.proof == "none" or not lines else lines[0]
        return [Step("X_REPAIR", REPAIR, lines, {}, (), dead=dead)]
    (solution,) = verdict.solutions
    wrong = {
        (row, column)
        for row, cells in enumerate(desk.cells)
        for column, label in enumerate(cells)
        if label != EMPTY and is_black(label) | is_black(solution[row][column]) and label != solution[row][column]
    }
    found = []
    order = [] if desk.broken() is None or broken is None else [broken]
    for number in (*order, *range(desk.height)):
        place = desk.place(number)
        mine = tuple(cell for cell in sorted(wrong) if cell[not place.across] == place.at)
        if mine:
            dead = place if desk.facts(number).settled is None else None
            found.append(Step("X_REPAIR", REPAIR, (place,), dict.fromkeys(mine, EMPTY), mine, dead=dead))
            wrong.difference_update(mine)
    return found
