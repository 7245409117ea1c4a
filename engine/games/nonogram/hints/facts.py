"""What can be said about one line as it stands: its walls, its runs so far, and where every number can lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from engine.games.nonogram.line import settle, spread, study
from engine.games.nonogram.rules import CROSS, Clue, room
from engine.position import EMPTY


class Stretch(NamedTuple):
    """Filled cells of one colour in a row, as many as there are."""

    begin: int
    end: int
    """The cell behind the last one."""
    colour: str
    holders: tuple[int, ...]
    """The numbers of the clue that these cells can belong to, counted from 0."""


class Room(NamedTuple):
    """What is left of a line between its walls: crosses and finished numbers at both ends are put aside."""

    begin: int
    end: int
    first: int
    """The first number of the clue that lies in it."""
    last: int
    """The number behind the last one."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one technique sees in one line."""

    technique: str
    cells: tuple[tuple[int, str], ...]
    """What follows: cell of the line and its label, in order."""
    numbers: tuple[int, ...]
    """The numbers of the clue that it argues from, counted from 0."""
    because: tuple[int, ...] = ()
    """The cells that it argues from."""
    kind: str = ""
    """Which of the technique's cases it is."""
    figures: dict[str, int] = field(default_factory=dict, hash=False)
    """What its sentence counts: the room, the slack, the bounds of a gap."""


class Facts:
    """A line with its clue. Everything is worked out once, when it is asked for."""

    def __init__(self, clue: Clue, cells: str) -> None:
        self.clue = clue
        self.cells = cells
        self.size = len(cells)
        seen = study(clue, cells)
        self.settled = None if seen is None else seen.settled
        """The line as far as it is certain; None where it cannot be completed."""
        self.starts = () if seen is None else seen.starts
        """For each number the set of cells where it can begin, as bits."""
        self._labels: dict[int, frozenset[str]] = {}

    @property
    def fresh(self) -> bool:
        """Whether the line tells anything new."""
        return self.settled is not None and self.settled != self.cells

    @property
    def single(self) -> bool:
        """Whether there is only one way left to complete it."""
        return self.settled is not None and EMPTY not in self.settled

    @cached_property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """For each number its first and its last start."""
        return tuple(((starts & -starts).bit_length() - 1, starts.bit_length() - 1) for starts in self.starts)

    @cached_property
    def reaches(self) -> tuple[tuple[int, int], ...]:
        """For each number the cells from the first to the one behind the last that it can cover."""
        return tuple((first, last + length) for (first, last), (length, _) in zip(self.spans, self.clue, strict=True))

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        """All filled stretches, in order."""
        return tuple(
            Stretch(begin, end, self.cells[begin], self._holders(begin, end, self.cells[begin]))
            for begin, end in self._pieces()
        )

    def _pieces(self) -> Iterator[tuple[int, int]]:
        at = 0
        while at < self.size:
            end = at + 1
            if self.cells[at] not in EMPTY + CROSS:
                while end < self.size and self.cells[end] == self.cells[at]:
                    end += 1
                yield at, end
            at = end

    def _holders(self, begin: int, end: int, colour: str) -> tuple[int, ...]:
        """The numbers that cover all of these cells in some completion."""
        found = []
        for number, (length, own) in enumerate(self.clue):
            earliest = max(0, end - length)
            if own == colour and earliest <= begin:
                window = (1 << (begin + 1)) - (1 << earliest)
                if self.starts[number] & window:
                    found.append(number)
        return tuple(found)

    @cached_property
    def room(self) -> Room:
        """The line between its walls."""
        begin, first = self._strip(self.cells, self.clue)
        end, last = self._strip(self.cells[::-1], self.clue[::-1])
        return Room(begin, self.size - end, first, max(first, len(self.clue) - last))

    @staticmethod
    def _strip(cells: str, clue: Clue) -> tuple[int, int]:
        """How many cells and how many numbers are done with at the front."""
        at = number = 0
        while True:
            while at < len(cells) and cells[at] == CROSS:
                at += 1
            if number == len(clue):
                return at, number
            length, colour = clue[number]
            end = at + length
            done = cells[at:end] == colour * length and (end == len(cells) or cells[end] not in (EMPTY, colour))
            if not done:
                return at, number
            at, number = end, number + 1

    def slack(self, around: Room) -> int:
        """How many cells the numbers in a room can move at the most."""
        return around.end - around.begin - room(self.clue[around.first : around.last])

    def gap(self, at: int, colour: str) -> tuple[int, int]:
        """The cells around one in which a run of this colour can lie without a break, end excluded."""
        begin, end = at, at + 1
        while begin > 0 and self.cells[begin - 1] in (EMPTY, colour):
            begin -= 1
        while end < self.size and self.cells[end] in (EMPTY, colour):
            end += 1
        return begin, end

    def gaps(self) -> Iterator[tuple[int, int]]:
        """The stretches between crosses, end excluded."""
        at = 0
        while at < self.size:
            end = at
            while end < self.size and self.cells[end] != CROSS:
                end += 1
            if end > at:
                yield at, end
            at = end + 1

    def unfilled(self, begin: int, end: int) -> tuple[int, ...]:
        """The undecided cells in a part of the line."""
        return tuple(at for at in range(max(0, begin), min(self.size, end)) if self.cells[at] == EMPTY)

    def may_hold_another(self, at: int, colour: str) -> bool:
        """Whether a number of another colour can reach a cell; never in black and white."""
        return any(
            own != colour and begin <= at < end for (begin, end), (_, own) in zip(self.reaches, self.clue, strict=True)
        )

    def labels(self, at: int) -> frozenset[str]:
        """The labels that a cell has in some completion of the line."""
        if at not in self._labels:
            bit = 1 << at
            found = {
                colour
                for starts, (length, colour) in zip(self.starts, self.clue, strict=True)
                if spread(starts, length) & bit
            }
            if settle(self.clue, self.cells[:at] + CROSS + self.cells[at + 1 :]) is not None:
                found.add(CROSS)
            self._labels[at] = frozenset(found)
        return self._labels[at]

    @property
    def colours(self) -> frozenset[str]:
        """The colours of the clue."""
        return frozenset(colour for _, colour in self.clue)


def is_black(label: str) -> bool:
    """Whether a label fills a cell."""
    return label not in EMPTY + CROSS
