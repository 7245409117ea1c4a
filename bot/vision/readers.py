"""The readers that a layout can name."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from bot.frame import Frame
from bot.layout import Layout, LayoutError
from bot.reading import Reader, Reading, Sight

if TYPE_CHECKING:
    from bot.vision.place.finder import Finder

SMALLEST: Final = 16
"""Pixels of the shorter side of a picture that may show a board."""

READERS = {
    "clues": "bot.vision.clues.reader:ClueReader",
    "shapes": "bot.vision.shapes.reader:ShapeReader",
    "tiles": "bot.vision.tiles.reader:TileReader",
    "blocks": "bot.vision.blocks.reader:BlockReader",
}
"""Where each is; those that are quicker to see that a picture is none of theirs first. But a puzzle with clues may lie
beside two buttons that are five times as wide as high, as pieces are.
"""
LEARNING = {"blocks": "bot.vision.blocks.learning:LearningBlocks"}
"""Where others are for layouts of which not all kinds are known."""
CALIBRATED = {"tiles": "bot.vision.tiles.calibrated:CalibratedTiles"}
"""Where others are for layouts that were learned from a picture, and know a board by its place and its kinds."""


@runtime_checkable
class _Finding(Protocol):
    """A reader whose finder is used for what lies beside the board, too: to find a place takes long."""

    finder: Finder | None


def make_reader(layout: Layout) -> Reader:
    """A fresh reader for a layout. Raises LayoutError."""
    kind = layout.board.reader
    if kind not in READERS:
        raise LayoutError(f"board.reader: there is no reader {kind!r}; known are {', '.join(READERS)}.")
    place = layout.board.place
    learned = place is not None and place.surroundings and layout.board.kinds
    others = (CALIBRATED | (LEARNING if layout.board.learns else {})) if learned else {}
    module, name = others.get(kind, READERS[kind]).split(":")
    reader: Reader = getattr(import_module(module), name).of(layout)
    finder = reader.finder if isinstance(reader, _Finding) else None
    if layout.board.scenery:
        from bot.vision.levelled import LevelledReader

        reader = LevelledReader.over(reader, layout)
    if layout.board.scrolls and place:
        from bot.vision.risen import RisenReader

        reader = RisenReader(reader)
    if layout.board.cursor:
        from bot.vision.cursor import CursorReader

        reader = CursorReader.on(reader, layout)
    if layout.regions:
        from bot.vision.regions import RegionReader

        reader = RegionReader.around(reader, layout, finder)
    if layout.board.falls:
        from bot.vision.falling import FallingReader

        reader = FallingReader(reader)
    if layout.screens and place:
        from bot.vision.shown import ShownReader

        reader = ShownReader.around(reader, layout, finder)
    if layout.board.hues:
        from bot.vision.hues import HueReader

        reader = HueReader(reader)
    return _Cautious(reader)


class _Cautious:
    """Keeps pictures that are too small for any board from a reader."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def read(self, frame: Frame) -> Reading:
        """Read one frame."""
        width, height = frame.size
        if min(width, height) >= SMALLEST:
            return self._reader.read(frame)
        why = f"Expected a picture of at least {SMALLEST}x{SMALLEST} pixels, found {width}x{height}: show it all."
        return Reading(frame.time, Sight.LOST, frame.size, why=why)


def likelier_first(layouts: Sequence[Layout], size: tuple[int, int]) -> list[Layout]:
    """The same layouts; those that were learned from a picture of the same width and height come before all others, and
    of those that are for any program the ones with a quicker reader before the rest.
    """
    general = [number for number, one in enumerate(layouts) if not (one.windows or one.board.place)]
    rank = {kind: place for place, kind in enumerate(READERS)}
    ordered = sorted((layouts[number] for number in general), key=lambda one: rank.get(one.board.reader, len(rank)))
    out = list(layouts)
    for number, layout in zip(general, ordered, strict=True):
        out[number] = layout
    return sorted(out, key=lambda one: one.board.place is None or one.board.place.picture != size)
