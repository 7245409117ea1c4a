"""How the panels of Panel de Pon look: each skin is a module with `SKIN`, drawn by us at any size."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum
from functools import lru_cache
from typing import ClassVar

from bot.arcade.paint import Colour, Sheet, Sprite, tint
from bot.arcade.scene import ArcadeError
from bot.arcade.shelf import names_on, taken_from
from bot.frame import Box

GREY, GARBAGE = -1, -2
"""The kinds that are no colour: a panel that matches nothing, and a cell of garbage."""
ALONE = (True, True, True, True)
"""A cell without neighbours that it hangs together with: it has an edge left, above, right and below."""


class Look(Enum):
    """How a panel is shown."""

    PLAIN = "plain"
    LIT = "lit"
    """It has matched and flashes."""
    FACE = "face"
    """It has matched and is about to pop."""
    DIM = "dim"
    """It is still below the board."""


class Skin(ABC):
    """A set of panels and what lies around them."""

    name: ClassVar[str]
    kinds: ClassVar[int]
    """How many colours there are."""
    table: ClassVar[tuple[Colour, Colour]]
    """Colour around the board, in the middle and at the rim."""
    well: ClassVar[tuple[Colour, Colour]]
    """Colour of the board's ground: its cells by turns."""
    frame: ClassVar[Colour]
    """Around the board."""
    cursor: ClassVar[tuple[Colour, Colour]]
    """Of the cursor, and of the line around it."""
    slab: ClassVar[Colour] = (128, 122, 118)
    """Of garbage."""

    def __init__(self) -> None:
        self._sprite = lru_cache(maxsize=1024)(self._draw)

    def panel(self, kind: int, pitch: int, look: Look, edges: tuple[bool, bool, bool, bool] = ALONE) -> Sprite:
        """The picture of a panel for cells of this size; `edges` tell where a cell of garbage ends."""
        return self._sprite(kind, pitch, look, edges)

    def _draw(self, kind: int, pitch: int, look: Look, edges: tuple[bool, bool, bool, bool]) -> Sprite:
        sheet = Sheet(pitch, pitch)
        if kind == GARBAGE:
            _slab(sheet, self.slab, look, edges)
        elif kind < self.kinds:
            self.picture(sheet, kind, look)
        else:
            raise ArcadeError(f"The skin {self.name!r} has {self.kinds} kinds of panel, and none for number {kind}.")
        if look is Look.DIM:
            sheet.darken(0.55)
        return sheet.sprite()

    @abstractmethod
    def picture(self, sheet: Sheet, kind: int, look: Look) -> None:
        """Draw a panel of a colour, or a grey one, over the whole sheet; a dim one as if it were plain."""


def _slab(sheet: Sheet, colour: Colour, look: Look, edges: tuple[bool, bool, bool, bool]) -> None:
    """A cell of garbage: a part of a slab with a bevel along the edges that are its own."""
    side = float(sheet.width)
    colour = tint(colour, (255, 255, 255), 0.6 if look is Look.LIT else 0.0)
    left, above, right, below = edges
    rim, far = side * 0.09, side * 0.6
    for inset, shade in ((side * 0.02, 0.45), (rim, 0.0)):
        x0, y0 = inset if left else -far, inset if above else -far
        x1, y1 = side - inset if right else side + far, side - inset if below else side + far
        sheet.rounded(Box(x0, y0, x1 - x0, y1 - y0), side * 0.16, tint(colour, (0, 0, 0), shade))
    light = tint(colour, (255, 255, 255), 0.35)
    if above:
        start, end = (2 * rim if left else 0.0), (side - 2 * rim if right else side)
        sheet.stroke([(start, rim * 1.6), (end, rim * 1.6)], side * 0.05, light)
    for x in (0.3, 0.7):
        sheet.disc(side * x, side * 0.5, side * 0.06, tint(colour, (0, 0, 0), 0.3))
    if look is Look.FACE:
        sheet.stroke([(side * 0.3, side * 0.66), (side * 0.7, side * 0.66)], side * 0.07, tint(colour, (0, 0, 0), 0.5))


def skin_names() -> tuple[str, ...]:
    """All skins of panels, sorted."""
    return names_on(__name__)


def load_skin(name: str) -> Skin:
    """The skin of that name. Raises ArcadeError."""
    skin: Skin = taken_from(__name__, name)
    return skin
