"""One line of a nonogram, solved exactly: every place that each run can still take, and what follows for the cells.

A set of places is one integer: bit i of a set of starts means "begins at cell i", bit i of a set of cells is cell i.
Adding two such integers carries a bit through a whole stretch of cells at once, so a line costs a few operations for
each of its runs. This is the readable solver; hints and small puzzles need no other, and no compiler.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.nonogram.rules import CROSS, Clue
from engine.position import EMPTY


@dataclass(frozen=True, slots=True)
class Line:
    """What is known of the cells of a line, as sets of cells."""

    size: int
    white: int
    """Cells that may stay empty."""
    can: dict[str, int]
    """Colour to the cells that may have it."""

    @classmethod
    def of(cls, cells: str, clue: Clue) -> Line:
        """The line that these characters show."""
        white = sum(1 << i for i, cell in enumerate(cells) if cell in EMPTY + CROSS)
        can = {
            colour: sum(1 << i for i, cell in enumerate(cells) if cell in (EMPTY, colour))
            for colour in {colour for _, colour in clue}
        }
        return cls(len(cells), white, can)


def places(clue: Clue, cells: str) -> tuple[int, ...] | None:
    """For each run of a clue the set of cells where it begins in some completion of the line; None where there is none.

    >>> [bin(starts) for starts in places(((3, "#"), (1, "#")), "......") or ()]
    ['0b11', '0b110000']
    """
    reach = _Reach.of(clue, Line.of(cells, clue))
    return None if reach is None else reach.starts


def settle(clue: Clue, cells: str) -> str | None:
    """The line with every cell filled in that is the same in all its completions; None where it has none.

    >>> settle(((3, "#"), (1, "#")), "......")
    '.##...'
    >>> settle(((2, "#"),), "x..x") , settle(((2, "#"),), "#x.#")
    ('x##x', None)
    """
    line = Line.of(cells, clue)
    reach = _Reach.of(clue, line)
    if reach is None:
        return None
    empty = reach.empty(line)
    filled: dict[str, int] = {}
    for (length, colour), starts in zip(clue, reach.starts, strict=True):
        filled[colour] = filled.get(colour, 0) | spread(starts, length)
    out = []
    for i, cell in enumerate(cells):
        options = [colour for colour, able in filled.items() if able >> i & 1]
        if empty >> i & 1:
            options.append(CROSS)
        out.append(options[0] if len(options) == 1 else cell)
    return "".join(out)


def spread(starts: int, length: int) -> int:
    """The cells that a run of this length covers from any of these starts.

    >>> bin(spread(0b1001, 2))
    '0b11011'
    """
    cells, done = starts, 1
    while done < length:
        step = min(done, length - done)
        cells |= cells << step
        done += step
    return cells


def fits(able: int, length: int) -> int:
    """The cells from which so many cells on lie in a set.

    >>> bin(fits(0b110111, 2))
    '0b10011'
    """
    starts, done = able, 1
    while done < length:
        step = min(done, length - done)
        starts &= starts >> step
        done += step
    return starts


def carried(starts: int, through: int) -> int:
    """The places that are reached from these going up through a set of cells; the place behind a stretch included.

    >>> bin(carried(0b00010, 0b01110))
    '0b11110'
    """
    return ((through + (starts & through)) ^ through) | starts


@dataclass(frozen=True, slots=True)
class _Reach:
    """Where the runs can begin, seen from both ends."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    """For each gap (before the first run, between two, after the last): the places where it can begin."""
    goes_on: tuple[int, ...]
    """For each gap: the places from which the rest of the line can be completed."""

    @classmethod
    def of(cls, clue: Clue, line: Line) -> _Reach | None:
        forward = _forward(clue, line)
        backward = _backward(clue, line)
        starts = tuple(a & b for a, b in zip(forward, backward, strict=True))
        ends = (1, *(begin << length for begin, (length, _) in zip(forward, clue, strict=True)))
        top = 1 << line.size
        goes_on = tuple(_down(begin, line) for begin in (*backward, top))
        if not carried(ends[-1], line.white) & top:
            return None
        return cls(starts, ends, goes_on)

    def empty(self, line: Line) -> int:
        """The cells that stay empty in some completion."""
        cells = 0
        for begin, rest in zip(self.ends, self.goes_on, strict=True):
            cells |= carried(begin, line.white) & line.white & rest >> 1
        return cells


def _forward(clue: Clue, line: Line) -> list[int]:
    """For each run the starts up to which the line can be filled from the left."""
    found: list[int] = []
    end, reached, before = 1, carried(1, line.white), ""
    for length, colour in clue:
        if colour == before:  # the runs must not touch: at least one empty cell
            reached = carried((end & line.white) << 1, line.white)
        begin = reached & fits(line.can[colour], length)
        found.append(begin)
        end, before = begin << length, colour
        reached = carried(end, line.white)
    return found


def _backward(clue: Clue, line: Line) -> list[int]:
    """For each run the starts from which the line can be filled to the right."""
    found: list[int] = []
    rest, after = _down(1 << line.size, line), ""
    begin = 0
    for length, colour in reversed(clue):
        if colour == after:
            rest = _down((begin >> 1) & line.white, line)
        begin = (rest >> length) & fits(line.can[colour], length)
        found.append(begin)
        rest, after = _down(begin, line), colour
    return found[::-1]


def _down(places: int, line: Line) -> int:
    """The places from which these are reached through cells that may stay empty."""
    top = line.size
    return _mirrored(carried(_mirrored(places, top + 1), _mirrored(line.white, top)), top + 1)


def _mirrored(bits: int, size: int) -> int:
    return int(f"{bits:0{size}b}"[::-1], 2)
