"""How rarely our player of Pentas dies, estimated by splitting: deaths are so rare that counting them takes hours.

    python -m benchmarks.pentas_hazard [--effort E,E,…] [--calm X] [--table PATH] [--turns N] [--first SEED] [--keep]

RESTART (M. and J. Villén-Altamirano 1991). Wherever the outlook of a game, as a glance tells it, falls below one of
the `--levels`, the game goes on in `--split` ways with pieces of their own instead of one, each of which counts so many
times less; all but one of them end when the outlook rises above that level again. What the deaths count is in the mean
what it is in games that are only counted, whatever the levels are: these only decide how much it scatters. Games are
broken off at the first calm turn after `--cut`, and the scatter between them gives the interval of 95 % (`least` and
`most` turns a death), so there should be some dozens of them, most of which fall below the first level: where half of
eight games never did, eight others died ten times as often, outside the interval. So `--table PATH`, another table,
needs levels of its own. `--log FILE` goes on where a run with the same file stopped. Processor time.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import stdev

import numpy as np

from benchmarks.line import report
from engine.games.pentas import eight, kernels, packing
from engine.games.pentas.knowledge import learned, load
from engine.games.pentas.search import Effort, Searcher

LEVELS = (-0.37, -0.41, -0.48, -0.58)
"""Of the table that comes with the game: each is reached from the one before about once in four times."""
WITHIN = 1.96
"""Standard errors on either side."""


@dataclass
class Way:
    """A game on its way."""

    board: np.uint64
    piece: int
    following: int
    chance: np.random.Generator
    born: int = 0
    """The level at whose crossing it was split off; it ends above that. The game itself: 0."""
    level: int = 0


@dataclass(frozen=True)
class Split:
    """What became of one game and all that was split off."""

    seed: int
    turns: int
    """Of the game itself."""
    moves: int
    """Of all ways together."""
    deaths: float
    """Each counts as much less as its way was split."""
    seconds: float


Mover = Callable[[np.uint64, int, int], tuple[np.uint64, float]]
"""The placement that is chosen, 0 for none, and the outlook, which tells the level."""


def mover(searcher: Searcher, efforts: Sequence[Effort]) -> Mover:
    """Our player; its outlook is that of its first effort."""

    def move(board: np.uint64, piece: int, following: int) -> tuple[np.uint64, float]:
        searcher.look(board, piece, following, efforts[0])
        outlook = max((one.worth for one in searcher.ranking()), default=-math.inf)
        if not searcher.calm and len(efforts) > 1:
            searcher.look_on(board, piece, following, efforts[1:])
        return searcher.best, outlook

    return move


def split_game(move: Mover, seed: int, cut: int, levels: Sequence[float], split: int) -> Split:
    """Play one game, a new one from the full board where it dies, and everything that is split off."""
    start = time.process_time()
    chances = np.random.SeedSequence(seed)

    def begun() -> Way:
        chance = np.random.default_rng(chances.spawn(1)[0])
        piece, following = (int(n) for n in chance.integers(0, len(packing.LETTERS), 2))
        return Way(eight.FULL, piece, following, chance)

    deaths, moves = 0.0, 0
    game, turns = begun(), 0
    others: list[Way] = []
    while turns < cut or others or game.level:
        way = others[-1] if others else game
        choice, outlook = move(way.board, way.piece, way.following)
        moves += 1
        turns += way is game
        level = sum(outlook < one for one in levels)
        if level < way.born:
            others.pop()
            continue
        for crossed in range(way.level + 1, level + 1):
            for _ in range((split - 1) * split ** (crossed - way.level - 1)):
                chance = np.random.default_rng(chances.spawn(1)[0])
                others.insert(0, replace(way, chance=chance, born=crossed, level=level))
        way.level = level
        if not choice:
            deaths += float(split) ** -level
            if way is game:
                game = begun()
            else:
                others.pop()
            continue
        way.board = np.uint64(kernels.take(way.board, choice)[0])
        way.piece, way.following = way.following, int(way.chance.integers(0, len(packing.LETTERS)))
    return Split(seed, turns, moves, deaths, time.process_time() - start)


def figures(games: Sequence[Split]) -> dict[str, float | str]:
    """What the games say."""
    turns, deaths = sum(game.turns for game in games), sum(game.deaths for game in games)
    error = stdev(game.deaths for game in games) * math.sqrt(len(games)) if len(games) > 1 else math.inf
    share = WITHIN * error / deaths if deaths else math.inf
    seconds, moves = sum(game.seconds for game in games), sum(game.moves for game in games)
    known = math.isfinite(share)
    return {
        "games": len(games),
        "turns": turns,
        "moves": moves,
        "deaths": round(deaths, 3),
        "turns_a_death": round(turns / deaths) if deaths else "none",
        "least": round(turns / deaths * math.exp(-share)) if known else 0,
        "most": round(turns / deaths * math.exp(share)) if known else "none",
        "ms_a_move_split": round(1000 * seconds / max(1, moves), 4),
        "seconds": round(seconds),
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--turns", type=float, default=60_000, help="to play in all, without what is split off")
    options.add_argument("--cut", type=int, default=1_000, help="turns of a game")
    options.add_argument("--first", type=int, default=0, help="the first seed")
    options.add_argument("--effort", default="12x2", help="as of `pentas_player`")
    options.add_argument("--calm", type=float, help="worth from which our player looks no further")
    options.add_argument("--table", type=Path, help="another table than the one that comes with the game")
    options.add_argument("--levels", default=",".join(map(str, LEVELS)), help="of the outlook, falling")
    options.add_argument("--split", type=int, default=4, help="ways in which a game goes on below a level")
    options.add_argument("--log", type=Path, help="keeps every game; games that it holds are not played again")
    options.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    asked = options.parse_args()
    levels = [float(one) for one in asked.levels.split(",")]
    efforts = [Effort(*map(int, one.split("x"))) for one in asked.effort.split(",")]
    known = load(asked.table) if asked.table else learned("rows")
    move = mover(Searcher(known, calm=asked.calm), efforts)
    games: list[Split] = []
    if asked.log and asked.log.is_file():
        games = [Split(**json.loads(line)) for line in asked.log.read_text(encoding="utf-8").splitlines()]
    while sum(game.turns for game in games) < asked.turns:
        game = split_game(move, asked.first + len(games), asked.cut, levels, asked.split)
        games.append(game)
        print(f"{game.seed}: {game.moves:,} moves, {game.deaths:.4f} deaths", file=sys.stderr, flush=True)
        if asked.log:
            with asked.log.open("a", encoding="utf-8") as log:
                log.write(json.dumps(vars(game)) + "\n")
    table = asked.table.name if asked.table else "its own"
    told = {
        "table": table,
        "effort": asked.effort,
        "calm": "table" if asked.calm is None else asked.calm,
        "split": asked.split,
    }
    report(f"pentas hazard {asked.effort}", {**figures(games), **told, "levels": asked.levels}, keep=asked.keep)


if __name__ == "__main__":
    main()
