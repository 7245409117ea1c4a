"""Clicks are tried where they can take nothing, whatever is picked already."""

from __future__ import annotations

import pytest

from calibration.hands import HandsError
from calibration.spare import clickable
from engine.position import Position

BOARD = ("AABB", "CDDC", "AABB")
"""Of its tiles only the Cs fit no other."""


def board(*lines: str, marked: tuple[str, ...] = ()) -> Position:
    return Position({"board": lines} | ({"marked": marked} if marked else {}))


def test_only_tiles_that_fit_no_other_are_clicked_in_a_game_of_pairs() -> None:
    assert clickable(board(*BOARD), "shisen") == [(1, 0), (1, 3)]


def test_where_every_tile_fits_another_none_is_clicked() -> None:
    with pytest.raises(HandsError, match="fits no other"):
        clickable(board("AABB"), "shisen")


@pytest.mark.parametrize("game", ["shisen", None])
def test_nothing_is_clicked_where_a_cell_shows_as_picked(game: str | None) -> None:
    with pytest.raises(HandsError, match="nothing is picked, found 0,3 to show as picked"):
        clickable(board(*BOARD, marked=("0,3",)), game)


def test_of_several_marks_all_but_one_are_light_so_what_fits_no_other_is_clicked() -> None:
    assert clickable(board(*BOARD, marked=("1,0", "0,3")), "shisen") == [(1, 3)]


@pytest.mark.parametrize("label", ["Z", "?"])
def test_a_tile_that_looks_like_no_other_may_be_picked(label: str) -> None:
    with pytest.raises(HandsError, match="found 0,0 to look like no other tile"):
        clickable(board(label + BOARD[0][1:], *BOARD[1:]), "shisen")


def test_a_picked_tile_that_looks_like_another_kind_leaves_odd_ones() -> None:
    with pytest.raises(HandsError, match="If a tile is picked, let it go"):
        clickable(board("B" + BOARD[0][1:], *BOARD[1:]), "shisen")


def test_any_cell_of_a_game_that_nobody_knows_may_be_clicked() -> None:
    assert clickable(board("A.", ".B"), "unheard-of") == [(0, 0), (1, 1)]
