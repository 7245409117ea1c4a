"""Boards on pages whose headings and buttons stand in step with them, on ground like that of a tile."""

from __future__ import annotations

import numpy as np

from bot.vision.tiles.plausible import MANY, Ints, Window, even, window


def core(kind: Ints) -> Window | None:
    """What is left of a board without rows above or below it (or columns beside it) that hold nothing of its kinds and
    spoil the pairs, where of many kinds none is spoilt by leaving them out: a heading and buttons, in step with it.
    """
    if even(kind):
        return None
    for lines, axis in ((kind, 0), (kind.T, 1)):
        for length in range(len(lines) - 1, len(lines) // 2, -1):
            for first in range(len(lines) - length + 1):
                own = lines[first : first + length]
                rest = np.concatenate([lines[:first], lines[first + length :]])
                signs = np.unique(own[own >= 0])
                if len(signs) >= MANY and even(own) and not np.isin(signs, rest).any():
                    rows, columns = window(own >= 0)
                    rows = slice(rows.start + first, rows.stop + first)
                    return (columns, rows) if axis else (rows, columns)
    return None
