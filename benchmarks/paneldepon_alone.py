"""How long Panel de Pon's player survives where it sends garbage to itself, with eyes that are told what there is.

    python -m benchmarks.paneldepon_alone [--games 14] [--first 0] [--seconds 900] [--doubt 0.0] [--keep]

The game is a model of Crack Attack! played alone (`benchmarks/lone_stack.py`) in simulated time: a look takes 20 ms, a
key as long as the layout says. What is lost here is lost by the player and the hands; what Crack Attack! on a screen
(`benchmarks.play_crack_attack`) adds to it, by the eyes. With `--doubt` each cell that is not empty is untold at a look
with that chance. `six_hundred` is the share of games that were alive after ten minutes.
"""

from __future__ import annotations

import argparse
import random
import statistics
from dataclasses import replace

from benchmarks.line import report
from benchmarks.lone_stack import SHOWN, STEPS_PER_SECOND, LoneStack
from benchmarks.lone_things import COLUMNS
from bot.action import Key
from bot.chase import chaser
from bot.control.controls import make_control
from bot.grid import Grid
from bot.layout import Layout
from bot.layouts import find_layout
from bot.manners import Manners
from bot.reading import Reading, Sight
from bot.step import Act, Stop
from engine.position import EMPTY, UNKNOWN, Position

LAYOUT = "paneldepon/crack-attack"
MINUTES = 600.0


def main() -> None:
    """Play and print the line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=14)
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    parser.add_argument("--seconds", type=float, default=900.0, help="after which a game is ended")
    parser.add_argument("--doubt", type=float, default=0.0)
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    given = parser.parse_args()
    layout, ends = find_layout(LAYOUT), []
    for seed in range(given.first, given.first + given.games):
        game = play(LoneStack(seed), layout, given.seconds, given.doubt)
        ends.append(game.now / STEPS_PER_SECOND)
        print(
            f"{seed}: {ends[-1]:.0f} s, {game.rows} rows, {game.matches} matches, {game.chained} of them links, "
            f"{game.sent} cells of slabs",
            flush=True,
        )
    figures = {
        "games": given.games,
        "seconds_mean": round(statistics.mean(ends), 1),
        "seconds_least": round(min(ends), 1),
        "standard_error": round(statistics.stdev(ends) / len(ends) ** 0.5, 1) if len(ends) > 1 else 0.0,
        "six_hundred": round(sum(end >= MINUTES for end in ends) / len(ends), 3),
    }
    report(f"paneldepon alone {given.doubt:g}", figures, keep=given.keep)


def play(game: LoneStack, layout: Layout, seconds: float, doubt: float) -> LoneStack:
    """Let Banmen's player play it, for so long at the most."""
    hands, chance = layout.hands, random.Random(1)
    player = chaser(layout.game, {**layout.rules, **(layout.running or {})}, hands, make_control(hands), Manners())
    names = {key: name for name, key in hands.keys.items()}
    press = round((hands.hold + hands.gap) * STEPS_PER_SECOND)
    grid = Grid(0, 0, 1, 1, SHOWN, COLUMNS)
    reading = Reading(0.0, Sight.CLEAR, grid=grid)
    while not game.over and game.now < seconds * STEPS_PER_SECOND:
        now = game.now / STEPS_PER_SECOND
        step = player.tick(replace(reading, time=now, position=seen(game, doubt, chance)))
        if isinstance(step, Stop):
            break
        for action in step.actions if isinstance(step, Act) else ():
            if isinstance(action, Key):
                game.press(names[action.name])
                for _ in range(press):
                    game.step()
        if isinstance(step, Act):
            player.performed(len(step.actions))
        game.step()
    return game


def seen(game: LoneStack, doubt: float, chance: random.Random) -> Position:
    """The board as it is told, some of its cells withheld."""
    board = tuple(
        "".join(UNKNOWN if label != EMPTY and chance.random() < doubt else label for label in line)
        for line in game.board()
    )
    row, column = game.cursor
    return Position({"board": board, "cursor": (f"{SHOWN - row},{column}",), "scroll": (f"{game.scroll:.4f}",)})


if __name__ == "__main__":
    main()
