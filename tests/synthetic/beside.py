"""What stands around a board: menus, tools, text, and things that look like boards themselves."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.grid import Grid
from tests.synthetic.spec import Spec

Picture = NDArray[np.uint8]


MENU = 24
ICONS = 22, 34
"""Least size of the icons of a tool bar, and one pixel more than the largest."""


def bars(spec: Spec) -> int:
    """How far down menu and tools reach at the most, in pixels: no program draws them over its board."""
    return MENU + ICONS[1] + 4 if "tools" in spec.beside else MENU if "menu" in spec.beside else 0


def add(
    rng: np.random.Generator,
    pixels: Picture,
    spec: Spec,
    grid: Grid,
    faces: list[Picture],
    opponent: NDArray[np.int64],
) -> tuple[Grid, ...]:
    """Draw all that the spec names; the grids of what looks like a board."""
    from tests.synthetic.board import lay

    others = []
    height, width = pixels.shape[:2]
    edge = grid.x + grid.box.w + 0.04 * width
    copy = pixels[int(grid.y) : int(grid.y + grid.box.h) + 1, int(grid.x) : int(grid.x + grid.box.w) + 1].copy()
    if "opponent" in spec.beside:
        other = replace(grid, x=round(edge) if spec.snapped else edge)
        lay(pixels, other, faces, opponent, spec.snapped)
        others.append(other)
        edge = other.x + other.box.w + 0.03 * width
    if "preview" in spec.beside and edge + 2.5 * grid.pitch_x < width:
        other = Grid(edge + 0.3 * grid.pitch_x, grid.y, grid.pitch_x, grid.pitch_y, 2, 2)
        lay(pixels, other, faces, rng.integers(0, len(faces), (2, 2)), spec.snapped)
        others.append(other)
    if "thumbnail" in spec.beside and edge + 60 < width:
        scale = min(0.35, (width - edge - 10) / copy.shape[1], 0.4 * height / copy.shape[0])
        small = cv2.resize(copy, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        x, y = int(edge), min(height - small.shape[0] - 24, int(grid.y + 2.6 * grid.pitch_y))
        if y > 0:
            pixels[y : y + small.shape[0], x : x + small.shape[1]] = small
            others.append(Grid(x, y, grid.pitch_x * scale, grid.pitch_y * scale, grid.rows, grid.columns))
    if "text" in spec.beside:
        _text(rng, pixels, int(edge) + 4)
    if "tools" in spec.beside:
        _tools(rng, pixels)
    if "menu" in spec.beside:
        _menu(rng, pixels)
    return tuple(others)


def _text(rng: np.random.Generator, pixels: Picture, left: int) -> None:
    """Lines of text at the right edge."""
    top = int(pixels.shape[0] * 0.72)
    tone = 255 if pixels[top:, left:].size and pixels[top:, left:].mean() < 110 else 0
    for line in range(top, pixels.shape[0] - 30, 18):
        words = " ".join("".join(rng.choice(list("aeilmnorstu"), int(n))) for n in rng.integers(2, 8, 3))
        cv2.putText(pixels, words, (left, line), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (tone,) * 3, 1, cv2.LINE_AA)


def _tools(rng: np.random.Generator, pixels: Picture) -> None:
    """A row of square icons at the top."""
    size = int(rng.integers(*ICONS))
    pixels[MENU : MENU + size + 4] = int(rng.integers(190, 240))
    for i in range(int(rng.integers(4, 12))):
        x = 6 + i * (size + 6)
        colour = [int(v) for v in rng.integers(0, 200, 3)]
        cv2.rectangle(pixels, (x + 4, 30), (x + size - 4, 20 + size), colour, int(rng.choice([-1, 2])))


def _menu(rng: np.random.Generator, pixels: Picture) -> None:
    """A menu above and a line of figures below."""
    tone = int(rng.integers(200, 245))
    pixels[:MENU], pixels[-20:] = tone, tone
    ink, font = (30, 30, 30), cv2.FONT_HERSHEY_SIMPLEX
    cv2.putText(pixels, "Game  Move  Settings  Help", (8, 16), font, 0.42, ink, 1, cv2.LINE_AA)
    below = f"Left: {rng.integers(99)}"
    cv2.putText(pixels, below, (8, pixels.shape[0] - 6), font, 0.4, ink, 1, cv2.LINE_AA)
