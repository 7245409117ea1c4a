"""How surely and how fast a calibrated board is found again and read.

`python -m benchmarks.find_place [--keep] [COUNT]`

Made-up programs are calibrated on one picture each and looked for in random geometries (1,000 unless told): moved,
scaled 0.5 to 4, stretched, resized with bars that keep their height, alone in a frame; the cells dealt anew.

`read_*`: layouts that `banmen calibrate` would write (blocks with and without a frame around the board, tiles of two
skins), read by their reader; cells of 14 pixels or more, 8 of them or more not empty. A board is `right`, `wrong` (said
to be clear, and a label is not the true one) or `refused`.
`find_*`: only the place, also of empty boards and of boards of which not every kind is known; `loose` is a corner off
by more than 0.35 pixels and 0.3 % of a cell, `far` by more than 2 pixels. Desktops without the program count what is
found there. Times are milliseconds of one thread: `usual` and `moved` a first find in 1280x720, `again` when nothing
moved, `absent` the first look at a desktop without the board and `absent_again` the next. Progress goes to the error
output.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import numpy as np

from benchmarks.line import report
from bot.frame import Frame, Pixels
from bot.reading import Sight
from bot.vision.place.finder import Finder
from bot.vision.readers import make_reader
from tests.bot.windows import calibrated, desktop, geometry, off, place
from tests.calibration.geometries import FEWEST, learnt, program, somewhere

EVERY = 20.0
"""Seconds between two lines of progress."""
EACH = 5
READ_EACH = 25
"""Geometries for each program, of which the place is looked for, and which are read."""


class Progress:
    """Says now and then how far a count is."""

    def __init__(self) -> None:
        self._said = time.monotonic()

    def __call__(self, seen: Counter[str]) -> None:
        """Print what was counted, if the last time was long ago."""
        if time.monotonic() > self._said + EVERY:
            self._said = time.monotonic()
            print(dict(seen), file=sys.stderr, flush=True)


def readings(count: int) -> dict[str, float]:
    seen: Counter[str] = Counter()
    times = []
    say = Progress()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(max(1, count // READ_EACH)):
            sort, known = program(5000 + number)
            layout, alone = learnt(known, Path(folder) / "shisen" / f"drawn-{number}")
            seen["programs_helped"] += not alone
            say(seen)
            for turn in range(READ_EACH):
                there = somewhere(known, 100 * (5000 + number) + turn)
                reader = make_reader(layout)
                start = time.perf_counter()
                reading = reader.read(Frame(there.frame, 0.0))
                times.append(1000 * (time.perf_counter() - start))
                clear = reading.sight is Sight.CLEAR and reading.position is not None
                right = clear and reading.position is not None and reading.position.board == there.board
                verdict = "right" if right else "wrong" if clear else "refused"
                seen[f"read_{verdict}"] += 1
                if not right:
                    seen[f"read_{verdict}_{sort.replace(' ', '_')}"] += 1
    middle, late = np.percentile(times, [50, 99])
    kept = {"read_right": 0, "read_wrong": 0, "read_refused": 0, **dict(sorted(seen.items()))}
    return {**kept, "read_first_p50_ms": round(float(middle), 1), "read_first_p99_ms": round(float(late), 1)}


def shares(count: int) -> dict[str, float]:
    seen: Counter[str] = Counter()
    errors = []
    say = Progress()
    for seed in range(10_000, 10_000 + count):
        known = calibrated(seed // EACH)
        say(seen)
        _, frame, grid, board = geometry(known, seed)
        sort = "full" if sum(label != "." for label in "".join(board)) >= FEWEST else "empty"
        found = Finder.of(known.place, known.sample, known.samples).find(frame)
        seen[f"find_tried_{sort}"] += 1
        if found is None:
            seen[f"find_missed_{sort}"] += 1
            continue
        error = off(found.grid, grid)
        errors.append(error)
        seen[f"find_loose_{sort}"] += error > 0.35 + 0.003 * max(grid.pitch_x, grid.pitch_y)
        seen["find_far"] += error > 2
    for seed in range(max(1, count // 5)):
        known = calibrated(20_000 + seed)
        bare = desktop(np.random.default_rng(seed), 1280, 720)
        found = Finder.of(known.place, known.sample, known.samples).find(bare)
        seen["found_where_it_is_not"] += found is not None
    middle, late = np.percentile(errors, [50, 99])
    kept = dict(sorted(seen.items()))
    return {**kept, "error_p50_px": round(float(middle), 3), "error_p99_px": round(float(late), 3)}


def speed() -> dict[str, float]:
    taken: dict[str, list[float]] = {"usual": [], "moved": [], "again": [], "absent": [], "absent_again": []}
    for seed in range(30_000, 30_012):
        known = calibrated(seed)
        window, grid = known.window[:700, :1270], known.grid
        bare = desktop(np.random.default_rng(seed), 1280, 720)
        moved = place(window, grid, bare, (1280 - window.shape[1]) // 2, (720 - window.shape[0]) // 2)[0]
        for first, second, frame in (("usual", "again", known.window), ("moved", "again", moved),
                                     ("absent", "absent_again", bare)):  # fmt: skip
            finder = Finder.of(known.place, known.sample, known.samples)
            finder.find(np.zeros((64, 64, 3), np.uint8))  # what is worked out once is worked out now
            taken[first].append(_took(finder, frame))
            taken[second].append(_took(finder, frame))
    return {f"{name}_p50_ms": round(statistics.median(times), 2) for name, times in taken.items()}


def _took(finder: Finder, frame: Pixels) -> float:
    start = time.perf_counter()
    finder.find(frame)
    return 1000 * (time.perf_counter() - start)


def main() -> None:
    count = next((int(word) for word in sys.argv[1:] if word.isdigit()), 1000)
    report("find_place", {**speed(), **readings(count), **shares(count)}, keep="--keep" in sys.argv)


if __name__ == "__main__":
    main()
