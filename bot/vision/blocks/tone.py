"""Whether a colour may be another one in brighter, darker or greyer light, which leaves its hue as it is."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

HUE: Final = 0.5
"""Share of the difference of two colours that no such light explains, from which they are two."""
PLAINLY: Final = 22.0
"""Grey levels of it, in one channel, at least."""


def same_hue(looks: Floats) -> Bools:
    """(n, n), which of some looks (n, pixels of three channels) may be each other's in another light, by their colours
    on the whole: light makes all channels brighter by one factor, and mixes them with grey.
    """
    colour = looks.reshape(len(looks), -1, 3).mean(1)
    grey = colour - colour.mean(1, keepdims=True)
    power = (grey * grey).sum(1)
    # What is left of a colour without the part that is another one's hue.
    share = np.maximum(grey @ grey.T, 0) / np.maximum(power, 1e-3)[None]
    left = grey[:, None] - share[:, :, None] * grey[None]
    other = np.abs(left).max(2)
    apart = np.abs(colour[:, None] - colour[None]).max(2)
    another = (other > PLAINLY) & (other > HUE * apart)
    return np.asarray(~(another & another.T))
