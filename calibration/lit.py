"""A group of like pieces that a game lights under the pointer: of a game that nobody named they look like a kind of
their own, but lie all together, where every other kind lies all over the board.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from calibration.draft import Draft
from calibration.shot import UNSURE

KINDS: Final = 3
"""Kinds of a board, at the least, of which one may be another's that is lit."""
FEW: Final = (2, 6)
"""Cells of a group that is lit: one alone may be anything, and of a large one more is known."""
MANY: Final = 8
"""Cells of each of the other kinds, at the least…"""
PLACES: Final = 3
"""… and groups that they lie in: late in a game many kinds are left in one place."""


def without_lit(draft: Draft) -> Draft:
    """The draft of one picture with such a group in doubt; the same where there is none, or several may be."""
    if len(draft.shots) != 1 or len(draft.labels) < KINDS:
        return draft
    kind = draft.shots[0].kind
    cells = [(kind == one) for one in range(len(draft.labels))]
    groups = [cv2.connectedComponents(of.astype(np.uint8), connectivity=4)[0] - 1 for of in cells]
    counts = [int(of.sum()) for of in cells]
    lone = [n for n in range(len(cells)) if groups[n] == 1 and FEW[0] <= counts[n] <= FEW[1]]
    others = [n for n in range(len(cells)) if n not in lone]
    if len(lone) != 1 or any(counts[n] < MANY or groups[n] < PLACES for n in others):
        return draft
    shot = draft.shots[0].with_kinds(np.where(cells[lone[0]], UNSURE, kind))
    return replace(draft, shots=(shot,)).tidied()
