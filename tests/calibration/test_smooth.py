"""Pairs that fall by parts of a cell over a picture: the board is learned, and they are told on their way."""

from __future__ import annotations

import numpy as np
import pytest

from bot.control.drop_pair import DropPair
from bot.frame import Frame, Pixels
from bot.layout import Layout
from bot.reading import Reading
from bot.vision.readers import make_reader
from calibration.discover import over_a_picture
from calibration.keep import keep
from calibration.moving import moving_grid
from calibration.resting import lying
from calibration.shot import NoPieceYetError
from engine.moves import Drop
from engine.position import EMPTY
from tests.bot.beads import CELL, COLUMNS, LEFT, ROWS, TOP, landscape, scene
from tests.sweep import sweep

SEEDS = sweep(range(5))
SIZES = ((ROWS, COLUMNS),)
PAIRS = ("rg", "gy", "yr", "gg")


def watched(seed: int, looks: int, each: float = 1.9, stack: tuple[str, ...] = ("......",) * ROWS) -> list[Pixels]:
    """Pictures of pairs that fall side by side by so many rows from one to the next, and pile up."""
    behind, board, pictures = landscape(seed), [list(line) for line in stack], []
    for pair in PAIRS:
        floor = min(sum(line[column] == EMPTY for line in board) for column in (2, 3)) - 1
        for row in np.arange(0.35, floor, each):
            hanging = [(label, float(row), 2 + number) for number, label in enumerate(pair)]
            pictures.append(scene(["".join(line) for line in board], behind, pair=hanging))
        board[floor][2:4] = pair
    return pictures[:looks]


@pytest.fixture(scope="module", params=SEEDS)
def learned(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Layout, int]:
    draft = over_a_picture(watched(request.param, 14), game="puyo")
    assert draft is not None
    folder = tmp_path_factory.mktemp("home") / "puyo" / "smooth"
    return keep(lying(draft), folder, title="For a test"), request.param


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("each", [1.9, 2.0, 1.45])
def test_cells_are_told_where_pairs_fall_by_parts_of_them(seed: int, each: float) -> None:
    grid = moving_grid(watched(seed, 10, each), None, SIZES)
    assert grid is not None
    assert (grid.rows, grid.columns) == (ROWS, COLUMNS)
    assert (grid.x, grid.y) == pytest.approx((LEFT, TOP), abs=0.08 * CELL)
    assert (grid.pitch_x, grid.pitch_y) == pytest.approx((CELL, CELL), abs=0.5)


def test_a_frame_of_another_shape_is_none() -> None:
    pictures = watched(1, 10, 2.0)
    assert moving_grid(pictures, None, ((ROWS + 3, COLUMNS), (ROWS, COLUMNS - 2))) is None


def test_what_only_touches_others_on_its_way_is_no_piece_that_lies() -> None:
    draft = over_a_picture(watched(2, 6), game="puyo")
    assert draft is not None
    with pytest.raises(NoPieceYetError):
        lying(draft)


def test_kinds_are_those_of_pieces_that_stay(learned: tuple[Layout, int]) -> None:
    labels = [kind.label for kind in learned[0].board.kinds if kind.label != EMPTY]
    assert 2 <= len(labels) <= 3, "red, green and yellow, as far as they came to lie"


def told(layout: Layout, seed: int, pair: str, row: float, column: int, upright: bool = False) -> Reading:
    """What is read of a pair at some height over one that lies."""
    beside = [(row - 1 if upright and number else row, column + (number and not upright)) for number in (0, 1)]
    hanging = [(label, down, across) for label, (down, across) in zip(pair, beside, strict=True)]
    stack = [*("......",) * (ROWS - 1), "..rg.."]
    return make_reader(layout).read(Frame(scene(stack, landscape(seed), pair=hanging), 0.0))


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("row", [2.0, 3.2, 4.5, 5.8])
def test_a_pair_is_told_at_any_height(learned: tuple[Layout, int], row: float, upright: bool) -> None:
    layout, seed = learned
    reading = told(layout, seed, "gr", row, 1, upright)
    assert reading.position is not None
    lying = reading.position.board[-1][2:4]
    assert reading.position.blocks["current"] == (lying[::-1],)
    assert {line.split(",")[1] for line in reading.position.blocks["falling"]} == ({"1"} if upright else {"1", "2"})
    assert not any(line.strip(EMPTY) for line in reading.position.board[:-1])


def test_a_piece_of_a_colour_that_nobody_knows_is_not_told_as_another(learned: tuple[Layout, int]) -> None:
    layout, seed = learned
    reading = told(layout, seed, "pr", 4.5, 1)
    assert reading.position is not None
    assert "current" not in reading.position.blocks


@pytest.mark.parametrize(
    ("row", "column", "upright", "keys"),
    [(2.5, 2, False, ["turn", "right", "right"]), (3.3, 4, True, ["drop"]), (3.3, 3, True, ["right"])],
    ids=["it is turned and walked", "it hangs over its column", "one step is left"],
)
def test_it_is_steered_by_what_is_seen_of_it(
    learned: tuple[Layout, int], row: float, column: int, upright: bool, keys: list[str]
) -> None:
    layout, seed = learned
    reading = told(layout, seed, "gr", row, column, upright)
    control = DropPair({key: key for key in ("left", "right", "turn", "drop")}, appears=2, strange=True)
    drop = Drop(4, "U")
    assert [action.name for action in control.actions((drop,), reading)] == keys  # type: ignore[union-attr]
