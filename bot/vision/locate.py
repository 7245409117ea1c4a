"""Where a board lies in a picture: found by what every board has, cells that repeat at one pitch in both directions.

Three steps. The pitch: edges of a board agree with themselves moved by one, two, three cells, so their
autocorrelation along rows (and along columns) has a comb of peaks; it is taken in narrow bands, so that a board in
a corner of a large screen counts as much as the rest. The frame: the mean cell, in signed edges; what all tiles share
(their sides) stays, what differs (their faces) averages out. The tiles: the places of the lattice that show the
frame, or, where tiles have no sides (letters in a table), the places that show anything at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

MIN_PITCH: Final = 12.0
MAX_PITCH: Final = 220.0
STEP: Final = 0.25
"""Pitches are tried in steps of this many pixels."""
BAND: Final = 16
"""Rows (or columns) of pixels that share one autocorrelation."""
MOST: Final = 4
"""Pairs of pitches tried in one go."""
CANDIDATES: Final = 5
"""Pitches kept for each direction."""
CELL: Final = 20
"""Cells are looked at no larger than this, in pixels."""
NEAR: Final = 0.05
"""Likeness to the neighbours from which a place may belong to a board."""
SLENDER: Final = 0.4
"""Cells are at least this wide for their height, and the other way round."""
CLUSTER: Final = 30
"""Places that touch each other from which they are the board, and much smaller groups are not."""
MOST_CELLS: Final = 800
"""Cells, tiles and gaps, of the largest board."""
MANY_CELLS: Final = 300
THIN: Final = 0.15
"""So many cells with a smaller share of tiles are no board but a pitch that fits anything."""
FRAMED: Final = 0.12
"""Share of the edges that all cells have in common from which tiles are told by their sides."""


@dataclass(frozen=True, eq=False)
class Lattice:
    """One guess of where the cells lie, and how well the picture bears it out."""

    grid: Grid
    """From the first to the last row and column in which a tile was seen."""
    tiles: NDArray[np.bool_]
    """(rows, columns), where a tile was seen."""
    tileness: Floats
    """(rows, columns), about 1 where there is a tile and about 0 where there is none."""
    framed: bool
    """Whether the tiles have sides in common."""
    score: float
    """How well tiles and gaps are told apart, times how many there are; higher is better."""


def edges(pixels: Pixels, strong: bool = False) -> tuple[Floats, Floats]:
    """Signed brightness steps to the right and downwards; faint ones are dropped and strong ones capped.

    What counts as faint is learnt from the picture; `strong` drops all but the clearest, and with them the grain of
    wood, paper or cloth that a board may lie on.
    """
    grey = np.asarray(cv2.cvtColor(pixels[:, :, :3], cv2.COLOR_BGR2GRAY), np.float32)
    across = np.asarray(cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8), np.float32)
    down = np.asarray(cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 8), np.float32)
    sample = np.abs(across[::3, ::3]) + np.abs(down[::3, ::3])
    seen = sample[sample > 1.5]
    if not seen.size:
        return _soft(across, 1.0, 4.0), _soft(down, 1.0, 4.0)
    if strong:
        top = float(np.percentile(seen, 95))
        return _soft(across, top / 3, top), _soft(down, top / 3, top)
    cap = float(np.clip(np.percentile(seen, 70), 4, 24))
    return _soft(across, cap / 4, cap), _soft(down, cap / 4, cap)


def _soft(step: Floats, floor: float, cap: float) -> Floats:
    return np.clip(step - np.clip(step, -floor, floor), floor - cap, cap - floor)


def pitches(step: Floats) -> list[tuple[float, float]]:
    """The distances at which edges repeat along the rows of `step`, best first, with their weight."""
    width = step.shape[1]
    reach = min(int(MAX_PITCH * 4.5), width * 3 // 4)
    bands = step.shape[0] // BAND
    if bands == 0 or reach < MIN_PITCH * 2.5:
        return []
    size = cv2.getOptimalDFTSize(width + reach)
    # Edges are smooth along their length: every other row tells as much as all.
    spectrum = np.fft.rfft(step[: bands * BAND : 2], size, axis=1)
    power = (spectrum.real**2 + spectrum.imag**2).reshape(bands, BAND // 2, -1).sum(1)
    agreement = np.fft.irfft(power, size, axis=1)[:, : reach + 1]
    own = agreement[:, 0]
    total = (agreement / (own + 0.3 * np.percentile(own, 80) + 1)[:, None]).mean(0)
    tried, weight = _comb(total)
    best = [i for i in range(1, len(tried) - 1) if weight[i] >= weight[i - 1] and weight[i] > weight[i + 1] > -1]
    best.sort(key=lambda i: -weight[i])
    return [(_sharpen(total, float(tried[i])), float(weight[i])) for i in best[:CANDIDATES] if weight[i] > 0]


def _sharpen(agreement: Floats, pitch: float) -> float:
    """The pitch to a few hundredths of a pixel: peaks many cells away tell it the better the further they lie."""
    sum_k, sum_lag = 0.0, 0.0
    for k in range(1, int((len(agreement) - 3) / pitch) + 1):
        at = round(k * pitch)
        reach = max(1, min(3, int(pitch / 6)))
        if at + reach + 1 >= len(agreement):
            break
        peak = at - reach + int(np.argmax(agreement[at - reach : at + reach + 1]))
        if not 0 < peak < len(agreement) - 1:
            break
        left, top, right = (float(v) for v in agreement[peak - 1 : peak + 2])
        bend = left - 2 * top + right
        if bend >= 0 or abs(peak - at) == reach:
            continue
        sum_k += k * k
        sum_lag += k * (peak + 0.5 * (left - right) / bend)
        pitch = sum_lag / sum_k
    return pitch


def _comb(agreement: Floats) -> tuple[Doubles, Doubles]:
    """How much higher the agreement is at multiples of a pitch than half-way between them, for every pitch tried."""
    lags = np.arange(len(agreement))
    tried = np.arange(MIN_PITCH, min(MAX_PITCH, len(agreement) / 2.5), STEP)
    total, least, count = np.zeros(len(tried)), np.full(len(tried), np.inf), np.zeros(len(tried))
    for k, worth in ((1, 1.0), (2, 1.0), (3, 0.6), (4, 0.4)):
        fits = (k + 0.5) * tried <= lags[-1]
        here = np.interp(k * tried, lags, agreement)
        beside = np.interp((k - 0.5) * tried, lags, agreement) + np.interp((k + 0.5) * tried, lags, agreement)
        rise = here - beside / 2
        total += np.where(fits, worth * rise, 0)
        least = np.where(fits & (k <= 2), np.minimum(least, rise), least)
        count += worth * fits
    # At half the pitch every other tooth is missing: the weaker of the first two counts as much as all together.
    return tried, np.where(count >= 2, total / np.maximum(count, 1) + least, -1)


def lattices(pixels: Pixels) -> Iterator[Lattice]:
    """Guesses of where a board lies, the likelier pitches first."""
    tried: list[tuple[float, float]] = []
    pairs: dict[bool, list[tuple[float, float]]] = {}
    for strong, count in ((False, 1), (True, 2), (False, MOST), (True, MOST)):
        if strong not in pairs:
            pairs[strong] = _pairs(pixels, strong)
        for pitch_x, pitch_y in pairs[strong][:count]:
            if any(abs(x - pitch_x) + abs(y - pitch_y) < STEP for x, y in tried):
                continue
            tried.append((pitch_x, pitch_y))
            found = fit(pixels, pitch_x, pitch_y, strong)
            if found:
                yield found


def _pairs(pixels: Pixels, strong: bool) -> list[tuple[float, float]]:
    """Pitches (x, y) that may belong together, the likelier first."""
    across, down = edges(pixels, strong)
    columns, rows = pitches(across), pitches(np.ascontiguousarray(down.T))
    pairs = [(wx * wy, px, py) for px, wx in columns for py, wy in rows if SLENDER < px / py < 1 / SLENDER]
    return [(x, y) for _, x, y in sorted(pairs, reverse=True)]


def refine(pixels: Pixels, grid: Grid) -> Grid:
    """The same grid with its pitch measured again on the board alone, about the same middle."""
    box = grid.box
    left, top = max(0, int(box.x)), max(0, int(box.y))
    across, down = edges(pixels[top : int(box.y + box.h) + 1, left : int(box.x + box.w) + 1])
    pitch_x = _sharpen(_agreement(across), grid.pitch_x)
    pitch_y = _sharpen(_agreement(np.ascontiguousarray(down.T)), grid.pitch_y)
    x = grid.x + (grid.pitch_x - pitch_x) * grid.columns / 2
    y = grid.y + (grid.pitch_y - pitch_y) * grid.rows / 2
    return Grid(x, y, pitch_x, pitch_y, grid.rows, grid.columns)


def _agreement(step: Floats) -> Floats:
    """The autocorrelation along the rows of `step`, up to three quarters of its width."""
    reach = step.shape[1] * 3 // 4
    size = cv2.getOptimalDFTSize(step.shape[1] + reach)
    spectrum = np.fft.rfft(step, size, axis=1)
    return np.asarray(np.fft.irfft((spectrum.real**2 + spectrum.imag**2).sum(0), size)[: reach + 1], np.float32)


def fit(pixels: Pixels, pitch_x: float, pitch_y: float, strong: bool = False) -> Lattice | None:
    """The board of this pitch, if the picture has one."""
    height, width = pixels.shape[:2]
    cell_w, cell_h = min(round(pitch_x), CELL), min(round(pitch_y), CELL)
    size = (round(width * cell_w / pitch_x), round(height * cell_h / pitch_y))
    if size[0] < 3 * cell_w or size[1] < 3 * cell_h:
        return None
    small = np.asarray(cv2.resize(pixels[:, :, :3], size, interpolation=cv2.INTER_AREA), np.uint8)
    step = np.dstack(edges(small, strong))
    likeness = _likeness(step, cell_w, cell_h)
    frame, loose, tileness = _frame(step, likeness, cell_w, cell_h)
    common = frame.sum() / max(1e-6, frame.sum() + loose.sum())
    x = _border(frame.sum(0), loose.sum(0))
    y = _border(frame.sum(1), loose.sum(1))
    # A board may fill the picture to its edge, give or take a little.
    x, y = (x - cell_w if x > 0.9 * cell_w else x), (y - cell_h if y > 0.9 * cell_h else y)
    rows = np.arange(int((size[1] - y) / cell_h + 0.1))
    columns = np.arange(int((size[0] - x) / cell_w + 0.1))
    if len(rows) < 2 or len(columns) < 2:
        return None
    at = np.ix_(
        np.minimum(np.round(y + (rows + 0.5) * cell_h).astype(int), size[1] - 1),
        np.minimum(np.round(x + (columns + 0.5) * cell_w).astype(int), size[0] - 1),
    )
    seen, near = tileness[at], likeness[at]
    sure = seen[near > NEAR]
    if len(sure) < 4:
        return None
    tiles = (seen > 0.5 * float(np.percentile(sure, 60))) & (near > NEAR / 2)
    tiles = _together(tiles)
    if np.count_nonzero(tiles) < 4:
        return None
    first_row, last_row = np.flatnonzero(tiles.any(1))[[0, -1]]
    first_column, last_column = np.flatnonzero(tiles.any(0))[[0, -1]]
    extent = int(last_row - first_row + 1) * int(last_column - first_column + 1)
    if extent > MOST_CELLS or (extent > MANY_CELLS and np.count_nonzero(tiles) < THIN * extent):
        return None
    window = np.s_[first_row : last_row + 1, first_column : last_column + 1]
    scale_x, scale_y = width / size[0], height / size[1]
    grid = Grid(
        (x + first_column * cell_w) * scale_x, (y + first_row * cell_h) * scale_y,
        cell_w * scale_x, cell_h * scale_y,
        int(last_row - first_row + 1), int(last_column - first_column + 1),
    )  # fmt: skip
    return Lattice(
        grid,
        tiles[window],
        seen[window],
        bool(common > FRAMED),
        float(np.clip(likeness - 0.1, 0, 1).sum() / (cell_w * cell_h)),
    )


def _together(tiles: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The places without small groups beside a large one: a tool bar is no row of the board."""
    count, group = cv2.connectedComponents(tiles.astype(np.uint8), connectivity=8)
    sizes = np.bincount(np.asarray(group).ravel(), minlength=count)
    sizes[0] = 0
    if sizes.max() < CLUSTER:
        return tiles
    return np.asarray(tiles & (sizes >= sizes.max() / 4)[np.asarray(group)])


def _likeness(step: Floats, cell_w: int, cell_h: int) -> Floats:
    """How much the surroundings of every pixel agree with themselves one cell beside *and* one cell above or below,
    0 to 1. Bars, lines of text and frames of windows repeat in one direction only.
    """
    energy = _both(step * step)
    local = _mean(energy, cell_w, cell_h)
    noise = (0.05 * float(local.max())) ** 2 + 1e-3
    ways = []
    for dy, dx in ((0, cell_w), (cell_h, 0)):
        h, w = energy.shape[0] - dy, energy.shape[1] - dx
        same = np.zeros_like(energy)
        same[:h, :w] = _both(step[:h, :w] * step[dy:, dx:])
        other = np.zeros_like(energy)
        other[:h, :w] = local[dy:, dx:]
        ahead = _mean(same, cell_w, cell_h) / np.sqrt(local * other + noise)
        behind = np.zeros_like(ahead)
        behind[dy:, dx:] = ahead[:h, :w]
        ways.append(np.maximum(ahead, behind))
    return np.asarray(np.minimum(ways[0], ways[1]), np.float32)


def _frame(step: Floats, likeness: Floats, cell_w: int, cell_h: int) -> tuple[Floats, Floats, Floats]:
    """The edges that all cells have in common, the energy of those that they do not (both (cell_h, cell_w)), and
    for every pixel how well a cell around it shows the common ones: about 1 for a tile.
    """
    cells = np.ascontiguousarray(_fold(step, cell_h, cell_w))
    weight = np.clip(likeness - 2 * NEAR, 0, 1)
    for _ in range(3):
        share = _fold(weight, cell_h, cell_w)
        total = share.sum((0, 1)) + 1e-3
        frame = np.einsum("rchwk,rchw->hwk", cells, share) / total[..., None]
        power = float((frame * frame).sum()) + 1e-6
        repeats = (step.shape[0] // cell_h + 1, step.shape[1] // cell_w + 1, 1)
        tiled = np.tile(frame, repeats)[: step.shape[0], : step.shape[1]]
        tileness = _mean(_both(step * tiled), cell_w, cell_h) * (cell_w * cell_h / power)
        weight = np.where(likeness > NEAR, np.clip(tileness, 0, 1), 0)
    energy = (_both(cells * cells) * share).sum((0, 1)) / total
    common = _both(frame * frame)
    return common, np.maximum(energy - common, 0), tileness


def _border(common: Floats, loose: Floats) -> float:
    """Where one cell ends and the next begins, in pixels of the folded cell.

    Sides, which all cells share, pull the border towards them; faces, which differ, push it away. Both live on a
    circle, so their centres of mass are angles. Edges that only many cells share are a part of the faces (a sign
    that half of the tiles bear).
    """
    turn = np.exp(2j * np.pi * (np.arange(len(common)) + 0.5) / len(common))
    sides = common * np.clip(2 * common / (common + loose + 1e-6) - 1, 0, 1)
    faces = common + loose - sides
    pull = (sides * turn).sum() / (sides.sum() + 0.1 * faces.sum() + 1e-6) - (faces * turn).sum() / (faces.sum() + 1e-6)
    middle = float(np.angle(pull) / (2 * np.pi) * len(common))
    # Faces need not be symmetric: near that place the border is where they leave most room.
    places = np.arange(-len(common) // 5, len(common) // 5 + 1)
    at = np.round(middle).astype(int) + places
    room = sum(faces[(at + i) % len(common)] for i in (-1, -1, 0, 0)) / (4 * faces.mean() + 1e-6)
    best = int(np.argmin(room + 2 * (places / len(common)) ** 2))
    return float(at[best] % len(common))


def _both(steps: Floats) -> Floats:
    """The sum over the last axis: steps to the right and downwards."""
    return np.asarray(steps[..., 0] + steps[..., 1], np.float32)


def _mean(values: Floats, cell_w: int, cell_h: int) -> Floats:
    mean = cv2.boxFilter(values, -1, (cell_w, cell_h), normalize=True, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(mean, np.float32)


def _fold(values: Floats, cell_h: int, cell_w: int) -> Floats:
    """(rows, columns, cell_h, cell_w, …): an array cut into cells from its upper left corner; the rest is dropped."""
    rows, columns = values.shape[0] // cell_h, values.shape[1] // cell_w
    cut = values[: rows * cell_h, : columns * cell_w]
    return np.swapaxes(cut.reshape(rows, cell_h, columns, cell_w, *values.shape[2:]), 1, 2)
