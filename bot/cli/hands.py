"""`calibrate --hands`: measure how a program wants to be clicked or keyed, and write it into a layout."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from bot.action import Actuator
from bot.actuate.gate import Gate, GateRules
from bot.capture import Capture
from bot.cli.answer import print_json
from bot.cli.beside import own_layout
from bot.cli.calibrate import Wish, learn
from bot.cli.raised import seen_whole
from bot.cli.unseen import Found
from bot.cli.walked import kept_walk, measure_walk, walked_board
from bot.devices import open_actuator, open_capture, open_stopper, open_target, parse_region
from bot.errors import CannotReadError, StoppedError
from bot.frame import Frame
from bot.grid import Grid
from bot.layout import Layout
from bot.reading import Sight
from bot.stop import Stopper
from bot.target import Target
from bot.vision.readers import make_reader
from calibration.hands import CURSOR_KEYS, HandsError, Measured, measure_keys, measure_mouse
from calibration.keep import keep_hands
from calibration.likely import likely_games
from calibration.spare import clickable
from calibration.watch import Watch
from engine.moves import Cell
from engine.position import Position

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
            # What is seen in a region is what is meant; around its window there may be others.
            frame = capture.grab() if region else seen_whole(target, capture, stopper, raising=live)
            found, seen, cells = None, None, list[Cell]()
            if way == "keys" and not (wish.place.bounded or wish.board):
                found = walked_board(wish.game, own, target, capture, stopper, Path(folder))
            if found is not None:
                position = found.first[1].position
                rows = position.board if position is not None else ()
                size = len(rows), len(rows[0]) if rows else 0
            else:
                seen = still_board(frame, own, wish)
                size = seen.grid.rows, seen.grid.columns
                cells = clickable(seen.position, seen.game, seen.rules) if way == "mouse" else []
            say(f"A board of {size[0]} rows x {size[1]} columns in {target.title!r}.")
            what = _what(way, keys, found)
            if not live:
                say(f"Nothing is pressed without --live. With it, about a hundred times: {what}. Only do that where a")
                say("second click takes the first one back, or where the keys move a cursor.")
                return
            say(f"Trying {what}. {stops}")
            hand = open_actuator("auto", stopper, target)
            start = time.perf_counter()
            try:
                if found is not None:
                    tried, measured = measure_walk(found, target, capture, hand, stopper, keys, say)
                else:
                    assert seen is not None
                    measured = _measured(way, seen.grid, cells, target, capture, hand, stopper, keys, say)
            except HandsError as error:
                if stopper.reason:
                    raise StoppedError(f"{stopper.reason} {error.left}".rstrip()) from error
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


@dataclass(frozen=True)
class Seen:
    """A board that stands still, and what is known of it."""

    grid: Grid
    position: Position
    game: str | None
    """Which it is; None where that is not known."""
    rules: Mapping[str, Any]
    """House rules that its layout says."""


def still_board(frame: Frame, own: Layout | None, wish: Wish) -> Seen:
    """The board in a frame: as one's own layout reads it, or learned from it where there is none, or a person said
    where the board lies.

    Raises CannotReadError where it is not to be read, and where it has a size that the layout does not know.
    """
    if own is None or wish.place.said or wish.board:
        draft = learn([frame.pixels[:, :, :3].copy()], wish)
        game = own.game if own is not None else wish.game or likely_games(draft).told
        seen = Seen(draft.shots[0].grid, draft.position(), game, own.rules if own is not None else {})
    else:
        reading = make_reader(own).read(frame)
        if reading.sight is not Sight.CLEAR or reading.position is None or reading.grid is None:
            raise CannotReadError(f"{own.name} does not read this board. {reading.why}")
        seen = Seen(reading.grid, reading.position, own.game, own.rules)
    known = own.sizes if own is not None and own.board.place is not None else ()
    if known and (seen.grid.rows, seen.grid.columns) not in known:
        sizes = ", ".join(f"{rows} rows x {columns} columns" for rows, columns in known)
        raise CannotReadError(
            f"Expected a board of a size that {own.name if own else ''} knows ({sizes}), found {seen.grid.rows} rows x "
            f"{seen.grid.columns} columns: show all of the board, or add the size to its layout.toml."
        )
    return seen


def _measured(
    way: Way,
    grid: Grid,
    cells: Sequence[Cell],
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
        watch = Watch(capture, gate, stopper, grid)
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
