"""How fast Panel de Pon puzzles are solved with all shortest answers and the proof, and how fast frames pass.

    python -m benchmarks.paneldepon_solver [--keep] [--puzzles FILE] [--traces FILE] [--rounds N] [--active SECONDS]

A puzzle file has one JSON object a line: `id`, `rows` from the top, `moves`. Without one, the puzzles that come with
the practice game are solved. Times are the least of several rounds, on a warm machine and one core.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numba
import numpy as np

from benchmarks.line import report
from bot.arcade.puzzles import shipped
from engine.api import Limit, Outcome, Plan
from engine.games.paneldepon import GAME, PanelDePon, State, explore, kernels, shortest, words
from engine.games.paneldepon.frames import step
from engine.games.paneldepon.packing import pack, times_array
from engine.games.paneldepon.panels import GREY
from engine.games.paneldepon.stack import Stack
from engine.games.paneldepon.timing import COLUMNS, PRESETS, ROWS

DATA = Path(__file__).parents[2] / "shared" / "data"
STAGE_59 = ("..5...", "..1...", "..3...", ".14...", ".242..", ".415..", ".215..", ".131..", ".131..")
LETTERS = "nsmpphfl"
GREYS = np.full((1, COLUMNS), GREY, dtype=np.int64)


@dataclass(frozen=True)
class Puzzle:
    """A board and how many swaps it takes."""

    name: str
    state: State


def read_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles of a file, or our own where it is not there."""
    if path.is_file():
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        return [Puzzle(line["id"], State(tuple(line["rows"]), line["moves"])) for line in lines]
    return [Puzzle(str(number), GAME().parse(one)) for number, one in enumerate(shipped("paneldepon"), 1)]


def least(rounds: int, game: PanelDePon, state: State) -> tuple[Plan, float, float]:
    """The plan, the least time that it took by the clock, and of the processor, in milliseconds."""
    best, busy = float("inf"), float("inf")
    for _ in range(rounds):
        start, cpu = time.perf_counter(), time.process_time()
        plan = game.plan(state, Limit(nodes=50_000_000))
        best = min(best, 1_000 * (time.perf_counter() - start))
        busy = min(busy, 1_000 * (time.process_time() - cpu))
    return plan, best, busy


# --- the simple brute force --------------------------------------------------------------------------------------


@numba.njit(cache=True)  # type: ignore[untyped-decorator]  # numba has no types
def brute(cells: Any, left: int, physics: int, scratch: Any, times: Any, greys: Any, tally: Any, memory: Any) -> int:
    """How many sequences of so many swaps clear the board at their end or sooner, by trying all of them."""
    found = 0
    for i in range(6, 77):
        if i % 6 == 5 or cells[i] == cells[i + 1]:
            continue
        child = cells.copy()
        explore.swap(child, i, physics, scratch, times, greys, tally, memory)
        clear = True
        for j in range(6, 78):
            clear = clear and (child[j] == 0 or child[j] == 9)
        if clear:
            found += 1
        elif left > 1:
            found += brute(child, left - 1, physics, scratch, times, greys, tally, memory)
    return found


def brute_force(game: PanelDePon, state: State, swaps: int) -> tuple[int, float]:
    """How many answers brute force finds, and how long it takes, in milliseconds."""
    cells, physics = shortest.cells_of(state, game), int(game.physics == "frames")
    rest = (np.zeros(words.META, np.int64), times_array(game.times), GREYS, np.zeros(16, np.int64), shortest.memory())
    brute(cells, 1, physics, *rest)
    start = time.perf_counter()
    found = brute(cells, swaps, physics, *rest)
    return found, 1_000 * (time.perf_counter() - start)


# --- measuring ---------------------------------------------------------------------------------------------------


def measure_stage(rounds: int, *, keep: bool) -> None:
    """Stage 59 under both models, beside brute force on the same board."""
    state = State(STAGE_59, 4)
    for physics in ("settled", "frames"):
        game = GAME(physics=physics)
        plan, ms, cpu = least(rounds, game, state)
        figures: dict[str, float | str] = {"ms": round(ms, 2), "cpu_ms": round(cpu, 2), **plan.info}
        if physics == "settled":
            found, slow = brute_force(game, state, 4)
            figures |= {"brute_answers": found, "brute_ms": round(slow, 1), "times_faster": round(slow / ms, 1)}
        report(f"paneldepon stage59 {physics}", figures, keep=keep)


def measure_puzzles(puzzles: Sequence[Puzzle], rounds: int, *, keep: bool) -> None:
    """All puzzles: decided with all shortest answers and proof."""
    for physics in ("settled", "frames"):
        game = GAME(physics=physics)
        times, busy, ends, wrong = [], [], [], 0
        for puzzle in puzzles:
            plan, ms, cpu = least(rounds, game, puzzle.state)
            times.append(ms)
            busy.append(cpu)
            ends.append(plan.reaches)
            state = puzzle.state
            for move in plan.moves:
                state = game.play(state, move)
            wrong += (game.outcome(state) is Outcome.WON) is not (plan.reaches is Outcome.WON)
        figures: dict[str, float | str] = {
            "puzzles": len(puzzles),
            "solved": ends.count(Outcome.WON),
            "proved_impossible": ends.count(Outcome.STUCK),
            "open": ends.count(Outcome.OPEN),
            "wrong": wrong,
            "total_s": round(sum(times) / 1_000, 3),
            "worst_ms": round(max(times), 1),
            "cpu_total_s": round(sum(busy) / 1_000, 3),
            "cpu_worst_ms": round(max(busy), 1),
            "median_ms": round(float(np.median(times)), 2),
        }
        report(f"paneldepon puzzles {physics}", figures, keep=keep)


def measure_active(puzzles: Sequence[Puzzle], seconds: float, *, keep: bool) -> None:
    """The same where swaps may be made while panels move, in both swap-overlap rules."""
    for one_pair in (False, True):
        game = GAME(active=True, one_pair=one_pair)
        times, fewer, solved, proved = [], 0, 0, 0
        for puzzle in puzzles:
            start = time.perf_counter()
            plan = game.plan(puzzle.state, Limit(seconds=seconds))
            times.append(time.perf_counter() - start)
            solved += plan.reaches is Outcome.WON
            proved += plan.proof is not None
            fewer += plan.reaches is Outcome.WON and plan.info["swaps"] < (puzzle.state.moves or 0)
        figures: dict[str, float | str] = {
            "puzzles": len(puzzles),
            "solved": solved,
            "decided_with_proof": proved,
            "in_fewer_swaps": fewer,
            "total_s": round(sum(times), 2),
            "worst_s": round(max(times), 2),
        }
        report(f"paneldepon active {'one-pair' if one_pair else 'overlap'}", figures, keep=keep)


def random_game(seed: int, frames: int) -> tuple[Stack, list[tuple[int, int] | None]]:
    """A random board and random swaps on it, one every eight frames or so."""
    rng = random.Random(seed)
    heights = [rng.randint(2, 9) for _ in range(COLUMNS)]
    board = [[rng.randint(1, 6) if r < heights[c] else 0 for c in range(COLUMNS)] for r in range(ROWS)]
    swaps = [(rng.randint(1, 8), rng.randint(0, 4)) if rng.random() < 1 / 8 else None for _ in range(frames)]
    return Stack.of(board, PRESETS[rng.choice(list(PRESETS))]), swaps


def measure_frames(rounds: int, *, keep: bool) -> None:
    """Frames a second of the kernel, and of the readable rules, on random boards with random swaps."""
    frames, best, slow = 480, float("inf"), float("inf")
    for _ in range(rounds):
        took = 0.0
        for seed in range(60):
            stack, swaps = random_game(seed, frames)
            cells, meta = pack(stack)
            inputs = np.array([(-1, 0) if one is None else (one[0] * COLUMNS + one[1], 0) for one in swaps], np.int64)
            start = time.perf_counter()
            kernels.run(cells, meta, times_array(stack.times), GREYS, GREYS, inputs)
            took += time.perf_counter() - start
        best = min(best, took / (60 * frames))
    stack, swaps = random_game(0, frames)
    start = time.perf_counter()
    for swap in swaps:
        step(stack, swap)
    slow = (time.perf_counter() - start) / frames
    figures = {"kernel_per_second": round(1 / best), "readable_per_second": round(1 / slow)}
    report("paneldepon frames", figures, keep=keep)


def written(cells: Sequence[int]) -> str:
    """A board as a trace writes it."""
    rows = [cells[r * COLUMNS : (r + 1) * COLUMNS] for r in range(ROWS, 0, -1)]
    return " ".join("".join(f"{w & 15}{LETTERS[w >> 4 & 15]}" for w in row) for row in rows)


def traces(path: Path) -> Iterator[dict[str, Any]]:
    """The recorded traces."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def measure_traces(path: Path, *, keep: bool) -> None:
    """The share of frames of recorded traces that the kernel and the readable rules both reproduce."""
    total = equal = 0
    for trace in traces(path):
        board = [[int(label) if label != "." else 0 for label in line] for line in reversed(trace["board"])]
        stack = Stack.of(board, PRESETS[trace["preset"]])
        cells, meta = pack(stack)
        swaps = {frame: (row + 1, column) for frame, column, row in trace["swaps"]}
        wanted, states = "", dict(trace["states"])
        for frame in range(1, trace["frames"] + 1):
            place = swaps.get(frame)
            asked = place[0] * COLUMNS + place[1] if place else -1
            step(stack, place)
            kernels.run(cells, meta, times_array(stack.times), GREYS, GREYS, np.array([[asked, 0]]))
            wanted = states.get(frame, wanted)
            total += 1
            equal += written(cells.tolist()) == written(pack(stack)[0].tolist()) == wanted
    report("paneldepon traces", {"frames": total, "equal": equal / total}, keep=keep)


def main() -> None:
    """Measure all of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--puzzles", type=Path, default=DATA / "paneldepon_puzzles.jsonl", help="a file of puzzles")
    parser.add_argument("--traces", type=Path, default=DATA / "paneldepon_traces.jsonl.gz", help="recorded traces")
    parser.add_argument("--rounds", type=int, default=5, help="the least time of so many")
    parser.add_argument("--active", type=float, default=0.0, help="seconds for each puzzle with swaps in motion")
    parser.add_argument("--keep", action="store_true", help="add the figures to benchmarks/history.csv")
    given = parser.parse_args()
    puzzles = read_puzzles(given.puzzles)
    measure_stage(given.rounds, keep=given.keep)
    measure_puzzles(puzzles, given.rounds, keep=given.keep)
    measure_frames(given.rounds, keep=given.keep)
    if given.traces.is_file():
        measure_traces(given.traces, keep=given.keep)
    if given.active:
        measure_active(puzzles, given.active, keep=given.keep)


if __name__ == "__main__":
    main()
