"""Boards on a page with a fine texture all over it: dots, checks, weaves."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.vision.blocks.first import first_sight
from bot.vision.finding.wallpaper import unwoven
from calibration.discover import discover
from calibration.shot import CalibrationError

COLOURS = ((200, 40, 40), (40, 190, 40), (40, 40, 210), (30, 200, 220), (190, 60, 180))
BAR = 70
"""Pixels of a browser's bar."""


def dots(step: int, size: int) -> Pixels:
    """One step of a texture of dots, every other row between those of the last."""
    tile = np.full((step, step, 3), 44, np.uint8)
    for x, y in ((step // 4, step // 4), (3 * step // 4, 3 * step // 4)):
        cv2.circle(tile, (x, y), size, (8, 8, 8), -1)
        cv2.circle(tile, (x, y + 1), size, (66, 66, 66), 1)
        cv2.circle(tile, (x, y), size, (8, 8, 8), -1)
    return tile


def checks(step: int) -> Pixels:
    """One step of a chequered texture."""
    y, x = np.mgrid[:step, :step]
    return np.where(((x < step // 2) ^ (y < step // 2))[..., None], (214, 220, 226), (238, 240, 244)).astype(np.uint8)


def weave(step: int) -> Pixels:
    """One step of a weave of noise."""
    return np.random.default_rng(step).integers(70, 120, (step, step, 3)).astype(np.uint8)


TEXTURES = {"dots": dots(16, 2), "large dots": dots(22, 3), "checks": checks(12), "weave": weave(9)}


def page(tile: Pixels, kinds: np.ndarray | None, cell: int = 30, at: tuple[int, int] = (300, 110)) -> Pixels:
    """A page of 720x640 pixels below a browser's bar; a well of 12 rows that dims it holds these kinds, (rows,
    columns), on its floor.
    """
    pixels = np.tile(tile, (640 // len(tile) + 1, 720 // len(tile) + 1, 1))[:640, :720].copy()
    if kinds is not None:
        (x, y), (rows, columns) = at, kinds.shape
        frame = pixels[y - 14 : y + 12 * cell + 14, x - 14 : x + columns * cell + 14]
        frame[:] = np.asarray(cv2.addWeighted(frame, 0.75, np.full_like(frame, 128), 0.25, 0), np.uint8)
        well = pixels[y : y + 12 * cell, x : x + columns * cell]
        well[:] = (well * 0.55).astype(np.uint8)
        for (row, column), kind in np.ndenumerate(kinds):
            left, top = x + column * cell, y + (12 - rows + row) * cell
            colour = COLOURS[kind]
            cv2.rectangle(pixels, (left, top), (left + cell - 1, top + cell - 1), colour, -1)
            cv2.rectangle(pixels, (left, top), (left + cell - 1, top + cell - 1), [level // 2 for level in colour], 1)
            middle = left + cell // 2, top + cell // 2
            light = [min(255, level + 70) for level in colour]
            if kind % 2:
                cv2.circle(pixels, middle, cell // 4, light, -1, cv2.LINE_AA)
            else:
                cv2.drawMarker(pixels, middle, light, cv2.MARKER_DIAMOND, cell // 2, 2, cv2.LINE_AA)
    pixels[:BAR] = (240, 236, 230)
    cv2.putText(pixels, "a page of a game", (90, 45), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (60, 60, 60), 1, cv2.LINE_AA)
    return pixels


def stack(seed: int) -> np.ndarray:
    """Kinds of a stack of six columns."""
    return np.random.default_rng(seed).integers(0, len(COLOURS), (6 + seed % 3, 6))


@pytest.mark.parametrize("name", TEXTURES)
def test_a_board_on_a_texture_is_read(name: str) -> None:
    for seed in range(3):
        kinds = stack(seed)
        found = first_sight(page(TEXTURES[name], kinds))
        assert not isinstance(found, str), found
        filled = found.kind[(found.kind >= 0).any(1)]
        assert filled.shape == kinds.shape
        assert len(set(zip(filled.ravel().tolist(), kinds.ravel().tolist(), strict=True))) == len(np.unique(kinds))
        assert abs(found.grid.pitch_x - 30) < 0.1


@pytest.mark.parametrize("name", TEXTURES)
def test_a_texture_alone_is_no_board(name: str) -> None:
    with pytest.raises(CalibrationError):
        discover([page(TEXTURES[name], None)], game="paneldepon")


def test_what_does_not_repeat_all_over_is_no_texture() -> None:
    plain = page(np.full((8, 8, 3), 60, np.uint8), stack(0))
    assert unwoven(plain) is None
    ruled = plain.copy()
    ruled[::20], ruled[:, ::20] = 120, 120
    assert unwoven(ruled) is None, "lines around cells are none"
    noise = np.random.default_rng(0).integers(0, 255, plain.shape).astype(np.uint8)
    assert unwoven(noise) is None
