"""`generate`: a new puzzle on the terminal, for `banmen solve -` or another program."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from bot.cli.progress import Progress
from bot.cli.show import parse_size
from bot.cli.still import print_json, written
from bot.errors import BanmenError, CannotReadError, UsageError
from bot.report import position_json
from bot.rules import parse_rules
from engine.api import Limit, game_names, load_game
from engine.generator import Darkness, Generator, NoPuzzleError, Wish

SEEDS = 1_000_000
LARGEST_PICTURE = 512
"""Pixels of the longer side to which a picture is reduced; a puzzle has fewer cells."""
MAX_TEXT = 100_000


def generate(
    game: str,
    size: str | None,
    grade: str | None,
    seed: int | None,
    picture: Path | None,
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
    columns, rows = parse_size(size) if size else (None, None)
    seed = random.SystemRandom().randrange(SEEDS) if seed is None else seed
    shades = darkness(picture) if picture else None
    try:
        with Progress("making a puzzle", limit) as progress:
            made = maker.generate(Wish(columns, rows, grade, seed, shades, progress.say), Limit(seconds=limit))
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


def darkness(file: Path) -> Darkness:
    """How dark a picture is, cell by cell: of a text (`#` dark, `.` light) or of a picture file. Raises
    CannotReadError.
    """
    if not file.is_file():
        raise CannotReadError(f"There is no file {file}; name a picture, or a text of # and .")
    with file.open("rb") as stream:
        data = stream.read(MAX_TEXT)
    if (lines := data.split()) and set(b"".join(lines)) <= set(b"#.") and len(set(map(len, lines))) == 1:
        return tuple(tuple(float(char == ord("#")) for char in line) for line in lines)
    import cv2

    from bot.vision.picture import load

    pixels = cv2.cvtColor(load(file), cv2.COLOR_BGR2GRAY)
    scale = LARGEST_PICTURE / max(pixels.shape)
    if scale < 1:
        pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return tuple(tuple((255 - value) / 255 for value in row) for row in pixels.tolist())
