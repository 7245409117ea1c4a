"""What stands between a player and the board: dialogs, veils, pauses, distance. Each spoils a healthy picture."""

from __future__ import annotations

import cv2
import numpy as np

from bot.frame import Box, Pixels
from bot.grid import Grid

INK = (25, 25, 25)


def part(box: Box, left: float, top: float, right: float, bottom: float) -> Box:
    """A part of a box, given as shares of its width and height."""
    return Box(box.x + left * box.w, box.y + top * box.h, (right - left) * box.w, (bottom - top) * box.h)


def with_dialog(pixels: Pixels, box: Box, paper: tuple[int, int, int] = (240, 238, 236)) -> Pixels:
    """The picture with a window of a title, two lines of text and a button over it."""
    out = np.array(pixels[:, :, :3])
    x, y, w, h = (round(v) for v in box)
    cv2.rectangle(out, (x, y), (x + w, y + h), paper, -1)
    cv2.rectangle(out, (x, y), (x + w, y + h // 7), (190, 140, 90), -1)
    cv2.rectangle(out, (x, y), (x + w, y + h), (90, 90, 90), 1)
    ink = INK if sum(paper) > 380 else (230, 230, 230)
    for line, text in enumerate(("Are you sure?", "The game will be lost.")):
        at = (x + w // 12, y + h * (3 + line) // 8)
        cv2.putText(out, text, at, cv2.FONT_HERSHEY_SIMPLEX, max(0.3, w / 500), ink, 1, cv2.LINE_AA)
    cv2.rectangle(out, (x + w // 2, y + h * 3 // 4), (x + w * 9 // 10, y + h * 7 // 8), (200, 200, 200), -1)
    return out


def with_veil(
    pixels: Pixels, box: Box, tint: tuple[int, int, int], thick: float, text: str = "Game over", round_by: int = 8
) -> Pixels:
    """The picture with a panel of this tint over it, through which 1 - `thick` of what lies under it shines."""
    out = np.array(pixels[:, :, :3])
    x, y, w, h = (round(v) for v in box)
    mask = np.zeros(out.shape[:2], np.float32)
    cv2.rectangle(mask, (x + round_by, y), (x + w - round_by, y + h), 1, -1)
    cv2.rectangle(mask, (x, y + round_by), (x + w, y + h - round_by), 1, -1)
    share = mask[..., None] * thick
    out = np.asarray(out * (1 - share) + np.array(tint) * share, np.uint8)
    ink = INK if sum(tint) > 380 else (235, 235, 235)
    scale = w / 260
    (tw, th), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, 2)
    cv2.putText(out, text, (x + (w - tw) // 2, y + (h + th) // 2), cv2.FONT_HERSHEY_DUPLEX, scale, ink, 2, cv2.LINE_AA)
    return out


def face_down(pixels: Pixels, grid: Grid, rng: np.random.Generator) -> Pixels:
    """The picture with the same back on every cell of the board."""
    out = np.array(pixels[:, :, :3])
    w, h = round(grid.pitch_x), round(grid.pitch_y)
    back = np.empty((h, w, 3), np.uint8)
    back[:] = rng.integers(40, 220, 3)
    light = np.clip(back[0, 0].astype(int) + 50, 0, 255).tolist()
    for k in range(2, max(w, h) * 2, max(4, w // 4)):
        cv2.line(back, (k, 0), (0, k), light, 1)
    cv2.rectangle(back, (0, 0), (w - 1, h - 1), (20, 20, 20), max(1, w // 20))
    for row, column in np.ndindex(grid.rows, grid.columns):
        box = grid.cell((row, column))
        x, y = round(box.x), round(box.y)
        out[y : y + h, x : x + w] = back[: out.shape[0] - y, : out.shape[1] - x]
    return out


def blurred(pixels: Pixels, pitch: float, by: float) -> Pixels:
    """The picture out of focus by this share of a cell."""
    return np.asarray(cv2.GaussianBlur(np.array(pixels[:, :, :3]), (0, 0), by * pitch), np.uint8)


def shrunk(pixels: Pixels, factor: float) -> Pixels:
    """The picture at a part of its size."""
    size = (round(pixels.shape[1] * factor), round(pixels.shape[0] * factor))
    return np.asarray(cv2.resize(np.array(pixels[:, :, :3]), size, interpolation=cv2.INTER_AREA), np.uint8)


def thinned(pixels: Pixels, grid: Grid, left: int) -> Pixels:
    """The picture of a board on plain ground with no more than `left` cells of it as they were, a few in every row."""
    out = np.array(pixels[:, :, :3])
    box = grid.box
    top, first = round(box.y) - 4, round(box.x) - 4
    out[top : round(box.y + box.h) + 10, first : round(box.x + box.w) + 10] = np.median(
        out[top - 6 : top, first : round(box.x + box.w)].reshape(-1, 3), axis=0
    )
    for number in range(left):
        cell = grid.cell((number * 3 % grid.rows, number * 5 % grid.columns))
        part = np.s_[round(cell.y) : round(cell.y + cell.h), round(cell.x) : round(cell.x + cell.w)]
        out[part] = pixels[part][:, :, :3]
    return out
