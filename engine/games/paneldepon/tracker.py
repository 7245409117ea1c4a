"""What the panels on a screen are doing, worked out from what they looked like before.

A screen shows colours, and capitals where panels flash; it does not show for how long they will, nor what falls because
of them. The tracker remembers when each match began, which columns fall because of one, what lay where something now
covers it, and how fast the stack rises, and keeps the board as the kernels know it, so that a search can go on from it.
"""

from __future__ import annotations

import numpy as np

from engine.games.paneldepon import words as k
from engine.games.paneldepon.packing import Words, times_array
from engine.games.paneldepon.panels import GREY
from engine.games.paneldepon.reckoning import CAPITAL, UNTOLD, WALL
from engine.games.paneldepon.settling import GARBAGE_LABEL, GREY_LABEL
from engine.games.paneldepon.slabs import Slabs
from engine.games.paneldepon.timing import COLUMNS, FRAMES_PER_SECOND, LANDING_FRAMES, ROW_PARTS, ROWS, Times
from engine.games.paneldepon.waking import Waves
from engine.moves import IllegalMove, parse_cell
from engine.position import EMPTY, UNKNOWN, BadPosition, Position

MOST_COLOURS = 8
UNKNOWN_ROW_FRAMES = 100
"""Until it was seen how fast the stack rises, it is feared to be fast."""
MEASURED_ROWS = 1 / 20
"""By so much the stack must be seen rising before its speed is told."""
MEASURED_FRAMES = 240
"""What was seen earlier counts half."""
REMEMBERED = 90
"""For so many frames a cell that cannot be told is taken to be what it was; it is left alone meanwhile."""
LATE = 30
"""A match may be seen for so many frames longer than it takes before it is taken for gone where it cannot be told."""

LANDING = LANDING_FRAMES + 3
"""For so long after it was seen in the air a column may still match because it fell."""


class Tracker:
    """A running game as far as a screen shows it; `see` in turn whatever it shows."""

    def __init__(self, times: Times, *, shows_matches: bool = True, wakes: bool = False) -> None:
        """A game whose panels take such times, on a screen that shows or does not show which of them clear; whether
        garbage `wakes`: becomes panels cell by cell, which stay where they are until the last one has come.
        """
        self.times = times_array(times)
        self._shows_matches = shows_matches
        self.cells: Words = np.zeros((ROWS + 2) * COLUMNS, dtype=np.int64)
        self.meta: Words = np.zeros(k.META, dtype=np.int64)
        self.cursor = (ROWS // 2, COLUMNS // 2 - 1)
        self.frame = 0
        self.row_frames = UNKNOWN_ROW_FRAMES
        self.shown: Words = np.zeros(k.LAST, dtype=np.int64)
        """What the screen shows of every cell, as `reckoning` writes it."""
        self._labels: dict[str, int] = {}
        self._start: float | None = None
        self._seen = np.zeros((ROWS, COLUMNS), dtype=np.int64)
        self._ends = np.zeros((ROWS, COLUMNS), dtype=np.int64)
        self._known = np.full((ROWS, COLUMNS), -REMEMBERED, dtype=np.int64)
        self._clears = np.zeros((ROWS, COLUMNS), dtype=np.int64)
        self._loose = np.zeros(COLUMNS, dtype=bool)
        self._lands = np.zeros(COLUMNS, dtype=np.int64)
        self._scroll = 1.0
        self._rose: tuple[int, float] | None = None
        self._risen = np.zeros(2)
        self._lifted = 0
        self._slabs = Slabs()
        self._waves = Waves() if wakes else None

    def see(self, position: Position, time: float) -> None:
        """The screen shows this, at a time in seconds. Raises BadPosition where it shows no board."""
        if self._start is None:
            self._start = time
        self.frame = round((time - self._start) * FRAMES_PER_SECOND)
        colours, clearing, unknown = self._read(position)
        self.shown[COLUMNS:] = np.where(unknown, UNTOLD, colours + CAPITAL * clearing).ravel()
        risen = self._has_risen(colours)
        if risen:
            self.meta[k.FED] += 1
            for memory, new in (
                (self._ends, 0),
                (self._seen, 0),
                (self._clears, 0),
                (self._known, -REMEMBERED),
            ):
                memory[1:], memory[0] = memory[:-1].copy(), new
            if self._waves is not None:
                self._waves.rise()
            self._scroll -= 1
            self._rose = self._rose and (self._rose[0], self._rose[1] - 1)
        wakes = np.zeros_like(unknown)
        if self._waves is not None:
            wakes = self._waves.see(colours, unknown, self.frame)
        if not self._shows_matches:
            clearing = self._clearing_unseen(colours, wakes)
        untold = unknown.copy()
        began = self._follow_matches(colours, clearing, unknown)
        colours = np.where(untold & (self._ends > 0), self._seen, colours)
        guessed = unknown & (self._known > self.frame - REMEMBERED)
        colours = np.where(guessed, self._seen, colours)
        unknown &= ~guessed
        self._known[~(unknown | guessed)] = self.frame
        hidden = unknown | guessed
        self._slabs.see((colours == GREY) & ~hidden, hidden, risen)
        floats = self._floating(colours) & ~wakes
        self._count_links(began)
        self._write(colours, unknown, floats, guessed | wakes)
        self._lands[floats.any(axis=0)] = self.frame + LANDING
        self._loose &= self._lands > self.frame
        self._seen = colours
        self._read_looks(position)

    @property
    def told_at(self) -> Words:
        """In which frame each cell of the board, row by row from the bottom, was told last."""
        return self._known.ravel()

    def in_motion(self) -> Words:
        """The cells with what clears as it runs on: first it flashes, then it pops panel by panel."""
        cells, board = self.cells & ~k.HELD, slice(COLUMNS, k.LAST)
        ends, clears = self._ends.ravel(), (self.shown[COLUMNS:] != 0) & (self._ends.ravel() > 0)
        for end in np.unique(ends[ends > 0]):
            match = np.flatnonzero(ends == end)
            # They pop from the top row down, each from left to right.
            order = sorted(match.tolist(), key=lambda i: (-(i // COLUMNS), i % COLUMNS))
            pops = int(self.times[k.POP])
            for index, place in enumerate(order, 1):
                left = int(end) - self.frame - pops * len(order)
                word = (
                    int(cells[board][place]) & (k.COLOUR | k.CHAINING) | index << k.INDEX_AT | len(order) << k.SIZE_AT
                )
                if left > 0:
                    word |= k.MATCHED << k.PHASE_AT | left << k.TIMER_AT
                elif clears[place]:
                    word |= k.POPPING << k.PHASE_AT | max(left + pops * index, 1) << k.TIMER_AT
                else:
                    continue
                cells[COLUMNS + place] = word
        return cells

    def raised_by_hand(self, frames: int) -> None:
        """For so many frames the stack may rise because the player raises it."""
        self._lifted = self.frame + frames
        self._rose = None

    # --- what is seen ------------------------------------------------------------------------------------------------

    def _read(self, position: Position) -> tuple[Words, np.ndarray, np.ndarray]:
        """Colours, row by row from the bottom, what flashes, and what could not be told or is a wall."""
        board = position.board
        if not 1 <= len(board) <= ROWS or any(len(line) != COLUMNS for line in board):
            raise BadPosition(f"A board of Panel de Pon has 1 to {ROWS} rows of {COLUMNS} cells.")
        shape = (ROWS, COLUMNS)
        colours, clearing = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=bool)
        unknown = np.zeros(shape, dtype=bool)
        for r, line in enumerate(reversed(board)):
            for c, label in enumerate(line):
                if label == EMPTY:
                    continue
                colour = self._colour(label)
                colours[r, c], clearing[r, c] = colour, label.isupper()
                unknown[r, c] = label == UNKNOWN or (colour == GREY and label not in (GARBAGE_LABEL, GREY_LABEL))
        return colours, clearing, unknown

    def _colour(self, label: str) -> int:
        """The number of a colour: they are counted as they come. What flashes need not have one."""
        plain = label.islower() or label.isdigit()
        if plain and label not in self._labels and len(self._labels) < MOST_COLOURS:
            self._labels[label] = len(self._labels) + 1
        return self._labels.get(label.lower(), GREY)

    def _has_risen(self, colours: Words) -> bool:
        """Whether the board looks more like the last one raised by a row than like the last one."""
        stayed = ((colours == self._seen) & (colours != 0)).sum()
        raised = ((colours[1:] == self._seen[:-1]) & (colours[1:] != 0)).sum()
        return bool(raised > stayed)

    def _read_looks(self, position: Position) -> None:
        """Cursor, scroll, and the row that comes."""
        blocks = position.blocks
        try:
            row, column = parse_cell(blocks["cursor"][0])
            self.cursor = len(position.board) - row, column
        except (KeyError, IllegalMove):
            pass
        scroll = float(blocks["scroll"][0]) if "scroll" in blocks else 0.0
        self.meta[k.DISPLACEMENT] = ROW_PARTS - round(scroll * ROW_PARTS)
        self.cells[:COLUMNS] = GREY | k.DIMMED << k.PHASE_AT
        rises = "scroll" in blocks and not self.meta[k.ACTIVE] and self.frame >= self._lifted
        self._measure_rise(scroll, rises)

    def _measure_rise(self, scroll: float, rises: bool) -> None:
        """How fast the stack rises, from one move of it to the next: after a match it may stand still for a while."""
        if rises and scroll > self._scroll:
            if self._rose is not None:
                self._risen += self.frame - self._rose[0], scroll - self._rose[1]
            self._rose = self.frame, scroll
            if self._risen[1] >= MEASURED_ROWS:
                self.row_frames = max(1, round(self._risen[0] / self._risen[1]))
            if self._risen[0] > MEASURED_FRAMES:
                self._risen /= 2
        elif not rises:
            self._rose = None
        self._scroll = scroll

    # --- what it means -----------------------------------------------------------------------------------------------

    def _follow_matches(self, colours: Words, clearing: np.ndarray, unknown: np.ndarray) -> np.ndarray:
        """Keep count of what flashes: which cells have begun to. Cells that are gone let their columns fall."""
        # Between two flashes a panel looks as it did before.
        clearing |= (self._ends > self.frame) & (colours != 0) & (colours == self._clears)
        self._clears = np.where(clearing, colours, 0)
        began: np.ndarray = clearing & (self._ends == 0)
        size = int(began.sum())
        lasts = int(self.times[k.FLASH] + self.times[k.FACE] + self.times[k.POP] * size) + 1
        hidden = (self._ends > self.frame) & (colours == 0) & (self.times[k.FACE] > 0)
        puzzling = unknown & (self._ends + LATE > self.frame) & (self._ends > 0)
        gone = (self._ends > 0) & ~(clearing | hidden | puzzling)
        self._loose |= gone.any(axis=0)
        self._known[np.logical_or.accumulate(gone, axis=0)] = -REMEMBERED
        self._lands[gone.any(axis=0)] = self.frame + LANDING
        self._ends[gone] = 0
        self._ends[began] = self.frame + lasts
        unknown &= self._ends == 0
        self.meta[k.EVENT_SIZE] = size
        return began

    def _clearing_unseen(self, colours: Words, wakes: np.ndarray) -> np.ndarray:
        """Which panels must be clearing although they look like others: those that lie three in a line, from then on
        until they are gone.
        """
        rests = (colours > 0) & (colours < GREY) & ~self._floating(colours) & (self._ends == 0) & ~wakes
        inside: np.ndarray = (self._ends + LATE > self.frame) & (self._ends > 0) & (colours == self._seen)
        for shown, marks, still in ((colours, inside, rests), (colours.T, inside.T, rests.T)):
            three = still[:, 2:] & (shown[:, 2:] == shown[:, 1:-1]) & (shown[:, 2:] == shown[:, :-2])
            three &= still[:, 1:-1] & still[:, :-2]
            for at in range(3):
                marks[:, at : at + three.shape[1]] |= three
        return inside

    def _floating(self, colours: Words) -> np.ndarray:
        """Which panels have nothing to stand on; garbage, and what cannot be told, holds itself."""
        held = (colours != 0) | (self._ends > 0)
        floats: np.ndarray = np.zeros((ROWS, COLUMNS), dtype=bool)
        stands = np.ones(COLUMNS, dtype=bool)
        for row in range(ROWS):
            stands = held[row] & (stands | (colours[row] == GREY) | (self._ends[row] > 0))
            floats[row] = (colours[row] != 0) & ~stands
        return floats

    def _count_links(self, began: np.ndarray) -> None:
        """A match of what fell because of another one continues its chain."""
        linked = bool(began[:, self._loose].any())
        chain = int(self.meta[k.CHAIN])
        if linked:
            self.meta[k.CHAIN] = chain + 1 if chain else 2
        elif not (self._ends > 0).any() and not self._loose.any():
            self.meta[k.CHAIN] = 0
        self.meta[k.EVENT_CHAIN] = self.meta[k.CHAIN] if linked else 0

    def _write(self, colours: Words, unknown: np.ndarray, floats: np.ndarray, guessed: np.ndarray) -> None:
        """The board as the kernels know it; what is only guessed cannot be taken hold of."""
        left = np.maximum(self._ends - self.frame, 1)
        clears = self._ends > 0
        chain = k.CHAINING if self.meta[k.CHAIN] else 0
        slabs = self._slabs.words
        words = np.where(colours == GREY, np.where(slabs, slabs, WALL), colours)
        words = np.where(floats, colours | k.FALLING << k.PHASE_AT | np.where(self._loose, k.CHAINING, 0), words)
        words = np.where(guessed & (colours != 0), words | k.HELD, words)
        words = np.where(unknown, WALL, words)
        held = np.maximum(colours, 1) | k.POPPED << k.PHASE_AT | left << k.TIMER_AT | chain
        self.cells[COLUMNS : (ROWS + 1) * COLUMNS] = np.where(clears, held, words).ravel()
        meta, moving = self.meta, int(clears.sum() + floats.sum())
        meta[k.CLOCK], meta[k.QUEUED], meta[k.HEIGHT] = self.frame + 2, -1, ROWS + 1
        meta[k.WAS_ACTIVE], meta[k.ACTIVE] = moving, moving
        meta[k.CHAINERS] = bool((self.cells & k.CHAINING).any())
        meta[k.PRE_STOP] = int((left * clears).max())
