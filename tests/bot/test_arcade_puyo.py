"""Our Puyo Puyo: pairs step, turn and lie; chains run, garbage comes; Banmen reads it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bot.action import Button
from bot.arcade import make_scene, scene_skins
from bot.arcade.puyo.game import PuyoGame, dealt
from bot.arcade.puyo.pair import Pair
from bot.arcade.puyo.seat import Phase
from bot.arcade.scene import ArcadeError
from bot.frame import Frame
from bot.layouts import find_layout
from bot.reading import Reading, Sight
from bot.vision.falling import parted
from bot.vision.picture import load
from bot.vision.readers import make_reader
from engine.games.puyo.rules import House
from engine.position import Position

FIXTURES = Path(__file__).parents[2] / "fixtures" / "puyo"
SUFFIX = {"faces": "", "shapes": "-shapes"}
HOUSE = House()
EMPTY = ("",) * 6


def game(**options: object) -> PuyoGame:
    """A small game whose clock runs."""
    scene = make_scene("puyo", size=(320, 372), **{"seed": 3, **options})
    assert isinstance(scene, PuyoGame)
    scene.step(0.0)
    scene.press(scene.grid.box.centre, Button.LEFT, 0.0)
    return scene


def drop(scene: PuyoGame, *keys: str) -> None:
    """Press keys, then push the pair down until the next one is there, or the game is over."""
    seat, now = scene.seats[0], scene._now
    before = seat.side.pairs
    for key in keys:
        scene.key(key, now)
        scene.let_go(key, now)
    while seat.side.pairs == before:
        scene.key("Down", now)
        now += 1 / 60
        scene.step(now)
    scene.let_go("Down", now)
    while seat.phase not in (Phase.STEERED, Phase.OVER):
        now += 1 / 60
        scene.step(now)


# ---- a pair


def test_a_pair_turns_clockwise_and_back() -> None:
    pair = Pair.appearing("RG", HOUSE)
    for side in "RDLU":
        turned = pair.turned(1, EMPTY, HOUSE)
        assert turned is not None
        pair = turned
        assert pair.side == side
    back = pair.turned(-1, EMPTY, HOUSE)
    assert back is not None
    assert back.side == "L"


def test_a_pair_that_turns_into_a_wall_is_pushed_off_it() -> None:
    turned = Pair("RG", 5, 10).turned(1, EMPTY, HOUSE)
    assert turned is not None
    assert (turned.column, turned.side) == (4, "R")


def test_a_pair_that_turns_into_the_floor_rises() -> None:
    turned = Pair("RG", 2, 0, "R").turned(1, EMPTY, HOUSE)
    assert turned is not None
    assert (turned.height, turned.side) == (2, "D")


def test_between_two_walls_the_halves_change_places() -> None:
    field = ("", "R" * 13, "", "R" * 13, "", "")
    pair = Pair("RG", 2, 10)
    assert pair.turned(1, field, HOUSE) is None
    flipped = pair.flipped(field, HOUSE)
    assert flipped is not None
    assert (flipped.height, flipped.side) == (12, "D")


def test_a_pair_sinks_by_halves_until_it_rests() -> None:
    pair: Pair | None = Pair("RG", 0, 5)
    field = ("Y", "", "", "", "", "")
    heights = []
    while pair is not None:
        heights.append(pair.height)
        pair = pair.sunk(field, HOUSE)
    assert heights == [5, 4, 3, 2]


# ---- a game


def test_keys_bring_a_pair_where_it_shall_lie() -> None:
    scene = game()
    axis, child = dealt(3)[0][0], dealt(3)[0][1]
    drop(scene, "Up", "Left", "Left")
    assert scene.seats[0].side.field == (axis, child, "", "", "", "")


def test_a_group_vanishes_and_what_lies_over_it_falls() -> None:
    scene = game()
    seat = scene.seats[0]
    seat._queue = ("RR", "RR", "GG")
    seat._next()
    drop(scene, "Left")
    drop(scene, "Left")
    assert seat.side.field == EMPTY
    assert (seat.best, seat.chain) == (1, 1)
    assert seat.score >= 40


def test_the_game_ends_when_no_pair_can_appear() -> None:
    scene = game(mode="endless", seed=1)
    seat = scene.seats[0]
    seat._queue = ("RG", "YB")
    seat._next()
    while seat.phase is not Phase.OVER:
        drop(scene)
    assert scene.status.value == "stuck"
    assert len(seat.side.field[2]) == 12


def test_a_trial_ends_after_fifty_pairs() -> None:
    scene = game(mode="trial", seed=1)
    seat = scene.seats[0]
    seat._queue = ("RR",)
    seat._next()
    for _ in range(50):
        drop(scene)
    assert scene.status.value == "won"


def test_both_players_get_the_same_pairs_and_chains_send_garbage() -> None:
    scene = game(mode="versus", opponent="person")
    left, right = scene.seats
    assert left.pair is not None
    assert right.pair is not None
    assert left.pair.labels == right.pair.labels
    right.receive(8)
    assert dict(scene.facts(right))["GARBAGE"] == "8"


def test_the_engine_plays_the_second_board() -> None:
    scene = game(mode="versus", preset="hard")
    for frame in range(1, 240):
        scene.step(frame / 60)
    assert scene.seats[1].side.pairs >= 2


def test_the_first_two_pairs_have_three_colours() -> None:
    for seed in range(20):
        pairs = dealt(seed)
        assert len(set("".join(pairs[:2]))) <= 3
        assert {label: "".join(pairs).count(label) for label in "RYGB"} == dict.fromkeys("RYGB", 64)


def test_a_pause_hides_the_board() -> None:
    scene = game()
    drop(scene)
    scene.key("p", scene._now)
    assert set("".join(scene.truth().board)) == {"."}


def test_what_cannot_be_chosen_is_refused() -> None:
    with pytest.raises(ArcadeError, match="no mode called 'puzzle'"):
        make_scene("puyo", mode="puzzle")


@pytest.mark.parametrize("skin", scene_skins("puyo"))
@pytest.mark.parametrize("size", [(64, 48), (300, 500), (1500, 700)])
def test_it_is_drawn_in_windows_of_any_shape(skin: str, size: tuple[int, int]) -> None:
    scene = make_scene("puyo", skin=skin, size=size, mode="versus")
    assert scene.draw().shape == (size[1], size[0], 3)
    assert np.ptp(scene.draw()) > 0


# ---- the eyes


def test_a_pair_in_the_air_is_told_apart_from_what_lies() -> None:
    reading = Reading(
        0.0, Sight.CLEAR, position=Position({"board": ("..g...", "..r...", "......", "yyb..."), "next": ("bb",)})
    )
    position = parted(reading).position
    assert position is not None
    assert position.board == ("......", "......", "......", "yyb...")
    assert position.blocks["current"] == ("rg",)
    assert position.blocks["falling"] == ("0,2", "1,2")


def test_more_than_a_pair_in_the_air_is_left_as_it_is() -> None:
    board = ("..g...", "..r...", "..r...", "......", "yyb...")
    position = parted(Reading(0.0, Sight.CLEAR, position=Position({"board": board}))).position
    assert position is not None
    assert position.board == board


SCREENS = [(skin, path) for skin in SUFFIX for path in sorted((FIXTURES / f"arcade-{skin}" / "screens").glob("*.png"))]


@pytest.mark.parametrize(("skin", "path"), SCREENS, ids=[f"{skin}/{path.stem}" for skin, path in SCREENS])
def test_recorded_screens_are_read(skin: str, path: Path) -> None:
    name = "arcade-versus" if path.stem == "versus" else "arcade"
    reading = make_reader(find_layout(f"puyo/{name}{SUFFIX[skin]}")).read(Frame(load(path), 0.0))
    truth = Position.parse(path.with_suffix(".txt").read_text())
    assert reading.sight is Sight.CLEAR
    assert reading.position is not None
    assert reading.position.board == truth.board
    for block in ("next", "current", "falling"):
        assert reading.position.blocks.get(block) == truth.blocks.get(block)
