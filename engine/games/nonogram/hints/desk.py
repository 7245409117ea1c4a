"""A puzzle on the desk: its lines, what they tell, and what was written last. Lines are looked at again only when
they have changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from engine.games.nonogram.hints.facts import Facts, Finding, is_black
from engine.games.nonogram.hints.ladder import COLOUR_RANGES, COLOURS_CROSS, LINE_RUNGS, Rung
from engine.games.nonogram.rules import CROSS, Clue, State
from engine.moves import Cell
from engine.position import EMPTY


class Place(NamedTuple):
    """A row or a column."""

    across: bool
    """Whether it is a row."""
    at: int
    """Which one, from 0."""


class Step(NamedTuple):
    """One step of a person's reasoning, before it is put into words."""

    technique: str
    rung: int
    places: tuple[Place, ...]
    """The lines that it looks at, the main one first."""
    cells: Mapping[Cell, str]
    """What follows."""
    because: tuple[Cell, ...]
    finding: Finding | None = None
    """What a single line told; None for steps over several lines."""
    assumed: tuple[Cell, str] | None = None
    """What was supposed, where the step supposes something."""
    dead: Place | None = None
    """The line that could not be completed then."""
    depth: int = 0
    """How many lines had to be followed until then."""


class Desk:
    """A puzzle while it is worked on."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.height, self.width = len(state.rows), len(state.cols)
        self.clues: tuple[Clue, ...] = (*state.rows, *state.cols)
        self.cells = [list(row) for row in state.board]
        self.colours = state.colours
        self.coloured = len(self.colours) > 1
        self.last: Place | None = None
        self.missing = sum(n for clue in state.rows for n, _ in clue) - sum(map(is_black, "".join(state.board)))
        """Cells that are still to be filled."""
        self._facts: list[Facts | None] = [None] * len(self.clues)
        self._text: list[str | None] = [None] * len(self.clues)
        self._found: list[tuple[Finding, ...]] = [()] * len(self.clues)
        self._looked = [0] * len(self.clues)
        """For each line how many rungs tell nothing there; what the next one tells is in `_found`."""
        self._changed = dict.fromkeys(range(len(self.clues)))
        self._written = [0] * len(self.clues)
        """For each line the number of the step that last wrote into it."""
        self._step_number = 0
        self._dull: dict[tuple[str, Cell], tuple[frozenset[int], int]] = {}
        self._fresh = set[int]()

    def place(self, number: int) -> Place:
        """The row or column of a line's number: rows from the top, then columns from the left."""
        return Place(True, number) if number < self.height else Place(False, number - self.height)

    def number(self, place: Place) -> int:
        """The number of a row or column; `place` undoes it."""
        return place.at if place.across else self.height + place.at

    def cell(self, number: int, at: int) -> Cell:
        """The cell of a line."""
        return (number, at) if number < self.height else (at, number - self.height)

    def line(self, number: int) -> str:
        """The cells of a line as they stand."""
        text = self._text[number]
        if text is None:
            column = number - self.height
            text = "".join(self.cells[number]) if column < 0 else "".join([row[column] for row in self.cells])
            self._text[number] = text
        return text

    def facts(self, number: int) -> Facts:
        """What can be said about a line."""
        facts = self._facts[number]
        if facts is None:
            facts = self._facts[number] = Facts(self.clues[number], self.line(number))
        return facts

    @property
    def board(self) -> tuple[str, ...]:
        """The cells, row by row."""
        return tuple("".join(row) for row in self.cells)

    @property
    def done(self) -> bool:
        """Whether every cell is known."""
        return not any(EMPTY in row for row in self.cells)

    def open_cells(self) -> Iterator[Cell]:
        """The undecided cells, row by row."""
        for row, cells in enumerate(self.cells):
            for column, label in enumerate(cells):
                if label == EMPTY:
                    yield row, column

    def write(self, cells: Mapping[Cell, str], place: Place | None = None) -> None:
        """Fill in what was found."""
        self._step_number += 1
        for (row, column), label in cells.items():
            self.missing += is_black(self.cells[row][column]) - is_black(label)
            self.cells[row][column] = label
            for number in (row, self.height + column):
                self._facts[number] = self._text[number] = None
                self._changed[number] = None
                self._written[number] = self._step_number
        self.last = place or self.last

    def is_dull(self, technique: str, cell: Cell) -> bool:
        """Whether supposing something of a cell told nothing before, and no line that was looked at has changed."""
        lines, when = self._dull.get((technique, cell), (frozenset[int](), -1))
        return when >= 0 and all(self._written[number] <= when for number in lines)

    def note_dull(self, technique: str, cell: Cell, lines: frozenset[int]) -> None:
        """Remember that supposing something of a cell tells nothing as long as these lines stay as they are."""
        self._dull[technique, cell] = (lines, self._step_number)

    def broken(self) -> int | None:
        """The first line that cannot be completed."""
        return next((n for n in range(len(self.clues)) if self.facts(n).settled is None), None)

    def easiest(self) -> list[Step]:
        """Everything that lines tell on the easiest rung that tells anything, rows before columns. Lines must not be
        broken.
        """
        self._look_again()
        numbers = sorted(self._fresh)
        before = 0
        for place, rung in enumerate(LINE_RUNGS):
            if self.coloured and rung.number != before:
                if before == COLOURS_CROSS and (found := self._crossings()):
                    return found
                if before == COLOUR_RANGES and (found := self._ranges()):
                    return found
            before = rung.number
            telling = [n for n in numbers if self._looked[n] <= place and self._look(place, rung, n)]
            if telling:
                return [self._step(rung, n, finding) for n in telling for finding in self._found[n]]
        return []

    def _look_again(self) -> None:
        """Take up the lines that have changed; full ones, and those that tell nothing new, are put aside."""
        for number in self._changed:
            self._looked[number], self._found[number] = 0, ()
            if EMPTY in self.line(number) and self.facts(number).fresh:
                self._fresh.add(number)
            else:
                self._fresh.discard(number)
        self._changed.clear()

    def best(self, steps: Iterable[Step]) -> Step:
        """The step with most cells; of equal ones that nearest to what was written last, rows before columns."""
        return min(steps, key=lambda step: (-len(step.cells), self._distance(step), not step.places[0].across))

    def _distance(self, step: Step) -> int:
        place = step.places[0]
        if self.last is None or self.last.across != place.across:
            return 1
        return abs(self.last.at - place.at)

    def _look(self, place: int, rung: Rung, number: int) -> bool:
        """Whether a rung tells anything in a line of which the rungs before it tell nothing."""
        if not self._found[number]:
            self._found[number] = tuple(rung.find(self.facts(number)))
            self._looked[number] = place + (not self._found[number])
        return bool(self._found[number])

    def _step(self, rung: Rung, number: int, finding: Finding) -> Step:
        column = number - self.height
        if column < 0:
            cells = {(number, at): label for at, label in finding.cells}
            because = tuple([(number, at) for at in finding.because])
        else:
            cells = {(at, column): label for at, label in finding.cells}
            because = tuple([(at, column) for at in finding.because])
        return Step(finding.technique, rung.number, (self.place(number),), cells, because, finding)

    def _crossings(self) -> list[Step]:
        """Cells whose row and column have no colour in common."""
        steps = []
        for row in range(self.height):
            own = self.facts(row).colours
            cells = {
                (row, column): CROSS
                for column in range(self.width)
                if self.cells[row][column] == EMPTY and not own & self.facts(self.height + column).colours
            }
            if own and cells:
                columns = tuple(Place(False, column) for _, column in cells)
                steps.append(Step("COLOUR_CROSSING", COLOURS_CROSS, (Place(True, row), *columns), cells, ()))
        return steps

    def _ranges(self) -> list[Step]:
        """Cells that the colours reaching them along the row and along the column leave no choice."""
        steps = []
        for row, column in self.open_cells():
            both = self.options((row, column))
            if len(both) == 1:
                places = (Place(True, row), Place(False, column))
                steps.append(Step("COLOUR_RANGE", COLOUR_RANGES, places, {(row, column): both[0]}, ()))
        return steps

    def options(self, cell: Cell) -> tuple[str, ...]:
        """The labels that both lines of a cell allow it to have: colours in order, then the cross."""
        row, column = cell
        if not self.coloured:
            return (*self.colours, CROSS)
        by_row, by_column = self.facts(row).labels(column), self.facts(self.height + column).labels(row)
        return tuple(label for label in (*self.colours, CROSS) if label in by_row and label in by_column)
