"""A real game of sgt-pattern on an X display, and what a test may know about it that a player may not."""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from bot.grid import Grid
from bot.x11.windows import XWindow
from engine.api import Limit, load_game
from engine.moves import Cell
from engine.position import Position
from tests.apps.record_nonograms import LEFT, RIGHT, Pattern, click
from tests.apps.screens import grab, park, resize, wait_until_gone
from tests.display import DisplayServer, missing_programs, wait_for

COLOURS: Mapping[str, Mapping[int, str]] = {
    "its own": {},
    "night": {0: "202428", 1: "1a1c20", 2: "e8c070", 3: "e0e0e0", 4: "565c66", 5: "969ea8"},
    "sand": {0: "f0e4c8", 1: "fffaf0", 2: "7a3b10", 3: "402000", 4: "d8c8a0", 5: "806840"},
    "green on black": {0: "000000", 1: "000000", 2: "40e040", 3: "60ff60", 4: "2c502c", 5: "78a878"},
}
"""Ways to colour it: background, white, black, clues, undecided, grid."""
USUAL = {1: "ffffff", 2: "000000", 4: "808080"}
LABELS = {1: "x", 2: "#", 4: "."}


def missing() -> str:
    """What this needs and the machine lacks, as one sentence; empty when all is there."""
    programs = missing_programs("Xvfb", "openbox", "xdotool", "sgt-pattern")
    return f"Expected {', '.join(programs)} to be installed; install with apt-get." if programs else ""


@dataclass(frozen=True)
class Puzzle:
    """One game of the program."""

    columns: int
    rows: int
    seed: int
    tile: int | None = None
    """Pixels of a cell."""
    colours: str = "its own"
    marks: Mapping[Cell, str] = field(default_factory=dict)
    """What is filled in already, right or wrong."""

    @property
    def game(self) -> str:
        """What the program is started with."""
        return f"{self.columns}x{self.rows}#{self.seed}"


def clues_of(puzzle: Puzzle) -> Position:
    """The clues, which the program prints itself."""
    command = ["sgt-pattern", "--generate", "1", puzzle.game]
    env = {**os.environ, "PATH": f"{os.environ.get('PATH', '')}:/usr/games"}
    said = subprocess.run(command, capture_output=True, text=True, check=True, env=env).stdout
    lines = [part.replace(".", " ") or "0" for part in said.strip().split(":")[1].split("/")]
    return Position({"rows": tuple(lines[puzzle.columns :]), "cols": tuple(lines[: puzzle.columns])})


def spoilt(puzzle: Puzzle, right: int, wrong: int) -> Puzzle:
    """The puzzle with so many cells filled in or crossed out already as its solution wants them, and so many not."""
    game = load_game("nonogram", crosses=True)
    state = game.parse(clues_of(puzzle))
    for move in game.plan(state, Limit(seconds=10)).moves:
        state = game.play(state, move)
    board = game.show(state).board
    cells = [(row, column) for row in range(puzzle.rows) for column in range(puzzle.columns)]
    chosen = random.Random(puzzle.seed).sample(cells, right + wrong)
    marks = {cell: board[cell[0]][cell[1]] for cell in chosen}
    marks |= {cell: "#" if marks[cell] == "x" else "x" for cell in chosen[:wrong]}
    return replace(puzzle, marks=marks)


@dataclass(frozen=True)
class Playing:
    """A puzzle that is on the screen."""

    display: DisplayServer
    window: XWindow
    puzzle: Puzzle
    clues: Position

    @property
    def grid(self) -> Grid:
        """Where its cells lie in its window."""
        box = self.puzzle
        x, y, pitch, _ = Pattern(box.columns, box.rows, box.seed).grid(self.window)
        return Grid(x, y, pitch, pitch, box.rows, box.columns)

    def board(self) -> tuple[str, ...]:
        """What it shows, by the colours in the middle of its cells."""
        pixels, grid = grab(self.display, self.window), self.grid
        colours = {LABELS[n]: {**USUAL, **COLOURS[self.puzzle.colours]}[n] for n in LABELS}
        labels = {tuple(bytes.fromhex(colour)[::-1]): label for label, colour in colours.items()}

        def label(cell: Cell) -> str:
            at = grid.centre(cell)
            return labels.get(tuple(map(int, pixels[int(at.y), int(at.x)])), "?")

        return tuple("".join(label((row, column)) for column in range(grid.columns)) for row in range(grid.rows))

    def solved(self) -> bool:
        """Whether all is black or white as the clues say."""
        game = load_game("nonogram", crosses=True)
        board = self.board()
        if "?" in "".join(board):
            return False
        state = game.parse(Position({**self.clues.blocks, "board": board}))
        return not game.plan(state, Limit(seconds=10)).moves and game.outcome(state).value == "won"


@contextmanager
def playing(display: DisplayServer, puzzle: Puzzle) -> Iterator[Playing]:
    """The program with a puzzle, ended afterwards."""
    env = {f"PATTERN_COLOUR_{number}": colour for number, colour in COLOURS[puzzle.colours].items()}
    if puzzle.tile:
        env["PATTERN_TILESIZE"] = str(puzzle.tile)
    wait_until_gone(display, "sgt-pattern")
    with display.playing(["sgt-pattern", puzzle.game], "sgt-pattern", env=env) as window:
        app = Playing(display, window, puzzle, clues_of(puzzle))
        wait_for(lambda: "?" not in "".join(app.board()), "the puzzle to be drawn")
        for cell, mark in puzzle.marks.items():
            at = app.grid.centre(cell)
            click(display, window, (at.x, at.y), LEFT if mark == "#" else RIGHT)
        park(display)
        yield app


__all__ = ["COLOURS", "Playing", "Puzzle", "missing", "playing", "resize"]
