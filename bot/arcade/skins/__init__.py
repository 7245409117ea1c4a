"""How tiles look: each skin is a module with `SKIN`, drawn by us at any size."""

from __future__ import annotations

import string
from abc import ABC, abstractmethod
from enum import Enum
from functools import lru_cache
from typing import ClassVar

from bot.arcade.paint import Colour, Sheet, Sprite, tint
from bot.arcade.scene import ArcadeError
from bot.arcade.shelf import names_on, taken_from
from bot.frame import Box

LABELS = string.ascii_uppercase + string.ascii_lowercase + string.digits
"""The labels of kinds in their usual order; the n-th of them gets the n-th picture of a skin."""


class Look(Enum):
    """How a tile is shown: as it lies, picked by the player, or pointed at by a hint."""

    PLAIN = "plain"
    PICKED = "picked"
    HINTED = "hinted"


class Skin(ABC):
    """A set of tiles and the table under them. A tile's right and lower edge hang over its cell, as real ones do."""

    name: ClassVar[str]
    kinds: ClassVar[int]
    """How many different pictures there are."""
    aspect: ClassVar[float]
    """Height of a tile over its width."""
    table: ClassVar[tuple[Colour, Colour]]
    """Colour of the table in the middle and at the rim."""
    face: ClassVar[Colour]
    side: ClassVar[Colour]
    back: ClassVar[Colour]
    picked: ClassVar[tuple[Colour, Colour]] = ((140, 236, 255), (20, 120, 235))
    """Face and outline of a picked tile."""
    hinted: ClassVar[tuple[Colour, Colour]] = ((250, 235, 190), (215, 120, 20))
    """Face and outline of a hinted tile."""

    def __init__(self) -> None:
        self._sprite = lru_cache(maxsize=1024)(self._draw)
        self._blank = lru_cache(maxsize=6)(self._body)

    def depth(self, pitch_x: int) -> int:
        """How far the edge of a tile hangs over its cell, in pixels."""
        return max(1, round(pitch_x * 0.13))

    def tile(self, label: str, pitch_x: int, pitch_y: int, look: Look) -> Sprite:
        """The tile of a kind for cells of this size, its face over the cell. Raises ArcadeError."""
        kind = LABELS.find(label)
        if not 0 <= kind < self.kinds:
            raise ArcadeError(
                f"The skin {self.name!r} has {self.kinds} kinds of tile and none for the label {label!r}."
            )
        return self._sprite(kind, pitch_x, pitch_y, look)

    def _draw(self, kind: int, pitch_x: int, pitch_y: int, look: Look) -> Sprite:
        sheet = self._blank(pitch_x, pitch_y, look).copy()
        margin = pitch_x * 0.09
        self.picture(sheet, kind, Box(margin, margin, pitch_x - 2 * margin, pitch_y - 2 * margin))
        return sheet.sprite()

    def _body(self, pitch_x: int, pitch_y: int, look: Look) -> Sheet:
        """A tile without a picture: its shadow, its edge in two colours, its face."""
        depth = self.depth(pitch_x)
        shade = max(1, depth)
        sheet = Sheet(pitch_x + depth + shade, pitch_y + depth + shade)
        radius = pitch_x * 0.11
        face, outline = {
            Look.PLAIN: (self.face, tint(self.face, self.back, 0.75)),
            Look.PICKED: self.picked,
            Look.HINTED: self.hinted,
        }[look]
        sheet.rounded(Box(depth, depth, pitch_x, pitch_y), radius, (0, 0, 0))
        sheet.fade(0.5)
        sheet.blur(shade * 0.3)
        steps = depth * 3
        for n in range(steps, 0, -1):
            colour = self.back if n > steps * 0.45 else self.side
            sheet.rounded(Box(n / 3, n / 3, pitch_x, pitch_y), radius, colour)
        line = max(0.7, pitch_x * (0.022 if look is Look.PLAIN else 0.07))
        sheet.rounded(Box(0, 0, pitch_x, pitch_y), radius, outline)
        inner = Box(line, line, pitch_x - 2 * line, pitch_y - 2 * line)
        sheet.rounded(inner, radius - line / 2, tint(face, (255, 255, 255), 0.7))
        shine = max(0.5, pitch_x * 0.02)
        sheet.rounded(Box(line + shine, line + shine, inner.w - shine, inner.h - shine), radius - line / 2, face)
        return sheet

    @abstractmethod
    def picture(self, sheet: Sheet, kind: int, box: Box) -> None:
        """Draw what tells the kind, inside the box."""


def skin_names() -> tuple[str, ...]:
    """All skins, sorted."""
    return names_on(__name__)


def load_skin(name: str) -> Skin:
    """The skin of that name. Raises ArcadeError."""
    skin: Skin = taken_from(__name__, name)
    return skin
