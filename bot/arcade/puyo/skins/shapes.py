"""Five shapes in five shades that stay apart for eyes of any kind: nobody needs to tell colours."""

from __future__ import annotations

from math import cos, pi, sin
from typing import ClassVar

from bot.arcade.paint import Colour, Sheet, tint
from bot.arcade.puyo.skins import BLACK, Skin
from bot.frame import Box


class Shapes(Skin):
    """Disc, triangle, diamond, square and star, from dark to light."""

    name: ClassVar[str] = "shapes"
    colours: ClassVar[tuple[Colour, ...]] = (
        (0, 94, 213),
        (66, 228, 240),
        (115, 158, 0),
        (178, 114, 0),
        (220, 190, 214),
    )
    """Vermilion, yellow, bluish green, blue and a pale purple: shades that eyes of any kind tell apart."""
    stone: ClassVar[Colour] = (92, 88, 84)
    table: ClassVar[tuple[Colour, Colour]] = ((210, 204, 196), (160, 152, 142))
    well: ClassVar[Colour] = (40, 30, 26)
    frame: ClassVar[Colour] = (92, 84, 76)
    bridge: ClassVar[float] = 0.16

    def picture(self, sheet: Sheet, side: float, kind: int, colour: Colour) -> None:
        """The shape of a kind with a dark edge."""
        for inset, ink in ((0.0, tint(colour, BLACK, 0.55)), (0.07, colour)):
            _SHAPES[kind](sheet, side, side * (0.45 - inset), ink)
        sheet.disc(side * 0.5, side * 0.5, side * 0.07, tint(colour, BLACK, 0.55))


def _disc(sheet: Sheet, side: float, size: float, ink: Colour) -> None:
    sheet.disc(side / 2, side / 2, size, ink)


def _polygon(sheet: Sheet, side: float, radii: tuple[float, ...], ink: Colour) -> None:
    """Corners around the middle, the first one above."""
    turn = 2 * pi / len(radii)
    sheet.polygon([(side / 2 + r * sin(n * turn), side / 2 - r * cos(n * turn)) for n, r in enumerate(radii)], ink)


def _triangle(sheet: Sheet, side: float, size: float, ink: Colour) -> None:
    _polygon(sheet, side, (size,) * 3, ink)


def _diamond(sheet: Sheet, side: float, size: float, ink: Colour) -> None:
    _polygon(sheet, side, (size * 1.05, size * 0.8) * 2, ink)


def _square(sheet: Sheet, side: float, size: float, ink: Colour) -> None:
    half = size * 0.86
    sheet.rounded(Box(side / 2 - half, side / 2 - half, 2 * half, 2 * half), half * 0.3, ink)


def _star(sheet: Sheet, side: float, size: float, ink: Colour) -> None:
    _polygon(sheet, side, (size * 1.08, size * 0.5) * 5, ink)


_SHAPES = (_disc, _triangle, _diamond, _square, _star)

SKIN = Shapes()
