"""`solve` and `read`: one picture or text in, one answer out."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path

from bot.answers import board_json, reading_json
from bot.cli import EXIT_NO_SOLUTION
from bot.cli.answer import draw_on, print_board, print_json, print_plan, save_plan, save_reading, written
from bot.cli.content import Named
from bot.cli.opening import open_named
from bot.cli.progress import Progress
from bot.cli.said import Said
from bot.cli.shown import Seen
from bot.errors import UsageError
from bot.reading import Reading
from bot.solve import UnclearBoardError
from engine.api import Limit, Outcome
from engine.formats import TEXT


def solve_named(
    named: Named, said: Said, out: Path | None, limit: float, as_json: bool, keep: str | None = None
) -> None:
    """Print the plan for a picture or a text position; exit code 4 where nobody can win."""
    tell_plan(open_named(named, said, as_json, keep), out, limit, as_json)


def tell_plan(seen: Seen, out: Path | None, limit: float, as_json: bool, first_only: bool = False) -> None:
    """Print the plan, or only its first move, for what a file showed. Raises CannotReadError."""
    board = seen.playable()
    start = time.perf_counter()
    with Progress("thinking", limit):
        plan = board.plan(Limit(seconds=limit))
    planned = time.perf_counter() - start
    if first_only:
        plan = replace(plan, moves=plan.moves[:1], later=())
    if out is not None:
        save_plan(board, plan, seen.pixels, out)
    total = seen.seconds + time.perf_counter() - start
    if as_json:
        seconds = {**board.seconds, "open": seen.seconds, "plan": planned, "total": total}
        print_json({**board_json(board, plan, seconds), **seen.also})
    else:
        print_board(board)
        print_plan(board, plan, first_only)
        if out is not None:
            sys.stdout.write(f"Drawn on {out}.\n")
    if plan.reaches is Outcome.STUCK and plan.proof:
        sys.exit(EXIT_NO_SOLUTION)


def read_named(
    named: Named,
    said: Said,
    as_json: bool,
    keep: str | None = None,
    form: str | None = None,
    out: Path | None = None,
) -> None:
    """Print what is on the board, also where no known game is played on it; in a form of other programs if asked.
    `out` shows it on the picture, also where it cannot be trusted.
    """
    try:
        seen = open_named(named, said, as_json, keep)
    except UnclearBoardError as error:
        if out is not None and error.pixels is not None:
            save_reading(error.reading, error.pixels, out)
        raise
    if out is not None:
        _save_seen(seen, out)
    seconds = {"total": seen.seconds}
    if seen.board is not None:
        board = seen.board
        other = None if form is None else written(board.game, board.position, form)
        if as_json:
            answer = {**board_json(board, None, {**board.seconds, **seconds}), **seen.also}
            print_json(answer if other is None else {**answer, "text": other})
        elif other is not None:
            sys.stdout.write(other)
        else:
            print_board(board)
        return
    if form not in (None, TEXT):
        raise UsageError("No game is known that this board belongs to, so it is only written as text.")
    assert seen.reading is not None
    if as_json:
        spent = {name: round(1000 * value, 3) for name, value in seconds.items()}
        print_json({"game": None, "layout": seen.layout, **reading_json(seen.reading), **seen.also, "ms": spent})
    else:
        sys.stdout.write(f"{_without_game(seen, seen.reading)}\n{seen.reading.position}\n")


def _without_game(seen: Seen, reading: Reading) -> str:
    """Why a board that was read is none of a game: nobody knows which, some of it is open, or the game forbids it."""
    if seen.asks:
        return seen.asks
    likely = " or ".join(seen.also.get("likely", ()))
    if likely and reading.doubts:
        cells = "one cell" if len(reading.doubts) == 1 else f"{len(reading.doubts)} cells"
        return f"It may be {likely}, but {cells} could not be told, shown as ?."
    if likely and seen.against:
        return f"It may be {likely}, but {seen.against}"
    by = f"Layout {seen.layout}; no" if seen.layout else "No"
    return f"{by} game that can be solved here."


def _save_seen(seen: Seen, out: Path) -> None:
    """What was read, on its picture; a text position on a picture of our own."""
    from bot.vision.annotate import draw_reading

    reading = seen.reading or (seen.board.reading if seen.board else None)
    if reading is not None:
        save_reading(reading, seen.pixels, out)
    elif seen.board is not None:
        rows = seen.board.position.board
        draw_on(seen.board, None, out, lambda picture, grid: draw_reading(picture, grid, rows))
