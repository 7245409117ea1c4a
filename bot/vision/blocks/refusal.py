"""Why a picture shows no board of blocks, as far as that can be seen."""

from __future__ import annotations

from itertools import islice
from typing import Final

import numpy as np

from bot.frame import Pixels
from bot.vision.blocks.look import SIDE, cells_of, distances, looks, middle
from bot.vision.blocks.pieces import pieces
from bot.vision.blocks.places import LIKELY, LOWEST, NARROWEST
from bot.vision.blocks.plausible import FEWEST, many
from bot.vision.blocks.scene import Scene
from bot.vision.blocks.settle import placed
from bot.vision.channels import chroma
from bot.vision.clues.lines import find

COLOURED: Final = 24
"""Grey levels from the weakest to the strongest channel from which a pixel has a colour."""
NEXT_TO_NONE: Final = 0.02
"""Share of a picture that a line of coloured text may take up."""
FEW_LINES: Final = (2, 3)
"""Rows or columns that are too few for a board, but not for its beginning."""
SIZES: Final = 2
"""Sizes of cells that are looked at, the likeliest."""
LONG: Final = 6
"""Blocks of the shortest such line."""
FULL: Final = 0.9
"""Share of its cells that recur."""
RULED: Final = 2
"""Grids of lines that are looked at."""
SIDES: Final = 0.8
"""How surely their cells have lines on all sides, 0 to 1, in the mean."""
OTHER: Final = 6.0
"""Grey levels from which a cell looks unlike most: a small figure makes so many."""
GREYED: Final = "next to no colour in the picture, as many games show that they are paused or over"
NONE: Final = "no cells of few kinds side by side"


def colourless(pixels: Pixels) -> bool:
    """Whether a picture (h, w, 3 or 4) is grey but for a few words: games take its colours away when they stop. A few
    coloured pieces on a plain page are a game that has only begun.
    """
    return float(np.mean(chroma(pixels) > COLOURED)) < NEXT_TO_NONE and pieces(pixels) is None


def few_lines(scene: Scene, sizes: list[tuple[float, float]]) -> int | None:
    """How many full rows or columns of blocks a picture shows where they are too few to tell a board; `sizes` are those
    of cells that it may have, the likelier first.
    """
    for pair in sizes[:SIZES]:
        for spot in scene.spots(pair)[:1]:
            lines, length = sorted((spot.grid.rows, spot.grid.columns))
            if lines not in FEW_LINES or length < LONG or spot.cells.mean() < FULL:
                continue
            sorting = scene.sorting(placed(scene.pixels, scene.across, scene.down, spot)[0])
            if sorting.quality > LIKELY and many(sorting):
                return lines
    return None


def few_on_lines(scene: Scene) -> tuple[int, int, int] | None:
    """The rows and columns of a board that lines are drawn all over, and how many of its cells hold something, where
    these are too few to tell a board by.
    """
    for ruled in islice(find(scene.pixels), RULED):
        if min(ruled.grid.rows, ruled.grid.columns) < NARROWEST or ruled.sides.mean() < SIDES:
            continue
        cells = looks(cells_of(scene.pixels, ruled.grid).reshape(-1, SIDE, SIDE, 3))
        filled = int((distances(cells, middle(cells)[None])[:, 0] > OTHER).sum())
        return (ruled.grid.rows, ruled.grid.columns, filled) if 0 < filled < FEWEST else None
    return None


def why_none(scene: Scene, sizes: list[tuple[float, float]]) -> str:
    """The sentence that refuses a picture in which no board was found, with cells of any of these sizes."""
    if colourless(scene.pixels):
        return f"Expected a board of blocks, found {GREYED}: show it in play."
    lines = few_lines(scene, sizes)
    if lines is not None:
        return (
            f"Expected {LOWEST} rows and {NARROWEST} columns of blocks, found {lines} full ones: "
            "show it when more have come."
        )
    lying = few_on_lines(scene)
    if lying is not None:
        rows, columns, filled = lying
        return (
            f"Expected {FEWEST} blocks or more to tell their kinds, found {filled} on a board of {rows} rows and "
            f"{columns} columns: show it when more have come."
        )
    loose = pieces(scene.pixels)
    if loose is not None:
        return (
            f"Expected a board of blocks, found about {len(loose.middles)} pieces of one size and no grid that "
            "enough of them fill: show it when more have come."
        )
    return f"Expected a board of blocks, found {NONE}: show more of the game."
