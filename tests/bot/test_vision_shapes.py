"""Boards of cells in any colours and the pieces beside them are read from drawn screens."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.action import Button
from bot.arcade.pentas import make
from bot.frame import Frame, Pixels
from bot.reading import Sight
from bot.vision.picture import load
from bot.vision.shapes.reader import ShapeReader
from engine.games.pentas import GAME
from engine.position import Position
from tests.bot.record_pentas import played

FIXTURES = Path(__file__).parents[2] / "fixtures"
SCREENS = sorted((FIXTURES / "pentas").glob("*/screens/*.png"))


def same(seen: Position | None, truth: Position) -> bool:
    """Whether board, pieces and score are those, however the pieces lie."""
    assert seen is not None
    a, b = GAME().parse(seen), GAME().parse(truth)
    return (a, a.following, a.score) == (b, b.following, b.score)


@pytest.mark.parametrize("path", SCREENS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_recorded_screens_are_read(path: Path) -> None:
    reading = ShapeReader().read(Frame(load(path), 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    truth = dict(Position.parse(path.with_suffix(".txt").read_text(encoding="utf-8")).blocks)
    x, y, pitch, _ = map(float, truth.pop("grid")[0].split(","))
    assert same(reading.position, Position(truth))
    assert reading.grid is not None
    assert (reading.grid.x, reading.grid.y, reading.grid.pitch_x) == pytest.approx((x, y, pitch), abs=2.0)


@pytest.mark.parametrize("skin", ["ink", "stones"])
@pytest.mark.parametrize("size", [(700, 560), (1001, 777), (1280, 760)])
def test_windows_of_any_size_are_read(skin: str, size: tuple[int, int]) -> None:
    tray = make(skin=skin, size=size, seed=size[0])
    played(tray, 6)
    reading = ShapeReader().read(Frame(tray.draw(), 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert same(reading.position, tray.truth())


def drawn(cell: tuple[int, int, int], ground: tuple[int, int, int], *, in_one: bool) -> Pixels:
    """A 6x5 board with a hole of five cells, and two pieces beside it, drawn cell by cell or as one."""
    picture = np.full((360, 520, 3), ground, np.uint8)

    def square(x: int, y: int, side: int, gap: int) -> None:
        cv2.rectangle(picture, (x, y), (x + side - gap - 1, y + side - gap - 1), cell, -1)

    for row in range(5):
        for column in range(6):
            if (row, column) not in {(3, 1), (4, 0), (4, 1), (4, 2), (4, 3)}:
                square(30 + 47 * column, 60 + 47 * row, 47, 5)
    for cells, x, y, side in (
        (((0, 1), (1, 0), (1, 1), (1, 2), (2, 1)), 360, 60, 30),
        (((0, 0), (0, 1), (0, 2), (0, 3), (0, 4)), 360, 200, 20),
    ):
        for row, column in cells:
            square(x + side * column, y + side * row, side, 0 if in_one else 3)
    return picture


@pytest.mark.parametrize("in_one", [False, True], ids=["cell-by-cell", "in-one"])
@pytest.mark.parametrize(
    ("cell", "ground"),
    [((40, 40, 200), (255, 255, 255)), ((200, 230, 120), (20, 10, 30)), ((120, 120, 120), (70, 70, 70))],
    ids=["red-on-white", "pale-on-black", "grey-on-grey"],
)
def test_any_colours_and_pieces_in_any_way(
    cell: tuple[int, int, int], ground: tuple[int, int, int], in_one: bool
) -> None:
    reading = ShapeReader().read(Frame(drawn(cell, ground, in_one=in_one), 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.position.board == ("######", "######", "######", "#.####", "....##")
    state = GAME().parse(reading.position)
    assert (state.piece, state.following) == ("X", "I")


def test_marked_cells_are_full() -> None:
    tray, reader = make(seed=2), ShapeReader()
    assert reader.read(Frame(tray.draw(), 0.0)).sight is Sight.CLEAR
    for cell in ((0, 0), (0, 1), (3, 4)):
        tray.press(tray.grid.centre(cell), Button.LEFT, 1.0)
        tray.release(1.0)
    reading = reader.read(Frame(tray.draw(), 1.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert same(reading.position, tray.truth())


def test_a_hidden_board_is_covered_and_a_hidden_piece_is_no_position() -> None:
    tray, reader = make(seed=2), ShapeReader()
    reader.read(Frame(tray.draw(), 0.0))
    picture = tray.draw().copy()
    box = tray.stage.current  # type: ignore[attr-defined]
    picture[int(box.y) : int(box.y + box.h / 2), int(box.x) : int(box.x + box.w)] = 120
    assert reader.read(Frame(picture, 1.0)).sight is Sight.COVERED
    tray.key("p", 2.0)
    assert reader.read(Frame(tray.draw(), 2.0)).sight is Sight.COVERED


def test_other_games_are_not_taken_for_it() -> None:
    for path in sorted(FIXTURES.glob("*/*/screens/*.png"))[::9]:
        if path not in SCREENS:
            assert ShapeReader().read(Frame(load(path), 0.0)).position is None, path


@pytest.mark.parametrize("turned", [False, True], ids=["below", "to-the-right"])
def test_a_board_that_a_window_cuts_off_is_told_as_that(turned: bool) -> None:
    """Another row, or column, of which half is seen, and the pieces above or to the left."""
    picture = np.full((480, 520, 3), 240, np.uint8)
    for row, column in np.ndindex(7, 6):
        colour = (60 + 30 * column, 40 * (row % 4), 200 - 25 * row)
        cv2.rectangle(picture, (30 + 47 * column, 120 + 47 * row), (71 + 47 * column, 161 + 47 * row), colour, -1)
    for row, column in ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1)):
        cv2.rectangle(picture, (30 + 24 * column, 20 + 24 * row), (50 + 24 * column, 40 + 24 * row), (40, 40, 200), -1)
    cut, side = picture[: 120 + 6 * 47 + 20], "bottom"
    if turned:
        cut, side = cut.transpose(1, 0, 2), "right"
    reading = ShapeReader().read(Frame(np.ascontiguousarray(cut), 0.0))
    assert reading.position is None
    assert f"cut off at its {side}" in reading.why


def _crossed(cells: tuple[tuple[int, int], ...]) -> Pixels:
    """A board of which these empty cells are crossed out."""
    picture = drawn((60, 40, 30), (255, 255, 255), in_one=True)
    for row, column in cells:
        x, y = 30 + 47 * column + 20, 60 + 47 * row + 20
        cv2.line(picture, (x - 7, y - 7), (x + 7, y + 7), (160, 160, 160), 2)
        cv2.line(picture, (x - 7, y + 7), (x + 7, y - 7), (160, 160, 160), 2)
    return picture


def test_empty_cells_of_which_some_are_crossed_out_are_of_another_game() -> None:
    reading = ShapeReader().read(Frame(_crossed(((3, 1), (4, 0), (4, 2))), 0.0))
    assert reading.sight is Sight.DOUBT
    assert {(doubt.row, doubt.col) for doubt in reading.doubts} == {(3, 1), (4, 0), (4, 2)}
    assert "the first at 3,1" in reading.why


def test_something_over_one_empty_cell_does_no_harm() -> None:
    assert ShapeReader().read(Frame(_crossed(((3, 1),)), 0.0)).sight is Sight.CLEAR
