"""Whatever a person does with mouse, keys and time, the arcade's table stays in order."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.action import Button
from bot.arcade.view import TableView
from bot.frame import Point
from engine.api import Outcome, load_game
from engine.position import Position
from tests.bot.arcade_play import Finger

BOARD = "ABCAD\nCDDBE\nBAACE\nDBCEE"

CLICK = st.tuples(st.just("click"), st.integers(0, 3), st.integers(0, 4), st.sampled_from(list(Button)))
POKE = st.tuples(st.just("poke"), st.integers(-20, 500), st.integers(-20, 400))
KEY = st.tuples(st.just("key"), st.sampled_from("hurnpx"))
WAIT = st.tuples(st.just("wait"), st.sampled_from([0.0, 0.05, 0.2, 0.3, 3.0]))
SIZE = st.tuples(st.just("size"), st.sampled_from([200, 333, 640]), st.sampled_from([90, 250, 480]))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.one_of(CLICK, CLICK, CLICK, WAIT, WAIT, KEY, POKE, SIZE), max_size=40),
    st.booleans(),
)
def test_nothing_breaks_the_table(doings: list[tuple[object, ...]], gravity: bool) -> None:
    finger = Finger(BOARD, gravity=gravity)
    game = load_game("shisen", gravity=gravity)
    scene = finger.scene
    for doing in doings:
        match doing:
            case ("click", int(row), int(column), Button() as button):
                finger.click((row, column), button=button)
            case ("poke", int(x), int(y)):
                scene.press(Point(x, y), Button.LEFT, finger.now)
            case ("key", str(name)):
                finger.key(name)
            case ("wait", float(seconds)):
                finger.wait(seconds)
            case ("size", int(width), int(height)):
                scene.resize(width, height)
        scene.draw()
        game.parse(scene.truth())
        wakes = scene.wakes()
        assert wakes is None or wakes >= finger.now
        assert len(finger.marked) in {0, 1, 2}
    fresh = TableView(scene.stage, scene.skin).draw(scene.picture())
    assert np.array_equal(scene.draw(), fresh)
    times = [happening.time for happening in scene.history]
    assert times == sorted(times)
    finger.wait(5.0)
    state = game.parse(Position({"board": scene.truth().board}))
    assert scene.status is game.outcome(state)
    assert (scene.status is Outcome.WON) == (scene.left == 0)
