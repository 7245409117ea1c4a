"""Which colours may be one in another light."""

from __future__ import annotations

import numpy as np
import pytest

from bot.vision.blocks.tone import hues_apart, same_hue


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ((77, 109, 169), (77, 169, 167), False),  # orange and yellow, as bright as each other
        ((77, 109, 169), (39, 55, 85), True),  # orange in half the light
        ((77, 109, 169), (130, 146, 176), True),  # and mixed with grey
        ((200, 60, 60), (200, 80, 80), True),
        ((120, 120, 120), (60, 60, 60), True),
        ((40, 200, 40), (200, 40, 40), False),
    ],
)
def test_light_leaves_a_hue_as_it_is(one: tuple[int, ...], other: tuple[int, ...], same: bool) -> None:
    looks = np.tile(np.array([one, other], np.float32), (1, 9))
    assert same_hue(looks).tolist() == [[True, same], [same, True]]


def test_hues_are_told_in_degrees_where_colours_are_not_grey() -> None:
    mint, sky, dark, grey = (np.tile(np.float32(colour), 9) for colour in _COLOURS)
    apart = hues_apart(mint, np.stack([mint, sky, dark, grey]))
    assert apart == pytest.approx([0, 51, 0, 0], abs=2)


_COLOURS = (215, 234, 181), (231, 199, 167), (107, 117, 90), (201, 203, 198)
"""Mint, sky blue, mint in half the light, and nearly grey."""
