"""Commands that play without a screen."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from bot.cli.commands.app import app
from bot.cli.commands.options import JsonOption, RuleOption

PANEL: Final = "Without a screen"


@app.command(rich_help_panel=PANEL)
def autoplay(
    game: Annotated[str, typer.Argument(help="A game that deals itself.")],
    games: Annotated[int, typer.Option("--games", min=1, help="How many.")] = 1,
    seed: Annotated[int, typer.Option("--seed", help="Which deal is the first.")] = 0,
    max_moves: Annotated[int | None, typer.Option("--max-moves", min=1, help="Break a game off after so many.")] = None,
    seconds: Annotated[float | None, typer.Option("--seconds", help="Thinking time for a move.")] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", help="Search nodes for a move.")] = None,
    rule: RuleOption = None,
    log: Annotated[Path | None, typer.Option("--log", metavar="FILE", help="Write every move into this file.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Play game after game and count points, turns and time."""
    from bot.cli.solo import autoplay as play
    from bot.rules import parse_rules
    from engine.api import Limit

    play(game, parse_rules(rule or []), games, seed, Limit(seconds, nodes), max_moves, log, as_json)


@app.command(rich_help_panel=PANEL)
def review(
    log: Annotated[Path, typer.Argument(help="A log that `autoplay` wrote.")],
    seed: Annotated[int | None, typer.Option("--seed", help="Which game; the first by default.")] = None,
    turn: Annotated[int | None, typer.Option("--turn", min=0, help="Which turn; all by default.")] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="PICTURE", help="Draw that turn.")] = None,
) -> None:
    """Look at a logged game again, move by move."""
    from bot.cli.solo import review as show

    show(log, seed, turn, out)
