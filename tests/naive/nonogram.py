"""Nonograms by brute force: every filling of a line, every board made of such rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

Run = tuple[int, str]
Clue = tuple[Run, ...]


def runs(cells: str) -> Clue:
    """Walk along a line and count."""
    found: list[Run] = []
    for at, cell in enumerate(cells):
        if cell in ".x":
            continue
        if at and cells[at - 1] == cell:
            found[-1] = (found[-1][0] + 1, cell)
        else:
            found.append((1, cell))
    return tuple(found)


def completions(clue: Clue, cells: str) -> list[str]:
    """Every way to complete a line, by trying all labels in every open cell."""
    labels = [*sorted({colour for _, colour in clue}), "x"]
    options = [labels if cell == "." else [cell] for cell in cells]
    return [line for line in map("".join, product(*options)) if runs(line) == clue]


def settled(clue: Clue, cells: str) -> str | None:
    """The line with what all its completions share; None where it has none."""
    lines = completions(clue, cells)
    if not lines:
        return None
    return "".join(at[0] if len(set(at)) == 1 else "." for at in zip(*lines, strict=True))


def can_be(clue: Clue, sets: Sequence[str]) -> list[set[str]] | None:
    """For each cell the labels, out of those that it is given, that some completion has there; None without any."""
    lines = [line for line in map("".join, product(*sets)) if runs(line) == clue]
    return [set(at) for at in zip(*lines, strict=True)] if lines else None


def solutions(rows: Sequence[Clue], cols: Sequence[Clue], board: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every completion of a board: all ways to fill the rows, kept where every column's clue comes out."""
    for lines in product(*(completions(clue, cells) for clue, cells in zip(rows, board, strict=True))):
        if all(runs("".join(at)) == clue for at, clue in zip(zip(*lines, strict=True), cols, strict=True)):
            yield lines
