"""Clues that a program no longer shows as they were because their cells stand: struck out, hidden or ticked off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from bot.vision.clues.bands import Band
from bot.vision.clues.cells import Floats
from bot.vision.clues.clue import Clue, numbers_of, runs_of
from bot.vision.clues.ink import FAINTEST
from bot.vision.clues.numbers import Rule


def struck(
    clue: Clue, cells: str, band: Band, line: int, rule: Rule | None, stir: Floats, corner: Sequence[int]
) -> bool:
    """Whether a clue may have changed so because of what the `cells` of its line hold: all of it where they are what it
    says, otherwise numbers of which the runs stand there. `stir` (rows, columns) is by how much the strip beside the
    line changed; its first pixel is `corner` (y, x).
    """
    if clue.met(cells):
        return True
    numbers = numbers_of(band, line, rule)
    # Fainter ink is none; browsers draw rims anew a level brighter or darker.
    y, x = np.nonzero(stir > FAINTEST)
    if not numbers or not len(y):
        return not len(y)
    away = np.full((len(numbers), len(y)), np.inf)
    for which, places in enumerate(numbers):
        for box in (band.digits[place].glyph.box for place in places):
            beside = np.abs(x + corner[1] + 0.5 - box.centre.x) - box.w / 2
            below = np.abs(y + corner[0] + 0.5 - box.centre.y) - box.h / 2
            away[which] = np.minimum(away[which], np.maximum(0, beside) + np.maximum(0, below))
    changed = Counter(_value(band, numbers[which]) for which in np.unique(away.argmin(0)))
    return changed <= Counter(length for length, _ in runs_of(cells))


def without_done(said: Clue, known: Clue, cells: str) -> bool:
    """Whether a clue that was read again is a known one without some numbers of which the runs stand in the `cells` of
    its line: struck out, a digit is none any more.

    >>> without_done(Clue("3 2", 1.0), Clue("1 3 1 2", 1.0), "#.....#..")
    True
    """
    rest = iter(known.numbers)
    if not (said.known and known.known and all(number in rest for number in said.numbers)):
        return False
    gone = Counter(known.numbers) - Counter(said.numbers)
    return gone <= Counter(length for length, _ in runs_of(cells))


def _value(band: Band, places: Sequence[int]) -> int:
    return int("".join(str(int(band.named.digit[place])) for place in places))
