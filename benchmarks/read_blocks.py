"""How fast and how surely boards of few kinds are read: `python -m benchmarks.read_blocks [--cells N] [--keep]`.

Cells right, wrong and doubted are over drawn boards that no test uses, on the true grid, inside the stated ranges:
cells of 18 to 56 pixels, 3 to 7 kinds, seven skins, plain, sloping and cloth-like grounds, uneven light, noise, blur
and JPEG. Screens are the recorded ones at first sight. Times are of a 6x12 board once located, in milliseconds.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

import numpy as np

from benchmarks.line import report
from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Sight
from bot.vision.blocks.reader import EMPTY, UNSURE, BlockReader, sort_blocks
from bot.vision.picture import load
from tests.bot.synthetic_blocks import Wish, draw
from tests.bot.test_vision_blocks import calibrated, faults
from tests.bot.test_vision_blocks_fixtures import SCREENS, truth, wrong

FIRST_SEED = 100_000
GROUNDS = {"flat": ("plain", "gradient"), "gem": ("plain", "gradient", "cloth")}
USUAL = ("plain", "gradient", "cloth")


def drawn(cells: int) -> dict[str, float]:
    """Cells of drawn boards, told without knowing any kind."""
    count: Counter[str] = Counter()
    seed = FIRST_SEED
    while count["cells"] < cells:
        board = draw(seed)
        seed += 1
        if board.ground not in GROUNDS.get(board.skin, USUAL):
            continue
        bad, doubted = faults(board, sort_blocks(board.pixels, board.grid))
        count.update(cells=board.grid.rows * board.grid.columns, wrong=bad, doubted=doubted)
        count.update(boards=1, boards_perfect=bad + doubted == 0)
    share = count["doubted"] / max(1, count["cells"])
    return {**count, "doubt_percent": round(100 * share, 3)}


def screens() -> dict[str, float]:
    """Recorded screens at first sight, how many of those refused show nothing wrong, and the time that a look takes."""
    count: Counter[str] = Counter(screens_perfect=0, screens_refused=0, refused_but_right=0, screens_wrong=0)
    taken = []
    for path in SCREENS:
        position, grid = truth(path)
        pixels = load(path)
        start = time.process_time()
        reading = BlockReader().read(Frame(pixels, 0.0))
        taken.append(1000 * (time.process_time() - start))
        right = (
            reading.position is not None
            and reading.grid is not None
            and same(reading.position.board, reading.grid, position.board, grid)
        )
        if reading.sight is Sight.CLEAR:
            count["screens_perfect" if right else "screens_wrong"] += 1
        else:
            count.update(screens_refused=1, refused_but_right=int(right))
    return {
        **count,
        "first_sight_median_ms": round(float(np.median(taken))),
        "first_sight_worst_ms": round(max(taken)),
    }


def same(seen: tuple[str, ...], where: Grid, board: tuple[str, ...], grid: Grid) -> bool:
    """Whether what was seen is the board, as far as it was told; an outer row that is hidden or only coming up need not
    be there.
    """
    down, right = round((where.y - grid.y) / grid.pitch_y), round((where.x - grid.x) / grid.pitch_x)
    rows = [r for r in range(len(seen)) if 0 <= r + down < grid.rows]
    if right or len(rows) < grid.rows - 1 or where.columns != grid.columns:
        return False
    open_ = {".": EMPTY, "?": UNSURE}
    kind = np.array([[open_.get(c, ord(c)) for c in seen[r]] for r in rows])
    return wrong(tuple(board[r + down] for r in rows), kind) == 0


def speed() -> dict[str, float]:
    """A 6x12 board that is followed: nothing changed, a pair changed, every cell changed."""
    before = draw(7, Wish(skin="panel", fill="full", ground="plain", size=(12, 6), kinds=6, pitch=40.0, damage=False))
    top = before.grid.cell((0, 0))
    after = before.pixels.copy()
    height, width = round(before.grid.box.h), round(before.grid.box.w)
    window = np.s_[round(top.y) : round(top.y) + height, round(top.x) : round(top.x) + width]
    after[window] = np.roll(before.pixels[window], 40, axis=0)
    pair = before.pixels.copy()
    cells = np.s_[round(top.y) : round(top.y) + 40, round(top.x) : round(top.x) + 80]
    pair[cells] = np.roll(before.pixels[cells], 40, axis=1)
    full = [np.dstack([p, np.full(p.shape[:2], 255, np.uint8)]) for p in (before.pixels, after, pair)]
    reader = calibrated(before)
    reader.read(Frame(full[0], 0.0))
    return {
        "same_ms": quickest(reader, [full[0]], 400),
        "pair_ms": quickest(reader, [full[2], full[0]], 400),
        "all_ms": quickest(reader, [full[1], full[0]], 400),
    }


def quickest(reader: BlockReader, pictures: list[Pixels], turns: int) -> float:
    """The tenth part of the readings that was quickest took at most this long, in milliseconds."""
    taken = []
    for turn in range(turns):
        frame = Frame(pictures[turn % len(pictures)], float(turn))
        start = time.perf_counter()
        reader.read(frame)
        taken.append(1000 * (time.perf_counter() - start))
    return round(float(np.quantile(taken, 0.1)), 4)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--cells", type=int, default=20_000, help="drawn cells, at least")
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    args = parser.parse_args()
    report("read_blocks", {**drawn(args.cells), **screens(), **speed()}, keep=args.keep)


if __name__ == "__main__":
    main()
