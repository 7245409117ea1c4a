"""Wooden tiles with a coloured letter, number or sign."""

from __future__ import annotations

from typing import ClassVar

from bot.arcade.paint import Colour, Sheet
from bot.arcade.skins import Skin
from bot.frame import Box

GLYPHS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789#%&+=?@$"

_INKS: tuple[Colour, ...] = (
    (40, 40, 190),
    (150, 70, 10),
    (45, 120, 20),
    (120, 25, 120),
    (25, 25, 25),
    (10, 95, 175),
    (105, 105, 0),
)


class Letters(Skin):
    """Letters A to Z, then numbers and signs; colours repeat every seven kinds."""

    name: ClassVar[str] = "letters"
    kinds: ClassVar[int] = len(GLYPHS)
    aspect: ClassVar[float] = 1.12
    table: ClassVar[tuple[Colour, Colour]] = ((104, 84, 62), (52, 40, 28))
    face: ClassVar[Colour] = (196, 226, 242)
    side: ClassVar[Colour] = (120, 172, 206)
    back: ClassVar[Colour] = (52, 84, 122)

    def picture(self, sheet: Sheet, kind: int, box: Box) -> None:
        """A letter in its ink, in the middle."""
        high = box.h * 0.76
        part = Box(box.x, box.y + (box.h - high) / 2, box.w, high)
        sheet.text(GLYPHS[kind], part, _INKS[kind % len(_INKS)], bold=True, tight=True)


SKIN = Letters()
