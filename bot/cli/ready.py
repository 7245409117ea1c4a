"""Getting ready to play: on a new machine an engine is compiled for longer than a stack takes to rise to the top."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from bot.capture import Capture
from bot.chase import warm
from bot.cli.unseen import Found, find_board
from bot.clock import Clock
from bot.rules import possible_games
from bot.solve import UnclearBoardError
from bot.stop import Stopper
from engine.api import BadPosition, Limit

LONG: Final = 3.0
"""Seconds of getting ready after which what was seen before is too old; it takes less than one from the cache."""
COMPILED: Final = (
    "The engine is compiled, and from now on loaded at once. A game whose clock ran meanwhile may be over: "
    "then start it again."
)
LEAST: Final = Limit(nodes=1)
"""For a plan that is not meant to find anything."""


def got_ready(
    game: str, stopper: Stopper, say: Callable[[str], object], plans: Callable[[], object] = lambda: None
) -> bool:
    """Have ready what plays the running game of that name, and what `plans`; says whether that took so long that the
    game may be over by then.

    Raises StoppedError at once where somebody stops it.
    """
    begun = stopper.now()
    with stopper.breaking_off():
        warm(game)
        plans()
    if stopper.now() - begun < LONG:
        return False
    say(COMPILED)
    return True


def ready_board(
    found: Found,
    capture: Capture,
    clock: Clock,
    stopper: Stopper,
    rules: Mapping[str, Any],
    say: Callable[[str], object],
) -> Found:
    """A board whose clock runs, or may begin to with the first key, once what plays it is ready; looked for again where
    that took long.

    Raises UnclearBoardError where it is gone by then, and StoppedError.
    """
    if not got_ready(found.layout.game, stopper, say, lambda: _plan(found, rules)):
        return found
    try:
        again = find_board(capture, clock, [found.layout], rules, stopper)
    except UnclearBoardError as error:
        why = f"The board is gone since the engine was compiled: start the game and play it again. {error}"
        raise UnclearBoardError(why, error.reading, error.pixels) from error
    return replace(again, learned=found.learned)


def _plan(found: Found, rules: Mapping[str, Any]) -> None:
    """Load what plans for a board that is played as one that waits."""
    layout, position = found.layout, found.first[1].position
    if layout.running is not None or position is None:
        return
    game = possible_games(layout.game, {**layout.rules, **rules})[0]
    with suppress(BadPosition):
        game.plan(game.parse(position), LEAST)
