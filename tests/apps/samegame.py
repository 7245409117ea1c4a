"""Screens of sgt-samegame: flat colours without gaps between equal neighbours, holes only at the top and the right.

The program itself prints the board that a seed deals; from there a model of the rules follows each click.
"""

from __future__ import annotations

import random
import subprocess
import time
from dataclasses import dataclass

from bot.x11.windows import XWindow
from engine.moves import Cell
from engine.position import Position
from tests.apps.screens import Scene, Screen, grab, grid_line, need, park, resize, same_colours, xdotool
from tests.display import DisplayServer

Board = tuple[str, ...]
MENU, STATUS = 25, 37


@dataclass(frozen=True)
class Deal:
    """One board and how far it is played."""

    columns: int
    rows: int
    colours: int
    seed: int
    window: tuple[int, int] | None = None
    moves: int = 0
    select: bool = False

    def __call__(self, server: DisplayServer) -> Screen:
        """Play and take the picture. Raises ValueError where the picture contradicts the model."""
        need("sgt-samegame", "xdotool")
        # With two colours the program knows no deal that can surely be cleared: `r` asks for any.
        deal = f"{self.columns}x{self.rows}c{self.colours}s2{'r' if self.colours == 2 else ''}#{self.seed}"
        board, rng = self.start(server, deal), random.Random(self.seed)
        with server.playing(["sgt-samegame", deal], "samegame") as window:
            time.sleep(0.5)
            if self.window:
                resize(server, window, *self.window)
            for _ in range(self.moves):
                cells = rng.choice(regions(board))
                click(server, window, self, cells[0])
                click(server, window, self, cells[0])
                board = without(board, cells)
            marked: list[Cell] = []
            if self.select:
                marked = max(regions(board), key=len)
                click(server, window, self, marked[0])
            park(server)
            time.sleep(0.5)
            pixels = grab(server, window)
            blocks = {"board": board, "grid": grid_line(*self.grid(window))}
        if marked:
            blocks["marked"] = tuple(f"{row},{column}" for row, column in sorted(marked))
        screen = Screen(pixels, Position(blocks))
        same_colours(screen, board)
        return screen

    def start(self, server: DisplayServer, deal: str) -> Board:
        """The board that the program deals for a seed, from its own mouth."""
        command = ["sgt-samegame", "--generate", "1", deal]
        said = subprocess.run(command, env=server.env, capture_output=True, text=True, check=True).stdout
        letters = "".join(".abcdefghi"[int(number)] for number in said.strip().split(":")[1].split(","))
        return tuple(letters[row * self.columns : (row + 1) * self.columns] for row in range(self.rows))

    def grid(self, window: XWindow) -> tuple[int, int, int, int]:
        """Where the program draws its cells: the largest whole tile that fits, the canvas in the middle."""
        box = window.box()
        width, height = int(box.w), int(box.h) - MENU - STATUS
        tile = 1
        while all(size(tile + 1, n) <= room for n, room in ((self.columns, width), (self.rows, height))):
            tile += 1
        left = (width - size(tile, self.columns)) // 2 + tile // 2
        top = MENU + (height - size(tile, self.rows)) // 2 + tile // 2
        return left, top, tile, tile


def size(tile: int, count: int) -> int:
    """Pixels of a canvas along one side: a border of half a tile, no gap after the last one."""
    return tile * count + 2 * (tile // 2) - gap(tile)


def gap(tile: int) -> int:
    """Pixels between two cells of different colours."""
    return (tile + 8) // 16


def regions(board: Board) -> list[list[Cell]]:
    """The groups of two and more equal neighbours."""
    left = {(r, c) for r, line in enumerate(board) for c, letter in enumerate(line) if letter != "."}
    found = []
    for start in sorted(left):
        if start not in left:
            continue
        group, edge = {start}, [start]
        while edge:
            r, c = edge.pop()
            near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & left - group
            fresh = [cell for cell in near if board[cell[0]][cell[1]] == board[start[0]][start[1]]]
            group.update(fresh)
            edge += fresh
        left -= group
        if len(group) > 1:
            found.append(sorted(group))
    return found


def without(board: Board, cells: list[Cell]) -> Board:
    """The board after a group was removed: what is above falls, and columns close up to the left."""
    gone, rows = set(cells), len(board)
    columns = ["".join(board[r][c] for r in range(rows) if (r, c) not in gone) for c in range(len(board[0]))]
    full = [text for text in (column.replace(".", "") for column in columns) if text]
    full += [""] * (len(board[0]) - len(full))
    return tuple("".join(column.rjust(rows, ".")[r] for column in full) for r in range(rows))


def click(server: DisplayServer, window: XWindow, deal: Deal, cell: Cell) -> None:
    """Click on the middle of a cell."""
    box, (x, y, pitch, _) = window.box(), deal.grid(window)
    at = int(box.x + x + (cell[1] + 0.5) * pitch), int(box.y + y + (cell[0] + 0.5) * pitch)
    xdotool(server, "mousemove", *at, "click", "--delay", 0, 1)
    time.sleep(0.08)


SCENES: dict[str, Scene] = {
    f"samegame/sgt-samegame/{name}": deal
    for name, deal in {
        "start": Deal(15, 10, 3, 1),
        "half-played": Deal(15, 10, 3, 2, moves=14),
        "few-left": Deal(12, 9, 3, 3, moves=24),
        "two-colours": Deal(9, 7, 2, 4, (420, 400)),
        "four-colours-large-tiles": Deal(10, 6, 4, 5, (640, 470), moves=4),
        "five-colours-small-tiles": Deal(20, 12, 5, 6, (360, 300), moves=8),
        "six-colours": Deal(14, 11, 6, 7, (500, 520), moves=5),
        "eight-colours": Deal(16, 12, 8, 8, (610, 530)),
        "tall": Deal(6, 13, 4, 9, (250, 560), moves=3),
        "region-selected": Deal(15, 10, 3, 10, moves=6, select=True),
        "region-selected-small": Deal(11, 8, 4, 11, (300, 280), select=True),
        "wide-window": Deal(8, 8, 5, 12, (700, 400), moves=4),
        "its-own-window": Deal(12, 14, 3, 5200),
        "tall-window": Deal(12, 14, 3, 5200, (414, 772)),
    }.items()
}
