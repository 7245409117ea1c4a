"""Whether a layout still holds: its crops told from each other, and pictures read back with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from bot.frame import Frame, Pixels
from bot.layout import Layout
from bot.reading import Reading, Sight
from bot.vision.cells import Cells, cut_one
from bot.vision.readers import make_reader
from bot.vision.samples import load_samples
from bot.vision.tiles import kinds
from engine.position import UNKNOWN, Position

NARROWEST: Final = 5
"""Cells that are named for having the smallest margins."""


class Narrow(NamedTuple):
    """A cell that was only just told."""

    picture: int
    row: int
    column: int
    label: str
    margin: float


class Wrong(NamedTuple):
    """A cell that was read as something else than a person typed."""

    picture: int
    row: int
    column: int
    typed: str
    read: str


@dataclass(frozen=True, eq=False)
class Check:
    """How well a layout does."""

    readings: tuple[Reading, ...]
    """Of the pictures, in their order."""
    narrowest: tuple[Narrow, ...]
    """The cells with the smallest margins, the smallest first."""
    wrong: tuple[Wrong, ...]
    """Cells that are not what a person typed."""
    confusion: Mapping[tuple[str, str], int]
    """How often a crop of one label looks most like the other crops of another: (label, taken for) to times. Each
    crop is left out in its turn."""
    alone: tuple[str, ...]
    """Labels with a single crop, which cannot be left out."""

    @property
    def confused(self) -> int:
        """Crops that look most like another label."""
        return sum(times for (label, taken), times in self.confusion.items() if label != taken)

    @property
    def ok(self) -> bool:
        """Whether every picture was read clearly, as typed, or shows another known screen, and no crop is confused."""
        told = all(one.sight is Sight.CLEAR or one.shows is not None for one in self.readings)
        return told and not self.wrong and not self.confused


def check(layout: Layout, pictures: Sequence[Pixels], typed: Sequence[Position | None] = ()) -> Check:
    """Read pictures back with a layout; `typed` are the true boards of some of them, in the same order.

    Raises LayoutError where a crop is missing or the reader does not exist.
    """
    reader = make_reader(layout)
    readings = tuple(reader.read(Frame(pixels, float(at))) for at, pixels in enumerate(pictures))
    confusion, alone = _left_out(layout)
    wrong = [
        one
        for at, (reading, truth) in enumerate(zip(readings, typed, strict=False))
        if truth is not None
        for one in _differences(at, reading, truth)
    ]
    return Check(readings, tuple(_narrowest(readings)), tuple(wrong), confusion, alone)


def crops_of(layout: Layout) -> list[tuple[str, Cells]]:
    """The plain crops of every kind, cut to one size: (label, (n, …)). Raises LayoutError."""
    cells: dict[str, list[Cells]] = {}
    for sample in load_samples(layout):
        if not sample.marked:
            cells.setdefault(sample.label, []).append(cut_one(sample.pixels))
    return [(label, np.stack(crops)) for label, crops in cells.items()]


def _left_out(layout: Layout) -> tuple[dict[tuple[str, str], int], tuple[str, ...]]:
    """The confusion table of the crops, each left out in its turn, and the labels that have only one."""
    crops = crops_of(layout)
    if not crops:
        return {}, ()
    labels = [label for label, cells in crops for _ in cells]
    rows = kinds.features(np.concatenate([cells for _, cells in crops]))
    apart = kinds.differences(rows, rows)
    np.fill_diagonal(apart, np.inf)
    times: Counter[tuple[str, str]] = Counter()
    alone = tuple(label for label, cells in crops if len(cells) == 1)
    for at, label in enumerate(labels):
        if label not in alone:
            times[label, labels[int(apart[at].argmin())]] += 1
    return dict(times), alone


def _narrowest(readings: Sequence[Reading]) -> list[Narrow]:
    found = []
    for at, reading in enumerate(readings):
        if reading.margins is None or reading.position is None:
            continue
        board = reading.position.board
        for place in np.argsort(reading.margins, axis=None)[:NARROWEST]:
            row, column = (int(v) for v in np.unravel_index(place, reading.margins.shape))
            found.append(Narrow(at, row, column, board[row][column], float(reading.margins[row, column])))
    return sorted(found, key=lambda one: one.margin)[:NARROWEST]


def _differences(at: int, reading: Reading, truth: Position) -> list[Wrong]:
    read = reading.position.board if reading.position else ()
    found = []
    for row, line in enumerate(truth.board):
        for column, label in enumerate(line):
            seen = read[row][column] if row < len(read) and column < len(read[row]) else " "
            if UNKNOWN not in (seen, label) and seen != label:
                found.append(Wrong(at, row, column, label, seen))
    return found
