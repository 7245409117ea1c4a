"""The hints of the article: its eight techniques, in the order in which it looks for them, a whole line at a time."""

from __future__ import annotations

from engine.games.nonogram.hints.desk import Desk, Step
from engine.games.nonogram.hints.ladder import ARTICLE, LINE_RUNGS
from engine.games.nonogram.rules import State
from engine.moves import Cell


def article_step(state: State) -> Step | None:
    """The next step, rows before columns; None where no line tells anything, or one cannot be completed. What the
    ladder has between the eight is BLACK or CROSS there, by what it finds.
    """
    desk = Desk(state)
    if desk.broken() is not None:
        return None
    for place, name in enumerate(ARTICLE, 1):
        for number in range(len(desk.clues)):
            cells = _cells(desk, number, name)
            if cells:
                return Step(name, place, (desk.place(number),), cells, ())
    return None


def _cells(desk: Desk, number: int, name: str) -> dict[Cell, str]:
    """What one of the techniques finds in a line."""
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
