"""The digits that are known, as pictures of many fonts, and the naming of a glyph by the nearest of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.clues.glyph import TILE_H, TILE_W, Bytes, Floats, features
from bot.vision.picture import decode

SHEET: Final = "digits.png"
"""The tiles, in ten bands from 0 to 9; what is left of a band is black."""
ACROSS: Final = 48
"""Tiles in a row of the sheet."""


@dataclass(frozen=True, eq=False)
class Named:
    """What some glyphs are likely to be."""

    cost: Floats
    """(n, 10), how far a glyph is from the nearest of each digit."""

    @cached_property
    def digit(self) -> NDArray[np.intp]:
        """The likeliest digit of each."""
        return np.asarray(self.cost.argmin(1))

    @cached_property
    def second(self) -> NDArray[np.intp]:
        """The next likely digit of each."""
        return np.asarray(np.argsort(self.cost, 1)[:, 1])

    @cached_property
    def distance(self) -> Floats:
        """How far each is from its digit; what is no digit is far from all."""
        return np.asarray(self.cost.min(1), np.float32)

    @cached_property
    def margin(self) -> Floats:
        """How much nearer the likeliest digit is than the next, 0 (a toss-up) to 1."""
        two = np.sort(self.cost, 1)[:, :2]
        return np.asarray(1 - two[:, 0] / np.maximum(two[:, 1], 1e-6), np.float32)


class Bank:
    """Pictures of digits."""

    def __init__(self, tiles: Bytes, digits: NDArray[np.intp]) -> None:
        self._looks = features(tiles)
        self._own = (self._looks * self._looks).sum(1)
        self._of = [np.flatnonzero(digits == digit) for digit in range(10)]

    def name(self, looks: Floats) -> Named:
        """What glyphs with these features are."""
        own = (looks * looks).sum(1)
        apart = np.maximum(own[:, None] + self._own[None] - 2 * looks @ self._looks.T, 0)
        nearest = [apart[:, of].min(1) if len(of) else np.full(len(looks), np.inf) for of in self._of]
        return Named(np.sqrt(np.stack(nearest, 1)).astype(np.float32))


@cache
def bank() -> Bank:
    """The bank that comes with Banmen, made by `tests/synthetic/learn_digits.py`."""
    sheet = decode((files("bot.vision.clues") / SHEET).read_bytes(), SHEET)
    return Bank(*unfolded(sheet[:, :, 0]))


def folded(tiles: Bytes, digits: NDArray[np.intp]) -> Bytes:
    """Tiles (n, TILE_H, TILE_W) laid out as a sheet."""
    bands = []
    for digit in range(10):
        own = tiles[digits == digit]
        rows = max(1, -(-len(own) // ACROSS))
        band = np.zeros((rows * ACROSS, TILE_H, TILE_W), np.uint8)
        band[: len(own)] = own
        bands.append(band.reshape(rows, ACROSS, TILE_H, TILE_W).swapaxes(1, 2).reshape(rows * TILE_H, -1))
        bands.append(np.full((1, ACROSS * TILE_W), 255, np.uint8))
    return np.vstack(bands)


def unfolded(sheet: Bytes) -> tuple[Bytes, NDArray[np.intp]]:
    """The tiles of a sheet and their digits; `folded` undoes it."""
    ends = np.flatnonzero(sheet.min(1) == 255)
    tiles, digits = [], []
    begin = 0
    for digit, end in enumerate(map(int, ends)):
        band = sheet[begin:end].reshape(-1, TILE_H, ACROSS, TILE_W).swapaxes(1, 2).reshape(-1, TILE_H, TILE_W)
        own = band[band.any((1, 2))]
        tiles.append(own)
        digits.append(np.full(len(own), digit))
        begin = end + 1
    return np.concatenate(tiles), np.concatenate(digits)


def packed(sheet: Bytes) -> bytes:
    """A sheet as PNG, in sixteen steps of grey."""
    coarse = np.asarray((sheet.astype(np.uint16) * 15 + 127) // 255 * 17, np.uint8)
    done, data = cv2.imencode(".png", coarse, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    if not done:
        raise ValueError("the sheet of digits could not be encoded")
    return bytes(data.tobytes())
