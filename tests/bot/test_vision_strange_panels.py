"""A running game of Panel de Pon in looks never seen before: no panel at rest is taken for another, at any size."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from bot.arcade.paneldepon.skins import Skin
from bot.frame import Frame
from bot.grid import Grid
from bot.vision.blocks.panel import Lines, frames
from bot.vision.blocks.reader import BlockReader
from bot.vision.risen import RisenReader
from engine.position import EMPTY, UNKNOWN
from tests.bot.strange_panels import Beads, Cards, Gems, Moment, played


def seen(moments: list[Moment]) -> tuple[list[tuple[int, int, int, str, str]], Counter[str]]:
    """What a reader that knows nothing takes for something else (number, row, column, label, truth), and counts."""
    reader = RisenReader(BlockReader(size=(12, 6), scrolls=True))
    called: dict[str, str] = {}
    wrong, count = [], Counter[str]()
    for number, moment in enumerate(moments):
        reading = reader.read(Frame(moment.pixels, moment.time))
        if reading.position is None or reading.grid is None:
            count["refused"] += 1
            continue
        top = round((reading.grid.y - moment.grid.y) / moment.grid.pitch_y + moment.scroll)
        for row, line in enumerate(reading.position.board, top):
            truth = moment.board[row] if 0 <= row < len(moment.board) else UNKNOWN * len(line)
            for column, (label, real) in enumerate(zip(line, truth, strict=True)):
                if UNKNOWN in (label, real) or (real.isupper() and label != EMPTY):
                    count["open"] += label == UNKNOWN
                    continue
                kind = EMPTY if label == EMPTY else called.setdefault(label.lower(), real)
                count["told"] += 1
                if kind != real:
                    wrong.append((number, row, column, label, real))
    if len(set(called.values())) < len(called):
        wrong.append((0, 0, 0, "two kinds", "one"))
    return wrong, count


@pytest.mark.parametrize(("skin", "scale"), [(Beads, 0.75), (Cards, 1.6), (Gems, 1.3)], ids=["beads", "cards", "gems"])
def test_no_panel_is_taken_for_another_while_the_stack_rises_and_flashes(skin: type[Skin], scale: float) -> None:
    moments = list(played(skin, scale, seed=3, looks=24, every=11))
    assert any(label.isupper() for moment in moments for line in moment.board for label in line)
    assert len({moment.scroll for moment in moments}) >= 5
    wrong, count = seen(moments)
    assert not wrong
    assert not count["refused"]
    assert count["told"] > 20 * count["open"]


def test_where_no_cell_was_found_there_is_no_frame_around_any() -> None:
    edges = np.random.default_rng(1).random((60, 80)).astype(np.float32)
    lattice = Grid(5, 5, 10, 10, rows=5, columns=7)
    assert frames(Lines(edges), Lines(edges.T), lattice, np.zeros((5, 7), np.bool_)) == ([], [])
