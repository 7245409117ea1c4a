"""The readers that a layout can name."""

from __future__ import annotations

from importlib import import_module

from bot.layout import Layout, LayoutError
from bot.reading import Reader

READERS = {
    "blocks": "bot.vision.blocks.reader:BlockReader",
    "clues": "bot.vision.clues.reader:ClueReader",
    "tiles": "bot.vision.tiles.calibrated:CalibratedTiles",
}


def make_reader(layout: Layout) -> Reader:
    """A fresh reader for a layout. Raises LayoutError."""
    kind = layout.board.reader
    if kind not in READERS:
        raise LayoutError(f"board.reader: there is no reader {kind!r}; known are {', '.join(READERS)}.")
    module, name = READERS[kind].split(":")
    reader: Reader = getattr(import_module(module), name).of(layout)
    if layout.regions:
        from bot.vision.regions import RegionReader

        return RegionReader.around(reader, layout)
    return reader
