"""Where a person says that a board lies in a picture, and how many cells it has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from bot.errors import UsageError
from bot.frame import Box, Pixels
from bot.grid import Grid

NEAR: Final = 0.4
"""Cells by which a box that was typed may miss the board."""
MOST: Final = 200
"""Rows or columns that may be typed."""


@dataclass(frozen=True)
class Place:
    """What a person said of it; None where nothing was said."""

    which: str | None = None
    """Of boards beside each other, the one that is meant: one of `SIDES`, left or right."""
    box: Box | None = None
    """Where all cells lie, in pixels of the picture."""
    size: tuple[int, int] | None = None
    """How many rows and columns there are."""

    @classmethod
    def typed(cls, grid: str | None = None, size: str | None = None, which: str | None = None) -> Place:
        """What was typed: a `grid` as X,Y,WIDTH,HEIGHT, a `size` as COLUMNSxROWS. Raises UsageError."""
        return cls(which, None if grid is None else _box(grid), None if size is None else parse_size(size))

    @property
    def said(self) -> bool:
        """Whether anything was."""
        return self != Place()

    @property
    def bounded(self) -> bool:
        """Whether it was said how far the board reaches."""
        return self.box is not None or self.size is not None

    def grid(self, pictures: Sequence[Pixels]) -> Grid | None:
        """The grid in the box that was typed, which lies where the first picture, (height, width, 3), shows a board if
        that is nearly there; where no size was typed, the cells in the box are counted. None where no box was typed.
        Raises CalibrationError.
        """
        from calibration.discover import discover
        from calibration.shot import CalibrationError

        if self.box is None:
            return None
        box, size = self.box, self.size
        height, width = pictures[0].shape[:2]
        within = [min(box.x + box.w, width) - max(box.x, 0), min(box.y + box.h, height) - max(box.y, 0)]
        if within[0] < box.w / 2 or within[1] < box.h / 2:
            raise CalibrationError(
                f"--grid {box.x:g},{box.y:g},{box.w:g},{box.h:g} lies beside the picture, which is {width}x{height}: "
                "say where the cells are in it."
            )
        top, left = max(0, int(box.y - box.h / 10)), max(0, int(box.x - box.w / 10))
        inside = pictures[0][top : int(box.y + 1.1 * box.h), left : int(box.x + 1.1 * box.w)]
        try:
            seen = discover([inside]).shots[0].grid
        except CalibrationError as error:
            if size is None:
                raise CalibrationError(
                    "The cells in that box could not be counted; add --size COLUMNSxROWS."
                ) from error
            return Grid(box.x, box.y, box.w / size[1], box.h / size[0], *size)
        seen = replace(seen, x=seen.x + left, y=seen.y + top)
        size = size or (max(1, round(box.h / seen.pitch_y)), max(1, round(box.w / seen.pitch_x)))
        near = max(abs(seen.box.x - box.x), abs(seen.box.x + seen.box.w - box.x - box.w)) < NEAR * seen.pitch_x
        near &= max(abs(seen.box.y - box.y), abs(seen.box.y + seen.box.h - box.y - box.h)) < NEAR * seen.pitch_y
        return (
            seen
            if near and size == (seen.rows, seen.columns)
            else Grid(box.x, box.y, box.w / size[1], box.h / size[0], *size)
        )


def _box(text: str) -> Box:
    """The rectangle in a picture that `--grid` names: cells of a page may be any part of a pixel wide. Raises
    UsageError.
    """
    try:
        x, y, w, h = (float(part) for part in text.split(","))
    except ValueError:
        x = y = w = h = 0
    if not (min(w, h) > 0 and np.isfinite([x, y, w, h]).all()):
        raise UsageError(f"--grid is written X,Y,WIDTH,HEIGHT in pixels, such as 418,32,192.5,384; found {text!r}.")
    return Box(x, y, w, h)


def parse_size(text: str) -> tuple[int, int]:
    """Rows and columns from `COLUMNSxROWS`. Raises UsageError.

    >>> parse_size("18x8")
    (8, 18)
    """
    match = re.fullmatch(r"(\d{1,3})x(\d{1,3})", text.strip().lower())
    if not match or not (0 < int(match[1]) <= MOST and 0 < int(match[2]) <= MOST):
        raise UsageError(f"A size is written COLUMNSxROWS, such as 18x8; found {text!r}.")
    return int(match[2]), int(match[1])
