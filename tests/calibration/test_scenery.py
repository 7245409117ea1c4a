"""A well over a picture: what is behind its pieces, and where its cells are, told by what moves over it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.layout import LayoutError
from bot.layouts import load_layout
from bot.reading import Reader, Sight
from bot.vision.readers import make_reader
from calibration.discover import discover, in_the_way, over_a_picture
from calibration.keep import keep
from calibration.moving import moving_grid
from calibration.resting import lying
from calibration.scenery import steady, uncovered
from tests.bot.beads import CELL, COLUMNS, LEFT, ROWS, TOP, falling, landscape, scene
from tests.sweep import sweep

GRID = Grid(LEFT, TOP, CELL, CELL, ROWS, COLUMNS)
STACK = ("......",) * 9 + ("r.....", "gg..y.", "rg.ry.")
SEEDS = sweep(range(6))


def fallen(seed: int, stack: Sequence[str] = STACK, until: int = ROWS - 1) -> list[Pixels]:
    """Pictures of a pair that falls from cell to cell."""
    behind = landscape(seed)
    return [scene(falling(stack, "rg", row, 2), behind) for row in range(1, until)]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_shows_behind_pieces_is_told_from_a_pair_that_falls(seed: int) -> None:
    pictures = fallen(seed, until=5)
    behind = uncovered(pictures, GRID)
    assert behind is not None
    bare = scene(("......",) * ROWS, landscape(seed))
    known = behind.picture[:, :, 3] > 0
    assert (cv2.absdiff(bare, behind.picture[:, :, :3]).max(2)[known] < 20).mean() > 0.99
    covered = [(row, column) for row, line in enumerate(STACK) for column, label in enumerate(line) if label != "."]
    assert behind.scenery(GRID).unknown(GRID) <= set(covered), "everything else is seen bare"
    assert not behind.scenery(GRID).unknown(GRID) - set(covered)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_cells_are_told_by_what_moves_and_the_frame(seed: int) -> None:
    grid = moving_grid(fallen(seed))
    assert grid is not None
    assert (grid.rows, grid.columns) == (ROWS, COLUMNS)
    assert max(abs(grid.x - LEFT), abs(grid.y - TOP)) < 0.1 * CELL
    assert abs(grid.pitch_x - CELL) < 0.5


@pytest.mark.parametrize("seed", SEEDS)
def test_a_board_over_a_picture_is_learned_and_read(seed: int, tmp_path: Path) -> None:
    draft = over_a_picture(fallen(seed), game="puyo")
    assert draft is not None
    assert in_the_way(draft) == ""
    layout = keep(lying(draft), tmp_path / "puyo" / "over", title="For a test")
    assert layout.board.scenery == "scenery.png"
    reader = make_reader(load_layout(layout.folder))
    behind = landscape(seed)
    told = reader.read(Frame(scene(falling(STACK, "rg", 4), behind), 0.0))
    assert told.position is not None
    assert told.position.blocks["falling"] == ("3,2", "4,2")
    number = {label: told.position.board[row][column] for label, (row, column) in {"r": (9, 0), "g": (10, 1)}.items()}
    assert len(set(number.values())) == 2
    stack = (*STACK[:9], "r....g", "gg..yr", "rg.ryg")
    told = reader.read(Frame(scene(stack, behind), 1.0))
    assert told.position is not None
    assert told.sight is Sight.CLEAR
    yellow = told.position.board[10][4]
    assert [line.translate(str.maketrans("rgy", number["r"] + number["g"] + yellow)) for line in stack] == list(
        told.position.board
    )


def test_a_window_that_moved_or_grew_is_read_by_the_same_layout(tmp_path: Path) -> None:
    draft = over_a_picture(fallen(1), game="puyo")
    assert draft is not None
    layout = keep(lying(draft), tmp_path / "puyo" / "over", title="For a test")
    picture = scene(STACK, landscape(1))
    usual = make_reader(layout).read(Frame(picture, 0.0))
    larger = cv2.resize(picture, None, fx=1.5, fy=1.5, interpolation=cv2.INTER_AREA)
    told = make_reader(layout).read(Frame(np.asarray(larger, np.uint8), 0.0))
    assert usual.position is not None
    assert told.position is not None
    assert told.position.board == usual.position.board
    reader = make_reader(layout)
    reader.read(Frame(picture, 0.0))
    moved = cv2.copyMakeBorder(picture, 40, 0, 60, 0, cv2.BORDER_CONSTANT, value=(90, 90, 90))
    told = reader.read(Frame(np.asarray(moved, np.uint8), 1.0))
    assert told.position is not None
    assert told.position.board == usual.position.board


def test_a_picture_over_which_something_flashes_teaches_nothing() -> None:
    pictures = fallen(4)
    pictures[3] = np.asarray(
        cv2.addWeighted(pictures[3], 0.6, np.full_like(pictures[3], (0, 0, 255)), 0.4, 0), np.uint8
    )
    assert len(steady(pictures, GRID)) == len(pictures) - 1
    draft, other = over_a_picture(pictures, GRID, "puyo"), over_a_picture(fallen(4), GRID, "puyo")
    assert draft is not None
    assert other is not None
    assert len(draft.shots) == len(other.shots) - 1
    assert len(draft.labels) == len(other.labels)


def test_the_column_in_which_pairs_appear_is_told_from_how_they_fall(tmp_path: Path) -> None:
    behind = landscape(5)
    for column in (1, 3):
        pictures = [scene(falling(STACK, "rg", row, column), behind) for row in range(1, 8)]
        draft = discover(pictures, game="puyo", grid=GRID)
        layout = keep(lying(draft), tmp_path / str(column) / "puyo" / "over", title="For a test")
        assert (layout.rules["spawn"], layout.hands.appears) == (column, column)
    steered = [scene(falling(STACK, "rg", row, row % 3), behind) for row in range(1, 8)]
    layout = keep(lying(discover(steered, game="puyo", grid=GRID)), tmp_path / "puyo" / "over", title="For a test")
    assert "spawn" not in layout.rules


@pytest.mark.parametrize("level", [0, 64, 128, 192, 255])
def test_a_plain_screen_is_no_board_without_pieces(level: int, tmp_path: Path) -> None:
    draft = over_a_picture(fallen(1), game="puyo")
    assert draft is not None
    reader = make_reader(keep(lying(draft), tmp_path / "puyo" / "over", title="For a test"))
    picture = scene(STACK, landscape(1))
    assert reader.read(Frame(picture, 0.0)).position is not None
    told = reader.read(Frame(np.full_like(picture, level), 1.0))
    assert told.sight is not Sight.CLEAR
    assert told.position is None or "." not in "".join(told.position.board)
    back = reader.read(Frame(picture, 2.0))
    assert back.position is not None
    assert "." in "".join(back.position.board)


def watch(reader: Reader, picture: Pixels, start: float, seconds: float) -> tuple[str, ...]:
    reading = [reader.read(Frame(picture, start + number / 10)) for number in range(round(seconds * 10) + 1)][-1]
    assert reading.position is not None
    return reading.position.board


def test_what_was_covered_is_known_once_it_lies_bare(tmp_path: Path) -> None:
    draft = over_a_picture(fallen(2), game="puyo")
    assert draft is not None
    layout = keep(lying(draft), tmp_path / "puyo" / "over", title="For a test")
    reader, behind = make_reader(layout), landscape(2)
    before = watch(reader, scene(STACK, behind), 0.0, 0.2)
    gone = (*STACK[:10], "......", "rg.ry.")
    assert "?" in "".join(watch(reader, scene(gone, behind), 1.0, 0.5))
    after = watch(reader, scene(gone, behind), 1.6, 4.0)
    assert after[10] == "......"
    assert after[11] == before[11]
    assert watch(reader, scene(STACK, behind), 6.0, 0.2) == before


def test_pieces_that_join_are_the_kinds_that_they_were(tmp_path: Path) -> None:
    draft = over_a_picture(fallen(3), game="puyo")
    assert draft is not None
    layout = keep(lying(draft), tmp_path / "puyo" / "over", title="For a test")
    reader, behind = make_reader(layout), landscape(3)
    stack = (*STACK[:9], "r.....", "rg..y.", "rg.ry.")
    plain = watch(reader, scene(stack, behind), 0.0, 0.2)
    assert watch(reader, scene(stack, behind, joined=True), 1.0, 3.0) == plain


def test_where_nothing_moves_nothing_is_told() -> None:
    still = [scene(falling(STACK, "rg", 3), landscape(4))] * 8
    assert moving_grid(still) is None
    assert uncovered(still, GRID) is None
    assert over_a_picture(still, game="puyo") is None


def test_with_its_cells_given_three_pictures_suffice() -> None:
    draft = discover(fallen(0)[:3], game="puyo", grid=GRID)
    assert draft.behind is not None
    assert in_the_way(draft) == ""


def test_a_board_on_plain_ground_is_learned_without_one() -> None:
    plain = np.full_like(landscape(0), 90)
    draft = discover([scene(falling(STACK, "rg", row), plain) for row in (1, 2, 3)], game="puyo", grid=GRID)
    assert draft.behind is None


def test_a_scenery_that_is_gone_is_told(tmp_path: Path) -> None:
    draft = over_a_picture(fallen(5), game="puyo")
    assert draft is not None
    layout = keep(lying(draft), tmp_path / "puyo" / "over", title="For a test")
    (layout.folder / "samples" / "scenery.png").unlink()
    with pytest.raises(LayoutError, match=r"board\.scenery: scenery\.png: expected a PNG"):
        make_reader(load_layout(layout.folder))
