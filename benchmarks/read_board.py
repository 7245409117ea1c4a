"""How fast and how surely boards are read: `python -m benchmarks.read_board [--keep]`.

Times are in milliseconds on a drawn 18x8 board: `same` nothing changed, `pair` a pair was taken, `first` the first
sight in 1280x720. The shares are over the recorded screens and over drawn boards that no test uses.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np

from benchmarks.line import report
from bot.frame import Frame, Pixels
from bot.vision.picture import load
from bot.vision.tiles.reader import TileReader
from engine.position import Position
from tests.bot.compare import verdict
from tests.bot.synthetic_tiles import Drawn, draw

SCREENS = sorted((Path(__file__).parents[1] / "fixtures" / "shisen").glob("*/screens/*.png"))
DRAWN = range(1000, 1040)


def milliseconds(reader: TileReader, pictures: list[Pixels], turns: int) -> list[float]:
    taken = []
    for turn in range(turns):
        frame = Frame(pictures[turn % len(pictures)], float(turn))
        start = time.perf_counter()
        reader.read(frame)
        taken.append(1000 * (time.perf_counter() - start))
    return taken


def without_pair(drawn: Drawn) -> Pixels:
    """The picture with the ground in place of two equal tiles."""
    out = drawn.pixels.copy()
    sign = drawn.board[0][0]
    cells = [(r, c) for r, row in enumerate(drawn.board) for c, other in enumerate(row) if other == sign][:2]
    for cell in cells:
        box = drawn.grid.cell(cell)
        rows, columns = slice(round(box.y), round(box.y + box.h)), slice(round(box.x), round(box.x + box.w))
        out[rows, columns] = drawn.pixels[rows, 4:24].mean(1, keepdims=True).astype(np.uint8)
    return out


def speed() -> dict[str, float]:
    drawn = draw(11, rows=8, columns=18, gone=0.0)
    before, after = (np.dstack([p, np.full(p.shape[:2], 255, np.uint8)]) for p in (drawn.pixels, without_pair(drawn)))
    reader = TileReader()
    reader.read(Frame(before, 0.0))
    same = milliseconds(reader, [before], 300)
    pair = milliseconds(reader, [after, before], 300)
    room = ((0, max(0, 720 - before.shape[0])), (0, max(0, 1280 - before.shape[1])), (0, 0))
    wide = np.ascontiguousarray(np.pad(drawn.pixels, room, mode="edge")[:720, :1280])
    first = [milliseconds(TileReader(), [wide], 1)[0] for _ in range(7)]
    return {
        "same_p50_ms": round(statistics.median(same), 3),
        "pair_p50_ms": round(statistics.median(pair), 3),
        "pair_p99_ms": round(float(np.percentile(pair, 99)), 3),
        "first_p50_ms": round(statistics.median(first), 1),
    }


def shares() -> dict[str, int]:
    screens: Counter[str] = Counter()
    for picture in SCREENS:
        truth = Position.parse(picture.with_suffix(".txt").read_text())
        found = verdict(truth.board, TileReader().read(Frame(load(picture), 0.0)))
        if "sight" in truth.blocks:
            found = "refused_rightly" if found == "refused" else "wrong"
        screens[found] += 1
    boards = Counter(verdict(d.board, TileReader().read(Frame(d.pixels, 0.0))) for d in map(draw, DRAWN))
    figures = {f"screens_{name}": screens[name] for name in ("perfect", "refused_rightly", "refused", "wrong")}
    return figures | {f"drawn_{name}": boards[name] for name in ("perfect", "refused", "wrong")}


def main() -> None:
    report("read_board", {**speed(), **shares()}, keep="--keep" in sys.argv)


if __name__ == "__main__":
    main()
