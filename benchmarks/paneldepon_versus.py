"""Our player of Panel de Pon against itself as it would play otherwise: how many games of two it wins.

    python -m benchmarks.paneldepon_versus [--keep] [--games N] [--first SEED] [--preset hard] [--seconds 180]
                                           [--goal 8] [--against 13] [--reserve 0] [--against-reserve 0]
                                           [--step-frames 4] [--swap-frames 12]

Both have the same hands and the same panels, and send each other garbage until one reaches the top. Chains of `goal`
links are long enough for one, of `against` links for the other; one leaves `reserve` rows free when it raises its
stack, the other `against-reserve`. A game that nobody has lost by the end of its time is half won. From the
other side a seed is the same game.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from statistics import median

from benchmarks.line import report
from engine.games.paneldepon.beam import Pace
from engine.games.paneldepon.planner import GOAL
from engine.games.paneldepon.player import ChainPlayer
from engine.games.paneldepon.running import Running, versus
from engine.games.paneldepon.timing import FRAMES_PER_SECOND, PRESETS


@dataclass(frozen=True)
class Duel:
    """How a game went."""

    share: float
    """1: the first player has won, 0: the other, 0.5: neither, or both at once."""
    seconds: float
    cleared: tuple[int, int]
    """Points of both."""


def duel(seed: int, preset: str, players: tuple[ChainPlayer, ChainPlayer], seconds: float) -> Duel:
    """Let two players play a game of that seed."""
    games = Running.start(seed, preset=preset), Running.start(seed, preset=preset)
    frames = 0
    while frames < seconds * FRAMES_PER_SECOND and not any(game.topped_out for game in games):
        versus(games, [player.decide(game) for player, game in zip(players, games, strict=True)])
        frames += 1
    left, right = (game.topped_out for game in games)
    return Duel((right - left + 1) / 2, frames / FRAMES_PER_SECOND, (games[0].score, games[1].score))


def main() -> None:
    """Measure it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first")
    parser.add_argument("--preset", choices=tuple(PRESETS), default="hard")
    parser.add_argument("--goal", type=int, default=8, help="links that are enough for ours")
    parser.add_argument("--against", type=int, default=GOAL, help="links that are enough for the other one")
    parser.add_argument("--reserve", type=int, default=0, help="rows that ours leaves free")
    parser.add_argument("--against-reserve", type=int, default=0, help="rows that the other one leaves free")
    parser.add_argument("--step-frames", type=int, default=4, help="frames from one step of the cursor to the next")
    parser.add_argument("--swap-frames", type=int, default=12, help="frames from one swap to the next")
    parser.add_argument("--seconds", type=float, default=180.0, help="after which a game is broken off")
    parser.add_argument("--keep", action="store_true", help="add the figures to benchmarks/history.csv")
    given = parser.parse_args()
    pace = Pace(given.step_frames, given.swap_frames)
    played: list[Duel] = []
    for seed in range(given.first, given.first + given.games):
        ours = ChainPlayer(pace, goal=given.goal, reserve=given.reserve)
        other = ChainPlayer(pace, goal=given.against, reserve=given.against_reserve)
        one = duel(seed, given.preset, (ours, other), given.seconds)
        played.append(one)
        print(json.dumps({"seed": seed, **one.__dict__}), file=sys.stderr, flush=True)
    figures = {
        "games": len(played),
        "won": sum(one.share == 1 for one in played),
        "lost": sum(one.share == 0 for one in played),
        "share": round(sum(one.share for one in played) / len(played), 3),
        "seconds_median": round(median(one.seconds for one in played), 1),
    }
    kinds = f"{given.goal}+{given.reserve} against {given.against}+{given.against_reserve}"
    report(f"paneldepon versus {kinds}", figures, keep=given.keep)


if __name__ == "__main__":
    main()
