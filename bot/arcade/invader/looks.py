"""How aliens, puyos, bullets and walls look; drawn by us at any size."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bot.arcade.paint import Colour, Sheet, Sprite, tint
from bot.arcade.scene import ArcadeError
from bot.frame import Box

LABELS: Final = "abcd"
"""The colours, as positions call them: white, yellow, magenta, green."""
COLOURS: Final[tuple[Colour, ...]] = ((240, 240, 240), (40, 206, 246), (214, 64, 226), (84, 196, 64))
BLACK: Final[Colour] = (12, 8, 6)
BOLT: Final[Colour] = (40, 70, 255)
SPARK: Final[Colour] = (200, 230, 255)
SPACE: Final[Colour] = (44, 26, 20)
"""The ground."""
BRICKS: Final[tuple[Colour, Colour]] = ((30, 140, 240), (50, 196, 250))
"""Of the walls, orange and yellow."""
CREATURES: Final = (
    (
        "#.........#",
        ".#.#####.#.",
        "..#######..",
        ".##..#..##.",
        ".#########.",
        "..##.#.##..",
        ".#..###..#.",
        "#...#.#...#",
    ),
    (
        "...#####...",
        ".#########.",
        "###..#..###",
        "###########",
        "..#######..",
        ".##..#..##.",
        "##.......##",
        ".##.....##.",
    ),
    (
        "#....#....#",
        "##..###..##",
        ".#########.",
        "..##.#.##..",
        "..#######..",
        "...#####...",
        "..#.#.#.#..",
        ".#..#.#..#.",
    ),
    (
        "....###....",
        "...#####...",
        "..##.#.##..",
        "..#######..",
        ".#########.",
        "##.##.##.##",
        "#..#...#..#",
        "..#.....#..",
    ),
)
"""An alien for each colour, so that nobody needs to tell colours."""


class Creatures:
    """Aliens of four shapes, and round puyos with eyes."""

    name = "creatures"
    table: tuple[Colour, Colour] = ((92, 74, 62), (58, 46, 40))
    """Colour around the screen, in the middle and at the rim."""
    frame: Colour = (24, 18, 14)

    def __init__(self) -> None:
        self.cell = lru_cache(maxsize=512)(self._cell)
        self.bolt = lru_cache(maxsize=16)(self._bolt)

    def _cell(self, label: str, width: int, height: int, pivot: bool = False) -> Sprite:
        """An alien or a puyo for a cell of this size; the pivot of a pair has a dark heart instead of eyes."""
        colour = COLOURS[self._number(label)]
        sheet = Sheet(width, height)
        if label.islower():
            self._alien(sheet, CREATURES[self._number(label)], colour)
        else:
            self._puyo(sheet, colour, pivot)
        return sheet.sprite()

    def _number(self, label: str) -> int:
        if label.lower() not in LABELS:
            raise ArcadeError(f"There are aliens {LABELS} and puyos {LABELS.upper()}, and none called {label!r}.")
        return LABELS.index(label.lower())

    def _alien(self, sheet: Sheet, shape: tuple[str, ...], colour: Colour) -> None:
        wide, high = sheet.width / len(shape[0]), sheet.height / len(shape)
        for row, line in enumerate(shape):
            for column, mark in enumerate(line):
                if mark == "#":
                    x, y = column * wide, row * high
                    sheet.polygon([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], colour)

    def _puyo(self, sheet: Sheet, colour: Colour, pivot: bool) -> None:
        w, h = float(sheet.width), float(sheet.height)
        for inset, ink in ((0.02, tint(colour, BLACK, 0.55)), (0.09, colour)):
            box = Box(w * inset, h * inset, w * (1 - 2 * inset), h * (1 - 2 * inset))
            sheet.rounded(box, min(w, h) * 0.46, ink)
        if pivot:
            heart = [(0.5, 0.14), (0.72, 0.5), (0.5, 0.86), (0.28, 0.5)]
            sheet.polygon([(w * x, h * y) for x, y in heart], BLACK)
            return
        for x in (0.34, 0.66):
            sheet.polygon([(w * (x + a), h * (0.4 + b)) for a, b in _EYE], (255, 255, 255))
            sheet.polygon([(w * (x + a * 0.5), h * (0.42 + b * 0.6)) for a, b in _EYE], BLACK)
        sheet.stroke([(w * 0.4, h * 0.72), (w * 0.6, h * 0.72)], max(1.0, h * 0.07), tint(colour, BLACK, 0.7))

    def _bolt(self, width: int, height: int) -> Sprite:
        """A bullet of this size."""
        sheet = Sheet(width, height)
        w, h = float(width), float(height)
        sheet.polygon([(w * 0.5, h), (0, h * 0.4), (w * 0.5, 0), (w, h * 0.4)], BOLT)
        sheet.polygon([(w * 0.5, h * 0.75), (w * 0.3, h * 0.4), (w * 0.5, h * 0.15), (w * 0.7, h * 0.4)], SPARK)
        return sheet.sprite()


_EYE: Final = ((-0.1, 0.0), (-0.06, -0.2), (0.06, -0.2), (0.1, 0.0), (0.06, 0.2), (-0.06, 0.2))
_LOOKS: Final = {Creatures.name: Creatures}


def skin_names() -> tuple[str, ...]:
    """All looks, sorted."""
    return tuple(sorted(_LOOKS))


def load_look(name: str) -> Creatures:
    """The look of that name. Raises ArcadeError."""
    if name not in _LOOKS:
        raise ArcadeError(f"There is no skin called {name!r}; the skins are {', '.join(skin_names())}.")
    return _LOOKS[name]()
