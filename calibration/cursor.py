"""Learning what a cursor looks like from pictures between which keys were pressed that move it.

A cursor is what lies over the cells of each picture and over none of them for long, looks the same wherever it is, and
goes where the keys say. Where it began nobody knows: every place is tried, and the one is taken from which on its way
most is found that is alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import sheet_of
from bot.vision.cursor import CELL, OVER, SPAN, CursorTeller
from engine.moves import Cell

STEPS: Final = {"up": (1, 0), "down": (-1, 0), "left": (0, -1), "right": (0, 1)}
"""Rows up and columns to the right."""
RIM: Final = 1
"""Cells around the board that are looked at, too."""
NEW: Final = 36
"""Grey levels by which a pixel differs from what the place mostly shows where something lies over it."""
ALIKE: Final = 30
"""Grey levels up to which two pixels show the same."""
MOSTLY: Final = 0.66
"""Share of the pictures of a cursor in which a pixel of it is to be seen."""
COLOUR: Final = 40
"""Grey levels up to which pixels are of one colour."""
LEAST: Final = 0.012
"""Share of the picture of a cursor that it fills at the least."""
SAMPLE: Final = round((SPAN + 2 * OVER) * CELL) * round((1 + 2 * OVER) * CELL)
"""Pixels of that."""
LEAD: Final = 1.1
"""How many times as much must be alike on its way as on any other that does not come together with it."""
FACES: Final = 3
"""Looks of a cursor that blinks, at the most…"""
BLINKS: Final = 2
"""… and usually."""
TOLD: Final = 0.7
"""Share of the pictures in which the learned cursor must be found again where it went…"""
ASTRAY: Final = 0.1
"""… and the most in which it may be found elsewhere."""

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class View:
    """A picture taken after a key was pressed."""

    pixels: Pixels
    grid: Grid
    """Where the cells lie in it, as far as the stack has risen."""
    pressed: str | None = None
    """What the key before it should mean: a name in STEPS; None for the first picture."""
    risen: int = 0
    """Rows that have come up from below since the first picture."""


def learn_cursor(views: Sequence[View]) -> list[Bytes] | None:
    """Pictures of a cursor over SPAN cells, one for each of its looks, as `CursorTeller` takes them; None where there
    is none that goes where the keys say.
    """
    if len(views) < 4:
        return None
    sheets, over, top = _laid(views)
    ways = _ways(views)
    found = {way: _alike(sheets, over, _places(way, views, top)) for way in ways}
    best = max(found, key=lambda way: found[way])
    rivals = [score for way, score in found.items() if _apart(way, best) > len(views) / 2]
    if found[best] < LEAST * SAMPLE or len(set(best)) < 3 or found[best] < LEAD * max(rivals, default=0.0):
        return None
    samples = _faces(sheets, over, _places(best, views, top))
    return samples if samples and _tells(samples, views, best) else None


def stirs(views: Sequence[View]) -> bool:
    """Whether in most pictures something lies over the board within its frame that goes elsewhere, or there are more
    looks of the board than a cursor has that blinks: keys without meaning leave it as it is. Of a stack that rises the
    outermost rows are half hidden.
    """
    rim = (RIM + any(view.grid != views[0].grid for view in views)) * CELL
    sheets, over = (laid[:, rim:-rim, RIM * CELL : -RIM * CELL] for laid in _laid(views)[:2])
    # Rows that lie a hair beside their place differ along lines.
    upright = np.ones((3, 1), np.uint8)
    masks = [cv2.morphologyEx(one.astype(np.uint8), cv2.MORPH_OPEN, upright) > 0 for one in over]
    if np.median([mask.sum() for mask in masks]) >= LEAST * SAMPLE:
        return True
    looks = list[int]()
    for number, mask in enumerate(masks):
        apart = [np.abs(sheets[number].astype(np.int16) - sheets[look]).max(axis=2) > NEW for look in looks]
        if all((one & (mask | masks[look])).sum() >= LEAST * SAMPLE for one, look in zip(apart, looks, strict=True)):
            looks.append(number)
    return len(looks) > BLINKS


def _laid(views: Sequence[View]) -> tuple[Bytes, Bools, int]:
    """All boards as pictures with the same panels at the same places, (n, h, w, 3), and (n, h, w) where something lies
    over them; and the number of the top row, counted from the lowest row of the first picture.
    """
    top = max(view.grid.rows - view.risen for view in views)
    rows = top + RIM + max(view.risen for view in views) + RIM
    columns = views[0].grid.columns + 2 * RIM
    sheets = np.zeros((len(views), rows * CELL, columns * CELL, 3), np.uint8)
    there = np.zeros(sheets.shape[:3], np.bool_)
    for number, view in enumerate(views):
        grid = view.grid
        wide = grid.wider(RIM)
        sheet = sheet_of(view.pixels, wide, (0.0, 0.0), (CELL, CELL))
        at = (top - (grid.rows - view.risen)) * CELL
        sheets[number, at : at + len(sheet)] = sheet
        there[number, at : at + len(sheet)] = _pictured(view.pixels, wide)
    shown = there | ~there.any(0)  # what none shows is black in all
    usual = np.nanmedian(np.where(shown[..., None], sheets, np.float32(np.nan)), axis=0)
    apart = np.abs(sheets - usual).max(axis=3)
    return sheets, (apart > NEW) & there, top


def _pictured(pixels: Pixels, grid: Grid) -> Bools:
    """(h, w), which pixels of a sheet of these cells the picture shows: beyond it its edge is repeated."""
    height, width = pixels.shape[:2]
    y = grid.y + (np.arange(grid.rows * CELL) + 0.5) * grid.pitch_y / CELL
    x = grid.x + (np.arange(grid.columns * CELL) + 0.5) * grid.pitch_x / CELL
    return np.asarray(((y >= 0) & (y < height))[:, None] & ((x >= 0) & (x < width)))


def _ways(views: Sequence[View]) -> set[tuple[Cell, ...]]:
    """All ways that a cursor may have gone: its left cell in each picture, as rows above the lowest one of the first
    picture and columns.
    """
    first = views[0].grid
    found = set()
    for row in range(first.rows):
        for column in range(first.columns - SPAN + 1):
            at, way = (row, column), []
            for view in views:
                up, right = STEPS[view.pressed] if view.pressed else (0, 0)
                low, high = -view.risen, view.grid.rows - 1 - view.risen
                at = (
                    min(max(at[0] + up, low), high),
                    min(max(at[1] + right, 0), view.grid.columns - SPAN),
                )
                way.append(at)
            found.add(tuple(way))
    return found


def _apart(one: Sequence[Cell], other: Sequence[Cell]) -> int:
    """In how many pictures two ways are not at one place."""
    return sum(a != b for a, b in zip(one, other, strict=True))


def _places(way: Sequence[Cell], views: Sequence[View], top: int) -> list[tuple[slice, slice]]:
    """Where the cursor lies in each laid picture."""
    out = []
    for row, column in way:
        y, x = (top - 1 - row + RIM - OVER) * CELL, (column + RIM - OVER) * CELL
        high, wide = (1 + 2 * OVER) * CELL, (SPAN + 2 * OVER) * CELL
        out.append((slice(round(y), round(y + high)), slice(round(x), round(x + wide))))
    return out


def _pairs(sheets: Bytes, over: Bools, places: Sequence[tuple[slice, slice]]) -> NDArray[np.int64]:
    """(n, n): how many pixels of the places in two pictures are covered in both, and alike; 0 where it is one place."""
    cut = np.stack([sheet[place] for sheet, place in zip(sheets, places, strict=True)]).astype(np.int16)
    mask = np.stack([one[place] for one, place in zip(over, places, strict=True)])
    both = np.zeros((len(cut), len(cut)), np.int64)
    for i in range(len(cut)):
        for j in range(i):
            if places[i] != places[j]:
                shown = mask[i] & mask[j]
                same = np.abs(cut[i][shown] - cut[j][shown]).max(axis=1, initial=0) <= ALIKE
                both[i, j] = both[j, i] = int(same.sum())
    return both


def _alike(sheets: Bytes, over: Bools, places: Sequence[tuple[slice, slice]]) -> float:
    """How much is alike along a way, in pixels: what the second best partner of a picture shares with it."""
    shared = np.sort(_pairs(sheets, over, places), axis=1)
    return float(np.mean(shared[:, -2]))


def _faces(sheets: Bytes, over: Bools, places: Sequence[tuple[slice, slice]]) -> list[Bytes]:
    """The looks of a cursor that lies at these places, those seen most first."""
    shared = _pairs(sheets, over, places)
    left, found = set(range(len(places))), list[Bytes]()
    while len(left) > 1 and len(found) < FACES:
        seed = max(left, key=lambda i: sorted(shared[i])[-2])
        least = 0.5 * shared[seed].max()
        members = [i for i in left if i == seed or shared[seed][i] >= max(least, 1)]
        left -= set(members)
        if len(members) > 1 and (face := _face(sheets, over, [places[i] for i in members], members)) is not None:
            found.append(face)
    return found


def _face(sheets: Bytes, over: Bools, places: Sequence[tuple[slice, slice]], numbers: Sequence[int]) -> Bytes | None:
    """What pictures of a cursor have in common, (h, w, 4), in the one colour that most of it has; None: too little."""
    cut = np.stack([sheets[i][place] for i, place in zip(numbers, places, strict=True)]).astype(np.float32)
    mask = np.stack([over[i][place] for i, place in zip(numbers, places, strict=True)])
    look = np.median(cut, axis=0)
    steady = (np.abs(cut - look).max(axis=3) <= ALIKE).mean(axis=0) >= MOSTLY
    own = steady & (mask.mean(axis=0) >= MOSTLY)
    if not own.any():
        return None
    colours = look[own]
    near = np.abs(colours[:, None] - colours[None, :: max(1, len(colours) // 200)]).max(axis=2) <= COLOUR
    main = colours[:: max(1, len(colours) // 200)][int(near.sum(axis=0).argmax())]
    own &= np.abs(look - main).max(axis=2) <= COLOUR
    if own.mean() < LEAST:
        return None
    return np.dstack([look.astype(np.uint8), np.where(own, 255, 0).astype(np.uint8)])


def _tells(samples: Sequence[Bytes], views: Sequence[View], way: Sequence[Cell]) -> bool:
    """Whether a cursor of these looks is found again where it went; a busy program may show it where it was before."""
    teller = CursorTeller(samples)
    right = wrong = 0
    for view, *steps in zip(views, way, (way[0], *way), strict=False):
        told = teller.tell(view.pixels, view.grid)
        if told is not None:
            here, before = ((view.grid.rows - 1 - row - view.risen, column) for row, column in steps)
            right, wrong = right + (told[0] == here), wrong + (told[0] not in (here, before))
    return right >= TOLD * len(views) and wrong <= ASTRAY * len(views)
