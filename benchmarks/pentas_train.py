"""Learn what boards of Pentas are worth, by playing: temporal differences on tables of patterns.

    python -m benchmarks.pentas_train FOLDER [--turns 100e6] [--scoring rows|bonus] [--threads N]
    python -m benchmarks.pentas_train FOLDER --cluster ADDRESS
    python -m benchmarks.pentas_train FOLDER --export PATH
    python -m benchmarks.pentas_train FOLDER --plot CURVE.svg

FOLDER keeps everything: `state.npz` (written whole or not at all), and `log.jsonl`, a line for every slice of turns. A
run with the same FOLDER goes on where the last one stopped; Ctrl-C ends it after the slice. It is learned on games that
are played without looking ahead, or with `--firsts N` on walks from the boards of a player that looks at both known
pieces, see `learning`. `--begin TABLE` begins with what another run exported; the worth of lasting long is then
stretched over the points of the newer scoring where that is to be learned. `--over TABLE --life POINTS` learns, for the
newer scoring, the points of the turns to come apart from what lasting long is worth by that table, where the end of the
game costs so many points: the sum of both is what is played, and exported with that life or another. One thread with
the same seed learns the same again. Several share the tables without locks: two that write the same number at once lose
one of two small steps, which is rare and does no harm. On a cluster (`pip install .[cluster]`, dask.distributed) every
thread of every worker plays a slice with the tables as they are, and what each of them changed is added up, weighted by
how much it moved each number.

`--export` writes the table that the player loads: `engine/games/pentas/tables/rows`, or `bonus`.
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
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.line import commit
from engine.games.pentas import eight, knowledge, learning
from engine.games.pentas.rules import CELLS, SCORINGS
from engine.games.pentas.value import NUMBERS, PARTS

Floats = NDArray[np.float32]
SAVED = 60.0
"""Seconds between two writings of the state at the least."""
HOPE = {"rows": -0.8, "bonus": 400.0}
"""What every board is worth at first: about what it will be on the way."""
DEATH = {"rows": -1.0, "bonus": -1000.0}
"""What it is worth when a piece fits nowhere: to a player that lasts, the loss of very many turns."""
AHEAD = 250.0
"""Points of the turns to come that are hoped for at first, where these alone are learned."""
UNIT = {"rows": 2.0**-18, "bonus": 2.0**-4}
"""In which the table is played with while it is learned."""


USUAL = -0.35
"""What a board is worth to one who only wants to last, as long as nothing is wrong."""


TRUST = 0.2
"""The share of an error by which numbers that were begun with move at first, instead of all of it."""


class How(NamedTuple):
    """How it is learned, see `learning`."""

    scoring: str
    discount: float
    rate: float
    firsts: int
    onward: float
    slice: int = 1_000_000
    """Turns of a thread between two lines of the log."""
    apart: bool = False
    """Whether the points to come are learned apart from lasting long."""


@dataclass
class Progress:
    """Everything that a run goes on from."""

    table: Floats
    drift: Floats
    """The sum of the errors that each number was part of..."""
    travel: Floats
    """...and the sum of their sizes."""
    under: Floats
    """What the table stands on, see `learning`."""
    states: NDArray[np.uint64]
    """(threads, STATE): the game that each thread is in."""
    turns: int = 0
    seconds: float = 0.0

    @classmethod
    def fresh(cls, threads: int, hope: float, seed: int) -> Progress:
        """At the beginning."""
        table, drift, travel, under = (np.zeros(NUMBERS + knowledge.SPARE, np.float32) for _ in range(4))
        table[:NUMBERS] = hope / PARTS
        return cls(table, drift, travel, under, fresh_states(threads, seed))

    @classmethod
    def load(cls, path: Path, threads: int, seed: int) -> Progress:
        """As it was saved; further threads begin games of their own."""
        with np.load(path, allow_pickle=False) as kept:
            states = np.asarray(kept["states"])
            if len(states) < threads:
                states = np.vstack([states, fresh_states(threads, seed)[len(states) :]])
            table, drift, travel, under = (np.array(kept[name]) for name in ("table", "drift", "travel", "under"))
            return cls(table, drift, travel, under, states, int(kept["turns"]), float(kept["seconds"]))

    def save(self, path: Path) -> None:
        """Write it whole or not at all."""
        part = path.with_suffix(".part.npz")
        np.savez(part, **vars(self))
        part.replace(path)


def fresh_states(threads: int, seed: int) -> NDArray[np.uint64]:
    """Games on full boards, each with random numbers of its own."""
    states = np.zeros((threads, learning.STATE), np.uint64)
    states[:, learning.BOARD] = eight.FULL
    states[:, learning.RANDOM] = np.random.SeedSequence(seed).generate_state(threads, np.uint64)
    return states


def play(numbers: tuple[Any, ...], state: NDArray[np.uint64], how: How) -> NDArray[np.float64]:
    """Let one thread learn a slice of turns; gives what happened, as `learning` tells it. `numbers` are the table in
    its unit, the table, what it stands on, drift and travel.
    """
    lie, count = eight.ways(reflections=True)
    points = [CELLS + n for n in SCORINGS["bonus"]] if how.scoring == "bonus" else [0] * len(SCORINGS["rows"])
    told = np.zeros(learning.TOLD)
    short, table, under, drift, travel = numbers
    rules = np.array(
        [how.discount, how.rate, DEATH[how.scoring], UNIT[how.scoring], how.firsts, how.onward, how.apart], np.float32
    )
    prize = np.array(points, np.float32)
    learning.train(table, under, short, drift, travel, lie, count, state, prize, how.slice, rules, told)
    return told


def in_units(table: Floats, scoring: str) -> NDArray[np.int16]:
    """The table as it is played with."""
    units = np.rint(table / np.float32(UNIT[scoring]))
    return np.asarray(np.clip(units, -learning.LARGEST, learning.LARGEST), np.int16)


class Here:
    """The cores of this machine."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads)

    def slice(self, run: Progress, how: How) -> NDArray[np.float64]:
        """Learn a slice on every thread; gives what happened."""
        numbers = (in_units(run.table + run.under, how.scoring), run.table, run.under, run.drift, run.travel)
        return sum(self._pool.map(lambda n: play(numbers, run.states[n], how), range(self.threads)))  # type: ignore[return-value]


def slice_there(
    numbers: tuple[Floats, Floats, Floats, Floats], state: NDArray[np.uint64], how: How
) -> tuple[NDArray[np.float64], Floats, Floats, Floats, NDArray[np.uint64]]:
    """A slice on another machine, with copies of everything."""
    table, under, drift, travel = (np.array(one) for one in numbers)
    state = np.array(state)
    told = play((in_units(table + under, how.scoring), table, under, drift, travel), state, how)
    return told, table, drift, travel, state


class Cluster:
    """The workers of a dask cluster, each thread of them."""

    def __init__(self, address: str) -> None:
        from distributed import Client

        self._client = Client(address)
        self._seats = [worker for worker, threads in self._client.nthreads().items() for _ in range(threads)]
        self.threads = len(self._seats)

    def slice(self, run: Progress, how: How) -> NDArray[np.float64]:
        """Learn a slice on every thread and put together what they changed; gives what happened."""
        client = self._client
        numbers = client.scatter([(run.table, run.under, run.drift, run.travel)], broadcast=True)[0]
        sent = [
            client.submit(slice_there, numbers, run.states[n], how, pure=False, workers=[seat])
            for n, seat in enumerate(self._seats)
        ]
        back = client.gather(sent)
        moved = [travel - run.travel for _, _, _, travel, _ in back]
        weight = np.maximum(sum(moved), np.float32(1e-20))
        run.table += sum(
            far / weight * (table - run.table) for far, (_, table, _, _, _) in zip(moved, back, strict=True)
        )
        run.drift += sum(drift - run.drift for _, _, drift, _, _ in back)
        run.travel += sum(moved)
        for n, (*_, state) in enumerate(back):
            run.states[n] = state
        return sum(told for told, *_ in back)  # type: ignore[no-any-return]


def figures(told: NDArray[np.float64]) -> dict[str, float]:
    """What a slice tells about how well is played: turns that a walk without a look would last and points of its
    steps, and turns a death and points a turn of the player that looks ahead.
    """
    walked, ended, turns, points, deaths, gained = (float(one) for one in told)
    seen = {"turns_a_walk": round(walked / max(1.0, ended), 1)}
    if gained:
        seen["points_a_step"] = round(gained / walked, 2)
    if turns:
        seen |= {"turns_a_death": round(turns / max(1.0, deaths)), "points_a_turn": round(points / turns, 2)}
    return seen


def curves(log: Path) -> dict[str, list[tuple[float, float]]]:
    """Turns that were learned from, and how long one then lasted."""
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    names = ("turns_a_walk", "turns_a_death")
    return {name: [(line["turns"], line[name]) for line in lines if name in line] for name in names}


def learn(asked: argparse.Namespace) -> None:
    """Go on until the turns are played or somebody stops it."""
    asked.folder.mkdir(parents=True, exist_ok=True)
    state, log = asked.folder / "state.npz", asked.folder / "log.jsonl"
    place = Cluster(asked.cluster) if asked.cluster else Here(asked.threads)
    if state.is_file():
        run = Progress.load(state, place.threads, asked.seed)
        run.drift *= asked.forget
        run.travel *= asked.forget
    else:
        run = Progress.fresh(place.threads, AHEAD if asked.over else HOPE[asked.scoring], asked.seed)
        if asked.over:
            run.under = stood_on(asked.over, asked.life)
        if asked.begin:
            run.table = begun(asked.begin, asked.scoring)
            run.travel[:] = HOPE[asked.scoring] - DEATH[asked.scoring]
            run.drift[:] = TRUST * run.travel
    how = How(asked.scoring, asked.discount, asked.rate, asked.firsts, asked.onward, int(asked.slice), bool(asked.over))
    stopped: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: stopped.append(number))
    signal.signal(signal.SIGTERM, lambda number, _: stopped.append(number))
    saved = time.monotonic()
    with log.open("a", encoding="utf-8") as lines:
        while run.turns < asked.turns and not stopped:
            began, cpu = time.monotonic(), time.process_time()
            seen = figures(place.slice(run, how))
            turns, took = how.slice * place.threads, time.monotonic() - began
            run.turns, run.seconds = run.turns + turns, run.seconds + took
            told = {
                "turns": run.turns,
                **seen,
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


def begun(path: Path, scoring: str) -> Floats:
    """The numbers of a table to begin with. What lasting long is worth is stretched so that the end of the game is
    worth what it is in the other scoring, and a board of the usual danger what is hoped for.
    """
    known = knowledge.load(path)
    table = known.table.astype(np.float32) * np.float32(known.unit)
    if known.scoring != scoring:
        steep = (HOPE[scoring] - DEATH[scoring]) / (USUAL - DEATH[known.scoring])
        table[:NUMBERS] = steep * table[:NUMBERS] + (DEATH[scoring] - steep * DEATH[known.scoring]) / PARTS
    return table


def stood_on(path: Path, life: float) -> Floats:
    """What lasting long is worth by a table, in points, where the end of the game costs `life`."""
    known = knowledge.load(path)
    return known.table.astype(np.float32) * np.float32(known.unit * life / -known.death)


def export(asked: argparse.Namespace) -> None:
    """Write the table for the player."""
    run = Progress.load(asked.folder / "state.npz", 1, asked.seed)
    if asked.over:
        run.under = stood_on(asked.over, asked.life)
    source = {
        "scoring": asked.scoring,
        "discount": asked.discount,
        "death": -asked.life if asked.over else DEATH[asked.scoring],
        "calm": asked.calm,
        "by": "python -m benchmarks.pentas_train",
        "commit": commit(),
        "turns": run.turns,
        "hours": round(run.seconds / 3600, 2),
    }
    if asked.over:
        source["over"] = asked.over.name
    knowledge.save(asked.export, run.table + run.under, source)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--turns", type=float, default=100e6, help="in all, those of earlier runs included")
    options.add_argument("--scoring", choices=tuple(SCORINGS), default="rows")
    options.add_argument("--threads", type=int, default=os.cpu_count())
    options.add_argument("--discount", type=float, default=0.99, help="what a turn later is worth less")
    options.add_argument("--rate", type=float, default=1.0, help="share of an error that fresh numbers take away")
    options.add_argument("--firsts", type=int, default=0, help="placements that the player goes on with; 0: no player")
    options.add_argument("--onward", type=float, default=0.85, help="how likely a walk goes on")
    options.add_argument(
        "--forget", type=np.float32, default=1.0, help="how much what was seen before this run counts for the steps"
    )
    options.add_argument("--slice", type=float, default=1e6, help="turns of a thread between two lines of the log")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--cluster", metavar="ADDRESS", help="of a dask scheduler, such as tcp://10.0.0.5:8786")
    options.add_argument("--begin", type=Path, metavar="PATH", help="a table to begin with")
    options.add_argument("--over", type=Path, metavar="TABLE", help="what lasting long is worth, apart from the points")
    options.add_argument("--life", type=float, default=knowledge.LIFE, help="points that the end costs, with --over")
    options.add_argument("--export", type=Path, metavar="PATH", help="write the table that was learned, and end")
    options.add_argument("--calm", type=float, default=1e9, help="worth from which the player need not look further")
    options.add_argument("--plot", type=Path, metavar="SVG", help="draw the learning curve, and end")
    asked = options.parse_args()
    if asked.export:
        export(asked)
    elif asked.plot:
        from bot.report.plots import Series, line_plot

        names = {"turns_a_walk": "without a look", "turns_a_death": "looking ahead"}
        drawn = line_plot(
            [Series(names[name], points) for name, points in curves(asked.folder / "log.jsonl").items() if points],
            "turns learned from",
            "turns a death",
            log_x=True,
            log_y=True,
        )
        asked.plot.write_text(drawn, encoding="utf-8")
    else:
        learn(asked)


if __name__ == "__main__":
    main()
