"""Banmen at our Panel de Pon in memory: puzzles are read from pixels, solved, and played with keys to their end."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.arcade.memory import Faults
from bot.frame import Frame
from bot.layouts import find_layout
from bot.manners import Manners
from bot.reading import Sight
from bot.session import Bounds
from bot.step import Ending
from bot.vision.picture import load
from bot.vision.readers import make_reader
from engine.position import Position
from tests.bot.table import Table

FIXTURES = Path(__file__).parents[2] / "fixtures" / "paneldepon"
LAYOUTS = {"panels": "arcade", "letters": "arcade-letters"}
MANNERS = Manners(falling=0.3, response=3.0)
"""Those of the layouts."""


def table(skin: str, seed: int, faults: Faults | None = None) -> Table:
    """A puzzle and Banmen at it."""
    name = f"paneldepon/{LAYOUTS[skin]}"
    options = {"seed": seed, "skin": skin, "preset": "ex"}
    return Table(
        faults or Faults(), options, layout_name=name, manners=MANNERS, bounds=Bounds(seconds=600.0, look=0.03)
    )


@pytest.mark.parametrize(("skin", "seed", "swaps"), [("panels", 35, 3), ("letters", 12, 2)])
def test_a_puzzle_is_solved_with_as_many_swaps_as_it_needs(skin: str, seed: int, swaps: int) -> None:
    sitting = table(skin, seed)
    report = sitting.play()
    assert report.ending is Ending.WON
    assert sitting.happened("swap") == swaps
    assert sitting.happened("won") == 1
    assert report.misread == 0


def test_keys_that_are_lost_cost_time_and_no_swap() -> None:
    sitting = table("panels", 12, Faults(lost_keys=0.15, seed=3))
    assert sitting.play().ending is Ending.WON
    assert sitting.screen.counts["lost_keys"] > 0
    assert sitting.happened("swap") == 2


SCREENS = [
    *(("arcade", path) for path in sorted((FIXTURES / "arcade-panels" / "screens").glob("puzzle-*.png"))),
    *(("arcade-letters", path) for path in sorted((FIXTURES / "arcade-letters" / "screens").glob("puzzle-*.png"))),
]


@pytest.mark.parametrize(("layout", "path"), SCREENS, ids=[f"{layout}/{path.stem}" for layout, path in SCREENS])
def test_recorded_puzzles_are_read_as_they_are_or_refused_in_a_window_of_another_shape(layout: str, path: Path) -> None:
    reading = make_reader(find_layout(f"paneldepon/{layout}")).read(Frame(load(path), 0.0))
    truth = Position.parse(path.with_suffix(".txt").read_text())
    assert reading.sight is Sight.CLEAR or "other-shape" in path.stem
    if reading.position is None:
        return
    assert reading.position.board == truth.board
    assert reading.position.blocks["cursor"] == truth.blocks["cursor"]
