"""What every arcade window has besides its board: buttons with names, notices, and lines of text."""

from __future__ import annotations

from functools import lru_cache

from bot.arcade.paint import Colour, Sheet, Sprite, tint
from bot.frame import Box

FACE: Colour = (232, 236, 238)
"""Of a button."""
_PANEL: Colour = (30, 24, 20)
"""Of a notice."""


def line_of_text(text: str, room: int, height: int, colour: Colour) -> Sprite:
    """One line of text, as wide as it needs up to `room` pixels."""
    width = Sheet.measure(text, room, height * 0.86) if text else 1
    sheet = Sheet(max(1, round(width)), height)
    if text:
        sheet.text(text, Box(0, height * 0.07, sheet.width, height * 0.86), colour)
    return sheet.sprite()


@lru_cache(maxsize=64)
def button(width: int, height: int, text: str, on: bool, ground: Colour) -> Sprite:
    """A button with its name, pale while it would do nothing."""
    sheet = Sheet(width, height)
    face = tint(ground, FACE, 0.9 if on else 0.25)
    sheet.rounded(Box(0, 0, width, height), height * 0.24, tint(ground, (0, 0, 0), 0.6))
    sheet.rounded(Box(0, 0, width, height - max(1, height * 0.07)), height * 0.24, face)
    ink = tint(face, (0, 0, 0) if on else (255, 255, 255), 0.82 if on else 0.4)
    sheet.text(text, Box(width * 0.08, height * 0.1, width * 0.84, height * 0.76), ink)
    return sheet.sprite()


@lru_cache(maxsize=16)
def notice(width: int, height: int, lines: tuple[str, ...], ink: Colour) -> Sprite:
    """A panel that the board shines through a little, a large first line, smaller ones under it."""
    sheet = Sheet(width, height)
    radius = height * 0.12
    sheet.rounded(Box(0, 0, width, height), radius, ink)
    rim = max(1.0, height * 0.018)
    sheet.rounded(Box(rim, rim, width - 2 * rim, height - 2 * rim), radius - rim, _PANEL)
    sheet.fade(0.9)
    heading, *rest = lines
    share = 0.34 if rest else 0.5
    sheet.text(heading, Box(width * 0.06, height * 0.14, width * 0.88, height * share), ink, bold=True)
    for n, line in enumerate(rest):
        step = height * 0.36 / len(rest)
        small = min(step, height * 0.17)
        sheet.text(line, Box(width * 0.08, height * 0.52 + n * step, width * 0.84, small), tint(ink, _PANEL, 0.15))
    return sheet.sprite()


def wrapped(text: str, room: float, height: float) -> list[str]:
    """A text in lines of this height that are at most `room` pixels wide; a word that is wider stands alone."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and Sheet.measure(longer, float("inf"), height * 0.86) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def clock(seconds: float) -> str:
    """Minutes and seconds.

    >>> clock(75.9)
    '1:15'
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
