"""Techniques over several lines: suppose that a cell is filled, or that it is empty, and see what that leads to.

Suppositions are followed with the lines alone, as a person would with a pencil, and never further than the rung says:
EDGE_2LINE looks at the lines that cross and at the next one beside; CONTRADICTION follows every line to the end;
TWO_WAY compares the ends of all suppositions for a cell; NESTED makes a second supposition inside the first. Each gives
the steps that it finds; with `patience`, only those among so many cells after the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.budget import Budget
from engine.games.nonogram.hints.desk import Desk, Place, Step
from engine.games.nonogram.hints.ladder import CONTRADICTION, EDGE, NESTED, TWO_WAY
from engine.games.nonogram.line import settle
from engine.games.nonogram.rules import Clue
from engine.moves import Cell
from engine.position import EMPTY

Cells = list[list[str]]

TWO = 2
"""Suppositions that must stand before they can be compared."""


class Followed(NamedTuple):
    """Where a supposition leads when every line is followed."""

    cells: Cells
    dead: int | None
    """The line that cannot be completed; None where all can."""
    depth: int
    """How many lines told something until then."""
    seen: frozenset[int] = frozenset()
    """The lines that were looked at; only they matter for all this."""


Look = Callable[[Desk, Cell, str], Followed]
"""What a supposition leads to, as far as a technique looks."""


@lru_cache(maxsize=1 << 16)
def _settle(clue: Clue, cells: str) -> str | None:
    return settle(clue, cells)


def edges(desk: Desk, budget: Budget, patience: int | None = None) -> Iterator[Step]:
    """Cells that can be settled because a line that crosses, or the next one beside it, is dead at once."""
    return _refuted(desk, budget, patience, EDGE, "EDGE_2LINE", _glimpse)


def contradictions(desk: Desk, budget: Budget, patience: int | None = None) -> Iterator[Step]:
    """Cells that can be settled because the other supposition leads to a dead line."""
    return _refuted(desk, budget, patience, CONTRADICTION, "CONTRADICTION", _follow_cell)


def nested(desk: Desk, budget: Budget, patience: int | None = None) -> Iterator[Step]:
    """Cells that can be settled because the other supposition is dead after one more supposition inside it."""

    def look(desk: Desk, cell: Cell, label: str) -> Followed:
        return _follow_twice(desk, cell, label, budget)

    return _refuted(desk, budget, patience, NESTED, "NESTED", look)


def two_ways(desk: Desk, budget: Budget, patience: int | None = None) -> Iterator[Step]:
    """Cells that come out the same whatever a cell is supposed to be."""
    left_over, found = -1 if patience is None else patience, False
    for cell in desk.open_cells():
        if desk.is_dull("TWO_WAY", cell):
            continue
        if budget.spent or left_over == 0:
            return
        budget.spend(1)
        left_over -= found
        ends = [end for label in desk.options(cell) if (end := _follow_cell(desk, cell, label)).dead is None]
        if len(ends) < TWO:
            continue
        agreed = {
            at: ends[0].cells[at[0]][at[1]]
            for at in desk.open_cells()
            if ends[0].cells[at[0]][at[1]] != EMPTY
            and all(end.cells[at[0]][at[1]] == ends[0].cells[at[0]][at[1]] for end in ends)
        }
        if agreed:
            row, column = cell
            places = (Place(True, row), Place(False, column))
            depth = max(end.depth for end in ends)
            found = True
            yield Step("TWO_WAY", TWO_WAY, places, agreed, (cell,), assumed=(cell, ""), depth=depth)
        else:
            desk.note_dull("TWO_WAY", cell, frozenset[int]().union(*(end.seen for end in ends)))


def follow(desk: Desk) -> Followed:
    """Where the lines alone lead from the board as it stands."""
    return _run(desk, [list(row) for row in desk.cells], range(len(desk.clues)))


def _refuted(desk: Desk, budget: Budget, patience: int | None, rung: int, name: str, look: Look) -> Iterator[Step]:
    """Cells of which all labels but one lead to a dead line."""
    left_over, found = -1 if patience is None else patience, False
    for cell in desk.open_cells():
        if desk.is_dull(name, cell):
            continue
        if budget.spent or left_over == 0:
            return
        budget.spend(1)
        left_over -= found
        left: list[str] = []
        seen = frozenset[int]()
        why: tuple[str, Followed] | None = None
        for label in desk.options(cell):
            end = look(desk, cell, label)
            seen |= end.seen
            if end.dead is None:
                left.append(label)
            else:
                why = (label, end)
        if why is not None and len(left) == 1:
            label, end = why
            assert end.dead is not None
            dead, own = desk.place(end.dead), Place(True, cell[0])
            places = (own, dead) if dead != own else (own,)
            found = True
            yield Step(name, rung, places, {cell: left[0]}, (cell,), assumed=(cell, label), dead=dead, depth=end.depth)
        else:
            desk.note_dull(name, cell, seen)


def _follow_cell(desk: Desk, cell: Cell, label: str) -> Followed:
    row, column = cell
    cells = [list(line) for line in desk.cells]
    cells[row][column] = label
    return _run(desk, cells, (row, desk.height + column))


def _run(desk: Desk, cells: Cells, waiting: Iterable[int]) -> Followed:
    """Follow lines, the nearest news first, until nothing is new or a line is dead."""
    queue = dict.fromkeys(waiting)
    height, depth, seen = desk.height, 0, set[int]()
    while queue:
        number = next(iter(queue))
        del queue[number]
        seen.add(number)
        across = number < height
        index = number if across else number - height
        old = "".join(cells[index]) if across else "".join([row[index] for row in cells])
        new = _settle(desk.clues[number], old)
        if new is None:
            return Followed(cells, number, depth, frozenset(seen))
        if new == old:
            continue
        depth += 1
        for at, (before, after) in enumerate(zip(old, new, strict=True)):
            if before != after:
                if across:
                    cells[index][at] = after
                    queue[height + at] = None
                else:
                    cells[at][index] = after
                    queue[at] = None
    return Followed(cells, None, depth, frozenset(seen))


def _glimpse(desk: Desk, cell: Cell, label: str) -> Followed:
    """Whether a supposition kills a crossing line, or the line beside, at once: one line is followed, then those that
    cross it, and no further.
    """
    row, column = cell
    seen = set[int]()
    for number in (row, desk.height + column):
        dead = _glimpse_along(desk, number, cell, label, seen)
        if dead is not None:
            return Followed(desk.cells, dead, 1, frozenset(seen))
    return Followed(desk.cells, None, 1, frozenset(seen))


def _glimpse_along(desk: Desk, number: int, cell: Cell, label: str, seen: set[int]) -> int | None:
    """The line that is dead when one line is followed; the lines that are looked at are added to `seen`."""
    across = number < desk.height
    at = cell[1] if across else cell[0]
    old = desk.line(number)
    new = _settle(desk.clues[number], old[:at] + label + old[at + 1 :])
    seen.add(number)
    if new is None:
        return number
    index = number if across else number - desk.height
    beside = [other for other in (index - 1, index + 1) if 0 <= other < (desk.height if across else desk.width)]
    base = 0 if across else desk.height
    neighbours = {other: list(desk.line(base + other)) for other in beside}
    touched = set[int]()
    for place, (before, after) in enumerate(zip(old, new, strict=True)):
        if before == after:
            continue
        crossing = desk.height + place if across else place
        seen.add(crossing)
        cells = desk.line(crossing)
        settled = _settle(desk.clues[crossing], cells[:index] + after + cells[index + 1 :])
        if settled is None:
            return crossing
        for other in beside:
            if settled[other] != neighbours[other][place]:
                neighbours[other][place] = settled[other]
                touched.add(other)
    for other in sorted(touched):
        seen.add(base + other)
        if _settle(desk.clues[base + other], "".join(neighbours[other])) is None:
            return base + other
    return None


def _follow_twice(desk: Desk, cell: Cell, label: str, budget: Budget) -> Followed:
    """Whether a supposition is dead once every other cell has been supposed both ways, too."""
    first = _follow_cell(desk, cell, label)
    everything = frozenset(range(len(desk.clues)))
    if first.dead is not None:
        return first
    inner = Desk(desk.state.with_board("".join(row) for row in first.cells))
    depth = first.depth
    news = True
    while news:
        news = False
        for other in list(inner.open_cells()):
            if inner.cells[other[0]][other[1]] != EMPTY:
                continue
            if budget.spent:
                return Followed(desk.cells, None, depth, everything)
            budget.spend(1)
            ends = [(text, _follow_cell(inner, other, text)) for text in inner.options(other)]
            alive = [end for _, end in ends if end.dead is None]
            if not alive:
                return ends[0][1]._replace(depth=depth + ends[0][1].depth, seen=everything)
            if len(alive) == 1 < len(ends):
                depth += alive[0].depth
                inner = Desk(inner.state.with_board("".join(row) for row in alive[0].cells))
                news = True
    return Followed(desk.cells, None, depth, everything)
