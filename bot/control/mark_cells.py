"""Play marks with a mouse: which button makes a cell filled, crossed out or empty is told by the layout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, product

from bot.action import Action, Button, Click, Drag, Hover
from bot.control.click_cells import resting_place
from bot.control.tempo import Tempo, unhurried
from bot.layout import CellLook, Drags, Hands, LayoutError, Marks
from bot.reading import Reading
from engine.moves import Cell, Move
from engine.position import EMPTY, UNKNOWN

CROSS = "x"
"""The label of a cell that is crossed out."""
LOOKS: tuple[CellLook, ...] = ("empty", "filled", "crossed")
STEADY = 2
"""Levels of the tempo at which runs are dragged; after that every cell is clicked by itself, with a rest before."""


class MarkCells:
    """For programs in which clicks fill cells and cross them out, and drags may do it to a whole run."""

    def __init__(self, marks: Marks, hold: float = 0.0) -> None:
        self.marks = marks
        self._tempo = Tempo(hold)
        self._ways = {(now, then): _way(marks, now, then) for now, then in product(LOOKS, LOOKS)}

    @classmethod
    def of(cls, hands: Hands) -> MarkCells:
        """The hand that a layout describes. Raises LayoutError."""
        if hands.marks is None:
            raise LayoutError("hands.marks: a control that marks cells needs to know what each button does.")
        return cls(hands.marks, hands.hold)

    def actions(self, moves: Sequence[Move], seen: Reading, attempt: int = 1) -> Sequence[Action]:
        """Bring every cell of the moves to its label by as few presses as the program's buttons allow, run by run, and
        park the pointer where it covers no clue. Cells that show their label already are left alone.
        """
        if seen.grid is None or seen.position is None:
            return ()
        shown = {(r, c): label for r, row in enumerate(seen.position.board) for c, label in enumerate(row)}
        presses: list[Action] = []
        level = self._tempo.level(attempt)
        hold = self._tempo.held(level)
        for move in moves:
            label = getattr(move, "label", EMPTY)
            for now, cells in _runs(move.cells, shown, label):
                places = [seen.grid.centre(cell) for cell in cells]
                for button in self._ways[now, _look(label)]:
                    if self.marks.drags is not Drags.NONE and len(places) > 1 and level <= STEADY:
                        steps = len(places) - 1 if self.marks.drags is Drags.CELLS else 1
                        presses.append(Drag(places[0], places[-1], button, steps, hold))
                    else:
                        clicks = [Click(place, button, hold) for place in places]
                        presses += unhurried(clicks, level) if level > STEADY else clicks
            shown |= dict.fromkeys(move.cells, label)
        if not presses:
            return ()
        return (*presses, Hover(resting_place(seen.grid, seen.size, ("below", "right"))))


def _look(label: str) -> CellLook:
    return {EMPTY: "empty", CROSS: "crossed"}.get(label, "filled")  # type: ignore[return-value]


def _runs(cells: Sequence[Cell], shown: dict[Cell, str], label: str) -> Iterator[tuple[CellLook, list[Cell]]]:
    """The parts of a run that look alike and have to change, and how they look."""
    for now, part in groupby(cells, key=lambda cell: shown.get(cell, UNKNOWN)):
        if now not in (label, UNKNOWN):
            yield _look(now), list(part)


def _way(marks: Marks, now: CellLook, then: CellLook) -> tuple[Button, ...]:
    """The fewest presses that make a cell look so; none where there is no way."""
    ways: dict[CellLook, tuple[Button, ...]] = {now: ()}
    waiting = [now]
    for here in waiting:
        for button in (Button.LEFT, Button.RIGHT, Button.MIDDLE):
            after = marks.press(button.name.lower(), here)
            if after not in ways:
                ways[after] = (*ways[here], button)
                waiting.append(after)
    return ways.get(then, ())
