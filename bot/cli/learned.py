"""What was learned of a board, told as JSON, in words, and on its picture."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from bot.answers import position_json
from bot.layout import Layout
from bot.reason import About
from calibration.draft import Draft
from calibration.shot import EMPTY, UNSURE
from calibration.usual import rises
from engine.api import game_names

NO_GAME: Final = "Likely games: none; no game that is known here has boards of this size, with such cells and kinds."


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


def report(
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
    elif draft.reader == "blocks" and rises(draft.game):
        lines.append("If it rises by parts of a cell, calibrate with a second picture that shows it higher.")
    if draft.why and not trouble:
        lines.append(draft.why)
    if (untold := int((draft.shots[0].kind == UNSURE).sum())) and About.CELLS not in draft.about:
        lines.append(
            f"Not learned from: {untold} cells, shown as ?, that are half hidden, or show a cursor or what is only "
            "about to come."
        )
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
