"""Learn what boards of Pentas are worth, by playing: temporal differences on tables of patterns.

    python -m benchmarks.pentas_train FOLDER [--turns 100e6] [--scoring rows|bonus] [--threads N] [--export PATH]
    python -m benchmarks.pentas_train FOLDER --cluster ADDRESS
    python -m benchmarks.pentas_train FOLDER --plot CURVE.svg

FOLDER keeps everything: `state.npz` (written whole or not at all), and `log.jsonl`, a line for every slice of turns.
A run
with the same FOLDER goes on where the last one stopped; Ctrl-C ends it after the slice. One thread with the same seed
learns the same again. Several share the tables without locks: two that write the same number at once lose one of two
small
steps, which is rare and does no harm. On a cluster (`pip install .[cluster]`, dask.distributed) every worker plays a
slice
with the tables as they are, and what each of them changed is added up, weighted by how much it moved each number.

`--export` writes the table that the player loads: `engine/games/pentas/tables/rows`.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.line import commit
from engine.games.pentas import eight, knowledge, learning
from engine.games.pentas.rules import CELLS, SCORINGS
from engine.games.pentas.value import NUMBERS, PARTS

Floats = NDArray[np.float32]
SLICE = 1_000_000
"""Turns of a thread between two lines of the log."""
SAVED = 60.0
"""Seconds between two writings of the state at the least."""
HOPE = {"rows": -0.8, "bonus": 600.0}
"""What every board is worth at first: about what it will be on the way."""
DEATH = {"rows": -1.0, "bonus": -500.0}
"""What it is worth when a piece fits nowhere: near the end of a game in which one lasts long, far less than nothing."""


@dataclass
class Progress:
    """Everything that a run goes on from."""

    table: Floats
    drift: Floats
    """The sum of the errors that each number was part of..."""
    travel: Floats
    """...and the sum of their sizes."""
    states: NDArray[np.uint64]
    """(threads, STATE): the game that each thread is in."""
    turns: int = 0
    seconds: float = 0.0

    @classmethod
    def fresh(cls, threads: int, hope: float, seed: int) -> Progress:
        """At the beginning."""
        table, drift, travel = (np.zeros(NUMBERS + knowledge.SPARE, np.float32) for _ in range(3))
        table[:NUMBERS] = hope / PARTS
        return cls(table, drift, travel, fresh_states(threads, seed))

    @classmethod
    def load(cls, path: Path, threads: int, seed: int) -> Progress:
        """As it was saved; further threads begin games of their own."""
        with np.load(path, allow_pickle=False) as kept:
            states = np.asarray(kept["states"])
            if len(states) < threads:
                states = np.vstack([states, fresh_states(threads, seed)[len(states) :]])
            table, drift, travel = (np.array(kept[name]) for name in ("table", "drift", "travel"))
            return cls(table, drift, travel, states, int(kept["turns"]), float(kept["seconds"]))

    def save(self, path: Path) -> None:
        """Write it whole or not at all."""
        part = path.with_suffix(".part.npz")
        np.savez(part, **vars(self))
        part.replace(path)


def fresh_states(threads: int, seed: int) -> NDArray[np.uint64]:
    """Games on full boards, each with random numbers of its own."""
    states = np.zeros((threads, learning.STATE), np.uint64)
    states[:, learning.BOARD] = states[:, learning.BEFORE] = eight.FULL
    states[:, learning.RANDOM] = np.random.SeedSequence(seed).generate_state(threads, np.uint64)
    return states


def play(
    numbers: tuple[Floats, Floats, Floats],
    state: NDArray[np.uint64],
    turns: int,
    scoring: str,
    discount: float,
    rate: float,
) -> int:
    """Let one thread learn for so many turns; gives how many games ended."""
    lie, count = eight.ways(reflections=True)
    points = [CELLS + n for n in SCORINGS["bonus"]] if scoring == "bonus" else [0] * len(SCORINGS["rows"])
    prize = np.array(points, np.float32)
    table, drift, travel = numbers
    return learning.train(table, drift, travel, lie, count, state, prize, turns, discount, rate, DEATH[scoring])


def slice_here(run: Progress, pool: ThreadPoolExecutor, threads: int, *how: Any) -> tuple[int, int]:
    """A slice on the cores of this machine; gives turns and games that ended."""
    numbers = (run.table, run.drift, run.travel)
    ended = pool.map(lambda n: play(numbers, run.states[n], SLICE, *how), range(threads))
    return SLICE * threads, sum(ended)


def slice_there(
    numbers: tuple[Floats, Floats, Floats], state: NDArray[np.uint64], turns: int, *how: Any
) -> tuple[int, Floats, Floats, Floats, NDArray[np.uint64]]:
    """A slice on another machine, with copies of everything."""
    table, drift, travel = (np.array(one) for one in numbers)
    state = np.array(state)
    return play((table, drift, travel), state, turns, *how), table, drift, travel, state


def slice_on_cluster(run: Progress, client: Any, workers: int, *how: Any) -> tuple[int, int]:
    """A slice on every worker of a cluster, put together; gives turns and games that ended."""
    before = client.scatter((run.table, run.drift, run.travel), broadcast=True)
    sent = [client.submit(slice_there, before, run.states[n], SLICE, *how, pure=False) for n in range(workers)]
    told = client.gather(sent)
    moved = [travel - run.travel for _, _, _, travel, _ in told]
    weight = np.maximum(sum(moved), np.float32(1e-20))
    run.table += sum(far / weight * (table - run.table) for far, (_, table, _, _, _) in zip(moved, told, strict=True))
    run.drift += sum(drift - run.drift for _, _, drift, _, _ in told)
    run.travel += sum(moved)
    for n, (*_, state) in enumerate(told):
        run.states[n] = state
    return SLICE * workers, sum(one[0] for one in told)


def curve(log: Path) -> list[tuple[float, float]]:
    """Turns that were learned from, and turns a game then lasted."""
    lines = (json.loads(line) for line in log.read_text(encoding="utf-8").splitlines())
    return [(line["turns"], line["turns_a_game"]) for line in lines]


def learn(asked: argparse.Namespace) -> None:
    """Go on until the turns are played or somebody stops it."""
    asked.folder.mkdir(parents=True, exist_ok=True)
    state, log = asked.folder / "state.npz", asked.folder / "log.jsonl"
    client = None
    workers = asked.threads
    if asked.cluster:
        from distributed import Client

        client = Client(asked.cluster)
        workers = len(client.scheduler_info()["workers"])
    if state.is_file():
        run = Progress.load(state, workers, asked.seed)
    else:
        run = Progress.fresh(workers, HOPE[asked.scoring], asked.seed)
    how = (asked.scoring, asked.discount, asked.rate)
    stopped: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: stopped.append(number))
    signal.signal(signal.SIGTERM, lambda number, _: stopped.append(number))
    saved = time.monotonic()
    with ThreadPoolExecutor(workers) as pool, log.open("a", encoding="utf-8") as lines:
        while run.turns < asked.turns and not stopped:
            began, cpu = time.monotonic(), time.process_time()
            turns, ended = (
                slice_on_cluster(run, client, workers, *how) if client else slice_here(run, pool, workers, *how)
            )
            took = time.monotonic() - began
            run.turns, run.seconds = run.turns + turns, run.seconds + took
            told = {
                "turns": run.turns,
                "turns_a_game": round(turns / max(1, ended), 1),
                "turns_a_second": round(turns / took),
                "turns_a_cpu_second": round(turns / max(1e-9, time.process_time() - cpu)),
            }
            lines.write(json.dumps(told) + "\n")
            lines.flush()
            print(" ".join(f"{name} {value:,}" for name, value in told.items()), file=sys.stderr, flush=True)
            if time.monotonic() - saved > SAVED:
                run.save(state)
                saved = time.monotonic()
    run.save(state)


def export(asked: argparse.Namespace) -> None:
    """Write the table for the player."""
    run = Progress.load(asked.folder / "state.npz", 1, asked.seed)
    source = {
        "scoring": asked.scoring,
        "discount": asked.discount,
        "death": DEATH[asked.scoring],
        "calm": asked.calm,
        "by": "python -m benchmarks.pentas_train",
        "commit": commit(),
        "turns": run.turns,
        "hours": round(run.seconds / 3600, 2),
    }
    knowledge.save(asked.export, run.table, source)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--turns", type=float, default=100e6, help="in all, those of earlier runs included")
    options.add_argument("--scoring", choices=tuple(SCORINGS), default="rows")
    options.add_argument("--threads", type=int, default=os.cpu_count())
    options.add_argument("--discount", type=float, default=0.99, help="what a turn later is worth less")
    options.add_argument("--rate", type=float, default=1.0, help="share of an error that fresh numbers take away")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--cluster", metavar="ADDRESS", help="of a dask scheduler, such as tcp://10.0.0.5:8786")
    options.add_argument("--export", type=Path, metavar="PATH", help="write the table that was learned, and end")
    options.add_argument("--calm", type=float, default=1e9, help="worth from which the player need not look further")
    options.add_argument("--plot", type=Path, metavar="SVG", help="draw the learning curve, and end")
    asked = options.parse_args()
    if asked.export:
        export(asked)
    elif asked.plot:
        from bot.report.plots import Series, line_plot

        points = curve(asked.folder / "log.jsonl")
        drawn = line_plot([Series("turns a game", points)], "turns learned from", "turns a game lasts", log_x=True)
        asked.plot.write_text(drawn, encoding="utf-8")
    else:
        learn(asked)


if __name__ == "__main__":
    main()
