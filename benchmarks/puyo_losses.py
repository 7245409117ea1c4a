"""Where games of Puyo Puyo lose their points: by building too small a chain, or by not firing the one that is there.

    python -m benchmarks.puyo_losses [--games N] [--first K] [--effort WIDTHxDEPTHxFUTURES] [--log FILE] [--keep]

Games as in `puyo_player`, on the tuner's queues from number K on. Of every game is told: the largest chain that was
fired; the largest that any pair, in its turn, could have set off; and the largest that the field ever held, had up to
three puyos of the right colour come. What could have been fired and was not is lost by deciding; what was held and
could never be fired, by luck or by waiting; the rest, up to what is wished for, by building.
Progress goes to stderr; `--log FILE` keeps every game, and a run with the same file goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.line import report
from benchmarks.puyo_player import ENOUGH, play, queue
from engine.games.puyo import GAME, rules, search
from engine.games.puyo.held import held
from engine.games.puyo.notation import State
from engine.games.puyo.rules import House

FIRST = 100_000
"""The queues from here on were not played for any weight."""


@dataclass(frozen=True)
class Lost:
    """What became of a game, in points of single chains."""

    number: int
    fired: int
    could: int
    """The largest chain that the pair of a turn could have set off."""
    held: int
    """The largest chain that any field held."""
    died: bool


def at_most(states: Sequence[State], house: House) -> tuple[int, int]:
    """The largest chain that the current pair of any state would set off, and the largest that any field holds."""
    could = waits = 0
    for state in states:
        for placement in rules.placements(state.field, house, state.spent):
            steps = rules.chain(rules.put(state.field, state.pairs[0], placement, house), house)
            could = max(could, rules.score(steps))
        chain = held(state.field, house)
        waits = max(waits, rules.score(chain.steps) if chain else 0)
    return could, waits


def lost(number: int, effort: search.Effort) -> Lost:
    """Play a game and look back at it."""
    seen: list[State] = []
    game = play(str(number), queue(number), 2, effort, seen=seen)
    could, waits = at_most(seen, GAME())
    return Lost(number, game.points, could, waits, game.died)


def figures(games: Sequence[Lost]) -> dict[str, float]:
    """Means in points, and the games that stayed below what ends one, and those of them that held as much."""
    small = [game for game in games if game.fired < ENOUGH]
    return {
        "games": len(games),
        "fired": round(statistics.mean(game.fired for game in games)),
        "could": round(statistics.mean(game.could for game in games)),
        "held": round(statistics.mean(game.held for game in games)),
        "small": len(small),
        "small_fired": round(statistics.mean(game.fired for game in small)) if small else 0,
        "small_could": round(statistics.mean(game.could for game in small)) if small else 0,
        "small_held": round(statistics.mean(game.held for game in small)) if small else 0,
        "small_that_held_enough": sum(game.held >= ENOUGH for game in small),
        "deaths": sum(game.died for game in games),
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=100)
    options.add_argument("--first", type=int, default=FIRST, help="number of the first queue")
    options.add_argument("--effort", default="96x12x3", help="width, depth, futures")
    options.add_argument("--log", type=Path, help="keeps every game; games that it holds are not played again")
    options.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    asked = options.parse_args()
    effort = search.Effort(*map(int, asked.effort.split("x")))
    done: dict[int, Lost] = {}
    if asked.log and asked.log.is_file():
        done = {line["number"]: Lost(**line) for line in map(json.loads, asked.log.read_text().splitlines())}
    games = []
    for number in range(asked.first, asked.first + asked.games):
        game = done.get(number) or lost(number, effort)
        games.append(game)
        print(f"{number}: fired {game.fired:,} of {game.could:,}, held {game.held:,}", file=sys.stderr, flush=True)
        if asked.log and number not in done:
            with asked.log.open("a", encoding="utf-8") as log:
                log.write(json.dumps(asdict(game)) + "\n")
    report("puyo losses", {"effort": asked.effort, **figures(games)}, keep=asked.keep)


if __name__ == "__main__":
    main()
