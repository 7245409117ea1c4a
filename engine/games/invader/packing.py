"""Fields of Puyo Invader as arrays for the kernels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.games.invader import kernels, rules
from engine.games.invader.rules import SIDES, UNSEEN, Aim, Field, House
from engine.position import EMPTY


def colours_of(field: Field, pair: str) -> str:
    """The colours that are seen, as lower-case letters in a fixed order."""
    return "".join(sorted(set("".join((*field, pair)).lower()) - {EMPTY, UNSEEN}))


def packed(field: Field, colours: str) -> NDArray[np.int8]:
    """A field as int8[rows, columns]; `colours` tells which number is whose."""
    codes = {EMPTY: 0, UNSEEN: kernels.UNSEEN}
    for number, label in enumerate(colours, 1):
        codes |= {label: number, label.upper(): number + kernels.PUYO}
    return np.array([[codes[label] for label in cells] for cells in field], np.int8)


def house_words(house: House, height: int) -> NDArray[np.int64]:
    """The house rules, and how far the field has come down, as the kernels take them."""
    words = np.zeros(kernels.HOUSE, np.int64)
    words[kernels.HEIGHT] = height
    words[kernels.GROUP] = house.group
    words[kernels.LUMP] = house.lump
    words[kernels.MOST] = house.most
    words[kernels.OVERFLOW] = house.overflow
    words[kernels.SWAPPED] = house.swapped
    words[kernels.COLOURS] = house.colours
    words[kernels.LOWEST] = rules.LOWEST
    words[kernels.CELL] = rules.CELL_HEIGHT
    words[kernels.SINKS] = rules.SINKS
    return words


def shot_of(aim: Aim, house: House) -> int:
    """The number of a shot."""
    return SIDES.index(aim.side) * house.columns + aim.column


def aim_of(shot: int, house: House) -> Aim:
    """What a shot's number stands for."""
    side, column = divmod(shot, house.columns)
    return Aim(column, SIDES[side])
