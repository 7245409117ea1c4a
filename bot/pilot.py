"""The pilot: from readings to moves, one step at a time. A pure state machine: no pixels, no devices, no clock.

The screen is the only memory that counts. The pilot keeps what it last saw, the moves it last made and the rest of a
plan, keyed by the state in which each move was meant. If the screen shows that state, the plan goes on; otherwise it
plans again. A lost click, a rising stack and a human's helping hand are one case. Where a program takes several moves
at once and shows only some of them, the rest is done again, and nothing twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.approach import Approach
from bot.bare import Bare
from bot.belief import Belief
from bot.control import Control
from bot.course import Course
from bot.cover import left_stuck, likely_won, proves_win
from bot.hindsight import Hindsight
from bot.manners import Manners
from bot.reading import Reading, Sight
from bot.refusals import Refusals, shows_picked, stays_picked, told_picked
from bot.response import Response
from bot.rest import Rest
from bot.rounds import MOST, Rounds
from bot.step import Act, Ending, Look, Step, Stop, in_short
from bot.underway import UnderWay
from engine.api import BadPosition, Game, Move, Outcome, Plan, Proof
from engine.position import EMPTY, Position
from engine.rest import Rests

CHAIN = 5
"""How many times its patience a board may be unclear that goes on changing after a move."""
OTHERWISE = 2
"""How often a program may fill cells with another colour than was asked for."""
SOLVED = "the puzzle is solved, in one of several ways; the program may want another"
LIKELY_WON = (
    "the last moves were made, and with them all is done, but something came over the board, or in its place, before "
    "they could be seen: most likely the notice that the game is won"
)
NEXT = "the last moves were made, and the program shows its next board"
SUDDEN = "Expected the game to go on, found everything gone at once: is it paused? Show the board again."


@dataclass
class Tally:
    """What happened so far."""

    moves: int = 0
    """Moves that the screen confirmed."""
    retries: int = 0
    """How often something of what was played had to be done again."""
    surprises: int = 0
    """Stable boards that were neither the old nor the predicted one."""
    plans: int = 0
    rule: str = ""
    """The house rule, as a person types it, that a refused move told; empty where none did."""


class Pilot:
    """Plays one game on one board."""

    def __init__(self, games: Sequence[Game[Any]], control: Control, manners: Manners | None = None) -> None:
        """`games` are the house rules that are possible, the likeliest first; what the screen shows thins them out."""
        self.games = list(games)
        self.control = control
        self.manners = manners or Manners()
        self.tally = Tally()
        self.state: Any = None
        """The state believed last."""
        self._belief = Belief()
        self._bare = Bare()
        self._approach = Approach(self.manners.astray, self.manners.hidden)
        self._course = Course(self.manners.limit, self.manners.at_once)
        self._rounds = Rounds()
        self._several = False
        """Whether a puzzle was proved to have other solutions, as the first plan for it tells."""
        self._parsed: tuple[Position | None, Any] = (None, None)
        self._acted: UnderWay | None = None
        self._response = Response(self.manners)
        self._rest = Rest()
        self._refusals = Refusals()
        self._refused_last: UnderWay | None = None
        """What the program did not take, since the last move that it took."""
        self._hindsight = Hindsight(games)
        self._unclear_since: float | None = None
        self._painted: list[str] = []
        """What was said of cells that were filled with another colour, since a move was confirmed."""

    @property
    def game(self) -> Game[Any]:
        """The likeliest house rules."""
        return self.games[0]

    @property
    def plan(self) -> Plan | None:
        """The plan that it follows."""
        return self._course.plan

    def tick(self, reading: Reading) -> Step:
        """What to do about a reading."""
        reading = self._bare.lift(reading)
        self._belief.see(reading)
        self._approach.see(reading)
        if self._acted is None and self._refused_last and (picked := self._refused_last.as_picked(reading)):
            reading = replace(picked, sight=Sight.CLEAR, doubts=(), why="")
        if reading.sight is not Sight.CLEAR or reading.position is None:
            return self._unclear(reading, reading.why)
        try:
            state = self._parse(reading.position)
        except BadPosition as error:
            return self._unclear(reading, str(error))
        if isinstance(self.game, Rests) and not self.game.rests(state):
            return self._restless(reading)
        if not self._too_sudden(state):
            self._unclear_since = None
        return self._after_move(state, reading) if self._acted else self._settled(state, reading)

    def performed(self, actions: int) -> None:
        """Tell how many actions of the last Act were carried out; none means that it was not played."""
        if self._acted is None or self._approach.leads:
            return
        if actions:
            if self._acted.attempt == 1:
                self._rounds.note(self._acted.before, self._acted.moves)
            self._acted.cut = actions < self._acted.actions
            if self._acted.cut:  # so many take too long for one look
                self._course.at_once = max(1, len(self._acted.moves) * actions // self._acted.actions)
            self._acted.foresee()  # while the game is busy with the move, so that nothing is left to do after it
        elif self._acted.attempt == 1:
            self._acted = None
        else:
            self._acted.attempt -= 1

    def out_of_sight(self, why: str) -> str:
        """Why a game ended whose window is gone: after the last moves programs show the next level in another one."""
        return f"{LIKELY_WON} ({why})" if self._likely_won(Reading(0.0, Sight.LOST)) else why

    def _parse(self, position: Position) -> Any:
        """The state that a position shows; the same one as before costs nothing. Raises BadPosition."""
        if position is not self._parsed[0]:
            self._parsed = (position, self.game.parse(position))
        return self._parsed[1]

    def _unclear(self, reading: Reading, why: str) -> Step:
        if self._finished(reading):
            self.tally.moves += len(self._acted.moves) if self._acted else 0
            self._acted = None
            return Stop(
                Ending.WON, "the last moves were made, and what can be seen of the board proves that all is done"
            )
        gone = self._acted is not None and self._acted.half_gone(reading)
        if gone and not self._belief.stands(self.manners.lines):
            return Look("one of a pair is gone; waiting whether the other is")
        if self._acted and not gone and (picked := self._acted.as_picked(reading)) is not None:
            return self._unanswered(self._acted, self._acted.before, picked)
        bare = self._acted.beneath(reading) if self._acted and self._belief.stands(self.manners.lines) else None
        if bare is not None and bare.position is not None:
            if gone:
                self._bare.note(reading, bare)
            return self._after_move(self._parse(bare.position), bare)
        if self._unclear_since is None:
            self._unclear_since = reading.time
        if reading.time - self._unclear_since < self.manners.patience or self._busy(reading):
            return Look(why)
        if last := self._left_stuck(reading):
            self.tally.moves += self._acted is not None
            return Stop(Ending.STUCK, f"no move is left after {last}, and something lies over what is left")
        if self._likely_won(reading):
            why = LIKELY_WON
        endings = {Sight.COVERED: Ending.COVERED, Sight.LOST: Ending.LOST_SCREEN}
        return Stop(endings.get(reading.sight, Ending.UNREADABLE), why)

    def _restless(self, reading: Reading) -> Step:
        """What is seen cannot stay as it is, however long it has: a program that is slow stands still in mid-fall."""
        if self._unclear_since is None:
            self._unclear_since = reading.time
        if reading.time - self._unclear_since < CHAIN * self.manners.patience:
            return Look("waiting for what falls or matches")
        return Stop(Ending.UNREADABLE, "Expected a board at rest, found one that must go on by itself but does not.")

    def _busy(self, reading: Reading) -> bool:
        """Whether what the last move set off still goes on: a long chain is unclear for long, but never the same."""
        if self._acted is None or self._unclear_since is None:
            return False
        within = reading.time - self._unclear_since < CHAIN * self.manners.patience
        return within and reading.time - self._belief.since < self.manners.patience

    def _finished(self, reading: Reading) -> bool:
        """Whether what can be seen of the board proves that the game is won: by the moves under way, or where none
        is, or more is seen than they do, by the program, which did the rest by itself.
        """
        acted, known = self._acted, self.state
        # A pair that is only being drawn as taken is unclear too, but nothing lies over it.
        still = self.manners.landing if reading.sight is Sight.COVERED else self.manners.settle
        if reading.position is None or not self._belief.stands(still):
            return False
        if any(guess.block == "board" for guess in reading.guesses):  # one of several ways to read it
            return False
        if acted is None and known is None:
            return False
        way = acted.way() if acted else [known]
        made = way[-1]
        if not self._won(way[-1]):
            end = self._course.end
            if end is None or not self._won(end) or self._blank(end):
                return False
            way.append(end)
        return proves_win(self.game, reading.position.board, way, made)

    def _likely_won(self, reading: Reading) -> bool:
        """Whether what hides the board since the last moves is most likely the notice that the game is won."""
        return self._acted is not None and not self._acted.cut and likely_won(self.game, reading, self._acted.expected)

    def _won(self, state: Any) -> bool:
        return self.game.outcome(state) is Outcome.WON

    def _blank(self, state: Any) -> bool:
        """Whether nothing is left on the board; what hides a board looks like that, too."""
        return not any(row.strip(EMPTY) for row in self.game.show(state).board)

    def _left_stuck(self, reading: Reading) -> Move | None:
        """The move that left no other, where that explains what lies over the board: the pilot's own last one, or one
        that a person made before or after it; of that more must be seen.
        """
        if self._acted and self._acted.leaves_no_move(reading):
            return self._acted.moves[-1]
        if self.state is None or reading.position is None or reading.sight is Sight.CLEAR:
            return None
        since = self._acted.expected[0] if self._acted else self.state
        return left_stuck(self.game, reading.position.board, (self.state, since))

    def _after_move(self, state: Any, reading: Reading) -> Step:
        acted = self._acted
        assert acted is not None
        expected = acted.expected
        if state in expected:
            stands = self._belief.stands(self.manners.settle)
            if self._response.too_soon(self._belief.since - acted.at, reading.time - acted.at) and not stands:
                return Look("the move shows sooner than it can; waiting whether it lasts")
            if acted.stirred(state) and not self._belief.stands(self.manners.landing):
                return Look("waiting for what falls to land")
            if any(other != state for other in expected) and not self._belief.stands(self.manners.falling):
                return Look("the move shows; waiting whether anything falls")
            self.games = [game for game, then in zip(self.games, expected, strict=True) if then == state]
            took = (self._belief.since if stands else reading.time) - acted.at
            self._response.learn(took, first=not self.tally.moves)
            return self._confirmed(acted, state, reading)
        if state == acted.before or acted.half_done(state):
            return self._unanswered(acted, state, reading)
        if not self._belief.stands(self.manners.settle):
            return Look("the board is changing")
        if self._too_sudden(state) or acted.leaves_no_move(reading):
            return self._unclear(reading, SUDDEN)
        if state == self._course.end and self._won(state):  # some programs do the rest themselves
            return self._confirmed(acted, state, reading)
        games, made = self._hindsight.explain(self.games, state, acted)
        if games:
            self.tally.moves += made
            return self._under(games, state, reading)
        self._acted = None
        another = acted.replaced(state)
        if another and all(self._won(then) for then in expected):
            self.tally.moves += len(acted.moves)
            return Stop(Ending.WON, NEXT)
        self.tally.surprises += 1
        if not another and (other := acted.otherwise(state)):
            self._painted.append(f"the program filled {other}: colours are not chosen in it from here")
            if len(self._painted) >= OTHERWISE:
                return Stop(Ending.DEAF, self._painted[-1])
        return self._decide(state, reading)

    def _confirmed(self, acted: UnderWay, state: Any, reading: Reading) -> Step:
        """The screen shows what was meant: go on from there."""
        self.tally.moves += len(acted.moves)
        self._hindsight.confirmed(acted)
        self._acted = self._refused_last = None
        self._painted.clear()
        return self._decide(state, reading)

    def _unanswered(self, acted: UnderWay, state: Any, reading: Reading) -> Step:
        waited, patience = reading.time - acted.at, self._response.patience(acted.attempt)
        if (waited < patience and not acted.cut) or not self._belief.stands(self.manners.settle):
            return Look(f"waiting for {acted}")
        missing = acted.still_missing(state)
        attempt = 1 if missing < acted.missing else acted.attempt
        if state == acted.before and acted.attempt == 1 and not acted.cut:
            self._rest.lost(acted.rested)
        if missing >= acted.missing and (other := self._refused(acted, state, reading)):
            return other
        if attempt >= self.manners.tries:
            return self._deaf(acted, attempt, reading)
        if (lead := self._approach.step(self.control, acted.moves, reading)) is not None:
            return lead
        attempt += 1
        actions = tuple(self.control.actions(acted.moves, reading, attempt))
        if not actions and waited < patience + self.manners.patience:
            return Look(f"{acted} is picked; waiting for the game to take it")
        while not actions:  # it is not picked, whatever it looks like
            if attempt >= self.manners.tries:
                return self._deaf(acted, attempt, reading)
            attempt += 1
            actions = tuple(self.control.actions(acted.moves, reading, attempt))
        acted.attempt = attempt
        acted.missing = min(missing, acted.missing)
        acted.at = reading.time
        self.tally.retries += not acted.cut
        acted.actions = len(actions)
        return Act(acted.moves, actions, acted.attempt)

    def _refused(self, acted: UnderWay, state: Any, reading: Reading) -> Step | None:
        """How to go on where the program is taken to refuse what it could hear; None where it is to be tried again."""
        refusals, course = self._refusals, self._course
        if (cell := refusals.held(acted, reading)) is not None:
            without = {move for move in self.game.moves(state) if cell not in move.cells}
            if course.otherwise(self.games, state, without):
                self._acted = None
                return self._decide(state, reading)
        if (move := refusals.refused(acted, state)) is None:
            return None
        cell = stays_picked(acted, reading)
        if not (cell is None or self.tally.moves or any(cell in one.cells for one in self.game.moves(state))):
            return Stop(Ending.DEAF, told_picked(cell))
        self._refused_last = acted
        if games := refusals.stricter(self.games, state, move):
            return self._under(games, state, reading)
        heard = shows_picked(move, reading)
        if not (
            refusals.pass_over(move, self.tally.moves, heard) and course.otherwise(self.games, state, refusals.passed)
        ):
            return None
        self._acted = None
        return self._decide(state, reading)

    def _under(self, games: list[Game[Any]], state: Any, reading: Reading) -> Step:
        """Go on under other house rules."""
        self.games, self._acted = games, None
        self.tally.rule = self._refusals.rule
        self._course.forget()
        return self._decide(state, reading)

    def _deaf(self, acted: UnderWay, attempt: int, reading: Reading) -> Stop:
        """The end of a game that does not take a move."""
        if not self.tally.moves:
            self.tally.rule = ""  # a game that took nothing tells of no rule
        elif self._refusals.nowhere:
            self.tally.rule = self._refusals.nowhere
        return self._refusals.deaf(acted, attempt, reading, self.tally.moves)

    def _settled(self, state: Any, reading: Reading) -> Step:
        if state == self.state and state in self._course:
            return self._decide(state, reading)
        if not self._belief.stands(self.manners.settle):
            return Look("waiting for the board to stand still")
        if self._too_sudden(state):
            return self._unclear(reading, SUDDEN)
        if state != self.state and (games := self._hindsight.explain(self.games, state)[0]):
            return self._under(games, state, reading)
        return self._decide(state, reading)

    def _too_sudden(self, state: Any) -> bool:
        """Whether a board is blank and so seems won that was not one move from it: a pause that hides the tiles looks
        like that.
        """
        if self.state is None or state == self.state or state in self._course:
            return False
        if not (self._won(state) and self._blank(state)):
            return False
        return all(self.game.play(self.state, move) != state for move in self.game.moves(self.state))

    def _decide(self, state: Any, reading: Reading) -> Step:
        self.state = state
        if state not in self._course:
            outcome = self.game.outcome(state)
            if outcome is Outcome.WON:
                return Stop(Ending.WON, SOLVED if self._several else "the game is won")
            plan = None if outcome is Outcome.STUCK else self._course.think(self.games, state)
            if (plan is None or not plan.moves) and (games := self._refusals.looser()):
                return self._under(games, state, reading)
            if plan is None:
                return Stop(Ending.STUCK, "no move is left")
            self.tally.plans += 1
            self._several |= plan.proof is Proof.SEVERAL
            if not plan.moves:
                return _no_way(plan)
            return Look("a new plan; looking once more before acting")
        moves = self._course.moves(state)
        passed = self._refusals.passed
        if not passed.isdisjoint(moves) and self._course.otherwise(self.games, state, passed):
            moves = self._course.moves(state)
        if self._rounds.enough(state, moves):
            return Stop(Ending.DEAF, f"{in_short(moves)} was taken back {MOST} times by the game, or by something else")
        if (lead := self._approach.step(self.control, moves, reading)) is not None:
            return lead
        if self._rest.seconds and not self._belief.stands(self._rest.seconds):
            return Look("the program takes no move so soon after the last one")
        if not self._belief.stands(self.manners.settle):
            reading = reading.without("marked")  # a line over a tile, or what flashes, looks like a mark
        actions = tuple(self.control.actions(moves, reading))
        if not actions:
            if not self._belief.stands(self.manners.patience):
                return Look(f"{in_short(moves)} looks done already; waiting for the game to take it")
            no_way = f"the program has no buttons by which {in_short(moves)} could be played from here"
            return Stop(Ending.DEAF, self._painted[-1] if self._painted else no_way)
        rested = reading.time - self._belief.since
        refused = self._refused_last.moves if self._refused_last else ()
        self._acted = UnderWay(
            tuple(self.games), moves, state, reading.time, actions=len(actions), rested=rested, refused=refused
        )
        return Act(moves, actions)


def _no_way(plan: Plan) -> Stop:
    """The end where a plan has no move: it is proved that there is none, or none was found within the limit."""
    if plan.reaches is Outcome.STUCK:
        return Stop(Ending.STUCK, ". ".join(("nobody can win from here", *plan.notes)))
    return Stop(Ending.STOPPED, ". ".join(("no way to go on was found within the limit of thinking", *plan.notes)))
