"""Shisen-sho by brute force: lines by walking cell by cell, clearings by trying every order of pairs."""

from __future__ import annotations

from itertools import combinations

Board = tuple[str, ...]
Cell = tuple[int, int]


def joined(board: Board, p: Cell, q: Cell, *, rim: bool = True) -> bool:
    """Walk from p in every direction, turning at most twice, through empty cells only."""
    height, width = len(board), len(board[0])

    def free(row: int, col: int) -> bool:
        if 0 <= row < height and 0 <= col < width:
            return board[row][col] == "."
        return rim and -1 <= row <= height and -1 <= col <= width

    def walk(cell: Cell, step: Cell, turns: int) -> bool:
        row, col = cell[0] + step[0], cell[1] + step[1]
        while True:
            if (row, col) == q:
                return True
            if not free(row, col):
                return False
            sideways = ((step[1], step[0]), (-step[1], -step[0]))
            if turns and any(walk((row, col), side, turns - 1) for side in sideways):
                return True
            row, col = row + step[0], col + step[1]

    return any(walk(p, step, 2) for step in ((0, 1), (0, -1), (1, 0), (-1, 0)))


def fits(a: str, b: str, groups: tuple[str, ...] = ()) -> bool:
    """Whether two labels may be taken together."""
    return a == b or any(a in group and b in group for group in groups)


def tiles(board: Board) -> list[Cell]:
    """The cells that are not empty, row by row."""
    return [(r, c) for r, line in enumerate(board) for c, label in enumerate(line) if label != "."]


def pairs(board: Board, *, rim: bool = True, groups: tuple[str, ...] = ()) -> list[tuple[Cell, Cell]]:
    """All pairs that can be taken."""
    return [
        (p, q)
        for p, q in combinations(tiles(board), 2)
        if fits(board[p[0]][p[1]], board[q[0]][q[1]], groups) and joined(board, p, q, rim=rim)
    ]


def program_is_stuck(board: Board, *, rim: bool = True, groups: tuple[str, ...] = ()) -> bool:
    """kshisen's search for a pair, loop for loop: a label that was started from four times is passed over."""
    done: dict[str, int] = {}
    for col in range(len(board[0])):
        for row in range(len(board)):
            label = board[row][col]
            if label == "." or done.get(label, 0) == 4:
                continue
            for q in tiles(board):
                if q != (row, col) and fits(board[q[0]][q[1]], label, groups) and joined(board, (row, col), q, rim=rim):
                    return False
            done[label] = done.get(label, 0) + 1
    return True


def without(board: Board, p: Cell, q: Cell, *, gravity: bool | str = False) -> Board:
    """The board after a pair is taken."""
    down, right = {True: (1, 0), "down": (1, 0), "up": (-1, 0), "left": (0, -1), "right": (0, 1)}.get(gravity, (0, 0))
    grid = [list(line) for line in board]
    for row, col in (p, q):
        grid[row][col] = "."
    cells = [(row, col) for row in range(len(grid)) for col in range(len(grid[0]))]
    for _ in range(max(len(grid), len(grid[0])) if down or right else 0):
        for row, col in cells:
            below, beside = row + down, col + right
            if (below, beside) in cells and grid[below][beside] == ".":
                grid[below][beside], grid[row][col] = grid[row][col], "."
    return tuple("".join(line) for line in grid)


def clearable(
    board: Board,
    *,
    rim: bool = True,
    gravity: bool | str = False,
    groups: tuple[str, ...] = (),
    walls: str = "",
    first_four: bool = False,
) -> bool:
    """Whether any order of pairs clears the board but for its walls."""
    lost: set[Board] = set()

    def solve(here: Board) -> bool:
        if all(here[row][col] in walls for row, col in tiles(here)):
            return True
        if here in lost:
            return False
        if not (first_four and program_is_stuck(here, rim=rim, groups=groups)):
            for p, q in pairs(here, rim=rim, groups=groups):
                if here[p[0]][p[1]] not in walls and solve(without(here, p, q, gravity=gravity)):
                    return True
        lost.add(here)
        return False

    return solve(board)


def relaxed_rest(board: Board, *, rim: bool = True) -> set[Cell]:
    """The tiles that stay when each tile that could be taken with a mate, there or gone, vanishes alone."""
    mates = {
        (p, q)
        for p in tiles(board)
        for q in tiles(board)
        if p != q and board[p[0]][p[1]] == board[q[0]][q[1]]
    }  # fmt: skip
    rest = set(tiles(board))
    grid = board
    while True:
        gone = {p for p, q in mates if p in rest and joined(grid, p, q, rim=rim)}
        if not gone:
            return rest
        rest -= gone
        for row, col in gone:
            grid = (*grid[:row], grid[row][:col] + "." + grid[row][col + 1 :], *grid[row + 1 :])
