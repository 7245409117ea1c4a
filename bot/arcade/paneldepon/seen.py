"""What there is to see of a running game of Panel de Pon: its panels where they are in this very frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bot.arcade.paneldepon.skins import ALONE, GARBAGE, GREY, Look
from engine.games.paneldepon.packing import unpack
from engine.games.paneldepon.panels import GREY as NO_COLOUR
from engine.games.paneldepon.panels import Brick, Panel, Phase
from engine.games.paneldepon.running import Running
from engine.games.paneldepon.stack import Stack
from engine.games.paneldepon.timing import ROWS, SWAP_FRAMES, Times

PULSE = 10
"""Frames that a matched panel is lit, and is not: three times a second, which hurts nobody's eyes."""
SPARK = 10
"""Frames that a panel's sparks fly after it popped."""
CARD = 40
"""Frames that the card of a combo or chain is shown."""
_BOUNCE = (0.0, 0.0, 0.0, 0.0, -0.02, -0.04, -0.04, -0.02, 0.03, 0.05, 0.05, 0.03, 0.0)
"""By how much of a cell a panel lies too low, so many frames before it has landed for good."""


class Seen(NamedTuple):
    """A panel on the screen; places are cells from the upper left corner of the board."""

    kind: int
    """0 for the first colour, or GREY or GARBAGE."""
    x: float
    y: float
    look: Look
    edges: tuple[bool, bool, bool, bool] = ALONE


class Spark(NamedTuple):
    """What flies where a panel popped: its place, and how far it is, from 0 to 1."""

    x: float
    y: float
    age: float


class Card(NamedTuple):
    """The card that tells of a combo or chain."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Well:
    """Everything that a player sees of one board."""

    panels: tuple[Seen, ...] = ()
    sparks: tuple[Spark, ...] = ()
    cursor: tuple[float, int] | None = None
    """Row and column of its left cell."""
    hinted: tuple[int, int] | None = None
    """The same for the pair that a hint points at."""
    cards: tuple[Card, ...] = ()
    alarm: bool = False
    """The stack has reached the top row."""
    facts: tuple[tuple[str, str], ...] = ()
    """What is told beside the board: a word and a figure each."""


def seen_in(game: Running, times: Times) -> tuple[tuple[Seen, ...], tuple[Spark, ...], bool]:
    """The panels and sparks of a game, and whether its top row is reached."""
    stack = unpack(game.cells, game.meta, times)
    panels, sparks = [], []
    for r, row in enumerate(stack.rows):
        slides = _slides(row)
        for c, panel in enumerate(row):
            y = ROWS - r - game.scroll
            if panel.phase is Phase.POPPED:
                age = ((panel.size - panel.index) * times.pop - panel.timer) / SPARK
                if age < 1:
                    sparks.append(Spark(c, y, age))
            elif panel.brick:
                panels.append(Seen(GARBAGE, c, y, _look(panel, times), _edges(panel.brick)))
            elif panel.colour:
                kind = GREY if panel.colour == NO_COLOUR else panel.colour - 1
                low = _BOUNCE[panel.timer] if panel.phase is Phase.LANDING else 0.0
                panels.append(Seen(kind, c + slides.get(c, 0.0), y + low, _look(panel, times)))
    return tuple(panels), tuple(sparks), stack.topped()


def match_begun(game: Running, times: Times) -> tuple[int, float] | None:
    """The column and row, from the top, of the first panel of the match that began in the last frame."""
    stack: Stack = unpack(game.cells, game.meta, times)
    fresh = times.flash + times.face
    for r, c, panel in stack.panels():
        if panel.phase is Phase.MATCHED and panel.index == 1 and not panel.brick and panel.timer == fresh:
            return c, ROWS - r - game.scroll
    return None


def _slides(row: list[Panel]) -> dict[int, float]:
    """By how many cells each panel of a row that is being swapped is still beside its place.

    The two of a pair have the same time left; one whose partner was swapped on by now came from there.
    """
    found: dict[int, float] = {}
    for c, panel in enumerate(row):
        if panel.phase is not Phase.SWAPPING or c in found:
            continue
        way = panel.timer / SWAP_FRAMES
        right = row[c + 1] if c + 1 < len(row) else None
        if right and right.phase is Phase.SWAPPING and right.timer == panel.timer:
            found[c], found[c + 1] = way, -way
        else:
            found[c] = way if right and right.phase is Phase.SWAPPING else -way
    return found


def _look(panel: Panel, times: Times) -> Look:
    """How a panel is shown in this frame."""
    if panel.phase is Phase.DIMMED:
        return Look.DIM
    if panel.phase is Phase.POPPING:
        return Look.FACE
    if panel.phase is not Phase.MATCHED:
        return Look.PLAIN
    if panel.brick is None and panel.timer <= times.face:
        return Look.FACE
    passed = times.flash + times.face + 1 - panel.timer
    return Look.LIT if passed // PULSE % 2 == 0 else Look.PLAIN


def _edges(brick: Brick) -> tuple[bool, bool, bool, bool]:
    """Where a cell of garbage ends: left, above, right, below."""
    return brick.x == 0, brick.y >= brick.height - 1, brick.x == brick.width - 1, brick.y <= 0
