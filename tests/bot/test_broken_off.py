"""A game that is disturbed from outside: the display dies, the program crashes, the process is told to end; the window
or the screen gets another size, or the clock of the wall is set.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.record import Recording
from bot.replay import replay
from tests.bot.test_capture import set_resolution
from tests.display import DisplayServer, Program, display_server, wait_for

pytestmark = pytest.mark.x11
HERE = {"PYTHONPATH": str(Path(__file__).parents[2])}
Break = Callable[[DisplayServer, Program, "subprocess.Popen[str]"], object]


def kill_display(server: DisplayServer, _: Program, __: subprocess.Popen[str]) -> None:
    server.kill()


def crash_game(_: DisplayServer, game: Program, __: subprocess.Popen[str]) -> None:
    os.killpg(game.pid, signal.SIGKILL)


def tell_to_end(_: DisplayServer, __: Program, bot: subprocess.Popen[str]) -> None:
    bot.send_signal(signal.SIGTERM)


def resize_window(server: DisplayServer, _: Program, __: subprocess.Popen[str]) -> None:
    window = server.window("banmen-arcade")
    before = window.box()
    width_and_height = 12
    with server.connection.talk() as core:
        core.ConfigureWindow(window.id, width_and_height, [int(before.w * 1.2), int(before.h * 1.1)])
    wait_for(lambda: window.box() != before, "the window to have another size")


def resize_screen(server: DisplayServer, _: Program, __: subprocess.Popen[str]) -> None:
    set_resolution(server, 1152, 740)


def played(happens: Break, folder: Path, *options: str) -> tuple[int, dict[str, Any]]:
    """A practice game, and what happens after some moves; the exit code and the answer."""
    with display_server(window_manager=False) as server:
        game = server.start([sys.executable, "-P", "-m", "bot.arcade", "shisen", "--seed", "1", *options], env=HERE)
        server.window("banmen-arcade", game)
        command = [sys.executable, "-P", "-m", "bot", "play", "--window", "banmen-arcade", "--live", "--json"]
        command += ["--countdown", "0", "--game", "shisen", "--record", str(folder)]
        with subprocess.Popen(
            command, env=server.env | HERE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as bot:
            log = folder / "log.jsonl"
            wait_for(lambda: log.exists() and log.read_text().count("act: ") > 2, "some moves", 180)
            happens(server, game, bot)
            said, complained = bot.communicate(timeout=300)
    assert "Traceback" not in complained
    answer: dict[str, Any] = json.loads(said.splitlines()[-1])
    return bot.returncode, answer


@pytest.mark.parametrize("happens", [resize_window, resize_screen], ids=["the window", "the screen"])
def test_another_size_in_the_middle_is_followed_to_the_end(happens: Break, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    returned, answer = played(happens, folder, "--size", "8x4")
    assert (returned, answer["outcome"], answer["moves"]) == (0, "won", 16)
    assert replay(folder).difference is None


def test_nobody_asks_the_clock_of_the_wall() -> None:
    """It can be set, forwards and backwards, while a game goes on; the monotonic one cannot."""
    asked = re.compile(
        r"\btime\.time\(|\btime\.time_ns\(|datetime\.(now|utcnow|today)\(|\bdate\.today\(|CLOCK_REALTIME"
    )
    root = Path(HERE["PYTHONPATH"])
    modules = [path for part in ("bot", "engine", "calibration") for path in (root / part).rglob("*.py")]
    assert len(modules) > 100
    assert [str(path) for path in modules if asked.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    ("happens", "outcome", "code"),
    [(kill_display, "lost-screen", 3), (crash_game, "lost-screen", 3), (tell_to_end, "stopped", 5)],
    ids=["the display dies", "the game crashes", "it is told to end"],
)
def test_it_ends_with_the_right_code_and_a_recording(happens: Break, outcome: str, code: int, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    returned, answer = played(happens, folder, "--size", "8x5")
    assert (returned, answer["outcome"]) == (code, outcome)
    assert answer["why"]
    result = replay(folder)
    assert result.difference is None
    assert result.looks > 3
    assert any("report" in line for line in Recording(folder).lines())
