"""Writes screens of the practice games as fixtures: the picture, and beside it what it shows."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from bot.arcade.cabinet import Cabinet
from bot.frame import Box, Pixels
from engine.position import Position


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


def heading(bare: Pixels, over: Pixels, inset: int) -> tuple[Pixels, Box]:
    """The heading of a notice (its picture and where it stands), of a screen without and with it; a part of its width,
    one in `inset`, is left out on either side.
    """
    rows, columns = np.nonzero((bare != over).any(2))
    top, left, right = int(rows.min()), int(columns.min()), int(columns.max()) + 1
    bottom = top + round(0.48 * (int(rows.max()) + 1 - top))
    aside = (right - left) // inset
    box = Box(left + aside, top + 6, right - left - 2 * aside, bottom - top - 6)
    return over[int(box.y) : int(box.y + box.h), int(box.x) : int(box.x + box.w)].copy(), box
