"""How many empty rows and columns lie around what the cells of a calibrated board tell.

Cells alone leave that open. What lies on the board ends with it, so that no line of it is right beyond; and what is
known to lie around it agrees there, clearly more than whole rows and columns aside.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.frame import Pixels
from bot.vision.cells import outside
from bot.vision.place.anchors import fitting
from bot.vision.place.cellfit import fitted
from bot.vision.place.cellkinds import NOTHING, CellKinds, Fit
from bot.vision.place.known import Known
from bot.vision.place.polish import agreement
from bot.vision.place.scene import Map, Scene

LINE: Final = 0.5
"""Share of a line's cells that hold something of the board where the board goes on there."""
AROUND: Final = 0.15
"""Share of the patches around it, times that of the colours, that must agree."""
LEAD: Final = 1.3
"""How many times more of them must agree than a row or column aside."""
EITHER: Final = 0.5
"""Share of the cells that must be told, or else of what is around them that must agree: where no empty cell was ever
seen, most of a board may look like nothing known."""
MOVES: Final = 3
"""Times that a fit is done again, whole rows or columns aside."""
MOST_RIVALS: Final = 60
"""Places, whole rows and columns aside, that are compared."""


class Placed(NamedTuple):
    """A place of the calibrated picture in a frame."""

    there: Map
    support: float
    """0 to 1, how much the surroundings agree."""
    cells: Fit
    """What the cells look like there."""


def lined(known: Known, scene: Scene, fit: Fit) -> Placed | None:
    """The place of a board of which the cells say all but how many empty rows and columns there are on each side; None
    where nothing else says it clearly.
    """
    fit = lined_up(known.kinds, scene.pixels, fit)
    places = rivals(known, scene, fit)
    for _ in range(MOVES):
        if not places or known.grid(places[0][1]).apart(fit.grid) < 0.5:
            break
        # Aside by a row, cells that were taken for empty may have drawn the fit away.
        again = fitted(known.kinds, scene.pixels, known.grid(places[0][1]))
        if again is None:
            return None
        fit, places = again, rivals(known, scene, again)
    if not places or places[0][0] < AROUND or (len(places) > 1 and places[0][0] < LEAD * places[1][0]):
        return None
    support, there = places[0]
    cells = known.kinds.look(scene.pixels, known.grid(there), fit.error)
    return Placed(there, support, cells) if max(cells.share, support) >= EITHER else None


def rivals(known: Known, scene: Scene, fit: Fit) -> list[tuple[float, Map]]:
    """The places that cells leave open, and how much the surroundings agree there, the best first."""
    above, below, left, right = fit.rooms
    places: list[tuple[float, Map]] = []
    if (above + below + 1) * (left + right + 1) > MOST_RIVALS:
        return places
    for down in range(-below, above + 1):
        for across in range(-right, left + 1):
            there = known.map(fit.grid.stepped(down, across))
            if scene.holds(there.box(known.pattern.board)):
                support = agreement(scene, fitting(known.pattern.levels, there)[:2], there)
                places.append((support * known.colours.share(scene, there), there))
    return sorted(places, key=lambda place: -place[0])


def lined_up(kinds: CellKinds, pixels: Pixels, fit: Fit) -> Fit:
    """A board in a picture (h, w, 3), moved by whole lines to where no line of what lies on it is right beyond it, as
    far as there are empty ones on the other side.
    """
    for _ in range(sum(fit.rooms)):
        wide = fit.grid.wider(1)
        around = kinds.look(pixels, wide, plain=True)
        full = around.told & (around.number != NOTHING) & ~outside(wide, pixels)
        sides = full[0, 1:-1], full[-1, 1:-1], full[1:-1, 0], full[1:-1, -1]
        above, below, left, right = (bool(side.mean() >= LINE) for side in sides)
        top, bottom, first, last = (room > 0 for room in fit.rooms)
        down, across = (below and top) - (above and bottom), (right and first) - (left and last)
        if not down and not across:
            break
        fit = kinds.look(pixels, fit.grid.stepped(down, across), fit.error)
    return fit
