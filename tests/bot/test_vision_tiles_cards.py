"""Boards of cards: gaps that are cards without a picture, blank cards that are tiles, a card that a mouse is over."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Sight
from bot.vision.tiles import sight
from bot.vision.tiles.board import NONE, UNSURE
from bot.vision.tiles.reader import TileReader
from tests.bot.compare import renamed, trimmed
from tests.synthetic import APART, TUNED, draw, spec_of

GRID = Grid(41, 33, 47, 46, 6, 9)


def card(rng: np.random.Generator) -> Pixels:
    """The picture of one kind, on a white card with a dark border, (46, 47, 3)."""
    face = blank()
    for _ in range(3):
        colour = tuple(int(one) for one in rng.integers(0, 200, 3))
        at, size = rng.integers(15, 31, 2), rng.integers(4, 12, 2)
        cv2.ellipse(face, at.tolist(), size.tolist(), float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
    return face


def blank() -> Pixels:
    """A card without a picture, (46, 47, 3)."""
    face = np.full((46, 47, 3), 252, np.uint8)
    cv2.rectangle(face, (0, 0), (46, 45), (60, 50, 40), 1)
    return face


def drawn(seed: int, gone: int, each: int = 2, blanks: int = 0, slid: bool = False) -> tuple[Pixels, list[str]]:
    """A board of pairs, `each` of a kind, of which `gone` were taken and are blank cards, and so are `blanks` tiles;
    tiles may have slid to the left and are then drawn with a grain.
    """
    rng = np.random.default_rng(seed)
    cells = GRID.rows * GRID.columns
    kinds = [chr(65 + number // each) for number in range(cells - blanks)]
    board = rng.permutation([*kinds, *"_" * blanks])
    for kind in rng.permutation(sorted(set(kinds)))[:gone]:
        board[board == kind] = "."
    if slid:
        rows = board.reshape(GRID.rows, GRID.columns)
        board = np.concatenate([row[np.argsort(row == ".", kind="stable")] for row in rows])
    faces = {kind: card(rng) for kind in sorted(set(kinds))} | {"_": blank(), ".": blank()}
    pixels = np.full((350, 520, 3), (190, 150, 60), np.uint8)
    cv2.circle(pixels, (430, 40), 120, (90, 220, 160), -1)
    pixels = np.clip(pixels + np.linspace(0, 40, 350)[:, None, None], 0, 255).astype(np.uint8)
    for number, kind in enumerate(board):
        corner = GRID.cell((number // GRID.columns, number % GRID.columns))
        pixels[round(corner.y) : round(corner.y) + 46, round(corner.x) : round(corner.x) + 47] = faces[kind]
    if slid:
        pixels = np.clip(pixels + rng.normal(0, 1.5, pixels.shape), 0, 255).astype(np.uint8)
    return pixels, ["".join(line) for line in board.reshape(GRID.rows, GRID.columns)]


@pytest.mark.parametrize("gone", [3, 8, 14, 20])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_many_cards_without_a_picture_are_gaps(seed: int, gone: int) -> None:
    pixels, board = drawn(seed, gone)
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(tuple(board))


@pytest.mark.parametrize("gone", [9, 14, 17, 20])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_cards_that_slid_to_one_side_are_no_halves_of_tiles(seed: int, gone: int) -> None:
    pixels, board = drawn(seed, gone, slid=True)
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(tuple(board))


@pytest.mark.parametrize(("each", "blanks"), [(2, 2), (2, 4), (4, 2)])
def test_no_more_blank_tiles_than_a_set_has_are_tiles(each: int, blanks: int) -> None:
    pixels, board = drawn(5, 0, each, blanks)
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(tuple(board))


def test_tiles_of_one_colour_each_are_tiles() -> None:
    pixels, truth = draw(spec_of(0, TUNED))
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.position is not None
    assert renamed(trimmed(reading.position.board)) == renamed(trimmed(truth.board))


def test_tiles_of_one_colour_each_are_no_gaps_beside_a_preview_out_of_step() -> None:
    spec = spec_of(46015, TUNED)
    assert (spec.skin, spec.beside) == ("flush", ("menu", "preview"))
    pixels, truth = draw(spec)
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(truth.board)


@pytest.mark.parametrize("seed", [2, 3, 4, 6])
def test_a_card_that_is_raised_under_the_mouse_is_a_tile(seed: int) -> None:
    pixels, board = drawn(seed, 0, each=4, blanks=2)
    corner = GRID.cell((2, 4))
    x, y = round(corner.x), round(corner.y)
    assert board[2][4] != "_"
    # A pixel or two higher, as pages raise what the mouse is over, and half a pixel aside.
    pixels[y - 1 : y + 45, x : x + 47] = cv2.GaussianBlur(pixels[y : y + 46, x : x + 47], (3, 1), 0.6)
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(tuple(board))


def test_what_stays_in_doubt_though_it_stands_still_is_looked_at_as_for_the_first_time() -> None:
    pixels, board = drawn(2, 0, each=4, blanks=2)
    reader = TileReader()
    assert reader.read(Frame(pixels, 0.0)).sight is Sight.CLEAR
    fresh, changed = card(np.random.default_rng(99)), pixels.copy()
    places = [(row, column) for row, line in enumerate(board) for column, kind in enumerate(line) if kind == "C"][:2]
    rows = [list(line) for line in board]
    for row, column in places:
        corner = GRID.cell((row, column))
        changed[round(corner.y) : round(corner.y) + 46, round(corner.x) : round(corner.x) + 47] = fresh
        rows[row][column] = "*"
    assert reader.read(Frame(changed, 1.0)).sight is Sight.DOUBT
    assert reader.read(Frame(changed, 1.5)).sight is Sight.DOUBT
    reading = reader.read(Frame(changed, 2.2))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(tuple("".join(row) for row in rows))


def test_a_kind_drawn_a_fraction_of_a_pixel_aside_in_some_columns_is_one() -> None:
    pixels, truth = draw(spec_of(46120, APART))
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(truth.board)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_tile_that_lies_face_down_in_nearly_the_grounds_colour_is_no_gap(seed: int) -> None:
    rng = np.random.default_rng(seed)
    board = rng.permutation([chr(65 + number // 2) for number in range(GRID.rows * GRID.columns)])
    faces = {kind: card(rng) for kind in sorted(set(board.tolist()))}
    gone = str(board[20])
    pixels = np.full((350, 520, 3), 236, np.uint8)
    for number, kind in enumerate(board.tolist()):
        corner = GRID.cell((number // GRID.columns, number % GRID.columns))
        left, top = round(corner.x), round(corner.y)
        if kind != gone:
            face = cv2.resize(faces[kind], (41, 40), interpolation=cv2.INTER_AREA)
            face[[0, -1]], face[:, [0, -1]] = 225, 225
            pixels[top + 3 : top + 43, left + 3 : left + 44] = face
        if number == len(board) - 1:
            cv2.rectangle(pixels, (left + 3, top + 3), (left + 43, top + 42), (238, 234, 231), -1)
            cv2.rectangle(pixels, (left + 3, top + 3), (left + 43, top + 42), (240, 200, 190), 1)
            cv2.putText(
                pixels, "back", (left + 7, top + 26), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (50, 50, 50), 1, cv2.LINE_AA
            )
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.position is not None
    assert reading.position.board[-1][-1] != "."
    assert (GRID.rows - 1, GRID.columns - 1) in {(doubt.row, doubt.col) for doubt in reading.doubts}


def test_a_kind_in_nearly_the_colours_of_a_ground_of_many_looks_is_no_gap() -> None:
    pixels, truth = draw(spec_of(48034, TUNED))
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.position is not None
    board = reading.position.board
    assert [len(row) for row in board] == [len(row) for row in truth.board]
    assert "." not in "".join(truth.board)
    assert reading.sight is not Sight.CLEAR or "." not in "".join(board)


def tinted(seed: int, *, bordered: bool) -> tuple[Pixels, str]:
    """Cards, four of them blank, on one colour with a spot of another; and what each cell holds, "_" for a blank card.
    They have a pale side, or a border.
    """
    rng = np.random.default_rng(seed)
    gaps = {(0, 0), (5, 3), (2, 8), (4, 1), (5, 8), *((row, column) for row in (1, 2, 3) for column in (4, 5, 6))}
    left = rng.permutation([*(chr(65 + number // 4) for number in range(36)), *"____"]).tolist()
    cells = [(row, column) for row in range(GRID.rows) for column in range(GRID.columns)]
    board = ["." if cell in gaps else left.pop() for cell in cells]
    pixels = np.full((350, 520, 3), (34, 139, 34), np.uint8)
    pixels[94:199, 249:358] = (87, 139, 46)
    faces = {kind: card(rng) for kind in sorted({*board} - {".", "_"})} | {"_": blank()}
    for cell, kind in zip(cells, board, strict=True):
        if kind == ".":
            continue
        face, corner = faces[kind].copy(), GRID.cell(cell)
        if not bordered:
            face[0], face[:, 0], face[-2:], face[:, -1] = 252, 252, 180, 200
        pixels[round(corner.y) : round(corner.y) + 46, round(corner.x) : round(corner.x) + 47] = face
    return pixels, "".join(board)


@pytest.mark.parametrize("seed", [0, 2, 4, 10])
def test_blank_cards_beside_ground_with_a_tinted_spot_are_no_gaps(seed: int) -> None:
    """Gaps with a part of the spot may be in doubt; what bears no picture is a tile all the same."""
    pixels, board = tinted(seed, bordered=False)
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.position is not None
    told = "".join(reading.position.board)
    assert [at for at, kind in enumerate(told) if kind == "." and board[at] != "."] == []
    if reading.sight is Sight.CLEAR:
        assert renamed((told,)) == renamed((board,))


def test_what_tiles_bear_does_not_make_gaps_of_blank_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    pixels, board = tinted(2, bordered=True)
    blanks = np.array([kind == "_" for kind in board]).reshape(GRID.rows, GRID.columns)
    found = sight.first_sight(pixels)
    assert found is not None
    assert (found.kind[blanks] >= 0).all()
    # A board told by what is drawn on its tiles leaves nothing open.
    figured = replace(found, kind=np.where(blanks | (found.kind == UNSURE), NONE, found.kind))
    monkeypatch.setattr(sight, "inked", lambda *_: figured)
    looks = sight._Looks(pixels)
    assert looks._inked(found.grid, found) is None
    assert looks._inked(found.grid, None) is figured
    figured.kind[blanks] = found.kind[blanks]
    assert looks._inked(found.grid, found) is figured


@pytest.mark.parametrize("lit", [True, False])
@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4, 5])
def test_gaps_of_the_colour_of_the_lines_between_tiles_are_no_pair_of_blank_ones(seed: int, lit: bool) -> None:
    """White cells with letters on a grey board on a white page, of which two that touch are gone; two may be lit."""
    rng = np.random.default_rng(seed)
    kinds = rng.permutation(list("ABCDEFGHJKLMNPRS" * 4)).reshape(8, 8)
    other = next(tuple(cell) for cell in np.argwhere(kinds == kinds[7, 1]).tolist() if cell != [7, 1])
    kinds[other], kinds[7, 2] = kinds[7, 2], kinds[7, 1]
    kinds[7, 1:3] = "."
    picked = [tuple(cell) for cell in np.argwhere(kinds == kinds[2, 7]).tolist()][:2] if lit else []
    pixels, left, top, pitch = np.full((700, 800, 3), 255, np.uint8), 190, 120, 52
    pixels[top - 10 : top + 8 * pitch + 8, left - 10 : left + 8 * pitch + 8] = 221
    for (row, column), sign in np.ndenumerate(kinds):
        if sign == ".":
            continue
        x, y, more = left + column * pitch, top + row * pitch, 3 * ((row, column) in picked)
        pixels[y - more : y + 50 + more, x - more : x + 50 + more] = (59, 235, 255) if more else 255
        size = 0.9 + 0.05 * more
        (wide, high), _ = cv2.getTextSize(str(sign), cv2.FONT_HERSHEY_DUPLEX, size, 2)
        at = x + 25 - wide // 2, y + 25 + high // 2
        cv2.putText(pixels, str(sign), at, cv2.FONT_HERSHEY_DUPLEX, size, (20, 20, 20), 2, cv2.LINE_AA)
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    told = np.array([list(row) for row in reading.position.board])
    assert ((told == ".") == (kinds == ".")).all()
    assert lit or renamed(reading.position.board) == renamed(tuple("".join(row) for row in kinds))
