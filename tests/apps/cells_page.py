"""Screens of our own page of coloured blocks in chromium, at whole and fractional scales of the device.

The board and its style stand in the page's address and the places of the blocks in the page, so the truth is known.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from pathlib import Path

from engine.position import Position
from tests.apps.screens import Scene, Screen, grab, grid_line, need, park, same_colours, xdotool
from tests.display import DisplayServer

PAGE = Path(__file__).with_name("web") / "cells.html"
ROWS, COLUMNS = 7, 8
LEFT, TOP, PITCH_X, PITCH_Y = 60, 80, 50, 44
SIZE = (680, 420)


@dataclass(frozen=True)
class Page:
    """One board in one style."""

    style: str
    """`flat`, `round` (shaded, round corners) or `frame` (bright frame, shadow)."""
    seed: int
    scale: float = 1
    colours: int = 6
    full: float = 1.0
    """Share of the rows that are filled in a column."""
    picked: tuple[int, int] | None = None

    def board(self) -> tuple[str, ...]:
        """Columns of random heights."""
        rng = random.Random(self.seed)
        heights = [round(rng.uniform(2 * self.full - 1, 1) * ROWS) for _ in range(COLUMNS)]
        letters = "abcdef"[: self.colours]
        return tuple("".join(rng.choice(letters) if ROWS - r <= h else "." for h in heights) for r in range(ROWS))

    def __call__(self, server: DisplayServer) -> Screen:
        """Open the page and take the picture. Raises ValueError where flat colours contradict the board."""
        need("chromium", "xdotool")
        board = self.board()
        command = ["chromium", "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu"]
        command += [f"--user-data-dir={server.home}/chromium", f"--force-device-scale-factor={self.scale}"]
        command += [f"--window-size={SIZE[0]},{SIZE[1]}", f"--app=file://{PAGE}#{','.join((self.style, *board))}"]
        park(server)
        blocks = {"board": board, "grid": grid_line(*(self.scale * n for n in (LEFT, TOP, PITCH_X, PITCH_Y)))}
        with server.playing(command, "Cells ready") as window:
            time.sleep(1.5)
            if self.picked:
                row, column = self.picked
                x, y = LEFT + (column + 0.5) * PITCH_X, TOP + (row + 0.5) * PITCH_Y
                box = window.box()
                at = int(box.x + x * self.scale), int(box.y + y * self.scale)
                xdotool(server, "mousemove", *at, "click", "--delay", 100, 1)
                park(server)
                time.sleep(0.5)
                blocks["marked"] = (f"{row},{column}",)
            screen = Screen(grab(server, window), Position(blocks))
        if self.style == "flat" and self.full == 1:
            same_colours(screen, board)
        return screen


_SCENES: dict[str, Scene] = {
    "flat/full": Page("flat", 1),
    "flat/scale-1.25": Page("flat", 2, 1.25, 5),
    "flat/half-filled-scale-1.5": Page("flat", 3, 1.5, full=0.6),
    "round/half-filled": Page("round", 4, full=0.7),
    "round/scale-1.25": Page("round", 5, 1.25),
    "round/picked-scale-1.5": Page("round", 6, 1.5, 4, picked=(3, 5)),
    "frame/full": Page("frame", 7, 1, 4),
    "frame/half-filled-scale-1.25": Page("frame", 8, 1.25, full=0.6),
    "frame/picked": Page("frame", 9, 1, picked=(5, 0), full=0.8),
    "frame/scale-0.9": Page("frame", 10, 0.9),
}
SCENES = {f"columns/page-{name}": scene for name, scene in _SCENES.items()}
