"""How well Banmen plays the puzzles of blockattack with nobody touching it: levels won, seconds a level, where they go.

`python -m benchmarks.play_paneldepon [--levels 0-26] [--height 768] [--wide] [--menu] [--keep]`. The levels are those
that come with the program, each played once, each in a program of its own or chosen in its menu (`--menu`). Won is what
the program's own memory says, and with `--menu` what it has written down as cleared. The floor is the program's own
pace: what matches burns for a second, and what falls takes 140 ms a row. `seconds` run from the moment when the bot may
press keys to the end of the level as it sees it; `ready` is what it looked and planned before that.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.line import report
from tests.apps.blockattack import Blockattack, choose, enter, puzzles, started, tap
from tests.apps.blockattack import single as single_level
from tests.display import DisplayServer, display_server, missing_programs

ROOT = Path(__file__).parents[1]
COUNTDOWN = 4.5
"""Seconds after which a level has surely begun."""
SAVED = "puzzle.levels.json.save"
"""Where the program writes down which levels are cleared."""


def main() -> None:
    """Play the levels and print the line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", default="0-26", help="FIRST-LAST or a single one, counted from 0")
    parser.add_argument("--height", type=int, default=768, help="of the window, in pixels")
    parser.add_argument("--wide", action="store_true", help="16:9 instead of 4:3")
    parser.add_argument("--menu", action="store_true", help="choose the levels in the program's own menu")
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    given = parser.parse_args()
    if lacking := missing_programs("Xvfb", "openbox", "blockattack", "xdotool"):
        sys.exit(f"needs {', '.join(lacking)}")
    first, _, last = given.levels.partition("-")
    numbers = range(int(first), int(last or first) + 1)
    options = ("--always-sixteen-nine",) if given.wide else ()
    way = from_menu if given.menu else one_by_one
    games = []
    with display_server((1600, 1000)) as display:
        for number, game in zip(numbers, way(display, numbers, given.height, options), strict=True):
            games.append(game)
            print(json.dumps({"level": number, **game}), file=sys.stderr, flush=True)
    won = [game for game in games if game["won"]]
    figures: dict[str, Any] = {
        "levels": len(games),
        "won": len(won),
        "misread": sum(game["misread"] for game in games),
        "retries": sum(game["retries"] for game in games),
        "swaps": sum(game["moves"] for game in won),
    }
    if won:
        figures |= {
            "seconds_median": round(statistics.median(game["seconds"] for game in won), 2),
            "seconds_worst": round(max(game["seconds"] for game in won), 2),
            "seconds_total": round(sum(game["seconds"] for game in won), 1),
            "ready_median": round(statistics.median(game["prepared"] for game in won), 2),
        }
        for part in won[0]["times"]:
            figures[f"seconds_{part}"] = round(sum(game["times"][part] for game in won) / len(won), 2)
    report(f"play blockattack {given.height}{' wide' if given.wide else ''}", figures, keep=given.keep)


def one_by_one(
    display: DisplayServer, numbers: Iterable[int], height: int, options: tuple[str, ...]
) -> Iterator[dict[str, Any]]:
    """Play levels, each in a program of its own."""
    for number in numbers:
        with started(display, *single_level(number, "puzzle.levels"), *options, height=height) as game:
            time.sleep(COUNTDOWN)
            game.find()
            yield play(display, game)


def from_menu(
    display: DisplayServer, numbers: Iterable[int], height: int, options: tuple[str, ...]
) -> Iterator[dict[str, Any]]:
    """Play levels that are chosen in the menu of one program."""
    with started(display, *options, height=height) as game:
        enter(display, *puzzles())
        for number in numbers:
            choose(display, number)
            time.sleep(COUNTDOWN)
            game.find()
            answer = play(display, game)
            tap(display, "F2")
            cleared = json.loads((game.home / SAVED).read_text())["cleared"] if answer["won"] else []
            yield answer | {"won": len(cleared) > number and bool(cleared[number])}


def play(display: DisplayServer, game: Blockattack) -> dict[str, Any]:
    """Play the level that is on the screen; what Banmen says of it, and `won` as the program's memory says."""
    command = [sys.executable, "-P", "-m", "bot", "play", "--window", "blockattack", "--live", "--countdown", "0"]
    here = display.env | {"PYTHONPATH": os.fspath(ROOT), "HOME": os.environ["HOME"]}
    run = subprocess.run([*command, "--json"], env=here, capture_output=True, text=True, timeout=300, check=False)
    lines = run.stdout.splitlines()
    answer: dict[str, Any] = json.loads(lines[-1]) if lines else {"why": run.stderr.strip(), "moves": 0}
    answer["won"] = answer.get("outcome") == "won" and game.won()
    return {"misread": 0, "retries": 0, "seconds": 0.0, "prepared": 0.0, "times": {}, **answer}


if __name__ == "__main__":
    main()
