"""`calibrate --hands`: measure how a program wants to be clicked or keyed, and write it into a layout."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from bot.action import Actuator
from bot.actuate.gate import Gate, GateRules
from bot.capture import Capture
from bot.cli.answer import print_json
from bot.cli.beside import own_layout
from bot.cli.calibrate import Wish, learn
from bot.cli.unseen import Found
from bot.cli.walked import kept_walk, measure_walk, walked_board
from bot.devices import open_actuator, open_capture, open_stopper, open_target, parse_region
from bot.errors import StoppedError
from bot.stop import Stopper
from bot.target import Target
from calibration.hands import CURSOR_KEYS, HandsError, Measured, measure_keys, measure_mouse
from calibration.keep import keep_hands
from calibration.shot import Shot
from calibration.watch import Watch

Way = Literal["mouse", "keys"]


def calibrate_hands(
    way: Way,
    window: str | None,
    region: str | None,
    wish: Wish,
    layout: str | None,
    keys: Sequence[str],
    live: bool,
    as_json: bool,
) -> None:
    """Press and watch, through the gate; without `live` only say what would be pressed.

    Raises UsageError, HandsError, and what looking at the screen raises.
    """
    say = _quiet if as_json else _say
    own = None if layout is None else own_layout(layout)
    stopper, stops = open_stopper()
    with stopper, TemporaryDirectory(prefix="banmen-") as folder:
        target = open_target(window, parse_region(region) if region else None)
        capture = open_capture(target, stopper)
        try:
            found = None
            if way == "keys" and not (wish.place.bounded or wish.board):
                found = walked_board(wish.game, own, target, capture, stopper, Path(folder))
            if found is not None:
                position = found.first[1].position
                rows = position.board if position is not None else ()
                shot, size = None, (len(rows), len(rows[0]) if rows else 0)
            else:
                shot = learn([capture.grab().pixels[:, :, :3].copy()], wish).shots[0]
                size = shot.grid.rows, shot.grid.columns
            say(f"A board of {size[0]} rows x {size[1]} columns in {target.title!r}.")
            what = _what(way, keys, found)
            if not live:
                say(f"Nothing is pressed without --live. With it, about a hundred times: {what}. Only do that where a")
                say("second click takes the first one back, or where the keys move a cursor.")
                return
            say(f"Trying {what}. {stops}")
            target.activate()
            hand = open_actuator("auto", stopper, target)
            start = time.perf_counter()
            try:
                if found is not None:
                    tried, measured = measure_walk(found, target, capture, hand, stopper, keys, say)
                else:
                    assert shot is not None
                    measured = _measured(way, shot, target, capture, hand, stopper, keys, say)
            except HandsError as error:
                if stopper.reason:
                    raise StoppedError(stopper.reason) from error
                raise
            seconds = time.perf_counter() - start
            if own is not None:
                if found is not None:
                    kept_walk(own, tried, measured)
                else:
                    keep_hands(own.folder, measured)
        finally:
            capture.close()
    _report(measured, own.folder if own is not None else None, seconds, as_json)


def _what(way: Way, keys: Sequence[str], found: Found | None) -> str:
    """What is going to be pressed."""
    if way == "mouse":
        return "one cell, twice, and again"
    if found is None:
        return ", ".join(keys or CURSOR_KEYS)
    named = ", ".join(keys) if keys else "keys that may move its cursor"
    runs = "; panels are swapped and swapped back" if found.layout.running is not None else "; one swap is made"
    return f"{named}, and keys that may swap{runs}"


def _measured(
    way: Way,
    shot: Shot,
    target: Target,
    capture: Capture,
    hand: Actuator,
    stopper: Stopper,
    keys: Sequence[str],
    say: Callable[[str], None],
) -> Measured:
    """Measure by what changes on a board that stands still. Raises HandsError."""
    gate = Gate(hand, target, stopper, GateRules(gap=0), lambda: stopper.reason)
    try:
        watch = Watch(capture, gate, stopper, shot.grid)
        cells = [(int(row), int(column)) for row, column in zip(*(shot.kind >= 0).nonzero(), strict=True)]
        return measure_mouse(watch, cells, say) if way == "mouse" else measure_keys(watch, keys or CURSOR_KEYS, say)
    finally:
        gate.close()


def _report(measured: Measured, folder: Path | None, seconds: float, as_json: bool) -> None:
    if as_json:
        print_json({
            "response": measured.response,
            "hold": measured.hold,
            "gap": measured.gap,
            "keys": measured.keys,
            "presses": measured.presses,
            "seconds": round(seconds, 1),
            "folder": str(folder) if folder else None,
        })  # fmt: skip
        return
    lines = [
        f"It shows a press after {1000 * measured.response:.0f} ms at the latest; hold {1000 * measured.hold:.0f} ms, "
        f"{1000 * measured.gap:.0f} ms apart. {measured.presses} presses in {seconds:.0f} s.",
        f"Written into {folder}/layout.toml." if folder else "Add --layout with a layout of your own to keep it.",
    ]
    sys.stdout.write("\n".join(lines) + "\n")


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")


def _quiet(_: str) -> None:
    """Say nothing."""
