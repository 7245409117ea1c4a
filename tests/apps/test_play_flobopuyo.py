"""Banmen plays flobopuyo, which knows nothing of it, with real keys; judged by the program's memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.apps.flobopuyo import LEVELS, Flobopuyo, menu
from tests.display import DisplayServer, missing_programs, wait_for

ROOT = Path(__file__).parents[2]
LACKING = missing_programs("Xvfb", "openbox", "flobopuyo", "xdotool", "gcc")
PAIRS = 4
"""Too few for anything to have vanished that the bot did not mean to."""
OFTEN = 0.02
"""Seconds between two looks at what bursts: it is seen for longer."""

pytestmark = [pytest.mark.apps, pytest.mark.skipif(bool(LACKING), reason=f"needs {', '.join(LACKING)}")]


def watched(game: Flobopuyo, run: subprocess.Popen[str], seconds: float) -> set[tuple[int, int, int]]:
    """State, column and row of the player's puyos that burst while a command runs, for so many seconds at the most."""
    burst: set[tuple[int, int, int]] = set()
    end = time.monotonic() + seconds
    while run.poll() is None:
        if time.monotonic() > end:
            run.kill()
            raise TimeoutError(f"the command ran for more than {seconds:g} s")
        with suppress(OSError):  # what was pointed to may be gone
            burst.update(puyo[:3] for puyo in game.fields()[0].bursting)
        time.sleep(OFTEN)
    return burst


def test_pairs_lie_where_they_were_meant_to(display: DisplayServer) -> None:
    command = [sys.executable, "-P", "-m", "bot", "play", "--window", "flobopuyo", "--live", "--countdown", "0"]
    env = display.env | {"PYTHONPATH": os.fspath(ROOT), "HOME": os.environ.get("HOME", os.fspath(display.home))}
    with menu(display, LEVELS["easy"], seed=5) as game:
        game.go_on(2.5)
        game.find()
        run = subprocess.Popen(
            [*command, "--max-moves", str(PAIRS), "--json"],
            env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        burst = watched(game, run, 120)
        said, complaint = run.communicate()
        assert said, complaint
        answer = json.loads(said.splitlines()[-1])
        assert (answer["moves"], answer["misread"]) == (PAIRS, 0), answer
        lying = wait_for(lambda: game.fields()[0].puyos, "what fell")
        columns = {column for _, column, _, _ in lying}
        assert len(lying) + len(burst) >= 2 * (PAIRS - 1)
        assert columns != {2}, "nothing was brought anywhere: all pairs lie where they appear"
