"""`generate`: a new puzzle on the terminal, for `banmen solve -` or another program."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from bot.answers import position_json
from bot.cli.answer import print_json, written
from bot.cli.progress import Progress
from bot.errors import BanmenError, CannotReadError, UsageError
from bot.rules import parse_rules
from calibration.place import parse_size
from engine.api import Limit, game_names, load_game
from engine.generator import Generator, NoPuzzleError, Picture, Wish
from engine.paints import LETTERS, colour
from engine.position import EMPTY

SEEDS = 1_000_000
LARGEST_PICTURE = 512
"""Pixels of the longer side to which a picture is reduced; a puzzle has fewer cells."""
MAX_TEXT = 100_000
PAPER = (1.0, 1.0, 1.0)


def generate(
    game: str,
    size: str | None,
    grade: str | None,
    seed: int | None,
    picture: Path | None,
    colours: int | None,
    form: str,
    rules: list[str],
    limit: float,
    as_json: bool,
) -> None:
    """Print a new puzzle; what is to be said about it goes to stderr."""
    start = time.perf_counter()
    maker = load_game(game, **parse_rules(rules))
    if not isinstance(maker, Generator):
        able = [name for name in game_names() if isinstance(load_game(name), Generator)]
        raise UsageError(f"Banmen makes no puzzles for {game}; it does for {', '.join(able)}.")
    rows, columns = parse_size(size) if size else (None, None)
    seed = random.SystemRandom().randrange(SEEDS) if seed is None else seed
    pixels = picture_of(picture) if picture else None
    if picture and colours is None:
        colours = colours_of(picture)
    try:
        with Progress("making a puzzle", limit) as progress:
            made = maker.generate(Wish(columns, rows, grade, seed, pixels, colours, progress.say), Limit(seconds=limit))
    except NoPuzzleError as error:
        raise BanmenError(str(error)) from error
    if as_json:
        spent = {"total": round(1000 * (time.perf_counter() - start), 3)}
        position = position_json(made.position)
        answer = {"game": game, "seed": seed, "position": position, "notes": list(made.notes), "ms": spent}
        print_json(answer if form == "text" else {**answer, "text": written(maker, made.position, form)})
        return
    sys.stdout.write(written(maker, made.position, form))
    for note in (*made.notes, f"Seed: {seed}."):
        sys.stderr.write(f"{note}\n")


def picture_of(file: Path) -> Picture:
    """The pixels of a picture file, or of a text (`#` black, `r` red and so on, `.` paper). Raises CannotReadError."""
    if not file.is_file():
        raise CannotReadError(f"There is no file {file}; name a picture, or a text of # and .")
    with file.open("rb") as stream:
        data = stream.read(MAX_TEXT)
    if (rows := drawn_rows(data)) is not None:
        return tuple(tuple(PAPER if char == EMPTY else colour(char) for char in row) for row in rows)
    import cv2

    from bot.vision.picture import load

    pixels = cv2.cvtColor(load(file), cv2.COLOR_BGR2RGB)
    scale = LARGEST_PICTURE / max(pixels.shape)
    if scale < 1:
        pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return tuple(tuple((red / 255, green / 255, blue / 255) for red, green, blue in row) for row in pixels.tolist())


def colours_of(file: Path) -> int | None:
    """How many colours a picture in text has; None for any other, which is made black and white."""
    with file.open("rb") as stream:
        rows = drawn_rows(stream.read(MAX_TEXT))
    return None if rows is None else max(1, len(set("".join(rows)) - {EMPTY}))


def drawn_rows(data: bytes) -> list[str] | None:
    """The rows of a picture in text: of `.` and letters of colours that have a name; None where it is none."""
    lines = data.split()
    if not lines or len(set(map(len, lines))) > 1 or set(b"".join(lines)) - set(f"{EMPTY}{LETTERS}".encode()):
        return None
    return [line.decode() for line in lines]
