"""What was found out, as people read it, as programs read it, and drawn."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from bot.answers import solution, verdict, written_colour
from bot.errors import UsageError
from bot.frame import Pixels
from bot.grid import Grid
from bot.reading import Reading
from bot.solve import Board
from engine.api import Game, Plan, Position
from engine.formats import TEXT, Translator
from engine.moves import Mark, Pick


def print_json(answer: Mapping[str, Any]) -> None:
    """One line of JSON on stdout."""
    sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")


def print_board(board: Board) -> None:
    """Which game it is, how large the board is, and the position."""
    where = f"{board.game.name}" + (f", layout {board.layout.name}" if board.layout else "")
    rows = board.position.board
    size = f", {len(rows)} rows x {len(rows[0])} columns" if rows else ""
    sys.stdout.write(f"{where}{size}\n{board.position}\n")
    if board.reading is not None and board.reading.colours:
        named = (f"{letter} {written_colour(colour)}" for letter, colour in board.reading.colours.items())
        sys.stdout.write(f"colours: {', '.join(named)}; numbers without a letter are black\n")


def print_plan(board: Board, plan: Plan, first_only: bool) -> None:
    """Every move, or the first one; of a game that is written into its cells the finished board; and what is proved."""
    if first_only:
        sys.stdout.write(f"{plan.moves[0]}\n" if plan.moves else "There is no move.\n")
        return
    lines = [f"{number:3d}. {move}" for number, move in enumerate(plan.moves, 1)]
    if _writes(board.game):
        state = board.state
        for move in plan.moves:
            state = board.game.play(state, move)
        lines = ["solution:", *board.game.show(state).board] if plan.moves else []
    says = solution(plan) if _writes(board.game) else verdict(plan)
    sys.stdout.write("\n".join((*lines, says, *plan.notes)) + "\n")


def written(game: Game[Any], position: Position, form: str) -> str:
    """A position as text, or in a form of other programs that its game knows. Raises UsageError."""
    if form == TEXT:
        return f"{position}\n"
    known = game.formats if isinstance(game, Translator) else ()
    if form not in known:
        raise UsageError(f"A position of {game.name} is written as {', '.join((TEXT, *known))}; not as {form!r}.")
    assert isinstance(game, Translator)
    return game.write_format(position, form)


def _writes(game: Game[Any]) -> bool:
    """Whether a game is played by writing into cells, so that the finished board says more than the moves."""
    return game.moves_used == (Mark,)


def save_plan(board: Board, plan: Plan, pixels: Any, out: Path) -> None:
    """Marks as they will stand in their cells; pairs that are picked as numbered lines; what is made of cells beside
    each other as a numbered outline.
    """
    from bot.vision.annotate import draw_plan
    from bot.vision.outlines import draw_moves
    from bot.vision.pointing import draw_marks

    if _writes(board.game):
        colours = board.reading.colours if board.reading is not None else {}
        draw_on(board, pixels, out, lambda picture, grid: draw_marks(picture, grid, plan.moves, colours))
    elif Pick not in board.game.moves_used:
        outlined, now = board.outlined(plan), len(plan.moves)
        draw_on(board, pixels, out, lambda picture, grid: draw_moves(picture, grid, outlined, now))
    else:
        draw_on(board, pixels, out, lambda picture, grid: draw_plan(picture, grid, board.traces(plan)))


def save_reading(reading: Reading, pixels: Pixels, out: Path) -> None:
    """The grid and the labels on the picture, a frame around the cells in doubt; the bare picture where no grid was
    found.
    """
    from bot.vision.annotate import draw_reading
    from bot.vision.blocks.common import named
    from bot.vision.picture import save

    if reading.grid is not None and reading.position is not None:
        grids = (reading.grid, *reading.beside)
        for name, grid in zip(named("board", len(grids)), grids, strict=True):
            doubted = [(doubt.row, doubt.col) for doubt in reading.doubts if doubt.block == name]
            pixels = draw_reading(pixels, grid, reading.position.blocks[name], doubted)
    save(out, pixels)


def draw_on(board: Board, pixels: Any, out: Path, draw: Callable[[Pixels, Grid], Pixels]) -> None:
    """Save what is drawn on the screenshot, or on a picture of our own for a text position."""
    from bot.vision.picture import save
    from bot.vision.sheet import draw_position

    grid = board.reading.grid if board.reading is not None else None
    if pixels is None or grid is None:
        pixels, grid = draw_position(board.position)
    save(out, draw(pixels, grid))
