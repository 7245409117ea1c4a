"""How long Banmen survives in Crack Attack! with nobody touching it.

`python -m benchmarks.play_crack_attack [--seconds 600] [--side 700] [--keep]`. The game is played alone, until its time
is over or the stack is too high: then the program shows no board any more. Its clock does not wait, and it draws in
three dimensions: on a busy machine both the program and the hands are slower.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.line import report
from bot.frame import Frame
from bot.layout import find_layout
from bot.vision.readers import make_reader
from tests.apps.crack_attack import PLAIN, TITLE, started
from tests.apps.screens import grab
from tests.display import DisplayServer, display_server, missing_programs

ROOT = Path(__file__).parents[1]
LAYOUT = "paneldepon/crack-attack"
FEWEST = 6
"""Blocks that show that there is still a stack."""


def main() -> None:
    """Play and print the line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600.0, help="to survive")
    parser.add_argument("--side", type=int, default=PLAIN, help="of the window, in pixels")
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    given = parser.parse_args()
    if lacking := missing_programs("Xvfb", "openbox", "crack-attack", "xdotool"):
        sys.exit(f"needs {', '.join(lacking)}")
    with display_server((1280, 1000)) as display, started(display, given.side) as window:
        answer = play(display, given.seconds)
        reading = make_reader(find_layout(LAYOUT)).read(Frame(grab(display, window), 0.0))
    rows = reading.position.board if reading.position is not None else ()
    looks = max(1, answer["frames"])
    figures = {name: answer[name] for name in ("seconds", "moves", "misread", "retries", "refused")}
    figures |= {
        "alive": int(sum(cell.isalpha() for row in rows for cell in row) >= FEWEST),
        "looks_a_second": round(looks / max(1e-9, answer["seconds"]), 1),
        **{f"ms_{part}": round(1000 * spent / looks, 2) for part, spent in answer["times"].items()},
        "load": round(os.getloadavg()[0], 1),
    }
    report(f"crack-attack {given.side}", figures, keep=given.keep)


def play(display: DisplayServer, seconds: float) -> dict[str, Any]:
    """Let Banmen play what is on the screen, for so long at the most; what it says of it."""
    command = [sys.executable, "-P", "-m", "bot", "play", "--window", TITLE, "--layout", LAYOUT, "--live"]
    here = display.env | {"PYTHONPATH": os.fspath(ROOT), "HOME": os.environ["HOME"]}
    run = subprocess.run(
        [*command, "--countdown", "0", "--time-limit", f"{seconds:g}", "--json"],
        env=here, capture_output=True, text=True, timeout=seconds + 120, check=False,
    )  # fmt: skip
    lines = run.stdout.splitlines()
    answer: dict[str, Any] = json.loads(lines[-1]) if lines else {"why": run.stderr.strip()}
    print(json.dumps(answer), file=sys.stderr, flush=True)
    plain = {"misread": 0, "retries": 0, "refused": 0, "seconds": 0.0, "frames": 0, "moves": 0, "times": {}}
    return plain | answer


if __name__ == "__main__":
    main()
