"""How long everything takes in our Puyo Puyo, in frames, of which there are sixty a second."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class Pace:
    """What a preset chooses."""

    half: int
    """Frames in which a pair falls by half a row."""


PACES = MappingProxyType({"easy": Pace(24), "normal": Pace(16), "hard": Pace(8)})
LOCK = 20
"""Frames that a pair rests before it lies for good; a pair that is pushed down lies at once."""
PUSHED = 1
"""Frames in which a pair that is pushed down falls by half a row."""
FREE = 0.25
"""Rows that what lost its hold falls in a frame."""
LANDING = 6
"""Frames between a landing and what comes of it."""
FLASH = 30
"""Frames that a group flashes before it is gone."""
BLINK = 6
"""Frames that it is lit, and is not, by turns."""
REPEAT_AFTER = 12
"""Frames that a key for a step is held before it begins to repeat."""
REPEAT = 3
"""Frames from one repetition to the next."""
