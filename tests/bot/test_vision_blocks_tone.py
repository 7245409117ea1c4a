"""Which colours may be one in another light."""

from __future__ import annotations

import numpy as np
import pytest

from bot.grid import Grid
from bot.vision.blocks.reader import sort_blocks
from bot.vision.blocks.sorting import EMPTY, UNSURE
from bot.vision.blocks.tone import hues_apart, same_hue
from tests.bot.beads import CELL, COLOURS, COLUMNS, LEFT, ROWS, TOP, bead, screen


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ((77, 109, 169), (77, 169, 167), False),  # orange and yellow, as bright as each other
        ((77, 109, 169), (39, 55, 85), True),  # orange in half the light
        ((77, 109, 169), (130, 146, 176), True),  # and mixed with grey
        ((200, 60, 60), (200, 80, 80), True),
        ((120, 120, 120), (60, 60, 60), True),
        ((40, 200, 40), (200, 40, 40), False),
    ],
)
def test_light_leaves_a_hue_as_it_is(one: tuple[int, ...], other: tuple[int, ...], same: bool) -> None:
    looks = np.tile(np.array([one, other], np.float32), (1, 9))
    assert same_hue(looks).tolist() == [[True, same], [same, True]]


def test_hues_are_told_in_degrees_where_colours_are_not_grey() -> None:
    mint, sky, dark, grey = (np.tile(np.array(colour, np.float32), 9) for colour in _COLOURS)
    apart = hues_apart(mint, np.stack([mint, sky, dark, grey]))
    assert apart == pytest.approx([0, 51, 0, 0], abs=2)


_COLOURS = (215, 234, 181), (231, 199, 167), (107, 117, 90), (201, 203, 198)
"""Mint, sky blue, mint in half the light, and nearly grey."""


def test_a_pale_kind_of_two_cells_is_none_of_another_hue_in_another_state() -> None:
    board = (*("......",) * 7, "m..r..", "y..m..", "m.mry.", "r.psm.", "pmsyyp")
    pixels = screen(("." * 6,) * 11 + ("r.....",))
    colours = COLOURS | {"m": (215, 234, 181), "s": (231, 199, 167)}
    for row, line in enumerate(board):
        for column, label in enumerate(line):
            x, y = LEFT + column * CELL, TOP + row * CELL
            if label != ".":
                bead(pixels, x, y, colours[label])
                lit = pixels[y + 2 : y + 22, x + 2 : x + CELL - 2]
                lit[:] = 255 - (255 - lit) // 2
    kind = sort_blocks(pixels, Grid(LEFT, TOP, CELL, CELL, ROWS, COLUMNS)).kind
    labels = np.array([list(line) for line in board])
    told = {label: set(kind[labels == label].tolist()) for label in ".mrpsy"}
    assert all(len(kinds) == 1 for kinds in told.values()), told
    assert len({number for kinds in told.values() for number in kinds}) == 6
    assert told["."] == {EMPTY}
    assert not (kind == UNSURE).any()
