"""Playing a game whose clock does not wait: its player is asked at every look, and its moves are made at once.

What cannot be told stays unknown, and the player leaves it alone. The cursor is trusted where it is seen, or shortly
after where the last keys must have brought it; while keys are on their way nothing new is pressed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.action import Action
from bot.approach import CURSOR, Walks
from bot.control import Control
from bot.errors import UsageError
from bot.layout import Hands
from bot.manners import Manners
from bot.pilot import Tally
from bot.reading import Reading, Sight
from bot.step import Act, Ending, Look, Step, Stop
from engine.api import BadPosition, Game, Move, Outcome, Plan, load_game
from engine.moves import Cell, Steered, Swap, parse_cell, show_cell
from engine.player import Checks, Player, RealTime, Stacked
from engine.position import EMPTY, UNKNOWN, Position

SEEN_MS: Final = 90.0
"""Milliseconds from a press until its effect has been seen and the next one can follow."""
WARM: Final = 4
"""Looks before the first move: what has to be loaded for thinking is loaded by then."""
LONGEST: Final = 8
"""Keys of one way that are pressed between two looks, at the most."""
FRESH: Final = 0.4
"""Seconds after which a picture is too old for a key to begin: a little later the gate would hold it back, and what was
asked for would end half-way."""
LATE: Final = 0.3
"""Seconds after which keys that show no effect are taken for lost."""
RECKONED: Final = 1.0
"""For how many seconds a cursor that is hidden is taken to be where keys have brought it."""
STALE: Final = 0.25
"""Seconds after which a move that could not be made is not made any more…"""
STALE_LOOKS: Final = 2.5
"""… or so many times as long as it took from the look before to this one."""
ENDS: Final = {"won": Ending.WON, "lost": Ending.OVER}
"""Screens of the program that end the game."""
ALIVE: Final = 5
"""A board on which nothing moves is waited for so many times as long while the cursor still answers: what moves may lie
above what can be seen."""
BRIEFLY: Final = 1.5
"""Seconds for which a running game draws over its own board, letters or a flash: of 20 recorded ones none did for more
than 1.2 until it was over."""
LONGER: Final = 2
"""How many times as long as it has paused before a game pauses at the most…"""
SLOW: Final = 3
"""… and a program without a cursor may be slow to give the next pair: how slow these many moves show."""
STOPS: Final = 15.0
"""Seconds for which a stack may stand still after chains, where no cursor tells that the program goes on…"""
UNHEARD: Final = 4
"""… unless so many moves in a row changed nothing: a program that goes on shows them meanwhile."""
WRAPPED: Final = 0.5
"""A stack whose scroll falls by so much of a cell has risen by a row."""


@dataclass
class Hand:
    """The cursor of a running game, in rows from the bottom: they rise with the stack."""

    at: Cell | None = None
    """Where it was last seen, or where keys must have brought it."""
    seen: float = 0.0
    """When it was last seen."""
    aim: Cell | None = None
    """Where the keys on their way bring it; None where all have arrived."""
    sent: float | None = None
    """When the first look after these keys was; None before it."""

    def rise(self) -> None:
        """The stack has risen by a row, and the cursor with it."""
        self.at = None if self.at is None else (self.at[0] + 1, self.at[1])
        self.aim = None if self.aim is None else (self.aim[0] + 1, self.aim[1])

    def see(self, cell: Cell | None, time: float) -> None:
        """Take in where the cursor is seen."""
        if self.aim is not None and self.sent is None:
            self.sent = time
        if cell is not None:
            self.at, self.seen = cell, time
        if self.aim is not None and self.sent is not None and (cell == self.aim or time - self.sent > LATE):
            if cell is None:
                self.at = self.aim
            self.aim = None

    def send(self, aim: Cell) -> None:
        """Keys are pressed that bring it there."""
        self.aim, self.sent = aim, None

    def ready(self, time: float) -> bool:
        """Whether it is known where the cursor is, and no key is on its way."""
        return self.aim is None and self.at is not None and time - self.seen < RECKONED


class Chaser:
    """Plays one running game."""

    def __init__(
        self,
        game: Game[Any],
        player: Player,
        control: Control,
        manners: Manners | None = None,
        press: float = 0.0,
    ) -> None:
        """`press` is how many seconds a key takes."""
        self.game, self.control = game, control
        self._press, self._lasts = press, 0.0
        """Seconds for a key, and for those that were sent ahead."""
        self._most = 1 + int(FRESH / press) if press else 2 * LONGEST
        """Keys that can begin while a picture is fresh."""
        self._longest = min(LONGEST, self._most)
        self.manners = manners or Manners()
        self.tally = Tally()
        self.state: Any = None
        """None: a running game has no state at rest."""
        self.plan: Plan | None = None
        """Empty once the board has been seen: the moves are thought of while they are made."""
        self._player = player
        self._looks = 0
        self._looked = self._between = 0.0
        """When the last look was, and how long after the one before."""
        self._makes = 0
        self._hand = Hand()
        self._scroll = 0.0
        self._creeps = False
        """Whether the stack has risen since the last look."""
        self._wanted: tuple[Sequence[Move], int, float] | None = None
        """Moves that are still to be made, the rows of the board when they were asked for, and when that was."""
        self._gone_blindly = 0
        """How many keys of the way of a cursor that is not seen were pressed."""
        self._away: float | None = None
        """Since when no board is to be seen."""
        self._covered: float | None = None
        """Since when something lies over the board."""
        self._unmoved: tuple[Position, float] | None = None
        """What the screen shows, and since when."""
        self._paused = 0.0
        """The longest time for which neither the screen nor the cursor has moved until now, before the screen did."""
        self._stirred: tuple[tuple[str, ...], float] = (), 0.0
        """Where the cursor was seen last, and since when it or the screen has not moved."""
        self._unheard = 0
        """Moves since the screen has changed."""
        self._pieces: float | None = None
        """When enough pieces were told last."""
        self._asked_cursor = False
        """Whether the cursor was sent a step aside since then, to see whether it answers."""

    def tick(self, reading: Reading) -> Step:
        """What to do about a reading."""
        repeats = self.tally.retries
        step = self._step(reading)
        again = self.tally.retries > repeats
        self._makes = len(step.moves) if isinstance(step, Act) and not step.leads and not again else 0
        return step

    def _step(self, reading: Reading) -> Step:
        position = reading.position
        if reading.shows in ENDS and self.plan is not None:
            return Stop(ENDS[reading.shows], f"the program says so: {reading.shows}")
        if position is None:
            return self._gone(reading, reading.why)
        if covered := self._lies_under(reading):
            return covered
        self._follow(position, reading.time)
        self._between, self._looked = reading.time - self._looked, reading.time
        if self.plan is not None and self._over(position, reading.time):
            return Stop(Ending.OVER, "nothing moves any more: the game is over, or paused")
        if self._bare(position, reading.time) and self.plan is not None:
            return Stop(Ending.OVER, "hardly a piece is to be seen any more: the game is over")
        try:
            moves = self._player.decide(position, reading.time)
        except BadPosition as error:
            return self._gone(reading, str(error))
        if isinstance(self._player, Checks):
            self.tally.surprises, self.tally.retries = self._player.surprises, self._player.repeats
        self._away = None
        if self.plan is None:
            self._looks += 1
            self.plan = Plan((), Outcome.OPEN) if self._looks >= WARM else None
            return Look("the board is seen")
        rows = len(position.board)
        if moves:
            self._wanted, self._lasts = (moves, rows, reading.time), 0.0
        return self._make(position, reading) if self._wanted is not None else self._wait(position, reading)

    def out_of_sight(self, why: str) -> str:
        """Why a game ended whose window is gone: that is all that is known."""
        return why

    def performed(self, actions: int) -> None:
        """Tell how many actions of the last Act were carried out."""
        self.tally.moves += self._makes if actions else 0
        self._unheard += self._makes if actions else 0

    def _follow(self, position: Position, time: float) -> None:
        """Take in the scroll and the cursor."""
        scroll = float(position.blocks.get("scroll", ("0",))[0])
        if scroll < self._scroll - WRAPPED:
            self._hand.rise()
            if self._wanted is not None:
                moves, rows, at = self._wanted
                self._wanted = moves, rows + 1, at
        self._creeps = scroll != self._scroll
        self._scroll = scroll
        shown = position.blocks.get(CURSOR, ())
        cell = parse_cell(shown[0]) if shown else None
        self._hand.see((len(position.board) - cell[0], cell[1]) if cell else None, time)

    def _make(self, position: Position, reading: Reading) -> Step:
        """Make the moves that are wanted, if the hand is free."""
        assert self._wanted is not None
        moves, rows, asked = self._wanted
        if reading.time - asked > max(STALE, STALE_LOOKS * self._between) + self._lasts:
            self._wanted = None
            return Look("the hand came too late for a move")
        swaps = [move for move in moves if isinstance(move, Swap)]
        if len(swaps) < len(moves):
            self._wanted = None
            leads = all(isinstance(move, Steered) and move.leads for move in moves)
            return Act(tuple(moves), tuple(self.control.actions(moves, reading)), leads=leads)
        if isinstance(self.control, Walks) and not self._hand.ready(reading.time):
            hidden = self._hand.aim is None and reading.time - self._hand.seen >= RECKONED
            if not hidden:
                return Look("keys are on their way")
        higher = len(position.board) - rows
        if any(swap.cell[0] + higher < 0 for swap in swaps):
            self._wanted = None
            return Look("the cell has risen out of sight")
        shown = [Swap((swap.cell[0] + higher, swap.cell[1])) for swap in swaps]
        return self._walk(shown, self._with_cursor(reading, position))

    def _walk(self, swaps: Sequence[Swap], reading: Reading) -> Act:
        """Bring the hand to the first swap, a part of the way where that is long, and make them once it is near."""
        assert reading.position is not None
        rows = len(reading.position.board)
        shown = reading.position.blocks.get(CURSOR)
        swap = swaps[0]
        keys = tuple(self.control.actions((swap,), reading))
        if len(keys) <= self._longest or not isinstance(self.control, Walks):
            self._wanted, self._gone_blindly = None, 0
            swaps, keys = self._at_once(swaps, keys, reading)
            last = swaps[-1].cell
            if isinstance(self.control, Walks):
                self._hand.send((rows - last[0], last[1]))
            return Act(tuple(swaps), keys)
        assert self._wanted is not None
        self._wanted, self._lasts = (*self._wanted[:2], reading.time), self._longest * self._press
        if shown is None:
            return self._blindly(swap, keys)
        self._gone_blindly = 0
        row, column = parse_cell(shown[0])
        aside, far = swap.cell[1] - column, swap.cell[0] - row
        across = max(-self._longest, min(self._longest, aside))
        left = self._longest - abs(across)
        part = row + max(-left, min(left, far)), column + across
        self._hand.send((rows - part[0], part[1]))
        return Act((swap,), tuple(self.control.way((Swap(part),), reading)), leads=True)

    def _blindly(self, swap: Swap, keys: tuple[Action, ...]) -> Act:
        """A part of the way of a cursor that is not seen, which first goes into its corner, and at its end the swap."""
        at = self._gone_blindly
        part = keys[at : at + self._longest]
        self._gone_blindly = at + len(part) if at + len(part) < len(keys) else 0
        if self._gone_blindly:
            return Act((swap,), part, leads=True)
        self._wanted = None
        return Act((swap,), part)

    def _at_once(
        self, swaps: Sequence[Swap], keys: tuple[Action, ...], reading: Reading
    ) -> tuple[Sequence[Swap], tuple[Action, ...]]:
        """As many of the swaps as can be made before the picture is too old, at least the first, which takes `keys`."""
        for count in range(len(swaps), 1, -1):
            actions = tuple(self.control.actions(swaps[:count], reading))
            if len(actions) <= self._most:
                return swaps[:count], actions
        return swaps[:1], keys

    def _with_cursor(self, reading: Reading, position: Position) -> Reading:
        """The reading with the cursor where it is known to be, though hidden."""
        at = self._hand.at
        if CURSOR in position.blocks or at is None or not self._hand.ready(reading.time):
            return reading
        cell = show_cell((max(0, len(position.board) - at[0]), at[1]))
        return replace(reading, position=Position({**position.blocks, CURSOR: (cell,)}))

    def _lies_under(self, reading: Reading) -> Step | None:
        """What to do about something that lies over the board for longer than what a running game draws there."""
        if reading.sight is not Sight.COVERED:
            self._covered = None
            return None
        if self._covered is None:
            self._covered = reading.time
        lasts = reading.time - self._covered
        if self.plan is not None and lasts >= self.manners.patience:
            return Stop(Ending.COVERED, reading.why)
        return Look(reading.why) if lasts >= BRIEFLY else None

    def _over(self, position: Position, time: float) -> bool:
        """Whether the screen has shown the same for longer than any running game does."""
        now = Position({name: lines for name, lines in position.blocks.items() if name != CURSOR})
        cursor = position.blocks.get(CURSOR, ()) or self._stirred[0]
        if self._unmoved is None or self._unmoved[0] != now:
            if self._unmoved is not None:
                self._paused = max(self._paused, time - self._stirred[1])
            self._unmoved, self._stirred, self._asked_cursor = (now, time), (cursor, time), False
            self._unheard = 0
        elif cursor != self._stirred[0]:
            self._stirred, self._asked_cursor = (cursor, time), False
        most = ALIVE * self.manners.patience
        patience = min(max(self.manners.patience, LONGER * self._paused), most)
        if not cursor and self.tally.moves < SLOW:
            patience = most
        elif not cursor and isinstance(self._player, Stacked) and self._unheard < UNHEARD:
            patience = max(patience, STOPS)
        return time - self._stirred[1] >= patience or time - self._unmoved[1] >= most

    def _bare(self, position: Position, time: float) -> bool:
        """Whether for long fewer cells have shown anything than ever do while a game runs, and none of it has risen."""
        if not isinstance(self._player, Stacked):
            return False
        pieces = sum(label not in (EMPTY, UNKNOWN) for row in position.board for label in row)
        if self._pieces is None or pieces >= self._player.least_pieces or (pieces and self._creeps):
            self._pieces = time
        return time - self._pieces >= self.manners.patience

    def _wait(self, position: Position, reading: Reading) -> Step:
        """Nothing is to be done; where nothing has moved for long, see whether the cursor still answers."""
        shown = position.blocks.get(CURSOR, ())
        still = reading.time - self._stirred[1] >= self.manners.patience / 2
        if not (still and shown and isinstance(self.control, Walks)) or self._asked_cursor:
            return Look("nothing to do yet")
        row, column = parse_cell(shown[0])
        aside = Swap((row, column - 1 if column else 1))
        self._asked_cursor = True
        self._hand.send((len(position.board) - row, aside.cell[1]))
        return Act((aside,), tuple(self.control.way((aside,), reading)), leads=True)

    def _gone(self, reading: Reading, why: str) -> Step:
        """No board to be seen: wait a little."""
        self._wanted = None
        if self._away is None:
            self._away = reading.time
        if reading.time - self._away < self.manners.patience:
            return Look(why)
        return Stop(Ending.LOST_SCREEN, why)


def warm(name: str) -> None:
    """Have ready all by which a running game of that name is played: on a new machine kernels are compiled for half a
    minute, which no running game waits for. Nothing for games that wait.
    """
    game = load_game(name)
    if isinstance(game, RealTime):
        game.player(step_ms=0.0, swap_ms=SEEN_MS)


def chaser(name: str, rules: Mapping[str, Any], hands: Hands, control: Control, manners: Manners) -> Chaser:
    """Who plays the running game of that name. Raises UsageError where the game cannot be played so, and BadRule."""
    game = load_game(name, **rules)
    if not isinstance(game, RealTime):
        raise UsageError(f"{name} is no game that is played while its clock runs.")
    press = hands.hold + hands.gap
    step = 1000 * press if isinstance(control, Walks) else 0.0
    player = game.player(step_ms=step, swap_ms=1000 * press + SEEN_MS)
    return Chaser(game, player, control, manners, press)
