"""How the arcade draws: every kind tells apart, and painting only what changed paints the same."""

from __future__ import annotations

import random
from itertools import combinations, product

import numpy as np
import pytest

from bot.arcade.paint import Sheet, Sprite
from bot.arcade.scene import ArcadeError
from bot.arcade.skins import LABELS, Look, Skin, load_skin, skin_names
from bot.arcade.stage import Stage
from bot.arcade.view import Picture, TableView
from bot.frame import Box, Pixels
from engine.moves import Cell

SKINS = [load_skin(name) for name in skin_names()]


def _face(skin: Skin, label: str, width: int, look: Look = Look.PLAIN) -> Pixels:
    """The cell of a tile as it is seen on the board."""
    height = round(width * skin.aspect)
    return skin.tile(label, width, height, look).ink[:height, :width]


@pytest.mark.parametrize("skin", SKINS, ids=skin_names())
@pytest.mark.parametrize("width", [20, 41])
def test_every_two_kinds_look_different(skin: Skin, width: int) -> None:
    faces = [_face(skin, label, width).astype(int) for label in LABELS[: skin.kinds]]
    for (n, a), (m, b) in combinations(enumerate(faces), 2):
        share = (np.abs(a - b).max(axis=2) > 48).mean()
        assert share > 0.03, f"{LABELS[n]} and {LABELS[m]} differ in {share:.3f} of their pixels only"


@pytest.mark.parametrize("skin", SKINS, ids=skin_names())
def test_looks_can_be_told_from_each_other(skin: Skin) -> None:
    for a, b in combinations(Look, 2):
        change = np.abs(_face(skin, "A", 40, a).astype(int) - _face(skin, "A", 40, b)).max(axis=2)
        assert (change > 30).mean() > 0.2


@pytest.mark.parametrize("skin", SKINS, ids=skin_names())
def test_there_are_pictures_for_the_largest_usual_set_and_no_more_than_labels(skin: Skin) -> None:
    assert 42 <= skin.kinds <= len(LABELS)
    with pytest.raises(ArcadeError, match=r"'\?'"):
        skin.tile("?", 20, 26, Look.PLAIN)


def test_one_mahjong_tile_is_blank() -> None:
    skin = load_skin("mahjong")
    inner = [_face(skin, label, 40)[6:-6, 6:-6] for label in LABELS[: skin.kinds]]
    assert [label for label, face in zip(LABELS, inner, strict=False) if face.std(axis=(0, 1)).max() < 1] == ["h"]


@pytest.mark.parametrize("skin", SKINS, ids=skin_names())
def test_the_edge_of_a_tile_hangs_over_the_next_cell(skin: Skin) -> None:
    tile = skin.tile("A", 40, 50, Look.PLAIN)
    assert tile.clear[20, 41].max() == 0
    assert tile.clear[51, 20].max() == 0


PICTURES = {
    "pick": Picture(("ABA.", "CBCD"), {(0, 1): Look.PICKED}),
    "line": Picture(("ABA.", "CBCD"), {(0, 0): Look.PICKED, (0, 2): Look.PICKED}, ((0, 0), (-1, 0), (-1, 2), (0, 2))),
    "gone": Picture((".B..", "CBCD"), {(1, 2): Look.HINTED}, status=("Tiles left: 5", "0:07")),
    "fall": Picture(("....", "CBCD"), falling={(1, 0): (-0.4, 0.0)}),
    "won": Picture(("....", "...."), panel=("Cleared!", "in 0:07"), off=frozenset({"hint"})),
    "back": Picture(("ABA.", "CBCD"), status=("Tiles left: 7", "0:08")),
}


@pytest.mark.parametrize("size", [(420, 300), (90, 70)])
@pytest.mark.parametrize("skin", SKINS, ids=skin_names())
def test_painting_what_changed_paints_the_same_as_painting_all(skin: Skin, size: tuple[int, int]) -> None:
    stage = Stage.fit(size, 2, 4, skin.aspect, ("hint", "undo"))
    kept = TableView(stage, skin)
    for before, after in product(PICTURES.values(), repeat=2):
        kept.draw(before)
        assert np.array_equal(kept.draw(after), TableView(stage, skin).draw(after))


def test_tiles_taken_one_by_one_leave_no_trace() -> None:
    skin = load_skin("mahjong")
    stage = Stage.fit((300, 260), 4, 6, skin.aspect, ("hint",))
    kept = TableView(stage, skin)
    board = [list("ABCDEF") for _ in range(4)]
    cells: list[Cell] = [(r, c) for r in range(4) for c in range(6)]
    random.Random(1).shuffle(cells)
    for row, column in cells:
        board[row][column] = "."
        rows = tuple("".join(line) for line in board)
        pixels = kept.draw(Picture(rows))
    assert np.array_equal(pixels, TableView(stage, skin).draw(Picture(("......",) * 4)))


def test_a_sprite_is_cut_at_the_edge_of_the_picture_and_of_the_clip() -> None:
    full = Sprite(np.full((4, 4, 3), 200, np.uint8), np.zeros((4, 4, 3), np.uint8))
    ground = np.zeros((6, 8, 3), np.uint8)
    full.paste(ground, -2, -1)
    full.paste(ground, 6, 4)
    full.paste(ground, 2, 2, clip=(3, 3, 5, 4))
    full.paste(ground, 20, 20)
    assert ["".join("#" if p else "." for p in row) for row in ground[:, :, 0]] == [
        "##......",
        "##......",
        "##......",
        "...##...",
        "......##",
        "......##",
    ]


def test_a_shape_is_soft_at_its_edge_and_solid_inside() -> None:
    sheet = Sheet(20, 12)
    sheet.disc(10, 6, 4.5, (0, 0, 255))
    clear = sheet.sprite().clear[:, :, 0]
    assert clear[6, 10] == 0
    assert clear[0, 0] == 255
    assert ((clear > 0) & (clear < 255)).any()


def test_a_text_stays_in_its_box() -> None:
    sheet = Sheet(60, 20)
    sheet.text("Undo", Box(10, 4, 40, 12), (1, 2, 3))
    ink = np.argwhere(sheet.sprite().clear[:, :, 0] < 200)
    (top, left), (bottom, right) = ink.min(axis=0), ink.max(axis=0)
    assert 4 <= top < bottom < 16
    assert 10 <= left < right < 50
