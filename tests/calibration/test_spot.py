"""Boards without a border, learned on the spot: what no picture tells is refused, or assumed and said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.cli.still import read_file
from bot.reading import Sight
from bot.vision.picture import save
from calibration.spot import on_the_spot
from tests.bot.compare import renamed
from tests.bot.synthetic_blocks import Drawn, Wish, draw


@pytest.fixture(scope="module")
def heap() -> Drawn:
    """A heap of six columns without a frame, with an empty row above it."""
    drawn = draw(1, Wish("panel", "plain", "stack", size=(12, 6), kinds=4, framed=False, damage=False))
    assert [set(row) == {"."} for row in drawn.board[:2]] == [True, False]
    return drawn


def test_a_board_without_a_border_is_refused_where_nothing_may_be_assumed(heap: Drawn) -> None:
    assert on_the_spot(heap.pixels, "paneldepon") is None


def test_a_board_without_a_border_is_taken_to_be_as_large_as_its_game_says(heap: Drawn) -> None:
    spot = on_the_spot(heap.pixels, "paneldepon", assuming=True)
    assert spot is not None
    assert "12 rows and 6 columns, as large as boards of paneldepon are" in spot.assumed
    reading, board = spot.reading(), spot.board({})
    assert reading.sight is Sight.CLEAR
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(heap.board)
    assert board is not None
    assert board.position == reading.position


def test_what_is_assumed_is_told_beside_the_board(
    heap: Drawn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(tmp_path / "heap.png", heap.pixels)
    read_file(str(tmp_path / "heap.png"), "paneldepon", None, (), as_json=True)
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert renamed(answer["position"]["board"]) == renamed(heap.board)
    assert answer["assumed"].startswith("No border shows how far the board reaches")
    assert answer["assumed"] in err


def test_a_board_of_no_known_game_is_taken_to_end_with_its_blocks(heap: Drawn) -> None:
    spot = on_the_spot(heap.pixels, assuming=True)
    assert spot is not None
    assert "11 rows and 6 columns, as far as there are blocks" in spot.assumed
    assert spot.told is None


def test_nothing_is_assumed_where_a_frame_tells_how_far_a_board_reaches() -> None:
    drawn = draw(1, Wish("panel", "plain", "stack", size=(12, 6), kinds=4, framed=True, damage=False))
    spot = on_the_spot(drawn.pixels, "paneldepon", assuming=True)
    assert spot is not None
    assert spot.assumed == ""
