"""The board in a window: by a layout that reads it, or learned from on the spot, from a few looks at what goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from bot.capture import Capture
from bot.clock import Clock
from bot.errors import CannotReadError
from bot.frame import Pixels
from bot.layout import Layout
from bot.reading import Reader
from bot.session import Sighting
from bot.solve import UnclearBoardError, read_frame
from bot.stop import Stopper

FINDING: Final = 5.0
"""Seconds in which a board must show up."""
LOOKS: Final = 4
"""Looks at a board that is not known, as long as it moves: what falls, blinks or is half risen is so in few of them."""
APART: Final = 0.8
"""Seconds from the first to the second of them, and twice as many to each further one: a cursor that blinks shows
another face, and also a stack that rises by a cell in a minute has risen so far that it shows."""


@dataclass(frozen=True)
class Found:
    """A board that was found on the screen."""

    layout: Layout
    """By which it was read."""
    reader: Reader
    """The eyes that read it; they know the board by now."""
    first: Sighting
    """What they saw."""


def find_board(
    capture: Capture, clock: Clock, layouts: Sequence[Layout], rules: Mapping[str, Any], stopper: Stopper | None = None
) -> Found:
    """The board that the target shows; waits a little for a game that is just starting.

    Raises UnclearBoardError with what is in the way.
    """
    start = clock.now()
    while True:
        frame = capture.grab()
        try:
            board = read_frame(frame, layouts, rules)
        except UnclearBoardError:
            if clock.now() - start > FINDING or (stopper is not None and stopper.reason):
                raise
            clock.sleep(0.1)
            continue
        assert board.layout is not None
        assert board.reader is not None
        assert board.reading is not None
        return Found(board.layout, board.reader, (frame, board.reading))


def learn_board(
    capture: Capture,
    clock: Clock,
    game: str | None,
    rules: Mapping[str, Any],
    folder: Path,
    error: CannotReadError,
    stopper: Stopper | None = None,
) -> Found:
    """The board that the target shows by a layout that is learned from it, for this one time, and kept below `folder`.

    Raises CannotReadError where that is not to be trusted, or nobody plays it here; where the game is not named, the
    `error` of those that looked before.
    """
    from calibration.keep import keep
    from calibration.shot import CalibrationError
    from calibration.spot import learned

    pictures = _pictures(capture, clock, stopper)
    try:
        spot = learned(pictures, game)
    except CalibrationError as reason:
        if game is None:
            raise error from None
        raise CannotReadError(
            f"No layout reads this board, and it could not be learned on the spot. {reason}"
        ) from None
    if spot.told is None:
        raise CannotReadError(f"The board can be read. {spot.asks()}") if spot.asks() else error
    layout = keep(replace(spot.draft, game=spot.told), folder / spot.told / "on-the-spot", title="Learned on the spot")
    return find_board(capture, clock, [layout], rules, stopper)


def _pictures(capture: Capture, clock: Clock, stopper: Stopper | None) -> list[Pixels]:
    """(height, width, 3) each: what the target shows, at several moments if it moves."""
    pictures: list[Pixels] = []
    for look in range(LOOKS):
        if look:
            clock.sleep(APART * 2 ** (look - 1))
        pixels = np.ascontiguousarray(capture.grab().pixels[:, :, :3])
        if pictures and np.array_equal(pixels, pictures[-1]):
            break
        pictures.append(pixels)
        if stopper is not None and stopper.reason:
            break
    return pictures
