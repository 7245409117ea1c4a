"""`autoplay` and `review`: games without a screen, played one after the other, and looked at move by move."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from bot.cli.answer import print_json
from bot.cli.progress import Progress
from bot.errors import UsageError
from bot.solo import Log, Logger, Played, SoloGame, Totals, play, read_log, solo_game, states
from engine.api import Limit
from engine.moves import Move, show_cell
from engine.position import Position

TAKEN = "*"
"""Marks the cells of the move on a printed board."""


def autoplay(
    name: str, rules: dict[str, Any], games: int, seed: int, limit: Limit, most: int | None, log: Path | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Play games of the seeds from `seed` on and say how they went. Raises UsageError."""
    game = solo_game(name, rules)
    logger = Logger(log, name, rules, limit) if log else None
    done: list[SoloGame] = []
    try:
        with Progress(f"Playing {name}"):
            for number in range(seed, seed + games):
                told = partial(logger.move, number) if logger else _unheard
                done.append(play(game, number, limit, most, told))
                if logger:
                    logger.end(done[-1])
    except KeyboardInterrupt:
        if not done:
            raise
    finally:
        if logger:
            logger.close()
    tell(Totals.of(done), as_json)


def _unheard(played: Played) -> None:
    """Nobody listens."""


def tell(totals: Totals, as_json: bool) -> None:
    """Print what some games say together."""
    if as_json:
        print_json(vars(totals))
        return
    sys.stdout.write(
        f"{totals.games} games, of which {totals.ended} came to their end: mean {totals.mean:,.0f} points, median "
        f"{totals.median:,.0f}, best {totals.best:,}.\n"
        f"{totals.turns:,} turns with {totals.points_a_turn:.2f} points each, {totals.rows:,} rows; "
        f"{totals.ms:.2f} ms a move, {totals.slowest_ms:.1f} the slowest.\n"
    )


def review(path: Path, seed: int | None, turn: int | None, out: Path | None) -> None:
    """Show the moves of a logged game, or one of them; `out` is a picture of it. Raises UsageError."""
    log = read_log(path)
    game = log.game(seed)
    if turn is not None and not 0 <= turn <= len(game.turns):
        raise UsageError(f"Game {game.seed} has the turns 0 to {len(game.turns)}; there is no turn {turn}.")
    points = 0
    for number, (position, move) in enumerate(_positions(log, game)):
        if turn in (None, number):
            heading = f"game {game.seed}, turn {number}, {points} points"
            sys.stdout.write(f"{heading}: {move or 'the end'}\n{_drawn(position, move)}\n")
        if number == turn and out:
            _picture(log.name, position, move, points, out)
        points += game.turns[number].points if number < len(game.turns) else 0
    if out and turn is None:
        raise UsageError("Which turn is to be drawn? Name it with --turn.")


def _positions(log: Log, game: SoloGame) -> Iterator[tuple[Position, Move | None]]:
    for rules, state, move in states(log, game):
        yield rules.show(state), move


def _drawn(position: Position, move: Move | None) -> str:
    """A position as text, with the cells of the move marked."""
    rows = [list(line) for line in position.board]
    for row, column in move.cells if move else ():
        rows[row][column] = TAKEN
    blocks = {**position.blocks, "board": tuple("".join(row) for row in rows)}
    return str(Position(blocks))


def _picture(name: str, position: Position, move: Move | None, points: int, out: Path) -> None:
    from bot.arcade import still
    from bot.vision.picture import save

    cells = move.cells if move else ()
    marked = {**position.blocks, "score": (str(points),)}
    if cells:
        marked["marked"] = tuple(map(show_cell, cells))
    save(out, still(name, Position(marked)))
    sys.stdout.write(f"{out}: the board with the cells of the move.\n")
