"""Which colours may be one in another light."""

from __future__ import annotations

import numpy as np
import pytest

from bot.vision.blocks.tone import same_hue


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
