"""Looks at what a target shows, from which a board is learned that nobody knows: few, and ever farther apart."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from typing import Final

import numpy as np

from bot.capture import Capture
from bot.cli.said import Said
from bot.clock import Clock
from bot.frame import Frame, Pixels
from bot.stop import Stopper

LOOKS: Final = 4
"""Looks at a board that is not known, as long as it moves: what falls, blinks or is half risen is so in few of them."""
APART: Final = 0.8
"""Seconds from the first to the second of them, and twice as many to each further one: a cursor that blinks shows
another face, and also a stack that rises by a cell in a minute has risen so far that it shows."""


class Glances:
    """Pictures of what the target showed while a board was looked for, from which one may be learned at once."""

    def __init__(self) -> None:
        self._taken: list[tuple[float, Pixels]] = []

    def take(self, frame: Frame) -> None:
        """Keep a picture where the last one is long enough ago."""
        if not self._taken or frame.time - self._taken[-1][0] >= APART:
            self._taken.append((frame.time, frame.pixels[:, :, :3].copy()))

    def pictures(self) -> list[Pixels]:
        """(height, width, 3) each, LOOKS of them ever farther apart; none where they are too few, or all alike."""
        if len(self._taken) < LOOKS:
            return []
        first, last = self._taken[0][0], self._taken[-1][0]
        parts = [(2**look - 1) / (2 ** (LOOKS - 1) - 1) for look in range(LOOKS)]
        wanted = [first + part * (last - first) for part in parts]
        chosen = [min(self._taken, key=lambda one: abs(one[0] - at))[1] for at in wanted]
        return [] if any(np.array_equal(one, other) for one, other in pairwise(chosen)) else chosen


def looks_at(
    capture: Capture,
    clock: Clock,
    said: Said,
    stopper: Stopper | None,
    glances: Glances | None,
) -> Iterator[tuple[list[Pixels], bool]]:
    """Pictures (height, width, 3) of what the target shows, at several moments if it moves, and more of them; whether
    no more will come. What each shows is kept by those who look at pictures, so it is asked while the next is awaited.
    Where pairs fall, the first comes by itself: an empty board tells no more by one look than by another.
    """
    from calibration.discover import discover
    from calibration.shot import CalibrationError
    from calibration.usual import falls

    if glances is not None and (seen := glances.pictures()):
        yield seen, False
    pictures: list[Pixels] = []
    for look in range(LOOKS):
        if look:
            due = clock.now() + APART * 2 ** (look - 1)
            with suppress(CalibrationError):
                place = said.place
                discover(pictures, game=said.game, grid=place.grid(pictures), size=place.size, which=place.which)
            clock.sleep(max(0.0, due - clock.now()))
        pixels = capture.grab().pixels[:, :, :3].copy()
        if pictures and np.array_equal(pixels, pictures[-1]):
            break
        pictures.append(pixels)
        if stopper is not None and stopper.reason:
            break
        if look == LOOKS - 2 or (not look and falls(said.game)):
            yield list(pictures), False
    yield pictures, True
