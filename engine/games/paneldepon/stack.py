"""A board of Panel de Pon in motion, as plain data: where every panel is, and what the next frame must know besides.

Every cell holds a panel, an empty one too: emptiness can be in the middle of a swap like anything else. Rows are
counted from the bottom here: row 0 is the one that is still coming up (or the floor), rows 1 to 12 are seen, above them
garbage may wait.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.games.paneldepon.panels import EMPTY, GREY, Panel, Phase
from engine.games.paneldepon.timing import COLUMNS, PANELS_TO_NEXT_SPEED, RISE_FRAMES, ROW_PARTS, ROWS, Times


@dataclass(frozen=True, slots=True)
class Event:
    """What happened in a frame: a match of `size` panels, link `chain` of a chain (0: none), touching garbage."""

    size: int
    chain: int
    garbage: int


@dataclass
class Stack:
    """A board in motion; `frames.step` moves it on by one frame."""

    times: Times
    rows: list[list[Panel]]
    """Row 0 is the floor or the incoming row; row 1 is the lowest that is played."""
    one_pair: bool = False
    """Only one pair may be swapping at a time."""
    rising: bool = False
    feed: Sequence[Sequence[int]] = ((GREY,) * COLUMNS,)
    """The colours of the rows that come up, over and over."""
    greys: Sequence[Sequence[int]] = ((GREY,) * COLUMNS,)
    """The colours of the rows that garbage turns into, over and over."""
    queued: tuple[int, int] | None = None
    """The swap that begins in the next frame: row and left column."""
    clock: int = 0
    score: int = 0
    chain: int = 0
    cleared: int = 0
    stop: int = 0
    pre_stop: int = 0
    shake: int = 0
    peak_shake: int = 0
    active: int = 0
    was_active: int = 0
    displacement: int = ROW_PARTS
    speed: int = 1
    rise_timer: int = RISE_FRAMES[0]
    """Sixteenths of a frame until the stack rises by a part."""
    to_speedup: int = PANELS_TO_NEXT_SPEED[0]
    health: int = 1
    max_health: int = 1
    locked: bool = False
    lifting: bool = False
    lifting_begun: bool = False
    lift_refused: bool = False
    lifted: bool = False
    fed: int = 0
    greyed: int = 0
    bricks: int = 0
    over: bool = False
    event: Event | None = field(default=None, compare=False)

    @classmethod
    def of(cls, board: Sequence[Sequence[int]], times: Times, **more: object) -> Stack:
        """A board at rest, its rows of colours from the bottom; everything on it may match in the first frame."""
        rows = [[Panel(GREY, Phase.DIMMED) for _ in range(COLUMNS)]]
        for r in range(ROWS):
            colours = board[r] if r < len(board) else (EMPTY,) * COLUMNS
            rows.append([Panel(colour, changed=True) for colour in colours])
        return cls(times, rows, **more)  # type: ignore[arg-type]

    def panels(self) -> Iterator[tuple[int, int, Panel]]:
        """Row, column and panel of all rows in play, from the bottom."""
        for r, row in enumerate(self.rows[1:], 1):
            for c, panel in enumerate(row):
                yield r, c, panel

    @property
    def busy(self) -> bool:
        """Whether anything moves, or a swap is about to begin."""
        return self.queued is not None or self.active > 0 or self.was_active > 0

    def topped(self) -> bool:
        """Whether the top row is reached; garbage that is still falling does not count."""
        return any(panel.dangerous for row in self.rows[ROWS:] for panel in row)
