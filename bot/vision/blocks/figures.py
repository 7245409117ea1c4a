"""Cells taken for ground that show a figure which recurs, as thin blocks of nearly its colour do: what changes slowly
taken away, ground is twice the same only along stripes, and where a picture is its own mirror image.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.look import SIDE, middle
from bot.vision.cells import Cells

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

RIM: Final = 2
"""Pixels of a cut cell left out on each side, where neighbours shine in."""
SHOWN: Final = 3.5
"""Grey levels by which a figure stands out at least; of 600 boards what recurred on empty cells had 2.1 at most."""
MORE: Final = 1.4
"""How many times as much as empty cells usually show."""
SAME: Final = 0.8
"""Correlation from which two cells show one figure; no two pieces of cloth had more than 0.6."""
OFTEN: Final = 2
"""How many others show it as well; one is enough where it shows PLAINLY."""
PLAINLY: Final = 8.0
"""Grey levels by which it stands out then."""


def figures(cells: Cells, empty: Bools, open_: Bools) -> Bools:
    """(rows, columns), the `empty` ones of the cells (rows, columns, SIDE, SIDE, 3) that show what OFTEN others show,
    of these and the `open_` ones, one of them in another row and another column, and more than empty ones usually do.
    """
    found = np.zeros(empty.shape, np.bool_)
    some = empty | open_
    if not empty.any() or some.sum() < 2:
        return found
    bare = empty[some]
    soft = np.stack([cv2.blur(cell, (3, 3)) for cell in cells[some]])
    rest = soft[:, RIM:-RIM, RIM:-RIM].reshape(len(bare), -1, 3)
    rest -= _SLOW @ (_SLOW.T @ rest)
    figure = rest.reshape(len(bare), -1)
    shown = figure.std(1)
    figure /= np.linalg.norm(figure, axis=1, keepdims=True) + 1e-6
    usual = MORE * float(middle(shown[bare]))
    alike = figure @ figure.T > SAME
    alike &= (shown > max(SHOWN, usual)) & (shown > max(SHOWN, usual))[:, None]
    np.fill_diagonal(alike, False)
    places = np.argwhere(some)
    elsewhere = alike & (places[:, None] != places).all(2)
    found[some] = bare & elsewhere.any(1) & ((alike.sum(1) >= OFTEN) | (shown > max(PLAINLY, 2 * usual)))
    return found


def _slow() -> Floats:
    """(pixels, 6), what changes slowly over a cell: planes and parabolas, each at right angles to the others."""
    y, x = (2 * np.mgrid[: SIDE - 2 * RIM, : SIDE - 2 * RIM] / (SIDE - 2 * RIM - 1) - 1).reshape(2, -1)
    return np.asarray(np.linalg.qr(np.stack([np.ones_like(x), x, y, x * x, y * y, x * y], 1))[0], np.float32)


_SLOW: Final = _slow()
