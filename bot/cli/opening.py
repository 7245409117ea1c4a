"""A picture or a text in: what is on it, or the sentence that says why it cannot be told."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn

from bot.answers import reading_json
from bot.cli.answer import print_json
from bot.cli.said import Said
from bot.errors import CannotReadError
from bot.frame import Box, Point
from bot.plain import MAX_TEXT
from bot.reading import Reading, Sight
from bot.solve import Board, UnclearBoardError, UnknownGameError, clause, read_picture, read_text
from engine.api import BadPosition

FIRST = 1000
"""Bytes by which a file that is longer is taken for a text."""
HARDLY = 0.05
"""Share of the cells of a board that may be left open where nothing else is looked at for it."""


@dataclass(frozen=True)
class Seen:
    """What a file showed."""

    board: Board | None
    """None where it is read but no known game is played on it."""
    pixels: Any = None
    """The picture; None for a text."""
    reading: Reading | None = None
    """Where there is no board in a game: what was read."""
    layout: str | None = None
    """By which layout that was."""
    also: Mapping[str, Any] = field(default_factory=dict)
    """What the JSON answer says besides."""
    asks: str = ""
    """Asks which game it is, where the picture does not tell it."""
    against: str = ""
    """What the rules of its game have against the board, as the end of a sentence."""
    seconds: float = 0.0
    """What it took to find out."""

    @property
    def sure(self) -> bool:
        """Whether all cells of a board were told."""
        return self.board is not None or (self.reading is not None and self.reading.sight is Sight.CLEAR)

    @property
    def nearly(self) -> bool:
        """Whether hardly a cell of a board was left open: what else a picture shows would not tell more of it."""
        if self.reading is None or self.reading.position is None:
            return self.sure
        cells = sum(map(len, self.reading.position.board))
        return self.sure or 0 < len(self.reading.doubts) <= HARDLY * cells

    def moved(self, corner: Point, pixels: Any) -> Seen:
        """The same in a larger picture, of which the one that was read is the part at a corner."""
        size = pixels.shape[1], pixels.shape[0]
        board, reading = self.board, self.reading
        if board is not None and board.reading is not None:
            board = replace(board, reading=board.reading.moved(corner, size))
        reading = None if reading is None else reading.moved(corner, size)
        return replace(self, board=board, reading=reading, pixels=pixels)

    def playable(self) -> Board:
        """The board of a game. Raises CannotReadError."""
        if self.board is None and self.against:
            raise CannotReadError(f"The board can be read (`banmen read` shows it), but {self.against}")
        if self.board is None and self.reading is not None and self.reading.doubts:
            why = clause(self.reading.why or "some cells could not be told.")
            raise CannotReadError(
                f"The board can be read (`banmen read` shows it), but not all of it: {why} {self.asks}".rstrip()
            )
        if self.board is None:
            raise CannotReadError(
                f"The board can be read (`banmen read` shows it). {self.asks}"
                if self.asks
                else "The board can be read (`banmen read` shows it), but it fits no game that is known here; "
                "`banmen games` lists those that are."
            )
        return self.board


def open_file(file: str, said: Said, as_json: bool, keep: str | None = None) -> Seen:
    """What a file shows, a picture or a text, and how long it took. Raises CannotReadError."""
    start = time.perf_counter()
    seen = _open(file, said, as_json, keep)
    return replace(seen, seconds=time.perf_counter() - start)


def _open(file: str, said: Said, as_json: bool, keep: str | None) -> Seen:
    """The board of a text or a picture; a picture that no layout reads is learned from on the spot, and so is one of
    which a person said where it lies.
    """
    data = _bytes(file)
    if data is not None and (text := _text(data)) is not None:
        return Seen(read_text(text, said.games(), said.rules))
    from bot.vision.desktop import bare_beside, windows
    from bot.vision.picture import decode, load

    pixels = load(Path(file)) if data is None else decode(data, "stdin")
    doubtful, refused, size = None, list[tuple[Box, UnclearBoardError]](), (pixels.shape[1], pixels.shape[0])
    inside = () if said.place.said else windows(pixels)
    for window in inside:
        try:
            seen = _in_window(pixels, window, said, file, keep)
        except UnclearBoardError as error:
            there = UnclearBoardError(str(error), error.reading.moved(Point(window.x, window.y), size), pixels)
            if error.reading.clued:  # what it is, and what is amiss with it, is known
                _refuse(there, as_json)
            refused.append((window, there))
            continue
        except CannotReadError:
            continue
        if seen.nearly:
            return seen
        doubtful = doubtful or seen
    board = next((error for _, error in refused if error.reading.grid is not None), None)
    if (doubtful or board) and bare_beside(pixels, inside):  # the same would be seen again, and take longer
        if doubtful is None and board is not None:
            _refuse(board, as_json)
        assert doubtful is not None
        return doubtful
    try:
        whole = _shown(pixels, said, file, as_json, keep)
    except CannotReadError:
        if doubtful is None:
            raise
        return doubtful
    for window, refusal in refused:
        if _cut_off(whole, window, refusal):
            _refuse(refusal, as_json)
    return whole


def _cut_off(whole: Seen, window: Box, error: UnclearBoardError) -> bool:
    """Whether a board that was read in a whole picture is the part that is seen of one that its window cuts off, as a
    look at the window by itself had it: the screen goes on there, the board does not.
    """
    seen = whole.board.reading if whole.board is not None else whole.reading
    if seen is None or seen.grid is None or error.reading.grid is None or error.reading.sight is not Sight.COVERED:
        return False
    grid, box = seen.grid, seen.grid.box
    across = (box.x - window.x, window.x + window.w - box.x - box.w)
    down = (box.y - window.y, window.y + window.h - box.y - box.h)
    nearest = min(min(across) / grid.pitch_x, min(down) / grid.pitch_y)
    return -1 < nearest < 1


def _in_window(pixels: Any, window: Box, said: Said, file: str, keep: str | None) -> Seen:
    """What a window in a picture of a screen shows, in pixels of that picture. Raises CannotReadError."""
    from bot.vision.desktop import pictured

    seen = _shown(pictured(pixels, window), said, file, False, keep)
    x, y, width, height = (round(side) for side in window)
    sys.stderr.write(f"Read in the window at {x},{y} of {width}x{height} pixels.\n")
    return replace(seen.moved(Point(x, y), pixels), also={**seen.also, "window": [x, y, width, height]})


def _shown(pixels: Any, said: Said, file: str, as_json: bool, keep: str | None) -> Seen:
    """The board in a picture. Raises CannotReadError."""
    layouts = said.layouts()
    try:
        board = read_picture(pixels, layouts, said.rules)
    except UnknownGameError as error:
        return Seen(None, pixels, error.reading, error.layout.name)
    except UnclearBoardError as error:
        covered = error.reading.sight is Sight.COVERED
        as_it_is = said.layout is not None or error.reading.clued
        seen = None if as_it_is else _on_the_spot(pixels, said, file, keep, covered)
        if seen is None:
            _refuse(error, as_json)
        return seen
    except CannotReadError:
        seen = None if layouts else _on_the_spot(pixels, said, file, keep)
        if seen is None:
            raise
        return seen
    if said.game is None and said.layout is None and (asks := _asks(board)):
        return Seen(None, pixels, board.reading, None, {"likely": [board.game.name]}, asks)
    if keep and board.layout:
        sys.stderr.write(f"Nothing new to keep: {board.layout.name} reads this board.\n")
    return Seen(board, pixels)


def _asks(board: Board) -> str:
    """Asks which game it is where only a layout for any program read the board, and it could as well be another's."""
    from calibration.likely import plain

    by = board.layout
    if by is None or by.windows or by.board.place or plain(board.position, by.board.reader):
        return ""
    return (
        f"It may be {board.game.name}, but also a game that is not known here: with --game {board.game.name} it is "
        "taken for that."
    )


def _on_the_spot(pixels: Any, said: Said, file: str, keep: str | None, covered: bool = False) -> Seen | None:
    """What was learned from the picture itself, and how to keep it; None where that is not to be trusted. Where a
    board of tiles is covered, looking again as at a board of tiles does not uncover it.
    """
    from bot.cli.calibrate import keep_spot
    from calibration.spot import learned, on_the_spot

    # What is kept is played by: of that nothing is assumed.
    spot = (
        on_the_spot(pixels, said.game, assuming=keep is None)
        if not said.place.said
        else learned([pixels], said.game, assuming=keep is None, place=said.place)
    )
    if spot is None or (covered and spot.draft.reader == "tiles"):
        return None
    kept = keep_spot(spot, keep) if keep else None
    if kept:
        sys.stderr.write(f"Learned from the picture itself and kept as {kept.name} in {kept.folder}.\n")
    else:
        likely = f" Likely games: {', '.join(spot.likely)}." if spot.likely else ""
        likely = f" {spot.asks()}" if spot.asks() else likely
        sys.stderr.write(
            f"No layout reads this picture; it was learned from on the spot.{likely} To keep what was learned: "
            f"--keep NAME, or banmen calibrate {file}\n"
        )
    also: dict[str, Any] = {"calibrated": True, "likely": list(spot.likely), "kept": kept.name if kept else None}
    if spot.assumed:
        sys.stderr.write(f"{spot.assumed}\n")
        also["assumed"] = spot.assumed
    board, against = None, ""
    try:
        board = spot.played(said.rules)
    except BadPosition as error:
        against = clause(error)
    return Seen(board, pixels, spot.reading(), kept.name if kept else None, also, spot.asks(), against)


def _refuse(error: UnclearBoardError, as_json: bool) -> NoReturn:
    """Say what was seen of a board that cannot be trusted, then give up."""
    if as_json:
        print_json({"game": None, "layout": None, **reading_json(error.reading), "error": str(error)})
    raise error


def _bytes(file: str) -> bytes | None:
    """The content of stdin or of a file that may be text; None for a picture file."""
    if file == "-":
        return sys.stdin.buffer.read(64 * 1024 * 1024)
    path = Path(file)
    if not path.exists():
        raise CannotReadError(f"There is no file {file}; name a picture, a text position, or - for stdin.")
    if path.is_dir():
        raise CannotReadError(f"{file} is a folder; name a picture or a text position.")
    if path.is_fifo() and path.resolve().exists():  # not one that a shell made for `<(…)`
        raise CannotReadError(f"{file} is a pipe, to which perhaps nobody writes: banmen … - < {file} waits for it.")
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_TEXT + 1)
    except OSError as error:
        raise CannotReadError(f"{file} cannot be read: {error.strerror}.") from error
    if len(data) > MAX_TEXT and _text(data[:FIRST]) is not None:
        raise CannotReadError(f"{file} is a text of more than {MAX_TEXT} characters; a position is shorter.")
    return None if _text(data) is None else data


def _text(data: bytes) -> str | None:
    """The data as text, or None where it is not text."""
    if len(data) > MAX_TEXT or b"\0" in data[:4096]:
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
