"""Several pictures of one board of tiles, as a recording of a game has them: full, in the middle of moves, covered."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.picture import load
from calibration.discover import discover
from calibration.draft import Draft
from calibration.shot import UNSURE
from engine.position import Position

FULL = Path(__file__).parents[2] / "fixtures" / "shisen" / "kshisen-default" / "screens" / "full.png"
LIGHT = (0.72, 1.0, 1.0)


@pytest.fixture(scope="module")
def alone() -> Draft:
    """The board of a recorded game, learned from one picture."""
    return discover([load(FULL)], game="shisen")


def _box(grid: Grid, row: int, column: int) -> tuple[slice, slice]:
    x, y, w, h = grid.cell((row, column))
    return slice(round(y), round(y + h)), slice(round(x), round(x + w))


def _in_play(draft: Draft, *, line: bool) -> Pixels:
    """The same game a moment later: two equal tiles of the top row lit, and the line between them."""
    shot, pixels = draft.shots[0], draft.shots[0].pixels.copy()
    kind = shot.kind[0].tolist()
    first, second = next((a, b) for a, one in enumerate(kind) for b in range(a + 1, len(kind)) if kind[b] == one)
    for column in (first, second):
        part = _box(shot.grid, 0, column)
        pixels[part] = (pixels[part] * np.array(LIGHT)).astype(np.uint8)
    if line:
        boxes = [shot.grid.cell((0, column)) for column in (first, second)]
        corners = [(round(x + w / 2), round(y + h / 2)) for x, y, w, h in boxes]
        above = round(shot.grid.y - shot.grid.pitch_y / 4)
        way = [corners[0], (corners[0][0], above), (corners[1][0], above), corners[1]]
        cv2.polylines(pixels, [np.array(way, np.int32)], False, (0, 0, 255), round(shot.grid.pitch_x / 5))
    return pixels


@pytest.mark.parametrize("line", [False, True])
def test_what_a_move_shows_is_no_new_kind(alone: Draft, line: bool) -> None:
    both = discover([load(FULL), _in_play(alone, line=line)], game="shisen")
    assert len(both.shots) == 2
    assert both.labels == alone.labels
    told = [
        (now, before)
        for now, before in zip(both.shots[1].kind.ravel().tolist(), alone.shots[0].kind.ravel().tolist(), strict=True)
        if now != UNSURE
    ]
    assert all(now == before for now, before in told)
    assert len(told) >= alone.shots[0].kind.size - 2


def test_a_tile_in_another_light_is_linked_to_its_kind(alone: Draft) -> None:
    both = discover([load(FULL), _in_play(alone, line=False)], game="shisen")
    assert both.shots[1].marked.sum() == 2


def test_a_board_under_something_is_left_out_without_a_search(alone: Draft) -> None:
    covered, said = load(FULL).copy(), list[str]()
    height, width = covered.shape[:2]
    covered[height // 4 : 3 * height // 4, width // 4 : 3 * width // 4] = 200
    draft = discover([load(FULL), covered], game="shisen", progress=said.append)
    assert len(draft.shots) == 1
    assert said[-1] == "Picture 2 of 2 does not show that board, or not clearly; it is left out."


def test_another_deal_in_the_same_window_is_read_by_the_kinds_of_the_first(alone: Draft) -> None:
    """Recorded at other times: nothing of the one picture stands where it does in the other."""
    half = FULL.with_name("half-played.png")
    both = discover([load(FULL), load(half)], game="shisen")
    truth = Position.parse(half.with_suffix(".txt").read_text(encoding="utf-8")).board
    told = both.position(1).board
    assert both.labels == alone.labels
    names = {(now, was) for now, was in zip("".join(told), "".join(truth), strict=True)}
    assert len(names) == len({now for now, _ in names}) == len({was for _, was in names})


def _fallen(draft: Draft) -> Pixels:
    """The same game later, one in which tiles move: the kind of the upper left tile is lit wherever it stands, and the
    columns stand in another order.
    """
    shot, pixels = draft.shots[0], draft.shots[0].pixels.copy()
    for row, column in np.argwhere(shot.kind == shot.kind[0, 0]).tolist():
        part = _box(shot.grid, row, column)
        pixels[part] = (pixels[part] * np.array(LIGHT) * 0.8).astype(np.uint8)
    lit, rows = pixels.copy(), range(shot.grid.rows)
    for row in rows:
        for column in range(shot.grid.columns):
            (top, left), source = ([s.start for s in _box(shot.grid, row, column)], _box(shot.grid, row, column - 1))
            if column == 0:
                source = _box(shot.grid, row, shot.grid.columns - 1)
            tile = lit[source]
            pixels[top : top + tile.shape[0], left : left + tile.shape[1]] = tile
    return pixels


def test_tiles_that_moved_and_are_lit_are_no_new_kind(alone: Draft) -> None:
    both = discover([load(FULL), _fallen(alone)], game="shisen")
    assert both.labels == alone.labels
    assert (both.shots[1].kind == np.roll(alone.shots[0].kind, 1, axis=1)).all()


def test_the_fullest_board_is_followed_wherever_it_comes(alone: Draft) -> None:
    half = FULL.with_name("half-played.png")
    both = discover([load(half), _fallen(alone), load(FULL)], game="shisen")
    assert len(both.shots) == 3
    assert len(both.labels) == len(alone.labels)
    assert (both.shots[1].kind == np.roll(both.shots[2].kind, 1, axis=1)).all()
