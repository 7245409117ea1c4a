"""Draws fields of round pieces that join with their like, each with eyes and gloss, over a dim picture."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from bot.frame import Pixels

COLOURS = {"r": (40, 40, 215), "g": (60, 190, 70), "b": (225, 120, 40), "y": (40, 190, 240), "p": (200, 60, 160)}
"""Blue, green and red of each kind; `#` is garbage."""
FINE = 4
"""How many times larger it is drawn."""


def screen(
    fields: Sequence[Sequence[str]],
    cell: tuple[int, int] = (40, 38),
    *,
    size: tuple[int, int] = (1000, 620),
    seed: int = 0,
    join: bool = True,
    cross: bool = True,
) -> tuple[Pixels, list[tuple[int, int]]]:
    """A picture (h, w, 3) with fields beside each other in frames, and the left upper corner of each."""
    rng = np.random.default_rng(seed)
    low = rng.integers(30, 200, (9, 14, 3), np.uint8)
    picture = np.asarray(cv2.resize(low, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    corners = []
    for number, field in enumerate(fields):
        wide, high = cell[0] * len(field[0]), cell[1] * len(field)
        x, y = 90 + number * (wide + 220), 70
        cv2.rectangle(picture, (x - 12, y - 30), (x + wide + 11, y + high + 11), (210, 150, 60), -1)
        picture[y : y + high, x : x + wide] = drawn(field, cell, seed + number, join=join, cross=cross)
        corners.append((x, y))
    return picture, corners


def wooden(field: Sequence[str], cell: tuple[int, int] = (32, 32), *, seed: int = 0) -> tuple[Pixels, tuple[int, int]]:
    """A picture of a field on panelled ground, in a frame of boards with a grain, and its left upper corner."""
    rng = np.random.default_rng(seed)
    x, y, wide, high = 40, 44, cell[0] * len(field[0]), cell[1] * len(field)
    grain = rng.integers(60, 130, (high + 90, 1, 1)) + rng.integers(-25, 25, (high + 90, 24, 1))
    wood = np.clip(np.repeat(grain, 20, 1) * np.array([0.2, 0.75, 1.0]), 0, 255).astype(np.uint8)
    picture = np.ascontiguousarray(np.tile(wood, (1, 2, 1))[:, : wide + 180])
    picture[y : y + high, x : x + wide] = drawn(field, cell, seed, cross=False, grained=True)
    return picture, (x, y)


def drawn(
    field: Sequence[str],
    cell: tuple[int, int],
    seed: int = 0,
    *,
    join: bool = True,
    cross: bool = True,
    grained: bool = False,
) -> Pixels:
    """The field alone; on a ground of panels, one to a cell, where it is `grained`."""
    rng = np.random.default_rng(seed)
    rows, columns = len(field), len(field[0])
    w, h = cell[0] * FINE, cell[1] * FINE
    ground = np.asarray(cv2.resize(rng.integers(35, 70, (5, 4, 3), np.uint8), (w * columns, h * rows)), np.uint8)
    if grained:
        ground = np.tile(_panel(w, h), (rows, columns, 1))
    if cross:
        middle = (columns - 1) // 2
        x, y, reach = int((middle + 0.5) * w), h // 2, int(0.3 * h)
        for way in (-1, 1):
            cv2.line(ground, (x - reach, y - way * reach), (x + reach, y + way * reach), (30, 30, 200), int(0.2 * h))
    for row in range(rows):
        for column in range(columns):
            kind = field[row][column]
            if kind == ".":
                continue
            colour = np.array(COLOURS.get(kind, (150, 150, 150)), float)
            x, y = int((column + 0.5) * w), int((row + 0.5) * h)
            for down, across in ((0, 1), (1, 0)) if join and kind != "#" else ():
                there = (row + down, column + across)
                if there[0] < rows and there[1] < columns and field[there[0]][there[1]] == kind:
                    half = int(0.24 * (w if down else h))
                    end = (x + across * w + down * half, y + down * h + across * half)
                    cv2.rectangle(ground, (x - down * half, y - across * half), end, (0.9 * colour).tolist(), -1)
            _piece(ground, (x, y), (w, h), colour, int(rng.integers(-2, 3)))
    return np.asarray(cv2.resize(ground, None, fx=1 / FINE, fy=1 / FINE, interpolation=cv2.INTER_AREA), np.uint8)


def _panel(wide: int, high: int) -> Pixels:
    """One panel of a wall: brown, with slanting cuts, parted from the next by a dark gap."""
    panel = np.full((high, wide, 3), (0, 28, 34), np.uint8)
    for start in range(-high, wide, wide // 4):
        cv2.line(panel, (start, 0), (start + high, high), (0, 55, 90), max(1, wide // 16))
    cv2.rectangle(panel, (0, 0), (wide - 1, high - 1), (0, 0, 0), max(2, wide // 8))
    return panel


def _piece(picture: Pixels, at: tuple[int, int], size: tuple[int, int], colour: np.ndarray, look: int) -> None:
    """One piece, whose eyes look somewhere."""
    (x, y), (w, h) = at, size
    cv2.ellipse(picture, at, (int(0.44 * w), int(0.44 * h)), 0, 0, 360, (0.55 * colour).tolist(), -1, cv2.LINE_AA)
    cv2.ellipse(picture, at, (int(0.4 * w), int(0.4 * h)), 0, 0, 360, colour.tolist(), -1, cv2.LINE_AA)
    bright = (0.6 * colour + 100).tolist()
    cv2.ellipse(picture, (x, y - h // 4), (int(0.2 * w), int(0.09 * h)), 0, 0, 360, bright, -1, cv2.LINE_AA)
    for side in (-1, 1):
        eye = (x + side * w // 6 + look * w // 40, y)
        cv2.circle(picture, eye, int(0.11 * h), (250, 250, 250), -1, cv2.LINE_AA)
        cv2.circle(picture, (eye[0] + look * w // 60, y), int(0.05 * h), (30, 20, 20), -1, cv2.LINE_AA)
