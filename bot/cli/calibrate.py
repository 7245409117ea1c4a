"""`calibrate`: learn a board from pictures or from the screen, and keep what was learned as a layout."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from bot.answers import position_json
from bot.cli import EXIT_UNREADABLE
from bot.cli.answer import print_json
from bot.cli.beside import add_to_layout, beside_json, beside_lines, said_of, scene_of
from bot.devices import parse_region
from bot.errors import CannotReadError, UsageError
from bot.frame import Box, Pixels
from bot.grid import Grid
from bot.layout import Layout, own_home
from bot.plain import MAX_TEXT, read_plain
from calibration.beside import Beside
from calibration.draft import Draft
from calibration.shot import EMPTY, UNSURE, CalibrationError
from calibration.spot import Spot
from engine.api import game_names
from engine.position import Position

NO_GAME: Final = "Likely games: none; no game that is known here has boards of this size, with such cells and kinds."

MOST_FRAMES = 12
"""Pictures of a recording that are learned from."""

NEAR = 0.4
"""Cells by which a box that was typed may miss the board."""


@dataclass(frozen=True)
class Source:
    """Pictures and what is known of the program that they show."""

    pictures: Sequence[Pixels]
    name: str
    """What to call the layout where nobody says."""
    window: str = ""
    """The class or title of the window."""


@dataclass(frozen=True)
class Wish:
    """What the person said about the board."""

    game: str | None = None
    reader: str | None = None
    grid: str | None = None
    size: str | None = None
    board: Path | None = None
    regions: Sequence[str] = ()
    """What is read beside the board, as typed."""
    screens: Sequence[str] = ()
    """Pictures of other screens, as typed."""
    which: str | None = None
    """Of boards beside each other, the one that is meant: left or right."""


def calibrate(
    pictures: Sequence[Path],
    window: str | None,
    region: str | None,
    wish: Wish,
    name: str | None,
    out: Path | None,
    title: str | None,
    picture: Path | None,
    force: bool,
    dry: bool,
    as_json: bool,
) -> None:
    """Learn a board and write its layout; exit code 3 where something is in the way of trusting it."""
    start = time.perf_counter()
    say = _quiet if as_json else _say
    source = gather(pictures, window, region)
    found = time.perf_counter()
    draft = learn(source.pictures, wish, say)
    from calibration.discover import in_the_way
    from calibration.likely import fitted, likely_games, told_game

    likely = likely_games(draft)
    draft = replace(draft, game=wish.game or told_game(draft))
    if draft.game and not wish.size:
        draft = fitted(draft, draft.game)
    learned = time.perf_counter()
    if picture is not None:
        draw(draft, picture)
    trouble = in_the_way(draft) or nameless(draft, likely)
    layout, beside = None, Beside()
    if not trouble:
        folder, windows = _folder(draft, name, out, source.name), [source.window] if source.window else []
        from calibration.keep import carried, keep, replaced

        old = replaced(folder) if force else None
        known, lost = carried(old, draft) if old else (Beside(), ())
        for sentence in lost:
            say(sentence)
        beside = said_of(draft, wish.regions, wish.screens, known)
        if not dry:
            layout = keep(
                draft, folder, title=title or _title(source), windows=windows, beside=beside, force=force
            )  # fmt: skip
    seconds = {"open": found - start, "learn": learned - found, "total": time.perf_counter() - start}
    if as_json:
        print_json({**draft_json(draft, likely, layout, trouble, seconds), **beside_json(beside, scene_of(draft))})
    else:
        _report(draft, likely, layout, trouble, picture, beside_lines(beside, scene_of(draft)))
    if trouble:
        sys.exit(EXIT_UNREADABLE)


def add_to(
    name: str, pictures: Sequence[Path], window: str | None, region: str | None, wish: Wish, as_json: bool
) -> None:
    """Add regions and screens to a layout that is there; pictures, a window or a region of the screen show its game."""
    shown = gather(pictures, window, region).pictures if pictures or window or region else []
    add_to_layout(name, shown, wish.regions, wish.screens, as_json)


def gather(pictures: Sequence[Path], window: str | None, region: str | None) -> Source:
    """The pictures that were named: files, folders of them, recordings, or the screen as it is now.

    Raises UsageError unless it is either pictures or a window or a region; what reading them raises.
    """
    if (len(pictures) > 0) + (window is not None) + (region is not None) != 1:
        raise UsageError(
            "Say what to learn from: pictures or a recording, --window TITLE-OR-CLASS, or --region X,Y,W,H."
        )
    if not pictures:
        return _screen(window, region)
    from bot.vision.picture import load

    taken: list[Pixels] = []
    for path in pictures:
        taken += _folder_pictures(path) if path.is_dir() else [load(path)]
    return Source(taken, slug(pictures[0].stem))


def _screen(window: str | None, region: str | None) -> Source:
    """One picture of a window or a region."""
    from bot.clock import RealClock
    from bot.devices import open_capture, open_target

    target = open_target(window, parse_region(region) if region else None)
    capture = open_capture(target, RealClock(), through=True)
    try:
        pixels = capture.grab().pixels[:, :, :3].copy()
    finally:
        capture.close()
    # A program is called twice, such as `kshisen kshisen`: the name of its window's resources and of their class.
    called = " ".join(dict.fromkeys((target.program or target.title).casefold().split())) if window else ""
    return Source([pixels], slug(called or "region"), called)


def _folder_pictures(folder: Path) -> list[Pixels]:
    """The pictures of a folder, or of a recording some from its beginning to its end."""
    from bot.capture import CaptureError
    from bot.capture.files import NoMorePictures, PictureFolder
    from bot.clock import RealClock
    from bot.record import Recording

    if not (folder / "header.json").exists():
        shown, taken = PictureFolder(folder, RealClock()), list[Pixels]()
        while len(taken) < MOST_FRAMES:
            try:
                taken.append(shown.grab().pixels)
            except NoMorePictures:
                break
        return taken
    recording = Recording(folder)
    looks = {int(line["frame"]): line for line in recording.lines() if "frame" in line}
    if not looks:
        raise CaptureError(f"{folder} is a recording without pictures.")
    numbers = sorted(looks)
    some = sorted({round(at) for at in np.linspace(0, len(numbers) - 1, min(MOST_FRAMES, len(numbers)))})
    return [recording.frame(looks[numbers[at]]).pixels for at in some]


def learn(pictures: Sequence[Pixels], wish: Wish, say: Any = None) -> Draft:
    """The board in the pictures, as far as the person's words help. Raises what discovering and typing raise."""
    from calibration.discover import discover

    typed = typed_board(wish.board)
    size = parse_size(wish.size) if wish.size else None
    if size is None and typed is not None and typed.board:
        size = len(typed.board), len(typed.board[0])
    grid = _grid(pictures, wish.grid, size) if wish.grid else None
    told = say if len(pictures) > 1 else None
    draft = discover(
        pictures, game=wish.game, grid=grid, size=size, reader=wish.reader, which=wish.which, progress=told
    )
    return draft if typed is None else draft.labelled(typed)


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


def _grid(pictures: Sequence[Pixels], text: str, size: tuple[int, int] | None) -> Grid:
    """The grid in a box that was typed, which lies where the board is seen if that is nearly there; where the size
    was not typed, the cells in the box are counted.
    """
    from calibration.discover import discover

    box = _box(text)
    top, left = max(0, int(box.y - box.h / 10)), max(0, int(box.x - box.w / 10))
    inside = pictures[0][top : int(box.y + 1.1 * box.h), left : int(box.x + 1.1 * box.w)]
    try:
        seen = discover([inside]).shots[0].grid
    except CalibrationError as error:
        if size is None:
            raise CalibrationError("The cells in that box could not be counted; add --size COLUMNSxROWS.") from error
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


def parse_size(text: str) -> tuple[int, int]:
    """Rows and columns from `COLUMNSxROWS`. Raises UsageError.

    >>> parse_size("18x8")
    (8, 18)
    """
    match = re.fullmatch(r"(\d{1,3})x(\d{1,3})", text.strip().lower())
    if not match or not (0 < int(match[1]) <= 200 and 0 < int(match[2]) <= 200):
        raise UsageError(f"A size is written COLUMNSxROWS, such as 18x8; found {text!r}.")
    return int(match[2]), int(match[1])


def nameless(draft: Draft, likely: Sequence[str] = ()) -> str:
    """Says that the game is not known, or which it may be, where that is not told."""
    if draft.game is None and likely:
        known = " or ".join(f"--game {name}" for name in likely)
        return f"It may be {' or '.join(likely)}, or a game that is not known here: say {known}, or another name."
    if draft.game is None:
        return "It fits no game that is known here: say which it is with --game, and it can still be read."
    return ""


def keep_spot(spot: Spot, name: str) -> Layout:
    """Keep what was learned on the spot under a name. Raises UsageError, CalibrationError."""
    draft = replace(spot.draft, game=spot.draft.game or spot.told)
    if "/" in name and draft.game is None:
        draft = replace(draft, game=name.partition("/")[0])
    if draft.game is None:
        raise UsageError(f"{nameless(draft, spot.likely)} Or give the whole name: --keep GAME/{name}.")
    folder = _folder(draft, name, None, name)
    from calibration.keep import keep

    return keep(draft, folder, title=f"{name}, calibrated on {time.strftime('%Y-%m-%d')}")


def draw(draft: Draft, out: Path) -> None:
    """Draw the grid and the labels over the first picture. Raises UsageError."""
    from bot.vision.annotate import draw_reading
    from bot.vision.picture import save as save_picture

    shot, board = draft.shots[0], draft.position().board
    marked = [(int(row), int(column)) for row, column in np.argwhere(shot.marked)]
    save_picture(out, draw_reading(shot.pixels, shot.grid, board, marked))


def draft_json(
    draft: Draft, likely: Sequence[str], layout: Layout | None, trouble: str, seconds: dict[str, float]
) -> dict[str, Any]:
    """The answer of `calibrate --json`."""
    shot = draft.shots[0]
    grid, counts = shot.grid, draft.counts()
    return {
        "layout": layout.name if layout else None,
        "folder": str(layout.folder) if layout else None,
        "game": draft.game,
        "likely": list(likely),
        "reader": draft.reader,
        "pictures": len(draft.shots),
        "board_box": [round(float(value), 2) for value in grid.box],
        "cell": [round(float(grid.pitch_x), 3), round(float(grid.pitch_y), 3)],
        "rows": grid.rows,
        "columns": grid.columns,
        "scrolls": draft.well is not None,
        "kinds": [
            {"label": label, "name": name, "cells": cells}
            for label, name, cells in zip(draft.labels, draft.names, counts, strict=True)
        ],
        "position": position_json(draft.position()),
        "doubt": [
            {"block": "board", "row": int(r), "col": int(c), "margin": round(float(shot.margins[r, c]), 4)}
            for r, c in np.argwhere(shot.kind == UNSURE)
        ],
        "why": trouble or draft.why,
        "ms": {name: round(1000 * spent, 1) for name, spent in seconds.items()},
    }


def _report(
    draft: Draft,
    likely: Sequence[str],
    layout: Layout | None,
    trouble: str,
    picture: Path | None,
    beside: Sequence[str],
) -> None:
    """What was learned, for a person."""
    grid, box = draft.shots[0].grid, draft.shots[0].grid.box
    height, width = draft.shots[0].pixels.shape[:2]
    lines = [
        f"A board of {grid.rows} rows x {grid.columns} columns at {box.x:.0f},{box.y:.0f} in {width}x{height}, cells "
        f"{grid.pitch_x:.1f} x {grid.pitch_y:.1f} pixels large; {len(draft.labels)} kinds, read as {draft.reader}.",
        str(draft.position()),
        *beside,
        f"Likely games: {', '.join(likely)}." if likely else NO_GAME,
    ]
    if draft.well is not None:
        lines.insert(1, "The pictures show it risen by parts of a cell: it scrolls.")
    if draft.why and not trouble:
        lines.append(draft.why)
    if picture is not None:
        lines.append(f"Drawn on {picture}.")
    if layout is not None:
        lines.append(f"Kept as {layout.name} in {layout.folder}.")
        verb = "solve" if layout.game in game_names() else "read"
        lines.append(f"Now `banmen {verb} PICTURE` knows this board; --layout {layout.name} names it.")
        if draft.reader == "blocks" and all((shot.kind != EMPTY).all() for shot in draft.shots):
            lines.append(
                "No empty cell was seen: if there can be some, calibrate with a second picture that shows them."
            )
    elif trouble:
        lines.append(f"Not kept. {trouble} In `banmen studio PICTURE` it can be put right by hand.")
    sys.stdout.write("\n".join(lines) + "\n")


def slug(text: str) -> str:
    """A name for a folder from any text.

    >>> slug("KShisen — 1"), slug("2048")
    ('kshisen-1', 'board-2048')
    """
    plain = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    return (plain if plain[:1].isalpha() else f"board-{plain}".strip("-"))[:40].strip("-")


def _folder(draft: Draft, name: str | None, out: Path | None, usual: str) -> Path:
    """Where the layout goes. Raises UsageError."""
    if out is not None and name is not None:
        raise UsageError("Give --name, for a layout of your own, or --out, for a folder anywhere; not both.")
    if out is not None:
        return out
    game, _, skin = (name or usual).rpartition("/")
    if game and game != draft.game:
        raise UsageError(
            f"The name {name} is of the game {game}, but the board is taken for {draft.game}: add --game {game}."
        )
    if skin != slug(skin):
        raise UsageError(f"A name is lower-case letters, digits and dashes, such as {slug(skin)}; found {skin!r}.")
    return own_home() / str(draft.game) / skin


def _title(source: Source) -> str:
    about = source.window or source.name
    return f"{about}, calibrated on {time.strftime('%Y-%m-%d')}"


def typed_board(board: Path | None) -> Position | None:
    """The board that was typed. Raises CannotReadError, BadPosition."""
    if board is None:
        return None
    try:
        text = read_plain(board, MAX_TEXT).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise CannotReadError(f"{board} is no text that can be read: {error}.") from error
    return Position.parse(text)


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")


def _quiet(_: str) -> None:
    """Say nothing."""
