"""Open an arcade game in a window: `python -m bot.arcade shisen --skin letters --size 18x8`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bot.arcade import scene_names, scene_skins
from bot.arcade.scene import ArcadeError
from bot.arcade.window import run


def main(arguments: list[str] | None = None) -> int:
    """Read the command line, play, return the exit code: 0 done, 1 no window, 2 wrong arguments."""
    given = vars(_parser().parse_args(arguments))
    name, board = given.pop("game"), given.pop("size")
    options = {option: value for option, value in given.items() if value is not None}
    if board:
        options["columns"], options["rows"] = board
    try:
        return run(name, **options)
    except ArcadeError as error:
        print(error, file=sys.stderr)  # noqa: T201
        return error.exit_code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot.arcade", description="A practice game in a window.")
    add = parser.add_argument
    add("game", nargs="?", default="shisen", choices=scene_names(), help="which game (default: shisen)")
    add("--skin", choices=_skins(), help="how it looks; each game has its own")
    add("--size", type=_size, metavar="COLUMNSxROWS", help="size of the board, such as 17x8")
    add("--seed", type=int, default=0, help="which deal (default: 0)")
    add("--gravity", metavar="WAY", help="tiles fall down, up, left or right when others are taken")
    add("--scale", type=float, default=1.0, help="size of the window, 1 is usual")
    add("--mode", help="which way to play, for Panel de Pon puzzle, endless, time or versus")
    add("--preset", help="how fast it is: easy, normal, hard or ex")
    add("--opponent", help="in a versus game: engine, or a person at the same keyboard")
    add("--removal", type=float, metavar="SECONDS", help="how long a taken pair is still shown")
    add("--quit-when-won", type=float, metavar="SECONDS", help="close so long after the game is won")
    add("--log", type=Path, metavar="FILE", help="write everything that happens to this file, JSON lines")
    return parser


def _skins() -> list[str]:
    return sorted({skin for game in scene_names() for skin in scene_skins(game)})


def _size(text: str) -> tuple[int, int]:
    """Two numbers with an x between.

    >>> _size("17x8")
    (17, 8)
    """
    columns, _, rows = text.partition("x")
    if not (columns.isdigit() and rows.isdigit()):
        raise argparse.ArgumentTypeError(f"expected columns and rows such as 17x8, found {text!r}")
    return int(columns), int(rows)


if __name__ == "__main__":
    sys.exit(main())
