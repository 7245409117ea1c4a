"""One line of a nonogram, solved exactly: every place that each run can still take, and what follows for the cells.

A set of places is one integer: bit i of a set of starts means "begins at cell i", bit i of a set of cells is cell i.
Adding two such integers carries a bit through a whole stretch of cells at once, so a line costs a few operations for
each of its runs. This is the readable solver; hints and small puzzles need no other, and no compiler.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.games.nonogram.rules import CROSS, Clue, Run
from engine.position import EMPTY


class Study(NamedTuple):
    """Everything that one line tells."""

    starts: tuple[int, ...]
    """For each run of the clue the set of cells where it begins in some completion."""
    settled: str
    """The line with every cell filled in that is the same in all completions."""


def study(clue: Clue, cells: str) -> Study | None:
    """What a line tells; None where it cannot be completed.

    The line is walked through from both ends: which boundaries between cells can be reached with so many runs placed,
    and from which ones the rest can be placed. Where both meet, there is a completion.
    """
    size, top = len(cells), 1 << len(cells)
    back = cells[::-1]
    white = _mask(back, CROSS)
    can = {colour: _mask(back, colour) for _, colour in clue}
    able = {run: fits(can[run[1]], run[0]) for run in clue}
    begins, reached = _walk(clue, able, white, size)
    if not reached[-1] & top:
        return None
    able_back = {run: _mirrored(fit, size - run[0] + 1) for run, fit in able.items()}
    _, reached_back = _walk(clue[::-1], able_back, _mask(cells, CROSS), size)
    goes_on = [_mirrored(reach, size + 1) for reach in reversed(reached_back)]

    starts, empty = [], reached[0] & white & goes_on[0] >> 1
    filled: dict[str, int] = {}
    for number, (length, colour) in enumerate(clue):
        rest = goes_on[number + 1]
        empty |= reached[number + 1] & white & rest >> 1
        if number + 1 < len(clue) and clue[number + 1][1] == colour:
            rest = white & rest >> 1
        start = begins[number] & rest >> length
        starts.append(start)
        filled[colour] = filled.get(colour, 0) | spread(start, length)
    return Study(tuple(starts), _settled(cells, filled, empty))


def places(clue: Clue, cells: str) -> tuple[int, ...] | None:
    """For each run of a clue the set of cells where it begins in some completion of the line; None where there is none.

    >>> [bin(starts) for starts in places(((3, "#"), (1, "#")), "......") or ()]
    ['0b11', '0b110000']
    """
    seen = study(clue, cells)
    return None if seen is None else seen.starts


def settle(clue: Clue, cells: str) -> str | None:
    """The line with every cell filled in that is the same in all its completions; None where it has none.

    >>> settle(((3, "#"), (1, "#")), "......")
    '.##...'
    >>> settle(((2, "#"),), "x..x") , settle(((2, "#"),), "#x.#")
    ('x##x', None)
    """
    seen = study(clue, cells)
    return None if seen is None else seen.settled


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


def _walk(clue: Clue, able: Mapping[Run, int], white: int, size: int) -> tuple[list[int], list[int]]:
    """From the left: for each run its starts, and for each number of runs placed the boundaries that are reached. The
    boundary i lies before cell i. `able` has the starts from which a run's cells can all have its colour.
    """
    begins, reached = [], [carried(1, white)]
    end, before, everywhere = 1, "", (1 << size + 1) - 1
    for run in clue:
        length, colour = run
        # runs of one colour must not touch: at least one empty cell
        origin = carried((end & white) << 1, white) if colour == before else reached[-1]
        begin = origin & able[run]
        end, before = begin << length & everywhere, colour
        begins.append(begin)
        reached.append(carried(end, white))
    return begins, reached


def _settled(cells: str, filled: dict[str, int], empty: int) -> str:
    """The cells, with those filled in that have one label only in all completions."""
    out = list(cells)
    labels = [*filled.items(), (CROSS, empty)]
    seen = twice = 0
    for _, where in labels:
        twice |= seen & where
        seen |= where
    for label, where in labels:
        certain = where & ~twice
        while certain:
            lowest = certain & -certain
            out[lowest.bit_length() - 1] = label
            certain ^= lowest
    return "".join(out)


def _mask(back: str, label: str) -> int:
    """The cells that may have a label, of a line that is given from its end."""
    return int("0" + back.translate(_table(label)), 2)


@lru_cache(maxsize=64)
def _table(label: str) -> dict[int, str]:
    """Characters to bits: 1 for what is undecided or has this label, else 0."""
    return {code: "01"[chr(code) in EMPTY + label] for code in range(128)}


def _mirrored(bits: int, size: int) -> int:
    return int(f"{bits:0{size}b}"[::-1], 2)
