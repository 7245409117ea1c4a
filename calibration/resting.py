"""What lies on a board of a game in which pairs fall, without what hangs in the air: that may be between two rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from bot.vision.falling import hanging
from calibration.draft import Draft
from calibration.shot import EMPTY, UNSURE, NoPieceYetError, Shot
from engine.position import EMPTY as NOTHING
from engine.position import UNKNOWN


def in_the_air(shot: Shot) -> list[tuple[int, int]]:
    """The cells of a picture that are not empty, over an empty one."""
    return hanging(["".join(row) for row in np.where(shot.kind == EMPTY, NOTHING, UNKNOWN)])


def lying(draft: Draft) -> Draft:
    """The draft with what hangs in the air left open, and without kinds that nothing else shows: once a piece of them
    lies still a reader learns them.

    Raises NoPieceYetError where nothing lies on the board in any picture.
    """
    shots = []
    for shot in draft.shots:
        kind = shot.kind.copy()
        for cell in in_the_air(shot):
            kind[cell] = UNSURE
        shots.append(shot.with_kinds(kind))
    if all((shot.kind < 0).all() for shot in shots):
        grid = draft.shots[0].grid
        raise NoPieceYetError(
            f"Expected pieces that lie on the board of {grid.rows} rows x {grid.columns} columns, found none yet: show "
            "it later in the game."
        )
    return replace(draft, shots=tuple(shots)).tidied()
