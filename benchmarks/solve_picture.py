"""What `banmen solve shot.png` costs as a whole process: wall-clock seconds and peak memory, warm.

`python -m benchmarks.solve_picture [--runs 9] [--keep]`. Beside it, in the same run, a bare process that only imports
NumPy and OpenCV, which is the floor of any program that reads a picture. Warm means that Python finds its own byte code
and numba the engine's kernels on disk, as from the second run on of anyone who has installed it; the byte code lies in
a folder of its own for as long as this runs.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.line import report
from engine.position import EMPTY, Position

ROOT = Path(__file__).parents[1]
SCREENS = ROOT / "fixtures" / "shisen"


def main() -> None:
    """Run the commands in turn and print the line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("picture", nargs="?", type=Path, help="by default the first full 18x8 board of the fixtures")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    given = parser.parse_args()
    picture = given.picture or full_board()
    solve = [sys.executable, "-P", "-m", "bot", "solve", os.fspath(picture), "--json"]
    bare = [sys.executable, "-c", "import numpy, cv2"]
    with tempfile.TemporaryDirectory() as folder:
        warm = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        warm.pop("PYTHONDONTWRITEBYTECODE", None)
        for command in (solve, bare):
            timed(command, warm)
        pairs = [(timed(solve, warm), timed(bare, warm)) for _ in range(given.runs)]
    report(
        "solve picture",
        {
            "runs": given.runs,
            "seconds_median": round(statistics.median(s[0] for s, _ in pairs), 3),
            "seconds_worst": round(max(s[0] for s, _ in pairs), 3),
            "of_bare_imports": round(statistics.median(s[0] / b[0] for s, b in pairs), 2),
            "megabytes": round(max(s[1] for s, _ in pairs), 1),
            "megabytes_bare": round(max(b[1] for _, b in pairs), 1),
        },
        keep=given.keep,
    )


def full_board() -> Path:
    """A recorded screen of 18 columns and 8 rows on which no tile is missing."""
    for path in sorted(SCREENS.glob("*/screens/*.png")):
        board = Position.parse(path.with_suffix(".txt").read_text(encoding="utf-8")).board
        if len(board) == 8 and all(len(row) == 18 and EMPTY not in row for row in board):
            return path
    sys.exit("There is no recorded 18x8 board in fixtures/shisen; name a picture.")


def timed(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Wall-clock seconds and peak megabytes of one run. Exits where the command fails."""
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}.")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


if __name__ == "__main__":
    main()
