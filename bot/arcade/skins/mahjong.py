"""Mahjong tiles: characters, circles, bamboo, winds, dragons (the white one is a blank tile), flowers and seasons."""

from __future__ import annotations

from math import cos, pi, sin
from typing import ClassVar

from bot.arcade.brush import NUMBERS, STROKES
from bot.arcade.paint import Colour, Sheet, tint
from bot.arcade.skins import Skin
from bot.frame import Box

RED: Colour = (35, 30, 195)
GREEN: Colour = (60, 125, 20)
BLUE: Colour = (150, 65, 20)
BLACK: Colour = (35, 30, 30)
GOLD: Colour = (20, 150, 225)
PINK: Colour = (150, 90, 235)
WHITE: Colour = (250, 252, 252)

_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((0.5, 0.26), (0.5, 0.74)),
    3: ((0.22, 0.18), (0.5, 0.5), (0.78, 0.82)),
    4: ((0.26, 0.26), (0.74, 0.26), (0.26, 0.74), (0.74, 0.74)),
    5: ((0.23, 0.2), (0.77, 0.2), (0.5, 0.5), (0.23, 0.8), (0.77, 0.8)),
    6: ((0.27, 0.18), (0.73, 0.18), (0.27, 0.54), (0.73, 0.54), (0.27, 0.84), (0.73, 0.84)),
    7: ((0.18, 0.1), (0.5, 0.21), (0.82, 0.32), (0.28, 0.6), (0.72, 0.6), (0.28, 0.87), (0.72, 0.87)),
    8: tuple((x, y) for y in (0.12, 0.37, 0.63, 0.88) for x in (0.27, 0.73)),
    9: tuple((x, y) for y in (0.15, 0.5, 0.85) for x in (0.17, 0.5, 0.83)),
}
"""Where the middles of the circles lie, as shares of the face."""

_STICKS: dict[int, tuple[tuple[float, ...], ...]] = {
    2: ((0.5,), (0.5,)),
    3: ((0.5,), (0.28, 0.72)),
    4: ((0.28, 0.72), (0.28, 0.72)),
    5: ((0.2, 0.8), (0.5,), (0.2, 0.8)),
    6: ((0.18, 0.5, 0.82), (0.18, 0.5, 0.82)),
    7: ((0.5,), (0.18, 0.5, 0.82), (0.18, 0.5, 0.82)),
    8: ((0.12, 0.38, 0.62, 0.88), (0.12, 0.38, 0.62, 0.88)),
    9: ((0.18, 0.5, 0.82), (0.18, 0.5, 0.82), (0.18, 0.5, 0.82)),
}
"""Rows of bamboo from the top, each with the middles of its sticks as shares of the width."""


class Mahjong(Skin):
    """Nine characters, nine circles, nine bamboo, four winds, three dragons, four flowers, four seasons."""

    name: ClassVar[str] = "mahjong"
    kinds: ClassVar[int] = 42
    aspect: ClassVar[float] = 1.32
    table: ClassVar[tuple[Colour, Colour]] = ((74, 112, 34), (36, 62, 14))
    face: ClassVar[Colour] = (225, 240, 246)
    side: ClassVar[Colour] = (170, 200, 214)
    back: ClassVar[Colour] = (62, 110, 30)

    def picture(self, sheet: Sheet, kind: int, box: Box) -> None:
        """The picture of a kind, counted through the suits in the order of the class's first line."""
        for first, draw in reversed(_SUITS):
            if kind >= first:
                draw(sheet, kind - first, box)
                return


def _brush(sheet: Sheet, name: str, box: Box, colour: Colour, weight: float = 0.1) -> None:
    """A character of `brush`, stretched over the box; weight is the width of the brush as a share of the box."""
    for stroke in STROKES[name]:
        points = [(box.x + x / 100 * box.w, box.y + y / 100 * box.h) for x, y in stroke]
        sheet.stroke(points, min(box.w, box.h) * weight, colour)


def _share(box: Box, x: float, y: float, w: float, h: float) -> Box:
    """A part of a box, given in shares of it."""
    return Box(box.x + x * box.w, box.y + y * box.h, w * box.w, h * box.h)


def _character(sheet: Sheet, number: int, box: Box) -> None:
    _brush(sheet, NUMBERS[number], _share(box, 0.14, 0.02, 0.72, 0.4), BLACK, 0.17)
    _brush(sheet, "myriad", _share(box, 0.14, 0.5, 0.72, 0.48), RED, 0.1)


def _circle(sheet: Sheet, number: int, box: Box) -> None:
    count = number + 1
    if count == 1:
        x, y, radius = box.centre.x, box.centre.y, box.w * 0.46
        for share, colour in ((1, GREEN), (0.86, WHITE), (0.74, GREEN), (0.5, WHITE), (0.42, RED), (0.14, WHITE)):
            sheet.disc(x, y, radius * share, colour)
        for n in range(8):
            sheet.disc(x + radius * 0.62 * cos(n * pi / 4), y + radius * 0.62 * sin(n * pi / 4), radius * 0.07, WHITE)
        return
    radius = box.w * {2: 0.27, 3: 0.22, 4: 0.22, 5: 0.2, 6: 0.19, 7: 0.155, 8: 0.165, 9: 0.155}[count]
    inks = {2: (GREEN, BLUE), 3: (BLUE, RED, GREEN), 4: (BLUE, GREEN, GREEN, BLUE), 5: (BLUE, GREEN, RED, GREEN, BLUE)}
    inks[6] = (GREEN, GREEN, RED, RED, RED, RED)
    inks[7] = (GREEN, GREEN, GREEN, RED, RED, RED, RED)
    inks[9] = (BLUE,) * 3 + (RED,) * 3 + (GREEN,) * 3
    for (x, y), colour in zip(_PIPS[count], inks.get(count, (BLUE,) * count), strict=True):
        at = _share(box, x, y, 0, 0)
        sheet.disc(at.x, at.y, radius, colour)
        sheet.disc(at.x, at.y, radius * 0.66, WHITE)
        sheet.disc(at.x, at.y, radius * 0.38, colour)


def _bamboo(sheet: Sheet, number: int, box: Box) -> None:
    count = number + 1
    if count == 1:
        _bird(sheet, box)
        return
    rows = _STICKS[count]
    high = box.h / len(rows)
    for r, row in enumerate(rows):
        for c, x in enumerate(row):
            red = (count, r, c) in {(5, 1, 0), (7, 0, 0), (9, 0, 1), (9, 1, 1), (9, 2, 1)}
            colour = RED if red else (BLUE if (r + c) % 2 and count in {3, 6} else GREEN)
            width = box.w * (0.2 if count < 8 else 0.16)
            top, middle = box.y + (r + 0.08) * high, box.x + x * box.w
            tall = high * 0.84
            for part in (0, 0.52):
                sheet.rounded(Box(middle - width / 2, top + part * tall, width, tall * 0.48), width * 0.45, colour)
            sheet.rounded(
                Box(middle - width * 0.7, top + tall * 0.43, width * 1.4, tall * 0.14), width, tint(colour, BLACK, 0.3)
            )
            sheet.stroke([(middle, top + tall * 0.12), (middle, top + tall * 0.36)], width * 0.16, WHITE)
            sheet.stroke([(middle, top + tall * 0.64), (middle, top + tall * 0.88)], width * 0.16, WHITE)


def _bird(sheet: Sheet, box: Box) -> None:
    """The first bamboo is a bird on a twig."""

    def at(x: float, y: float) -> tuple[float, float]:
        return box.x + x * box.w, box.y + y * box.h

    for x, colour in ((0.1, GREEN), (0.3, BLUE), (0.52, GREEN)):
        sheet.stroke([at(0.55, 0.6), at(x, 0.96)], box.w * 0.1, colour)
        sheet.disc(*at(x, 0.95), box.w * 0.07, RED)
    sheet.polygon([at(0.26, 0.42), at(0.5, 0.3), at(0.84, 0.34), at(0.82, 0.6), at(0.55, 0.74), at(0.34, 0.64)], GREEN)
    sheet.polygon([at(0.22, 0.3), at(0.62, 0.42), at(0.5, 0.64), at(0.3, 0.5)], BLUE)
    sheet.disc(*at(0.74, 0.2), box.w * 0.17, GREEN)
    sheet.polygon([at(0.86, 0.14), at(1.0, 0.22), at(0.86, 0.26)], GOLD)
    sheet.disc(*at(0.77, 0.18), box.w * 0.05, WHITE)
    sheet.stroke([at(0.62, 0.08), at(0.5, 0.0)], box.w * 0.06, RED)
    sheet.stroke([at(0.68, 0.72), at(0.7, 0.92)], box.w * 0.05, RED)
    sheet.stroke([at(0.6, 0.94), at(0.94, 0.94)], box.w * 0.06, BLACK)


def _wind(sheet: Sheet, number: int, box: Box) -> None:
    _brush(sheet, ("east", "south", "west", "north")[number], _share(box, 0.06, 0.14, 0.88, 0.72), BLACK, 0.11)


def _dragon(sheet: Sheet, number: int, box: Box) -> None:
    if number < 2:
        name, colour = (("centre", RED), ("fortune", GREEN))[number]
        _brush(sheet, name, _share(box, 0.06, 0.12, 0.88, 0.76), colour, (0.14, 0.09)[number])


def _flower(sheet: Sheet, number: int, box: Box) -> None:
    """A blossom on its stem; petals and colour tell the four apart."""
    petals, colour = ((5, PINK), (3, BLUE), (8, GOLD), (4, RED))[number]
    x, y, radius = box.x + box.w * 0.5, box.y + box.h * 0.36, box.w * 0.3
    foot = box.y + box.h
    sheet.stroke([(x, y), (x + box.w * (0.12 if number % 2 else -0.12), foot)], box.w * 0.07, GREEN)
    side = 1 if number % 2 else -1
    leaf = [(x, foot - box.h * 0.12), (x - side * box.w * 0.36, foot - box.h * 0.28), (x, foot - box.h * 0.26)]
    sheet.polygon(leaf, GREEN)
    for n in range(petals):
        angle = 2 * pi * n / petals - pi / 2
        sheet.disc(x + radius * cos(angle), y + radius * sin(angle), min(radius * 0.66, radius * 3 / petals), colour)
    sheet.disc(x, y, radius * 0.45, GOLD if colour is not GOLD else BLACK)


def _season(sheet: Sheet, number: int, box: Box) -> None:
    """A sprout, a sun, a maple leaf, a snow star."""
    x, y, w = box.centre.x, box.centre.y, box.w
    if number == 0:
        sheet.stroke([(x, y + w * 0.55), (x, y - w * 0.1)], w * 0.1, GREEN)
        for side in (-1, 1):
            tip = (x + side * w * 0.46, y - w * 0.42)
            sheet.polygon([(x, y), (x + side * w * 0.08, y - w * 0.4), tip, (x + side * w * 0.42, y - w * 0.06)], GREEN)
        sheet.rounded(Box(x - w * 0.36, y + w * 0.5, w * 0.72, w * 0.12), w, BLACK)
    elif number == 1:
        for n in range(12):
            angle = n * pi / 6
            far = w * (0.48 if n % 2 else 0.42)
            sheet.stroke([(x, y), (x + far * cos(angle), y + far * sin(angle))], w * 0.07, RED)
        sheet.disc(x, y, w * 0.3, WHITE)
        sheet.disc(x, y, w * 0.25, GOLD)
    elif number == 2:
        star = [
            (x + w * r * sin(n * pi / 7), y - w * 0.1 - w * r * cos(n * pi / 7)) for n, r in enumerate((0.48, 0.2) * 7)
        ]
        sheet.polygon(star, (30, 85, 215))
        sheet.stroke([(x, y - w * 0.1), (x + w * 0.06, y + w * 0.6)], w * 0.07, tint(RED, BLACK, 0.5))
    else:
        for n in range(3):
            c, s = cos(n * pi / 3 + pi / 6), sin(n * pi / 3 + pi / 6)
            sheet.stroke([(x - w * 0.46 * c, y - w * 0.46 * s), (x + w * 0.46 * c, y + w * 0.46 * s)], w * 0.08, BLUE)
            for side in (-1, 1):
                sheet.disc(x + side * w * 0.4 * c, y + side * w * 0.4 * s, w * 0.1, BLUE)
        sheet.disc(x, y, w * 0.14, WHITE)
        sheet.disc(x, y, w * 0.08, BLUE)


_SUITS = ((0, _character), (9, _circle), (18, _bamboo), (27, _wind), (31, _dragon), (34, _flower), (38, _season))
"""The number of each suit's first kind, and who draws it."""

SKIN = Mahjong()
