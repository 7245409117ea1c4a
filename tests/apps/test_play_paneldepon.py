"""Banmen solves puzzles in blockattack, which knows nothing of it, with real keys; judged by the program's memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.apps.blockattack import levels, single, started
from tests.display import DisplayServer, missing_programs

ROOT = Path(__file__).parents[2]
LACKING = missing_programs("Xvfb", "openbox", "blockattack", "xdotool")

pytestmark = [pytest.mark.apps, pytest.mark.skipif(bool(LACKING), reason=f"needs {', '.join(LACKING)}")]

COUNTDOWN = 4.5
"""Seconds until a level has surely begun."""
PUZZLES = {
    # To push the lower one in leaves two behind: it matches before the upper one has fallen.
    "what falls comes late": (1, 480, ("....g.", ".gg.gg")),
    "three swaps and a chain": (3, 600, ("....g.", "....g.", ".bbgb.", "kgkkgg")),
}


def banmen(display: DisplayServer, *arguments: str) -> tuple[int, dict[str, Any], str]:
    """Run the command line on the display; its exit code, its closing JSON line and what it said."""
    command = [sys.executable, "-P", "-m", "bot", *arguments, "--json"]
    env = display.env | {"PYTHONPATH": os.fspath(ROOT), "HOME": os.environ.get("HOME", os.fspath(display.home))}
    run = subprocess.run(command, env=env, capture_output=True, text=True, timeout=240, check=False)
    lines = run.stdout.splitlines()
    return run.returncode, json.loads(lines[-1]) if lines else {}, run.stderr


@pytest.mark.parametrize("name", PUZZLES)
def test_it_solves_a_puzzle(display: DisplayServer, name: str) -> None:
    moves, height, rows = PUZZLES[name]
    with started(display, *single(0), height=height, own=levels([(moves, rows)])) as game:
        time.sleep(COUNTDOWN)
        game.find()
        code, answer, said = banmen(display, "play", "--window", "blockattack", "--live", "--countdown", "0")
        assert answer.get("outcome") == "won", (answer, said)
        assert game.won()
    assert (code, answer["moves"], answer["misread"], answer["retries"]) == (0, moves, 0, 0)


def test_a_recording_replays(display: DisplayServer, tmp_path: Path) -> None:
    _, height, rows = PUZZLES["three swaps and a chain"]
    recording = os.fspath(tmp_path / "recording")
    with started(display, *single(0), height=height, own=levels([(9, rows)])) as game:
        time.sleep(COUNTDOWN)
        game.find()
        live = ("--live", "--countdown", "0", "--max-moves", "1", "--record", recording)
        _, answer, said = banmen(display, "play", "--window", "blockattack", *live)
        assert answer["moves"] == 1, (answer, said)
        assert game.state().moves_left == 8
    code, answer, _ = banmen(display, "replay", recording)
    assert (code, answer["same"], answer["difference"]) == (0, True, None)
