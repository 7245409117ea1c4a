"""`calibrate --hands keys` on a board with a cursor over two cells: by where it is read, also where the stack rises."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from bot.action import Actuator
from bot.actuate.gate import Gate, Refused
from bot.approach import Walks
from bot.capture import Capture
from bot.cli.glances import APART
from bot.cli.said import Said
from bot.cli.tryout import STEPS, SWAP, Trial, told
from bot.cli.unseen import Found, find_board, learn_board
from bot.control.controls import make_control
from bot.devices import gate_rules
from bot.errors import CannotReadError, StoppedError
from bot.layout import Layout
from bot.layouts import known_layouts
from bot.solve import NoLayoutError, UnclearBoardError
from bot.stop import Stopper
from bot.target import Target

if TYPE_CHECKING:
    from calibration.hands import Measured, Progress
    from calibration.pace import Pace

LONGEST: Final = 180.0
"""Seconds for which keys are pressed at the most."""


def walked_board(
    game: str | None, own: Layout | None, target: Target, capture: Capture, stopper: Stopper, folder: Path
) -> Found | None:
    """The board whose cursor is walked with keys, by a layout that lies below `folder`, where it may be written to;
    None where it is none, or stands still and no game is named.

    Raises CannotReadError where a board of that game, or of one's `own` layout, is not to be read.
    """
    from calibration.keep import keep_copy

    if own is not None:
        if not _walks(own):
            return None
        return find_board(capture, stopper, [keep_copy(own, folder / own.name)], {}, stopper)
    if game is None:
        before = capture.grab().pixels.copy()
        stopper.sleep(APART)
        if np.array_equal(before, capture.grab().pixels):
            return None
    elif not any(map(_walks, known_layouts(game))):
        return None
    try:
        found = find_board(capture, stopper, Said(game).layouts(target), {}, stopper)
        found = replace(found, layout=keep_copy(found.layout, folder / found.layout.name))
    except (NoLayoutError, UnclearBoardError) as error:
        try:
            found = learn_board(capture, stopper, Said(game), folder, error, stopper)
        except CannotReadError:
            if game is None:
                return None
            raise
    return found if _walks(found.layout) else None


def measure_walk(
    found: Found,
    target: Target,
    capture: Capture,
    hand: Actuator,
    stopper: Stopper,
    names: Sequence[str],
    say: Progress,
) -> tuple[Layout, Measured]:
    """The layout of the board with its cursor and what the keys mean (`names`, or the usual ones), and how long and how
    fast they may be pressed.

    Raises CannotReadError where no cursor goes or nothing swaps, HandsError where measuring has to end, StoppedError.
    """
    rules = replace(gate_rules(target, 0.0), seconds=LONGEST)
    gate = Gate(hand, target, stopper, rules, lambda: stopper.reason)
    try:
        layout = _layout(found, Trial(capture, gate, stopper, stopper, {}, (), names), say)
        again = find_board(capture, stopper, [layout], {}, stopper)
        counted = again.first[1].position is not None and "moves" in again.first[1].position.blocks
        pace = _pace(again, capture, gate, stopper, say)
        measured = pace.measured(layout.hands.keys, swaps=layout.running is not None and not counted)
    except Refused as refusal:
        raise StoppedError(str(refusal)) from refusal
    finally:
        gate.close()
    return layout, replace(measured, presses=gate.counts["key"])


def kept_walk(own: Layout, layout: Layout, measured: Measured) -> Layout:
    """Write into a layout of one's own what was found out by a copy of it. Raises UsageError, and CannotReadError where
    the board was learned anew because it moves.
    """
    from bot.vision.cursor import cursor_samples
    from calibration.keep import keep_cursor, keep_hands

    if own.running is None and layout.running is not None:
        raise CannotReadError(
            f"The stack has begun to rise, and {own.name} was learned from one that stood still: learn it again while "
            f"it rises, with `banmen play --live --game {own.game} --keep NAME`. Nothing is kept."
        )
    samples = [] if own.board.cursor else cursor_samples(layout)
    keep_cursor(own, samples, layout.hands.keys, layout.running)
    return keep_hands(own.folder, measured)


def _walks(layout: Layout) -> bool:
    return isinstance(make_control(layout.hands), Walks)


def _pace(found: Found, capture: Capture, gate: Gate, stopper: Stopper, say: Progress) -> Pace:
    from calibration.pace import Pace
    from calibration.trying import Trier

    return Pace(Trier(capture, gate, stopper, found.reader), say, lambda: stopper.reason)


def _layout(found: Found, trial: Trial, say: Progress) -> Layout:
    """The layout with the looks of the cursor and all keys. Raises CannotReadError, HandsError, Refused."""
    from calibration.keep import keep_cursor
    from calibration.trying import SETS

    if not found.layout.board.cursor:
        layout = trial.kept(*trial.find_out(found))
        keys = layout.hands.keys
        say(f"The cursor goes with {', '.join(keys[step] for step in STEPS)}; {keys[SWAP]} swaps.")
        return layout
    known = found.layout.hands.keys
    pace = _pace(found, trial.capture, trial.gate, trial.stopper, say)
    usual = [[known[step] for step in STEPS], *(list(one.values()) for one in SETS)]
    for names in [trial.names] if trial.names else usual:
        if len(pace.meanings(names)) == len(STEPS):
            break
    ways = told(pace.keys, trial.names or [name for names in usual for name in names])
    swap = trial.find_swap(pace.trier, ways)
    say(f"{swap} swaps.")
    return keep_cursor(found.layout, (), {**known, **ways, SWAP: swap})
