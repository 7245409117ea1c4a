"""Paints pictures of a game: what all games show besides their board, and each picture only once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import Generic, TypeVar

from bot.arcade.furniture import button, line_of_text, notice
from bot.arcade.paint import Colour
from bot.arcade.stage import Stage
from bot.frame import Box, Pixels

BRIGHT: Colour = (245, 248, 250)
"""Of text on dark ground."""

P = TypeVar("P")


class Easel(ABC, Generic[P]):
    """The pictures of one game in one window size; a picture is a value that tells all that there is to see."""

    def __init__(self, stage: Stage, bare: Pixels, bar: Colour) -> None:
        """`bare` is the window with nothing on it yet, `bar` the colour that its buttons stand on."""
        self.stage = stage
        self._bare, self._bar = bare, bar
        self._label = lru_cache(maxsize=256)(line_of_text)
        self._shown: P | None = None
        self._pixels = bare

    def draw(self, picture: P) -> Pixels:
        """The picture as (height, width, 3) pixels, read-only; the same array as before if nothing changed."""
        if picture != self._shown:
            pixels = self.paint(picture)
            pixels.flags.writeable = False
            self._pixels, self._shown = pixels, picture
        return self._pixels

    @abstractmethod
    def paint(self, picture: P) -> Pixels:
        """A new array with the picture."""

    def paint_buttons(self, pixels: Pixels, off: frozenset[str]) -> None:
        """The buttons, pale those that would do nothing."""
        for name, box in self.stage.buttons.items():
            x, y, w, h = (round(n) for n in box)
            pixels[y : y + h, x : x + w] = self._bare[y : y + h, x : x + w]
            button(w, h, name.capitalize(), name not in off, self._bar).paste(pixels, x, y)

    def paint_status(self, pixels: Pixels, status: tuple[str, str]) -> None:
        """The status line: a text on its left and one on its right."""
        x, y, w, h = (round(n) for n in self.stage.status)
        if not h:
            return
        pixels[y : y + h, x : x + w] = self._bare[y : y + h, x : x + w]
        edge = h // 3
        left, right = (self._label(text, w // 2 - edge, h, BRIGHT) for text in status)
        left.paste(pixels, edge, y)
        right.paste(pixels, w - edge - right.ink.shape[1], y)

    def paint_notice(self, pixels: Pixels, lines: Sequence[str], over: Box | None = None) -> None:
        """A notice over the middle of the board, or of another part of the picture."""
        stage = self.stage
        over = over or stage.grid.box
        wide = min(stage.width * 0.92, max(over.w * 0.62, stage.width * 0.5, 300))
        high = min(stage.height * 0.7, wide * 0.42, max(over.h * 0.6, stage.height * 0.4))
        sprite = notice(round(wide), round(high), tuple(lines), BRIGHT)
        sprite.paste(pixels, round(over.centre.x - wide / 2), round(over.centre.y - high / 2))
