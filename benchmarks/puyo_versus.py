"""Matches of Puyo Puyo: the share that our player wins.

    python -m benchmarks.puyo_versus [--games 100] [--first K] [--pace 1.0] [--keep]

Against our own greedy player (two pairs seen, rules of Tsu), and against a stand-in for the strongest player of
FloboPuyo (its rules: five colours, 14 rows that all count, all garbage at once). Both sides get the same pairs and take
equally long for one, a second; `--pace` gives ours another time. A match that lasts ten minutes counts as lost.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable

from benchmarks import puyo_rivals
from benchmarks.line import report
from engine.api import Limit
from engine.games.puyo.match import Pace, Player, Result, played
from engine.games.puyo.rules import House

TSU = House(goal="versus")
FLOBO = House(
    rows=14,
    counted=14,
    death=13,
    swallows=False,
    steering="low",
    colours=5,
    attack="puyos",
    at_once=0,
    holds_off=False,
    goal="rush",
)


def queue(number: int, colours: str) -> list[str]:
    """Pairs that depend on nothing but a number."""
    chance = random.Random(f"match {number}")
    return ["".join(chance.choices(colours, k=2)) for _ in range(256)]


def matches(house: House, rival: Callable[[int], Player], numbers: range, pace: float) -> list[Result]:
    """One match for each number; our player is the first side in even ones."""
    colours = "RYGBP"[: house.colours]
    results = []
    for number in numbers:
        sides = (puyo_rivals.ours(house, Limit()), rival(number))
        paces = (Pace(placement=pace), Pace())
        first = number % 2
        result = played(
            queue(number, colours),
            house,
            (sides[first], sides[1 - first]),
            (paces[first], paces[1 - first]),
            seed=number,
        )
        winner = None if result.winner is None else result.winner ^ first
        results.append(Result(winner, result.seconds, result.sides))
        print(f"{number}: {'won' if winner == 0 else 'lost'} after {result.seconds:.0f} s", file=sys.stderr, flush=True)
    return results


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=100)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--pace", type=float, default=1.0, help="seconds that our player takes for a pair")
    options.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    asked = options.parse_args()
    numbers = range(asked.first, asked.first + asked.games)
    start = time.process_time()
    greedy = matches(TSU, lambda _: puyo_rivals.two_pairs(TSU), numbers, asked.pace)
    flobo = matches(FLOBO, lambda number: puyo_rivals.by_contacts(FLOBO, number), numbers, asked.pace)
    figures: dict[str, float | str] = {
        "games": asked.games,
        "pace": asked.pace,
        "won_against_greedy": sum(result.winner == 0 for result in greedy) / len(greedy),
        "won_against_flobo_stand_in": sum(result.winner == 0 for result in flobo) / len(flobo),
        "seconds_against_greedy": round(statistics.median(result.seconds for result in greedy), 1),
        "seconds_against_flobo_stand_in": round(statistics.median(result.seconds for result in flobo), 1),
        "cpu_seconds": round(time.process_time() - start, 1),
    }
    report("puyo versus", figures, keep=asked.keep)


if __name__ == "__main__":
    main()
