"""Pieces that never go by themselves, told from colours: more of them lie together than any colour leaves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np

from bot.rules import possible_games
from bot.vision.falling import hanging, told_apart
from calibration.draft import SMALL_FIRST, Draft
from calibration.keep import size_rules
from engine.api import BadPosition, Game
from engine.player import Littered
from engine.position import EMPTY, UNKNOWN, Position

GREY: Final = 0.4
"""Of the chroma that colours have in the middle, how much such a piece has at the most: a group of a colour that is
just about to go looks as one that stays, but it is no greyer than the others.
"""
MIDDLE: Final = 0.25
"""Of a cell, on each side, that does not count for its chroma: ground and outlines."""


def with_inert(draft: Draft, game: str) -> Draft:
    """The draft with the label that its game has for pieces which never go by themselves, for the one kind that is far
    greyer than all others and lies so that it would go if it were a colour; itself where there is none.
    """
    known = possible_games(game, size_rules(replace(draft, game=game)))[0]
    if not isinstance(known, Littered) or known.inert in draft.labels or _stays(known, draft):
        return draft
    chroma = [_chroma(draft, kind) for kind in range(len(draft.labels))]
    if len(chroma) < 3 or not min(chroma) < GREY * sorted(chroma)[1]:
        return draft
    label = draft.labels[int(np.argmin(chroma))]
    named = draft.named(label, known.inert, draft.names[draft.labels.index(label)])
    return named if _stays(known, named) else draft


def _stays(game: Game[Any], draft: Draft) -> bool:
    """Whether the board of a draft stays as it is, whatever the cells are that could not be told."""
    position = told_apart(draft.position())
    free = [label for label in SMALL_FIRST if label not in draft.labels]
    air = set(hanging(position.board))
    rows = [list(row) for row in position.board]
    for row, line in enumerate(rows):
        for column, label in enumerate(line):
            if label == UNKNOWN:
                line[column] = EMPTY if (row, column) in air or not free else free.pop()
    try:
        game.parse(Position({"board": tuple("".join(row) for row in rows)}))
    except BadPosition:
        return False
    return True


def _chroma(draft: Draft, kind: int) -> float:
    """How far the channels of a kind's cells lie apart in their middle, in grey levels, on the average."""
    shot = draft.shots[0]
    cells = shot.cells()[(shot.kind == kind) & ~shot.marked]
    if not len(cells):
        return float("inf")
    high, wide = (round(side * MIDDLE) for side in cells.shape[1:3])
    middle = cells[:, high:-high, wide:-wide]
    return float((middle.max(-1) - middle.min(-1)).mean())
