"""Boards of coloured cells that are told by what all their cells show, whether or not every kind makes pairs."""

from __future__ import annotations

import numpy as np
import pytest

from bot.reason import About
from bot.vision.tiles import board, sight
from calibration.single import board_of
from tests.bot.compare import renamed, trimmed
from tests.sweep import sweep
from tests.synthetic import APART, TUNED, Part, draw, spec_of

LABELS = ".abcdefghij"


@pytest.mark.parametrize(
    ("part", "seed", "what"),
    sweep(
        [
            (APART, 102537, "a heap of gems over clouds, on lines"),
            (TUNED, 102518, "full of balls over a blurred picture"),
            (APART, 102577, "full, 11 by 10"),
            (TUNED, 102531, "a heap on a slope of light, another beside it"),
        ]
    ),
)
def test_a_board_of_kinds_that_are_all_there_often_needs_no_pairs(part: Part, seed: int, what: str) -> None:
    pixels, drawn = draw(spec_of(seed, part, "stack"))
    found = board_of(pixels, None, None, None, None, None)
    assert found is not None, what
    assert About.WHOLE not in found.about, found.reasons
    told = tuple("".join(LABELS[kind + 1] for kind in row) for row in found.shot.kind)
    boards = [one.board for one in (drawn, drawn.twin) if one is not None]
    assert renamed(trimmed(told)) in [renamed(trimmed(one)) for one in boards], what


def test_of_cells_that_are_nearly_square_the_pitch_is_told_by_how_tiles_repeat() -> None:
    pixels, drawn = draw(spec_of(102544, TUNED, "stack"))  # 20.1 by 21.4 pixels
    found = board_of(pixels, None, None, None, None, None)
    assert found is not None
    assert found.shot.grid.pitch_y == pytest.approx(drawn.grid.pitch_y, abs=0.25)
    assert (found.shot.kind >= 0).sum() == sum(len(row) - row.count(".") for row in drawn.board)


def test_of_a_board_of_pairs_a_kind_that_is_there_once_is_no_plenty() -> None:
    pixels, _ = draw(spec_of(102537, APART, "stack"))
    found = sight.first_sight(pixels)
    assert found is not None
    assert board.plentiful(found)
    found.grouping.kind[np.flatnonzero(found.grouping.kind == 0)[board.OFTEN - 1 :]] = 1
    assert not board.plentiful(found)
