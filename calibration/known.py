"""Pictures that a known layout reads without being taught: more than cells is read there, such as clues beside them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.errors import UsageError
from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.layout import Layout
from bot.layouts import candidates
from bot.reading import Reading, Sight
from bot.rules import possible_games
from bot.settle import eyes
from calibration.single import CLEAR_LEAD
from calibration.sorting import READERS, at_first_sight
from engine.api import BadPosition, game_names
from engine.position import UNKNOWN, Position

UNSURE: Final = 0.25
"""Share of the lines of a reading that may be in doubt where nothing else speaks for it."""
CELLS: Final = frozenset({"board", "marked"})
"""The blocks of a position that are read cell by cell."""


@dataclass(frozen=True, eq=False)
class Known:
    """What a known layout reads in a picture, as a person left it."""

    layout: Layout
    reading: Reading
    position: Position
    typed: bool = False
    """Whether a person put it right: then nothing of it is in doubt."""

    @property
    def grid(self) -> Grid:
        """Where the board lies in the picture."""
        assert self.reading.grid is not None
        return self.reading.grid

    @property
    def why(self) -> str:
        """What is in doubt, in a sentence; empty where nothing is."""
        return "" if self.typed else self.reading.why

    @property
    def doubtful(self) -> set[tuple[str, int]]:
        """The lines of the position that are in doubt, as block and row."""
        if self.typed:
            return set()
        guessed = {(guess.block, guess.row) for guess in self.reading.guesses if guess.row is not None}
        whole = {
            (guess.block, row)
            for guess in self.reading.guesses
            if guess.row is None
            for row in range(len(self.position.blocks.get(guess.block, ())))
        }
        return guessed | whole | {(doubt.block, doubt.row) for doubt in self.reading.doubts}

    @property
    def plain(self) -> bool:
        """Whether it is clear, or so nearly that the picture can hardly show anything else."""
        if self.reading.sight is Sight.CLEAR:
            return True
        return len(self.doubtful) <= UNSURE * sum(len(lines) for lines in self.position.blocks.values())

    @property
    def nothing_to_learn(self) -> str:
        """Says that no layout is to be made of the picture, what is in doubt of it, and what to do instead."""
        size = f"{self.grid.rows} rows x {self.grid.columns} columns"
        doubt = f" What is in doubt there: {self.why}" if self.why else ""
        return (
            f"Expected a board whose cells are to be learned, found a {self.layout.game} of {size}, which needs no "
            f"layout of its own: {self.layout.name} reads it. Solve it with `banmen solve PICTURE`, or have it played "
            "with `banmen play --window TITLE`; if it is another kind of board, say so with --reader tiles or "
            f"--reader blocks.{doubt}"
        )

    def with_text(self, text: str) -> Known:
        """The same with the whole position as a person typed it. Raises BadPosition, UsageError."""
        position = Position.parse(text)
        if position.blocks.keys() != self.position.blocks.keys():
            expected = ", ".join(f"{name}:" for name in self.position.blocks)
            raise UsageError(f"Type the whole position, with the blocks {expected} as they stand here.")
        rows, columns = self.grid.rows, self.grid.columns
        for number, row in enumerate(position.board, 1):
            if len(row) != columns:
                raise UsageError(f"Row {number} of the board has {len(row)} cells; the picture has {columns} columns.")
        if len(position.board) != rows:
            raise UsageError(f"The board has {len(position.board)} rows; the picture has {rows}.")
        if self.layout.game in game_names() and UNKNOWN not in text:
            possible_games(self.layout.game, self.layout.rules)[0].parse(position)
        return replace(self, position=position, typed=True)


def read_known(pixels: Pixels, game: str | None, window: str) -> Known | None:
    """What the first layout that needs no teaching reads in a picture; None where there is none, or where that is
    hardly a reading and the picture plainly shows a board of tiles: clues in equal boxes look like some.

    `game` is what it is known to show, `window` the program that it was taken of, or empty.
    """
    best: Known | None = None
    for layout in candidates(game, window or None):
        known = _read(layout, pixels) if layout.board.reader not in READERS else None
        if known is not None and known.reading.sight is Sight.CLEAR:
            return known
        best = best or known
    return best if best is None or best.plain or not _tiles(pixels) else None


def _read(layout: Layout, pixels: Pixels) -> Known | None:
    reading = eyes(layout, {}).read(Frame(pixels, 0.0))
    position = reading.position
    if reading.sight not in {Sight.CLEAR, Sight.DOUBT} or position is None or reading.grid is None:
        return None
    if position.blocks.keys() <= CELLS:
        return None
    if reading.sight is Sight.CLEAR and layout.game in game_names():
        try:
            possible_games(layout.game, layout.rules)[0].parse(position)
        except BadPosition as error:
            reading = replace(reading, sight=Sight.DOUBT, why=f"The rules do not allow this reading: {error}")
    return Known(layout, reading, position)


def _tiles(pixels: Pixels) -> bool:
    """Whether a picture plainly shows a board of tiles."""
    found = at_first_sight(pixels, "tiles")
    return found is not None and found.quality >= CLEAR_LEAD and bool((found.shot.kind >= 0).any())
