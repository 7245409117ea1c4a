"""Our player of Panel de Pon against itself without what is asked about: how many games of two it wins.

    python -m benchmarks.paneldepon_versus [--keep] [--games N] [--first SEED] [--preset hard] [--reserve 4]
                                           [--against 0] [--step-frames 4] [--swap-frames 12] [--seconds 180]

Both have the same hands and the same panels, and send each other garbage until one reaches the top. One leaves
`reserve` rows free when it raises its stack, the other `against`. A game that nobody has lost by the end of its time is
half won. Each seed is played once from either side.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from statistics import median

from benchmarks.line import report
from engine.games.paneldepon.beam import Pace
from engine.games.paneldepon.player import ChainPlayer
from engine.games.paneldepon.running import Running, versus
from engine.games.paneldepon.timing import FRAMES_PER_SECOND, PRESETS


@dataclass(frozen=True)
class Duel:
    """How a game went."""

    share: float
    """1: the left player has won, 0: the right one, 0.5: neither, or both at once."""
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
    parser.add_argument("--games", type=int, default=20, help="how many, two of each seed")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first")
    parser.add_argument("--preset", choices=tuple(PRESETS), default="hard")
    parser.add_argument("--reserve", type=int, default=4, help="rows that ours leaves free")
    parser.add_argument("--against", type=int, default=0, help="rows that the other one leaves free")
    parser.add_argument("--step-frames", type=int, default=4, help="frames from one step of the cursor to the next")
    parser.add_argument("--swap-frames", type=int, default=12, help="frames from one swap to the next")
    parser.add_argument("--seconds", type=float, default=180.0, help="after which a game is broken off")
    parser.add_argument("--keep", action="store_true", help="add the figures to benchmarks/history.csv")
    given = parser.parse_args()
    pace = Pace(given.step_frames, given.swap_frames)
    played: list[Duel] = []
    for number in range(given.games):
        ours, other = ChainPlayer(pace, reserve=given.reserve), ChainPlayer(pace, reserve=given.against)
        seed, turned = given.first + number // 2, bool(number % 2)
        one = duel(seed, given.preset, (other, ours) if turned else (ours, other), given.seconds)
        one = Duel(1 - one.share, one.seconds, (one.cleared[1], one.cleared[0])) if turned else one
        played.append(one)
        print(json.dumps({"seed": seed, **one.__dict__}), file=sys.stderr, flush=True)
    figures = {
        "games": len(played),
        "won": sum(one.share == 1 for one in played),
        "lost": sum(one.share == 0 for one in played),
        "share": round(sum(one.share for one in played) / len(played), 3),
        "seconds_median": round(median(one.seconds for one in played), 1),
    }
    report(f"paneldepon reserve {given.reserve} against {given.against}", figures, keep=given.keep)


if __name__ == "__main__":
    main()
