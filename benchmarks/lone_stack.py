"""Crack Attack! played alone, as a model in steps of 20 ms: a stack that rises and slabs that its player sends himself.

The rules were taken from the program's behaviour and from its source: what clears and what wakes up stops the stack;
it rises faster by a row in 72 s every ten seconds; a run of n > 3 sends a slab n - 1 wide, a chain of n links n - 1
full rows, n greys n - 2 full rows; slabs that touch each other wake up together, cell by cell; who reaches the twelfth
row stops the stack, too, and has seven seconds, in which what clears does not count, to get below it again.
"""

from __future__ import annotations

import random
from typing import Final

from benchmarks.lone_things import COLUMNS, GREY, LABELS, Colours, Combo, Panel, Slab, Thing
from engine.position import EMPTY, UNKNOWN

STEPS_PER_SECOND: Final = 50
HEIGHT: Final = 45
SHOWN: Final = 12
"""Rows that a person sees, and from which on the stack stands still."""
PARTS: Final = 60
"""Of a row: panels fall by FALL of them in a step."""
FALL: Final = 20
SWAP, STEP, DYING, HANG = 6, 6, 90, 3
"""Steps for a swap, from one step of the cursor to the next, for what clears, and until something falls."""
FIRST_WAKES, NEXT_WAKES, ALL_WAKE = 65, 15, 50
"""Steps until the first cell of a slab shows a panel, from one to the next, and from the last until all are free."""
BRIGHT: Final = 30
"""Steps for which what clears looks as before."""
RISE: Final = 1200
SPEEDUP, SPEEDUP_EVERY = 20, 500
GRACE, GRACE_AFTER = 350, 50
"""Steps above the line until the game is lost, and at least so many after something has cleared."""
DROP: Final = (260, 340)
"""Steps until a slab falls in."""
WAITING: Final = 8
SLAB: Final = "="
RUN: Final = 3


class LoneStack:
    """One game; `press` keys and let steps pass."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.now = 0
        self.over = False
        self.rows = 0
        """That have come up."""
        self.matches = self.chained = self.sent = 0
        """Matches, those that were links of chains, and cells of slabs."""
        self.cursor = (4, 2)
        """Row from 1 at the bottom, and column of its left cell."""
        self._grid: list[list[Thing | None]] = [[None] * COLUMNS for _ in range(HEIGHT)]
        self._combos: list[Combo] = []
        self._slabs: list[tuple[int, Slab]] = []
        self._asked: dict[Panel, Combo | None] = {}
        self._risen = self._timer = 0
        self._speed = SPEEDUP
        self._stopped, self._left = False, 0
        self._keys: list[str] = []
        self._ready = 0
        self._swap: tuple[int, Panel, Panel] | None = None
        self._coming, self._waking = Colours(self.rng), Colours(self.rng)
        self._deal()
        self._new_row()

    @property
    def scroll(self) -> float:
        """The part of a row by which it has risen, 0 to 1."""
        return self._risen / PARTS

    def board(self) -> tuple[str, ...]:
        """What can be seen, from the top; UNKNOWN where something is on its way."""
        return tuple("".join(map(self._label, self._grid[row])) for row in range(SHOWN, 0, -1))

    def press(self, key: str) -> None:
        """Press `up`, `down`, `left`, `right` or `swap`; it is done when the hand is free."""
        self._keys.append(key)

    def step(self) -> None:
        """Let a step pass."""
        if self.over:
            return
        self.now += 1
        self._obey()
        self._rise()
        self._drop()
        seen: set[Thing] = set()
        for line in self._grid[1:]:
            for thing in tuple(line):
                if thing is not None and thing not in seen:
                    seen.add(thing)
                    self._pass(thing)
        asked, self._asked = self._asked, {}
        for panel, combo in asked.items():
            if panel.state == "still":
                self._match(panel, panel.combo or combo)
        self._settle_accounts()

    # --- what comes ----------------------------------------------------------------------------------------------

    def _deal(self) -> None:
        short = self.rng.randrange(COLUMNS)
        for column in range(COLUMNS):
            for row in range(1, (2 if column == short else 7) + self.rng.randrange(2)):
                near = [self._grid[row - 1][column], self._grid[row][column - 1] if column else None]
                barred = {thing.label for thing in near if isinstance(thing, Panel)}
                label = self.rng.choice([label for label in LABELS if label not in barred])
                self._grid[row][column] = Panel(column, row, label)

    def _new_row(self) -> None:
        grey = self.rng.randrange(COLUMNS) if self.rng.randrange(3) else -1
        for column in range(COLUMNS):
            self._grid[0][column] = Panel(column, 0, self._coming.next(column, grey=column == grey))

    def _rise(self) -> None:
        if self.now % SPEEDUP_EVERY == 0:
            self._speed += SPEEDUP
        high = self._top(new=False) >= SHOWN
        if any(thing is not None and thing.state in ("dies", "wakes") for line in self._grid[1:] for thing in line):
            if self._stopped:
                self._left, self._stopped = max(self._left, GRACE_AFTER), high
            return
        if self._stopped and high:
            self._left -= 1
            self.over = self._left == 0
            return
        if not self._stopped and high:
            self._left = GRACE
        self._stopped = high
        self._timer += self._speed
        while self._timer >= RISE:
            self._timer -= RISE
            self._risen += 1
            if self._risen == PARTS:
                self._risen = 0
                self._shift()

    def _shift(self) -> None:
        self._grid = [[None] * COLUMNS, *self._grid[:-1]]
        for thing in {thing for line in self._grid for thing in line if thing is not None}:
            thing.row += 1
        self.cursor = min(self.cursor[0] + 1, SHOWN), self.cursor[1]
        self.rows += 1
        combo = self._new_combo()
        for panel in self._grid[1]:
            assert isinstance(panel, Panel)
            self._asked[panel] = combo
        self._new_row()

    def _send(self, width: int, height: int = 1, *, grey: bool = False) -> None:
        if len(self._slabs) < WAITING:
            self.sent += width * height
            slab = Slab(self.rng.randrange(COLUMNS + 1 - width), 0, width, height, grey, "falls", new=True)
            self._slabs.append((self.now + self.rng.randint(*DROP), slab))

    def _drop(self) -> None:
        for due, slab in tuple(self._slabs):
            slab.row = max(self._top(new=True), SHOWN + 1) + 1
            if due < self.now and slab.row + slab.height < HEIGHT - 1:
                self._slabs.remove((due, slab))
                self._place(slab, slab)

    # --- what moves ----------------------------------------------------------------------------------------------

    def _pass(self, thing: Thing) -> None:
        """Let a step pass for one panel or slab."""
        if thing.state == "still":
            if self._hangs(thing):
                self._let_fall(thing, None)
        elif thing.state == "wakes":
            if thing.alarm != self.now:
                return
            thing.state = "still"
            if self._hangs(thing):
                self._let_fall(thing, thing.combo, at_once=True)
            elif isinstance(thing, Panel):
                self._asked[thing] = thing.combo
        elif isinstance(thing, Panel) and thing.state == "dies":
            thing.alarm -= 1
            if thing.alarm == 0:
                self._grid[thing.row][thing.column] = None
                self._let_fall(self._grid[thing.row + 1][thing.column], thing.combo)
                self._involve(thing, None)
        if thing.state == "falls" and thing.alarm <= self.now:
            self._fall(thing)

    def _fall(self, thing: Thing) -> None:
        if thing.above == 0:
            if not self._hangs(thing):
                thing.state = "still"
                if isinstance(thing, Panel):
                    self._asked[thing] = thing.combo
                else:
                    thing.new, thing.combo = False, None
                return
            self._place(thing, None)
            thing.row -= 1
            self._place(thing, thing)
            thing.above = PARTS
        thing.above -= FALL

    def _let_fall(self, thing: Thing | None, combo: Combo | None, *, at_once: bool = False) -> None:
        """It falls because of a combo, or by itself, and with it what lies on it."""
        if thing is None or thing.state != "still":
            return
        if isinstance(thing, Slab) and any(
            below is not None and below.state != "falls"
            for below in self._grid[thing.row - 1][thing.column : thing.column + thing.width]
        ):
            return
        thing.state, thing.above, thing.alarm = "falls", 0, self.now + (0 if at_once else HANG)
        if isinstance(thing, Panel):
            if combo is not None:
                self._involve(thing, combo)
            above = [self._grid[thing.row + 1][thing.column]]
        else:
            thing.combo = combo
            above = self._grid[thing.row + thing.height][thing.column : thing.column + thing.width]
        for one in above:
            self._let_fall(one, thing.combo, at_once=at_once)

    def _hangs(self, thing: Thing) -> bool:
        """Whether nothing lies below it."""
        width = thing.width if isinstance(thing, Slab) else 1
        below = self._grid[thing.row - 1][thing.column : thing.column + width]
        return thing.row > 1 and all(one is None for one in below)

    def _place(self, thing: Thing, what: Thing | None) -> None:
        cells = thing.cells() if isinstance(thing, Slab) else [(thing.row, thing.column)]
        for row, column in cells:
            self._grid[row][column] = what

    def _top(self, *, new: bool) -> int:
        """The highest row in which anything lies; with `new` also slabs that are falling in."""
        for row in range(HEIGHT - 1, 0, -1):
            if any(one is not None and (new or not (isinstance(one, Slab) and one.new)) for one in self._grid[row]):
                return row
        return 0

    # --- matches -------------------------------------------------------------------------------------------------

    def _match(self, panel: Panel, combo: Combo | None) -> None:
        """Clear the runs of a panel that has come to rest."""
        runs = [run for run in (self._run(panel, 0, 1), self._run(panel, 1, 0)) if len(run) >= RUN]
        if not runs:
            if panel.combo is combo:
                self._involve(panel, None)
            return
        combo = combo or self._new_combo()
        cells = {one for run in runs for one in run}
        touched: set[Slab] = set()
        for one in cells:
            one.state, one.alarm = "dies", DYING
            self._involve(one, combo)
            touched |= {slab for slab in self._slabs_at(one.row, one.column) if slab.state == "still"}
        self._wake(touched, combo)
        linked = combo.born != self.now
        combo.links += linked
        self.matches, self.chained = self.matches + 1, self.chained + linked
        if panel.label == GREY:
            combo.greys += len(cells)
        else:
            combo.cells += len(cells)

    def _run(self, panel: Panel, up: int, right: int) -> list[Panel]:
        run = [panel]
        for way in (-1, 1):
            row, column = panel.row + way * up, panel.column + way * right
            while 1 <= row < HEIGHT and 0 <= column < COLUMNS:
                one = self._grid[row][column]
                if not (isinstance(one, Panel) and one.state == "still" and one.label == panel.label):
                    break
                run.append(one)
                row, column = row + way * up, column + way * right
        return run

    def _slabs_at(self, row: int, column: int) -> set[Slab]:
        """The slabs beside a cell."""
        near = ((row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column))
        things = (self._grid[r][c] for r, c in near if 1 <= r < HEIGHT and 0 <= c < COLUMNS)
        return {thing for thing in things if isinstance(thing, Slab)}

    def _wake(self, touched: set[Slab], combo: Combo) -> None:
        """Slabs become panels, with all of the same kind that touch them."""
        found, todo = set(touched), list(touched)
        while todo:
            slab = todo.pop()
            near = {one for cell in slab.cells() for one in self._slabs_at(*cell)} - found
            fresh = {one for one in near if one.state == "still" and one.grey == slab.grey}
            found |= fresh
            todo += fresh
        cells = sorted((row, column, id(slab), slab) for slab in found for row, column in slab.cells())
        awake = self.now + FIRST_WAKES + ALL_WAKE + NEXT_WAKES * (len(cells) - 1)
        stays: dict[int, Slab] = {}
        for number, (row, column, _, slab) in enumerate(cells):
            inner = slab.width == COLUMNS and (row - slab.row) % 2 == 1
            if inner and column == 0 and self.rng.randrange(2):  # every second row may stay a slab
                stays[row] = Slab(0, row, COLUMNS, 1, slab.grey, "wakes", awake, combo=combo)
            if inner and row in stays:
                self._grid[row][column] = stays[row]
                continue
            panel = Panel(column, row, self._waking.next(column), "wakes", awake)
            panel.shows = self.now + FIRST_WAKES + NEXT_WAKES * number
            self._grid[row][column] = panel
            self._involve(panel, combo)

    def _settle_accounts(self) -> None:
        """Send what the matches of this step and the chains that are over send."""
        for combo in tuple(self._combos):
            for _ in range(combo.greys - RUN + 1):
                self._send(COLUMNS, grey=True)
            if RUN < combo.cells <= COLUMNS:
                self._send(combo.cells - 1)
            elif combo.cells > COLUMNS:
                self._send(min(combo.cells - combo.cells // 2, COLUMNS))
                self._send(min(combo.cells // 2, COLUMNS))
            combo.cells = combo.greys = 0
            if combo.involved == 0:
                self._combos.remove(combo)
                if combo.links > 1:
                    self._send(COLUMNS, combo.links - 1)

    def _new_combo(self) -> Combo:
        self._combos.append(Combo(self.now))
        return self._combos[-1]

    @staticmethod
    def _involve(panel: Panel, combo: Combo | None) -> None:
        if panel.combo is not None:
            panel.combo.involved -= 1
        panel.combo = combo
        if combo is not None:
            combo.involved += 1

    # --- hands ---------------------------------------------------------------------------------------------------

    def _obey(self) -> None:
        """End a swap, and do what the next key asks for."""
        if self._swap is not None:
            due, left, right = self._swap
            if due == self.now:
                self._end_swap(left, right)
            return
        if self.now < self._ready or not self._keys:
            return
        key = self._keys.pop(0)
        if key == "swap":
            self._begin_swap()
            return
        up, aside = {"up": (1, 0), "down": (-1, 0), "left": (0, -1), "right": (0, 1)}[key]
        row, column = self.cursor[0] + up, self.cursor[1] + aside
        if 1 <= row <= SHOWN and 0 <= column < COLUMNS - 1:
            self.cursor, self._ready = (row, column), self.now + STEP

    def _begin_swap(self) -> None:
        row, column = self.cursor
        pair = [self._taken_hold_of(row, column), self._taken_hold_of(row, column + 1)]
        left, right = pair
        if left is None or right is None or left.label == right.label == EMPTY:
            return
        for panel in (left, right):
            panel.state = "swaps"
            self._place(panel, panel)
        self._swap = self.now + SWAP, left, right

    def _taken_hold_of(self, row: int, column: int) -> Panel | None:
        """The panel there, or what keeps the place free; None where it cannot be swapped."""
        thing, below, above = (self._grid[row + up][column] for up in (0, -1, 1))
        if thing is not None:
            return thing if isinstance(thing, Panel) and thing.state == "still" else None
        hangs = above is not None and above.state == "falls" and above.alarm > self.now
        if hangs or (row > 1 and below is not None and below.state == "falls"):
            return None
        return Panel(column, row, EMPTY)

    def _end_swap(self, left: Panel, right: Panel) -> None:
        self._swap = None
        left.column, right.column = right.column, left.column
        both = EMPTY not in (left.label, right.label)
        combo = self._new_combo() if both else None
        for panel in (left, right):
            panel.state = "still"
            self._place(panel, panel if panel.label != EMPTY else None)
            if panel.label != EMPTY:
                self._asked[panel] = combo

    def _label(self, thing: Thing | None) -> str:
        if thing is None:
            return EMPTY
        if isinstance(thing, Slab):
            return SLAB if thing.above == 0 else UNKNOWN
        if thing.state == "wakes":
            return thing.label if thing.shows <= self.now else SLAB
        if thing.state == "swaps" or thing.above or (thing.state == "dies" and thing.alarm <= DYING - BRIGHT):
            return UNKNOWN
        return thing.label
