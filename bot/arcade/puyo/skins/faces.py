"""Round puyos in five colours, each with two eyes."""

from __future__ import annotations

from typing import ClassVar

from bot.arcade.paint import Colour, Sheet, tint
from bot.arcade.puyo.skins import BLACK, WHITE, Skin


class Faces(Skin):
    """Red, yellow, green, blue and purple drops that look at you."""

    name: ClassVar[str] = "faces"
    colours: ClassVar[tuple[Colour, ...]] = (
        (58, 52, 222),
        (40, 200, 246),
        (70, 176, 40),
        (220, 120, 40),
        (190, 70, 160),
    )
    table: ClassVar[tuple[Colour, Colour]] = ((120, 92, 64), (62, 44, 30))
    well: ClassVar[Colour] = (54, 38, 30)
    frame: ClassVar[Colour] = (196, 180, 160)

    def picture(self, sheet: Sheet, side: float, kind: int, colour: Colour) -> None:
        """A ball with light from above, and eyes."""
        sheet.disc(side * 0.5, side * 0.5, side * 0.46, tint(colour, BLACK, 0.45))
        for n in range(4):
            sheet.disc(side * 0.5, side * (0.5 - 0.015 * n), side * (0.42 - 0.03 * n), tint(colour, WHITE, 0.09 * n))
        for x in (0.36, 0.64):
            sheet.disc(side * x, side * 0.44, side * 0.12, WHITE)
            sheet.disc(side * (x + 0.02), side * 0.46, side * 0.06, BLACK)


SKIN = Faces()
