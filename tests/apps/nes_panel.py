"""Screens of our own little game for the NES in an emulator: gems of 16 pixels, scaled whole and by fractions.

The board stands in the program, so the truth is known before it runs. The gems are drawn here and put into the picture
part of the cartridge, which is the last 8 KiB of the file.
"""

from __future__ import annotations

import random
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.position import Position
from tests.apps.screens import Scene, Screen, grab, grid_line, need, park, press
from tests.display import DisplayServer

COLOURS = "rbgypt"
"""Red, blue, green, yellow, purple, turquoise: the gems 1 to 6."""
ROWS, COLUMNS, CELL = 12, 6, 16
LEFT, TOP, FIRST_LINE = 80, 32, 8
"""Where the board lies, and the first line of the picture that the emulator shows."""
PICTURES, TILE, FIRST_GEM = 8192, 16, 128
BUTTONS = {"up": 82, "down": 81, "left": 80, "right": 79, "a": 27}
"""Button to the number of the key: the arrows, and x."""

Image = NDArray[np.uint8]


@dataclass(frozen=True)
class Gems:
    """One board, at one scale."""

    seed: int
    scale: float
    full: float = 0.5
    """Share of the rows that are filled."""
    cursor: tuple[int, int] = (6, 2)
    keys: tuple[str, ...] = ()
    swapped: bool = False
    """Whether the keys end with a swap where the cursor is, which is known from the start."""

    def board(self) -> list[list[int]]:
        """Columns of about that height."""
        rng = random.Random(self.seed)
        heights = [min(ROWS, max(0, round(rng.gauss(self.full * ROWS, 1.5)))) for _ in range(COLUMNS)]
        return [[rng.randint(1, 6) if ROWS - row <= high else 0 for high in heights] for row in range(ROWS)]

    def __call__(self, server: DisplayServer) -> Screen:
        """Build the cartridge, run it and take the picture."""
        need("cl65", "mednafen", "xdotool")
        board, (row, column) = self.board(), self.cursor
        rom = build(server.home, board, self.cursor)
        command = ["mednafen", "-sound", "0", "-video.fs", "0", "-video.driver", "softfb", "-nes.videoip", "0"]
        command += ["-nes.special", "none", "-nes.xscale", str(self.scale), "-nes.yscale", str(self.scale)]
        for name, key in BUTTONS.items():
            command += [f"-nes.input.port1.gamepad.{name}", f"keyboard 0x0 {key}"]
        park(server)
        home = {"MEDNAFEN_HOME": str(server.home / "mednafen")}
        with server.playing([*command, str(rom)], "mednafen", env=home) as window:
            time.sleep(3)
            window.activate()
            press(server, *self.keys)
            if self.swapped:
                board[row][column : column + 2] = reversed(board[row][column : column + 2])
            time.sleep(0.5)
            pixels = grab(server, window)
        scale_x, scale_y = pixels.shape[1] / 256, pixels.shape[0] / 224
        blocks = {
            "board": tuple("".join("." if not gem else COLOURS[gem - 1] for gem in line) for line in board),
            "grid": grid_line(LEFT * scale_x, (TOP - FIRST_LINE) * scale_y, CELL * scale_x, CELL * scale_y),
            "cursor": (f"{row},{column}",),
        }
        return Screen(pixels, Position(blocks))


def build(folder: Path, board: list[list[int]], cursor: tuple[int, int]) -> Path:
    """Compile the game with this board; returns the cartridge."""
    lines = ",\n".join("{" + ", ".join(map(str, line)) + "}" for line in board)
    (folder / "board.h").write_text(
        f"enum {{ cursor_row = {cursor[0]}, cursor_column = {cursor[1]} }};\n"
        f"static const unsigned char start[{ROWS}][{COLUMNS}] = {{{lines}}};\n"
    )
    rom, source = folder / "panel.nes", Path(__file__).with_name("nes") / "panel.c"
    objects = ["-o", str(rom), str(folder / "panel.c")]
    (folder / "panel.c").write_text(source.read_text())
    subprocess.run(["cl65", "-O", "-t", "nes", *objects], cwd=folder, check=True)
    data = bytearray(rom.read_bytes())
    art = b"".join(tile(part) for picture in pictures() for part in parts(picture))
    at = len(data) - PICTURES + FIRST_GEM * TILE
    data[at : at + len(art)] = art
    rom.write_bytes(data)
    return rom


def pictures() -> list[Image]:
    """The six gems, 16 by 16, then wall, ground and a corner of the cursor, 8 by 8, as numbers of colours."""
    y, x = np.mgrid[:16, :16] - 7.5
    shapes = [
        x**2 + y**2 < 50,
        (abs(x) < 6.5) & (abs(y) < 6.5),
        (abs(x) * 2 - 7 < y) & (y < 6.5),
        abs(x) + abs(y) < 8,
        (abs(x) < 3) | (abs(y) < 3),
        (x**2 + y**2 < 55) & (x**2 + y**2 > 8),
    ]
    gems = []
    for number, shape in enumerate(shapes):
        gem = np.where(shape & (abs(x) < 7) & (abs(y) < 7), 1 + number % 2, 0)
        gem[shape & (abs(x + 3) < 1) & (abs(y + 3) < 1)] = 3
        gems.append(gem.astype(np.uint8))
    wall = np.full((8, 8), 1, np.uint8)
    wall[3], wall[7], wall[:3, 3], wall[4:7, 7] = 3, 3, 3, 3
    ground = np.zeros((8, 8), np.uint8)
    ground[::4, ::4] = 2
    corner = np.zeros((8, 8), np.uint8)
    corner[:2, :6], corner[:6, :2] = 1, 1
    return [*gems, wall, ground, corner]


def parts(picture: Image) -> list[Image]:
    """A picture cut into squares of 8, row by row."""
    return [picture[r : r + 8, c : c + 8] for r in range(0, len(picture), 8) for c in range(0, len(picture), 8)]


def tile(square: Image) -> bytes:
    """A square of 8 as the console keeps it: all low bits, then all high bits."""
    return b"".join(np.packbits(square >> bit & 1).tobytes() for bit in (0, 1))


SCENES: dict[str, Scene] = {
    f"columns/nes-{name}": scene
    for name, scene in {
        "gems/twice": Gems(1, 2),
        "gems/three-times": Gems(2, 3, 0.7, (9, 4)),
        "gems/two-and-a-half": Gems(3, 2.5, 0.4, (10, 0)),
        "gems/once": Gems(4, 1, 0.6),
        "gems/nearly-full": Gems(5, 2, 0.9, (2, 3)),
        "gems/few": Gems(6, 2.3, 0.15, (11, 1)),
        "gems/swapped": Gems(7, 2, 0.6, (11, 2), ("x",), swapped=True),
    }.items()
}
