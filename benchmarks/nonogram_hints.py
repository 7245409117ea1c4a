"""How many nonograms can be explained from start to end, by which techniques, and how much computing that takes.

The shipped puzzles, and puzzles drawn at random (smooth and rough, 10x10 to 25x25) of which only those with one
solution are kept, whatever they need. `python -m benchmarks.nonogram_hints [--count 500] [--seconds 10] [--keep]`
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from benchmarks.line import report
from bot import arcade
from engine.api import Limit, Position
from engine.budget import Budget
from engine.games.nonogram import Nonogram, State
from engine.games.nonogram.generate import drawn, puzzle_of
from engine.games.nonogram.grade import band
from engine.games.nonogram.search import decide

SIZES = ((10, 10), (15, 15), (20, 15), (20, 20), (25, 25))
ROUGHNESS = ("easy", "hard", "expert", "master")
GAME = Nonogram()


@dataclass
class Tally:
    """What came of a set of puzzles."""

    puzzles: int = 0
    explained: int = 0
    steps: Counter[str] = field(default_factory=Counter)
    hardest: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    large: list[float] = field(default_factory=list)

    def add(self, state: State, limit: Limit) -> None:
        """Explain one more."""
        start = time.process_time()
        hints = list(GAME.explain(state, limit))
        spent = time.process_time() - start
        names = Counter(hint.technique for hint in hints)
        for hint in hints:
            for move in hint.moves:
                state = GAME.play(state, move)
        done = GAME.outcome(state).value == "won" and not names["SEARCH"]
        rung = max((hint.rung for hint in hints), default=1)
        self.puzzles += 1
        self.explained += done
        self.steps += names
        self.hardest[band(rung) if done else "not explained"] += 1
        self.seconds.append(spent)
        if len(state.cols) == max(SIZES)[0] and done and band(rung) not in ("master", "beyond"):
            self.large.append(spent)

    def figures(self, name: str) -> dict[str, float | str]:
        """The figures of the set."""
        total = sum(self.steps.values())
        shares = {f"{name}_{grade.replace(' ', '_')}": count / self.puzzles for grade, count in self.hardest.items()}
        steps = {f"{name}_step_{technique}": count / total for technique, count in sorted(self.steps.items())}
        found: dict[str, float | str] = {
            f"{name}_puzzles": self.puzzles,
            f"{name}_explained": self.explained / self.puzzles,
            f"{name}_p50_ms": 1000 * float(np.median(self.seconds)),
            f"{name}_p95_ms": 1000 * float(np.quantile(self.seconds, 0.95)),
            **shares,
            **steps,
        }
        if self.large:
            found[f"{name}_25x25_lines_p50_ms"] = 1000 * float(np.median(self.large))
        return {key: round(value, 4) if isinstance(value, float) else value for key, value in found.items()}


def shipped() -> Iterator[State]:
    """The puzzles that come with Banmen."""
    for path in sorted((Path(arcade.__file__).parent / "puzzles" / "nonogram").glob("*.txt")):
        yield GAME.parse(Position.parse(path.read_text(encoding="utf-8")))


def generated(count: int) -> Iterator[State]:
    """Random puzzles with one solution."""
    rng, kept, tried = np.random.default_rng(2026), 0, 0
    while kept < count:
        columns, rows = SIZES[kept % len(SIZES)]
        state = puzzle_of(drawn(rng, columns, rows, ROUGHNESS[tried % len(ROUGHNESS)]))
        tried += 1
        if decide(state, Budget(Limit(seconds=2))).proof == "unique":
            kept += 1
            yield state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10.0, help="for each puzzle")
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    wanted = parser.parse_args()
    figures: dict[str, float | str] = {}
    for name, puzzles in (("shipped", shipped()), ("generated", generated(wanted.count))):
        tally = Tally()
        for state in puzzles:
            tally.add(state, Limit(seconds=wanted.seconds))
        figures |= tally.figures(name)
    report("nonogram_hints", figures, keep=wanted.keep)


if __name__ == "__main__":
    main()
