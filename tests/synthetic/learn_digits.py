"""Make the bank of digits from the installed fonts: `python -m tests.synthetic.learn_digits`.

Every digit of every face that may be learned from, and every square one, is drawn at some sizes; of pictures that look
nearly the same one is kept. What is written is a picture itself, `bot/vision/clues/digits.png`: look at it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot.vision.clues.bank import SHEET, folded, packed
from bot.vision.clues.glyph import Bytes, features, tile
from tests.synthetic.digit_fonts import LEARNED, PACKAGES, coverage, digits, faces
from tests.synthetic.square_digits import square_digits

HEIGHTS = (7, 8, 10, 13, 26)
"""Heights of a digit, in pixels, at which fonts are learned."""
APART = 0.3
"""Distance of features from which a picture says something new."""
BLOCK = 0.6
"""Distance from a filled rectangle below which a picture is not learned: what is painted over a digit would be one."""
BLOCKS = (6, 7, 8, 9, 10, 12, 14, 16)
"""Widths of such rectangles, in parts of a height of 15."""
SHEET_PATH = Path(__file__).parents[2] / "bot" / "vision" / "clues" / SHEET


def drawn() -> tuple[Bytes, NDArray[np.intp]]:
    """All pictures that may be learned from, and their digits."""
    tiles, names = [], []
    for face in faces(LEARNED):
        share = coverage(face, "8", 100).shape[0] / 100
        for height in HEIGHTS:
            for digit, ink in digits(face, height / share):
                tiles.append(tile(np.pad(ink, 2)))
                names.append(int(digit))
    for height in HEIGHTS:
        for digit, ink in square_digits(height):
            tiles.append(tile(np.pad(ink, 2)))
            names.append(int(digit))
    return np.array(tiles), np.array(names)


def shaped(tiles: Bytes, names: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which pictures are more than a filled rectangle; a 1 may be one."""
    blocks = features(np.array([tile(np.pad(np.full((15, width), 255, np.uint8), 2)) for width in BLOCKS]))
    looks = features(tiles)
    apart = np.min([np.linalg.norm(looks - block, axis=1) for block in blocks], 0)
    return np.asarray((names == 1) | (apart >= BLOCK), np.bool_)


def kept(tiles: Bytes, names: NDArray[np.intp]) -> NDArray[np.intp]:
    """The places of pictures that are enough: every other one of its digit is nearly like one of them."""
    chosen = []
    for digit in range(10):
        places = np.flatnonzero(names == digit)
        looks = features(tiles[places])
        away = np.full(len(places), np.inf)
        at = 0
        while away[at] > APART:
            chosen.append(places[at])
            away = np.minimum(away, np.linalg.norm(looks - looks[at], axis=1))
            at = int(away.argmax())
    return np.sort(np.array(chosen))


def main() -> None:
    """Write the sheet."""
    tiles, names = drawn()
    if not len(tiles):
        raise SystemExit(f"No fonts to learn from: apt install {PACKAGES}")
    more = shaped(tiles, names)
    tiles, names = tiles[more], names[more]
    some = kept(tiles, names)
    SHEET_PATH.write_bytes(packed(folded(tiles[some], names[some])))
    print(f"{len(some)} of {len(tiles)} pictures of digits, {SHEET_PATH.stat().st_size >> 10} kB")  # noqa: T201


if __name__ == "__main__":
    main()
