"""Panel de Pon in looks that no layout and no skin of ours has: drawn while a player plays, so that all of it moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

import numpy as np

from bot.arcade.paint import Colour, Sheet, tint
from bot.arcade.paneldepon.rising import RisingGame
from bot.arcade.paneldepon.skins import GREY, Look, Skin
from bot.frame import Box, Pixels
from bot.grid import Grid
from engine.games.paneldepon.planner import Depth
from engine.games.paneldepon.player import ChainPlayer
from engine.games.paneldepon.timing import FRAMES_PER_SECOND, ROWS
from engine.games.paneldepon.words import FED

USUAL = (620, 720)
WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
NEAR = 5
"""Frames before and after a picture in which a panel must have stood still to be one that rests."""
QUICK = Depth(boards=4, hurried=2, width=4, wide=8)


class Beads(Skin):
    """Round and glossy, on a black ground."""

    name: ClassVar[str] = "beads"
    kinds: ClassVar[int] = 8
    table: ClassVar[tuple[Colour, Colour]] = ((60, 90, 50), (30, 50, 28))
    well: ClassVar[tuple[Colour, Colour]] = ((30, 30, 30), (30, 30, 30))
    frame: ClassVar[Colour] = (90, 120, 150)
    cursor: ClassVar[tuple[Colour, Colour]] = ((80, 255, 255), (10, 60, 60))
    colours: ClassVar[tuple[Colour, ...]] = (
        (40, 40, 230), (60, 200, 60), (230, 120, 30), (40, 220, 240),
        (200, 60, 200), (230, 220, 60), (40, 130, 250), (240, 240, 240),
    )  # fmt: skip

    def picture(self, sheet: Sheet, kind: int, look: Look) -> None:
        """A bead with a light spot; one that is about to pop has eyes."""
        side = float(sheet.width)
        colour = (90, 90, 90) if kind == GREY else self.colours[kind]
        if look is Look.LIT:
            colour = tint(colour, WHITE, 0.7)
        sheet.disc(side / 2, side / 2, side * 0.46, tint(colour, BLACK, 0.45))
        sheet.disc(side / 2, side / 2, side * 0.40, colour)
        sheet.disc(side * 0.4, side * 0.34, side * 0.1, tint(colour, WHITE, 0.7))
        for x in (0.36, 0.64) if look is Look.FACE else ():
            sheet.disc(side * x, side * 0.45, side * 0.07, BLACK)


class Cards(Skin):
    """Flat and matt, on a pale chequered ground; they flash pale and then dark."""

    name: ClassVar[str] = "cards"
    kinds: ClassVar[int] = 8
    table: ClassVar[tuple[Colour, Colour]] = ((200, 205, 210), (170, 175, 180))
    well: ClassVar[tuple[Colour, Colour]] = ((235, 232, 228), (225, 222, 218))
    frame: ClassVar[Colour] = (60, 60, 60)
    cursor: ClassVar[tuple[Colour, Colour]] = ((30, 30, 30), (250, 250, 250))
    colours: ClassVar[tuple[Colour, ...]] = (
        (70, 70, 200), (90, 170, 70), (200, 120, 60), (60, 190, 230),
        (170, 80, 160), (190, 190, 80), (60, 110, 170), (120, 60, 60),
    )  # fmt: skip
    shades: ClassVar[Mapping[Look, tuple[Colour, float]]] = MappingProxyType(
        {Look.LIT: (WHITE, 0.6), Look.FACE: (BLACK, 0.35)}
    )

    def picture(self, sheet: Sheet, kind: int, look: Look) -> None:
        """A plain card."""
        side = float(sheet.width)
        colour = (120, 120, 120) if kind == GREY else self.colours[kind]
        colour = tint(colour, *self.shades.get(look, (WHITE, 0.0)))
        sheet.rounded(Box(side * 0.06, side * 0.06, side * 0.88, side * 0.88), side * 0.04, colour)


class Gems(Skin):
    """Each colour with corners of its own, on dark velvet."""

    name: ClassVar[str] = "gems"
    kinds: ClassVar[int] = 8
    table: ClassVar[tuple[Colour, Colour]] = ((90, 40, 80), (50, 20, 40))
    well: ClassVar[tuple[Colour, Colour]] = ((70, 30, 50), (60, 24, 42))
    frame: ClassVar[Colour] = (200, 160, 190)
    cursor: ClassVar[tuple[Colour, Colour]] = (WHITE, (60, 0, 60))
    colours: ClassVar[tuple[Colour, ...]] = (
        (60, 60, 240), (80, 220, 80), (255, 140, 60), (60, 230, 250),
        (220, 80, 230), (240, 240, 120), (60, 150, 255), (230, 230, 235),
    )  # fmt: skip
    corners: ClassVar[tuple[int, ...]] = (3, 4, 5, 6, 8, 4, 3, 6)

    def picture(self, sheet: Sheet, kind: int, look: Look) -> None:
        """A cut stone; one that is about to pop has a hole."""
        side = float(sheet.width)
        count, colour = (4, (110, 110, 110)) if kind == GREY else (self.corners[kind], self.colours[kind])
        if look is Look.LIT:
            colour = tint(colour, WHITE, 0.65)
        angles = (np.arange(count) + 0.5 * (kind % 2)) * 2 * np.pi / count - np.pi / 2
        for reach, ink in ((0.48, tint(colour, BLACK, 0.5)), (0.40, colour), (0.2, tint(colour, WHITE, 0.5))):
            ends = np.stack([0.5 + reach * np.cos(angles), 0.5 + reach * np.sin(angles)], 1) * side
            sheet.polygon([(float(x), float(y)) for x, y in ends], ink)
        if look is Look.FACE:
            sheet.disc(side * 0.5, side * 0.5, side * 0.12, BLACK)


SKINS: tuple[type[Skin], ...] = (Beads, Cards, Gems)


@dataclass(frozen=True)
class Moment:
    """A picture of a running game, and what is on its board."""

    pixels: Pixels
    time: float
    board: tuple[str, ...]
    """From the top; capitals flash. `?` where something moved, or was about to, within NEAR frames."""
    scroll: float
    grid: Grid
    """Where the board lies before it rises."""


def played(skin: type[Skin], scale: float, seed: int, looks: int, every: int = 4, first: int = 30) -> Iterator[Moment]:
    """Pictures of a game played for chains: so many, one in `every` frames, from the frame `first` on."""
    width, height = (round(side * scale) for side in USUAL)
    game = RisingGame(skin=skin(), preset="hard", seed=seed, size=(width, height))
    game.step(0.0)
    game.key("Down", 0.0)
    game.let_go("Down", 0.0)
    game.seats[0].rival = ChainPlayer(depth=QUICK)
    boards: list[tuple[str, ...]] = []
    fed: list[int] = []
    waiting: list[tuple[int, Pixels, float]] = []
    frame = shown = 0
    while shown < looks:
        frame += 1
        game.step(frame / FRAMES_PER_SECOND)
        boards.append(game.truth().board)
        fed.append(int(game.seats[0].game.meta[FED]))
        if frame >= first and frame % every == 0:
            waiting.append((frame - 1, game.draw(), game.seats[0].game.scroll))
        if waiting and len(boards) > waiting[0][0] + NEAR:
            at, pixels, scroll = waiting.pop(0)
            yield Moment(pixels, (at + 1) / FRAMES_PER_SECOND, _resting(boards, fed, at), scroll, game.grid)
            shown += 1


def _resting(boards: list[tuple[str, ...]], fed: list[int], at: int) -> tuple[str, ...]:
    """A board without the cells that change soon before or after; rows that come up change none."""
    rows = [list(line) for line in boards[at]]
    for other in range(max(0, at - NEAR), at + NEAR + 1):
        risen = fed[other] - fed[at]
        for r, line in enumerate(rows):
            there = boards[other][r - risen] if 0 <= r - risen < ROWS else None
            for c in range(len(line)):
                if there is not None and there[c] != boards[at][r][c]:
                    line[c] = "?"
    return tuple("".join(line) for line in rows)
