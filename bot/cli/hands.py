"""`calibrate --hands`: measure how a program wants to be clicked or keyed, and write it into a layout."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from bot.actuate.gate import Gate, GateRules
from bot.cli.beside import own_layout
from bot.cli.calibrate import Wish, learn
from bot.cli.still import print_json
from bot.devices import open_actuator, open_capture, open_stopper, open_target, parse_region
from bot.errors import StoppedError
from calibration.hands import CURSOR_KEYS, HandsError, Measured, measure_keys, measure_mouse
from calibration.keep import keep_hands
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
    folder = None if layout is None else own_layout(layout).folder
    stopper, stops = open_stopper()
    with stopper:
        target = open_target(window, parse_region(region) if region else None)
        capture = open_capture(target, stopper)
        try:
            draft = learn([capture.grab().pixels[:, :, :3].copy()], wish)
            shot = draft.shots[0]
            what = ", ".join(keys or CURSOR_KEYS) if way == "keys" else "one cell, twice, and again"
            say(f"A board of {shot.grid.rows} rows x {shot.grid.columns} columns in {target.title!r}.")
            if not live:
                say(f"Nothing is pressed without --live. With it, about a hundred times: {what}. Only do that where a")
                say("second click takes the first one back, or where the keys move a cursor.")
                return
            say(f"Trying {what}. {stops}")
            target.activate()
            hand = Gate(
                open_actuator("auto", stopper, target), target, stopper, GateRules(gap=0), lambda: stopper.reason
            )
            try:
                start = time.perf_counter()
                watch = Watch(capture, hand, stopper, shot.grid)
                cells = [(int(row), int(column)) for row, column in zip(*(shot.kind >= 0).nonzero(), strict=True)]
                measured = (
                    measure_mouse(watch, cells, say)
                    if way == "mouse"
                    else measure_keys(watch, keys or CURSOR_KEYS, say)
                )
            except HandsError as error:
                if stopper.reason:
                    raise StoppedError(stopper.reason) from error
                raise
            finally:
                hand.close()
        finally:
            capture.close()
    if folder is not None:
        keep_hands(folder, measured)
    _report(measured, folder, time.perf_counter() - start, as_json)


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
