"""How well Banmen plays kshisen with nobody touching it: share won, misread, time per pair and where it goes.

`python -m benchmarks.play_kshisen [--games 20] [--size 18x8] [--gravity] [--keep]`. Deals are solvable, fixed by their
numbers; the true outcome is read from the game's own memory. The floor is the program's own: a pair stays on the
screen for 125 ms at its fastest setting. `seconds` run from the moment when the bot may click, which it does with its
first look, to the end of the game as it sees it; `ready` is what it looked and planned before that.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.line import report
from tests.apps.kshisen import DELAYS, TILESETS, Kshisen, Setting, build_shim, missing
from tests.display import display_server

ROOT = Path(__file__).parents[1]
SPEED = 4


def main() -> None:
    """Play the games and print the line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--size", default="18x8", help="COLUMNSxROWS, one of the program's own")
    parser.add_argument("--gravity", action="store_true")
    parser.add_argument("--first", type=int, default=100, help="number of the first deal")
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    given = parser.parse_args()
    if lacking := missing():
        sys.exit(lacking)
    columns, rows = map(int, given.size.split("x"))
    games = []
    with tempfile.TemporaryDirectory() as folder, display_server() as display:
        shim = build_shim(Path(folder))
        for number in range(given.games):
            setting = Setting(
                tileset=TILESETS[number % len(TILESETS)],
                rows=rows,
                columns=columns,
                gravity=given.gravity,
                speed=SPEED,
                seed=given.first + number,
            )
            home = Path(folder) / str(number)
            home.mkdir()
            games.append(play(setting, display.name, display.env, home, shim))
            print(json.dumps({"seed": setting.seed, "tileset": setting.tileset, **games[-1]}), file=sys.stderr)
    won = [game for game in games if game["won"]]
    pairs = sum(game["moves"] for game in won)
    figures: dict[str, Any] = {
        "games": len(games),
        "won": len(won),
        "misread": sum(game["misread"] for game in games),
        "retries": sum(game["retries"] for game in games),
    }
    if won:
        per_pair = 1000 * sum(game["seconds"] for game in won) / pairs
        figures |= {
            "seconds_median": round(statistics.median(game["seconds"] for game in won), 2),
            "ready_median": round(statistics.median(game["prepared"] for game in won), 2),
            "ms_per_pair": round(per_pair, 1),
            "of_the_programs_floor": round(per_pair / (1000 * DELAYS[SPEED]), 3),
        }
        for part in won[0]["times"]:
            figures[f"ms_per_pair_{part}"] = round(1000 * sum(game["times"][part] for game in won) / pairs, 2)
    report(f"play kshisen {given.size}{' gravity' if given.gravity else ''}", figures, keep=given.keep)


def play(setting: Setting, display: str, env: dict[str, str], home: Path, shim: Path) -> dict[str, Any]:
    """Play one game; what Banmen says of it, and `won` as the game's memory says."""
    command = [sys.executable, "-P", "-m", "bot", "play", "--window", "kshisen", "--live", "--countdown", "0", "--json"]
    if setting.gravity:
        command += ["--rule", "gravity=on"]
    with Kshisen(setting, display, home, shim) as app:
        here = env | {"PYTHONPATH": os.fspath(ROOT), "HOME": os.environ["HOME"]}
        run = subprocess.run(command, env=here, capture_output=True, text=True, timeout=600, check=False)
        lines = run.stdout.splitlines()
        answer: dict[str, Any] = json.loads(lines[-1]) if lines else {"why": run.stderr.strip(), "moves": 0}
        answer["won"] = answer.get("outcome") == "won" and not app.board().any()
    return {"misread": 0, "retries": 0, "seconds": 0.0, "prepared": 0.0, "times": {}, **answer}


if __name__ == "__main__":
    main()
