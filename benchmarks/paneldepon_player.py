"""How well Panel de Pon is played in real time: points of two minutes, chains, and how long decisions take.

    python -m benchmarks.paneldepon_player [--keep] [--seeds N] [--first SEED] [--preset hard] [--speed 1]
                                           [--step-frames 2] [--swap-frames 5]

The same hands play the same games for both players: ours, and a greedy one that makes the nearest match that one swap
makes, where there is none raises the stack or levels it, and otherwise swaps at random. Times are of the processor.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.line import report
from engine.games.paneldepon import words as k
from engine.games.paneldepon.beam import Pace
from engine.games.paneldepon.kernels import can_swap
from engine.games.paneldepon.levelling import level
from engine.games.paneldepon.player import ChainPlayer
from engine.games.paneldepon.running import NOTHING, Keys, Running
from engine.games.paneldepon.stack import Event
from engine.games.paneldepon.timing import COLUMNS, PRESETS, ROWS

SECONDS = 120.0
CALM_ROWS = 7
"""The greedy player raises the stack no higher."""


class GreedyPlayer:
    """Makes the nearest match that one swap makes; or else raises the stack, levels it, or swaps at random."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._waits = [0, 0]
        self._chance = random.Random(1)
        self._anywhere = COLUMNS

    def decide(self, game: Running) -> Keys:
        """The keys for the next frame."""
        self._waits = [max(wait - 1, 0) for wait in self._waits]
        goal = self._goal(game)
        row, column = game.cursor
        if goal < 0:
            if not game.cells[(CALM_ROWS + 1) * COLUMNS : (ROWS + 1) * COLUMNS].any():
                return Keys(lift=True)
            goal = self._anywhere
        if goal == row * COLUMNS + column:
            if self._waits[1] or not can_swap(game.cells, game.meta, goal):
                return NOTHING
            self._waits[1] = self._pace.swap_frames
            self._anywhere = self._chance.randrange(1, CALM_ROWS) * COLUMNS + self._chance.randrange(COLUMNS - 1)
            return Keys(swap=True)
        if self._waits[0]:
            return NOTHING
        self._waits[0] = self._pace.step_frames
        if row != goal // COLUMNS:
            return Keys("up" if row < goal // COLUMNS else "down")
        return Keys("right" if column < goal % COLUMNS else "left")

    @staticmethod
    def _goal(game: Running) -> int:
        """The nearest place of a swap that makes a match; otherwise of one that levels the stack; -1: none."""
        place = game.cursor[0] * COLUMNS + game.cursor[1]
        words = game.cells[: (ROWS + 1) * COLUMNS].tolist()
        still = [w if w and not w & ~k.COLOUR else 0 for w in words]
        near, chosen = 99, -1
        for i in range(COLUMNS, len(still) - 1):
            away = abs(i // COLUMNS - place // COLUMNS) + abs(i % COLUMNS - place % COLUMNS)
            if i % COLUMNS < COLUMNS - 1 and still[i] != still[i + 1] and still[i] and still[i + 1] and away < near:
                still[i], still[i + 1] = still[i + 1], still[i]
                if in_run(still, i) or in_run(still, i + 1):
                    near, chosen = away, i
                still[i], still[i + 1] = still[i + 1], still[i]
        return chosen if chosen >= 0 else level(game.cells, game.meta, place)


def in_run(still: Sequence[int], i: int) -> bool:
    """Whether a panel lies in a run of three."""
    for stride, low, high in ((1, i - i % COLUMNS, i - i % COLUMNS + COLUMNS), (COLUMNS, COLUMNS, len(still))):
        first = last = i
        while first - stride >= low and still[first - stride] == still[i]:
            first -= stride
        while last + stride < high and still[last + stride] == still[i]:
            last += stride
        if last - first >= 2 * stride:
            return True
    return False


@dataclass(frozen=True)
class Played:
    """How a game went."""

    score: int
    chains: list[int]
    topped_out: bool
    times: list[float]
    """Milliseconds of each decision."""


def play(game: Running, decide: Callable[[Running], Keys]) -> Played:
    """Play a game to its end. The score is that of panels, combos and chains; raising the stack earns nothing here."""
    chains: list[int] = []
    times: list[float] = []
    link = raised = 0
    while not game.over:
        start = time.process_time()
        keys = decide(game)
        times.append(1_000 * (time.process_time() - start))
        before = game.score
        happened = game.step(keys)
        raised += (game.score - before) % 10
        for one in happened:
            if isinstance(one, Event) and one.chain:
                link = one.chain
        if game.chain == 0 and link:
            chains.append(link)
            link = 0
    return Played(game.score - raised, chains + [link] * bool(link), game.topped_out, times)


def main() -> None:
    """Measure it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20, help="how many games")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first")
    parser.add_argument("--preset", choices=tuple(PRESETS), default="hard")
    parser.add_argument("--speed", type=int, default=1, help="the speed at the start")
    parser.add_argument("--step-frames", type=int, default=2, help="frames from one step of the cursor to the next")
    parser.add_argument("--swap-frames", type=int, default=5, help="frames from one swap to the next")
    parser.add_argument("--keep", action="store_true", help="add the figures to benchmarks/history.csv")
    given = parser.parse_args()
    pace = Pace(given.step_frames, given.swap_frames)
    players: dict[str, Callable[[], Callable[[Running], Keys]]] = {
        "chains": lambda: ChainPlayer(pace).decide,
        "greedy": lambda: GreedyPlayer(pace).decide,
    }
    played: dict[str, list[Played]] = {name: [] for name in players}
    for seed in range(given.first, given.first + given.seeds):
        for name, make in players.items():
            game = Running.start(seed, preset=given.preset, speed=given.speed, seconds=SECONDS)
            one = play(game, make())
            played[name].append(one)
            print(
                f"{name} {seed}: {one.score} {one.chains}" + " topped out" * one.topped_out, file=sys.stderr, flush=True
            )
    for name, games in played.items():
        report("paneldepon player", figures(name, games), keep=given.keep)


def figures(name: str, games: Sequence[Played]) -> dict[str, float]:
    """What is told of a player's games."""
    best = [max(game.chains, default=0) for game in games]
    times = sorted(ms for game in games for ms in game.times)
    return {
        f"{name}_games": len(games),
        f"{name}_score_median": median(game.score for game in games),
        f"{name}_score_least": min(game.score for game in games),
        f"{name}_score_most": max(game.score for game in games),
        f"{name}_best_chain_median": median(best),
        f"{name}_best_chain_least": min(best),
        f"{name}_best_chain_most": max(best),
        f"{name}_chain_median": median([link for game in games for link in game.chains] or [0]),
        f"{name}_seven_chains": sum(chain >= 7 for chain in best) / len(games),
        f"{name}_thirteen_chains": sum(chain >= 13 for chain in best) / len(games),
        f"{name}_topped_out": sum(game.topped_out for game in games),
        f"{name}_decision_p50_ms": round(times[len(times) // 2], 3),
        f"{name}_decision_p99_ms": round(times[len(times) * 99 // 100], 3),
        f"{name}_decision_most_ms": round(times[-1], 3),
    }


if __name__ == "__main__":
    main()
