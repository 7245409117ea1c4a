"""Cells in doubt that are tiles after all: told by the tiles that they equal, never where the ground looks the same."""

from __future__ import annotations

import numpy as np
import pytest

from bot.vision.cells import CELL_H, CELL_W, Cells, halved
from bot.vision.finding.scanlines import restored
from bot.vision.tiles import plausible
from bot.vision.tiles.flow import Flow
from bot.vision.tiles.kin import kin, outlined
from bot.vision.tiles.presence import Presence, _inner

GROUND, PALE, RED = (60, 60, 60), (72, 60, 60), (40, 40, 200)


def drawn(colours: list[list[tuple[int, int, int]]]) -> Cells:
    """Cells of one colour each, with an outline of the ground's where they have another."""
    cells = np.empty((len(colours), len(colours[0]), CELL_H, CELL_W, 3), np.float32)
    cells[:] = GROUND
    cells[:, :, 3:-3, 2:-2] = np.array(colours, np.float32)[:, :, None, None]
    return cells


def learnt(*grounds: tuple[int, int, int]) -> Presence:
    """What is known of a board on ground of these colours, whose tiles have nothing in common."""
    cells = np.empty((len(grounds), CELL_H, CELL_W, 3), np.float32)
    cells[:] = np.array(grounds, np.float32)[:, None, None]
    nothing = np.zeros(0, np.float32)
    return Presence(nothing, nothing, nothing, _inner(halved(cells)), 100.0, (1.0, 0.05))


def flow_of(lines: list[str]) -> Flow:
    """`o` where the ground runs, `x` where it does not."""
    signs = np.array([list(line) for line in lines])
    return Flow(signs == "o", signs == "x", np.zeros(signs.shape, np.bool_))


def test_what_equals_a_tile_is_one_and_what_is_nearly_ground_is_doubted() -> None:
    cells = drawn([[RED, RED, GROUND], [RED, RED, PALE]])
    tiles = np.array([[1, 1, 0], [1, 0, 0]], np.bool_)
    found, maybe = kin(cells, tiles, flow_of(["xxo", "xxx"]), learnt(GROUND))
    assert found.tolist() == [[False, False, False], [False, True, False]]
    assert not maybe.any()


@pytest.mark.parametrize("ground", [RED, (44, 40, 196)], ids=["the tile passed for ground", "ground like it"])
def test_a_tile_that_the_ground_looks_like_is_no_kin_for_sure(ground: tuple[int, int, int]) -> None:
    cells = drawn([[RED, RED, GROUND], [RED, RED, GROUND]])
    tiles = np.array([[1, 1, 0], [1, 0, 0]], np.bool_)
    found, _ = kin(cells, tiles, flow_of(["xxo", "xxo"]), learnt(GROUND, ground, ground))
    assert found[1, 1] == (ground == RED)


def test_where_the_ground_runs_into_tiles_nothing_is_kin() -> None:
    cells = drawn([[RED, RED, GROUND], [RED, RED, GROUND]])
    tiles = np.array([[1, 1, 0], [1, 0, 0]], np.bool_)
    found, maybe = kin(cells, tiles, flow_of(["ooo", "oxo"]), learnt(GROUND))
    assert not found.any()
    assert not maybe.any()


def test_an_outline_is_on_all_four_sides() -> None:
    whole, open_below = drawn([[RED, RED]])[0]
    open_below[3:, 2:-2] = RED
    assert outlined(np.stack([whole, open_below])).tolist() == [True, False]


def board(lines: list[str]) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Kinds by letter; `.` for a gap."""
    return np.array([[-1 if sign == "." else ord(sign) - ord("A") for sign in line] for line in lines])


def test_a_bar_that_reaches_beyond_the_board_is_none_of_it() -> None:
    kind = board(["QQRQQQQQQ", ".ABCDE...", ".EDCBA...", ".FFGG...."])
    assert plausible.bar(kind) == (slice(1, 4), slice(1, 6))
    assert plausible.bar(kind.T) == (slice(1, 6), slice(1, 4))


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(["QQQQQQ", "ABCDEF", "FEDCBA"], id="no wider than the board"),
        pytest.param(["QQQQQQQ", ".ABCDE.", ".EDCBQ."], id="seen elsewhere"),
        pytest.param(["QQQABCQ", ".ABCDE.", ".EDDEF."], id="more than one kind"),
    ],
)
def test_a_row_of_tiles_is_no_bar(lines: list[str]) -> None:
    assert plausible.bar(board(lines)) is None


def test_scan_lines_are_taken_out_and_nothing_else_is() -> None:
    rng = np.random.default_rng(4)
    plain = np.repeat(np.repeat(rng.integers(60, 250, (6, 9, 3)), 12, 0), 10, 1).astype(np.uint8)
    lined = plain.copy()
    lined[1::2] = (lined[1::2] * 0.8).astype(np.uint8)
    assert np.abs(restored(lined).astype(int) - plain).max() <= 2
    assert restored(plain) is plain
    odd = plain.copy()
    odd[::2] = (odd[::2] * 0.8).astype(np.uint8)
    steady = restored(odd).astype(int)
    assert np.abs(steady[1::2] - steady[::2]).max() <= 2


def test_gaps_that_look_as_the_ground_is_known_to_look_teach_nothing_new() -> None:
    gap = np.full((1, CELL_H, CELL_W, 3), GROUND, np.float32)
    known = learnt(GROUND)
    assert len(known.knowing(gap).grounds) == 1
    assert len(known.knowing(gap[:0]).grounds) == 1
    assert len(known.knowing(gap + 20).grounds) == 2
