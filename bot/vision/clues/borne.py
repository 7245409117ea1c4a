"""Signs as large as digits that look like none that is known, but recur: a font may draw its 4 in a way of its own. The
digit that each is most like is borne out where rows and columns then fill as many cells, and with no other one do.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from bot.vision.clues.bands import Band
from bot.vision.clues.clue import read_clues, rules_of, worths
from bot.vision.clues.kinds import Kinds

OFTEN: Final = 3
"""Signs of a kind, at the least."""


def borne_out(left: Band, above: Band, kinds: Kinds, rows: int, columns: int) -> tuple[Band, Band]:
    """Both bands with the signs that look like no digit told as those of their `kinds`; the same where one of these is
    rare, or may be another digit.
    """
    strange = {int(kinds.left[i]) for i in left.unknown} | {int(kinds.above[i]) for i in above.unknown}
    if len(strange) != 1:  # of two, more than one way may add up
        return left, above
    (kind,) = strange
    at = [frozenset(np.flatnonzero(of == kind).tolist()) for of in (kinds.left, kinds.above)]
    if len(at[0]) + len(at[1]) < OFTEN:
        return left, above
    told = (
        replace(left, unknown=frozenset(), confirmed=left.confirmed | at[0]),
        replace(above, unknown=frozenset(), confirmed=above.confirmed | at[1]),
    )
    rule, upright = rules_of(*told, rows, columns)
    fit = (
        *(clue.room <= columns and clue.thinkable for clue in read_clues(told[0], range(rows), rule).values()),
        *(clue.room <= rows and clue.thinkable for clue in read_clues(told[1], range(columns), upright).values()),
    )
    worth = worths(told[0], range(rows), rule), worths(told[1], range(columns), upright)
    counted = sum(worth[0][i] for i in at[0]) - sum(worth[1][i] for i in at[1])
    return told if rule.confirmed and counted and all(fit) else (left, above)
