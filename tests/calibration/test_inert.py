"""Garbage is told from colours where it lies as no colour does, and only there."""

from __future__ import annotations

import numpy as np
import pytest

from bot.grid import Grid
from calibration.draft import Draft
from calibration.inert import with_inert
from calibration.shot import Shot

COLOURS = {".": (30, 24, 20), "a": (40, 40, 215), "b": (60, 170, 50), "c": (210, 110, 40), "d": (40, 205, 235)}
STONE, PURPLE = (128, 124, 120), (190, 60, 180)
HEAP = "......" * 8, "..a...", "bcdeee", "aceeeb", "bbacda"


def drawn(rows: tuple[str, ...], last: tuple[int, int, int]) -> Draft:
    """A board of flat squares; its kind `e` has this colour."""
    board = [row for part in rows for row in (part[at : at + 6] for at in range(0, len(part), 6))]
    kind = np.array([[-1 if label == "." else ord(label) - ord("a") for label in row] for row in board])
    colours = np.array([*(COLOURS[label] for label in "abcd"), last, COLOURS["."]])
    pixels = np.full((280, 160, 3), COLOURS["."], np.uint8)
    pixels[20:260, 20:140] = colours[kind].repeat(20, 0).repeat(20, 1)
    whole = np.ones(kind.shape, np.float32)
    shot = Shot(pixels, Grid(20, 20, 20, 20, *kind.shape), kind, whole, np.zeros(kind.shape, np.bool_))
    return Draft((shot,), tuple("abcde"), ("",) * 5, "blocks")


def test_grey_pieces_of_which_more_lie_together_than_go_are_garbage() -> None:
    draft = with_inert(drawn(HEAP, STONE), "puyo")
    assert draft.labels == ("a", "b", "c", "d", "#")
    assert draft.position().board[-3:] == ("bcd###", "ac###b", "bbacda")


def test_a_group_of_a_colour_that_is_about_to_go_is_no_garbage() -> None:
    draft = drawn(HEAP, PURPLE)
    assert with_inert(draft, "puyo") is draft


@pytest.mark.parametrize("colour", [STONE, PURPLE])
def test_where_a_board_rests_as_it_is_nothing_is_renamed(colour: tuple[int, int, int]) -> None:
    draft = drawn((*HEAP[:2], "bcdeae", "aceebb", HEAP[-1]), colour)
    assert with_inert(draft, "puyo") is draft


def test_a_second_group_that_would_go_leaves_it_open() -> None:
    draft = drawn((*HEAP[:2], "bcdeee", "bceeeb", "bbacda"), STONE)
    assert with_inert(draft, "puyo") is draft


def test_games_without_such_pieces_keep_what_they_see() -> None:
    draft = drawn(HEAP, STONE)
    assert with_inert(draft, "paneldepon") is draft
