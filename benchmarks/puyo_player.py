"""How strong the Puyo Puyo player is: games from an empty field, nobody else, the largest chain of each.

    python -m benchmarks.puyo_player [--games N] [--first K] [--known 2] [--effort WIDTHxDEPTHxFUTURES[xTRIALS]]

The protocol of the field: 128 pairs with 64 puyos of each colour, again and again; the current pair and the next
(`--known 2`), or the one after as well, are seen; a game ends with a chain of 80,000 points and more, when no pair can
appear, or after 60 pairs. The queues come from a file (`seed LETTERS` a line), or are shuffled here. One thread,
processor time. Progress goes to stderr, a line a game; `--log FILE` keeps them, and a run with the same file goes on
where it stopped. `--keep` adds the figures to history.csv.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.line import report
from engine.api import Limit
from engine.budget import Budget
from engine.games.puyo import GAME, rules, search
from engine.games.puyo.notation import State
from engine.moves import Drop

QUEUES = Path(__file__).parents[2] / "shared" / "data" / "puyo_queues.txt"
PAIRS = 60
ENOUGH = 80_000
COLOURS = "RYGB"


@dataclass(frozen=True)
class Played:
    """How a game went."""

    seed: str
    points: int
    """Of its largest chain."""
    chain: int
    pairs: int
    died: bool
    seconds: float
    """Of the processor, a decision."""


def queues(path: Path) -> Iterator[tuple[str, str]]:
    """Names and letters of queues."""
    if path.is_file():
        for line in path.read_text(encoding="utf-8").splitlines():
            seed, letters = line.split()
            yield seed, letters
        return
    for number in range(1, 101):
        chance = random.Random(number)
        while True:
            letters = "".join(chance.sample(COLOURS * 64, 256))
            if len(set(letters[:4])) <= 3:
                break
        yield str(number), letters


def queue(number: int) -> str:
    """A queue to tune on: it depends on nothing but its number, and is none of the benchmark's."""
    chance = random.Random(f"tune {number}")
    while True:
        letters = "".join(chance.sample(COLOURS * 64, 256))
        if len(set(letters[:4])) <= 3:
            return letters


def play(
    seed: str,
    letters: str,
    known: int,
    effort: search.Effort,
    weights: search.Weights | None = None,
    seen: list[State] | None = None,
) -> Played:
    """One game; `seen` takes the states that were thought over."""
    pairs = [letters[n : n + 2] for n in range(0, len(letters), 2)]
    game = GAME()
    state = State(("",) * game.columns, ())
    best = (0, 0)
    busy = 0.0
    for at in range(PAIRS):
        state = State(state.field, tuple(pairs[(at + n) % len(pairs)] for n in range(known)), state.spent)
        if seen is not None:
            seen.append(state)
        start = time.process_time()
        choice = search.choose(state, game, Budget(Limit()), effort, weights)
        busy += time.process_time() - start
        if choice is None:
            return Played(seed, best[0], best[1], at, died=True, seconds=busy / max(1, at))
        steps = rules.chain(rules.put(state.field, state.pairs[0], choice.placement, game), game)
        best = max(best, (rules.score(steps), len(steps)))
        state = game.play(state, Drop(choice.placement.column, choice.placement.side))
        over = rules.dead(state.field, game)
        if over or best[0] >= ENOUGH:
            return Played(seed, best[0], best[1], at + 1, died=over, seconds=busy / (at + 1))
    return Played(seed, best[0], best[1], PAIRS, died=False, seconds=busy / PAIRS)


def share(games: list[Played], least: int) -> float:
    """Of the games with chains of at least so many steps."""
    return round(sum(game.chain >= least for game in games) / len(games), 3)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=20)
    options.add_argument("--first", type=int, default=0, help="leave out so many queues")
    options.add_argument("--known", type=int, default=2, help="pairs that are seen, the current one included")
    options.add_argument("--effort", default="400x16x6", help="width, depth, futures, trials at the end")
    options.add_argument("--queues", type=Path, default=QUEUES)
    options.add_argument("--log", type=Path, help="keeps every game; games that it holds are not played again")
    options.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    asked = options.parse_args()
    width, depth, futures, *trials = map(int, asked.effort.split("x"))
    effort = search.Effort(width, depth, futures, trials=trials[0] if trials else search.Effort.trials)
    done: dict[str, Played] = {}
    if asked.log and asked.log.is_file():
        done = {line["seed"]: Played(**line) for line in map(json.loads, asked.log.read_text().splitlines())}
    games = []
    for seed, letters in list(queues(asked.queues))[asked.first : asked.first + asked.games]:
        game = done.get(seed) or play(seed, letters, asked.known, effort)
        games.append(game)
        print(f"{seed}: {game.points:,} ({game.chain}) after {game.pairs} pairs", file=sys.stderr, flush=True)
        if asked.log and seed not in done:
            with asked.log.open("a", encoding="utf-8") as log:
                log.write(json.dumps(asdict(game)) + "\n")
    points = sorted(game.points for game in games)
    figures: dict[str, float | str] = {
        "effort": asked.effort,
        "known": asked.known,
        "games": len(games),
        "mean": round(statistics.mean(points)),
        "median": round(statistics.median(points)),
        "p10": points[len(points) // 10],
        "least": points[0],
        "mean_chain": round(statistics.mean(game.chain for game in games), 2),
        "share_10": share(games, 10),
        "share_13": share(games, 13),
        "share_15": share(games, 15),
        "share_100k": round(sum(p >= 100_000 for p in points) / len(points), 3),
        "deaths": sum(game.died for game in games),
        "cpu_seconds_a_decision": round(statistics.mean(game.seconds for game in games), 4),
    }
    report("puyo player", figures, keep=asked.keep)


if __name__ == "__main__":
    main()
