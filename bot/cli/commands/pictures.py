"""Commands about a picture or a typed board: what is on it, what to do, how to reason, a new one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from bot.cli.commands.app import app
from bot.cli.commands.options import (
    Depth,
    FileArgument,
    FormatOption,
    GameOption,
    GridOption,
    JsonOption,
    KeepOption,
    Language,
    LanguageOption,
    LayoutOption,
    RegionOption,
    RuleOption,
    SizeOption,
    WhichOption,
    WindowOption,
)

PANEL: Final = "Pictures and typed boards"


@app.command(rich_help_panel=PANEL)
def solve(
    file: FileArgument = None,
    window: WindowOption = None,
    region: RegionOption = None,
    game: GameOption = None,
    layout: LayoutOption = None,
    which: WhichOption = None,
    grid: GridOption = None,
    size: SizeOption = None,
    rule: RuleOption = None,
    out: Annotated[Path | None, typer.Option("--out", help="Draw the numbered moves on the picture.")] = None,
    limit: Annotated[float, typer.Option("--limit", min=0.0, help="Seconds to think at the most.")] = 10.0,
    moves: Annotated[int | None, typer.Option("--moves", min=1, help="How many there may be, in a puzzle.")] = None,
    keep: KeepOption = None,
    as_json: JsonOption = False,
) -> None:
    """Read a screenshot or a text position and print the solution."""
    from bot.cli.content import Named
    from bot.cli.said import Said
    from bot.cli.still import solve_named
    from calibration.place import Place

    rules = [*(rule or []), *([] if moves is None else [f"moves={moves}"])]
    solve_named(
        Named(file, window, region),
        Said.typed(game, layout, rules, Place.typed(grid, size, which)),
        out,
        limit,
        as_json,
        keep,
    )


@app.command(rich_help_panel=PANEL)
def read(
    file: FileArgument = None,
    window: WindowOption = None,
    region: RegionOption = None,
    game: GameOption = None,
    layout: LayoutOption = None,
    which: WhichOption = None,
    grid: GridOption = None,
    size: SizeOption = None,
    rule: RuleOption = None,
    out: Annotated[Path | None, typer.Option("--out", help="Draw the grid and every label on the picture.")] = None,
    keep: KeepOption = None,
    form: FormatOption = None,
    as_json: JsonOption = False,
) -> None:
    """Read a screenshot and print the board, without solving it."""
    from bot.cli.content import Named
    from bot.cli.said import Said
    from bot.cli.still import read_named
    from calibration.place import Place

    read_named(
        Named(file, window, region),
        Said.typed(game, layout, rule, Place.typed(grid, size, which)),
        as_json,
        keep,
        form,
        out,
    )


@app.command(rich_help_panel=PANEL)
def hint(
    file: FileArgument = None,
    window: WindowOption = None,
    region: RegionOption = None,
    game: GameOption = None,
    layout: LayoutOption = None,
    which: WhichOption = None,
    grid: GridOption = None,
    size: SizeOption = None,
    rule: RuleOption = None,
    depth: Annotated[
        Depth, typer.Option("--depth", help="Where to look, which technique, or also the cells and why.")
    ] = Depth.technique,
    lang: LanguageOption = Language.en,
    out: Annotated[Path | None, typer.Option("--out", help="Draw it on the picture.")] = None,
    limit: Annotated[float, typer.Option("--limit", min=0.0, help="Seconds to think at the most.")] = 10.0,
    as_json: JsonOption = False,
) -> None:
    """Give a hint: the next step that a person could see, or else the next move."""
    from bot.cli.content import Named
    from bot.cli.said import Said
    from bot.cli.teach import hint_named
    from calibration.place import Place

    hint_named(
        Named(file, window, region),
        Said.typed(game, layout, rule, Place.typed(grid, size, which)),
        out,
        limit,
        as_json,
        depth.value,
        lang.value,
    )


@app.command(rich_help_panel=PANEL)
def explain(
    file: FileArgument = None,
    window: WindowOption = None,
    region: RegionOption = None,
    game: GameOption = None,
    layout: LayoutOption = None,
    which: WhichOption = None,
    grid: GridOption = None,
    size: SizeOption = None,
    rule: RuleOption = None,
    lang: LanguageOption = Language.en,
    limit: Annotated[float, typer.Option("--limit", min=0.0, help="Seconds to think at the most.")] = 60.0,
    as_json: JsonOption = False,
) -> None:
    """Explain the whole solution step by step, and say how hard the puzzle is."""
    from bot.cli.content import Named
    from bot.cli.said import Said
    from bot.cli.teach import explain_named
    from calibration.place import Place

    explain_named(
        Named(file, window, region),
        Said.typed(game, layout, rule, Place.typed(grid, size, which)),
        limit,
        as_json,
        lang.value,
    )


@app.command(rich_help_panel=PANEL)
def generate(
    game: Annotated[str, typer.Argument(help="The game.")],
    size: Annotated[str | None, typer.Option("--size", metavar="COLUMNSxROWS", help="Such as 15x15.")] = None,
    grade: Annotated[str | None, typer.Option("--grade", help="How hard, such as easy or hard.")] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="The same seed gives the same puzzle.")] = None,
    picture: Annotated[
        Path | None, typer.Option("--picture", help="Make it of a picture, or of a text of # and . instead.")
    ] = None,
    colours: Annotated[int | None, typer.Option("--colours", min=1, help="Colours besides the ground.")] = None,
    form: FormatOption = None,
    rule: RuleOption = None,
    limit: Annotated[float, typer.Option("--limit", min=0.0, help="Seconds to try at the most.")] = 60.0,
    as_json: JsonOption = False,
) -> None:
    """Make a new puzzle."""
    from bot.cli.make import generate as make

    make(game, size, grade, seed, picture, colours, form or "text", rule or [], limit, as_json)
