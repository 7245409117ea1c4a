"""Glossy panels: a colour and a sign for each kind, so that nobody needs to tell the colours; they pull faces."""

from __future__ import annotations

from math import cos, pi, sin
from typing import ClassVar

from bot.arcade.paint import Colour, Sheet, tint
from bot.arcade.paneldepon.skins import GREY, Look, Skin
from bot.frame import Box

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)

_COLOURS: tuple[Colour, ...] = (
    (60, 56, 214),
    (96, 160, 20),
    (36, 196, 244),
    (190, 96, 20),
    (176, 80, 176),
    (228, 190, 90),
    (20, 120, 240),
    (214, 208, 204),
)
"""Red, green, yellow, blue, purple, light blue, orange, white: as far apart as eyes of any kind can tell."""
_GREY: Colour = (112, 108, 104)


class Panels(Skin):
    """Heart, leaf, star, drop, diamond, moon, ring and bolt."""

    name: ClassVar[str] = "panels"
    kinds: ClassVar[int] = 8
    table: ClassVar[tuple[Colour, Colour]] = ((112, 70, 58), (56, 30, 26))
    well: ClassVar[tuple[Colour, Colour]] = ((44, 26, 22), (52, 32, 27))
    frame: ClassVar[Colour] = (188, 170, 152)
    cursor: ClassVar[tuple[Colour, Colour]] = ((245, 248, 250), (24, 20, 18))

    def picture(self, sheet: Sheet, kind: int, look: Look) -> None:
        """A bevelled square with the sign of its kind, or with a face."""
        side = float(sheet.width)
        colour = _GREY if kind == GREY else _COLOURS[kind]
        if look is Look.LIT:
            colour = tint(colour, WHITE, 0.62)
        _body(sheet, side, colour)
        if look is Look.FACE:
            _face(sheet, side)
        elif kind == GREY:
            _bars(sheet, side, tint(colour, BLACK, 0.35))
        else:
            ink = tint(colour, BLACK, 0.62) if sum(colour) > 480 else tint(colour, WHITE, 0.88)
            _SIGNS[kind](sheet, side, ink, colour)


def _body(sheet: Sheet, side: float, colour: Colour) -> None:
    """A square with round corners: a dark rim, light from above."""
    gap = max(0.4, side * 0.02)
    sheet.rounded(Box(gap, gap, side - 2 * gap, side - 2 * gap), side * 0.18, tint(colour, BLACK, 0.5))
    rim = gap + max(0.8, side * 0.045)
    steps = 6
    for n in range(steps):
        inset = rim + n * side * 0.02
        lit = tint(colour, WHITE, 0.3 * (1 - n / (steps - 1)))
        low = inset + n * side * 0.012
        sheet.rounded(Box(inset, inset, side - 2 * inset, side - inset - low), side * 0.14, lit)


def _face(sheet: Sheet, side: float) -> None:
    """Round eyes and an open mouth."""
    for x in (0.33, 0.67):
        sheet.disc(side * x, side * 0.42, side * 0.125, WHITE)
        sheet.disc(side * x, side * 0.44, side * 0.065, BLACK)
    sheet.disc(side * 0.5, side * 0.7, side * 0.11, (40, 30, 60))


def _bars(sheet: Sheet, side: float, ink: Colour) -> None:
    """The sign of what cannot be cleared."""
    for y in (0.36, 0.5, 0.64):
        sheet.stroke([(side * 0.32, side * y), (side * 0.68, side * y)], side * 0.06, ink)


def _shape(sheet: Sheet, side: float, points: list[tuple[float, float]], ink: Colour) -> None:
    """A polygon around the middle, in shares of the side."""
    sheet.polygon([(side * (0.5 + x), side * (0.5 + y)) for x, y in points], ink)


def _heart(sheet: Sheet, side: float, ink: Colour, _ground: Colour) -> None:
    for x in (0.375, 0.625):
        sheet.disc(side * x, side * 0.41, side * 0.142, ink)
    _shape(sheet, side, [(-0.255, -0.03), (0.255, -0.03), (0.0, 0.28)], ink)


def _leaf(sheet: Sheet, side: float, ink: Colour, _ground: Colour) -> None:
    sheet.stroke([(side * 0.5, side * 0.5), (side * 0.5, side * 0.78)], side * 0.08, ink)
    for x, y in ((0.5, 0.34), (0.355, 0.555), (0.645, 0.555)):
        sheet.disc(side * x, side * y, side * 0.135, ink)


def _star(sheet: Sheet, side: float, ink: Colour, _ground: Colour) -> None:
    radii = (0.31, 0.135) * 5
    _shape(sheet, side, [(r * sin(n * pi / 5), 0.03 - r * cos(n * pi / 5)) for n, r in enumerate(radii)], ink)


def _drop(sheet: Sheet, side: float, ink: Colour, _ground: Colour) -> None:
    sheet.disc(side * 0.5, side * 0.58, side * 0.19, ink)
    _shape(sheet, side, [(-0.172, 0.0), (0.0, -0.3), (0.172, 0.0)], ink)


def _diamond(sheet: Sheet, side: float, ink: Colour, _ground: Colour) -> None:
    _shape(sheet, side, [(0, -0.31), (0.24, 0), (0, 0.31), (-0.24, 0)], ink)


def _moon(sheet: Sheet, side: float, ink: Colour, ground: Colour) -> None:
    sheet.disc(side * 0.48, side * 0.5, side * 0.27, ink)
    sheet.disc(side * 0.6, side * 0.43, side * 0.215, ground)


def _ring(sheet: Sheet, side: float, ink: Colour, ground: Colour) -> None:
    sheet.disc(side * 0.5, side * 0.5, side * 0.27, ink)
    sheet.disc(side * 0.5, side * 0.5, side * 0.13, ground)


def _bolt(sheet: Sheet, side: float, ink: Colour, _ground: Colour) -> None:
    _shape(sheet, side, [(0.06, -0.32), (-0.2, 0.06), (-0.03, 0.06), (-0.08, 0.32), (0.2, -0.08), (0.03, -0.08)], ink)


_SIGNS = (_heart, _leaf, _star, _drop, _diamond, _moon, _ring, _bolt)

SKIN = Panels()
