"""How well Banmen plays Puyo Invader from the pixels: seeded games in memory, with bullets, by its own eyes and hands.

    python -m benchmarks.play_invader [--games 50] [--first K] [--goal points] [--size 704x600] [--keep]

Nothing but pictures is looked at, nothing but keys is pressed, and time passes only with looks and presses, so the
figures are the same on any machine. A line for each game, then one for all: the share that was cleared, hits, points.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from dataclasses import asdict, dataclass

from benchmarks.line import report
from bot.arcade import make_scene
from bot.arcade.invader import USUAL
from bot.arcade.invader.game import InvaderGame
from bot.arcade.memory import MemoryScreen, VirtualClock
from bot.chase import chaser
from bot.control.controls import make_control
from bot.layouts import find_layout
from bot.manners import Manners
from bot.session import Bounds, Session
from bot.vision.readers import make_reader
from engine.games.invader import rules

LONGEST = 900
"""Seconds after which a game counts as not cleared."""
LOOKS = 0.03
"""Seconds between two looks while nothing happens: as long as a slow machine takes."""


@dataclass(frozen=True)
class Played:
    """How a game went."""

    seed: int
    ended: str
    score: int
    aliens: int
    seconds: float
    shots: int


def play(seed: int, goal: str, size: tuple[int, int]) -> Played:
    """One game."""
    layout = find_layout("invader/arcade")
    scene, clock = make_scene("invader", seed=seed, size=size), VirtualClock()
    assert isinstance(scene, InvaderGame)
    screen = MemoryScreen(scene, clock)
    hands = chaser("invader", {"goal": goal}, layout.hands, make_control(layout.hands), Manners())
    session = Session(screen, make_reader(layout), hands, screen, clock, Bounds(seconds=LONGEST, look=LOOKS))
    session.prepare()
    session.run()
    game = scene.game
    return Played(seed, game.over or "late", game.score, rules.aliens(game.cells), scene.seconds, game.shots)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=50)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--goal", choices=rules.GOALS, default=rules.GOALS[0])
    options.add_argument("--size", default="x".join(map(str, USUAL)), help="of the window, in pixels")
    options.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    asked = options.parse_args()
    wide, high = map(int, asked.size.split("x"))
    start = time.process_time()
    games = []
    for seed in range(asked.first, asked.first + asked.games):
        games.append(game := play(seed, asked.goal, (wide, high)))
        print(json.dumps(asdict(game)), file=sys.stderr, flush=True)
    figures: dict[str, float | str] = {
        "games": len(games),
        "first": asked.first,
        "cleared": round(sum(game.ended == "won" for game in games) / len(games), 4),
        "hits": sum(game.ended == "hit" for game in games),
        "mean_score": round(statistics.mean(game.score for game in games)),
        "median_score": round(statistics.median(game.score for game in games)),
        "seconds": round(statistics.mean(game.seconds for game in games), 1),
        "cpu_seconds": round(time.process_time() - start, 1),
    }
    report(f"play invader {asked.goal}", figures, keep=asked.keep)


if __name__ == "__main__":
    main()
