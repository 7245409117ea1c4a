"""Banmen plays flobopuyo, which knows nothing of it, with real keys; judged by the program's memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.apps.flobopuyo import LEVELS, menu
from tests.display import DisplayServer, missing_programs, wait_for

ROOT = Path(__file__).parents[2]
LACKING = missing_programs("Xvfb", "openbox", "flobopuyo", "xdotool", "gcc")
PAIRS = 4
"""Too few for more than one group to have burst, if the player sees to one."""
GROUP = 4
"""Puyos of one colour that burst together, at the least."""

pytestmark = [pytest.mark.apps, pytest.mark.skipif(bool(LACKING), reason=f"needs {', '.join(LACKING)}")]


def test_pairs_lie_where_they_were_meant_to(display: DisplayServer) -> None:
    command = [sys.executable, "-P", "-m", "bot", "play", "--window", "flobopuyo", "--live", "--countdown", "0"]
    env = display.env | {"PYTHONPATH": os.fspath(ROOT), "HOME": os.environ.get("HOME", os.fspath(display.home))}
    with menu(display, LEVELS["easy"], seed=5) as game:
        game.go_on(2.5)
        game.find()
        run = subprocess.run(
            [*command, "--max-moves", str(PAIRS), "--json"],
            env=env, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert run.stdout, run.stderr
        answer = json.loads(run.stdout.splitlines()[-1])
        assert (answer["moves"], answer["misread"]) == (PAIRS, 0), answer
        lying = wait_for(lambda: game.fields()[0].puyos, "what fell")
        columns = {column for _, column, _, _ in lying}
        gone = 2 * PAIRS - len(lying)
        assert gone <= 2 or gone >= GROUP, f"{gone} puyos neither lie there nor burst, nor fall as the last pair"
        assert columns != {2}, "nothing was brought anywhere: all pairs lie where they appear"
