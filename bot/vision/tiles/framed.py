"""A pair of tiles that the game frames, as hints do: they look like no others, and there are as many of them as of a
kind. They are of the kind whose face they show inside their frames.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from bot.vision.cells import CELL_H, CELL_W, Cells, strongest
from bot.vision.tiles import chain, kinds

PAIR: Final = 2
"""Tiles that are framed at once."""
RIM: Final = 3
"""Pixels of a cut cell, from its sides, in which a frame is seen."""
AS_USUAL: Final = (0.8, 10.0)
"""A share of the tiles whose rims differ from the usual one by no more than this many grey levels…"""
OTHERWISE: Final = 40.0
"""… and by how many those of framed tiles do, at the least."""
FACE: Final = 4
"""The part of a cell, from each side, that is none of its face."""
AHEAD: Final = 10.0
"""How many times nearer a framed face is to that of its kind than any face is to another one."""


def unframed(found: kinds.Grouping, cells: Cells) -> kinds.Grouping:
    """The sorting of tiles (n, CELL_H, CELL_W, 3) with a framed pair put to the kind whose face it shows; the same
    where there is none beyond doubt.
    """
    count = np.bincount(found.kind)
    if len(count) <= PAIR or not (count == PAIR).any():
        return found
    rim = np.ones((CELL_H, CELL_W), np.bool_)
    rim[RIM:-RIM, RIM:-RIM] = False
    rims = cells[:, rim]
    away = np.median(strongest(np.abs(rims - np.median(rims, 0))), 1)
    framed = away >= OTHERWISE
    if framed.sum() != PAIR or len(one := np.unique(found.kind[framed])) != 1 or count[one[0]] != PAIR:
        return found
    if float(np.quantile(away, AS_USUAL[0])) > AS_USUAL[1]:
        return found
    face = cells[:, CELL_H // FACE : -(CELL_H // FACE), CELL_W // FACE : -(CELL_W // FACE)].reshape(len(cells), -1)
    usual = np.stack([np.median(face[found.kind == kind], 0) for kind in range(len(count))])
    apart = kinds.differences(usual, usual)
    np.fill_diagonal(apart, np.inf)
    pair = int(one[0])
    best = int(apart[pair].argmin())
    others = np.delete(np.delete(apart, pair, 0), pair, 1)
    if AHEAD * apart[pair, best] > min(np.delete(apart[pair], best).min(), others.min()):
        return found
    kind = np.where(framed, best, found.kind)
    return replace(found, kind=chain.renumbered(kind), lit=found.lit | framed)
