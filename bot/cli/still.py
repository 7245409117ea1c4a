"""`solve`, `read` and `hint`: one picture or text in, one answer out."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn

from bot.cli import EXIT_NO_SOLUTION
from bot.errors import CannotReadError, UsageError
from bot.layout import Layout, candidates, find_layout
from bot.reading import Reading, Sight
from bot.report import board_json, reading_json, verdict
from bot.rules import parse_rules
from bot.solve import Board, UnclearBoardError, UnknownGameError, read_picture, read_text
from bot.target import Target
from engine.api import Limit, Outcome, Plan, game_names

MAX_TEXT = 1_000_000


def solve_file(
    file: str,
    game: str | None,
    layout: str | None,
    rules: Sequence[str],
    out: Path | None,
    limit: float,
    as_json: bool,
    first_only: bool = False,
    keep: str | None = None,
) -> None:
    """Print the plan for a picture or a text position; exit code 4 where nobody can win."""
    start = time.perf_counter()
    seen = _open(file, game, layout, rules, as_json, keep)
    board, pixels = seen.board, seen.pixels
    if board is None:
        raise CannotReadError(
            f"The board can be read (`banmen read` shows it). {seen.asks}"
            if seen.asks
            else "The board can be read (`banmen read` shows it), but it fits no game that is known here; "
            "`banmen games` lists those that are."
        )
    read = time.perf_counter()
    plan = board.plan(Limit(seconds=limit))
    planned = time.perf_counter()
    if first_only:
        plan = replace(plan, moves=plan.moves[:1])
    if out is not None:
        _draw(board, plan, pixels, out)
    seconds = {**board.seconds, "open": read - start, "plan": planned - read, "total": time.perf_counter() - start}
    if as_json:
        print_json({**board_json(board, plan, seconds), **seen.also})
    else:
        _print_board(board)
        _print_plan(board, plan, first_only)
        if out is not None:
            sys.stdout.write(f"Drawn on {out}.\n")
    if plan.reaches is Outcome.STUCK and plan.proof:
        sys.exit(EXIT_NO_SOLUTION)


def read_file(
    file: str, game: str | None, layout: str | None, rules: Sequence[str], as_json: bool, keep: str | None = None
) -> None:
    """Print what is on the board, also where no known game is played on it."""
    start = time.perf_counter()
    seen = _open(file, game, layout, rules, as_json, keep)
    seconds = {"total": time.perf_counter() - start}
    if seen.board is not None:
        if as_json:
            print_json({**board_json(seen.board, None, {**seen.board.seconds, **seconds}), **seen.also})
        else:
            _print_board(seen.board)
        return
    assert seen.reading is not None
    if as_json:
        spent = {name: round(1000 * value, 3) for name, value in seconds.items()}
        print_json({"game": None, "layout": seen.layout, **reading_json(seen.reading), **seen.also, "ms": spent})
    else:
        by = f"Layout {seen.layout}; no" if seen.layout else "No"
        said = seen.asks or f"{by} game that can be solved here."
        sys.stdout.write(f"{said}\n{seen.reading.position}\n")


def choose_layouts(game: str | None, layout: str | None, target: Target | None = None) -> Sequence[Layout]:
    """The layouts that the person's options leave open. Raises LayoutError, UsageError."""
    if layout is None:
        return candidates(game, f"{target.title} {target.program}" if target else None)
    found = find_layout(layout)
    if game is not None and found.game != game:
        raise UsageError(f"The layout {found.name} is for {found.game}, not for {game}; leave one of the two away.")
    return [found]


def print_json(answer: Mapping[str, Any]) -> None:
    """One line of JSON on stdout."""
    sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")


@dataclass(frozen=True)
class Seen:
    """What a file showed."""

    board: Board | None
    """None where it is read but no known game is played on it."""
    pixels: Any = None
    """The picture; None for a text."""
    reading: Reading | None = None
    """Where there is no board in a game: what was read."""
    layout: str | None = None
    """By which layout that was."""
    also: Mapping[str, Any] = field(default_factory=dict)
    """What the JSON answer says besides."""
    asks: str = ""
    """Asks which game it is, where the picture does not tell it."""


def _open(
    file: str, game: str | None, layout: str | None, rules: Sequence[str], as_json: bool, keep: str | None
) -> Seen:
    """The board of a text or a picture; a picture that no layout reads is learned from on the spot."""
    house_rules = parse_rules(rules)
    data = _bytes(file)
    if data is not None and (text := _text(data)) is not None:
        return Seen(read_text(text, _games(game, layout), house_rules))
    from bot.vision.picture import decode, load

    pixels = load(Path(file)) if data is None else decode(data, "stdin")
    layouts = choose_layouts(game, layout)
    try:
        board = read_picture(pixels, layouts, house_rules)
    except UnknownGameError as error:
        return Seen(None, pixels, error.reading, error.layout.name)
    except UnclearBoardError as error:
        covered = error.reading.sight is Sight.COVERED
        seen = None if layout else _on_the_spot(pixels, game, house_rules, file, keep, covered)
        if seen is None:
            _refuse(error, as_json)
        return seen
    except CannotReadError:
        seen = None if layouts else _on_the_spot(pixels, game, house_rules, file, keep)
        if seen is None:
            raise
        return seen
    if game is None and layout is None and (asks := _asks(board)):
        return Seen(None, pixels, board.reading, None, {"likely": [board.game.name]}, asks)
    if keep and board.layout:
        sys.stderr.write(f"Nothing new to keep: {board.layout.name} reads this board.\n")
    return Seen(board, pixels)


def _asks(board: Board) -> str:
    """Asks which game it is where only a layout for any program read the board, and it could as well be another's."""
    from calibration.likely import plain

    by = board.layout
    if by is None or by.windows or by.board.place or plain(board.position, by.board.reader):
        return ""
    return (
        f"It may be {board.game.name}, but also a game that is not known here: with --game {board.game.name} it is "
        "taken for that."
    )


def _on_the_spot(
    pixels: Any, game: str | None, rules: Mapping[str, Any], file: str, keep: str | None, covered: bool = False
) -> Seen | None:
    """What was learned from the picture itself, and how to keep it; None where that is not to be trusted. Where a
    board of tiles is covered, looking again as at a board of tiles does not uncover it.
    """
    from bot.cli.calibrate import keep_spot
    from calibration.spot import on_the_spot

    spot = on_the_spot(pixels, game)
    if spot is None or (covered and spot.draft.reader == "tiles"):
        return None
    kept = keep_spot(spot, keep) if keep else None
    if kept:
        sys.stderr.write(f"Learned from the picture itself and kept as {kept.name} in {kept.folder}.\n")
    else:
        likely = f" Likely games: {', '.join(spot.likely)}." if spot.likely else ""
        likely = f" {spot.asks()}" if spot.asks() else likely
        sys.stderr.write(
            f"No layout reads this picture; it was learned from on the spot.{likely} To keep what was learned: "
            f"--keep NAME, or banmen calibrate {file}\n"
        )
    also = {"calibrated": True, "likely": list(spot.likely), "kept": kept.name if kept else None}
    return Seen(spot.board(rules), pixels, spot.reading(), kept.name if kept else None, also, spot.asks())


def _refuse(error: UnclearBoardError, as_json: bool) -> NoReturn:
    """Say what was seen of a board that cannot be trusted, then give up."""
    if as_json:
        print_json({"game": None, "layout": None, **reading_json(error.reading), "error": str(error)})
    raise error


def _bytes(file: str) -> bytes | None:
    """The content of stdin or of a file that may be text; None for a picture file."""
    if file == "-":
        return sys.stdin.buffer.read(64 * 1024 * 1024)
    path = Path(file)
    if not path.exists():
        raise CannotReadError(f"There is no file {file}; name a picture, a text position, or - for stdin.")
    if path.is_dir():
        raise CannotReadError(f"{file} is a folder; name a picture or a text position.")
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_TEXT + 1)
    except OSError as error:
        raise CannotReadError(f"{file} cannot be read: {error.strerror}.") from error
    return None if _text(data) is None else data


def _text(data: bytes) -> str | None:
    """The data as text, or None where it is not text."""
    if len(data) > MAX_TEXT or b"\0" in data[:4096]:
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def _games(game: str | None, layout: str | None) -> list[str]:
    if layout is not None:
        return [found.game for found in choose_layouts(game, layout)]
    if game is not None:
        return [game]
    return [name for name in dict.fromkeys(found.game for found in candidates()) if name in game_names()]


def _draw(board: Board, plan: Plan, pixels: Any, out: Path) -> None:
    if pixels is None or board.reading is None or board.reading.grid is None:
        raise UsageError("--out draws on a picture, but a text position has none; leave --out away.")
    from bot.vision.annotate import draw_plan
    from bot.vision.picture import save

    save(out, draw_plan(pixels, board.reading.grid, board.traces(plan)))


def _print_board(board: Board) -> None:
    where = f"{board.game.name}" + (f", layout {board.layout.name}" if board.layout else "")
    rows = board.position.board
    size = f", {len(rows)} rows x {len(rows[0])} columns" if rows else ""
    sys.stdout.write(f"{where}{size}\n{board.position}\n")


def _print_plan(board: Board, plan: Plan, first_only: bool) -> None:
    if first_only:
        sys.stdout.write(f"{plan.moves[0]}\n" if plan.moves else "There is no move.\n")
        return
    for number, move in enumerate(plan.moves, 1):
        sys.stdout.write(f"{number:3d}. {move}\n")
    sys.stdout.write(verdict(plan) + "\n")
