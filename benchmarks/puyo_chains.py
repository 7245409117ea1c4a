"""How fast chains are followed, with their points.

    python -m benchmarks.puyo_chains [--keep] [--boards FILE]

Three kinds of fields, as elsewhere: fields at random; one that holds a chain of 19; and the fields of real play, every
placement of every pair of our own games. A file of boards (13 rows from the top with `/` between, ` | `, chain, points,
puyos left, placements) is checked in the same run. One thread, processor time, the least of several.
"""

from __future__ import annotations

import argparse
import gzip
import random
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.line import report
from engine.api import Limit
from engine.budget import Budget
from engine.games.puyo import GAME, kernels, packing, rules, search
from engine.games.puyo.notation import State
from engine.games.puyo.rules import Field, House
from engine.moves import Drop

BOARDS = Path(__file__).parents[2] / "shared" / "data" / "puyo_boards.txt.gz"
COLOURS = "BGRY"
TSU = House()
COUNTED = np.uint16((1 << TSU.counted) - 1)
NINETEEN = (
    ".G.BRG", "GBRRYR", "RRYYBY", "RGYRBR", "YGYRBY", "YGBGYR", "GRBGYR", "BRBYBY", "RYYBYY", "BRBYBR", "BGBYRR",
    "YGBGBG", "RBGBGG",
)  # fmt: skip
"""The board on which the open simulators of the game are timed, rows from the top."""


def millions_a_second(fields: Sequence[Field], rounds: int = 9) -> float:
    """Million fields a second, from the field to its points."""
    words = np.concatenate([packing.packed(field, COLOURS) for field in fields])
    many = np.repeat(words, max(1, 60_000 // len(fields)), axis=0)
    chains, points = np.zeros(len(many), np.int64), np.zeros(len(many), np.int64)
    best = float("inf")
    for _ in range(rounds):
        fresh = many.copy()
        start = time.process_time()
        kernels.settle_all(fresh, COUNTED, chains, points)
        best = min(best, time.process_time() - start)
    return len(many) / best / 1e6


def at_random(count: int) -> list[Field]:
    """Columns of random heights and colours."""
    chance = random.Random(1)
    return [
        tuple("".join(chance.choice(COLOURS) for _ in range(chance.randint(4, 13))) for _ in range(TSU.columns))
        for _ in range(count)
    ]


def of_play(pairs: int) -> list[Field]:
    """Every placement of every pair of a game of our own."""
    chance = random.Random(2)
    queue = ["".join(chance.choices(COLOURS, k=2)) for _ in range(pairs + 1)]
    game, state, fields = GAME(), State(("",) * TSU.columns, ()), list[Field]()
    for at in range(pairs):
        state = State(state.field, tuple(queue[at : at + 2]), state.spent)
        moves = game.moves(state)
        fields += [rules.put(state.field, queue[at], rules.Placement(m.column, m.side), TSU) for m in moves]
        choice = search.choose(state, game, Budget(Limit()), search.Effort(width=30, depth=10, futures=2, trials=0))
        if choice is None:
            break
        state = game.play(state, Drop(choice.placement.column, choice.placement.side))
    return fields


def longest() -> Field:
    """A chain of 19 steps, as many as the field has room for, as columns from the floor."""
    return tuple("".join(column).rstrip(".") for column in zip(*reversed(NINETEEN), strict=True))


def differences(path: Path) -> tuple[int, int]:
    """How many boards of a file there are, and on how many the rules or the kernels say something else."""
    boards = wrong = 0
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            board, _, told = line.strip().partition(" | ")
            if line.startswith("#") and "/" not in board.partition(" ")[0]:
                continue
            rows = board.split("/")
            field = tuple("".join(row[x] for row in reversed(rows)).rstrip(".") for x in range(TSU.columns))
            chain, points, left, placements = told.split()
            words = packing.packed(field, COLOURS)
            chains, scored = np.zeros(1, np.int64), np.zeros(1, np.int64)
            kernels.settle_all(words, COUNTED, chains, scored)
            steps = rules.chain(field, TSU)
            after = steps[-1].after if steps else field
            mine = {f"{p.column + 1}{p.side}" for p in rules.placements(field, TSU)}
            theirs = {placements[n : n + 2] for n in range(0, len(placements), 2)} if placements != "-" else set()
            boards += 1
            wrong += (
                (int(chain), int(points), int(left)) != (len(steps), rules.score(steps), sum(map(len, after)))
                or (chains[0], scored[0]) != (len(steps), rules.score(steps))
                or packing.unpacked(words[0], COLOURS, TSU.columns) != after
                or mine != theirs
            )
    return boards, wrong


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    options.add_argument("--boards", type=Path, default=BOARDS)
    asked = options.parse_args()
    figures: dict[str, float | str] = {
        "random_millions": round(millions_a_second(at_random(3_000)), 2),
        "long_chain": len(rules.chain(longest(), TSU)),
        "long_millions": round(millions_a_second([longest()]), 2),
        "play_millions": round(millions_a_second(of_play(36)), 2),
    }
    if asked.boards.is_file():
        boards, wrong = differences(asked.boards)
        figures |= {"boards": boards, "boards_wrong": wrong}
    else:
        figures["boards"] = f"not compared: there is no {asked.boards.name}"
    report("puyo chains", figures, keep=asked.keep)


if __name__ == "__main__":
    main()
