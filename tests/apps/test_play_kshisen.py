"""Banmen wins kshisen, which knows nothing of it, on a real X display; judged by the game's own memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot import cli
from tests.apps.kshisen import Kshisen, Setting, build_shim, missing
from tests.display import DisplayServer
from tests.sweep import sweep

ROOT = Path(__file__).parents[2]

pytestmark = [pytest.mark.apps, pytest.mark.skipif(bool(missing()), reason=missing())]


@pytest.fixture(scope="session")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that makes the game's deals the same each time."""
    return build_shim(tmp_path_factory.mktemp("shim"))


def banmen(display: DisplayServer, *arguments: str) -> tuple[int, dict[str, Any], str]:
    """Run the command line on the display; its exit code, its closing JSON line and what it said."""
    command = [sys.executable, "-P", "-m", "bot", *arguments, "--json"]
    env = display.env | {"PYTHONPATH": os.fspath(ROOT), "HOME": os.environ.get("HOME", os.fspath(display.home))}
    run = subprocess.run(command, env=env, capture_output=True, text=True, timeout=240, check=False)
    lines = run.stdout.splitlines()
    return run.returncode, json.loads(lines[-1]) if lines else {}, run.stderr


def play(display: DisplayServer, *more: str) -> tuple[int, dict[str, Any], str]:
    return banmen(display, "play", "--window", "kshisen", "--live", "--countdown", "0", *more)


def game(display: DisplayServer, home: Path, shim: Path, **setting: Any) -> Kshisen:
    return Kshisen(Setting(**setting), display.name, home, shim)


GAMES = {
    "14x6 default": ((6, 14), "default", False, ("--rule", "gravity=off")),
    "14x6 jade, gravity": ((6, 14), "jade", True, ("--rule", "gravity=on")),
    "14x6 traditional, gravity found out": ((6, 14), "traditional", True, ()),
    "18x8 default, gravity found out": ((8, 18), "default", True, ()),
    "18x8 classic, no gravity found out": ((8, 18), "classic", False, ()),
    "18x8 traditional, general layout": ((8, 18), "traditional", False, ("--layout", "shisen/tiles")),
}


@pytest.mark.parametrize(
    ("size", "tileset", "gravity", "more"), sweep(pytest.param(*values, id=name) for name, values in GAMES.items())
)
def test_it_wins(
    display: DisplayServer,
    tmp_path: Path,
    shim: Path,
    size: tuple[int, int],
    tileset: str,
    gravity: bool,
    more: Sequence[str],
) -> None:
    rows, columns = size
    with game(display, tmp_path, shim, rows=rows, columns=columns, tileset=tileset, gravity=gravity, seed=7) as app:
        code, answer, said = play(display, *more)
        assert answer.get("outcome") == "won", (answer, said)
        assert code == 0
        assert not app.board().any()
    assert answer["misread"] == 0
    assert answer["moves"] == rows * columns // 2


def test_a_dry_run_touches_nothing(display: DisplayServer, tmp_path: Path, shim: Path) -> None:
    with game(display, tmp_path, shim, rows=6, columns=14) as app:
        before = app.text()
        code, answer, _ = banmen(display, "play", "--window", "kshisen")
        assert code == 0
        assert answer["outcome"] == "stopped"
        assert "--live" in answer["why"]
        assert app.text() == before


def test_a_paused_game_is_refused_and_not_clicked(display: DisplayServer, tmp_path: Path, shim: Path) -> None:
    with game(display, tmp_path, shim, rows=6, columns=14) as app:
        before = app.text()
        app.key("p")
        code, _, said = play(display)
        assert code == cli.EXIT_UNREADABLE
        assert said.splitlines()[-1].startswith("banmen: ")
        assert app.text() == before


def test_it_goes_on_from_the_middle_of_a_game(display: DisplayServer, tmp_path: Path, shim: Path) -> None:
    with game(display, tmp_path, shim, rows=6, columns=14, seed=9) as app:
        code, answer, said = play(display, "--max-moves", "16", "--rule", "gravity=off")
        assert (code, answer["outcome"], answer["moves"]) == (cli.EXIT_STOPPED, "stopped", 16), (answer, said)
        assert (app.board() > 0).sum() == 52
        code, answer, said = play(display, "--rule", "gravity=off")
        assert (code, answer.get("outcome")) == (0, "won"), (answer, said)
        assert answer["moves"] == 26
        assert not app.board().any()


def test_a_recording_of_the_real_game_replays(display: DisplayServer, tmp_path: Path, shim: Path) -> None:
    with game(display, tmp_path, shim, rows=6, columns=14, seed=11):
        _, answer, said = play(display, "--max-moves", "8", "--record", os.fspath(tmp_path / "recording"))
        assert answer["moves"] == 8, (answer, said)
    code, answer, _ = banmen(display, "replay", os.fspath(tmp_path / "recording"))
    assert (code, answer["same"], answer["difference"]) == (0, True, None)


def test_no_such_window(display: DisplayServer) -> None:
    code, _, said = banmen(display, "play", "--window", "no such game")
    assert code == cli.EXIT_UNREADABLE
    assert "no such game" in said
