"""What `calibrate --hands` looks at before it presses anything."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bot.cli.calibrate import Wish
from bot.cli.hands import still_board
from bot.errors import CannotReadError
from bot.frame import Frame
from bot.layout import Layout
from calibration.discover import discover
from calibration.keep import keep
from calibration.place import Place
from tests.calibration.drawn import draw, rows
from tests.calibration.test_discover import FULL, GRID


@pytest.fixture
def own(tmp_path: Path) -> Layout:
    return keep(discover([draw(FULL, GRID)], game="shisen"), tmp_path / "mine", title="Drawn")


def test_the_board_is_read_by_ones_own_layout(own: Layout) -> None:
    seen = still_board(Frame(draw(FULL, GRID), 0.0), own, Wish())
    assert (seen.position.board, seen.game) == (rows(FULL), "shisen")


def test_it_is_learned_where_there_is_no_layout() -> None:
    seen = still_board(Frame(draw(FULL, GRID), 0.0), None, Wish())
    assert (seen.position.board, seen.game) == (rows(FULL), "shisen")


def test_a_board_of_a_size_that_the_layout_does_not_know_is_refused(own: Layout) -> None:
    grid = GRID.box
    place = Place.typed(f"{grid.x:.0f},{grid.y:.0f},{grid.w - GRID.pitch_x:.0f},{grid.h:.0f}", "7x6", None)
    with pytest.raises(CannotReadError, match=r"6 rows x 8 columns.*found 6 rows x 7 columns"):
        still_board(Frame(draw(FULL, GRID), 0.0), own, Wish(place=place))


def test_a_board_that_the_layout_does_not_read_is_refused(own: Layout) -> None:
    covered = draw(FULL, GRID)
    covered[60:190, 60:220] = 90
    with pytest.raises(CannotReadError, match="does not read this board"):
        still_board(Frame(covered, 0.0), own, Wish())


def test_a_tile_that_looks_like_none_may_be_picked(own: Layout) -> None:
    pixels, box = draw(FULL, GRID), GRID.cell((2, 3))
    inside = np.s_[round(box.y) + 4 : round(box.y + box.h) - 4, round(box.x) + 4 : round(box.x + box.w) - 4]
    pixels[inside][np.indices(pixels[inside].shape[:2]).sum(0) // 4 % 2 == 0] = (200, 40, 60)
    with pytest.raises(CannotReadError, match=r"the first at 2,3.* let go of that tile if it is picked"):
        still_board(Frame(pixels, 0.0), own, Wish())
