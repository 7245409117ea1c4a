"""What the page is shown of the desk and of a recording, as values that become JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bot.answers import position_json, solution, verdict
from bot.grid import Grid
from bot.layout import Layout
from bot.reading import Sight
from bot.solve import Board
from bot.story import Look, Story
from bot.vision.pointing import DARK, NEW, Colour
from bot.vision.sheet import shade
from calibration.check import check
from calibration.draft import Draft
from calibration.known import Known
from calibration.shot import Shot
from calibration.studio.desk import Desk
from engine.api import Outcome, Plan, Position
from engine.moves import Mark, Move
from engine.teacher import NOT_FOUND, NOTHING, Hint


def desk_json(desk: Desk, likely: Sequence[str]) -> dict[str, Any]:
    """All that lies on the desk, without the pixels."""
    sheet = desk.sheet
    draft = sheet.draft
    return {
        "pictures": [
            {"id": one.number, "width": one.pixels.shape[1], "height": one.pixels.shape[0]} for one in sheet.pictures
        ],
        "trouble": sheet.trouble,
        "window": sheet.window,
        "undo": desk.undoes,
        "redo": desk.redoes,
        "game": desk.game,
        "likely": list(likely),
        "known": None if sheet.known is None else _known(sheet.known, sheet.pictures[-1].number, sheet.window),
        "draft": None if draft is None else _draft(draft, [one.number for one in _shown(desk, draft)]),
    }


def _known(known: Known, picture: int, window: str) -> dict[str, Any]:
    """What a known layout reads, its doubtful lines, and the ways in which these may be read."""
    guesses = () if known.typed else known.reading.guesses
    return {
        "layout": known.layout.name,
        "title": known.layout.title,
        "window": window,
        "picture": picture,
        "grid": grid_json(known.grid),
        "blocks": position_json(known.position),
        "text": str(known.position),
        "why": known.why,
        "notes": [] if known.typed else list(known.reading.notes),
        "written": _changes(known),
        "doubtful": [list(line) for line in sorted(known.doubtful)],
        "unsure": [] if known.typed else [[d.row, d.col] for d in known.reading.doubts if d.block == "board"],
        "guesses": [
            {"block": guess.block, "row": guess.row, "texts": list(guess.texts)} for guess in guesses
        ],
    }  # fmt: skip


def _changes(known: Known) -> list[dict[str, Any]]:
    """The cells of the board that a person changed, as they are now."""
    seen = known.reading.position
    assert seen is not None
    return [
        {"cell": [row, column], "label": label, "colour": _css(NEW if label == "#" else shade(label))}
        for row, (before, now) in enumerate(zip(seen.board, known.position.board, strict=True))
        for column, (old, label) in enumerate(zip(before, now, strict=True))
        if old != label
    ]


def _shown(desk: Desk, draft: Draft) -> list[Any]:
    """The picture of each shot; pictures that do not show the board have none."""
    return [
        next(one for one in desk.sheet.pictures if np.may_share_memory(one.pixels, shot.pixels)) for shot in draft.shots
    ]


def _draft(draft: Draft, pictures: Sequence[int]) -> dict[str, Any]:
    counts = draft.counts()
    return {
        "reader": draft.reader,
        "why": draft.why,
        "shots": [
            {"picture": picture, **_shot(shot), "text": str(draft.position(number))}
            for number, (shot, picture) in enumerate(zip(draft.shots, pictures, strict=True))
        ],
        "kinds": [
            {"label": label, "name": name, "count": counts[kind], "best": _best(draft, kind)}
            for kind, (label, name) in enumerate(zip(draft.labels, draft.names, strict=True))
        ],
    }


def _shot(shot: Shot) -> dict[str, Any]:
    return {
        "grid": grid_json(shot.grid),
        "kind": shot.kind.tolist(),
        "margins": [[round(float(margin), 2) for margin in row] for row in shot.margins],
        "marked": np.argwhere(shot.marked).tolist(),
    }


def _best(draft: Draft, kind: int) -> list[int] | None:
    """The cell that shows a kind most plainly, as shot, row, column."""
    best: list[int] | None = None
    most = -1.0
    for number, shot in enumerate(draft.shots):
        worth = np.where(shot.kind == kind, shot.margins - shot.marked, -2.0)
        row, column = np.unravel_index(int(worth.argmax()), worth.shape)
        if worth[row, column] > most:
            best, most = [number, int(row), int(column)], float(worth[row, column])
    return best


def grid_json(grid: Grid) -> dict[str, float]:
    """A grid in pixels of its picture."""
    return {
        "x": round(float(grid.x), 3),
        "y": round(float(grid.y), 3),
        "pitch_x": round(float(grid.pitch_x), 4),
        "pitch_y": round(float(grid.pitch_y), 4),
        "rows": grid.rows,
        "columns": grid.columns,
    }


def plan_json(board: Board, plan: Plan) -> dict[str, Any]:
    """A plan: what is written into the cells, or else the moves with the line of each for drawing."""
    answer = {"game": board.game.name, "notes": list(plan.notes), "moves": [], "marks": []}
    if board.game.moves_used == (Mark,):
        return {**answer, "verdict": solution(plan), "marks": _marks(plan.moves)}
    moves = [
        {"text": str(move), "cells": [list(cell) for cell in move.cells], "line": [list(cell) for cell in line]}
        for move, line in zip(plan.moves, board.traces(plan), strict=True)
    ]
    return {**answer, "verdict": verdict(plan), "moves": moves}


def hint_json(board: Board, hint: Hint | None) -> dict[str, Any]:
    """A step of a person's reasoning: where to look, from what it is argued, what follows, in words of three depths."""
    if hint is None:
        done = board.game.outcome(board.state) is Outcome.WON
        return {"says": {language: [said] for language, said in (NOTHING if done else NOT_FOUND).items()}}
    return {
        "says": {language: list(sentences) for language, sentences in hint.says.items()},
        "technique": hint.technique,
        "where": [list(cell) for cell in hint.where],
        "because": [list(cell) for cell in hint.because],
        "marks": _marks(hint.moves),
    }


def _marks(moves: Sequence[Move]) -> list[dict[str, Any]]:
    """Cells with what is written into them, in the colours in which `bot.vision.pointing` draws it."""
    written = [(cell, move.label if isinstance(move, Mark) else "") for move in moves for cell in move.cells]
    plain = DARK if any(label.isalpha() and label != "x" for _, label in written) else NEW
    return [
        {"cell": list(cell), "label": label, "colour": _css(plain if label in ("", "#") else shade(label))}
        for cell, label in written
    ]


def _css(colour: Colour) -> str:
    blue, green, red = colour
    return f"#{red:02x}{green:02x}{blue:02x}"


def check_json(layout: Layout, draft: Draft) -> dict[str, Any]:
    """Whether a layout that was just written reads its own pictures back, in a sentence and by cells."""
    found = check(layout, [shot.pixels for shot in draft.shots], [draft.position(n) for n in range(len(draft.shots))])
    unclear = next((reading for reading in found.readings if reading.sight is not Sight.CLEAR), None)
    if found.wrong:
        first = found.wrong[0]
        said = (
            f"Read back, {len(found.wrong)} cell{'s are' if len(found.wrong) > 1 else ' is'} not as here: the first, "
            f"row {first.row + 1}, column {first.column + 1}, is {first.typed} here and reads {first.read}."
        )
    elif unclear is not None:
        said = f"Read back, not all is clear: {unclear.why}"
    elif found.confused:
        (label, taken), _ = max(
            ((pair, times) for pair, times in found.confusion.items() if pair[0] != pair[1]), key=lambda item: item[1]
        )
        said = f"Read back as here, but some crops of {label} look most like {taken}: are they the same kind?"
    else:
        said = "Read back, every cell is as here."
    return {
        "ok": found.ok,
        "said": said,
        "narrowest": [
            {"shot": one.picture, "row": one.row, "column": one.column, "label": one.label, "margin": float(one.margin)}
            for one in found.narrowest
        ],
    }


def looks_json(story: Story, first: int) -> dict[str, Any]:
    """What is told of a recording, from look `first` on."""
    looks = story.looks[first : first + 2_000]
    return {
        "first": first,
        "looks": [{"t": look.line["t"], "step": str(look.step), "hesitation": look.hesitation} for look in looks],
        "ended": story.ended and first + len(looks) >= len(story.looks),
        "trouble": story.trouble,
        "report": story.report,
    }


def look_json(look: Look) -> dict[str, Any]:
    """One look of a recording."""
    return {
        "sight": look.sight.value,
        "grid": None if look.grid is None else grid_json(look.grid),
        "seen": _position(look.seen),
        "believed": _position(look.believed),
        "doubts": [list(cell) for cell in look.doubts],
        "plan": None if look.thought is None else [str(move) for move in look.thought.plan.moves[:200]],
        "move": look.move,
        "lines": [[list(cell) for cell in line] for line in look.lines],
        "step": str(look.step),
        "recorded": look.line["step"],
        "hands": look.hands,
        "done": look.done,
        "hesitation": look.hesitation,
        "t": look.line["t"],
        "frame": look.line["frame"],
        "times": look.times,
    }


def _position(position: Position | None) -> dict[str, list[str]] | None:
    return None if position is None else position_json(position)
