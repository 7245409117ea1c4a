"""Tiles that look otherwise at another size are told by those that are equal to them."""

from __future__ import annotations

import numpy as np

from bot.vision.tiles.board import NONE, UNSURE
from bot.vision.tiles.equals import by_equals, fresh_kinds


def told(kind: list[int], groups: list[int], nearest: list[int]) -> list[int]:
    rows = (np.array([row]) for row in (kind, groups, nearest))
    return [int(one) for one in by_equals(*rows)[0]]


def test_the_rest_of_a_group_is_what_is_told_of_it() -> None:
    assert told([3, UNSURE, 3, NONE], [0, 0, 0, NONE], [3, 5, 3, NONE]) == [3, 3, 3, NONE]


def test_a_group_of_which_two_kinds_are_told_stays_in_doubt() -> None:
    assert told([3, UNSURE, 4], [0, 0, 0], [3, 3, 4]) == [3, UNSURE, 4]


def test_a_group_of_which_nothing_is_told_is_what_all_of_it_looks_like_if_nothing_else_is() -> None:
    assert told([UNSURE, UNSURE, 1], [0, 0, 1], [2, 2, 1]) == [2, 2, 1]
    assert told([UNSURE, UNSURE, 2], [0, 0, 1], [2, 2, 2]) == [UNSURE, UNSURE, 2]
    assert told([UNSURE, UNSURE, 1], [0, 0, 1], [2, 3, 1]) == [UNSURE, UNSURE, 1]
    assert told([UNSURE, 1], [0, 1], [2, 1]) == [UNSURE, 1]


def test_what_is_no_tile_is_told_by_none() -> None:
    assert told([UNSURE, UNSURE], [NONE, NONE], [1, 1]) == [UNSURE, UNSURE]


def test_kinds_without_a_sample_are_equal_tiles_none_of_which_is_told() -> None:
    groups = np.array([[0, 0, 1, 1, 2, NONE, NONE]])
    open_ = np.array([[True, True, True, False, True, True, True]])
    assert [of.tolist() for of in fresh_kinds(open_, groups)] == [[[True, True] + [False] * 5]]
