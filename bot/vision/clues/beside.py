"""On which sides of a grid its clues stand, and the bands of digits there."""

from __future__ import annotations

from typing import Final

from bot.frame import Pixels
from bot.vision.clues.bands import Band, Sides, read_band
from bot.vision.clues.bank import Bank
from bot.vision.clues.lines import Ruled
from bot.vision.clues.strips import Strips

CLUED: Final = 0.5
"""Share of lines with a clue, and of pieces that are digits, from which there are clues beside a grid."""
PLAINLY: Final = 0.75
"""The same to the right and below."""
OTHER_HEIGHT: Final = 0.25
"""Share of the height of the rows' digits by which letters are another script than they."""
WAYS: Final = (False, True)
"""The sides of the rows, and those of the columns."""


def clues_beside(
    pixels: Pixels, ruled: Ruled, bank: Bank, sides: Sides, *, table: bool, strips: Strips
) -> tuple[Band, Band] | None:
    """The clues of the rows and those of the columns of a grid; None where either has none. `table`: without what
    stands behind the table that they are in. The sides with the least ink are read first: most grids are no puzzles,
    and have none on one of them.
    """
    looked = _Beside(pixels, ruled, bank, sides, table, strips)
    if not all(looked.inked(upright) for upright in WAYS):
        return None
    if looked.ink(True) < looked.ink(False) and looked.band(True) is None:
        return None
    left = looked.band(False)
    above = looked.band(True, left.height) if left else None
    return (left, above) if left and above else None


class _Beside:
    """What stands beside one grid; each band is read once."""

    def __init__(self, pixels: Pixels, ruled: Ruled, bank: Bank, sides: Sides, table: bool, strips: Strips) -> None:
        self._pixels, self._ruled, self._bank = pixels, ruled, bank
        self._sides, self._table, self._strips = sides, table, strips
        self._read: dict[tuple[bool, bool, bool], Band] = {}

    def inked(self, upright: bool) -> bool:
        """Whether beside as many lines as have clues in a puzzle, or more, there is any ink at all."""
        return any(
            self._lines_with_ink(upright, after) >= self._least(upright, after) for after in self._sides[upright]
        )

    def ink(self, upright: bool) -> int:
        """How many pieces of ink there are on the sides that columns (`upright`), or rows, may have clues on."""
        shown = (self._strips.at(upright, after) for after in self._sides[upright])
        return sum(len(own) for one in shown if one for own in one.pieces)

    def band(self, upright: bool, height: float = 0.0) -> Band | None:
        """The clues on the first of the sides on which there are any. Where those of the rows have digits of a known
        `height`, letters of another one, such as those of buttons, are none if such clues stand on a later side.
        """
        lines, first = self._lines(upright), None
        for after in self._sides[upright]:
            if self._lines_with_ink(upright, after) < self._least(upright, after):
                continue
            found: Band | None = None
            for near in (False, True):
                band = self._band(upright, after, near)
                if self._clues(band, upright) and (found is None or len(_lines_of(band)) > len(_lines_of(found))):
                    found = band
                if found is not None and len(_lines_of(found)) == lines:
                    break
            if found is None:
                continue
            like = not height or abs(found.height - height) <= OTHER_HEIGHT * height
            if like and (first is None or (not found.unknown and len(_lines_of(found)) == lines)):
                return found
            first = first or found
        return first

    def _band(self, upright: bool, after: bool, near: bool) -> Band:
        known = self._read.get((upright, after, near))
        if known is None:
            known = read_band(
                self._pixels, self._ruled, upright, self._bank,
                after=after, near=near, table=self._table, strips=self._strips,
            )  # fmt: skip
            self._read[upright, after, near] = known
        return known

    def _clues(self, band: Band, upright: bool) -> bool:
        """Whether what stands in a band are clues: most lines have one, and most of it are digits."""
        enough = len(_lines_of(band)) >= self._least(upright, band.after)
        return enough and len(band.unknown) <= (1 - _share(band.after)) * len(band.digits)

    def _least(self, upright: bool, after: bool) -> float:
        """Lines that have a clue where there are any."""
        return max(2.0, _share(after) * self._lines(upright))

    def _lines(self, upright: bool) -> int:
        return self._ruled.grid.columns if upright else self._ruled.grid.rows

    def _lines_with_ink(self, upright: bool, after: bool) -> int:
        shown = self._strips.at(upright, after)
        return sum(bool(own) for own in shown.pieces) if shown else 0


def _share(after: bool) -> float:
    """Share of what must be clues: to the right and below few puzzles have any and many programs have other things, so
    there it must be plain.
    """
    return PLAINLY if after else CLUED


def _lines_of(band: Band) -> set[int]:
    """The lines beside which digits of a band stand."""
    return {digit.line for digit in band.digits}
