"""Record the pages in tests/apps/web with their truth: `python -m tests.apps.record_pages DISPLAY [NAME...]`.

The pages are boards of letters in a table, without any tile, and of mahjong signs from a font. The board stands in
the page's address, so the truth is known before the picture is taken.
"""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import mss
import numpy as np

from bot.frame import Pixels
from engine.position import Position
from tests.apps.record_shisen import save

WEB = Path(__file__).with_name("web")
LETTERS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXY"
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PAGES = {
    "page-letters/full": ("letters.html", LETTERS, 0.0, 1),
    "page-letters/half-played": ("letters.html", LETTERS, 0.5, 2),
    "page-emoji/full": ("emoji.html", SIGNS, 0.0, 3),
    "page-emoji/half-played": ("emoji.html", SIGNS, 0.5, 4),
}
"""Name: page, kinds, share of the pairs that are gone, seed."""


def deal(kinds: str, gone: float, seed: int, rows: int = 8, columns: int = 17) -> tuple[str, ...]:
    """A random board from which some pairs were taken."""
    rng = random.Random(seed)
    pairs = rows * columns // 2
    tiles = [kinds[i % len(kinds)] for i in range(pairs) for _ in range(2)]
    rng.shuffle(tiles)
    for _ in range(int(pairs * gone)):
        kind = rng.choice([t for t in tiles if t != "."])
        for place in rng.sample([i for i, t in enumerate(tiles) if t == kind], 2):
            tiles[place] = "."
    return tuple("".join(tiles[i : i + columns]) for i in range(0, rows * columns, columns))


def shoot(address: str, display: str, size: str = "700,640") -> Pixels:
    """A page as chromium shows it, in a window of its own without bars."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        env = {k: v for k, v in os.environ.items() if not k.startswith("QT_")} | {"HOME": home, "DISPLAY": display}
        command = ["chromium", "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu"]
        command += [f"--user-data-dir={home}/profile", f"--window-size={size}", f"--app={address}"]
        quiet = subprocess.DEVNULL
        browser = subprocess.Popen(command, env=env, stdout=quiet, stderr=quiet, start_new_session=True)
        try:
            time.sleep(6)
            find = ["xdotool", "search", "--onlyvisible", "--class", "Chromium"]
            window = subprocess.run(find, env=env, capture_output=True, text=True, check=True).stdout.split()[-1]
            ask = ["xwininfo", "-id", window]
            text = subprocess.run(ask, env=env, capture_output=True, text=True, check=True).stdout
            where = re.findall(r"(?:Absolute upper-left [XY]|Width|Height):\s+(-?\d+)", text)
            left, top, width, height = map(int, where)
            with mss.MSS(display=display) as screen:
                shot = screen.grab({"left": left, "top": top, "width": width, "height": height})
                return np.ascontiguousarray(np.asarray(shot)[:, :, :3])
        finally:
            os.killpg(browser.pid, signal.SIGTERM)
            browser.wait(10)


def main() -> None:
    """Record the pages that the command line names, or all."""
    display, *names = sys.argv[1:]
    for name in names or PAGES:
        page, kinds, gone, seed = PAGES[name]
        board = deal(kinds, gone, seed)
        save(name, shoot(f"file://{WEB / page}#{','.join(board)}", display), Position({"board": board}))


if __name__ == "__main__":
    main()
