"""Which board of Panel de Pon lies behind what a screen shows: the rules run on and are held against every look.

A screen shows neither how long panels flash and hover, nor in which frame a key that is on its way swaps them, and what
is covered it does not show at all. So several boards are kept that may be the true one; between two looks frames pass
over each, with the next swap that hands were asked for in any of these frames or not yet, and those that look like the
screen stay. Where none does for longer than a look that comes late, the board is taken from the screen alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from engine.games.paneldepon import words as k
from engine.games.paneldepon.linking import CELLS
from engine.games.paneldepon.packing import Words
from engine.games.paneldepon.reckoning import WALL, differences, pass_frames, raise_row
from engine.games.paneldepon.timing import COLUMNS
from engine.games.paneldepon.tracker import REMEMBERED, Tracker
from engine.position import Position

MOST: Final = 12
"""Boards that are kept."""
WORSE: Final = 1.5
"""A board is dropped that differs by so many cells more than the best."""
FADES: Final = 0.8
"""Part of what a board differed by that still counts a frame later."""
UNTOLD_COSTS: Final = 0.1
"""A cell that could not be told, though nothing happens to it, counts so much of one that is wrong."""
FAR: Final = 3.0
"""Cells that differ, earlier frames counting less, from which no board is the true one…"""
NEVER: Final = 8
"""… when the best has differed in so many frames running…"""
TOO_LONG: Final = 20
"""… or in so many, however little it differs; each time half as many, for the program has its own times…"""
REGAINED: Final = 300
"""… until the screen has shown for so many frames what was reckoned."""
BRIEF: Final = 3
"""Frames between two looks in which no more than one swap is made."""
EARLY_LATE: Final = range(-3, 7)
"""Frames by which hands may begin earlier or later than was reckoned."""
LONGEST: Final = 90
"""Frames after which a screen that was not seen is looked at afresh."""
_GREYS: Final = np.full((1, COLUMNS), k.GREY, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Board:
    """A board that may be the true one."""

    cells: Words
    meta: Words
    done: int = 0
    """How many of the swaps that were asked for have been made on it."""
    apart: float = 0.0
    """By how many cells it lately differed from what was shown, earlier frames counting less."""
    wrong: int = 0
    """For how many frames running it has differed."""
    slabs: bool = False
    """Whether that was garbage, of which nobody knows when it comes."""
    matches: int = 0
    """That began on it since it was taken from the screen…"""
    event: tuple[int, int] = (0, 0)
    """… and of the last the size, and the link of a chain that it is."""

    def after(self, times: Words, frames: int, swaps: Sequence[tuple[int, int]] = ()) -> Board:
        """The board so many frames later, with swaps asked for in them: each the number of a frame, and a place."""
        cells, meta = self.cells.copy(), self.meta.copy()
        began = pass_frames(cells, meta, times, _GREYS, frames, np.array(swaps, dtype=np.int64).reshape(-1, 2))
        event = (int(meta[k.EVENT_SIZE]), int(meta[k.EVENT_CHAIN])) if began else self.event
        done = self.done + len(swaps)
        return replace(self, cells=cells, meta=meta, done=done, matches=self.matches + began, event=event)

    def same(self, other: Board) -> bool:
        """Whether both are the same board."""
        return bool(self.meta[k.QUEUED] == other.meta[k.QUEUED] and (self.cells == other.cells).all())


class Belief:
    """A running game as far as it is known: a tracker reads each look, and this says what must lie behind it."""

    def __init__(self, tracker: Tracker) -> None:
        self.tracker = tracker
        self.times = tracker.times
        self._boards: list[Board] = []
        self._swaps: tuple[int, ...] = ()
        self._due: tuple[float, ...] = ()
        self._reported = 0
        self._trust = 1.0
        """How far the rules are trusted against what is seen."""
        self.cells: Words = tracker.cells
        self.meta: Words = tracker.meta
        self.lost = 0
        """How often the board was taken from the screen alone."""

    @property
    def cursor(self) -> tuple[int, int]:
        """Row from 1 at the bottom, and column of its left cell."""
        return self.tracker.cursor

    @property
    def frame(self) -> int:
        """Frames since the game was first seen."""
        return self.tracker.frame

    @property
    def row_frames(self) -> int:
        """In how many frames the stack rises by a row."""
        return self.tracker.row_frames

    def ask(self, swaps: Sequence[int], due: Sequence[float]) -> None:
        """Hands were asked for swaps at these places, which should be made in frames `due`, counted from now; what was
        asked for before has been made or never will be.
        """
        self._boards = [replace(board, done=0) for board in self._boards]
        self._swaps, self._due = tuple(swaps), tuple(self.frame + frames for frames in due)

    def see(self, position: Position, time: float) -> None:
        """The screen shows this, at a time in seconds. Raises BadPosition where it shows no board."""
        tracker, before, fed = self.tracker, self.tracker.frame, int(self.tracker.meta[k.FED])
        tracker.see(position, time)
        frames, risen = tracker.frame - before, int(tracker.meta[k.FED]) > fed
        if risen:
            self._swaps = tuple(place + COLUMNS for place in self._swaps)
            for board in self._boards:
                raise_row(board.cells, board.meta, tracker.shown)
        if not self._boards or frames > LONGEST:
            self._take()
        else:
            self._judge(self._later(frames) if frames else self._boards, frames)
        self._tell()

    def _take(self) -> None:
        """Begin again with a board taken from the screen alone."""
        cells = np.zeros(CELLS, dtype=np.int64)
        cells[: len(self.tracker.cells)] = self.tracker.in_motion()
        meta = self.tracker.meta.copy()
        event = int(meta[k.EVENT_SIZE]), int(meta[k.EVENT_CHAIN])
        self._boards, self._reported = [Board(cells, meta, matches=int(event[0] > 0), event=event)], 0
        self.lost += 1

    def _later(self, frames: int) -> list[Board]:
        """All boards that these may have become."""
        later: list[Board] = []
        for board in self._boards:
            still = board.after(self.times, frames)
            later.append(still)
            if board.wrong:
                # The clock of the game, or ours, may have been read a frame early or late.
                later += [board.after(self.times, frames - 1), board.after(self.times, frames + 1)]
            swapped = (board.after(self.times, frames, swaps) for swaps in self._made(board, frames))
            later += [one for one in swapped if not one.same(still)]
        return later

    def _made(self, board: Board, frames: int) -> Iterator[tuple[tuple[int, int], ...]]:
        """The swaps that hands may have made on a board in the last so many frames."""
        left = self._swaps[board.done :]
        if not left:
            return
        if frames <= BRIEF:
            yield from (((at, left[0]),) for at in range(frames))
            return
        # Hands that were busy for so long have kept their pace; when they began is less sure.
        due = [frame - (self.frame - frames) for frame in self._due[board.done :]]
        known = set()
        for aside in EARLY_LATE:
            at = [round(frame - min(due[0], 0) + aside) for frame in due]
            made = tuple((max(frame, 0), place) for frame, place in zip(at, left, strict=True) if frame < frames)
            known.add(made)
        yield from sorted(known - {()})

    def _judge(self, boards: Sequence[Board], frames: int) -> None:
        """Keep the likeliest boards, each only once; without any that looks like the screen begin again."""
        known: dict[bytes, Board] = {}
        found = [differences(board.cells, self.tracker.shown) for board in boards]
        least = min(untold for _, _, untold in found)
        weight = 1 - FADES ** max(frames, 1)
        for board, (wrong, slabs, untold) in zip(boards, found, strict=True):
            differ = wrong + UNTOLD_COSTS * (untold - least)
            judged = replace(
                board,
                apart=board.apart * FADES**frames + differ * weight,
                wrong=board.wrong + frames if wrong else 0,
                slabs=slabs > 0,
            )
            key = board.cells.tobytes() + bytes((board.done, board.meta[k.QUEUED] & 255))
            if key not in known or known[key].apart > judged.apart:
                known[key] = judged
        best = min(known.values(), key=lambda board: board.apart)
        near = [board for board in known.values() if board.apart <= best.apart + WORSE]
        self._boards = sorted(near, key=lambda board: board.apart)[:MOST]
        if not best.wrong:
            self._trust = min(1.0, self._trust + frames / REGAINED)
        elif best.wrong > self._trust * (NEVER if best.apart > FAR else TOO_LONG):
            if not best.slabs:
                self._trust /= 2
            self._take()

    def _tell(self) -> None:
        """Say what the likeliest board is; what has not been seen for long is not known any more."""
        best, tracker = self._boards[0], self.tracker
        self.cells, self.meta = best.cells.copy(), best.meta.copy()
        forgotten = (tracker.frame - tracker.told_at > REMEMBERED) & (self.cells[COLUMNS : k.LAST] & k.PHASE == 0)
        self.cells[COLUMNS : k.LAST][forgotten] = WALL
        for name in (k.DISPLACEMENT, k.FED):
            self.meta[name] = tracker.meta[name]
        new = best.matches > self._reported
        self.meta[k.EVENT_SIZE], self.meta[k.EVENT_CHAIN] = best.event if new else (0, 0)
        self._reported = max(self._reported, best.matches)
