"""A cursor that shines on the blocks around it makes no board a faint one."""

from __future__ import annotations

import numpy as np
import pytest

from bot.frame import Pixels
from calibration.discover import discover, in_the_way
from tests.bot.compare import renamed
from tests.bot.synthetic_blocks import Drawn, Wish, draw

STRENGTH = 0.5
REACH = 0.4
"""Of the light, and how many cells it reaches from the two that are under the cursor."""


def shining(drawn: Drawn, cell: tuple[int, int]) -> Pixels:
    """The picture with light around a cell and its right neighbour, weaker with every pixel."""
    grid, place = drawn.grid, drawn.grid.cell(cell)
    y, x = np.mgrid[: drawn.pixels.shape[0], : drawn.pixels.shape[1]]
    across = np.maximum(np.abs(x - place.x - place.w) - grid.pitch_x, 0)
    down = np.maximum(np.abs(y - place.y - place.h / 2) - grid.pitch_y / 2, 0)
    far = np.hypot(across, down) / grid.pitch_x
    light = (np.clip(1 - far / REACH, 0, 1) * STRENGTH * (far > 0))[..., None]
    pixels = drawn.pixels.astype(np.float32)
    return np.ascontiguousarray((pixels + (255 - pixels) * light).round().astype(np.uint8))


@pytest.mark.parametrize("seed", [4, 5, 11])
def test_light_around_a_cursor_makes_no_board_faint(seed: int) -> None:
    fill = "full" if seed % 2 else "stack"
    drawn = draw(seed, Wish("panel", "plain", fill, size=(8, 6), kinds=6, framed=True, damage=False))
    draft = discover([shining(drawn, (4, 2))])
    assert in_the_way(draft) == ""
    rows = draft.position().board
    unsure = [(r, c) for r, row in enumerate(rows) for c, label in enumerate(row) if label == "?"]
    assert len(unsure) <= 1
    told = [
        "".join("?" if (r, c) in unsure else label for c, label in enumerate(row)) for r, row in enumerate(drawn.board)
    ]
    assert renamed(rows) == renamed(told)
