"""What every arcade game keeps, whichever it is."""

from __future__ import annotations

import numpy as np
import pytest

from bot.action import Button
from bot.arcade import make_scene, scene_names, scene_options, scene_skins
from bot.arcade.scene import ArcadeError, Scene
from bot.frame import Box, Point
from engine.api import Limit, Outcome, game_names, load_game
from engine.moves import Mark, Swap
from engine.position import Position

GAMES = scene_names()
SIZES = [(900, 600), (300, 700), (241, 151), (160, 120), (64, 48), (1, 1), (1601, 333)]


def make(name: str, rows: int = 4, columns: int = 6, **options: object) -> Scene:
    """A game on a small board, where its boards come in sizes."""
    sized = {"rows": rows, "columns": columns} if "rows" in scene_options(name) else {}
    return make_scene(name, **sized, **options)


@pytest.fixture(params=GAMES)
def scene(request: pytest.FixtureRequest) -> Scene:
    return make(request.param, seed=3)


def test_every_arcade_game_is_one_of_the_engine() -> None:
    assert set(GAMES) <= set(game_names())


def test_a_game_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(ArcadeError, match=r"'chess'.*shisen"):
        make_scene("chess")


@pytest.mark.parametrize("name", GAMES)
def test_an_option_that_is_not_there_is_refused_by_name(name: str) -> None:
    with pytest.raises(ArcadeError, match=r"'speed'.*seed"):
        make_scene(name, speed=3)


@pytest.mark.parametrize("name", GAMES)
def test_a_skin_that_is_not_there_is_refused_by_name(name: str) -> None:
    with pytest.raises(ArcadeError, match=rf"'chrome'.*{scene_skins(name)[0]}"):
        make_scene(name, skin="chrome")


@pytest.mark.parametrize(("name", "skin"), [(name, skin) for name in GAMES for skin in scene_skins(name)])
def test_every_skin_fits_its_game(name: str, skin: str) -> None:
    scene = make(name, 2, 3, skin=skin)
    assert scene.draw().std() > 10


def test_the_title_is_plain(scene: Scene) -> None:
    assert scene.title.startswith("Banmen arcade: ")
    assert scene.title.isascii()


def test_a_picture_stays_as_it_is_and_comes_back_while_nothing_changes(scene: Scene) -> None:
    scene.step(1.0)
    before = scene.draw()
    copy = before.copy()
    assert scene.draw() is before
    assert not before.flags.writeable
    scene.press(scene.grid.centre((1, 2)), Button.LEFT, 1.0)
    scene.step(2.5)
    assert scene.draw() is not before
    assert np.array_equal(before, copy)


@pytest.mark.parametrize("size", SIZES)
def test_any_size_is_drawn(scene: Scene, size: tuple[int, int]) -> None:
    scene.resize(*size)
    width, height = scene.size
    assert (width, height) == (max(64, size[0]), max(48, size[1]))
    assert scene.draw().shape == (height, width, 3)
    assert scene.grid.pitch_x == int(scene.grid.pitch_x) >= 2


@pytest.mark.parametrize("size", SIZES[:3])
def test_board_buttons_and_status_keep_out_of_each_others_way(scene: Scene, size: tuple[int, int]) -> None:
    scene.resize(*size)
    board = scene.grid.box
    room = Box(0, max(box.y + box.h for box in scene.buttons.values()), *scene.size)
    assert room.contains(Point(board.x - scene.grid.pitch_x / 2, board.y - scene.grid.pitch_y / 2))
    assert board.y + board.h + scene.grid.pitch_y / 2 < scene.size[1]
    assert board.x + board.w + scene.grid.pitch_x / 2 < scene.size[0]


def test_a_scene_keeps_its_game_when_its_size_changes(scene: Scene) -> None:
    before = scene.truth()
    scene.resize(777, 555)
    assert scene.truth() == before


def test_every_game_can_be_played_as_far_as_its_own_plan_reaches(scene: Scene) -> None:
    title = scene.title.lower().replace(" ", "")
    game = load_game(GAMES[[name[:4] in title for name in GAMES].index(True)])
    shown = {name: lines for name, lines in scene.truth().blocks.items() if name != "marked"}
    state = game.parse(Position(shown))
    now = 0.0
    plan = game.plan(state, Limit(nodes=100_000))
    for move in plan.moves:
        places = [scene.grid.centre(cell) for cell in move.cells]
        if isinstance(move, Mark | Swap):
            scene.press(places[0], Button.LEFT, now)
            scene.point(places[-1], now)
            scene.release(now)
        else:
            for place in places:
                scene.press(place, Button.LEFT, now)
                scene.release(now)
        now += 5.0
        scene.step(now)
    assert scene.status is plan.reaches
    if plan.reaches is Outcome.WON:
        assert scene.history[-1].what == "won"
