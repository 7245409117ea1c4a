"""Pictures are stretched the same to the last bit, whatever OpenCV does it."""

from __future__ import annotations

import numpy as np
import pytest

from bot.frame import Pixels
from bot.vision.stretch import PARTS, stretched

PICTURE = np.random.default_rng(4).integers(0, 256, (9, 14, 4), dtype=np.uint8)


def by_hand(across: tuple[float, float], down: tuple[float, float], size: tuple[int, int]) -> Pixels:
    """The same in whole numbers, pixel by pixel."""
    high, wide = PICTURE.shape[:2]
    out = np.empty((size[1], size[0], 4), np.uint8)
    for j, i in np.ndindex(size[1], size[0]):
        x, part_x = divmod(round((across[0] + i * across[1]) * PARTS), PARTS)
        y, part_y = divmod(round((down[0] + j * down[1]) * PARTS), PARTS)
        total = np.zeros(4, np.int64)
        for dy, weight_y in ((0, PARTS - part_y), (1, part_y)):
            for dx, weight_x in ((0, PARTS - part_x), (1, part_x)):
                at = min(max(y + dy, 0), high - 1), min(max(x + dx, 0), wide - 1)
                total += weight_y * weight_x * PICTURE[at].astype(np.int64)
        out[j, i] = (total + PARTS * PARTS // 2) // (PARTS * PARTS)
    return out


@pytest.mark.parametrize(
    ("across", "down", "size"),
    [
        ((0.0, 1.0), (0.0, 1.0), (14, 9)),
        ((-1.3, 0.37), (2.61, 0.9), (40, 5)),
        ((3.14159, 1.7), (-4.2, 2.25), (8, 6)),
        ((11.9, 0.6), (7.77, 0.31), (9, 11)),
    ],
    ids=["as it is", "beyond the left", "smaller, beyond the top", "beyond the lower right"],
)
def test_it_is_what_whole_numbers_give(
    across: tuple[float, float], down: tuple[float, float], size: tuple[int, int]
) -> None:
    assert np.array_equal(stretched(PICTURE, across, down, size), by_hand(across, down, size))


def test_floats_are_stretched_too() -> None:
    ramp = np.tile(np.arange(8, dtype=np.float32), (4, 1))
    assert np.array_equal(stretched(ramp, (0.5, 1.0), (0.0, 1.0), (7, 4)), ramp[:, :7] + 0.5)
