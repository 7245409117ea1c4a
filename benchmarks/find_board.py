"""How surely and how fast a board is found that was never seen.

`python -m benchmarks.find_board [COUNT [FIRST]] [--keep]` takes the boards of COUNT seeds from FIRST on. All pictures
are 1280x720 and drawn by `tests.synthetic`; the ranges are those of its `spec_of`. `tuned` boards are of skins and
grounds that the code was tried on, `apart` ones of skins and grounds kept back. `pairs` are boards of a pair game,
which are read at once (`clear` without a fault, `refused`, `wrong`: said to be clear with a cell that is not);
`stacks` are boards of coloured cells: `found` by their lattice alone, and `read`, as a person gets them, by all that
`banmen calibrate` looks for; `none` pictures show no board. A board is `found` when its pitch is right within 0.25 px,
its cells lie within 0.15 of a cell of their place (the sides of a tile may count or not), and it has the rows and
columns that its tiles span (a stack may lack some). Times are of one thread.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from dataclasses import replace

import cv2
import numpy as np

from benchmarks.line import report
from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Reading, Sight
from bot.reason import About
from bot.vision.finding import locate
from bot.vision.tiles.reader import TileReader
from calibration.single import board_of
from tests.bot.compare import verdict
from tests.synthetic import APART, TUNED, Part, Truth, draw, empty, spec_of

COUNT = 100


def same_place(found: Grid, truth: Grid) -> bool:
    """Whether the cells of two grids are the same cells, wherever the grids begin and end."""
    for x, px, y, py in (
        (found.x, found.pitch_x, truth.x, truth.pitch_x),
        (found.y, found.pitch_y, truth.y, truth.pitch_y),
    ):
        off = (x - y) / py
        if abs(px - py) > 0.25 or abs(off - round(off)) > 0.15:
            return False
    return True


def is_found(grid: Grid, truth: Truth) -> bool:
    """Whether the grid is that of the board, from the first to the last row and column with a tile."""
    seen = truth.seen
    near = abs(grid.x - seen.x) < 0.4 * seen.pitch_x and abs(grid.y - seen.y) < 0.4 * seen.pitch_y
    return near and same_place(grid, seen) and (grid.rows, grid.columns) == (seen.rows, seen.columns)


def lies_on(grid: Grid, truth: Truth) -> bool:
    """Whether the grid has the right cells and most of them lie on the board."""
    return same_place(grid, truth.seen) and shared(grid, truth.seen) > 0.5


def shared(one: Grid, other: Grid) -> float:
    """The part that both grids cover, as a share of the larger one."""
    a, b = one.box, other.box
    w = min(a.x + a.w, b.x + b.w) - max(a.x, b.x)
    h = min(a.y + a.h, b.y + b.h) - max(a.y, b.y)
    return max(w, 0) * max(h, 0) / max(a.w * a.h, b.w * b.h)


def meant(grid: Grid | None, truth: Truth) -> Truth:
    """The truth of the board that a grid lies on: of two equal boards no picture tells which is meant."""
    return truth.twin if grid and truth.twin and shared(grid, truth.twin.seen) > 0.5 else truth


def reading_of(pixels: Pixels) -> tuple[Reading, float]:
    """What is read at first sight, and the milliseconds that it took."""
    start = time.perf_counter()
    reading = TileReader().read(Frame(pixels, 0.0))
    return reading, 1000 * (time.perf_counter() - start)


def figures(name: str, part: Part, seeds: range) -> dict[str, float]:
    """All shares and times of one part."""
    hits: defaultdict[str, int] = defaultdict(int)
    taken: defaultdict[str, list[float]] = defaultdict(list)
    for seed in seeds:
        pixels, truth = draw(spec_of(seed, part))
        reading, milliseconds = reading_of(pixels)
        taken["pairs"].append(milliseconds)
        truth = meant(reading.grid, truth)
        hits["found"] += bool(reading.grid and is_found(reading.grid, truth))
        hits[verdict(truth.board, reading).replace("perfect", "clear")] += 1
        pixels, truth = draw(spec_of(seed, part, "stack"))
        start = time.perf_counter()
        boards = locate.boards(pixels)
        taken["stacks"].append(1000 * (time.perf_counter() - start))
        hits["stacks_found"] += bool(boards and lies_on(boards[0].grid, meant(boards[0].grid, truth)))
        start = time.perf_counter()
        found = board_of(pixels, None, None, None, None, None)
        taken["stacks_read"].append(1000 * (time.perf_counter() - start))
        grid = found.shot.grid if found is not None and About.WHOLE not in found.about else None
        hits["stacks_read"] += bool(grid and lies_on(grid, meant(grid, truth)))
        bare = replace(spec_of(seed, part), beside=("menu", "tools", "text"))
        reading, milliseconds = reading_of(empty(bare))
        taken["none"].append(milliseconds)
        hits["none_clear"] += reading.sight is Sight.CLEAR
    out: dict[str, float] = {
        f"{name}_{hit}": round(hits[hit] / len(seeds), 4)
        for hit in ("found", "clear", "refused", "wrong", "stacks_found", "stacks_read", "none_clear")
    }
    for what, times in taken.items():
        out[f"{name}_{what}_p50_ms"] = round(float(np.median(times)), 1)
        out[f"{name}_{what}_p99_ms"] = round(float(np.percentile(times, 99)), 1)
    return out


def main() -> None:
    cv2.setNumThreads(1)
    numbers = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    count, first = (*numbers, *(COUNT, 0)[len(numbers) :])[:2]
    seeds = range(first, first + count)
    both = {**figures("tuned", TUNED, seeds), **figures("apart", APART, seeds)}
    report("find_board", {"boards": count, "first": first, **both}, keep="--keep" in sys.argv)


if __name__ == "__main__":
    main()
