"""Fields as arrays for the kernels, and back: a plane of 16-bit columns for each colour, then one for garbage."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.games.puyo import promise
from engine.games.puyo.rules import GARBAGE, SIDES, Field, House, Placement
from engine.games.puyo.vectors import COLOURS, COLUMNS, PLANES

Words = NDArray[np.uint16]


def colours_of(field: Field, pairs: Sequence[str]) -> str:
    """The colours that are seen, in a fixed order."""
    return "".join(sorted(set("".join((*field, *pairs))) - {GARBAGE}))


def packed(field: Field, colours: str) -> Words:
    """A field as uint16[1, PLANES, COLUMNS]; `colours` tells which plane is whose."""
    words = np.zeros((1, PLANES, COLUMNS), np.uint16)
    for x, column in enumerate(field):
        for height, label in enumerate(column):
            plane = COLOURS if label == GARBAGE else colours.index(label)
            words[0, plane, x] |= 1 << height
    return words


def unpacked(words: Words, colours: str, columns: int) -> Field:
    """The field of uint16[PLANES, COLUMNS]."""
    labels = (colours.ljust(COLOURS)[:COLOURS]) + GARBAGE
    field = []
    for x in range(columns):
        height = int(np.bitwise_or.reduce(words[:, x])).bit_length()
        field.append("".join(labels[int(np.argmax(words[:, x] >> n & 1))] for n in range(height)))
    return tuple(field)


def house_words(house: House) -> NDArray[np.int64]:
    """The house rules as the kernels take them."""
    words = np.zeros(promise.HOUSE, np.int64)
    words[promise.COLUMNS_USED] = house.columns
    words[promise.ROWS] = house.rows
    words[promise.COUNTED] = house.counted
    words[promise.SPAWN] = house.spawn
    words[promise.DEATH] = house.death
    words[promise.SWALLOWS] = house.swallows
    words[promise.CLIMBS] = house.steering == "tsu"
    words[promise.BY_PUYOS] = house.attack == "puyos"
    words[promise.RATE] = house.rate
    return words


def placement_of(spot: int) -> Placement:
    """What a placement's number stands for."""
    side, column = divmod(spot, COLUMNS)
    return Placement(column, SIDES[side])


def columns_bits(columns: frozenset[int]) -> int:
    """Columns as bits."""
    return sum(1 << x for x in columns)
