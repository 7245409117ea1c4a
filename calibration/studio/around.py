"""What lies around the board on the desk: regions that are read, marks that tell screens, and the hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from bot.control.controls import CONTROLS
from bot.errors import UsageError
from bot.frame import Box, Pixels
from bot.layout import Hands
from bot.layouts import layout_names, load_layout
from bot.vision.regions import REGION_READERS, cells_of, read_region
from calibration.beside import Anchor, Beside, anchor_of, area_of, region_of, screens_of, teller
from calibration.draft import Draft
from calibration.keep import USUAL, carried, known_for, with_hands
from calibration.likely import likely_games
from calibration.marks import find_mark
from calibration.shot import CalibrationError
from calibration.studio import asks
from calibration.studio.desk import Desk, Sheet

Change = Callable[[Sheet, Draft], Beside]


def region(ask: asks.RegionAsk) -> Change:
    """Read a region, or an old one from now on as it is said."""

    def change(sheet: Sheet, draft: Draft) -> Beside:
        box, size = _through(sheet, draft, ask.picture, ask.box)
        drawn = region_of(ask.name, box, size, rows=ask.rows, columns=ask.columns, reader=ask.reader)
        return sheet.beside.with_region(drawn, ask.was or None)

    return change


def mark(ask: asks.MarkAsk) -> Change:
    """Know a screen by a part of a picture, which is found by itself where its place is not given."""

    def change(sheet: Sheet, draft: Draft) -> Beside:
        pixels = _picture(sheet, ask.picture)
        area = _area(draft, pixels)
        anchor = (
            anchor_of(ask.shows, pixels, Box(*ask.box), area) if ask.box else _found(sheet, draft, ask.shows, pixels)
        )
        return sheet.beside.with_anchor(anchor)

    return change


def hands(ask: asks.HandsAsk) -> Change:
    """Play the game in this way."""

    def change(sheet: Sheet, draft: Draft) -> Beside:
        if ask.control not in CONTROLS:
            raise CalibrationError(f"There is no control {ask.control!r}; known are {', '.join(CONTROLS)}.")
        before = hands_of(sheet, draft.game or likely_games(draft).told)[0]
        return replace(sheet.beside, hands=with_hands(before, **ask.model_dump(exclude={"stroke"})))

    return change


def taken(root: Path, name: str) -> Change:
    """Take over what a layout below `root` knows besides its board. What cannot be placed here is left behind."""
    if name not in layout_names(root):
        raise UsageError(f"There is no layout {name} of yours.")
    layout = load_layout(root / name)
    return lambda _, draft: carried(layout, draft)[0]


def around_json(desk: Desk, game: str | None, root: Path) -> dict[str, Any]:
    """All that lies around the board, and what is read there now."""
    sheet = desk.sheet
    known = sheet.beside
    values: dict[str, Any] = {
        "regions": [], "marks": [], "shown": {}, "readers": list(REGION_READERS), "controls": list(CONTROLS),
        "layouts": list(layout_names(root)), "hands": _hands(sheet, game),
    }  # fmt: skip
    draft = sheet.draft
    if draft is None:
        return values
    cells = teller(draft) if known.regions else None
    height, width = draft.shots[0].pixels.shape[:2]
    for one in known.regions or ():
        grid = cells_of(one, Box(0, 0, width, height))
        values["regions"].append({
            "name": one.name, "reader": one.reader, "rows": one.rows, "columns": one.columns,
            "grid": {"x": round(grid.x, 2), "y": round(grid.y, 2), "pitch_x": grid.pitch_x, "pitch_y": grid.pitch_y,
                     "rows": one.rows, "columns": one.columns},
            "read": [list(read_region(one, shot.pixels, area_of(draft, shot), cells)[0]) for shot in draft.shots],
        })  # fmt: skip
    screens = screens_of(known.anchors or ())
    if known.anchors:
        values["shown"] = {one.number: screens.shown(one.pixels, _area(draft, one.pixels)) for one in sheet.pictures}
    for anchor in known.anchors or ():
        seen = [
            one.number
            for one in sheet.pictures
            if screens_of([anchor]).shown(one.pixels, _area(draft, one.pixels)) is not None
        ]
        values["marks"].append({"shows": anchor.shows, "box": _box(anchor, width, height), "seen": seen})
    return values


def hands_of(sheet: Sheet, game: str | None) -> tuple[Hands, str]:
    """The hands with which a layout would be saved now, and where they come from: `here`, or a layout."""
    if sheet.beside.hands:
        return sheet.beside.hands, "here"
    layout = known_for(game, [sheet.window] if sheet.window else [])
    return (layout.hands, layout.name) if layout else (USUAL, "")


def _hands(sheet: Sheet, game: str | None) -> dict[str, Any]:
    hands, source = hands_of(sheet, game)
    shown = {name: getattr(hands, name) for name in ("control", "hold", "gap", "response", "falling")}
    return {**shown, "keys": dict(hands.keys), "from": source}


def _found(sheet: Sheet, draft: Draft, shows: str, pixels: Pixels) -> Anchor:
    first = draft.shots[0]
    usual = [shot.pixels for shot in draft.shots if shot.pixels.shape == pixels.shape]
    boards = [shot.pixels for shot in draft.shots]
    others = [one.pixels for one in sheet.pictures if one.pixels.shape == pixels.shape]
    rivals = [one for one in others if not _among(one, boards) and one is not pixels]
    return find_mark(
        shows, pixels, [one for one in usual if not np.may_share_memory(one, pixels)], first.grid, teller(draft),
        _area(draft, pixels), sheet.beside.regions or (), rivals,
    )  # fmt: skip


def _among(one: Pixels, others: Sequence[Pixels]) -> bool:
    return any(np.may_share_memory(one, other) for other in others)


def _picture(sheet: Sheet, number: int) -> Pixels:
    for one in sheet.pictures:
        if one.number == number:
            return one.pixels
    raise UsageError("That picture is no longer on the desk; reload the page.")


def _area(draft: Draft, pixels: Pixels) -> Box:
    """Where the first picture lies in another one that lies on the desk: as a whole, where no board is seen in it."""
    for shot in draft.shots:
        if np.may_share_memory(shot.pixels, pixels):
            return area_of(draft, shot)
    return Box(0, 0, pixels.shape[1], pixels.shape[0])


def _through(sheet: Sheet, draft: Draft, picture: int, box: Box) -> tuple[Box, tuple[int, int]]:
    """A box of one picture in pixels of the first one, and the size of that."""
    height, width = draft.shots[0].pixels.shape[:2]
    area = _area(draft, _picture(sheet, picture))
    x, y = width / area.w, height / area.h
    return Box((box.x - area.x) * x, (box.y - area.y) * y, box.w * x, box.h * y), (width, height)


def _box(anchor: Anchor, width: int, height: int) -> dict[str, float]:
    """Where a mark lies in the first picture, in pixels."""
    area = anchor.area
    return {
        "x": round(area.left * width, 1), "y": round(area.top * height, 1),
        "w": round((area.right - area.left) * width, 1), "h": round((area.bottom - area.top) * height, 1),
    }  # fmt: skip
