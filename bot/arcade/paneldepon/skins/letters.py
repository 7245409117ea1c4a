"""Flat squares with a letter each, pale as paper tags; letters turn white on black when they go."""

from __future__ import annotations

from typing import ClassVar

from bot.arcade.paint import Colour, Sheet, tint
from bot.arcade.paneldepon.skins import GREY, Look, Skin
from bot.frame import Box

WHITE: Colour = (255, 255, 255)
INK: Colour = (40, 34, 30)

_COLOURS: tuple[Colour, ...] = (
    (150, 152, 244),
    (160, 214, 150),
    (240, 196, 150),
    (140, 226, 244),
    (226, 168, 214),
    (220, 222, 160),
    (130, 188, 250),
    (226, 226, 226),
)
_GREY: Colour = (150, 148, 146)


class Letters(Skin):
    """The letters A to H."""

    name: ClassVar[str] = "letters"
    kinds: ClassVar[int] = 8
    table: ClassVar[tuple[Colour, Colour]] = ((206, 212, 214), (168, 176, 180))
    well: ClassVar[tuple[Colour, Colour]] = ((236, 240, 241), (228, 233, 235))
    frame: ClassVar[Colour] = (96, 88, 80)
    cursor: ClassVar[tuple[Colour, Colour]] = ((110, 40, 20), (255, 255, 255))

    def picture(self, sheet: Sheet, kind: int, look: Look) -> None:
        """A flat square with a thin line around it, and its letter."""
        side = float(sheet.width)
        ground = _GREY if kind == GREY else _COLOURS[kind]
        ink = INK
        if look is Look.LIT:
            ground = tint(ground, WHITE, 0.75)
        elif look is Look.FACE:
            ground, ink = tint(ground, INK, 0.8), WHITE
        gap = max(0.5, side * 0.03)
        sheet.rounded(Box(gap, gap, side - 2 * gap, side - 2 * gap), side * 0.08, tint(ground, INK, 0.55))
        rim = gap + max(0.7, side * 0.03)
        sheet.rounded(Box(rim, rim, side - 2 * rim, side - 2 * rim), side * 0.06, ground)
        letter = "#" if kind == GREY else "ABCDEFGH"[kind]
        sheet.text(letter, Box(side * 0.2, side * 0.23, side * 0.6, side * 0.54), ink, bold=True, tight=True)


SKIN = Letters()
