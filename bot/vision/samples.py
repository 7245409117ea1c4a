"""Sample crops of a layout: what each label looks like, as small pictures in the layout's own folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from bot.frame import Pixels
from bot.grid import Grid
from bot.layout import Layout, LayoutError
from bot.vision.cells import cut
from bot.vision.picture import PictureError, decode, header_size

FOLDER: Final = "samples"
LARGEST: Final = 64
"""Longest side of a crop in pixels; larger cells are scaled down."""
MAX_BYTES: Final = 1 << 20
MAX_SIDE: Final = 512
"""Pixels of a crop of one cell, each way, at most."""


@dataclass(frozen=True, eq=False)
class Sample:
    """One cell that shows a label."""

    label: str
    """The label; `.` is an empty cell."""
    marked: bool
    """Whether the game shows it picked, highlighted, flashing or darkened."""
    pixels: Pixels
    """(height, width, 3), the whole cell."""


def crop(pixels: Pixels, grid: Grid, cell: tuple[int, int]) -> Pixels:
    """One cell of a picture (height, width, 3 or 4) as it is shown, at most LARGEST pixels long."""
    box, share = grid.cell(cell), min(1.0, LARGEST / max(grid.pitch_x, grid.pitch_y))
    size = max(1, round(grid.pitch_x * share)), max(1, round(grid.pitch_y * share))
    alone = Grid(box.x, box.y, grid.pitch_x, grid.pitch_y, 1, 1)
    return np.asarray(np.clip(np.rint(cut(pixels, alone, size=size)[0, 0]), 0, 255), np.uint8)


def load_samples(layout: Layout) -> tuple[Sample, ...]:
    """All sample crops that a layout names, kind after kind. Raises LayoutError where a file is missing, a link, no
    PNG, or too large.
    """
    return tuple(
        Sample(kind.label, marked, read_sample(layout, name, MAX_SIDE))
        for kind in layout.board.kinds
        for marked, names in ((False, kind.samples), (True, kind.marked))
        for name in names
    )


def read_sample(layout: Layout, name: str, side: int) -> Pixels:
    """The picture (height, width, 3) of this name in the layout's samples, at most `side` pixels each way. Raises
    LayoutError.
    """
    folder = layout.folder / FOLDER
    path = folder / name
    where = f"{layout.folder / 'layout.toml'}: samples: {name}"
    if Path(name).name != name or path.is_symlink() or folder.is_symlink():
        raise LayoutError(f"{where} is not a plain file in the folder {FOLDER}; copy the picture itself there.")
    try:
        if not path.resolve().is_relative_to(layout.folder) or not path.is_file():
            raise LayoutError(f"{where} is missing: expected a PNG picture in {folder}.")
        if path.stat().st_size > MAX_BYTES:
            raise LayoutError(f"{where} is larger than {MAX_BYTES >> 10} KiB; a sample is a small crop.")
        data = path.read_bytes()
    except OSError as error:
        raise LayoutError(f"{where} cannot be read ({error.strerror}).") from error
    size = header_size(data) if data.startswith(b"\x89PNG") else None
    if size is None:
        raise LayoutError(f"{where} is not a PNG picture.")
    if max(size) > side or min(size) < 1:
        raise LayoutError(f"{where} is {size[0]}x{size[1]} pixels; expected at most {side} each way.")
    try:
        return decode(data, name)
    except PictureError as error:
        raise LayoutError(f"{where}: {error}") from error


def read_layered(layout: Layout, name: str, field: str, sides: tuple[int, int], bytes_: int, fourth: str) -> Pixels:
    """The picture (height, width, 4) of this name in the layout's samples, which its `field` names: each side is in
    `sides` pixels long, the file no larger than `bytes_`, and the fourth channel says `fourth`. Raises LayoutError.
    """
    path = layout.folder / FOLDER / name
    where = f"{layout.folder / 'layout.toml'}: {field}: {name}"
    try:
        if Path(name).name != name or path.is_symlink() or path.parent.is_symlink() or not path.is_file():
            raise LayoutError(f"{where}: expected a PNG picture in the folder {FOLDER}, found none.")
        if path.stat().st_size > bytes_:
            raise LayoutError(f"{where}: expected at most {bytes_ >> 20} MB.")
        data = path.read_bytes()
    except OSError as error:
        raise LayoutError(f"{where}: could not be read ({error.strerror}); check its permissions.") from error
    size = header_size(data) if data.startswith(b"\x89PNG") else None
    if size is None or not all(sides[0] <= side <= sides[1] for side in size):
        raise LayoutError(f"{where}: expected a PNG of {sides[0]} to {sides[1]} pixels a side, found {size or 'none'}.")
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    except cv2.error:
        pixels = None
    if pixels is None or pixels.ndim != 3 or pixels.shape[2] != 4 or pixels.dtype != np.uint8:
        raise LayoutError(f"{where}: expected colours and a fourth channel that says {fourth}.")
    return np.asarray(pixels, np.uint8)
