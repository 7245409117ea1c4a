"""Finding the mark of a screen by itself: what is on the picture that won, and on none of the game before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Box, Pixels
from bot.grid import Grid
from bot.layout import Region
from bot.vision.regions import CellTeller, cells_of
from calibration.beside import LARGEST, Anchor, anchor_of, screens_of
from calibration.shot import CalibrationError
from engine.position import EMPTY as NOTHING
from engine.position import UNKNOWN

UNLIKE: Final = 24
"""Grey levels by which a pixel of two pictures differs where they do not show the same."""
ROUND: Final = 0.006
"""Share of the picture's longer side by which what changed reaches further than its pixels."""
WORTH: Final = 12.0
"""Mean change from pixel to pixel, in grey levels, of a mark by which a screen can be known again."""
SIZES: Final = ((0.3, 0.12), (0.22, 0.09), (0.15, 0.15), (0.14, 0.06), (0.08, 0.05))
"""Marks that are tried, as shares of the picture's width and height."""
TRIES: Final = 8
"""Places that are tried."""
MOST: Final = 0.9
"""Share of a mark that must be free to tell the screen."""
LOOSE: Final = 0.4
"""The same where notices for several screens are alike, and only their words differ."""
RIM: Final = 0.35
"""Share of a cell around the board in which its tiles, frames and shadows may still change."""
COMMON: Final = 0.25
"""Share of a board's unknown cells that look alike from which they are taken for bare ground."""
ALIKE: Final = 14.0
"""Grey levels by which cells of bare ground differ at the most, but for 1 - DRAWN of their points."""
DRAWN: Final = 0.93
GRAIN: Final = 24.0
"""Grey levels up to which edges may be the grain of a ground."""
TEXT: Final = 3.0
"""Times more drawn than on most empty cells from which a cell is one with something over it."""
INK: Final = 64.0
"""Grey levels from which a sharper edge counts no more."""

Bools = NDArray[np.bool_]
Values = TypeVar("Values", np.uint8, np.float32)


def find_mark(
    shows: str,
    pixels: Pixels,
    usual: Sequence[Pixels],
    grid: Grid,
    teller: CellTeller | None,
    area: Box | None = None,
    regions: Sequence[Region] = (),
    rivals: Sequence[Pixels] = (),
) -> Anchor:
    """The part of a picture, (height, width, 3), that tells a screen: it is on this picture and on no usual one.

    `usual` are pictures of the game of the same size with the board on `grid`, `rivals` those of other screens;
    `teller` knows the cells: those that show a kind, or bare ground, tell nothing. `area` is where the picture that is
    calibrated lies in these. For the screen `game` it is the other way round: what all usual pictures have in common
    beside the board.

    Raises CalibrationError where there is no such part, or it could as well be a board that is played out.
    """
    size = pixels.shape[1], pixels.shape[0]
    others, rivals = [one for one in usual if one is not pixels], list(rivals)
    if any(one.shape[:2] != pixels.shape[:2] for one in (*others, *rivals)):
        raise CalibrationError(
            f"The picture for {shows} is {size[0]}x{size[1]}, other pictures are not: take them of one window at one "
            "size, or say where the mark lies."
        )
    area = area or Box(0, 0, *size)
    if shows == "game":
        free = ~_changed(others, size) if others else np.ones(size[::-1], np.bool_)
        for one in others:
            free &= ~_unlike(pixels, one)
        free &= ~_reached(_covers(grid, size, RIM), size)
        rivals = []
    else:
        if not others:
            raise CalibrationError(f"Show a picture of the game, too: what is new on that for {shows} is its mark.")
        free = np.all([_unlike(pixels, one) for one in others], axis=0)
        free &= ~(_changed(others, size) & ~_covers(grid, size, RIM))
        free &= ~_tells_nothing(pixels, others, grid, teller)
    for region in regions:
        free &= ~_covers(cells_of(region, area), size, 0.0)
    tried = _candidates(pixels, free)
    if rivals:
        tried += _candidates(pixels, free & np.all([_unlike(pixels, one) for one in rivals], axis=0), LOOSE)
    rivals += [] if shows == "game" else others
    for box in tried:
        try:
            anchor = anchor_of(shows, pixels, box, area)
        except CalibrationError:
            continue
        screens = screens_of([anchor])
        if all(screens.shown(one, area) is None for one in rivals):
            return anchor
    raise CalibrationError(
        f"Nothing on the picture for {shows} surely tells it from the game: say where its mark lies, or show more "
        "pictures of the game, one with empty cells among them."
    )


def _unlike(one: Pixels, other: Pixels) -> Bools:
    return np.asarray(cv2.absdiff(_colours(one), _colours(other)).max(axis=2) > UNLIKE)


def _changed(pictures: Sequence[Pixels], size: tuple[int, int]) -> Bools:
    """(height, width), what differs among the pictures themselves, such as a clock, and a little around it."""
    found = np.zeros(size[::-1], np.bool_)
    for one in pictures[1:]:
        found |= _unlike(pictures[0], one)
    return _reached(found, size)


def _reached(mask: Bools, size: tuple[int, int]) -> Bools:
    reach = 2 * max(2, round(ROUND * max(size))) + 1
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((reach, reach), np.uint8)) > 0)


def _covers(grid: Grid, size: tuple[int, int], rim: float) -> Bools:
    """(height, width), where the cells of a grid lie, and so many cells around them."""
    found = np.zeros(size[::-1], np.bool_)
    x, y = rim * grid.pitch_x, rim * grid.pitch_y
    top, bottom = round(grid.y - y), round(grid.y + grid.box.h + y)
    left, right = round(grid.x - x), round(grid.x + grid.box.w + x)
    found[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = True
    return found


def _tells_nothing(pixels: Pixels, usual: Sequence[Pixels], grid: Grid, teller: CellTeller | None) -> Bools:
    """(height, width), cells that show a known kind or bare ground: the next game may show the same.

    Where hardly any cell is as it was in the game and none of them is known, nobody can tell a notice from the ground
    under the tiles: then the whole board tells nothing.
    """
    size = pixels.shape[1], pixels.shape[0]
    lines = teller.told(_colours(pixels), grid)[0] if teller else (UNKNOWN * grid.columns,) * grid.rows
    known = np.array([[label != UNKNOWN for label in line] for line in lines])
    known &= ~_written(pixels, grid, np.array([[label == NOTHING for label in line] for line in lines]))
    known |= _bare(pixels, grid, known)
    if not known.any():
        return _covers(grid, size, RIM)
    found = np.zeros(size[::-1], np.bool_)
    for row, column in np.argwhere(known):
        box = grid.cell((int(row), int(column)))
        found |= _covers(Grid(box.x, box.y, box.w, box.h, 1, 1), size, 0.1)
    return found


def _bare(pixels: Pixels, grid: Grid, known: Bools) -> Bools:
    """(rows, columns), unknown cells that look alike, where many do: ground that was under the tiles."""
    places = [(int(row), int(column)) for row, column in np.argwhere(~known)]
    found = np.zeros_like(known)
    if len(places) < 2:
        return found
    small = [_small(pixels, grid.cell(place)) for place in places]
    looks = np.stack(small).reshape(len(places), -1)
    alike = np.quantile(np.abs(looks[:, None] - looks[None]), DRAWN, axis=2) <= ALIKE
    flat = np.abs(looks.reshape(len(places), -1, 3) - np.median(looks.reshape(len(places), -1, 3), 1)[:, None])
    most = alike[int(alike.sum(1).argmax())]
    if most.sum() >= max(2, COMMON * known.size):
        for place in np.array(places)[most | (np.quantile(flat, DRAWN, axis=(1, 2)) <= ALIKE)]:
            found[tuple(place)] = True
    return found


def _written(pixels: Pixels, grid: Grid, empty: Bools) -> Bools:
    """(rows, columns), cells taken for empty on which more is drawn than on most of those: a text lies over them."""
    found = np.zeros_like(empty)
    places = [(int(row), int(column)) for row, column in np.argwhere(empty)]
    if places:
        ink = np.maximum(_ink(pixels) - GRAIN, 0)
        much = np.array([_part(ink, grid.cell(place)).mean() for place in places])
        for place, is_much in zip(places, much > TEXT * np.median(much) + 1, strict=True):
            found[place] = is_much
    return found


def _ink(pixels: Pixels) -> NDArray[np.float32]:
    """(height, width), how much each pixel differs from those beside it, in grey levels up to INK."""
    grey = np.asarray(cv2.cvtColor(_colours(pixels), cv2.COLOR_BGR2GRAY), np.float32)
    across, down = (cv2.Sobel(grey, cv2.CV_32F, x, 1 - x, scale=0.5) for x in (1, 0))
    return np.asarray(np.minimum(np.abs(across) + np.abs(down), INK), np.float32)


def _part(values: NDArray[Values], box: Box) -> NDArray[Values]:
    """What lies in a box, or at its nearest place inside; never nothing."""
    height, width = values.shape[:2]
    left, top = min(max(0, round(box.x)), width - 1), min(max(0, round(box.y)), height - 1)
    return values[top : max(top + 1, round(box.y + box.h)), left : max(left + 1, round(box.x + box.w))]


def _small(pixels: Pixels, box: Box) -> NDArray[np.float32]:
    part = _part(_colours(pixels), box)
    return np.asarray(cv2.resize(part, (6, 6), interpolation=cv2.INTER_AREA), np.float32)


def _candidates(pixels: Pixels, free: Bools, share: float = MOST) -> list[Box]:
    """Rectangles of which so much is free to tell the screen, those with most drawn on them first."""
    height, width = free.shape
    drawn = _ink(pixels) * free
    closed = _reached(free, (width, height))
    found: list[tuple[float, Box]] = []
    for share_x, share_y in SIZES:
        wide, high = round(min(LARGEST, share_x * width)), round(min(LARGEST, share_y * height))
        if min(wide, high) < 12:
            continue
        worth = cv2.boxFilter(drawn, cv2.CV_32F, (wide, high), borderType=cv2.BORDER_CONSTANT)
        inside = cv2.boxFilter(closed.astype(np.float32), cv2.CV_32F, (wide, high), borderType=cv2.BORDER_CONSTANT)
        score = np.where((inside > share) & (worth > WORTH / 2), worth * inside * (wide * high) ** 0.25, 0)
        score[: high // 2 + 1] = score[height - high // 2 - 1 :] = 0
        score[:, : wide // 2 + 1] = score[:, width - wide // 2 - 1 :] = 0
        for _ in range(2):
            row, column = divmod(int(score.argmax()), width)
            if score[row, column] <= 0:
                break
            found.append((float(score[row, column]), Box(column - wide // 2, row - high // 2, wide, high)))
            score[max(0, row - high) : row + high, max(0, column - wide) : column + wide] = 0
    return [box for _, box in sorted(found, key=lambda one: -one[0])][:TRIES]


def _colours(pixels: Pixels) -> Pixels:
    return np.ascontiguousarray(pixels[:, :, :3])
