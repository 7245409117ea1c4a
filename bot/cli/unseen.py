"""The board in a window: by a layout that reads it, or learned from on the spot, from a few looks at what goes on."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bot.capture import Capture
from bot.cli.glances import Glances, looks_at
from bot.cli.said import Said
from bot.clock import Clock
from bot.errors import CannotReadError
from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.layout import Layout
from bot.layouts import home, known_layouts
from bot.reading import Reader
from bot.session import Sighting
from bot.solve import UnclearBoardError, UnknownGameError, read_frame
from bot.stop import Stopper
from bot.vision.readers import make_reader
from engine.position import UNKNOWN

if TYPE_CHECKING:
    from calibration.spot import Spot

COMING: Final = 30.0
"""Seconds in which the first pieces must come to lie on a board that is seen already, or go on falling, …"""
LONGEST: Final = 90.0
"""… and in all: where something else moves all the time, none may come."""
OFTEN: Final = 0.5
"""Seconds between looks whether they have."""
STILL: Final = 3.0
"""Seconds after which nothing moves in a picture that is still the same."""
FEW: Final = 3
"""Looks from which it is asked what moves where cells are known, …"""
ENOUGH: Final = 6
"""… or not, …"""
WATCHED: Final = 16
"""… and at most."""
AGAIN: Final = 6
"""Looks after which one is asked whether it shows the board by itself, where no heap in a frame is plain to see."""
FINDING: Final = 5.0
"""Seconds in which a board must show up."""
OPEN: Final = 0.2
"""Share of the cells of a board whose clock runs that may be open when it is found."""


@dataclass(frozen=True)
class Found:
    """A board that was found on the screen."""

    layout: Layout
    """By which it was read."""
    reader: Reader
    """The eyes that read it; they know the board by now."""
    first: Sighting
    """What they saw."""
    learned: bool = False
    """Whether nobody knew it: the layout was learned just now."""
    swapped: int = 0
    """How many swaps were made to find out its keys."""


def find_board(
    capture: Capture,
    clock: Clock,
    layouts: Sequence[Layout],
    rules: Mapping[str, Any],
    stopper: Stopper | None = None,
    glances: Glances | None = None,
) -> Found:
    """The board that the target shows; waits a little for a game that is just starting, and keeps `glances` meanwhile:
    where something moves in them all, one that is not known is to be learned rather than waited for.

    Raises UnclearBoardError with what is in the way.
    """
    start = clock.now()
    while True:
        frame = capture.grab()
        if glances is not None:
            glances.take(frame)
        try:
            board = read_frame(frame, layouts, rules)
        except UnknownGameError:
            raise
        except UnclearBoardError:
            if (
                seen := next(filter(None, (_mostly(frame, one) for one in layouts if _learned_here(one))), None)
            ) is not None:
                return seen
            moves = glances is not None and glances.pictures()
            if clock.now() - start > FINDING or moves or (stopper is not None and stopper.reason):
                raise
            clock.sleep(0.1)
            continue
        assert board.layout is not None
        assert board.reader is not None
        assert board.reading is not None
        return Found(board.layout, board.reader, (frame, board.reading))


def _learned_here(layout: Layout) -> bool:
    """Whether a layout is of a game whose clock runs, and was learned on this machine, not by those who made Banmen."""
    return layout.running is not None and layout.board.place is not None and home() not in layout.folder.parents


def _mostly(frame: Frame, layout: Layout) -> Found | None:
    """The board of a game whose clock runs where most of it is told: some of it always moves, vanishes or is half
    hidden.
    """
    reader = make_reader(layout)
    reading = reader.read(frame)
    if reading.position is None or reading.grid is None:
        return None
    cells = "".join(reading.position.board)
    return Found(layout, reader, (frame, reading)) if cells.count(UNKNOWN) <= OPEN * len(cells) else None


def learn_board(
    capture: Capture,
    clock: Clock,
    said: Said,
    folder: Path,
    error: CannotReadError,
    stopper: Stopper | None = None,
    glances: Glances | None = None,
    *,
    moving: bool = False,
) -> Found:
    """The board that the target shows by a layout that is learned from it, for this one time, and kept below `folder`.
    What was seen already suffices where it can be learned from that: the clock of a game may run.

    Raises CannotReadError where that is not to be trusted, or nobody plays it here, or it does not scroll though it is
    said to be `moving`; where the game is not named, the `error` of those that looked before.
    """
    from calibration.discover import varied
    from calibration.keep import keep
    from calibration.shot import CalibrationError, NoPieceYetError, SeveralBoardsError
    from calibration.usual import falls

    try:
        spot = _learned(looks_at(capture, clock, said, stopper, glances), said)
        if falls(spot.told) and spot.draft.behind is None and varied(spot.draft):
            told = replace(said, game=spot.told)
            spot = _once_it_moves(capture, clock, told, stopper, spot.draft.shots[0].grid) or spot
    except CalibrationError as reason:
        if isinstance(reason, NoPieceYetError) and falls(said.game):
            spot = _once_pieces_lie(capture, clock, said, reason, stopper)
        elif falls(said.game) and (moved := _once_it_moves(capture, clock, said, stopper)) is not None:
            spot = moved
        elif said.game is None and not said.place.said and not isinstance(reason, SeveralBoardsError):
            raise _with_running(error, glances) from None
        else:
            raise CannotReadError(
                f"No layout reads this board, and it could not be learned on the spot. {reason}"
            ) from None
    if spot.told is None:
        raise CannotReadError(f"The board can be read. {spot.asks()}") if spot.asks() else _with_running(error, glances)
    if moving and spot.draft.well is None:
        raise error
    if spot.assumed:
        sys.stderr.write(f"{spot.assumed}\n")
    layout = keep(replace(spot.draft, game=spot.told), folder / spot.told / "on-the-spot", title="Learned on the spot")
    try:
        return replace(find_board(capture, clock, [layout], said.rules, stopper), learned=True)
    except UnclearBoardError as gone:
        if spot.draft.well is not None:
            raise
        # It may have begun to scroll meanwhile.
        told = replace(said, game=spot.told)
        return learn_board(capture, clock, told, folder / "in-motion", gone, stopper, moving=True)


def _with_running(error: CannotReadError, glances: Glances | None) -> CannotReadError:
    """The error, with the games whose clock runs where something moved all the while: they are watched when named."""
    if glances is None or not glances.pictures():
        return error
    games = sorted({layout.game for layout in known_layouts() if layout.running is not None})
    named = " or ".join(f"--game {game}" for game in games)
    return CannotReadError(f"{error} Something moves there: if the clock of the game runs, name it: {named}.")


def _once_pieces_lie(
    capture: Capture, clock: Clock, said: Said, none: CannotReadError, stopper: Stopper | None
) -> Spot:
    """What is learned once the first pieces lie on a board of which no more is seen than its cells. Raises
    CalibrationError.
    """
    from calibration.shot import CalibrationError
    from calibration.spot import learned

    start = moved = clock.now()
    seen: Pixels | None = None
    sys.stderr.write("A board without a piece on it: waiting for the first ones to come to rest.\n")
    while _may_come(clock, start, moved, stopper):
        clock.sleep(OFTEN)
        now = capture.grab().pixels[:, :, :3].copy()
        if seen is not None and np.array_equal(now, seen):
            continue
        seen, moved = now, clock.now()
        try:
            return _at_rest(learned([now], said.game, place=said.place))
        except CalibrationError as still:
            none = still
    raise none


def _may_come(clock: Clock, start: float, moved: float, stopper: Stopper | None) -> bool:
    """Whether pieces may yet come to lie on a board that was looked at since `start`, and last `moved` then."""
    now = clock.now()
    return now - moved < COMING and now - start < LONGEST and not (stopper is not None and stopper.reason)


def _once_it_moves(
    capture: Capture, clock: Clock, said: Said, stopper: Stopper | None, grid: Grid | None = None
) -> Spot | None:
    """What is learned from what moves over a board that lies over a picture, which no single look tells, on this grid
    where that is known. None where nothing moves, or no pieces on a board.
    """
    from calibration.heaped import heaped_board
    from calibration.ruled import lined_grid
    from calibration.shot import CalibrationError, NoPieceYetError
    from calibration.spot import learned, learned_moving

    assert said.game is not None
    start, pictures, seen = clock.now(), [capture.grab().pixels[:, :, :3].copy()], 1
    moved, grid = start, grid or lined_grid(pictures[0])
    while _may_come(clock, start, moved, stopper):
        clock.sleep(OFTEN)
        now = capture.grab().pixels[:, :, :3].copy()
        if now.shape != pictures[-1].shape or np.array_equal(now, pictures[-1]):
            if len(pictures) == 1 and clock.now() - start > STILL:
                return None
            continue
        if len(pictures) == 1:
            sys.stderr.write("No board is plain to see yet: watching what moves.\n")
        pictures, seen, moved = [*pictures[1 - WATCHED :], now], seen + 1, clock.now()
        heaped = heaped_board(now) is not None
        if not heaped and len(pictures) >= (ENOUGH if grid is None else FEW):
            with suppress(NoPieceYetError):
                if (spot := learned_moving(pictures, said.game, grid, place=said.place)) is not None:
                    return _at_rest(spot)
        if heaped or seen % AGAIN == 0:  # which takes several times as long where nothing is plain
            with suppress(CalibrationError):
                return _at_rest(learned([now], said.game, place=said.place))
    return None


def _at_rest(spot: Spot) -> Spot:
    """What was learned, without what hangs in the air where pairs fall. Raises NoPieceYetError."""
    from calibration.resting import lying
    from calibration.usual import falls

    return replace(spot, draft=lying(spot.draft)) if falls(spot.told) else spot


def _over_a_picture(pictures: Sequence[Pixels], game: str, lines: Grid) -> Spot | None:
    """What is learned of a board with lines that surely lies over a picture; None where it may as well be on plain
    ground. Raises CalibrationError where nothing lies on it yet: no single look will tell either.
    """
    from calibration.shot import CalibrationError, NoPieceYetError
    from calibration.spot import learned_moving

    spot = learned_moving(pictures, game, lines, surely=True)
    try:
        return None if spot is None else _at_rest(spot)
    except NoPieceYetError as none:
        raise CalibrationError(str(none)) from None


def _learned(looks: Iterator[tuple[list[Pixels], bool]], said: Said) -> Spot:
    """What the first of these pictures teach that show all of it, or the last. Raises CalibrationError."""
    from calibration.ruled import lined_grid
    from calibration.shot import CalibrationError
    from calibration.spot import learned
    from calibration.usual import falls

    falling = falls(said.game)
    for pictures, last in looks:
        lines = lined_grid(pictures[-1]) if falling else None
        try:
            spot = _over_a_picture(pictures, said.game, lines) if said.game and lines else None
            if spot is None and falling:
                learned(pictures[-1:], said.game, sized=True, place=said.place)
            spot = _at_rest(spot or learned(pictures, said.game, sized=True, place=said.place))
        except CalibrationError:
            # Where one look at a board over which pairs fall tells nothing, watching what moves tells more than others.
            if last or falling:
                raise
            continue
        # Which way a board moves must be seen, too, before nothing more is looked for.
        if last or (spot.told is not None and spot.draft.well is not None):
            return spot
    raise AssertionError("some looks are the last")
