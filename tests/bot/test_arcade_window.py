"""The arcade's window as a stranger sees it: a process on a display, clicked through XTEST."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.action import Button, Click, Drag, Key
from bot.actuate.xtest import XTest
from bot.arcade import make_scene
from bot.arcade.__main__ import main
from bot.arcade.scene import ArcadeError, Scene
from bot.arcade.window import run
from bot.clock import RealClock
from bot.frame import Frame, Pixels, Point
from bot.x11.windows import XWindow
from engine.api import Limit, load_game
from engine.moves import Pick
from tests.display import DisplayServer, Program, wait_for

ROOT = Path(__file__).parents[2]
BOARD = ("--size", "4x2", "--seed", "5")


@dataclass
class Arcade:
    """A window that runs, its twin in this process, and the log that it writes."""

    display: DisplayServer
    program: Program
    window: XWindow
    twin: Scene
    file: Path
    hand: XTest

    def log(self, *events: str) -> list[dict[str, Any]]:
        """What it noted so far of these events."""
        lines = [json.loads(line) for line in self.file.read_text().splitlines()]
        return [line for line in lines if line["event"] in events]

    def wait(self, event: str, times: int = 1) -> dict[str, Any]:
        """The latest note of an event, once it is there."""
        notes: list[dict[str, Any]] = wait_for(
            lambda: found if len(found := self.log(event)) >= times else None, f"{times} x {event}"
        )
        return notes[-1]

    def frame(self) -> Frame:
        """Where the window is, as a frame; its pixels do not matter."""
        box = self.window.box()
        pixels: Pixels = self.twin.draw()
        return Frame(pixels, 0.0, Point(box.x, box.y))

    def click(self, cell: tuple[int, int]) -> None:
        """Click a cell."""
        self.hand.perform(Click(self.twin.grid.centre(cell)), self.frame())

    def end(self, number: int) -> int:
        """Send a signal and return the exit code."""
        self.program.process.send_signal(number)
        return self.program.process.wait(10)


@contextmanager
def _arcade(
    display: DisplayServer, folder: Path, *options: str, game: str = "shisen", board: tuple[str, ...] = BOARD
) -> Iterator[Arcade]:
    file = folder / "log.jsonl"
    command = [sys.executable, "-m", "bot.arcade", game, *board, "--log", str(file), *options]
    program = display.start(command, cwd=ROOT)
    hand = XTest(display.connection, RealClock())
    try:
        wait_for(lambda: file.exists() and file.read_text(), "the first line of the log")
        window = display.window("banmen-arcade", program)
        sized = {"columns": 4, "rows": 2} if board is BOARD else {}
        yield Arcade(display, program, window, make_scene(game, seed=5, **sized), file, hand)
    finally:
        hand.close()
        program.end()


@pytest.mark.x11
def test_it_has_its_title_and_takes_a_click_and_a_key_and_ends_on_sigterm(
    x_server: DisplayServer, tmp_path: Path
) -> None:
    with _arcade(x_server, tmp_path) as arcade:
        assert arcade.window.title == "Banmen arcade: Shisen-sho"
        assert (arcade.window.box().w, arcade.window.box().h) == (900, 600)
        assert arcade.log("opened")[0]["board"] == list(arcade.twin.truth().board)
        arcade.click((1, 2))
        assert arcade.wait("select")["cells"] == [[1, 2]]
        press, release = arcade.log("press", "release")
        assert (press["x"], press["y"]) == tuple(int(n) for n in arcade.twin.grid.centre((1, 2)))
        assert press["t"] <= release["t"]
        arcade.hand.perform(Key("p"), arcade.frame())
        assert arcade.wait("pause")["t"] >= press["t"]
        assert arcade.end(signal.SIGTERM) == 0
        assert arcade.log("closed")[0]["signals"] == [signal.SIGTERM]
        assert arcade.program.log.read_text() == ""


@pytest.mark.x11
def test_it_closes_itself_after_a_game_is_won(x_server: DisplayServer, tmp_path: Path) -> None:
    with _arcade(x_server, tmp_path, "--quit-when-won", "0.05", "--removal", "0.01") as arcade:
        game = load_game("shisen")
        moves = game.plan(game.parse(arcade.twin.truth()), Limit(nodes=10_000)).moves
        for n, move in enumerate(moves, 1):
            assert isinstance(move, Pick)
            arcade.click(move.a)
            arcade.wait("select", n)
            arcade.click(move.b)
            arcade.wait("removed", n)
        assert arcade.program.process.wait(10) == 0
        taken = [str(Pick(*map(tuple, note["cells"]))) for note in arcade.log("removed")]
        assert taken == [str(move) for move in moves]
        assert arcade.log("won")


@pytest.mark.x11
def test_it_follows_a_new_size_and_ends_quietly_on_ctrl_c(x_server: DisplayServer, tmp_path: Path) -> None:
    with _arcade(x_server, tmp_path, "--scale", "0.5") as arcade:
        assert arcade.window.box().w == 450
        with x_server.connection.talk() as core:
            width, height = 4, 8
            core.ConfigureWindow(arcade.window.id, width | height, [640, 360])
        x_server.connection.settle()
        arcade.wait("resized")
        arcade.twin.resize(640, 360)
        arcade.click((0, 3))
        assert arcade.wait("select")["cells"] == [[0, 3]]
        assert arcade.end(signal.SIGINT) == 0
        assert arcade.program.log.read_text() == ""


@pytest.mark.x11
def test_a_line_is_drawn_with_the_button_held(x_server: DisplayServer, tmp_path: Path) -> None:
    with _arcade(x_server, tmp_path, game="nonogram") as arcade:
        start, end = (arcade.twin.grid.centre(cell) for cell in ((1, 0), (1, 2)))
        arcade.hand.perform(Drag(start, end, Button.RIGHT, steps=2, hold=0.01), arcade.frame())
        assert arcade.wait("cross")["cells"] == [[1, 0], [1, 1], [1, 2]]
        arcade.hand.perform(Key("h"), arcade.frame())
        assert arcade.wait("hint")["cells"]
        assert arcade.end(signal.SIGTERM) == 0


@pytest.mark.x11
def test_a_game_whose_time_runs_takes_keys_and_a_drag(x_server: DisplayServer, tmp_path: Path) -> None:
    warm = make_scene("paneldepon", mode="endless")  # compiles what is not compiled yet
    warm.key("Up", 0.0)
    warm.step(0.1)
    with _arcade(x_server, tmp_path, "--mode", "endless", game="paneldepon", board=("--seed", "5")) as arcade:
        start, end = (arcade.twin.grid.centre(cell) for cell in ((10, 3), (10, 4)))
        arcade.hand.perform(Drag(start, end, steps=1, hold=0.01), arcade.frame())
        assert arcade.wait("swap")["cells"] == [[10, 3], [10, 4]]
        for name in ("Up", "space"):
            arcade.hand.perform(Key(name, hold=0.02), arcade.frame())
        assert arcade.wait("swap", 2)["cells"] == [[9, 3], [9, 4]]
        assert arcade.end(signal.SIGTERM) == 0
        assert arcade.program.log.read_text() == ""


def test_without_a_display_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(ArcadeError, match="DISPLAY"):
        run("shisen", rows=2, columns=2)


@pytest.mark.parametrize("size", ["17", "x8", "axb", "17x", "8x-2"])
def test_a_size_that_is_none_is_refused(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["--size", size])
    assert "17x8" in capsys.readouterr().err
