"""How well Banmen plays FloboPuyo with nobody touching it: a line for each stage, then one for the whole run.

`python -m benchmarks.play_puyo [--level hard] [--runs 1] [--keep]`. A run begins with the first of the eight stages and
ends with the last one, or with the first that is lost: nothing is continued. Banmen is started before a stage begins,
so that it is loaded when the first pair falls. It is told nothing: it finds the board, plays, and says how the stage
ended; `won` is what the program's own memory says. `seconds` run from the moment when it may press keys to the end of
the stage as it sees it.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.line import report
from tests.apps.flobopuyo import LEVELS, Flobopuyo, menu
from tests.display import DisplayServer, display_server, missing_programs

ROOT = Path(__file__).parents[1]
STAGES = 8
LOADED = 1.0
"""Seconds that Banmen is ahead of the stage: it loads meanwhile, and must not give up looking for a board."""
LONGEST = 300
"""Seconds of a stage at the most."""


def main() -> None:
    """Play the runs and print the lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", choices=list(LEVELS), default="hard")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--stages", type=int, default=STAGES, help="of each run, at the most")
    parser.add_argument("--seed", type=int, help="of the first run; without it every run is another one")
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    given = parser.parse_args()
    if lacking := missing_programs("Xvfb", "openbox", "flobopuyo", "xdotool"):
        sys.exit(f"needs {', '.join(lacking)}")
    played: list[dict[str, Any]] = []
    whole = 0
    with display_server() as display:
        for run in range(given.runs):
            seed = None if given.seed is None else given.seed + run
            stages = play(display, given.level, given.stages, seed)
            whole += len(stages) == given.stages and stages[-1]["won"]
            played += stages
    figures: dict[str, Any] = {
        "runs": given.runs,
        "won_all": whole,
        "stages": len(played),
        "won": sum(stage["won"] for stage in played),
        "misread": sum(stage["misread"] for stage in played),
        "retries": sum(stage["retries"] for stage in played),
        "seconds_median": round(statistics.median(stage["seconds"] for stage in played), 1),
        "seconds_a_pair": round(
            sum(stage["seconds"] for stage in played) / max(1, sum(stage["moves"] for stage in played)), 2
        ),
    }
    report(f"play flobopuyo {given.level}", figures, keep=given.keep)


def play(display: DisplayServer, level: str, stages: int, seed: int | None) -> list[dict[str, Any]]:
    """One run; what Banmen says of each stage, and `won` as the program's memory says."""
    played: list[dict[str, Any]] = []
    with menu(display, LEVELS[level], seed) as game:
        for number in range(1, stages + 1):
            banmen = started(display)
            time.sleep(LOADED)
            game.go_on()
            said, errors = banmen.communicate(timeout=LONGEST + 60)
            lines = said.splitlines()
            answer: dict[str, Any] = json.loads(lines[-1]) if lines else {"why": errors.strip()}
            answer = {"outcome": "", "moves": 0, "misread": 0, "retries": 0, "seconds": 0.0, **answer}
            answer |= {"stage": number, "won": judged(game)}
            print(json.dumps(answer), file=sys.stderr, flush=True)
            played.append(answer)
            if not answer["won"]:
                break
    return played


def started(display: DisplayServer) -> subprocess.Popen[str]:
    """Banmen, looking for a board to play."""
    words = ("play", "--window", "flobopuyo", "--live", "--countdown", "0", "--time-limit", str(LONGEST), "--json")
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "bot", *words],
        env=display.env | {"PYTHONPATH": os.fspath(ROOT), "HOME": os.environ["HOME"]},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def judged(game: Flobopuyo) -> bool:
    """Whether the human has won the stage that is over."""
    game.find()
    human, computer = game.fields()
    return human.running and not computer.running


if __name__ == "__main__":
    main()
