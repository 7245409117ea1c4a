"""Commands about the practice games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from bot.cli.commands.app import app
from bot.cli.commands.options import JsonOption, ModeOption, PresetOption

PANEL: Final = "Practice games"


@app.command(rich_help_panel=PANEL)
def demo(
    game: Annotated[str, typer.Argument(help="A game of the arcade.")] = "shisen",
    memory: Annotated[
        bool, typer.Option("--memory", help="In memory with a text view, even where a display is.")
    ] = False,
    seed: Annotated[int | None, typer.Option("--seed", help="Which deal.")] = None,
    size: Annotated[
        str | None, typer.Option("--size", metavar="COLUMNSxROWS", help="Board size, such as 17x8.")
    ] = None,
    skin: Annotated[str | None, typer.Option("--skin", help="How the tiles look.")] = None,
    mode: ModeOption = None,
    preset: PresetOption = None,
    record: Annotated[Path | None, typer.Option("--record", help="Write a recording into this new folder.")] = None,
    max_moves: Annotated[
        int | None, typer.Option("--max-moves", min=0, help="Stop after so many moves, in games that need not end.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Watch Banmen play a practice game of its own from the first move to the last."""
    from bot.cli.show import chosen, run_demo
    from bot.session import Bounds

    options = chosen(size, seed=seed, skin=skin, mode=mode, preset=preset)
    run_demo(game, memory, options, record, as_json, Bounds(max_moves))


@app.command(rich_help_panel=PANEL)
def arcade(
    game: Annotated[str, typer.Argument(help="A game of the arcade.")] = "shisen",
    seed: Annotated[int | None, typer.Option("--seed", help="Which deal.")] = None,
    size: Annotated[
        str | None, typer.Option("--size", metavar="COLUMNSxROWS", help="Board size, such as 17x8.")
    ] = None,
    skin: Annotated[str | None, typer.Option("--skin", help="How the tiles look.")] = None,
    gravity: Annotated[
        str | None, typer.Option("--gravity", metavar="WAY", help="Tiles fall down, up, left or right.")
    ] = None,
    mode: ModeOption = None,
    preset: PresetOption = None,
    opponent: Annotated[
        str | None, typer.Option("--opponent", help="In a versus game: engine, or a person at the same keyboard.")
    ] = None,
) -> None:
    """Play a practice game yourself."""
    from bot.cli.show import chosen, open_arcade

    options = chosen(size, seed=seed, skin=skin, mode=mode, preset=preset, opponent=opponent)
    open_arcade(game, options | ({"gravity": gravity} if gravity else {}))
