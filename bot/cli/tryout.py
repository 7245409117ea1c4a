"""Trying out, before a game is played that nobody knows, which keys move its cursor and which one swaps."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.action import Actuator
from bot.actuate.gate import Gate, Refused
from bot.approach import Walks
from bot.capture import Capture
from bot.cli.unseen import Found, find_board
from bot.clock import Clock
from bot.control.controls import make_control
from bot.devices import gate_rules
from bot.errors import CannotReadError, StoppedError, UsageError
from bot.layout import SLUG, Layout, own_home
from bot.stop import Stopper
from bot.target import Target
from bot.vision.readers import make_reader

RAISE: Final = "raise"
SWAP: Final = "swap"
LONGEST: Final = 120.0
"""Seconds for which keys are tried out at the most."""


def wants_trying(found: Found) -> bool:
    """Whether a board was learned just now, is played by walking a cursor, and nobody knows how that looks."""
    return found.learned and not found.layout.board.cursor and isinstance(make_control(found.layout.hands), Walks)


def keep_learned(layout: Layout, name: str) -> Layout:
    """Keep a layout that was learned just now as one of the person's own. Raises UsageError where the name is none, or
    taken.
    """
    from calibration.keep import keep_copy

    skin = name.removeprefix(f"{layout.game}/")
    if not re.fullmatch(SLUG, skin):
        raise UsageError(f"Expected a name of small letters, digits and hyphens, such as mine, found {name!r}.")
    return keep_copy(layout, own_home() / layout.game / skin)


def tried(
    found: Found,
    target: Target,
    capture: Capture,
    hand: Actuator,
    clock: Clock,
    stopper: Stopper,
    rules: Mapping[str, Any],
    keys: Sequence[str],
    say: Callable[[str], None],
    seconds: float | None = None,
) -> Found:
    """The board with the keys that were seen to move its cursor and to swap, and with the looks of the cursor. `keys`
    are `MEANING=KEY`, as the person said; these are not looked for. No key is pressed after so many seconds, or after
    the LONGEST.

    Raises CannotReadError where no cursor goes where keys say, or no key swaps, and StoppedError where time is up.
    """
    from calibration.keep import keep_cursor
    from calibration.trying import SETS, SWAPS, Trier

    layout, said = found.layout, {one.partition("=")[0] for one in keys}
    known = dict(layout.hands.keys)
    rules_of_gate = replace(
        gate_rules(target, layout.hands.gap), seconds=LONGEST if seconds is None else min(LONGEST, seconds)
    )
    gate = Gate(hand, target, clock, rules_of_gate, lambda: stopper.reason)
    try:
        trier = Trier(capture, gate, clock, found.reader)
        own = {step: known[step] for step in SETS[0]}
        sets = [own] if said & set(own) else [own, *(keys for keys in SETS if keys != own)]
        cursor = trier.find_cursor(sets)
        if cursor is None:
            tried_keys = "; ".join(", ".join(keys.values()) for keys in sets)
            raise CannotReadError(
                f"The board can be read, but no cursor goes over it as these keys say: {tried_keys}. Start the game; "
                "where it has other keys, say so: --key left=KEY and so on."
            )
        layout = keep_cursor(layout, cursor.samples, {**known, **cursor.keys})
        trier.reader = make_reader(layout)
        names = [known[SWAP]] if SWAP in said else [key for key in SWAPS if key not in cursor.keys.values()]
        swap = trier.find_swap(cursor.keys, names)
        if swap is None:
            raise CannotReadError(
                f"The cursor moves, but none of these keys swaps what lies under it: {', '.join(names)}. Say which one "
                "does: --key swap=KEY."
            )
    except Refused as refusal:
        raise StoppedError(str(refusal)) from refusal
    finally:
        gate.close()
    found_out = {**known, **cursor.keys, SWAP: swap}
    # Nothing tells which key raises a stack; one that does nothing would be pressed again and again.
    kept = {meaning: key for meaning, key in found_out.items() if meaning != RAISE or RAISE in said}
    layout = keep_cursor(layout, (), kept, None if RAISE in said else {"lifting": False})
    say(f"The cursor goes with {', '.join(cursor.keys.values())}; {swap} swaps.")
    again = find_board(capture, clock, [layout], rules, stopper)
    return replace(again, learned=True)
