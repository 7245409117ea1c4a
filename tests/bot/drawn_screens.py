"""Writes screens of the practice games as fixtures: the picture, and beside it what it shows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np

from bot.arcade.cabinet import Cabinet
from bot.frame import Box, Pixels
from engine.position import Position

FRAME = 16
"""The border of a notice with its round corners, in pixels."""
ROOM = 6
"""What is left around its heading."""
BRIGHT = 180
"""Letters are whiter than this."""


def write(path: Path, pixels: Pixels) -> None:
    """Write a picture, as small as it can be."""
    cv2.imwrite(str(path), pixels, [cv2.IMWRITE_PNG_COMPRESSION, 9])


def save(scene: Cabinet, path: Path) -> None:
    """A screen and what it shows, with the grid of its cells."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path.with_suffix(".png"), scene.draw())
    grid, truth = scene.grid, scene.truth()
    numbers = (grid.x, grid.y, grid.pitch_x, grid.pitch_y)
    blocks = {**truth.blocks, "grid": (",".join(f"{n:g}" for n in numbers),)}
    path.with_suffix(".txt").write_text(f"{Position(blocks)}\n", encoding="utf-8")


def heading(bare: Pixels, over: Pixels) -> tuple[Pixels, Box]:
    """The heading of a notice (its picture and where it stands), of a screen without and with it: no more than the
    letters, since what lies behind the notice shines through it.
    """
    rows, columns = np.nonzero((bare != over).any(2))
    top, left, right = int(rows.min()), int(columns.min()), int(columns.max()) + 1
    bottom = top + round(0.48 * (int(rows.max()) + 1 - top))
    inside = over[top + FRAME : bottom, left + FRAME : right - FRAME]
    rows, columns = np.nonzero(inside.min(2) > BRIGHT)
    wide, high = (int(np.ptp(found)) + 1 + 2 * ROOM for found in (columns, rows))
    box = Box(left + FRAME + int(columns.min()) - ROOM, top + FRAME + int(rows.min()) - ROOM, wide, high)
    return over[int(box.y) : int(box.y + box.h), int(box.x) : int(box.x + box.w)].copy(), box


def area(box: Box, size: tuple[int, int]) -> list[str]:
    """A rectangle as shares of a picture."""
    wide, high = size
    return [
        f"left = {box.x / wide:.6f}",
        f"top = {box.y / high:.6f}",
        f"right = {(box.x + box.w) / wide:.6f}",
        f"bottom = {(box.y + box.h) / high:.6f}",
    ]


def put_screens(layout: Path, size: tuple[int, int], screens: Mapping[str, Box]) -> None:
    """Say in a layout's file, before its hands, where in a picture of this size the headings stand that end a game."""
    text = layout.read_text(encoding="utf-8")
    hands = text.index("[hands]")
    before = text[:hands].partition("[[screens]]")[0]
    lines = [
        line
        for end, box in screens.items()
        for line in ("[[screens]]", f'shows = "{end}"', f'sample = "screen-{end}.png"', *area(box, size), "")
    ]
    layout.write_text(before + "\n".join([*lines, ""]) + text[hands:], encoding="utf-8")
