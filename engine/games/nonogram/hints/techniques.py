"""What a person sees in one line: each technique is a function of the line to its findings, and never guesses.

The conditions are written for black and white and for colours alike: a run ends where another colour begins, and a
cell is only crossed out where no other colour can reach it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from engine.games.nonogram.hints.facts import Facts, Finding, Stretch, is_black
from engine.games.nonogram.rules import CROSS, room
from engine.position import EMPTY

Technique = Callable[[Facts], Iterator[Finding]]


def all_fixed(line: Facts) -> Iterator[Finding]:
    """Only one way is left to complete the line, and it does not stand there yet."""
    if not (line.single and line.fresh):
        return
    new = _new(line, line.settled or "")
    blacks = [label for _, label in new if is_black(label)]
    placed = sum(map(is_black, line.cells))
    around = line.room
    if not line.clue:
        kind = "empty"
    elif not blacks:
        kind = "blacks placed"
    elif len(blacks) == len(new) and placed + len(line.unfilled(0, line.size)) == sum(n for n, _ in line.clue):
        kind = "crosses placed"
    elif line.slack(around) == 0:
        kind = "no slack"
    else:
        kind = "one way"
    numbers = tuple(range(around.first, around.last)) if kind == "no slack" else tuple(range(len(line.clue)))
    because = tuple(at for at, cell in enumerate(line.cells) if cell != EMPTY)
    yield Finding("ALL_FIXED", new, numbers, because, kind, {"room": around.end - around.begin})


def simple_box(line: Facts) -> Iterator[Finding]:
    """One number is left between the walls, and its first and its last place overlap."""
    around = line.room
    if around.last - around.first == 1:
        yield from _boxes(line, "SIMPLE_BOX")


def simple_boxes(line: Facts) -> Iterator[Finding]:
    """Several numbers are left between the walls, and one overlaps itself: pushed to one wall, pushed to the other."""
    around = line.room
    if around.last - around.first > 1 and not _touching(line):
        yield from _boxes(line, "SIMPLE_BOXES")


def colour_boxes(line: Facts) -> Iterator[Finding]:
    """The same where numbers of two colours stand side by side, which need no gap between them."""
    around = line.room
    if around.last - around.first > 1 and _touching(line):
        yield from _boxes(line, "COLOUR_BOXES")


def crosses_at_both_ends(line: Facts) -> Iterator[Finding]:
    """A run is as long as every number that it can belong to: it is finished."""
    for run in line.stretches:
        length = run.end - run.begin
        if any(line.clue[number][0] != length for number in run.holders):
            continue
        ends = [at for at in (run.begin - 1, run.end) if line.unfilled(at, at + 1)]
        new = tuple((at, CROSS) for at in ends if not line.may_hold_another(at, run.colour))
        if new:
            yield Finding("X_BOTH_END", new, run.holders, tuple(range(run.begin, run.end)))


def cannot_reach(line: Facts) -> Iterator[Finding]:
    """Cells too far away from the runs that every number is tied to, and the one cell at a wall that a run just
    cannot touch.
    """
    around = line.room
    anchors: dict[int, tuple[int, int]] = {}
    for run in line.stretches:
        if len(run.holders) == 1:
            begin, _ = anchors.get(run.holders[0], (run.begin, run.end))
            anchors[run.holders[0]] = (begin, run.end)
    wanted = range(around.first, around.last)
    if wanted and all(number in anchors for number in wanted):
        within = set[int]()
        for number in wanted:
            begin, end = anchors[number]
            within.update(range(end - line.clue[number][0], begin + line.clue[number][0]))
        new = tuple((at, CROSS) for at in line.unfilled(around.begin, around.end) if at not in within)
        if new:
            because = tuple(at for number in wanted for at in range(*anchors[number]) if is_black(line.cells[at]))
            yield Finding("CAN_NOT_REACH", new, tuple(wanted), because, "all")
            return
    if not wanted:
        return
    for number, wall, step in ((wanted[0], around.begin, 1), (wanted[-1], around.end - 1, -1)):
        near = _nearest(line, wall, step)
        if near is None or near.holders != (number,) or line.cells[wall] != EMPTY:
            continue
        if abs((near.begin if step > 0 else near.end - 1) - wall) == line.clue[number][0]:
            yield Finding("CAN_NOT_REACH", ((wall, CROSS),), (number,), tuple(range(near.begin, near.end)), "wall")


def small_gap(line: Facts) -> Iterator[Finding]:
    """A gap between crosses that is shorter than every number that comes near it."""
    for begin, end in line.gaps():
        near = tuple(n for n, (first, behind) in enumerate(line.reaches) if first < end and behind > begin)
        if near and all(line.clue[number][0] > end - begin for number in near):
            ends = tuple(at for at in (begin - 1, end) if 0 <= at < line.size)
            yield Finding(
                "SMALL_GAP", tuple((at, CROSS) for at in range(begin, end)), near, ends, figures={"gap": end - begin}
            )


def glue(line: Facts) -> Iterator[Finding]:
    """A filled cell so near to a wall that its number must go on away from it."""
    for run in line.stretches:
        least = min((line.clue[number][0] for number in run.holders), default=0)
        begin, end = line.gap(run.begin, run.colour)
        for wall, first, behind in ((begin - 1, run.end, begin + least), (end, end - least, run.begin)):
            new = line.unfilled(first, behind)
            if new:
                because = tuple(range(run.begin, run.end))
                shown = because if not 0 <= wall < line.size else tuple(sorted((*because, wall)))
                yield Finding(
                    "GLUE",
                    tuple((at, run.colour) for at in new),
                    run.holders,
                    shown,
                    "front" if wall < run.begin else "back",
                    {"least": least, "wall": wall, "crossed": int(0 <= wall < line.size and line.cells[wall] == CROSS)},
                )


def split(line: Facts) -> Iterator[Finding]:
    """A cell that would join two runs to one that is longer than any number there."""
    runs = line.stretches
    for at in line.unfilled(0, line.size):
        before = next((run for run in runs if run.end == at), None)
        after = next((run for run in runs if run.begin == at + 1), None)
        colours = {run.colour for run in (before, after) if run is not None}
        if len(colours) != 1 or line.may_hold_another(at, next(iter(colours))):
            continue
        sides = [run for run in (before, after) if run is not None]
        length = 1 + sum(run.end - run.begin for run in sides)
        holders = set(sides[0].holders).intersection(*(run.holders for run in sides))
        if all(line.clue[number][0] < length for number in holders):
            numbers = tuple(sorted({number for run in sides for number in run.holders}))
            because = tuple(cell for run in sides for cell in range(run.begin, run.end))
            yield Finding("SPLIT", ((at, CROSS),), numbers, because, figures={"length": length})


def join(line: Facts) -> Iterator[Finding]:
    """Two runs that can only belong to one and the same number."""
    for a, b in pairwise(line.stretches):
        if a.holders == b.holders and len(a.holders) == 1:
            new = tuple((at, a.colour) for at in line.unfilled(a.end, b.begin))
            if new:
                yield Finding("JOIN", new, a.holders, (*range(a.begin, a.end), *range(b.begin, b.end)))


def range_box(line: Facts) -> Iterator[Finding]:
    """Counting everything that stands in the line, a number's first and last place overlap."""
    for number, ((first, last), (length, colour)) in enumerate(zip(line.spans, line.clue, strict=True)):
        new = tuple((at, colour) for at in line.unfilled(last, first + length))
        if new:
            yield Finding("RANGE_BOX", new, (number,), _known(line), figures={"first": first, "last": last})


def range_cross(line: Facts) -> Iterator[Finding]:
    """Cells that no number's first and last place has between them."""
    far = tuple((at, CROSS) for at in line.unfilled(0, line.size) if not any(a <= at < b for a, b in line.reaches))
    if far:
        before = max((n for n, (_, end) in enumerate(line.reaches) if end <= far[0][0]), default=None)
        after = min((n for n, (begin, _) in enumerate(line.reaches) if begin > far[0][0]), default=None)
        yield Finding("RANGE_CROSS", far, tuple(n for n in (before, after) if n is not None), _known(line))


def black(line: Facts) -> Iterator[Finding]:
    """Cells that are filled in every way to complete the line."""
    new = tuple((at, label) for at, label in _new(line, line.settled or line.cells) if is_black(label))
    if new:
        yield Finding("BLACK", new, tuple(range(len(line.clue))), _known(line))


def cross(line: Facts) -> Iterator[Finding]:
    """Cells that stay empty in every way to complete the line."""
    new = tuple((at, label) for at, label in _new(line, line.settled or line.cells) if not is_black(label))
    if new:
        yield Finding("CROSS", new, tuple(range(len(line.clue))), _known(line))


def _boxes(line: Facts, technique: str) -> Iterator[Finding]:
    """What the walls alone tell about the numbers between them."""
    around = line.room
    slack = line.slack(around)
    new: list[tuple[int, str]] = []
    numbers = []
    at = around.begin
    for number in range(around.first, around.last):
        length, colour = line.clue[number]
        if number > around.first:
            at = around.begin + room(line.clue[around.first : number + 1]) - length
        box = line.unfilled(at + slack, at + length)
        new += [(cell, colour) for cell in box]
        numbers += [number] if box else []
    if new:
        figures = {
            "room": around.end - around.begin,
            "needs": around.end - around.begin - slack,
            "slack": slack,
            "begin": around.begin,
            "end": around.end,
        }
        yield Finding(technique, tuple(new), tuple(numbers), (), figures=figures)


def _touching(line: Facts) -> bool:
    """Whether numbers of two colours stand side by side between the walls."""
    around = line.room
    return any(a[1] != b[1] for a, b in pairwise(line.clue[around.first : around.last]))


def _nearest(line: Facts, wall: int, step: int) -> Stretch | None:
    """The run that comes first from a wall, with nothing but undecided cells before it."""
    runs = [run for run in line.stretches if (run.begin >= wall if step > 0 else run.end - 1 <= wall)]
    if not runs:
        return None
    run = runs[0] if step > 0 else runs[-1]
    between = line.cells[wall : run.begin] if step > 0 else line.cells[run.end : wall + 1]
    return run if set(between) <= {EMPTY} else None


def _new(line: Facts, settled: str) -> tuple[tuple[int, str], ...]:
    return tuple((at, new) for at, (old, new) in enumerate(zip(line.cells, settled, strict=True)) if old != new)


def _known(line: Facts) -> tuple[int, ...]:
    return tuple(at for at, cell in enumerate(line.cells) if cell != EMPTY)
