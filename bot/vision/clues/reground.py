"""Numbers that stand as they did, on other ground: text that quick clicks select, or a number that a program lights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from bot.frame import Pixels
from bot.vision.clues.cells import Bools
from bot.vision.clues.ink import FAINTEST, LOW, Piece

SHAPED: Final = 0.85
"""How like, 1 at most, what is seen at the place of a digit is its strokes, from which it stands there."""
TURNED: Final = 0.5
"""Share of what lies between its strokes that changed, from which a digit stands on other ground."""


def reground(now: Pixels, before: Pixels, corner: Sequence[int], digits: Sequence[Piece]) -> bool:
    """Whether all digits of a strip (h, w, 3), whose first pixel is `corner` (y, x), stand in it as they did `before`,
    and what else changed is ground of one colour around some of them each. New ink is none.
    """
    changed = np.asarray(cv2.absdiff(now, before))[..., :3].max(2) > FAINTEST
    own, turned = np.zeros_like(changed), np.zeros_like(changed)
    for digit in digits:
        top, left = int(digit.box.y) - 1 - corner[0], int(digit.box.x) - 1 - corner[1]
        place = (
            slice(max(0, top), top + digit.ink.shape[0]),
            slice(max(0, left), left + digit.ink.shape[1]),
        )
        if now[place].shape[:2] != digit.ink.shape or not _stands(now[place], digit):
            return False
        own[place] = True
        turned[place] |= changed[place][digit.ink <= LOW * digit.contrast].mean() >= TURNED
    count, parts = cv2.connectedComponents((changed | own).astype(np.uint8), connectivity=8)
    return all(_ground(now, np.asarray(parts == part), own, turned) for part in range(1, count))


def _ground(now: Pixels, part: Bools, own: Bools, turned: Bools) -> bool:
    """Whether what changed together is no more than digits and, beyond them, the one colour that they stand on now."""
    beyond = now[part & ~own][:, :3]
    return not len(beyond) or bool((part & turned).any() and np.ptp(beyond, axis=0).max() <= FAINTEST)


def _stands(shown: Pixels, digit: Piece) -> bool:
    """Whether a digit is seen in its place (h, w, 3), in whatever colours."""
    strokes = digit.ink - digit.ink.mean()
    seen = shown[..., :3].astype(np.float32)
    seen -= seen.mean((0, 1))
    shared = np.tensordot(strokes, seen, 2)
    channel = int(np.abs(shared).argmax())
    alike = abs(float(shared[channel])) / float(np.linalg.norm(strokes) * np.linalg.norm(seen[..., channel]) + 1)
    return alike >= SHAPED and float(np.ptp(shown[..., channel].astype(np.int16))) > FAINTEST
