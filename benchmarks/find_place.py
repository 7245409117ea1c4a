"""How surely and how fast a calibrated board is found again: `python -m benchmarks.find_place [--keep] [COUNT]`.

Made-up programs are calibrated on one picture each and looked for in random geometries (1,000 unless told): moved,
scaled 0.5 to 4, stretched, resized with bars that keep their height, alone in a frame; the cells dealt anew, or empty.
`wrong` is a corner of the board off by more than 0.5 pixels and 0.3 % of a cell, `loose` by more than 0.35 pixels.
Desktops without the program count
what is found there. Times are milliseconds of one thread: `usual` and `moved` a first find in 1280x720, `again` when
nothing moved.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter

import numpy as np

from benchmarks.line import report
from bot.vision.place import Finder
from tests.bot.windows import calibrated, desktop, geometry, off, place

EACH = 5
"""Geometries for each program."""


def shares(count: int) -> dict[str, float]:
    seen: Counter[str] = Counter()
    errors = []
    for seed in range(10_000, 10_000 + count):
        known = calibrated(seed // EACH)
        kind, frame, grid, _ = geometry(known, seed)
        found = Finder.of(known.place, known.sample).find(frame)
        seen["tried"] += 1
        if found is None:
            seen["missed"] += 1
            seen[f"missed_{kind}"] += 1
            continue
        error = off(found.grid, grid)
        errors.append(error)
        wrong = error > 0.5 + 0.003 * max(grid.pitch_x, grid.pitch_y)
        seen["wrong"] += wrong
        seen[f"wrong_{kind}"] += wrong
        seen["loose"] += error > 0.35
        seen["far"] += error > 2
    for seed in range(max(1, count // 5)):
        known = calibrated(20_000 + seed)
        bare = desktop(np.random.default_rng(seed), 1280, 720)
        seen["found_where_it_is_not"] += Finder.of(known.place, known.sample).find(bare) is not None
    kept = {name: value for name, value in sorted(seen.items()) if value or name in {"wrong", "far", "missed"}}
    return {**kept, "error_p50_px": round(statistics.median(errors), 3), "error_max_px": round(max(errors), 2)}


def speed() -> dict[str, float]:
    taken: dict[str, list[float]] = {"usual": [], "moved": [], "again": []}
    for seed in range(30_000, 30_012):
        known = calibrated(seed)
        window, grid = known.program.draw((560, 480), seed, density=0.7)
        bare = desktop(np.random.default_rng(seed), 1280, 720)
        for name, frame in (("usual", window), ("moved", place(window, grid, bare, 333, 77)[0])):
            finder = Finder.of(known.place, known.sample)
            finder.find(np.zeros((64, 64, 3), np.uint8))  # what is worked out once is worked out now
            taken[name].append(_took(finder, frame))
            taken["again"].append(_took(finder, frame))
    return {f"{name}_p50_ms": round(statistics.median(times), 2) for name, times in taken.items()}


def _took(finder: Finder, frame: np.ndarray) -> float:
    start = time.perf_counter()
    finder.find(frame)
    return 1000 * (time.perf_counter() - start)


def main() -> None:
    count = next((int(word) for word in sys.argv[1:] if word.isdigit()), 1000)
    report("find_place", {**speed(), **shares(count)}, keep="--keep" in sys.argv)


if __name__ == "__main__":
    main()
