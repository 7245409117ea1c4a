"""Every recorded screen has a truth that fits it: rows of one length, a grid inside the picture, known blocks."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from engine.position import Position

FIXTURES = Path(__file__).parents[2] / "fixtures"
SCREENS = sorted(path for path in FIXTURES.glob("*/*/screens/*.png") if path.parts[-4] != "null")
CELLS = {"marked", "cursor", "clearing", "falling", "vanishing"}
"""Blocks whose lines begin with a row and a column."""
TEXT = {
    "board",
    "rows",
    "cols",
    "moves",
    "incoming",
    "grid",
    "scroll",
    "sight",
    "next",
    "pending",
    "score",
    "height",
    "shooter",
}
SIGHTS = {"doubt", "covered"}


def name(path: Path) -> str:
    return "/".join((path.parts[-4], path.parts[-3], path.stem))


def size(picture: Path) -> tuple[int, int]:
    """Width and height from the head of a PNG."""
    width, height = struct.unpack(">II", picture.read_bytes()[16:24])
    return width, height


@pytest.fixture(params=SCREENS, ids=name)
def picture(request: pytest.FixtureRequest) -> Path:
    return Path(request.param)


@pytest.fixture
def truth(picture: Path) -> Position:
    return Position.parse(picture.with_suffix(".txt").read_text(encoding="utf-8"))


def boards(truth: Position) -> list[str]:
    """What each board's blocks end in: nothing for the first, `2` for the second."""
    return [number for number in ("", "2") if "board" + number in truth.blocks]


def test_there_are_screens_of_every_program() -> None:
    skins = {path.parts[-3].split("-")[0] for path in SCREENS}
    assert skins >= {"kshisen", "page", "sgt", "blockattack", "flobopuyo", "nes"}


def test_truth_and_picture_come_in_pairs() -> None:
    texts = {path.with_suffix(".png") for path in FIXTURES.glob("*/*/screens/*.txt") if path.parts[-4] != "null"}
    assert texts == set(SCREENS)


def test_truth_is_written_as_a_position_prints(picture: Path, truth: Position) -> None:
    assert picture.with_suffix(".txt").read_text(encoding="utf-8") == f"{truth}\n"


def test_blocks_are_known(truth: Position) -> None:
    assert "" in boards(truth)
    assert {block.rstrip("2") for block in truth.blocks} <= CELLS | TEXT
    assert set(truth.blocks.get("sight", ())) <= SIGHTS


def test_rows_have_one_length(truth: Position) -> None:
    for number in boards(truth):
        rows = truth.blocks["board" + number]
        assert len({len(row) for row in (*rows, *truth.blocks.get("incoming" + number, ()))}) == 1


def test_the_grid_lies_in_the_picture(picture: Path, truth: Position) -> None:
    width, height = size(picture)
    for number in boards(truth):
        if "grid" + number not in truth.blocks:
            assert picture.parts[-3] in {"page-letters", "page-emoji", "page"}, "only web pages lack a grid"
            continue
        x, y, pitch_x, pitch_y = map(float, truth.blocks["grid" + number][0].split(","))
        rows = truth.blocks["board" + number]
        assert min(x, y) >= 0
        assert min(pitch_x, pitch_y) > 4
        assert x + pitch_x * len(rows[0]) <= width
        assert y + pitch_y * len(rows) <= height + 1e-3


def test_scroll_is_a_part_of_a_cell_and_brings_a_row(truth: Position) -> None:
    for number in boards(truth):
        if "scroll" + number in truth.blocks:
            assert 0 < float(truth.blocks["scroll" + number][0]) < 1
        assert ("scroll" + number in truth.blocks) == ("incoming" + number in truth.blocks)


def test_named_cells_lie_on_the_board(truth: Position) -> None:
    for number in boards(truth):
        rows = truth.blocks["board" + number]
        for block in CELLS:
            for line in truth.blocks.get(block + number, ()):
                row, column = map(float, line.split(",")[:2])
                assert -2 <= row < len(rows)
                assert 0 <= column < len(rows[0])
                if block in {"clearing", "vanishing"} and row >= 0:
                    assert rows[int(row)][int(column)] == "?"
