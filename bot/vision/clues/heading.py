"""A line of text above the clues of the columns, such as the title of a page: it runs on over the lines between
columns, where numbers keep to their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from bot.vision.clues.bands import FAINT
from bot.vision.clues.bank import Bank
from bot.vision.clues.ink import Piece
from bot.vision.clues.lines import Ruled
from bot.vision.clues.pieces import sure_digits
from bot.vision.clues.strips import Strips, edge_of

CLOSE: Final = 0.3
"""Room between letters of one word at most, as a share of their height."""
SOME: Final = 0.5
"""Share of the neighbouring columns with ink in which a text goes on from one into the next: words end, too."""
LEAST: Final = 2
"""Lines between columns over which it goes on, at the least."""
ALIKE: Final = 0.15
"""Share by which digits of clues differ in height at the most: writing is rounded to pixels."""
DIGITS: Final = 0.5
"""Share of what stands in a heading that may look like digits of clues: letters such as o, l and s do."""


def below_heading(ruled: Ruled, strips: Strips, bank: Bank) -> Ruled | None:
    """A grid, the strips beside which were looked at, whose clues of the columns reach no farther than to a heading
    above them; None where no heading is seen.
    """
    shown = strips.at(True, False)
    if shown is None:
        return None
    least = FAINT * shown.strongest
    seen = [
        (column, piece)
        for column, own in enumerate(strips.freed(True, False, bank))
        for piece in own
        if piece.contrast >= least
    ]
    pieces = [piece for _, piece in seen]
    height, sure = sure_digits(pieces, bank)
    like_clues = {
        id(piece)
        for piece, digit in zip(pieces, sure, strict=True)
        if digit and abs(piece.box.h - height) <= ALIKE * height
    }
    for level in _levels(seen)[1:]:
        clues = sum(id(piece) in like_clues for _, piece in level)
        if _runs_on(level, ruled) and clues <= DIGITS * len(level):
            foot = max(piece.box.y + piece.box.h for _, piece in level)
            reach = min(ruled.reach[1], edge_of(ruled, True, False) - foot - 1)
            return replace(ruled, reach=(ruled.reach[0], reach))
    return None


def _levels(seen: Sequence[tuple[int, Piece]]) -> list[list[tuple[int, Piece]]]:
    """Pieces, each with its column, by the lines of text that they stand in, the lowest first."""
    found: list[list[tuple[int, Piece]]] = []
    top = 0.0
    for column, piece in sorted(seen, key=lambda one: -one[1].box.y - one[1].box.h):
        if not found or piece.box.y + piece.box.h <= top:
            found.append([])
            top = piece.box.y
        found[-1].append((column, piece))
        top = min(top, piece.box.y)
    return found


def _runs_on(level: Sequence[tuple[int, Piece]], ruled: Ruled) -> bool:
    """Whether a line of text goes on from many columns into the next as within a word."""
    ends: dict[int, tuple[float, float]] = {}
    for column, piece in level:
        begin, end = ends.get(column, (piece.box.x, piece.box.x))
        ends[column] = min(begin, piece.box.x), max(end, piece.box.x + piece.box.w)
    # What stands on the lines between columns is in no strip.
    most = 2 * ruled.line + 1 + CLOSE * max(piece.box.h for _, piece in level)
    beside = [(one, other) for one, other in pairwise(sorted(ends)) if other == one + 1]
    on = sum(ends[other][0] - ends[one][1] <= most for one, other in beside)
    return on >= max(LEAST, SOME * len(beside))
