"""A picture or a text in: what is on it, or the sentence that says why it cannot be told."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

from bot.answers import reading_json
from bot.cli.answer import print_json
from bot.cli.content import Named, as_text, content
from bot.cli.said import Said
from bot.cli.shown import Seen
from bot.errors import CannotReadError
from bot.frame import Box, Point
from bot.reading import Sight
from bot.solve import Board, NoLayoutError, UnclearBoardError, UnknownGameError, clause, read_picture, read_text
from engine.api import BadPosition

CLUES: Final = "clues"
"""The reader of games of which more is read than cells."""
EVEN: Final = 0.1
"""Cells by which the room beside a board differs on both of its sides where a frame of its own leaves it."""

if TYPE_CHECKING:
    from calibration.spot import Spot


def open_named(named: Named, said: Said, as_json: bool, keep: str | None = None) -> Seen:
    """What a file shows, a picture or a text, or what is on the screen, and how long it took. Raises CannotReadError,
    and TargetError, CaptureError or UsageError where the screen cannot be looked at.
    """
    start = time.perf_counter()
    seen = _opened(named, said, as_json, keep)
    return replace(seen, seconds=time.perf_counter() - start)


def _opened(named: Named, said: Said, as_json: bool, keep: str | None) -> Seen:
    if named.file is None:
        from bot.cli.gathered import screen

        return _pictured(screen(named.window, named.region).pictures[0], said, named, as_json, keep)
    data = content(named.file)
    if data is not None and (text := as_text(data)) is not None:
        return Seen(read_text(text, said.games(), said.rules))
    from bot.vision.picture import decode, load

    pixels = load(Path(named.file)) if data is None else decode(data, "stdin")
    return _pictured(pixels, said, named, as_json, keep)


def _pictured(pixels: Any, said: Said, named: Named, as_json: bool, keep: str | None) -> Seen:
    """The board of a picture; one that no layout reads is learned from on the spot, and so is one of which a person
    said where it lies.
    """
    from bot.vision.desktop import bare_beside, windows

    inside = () if said.place.said else windows(pixels)
    doubtful: list[Seen] = []
    refused: list[tuple[Box, UnclearBoardError]] = []
    unread: CannotReadError | None = None
    for window in inside:
        try:
            seen = _in_window(pixels, window, said, named, keep)
        except UnclearBoardError as error:
            there = error.moved(Point(window.x, window.y), pixels)
            if error.reading.clued:  # what it is, and what is amiss with it, is known
                _refuse(there, as_json)
            refused.append((window, there))
            continue
        except CannotReadError as error:
            unread = error
            continue
        if seen.nearly:
            return seen
        doubtful.append(seen)
    if inside and bare_beside(pixels, inside):  # the same would be seen again, and take longer
        boards = [error for _, error in refused if error.reading.grid is not None]
        if doubtful:
            return doubtful[0]
        if boards or refused:
            _refuse((boards or [error for _, error in refused])[0], as_json)
        assert unread is not None
        raise unread
    try:
        whole = _shown(pixels, said, named, as_json and not doubtful, keep)  # what was seen in a window is told then
    except CannotReadError:
        if not doubtful:
            raise
        return doubtful[0]
    for window, refusal in refused:
        if _cut_off(whole, window, refusal):
            _refuse(refusal, as_json)
    return whole


def _cut_off(whole: Seen, window: Box, error: UnclearBoardError) -> bool:
    """Whether a board that was read in a whole picture is the part that is seen of one that its window cuts off, as a
    look at the window by itself had it: the screen goes on there, the board does not. What leaves as much room beside a
    board on one side as on the other is rather a frame of its own.
    """
    seen = whole.board.reading if whole.board is not None else whole.reading
    if seen is None or seen.grid is None or error.reading.grid is None or error.reading.sight is not Sight.COVERED:
        return False
    grid, box = seen.grid, seen.grid.box
    across = (box.x - window.x) / grid.pitch_x, (window.x + window.w - box.x - box.w) / grid.pitch_x
    down = (box.y - window.y) / grid.pitch_y, (window.y + window.h - box.y - box.h) / grid.pitch_y
    sides = (room for room in (across, down) if min(room) < 0 or max(room) - min(room) > EVEN)
    return any(-1 < min(room) < 1 for room in sides)


def _in_window(pixels: Any, window: Box, said: Said, named: Named, keep: str | None) -> Seen:
    """What a window in a picture of a screen shows, in pixels of that picture. Raises CannotReadError."""
    from bot.vision.desktop import pictured

    seen = _shown(pictured(pixels, window), said, named, False, keep)
    x, y, width, height = (round(side) for side in window)
    sys.stderr.write(f"Read in the window at {x},{y} of {width}x{height} pixels.\n")
    return replace(seen.moved(Point(x, y), pixels), also={**seen.also, "window": [x, y, width, height]})


def _shown(pixels: Any, said: Said, named: Named, as_json: bool, keep: str | None) -> Seen:
    """The board in a picture. Raises CannotReadError."""
    layouts = said.layouts()
    try:
        board = read_picture(pixels, layouts, said.rules)
    except UnknownGameError as error:
        return Seen(None, pixels, error.reading, error.layout.name)
    except UnclearBoardError as error:
        as_it_is = said.layout is not None or error.reading.clued
        seen, refusal = (None, error) if as_it_is else _learned_instead(pixels, said, named, keep, error)
        if seen is None:
            _refuse(refusal, as_json)
        told_apart = error.reading.position is not None and not error.reading.unknown
        if seen.board is None and not (seen.against or seen.asks) and told_apart:
            # The same cells, and what keeps them from being a game.
            why = f"it fits no game that is known here; as a board of pairs, {clause(str(error))}"
            return replace(seen, against=why)
        return seen
    except NoLayoutError:  # of a game that nobody has described all is to be learned
        seen = _on_the_spot(pixels, said, named, keep, frankly=said.game is not None)
        if seen is None:
            raise
        return seen
    if said.game is None and said.layout is None and (asks := _asks(board)):
        larger = None if said.place.said else _on_the_spot(pixels, said, named, keep, part=board)
        return larger or Seen(None, pixels, board.reading, None, {"likely": [board.game.name]}, asks)
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


def _holds(spot: Spot, part: Board) -> bool:
    """Whether a board that was read as one of tiles is the part full of blocks of a larger one, as whoever looks for
    blocks sees it.
    """
    from calibration.single import holds

    if spot.draft.reader != "blocks" or part.reading is None or part.reading.grid is None:
        return False
    return holds(spot.draft.shots[0], part.reading.grid, part.position.board)


def _learned_instead(
    pixels: Any, said: Said, named: Named, keep: str | None, error: UnclearBoardError
) -> tuple[Seen | None, UnclearBoardError]:
    """What was learned from a picture that no layout reads, or None with the reason that says most: where the layouts
    of the game that is named see nothing at all, what keeps its board from being learned.
    """
    from calibration.shot import CalibrationError, LinesAloneError, NoBoardError, NotOfGameError
    from calibration.sorting import READERS

    covered = error.reading.sight is Sight.COVERED
    readers = {layout.board.reader for layout in said.layouts()}
    if said.game is not None and readers == {CLUES}:  # cells alone are none of its puzzles
        return None, error
    learnable = said.game is not None and not readers.isdisjoint(READERS)
    try:
        frankly = learnable and error.reading.grid is None
        return _on_the_spot(pixels, said, named, keep, covered, frankly=frankly), error
    except NotOfGameError:
        raise
    except NoBoardError:
        return None, error
    except LinesAloneError as reason:
        return None, UnclearBoardError(reason.why, error.reading, pixels, reason.lines)
    except CalibrationError as reason:
        return None, UnclearBoardError(str(reason), error.reading, pixels)


def _on_the_spot(
    pixels: Any,
    said: Said,
    named: Named,
    keep: str | None,
    covered: bool = False,
    part: Board | None = None,
    *,
    frankly: bool = False,
) -> Seen | None:
    """What was learned from the picture itself, and how to keep it; None where that is not to be trusted, or is no more
    than a `part` that was read. Where a board of tiles is covered, looking again as at a board of tiles does not
    uncover it. Raises CalibrationError with what is in the way where a person said where the board lies, or `frankly`.
    """
    from bot.cli.calibrate import keep_spot
    from calibration.spot import learned, on_the_spot

    def look(*, assuming: bool) -> Spot | None:
        if said.place.said or frankly:
            return learned([pixels], said.game, assuming=assuming, place=said.place)
        return on_the_spot(pixels, said.game, assuming=assuming)

    # What is kept is played by: of that nothing is assumed, though it may be of what this picture shows.
    spot = look(assuming=keep is None)
    if spot is None or (covered and spot.draft.reader == "tiles") or (part is not None and not _holds(spot, part)):
        return None
    kept = keep_spot(spot, keep) if keep else None
    if kept and spot.reading().doubts:
        spot = look(assuming=True) or spot
    if kept:
        sys.stderr.write(f"Learned from the picture itself and kept as {kept.name} in {kept.folder}.\n")
    else:
        likely = f" Likely games: {', '.join(spot.likely)}." if spot.likely else ""
        likely = f" {spot.asks()}" if spot.asks() else likely
        sys.stderr.write(
            f"No layout reads this picture; it was learned from on the spot.{likely} To keep what was learned: "
            f"--keep NAME, or banmen calibrate {named}\n"
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
