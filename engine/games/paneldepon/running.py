"""A running game of Panel de Pon: the stack rises, rows come, the hands move a cursor, and frames pass.

One player's game is a `Running`. Endless play has no end but the top; a time trial has `seconds`; in a versus game two
of them send each other garbage (`versus`). Physics are those of `kernels`, frame by frame.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.games.paneldepon import turning
from engine.games.paneldepon import words as k
from engine.games.paneldepon.packing import Words, pack, times_array
from engine.games.paneldepon.panels import GREY, Panel, Phase
from engine.games.paneldepon.settling import GARBAGE_LABEL, GREY_LABEL
from engine.games.paneldepon.stack import Event, Stack
from engine.games.paneldepon.timing import (
    COLUMNS,
    DROP_COLUMNS,
    FRAMES_PER_SECOND,
    PANELS_TO_NEXT_SPEED,
    PRESETS,
    RISE_FRAMES,
    ROW_PARTS,
    ROWS,
    TOP_SPEED,
    combo_garbage,
)
from engine.position import EMPTY, Position

LABELS = "abcdefgh"
"""The labels of colour 1, 2, 3 …"""
COLOURS = 6
"""In a time trial, and in endless play above the easiest preset."""
START_PANELS = 30
TRANSIT_FRAMES = 45
"""How long garbage is on its way to the other player."""
STEPS = {"up": (1, 0), "down": (-1, 0), "left": (0, -1), "right": (0, 1)}
"""What a step of the cursor adds to its row, counted from the bottom, and its column."""
_FED_ROWS = 1024


@dataclass(frozen=True, slots=True)
class Keys:
    """What the hands do in one frame."""

    step: str = ""
    """A step of the cursor: up, down, left, right, or none."""
    swap: bool = False
    lift: bool = False
    """The key that raises the stack is down."""


@dataclass(frozen=True, slots=True)
class Attack:
    """A piece of garbage that is sent to the other player."""

    width: int
    height: int


NOTHING = Keys()
Happening = Event | Attack


@dataclass
class Running:
    """One player's game; `step` lets a frame pass."""

    cells: Words
    """The panels, as words of `kernels`, row by row from the bottom, row 0 being the one that comes up."""
    meta: Words
    """What belongs to the whole stack, at the places that `kernels` names."""
    times: Words
    feed: Words
    """The rows that come up, over and over."""
    greys: Words
    """The rows that garbage turns into, over and over."""
    cursor: tuple[int, int] = (6, 2)
    """Row, counted from 1 at the bottom, and column of its left cell; it rises with the stack."""
    seconds: float | None = None
    """How long a time trial lasts; None: until the stack reaches the top."""
    frame: int = 0
    awaited: deque[tuple[int, Attack]] = field(default_factory=deque)
    """Garbage of the other player: the frame in which it may fall in, and its size."""
    drops: list[int] = field(default_factory=lambda: [0] * (COLUMNS + 1))
    """How many pieces of width 0, 1, 2 … fell in so far: they take turns with the columns."""

    @classmethod
    def start(
        cls,
        seed: int,
        *,
        preset: str = "normal",
        colours: int = COLOURS,
        speed: int = 1,
        seconds: float | None = None,
        one_pair: bool = False,
    ) -> Running:
        """A new game; the same seed gives the same panels. `speed` is 1 to 99, as in the game's menu."""
        if not (3 <= colours <= len(LABELS) and 1 <= speed <= TOP_SPEED):
            raise ValueError(f"3 to {len(LABELS)} colours and speeds 1 to {TOP_SPEED}, not {colours} and {speed}.")
        rng = np.random.default_rng(seed)
        rows = _rows(rng, colours, _FED_ROWS)
        height = 1 + -(-START_PANELS // COLUMNS) + 1
        heights = [height] * COLUMNS
        while sum(heights) > START_PANELS:
            column = int(rng.integers(COLUMNS))
            heights[column] -= heights[column] > 2
        board = [[rows[height - 1 - r][c] if r < heights[c] else 0 for c in range(COLUMNS)] for r in range(height)]
        stack = Stack.of(board, PRESETS[preset], rising=True, one_pair=one_pair, speed=speed)
        stack.rows[0] = [Panel(colour, Phase.DIMMED) for colour in rows[height]]
        stack.rise_timer, stack.to_speedup = (
            RISE_FRAMES[min(speed, len(RISE_FRAMES)) - 1],
            PANELS_TO_NEXT_SPEED[speed - 1],
        )
        cells, meta = pack(stack)
        feed = np.array(rows[height + 1 :], dtype=np.int64)
        greys = np.array(_rows(rng, colours, _FED_ROWS), dtype=np.int64)
        return cls(cells, meta, times_array(stack.times), feed, greys, seconds=seconds)

    def copy(self) -> Running:
        """The same game, to be played on by itself."""
        return Running(
            self.cells.copy(), self.meta.copy(), self.times, self.feed, self.greys, self.cursor, self.seconds,
            self.frame, deque(self.awaited), list(self.drops),
        )  # fmt: skip

    def step(self, keys: Keys = NOTHING) -> tuple[Happening, ...]:
        """Let a frame pass in which these keys are down; the match that began in it and the garbage that it sends. When
        the game is over nothing happens any more.
        """
        if self.over:
            return ()
        if keys.step:
            up, right = STEPS[keys.step]
            row, column = self.cursor[0] + up, self.cursor[1] + right
            if 1 <= row <= ROWS and 0 <= column < COLUMNS - 1:
                self.cursor = row, column
        chain, fed = int(self.meta[k.CHAIN]), int(self.meta[k.FED])
        place = self.cursor[0] * COLUMNS + self.cursor[1] if keys.swap else -1
        turning.turn(self.cells, self.meta, self.times, self.feed, self.greys, place, keys.lift)
        if self.meta[k.FED] != fed:
            self.cursor = min(self.cursor[0] + 1, ROWS), self.cursor[1]
        self.frame += 1
        self._let_fall_in()
        return tuple(self._happened(chain))

    def _happened(self, chain: int) -> Iterable[Happening]:
        """The match of the last frame, and what it and a chain that is over send."""
        event = self.event
        if event:
            yield event
            yield from (Attack(width, 1) for width in combo_garbage(event.size))
        if chain > 1 and self.meta[k.CHAIN] == 0:
            yield Attack(COLUMNS, chain - 1)

    @property
    def event(self) -> Event | None:
        """The match that began in the last frame, if one did."""
        size = int(self.meta[k.EVENT_SIZE])
        return Event(size, int(self.meta[k.EVENT_CHAIN]), int(self.meta[k.EVENT_GARBAGE])) if size else None

    # --- how the game stands -----------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the stack has reached the top, or the time is up."""
        return self.topped_out or (self.seconds is not None and self.frame >= self.seconds * FRAMES_PER_SECOND)

    @property
    def topped_out(self) -> bool:
        """Whether the stack has reached the top."""
        return bool(self.meta[k.OVER])

    @property
    def score(self) -> int:
        """Points so far: for panels, combos, chains and rows raised by hand."""
        return int(self.meta[k.SCORE])

    @property
    def chain(self) -> int:
        """The link at which the chain stands; 0 where there is none."""
        return int(self.meta[k.CHAIN])

    @property
    def row_frames(self) -> int:
        """In how many frames the stack rises by a row."""
        return RISE_FRAMES[min(int(self.meta[k.SPEED]), len(RISE_FRAMES)) - 1]

    @property
    def scroll(self) -> float:
        """The part of a row by which the stack has risen, 0 to 1."""
        return min(1.0, (ROW_PARTS - int(self.meta[k.DISPLACEMENT])) / ROW_PARTS)

    def position(self, other: Running | None = None) -> Position:
        """What can be seen: the board with capitals where panels flash, the cursor, the scroll, the row that comes, and
        the other player's board.
        """
        board = self._seen()
        row, column = self.cursor
        blocks = {
            "board": board,
            "cursor": (f"{ROWS - row},{column}",),
            "scroll": (f"{self.scroll:.4f}",),
            "incoming": ("".join(_label(int(w) & ~k.PHASE) for w in self.cells[:COLUMNS]),),
        }
        if other is not None:
            blocks["board2"] = other._seen()
        return Position(blocks)

    def _seen(self) -> tuple[str, ...]:
        """The rows on the screen, from the top."""
        labels = [_label(int(w)) for w in self.cells[: (ROWS + 1) * COLUMNS]]
        return tuple("".join(labels[r * COLUMNS : (r + 1) * COLUMNS]) for r in range(ROWS, 0, -1))

    # --- garbage -----------------------------------------------------------------------------------------------------

    def receive(self, attacks: Iterable[Attack]) -> None:
        """Garbage of the other player is on its way."""
        self.awaited.extend((self.frame + TRANSIT_FRAMES, attack) for attack in attacks)

    def _let_fall_in(self) -> None:
        """The next piece falls in as soon as its time has come and there is room."""
        if not self.awaited:
            return
        due, attack = self.awaited[0]
        if due > self.frame or not turning.can_drop(self.cells, self.meta, attack.height):
            return
        self.awaited.popleft()
        turns = DROP_COLUMNS[attack.width]
        column = turns[self.drops[attack.width] % len(turns)]
        self.drops[attack.width] += 1
        turning.drop(self.cells, self.meta, column, attack.width, min(attack.height, ROWS))


def versus(players: Sequence[Running], keys: Sequence[Keys]) -> tuple[tuple[Happening, ...], ...]:
    """Let a frame pass in a game of two: what one sends goes to the other."""
    happened = tuple(player.step(pressed) for player, pressed in zip(players, keys, strict=True))
    for player, other in zip(players, reversed(happened), strict=True):
        player.receive(one for one in other if isinstance(one, Attack))
    return happened


def _rows(rng: np.random.Generator, colours: int, count: int) -> list[list[int]]:
    """Random rows in which no panel lies on one of its colour, and no three are in a line."""
    rows: list[list[int]] = [[0] * COLUMNS]
    for _ in range(count):
        row: list[int] = []
        for column in range(COLUMNS):
            barred = {rows[-1][column]} | (set(row[-2:]) if row[-2:] == row[-1:] * 2 else set())
            free = [colour for colour in range(1, colours + 1) if colour not in barred]
            row.append(free[int(rng.integers(len(free)))])
        rows.append(row)
    return rows[1:]


def _label(w: int) -> str:
    """How a cell looks."""
    colour, phase = w & k.COLOUR, (w & k.PHASE) >> k.PHASE_AT
    if w & k.GARBAGE:
        return GARBAGE_LABEL
    if colour == 0 or phase == Phase.POPPED:
        return EMPTY
    label = GREY_LABEL if colour == GREY else LABELS[colour - 1]
    return label.upper() if phase in (Phase.MATCHED, Phase.POPPING) else label
