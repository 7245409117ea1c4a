"""Calibrating on the spot: a picture that no layout reads is learned from, for this one time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from bot.frame import Pixels
from bot.grid import Grid
from bot.reading import Doubt, Reading, Sight
from bot.reason import About
from bot.rules import possible_games, sized_rules
from bot.solve import Board
from bot.vision.blocks.common import SIDES, named
from bot.vision.clipped import Clip, clipped
from bot.vision.falling import parted
from calibration.discover import DOUBTFUL, discover, in_the_way, over_a_picture
from calibration.draft import SMALL_FIRST, Draft
from calibration.keep import size_rules
from calibration.likely import fitted, likely_games
from calibration.lit import without_lit
from calibration.pieces import known_pieces, only_pieces
from calibration.place import Place
from calibration.reach import as_high, assumed_reach, usual_rows, with_room
from calibration.shot import (
    EMPTY,
    UNSURE,
    CalibrationError,
    NoPieceYetError,
    NotOfGameError,
    SeveralBoardsError,
    Shot,
)
from calibration.usual import falls, known_sizes, rises
from engine.api import BadPosition, game_names
from engine.position import EMPTY as NOTHING
from engine.position import UNKNOWN, Position

LEFT: Final = "Several boards alike are seen: the left one is taken; --which right takes the right one."
"""What is assumed of which board is meant."""
ANYWHERE: Final = Place()
"""Nothing was said of where the board lies."""
SHOWN: Final = 0.25
"""Share of cells in doubt up to which a board of blocks that is plainly one is shown, its doubts with it."""
FEW_ROWS: Final = 3
"""Rows of a stack at the most of which none is taken for one that is only about to come."""
DARK: Final = 0.7
"""Share of the light of the row above that the one that is to come has at the most."""
DARKENED: Final = "The darkened row at the bottom is taken for the one that comes up next."
"""What is assumed of a stack with such a row."""
CURSOR: Final = "Two cells in the air that look like no others are taken for the cursor over empty ones."
"""What is assumed of a board with a frame over two cells."""
COMING: Final = "The row that the picture cuts off below is taken for the one that comes up next."
"""What is assumed of a stack that rises."""


@dataclass(frozen=True, eq=False)
class Spot:
    """A board that was learned from the picture that shows it."""

    draft: Draft
    likely: tuple[str, ...]
    """The games that it may be, the likelier first."""
    told: str | None
    """The game that it surely is; None where a person must say."""
    assumed: str = ""
    """What is assumed of which board is meant and how far it reaches; empty where the picture tells it."""
    twins: tuple[Shot, ...] = ()
    """Boards like it beside it, where nobody said which is meant; like kinds have like numbers."""

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
        blocks = dict(self.draft.position().blocks)
        letters = [*self.draft.labels, *(one for one in SMALL_FIRST if one not in self.draft.labels)]
        for name, twin in zip(named("board", 1 + len(self.twins))[1:], self.twins, strict=True):
            told = np.array([*letters[: twin.kind.max(initial=0) + 1], UNKNOWN, NOTHING])
            blocks[name] = tuple("".join(row) for row in told[twin.kind])
        return Reading(
            0.0,
            sight,
            (width, height),
            Position(blocks),
            shot.grid,
            shot.margins,
            doubts,
            self.draft.why,
            beside=tuple(twin.grid for twin in self.twins),
            about=self.draft.about,
        )

    def board(self, rules: Mapping[str, Any]) -> Board | None:
        """The board in its game under these house rules; None where the game is not told, or does not have it.

        Raises BadRule.
        """
        try:
            return self.played(rules)
        except BadPosition:
            return None

    def played(self, rules: Mapping[str, Any]) -> Board | None:
        """The same; raises BadPosition where the game is told and its rules do not allow what is seen."""
        reading = replace(self, twins=()).reading()
        reading = parted(reading) if falls(self.told) else reading
        if self.told is None or reading.position is None or reading.sight is not Sight.CLEAR:
            return None
        game = possible_games(self.told, {**size_rules(replace(self.draft, game=self.told)), **rules})[0]
        return Board(game, game.parse(reading.position), reading.position, None, reading)

    def asks(self) -> str:
        """Asks the person which game it is; empty where that is told."""
        if self.told is not None or not self.likely:
            return ""
        return (
            f"It may be {' or '.join(self.likely)}, but also a game that is not known here: with "
            f"--game {self.likely[0]} it is taken for that."
        )


def on_the_spot(pixels: Pixels, game: str | None = None, *, assuming: bool = False) -> Spot | None:
    """What can be learned from one picture, (height, width, 3); None where that is not to be trusted. Raises
    CalibrationError where it shows a board, but not one of this game.
    """
    try:
        return learned([pixels], game, assuming=assuming)
    except NotOfGameError:
        raise
    except CalibrationError:
        return None


def learned(
    pictures: Sequence[Pixels],
    game: str | None = None,
    *,
    assuming: bool = False,
    sized: bool = False,
    place: Place = ANYWHERE,
) -> Spot:
    """What can be learned from pictures of one window, each (height, width, 3), at different moments.

    How far a board reaches beyond its blocks no picture tells that shows no border: a board that leaves nothing open
    but that is none, unless something may be assumed, or at least that it is `sized` as all of its game are. What is
    taken to be so its `assumed` says. So it is with which of several
    boards is meant, unless the person's `place` tells it. A board of blocks, some of whose cells are hidden, is shown
    then, its doubts with it. Raises CalibrationError with what is in the way.
    """
    grid, assumed = place.grid(pictures), ""
    draft = discover(pictures, game=game, grid=grid, size=place.size, which=place.which)
    twins: tuple[Shot, ...] = ()
    if assuming and About.WHICH in draft.about:
        draft = discover(pictures, game=game, size=place.size, reader=draft.reader, which=SIDES[0])
        assumed, twins = LEFT, draft.shots[0].twins
    if assuming and draft.about == {About.WHOLE} and rises(game) and _next_below(draft.shots[0], game):
        draft, assumed = replace(draft, reasons=()), f"{assumed} {COMING}".lstrip()
    if assuming and not place.bounded and rises(game) and len(draft.shots) == 1 and _darkened_below(draft.shots[0]):
        grid = draft.shots[0].grid
        above = draft.with_grid(replace(grid, rows=grid.rows - 1))
        draft, assumed = replace(above, reasons=draft.reasons), f"{assumed} {DARKENED}".lstrip()
    doubtful = SHOWN if assuming and draft.reader == "blocks" else DOUBTFUL
    unknown = {About.EXTENT, About.CELLS} if assuming and game is not None else {About.EXTENT}
    if About.EXTENT in draft.about and draft.about <= unknown and not in_the_way(replace(draft, reasons=()), doubtful):
        larger, usual, reach = assumed_reach(draft, game)
        if assuming or (usual and sized):
            draft, assumed = larger, f"{assumed} {reach}".lstrip()
            higher = (as_high(twin, draft, pairs=falls(game)) for twin in twins)
            twins = tuple(twin for twin in higher if twin is not None)
    if why := in_the_way(draft, doubtful):
        asked = {About.WHICH: SeveralBoardsError, About.FEW: NoPieceYetError}
        raise next((error for about, error in asked.items() if about in draft.about), CalibrationError)(why)
    if game is not None:
        draft, assumed = _of_game(draft, game, assumed, place, assuming=assuming)
        known = game in game_names()
        return Spot(draft, (game,) if known else (), game if known else None, assumed, twins)
    likely = likely_games(draft)
    draft = draft if likely.told else without_lit(draft)
    return Spot(fitted(draft, likely.told) if likely.told else draft, likely.games, likely.told, assumed, twins)


def _of_game(draft: Draft, game: str, assumed: str, place: Place, *, assuming: bool) -> tuple[Draft, str]:
    """The draft as a board of this game, and what is `assumed`. Raises CalibrationError where it is none of it, or must
    lack rows.
    """
    draft = draft if place.bounded else fitted(draft, game, surely=True)
    draft, cursor = only_pieces(draft, game, EMPTY if assuming else UNSURE)  # what is assumed is not learned from
    assumed = f"{assumed} {CURSOR}".lstrip() if assuming and cursor else assumed
    known, (rows, columns) = game in game_names(), draft.shots[0].kind.shape
    if known and sized_rules(game, rows, columns) is None:
        found = f"Expected a board of {game}, found {rows} rows and {columns} columns, on which it is not played here"
        if place.size is not None:  # a person counted them
            raise NotOfGameError(f"{found}.")
        raise NotOfGameError(
            f"{found}: if that is not just the board, say where it is with --grid X,Y,WIDTH,HEIGHT and "
            "--size COLUMNSxROWS."
        )
    if not place.bounded:
        draft, assumed = _as_high_as_usual(draft, game, assumed, assuming=assuming)
    draft = known_pieces(draft, game) if known else draft
    if known and About.WHOLE in draft.about:
        raise NotOfGameError(draft.why)
    return draft, assumed


def learned_moving(
    pictures: Sequence[Pixels],
    game: str,
    grid: Grid | None = None,
    *,
    surely: bool = False,
    place: Place = ANYWHERE,
) -> Spot | None:
    """What can be learned of a board of this game that lies over a picture, on this grid where that is known, or where
    the person's `place` is, from many pictures of one window, each (height, width, 3), between which its pieces move;
    None where that is not plain, or `surely` one and the ground may as well be plain.
    """
    draft = over_a_picture(pictures, place.grid(pictures) or grid, game, surely=surely, which=place.which)
    return None if draft is None else Spot(fitted(draft, game), (game,), game)


def _as_high_as_usual(draft: Draft, game: str, assumed: str, *, assuming: bool) -> tuple[Draft, str]:
    """The draft with the rows that boards of its game have above what is full, where they are seen, and what is
    `assumed`, with what is to be said of rows that it lacks. Raises CalibrationError where it must lack some and
    nothing may be assumed.
    """
    whole, lower = with_room(draft, game), ""
    if About.EXTENT in whole.about:
        if not assuming:
            raise CalibrationError(whole.why)
        return draft, f"{assumed} {whole.why}".lstrip()
    rows, columns = whole.shots[0].kind.shape
    if assuming and (falls(game) or not assumed) and (most := usual_rows(game, rows, columns)) is not None:
        lower = f"The board is taken to have {rows} rows; {game} usually has {most}: does something lie over it?"
    return whole, f"{assumed} {lower}".strip()


def _next_below(shot: Shot, game: str | None) -> bool:
    """Whether a board with as many rows as others that are as wide, or one less, is cut off by the picture's end."""
    usual = [rows for rows, columns in known_sizes(game) if columns == shot.grid.columns]
    if usual and min(usual) > shot.grid.rows + 1:
        return False
    return clipped(shot.pixels, shot.grid, shot.kind, blocks=True) == Clip("bottom", at_edge=True)


def _darkened_below(shot: Shot) -> bool:
    """Whether all of the lowest row of a board, and hardly anything else, shows known kinds in less light."""
    if shot.grid.rows <= FEW_ROWS or not (shot.marked[-1] & (shot.kind[-1] >= 0)).all():
        return False
    return shot.marked[:-1].sum() < shot.grid.columns and _light(shot, -1) < DARK * _light(shot, -2)


def _light(shot: Shot, row: int) -> float:
    """How bright a row of a board is, in grey levels."""
    box = replace(shot.grid, y=shot.grid.cell((row % shot.grid.rows, 0)).y, rows=1).box
    x, y, w, h = (max(0, round(side)) for side in box)
    return float(shot.pixels[y : y + h, x : x + w].mean())
