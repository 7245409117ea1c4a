"""Boards that no program ever drew: random faces, sides, grounds, scales and damage, with their truth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid

Image = NDArray[Any]
SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789abdefghkmnqrt&%$#@"


@dataclass(frozen=True, eq=False)
class Drawn:
    """A picture of a board and what is on it."""

    pixels: Pixels
    board: tuple[str, ...]
    grid: Grid


def draw(seed: int, rows: int | None = None, columns: int | None = None, gone: float | None = None) -> Drawn:
    """A random board; `gone` is the share of tiles that were taken."""
    rng = np.random.default_rng(seed)
    rows, columns = rows or int(rng.integers(5, 11)), columns or int(rng.integers(8, 19))
    if rows * columns % 2:
        columns += 1
    gone = float(rng.choice([0.0, 0.0, 0.3, 0.55])) if gone is None else gone
    pitch_x = float(rng.uniform(20, 60))
    pitch_y = pitch_x * float(rng.uniform(0.9, 1.4))
    over = 4
    kinds = int(np.clip(rows * columns // 4, 2, 34))
    board = _deal(rng, rows, columns, kinds, gone)
    grid = Grid(float(rng.uniform(30, 90)), float(rng.uniform(50, 110)), pitch_x, pitch_y, rows, columns)
    width, height = int(grid.x * 2 + grid.box.w), int(grid.y + grid.box.h + 70)
    canvas = _ground(rng, height * over // 2, width * over // 2)
    # Drawn at twice the size and scaled down, so that tiles lie at any fraction of a pixel.
    faces = _faces(rng, kinds, pitch_x * over / 2, pitch_y * over / 2)
    side = int(rng.choice([0, 2, 3]) * over / 2 * pitch_x / 36)
    shade = tuple(int(v) for v in rng.integers(20, 110, 3))
    half = over / 2
    for row in range(rows):
        for column in range(columns):
            if board[row][column] == ".":
                continue
            face = faces[SIGNS.index(board[row][column])]
            x, y = round((grid.x + column * pitch_x) * half), round((grid.y + row * pitch_y) * half)
            h, w = face.shape[:2]
            if side:
                cv2.rectangle(canvas, (x + side, y + side), (x + w + side - 1, y + h + side - 1), shade, -1)
            canvas[y : y + h, x : x + w] = face
    pixels = cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA)
    _window(rng, pixels)
    return Drawn(_damage(rng, pixels), tuple("".join(row) for row in board), grid)


def draw_flat(seed: int, rows: int, columns: int, gone: float = 0.0, dark: bool = False) -> Drawn:
    """A board on which each kind is one colour and nothing else, with a gap between tiles."""
    rng = np.random.default_rng(seed)
    kinds = min(12, rows * columns // 4)
    board = _deal(rng, rows, columns, kinds, gone)
    pitch_x = float(rng.uniform(28, 56))
    grid = Grid(float(rng.uniform(40, 80)), float(rng.uniform(60, 100)), pitch_x, pitch_x * 1.2, rows, columns)
    pixels = np.empty((int(grid.y + grid.box.h + 70), int(grid.x * 2 + grid.box.w), 3), np.uint8)
    pixels[:] = rng.integers(15, 45, 3) if dark else rng.integers(215, 250, 3)
    hues = [(180 * kind // kinds, 220, 140 + 90 * (kind % 2)) for kind in range(kinds)]
    colours = cv2.cvtColor(np.array([hues], np.uint8), cv2.COLOR_HSV2BGR)[0]
    gap = max(3, round(pitch_x * 0.1))
    for row, column in np.ndindex(rows, columns):
        if board[row][column] != ".":
            box = grid.cell((row, column))
            top, left = round(box.y), round(box.x)
            pixels[top : round(box.y + box.h) - gap, left : round(box.x + box.w) - gap] = colours[
                SIGNS.index(board[row][column])
            ]
    _window(rng, pixels)
    return Drawn(pixels, tuple("".join(row) for row in board), grid)


def _deal(rng: np.random.Generator, rows: int, columns: int, kinds: int, gone: float) -> list[list[str]]:
    pairs = rows * columns // 2
    tiles = [SIGNS[i % kinds] for i in range(pairs) for _ in range(2)]
    rng.shuffle(tiles)
    board = np.array(tiles).reshape(rows, columns)
    cells = [tuple(c) for c in np.argwhere(board != "")]
    for _ in range(int(pairs * gone)):
        rng.shuffle(cells)
        a = cells.pop()
        b = next(c for c in cells if board[c] == board[a])
        cells.remove(b)
        board[a] = board[b] = "."
    return [list(row) for row in board]


def _faces(rng: np.random.Generator, kinds: int, pitch_x: float, pitch_y: float) -> list[Image]:
    """One picture for each kind, at drawing scale: signs, coloured dots or both on a face with an edge."""
    gap = int(rng.choice([0, 1, 2]) * pitch_x / 30)
    w, h = max(8, int(pitch_x) - gap), max(8, int(pitch_y) - gap)
    dark = rng.random() < 0.3
    paper = np.array(rng.integers(25, 70, 3) if dark else rng.integers(190, 250, 3))
    inks = [tuple(int(v) for v in (rng.integers(140, 256, 3) if dark else rng.integers(0, 120, 3))) for _ in range(4)]
    faces = []
    for kind in range(kinds):
        face = np.empty((h, w, 3), np.uint8)
        face[:] = paper
        text, ink = SIGNS[kind], inks[kind % len(inks)]
        scale = 0.6 * h / 22
        (tw, th), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, 2)
        at = ((w - tw) // 2, (h + th) // 2)
        cv2.putText(face, text, at, cv2.FONT_HERSHEY_DUPLEX, scale, ink, max(2, w // 14), cv2.LINE_AA)
        edge = np.clip(paper.astype(int) + (60 if dark else -70), 0, 255).tolist()
        cv2.rectangle(face, (0, 0), (w - 1, h - 1), edge, max(1, w // 28))
        faces.append(face)
    return faces


def _ground(rng: np.random.Generator, height: int, width: int) -> Image:
    """Plain, shaded, grained, or like a photograph out of focus."""
    base = rng.integers(40, 200, 3).astype(np.float32)
    ground = np.broadcast_to(base, (height, width, 3)).copy()
    style = rng.integers(4)
    if style >= 1:
        ground += np.linspace(-25, 25, height, dtype=np.float32)[:, None, None]
    if style == 2:
        ground += rng.normal(0, 9, (height, width, 1)).astype(np.float32)
    if style == 3:
        coarse = rng.normal(0, 45, (height // 60 + 2, width // 60 + 2, 3)).astype(np.float32)
        ground += cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.clip(ground, 0, 255).astype(np.uint8)


def _window(rng: np.random.Generator, pixels: Image) -> None:
    """A menu bar and a status bar with text."""
    tone = int(rng.integers(200, 245))
    pixels[:24] = tone
    pixels[-20:] = tone
    cv2.putText(
        pixels, "Game  Move  Settings  Help", (8, 16), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (30, 30, 30), 1, cv2.LINE_AA
    )
    cv2.putText(
        pixels,
        f"Left: {rng.integers(99)}",
        (8, pixels.shape[0] - 6),
        cv2.FONT_HERSHEY_SIMPLEX,
        0.4,
        (30, 30, 30),
        1,
        cv2.LINE_AA,
    )


def _damage(rng: np.random.Generator, pixels: Image) -> Pixels:
    """What happens to screenshots on their way: blur, noise, another gamma, JPEG."""
    out = pixels
    if rng.random() < 0.25:
        out = cv2.GaussianBlur(out, (3, 3), float(rng.uniform(0.4, 0.8)))
    if rng.random() < 0.25:
        out = np.clip(out + rng.normal(0, rng.uniform(1, 4), out.shape), 0, 255).astype(np.uint8)
    if rng.random() < 0.25:
        out = (255 * (out / 255.0) ** rng.uniform(0.7, 1.4)).astype(np.uint8)
    if rng.random() < 0.3:
        done, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(75, 96))])
        assert done
        out = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))
    return np.ascontiguousarray(out)
