"""Panel de Pon frame by frame: the readable truth about panels in motion; `kernels` does the same fast.

Every cell holds a panel, an empty one too: emptiness can be in the middle of a swap like anything else. In each frame
the swap asked for in the frame before begins, matches are looked for, and then the panels move on, row by row from
the bottom, each looking at the one below. Rows are counted from the bottom here: row 0 is the one that is still
coming up (or the floor), rows 1 to 12 are seen, above them garbage may wait.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.games.paneldepon import garbage
from engine.games.paneldepon.flashing import Event, flash_matches
from engine.games.paneldepon.panels import EMPTY, GREY, Panel, Phase
from engine.games.paneldepon.rising import raise_by_hand, rise
from engine.games.paneldepon.timing import (
    COLUMNS,
    LANDING_FRAMES,
    PANEL_SCORE,
    PANELS_TO_NEXT_SPEED,
    RISE_FRAMES,
    ROW_PARTS,
    ROWS,
    SHAKE_FRAMES,
    SWAP_FRAMES,
    Times,
)


def _half_empty_swap(pair: Sequence[Panel]) -> bool:
    """Whether a panel and a hole are just being swapped with each other."""
    return (
        len(pair) == 2
        and all(panel.phase is Phase.SWAPPING for panel in pair)
        and (pair[0].colour == EMPTY) != (pair[1].colour == EMPTY)
    )


def _passes_on(panel: Panel) -> bool:
    """Whether one must look below it to learn where a chain comes from."""
    hovers = panel.phase is Phase.HOVERING and panel.changed and panel.passes_chain and not panel.matches_once
    return panel.phase is Phase.SWAPPING or hovers


@dataclass
class Stack:
    """A board in motion; `step` moves it on by one frame."""

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

    # --- one frame -------------------------------------------------------------------------------------------------

    def step(self, swap: tuple[int, int] | None = None, lift: bool = False) -> None:
        """One frame, in which a swap (row, left column) and the raising of the stack are asked for."""
        self.event = None
        if lift and not self.lift_refused:
            self.lifting, self.lifting_begun = True, False
        rise(self)
        swapped = self.queued is not None
        if self.queued is not None:
            self._swap(*self.queued)
            self.queued = None
        flash_matches(self)
        shaken = self._update()
        self.shake = max(self.shake - 1, shaken, 0)
        if self.shake == 0:
            self.peak_shake = 0
        if swap is not None and not swapped and self.can_swap(*swap):
            self.queued = swap
        raise_by_hand(self)
        if self.chain and not any(panel.chaining and panel.colour for _, _, panel in self.panels()):
            self.chain = 0
        self.was_active = self.active
        self.active = sum(panel.active for row in self.rows[1 : ROWS + 1] for panel in row)
        while len(self.rows) > ROWS + 1 and not any(panel.colour for panel in self.rows[-1]):
            self.rows.pop()
        self.clock += 1

    def panels(self) -> Iterator[tuple[int, int, Panel]]:
        """Row, column and panel of all rows in play, from the bottom."""
        for r, row in enumerate(self.rows[1:], 1):
            for c, panel in enumerate(row):
                yield r, c, panel

    @property
    def busy(self) -> bool:
        """Whether anything moves, or a swap is about to begin."""
        return self.queued is not None or self.active > 0 or self.was_active > 0

    # --- swaps -----------------------------------------------------------------------------------------------------

    def can_swap(self, row: int, column: int) -> bool:
        """Whether the panel there may change places with the one to its right, as things stand now."""
        left, right = self.rows[row][column : column + 2]
        if left.colour == right.colour == EMPTY or not (left.swappable and right.swappable) or self.clock <= 1:
            return False
        above = self.rows[row + 1][column : column + 2] if row + 1 < len(self.rows) else []
        if any(panel.phase is Phase.HOVERING for panel in above):
            return False
        if self.one_pair and any(panel.phase is Phase.SWAPPING for _, _, panel in self.panels()):
            return False
        if EMPTY in (left.colour, right.colour):
            below = self.rows[row - 1][column : column + 2] if row > 1 else []
            if _half_empty_swap(above if row < ROWS else []) or _half_empty_swap(below):
                return False
        return True

    def _swap(self, row: int, column: int) -> None:
        """Let the swap begin."""
        pair = self.rows[row][column + 1], self.rows[row][column]
        self.rows[row][column : column + 2] = pair
        for c, panel in zip((column, column + 1), pair, strict=True):
            chaining = panel.chaining
            panel.calm()
            panel.chaining = chaining
            panel.become(Phase.SWAPPING, SWAP_FRAMES)
            below = self.rows[row - 1][c]
            if row > 1 and panel.colour and (not below.colour or below.phase is Phase.FALLING):
                panel.held = True
            if row < ROWS and not panel.colour and self.rows[row + 1][c].colour:
                panel.held = True

    # --- the panels move on ------------------------------------------------------------------------------------------

    def _update(self) -> int:
        """Move every panel on by a frame, row by row from the bottom; how long landing garbage shakes the stack."""
        shaken = 0
        for r in range(1, len(self.rows)):
            for c in range(COLUMNS):
                panel = self.rows[r][c]
                panel.changed = panel.passes_chain = panel.pulls = False
                if panel.timer > 0 and panel.phase not in (Phase.NORMAL, Phase.LANDING):
                    panel.timer -= 1
                match panel.phase:
                    case Phase.NORMAL | Phase.LANDING:
                        self._stay(panel, r, c)
                    case Phase.SWAPPING:
                        self._slide(panel, self.rows[r - 1][c])
                    case Phase.MATCHED | Phase.POPPING | Phase.POPPED:
                        self._pop(panel)
                    case Phase.HOVERING:
                        self._hover(panel, r, c)
                    case Phase.FALLING:
                        shaken = max(shaken, self._drop(panel, r, c))
                    case _:
                        pass
        return shaken

    def _stay(self, panel: Panel, r: int, c: int) -> None:
        """A panel at rest: does the one below take it along?"""
        below = self.rows[r - 1][c]
        if panel.brick:
            if not garbage.carried(self, panel, r, c):
                self._fall(panel, r, c)
            return
        if panel.colour and below.changed:
            if below.phase is Phase.HOVERING:
                self._begin_hover(panel, r, c, below.timer)
            elif not below.colour and below.pulls:
                self._fall(panel, r, c)
            elif not below.colour and below.phase is Phase.NORMAL:
                self._begin_hover(panel, r, c, self.times.hover)
            elif below.colour and below.will_hover and below.passes_chain and below.phase is Phase.SWAPPING:
                self._begin_hover(panel, r, c, self._hover_after_swaps(r - 1, c))
        if panel.phase is Phase.LANDING and not panel.changed:
            panel.timer -= 1
            if panel.timer == 0:
                panel.become(Phase.NORMAL)

    def _hover_after_swaps(self, r: int, c: int) -> int:
        """How long one hovers over panels that are swapping over a match that is gone: their swaps, then a hover."""
        wait = 0
        while r > 0 and self.rows[r][c].phase is Phase.SWAPPING:
            wait += self.rows[r][c].timer
            r -= 1
        lowest = self.rows[r][c]
        return wait + (lowest.timer if lowest.phase is Phase.HOVERING else self.times.hover)

    def _begin_hover(self, panel: Panel, r: int, c: int, timer: int) -> None:
        """Begin to hover because of what happened below."""
        below = self.rows[r - 1][c]
        panel.calm()
        if below.passes_chain:
            panel.passes_chain = panel.chaining = True
            low = r - 1
            if below.colour and not below.matches_once:
                while _passes_on(self.rows[low][c]):
                    low -= 1
            source = self.rows[low][c]
            panel.matches_once = source.passes_chain and (not source.colour or source.matches_once)
        panel.become(Phase.HOVERING, timer)

    def _slide(self, panel: Panel, below: Panel) -> None:
        """A swap goes on, or ends: in place, or hovering over a hole."""
        if panel.timer > 0:
            if below.changed and below.passes_chain:
                panel.will_hover = panel.colour != EMPTY
                panel.changed = panel.passes_chain = True
        elif panel.colour and (not below.colour or below.phase is Phase.HOVERING or panel.will_hover):
            once = bool(below.colour) and below.phase is Phase.HOVERING and below.matches_once
            panel.calm()
            panel.passes_chain, panel.matches_once = below.passes_chain, once
            panel.become(Phase.HOVERING, self.times.hover)
        else:
            panel.held = False
            panel.become(Phase.NORMAL)

    def _pop(self, panel: Panel) -> None:
        """A match flashes, pops one after the other, and vanishes in one frame; garbage turns into panels."""
        if panel.timer > 0:
            return
        if panel.phase is Phase.MATCHED and panel.brick:
            if panel.brick.y >= 0:
                panel.phase = Phase.NORMAL
                return
            panel.brick = None
            panel.calm()
            panel.chaining = panel.passes_chain = True
            panel.become(Phase.HOVERING, self.times.garbage_hover)
            return
        if panel.phase is Phase.MATCHED:
            panel.become(Phase.POPPING, panel.index * self.times.pop)
            return
        if panel.phase is Phase.POPPING:
            self.score += PANEL_SCORE
            self.cleared += 1
            if panel.index < panel.size:
                panel.become(Phase.POPPED, (panel.size - panel.index) * self.times.pop)
                return
        self.to_speedup -= 1
        panel.calm()
        panel.colour, panel.chaining, panel.passes_chain = EMPTY, False, True
        panel.become(Phase.NORMAL)

    def _hover(self, panel: Panel, r: int, c: int) -> None:
        """A panel hovers, then falls, lands, or hovers on with the one below."""
        panel.matches_once = False
        if panel.timer > 0:
            return
        below = self.rows[r - 1][c]
        if below.phase is Phase.HOVERING:
            panel.timer = below.timer
        elif below.colour:
            panel.become(Phase.LANDING, LANDING_FRAMES)
        else:
            self._fall(panel, r, c)

    def _drop(self, panel: Panel, r: int, c: int) -> int:
        """A panel falls by a row, lands, or hovers with the one below; how long garbage that lands shakes the stack."""
        below = self.rows[r - 1][c]
        if r > 1 and not garbage.carried(self, panel, r, c):
            self._fall(panel, r, c)
        elif panel.brick:
            panel.become(Phase.NORMAL)
            if panel.brick.fresh and r <= ROWS:
                cells = panel.brick.width * panel.brick.height
                panel.brick = replace(panel.brick, fresh=False)
                self.peak_shake = max(self.peak_shake, SHAKE_FRAMES[min(cells, len(SHAKE_FRAMES) - 1)])
                return self.peak_shake
        elif r > 1 and below.phase is Phase.HOVERING:
            panel.calm()
            panel.passes_chain = below.passes_chain
            panel.become(Phase.HOVERING, below.timer)
        else:
            panel.become(Phase.LANDING, LANDING_FRAMES)
        return 0

    def _fall(self, panel: Panel, r: int, c: int) -> None:
        """Change places with the empty cell below."""
        below = self.rows[r - 1][c]
        self.rows[r - 1][c], self.rows[r][c] = panel, below
        if panel.brick:
            below.pulls = below.changed = True
        if panel.phase is not Phase.FALLING:
            panel.become(Phase.FALLING)

    def topped(self) -> bool:
        """Whether the top row is reached; garbage that is still falling does not count."""
        return any(panel.dangerous for row in self.rows[ROWS:] for panel in row)
