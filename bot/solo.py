"""Game after game without a screen: played by the engine, logged move by move, counted up, and looked at again.

A log is JSON lines: first `{"solo": 1, "game", "rules", "limit"}`; then a line for every move (`seed`, `turn`, `move`,
`points`, `rows`, `ms`), and one for the end of every game (`seed`, `turns`, `ended`: whether no move was left). The
game deals itself by its seed, so seed and moves tell every position again.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.errors import UsageError
from bot.plain import plain_lines
from engine.api import BadRule, Game, Limit, Outcome, load_game
from engine.moves import IllegalMove, Move, parse_move
from engine.solo import Solo

SCHEMA = 1
MAX_BYTES = 1 << 30
LONGEST = 1 << 16


class LogError(UsageError):
    """A log of games that cannot be read; the message names the file and the line."""


@dataclass(frozen=True)
class Played:
    """A move that was made."""

    move: str
    points: int
    rows: int
    ms: float
    """What deciding took."""


@dataclass
class SoloGame:
    """A game from its first move on."""

    seed: int
    turns: list[Played] = field(default_factory=list)
    ended: bool = False
    """Whether no move was left; if not, it was broken off."""

    @property
    def points(self) -> int:
        """All that it brought."""
        return sum(turn.points for turn in self.turns)

    @property
    def rows(self) -> int:
        """All rows that went."""
        return sum(turn.rows for turn in self.turns)


@dataclass(frozen=True)
class Totals:
    """What some games say together."""

    games: int
    ended: int
    turns: int
    mean: float
    """Points a game."""
    median: float
    best: int
    rows: int
    points_a_turn: float
    ms: float
    """A move, on the average."""
    slowest_ms: float

    @classmethod
    def of(cls, games: list[SoloGame]) -> Totals:
        """Those of at least one game."""
        points = [game.points for game in games]
        spent = [turn.ms for game in games for turn in game.turns] or [0.0]
        turns = sum(len(game.turns) for game in games)
        return cls(
            len(games),
            sum(game.ended for game in games),
            turns,
            statistics.mean(points),
            statistics.median(points),
            max(points),
            sum(game.rows for game in games),
            sum(points) / max(1, turns),
            statistics.mean(spent),
            max(spent),
        )


@dataclass
class Log:
    """A log that was read."""

    name: str
    rules: dict[str, Any]
    limit: dict[str, Any]
    games: list[SoloGame]

    def game(self, seed: int | None) -> SoloGame:
        """The game of this seed; of none given, the first. Raises UsageError."""
        for game in self.games:
            if seed in (None, game.seed):
                return game
        raise UsageError(
            f"The log has no game of seed {seed}; it has {', '.join(str(one.seed) for one in self.games)}."
        )


def solo_game(name: str, rules: dict[str, Any]) -> Any:
    """A game that deals itself. Raises UsageError, BadRule."""
    game = load_game(name, **rules)
    if not isinstance(game, Solo):
        raise UsageError(f"{name} does not deal itself: it cannot be played without a screen or a position.")
    return game


def play(game: Any, seed: int, limit: Limit, most: int | None, told: Callable[[Played], None]) -> SoloGame:
    """One game of a game that deals itself, up to `most` turns; every move is told when it is made."""
    state, playing = game.deal(seed), SoloGame(seed)
    while game.outcome(state) is Outcome.OPEN:
        if most is not None and len(playing.turns) >= most:
            return playing
        start = time.perf_counter()
        moves = game.plan(state, limit).moves
        took = 1000 * (time.perf_counter() - start)
        if not moves:
            return playing
        turn = game.take_turn(state, moves[0], seed, len(playing.turns))
        played = Played(str(moves[0]), turn.points, turn.rows, round(took, 3))
        playing.turns.append(played)
        told(played)
        state = turn.state
    playing.ended = True
    return playing


class Logger:
    """Writes a log as the games are played."""

    def __init__(self, path: Path, name: str, rules: dict[str, Any], limit: Limit) -> None:
        """Begin a new file. Raises UsageError where there is one."""
        try:
            self._file = path.open("x", encoding="utf-8")
        except OSError as error:
            raise UsageError(f"The log cannot be begun as {path}: {error.strerror}; name a new file.") from error
        self._turn = 0
        self._write({"solo": SCHEMA, "game": name, "rules": rules, "limit": vars_of(limit)})

    def move(self, seed: int, played: Played) -> None:
        """Add a move."""
        self._write({"seed": seed, "turn": self._turn, **vars(played)})
        self._turn += 1

    def end(self, game: SoloGame) -> None:
        """Add the end of a game."""
        self._write({"seed": game.seed, "turns": len(game.turns), "ended": game.ended})
        self._turn = 0

    def close(self) -> None:
        """Write down all that is left."""
        self._file.close()

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()


def vars_of(limit: Limit) -> dict[str, Any]:
    """A limit as JSON."""
    return {"seconds": limit.seconds, "nodes": limit.nodes}


def read_log(path: Path) -> Log:
    """Read a log; a game whose end is missing was broken off. Raises LogError."""
    number = 1
    try:
        lines = plain_lines(path, MAX_BYTES, LONGEST)
        head = json.loads(next(lines, b""))
        if head.get("solo") != SCHEMA:
            raise LogError(f"{path} is no log of games: its first line has no `solo`: {SCHEMA}.")
        log = Log(str(head["game"]), dict(head["rules"]), dict(head["limit"]), [])
        for line in lines:
            number += 1
            _add(log, json.loads(line))
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise LogError(
            f"{path}: line {number} is not as `banmen autoplay` writes it ({type(error).__name__}: {error})."
        ) from error
    return log


def _add(log: Log, line: dict[str, Any]) -> None:
    seed = int(line["seed"])
    begins = not log.games or log.games[-1].seed != seed or line.get("turn") == 0
    if begins:
        log.games.append(SoloGame(seed))
    game = log.games[-1]
    if "move" not in line:
        game.ended = bool(line["ended"])
        return
    if line["turn"] != len(game.turns):
        raise ValueError(f"expected turn {len(game.turns)}")
    game.turns.append(Played(str(line["move"]), int(line["points"]), int(line["rows"]), float(line["ms"])))


def states(log: Log, game: SoloGame) -> Iterator[tuple[Game[Any], Any, Move | None]]:
    """Every state of a logged game with the move that was made in it; the last one has none. Raises LogError where a
    move is not possible, so that log and rules contradict each other.
    """
    try:
        rules: Any = solo_game(log.name, log.rules)
        state = rules.deal(game.seed)
        for number, played in enumerate(game.turns):
            move = parse_move(played.move)
            yield rules, state, move
            turn = rules.take_turn(state, move, game.seed, number)
            if (turn.points, turn.rows) != (played.points, played.rows):
                raise LogError(f"Turn {number} of game {game.seed} brings {turn.points} points, not {played.points}.")
            state = turn.state
    except (IllegalMove, BadRule) as error:
        raise LogError(f"Game {game.seed} of the log cannot be played again: {error}") from error
    yield rules, state, None
