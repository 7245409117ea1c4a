"""How well Banmen solves nonograms in programs that know nothing of it, with nobody touching it.

`python -m benchmarks.play_nonogram [--pattern 30] [--picmi 20] [--first 1] [--keep]`. sgt-pattern's puzzles are random,
15x15 to 30x30, in several colours and sizes of tiles, fixed by their numbers; picmi's are random (10x10 to 20x20) and
those that come with it. Some of both are partly and wrongly filled in beforehand. Whether a puzzle is finished is the
program's word: all cells black or white as its clues say, or the window in which it congratulates. `seconds` run from
the moment when the bot may click to the end as it sees it; `ready` is what it looked and planned before that.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.line import report
from tests.apps import picmi, sgt_pattern
from tests.apps.kshisen import build_shim
from tests.display import DisplayServer, display_server, wait_for

ROOT = Path(__file__).parents[1]
SCREEN = (1280, 1000)
PATTERN = ((15, 15), (20, 15), (20, 20), (25, 20), (25, 25), (30, 25), (30, 30))
"""Columns and rows."""
TILES = (None, 12, 16, 20, 24, 32)
WINDOW = (900, 800)
"""Of picmi."""
RANDOM = ((10, 10), (15, 10), (15, 15), (20, 20))


def main() -> None:
    """Play the puzzles and print a line for each program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pattern", type=int, default=30, help="puzzles of sgt-pattern")
    parser.add_argument("--picmi", type=int, default=20, help="puzzles of picmi")
    parser.add_argument("--first", type=int, default=1, help="number of the first puzzle")
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, display_server(SCREEN) as display:
        if given.pattern:
            lacking(sgt_pattern.missing())
            tell("sgt-pattern", list(pattern_games(display, given.first, given.pattern)), given.keep)
        if given.picmi:
            lacking(picmi.missing())
            tell("picmi", list(picmi_games(display, given.first, given.picmi, Path(folder))), given.keep)


def lacking(what: str) -> None:
    if what:
        sys.exit(what)


def pattern_games(display: DisplayServer, first: int, count: int) -> Iterator[dict[str, Any]]:
    """Puzzles of sgt-pattern, every third of them partly and wrongly filled in."""
    for number in range(first, first + count):
        columns, rows = PATTERN[number % len(PATTERN)]
        tile = TILES[number % len(TILES)] or 24
        tile = min(tile, (SCREEN[0] - 40) // (columns + columns // 5 + 5), (SCREEN[1] - 90) // (rows + rows // 5 + 5))
        colours = list(sgt_pattern.COLOURS)[number % len(sgt_pattern.COLOURS)]
        puzzle = sgt_pattern.Puzzle(columns, rows, number, tile, colours)
        if spoilt := number % 3 == 0:
            puzzle = sgt_pattern.spoilt(puzzle, right=40, wrong=5)
        with sgt_pattern.playing(display, puzzle) as app:
            answer = play(display, "sgt-pattern")
            answer["finished"] = stands_solved(app)
        name = f"{columns}x{rows}#{number} {colours}, {tile} px{', spoilt' if spoilt else ''}"
        print(json.dumps({"puzzle": name, **answer}), file=sys.stderr, flush=True)
        yield answer


def stands_solved(app: sgt_pattern.Playing) -> bool:
    """Whether the puzzle is solved, once it has flashed for having been."""
    try:
        wait_for(app.solved, "the puzzle to stand still after its flash", seconds=2.0)
    except TimeoutError:
        return False
    return True


def picmi_games(display: DisplayServer, first: int, count: int, folder: Path) -> Iterator[dict[str, Any]]:
    """Puzzles of picmi, one random, the next from its own collection."""
    shim = build_shim(folder)
    own = picmi.shipped(10, 20, WINDOW)
    for number in range(first, first + count):
        columns, rows = RANDOM[number // 2 % len(RANDOM)]
        drawn = own[number // 2 % len(own)]
        game = drawn if number % 2 else picmi.Random(columns, rows, number, WINDOW)
        name = f"{columns}x{rows}#{number}"
        if number % 2:
            name = f"its own, {len(drawn.picture[0])}x{len(drawn.picture)}, number {number // 2 % len(own)}"
        if number % 6 == 3:
            game, name = drawn.spoilt(right=30, wrong=5), f"{name}, spoilt"
        with picmi.playing(display, game, folder / str(number), shim) as app:
            answer = play(display, "picmi")
            answer["finished"] = app.solved()
        print(json.dumps({"puzzle": name, **answer}), file=sys.stderr, flush=True)
        yield answer


def play(display: DisplayServer, window: str) -> dict[str, Any]:
    """Play what is in the window; what Banmen says of it."""
    command = [sys.executable, "-P", "-m", "bot", "play", "--window", window, "--live", "--countdown", "0", "--json"]
    env = display.env | {"PYTHONPATH": os.fspath(ROOT), "HOME": os.environ["HOME"]}
    run = subprocess.run(command, env=env, capture_output=True, text=True, timeout=600, check=False)
    lines = run.stdout.splitlines()
    answer: dict[str, Any] = json.loads(lines[-1]) if lines else {"why": run.stderr.strip()}
    return {
        "outcome": "",
        "moves": 0,
        "misread": 0,
        "retries": 0,
        "seconds": 0.0,
        "prepared": 0.0,
        "times": {},
        **answer,
    }


def tell(program: str, games: list[dict[str, Any]], keep: bool) -> None:
    """The figures of one program."""
    finished = [game for game in games if game["finished"]]
    figures: dict[str, Any] = {
        "puzzles": len(games),
        "finished": len(finished),
        "said_won": sum(game["outcome"] == "won" for game in finished),
        "misread": sum(game["misread"] for game in games),
        "retries": sum(game["retries"] for game in games),
    }
    if finished:
        figures |= {
            "seconds_median": round(statistics.median(game["seconds"] for game in finished), 2),
            "seconds_worst": round(max(game["seconds"] for game in finished), 2),
            "ready_median": round(statistics.median(game["prepared"] for game in finished), 2),
            "ms_per_move": round(
                1000 * sum(game["seconds"] for game in finished) / sum(g["moves"] for g in finished), 1
            ),
        }
        for part in finished[0]["times"]:
            spent = statistics.mean(game["times"].get(part, 0.0) for game in finished)
            figures[f"seconds_{part}"] = round(spent, 2)
    report(f"play nonogram {program}", figures, keep=keep)


if __name__ == "__main__":
    main()
