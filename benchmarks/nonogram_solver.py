"""How many hard nonograms are decided, with proof, and how fast; and the first one after a quiet start.

    python -m benchmarks.nonogram_solver [--keep] [--each] [--seconds 10] [--boards 300] [--survey FILE] [--random FILE]

A file has one puzzle a line as JSON, `{"id": …, "rows": [[3, 1], …], "cols": […]}`; it may be packed by gzip. The
survey is measured until each puzzle is decided as unique or several, the random boards until a first solution is found
and until they are decided. Times are CPU seconds on one core, kernels loaded.
"""

from __future__ import annotations

import argparse
import gc
import gzip
import json
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.line import report
from engine.api import Limit, Outcome
from engine.budget import Budget
from engine.games.nonogram import GAME, State, rules
from engine.games.nonogram.proof import decide
from engine.games.nonogram.rules import BLACK, House, runs_of

DATA = Path(__file__).parents[2] / "shared" / "data"


@dataclass(frozen=True)
class Timed:
    """A puzzle, what was found of it, and after how long."""

    name: str
    proof: str | None
    seconds: float
    solved: bool


def read_puzzles(path: Path) -> Iterator[tuple[str, State]]:
    """The names and puzzles of a file."""
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    for line in text.decode("utf-8").splitlines():
        puzzle = json.loads(line)
        rows, cols = (
            tuple(tuple((length, BLACK) for length in clue) for clue in puzzle[side]) for side in ("rows", "cols")
        )
        yield puzzle["id"], State(rows, cols, ("." * len(cols),) * len(rows))


def timed(name: str, state: State, limit: Limit, enough: int) -> Timed:
    """Decide one puzzle; every board is checked by the rules."""
    start = time.process_time()
    verdict = decide(state, Budget(limit), enough=enough)
    seconds = time.process_time() - start
    for board in verdict.solutions:
        assert rules.outcome(state.with_board(board), House(crosses=True)) is Outcome.WON, name
    return Timed(name, verdict.proof, seconds, bool(verdict.solutions))


def line_solvable(size: int, seed: int) -> State:
    """A picture of a few blots, the first of its seed on that lines alone solve."""
    rng = random.Random(seed)
    while True:
        blots = [(rng.randrange(size), rng.randrange(size), rng.randint(2, size // 4)) for _ in range(9)]
        picture = [
            "".join("#" if any((r - y) ** 2 + (c - x) ** 2 < d * d for y, x, d in blots) else "x" for c in range(size))
            for r in range(size)
        ]
        clues = tuple(map(runs_of, picture)), tuple(runs_of(cells) for cells in zip(*picture, strict=True))
        state = State(*clues, ("." * size,) * size)
        if decide(state, Budget(Limit(nodes=1))).proof == "unique":
            return state


def first_solved(size: int, count: int = 40) -> list[float]:
    """Milliseconds from a position to the marks of puzzles that lines solve, each seen for the first time."""
    game = GAME()
    positions = [rules.show(line_solvable(size, seed)) for seed in range(count)]
    times = []
    for position in positions:
        start = time.process_time()
        game.plan(game.parse(position), Limit())
        times.append(1_000 * (time.process_time() - start))
    return times


def survey(path: Path, limit: Limit, *, keep: bool, each: bool) -> None:
    """One line: how many are decided, and what they cost together."""
    found = [timed(name, state, limit, 2) for name, state in read_puzzles(path)]
    if each:
        for one in found:
            print(f"# {one.name:24} {one.proof or 'open':8} {one.seconds:8.3f} s")
    proofs = Counter(one.proof or "open" for one in found)
    costs = [one.seconds for one in found]
    figures = {
        "puzzles": len(found),
        "decided": len(found) - proofs["open"],
        **{proof: proofs[proof] for proof in ("unique", "several", "none", "open")},
        "cpu_s": round(sum(costs), 3),
        "worst_s": round(max(costs), 3),
    }
    report("nonogram survey", figures, keep=keep)


def randoms(path: Path, limit: Limit, count: int, *, keep: bool) -> None:
    """Two lines: until a first solution, and until it is decided."""
    puzzles = list(read_puzzles(path))[:count]
    for what, enough in (("solved", 1), ("decided", 2)):
        found = [timed(name, state, limit, enough) for name, state in puzzles]
        costs = sorted(one.seconds for one in found)
        figures = {
            "puzzles": len(found),
            what: sum(one.solved if enough == 1 else one.proof is not None for one in found),
            "mean_s": round(statistics.fmean(costs), 4),
            "median_s": round(statistics.median(costs), 4),
            "p95_s": round(costs[int(0.95 * len(costs))], 4),
            "worst_s": round(costs[-1], 3),
        }
        report(f"nonogram 25x25 {what}", figures, keep=keep)


def main() -> None:
    """Measure puzzles that lines solve, then those of the files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--survey", type=Path, default=DATA / "nonogram_survey.jsonl", help="puzzles to decide")
    parser.add_argument("--random", type=Path, default=DATA / "nonogram_25x25.jsonl.gz", help="random boards")
    parser.add_argument("--boards", type=int, default=300, help="how many of the random boards")
    parser.add_argument("--seconds", type=float, default=10.0, help="limit for each puzzle")
    parser.add_argument("--each", action="store_true", help="a comment line for each puzzle of the survey")
    parser.add_argument("--keep", action="store_true", help="add the figures to benchmarks/history.csv")
    given = parser.parse_args()
    plain = first_solved(30)
    import engine.games.nonogram.words  # noqa: F401  # from here on the kernels are used for lines as well

    # Going through all that was loaded takes the interpreter 60 ms, now and then; that is no cost of a puzzle.
    gc.collect()
    gc.freeze()
    warm = first_solved(30)
    figures = {
        "python_p50_ms": round(statistics.median(plain), 2),
        "p50_ms": round(statistics.median(warm), 2),
        "worst_ms": round(max(warm), 2),
    }
    report("nonogram 30x30 by lines", figures, keep=given.keep)
    limit = Limit(seconds=given.seconds)
    if given.survey.is_file():
        survey(given.survey, limit, keep=given.keep, each=given.each)
    else:
        print(f"# no file {given.survey}: skipped")
    if given.random.is_file():
        randoms(given.random, limit, given.boards, keep=given.keep)
    else:
        print(f"# no file {given.random}: skipped")


if __name__ == "__main__":
    main()
