"""Our Puyo Invader: the shooter walks, turns and shoots by keys; Banmen reads the screen and plays it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.action import Button, Key
from bot.arcade import make_scene
from bot.arcade.invader.game import InvaderGame
from bot.arcade.memory import MemoryScreen, VirtualClock
from bot.arcade.scene import ArcadeError
from bot.chase import chaser
from bot.control.controls import make_control
from bot.control.press_way import PressWay
from bot.frame import Frame
from bot.layout import Hands, LayoutError
from bot.layouts import find_layout
from bot.manners import Manners
from bot.reading import Reading, Sight
from bot.session import Bounds, Session
from bot.step import Ending
from bot.vision.picture import load
from bot.vision.readers import make_reader
from engine.api import Outcome
from engine.games.invader import Invader
from engine.games.invader.running import Bullet
from engine.moves import Shoot
from engine.position import Position

SCREENS = sorted((Path(__file__).parents[2] / "fixtures" / "invader" / "arcade-creatures" / "screens").glob("*.png"))
LAYOUT = "invader/arcade"


def game(seed: int = 3, *rows: str) -> InvaderGame:
    """A game whose clock runs, without bullets; with these farthest rows, from the top, if any are given."""
    scene = make_scene("invader", seed=seed)
    assert isinstance(scene, InvaderGame)
    running = scene.game
    running.bullets = False
    if rows:
        blank = ("." * scene.house.columns,) * (scene.house.rows - len(rows))
        running.cells = (*blank, *reversed(rows))
        running.height = 330
    scene.step(0.0)
    scene.press(scene.grid.box.centre, Button.LEFT, 0.0)
    return scene


def press(scene: InvaderGame, *keys: str) -> None:
    """Press keys, three hundredths of a second apart."""
    now = scene._now
    for key in keys:
        scene.key(key, now)
        scene.let_go(key, now)
        now += 0.03
        scene.step(now)


def test_keys_walk_turn_and_shoot() -> None:
    scene = game()
    press(scene, "Right", "Right", "Left", "Up", "Up", "Down")
    assert (scene.game.column, scene.game.side) == (1, "D")
    press(scene, "space")
    assert scene.game.shots == 1
    assert (scene.game.column, scene.game.side) == (1, "R")
    assert [happening.what for happening in scene.history] == ["shoot"]


def test_a_held_key_walks_on() -> None:
    scene = game()
    scene.key("Right", 0.0)
    scene.step(0.6)
    scene.let_go("Right", 0.6)
    scene.step(1.5)
    assert scene.game.column == 5


def test_time_stands_still_until_something_is_pressed() -> None:
    scene = make_scene("invader", seed=1)
    assert isinstance(scene, InvaderGame)
    scene.step(100.0)
    assert scene.game.ticks == 0


def test_a_game_ends_with_a_notice() -> None:
    scene = game(3, "." * 9)
    scene.step(3.0)
    assert scene.status is Outcome.WON
    assert scene.picture().panel[0] == "All gone!"
    scene = game(3)
    scene.game.bullet = Bullet(0, 210)
    scene.game.bullets = True
    scene.step(1.0)
    assert scene.status is Outcome.STUCK
    assert scene.picture().panel[0] == "You are hit"


def test_an_alien_that_is_none_cannot_be_drawn() -> None:
    with pytest.raises(ArcadeError, match="'x'"):
        game().look.cell("x", 33, 24)


def test_a_paused_game_hides_its_field() -> None:
    scene = game()
    scene.key("p", 0.1)
    assert set("".join(scene.truth().board)) == {"."}
    assert scene.picture().wells[0].cells == ()


# ---- reading


@pytest.mark.parametrize("path", SCREENS, ids=lambda path: path.stem)
def test_recorded_screens_are_read_as_they_are(path: Path) -> None:
    truth = Position.parse(path.with_suffix(".txt").read_text(encoding="utf-8"))
    reading = make_reader(find_layout(LAYOUT)).read(Frame(load(path), 0.0))
    assert reading.position is not None, reading.why
    shown = {name: lines for name, lines in truth.blocks.items() if name != "grid"}
    known = Invader()
    assert known.parse(reading.position) == known.parse(Position(shown))


def test_a_bullet_is_seen_and_is_no_alien() -> None:
    flying = next(path for path in SCREENS if path.stem == "flying")
    reading = make_reader(find_layout(LAYOUT)).read(Frame(load(flying), 0.0))
    assert reading.position is not None
    assert sum(line.count("!") for line in reading.position.board) == 1


def test_a_field_that_comes_down_is_followed() -> None:
    scene, reader, known = game(5), make_reader(find_layout(LAYOUT)), Invader()
    for number in range(14):
        reading = reader.read(Frame(scene.draw(), float(number)))
        assert reading.position is not None, reading.why
        assert known.parse(reading.position) == known.parse(scene.truth())
        scene.step(scene._now + 2.0)


# ---- hands


def test_a_control_presses_what_a_move_asks_for() -> None:
    seen = Reading(0.0, Sight.LOST)
    hand = PressWay({"left": "Left", "shoot": "space"}, 0.01)
    way = ("left", "left", "shoot")
    assert hand.actions([Shoot(2, "R", way)], seen) == [Key("Left", 0.01), Key("Left", 0.01), Key("space", 0.01)]
    assert not hand.actions([Shoot(2, "R", ("turn",))], seen)
    assert not hand.actions([Shoot(2, "R")], seen)
    assert not hand.actions([], seen)


def test_a_control_without_keys_is_refused() -> None:
    with pytest.raises(LayoutError, match="a key for each press"):
        PressWay.of(Hands(control="press-way"))


def test_a_game_in_memory_is_played_to_its_end() -> None:
    scene = game(3, "aaadddccc", "aaadddccc")
    layout, clock = find_layout(LAYOUT), VirtualClock()
    screen = MemoryScreen(scene, clock)
    player = chaser("invader", {}, layout.hands, make_control(layout.hands), Manners())
    session = Session(screen, make_reader(layout), player, screen, clock, Bounds(seconds=60, look=0.04))
    assert session.prepare()
    report = session.run()
    assert report.ending is Ending.WON, report.why
    assert scene.game.over == "won"
    assert scene.game.shots <= report.moves < screen.counts["keys"]
