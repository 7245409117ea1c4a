"""The techniques in the order in which a person should look for them, and what each weighs in a puzzle's score.

The article's eight (ALL_FIXED, SIMPLE_BOX, SIMPLE_BOXES, X_BOTH_END, CAN_NOT_REACH, GLUE, BLACK, CROSS) keep their
order; the others stand between and after them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.games.nonogram.hints import techniques as seen
from engine.games.nonogram.hints.techniques import Technique

REPAIR: Final = 0
COLOURS_CROSS: Final = 5
COLOUR_RANGES: Final = 11
EDGE: Final = 14
CONTRADICTION: Final = 15
TWO_WAY: Final = 16
NESTED: Final = 17
SEARCH: Final = 18


class Rung(NamedTuple):
    """One technique of a single line."""

    number: int
    name: str
    find: Technique


LINE_RUNGS: Final = (
    Rung(1, "ALL_FIXED", seen.all_fixed),
    Rung(2, "SIMPLE_BOX", seen.simple_box),
    Rung(3, "SIMPLE_BOXES", seen.simple_boxes),
    Rung(3, "COLOUR_BOXES", seen.colour_boxes),
    Rung(4, "X_BOTH_END", seen.crosses_at_both_ends),
    Rung(5, "CAN_NOT_REACH", seen.cannot_reach),
    Rung(6, "SMALL_GAP", seen.small_gap),
    Rung(7, "GLUE", seen.glue),
    Rung(8, "SPLIT", seen.split),
    Rung(9, "JOIN", seen.join),
    Rung(10, "RANGE_BOX", seen.range_box),
    Rung(11, "RANGE_CROSS", seen.range_cross),
    Rung(12, "BLACK", seen.black),
    Rung(13, "CROSS", seen.cross),
)

NUMBER: Final = {
    "X_REPAIR": REPAIR,
    **{rung.name: rung.number for rung in LINE_RUNGS},
    "COLOUR_CROSSING": COLOURS_CROSS,
    "COLOUR_RANGE": COLOUR_RANGES,
    "EDGE_2LINE": EDGE,
    "CONTRADICTION": CONTRADICTION,
    "TWO_WAY": TWO_WAY,
    "NESTED": NESTED,
    "SEARCH": SEARCH,
}
"""Every technique and how hard it is."""

WEIGHTS: Final = (0, 1, 1, 1.2, 1.2, 2, 2, 2, 3, 3, 5, 5, 8, 8, 15, 25, 30, 100, 300)
"""What a step on each rung adds to the score of a puzzle."""

ARTICLE: Final = (
    "ALL_FIXED",
    "SIMPLE_BOX",
    "SIMPLE_BOXES",
    "X_BOTH_END",
    "CAN_NOT_REACH",
    "GLUE",
    "BLACK",
    "CROSS",
)
"""The eight techniques of the article in the order in which it looks for them."""
