"""What several readers ask of one picture is worked out once, and never for another picture."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bot.frame import Pixels
from bot.vision.once import KEPT, each_once_per_picture, once_per_picture


def picture(shade: int) -> Pixels:
    """A small picture of one shade."""
    return np.full((20, 30, 3), shade, np.uint8)


def test_a_picture_is_looked_at_once_until_its_pixels_change() -> None:
    seen: list[int] = []

    @once_per_picture
    def look(pixels: Pixels, most: int = 255) -> int:
        seen.append(min(most, int(pixels.max())))
        return seen[-1]

    buffer = picture(7)
    assert [look(buffer), look(picture(7)), look(buffer[:, ::-1])] == [7, 7, 7]
    assert seen == [7]
    buffer[3, 4] = 90
    assert (look(buffer), look(buffer, most=20), look(buffer, 20)) == (90, 20, 20)
    assert look(picture(7).reshape(30, 20, 3)) == 7
    assert seen == [7, 90, 20, 20, 7]


def test_only_the_last_answers_are_kept() -> None:
    seen: list[int] = []

    @once_per_picture
    def look(pixels: Pixels) -> None:
        seen.append(int(pixels.max()))

    for shade in range(KEPT + 1):
        look(picture(shade))
    look(picture(KEPT))
    look(picture(0))
    assert seen == [*range(KEPT + 1), 0]


def test_what_is_given_one_after_another_is_worked_out_as_far_as_someone_asks_and_once() -> None:
    worked_out: list[int] = []

    @each_once_per_picture
    def look(pixels: Pixels) -> Iterator[int]:
        for row in range(3):
            worked_out.append(row)
            yield int(pixels[row, 0, 0])

    buffer = picture(7)
    first = look(buffer)
    assert next(first) == 7
    assert worked_out == [0]
    buffer[:] = 90  # written over by the next picture, while the first one is still looked at
    assert list(look(picture(7))) == [7, 7, 7]
    assert list(first) == [7, 7]
    assert worked_out == [0, 1, 2]
    assert list(look(buffer)) == [90, 90, 90]
