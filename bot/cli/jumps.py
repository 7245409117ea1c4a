"""Whether what is given up as a puzzle is one: a stack that rises by whole rows stands as still between two jumps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from bot.capture import Capture
from bot.cli.unseen import Found
from bot.clock import Clock
from bot.layout import Layout
from bot.layouts import known_layouts
from bot.session import Report
from bot.step import Ending
from bot.stop import Stopper

WATCHED: Final = 12.0
"""Seconds for which a board is watched at the most."""
OFTEN: Final = 0.2
"""Seconds from one look at it to the next."""
RAISE: Final = "raise="
"""Begins what a person says of the key that brings a row up: no puzzle has one."""
GIVEN_UP: Final = frozenset({Ending.STUCK, Ending.STOPPED})


def may_jump(layout: Layout, report: Report) -> bool:
    """Whether a board on which no way was found may be one of a game whose clock runs, though nothing scrolls on it."""
    runs = any(one.running is not None for one in known_layouts(layout.game))
    return runs and layout.running is None and report.ending in GIVEN_UP and not report.moves


def jumping(
    found: Found,
    capture: Capture,
    clock: Clock,
    stopper: Stopper,
    say: Callable[[str], object],
    seconds: float = WATCHED,
    keys: Sequence[str] = (),
) -> Found | None:
    """The board as that of a game whose clock runs, if its stack is seen to rise, or the person told among the `keys`,
    each `MEANING=KEY`, one that raises it; None if it stands still for so many seconds and none was told, no time is
    left, or somebody stops it.
    """
    if seconds <= 0 or stopper.reason:
        return None
    from calibration.jumping import rows_up

    say(f"No way was found. Watching for up to {seconds:.0f} s whether the stack rises…")
    begun, before = clock.now(), None
    while clock.now() - begun < seconds and not stopper.reason:
        frame = capture.grab()
        reading = found.reader.read(frame)
        if reading.position is not None:
            board = reading.position.board
            if before is not None and len(board) == len(before) and rows_up(before, board):
                say("The stack rises by whole rows: this is no puzzle, its clock runs.")
                return _running(replace(found, first=(frame, reading)), lifting=False)
            before = board
        clock.sleep(OFTEN)
    if stopper.reason or not any(key.startswith(RAISE) for key in keys):
        return None
    say("It stands still, but a key raises it, as you said: it is played as a game that is no puzzle.")
    return _running(found, lifting=True)


def _running(found: Found, *, lifting: bool) -> Found:
    """The same board as one of a game whose clock runs."""
    from calibration.keep import untimed_rules

    rules = {**untimed_rules(found.layout.game), "lifting": lifting}
    return replace(found, layout=found.layout.model_copy(update={"running": rules}))
