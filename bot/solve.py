"""From one picture or text to a plan: which game and layout it is, what the board says, what to play."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.errors import CannotReadError
from bot.frame import Frame, Pixels, Point
from bot.grid import Grid
from bot.layout import Layout
from bot.reading import Reader, Reading, Sight
from bot.rules import possible_games
from bot.settle import eyes
from bot.vision.readers import likelier_first
from engine.api import BadPosition, BadRule, Cell, Game, Limit, Plan, Position, game_names, load_game
from engine.formats import Translator
from engine.moves import Move, Steered, Swap

MOST: Final = 3
"""What a refusal is worth that tells where the board lies."""


@dataclass(frozen=True)
class Board:
    """A position that was typed or read, and the game that it belongs to."""

    game: Game[Any]
    state: Any
    position: Position
    layout: Layout | None = None
    reading: Reading | None = None
    reader: Reader | None = None
    """The eyes that read it; they know the board by now."""
    seconds: Mapping[str, float] = field(default_factory=dict)

    def plan(self, limit: Limit) -> Plan:
        """What to play from here; its notes begin with those on how the board was read."""
        plan = self.game.plan(self.state, limit)
        read = self.reading.notes if self.reading else ()
        return replace(plan, notes=(*read, *plan.notes)) if read else plan

    def traces(self, plan: Plan) -> list[Sequence[Cell]]:
        """The line of each move of a plan, for drawing on the picture that was read.

        A move of tiles that lie elsewhere by then has an empty line; a swap is one of places, whatever lies there.
        """
        state, lines = self.state, list[Sequence[Cell]]()
        for move in plan.moves:
            now = self.game.show(state).board
            unchanged = all(now[row][column] == self.position.board[row][column] for row, column in move.cells)
            lines.append(self.game.trace(state, move) if unchanged or isinstance(move, Swap) else ())
            state = self.game.play(state, move)
        return lines

    def outlined(self, plan: Plan) -> list[tuple[Move, Sequence[Cell]]]:
        """Each move of a plan, those for later behind the others, with the cells to outline on the picture."""
        moves = zip(plan.moves, self.traces(plan), strict=True)
        # While a game waits or a stack rises there are no cells to look at.
        return [
            *((move, line if move.cells or isinstance(move, Steered) else ()) for move, line in moves),
            *((move, move.cells) for move in plan.later),
        ]


def read_picture(pixels: Pixels, layouts: Sequence[Layout], rules: Mapping[str, Any]) -> Board:
    """The board in a picture, by the first layout that reads it clearly and whose game allows it.

    Raises CannotReadError with what the most promising layout says.
    """
    return read_frame(Frame(pixels, 0.0), layouts, rules)


def read_frame(frame: Frame, layouts: Sequence[Layout], rules: Mapping[str, Any]) -> Board:
    """The board in a frame, as `read_picture` finds it. Raises UnknownGameError where none can play it."""
    if not layouts:
        raise NoLayoutError(
            "There is no layout for that game, or none for that window; `banmen games` lists what there is, "
            "`banmen calibrate` learns a new one."
        )
    refusals: list[tuple[int, str, str, Reading]] = []
    layouts = _allowing(layouts, rules)
    height, width = frame.pixels.shape[:2]
    for layout in likelier_first(layouts, (width, height)):
        reader = eyes(layout, rules)
        start = time.perf_counter()
        reading = reader.read(frame)
        spent = {"read": time.perf_counter() - start, **reading.seconds}
        if reading.sight is Sight.CLEAR and reading.position is not None:
            if layout.game not in game_names():
                raise UnknownGameError(layout, reading)
            game = possible_games(layout.game, {**layout.rules, **rules})[0]
            try:
                state = game.parse(reading.position)
            except BadPosition as error:
                refusals.append((2, layout.game, f"The board was read, but {clause(error)}", reading))
                continue
            return Board(game, state, reading.position, layout, reading, reader, spent)
        if reading.clued:  # no other board has clues, so no other layout will read it
            refusals = [(MOST, layout.game, reading.why, reading)]
            break
        hardly = layout.board.reader == "clues" and not reading.clued
        seen = MOST if reading.grid is not None and not hardly else 1
        worth = {Sight.DOUBT: seen, Sight.COVERED: seen}.get(reading.sight, 0)
        refusals.append((worth, layout.game, reading.why, reading))
    worth, named, why, reading = max(refusals, key=lambda refusal: refusal[0])
    every = dict.fromkeys(layout.game for layout in layouts)
    games = [game for game in every if game in game_names()] or [*every]  # others are a person's own names
    if worth <= 1 and len(layouts) > 1:
        none = "none of them" if len(games) > 1 else "none"
        maybe = f" If it is {named}: {clause(why)}" if worth else ""
        why = (
            f"Expected a board of {', '.join(games)}, found {none}: show the whole board with nothing over it, "
            f"or learn one that nobody described with `banmen calibrate PICTURE` or `banmen studio PICTURE`.{maybe}"
        )
    raise UnclearBoardError(why, reading, frame.pixels)


def _allowing(layouts: Sequence[Layout], rules: Mapping[str, Any]) -> list[Layout]:
    """The layouts whose games know these house rules. Raises BadRule where none does."""
    known = game_names()
    playable = {one.name for one in _under([one.game for one in layouts if one.game in known], rules)}
    return [layout for layout in layouts if layout.game in playable or layout.game not in known]


class NoLayoutError(CannotReadError):
    """There is nothing to read a board with, but it may be learned from what shows it."""


class UnclearBoardError(CannotReadError):
    """A picture (`pixels`) whose board cannot be trusted; `reading` is the best that could be made of it. Where cells
    lie that could not be told `lines` says, in pixels of the picture.
    """

    def __init__(self, why: str, reading: Reading, pixels: Pixels | None = None, lines: Grid | None = None) -> None:
        super().__init__(why if lines is None else f"{why}{begin_with(lines)}")
        self._why = why
        self.reading = reading
        self.pixels = pixels
        self.lines = lines

    def moved(self, corner: Point, pixels: Pixels) -> UnclearBoardError:
        """The same in a larger picture, of which the one that was read is the part at a corner."""
        size = (pixels.shape[1], pixels.shape[0])
        lines = self.lines and replace(self.lines, x=self.lines.x + corner.x, y=self.lines.y + corner.y)
        return UnclearBoardError(self._why, self.reading.moved(corner, size), pixels, lines)


def begin_with(lines: Grid) -> str:
    """How a person goes on where only the lines of a board are seen: the end of a sentence."""
    x, y, width, height = map(round, lines.box)
    return (
        f", or begin with --grid {x},{y},{width},{height} --size {lines.columns}x{lines.rows} and put the rest right "
        "in the studio."
    )


class UnknownGameError(UnclearBoardError):
    """A board that was read, by a layout of a game that nobody has taught Banmen to play."""

    def __init__(self, layout: Layout, reading: Reading) -> None:
        super().__init__(
            f"{layout.name} reads this board, but {layout.game} is no game that can be solved here; "
            "`banmen read` shows the board.",
            reading,
        )
        self.layout = layout


def read_text(text: str, games: Sequence[str], rules: Mapping[str, Any]) -> Board:
    """The board in a text position, or in another program's form of one, by the first of these games that it fits.
    Raises CannotReadError, BadRule.
    """
    playable = _under(games, rules)
    try:
        position = _translated(text, playable) or Position.parse(text)
    except BadPosition as error:
        raise CannotReadError(str(error)) from error
    reasons = list[str]()
    for game in playable:
        try:
            return Board(game, game.parse(position), position)
        except BadPosition as error:
            if len(playable) == 1:
                raise CannotReadError(str(error)) from error
            reasons.append(f"{game.name}: {error}")
    raise CannotReadError(
        "\n  ".join(
            ("Expected a position of a game, found a text that fits none; --game NAME holds it to one.", *reasons)
        )
    )


def _under(games: Sequence[str], rules: Mapping[str, Any]) -> list[Game[Any]]:
    """Those of the games that know these house rules. Raises BadRule where none does."""
    playable, refusals = list[Game[Any]](), list[BadRule]()
    for name in games:
        try:
            playable.append(load_game(name, **rules))
        except BadRule as error:
            refusals.append(error)
    if refusals and not playable:
        raise refusals[0]
    return playable


def _translated(text: str, games: Sequence[Game[Any]]) -> Position | None:
    """The position in a text that another program wrote. Raises BadPosition where it is plainly one, but faulty."""
    for game in games:
        if isinstance(game, Translator) and (position := game.read_format(text)) is not None:
            return position
    return None


def clause(sentence: object) -> str:
    """A sentence as the end of another one."""
    text = str(sentence)
    return text[:1].lower() + text[1:]
