"""Find what makes a field of Puyo Puyo promising, by playing: weights in, mean largest chain out.

    python -m benchmarks.puyo_tune LOG [--generations N] [--games 6] [--effort 60x12x4]

Covariance matrix adaptation (the `cma` library, `pip install .[tune]`) over all weights of `search.Weights`, each as a
factor on its present value. Every generation plays fresh queues, the same for all its candidates; none of them is in
the benchmark's file. LOG keeps a JSON line for every candidate; a run with the same LOG repeats what is written there
without playing and goes on after it. The mean of the last generation is printed as `Weights(…)`.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, fields
from functools import partial
from pathlib import Path

import cma

from benchmarks.puyo_player import play, queue
from engine.games.puyo.search import Effort, Weights

SPREAD = 0.3
"""How far a factor strays at first."""


def weights_at(point: Sequence[float]) -> Weights:
    """The weights at a point of the search; the origin is what stands in `search.Weights`."""
    return Weights(*(value * math.exp(x) for value, x in zip(astuple(Weights()), point, strict=True)))


def strength(game: tuple[Sequence[float], int], effort: Effort) -> int:
    """The largest chain of one game, in points."""
    point, number = game
    return play(str(number), queue(number), 2, effort, weights_at(point)).points


def logged(path: Path) -> Iterator[float]:
    """What the candidates of a log scored, in order."""
    if path.is_file():
        for line in path.read_text(encoding="utf-8").splitlines():
            yield float(json.loads(line)["mean"])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("log", type=Path)
    options.add_argument("--generations", type=int, default=40)
    options.add_argument("--games", type=int, default=6, help="for each candidate")
    options.add_argument("--effort", default="60x12x4", help="width, depth, futures")
    options.add_argument("--workers", type=int, default=os.cpu_count())
    asked = options.parse_args()
    width, depth, futures = map(int, asked.effort.split("x"))
    effort = Effort(width, depth, futures, trials=0)
    known = logged(asked.log)
    search = cma.CMAEvolutionStrategy([0.0] * len(fields(Weights)), SPREAD, {"seed": 1, "verbose": -9})
    with ProcessPoolExecutor(asked.workers) as workers:
        for generation in range(asked.generations):
            points = search.ask()
            means = []
            for candidate, point in enumerate(points):
                mean = next(known, None)
                if mean is None:
                    numbers = range(generation * asked.games, (generation + 1) * asked.games)
                    games = [(list(point), number) for number in numbers]
                    mean = statistics.mean(workers.map(partial(strength, effort=effort), games))
                    with asked.log.open("a", encoding="utf-8") as log:
                        told = {"generation": generation, "candidate": candidate, "mean": mean, "point": list(point)}
                        log.write(json.dumps(told) + "\n")
                means.append(mean)
            search.tell(points, [-mean for mean in means])
            print(f"generation {generation}: {statistics.mean(means):,.0f}", file=sys.stderr, flush=True)
    print(weights_at(search.mean))


if __name__ == "__main__":
    main()
