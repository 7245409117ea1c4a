"""How hard a puzzle is for a person: its hardest technique, how much of each it takes, and its narrowest point.

Everything that the easiest technique tells is taken at once, in all lines, before anything else is looked at. So no
order of rows and columns goes into the grade, and a puzzle that is mirrored or turned has the same one.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine.api import Limit
from engine.budget import Budget
from engine.games.nonogram.hints import suppose
from engine.games.nonogram.hints.desk import Desk, Place, Step
from engine.games.nonogram.hints.ladder import NUMBER, SEARCH, WEIGHTS
from engine.games.nonogram.rules import State
from engine.moves import Cell
from engine.teacher import Grade

BANDS: Final = (("easy", 4), ("medium", 7), ("hard", 11), ("expert", 13), ("master", 16), ("beyond", SEARCH))
"""The names of the grades and the highest rung of each."""


def band(rung: int) -> str:
    """The name of the grade that a rung belongs to.

    >>> band(1), band(7), band(15)
    ('easy', 'medium', 'master')
    """
    return next(name for name, highest in BANDS if rung <= highest)


def grade(state: State, limit: Limit | None = None) -> Grade:
    """How hard a puzzle is from the board as it stands, which must hold no mistakes. Nothing is tried beyond TWO_WAY:
    what needs more is `beyond`, and so is what was not finished within the limit.
    """
    desk, budget = Desk(state), Budget(limit or Limit())
    steps: Counter[str] = Counter()
    narrowest = len(desk.clues)
    while not desk.done:
        found = [] if desk.broken() is not None else _all_of_the_easiest(desk, budget)
        if not found:
            return _graded(steps, 0, state)
        offers = {(step.technique, offer) for step in found for offer in _offers(step)}
        steps.update(technique for technique, _ in offers)
        narrowest = min(narrowest, len({line for step in found for line in _lines(step)}))
        desk.write({cell: label for step in found for cell, label in step.cells.items()})
    return _graded(steps, narrowest, state)


def _offers(step: Step) -> tuple[Place | Cell, ...]:
    """What a step counts by: its line, or its cells where it argues from several lines."""
    return step.places if step.finding is not None else tuple(step.cells)


def _lines(step: Step) -> tuple[Place, ...]:
    """The lines in which something is offered, rows and columns alike."""
    if step.finding is not None:
        return step.places
    return tuple(place for row, column in step.cells for place in (Place(True, row), Place(False, column)))


def _all_of_the_easiest(desk: Desk, budget: Budget) -> list[Step]:
    """Everything on the lowest rung that tells anything."""
    if found := desk.easiest():
        return found
    for technique in (suppose.edges, suppose.contradictions, suppose.two_ways):
        found = list(technique(desk, budget))
        if budget.spent:
            return []
        if found:
            return found
    return []


def _graded(steps: Counter[str], narrowest: int, state: State) -> Grade:
    cells = len(state.rows) * len(state.cols)
    score = sum(WEIGHTS[NUMBER[technique]] * count for technique, count in steps.items())
    if not narrowest:
        return Grade(band(SEARCH), "SEARCH", SEARCH, (score + WEIGHTS[SEARCH]) / cells, 0, dict(steps))
    hardest = max(steps, key=lambda technique: (NUMBER[technique], technique), default="ALL_FIXED")
    rung = NUMBER[hardest]
    return Grade(band(rung), hardest, rung, score / cells, narrowest, dict(steps))
