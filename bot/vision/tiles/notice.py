"""What a picture without a board shows instead: a notice on empty ground, a few tiles, or nothing at all."""

from __future__ import annotations

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Box, Pixels
from bot.grid import Grid
from bot.vision.cells import cut
from bot.vision.tiles import kinds

Bools = NDArray[np.bool_]

STEP: Final = 12
"""Grey levels of an edge."""
CALM: Final = 0.035
"""Share of edges in an area that shows next to nothing."""
LETTERED: Final = 0.25
"""Share of edges in a panel or dialog at the most."""
SPARSE: Final = 0.16
"""Share of edges in a notice at the most: a board shows more."""
MIDDLE: Final = (0.15, 0.5)
"""Share of the picture by which a notice lies aside of its middle, and share that it fills, at the most."""
COVER: Final = 8.0
"""So many times larger than a tile is a panel that hides a board."""
EQUAL: Final = 0.8
"""Agreement of outlines from which two things show the same."""
SHOWN: Final = 10.0
"""Contrast, in grey levels, of a thing that shows anything."""
FEW: Final = 400
"""Things that are looked through for two equal ones: a screen full of rectangles is not what is left of a board."""
PIECES: Final = (9, 2)
"""Longer side, in pixels, of what is more than a letter, and how many of these empty ground has at the most."""


class Busy(NamedTuple):
    """Where a picture shows edges."""

    all: Bools
    """(h, w)."""
    frames: list[Box]
    """Upright rectangles that edges run around, the largest first."""


def busy(pixels: Pixels) -> Busy:
    """Where a picture (h, w, 3) shows edges, and frames of them."""
    soft = cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), (3, 3), 0).astype(np.int16)
    down, across = np.abs(np.diff(soft, axis=0))[:, 1:], np.abs(np.diff(soft, axis=1))[1:]
    return Busy(np.maximum(down, across) > STEP, _frames(down > STEP // 2, across > STEP // 2))


def stands_alone(pixels: Pixels, seen: Busy, things: list[Box]) -> bool:
    """Whether there is a frame with a little text in it and next to nothing around it, and no two equal tiles
    anywhere: a board that is nearly cleared may have a frame, too.
    """
    for box in seen.frames:
        around = _inner(seen)
        _within(around, box, 4)[:] = False
        calm = around.sum() > 0.1 * around.size and seen.all[around].mean() < CALM
        # A frame with a frame in it is the outline of a darkened board with a dialog over it.
        alone = not any(_holds(box, other) for other in seen.frames)
        inside = [thing for thing in things if box.contains(thing.centre)]
        if calm and alone and _middle(seen, box) and _lettered(inside) and _within(seen.all, box, -3).mean() < SPARSE:
            return not equals(pixels, things)
    return False


def _middle(seen: Busy, box: Box) -> bool:
    """Whether a box lies in the middle of the picture and leaves most of it free: a notice does, a window may not."""
    height, width = seen.all.shape
    x, y = box.centre
    aside = max(abs(x / width - 0.5), abs(y / height - 0.5))
    return bool(aside < MIDDLE[0] and box.w * box.h < MIDDLE[1] * width * height)


def _lettered(things: list[Box]) -> bool:
    """Whether things may be large letters: these stand in one or two lines."""
    rows = [thing.centre.y for thing in things]
    return not rows or bool(max(rows) - min(rows) < 2.5 * float(np.median([thing.h for thing in things])))


def empty(seen: Busy) -> bool:
    """Whether there is ground and nothing else."""
    inner = _inner(seen)
    if seen.all[inner].mean() > CALM / 2:
        return False
    _, _, stats, _ = cv2.connectedComponentsWithStats((seen.all & inner).astype(np.uint8), connectivity=8)
    large = np.minimum(stats[1:, cv2.CC_STAT_WIDTH], stats[1:, cv2.CC_STAT_HEIGHT]) >= PIECES[0]
    return int(large.sum()) <= PIECES[1]


def rectangles(pixels: Pixels) -> list[Box]:
    """Upright rectangles of the size of tiles."""
    edges = cv2.dilate(cv2.Canny(pixels, 60, 160), np.ones((2, 2), np.uint8))
    contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    boxes: list[Box] = []
    for contour in contours:
        x, y, w, h = cv2.boundingRect(contour)
        if not (8 <= w <= 90 and 8 <= h <= 90 and 0.5 < w / h < 2) or cv2.contourArea(contour) < 0.75 * w * h:
            continue
        if all(abs(x + w / 2 - b.centre.x) + abs(y + h / 2 - b.centre.y) > 0.6 * min(w, h) for b in boxes):
            boxes.append(Box(x, y, w, h))
    return boxes


def equals(pixels: Pixels, boxes: list[Box]) -> list[Box]:
    """The first of these parts of a picture that are of one size and among which two show the same, and something at
    all; none where they are more than a few.
    """
    if not 2 <= len(boxes) <= FEW:
        return []
    cells = np.concatenate([cut(pixels, Grid(b.x, b.y, b.w, b.h, 1, 1))[0] for b in boxes])
    rich = np.flatnonzero(kinds.contrast(cells) > SHOWN)
    if len(rich) < 2:
        return []
    outlines = kinds.outlines(cells[rich])
    twins = np.zeros((len(boxes), len(boxes)), bool)
    twins[np.ix_(rich, rich)] = outlines @ outlines.T > EQUAL
    np.fill_diagonal(twins, False)
    sizes = np.array([(box.w, box.h) for box in boxes])
    for size in sizes:
        like = np.flatnonzero((np.abs(sizes - size) <= 2).all(1))
        if twins[np.ix_(like, like)].any():
            return [boxes[number] for number in like]
    return []


def among(seen: Busy, tiles: list[Box]) -> bool:
    """Whether a panel with room for many of these tiles, and none of them in it, has tiles on both sides of it."""
    size = tiles[0].w * tiles[0].h
    return any(
        frame.w * frame.h > COVER * size
        and not any(frame.contains(tile.centre) for tile in tiles)
        and _between(frame, tiles)
        and _within(seen.all, frame, -3).mean() < LETTERED
        for frame in seen.frames
    )


def _between(frame: Box, tiles: list[Box]) -> bool:
    """Whether tiles lie to the left and to the right of a frame, or above it and below it."""
    across = [t.centre.x for t in tiles if frame.y < t.centre.y < frame.y + frame.h]
    down = [t.centre.y for t in tiles if frame.x < t.centre.x < frame.x + frame.w]
    return any(
        places and min(places) < first and max(places) > last
        for places, first, last in ((across, frame.x, frame.x + frame.w), (down, frame.y, frame.y + frame.h))
    )


def _within(seen: Bools, box: Box, grown: int) -> Bools:
    """The part of a picture inside a box that is grown, or shrunk, on all sides."""
    left, top = max(0, int(box.x) - grown), max(0, int(box.y) - grown)
    return seen[top : int(box.y + box.h) + grown, left : int(box.x + box.w) + grown]


def _inner(seen: Busy) -> Bools:
    """(h, w), the picture without its outer parts, where bars and titles are."""
    height, width = seen.all.shape
    inner = np.zeros_like(seen.all)
    inner[height // 8 : -(height // 8) or None, width // 16 : -(width // 16) or None] = True
    return inner


def _holds(box: Box, other: Box) -> bool:
    """Whether the other box lies inside this one and is much smaller."""
    return box.contains(other.centre) and other.w * other.h < 0.6 * box.w * box.h


def _frames(down: Bools, across: Bools) -> list[Box]:
    """Upright rectangles, corners square or round, whose four sides are edges; the largest first."""
    height, width = down.shape
    lines = _runs(down, (max(8, width // 8), 1))
    posts = _runs(across, (1, max(8, height // 10)))
    found = []
    for number, left in enumerate(posts):
        for right in posts[number + 1 :]:
            a, b = sorted((left, right), key=lambda post: post.x)
            wide, high = b.x - a.x, min(a.h, b.h)
            level = abs(a.y - b.y) + abs(a.y + a.h - b.y - b.h) < 0.15 * high
            if not level or wide < width // 8 or not 0.03 < wide * high / (width * height) < 0.8:
                continue
            reach = 0.15 * high + 3
            ends = (min(a.y, b.y), max(a.y + a.h, b.y + b.h))
            sides = [
                any(abs(line.y - end) < reach and _shared(line, a.x, b.x) > 0.6 * wide for line in lines)
                for end in ends
            ]
            if all(sides):
                found.append(Box(a.x, ends[0], wide, ends[1] - ends[0]))
    return sorted(found, key=lambda box: -box.w * box.h)


def _runs(edges: Bools, size: tuple[int, int]) -> list[Box]:
    """Straight runs of edges at least `size` (width, height) long, the 40 longest."""
    thick = (1, 3) if size[0] > size[1] else (3, 1)
    mask = cv2.dilate(edges.astype(np.uint8), np.ones(thick[::-1], np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones(size[::-1], np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    boxes = [Box(*(float(v) for v in row[:4])) for row in stats[1:]]
    return sorted(boxes, key=lambda box: -max(box.w, box.h))[:40]


def _shared(line: Box, left: float, right: float) -> float:
    return min(line.x + line.w, right) - max(line.x, left)
