"""What the recorders of third-party games share: what must be installed, the screen, keys and clicks, the file.

A recorder yields a picture and its truth as blocks of text. `board` holds the rows from the top, one letter a colour,
`.` empty, `#` or `=` a block of no colour, `?` where nobody could tell. `grid` is `x,y,pitch_x,pitch_y` in pixels of
the picture, the upper left corner of the first cell; `board2` and `grid2` are a second board. Where a stack has risen
by a part of a cell, `scroll` (0-1) is that part: each row then lies higher by it. `marked` are cells that are selected,
`cursor` the left cell under a cursor of two, `sight` what a reader must say instead of reading the board.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import mss
import numpy as np

from bot.frame import Pixels
from bot.x11.windows import XWindow, list_windows
from engine.position import Position
from tests.display import DisplayServer, missing_programs, wait_for

FIXTURES = Path(__file__).parents[2] / "fixtures"
PACKAGES = {
    "sgt-samegame": "sgt-puzzles",
    "blockattack": "blockattack",
    "crack-attack": "crack-attack",
    "flobopuyo": "flobopuyo",
    "mednafen": "mednafen",
    "cl65": "cc65",
    "gcc": "gcc",
    "chromium": "chromium",
    "xdotool": "xdotool",
    "Xvfb": "xvfb",
    "openbox": "openbox",
}
"""Program to the package of Debian that brings it."""


@dataclass(frozen=True)
class Screen:
    """A picture of a game and what is on it."""

    pixels: Pixels
    truth: Position


Scene = Callable[[DisplayServer], Screen]
"""Starts a program, brings it where the picture shall be taken, and takes it."""


def need(*programs: str) -> None:
    """Raises FileNotFoundError naming the packages of the programs that are not installed."""
    if lacking := missing_programs(*programs):
        raise FileNotFoundError(f"apt-get install {' '.join(PACKAGES[name] for name in lacking)}")


def grid_line(x: float, y: float, pitch_x: float, pitch_y: float) -> tuple[str]:
    """The `grid` block."""
    return (",".join(f"{value:.4f}".rstrip("0").rstrip(".") for value in (x, y, pitch_x, pitch_y)),)


def grab(server: DisplayServer, window: XWindow) -> Pixels:
    """The client area of a window as blue, green, red."""
    box = window.box()
    area = {"left": int(box.x), "top": int(box.y), "width": int(box.w), "height": int(box.h)}
    with mss.MSS(display=server.name) as screen:
        return np.ascontiguousarray(np.asarray(screen.grab(area))[:, :, :3])


def xdotool(server: DisplayServer, *words: object) -> None:
    """One call of xdotool on that display."""
    subprocess.run(["xdotool", *map(str, words)], env=server.env, check=True, stdout=subprocess.DEVNULL)


def press(server: DisplayServer, *keys: str, hold: float = 0.06, gap: float = 0.06) -> None:
    """Press keys one after the other, long enough for a game that asks once a frame."""
    for key in keys:
        xdotool(server, "keydown", key)
        time.sleep(hold)
        xdotool(server, "keyup", key)
        time.sleep(gap)


def wait_until_gone(server: DisplayServer, wanted: str) -> None:
    """Wait until no window is shown that fits: those of a game that was ended stay for a moment."""
    wait_for(
        lambda: not any(facts.shown and facts.fit(wanted) is not None for facts in list_windows(server.connection)),
        f"the windows of the last {wanted} to go",
    )


def park(server: DisplayServer) -> None:
    """Put the pointer where no window lies."""
    xdotool(server, "mousemove", server.size[0] - 2, server.size[1] - 2)


def resize(server: DisplayServer, window: XWindow, width: int, height: int) -> None:
    """Give a window another client area."""
    xdotool(server, "windowsize", "--sync", window.id, width, height)
    time.sleep(0.5)


def same_colours(screen: Screen, board: Sequence[str], inside: float = 0.15) -> None:
    """Check a truth of flat colours against the picture: one letter, one colour, in the middle of every cell.

    Raises ValueError naming the cell where it does not hold, so that no wrong truth is ever written.
    """
    x, y, pitch_x, pitch_y = map(float, screen.truth.blocks["grid"][0].split(","))
    colours: dict[tuple[int, ...], str] = {}
    for row, line in enumerate(board):
        for column, letter in enumerate(line):
            if letter == "?":
                continue
            at = screen.pixels[int(y + (row + 0.5 - inside) * pitch_y), int(x + (column + 0.5 - inside) * pitch_x)]
            if colours.setdefault(tuple(map(int, at)), letter) != letter:
                raise ValueError(f"cell {row},{column} is {letter!r} but looks like {colours[tuple(map(int, at))]!r}")


def save(name: str, screen: Screen) -> None:
    """Write `game/skin/picture` into the fixtures."""
    game, skin, picture = name.split("/")
    folder = FIXTURES / game / skin / "screens"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{picture}.png").write_bytes(smallest(screen.pixels))
    (folder / f"{picture}.txt").write_text(f"{screen.truth}\n")


def smallest(pixels: Pixels) -> bytes:
    """A picture as PNG, with the row filter that makes this one smallest."""
    filters = (cv2.IMWRITE_PNG_ALL_FILTERS, cv2.IMWRITE_PNG_FILTER_NONE, cv2.IMWRITE_PNG_FILTER_PAETH)
    ways = [[cv2.IMWRITE_PNG_COMPRESSION, 9, cv2.IMWRITE_PNG_FILTER, one] for one in filters]
    return min((cv2.imencode(".png", pixels, way)[1].tobytes() for way in ways), key=len)
