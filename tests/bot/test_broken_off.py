"""A game that is broken off from outside: the display dies, the program crashes, the process is told to end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.record import Recording
from bot.replay import replay
from tests.display import NEEDS_XVFB, DisplayServer, Program, display_server, missing_programs, wait_for

pytestmark = [
    pytest.mark.x11,
    pytest.mark.skipif(bool(missing_programs("Xvfb")), reason=NEEDS_XVFB),
]
HERE = {"PYTHONPATH": str(Path(__file__).parents[2])}
Break = Callable[[DisplayServer, Program, "subprocess.Popen[str]"], object]


def kill_display(server: DisplayServer, _: Program, __: subprocess.Popen[str]) -> None:
    server.kill()


def crash_game(_: DisplayServer, game: Program, __: subprocess.Popen[str]) -> None:
    os.killpg(game.pid, signal.SIGKILL)


def tell_to_end(_: DisplayServer, __: Program, bot: subprocess.Popen[str]) -> None:
    bot.send_signal(signal.SIGTERM)


@pytest.mark.parametrize(
    ("happens", "outcome", "code"),
    [(kill_display, "lost-screen", 3), (crash_game, "lost-screen", 3), (tell_to_end, "stopped", 5)],
    ids=["the display dies", "the game crashes", "it is told to end"],
)
def test_it_ends_with_the_right_code_and_a_recording(happens: Break, outcome: str, code: int, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    with display_server(window_manager=False) as server:
        game = server.start([sys.executable, "-P", "-m", "bot.arcade", "shisen", "--seed", "1"], env=HERE)
        server.window("banmen-arcade", game)
        command = [sys.executable, "-P", "-m", "bot", "play", "--window", "banmen-arcade", "--live", "--json"]
        command += ["--countdown", "0", "--game", "shisen", "--record", str(folder)]
        with subprocess.Popen(
            command, env=server.env | HERE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as bot:
            log = folder / "log.jsonl"
            wait_for(lambda: log.exists() and log.read_text().count("act: ") > 2, "some moves", 60)
            happens(server, game, bot)
            said, complained = bot.communicate(timeout=30)
    assert bot.returncode == code, complained
    answer = json.loads(said.splitlines()[-1])
    assert answer["outcome"] == outcome
    assert answer["why"]
    assert "Traceback" not in complained
    result = replay(folder)
    assert result.difference is None
    assert result.looks > 3
    assert any("report" in line for line in Recording(folder).lines())
