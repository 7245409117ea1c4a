"""Which keys move a cursor where, told from pictures between which they were pressed, before anybody knows its looks.

Where a key moves a cursor, what changes lies where it was and where it is then; what changes at the next press of the
same key is the same a step farther on. What moves with a stack that rises has changed nothing on the stack, and what
stands still behind it nothing in the window, so neither counts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from bot.grid import Grid
from bot.vision.cells import sheet_of
from bot.vision.cursor import CELL
from calibration.cursor import LEAST, NEW, SAMPLE, STEPS, Bools, Bytes, Floats, View
from engine.moves import Cell

VOTES: Final = 2
"""Times that a key must have gone one way, and more than half of the times that it went anywhere."""
SAME: Final = 0.4
"""Share of what changed at one press that must have changed a step farther on at the next…"""
LEAD: Final = 1.2
"""… and how many times as much that must be as for any other step."""
STILL: Final = (0, 0)
UPRIGHT: Final = np.ones((3, 1), np.uint8)
WAYS: Final[Mapping[Cell, str]] = {step: way for way, step in STEPS.items()}


def told_ways(tries: Sequence[Sequence[View]]) -> dict[str, str]:
    """What keys mean, a name in STEPS each → the key; a way that none goes is left out. Each try is three pictures:
    before a key, after it, and after its second press; `pressed` is its name.
    """
    went: dict[str, Counter[str]] = defaultdict(Counter)
    for before, between, after in tries:
        way = _way(_changed(before, between), _changed(between, after))
        if way is not None and after.pressed is not None:
            went[after.pressed][way] += 1
    found: dict[str, tuple[int, str]] = {}
    for key, ways in went.items():
        way, votes = ways.most_common(1)[0]
        if votes >= VOTES and 2 * votes > ways.total():
            found[way] = max(found.get(way, (0, "")), (votes, key))
    return {way: key for way, (_, key) in found.items()}


def went(before: View, after: View) -> bool:
    """Whether something has gone over the board from one picture to the other."""
    return bool(_changed(before, after)[0].sum() >= LEAST * SAMPLE)


def _changed(before: View, after: View) -> tuple[Bools, int]:
    """(height, width), where the second picture of a board shows what the first shows neither there in the window nor
    there on the stack; and the rows below the one that was the lowest at first.
    """
    grid, old = after.grid, before.grid
    lower = old.rows - grid.rows + after.risen - before.risen
    stack = replace(old, y=old.y + lower * old.pitch_y, rows=grid.rows)
    now, there, then = _cut(after, grid), _cut(before, grid), _cut(before, stack)
    changed = (_apart(now, there) > NEW) & (_apart(now, then) > NEW)
    # Rows that lie a hair beside their place differ along lines.
    return cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_OPEN, UPRIGHT) > 0, after.risen


def _cut(view: View, grid: Grid) -> Bytes:
    return sheet_of(view.pixels, grid, (0.0, 0.0), (CELL, CELL))


def _apart(one: Bytes, other: Bytes) -> Floats:
    return np.asarray(np.abs(one.astype(np.float32) - other).max(axis=2))


def _way(first: tuple[Bools, int], second: tuple[Bools, int]) -> str | None:
    """The way from what changed at one press to what did at the next; None where nothing went, or it is not sure."""
    (one, low), (other, lower) = first, second
    least = LEAST * SAMPLE
    if one.sum() < least or other.sum() < least or one.shape[1] != other.shape[1]:
        return None
    rows = max(len(one) - CELL * low, len(other) - CELL * lower)
    deep = max(low, lower)
    laid = []
    for mask, depth in ((one, low), (other, lower)):
        sheet = np.zeros((rows + CELL * deep, mask.shape[1]), np.bool_)
        top = rows - (len(mask) - CELL * depth)
        sheet[top : top + len(mask)] = mask
        laid.append(sheet)
    share = {step: _shared(laid[0], laid[1], step) for step in (STILL, *STEPS.values())}
    best, second_best = sorted(share.values(), reverse=True)[:2]
    step = max(share, key=lambda one: share[one])
    return WAYS.get(step) if best >= SAME and best >= LEAD * second_best else None


def _shared(one: Bools, other: Bools, step: Cell) -> float:
    """How much of two changes is the same, 0 to 1, if the second lies a step (rows up, columns aside) away."""
    up, aside = (CELL * part for part in step)
    high, wide = one.shape
    a = one[max(0, up) : high + min(0, up), max(0, -aside) : wide - max(0, aside)]
    b = other[max(0, -up) : high - max(0, up), max(0, aside) : wide + min(0, aside)]
    return float((a & b).sum()) / max(1, int(one.sum()), int(other.sum()))
