"""`solve` and `read`: one picture or text in, one answer out."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn

from bot.answers import board_json, reading_json, solution, verdict
from bot.cli import EXIT_NO_SOLUTION
from bot.cli.progress import Progress
from bot.errors import CannotReadError, UsageError
from bot.frame import Pixels
from bot.grid import Grid
from bot.layout import Layout, candidates, find_layout
from bot.reading import Reading, Sight
from bot.rules import parse_rules
from bot.solve import Board, UnclearBoardError, UnknownGameError, clause, read_picture, read_text
from bot.target import Target
from engine.api import BadPosition, Game, Limit, Outcome, Plan, Position, game_names
from engine.formats import TEXT, Translator
from engine.moves import Mark, Pick

MAX_TEXT = 1_000_000
FIRST = 1000
"""Bytes by which a file that is longer is taken for a text."""


def solve_file(
    file: str,
    game: str | None,
    layout: str | None,
    rules: Sequence[str],
    out: Path | None,
    limit: float,
    as_json: bool,
    keep: str | None = None,
    which: str | None = None,
) -> None:
    """Print the plan for a picture or a text position; exit code 4 where nobody can win."""
    tell_plan(open_file(file, game, layout, rules, as_json, keep, which), out, limit, as_json)


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
        _draw(board, plan, seen.pixels, out)
    total = seen.seconds + time.perf_counter() - start
    if as_json:
        seconds = {**board.seconds, "open": seen.seconds, "plan": planned, "total": total}
        print_json({**board_json(board, plan, seconds), **seen.also})
    else:
        print_board(board)
        _print_plan(board, plan, first_only)
        if out is not None:
            sys.stdout.write(f"Drawn on {out}.\n")
    if plan.reaches is Outcome.STUCK and plan.proof:
        sys.exit(EXIT_NO_SOLUTION)


def read_file(
    file: str,
    game: str | None,
    layout: str | None,
    rules: Sequence[str],
    as_json: bool,
    keep: str | None = None,
    form: str | None = None,
    out: Path | None = None,
    which: str | None = None,
) -> None:
    """Print what is on the board, also where no known game is played on it; in a form of other programs if asked.
    `out` shows it on the picture, also where it cannot be trusted.
    """
    try:
        seen = open_file(file, game, layout, rules, as_json, keep, which)
    except UnclearBoardError as error:
        if out is not None and error.pixels is not None:
            _draw_reading(error.reading, error.pixels, out)
        raise
    if out is not None:
        _draw_seen(seen, out)
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
        by = f"Layout {seen.layout}; no" if seen.layout else "No"
        said = seen.asks or f"{by} game that can be solved here."
        sys.stdout.write(f"{said}\n{seen.reading.position}\n")


def choose_layouts(
    game: str | None, layout: str | None, target: Target | None = None, which: str | None = None
) -> Sequence[Layout]:
    """The layouts that the person's options leave open: none where it is said `which` of several boards is meant, which
    layouts know by themselves. Raises LayoutError, UsageError.
    """
    if which is not None:
        if layout is not None:
            raise UsageError(f"The layout {layout} knows where its board lies; leave --layout or --which away.")
        return []
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
    against: str = ""
    """What the rules of its game have against the board, as the end of a sentence."""
    seconds: float = 0.0
    """What it took to find out."""

    def playable(self) -> Board:
        """The board of a game. Raises CannotReadError."""
        if self.board is None and self.against:
            raise CannotReadError(f"The board can be read (`banmen read` shows it), but {self.against}")
        if self.board is None:
            raise CannotReadError(
                f"The board can be read (`banmen read` shows it). {self.asks}"
                if self.asks
                else "The board can be read (`banmen read` shows it), but it fits no game that is known here; "
                "`banmen games` lists those that are."
            )
        return self.board


def open_file(
    file: str,
    game: str | None,
    layout: str | None,
    rules: Sequence[str],
    as_json: bool,
    keep: str | None = None,
    which: str | None = None,
) -> Seen:
    """What a file shows, a picture or a text, and how long it took. Raises CannotReadError."""
    start = time.perf_counter()
    seen = _open(file, game, layout, rules, as_json, keep, which)
    return replace(seen, seconds=time.perf_counter() - start)


def written(game: Game[Any], position: Position, form: str) -> str:
    """A position as text, or in a form of other programs that its game knows. Raises UsageError."""
    if form == TEXT:
        return f"{position}\n"
    known = game.formats if isinstance(game, Translator) else ()
    if form not in known:
        raise UsageError(f"A position of {game.name} is written as {', '.join((TEXT, *known))}; not as {form!r}.")
    assert isinstance(game, Translator)
    return game.write_format(position, form)


def _open(
    file: str,
    game: str | None,
    layout: str | None,
    rules: Sequence[str],
    as_json: bool,
    keep: str | None,
    which: str | None,
) -> Seen:
    """The board of a text or a picture; a picture that no layout reads is learned from on the spot, and so is one of
    which a person says `which` board is meant.
    """
    house_rules = parse_rules(rules)
    data = _bytes(file)
    if data is not None and (text := _text(data)) is not None:
        return Seen(read_text(text, _games(game, layout), house_rules))
    from bot.vision.picture import decode, load

    pixels = load(Path(file)) if data is None else decode(data, "stdin")
    layouts = choose_layouts(game, layout, which=which)
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
        seen = None if layouts else _on_the_spot(pixels, game, house_rules, file, keep, which=which)
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
    pixels: Any,
    game: str | None,
    rules: Mapping[str, Any],
    file: str,
    keep: str | None,
    covered: bool = False,
    which: str | None = None,
) -> Seen | None:
    """What was learned from the picture itself, and how to keep it; None where that is not to be trusted. Where a
    board of tiles is covered, looking again as at a board of tiles does not uncover it.
    """
    from bot.cli.calibrate import keep_spot
    from calibration.spot import learned, on_the_spot

    # What is kept is played by: of that nothing is assumed.
    spot = (
        on_the_spot(pixels, game, assuming=keep is None)
        if which is None
        else learned([pixels], game, assuming=keep is None, which=which)
    )
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
    also: dict[str, Any] = {"calibrated": True, "likely": list(spot.likely), "kept": kept.name if kept else None}
    if spot.assumed:
        sys.stderr.write(f"{spot.assumed}\n")
        also["assumed"] = spot.assumed
    board, against = None, ""
    try:
        board = spot.played(rules)
    except BadPosition as error:
        against = clause(error)
    return Seen(board, pixels, spot.reading(), kept.name if kept else None, also, spot.asks(), against)


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
    if path.is_fifo() and path.resolve().exists():  # not one that a shell made for `<(…)`
        raise CannotReadError(f"{file} is a pipe, to which perhaps nobody writes: banmen … - < {file} waits for it.")
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_TEXT + 1)
    except OSError as error:
        raise CannotReadError(f"{file} cannot be read: {error.strerror}.") from error
    if len(data) > MAX_TEXT and _text(data[:FIRST]) is not None:
        raise CannotReadError(f"{file} is a text of more than {MAX_TEXT} characters; a position is shorter.")
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
    """Marks as they will stand in their cells; pairs that are picked as numbered lines; what is made of cells beside
    each other as a numbered outline.
    """
    from bot.vision.annotate import draw_plan
    from bot.vision.outlines import draw_moves
    from bot.vision.pointing import draw_marks

    if _writes(board.game):
        draw_on(board, pixels, out, lambda picture, grid: draw_marks(picture, grid, plan.moves))
    elif Pick not in board.game.moves_used:
        outlined, now = board.outlined(plan), len(plan.moves)
        draw_on(board, pixels, out, lambda picture, grid: draw_moves(picture, grid, outlined, now))
    else:
        draw_on(board, pixels, out, lambda picture, grid: draw_plan(picture, grid, board.traces(plan)))


def _draw_seen(seen: Seen, out: Path) -> None:
    """What was read, on its picture; a text position on a picture of our own."""
    from bot.vision.annotate import draw_reading

    reading = seen.reading or (seen.board.reading if seen.board else None)
    if reading is not None:
        _draw_reading(reading, seen.pixels, out)
    elif seen.board is not None:
        rows = seen.board.position.board
        draw_on(seen.board, None, out, lambda picture, grid: draw_reading(picture, grid, rows))


def _draw_reading(reading: Reading, pixels: Pixels, out: Path) -> None:
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


def _writes(game: Game[Any]) -> bool:
    """Whether a game is played by writing into cells, so that the finished board says more than the moves."""
    return game.moves_used == (Mark,)


def print_board(board: Board) -> None:
    """Which game it is, how large the board is, and the position."""
    where = f"{board.game.name}" + (f", layout {board.layout.name}" if board.layout else "")
    rows = board.position.board
    size = f", {len(rows)} rows x {len(rows[0])} columns" if rows else ""
    sys.stdout.write(f"{where}{size}\n{board.position}\n")


def _print_plan(board: Board, plan: Plan, first_only: bool) -> None:
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
