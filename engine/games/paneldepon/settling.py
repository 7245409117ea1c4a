"""The settled model of Panel de Pon: everything falls, everything clears, until nothing changes; time plays no part.

So do many clones. Garbage stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.moves import Cell
from engine.position import EMPTY

GARBAGE_LABEL, GREY_LABEL = "=", "#"


def settled(board: Sequence[str]) -> tuple[str, ...]:
    """Everything falls, all runs of three and more vanish, and again until nothing changes; garbage stays."""
    while True:
        board = _fallen(board)
        left = _without_runs(board)
        if left == board:
            return tuple(board)
        board = left


def settling(board: Sequence[str]) -> Iterator[tuple[int, bool]]:
    """What happens until a board has settled: how many rows something falls, or that a match clears (True)."""
    while True:
        low = _fallen(board)
        if low != list(board):
            yield _deepest_fall(board), False
        left = _without_runs(low)
        if left == low:
            return
        yield 0, True
        board = left


def _deepest_fall(board: Sequence[str]) -> int:
    """The most rows that a panel falls."""
    deepest = 0
    for column in zip(*board, strict=True):
        for part in "".join(column).split(GARBAGE_LABEL):
            held = part.lstrip(EMPTY)
            deepest = max(deepest, held.count(EMPTY))
    return deepest


def _without_runs(board: Sequence[str]) -> list[str]:
    """The board after all runs of three and more have vanished."""
    gone = set(in_runs(board))
    return ["".join(EMPTY if (r, c) in gone else label for c, label in enumerate(line)) for r, line in enumerate(board)]


def _fallen(board: Sequence[str]) -> list[str]:
    """The board after everything has fallen that can."""
    columns = []
    for column in zip(*board, strict=True):
        between = "".join(column).split(GARBAGE_LABEL)
        columns.append(GARBAGE_LABEL.join(part.replace(EMPTY, "").rjust(len(part), EMPTY) for part in between))
    return ["".join(row) for row in zip(*columns, strict=True)]


def in_runs(board: Sequence[str]) -> Iterator[Cell]:
    """All cells in runs of three and more, some of them more than once."""
    for r, line in enumerate(board):
        for c, label in enumerate(line):
            if label not in (EMPTY, GREY_LABEL, GARBAGE_LABEL):
                if line[c : c + 3] == label * 3:
                    yield from ((r, c), (r, c + 1), (r, c + 2))
                if "".join(other[c] for other in board[r : r + 3]) == label * 3:
                    yield from ((r, c), (r + 1, c), (r + 2, c))
