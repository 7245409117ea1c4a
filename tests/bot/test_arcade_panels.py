"""How the panels of the arcade's Panel de Pon look: told apart by everybody, at every size, in every state."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.arcade.paneldepon.seen import Card, Seen, Spark, Well
from bot.arcade.paneldepon.skins import GARBAGE, GREY, Look, Skin, load_skin, skin_names
from bot.arcade.paneldepon.view import PanelView
from bot.arcade.running.arena import Arena
from bot.arcade.running.seen import Picture
from bot.arcade.scene import ArcadeError
from bot.frame import Pixels

SKINS = [load_skin(name) for name in skin_names()]
COLOURS = 6


def face(skin: Skin, kind: int, size: int, look: Look = Look.PLAIN) -> Pixels:
    """A panel on black ground."""
    shown = np.zeros((size, size, 3), np.uint8)
    skin.panel(kind, size, look).paste(shown, 0, 0)
    return shown


def figure(shown: Pixels) -> NDArray[np.bool_]:
    """What is drawn on a panel, without its colour: where it is lighter or darker than most of it."""
    inner = shown[len(shown) // 5 : -len(shown) // 5, len(shown) // 5 : -len(shown) // 5].mean(2)
    return np.asarray(np.abs(inner - np.median(np.concatenate([inner[0], inner[-1]]))) > 40, np.bool_)


@pytest.mark.parametrize("skin", SKINS, ids=skin_names())
@pytest.mark.parametrize("size", [20, 47])
def test_who_sees_no_colours_tells_every_two_kinds_by_their_figures(skin: Skin, size: int) -> None:
    figures = [figure(face(skin, kind, size)) for kind in range(skin.kinds)]
    for (a, one), (b, other) in combinations(enumerate(figures), 2):
        assert (one != other).mean() > 0.08, f"{a} and {b} are drawn alike"


@pytest.mark.parametrize("skin", SKINS, ids=skin_names())
def test_every_state_looks_different(skin: Skin) -> None:
    for kind in (*range(COLOURS), GARBAGE):
        for one, other in combinations(Look, 2):
            apart = np.abs(face(skin, kind, 40, one).astype(int) - face(skin, kind, 40, other)).max(2)
            assert (apart > 20).mean() > 0.02, f"{one} and {other} of {kind}"


@pytest.mark.parametrize("skin", SKINS, ids=skin_names())
def test_there_are_pictures_for_as_many_colours_as_there_may_be_and_no_more(skin: Skin) -> None:
    assert skin.kinds == 8
    assert face(skin, GREY, 30).any()
    with pytest.raises(ArcadeError, match="number 8"):
        skin.panel(8, 30, Look.PLAIN)


def arena(size: tuple[int, int], boards: int = 1) -> Arena:
    """A window."""
    return Arena.of(size, 12, 6, boards, ("restart", "new", "pause"))


@pytest.mark.parametrize("skin", SKINS, ids=skin_names())
@pytest.mark.parametrize("size", [(620, 720), (300, 200), (64, 48)])
def test_what_lies_outside_of_the_board_is_not_drawn(skin: Skin, size: tuple[int, int]) -> None:
    stage = arena(size)
    view = PanelView(stage, skin)
    outside = (Seen(0, 2, -0.6, Look.PLAIN), Seen(1, 3, 11.7, Look.DIM), Seen(2, 4, 12, Look.DIM))
    well = Well(outside, (Spark(1, 12, 0.5),), cards=(Card(0, -2, "x3"),))
    bare, shown = view.draw(Picture((Well(),))), view.draw(Picture((well,)))
    changed = (bare != shown).any(2)
    box = stage.grid.box
    inside = np.zeros_like(changed)
    inside[int(box.y) : int(box.y + box.h), int(box.x) : int(box.x + box.w)] = True
    assert changed.any()
    assert not (changed & ~inside).any()


@pytest.mark.parametrize("boards", [1, 2])
@pytest.mark.parametrize("size", [(1080, 720), (620, 720), (300, 700), (900, 300)])
def test_boards_and_figures_keep_out_of_each_others_way(size: tuple[int, int], boards: int) -> None:
    stage = arena(size, boards)
    boxes = [grid.box for grid in stage.wells] + list(stage.facts)
    for one, other in combinations(sorted(boxes, key=lambda box: box.x), 2):
        assert one.x + one.w <= other.x + 1
    assert all(box.x >= 0 and box.x + box.w <= size[0] for box in boxes)


def test_the_same_picture_is_not_painted_twice() -> None:
    view = PanelView(arena((300, 200)), SKINS[0])
    picture = Picture((Well((Seen(0, 2, 3, Look.PLAIN),), cursor=(3, 2)),))
    assert view.draw(picture) is view.draw(Picture((Well((Seen(0, 2, 3, Look.PLAIN),), cursor=(3, 2)),)))
