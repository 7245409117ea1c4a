"""The pitch and the place of a board, measured on its own edges to a fraction of a pixel."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.grid import Grid

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]

FINE: Final = 4
"""Parts of a pixel to which edges are measured."""
ROUNDS: Final = 3
"""Times that a board is measured, each time with what was found before."""
BORDER: Final = 0.15
"""Share of a cell on each side of a border in which its lines are looked for."""
WIDER: Final = (0.5, 2.0)
"""How many times as wide as they were cells may turn out to be; what is measured beyond that are no cells."""


def measured(across: Bytes, down: Bytes, grid: Grid, tiles: Bools, lined: tuple[bool, bool]) -> Grid:
    """The same board, measured again. `across` and `down` are edges (h, w, 2), `tiles` (rows, columns) says where a
    tile was seen, `lined` whether lines end the cells across and downwards.
    """
    x, pitch_x = _along(_lines(across, grid.y, grid.pitch_y, grid.rows), tiles, grid.x, grid.pitch_x, lined[0])
    upwards = _lines(down, grid.x, grid.pitch_x, grid.columns, upright=True)
    y, pitch_y = _along(upwards, tiles.T, grid.y, grid.pitch_y, lined[1])
    return Grid(x, y, pitch_x, pitch_y, grid.rows, grid.columns)


def _lines(edges: Bytes, start: float, pitch: float, count: int, upright: bool = False) -> Floats:
    """(count, w, 2): for each of the rows of cells that begin at `start` the edges along it, up and down; (count, h, 2)
    for columns where they stand `upright`.
    """
    out = np.zeros((count, edges.shape[0 if upright else 1], 2), np.float32)
    for i in range(count):
        low, high = max(0, round(start + i * pitch)), round(start + (i + 1) * pitch)
        if high > low:
            part = edges[:, low:high] if upright else edges[low:high]
            mean = cv2.reduce(part, int(upright), cv2.REDUCE_AVG, dtype=cv2.CV_32F)
            out[i] = np.reshape(mean, out[i].shape)
    return out


def _along(lines: Floats, tiles: Bools, start: float, pitch: float, lined: bool) -> tuple[float, float]:
    """Where the cells of each of some rows of edges (rows, w, 2) begin, and their pitch, measured again.

    The edges of every column of cells are laid upon those of all columns; how far each has to be moved tells the
    pitch, and the middle of the lines between two tiles where cells begin.
    """
    first = start, pitch
    columns = np.flatnonzero(tiles.any(0))
    own = np.stack([lines[tiles[:, c]].sum(0) for c in columns])
    for _ in range(ROUNDS):
        slack = round(max(1.5, 0.06 * pitch) * FINE)
        size = round((1 + 2 * BORDER) * pitch * FINE)
        wide = np.arange(-slack, size + slack) / FINE - BORDER * pitch
        whole = _sampled(own, start + columns[:, None] * pitch + wide)
        whole -= whole.mean(1, keepdims=True)
        mean = whole.sum(0)[slack : slack + size].ravel()
        # Ups and downs in turn: what lies an odd number of numbers aside compares the ones with the others.
        match = np.array([np.correlate(one, mean)[::2] for one in whole.reshape(len(columns), -1)]).T
        best = np.clip(match.argmax(0), 1, 2 * slack - 1)
        index = np.arange(len(columns))
        before, top, after = match[best - 1, index], match[best, index], match[best + 1, index]
        bend = before - 2 * top + after
        off = (best - slack + np.where(bend < 0, 0.5 * (before - after) / np.minimum(bend, -1e-9), 0)) / FINE
        weight = np.maximum(top, 0)
        for _ in range(2):
            if np.count_nonzero(weight) < 2:
                return start, pitch
            slope, shift = _line_through(columns, off, weight)
            weight = np.where(np.abs(off - slope * columns - shift) > 0.75, 0, weight)
        start, pitch = start + float(shift), pitch + float(slope)
        if not WIDER[0] < pitch / first[1] < WIDER[1]:
            return first  # nothing there repeats at this pitch, nor near to it
    return (_begun(lines.sum(2), tiles, start, pitch) if lined else start), pitch


def _line_through(x: NDArray[np.int64], y: Doubles, weight: Doubles) -> tuple[float, float]:
    """Slope and shift of the line of least squares through points (n,) that count by their `weight`."""
    mean_x, mean_y = np.average(x, weights=weight), np.average(y, weights=weight)
    spread = float((weight * (x - mean_x) ** 2).sum())
    slope = float((weight * (x - mean_x) * (y - mean_y)).sum()) / spread
    return slope, float(mean_y - slope * mean_x)


def _sampled(rows: Floats, places: Doubles) -> Doubles:
    """(r, n, 2): edges (r, w, 2) at places (r, n) between the pixels, and none beyond the first and the last one."""
    width = rows.shape[1]
    left = np.clip(np.floor(places).astype(np.int64), 0, width - 2)
    share = (places - left)[..., None]
    row = np.arange(len(rows))[:, None]
    between = rows[row, left] * (1 - share) + rows[row, left + 1] * share
    return np.where(((places >= 0) & (places <= width - 1))[..., None], between, 0)


def _begun(lines: Floats, tiles: Bools, start: float, pitch: float) -> float:
    """Where the first cell begins, so that borders lie in the middle of the lines that are seen there.

    Between two tiles the lines of both count alike, whatever room there is between them. Of tiles that stand alone
    the first and the last line do.
    """
    count = tiles.shape[1]
    between = tiles[:, :-1] & tiles[:, 1:]
    places: list[tuple[float, float, float]] = [
        (k, *_middle(lines[between[:, k - 1]], start + k * pitch, BORDER * pitch))
        for k in range(1, count)
        if between[:, k - 1].any()
    ]
    if len(places) < 2:
        for k in range(count):
            own = lines[tiles[:, k]]
            (a, weight), (b, other) = (_middle(own, start + (k + i) * pitch, BORDER * pitch) for i in (0, 1))
            places.append((k + 0.5, (a + b) / 2, min(weight, other)))
    off = [place - number * pitch for number, place, weight in places if weight > 0]
    return float(np.median(off)) if off else start


def _middle(lines: Floats, at: float, reach: float) -> tuple[float, float]:
    """The middle of the edges near a place, and how strong they are."""
    reach = max(2.0, reach)
    low, high = max(0, int(np.ceil(at - reach))), int(at + reach) + 1
    part = lines[:, low:high].sum(0, dtype=np.float64)
    part = np.clip(part - np.median(part), 0, None) if part.size > 2 else part[:0]
    total = float(part.sum())
    return (low + float((part * np.arange(len(part))).sum()) / total, total) if total > 0 else (at, 0.0)
