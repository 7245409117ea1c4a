"""The pilot: from readings to moves, one step at a time. A pure state machine: no pixels, no devices, no clock.

The screen is the only memory that counts. The pilot keeps what it last saw, the move it last made and the rest of a
plan, keyed by the state in which each move was meant. If the screen shows that state, the plan goes on; otherwise it
plans again. A lost click, a rising stack and a human's helping hand are one case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeAlias

from bot.action import Action
from bot.belief import Belief
from bot.control import Control
from bot.reading import Reading, Sight
from engine.api import BadPosition, Game, Limit, Move, Outcome, Plan
from engine.position import EMPTY, UNKNOWN, Position

AHEAD = 8
"""Moves that are planned at once as long as they do not tell which house rules hold."""
SUDDEN = "Expected the game to go on, found everything gone at once: is it paused? Show the board again."


class Ending(Enum):
    """How a session ended."""

    WON = "won"
    STUCK = "stuck"
    """No move is left on the board."""
    STOPPED = "stopped"
    """By the person, the gate or a limit."""
    DEAF = "deaf"
    """The game does not take the moves."""
    COVERED = "covered"
    UNREADABLE = "unreadable"
    LOST_SCREEN = "lost-screen"


@dataclass(frozen=True)
class Manners:
    """How patient the pilot is, in seconds and tries. Settings, not knowledge of a game."""

    settle: float = 0.25
    """A board that nobody predicted is believed after standing still this long."""
    landing: float = 0.05
    """A predicted board on which things fell is believed after standing still this long."""
    falling: float = 0.25
    """A predicted board on which things may yet fall is believed after standing still this long."""
    response: float = 2.5
    """A move that shows no effect for this long was lost, until the game's own pace is known."""
    patience: float = 6.0
    """How long a board may be covered, unclear or missing."""
    tries: int = 5
    """How often one move is tried."""
    limit: Limit = field(default_factory=lambda: Limit(nodes=300_000))
    """For one plan; nodes rather than seconds, so that a replay thinks the same."""


@dataclass(frozen=True)
class Look:
    """Look again."""

    why: str

    def __str__(self) -> str:
        return f"look: {self.why}"


@dataclass(frozen=True)
class Act:
    """Play a move."""

    move: Move
    actions: tuple[Action, ...]
    attempt: int = 1

    def __str__(self) -> str:
        again = f" (attempt {self.attempt})" if self.attempt > 1 else ""
        return f"act: {self.move}{again}"


@dataclass(frozen=True)
class Stop:
    """The session is over."""

    ending: Ending
    why: str

    def __str__(self) -> str:
        return f"stop: {self.ending.value}: {self.why}"


Step: TypeAlias = Look | Act | Stop


@dataclass
class Tally:
    """What happened so far."""

    moves: int = 0
    """Moves that the screen confirmed."""
    retries: int = 0
    """Moves of which something had to be done again."""
    surprises: int = 0
    """Stable boards that were neither the old nor the predicted one."""
    plans: int = 0


@dataclass
class _Acted:
    move: Move
    before: Any
    at: float
    attempt: int = 1
    expected: tuple[Any, ...] = ()
    """What the board must become under each of the games; empty until it is worked out."""


class Pilot:
    """Plays one game on one board."""

    def __init__(self, games: Sequence[Game[Any]], control: Control, manners: Manners | None = None) -> None:
        """`games` are the house rules that are possible, the likeliest first; what the screen shows thins them out."""
        self.games = list(games)
        self.control = control
        self.manners = manners or Manners()
        self.tally = Tally()
        self.plan: Plan | None = None
        self.state: Any = None
        """The state believed last."""
        self._belief = Belief()
        self._parsed: tuple[Position | None, Any] = (None, None)
        self._next: dict[Any, Move] = {}
        self._acted: _Acted | None = None
        self._response = self.manners.response
        self._quickest = 0.0
        """The least time in which the game took a move; 0 until it took one."""
        self._unclear_since: float | None = None

    @property
    def game(self) -> Game[Any]:
        """The likeliest house rules."""
        return self.games[0]

    def tick(self, reading: Reading) -> Step:
        """What to do about a reading."""
        self._belief.see(reading)
        if reading.sight is not Sight.CLEAR or reading.position is None:
            return self._unclear(reading, reading.why)
        try:
            state = self._parse(reading.position)
        except BadPosition as error:
            return self._unclear(reading, str(error))
        if not self._too_sudden(state):
            self._unclear_since = None
        return self._after_move(state, reading) if self._acted else self._settled(state, reading)

    def performed(self, actions: int) -> None:
        """Tell how many actions of the last Act were carried out; none means that the move was not made."""
        if self._acted is None:
            return
        if actions:
            self._expected(self._acted)  # while the game is busy with the move, so that nothing is left to do after it
        elif self._acted.attempt == 1:
            self._acted = None
        else:
            self._acted.attempt -= 1

    def _parse(self, position: Position) -> Any:
        """The state that a position shows; the same one as before costs nothing. Raises BadPosition."""
        if position is not self._parsed[0]:
            self._parsed = (position, self.game.parse(position))
        return self._parsed[1]

    def _expected(self, acted: _Acted) -> tuple[Any, ...]:
        """What the board must become after a move, under each of the games."""
        if not acted.expected:
            acted.expected = tuple(game.play(acted.before, acted.move) for game in self.games)
        return acted.expected

    def _unclear(self, reading: Reading, why: str) -> Step:
        if self._acted and self._finished(reading):
            self.tally.moves += 1
            self._acted = None
            return Stop(Ending.WON, "the last move was made and nothing is left to be seen of the board")
        if self._unclear_since is None:
            self._unclear_since = reading.time
        if reading.time - self._unclear_since < self.manners.patience:
            return Look(why)
        if last := self._left_stuck(reading):
            self.tally.moves += self._acted is not None
            return Stop(Ending.STUCK, f"no move is left after {last}, and something lies over what is left")
        endings = {Sight.COVERED: Ending.COVERED, Sight.LOST: Ending.LOST_SCREEN}
        return Stop(endings.get(reading.sight, Ending.UNREADABLE), why)

    def _finished(self, reading: Reading) -> bool:
        """Whether the last move should have won, and what can be seen of the board speaks for it."""
        acted = self._acted
        if acted is None:
            return False
        # A pair that is only being drawn as taken is unclear too, but nothing lies over it.
        covered = reading.sight is Sight.COVERED
        if not self._belief.stands(self.manners.landing if covered else self.manners.settle):
            return False
        if self.game.outcome(self._expected(acted)[0]) is not Outcome.WON:
            return False
        if reading.position is None:
            return False
        before = "".join(self.game.show(acted.before).board)
        now = "".join(reading.position.board)
        # Nothing comes back where nothing was: what looks like a tile there belongs to the cover.
        seen = {label for label, old in zip(now, before, strict=False) if label == EMPTY or old != EMPTY}
        return EMPTY in seen and seen <= {EMPTY, UNKNOWN}

    def _left_stuck(self, reading: Reading) -> Move | None:
        """The move that left no other, where that explains what lies over the board: games say so with a notice.

        It is the pilot's own last move, or one that a person made meanwhile; of that more must be seen.
        """
        if self._acted and self._hidden(reading, self._acted):
            return self._acted.move
        if self.state is None or reading.position is None or reading.sight is Sight.CLEAR:
            return None
        now = _hazed(reading.position.board)
        for move in self.game.moves(self.state):
            then = self.game.play(self.state, move)
            left = self.game.show(then).board
            if not _may_show(now, left, UNKNOWN):
                continue
            gone = any(now[row][column] == EMPTY for row, column in move.cells)
            if gone and self.game.outcome(then) is Outcome.STUCK:
                return move
        return None

    def _hidden(self, reading: Reading, acted: _Acted) -> bool:
        """Whether the last move leaves no other, and some of what it leaves is hidden, but nothing else is seen."""
        if reading.position is None:
            return False
        expected = self._expected(acted)
        if any(game.outcome(then) is not Outcome.STUCK for game, then in zip(self.games, expected, strict=True)):
            return False
        now = reading.position.board
        return any(_may_show(now, self.game.show(then).board, EMPTY + UNKNOWN) for then in expected)

    def _after_move(self, state: Any, reading: Reading) -> Step:
        acted = self._acted
        assert acted is not None
        expected = self._expected(acted)
        if state in expected:
            stands = self._belief.stands(self.manners.settle)
            if self._too_soon(acted, reading) and not stands:
                return Look("the move shows sooner than it can; waiting whether it lasts")
            if self._stirred(acted, state) and not self._belief.stands(self.manners.landing):
                return Look("waiting for what falls to land")
            if any(other != state for other in expected) and not self._belief.stands(self.manners.falling):
                return Look("the move shows; waiting whether anything falls")
            self.games = [game for game, then in zip(self.games, expected, strict=True) if then == state]
            self._learn_pace((self._belief.since if stands else reading.time) - acted.at)
            self.tally.moves += 1
            self._acted = None
            return self._decide(state, reading)
        if state == acted.before:
            return self._unanswered(acted, reading)
        if not self._belief.stands(self.manners.settle):
            return Look("the board is changing")
        if self._too_sudden(state) or self._hidden(reading, acted):
            return self._unclear(reading, SUDDEN)
        self.tally.surprises += 1
        self._acted = None
        return self._decide(state, reading)

    def _stirred(self, acted: _Acted, state: Any) -> bool:
        """Whether a move changed more than the cells it touched: then things fall, and look landed a little early."""
        before, after = self.game.show(acted.before).board, self.game.show(state).board
        return any(
            old != new and (row, column) not in acted.move.cells
            for row, (a, b) in enumerate(zip(before, after, strict=True))
            for column, (old, new) in enumerate(zip(a, b, strict=True))
        )

    def _too_soon(self, acted: _Acted, reading: Reading) -> bool:
        """Whether a move showed in less than half the time that the game ever took, and that time is not over yet: a
        tile that is only picked, or lies under a line, may look gone.
        """
        showed, waited = self._belief.since - acted.at, reading.time - acted.at
        return showed < self._quickest / 2 and waited < 1.2 * self._quickest

    def _learn_pace(self, took: float) -> None:
        """Once the game's own pace is known, a lost click is noticed sooner."""
        self._quickest = min(self._quickest or took, took)
        known = self._response if self.tally.moves else 0.0
        self._response = max(known, min(self.manners.response, 2 * took + self.manners.settle))

    def _unanswered(self, acted: _Acted, reading: Reading) -> Step:
        waited = reading.time - acted.at
        if waited < self._response or not self._belief.stands(self.manners.settle):
            return Look(f"waiting for {acted.move}")
        if acted.attempt >= self.manners.tries:
            return Stop(
                Ending.DEAF, f"the game did not take {acted.move} in {acted.attempt} attempts; is it paused or over?"
            )
        actions = tuple(self.control.actions(acted.move, reading, acted.attempt + 1))
        if not actions and waited < self._response + self.manners.patience:
            return Look(f"{acted.move} is picked; waiting for the game to take it")
        acted.attempt += 1
        acted.at = reading.time
        self.tally.retries += 1
        return Act(acted.move, actions, acted.attempt)

    def _settled(self, state: Any, reading: Reading) -> Step:
        if state == self.state and state in self._next:
            return self._decide(state, reading)
        if not self._belief.stands(self.manners.settle):
            return Look("waiting for the board to stand still")
        if self._too_sudden(state):
            return self._unclear(reading, SUDDEN)
        return self._decide(state, reading)

    def _too_sudden(self, state: Any) -> bool:
        """Whether a board seems won that was not one move from it: a pause that hides the tiles looks like that."""
        if self.state is None or state == self.state or state in self._next:
            return False
        if self.game.outcome(state) is not Outcome.WON:
            return False
        return all(self.game.play(self.state, move) != state for move in self.game.moves(self.state))

    def _decide(self, state: Any, reading: Reading) -> Step:
        self.state = state
        if state not in self._next:
            outcome = self.game.outcome(state)
            if outcome is Outcome.WON:
                return Stop(Ending.WON, "the board is cleared")
            if outcome is Outcome.STUCK:
                return Stop(Ending.STUCK, "no move is left")
            self._think(state)
            return Look("a new plan; looking once more before acting")
        move = self._next[state]
        self._acted = _Acted(move, state, reading.time)
        return Act(move, tuple(self.control.actions(move, reading)))

    def _think(self, state: Any) -> None:
        """Plan from here and note each move under the state in which it is meant."""
        self.plan = self.game.plan(state, self.manners.limit)
        self.tally.plans += 1
        moves = self.plan.moves or tuple(self.game.moves(state))[:1]
        if len(self.games) == 1:
            self._next = dict(_line(self.game, state, moves))
            return
        self._next = {}
        for _ in range(AHEAD):
            move, plans = self._harmless(state, moves[0])
            self._next[state] = move
            after = [game.play(state, move) for game in self.games]
            moves, state = plans[0].moves, after[0]
            if not moves or len(set(after)) > 1:
                break
        if len(set(after)) == len(after):  # the board after the move tells which game it is, and each has its plan
            for game, then, plan in zip(self.games, after, plans, strict=True):
                self._next |= _line(game, then, plan.moves)

    def _harmless(self, state: Any, wanted: Move, tried: int = 6) -> tuple[Move, list[Plan]]:
        """A first move after which the game can be won under all the house rules that are still possible, and the
        plan after it under each of them. Where no such move is found, the wanted one.
        """
        others = [move for move in self.game.moves(state) if move != wanted]
        first: list[Plan] = []
        for move in [wanted, *others[: tried - 1]]:
            plans = [game.plan(game.play(state, move), self.manners.limit) for game in self.games]
            if all(plan.reaches is Outcome.WON for plan in plans):
                return move, plans
            first = first or plans
        return wanted, first


def _line(game: Game[Any], state: Any, moves: Sequence[Move]) -> Iterator[tuple[Any, Move]]:
    """Each move of a plan under the state in which it is meant."""
    for move in moves:
        yield state, move
        state = game.play(state, move)


def _hazed(board: Sequence[str]) -> tuple[str, ...]:
    """The board with the gaps beside and between cells that could not be told unknown too: they may lie under the same
    cover.
    """
    unknown = [(r, c) for r, row in enumerate(board) for c, label in enumerate(row) if label == UNKNOWN]
    if not unknown:
        return tuple(board)
    rows, columns = sorted(r for r, _ in unknown), sorted(c for _, c in unknown)
    left, right = max(0, columns[0] - 1), columns[-1] + 2
    return tuple(
        row[:left] + row[left:right].replace(EMPTY, UNKNOWN) + row[right:] if rows[0] - 1 <= r <= rows[-1] + 1 else row
        for r, row in enumerate(board)
    )


def _may_show(seen: Sequence[str], board: Sequence[str], hidden: str) -> bool:
    """Whether what is seen can be this board, some of its cells looking like one of `hidden`."""
    if [len(row) for row in seen] != [len(row) for row in board]:
        return False
    return all(a == b or a in hidden for a, b in zip("".join(seen), "".join(board), strict=True))
