"""Calibrating on the spot: a picture that no layout reads is learned from, for this one time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.frame import Pixels
from bot.reading import Doubt, Reading, Sight
from bot.rules import possible_games
from bot.solve import Board
from calibration.discover import discover, in_the_way
from calibration.draft import Draft
from calibration.likely import fitted, likely_games, told_game
from calibration.shot import UNSURE, CalibrationError
from engine.api import BadPosition, game_names


@dataclass(frozen=True, eq=False)
class Spot:
    """A board that was learned from the picture that shows it."""

    draft: Draft
    likely: tuple[str, ...]
    """The games that it may be, the likelier first."""
    told: str | None
    """The game that it surely is; None where a person must say."""

    def reading(self) -> Reading:
        """What the picture shows, as a reader would say it."""
        shot = self.draft.shots[0]
        height, width = shot.pixels.shape[:2]
        doubts = tuple(
            Doubt("board", row, column, float(shot.margins[row, column]))
            for row in range(shot.grid.rows)
            for column in range(shot.grid.columns)
            if shot.kind[row, column] == UNSURE
        )
        sight = Sight.DOUBT if doubts else Sight.CLEAR
        position = self.draft.position()
        return Reading(0.0, sight, (width, height), position, shot.grid, shot.margins, doubts, self.draft.why)

    def board(self, rules: Mapping[str, Any]) -> Board | None:
        """The board in its game under these house rules; None where the game is not told, or does not have it.

        Raises BadRule.
        """
        reading = self.reading()
        if self.told is None or reading.position is None or reading.sight is not Sight.CLEAR:
            return None
        game = possible_games(self.told, rules)[0]
        try:
            return Board(game, game.parse(reading.position), reading.position, None, reading)
        except BadPosition:
            return None

    def asks(self) -> str:
        """Asks the person which game it is; empty where that is told."""
        if self.told is not None or not self.likely:
            return ""
        return (
            f"It may be {' or '.join(self.likely)}, but also a game that is not known here: with "
            f"--game {self.likely[0]} it is taken for that."
        )


def on_the_spot(pixels: Pixels, game: str | None = None) -> Spot | None:
    """What can be learned from one picture, (height, width, 3); None where that is not to be trusted."""
    try:
        draft = discover([pixels], game=game)
    except CalibrationError:
        return None
    if in_the_way(draft):
        return None
    if game is not None:
        known = game in game_names()
        return Spot(fitted(draft, game), (game,) if known else (), game if known else None)
    told = told_game(draft)
    return Spot(fitted(draft, told) if told else draft, likely_games(draft), told)
