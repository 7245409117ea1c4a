"""A glyph as a picture of one size, and what is compared when two of them are laid side by side."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

TILE_H: Final = 20
TILE_W: Final = 16
"""Size of a glyph that is compared, in pixels."""
EDGE: Final = 0.3
"""Share of full ink from which a pixel belongs to a glyph."""
TURNS: Final = 6
"""Directions in which strokes are told apart, over half a turn."""
ZONES: Final = (6, 5)
"""Rows and columns of parts of a glyph whose strokes are counted."""


def tile(ink: NDArray[np.uint8] | Floats) -> Bytes:
    """A glyph, (h, w) of ink from none to full, scaled to the height of a tile and put in its middle.

    Its proportions are kept; only what is wider than a tile is narrowed.
    """
    full = np.asarray(ink, np.float32)
    top = float(full.max())
    full = full / top if top > 0 else full
    rows, columns = np.flatnonzero((full > EDGE).any(1)), np.flatnonzero((full > EDGE).any(0))
    if not len(rows):
        return np.zeros((TILE_H, TILE_W), np.uint8)
    # The outermost pixels are covered in part: the glyph ends where its ink would.
    y0, y1 = _ends(full.max(1), int(rows[0]), int(rows[-1]))
    x0, x1 = _ends(full.max(0), int(columns[0]), int(columns[-1]))
    scale = (y1 - y0) / TILE_H
    across = max(scale, (x1 - x0) / TILE_W)
    left = (x0 + x1) / 2 - across * TILE_W / 2
    fine_y, fine_x = max(1, round(scale)), max(1, round(across))
    matrix = np.array(
        [
            [across / fine_x, 0, left + across / fine_x / 2 - 0.5],
            [0, scale / fine_y, y0 + scale / fine_y / 2 - 0.5],
        ]
    )
    size = (TILE_W * fine_x, TILE_H * fine_y)
    drawn = cv2.warpAffine(
        full, matrix, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_CONSTANT
    )
    if fine_x * fine_y > 1:
        drawn = cv2.resize(drawn, (TILE_W, TILE_H), interpolation=cv2.INTER_AREA)
    return np.asarray(np.clip(drawn * 255, 0, 255), np.uint8)


def _ends(profile: Floats, first: int, last: int) -> tuple[float, float]:
    """Where along a profile of ink a glyph begins and ends, to a part of a pixel."""
    begin = first + 1 - float(min(1.0, profile[first]))
    if first:
        begin -= float(profile[first - 1])
    end = last + float(min(1.0, profile[last]))
    if last + 1 < len(profile):
        end += float(profile[last + 1])
    return begin, end


def features(tiles: Bytes) -> Floats:
    """(n, d): tiles (n, TILE_H, TILE_W) as numbers; the nearer two rows lie the more alike are the glyphs.

    One part is the ink itself, blurred; the other is how much stroke of each direction lies in each zone.
    """
    count = len(tiles)
    if not count:
        return np.zeros((0, TURNS * ZONES[0] * ZONES[1] + TILE_H * TILE_W // 4), np.float32)
    pad = 2
    room = np.zeros((count, TILE_H + 2 * pad, TILE_W + 2 * pad), np.float32)
    room[:, pad:-pad, pad:-pad] = tiles
    tall = room.reshape(-1, TILE_W + 2 * pad) / np.float32(255)
    soft = cv2.GaussianBlur(tall, (0, 0), 0.8)
    across = cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3).reshape(room.shape)
    down = cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3).reshape(room.shape)
    length = np.sqrt(across * across + down * down)
    turn = (np.arctan2(down, across) / np.pi % 1.0) * TURNS
    zones = []
    for direction in range(TURNS):
        apart = np.abs(turn - direction)
        share = np.clip(1 - np.minimum(apart, TURNS - apart), 0, 1) * length
        halved = (ZONES[1] * 2, count * ZONES[0] * 2)
        small = cv2.resize(share.reshape(-1, room.shape[2]), halved, interpolation=cv2.INTER_AREA)
        zones.append(np.asarray(small).reshape(count, ZONES[0] * 2, ZONES[1] * 2))
    wide = np.stack(zones, 1)
    # Zones overlap by half, so that a stroke on their border counts in both.
    kernel = np.array([1, 3, 3, 1], np.float32) / 8
    padded = np.pad(wide, ((0, 0), (0, 0), (1, 1), (1, 1)))
    rows = sum(kernel[i] * padded[:, :, i : i + 2 * ZONES[0] - 1 : 2] for i in range(4))
    both = sum(kernel[i] * rows[:, :, :, i : i + 2 * ZONES[1] - 1 : 2] for i in range(4))
    strokes = np.sqrt(np.maximum(both, 0)).reshape(count, -1)
    ink = cv2.resize(
        soft.reshape(room.shape)[:, pad:-pad, pad:-pad].reshape(-1, TILE_W),
        (TILE_W // 2, count * TILE_H // 2),
        interpolation=cv2.INTER_AREA,
    ).reshape(count, -1)
    parts = [part / np.maximum(np.linalg.norm(part, axis=1, keepdims=True), 1e-6) for part in (strokes, ink)]
    return np.concatenate(parts, 1).astype(np.float32)
