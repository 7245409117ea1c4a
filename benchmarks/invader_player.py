"""How well Puyo Invader is played: seeded games with bullets, from what the screen shows, by keys.

    python -m benchmarks.invader_player [--games 200] [--first K] [--press 60] [--goal points] [--still] [--keep]

Every hundredth of a second of the game is played; our player sees what a screen would show (no colours above its edge)
and presses at most one key every `--press` milliseconds. Reports the share of games that were cleared, hits, points.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from dataclasses import dataclass

from benchmarks.line import report
from engine.games.invader.player import Hands, View, strategy
from engine.games.invader.rules import GOALS, House
from engine.games.invader.running import TICKS_A_SECOND, Running

LONGEST = 900
"""Seconds after which a game counts as not cleared."""


@dataclass(frozen=True)
class Played:
    """How a game went."""

    ended: str
    score: int
    seconds: float
    shots: int


def play(seed: int, house: House, press_ms: int, *, bullets: bool = True) -> Played:
    """One game."""
    game = Running.start(seed, house, bullets=bullets)
    hands = Hands(house, strategy(house))
    every = max(1, press_ms * TICKS_A_SECOND // 1000)
    while not game.over and game.ticks < LONGEST * TICKS_A_SECOND:
        if game.ticks % every == 0 and not game.pending:
            for key in hands.keys(View(game.seen, game.height, game.column, game.side, game.pair, game.bullet))[:1]:
                game.press(key)
        game.tick()
    return Played(game.over or "late", game.score, game.ticks / TICKS_A_SECOND, game.shots)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--press", type=int, default=60, help="milliseconds from one key to the next")
    options.add_argument("--goal", choices=GOALS, default=GOALS[0])
    options.add_argument("--still", action="store_true", help="no bullets")
    options.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    asked = options.parse_args()
    house = House(goal=asked.goal)
    start = time.process_time()
    games = []
    for seed in range(asked.first, asked.first + asked.games):
        games.append(game := play(seed, house, asked.press, bullets=not asked.still))
        print(f"{seed}: {game}", file=sys.stderr, flush=True)
    figures: dict[str, float | str] = {
        "games": len(games),
        "cleared": round(sum(game.ended == "won" for game in games) / len(games), 4),
        "hits": sum(game.ended == "hit" for game in games),
        "mean_score": round(statistics.mean(game.score for game in games)),
        "median_score": round(statistics.median(game.score for game in games)),
        "best_score": max(game.score for game in games),
        "seconds": round(statistics.mean(game.seconds for game in games), 1),
        "shots": round(statistics.mean(game.shots for game in games), 1),
        "cpu_seconds": round(time.process_time() - start, 1),
    }
    report(f"invader player {asked.goal}", figures, keep=asked.keep)


if __name__ == "__main__":
    main()
