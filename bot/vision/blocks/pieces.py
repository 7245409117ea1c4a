"""The few pieces that a picture shows: islands of strong colours, all of one size, beside each other."""

from __future__ import annotations

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.vision.channels import chroma

VIVID: Final = 0.5
"""Share of the strongest colours of a picture that a piece has at least."""
STRONGEST: Final = 0.995
"""Share of the pixels that have no stronger colour than these."""
COLOURED: Final = 48
"""Grey levels from the weakest to the strongest channel that they have at least."""
SMALLEST: Final = 10
"""Pixels of a piece each way."""
EQUAL: Final = 0.1
"""Share of their size by which pieces differ."""
OBLONG: Final = 1.4
"""How many times as wide as high a piece is, or as high as wide, at the most."""
FILLED: Final = 0.4
"""Share of its box that an island of colour fills, at the least: eyes and lights have none."""
LOOSE: Final = 1.4
"""How many times its own size the next piece is away, at the most."""
FEWEST: Final = 4
"""Pieces that are told as such, at the least."""
BESIDE: Final = 4
"""Pieces that have another one beside them, at the least."""
MOST: Final = 40
"""Pieces from which there are not too few to find a board by."""
FAR: Final = (1, 2, 4, 8, 16)
"""Cells from one piece to another of its row or column by which the pitch is known better and better, …"""
OFF: Final = 0.2
"""… where they are whole ones, but for this part of a cell."""
OTHER: Final = 48
"""Grey levels by which two kinds of pieces differ: marks of one colour are none."""


class Island(NamedTuple):
    """The box of a patch of strong colours, and its usual colour."""

    x: int
    y: int
    w: int
    h: int
    colour: tuple[int, int, int]


class Pieces(NamedTuple):
    """Pieces of one size."""

    pitch: tuple[float, float]
    """Width and height of the cells in which they stand side by side."""
    middles: NDArray[np.float64]
    """(n, 2), where the middle of each is, x and y, in pixels."""


def pieces(pixels: Pixels) -> Pieces | None:
    """The pieces that a picture (h, w, 3) shows, those that hang together one by one; None where it shows none, or so
    many that they are no few.
    """
    found = _islands(pixels)
    one = max(found, key=lambda of: sum(_like(of, other) for other in found), default=None)
    if one is None:
        return None
    equal = [of for of in found if _like(one, of)]
    pitch = _pitch(equal)
    tones = np.array([of.colour for of in equal])
    if len(equal) < FEWEST or pitch is None or np.ptp(tones, axis=0).max() < OTHER:
        return None
    middles = np.array([middle for of in found for middle in _held(of, one, pitch)])
    if len(middles) > MOST:
        return None
    return Pieces((_exact(middles, 0, pitch[0]), _exact(middles, 1, pitch[1])), middles)


def _islands(pixels: Pixels) -> list[Island]:
    """Patches of the strongest colours that are as large as a piece."""
    strength = chroma(pixels)
    limit = VIVID * float(np.quantile(strength, STRONGEST))
    if limit < COLOURED:
        return []
    count, label, stats, _ = cv2.connectedComponentsWithStats((strength > limit).astype(np.uint8), connectivity=4)
    found = []
    for number in range(1, count):
        x, y, w, h, area = (int(value) for value in stats[number])
        if min(w, h) < SMALLEST or area <= FILLED * w * h:
            continue
        blue, green, red = np.median(pixels[y : y + h, x : x + w, :3][label[y : y + h, x : x + w] == number], 0)
        found.append(Island(x, y, w, h, (int(blue), int(green), int(red))))
    return found


def _like(one: Island, other: Island) -> bool:
    """Whether an island is no strip, and another one as large."""
    return (
        max(one.w, one.h) < OBLONG * min(one.w, one.h)
        and abs(one.w - other.w) <= EQUAL * one.w
        and abs(one.h - other.h) <= EQUAL * one.h
    )


def _pitch(equal: list[Island]) -> tuple[float, float] | None:
    """Width and height of the cells in which equal pieces stand side by side or one on another; None where hardly any
    do, or at several distances.
    """
    steps: tuple[list[int], list[int]] = ([], [])
    beside = set[Island]()
    for one in equal:
        for other in equal:
            right, down = other.x - one.x, other.y - one.y
            for axis, away, aside, size, across in ((0, right, down, one.w, one.h), (1, down, right, one.h, one.w)):
                if size <= away <= LOOSE * size and abs(aside) <= EQUAL * across:
                    steps[axis].append(away)
                    beside |= {one, other}
    if len(beside) < BESIDE:
        return None
    sizes = [float(np.median(of)) if of else None for of in steps]
    for of, usual in zip(steps, sizes, strict=True):
        if usual is not None and any(abs(step - usual) > EQUAL * usual for step in of):
            return None
    width, height = sizes
    if width is None or height is None:
        width = height = width or height
    return None if width is None or height is None else (width, height)


def _exact(middles: NDArray[np.float64], axis: int, pitch: float) -> float:
    """A pitch along an axis, known better by pieces of one row, or column, that lie ever farther apart."""
    along, across = middles[:, axis], middles[:, 1 - axis]
    away = (along[:, None] - along)[np.abs(across[:, None] - across) <= EQUAL * pitch]
    for far in FAR:
        times = np.rint(away / pitch)
        whole = (times > 0) & (times <= far) & (np.abs(away / pitch - times) <= OFF)
        if whole.any():
            pitch = float((away[whole] * times[whole]).sum() / (times[whole] ** 2).sum())
    return pitch


def _held(island: Island, one: Island, pitch: tuple[float, float]) -> list[tuple[float, float]]:
    """The middles of the pieces that hang together in an island; none where it is no piece."""
    across, down = (island.w - one.w) / pitch[0], (island.h - one.h) / pitch[1]
    whole = max(abs(across - round(across)), abs(down - round(down))) <= EQUAL and min(across, down) > -EQUAL
    if not whole or min(round(across), round(down)) > 0:
        return []
    x, y = island.x + one.w / 2 + (across - round(across)) * pitch[0] / 2, island.y + one.h / 2
    y += (down - round(down)) * pitch[1] / 2
    return [
        (x + right * pitch[0], y + below * pitch[1])
        for below in range(round(down) + 1)
        for right in range(round(across) + 1)
    ]
