"""Doubtful readings settled by the game itself: of several ways to read a line, the one that the rules allow.

Nothing is settled silently: a sentence for every line that is not what it looked like most goes with the reading.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bot.frame import Frame
from bot.layout import Layout
from bot.reading import Reader, Reading, Sight
from bot.rules import possible_games
from bot.vision.readers import make_reader
from engine.api import Limit, game_names
from engine.doubt import Guess, Settled, Settler
from engine.position import Position

LIMIT: Final = Limit(seconds=4.0, nodes=400_000)
"""What settling one reading may cost."""


class SettledReader:
    """Reads by another reader, and asks a game wherever a line may be read in several ways."""

    def __init__(self, reader: Reader, game: Settler) -> None:
        self._reader, self._game = reader, game
        self._known: tuple[Position, tuple[Guess, ...], Settled] | None = None
        """The doubtful reading that was settled last."""

    def read(self, frame: Frame) -> Reading:
        """Read one frame. What is doubtful in the same way as before is settled as before."""
        reading = self._reader.read(frame)
        if reading.position is None or not reading.guesses or reading.sight not in {Sight.CLEAR, Sight.DOUBT}:
            return reading
        return with_settled(reading, self._settled(reading.position, reading.guesses))

    def _settled(self, position: Position, guesses: tuple[Guess, ...]) -> Settled:
        if self._known is not None and self._known[:2] == (position, guesses):
            return self._known[2]
        settled = self._game.settle(position, guesses, LIMIT)
        self._known = position, guesses, settled
        return settled


def with_settled(reading: Reading, settled: Settled) -> Reading:
    """A reading as its game settled it: clear where nothing is left open, else in doubt as before."""
    notes = (*reading.notes, *(note for note in settled.notes if note not in reading.notes))
    if settled.open or reading.sight is Sight.CLEAR:
        return replace(reading, position=settled.position, guesses=settled.open, notes=notes)
    # Cells that could not be told at all are no guesses: they stay in doubt.
    unknown = tuple(doubt for doubt in reading.doubts if (doubt.block, doubt.row) not in _lines(reading.guesses))
    if unknown:
        return replace(reading, position=settled.position, doubts=unknown, guesses=(), notes=notes)
    return replace(reading, position=settled.position, sight=Sight.CLEAR, doubts=(), why="", guesses=(), notes=notes)


def _lines(guesses: tuple[Guess, ...]) -> set[tuple[str, int | None]]:
    return {(guess.block, guess.row) for guess in guesses}


def eyes(layout: Layout, rules: Mapping[str, Any]) -> Reader:
    """The reader of a layout, helped by its game where that can settle doubts. Raises LayoutError, BadRule."""
    if layout.game not in game_names():
        return make_reader(layout)
    reader = make_reader(layout.model_copy(update={"rules": {**layout.rules, **rules}}))
    game = possible_games(layout.game, {**layout.rules, **rules})[0]
    return SettledReader(reader, game) if isinstance(game, Settler) else reader
