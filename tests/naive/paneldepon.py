"""Panel de Pon by brute force: every sequence of swaps, no pruning; columns by walking every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product

Board = tuple[str, ...]
Swap = tuple[int, int]


def swaps(board: Board) -> Iterator[Swap]:
    """Row and left column of all swaps that change something."""
    for row, line in enumerate(board):
        for column in range(len(line) - 1):
            if line[column] != line[column + 1]:
                yield row, column


def cleared(board: Board) -> bool:
    """Whether no coloured panel is left."""
    return not set("".join(board)) - {".", "#"}


def answers(board: Board, most: int, play: Callable[[Board, Swap], Board]) -> list[tuple[Swap, ...]]:
    """All shortest sequences of at most so many swaps that clear the board."""
    layer: list[tuple[tuple[Swap, ...], Board]] = [((), board)]
    for _ in range(most):
        layer = [((*path, swap), play(now, swap)) for path, now in layer for swap in swaps(now)]
        found = [path for path, now in layer if cleared(now)]
        if found:
            return found
    return []


def fall(board: Sequence[str]) -> Board:
    """Let every panel fall cell by cell."""
    cells = [list(line) for line in board]
    moved = True
    while moved:
        moved = False
        for r, c in product(range(len(cells) - 1), range(len(cells[0]))):
            if cells[r][c] != "." and cells[r + 1][c] == ".":
                cells[r][c], cells[r + 1][c], moved = ".", cells[r][c], True
    return tuple("".join(line) for line in cells)


def clear(board: Board) -> Board:
    """Take all runs away."""
    height, width = len(board), len(board[0])
    gone = set()
    for r, c in product(range(height), range(width)):
        for down, right in ((0, 1), (1, 0)):
            line = [(r + n * down, c + n * right) for n in range(3)]
            inside = all(y < height and x < width for y, x in line)
            if inside and board[r][c] not in ".#" and len({board[y][x] for y, x in line}) == 1:
                gone.update(line)
    return tuple("".join("." if (r, c) in gone else board[r][c] for c in range(width)) for r in range(height))


def rounds(board: Board) -> list[int]:
    """How many panels vanish in turn when everything falls, and everything clears, until nothing changes."""
    sizes: list[int] = []
    while True:
        lies = fall(board)
        board = clear(lies)
        if board == lies:
            return sizes
        sizes.append(
            sum(a != b for one, other in zip(board, lies, strict=True) for a, b in zip(one, other, strict=True))
        )


def settle(board: Sequence[str]) -> Board:
    """Let every panel fall, take all runs away, and again."""
    while True:
        lies = fall(board)
        board = clear(lies)
        if board == lies:
            return board


def swapped(board: Board, swap: Swap) -> Board:
    """The board right after a swap."""
    row, column = swap
    line = board[row]
    line = line[:column] + line[column + 1] + line[column] + line[column + 2 :]
    return (*board[:row], line, *board[row + 1 :])


def settled_swap(board: Board, swap: Swap) -> Board:
    """The settled board after a swap."""
    return settle(swapped(board, swap))


def clearable_columns(columns: tuple[int, ...]) -> bool:
    """Whether panels in these columns can be split into runs: some across (three columns and more), some up (three
    and more in a column, in which panels of runs across may take part).
    """
    width = len(columns)
    spans = [(a, b) for a, b in combinations(range(width + 1), 2) if b - a >= 3]

    def split(start: int, across: tuple[int, ...]) -> bool:
        rest = [have - used for have, used in zip(columns, across, strict=True)]
        if min(rest) < 0:
            return False
        if all(up == 0 or up + min(used, 2) >= 3 for up, used in zip(rest, across, strict=True)):
            return True
        return any(
            split(n, tuple(used + (spans[n][0] <= x < spans[n][1]) for x, used in enumerate(across)))
            for n in range(start, len(spans))
        )

    return split(0, (0,) * width)


def steps_needed(columns: tuple[int, ...], most: int) -> int:
    """The fewest steps to the side until the columns could be cleared; `most` + 1 where more are needed."""
    layer, seen = {columns}, {columns}
    for steps in range(most + 1):
        if any(clearable_columns(one) for one in layer):
            return steps
        layer = {
            tuple(n - (x == a) + (x == b) for x, n in enumerate(one))
            for one in layer
            for a, b in ((x, y) for x in range(len(one)) for y in (x - 1, x + 1) if 0 <= y < len(one))
            if one[a]
        } - seen
        seen |= layer
    return most + 1
