"""Which sides of a grid are read for clues: none where one side surely has none, the emptier one first."""

from __future__ import annotations

import numpy as np
import pytest

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.clues import beside
from bot.vision.clues.bands import ANY, read_band
from bot.vision.clues.bank import bank
from bot.vision.clues.lines import Ruled
from bot.vision.clues.strips import Strips
from tests.bot.test_vision_clues_side_by_side import side_by_side
from tests.bot.test_vision_clues_tables import FONTS, OTHER
from tests.synthetic.digit_fonts import NEEDS_FONTS

pytestmark = pytest.mark.skipif(not FONTS, reason=NEEDS_FONTS)

PITCH = 64
ROWS, COLUMNS = len(OTHER), len(OTHER[0])
RULED = Ruled(Grid(200, 100, PITCH, PITCH, ROWS, COLUMNS), 1.0, 1.0, np.ones((ROWS, COLUMNS), np.float32), 1.0)


def asked(monkeypatch: pytest.MonkeyPatch, page: Pixels) -> tuple[bool, list[bool]]:
    """Whether clues are found beside the grid of a page, and of which sides, upright or not, bands are read."""
    sides: list[bool] = []

    def watched(*args: object, **wishes: object) -> object:
        sides.append(bool(args[2]))
        return read_band(*args, **wishes)  # type: ignore[arg-type]

    monkeypatch.setattr(beside, "read_band", watched)
    found = beside.clues_beside(page, RULED, bank(), (ANY, ANY), table=False, strips=Strips(page, RULED))
    return found is not None, sides


def test_clues_on_both_sides_are_read_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    found, sides = asked(monkeypatch, side_by_side(OTHER, PITCH, 16))
    assert found
    assert sorted(sides) == [False, True]


@pytest.mark.parametrize("upright", [False, True])
def test_where_one_side_is_bare_nothing_is_read(monkeypatch: pytest.MonkeyPatch, upright: bool) -> None:
    page = side_by_side(OTHER, PITCH, 16)
    page[slice(0, 98) if upright else slice(None), slice(None) if upright else slice(0, 198)] = 250
    assert asked(monkeypatch, page) == (False, [])


def test_the_emptier_side_is_read_first(monkeypatch: pytest.MonkeyPatch) -> None:
    page = side_by_side(OTHER, PITCH, 16)
    page[:98] = 250
    for column in range(COLUMNS):
        page[40:60, 220 + column * PITCH : 240 + column * PITCH] = 30  # squares, which are no digits
    found, sides = asked(monkeypatch, page)
    assert not found
    assert set(sides) == {True}
