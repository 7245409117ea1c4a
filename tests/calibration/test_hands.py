"""Hands are measured on programs whose needs are known: what comes out must be what they need."""

from __future__ import annotations

import pytest

from bot.action import Button, Key
from bot.actuate.gate import Gate, GateRules
from bot.arcade.memory import Faults, MemoryScreen
from bot.arcade.scene import Scene
from bot.arcade.shisen import make
from bot.capture import Capture
from bot.errors import StoppedError
from calibration.hands import HandsError, measure_keys, measure_mouse
from calibration.spare import clickable
from calibration.watch import Watch
from engine.moves import Cell
from engine.position import Position
from tests.calibration.polled import PolledGame

OPEN = GateRules(gap=0.0, drift=None)


def keyed(game: PolledGame) -> Watch:
    return Watch(game, Gate(game, game, game.clock, OPEN), game.clock, game.grid)


@pytest.mark.parametrize(("wide", "blinks"), [(1, True), (2, False), (2, True)])
def test_the_keys_of_a_polled_game(wide: int, blinks: bool) -> None:
    measured = measure_keys(keyed(PolledGame(wide=wide, blinks=blinks)))
    assert measured.keys == {"right": "Right", "left": "Left", "down": "Down", "up": "Up"}
    assert 0.017 < measured.hold <= 0.05, "a press shorter than a poll is not always seen"
    assert 0.017 <= measured.gap <= 0.08
    assert measured.response < 0.5


def test_a_key_is_taken_for_what_it_does() -> None:
    keys = {"Left": (0, 1), "Right": (0, -1), "a": (1, 0), "b": (-1, 0)}
    measured = measure_keys(keyed(PolledGame(keys=keys)), ("Right", "Left", "a", "b", "c"))
    assert measured.keys == {"left": "Right", "right": "Left", "down": "a", "up": "b"}


def test_keys_that_move_nothing_are_refused() -> None:
    game = PolledGame(keys={"x": (0, 1)})
    with pytest.raises(HandsError, match="none moves a cursor"):
        measure_keys(keyed(game))
    assert {action.name for action in game.sent if isinstance(action, Key)} == {"Right", "Left", "Down", "Up"}


def clicked(screen: MemoryScreen) -> Watch:
    capture: Capture = screen
    return Watch(capture, Gate(screen, screen, screen.clock, OPEN), screen.clock, screen.scene.grid)


@pytest.mark.parametrize("skin", ["letters", "mahjong"])
def test_the_clicks_of_an_arcade_game(skin: str) -> None:
    scene = make(seed=3, skin=skin, rows=4, columns=7)
    screen = MemoryScreen(scene, faults=Faults(latency=0.03))
    before = scene.truth()
    cells = [(row, column) for row in range(4) for column in range(7)]
    measured = measure_mouse(clicked(screen), cells)
    assert scene.truth() == before, "nothing was played"
    assert measured.hold == 0.0
    assert 0.03 <= measured.response < 0.1
    assert measured.gap <= 0.02
    assert not screen.strays


def test_a_game_that_plays_on_a_click_is_left_alone() -> None:
    from bot.arcade.null import make as make_null

    screen = MemoryScreen(make_null(rows=3, columns=5))
    with pytest.raises(HandsError, match="without playing"):
        measure_mouse(clicked(screen), [(1, 2), (1, 3)])
    assert screen.counts["clicks"] <= 2


def stopping(screen: MemoryScreen, clicks: int) -> Watch:
    """A watch whose gate lets so many clicks through."""
    enough = lambda: "Stopped by Ctrl-C." if screen.counts["clicks"] >= clicks else None  # noqa: E731
    return Watch(screen, Gate(screen, screen, screen.clock, OPEN, enough), screen.clock, screen.scene.grid)


@pytest.mark.parametrize(("clicks", "left"), [(0, ""), (1, " 1,2 stays picked"), (2, ""), (3, " 1,2 stays picked")])
def test_who_stops_it_is_told_what_stays_picked(clicks: int, left: str) -> None:
    screen = MemoryScreen(make(seed=3, skin="letters", rows=4, columns=7))
    with pytest.raises(StoppedError, match=rf"^Stopped by Ctrl-C\.{left}") as stopped:
        measure_mouse(stopping(screen, clicks), [(1, 2)])
    assert ("picked" in str(stopped.value)) is bool(left)


def test_a_tile_that_was_picked_before_is_not_taken_and_told_of() -> None:
    scene = make(seed=3, skin="letters", rows=4, columns=7)
    screen, picked = MemoryScreen(scene), _partner(scene)
    scene.press(scene.grid.centre(picked), Button.LEFT, 0.0)
    scene.release(0.0)
    board = scene.truth().board
    cells = clickable(Position({"board": board}), "shisen")
    with pytest.raises(HandsError, match=rf"{picked[0]},{picked[1]} changed instead: most likely"):
        measure_mouse(clicked(screen), cells)
    assert scene.truth().board == board, "nothing was played"


def _partner(scene: Scene) -> Cell:
    """A tile that fits another one."""
    from engine.api import load_game

    game = load_game("shisen")
    return game.moves(game.parse(scene.truth()))[0].cells[0]
