"""Tiles moved upon each other: what lies a little beside is equal, and what differs in a detail is not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.vision.cells import CELL_H, CELL_W, Cells
from bot.vision.tiles import chain, figures, kinds, registered

PITCH = (float(CELL_W), float(CELL_H))
GRAIN = 1.5


def dealt(kind: NDArray[np.int64]) -> NDArray[np.int64]:
    """Rows and columns where so many tiles lie, each in a row and a column of its own."""
    return np.repeat(np.arange(len(kind)), 2).reshape(-1, 2)


def drawn(kind: list[int], aside: float = 0.3) -> Cells:
    """Soft figures, each at a place of its own up to `aside` pixels away from the middle, with a little grain. Kind 1
    is kind 0 with a faint dot; all others look otherwise.
    """
    rng = np.random.default_rng(4)
    sheet = np.full((40, CELL_H, CELL_W), 220, np.float32)
    for number in range(1, 40):
        cv2.circle(sheet[number], (4 + 5 * (number % 3), 5 + number // 3), 3, 40.0 + 3 * number, -1)
        cv2.rectangle(sheet[number], (4, 20 - number // 4), (15, 24 - number // 4), 60.0, -1)
    sheet[0] = sheet[1]
    cv2.circle(sheet[1], (14, 14), 2, 150.0, -1)
    cells = np.empty((len(kind), CELL_H, CELL_W, 3), np.float32)
    for at, number in enumerate(kind):
        x, y = rng.uniform(-aside, aside, 2)
        soft = cv2.GaussianBlur(sheet[number], (0, 0), 1.0)
        matrix = np.array([[1, 0, x], [0, 1, y]], np.float32)
        moved = cv2.warpAffine(soft, matrix, (CELL_W, CELL_H), borderMode=cv2.BORDER_REPLICATE)
        cells[at] = np.asarray(moved, np.float32)[:, :, None] + rng.normal(0, GRAIN, (CELL_H, CELL_W, 3))
    return cells


def test_equal_tiles_that_lie_beside_their_places_differ_by_grain_alone() -> None:
    cells = drawn([5] * 6 + [20] * 6)
    apart = registered.differences(cells, PITCH)
    rows = kinds.features(cells)
    for same in (slice(0, 6), slice(6, 12)):
        assert apart[same, same].max() < kinds.differences(rows, rows)[same, same].max() / 8
    assert apart[:6, 6:].min() > 100 * GRAIN**2


def test_no_more_than_a_pixel_is_forgiven() -> None:
    cells = drawn([5, 5], aside=0.0)
    far = np.roll(cells, 3, axis=2)
    assert registered.reached(cells, np.roll(cells, 1, axis=2), PITCH).max() < 120
    assert registered.reached(cells, far, PITCH)[0, 0] > 500


def test_flat_tiles_are_told_by_their_colour() -> None:
    cells = np.repeat(np.array([100, 100, 110, 110], np.float32), CELL_H * CELL_W * 3).reshape(4, CELL_H, CELL_W, 3)
    assert registered.differences(cells, PITCH) == pytest.approx(np.kron([[0, 100], [100, 0]], np.ones((2, 2))), abs=1)


def test_kinds_that_differ_in_a_detail_are_parted() -> None:
    kind = [0, 1, 0, 1, *(number for number in range(4, 16) for _ in range(2))]
    raw = registered.differences(drawn(kind), PITCH)
    merged = np.array([max(number, 1) for number in kind])
    merged = chain.renumbered(merged)
    assert list(figures.suspected(raw, merged)) == [0]
    parted = figures.parted(raw, merged, dealt(merged))
    assert parted is not None
    assert parted[0].tolist() == chain.renumbered(np.array(kind)).tolist()


def test_four_equal_tiles_are_not_parted() -> None:
    kind = chain.renumbered(np.array([1, 1, 1, 1, *(number for number in range(4, 16) for _ in range(2))]))
    raw = registered.differences(drawn(kind.tolist()), PITCH)
    assert not figures.suspected(raw, kind)
    parted = figures.parted(raw, kind, dealt(kind))
    assert parted is not None
    assert parted[0] is kind


def test_on_a_clean_picture_a_faint_figure_parts_kinds() -> None:
    kind = np.array([0, 1, 0, 1, *(number for number in range(4, 16) for _ in range(2))])
    merged = chain.renumbered(np.maximum(kind, 1))
    raw = np.where(kind[:, None] == kind[None], 0.4, 80.0).astype(np.float32)
    raw[np.ix_(kind == 0, kind == 1)] = raw[np.ix_(kind == 1, kind == 0)] = 9.0
    assert not figures.suspected(raw, merged)
    parted = figures.parted(raw, merged, dealt(merged))
    assert parted is not None
    assert parted[0].tolist() == chain.renumbered(kind).tolist()
    assert kinds.sorting(*parted[:1], raw, parted[1]).gap > kinds.SPLIT


def test_where_other_kinds_are_as_loose_nothing_is_parted() -> None:
    kind = chain.renumbered(np.array([0, 1, 0, 1, *(number for number in range(4, 16) for _ in range(2))]))
    raw = registered.differences(drawn(kind.tolist()), PITCH)
    merged = np.where(kind == 1, 0, kind)
    loose = raw.copy()
    last = np.flatnonzero(kind == kind.max())
    loose[last[0], last[1]] = loose[last[1], last[0]] = raw[0, 1]
    assert figures.parted(loose, merged, dealt(merged)) is None


def apart(times: list[int], kind: list[int], between: float) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """How far tiles of figures that are there so many `times` each are apart, and their kinds, of which the first few
    figures are one and lie so far from each other; those of other kinds are ten times as far.
    """
    figure = np.repeat(np.arange(len(times)), times)
    sort = np.array(kind)[figure]
    raw = np.where(sort[:, None] == sort[None], between, 10 * between).astype(np.float32)
    raw[figure[:, None] == figure[None]] = 20
    np.fill_diagonal(raw, 0)
    return raw, sort


@pytest.mark.parametrize(("times", "told"), [([2, 2, 2], False), ([6, 6, 4], True)])
def test_the_more_tiles_lie_apart_the_shorter_a_way_tells_it(times: list[int], told: bool) -> None:
    raw, kind = apart([*times, 2, 2, 2, 2], [0, 0, 0, 1, 2, 3, 4], between=52)
    assert bool(figures.suspected(raw, kind)) == told
    assert (figures.parted(raw, kind, dealt(kind)) is None) == told


@pytest.mark.parametrize("axis", [0, 1])
def test_parts_that_go_by_rows_or_columns_are_one_kind(axis: int) -> None:
    rng = np.random.default_rng(1)
    kind = np.repeat(np.arange(3), 20)
    at = np.stack([rng.permutation(60) % 12, rng.integers(0, 12, 60)], 1)
    drawn_so = at[:, axis] // 3 % 2  # the same in three rows or columns, then another way
    parts = {k: drawn_so[kind == k] for k in range(3)}
    assert figures.by_figure(parts, kind, at) == {}
    # Half of one kind turned round: its parts go by figure, and those of the others still by where they lie.
    turned = dict(parts) | {1: rng.permutation(parts[1])}
    assert list(figures.by_figure(turned, kind, at)) == [1]


def test_few_tiles_in_rows_of_their_own_may_be_two_kinds() -> None:
    kind = np.zeros(8, np.int64)
    at = np.stack([np.arange(8), np.arange(8)], 1)
    parts = {0: np.array([0, 1] * 4)}
    assert list(figures.by_figure(parts, kind, at)) == [0]
