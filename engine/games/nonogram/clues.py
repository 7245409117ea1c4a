"""What clues say before anything is solved: whether they fit, whether they agree, and how else they may read."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from engine.games.nonogram.rules import BLACK, Clue, State, room
from engine.moves import Cell

_ALIKE = ("17", "14", "27", "38", "56", "68", "08", "89", "39", "49", "69", "35", "06", "09")
"""Digits that are taken for each other in small or blurred print."""


def clue_of(state: State, line: int) -> Clue:
    """The clue of a line; lines are numbered from 0, the columns after the rows."""
    return (*state.rows, *state.cols)[line]


def with_clue(state: State, line: int, clue: Clue) -> State:
    """The same puzzle with another clue for one line."""
    clues = [*state.rows, *state.cols]
    clues[line] = clue
    height = len(state.rows)
    return State(tuple(clues[:height]), tuple(clues[height:]), state.board)


def size_of(state: State, line: int) -> int:
    """The number of cells of a line."""
    return len(state.cols) if line < len(state.rows) else len(state.rows)


def name_of(state: State, line: int) -> str:
    """What a person calls a line, counted from 1."""
    height = len(state.rows)
    return called(line < height, line if line < height else line - height)


def called(across: bool, index: int) -> str:
    """What a person calls a row or a column: sentences count from 1, positions from 0.

    >>> called(True, 0)
    'row 1'
    """
    return f"{'row' if across else 'column'} {index + 1}"


def names_of(state: State, lines: Collection[int]) -> str:
    """What a person calls several lines, counted from 1: `rows 1, 4 and 5, column 3`."""
    height = len(state.rows)
    rows = [line for line in sorted(lines) if line < height]
    columns = [line - height for line in sorted(lines) if line >= height]
    return ", ".join(_several(kind, numbers) for kind, numbers in (("row", rows), ("column", columns)) if numbers)


def cells_of(cells: Collection[Cell]) -> str:
    """What a person calls cells, row by row and counted from 1.

    >>> cells_of([(0, 1), (0, 10), (2, 3)])
    'row 1 columns 2 and 11, row 3 column 4'
    """
    rows = sorted({row for row, _ in cells})
    columns = {row: sorted(column for other, column in cells if other == row) for row in rows}
    return ", ".join(f"{called(True, row)} {_several('column', columns[row])}" for row in rows)


def _several(kind: str, numbers: Sequence[int]) -> str:
    *some, last = (str(number + 1) for number in numbers)
    return f"{kind}s {', '.join(some)} and {last}" if some else f"{kind} {last}"


def too_long(state: State) -> list[int]:
    """The lines in which their clue finds no room."""
    lines = len(state.rows) + len(state.cols)
    return [line for line in range(lines) if room(clue_of(state, line)) > size_of(state, line)]


def missing(state: State) -> dict[str, int]:
    """Colour to the number of filled cells that the rows ask for less than the columns, where these differ.

    >>> from engine.games.nonogram.rules import parse_clue
    >>> missing(State((parse_clue("2"),), (parse_clue("1"), parse_clue("0")), ("..",)))
    {'#': -1}
    """
    rows, cols = (total(clues) for clues in (state.rows, state.cols))
    less = {colour: cols.get(colour, 0) - rows.get(colour, 0) for colour in state.colours}
    return {colour: cells for colour, cells in less.items() if cells}


def total(clues: Collection[Clue]) -> dict[str, int]:
    """Colour to the number of cells that it fills by these clues."""
    cells: dict[str, int] = {}
    for clue in clues:
        for length, colour in clue:
            cells[colour] = cells.get(colour, 0) + length
    return cells


def in_colour(colour: str) -> str:
    """How a sentence names the cells of a colour."""
    return "filled cells" if colour == BLACK else f"cells of colour {colour}"


def rewritings(clue: Clue, more: Mapping[str, int]) -> Iterator[tuple[float, Clue]]:
    """Clues that may be taken for this one and fill so many cells more of these colours, each with how unlikely the
    mistake is: 0 for digits that look alike, up to 3.
    """
    if not more:
        yield from ((2.0, (*clue[:i], b, a, *clue[i + 2 :])) for i, (a, b) in enumerate(pairwise(clue)) if a != b)
    elif len(more) == 1:
        ((colour, cells),) = more.items()
        yield from _resized(clue, colour, cells)
    elif len(more) == 2 and not sum(more.values()):
        gone, come = sorted(more, key=lambda colour: more[colour])
        for i, run in enumerate(clue):
            if run == (more[come], gone):
                yield 1.0, (*clue[:i], (run[0], come), *clue[i + 1 :])


def _resized(clue: Clue, colour: str, cells: int) -> Iterator[tuple[float, Clue]]:
    """Rewritings that fill so many cells more, or less, of one colour."""
    for i, (length, own) in enumerate(clue):
        before, after = clue[:i], clue[i + 1 :]
        if own != colour:
            continue
        if length + cells > 0:
            yield _unlike(length, length + cells), (*before, (length + cells, own), *after)
        if length == -cells:
            yield 1.5, (*before, *after)
        tens, ones = divmod(length, 10)
        if tens and ones and tens + ones - length == cells:
            yield 0.5, (*before, (tens, own), (ones, own), *after)
        if after and after[0][1] == own and length < 10 and after[0][0] < 10 and 9 * length == cells:
            yield 0.5, (*before, (10 * length + after[0][0], own), *after[1:])
    if cells > 0:
        yield from ((1.5, (*clue[:i], (cells, colour), *clue[i:])) for i in range(len(clue) + 1))


def _unlike(one: int, other: int) -> float:
    """How hard it is to take one number for the other."""
    a, b = str(one), str(other)
    if len(a) == len(b):
        pairs = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
        if all(x + y in _ALIKE or y + x in _ALIKE for x, y in pairs):
            return 0.5 * (len(pairs) - 1)
    elif a in b or b in a:
        return 1.0
    return 1.5 if abs(one - other) == 1 else 3.0
