"""`calibrate --beside` and `--screen`: what a layout knows besides its board, said on the command line."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.cli.answer import print_json
from bot.devices import parse_region
from bot.errors import UsageError
from bot.frame import Box, Pixels
from bot.grid import Grid
from bot.layout import Layout, Region
from bot.layouts import find_layout, home
from bot.vision.regions import CELLS, CellTeller, read_region
from calibration.beside import (
    MEANINGS,
    Anchor,
    Beside,
    anchor_of,
    area_through,
    region_of,
    screens_of,
    teller,
)
from calibration.draft import Draft
from calibration.marks import find_mark
from calibration.shot import CalibrationError


@dataclass(frozen=True)
class RegionWish:
    """A region that was typed: `NAME=X,Y,W,H[:COLUMNSxROWS[:READER]]`."""

    name: str
    box: Box
    """In pixels of the first picture."""
    rows: int = 1
    columns: int = 1
    reader: str = CELLS


@dataclass(frozen=True, eq=False)
class ScreenWish:
    """A screen that was typed: `MEANING=PICTURE[:X,Y,W,H]`."""

    shows: str
    pixels: Pixels
    box: Box | None
    """Where its mark lies, in pixels of the picture; None: find it."""


@dataclass(frozen=True, eq=False)
class Scene:
    """Pictures of the game, and where its board and the calibrated picture lie in them; all of one size."""

    pictures: Sequence[Pixels]
    grid: Grid
    area: Box
    teller: CellTeller | None


def parse_beside(text: str) -> RegionWish:
    """A region from `NAME=X,Y,W,H[:COLUMNSxROWS[:READER]]`. Raises UsageError.

    >>> parse_beside("next=420,60,40,80:1x2")
    RegionWish(name='next', box=Box(x=420, y=60, w=40, h=80), rows=2, columns=1, reader='cells')
    """
    match = re.fullmatch(r"([^=:]+)=([^:]+)(?::(\d{1,3})x(\d{1,3}))?(?::([^:]+))?", text.strip())
    if not match:
        raise UsageError(
            f"A region is written NAME=X,Y,W,H:COLUMNSxROWS, such as next=420,60,40,80:1x2; found {text!r}."
        )
    name, box, columns, rows, reader = match.groups()
    wish = RegionWish(name, _box(box, text), int(rows or 1), int(columns or 1), reader or CELLS)
    if not (0 < wish.rows <= 200 and 0 < wish.columns <= 200):
        raise UsageError(f"A region has 1 to 200 columns and rows; found {text!r}.")
    return wish


def parse_screen(text: str) -> ScreenWish:
    """A screen from `MEANING=PICTURE[:X,Y,W,H]`. Raises UsageError, PictureError."""
    from bot.vision.picture import load

    match = re.fullmatch(r"([^=]+)=(.+?)(?::(-?\d+(?:,-?\d+){3}))?", text.strip())
    if not match:
        raise UsageError(
            f"A screen is written MEANING=PICTURE, such as won=won.png or won=won.png:300,200,160,60; found {text!r}."
        )
    shows, picture, box = match.groups()
    if shows not in MEANINGS:
        raise UsageError(f"A screen is {', '.join(MEANINGS[:-1])} or {MEANINGS[-1]}; found {shows!r}.")
    return ScreenWish(shows, load(Path(picture)), _box(box, text) if box else None)


def _box(box: str, text: str) -> Box:
    try:
        return parse_region(box)
    except UsageError as error:
        raise UsageError(f"{error} (in {text!r})") from error


def said_of(draft: Draft, regions: Sequence[str], screens: Sequence[str], known: Beside) -> Beside:
    """What was typed, on the pictures of a draft, added to what was known. Raises UsageError, CalibrationError."""
    if not regions and not screens:
        return known
    first = draft.shots[0]
    height, width = first.pixels.shape[:2]
    same = [shot.pixels for shot in draft.shots if shot.pixels.shape == first.pixels.shape]
    scene = Scene(same, draft.well or first.grid, Box(0, 0, width, height), teller(draft))
    return added(known, scene, [parse_beside(text) for text in regions], [parse_screen(text) for text in screens])


def added(known: Beside, scene: Scene, regions: Sequence[RegionWish], screens: Sequence[ScreenWish]) -> Beside:
    """What was known, with regions in place of those of their names and marks in place of those of their screens."""
    for wish in regions:
        known = known.with_region(_region(wish, scene.area))
    meant = {wish.shows for wish in screens}
    if meant:
        kept = tuple(anchor for anchor in known.anchors or () if anchor.shows not in meant)
        fresh = tuple(_anchor(wish, scene, screens, known.regions or ()) for wish in screens)
        known = Beside(known.regions, (*kept, *fresh), known.hands)
        _all_told(known.anchors or (), scene, screens)
    return known


def _region(wish: RegionWish, area: Box) -> Region:
    box = Box(wish.box.x - area.x, wish.box.y - area.y, wish.box.w, wish.box.h)
    size = round(area.w), round(area.h)
    return region_of(wish.name, box, size, rows=wish.rows, columns=wish.columns, reader=wish.reader)


def _anchor(wish: ScreenWish, scene: Scene, screens: Sequence[ScreenWish], regions: Sequence[Region]) -> Anchor:
    if wish.pixels.shape[:2] != scene.pictures[0].shape[:2]:
        high, wide = wish.pixels.shape[:2]
        height, width = scene.pictures[0].shape[:2]
        raise CalibrationError(
            f"The picture for {wish.shows} is {wide}x{high}, that of the game {width}x{height}: take both of one "
            "window at one size."
        )
    if wish.box is not None:
        return anchor_of(wish.shows, wish.pixels, wish.box, scene.area)
    rivals = [other.pixels for other in screens if other.shows not in (wish.shows, "game")]
    return find_mark(
        wish.shows, wish.pixels, scene.pictures, scene.grid, scene.teller, scene.area, regions, rivals
    )  # fmt: skip


def _all_told(anchors: Sequence[Anchor], scene: Scene, screens: Sequence[ScreenWish]) -> None:
    """Raises CalibrationError where the marks together do not tell the pictures that were named."""
    told = screens_of(anchors)
    for wish in screens:
        shown = told.shown(wish.pixels, scene.area)
        if shown != wish.shows:
            raise CalibrationError(
                f"With these marks the picture for {wish.shows} is taken for {shown or 'none of the screens'}: say "
                f"where its mark lies, with --screen {wish.shows}=PICTURE:X,Y,WIDTH,HEIGHT."
            )
    for pixels in scene.pictures:
        if any(pixels is wish.pixels for wish in screens):
            continue
        shown = told.shown(pixels, scene.area)
        if shown not in (None, "game"):
            raise CalibrationError(
                f"The mark for {shown} is also seen on a picture of the game; say where another lies."
            )


def add_to_layout(
    name: str, pictures: Sequence[Pixels], regions: Sequence[str], screens: Sequence[str], as_json: bool
) -> None:
    """Add regions and screens to a layout of one's own; `pictures` show its game. Prints what they read.

    Raises UsageError, CalibrationError, LayoutError.
    """
    from calibration.keep import keep_beside

    layout = own_layout(name)
    if not regions and not screens:
        raise UsageError("Say what to add: --beside NAME=X,Y,W,H:COLUMNSxROWS, --screen MEANING=PICTURE.")
    said = [parse_beside(text) for text in regions]
    shown = [parse_screen(text) for text in screens]
    scene = _scene(layout, pictures, shown)
    beside = added(Beside((), ()), scene, said, shown)
    kept = keep_beside(layout, beside.regions or (), beside.anchors or ())
    if as_json:
        print_json({"layout": kept.name, "folder": str(kept.folder), **beside_json(beside, scene)})
    else:
        lines = [*beside_lines(beside, scene), f"Added to {kept.name} in {kept.folder}."]
        sys.stdout.write("\n".join(lines) + "\n")


def own_layout(name: str) -> Layout:
    """A layout that may be changed. Raises UsageError where it came with Banmen."""
    layout = find_layout(name)
    if layout.folder.is_relative_to(home().resolve()):
        raise UsageError(
            f"The layout {name} came with Banmen and stays as it is; `banmen calibrate --window …` makes your own."
        )
    return layout


def _scene(layout: Layout, pictures: Sequence[Pixels], screens: Sequence[ScreenWish]) -> Scene:
    """Where the board of a layout lies in pictures of its game, all of one window.

    Where none is given, a picture of a screen will do for a mark whose place is given, if the whole picture is as
    large as that from which the layout was learned. Raises CalibrationError.
    """
    from bot.vision.place.finder import Finder
    from bot.vision.samples import load_samples

    finder, samples = Finder(layout), load_samples(layout)
    cells = CellTeller.of_samples(samples) if samples else None
    found = [(one, place) for one in pictures if (place := finder.find(one)) is not None]
    if found:
        first, place = found[0]
        return Scene([one for one, _ in found if one.shape == first.shape], place.grid, place.area, cells)
    if pictures:
        raise CalibrationError(
            f"The board of {layout.name} is not seen in the pictures: show its game as it is played."
        )
    known = layout.board.place
    given = [wish.pixels for wish in screens if wish.box is not None]
    if known is not None and given and all((one.shape[1], one.shape[0]) == known.picture for one in given):
        width, height = known.picture
        pitch_x, pitch_y = (known.right - known.left) * width, (known.bottom - known.top) * height
        grid = Grid(
            known.left * width, known.top * height, pitch_x / known.columns, pitch_y / known.rows, known.rows,
            known.columns,
        )  # fmt: skip
        return Scene([given[0]], grid, Box(0, 0, width, height), cells)
    raise CalibrationError(f"Name a picture of the game, too: banmen calibrate PICTURE --layout {layout.name} …")


def beside_json(beside: Beside, scene: Scene) -> dict[str, Any]:
    """What is known besides a board, and what it shows now."""
    return {
        "regions": [
            {"name": region.name, "reader": region.reader, "lines": list(_read(region, scene))}
            for region in beside.regions or ()
        ],
        "screens": [
            {
                "shows": anchor.shows,
                "box": [
                    round(scene.area.x + anchor.area.left * scene.area.w),
                    round(scene.area.y + anchor.area.top * scene.area.h),
                    anchor.pixels.shape[1],
                    anchor.pixels.shape[0],
                ],
            }
            for anchor in beside.anchors or ()
        ],
    }


def beside_lines(beside: Beside, scene: Scene) -> list[str]:
    """The same for a person, a line each."""
    values = beside_json(beside, scene)
    lines = [f"Region {one['name']}, read as {one['reader']}: {' / '.join(one['lines'])}." for one in values["regions"]]
    for one in values["screens"]:
        x, y, w, h = one["box"]
        lines.append(f"Screen {one['shows']}: known by its mark at {x},{y}, {w}x{h} pixels.")
    return lines


def scene_of(draft: Draft) -> Scene:
    """The pictures of a draft as a scene."""
    first = draft.shots[0]
    return Scene([first.pixels], first.grid, area_through(first, first.pixels, first.grid), teller(draft))


def _read(region: Region, scene: Scene) -> tuple[str, ...]:
    return read_region(region, scene.pictures[0], scene.area, scene.teller)[0]
