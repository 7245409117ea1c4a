"""How the puyos look: each skin is a module with `SKIN`, drawn by us at any size."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import ClassVar

from bot.arcade.paint import Colour, Sheet, Sprite, tint
from bot.arcade.scene import ArcadeError
from bot.arcade.shelf import names_on, taken_from
from engine.games.puyo.rules import GARBAGE

LABELS = "RYGBP"
"""The colours, as positions call them: red, yellow, green, blue, purple, or the shapes that stand for them."""
WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
_TOWARDS = {"U": (0.0, -1.0), "R": (1.0, 0.0), "D": (0.0, 1.0), "L": (-1.0, 0.0)}


class Skin(ABC):
    """A set of puyos and what lies around them."""

    name: ClassVar[str]
    colours: ClassVar[tuple[Colour, ...]]
    """Of the LABELS."""
    stone: ClassVar[Colour] = (142, 136, 132)
    """Of garbage."""
    table: ClassVar[tuple[Colour, Colour]]
    """Colour around the board, in the middle and at the rim."""
    well: ClassVar[Colour]
    """Colour of the board's ground."""
    frame: ClassVar[Colour]
    """Around the board."""
    bridge: ClassVar[float] = 0.3
    """How wide neighbours of one colour hang together, as a share of a cell."""

    def __init__(self) -> None:
        self._sprite = lru_cache(maxsize=2048)(self._draw)

    def puyo(self, label: str, pitch: int, links: str = "", *, lit: bool = False, axis: bool = False) -> Sprite:
        """The picture of a puyo for cells of this size; `links` are the sides on which it hangs together with others,
        `axis` marks the one about which a pair is turned.
        """
        return self._sprite(label, pitch, links, lit, axis)

    def _draw(self, label: str, pitch: int, links: str, lit: bool, axis: bool) -> Sprite:
        sheet, side = Sheet(pitch, pitch), float(pitch)
        if label == GARBAGE:
            _stone(sheet, side, self.stone)
            return sheet.sprite()
        if label not in LABELS:
            raise ArcadeError(f"The skin {self.name!r} has the puyos {LABELS}, and none called {label!r}.")
        colour = tint(self.colours[LABELS.index(label)], WHITE, 0.55 if lit else 0.0)
        for link in links:
            right, down = _TOWARDS[link]
            end = side * (0.5 + 0.5 * right), side * (0.5 + 0.5 * down)
            sheet.stroke([(side / 2, side / 2), end], side * self.bridge, tint(colour, BLACK, 0.25))
        self.picture(sheet, side, LABELS.index(label), colour)
        if axis:
            sheet.disc(side * 0.5, side * 0.08, side * 0.05, WHITE)
        return sheet.sprite()

    @abstractmethod
    def picture(self, sheet: Sheet, side: float, kind: int, colour: Colour) -> None:
        """Draw a puyo of a kind in this colour over the whole sheet."""


def _stone(sheet: Sheet, side: float, colour: Colour) -> None:
    """Garbage: a grey stone with a sleepy face."""
    sheet.disc(side * 0.5, side * 0.5, side * 0.45, tint(colour, BLACK, 0.5))
    sheet.disc(side * 0.5, side * 0.48, side * 0.4, colour)
    for x in (0.36, 0.64):
        sheet.stroke([(side * (x - 0.08), side * 0.46), (side * (x + 0.08), side * 0.46)], side * 0.05, BLACK)


def skin_names() -> tuple[str, ...]:
    """All skins of puyos, sorted."""
    return names_on(__name__)


def load_skin(name: str) -> Skin:
    """The skin of that name. Raises ArcadeError."""
    skin: Skin = taken_from(__name__, name)
    return skin
