"""Game after game in one process: `python -m benchmarks.soak [--looks 1000000] [--lost 0.05] [--keep]`.

A share of the clicks is dropped on purpose. `verified` is the share of the moves that Banmen counts which the game
counts, too; `doubled` are clicks that took back or spoilt what an earlier one had done. Memory (MB) and open files are
taken after the first tenth of the looks, when everything is loaded, and at the end; `mb_most` is the most that was ever
held. A look at the very picture of the look before is not compared again pixel by pixel: `pictures` counts the others.
Ctrl-C ends it early.
"""

from __future__ import annotations

import argparse
import resource
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from benchmarks.line import report
from bot.arcade.memory import Faults
from bot.frame import Frame
from bot.layout import Layout
from bot.reading import Reader, Reading, Sight
from bot.step import Ending
from bot.vision.readers import make_reader
from tests.bot.table import Table


class Attentive:
    """A reader that looks only at new pictures: the practice game shows the same one as long as nothing changes."""

    pictures = 0

    def __init__(self, layout: Layout) -> None:
        self._reader: Reader = make_reader(layout)
        self._last: tuple[object, Reading] | None = None

    def read(self, frame: Frame) -> Reading:
        """Read one frame, with four bytes a pixel as the screen has them. What was read stays as it is until another
        picture comes; only how long a board has been covered counts.
        """
        if self._last is not None and self._last[0] is frame.pixels and self._last[1].sight is not Sight.COVERED:
            return replace(self._last[1], time=frame.time)
        Attentive.pictures += 1
        pixels = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2BGRA), np.uint8)
        self._last = frame.pixels, self._reader.read(replace(frame, pixels=pixels))
        return self._last[1]


def resident() -> float:
    """What this process holds in memory, in MB."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def handles() -> int:
    """How many files this process has open."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def main() -> None:
    """Play until so many looks were taken and print the line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--looks", type=int, default=100_000)
    parser.add_argument("--lost", type=float, default=0.05)
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    given = parser.parse_args()
    looks = games = won = moves = counted = retries = lost = doubled = 0
    warm = 0.0
    open_then = 0
    start = time.process_time()
    with suppress(KeyboardInterrupt):
        while looks < given.looks:
            falls = bool(games // 2 % 2)
            deal = {"seed": games, "skin": ("mahjong", "letters")[games % 2], "gravity": falls}
            table = Table(Faults(lost_clicks=given.lost, seed=games), deal, {"gravity": falls}, eyes=Attentive)
            ended = table.play()
            games += 1
            looks += ended.frames
            won += ended.ending is Ending.WON
            moves += ended.moves
            counted += table.happened("take")
            retries += ended.retries
            lost += table.screen.counts["lost_clicks"]
            doubled += table.happened("mismatch") + table.happened("unselect")
            if not warm and looks >= given.looks / 10:
                warm, open_then = resident(), handles()
    figures: dict[str, float] = {
        "looks": looks,
        "pictures": Attentive.pictures,
        "games": games,
        "won": won,
        "moves": moves,
        "verified": round(min(moves, counted) / max(moves, counted, 1), 6),
        "clicks_lost": lost,
        "retries": retries,
        "doubled": doubled,
        "mb_warm": round(warm, 1),
        "mb_end": round(resident(), 1),
        "mb_most": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
        "files_warm": open_then,
        "files_end": handles(),
        "looks_a_cpu_second": round(looks / (time.process_time() - start)),
    }
    report("soak", figures, keep=given.keep)


if __name__ == "__main__":
    main()
