"""A plain panel over a board of tiles that is followed: what lies under it has not vanished."""

from __future__ import annotations

import numpy as np
import pytest

from bot.frame import Frame
from bot.reading import Sight
from bot.vision.tiles.bank import Told
from bot.vision.tiles.board import NONE, UNSURE
from bot.vision.tiles.pairs import unpaired
from bot.vision.tiles.reader import TileReader
from tests.bot.synthetic_tiles import draw
from tests.bot.test_vision_tiles import wipe
from tests.sweep import sweep


@pytest.mark.parametrize(
    ("seed", "shade", "cells"),
    sweep([104, 105, 106, 108], [(255, 255, 255), (90, 45, 30), (128, 128, 128)], [(1, 2), (2, 3), (3, 10)], every=3),
    ids=str,
)
def test_tiles_under_a_plain_panel_are_never_told_as_gaps(
    seed: int, shade: tuple[int, int, int], cells: tuple[int, int]
) -> None:
    drawn = draw(seed, rows=6, columns=10, gone=0.0)
    reader, before = TileReader(), drawn.pixels.copy()
    first = reader.read(Frame(before, 0.0))
    assert first.sight is Sight.CLEAR
    after = before.copy()
    corner, end = drawn.grid.cell((2, 0)), drawn.grid.cell((1 + cells[0], cells[1] - 1))
    after[round(corner.y) : round(end.y + end.h), round(corner.x) : round(end.x + end.w)] = shade
    for moment in (0.1, 0.5, 2.0):
        reading = reader.read(Frame(after, moment))
        assert reading.sight is not Sight.CLEAR
    back = reader.read(Frame(before, 2.1))
    assert (back.sight, back.position) == (Sight.CLEAR, first.position)


def test_a_pair_that_lies_side_by_side_may_vanish() -> None:
    drawn = draw(104, rows=6, columns=10, gone=0.0)
    reader = TileReader()
    first = reader.read(Frame(drawn.pixels.copy(), 0.0))
    assert first.position is not None
    board = first.position.board
    pair = next(((r, c), (r, c + 1)) for r in range(6) for c in range(9) if board[r][c] == board[r][c + 1])
    for cell in pair:
        wipe(drawn.pixels, drawn, *cell)
    assert reader.read(Frame(drawn.pixels, 0.5)).sight is Sight.CLEAR


def test_two_pairs_whose_halves_vanish_one_after_the_other_are_gone_in_the_end() -> None:
    drawn = draw(104, rows=6, columns=10, gone=0.0)
    reader = TileReader()
    first = reader.read(Frame(drawn.pixels.copy(), 0.0))
    assert first.position is not None
    board = first.position.board
    places = {label: [(r, c) for r in range(6) for c in range(10) if board[r][c] == label] for label in "".join(board)}
    one, other = next(
        (places[a], places[b]) for a in places for b in places if a != b and beside(places[a][0], places[b][0])
    )
    for cell in (one[0], other[0]):
        wipe(drawn.pixels, drawn, *cell)
    assert reader.read(Frame(drawn.pixels.copy(), 0.1)).sight is not Sight.CLEAR
    for cell in (one[1], other[1]):
        wipe(drawn.pixels, drawn, *cell)
    reading = reader.read(Frame(drawn.pixels.copy(), 0.2))
    assert reading.sight is Sight.CLEAR
    assert reading.position is not None
    assert {(r, c) for r in range(6) for c in range(10) if reading.position.board[r][c] == "."} == {
        *one[:2], *other[:2]
    }  # fmt: skip


def beside(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two cells touch."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def told(*rows: str) -> Told:
    """A board as it is told: `.` for gaps, `?` for what is open."""
    signs = {".": NONE, "?": UNSURE}
    kind = np.array([[signs.get(sign, ord(sign) - ord("a")) for sign in row] for row in rows])
    return Told(kind, np.ones(kind.shape, np.float32), kind < UNSURE, kind < UNSURE)


@pytest.mark.parametrize(
    ("now", "hidden"),
    [
        (("abca", "..bd", "dede"), 2),
        (("....", "....", "dede"), 0),
        (("ab.a", "dc.d", "dede"), 2),
        (("abca", ".cbd", "ded."), 0),
        (("abca", "..?d", "dede"), 0),
    ],
    ids=["two kinds", "whole kinds", "one above the other", "apart, as what fits without being alike", "open"],
)
def test_what_vanishes_side_by_side_vanishes_in_pairs(now: tuple[str, ...], hidden: int) -> None:
    assert unpaired(told(*now), told("abca", "dcbd", "dede")).sum() == hidden
