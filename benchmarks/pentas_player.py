"""How long a player of Pentas lasts and how many points a turn it makes, on the same rows of pieces for all players.

    python -m benchmarks.pentas_player article|mended|bonus-article [--turns N]
    python -m benchmarks.pentas_player ours [--effort E,E,…] [--calm X] [--scoring rows] [--turns N]
    python -m benchmarks.pentas_player ours --limit SECONDS [--scoring rows] [--turns N]
    python -m benchmarks.pentas_player --without-reflections article

Game n of every player is dealt the pieces of seed n. Lengths of games are geometric, so what is measured is deaths per
turn over all turns that were played, the last game cut short included, with the exact interval of 95 % (`least` and
`most` turns a death); a mean score is points a turn times turns a death. Processor time. An effort E is
FIRSTxPAIRS[xDEEPxKEPT[xDEPTH[xAHEADxSECONDSxTHIRDS[xLIKELY]]]], as in `search.Effort`; several, such as
`12x2,30x16x8x3x1`, are made one after the other for as long as the outlook is not calm; with a `--limit` our player is
asked for a plan within so many seconds instead, as the bot asks it.
`--log FILE` goes on where a run with the same file stopped.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np

from benchmarks.line import report
from engine.api import Limit
from engine.games.pentas import eight, kernels, packing, rules
from engine.games.pentas.article import ArticlePlayer
from engine.games.pentas.knowledge import learned, load
from engine.games.pentas.notation import State
from engine.games.pentas.search import Effort, Searcher, plan

LONGEST = 1 << 14
"""Pieces that the article's player is dealt; none of its games is so long."""


@dataclass(frozen=True)
class Played:
    """How a game went."""

    seed: int
    turns: int
    died: bool
    rows: tuple[int, ...]
    """How often so many rows went at once."""
    seconds: float
    boards: int = 0
    """Looked at."""
    slowest: float = 0.0
    """Seconds of the slowest move."""

    def points(self, scoring: str) -> int:
        """Under one of the scorings."""
        return rules.CELLS * self.turns + sum(
            n * worth for n, worth in zip(self.rows, rules.SCORINGS[scoring], strict=True)
        )


def pieces(seed: int) -> Iterator[int]:
    """The pieces of a game, without end."""
    chance = np.random.default_rng(seed)
    while True:
        yield from (int(n) for n in chance.integers(0, len(packing.LETTERS), 4096))


def article(player: ArticlePlayer, reflections: bool) -> Callable[[int, int], Played]:
    """The article's player, in one kernel."""
    house = rules.House(reflections=reflections)
    tables = packing.tables(house.columns, house.rows, reflections)
    board = packing.word(rules.full(house))

    def play(seed: int, most: int) -> Played:
        stream = pieces(seed)
        dealt = np.array([next(stream) for _ in range(min(most, LONGEST) + 1)])
        rows = np.zeros(len(rules.BONUS), np.int64)
        start = time.process_time()
        turns = kernels.article_game(
            board, dealt, tables.masks, tables.starts, tables.shape, player.mended, player.reward, rows
        )
        return Played(seed, turns, turns < len(dealt) - 1, tuple(map(int, rows)), time.process_time() - start)

    return play


Chooser: TypeAlias = Callable[[np.uint64, int, int], tuple[np.uint64, int]]
"""The placement for a board and two pieces, 0 for none, and how many boards were looked at."""


def with_efforts(searcher: Searcher, efforts: Sequence[Effort]) -> Chooser:
    """The player that learned, with the same efforts for every move."""

    def choose(board: np.uint64, piece: int, following: int) -> tuple[np.uint64, int]:
        boards = searcher.look_on(board, piece, following, efforts)
        return searcher.best, boards

    return choose


def within(limit: Limit, house: rules.House) -> Chooser:
    """The player that learned, asked for plans."""

    def choose(board: np.uint64, piece: int, following: int) -> tuple[np.uint64, int]:
        shown = packing.unpacked(int(board), eight.SIDE, eight.SIDE)
        found = plan(State(shown, packing.LETTERS[piece], packing.LETTERS[following]), house, limit)
        mask = sum(1 << (eight.SIDE * row + column) for move in found.moves for row, column in move.cells)
        return np.uint64(mask), int(found.info.get("nodes", 0))

    return choose


def ours(choose: Chooser) -> Callable[[int, int], Played]:
    """Our player, move by move."""

    def play(seed: int, most: int) -> Played:
        stream = pieces(seed)
        board, piece, following = eight.FULL, next(stream), next(stream)
        rows = [0] * len(rules.BONUS)
        boards, slowest, turns, died = 0, 0.0, 0, False
        start = before = time.process_time()
        while turns < most:
            choice, looked_at = choose(board, piece, following)
            boards += looked_at
            if not choice:
                died = True
                break
            then, cleared = kernels.take(board, choice)
            board = np.uint64(then)
            rows[cleared] += 1
            turns += 1
            piece, following = following, next(stream)
            now = time.process_time()
            slowest, before = max(slowest, now - before), now
        return Played(seed, turns, died, tuple(rows), time.process_time() - start, boards, slowest)

    return play


def poisson_bounds(events: int) -> tuple[float, float]:
    """The exact interval of 95 % for the mean of a count (Garwood 1936), by halving."""

    def below(mean: float, count: int) -> float:
        return sum(math.exp(n * math.log(mean) - mean - math.lgamma(n + 1)) for n in range(count + 1))

    def solve(aim: float, count: int) -> float:
        low, high = 1e-9, 10.0 * events + 50
        for _ in range(100):
            middle = (low + high) / 2
            low, high = (middle, high) if below(middle, count) > aim else (low, middle)
        return low

    return (solve(0.975, events - 1) if events else 0.0), solve(0.025, events)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("player", choices=("article", "mended", "bonus-article", "ours"))
    options.add_argument("--turns", type=float, default=10_000, help="to play in all")
    options.add_argument("--cut", type=int, default=5_000, help="turns after which a game of our player is broken off")
    options.add_argument("--first", type=int, default=0, help="the first seed")
    options.add_argument("--effort", default="20x4x0x0", help="of our player, E[,...]")
    options.add_argument("--limit", type=float, metavar="SECONDS", help="of a move of our player, instead of an effort")
    options.add_argument("--calm", type=float, help="worth from which our player looks no further")
    options.add_argument("--death", type=float, help="what the end of the game is worth to our player")
    options.add_argument("--scoring", choices=tuple(rules.SCORINGS), default="rows", help="what our player plays for")
    options.add_argument("--table", type=Path, help="another table than the one that comes with the game")
    options.add_argument("--without-reflections", action="store_true")
    options.add_argument("--log", type=Path, help="keeps every game; games that it holds are not played again")
    options.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    asked = options.parse_args()
    if asked.player == "ours":
        play = ours(our_choice(asked))
    else:
        choice = ArticlePlayer(mended=asked.player != "article", bonus=asked.player == "bonus-article")
        play = article(choice, not asked.without_reflections)
    games: list[Played] = []
    if asked.log and asked.log.is_file():
        lines = map(json.loads, asked.log.read_text(encoding="utf-8").splitlines())
        games = [Played(**{**line, "rows": tuple(line["rows"])}) for line in lines]
    while (left := int(asked.turns) - sum(game.turns for game in games)) > 0:
        seed = asked.first + len(games)
        game = play(seed, min(left, asked.cut) if asked.player == "ours" else LONGEST)
        games.append(game)
        print(f"{seed}: {game.turns:,} turns, {'died' if game.died else 'cut short'}", file=sys.stderr, flush=True)
        if asked.log:
            with asked.log.open("a", encoding="utf-8") as log:
                log.write(json.dumps(vars(game)) + "\n")
    how = asked.effort if asked.limit is None else f"{1000 * asked.limit:g} ms"
    name = f"ours {how} {asked.scoring}" if asked.player == "ours" else asked.player
    report(f"pentas {name}", figures(games, asked), keep=asked.keep)


def our_choice(asked: argparse.Namespace) -> Chooser:
    """Our player as it was asked for."""
    if asked.limit is not None:
        return within(Limit(seconds=asked.limit), rules.House(scoring=asked.scoring))
    known = load(asked.table) if asked.table else learned(asked.scoring)
    if asked.death is not None:
        known = replace(known, death=asked.death)
    efforts = [Effort(*map(int, one.split("x"))) for one in asked.effort.split(",")]
    return with_efforts(Searcher(known, calm=asked.calm), efforts)


def searcher_calm(asked: argparse.Namespace) -> float | str:
    """The worth from which our player looks no further, as it was asked for."""
    return "table" if asked.calm is None else float(asked.calm)


def figures(games: list[Played], asked: argparse.Namespace) -> dict[str, float | str]:
    """What the games say."""
    turns, deaths = sum(game.turns for game in games), sum(game.died for game in games)
    low, high = poisson_bounds(deaths)
    seconds = sum(game.seconds for game in games)
    told: dict[str, float | str] = {
        "games": len(games),
        "turns": turns,
        "deaths": deaths,
        "turns_a_death": round(turns / max(1, deaths)),
        "least": round(turns / high),
        "most": round(turns / low) if low else "none",
        "ms_a_move": round(1000 * seconds / max(1, turns), 4),
    }
    for scoring in rules.SCORINGS:
        total = sum(game.points(scoring) for game in games)
        told[f"points_a_turn_{scoring}"] = round(total / max(1, turns), 2)
        told[f"points_a_death_{scoring}"] = round(total / max(1, deaths))
    if asked.player == "ours":
        told |= {
            "effort": asked.effort if asked.limit is None else "by its limit",
            "calm": searcher_calm(asked),
            "death": "table" if asked.death is None else float(asked.death),
            "scoring": asked.scoring,
            "slowest_ms": round(1000 * max(game.slowest for game in games), 1),
            "boards_a_second": round(sum(game.boards for game in games) / max(1e-9, seconds)),
        }
    elif len(games) > 1:
        scores = sorted(game.points("rows") for game in games)
        told |= {
            "mean": round(statistics.mean(scores)),
            "standard_error": round(statistics.stdev(scores) / math.sqrt(len(scores))),
            "median": scores[len(scores) // 2],
            "best": scores[-1],
        }
    return told


if __name__ == "__main__":
    main()
