"""A full board on which one kind has no hue and lies on top of all others: those cells are empty."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.look import cells_of
from calibration.draft import Draft
from calibration.shot import EMPTY, Shot
from calibration.usual import falls, rises

Bools = NDArray[np.bool_]

FEWEST: Final = 3
"""Cells of such a kind at the least: fewer may lie on top by chance."""
GREY: Final = 24.0
"""Grey levels by which the channels of a colour without hue differ at the most…"""
VIVID: Final = 48.0
"""… and those of all other kinds at the least."""


def with_open_tops(draft: Draft, game: str) -> Draft:
    """The draft with the cells of one kind empty, where pieces of a game rest on each other and no other cell is empty:
    of it all columns show cells only on top, in every picture, and it has no hue, as all other kinds have. Itself where
    that is not so.
    """
    if draft.reader != "blocks" or not (falls(game) or rises(game)) or draft.behind is not None:
        return draft
    if any((shot.kind == EMPTY).any() for shot in draft.shots):
        return draft
    spread = [_spread(draft.shots, kind) for kind in range(len(draft.labels))]
    plain = [kind for kind, levels in enumerate(spread) if levels <= GREY]
    others = [levels for kind, levels in enumerate(spread) if kind not in plain]
    if len(plain) != 1 or not others or min(others) < VIVID:
        return draft
    where = [shot.kind == plain[0] for shot in draft.shots]
    few = sum(map(np.count_nonzero, where)) < FEWEST
    return draft if few or not all(map(_on_top, where)) else draft.merged(".", draft.labels[plain[0]])


def _on_top(cells: Bools) -> bool:
    """Whether nothing lies on any of some cells (rows, columns) but others of them, and something below."""
    return bool((np.logical_and.accumulate(cells, 0) == cells).all() and not cells[-1].any())


def _spread(shots: tuple[Shot, ...], kind: int) -> float:
    """By how many grey levels the channels of the usual colour of a kind differ."""
    cells = np.concatenate([cells_of(shot.pixels, shot.grid)[shot.kind == kind] for shot in shots])
    usual = np.median(cells.reshape(-1, 3), 0)
    return float(usual.max() - usual.min())
