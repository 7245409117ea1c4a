"""What a layout knows besides its board: regions that are read too, marks by which screens are known, and the hands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, get_args

import numpy as np
from pydantic import ValidationError

from bot.frame import Box, Pixels
from bot.grid import Grid
from bot.layout import Area, Hands, Layout, Place, Region, Screen
from bot.vision.picture import load
from bot.vision.place.screens import Screens
from bot.vision.regions import NUMBER, REGION_READERS, TAKEN, CellTeller
from calibration import looks
from calibration.draft import Draft
from calibration.shot import EMPTY, CalibrationError, Shot
from engine.position import EMPTY as NOTHING

LARGEST: Final = 320
"""Longest side of a mark in pixels."""
SMALLEST: Final = 4
"""Shortest side of a mark, and of a cell of a region, in pixels."""
EXAMPLES: Final = 6
"""Cells of each kind by which the cells of a region are told."""
MEANINGS: Final[tuple[str, ...]] = get_args(Screen.model_fields["shows"].annotation)
"""What a screen may be: the game itself, won, lost, …"""
_NAME: Final = re.compile(r"[a-z][a-z0-9]{0,39}")


@dataclass(frozen=True, eq=False)
class Anchor:
    """A part of a picture by which a point of the program is known again."""

    shows: str
    """One of MEANINGS."""
    area: Area
    """Where it lies in the picture that is calibrated."""
    pixels: Pixels
    """The part itself."""


@dataclass(frozen=True, eq=False)
class Beside:
    """What was said of everything but the board; None where nobody said anything, so that what was known stays."""

    regions: tuple[Region, ...] | None = None
    anchors: tuple[Anchor, ...] | None = None
    hands: Hands | None = None

    def with_region(self, region: Region, instead: str | None = None) -> Beside:
        """The same with one more region, in the place of the one called `instead`, or of the one of its own name."""
        kept = {one.name: one for one in self.regions or ()}
        gone = instead if instead in kept else region.name
        if gone in kept:
            fresh = tuple(region if name == gone else one for name, one in kept.items())
        else:
            fresh = (*kept.values(), region)
        if len({one.name for one in fresh}) < len(fresh):
            raise CalibrationError(f"There is a region called {region.name} already; choose another name.")
        return replace(self, regions=fresh)

    def without_region(self, name: str) -> Beside:
        """The same without a region. Raises CalibrationError where there is none of that name."""
        if name not in [one.name for one in self.regions or ()]:
            raise CalibrationError(f"There is no region called {name}.")
        return replace(self, regions=tuple(one for one in self.regions or () if one.name != name))

    def with_anchor(self, anchor: Anchor) -> Beside:
        """The same with one more mark."""
        return replace(self, anchors=(*(self.anchors or ()), anchor))

    def without_anchor(self, number: int) -> Beside:
        """The same without a mark, by its place in the list. Raises CalibrationError where there is none."""
        known = self.anchors or ()
        if not 0 <= number < len(known):
            raise CalibrationError(f"There is no mark {number + 1}; there are {len(known)}.")
        return replace(self, anchors=(*known[:number], *known[number + 1 :]))

    def over(self, known: Beside) -> Beside:
        """The same, where nothing was said filled up with what was known."""
        return Beside(
            known.regions if self.regions is None else self.regions,
            known.anchors if self.anchors is None else self.anchors,
            self.hands or known.hands,
        )


def region_of(
    name: str, box: Box, size: tuple[int, int], *, rows: int = 1, columns: int = 1, reader: str = "cells"
) -> Region:
    """A region that lies in `box` of a picture of `size` (width, height) pixels. Raises CalibrationError."""
    if not _NAME.fullmatch(name):
        raise CalibrationError(f"A region is called by small letters and digits, such as next or board2, not {name!r}.")
    if name in TAKEN:
        raise CalibrationError(f"{name.capitalize()} is what the board itself says; call the region otherwise.")
    if reader not in REGION_READERS:
        raise CalibrationError(f"There is no reader {reader!r} for a region; known: {', '.join(REGION_READERS)}.")
    if reader == NUMBER and columns > 1:
        raise CalibrationError(f"Numbers stand in rows: the region {name} has one column.")
    _inside(f"The region {name}", box, size)
    if rows < 1 or columns < 1 or min(box.w / columns, box.h / rows) < SMALLEST:
        raise CalibrationError(
            f"The cells of the region {name} are smaller than {SMALLEST} pixels; give fewer of them."
        )
    width, height = size
    values = {"name": name, "reader": reader, "rows": rows, "columns": columns, **_shares(box, width, height)}
    try:
        return Region.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise CalibrationError(f"The region {name}: {first['loc'][0]}: {first['msg']}.") from error


def anchor_of(shows: str, pixels: Pixels, box: Box, area: Box | None = None) -> Anchor:
    """The part of a picture in `box` as a mark. `area` is where the picture that is calibrated lies in this one.

    Raises CalibrationError where the part lies beside the picture, or is too large, too small or of one colour.
    """
    if shows not in MEANINGS:
        raise CalibrationError(f"A screen is {', '.join(MEANINGS[:-1])} or {MEANINGS[-1]}, not {shows!r}.")
    what, (height, width) = f"The mark for {shows}", pixels.shape[:2]
    _inside(what, box, (width, height))
    left, top = max(0, round(box.x)), max(0, round(box.y))
    right, bottom = min(width, round(box.x + box.w)), min(height, round(box.y + box.h))
    if max(right - left, bottom - top) > LARGEST:
        raise CalibrationError(f"{what} is larger than {LARGEST} pixels; draw it around what tells the screen.")
    if min(right - left, bottom - top) < 2 * SMALLEST:
        raise CalibrationError(f"{what} is smaller than {2 * SMALLEST} pixels; draw a larger one.")
    area = area or Box(0, 0, width, height)
    part = np.ascontiguousarray(pixels[top:bottom, left:right, :3])
    where = Box((left - area.x) / area.w, (top - area.y) / area.h, (right - left) / area.w, (bottom - top) / area.h)
    try:
        shares = Area.model_validate(_shares(where, 1, 1))
    except ValidationError as error:
        raise CalibrationError(f"{what} lies outside the picture that the layout was learned from.") from error
    anchor = Anchor(shows, shares, part)
    if screens_of([anchor]).shown(pixels, area) != shows:
        raise CalibrationError(f"{what} shows next to nothing by which it could be known again; draw it around a text.")
    return anchor


def screens_of(anchors: Sequence[Anchor]) -> Screens:
    """The screens that these marks tell."""
    found = [
        Screen.model_validate({"shows": one.shows, "sample": "mark.png", **one.area.model_dump(include=_SIDES)})
        for one in anchors
    ]
    return Screens(found, [one.pixels for one in anchors])


def teller(draft: Draft) -> CellTeller | None:
    """Tells the kinds of a draft in cells beside the board; None where no cell is known."""
    labels: list[str] = []
    cells = []
    for kind, label in ((EMPTY, NOTHING), *enumerate(draft.labels)):
        where = looks.members(draft.shots, kind, marked=False) or looks.members(draft.shots, kind)
        if where:
            crops = looks.crops(draft.shots, where)
            chosen = looks.spread(crops, EXAMPLES)
            cells += [crops[at] for at in chosen]
            labels += [label] * len(chosen)
    return CellTeller(labels, np.stack(cells)) if cells else None


def area_of(draft: Draft, shot: Shot) -> Box:
    """Where the picture that is calibrated, the first one of a draft, lies in that of a shot."""
    return area_through(draft.shots[0], shot.pixels, shot.grid)


def area_through(first: Shot, pixels: Pixels, grid: Grid) -> Box:
    """Where the picture of a shot lies in another one, in which its board lies on `grid`."""
    (height, width), size = pixels.shape[:2], first.pixels.shape[:2]
    if (height, width) == size:
        return Box(0, 0, width, height)
    scale_x, scale_y = grid.pitch_x / first.grid.pitch_x, grid.pitch_y / first.grid.pitch_y
    return Box(
        grid.x - first.grid.x * scale_x, grid.y - first.grid.y * scale_y, size[1] * scale_x, size[0] * scale_y
    )  # fmt: skip


def of_layout(layout: Layout, place: Place | None = None) -> tuple[Beside, tuple[str, ...]]:
    """What a layout knows besides its board, and what of that cannot be carried over, in sentences.

    `place` is where its board lies in another picture; None: in the same. Raises what reading its pictures raises.
    """
    move = _Move(layout.board.place, place)
    lost, regions, anchors = [], [], []
    for region in layout.regions:
        there = move.of(region)
        if there is None:
            lost.append(f"The region {region.name} was of a picture of another kind; draw it again.")
        else:
            regions.append(region.model_copy(update=there.model_dump()))
    for screen in layout.screens:
        there = move.of(screen)
        if there is None:
            lost.append(f"The mark for {screen.shows} was of a picture of another kind; draw it again.")
        else:
            anchors.append(Anchor(screen.shows, there, load(layout.folder / "samples" / screen.sample)))
    return Beside(tuple(regions), tuple(anchors), layout.hands), tuple(lost)


_SIDES: Final = {"left", "top", "right", "bottom"}


class _Move:
    """Where parts of one picture lie in another, which shows the same board elsewhere or cut otherwise."""

    def __init__(self, old: Place | None, new: Place | None) -> None:
        self.old, self.new = old, new
        same = old is None or new is None or old.picture == new.picture
        self._stays = same
        self._known = same or (old.rows, old.columns) == (new.rows, new.columns)  # type: ignore[union-attr]

    def of(self, area: Area) -> Area | None:
        """None where that cannot be told."""
        sides = area.model_dump(include=_SIDES)
        if not self._known:
            return None
        if not self._stays and self.old is not None and self.new is not None:
            x = (self.new.right - self.new.left) / (self.old.right - self.old.left)
            y = (self.new.bottom - self.new.top) / (self.old.bottom - self.old.top)
            for side in ("left", "right"):
                sides[side] = round(self.new.left + (sides[side] - self.old.left) * x, 6)
            for side in ("top", "bottom"):
                sides[side] = round(self.new.top + (sides[side] - self.old.top) * y, 6)
        try:
            return Area.model_validate(sides)
        except ValidationError:
            return None


def _inside(what: str, box: Box, size: tuple[int, int]) -> None:
    """Raises CalibrationError unless a box lies in a picture, but for a pixel."""
    width, height = size
    if not (box.x >= -1 and box.y >= -1 and box.x + box.w <= width + 1 and box.y + box.h <= height + 1):
        raise CalibrationError(f"{what} lies beside the picture, which is {width}x{height}; draw it inside.")
    if box.w <= 0 or box.h <= 0:
        raise CalibrationError(f"{what} has no size; draw it from one corner to the other.")


def _shares(box: Box, width: float, height: float) -> dict[str, float]:
    return {
        "left": round(float(box.x / width), 6),
        "top": round(float(box.y / height), 6),
        "right": round(float((box.x + box.w) / width), 6),
        "bottom": round(float((box.y + box.h) / height), 6),
    }
