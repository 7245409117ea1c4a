"""Whether a colour may be another one in brighter, darker or greyer light, which leaves its hue as it is."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.look import middle

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

HUE: Final = 0.5
"""Share of the difference of two colours that no such light explains, from which they are two."""
PLAINLY: Final = 22.0
"""Grey levels of it, in one channel, at least."""

CHROMA: Final = 10.0
"""Distance from grey, in grey levels, from which a colour has a hue."""
PALE: Final = 128.0
"""Grey levels that a pale colour has in every channel, at the least."""
OTHER_HUE: Final = 40.0
"""Degrees between the hues of two colours that are not one in another state. In five layouts of Puyo Puyo states of a
kind are less than 5 apart; two pale kinds of a program, which differ plainly in 0.39 of a cell, 60."""


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


def hues_apart(look: Floats, others: Floats) -> Floats:
    """(n,), by how many degrees the hue of a look (pixels of three channels) is another than that of each of `others`
    (n, the same), by their usual colours; 0 where one of the two is nearly grey.
    """
    colours = _usual(np.vstack([look[None], others]))
    grey = colours - colours.mean(1, keepdims=True)
    chroma = np.linalg.norm(grey, axis=1)
    along = grey / np.maximum(chroma, 1e-3)[:, None]
    apart = np.degrees(np.arccos(np.clip(along[1:] @ along[0], -1, 1)))
    return np.asarray(np.where(np.minimum(chroma[0], chroma[1:]) < CHROMA, 0, apart), np.float32)


def pale(looks: Floats) -> Bools:
    """(n,), which of some looks (n, pixels of three channels) usually show a pale colour."""
    return np.asarray(_usual(looks).min(1) >= PALE)


def _usual(looks: Floats) -> Floats:
    """(n, 3), the usual colours of looks."""
    return middle(looks.reshape(len(looks), -1, 3), 1)
