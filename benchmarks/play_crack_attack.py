"""How long Banmen survives in Crack Attack! with nobody touching it.

`python -m benchmarks.play_crack_attack [--seconds 600] [--side 700] [--pictures DIR] [--keep]`. The game is played
alone, until its time is over or the stack is too high: then the program shows no board any more. Its clock does not
wait, and it draws in three dimensions: on a busy machine both the program and the hands are slower. `survived` is the
time of the last look, one in ten seconds by eyes of its own, that found a stack; `--pictures` keeps what they saw.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import cv2

from benchmarks.line import report
from bot.frame import Frame, Pixels
from bot.layouts import find_layout
from bot.vision.readers import make_reader
from bot.x11.windows import XWindow
from tests.apps.crack_attack import PLAIN, TITLE, started
from tests.apps.screens import grab
from tests.display import DisplayServer, display_server, missing_programs

ROOT = Path(__file__).parents[1]
LAYOUT = "paneldepon/crack-attack"
FEWEST = 6
"""Blocks that show that there is still a stack."""
EVERY = 10.0
"""Seconds from one look beside the game to the next."""
LATE = 120.0
"""Seconds after its time at which a game is ended."""
PATIENCE = 4 * EVERY
"""Seconds for which flashes and what turns may hide it from them."""


def main() -> None:
    """Play and print the line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600.0, help="to survive")
    parser.add_argument("--side", type=int, default=PLAIN, help="of the window, in pixels")
    parser.add_argument("--pictures", type=Path, help="a folder for what is looked at beside the game")
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    given = parser.parse_args()
    if lacking := missing_programs("Xvfb", "openbox", "crack-attack", "xdotool"):
        sys.exit(f"needs {', '.join(lacking)}")
    with display_server((1280, 1000)) as display, started(display, given.side) as window:
        answer = play(display, window, given.seconds, given.pictures)
    looks = max(1, answer["frames"])
    figures = {name: answer[name] for name in ("seconds", "moves", "misread", "retries", "refused")}
    figures |= {
        "survived": answer["survived"],
        "alive": int(answer["seconds"] >= given.seconds and answer["survived"] >= given.seconds - PATIENCE),
        "looks_a_second": round(looks / max(1e-9, answer["seconds"]), 1),
        **{f"ms_{part}": round(1000 * spent / looks, 2) for part, spent in answer["times"].items()},
        "load": round(os.getloadavg()[0], 1),
    }
    report(f"crack-attack {given.side}", figures, keep=given.keep)


def play(display: DisplayServer, window: XWindow, seconds: float, pictures: Path | None) -> dict[str, Any]:
    """Let Banmen play what is on the screen, for so long at the most; what it says of it, and how long it survived."""
    command = [sys.executable, "-P", "-m", "bot", "play", "--window", TITLE, "--layout", LAYOUT, "--live"]
    command += ["--countdown", "0", "--time-limit", f"{seconds:g}", "--json"]
    here = display.env | {"PYTHONPATH": os.fspath(ROOT), "HOME": os.environ["HOME"]}
    start, survived = time.monotonic(), 0.0
    with subprocess.Popen(command, env=here, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        while True:
            try:
                said, complained = run.communicate(timeout=EVERY)
                break
            except subprocess.TimeoutExpired:
                passed, pixels = time.monotonic() - start, grab(display, window)
                if passed > seconds + LATE:
                    run.kill()
                if stands(pixels):
                    survived = passed
                if pictures is not None:
                    pictures.mkdir(parents=True, exist_ok=True)
                    cv2.imwrite(os.fspath(pictures / f"{passed:05.0f}.png"), pixels)
    lines = said.splitlines()
    answer: dict[str, Any] = json.loads(lines[-1]) if lines else {"why": complained.strip()}
    print(json.dumps(answer), file=sys.stderr, flush=True)
    plain = {"misread": 0, "retries": 0, "refused": 0, "seconds": 0.0, "frames": 0, "moves": 0, "times": {}}
    return plain | answer | {"survived": round(survived, 1)}


def stands(pixels: Pixels) -> bool:
    """Whether a stack is seen, by eyes that have seen nothing before."""
    position = make_reader(find_layout(LAYOUT)).read(Frame(pixels, 0.0)).position
    return position is not None and sum(cell.isalpha() for row in position.board for cell in row) >= FEWEST


if __name__ == "__main__":
    main()
