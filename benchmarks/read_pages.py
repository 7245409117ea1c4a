"""How surely boards of blocks are read at first sight on web pages that nobody drew by hand.

`python -m benchmarks.read_pages [COUNT [FIRST]] [--save FOLDER] [--keep]` takes the pages of COUNT seeds from FIRST on
(`tests.apps.block_pages`), photographed in chromium, and judges what is read as `benchmarks.read_windows` does. Times
are of processor. `--save` writes every picture that is not told right, and a line for each page.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from benchmarks.line import report
from benchmarks.read_windows import VERDICTS, worth
from bot.frame import Frame
from bot.vision.blocks.reader import BlockReader
from tests.apps.block_pages import photograph, style_of
from tests.apps.browser import chromium, missing

COUNT, FIRST = 100, 0
RIGHT = {"perfect", "but_for_the_extent", "both_of_two"}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("count", nargs="?", type=int, default=COUNT, help="pages")
    parser.add_argument("first", nargs="?", type=int, default=FIRST, help="the first seed")
    parser.add_argument("--save", type=Path, help="a folder for pictures that are not told right")
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    args = parser.parse_args()
    if why := missing():
        sys.exit(f"read_pages {why}")
    cv2.setNumThreads(1)
    count: Counter[str] = Counter(dict.fromkeys(VERDICTS, 0))
    taken = []
    with TemporaryDirectory() as folder, chromium(Path(folder) / "profile") as browser:
        for seed in range(args.first, args.first + args.count):
            pixels, truth = photograph(browser, seed, Path(folder))
            start = time.process_time()
            reading = BlockReader().read(Frame(pixels, 0.0))
            taken.append(1000 * (time.process_time() - start))
            verdict = worth(truth, reading)
            count[verdict] += 1
            if args.save:
                args.save.mkdir(parents=True, exist_ok=True)
                with (args.save / "verdicts.txt").open("a") as lines:
                    lines.write(f"{verdict:20} {taken[-1]:6.0f} {reading.why} {style_of(seed)}\n")
                if verdict not in RIGHT:
                    cv2.imwrite(str(args.save / f"{seed}-{verdict}.png"), pixels)
    times = {"median_ms": round(float(np.median(taken))), "worst_ms": round(max(taken))}
    report("read_pages", {"pages": args.count, "first": args.first, **count, **times}, keep=args.keep)


if __name__ == "__main__":
    main()
