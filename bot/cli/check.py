"""`calibrate --check`: whether a layout still reads its game, and what it can only just tell."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.answers import reading_json
from bot.cli import EXIT_UNREADABLE
from bot.cli.answer import print_json
from bot.cli.calibrate import typed_board
from bot.cli.gathered import gather
from bot.errors import UsageError
from bot.layout import Layout
from calibration.check import Check


def check_layout(
    name: str, pictures: Sequence[Path], window: str | None, region: str | None, board: Path | None, as_json: bool
) -> None:
    """Read pictures back with a layout and print how well it does; exit code 3 unless all is right."""
    from bot.layouts import find_layout
    from calibration.check import check

    layout = find_layout(name)
    source = gather(pictures, window, region).pictures if pictures or window or region else []
    if board is not None and not source:
        raise UsageError("--board says what a picture shows; name the picture too.")
    result = check(layout, source, [typed_board(board)] if board else [])
    if as_json:
        print_json(check_json(layout, result))
    else:
        sys.stdout.write(check_text(layout, result) + "\n")
    if not result.ok:
        sys.exit(EXIT_UNREADABLE)


def check_json(layout: Layout, result: Check) -> dict[str, Any]:
    """The answer of `calibrate --check --json`."""
    return {
        "layout": layout.name,
        "ok": result.ok,
        "pictures": [{**reading_json(one), "sight": one.sight.value, "why": one.why} for one in result.readings],
        "narrowest": [{**one._asdict(), "margin": round(one.margin, 4)} for one in result.narrowest],
        "wrong": [one._asdict() for one in result.wrong],
        "confused": [
            {"label": label, "taken_for": taken, "times": times}
            for (label, taken), times in result.confusion.items()
            if label != taken
        ],
        "crops": sum(result.confusion.values()),
        "single_crop": list(result.alone),
    }


def check_text(layout: Layout, result: Check) -> str:
    """How well a layout does, for a person: each picture, the narrowest cells, and the crops that are confused."""
    lines = [f"{layout.name}: {layout.title}"]
    for number, reading in enumerate(result.readings, 1):
        said = f"{reading.sight.value}. {reading.why}".rstrip() if reading.shows is None else f"shows {reading.shows}."
        lines.append(f"Picture {number}: {said}")
    if result.narrowest:
        cells = ", ".join(
            f"{one.label} at {one.row},{one.column} ({one.margin:.2f}{_of(one.picture, result)})"
            for one in result.narrowest
        )
        lines.append(f"Narrowest cells: {cells}.")
    if result.wrong:
        cells = ", ".join(f"{one.row},{one.column} is {one.typed}, read {one.read}" for one in result.wrong[:8])
        lines.append(f"{len(result.wrong)} cells are wrong: {cells}{', …' if len(result.wrong) > 8 else ''}.")
    crops = sum(result.confusion.values())
    if crops:
        lines.append(f"Crops left out one at a time: {crops - result.confused} of {crops} know their kind again.")
        lines += _table(result)
    if result.alone:
        lines.append(f"Kinds with a single crop, which cannot be left out: {' '.join(result.alone)}.")
    if not layout.board.kinds:
        lines.append("This layout has no crops: it learns the kinds from every picture anew.")
    lines.append("All is right." if result.ok else "Not all is right.")
    return "\n".join(lines)


def _of(picture: int, result: Check) -> str:
    return f", picture {picture + 1}" if len(result.readings) > 1 else ""


def _table(result: Check) -> list[str]:
    """The confusion table: a line for each label that was taken for another."""
    wrong: dict[str, list[str]] = {}
    for (label, taken), times in sorted(result.confusion.items()):
        if label != taken:
            wrong.setdefault(label, []).append(f"{taken} {times} times")
    return [f"    {label} was taken for {', '.join(taken)}" for label, taken in wrong.items()]
