"""Game after game in one process: `python -m benchmarks.soak [--looks 1000000] [--lost 0.05] [--keep]`.

A share of the clicks is dropped on purpose. `verified` is the share of the moves that Banmen counts which the game
counts, too; `doubled` are clicks that took back or spoilt what an earlier one had done. Memory (MB) and open files are
taken after the first tenth of the looks, when everything is loaded, and at the end.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from benchmarks.line import report
from bot.arcade.memory import Faults
from bot.step import Ending
from tests.bot.table import Table


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
    while looks < given.looks:
        falls = bool(games // 2 % 2)
        deal = {"seed": games, "skin": ("mahjong", "letters")[games % 2], "gravity": falls}
        table = Table(Faults(lost_clicks=given.lost, seed=games), deal, {"gravity": falls})
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
        "games": games,
        "won": won,
        "moves": moves,
        "verified": round(min(moves, counted) / max(moves, counted, 1), 6),
        "clicks_lost": lost,
        "retries": retries,
        "doubled": doubled,
        "mb_warm": round(warm, 1),
        "mb_end": round(resident(), 1),
        "files_warm": open_then,
        "files_end": handles(),
        "looks_a_cpu_second": round(looks / (time.process_time() - start)),
    }
    report("soak", figures, keep=given.keep)


if __name__ == "__main__":
    main()
