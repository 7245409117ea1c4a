"""Commands about boards and machines that nobody described yet: layouts, the studio, what works here."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from bot.cli.commands.app import app
from bot.cli.commands.options import (
    GameOption,
    GridOption,
    JsonOption,
    RegionOption,
    SizeOption,
    Way,
    WhichOption,
    WindowOption,
)

PANEL: Final = "Layouts and this machine"


@app.command(rich_help_panel=PANEL)
def calibrate(
    pictures: Annotated[
        list[Path] | None, typer.Argument(metavar="[PICTURE…]", help="Pictures, a folder of them, or a recording.")
    ] = None,
    window: WindowOption = None,
    region: RegionOption = None,
    game: GameOption = None,
    name: Annotated[
        str | None, typer.Option("--name", "--keep", help="What to call the layout; by default after the source.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="A new folder for it, instead of your own layouts.")] = None,
    title: Annotated[str | None, typer.Option("--title", help="What it is for, in a line.")] = None,
    board: Annotated[
        Path | None, typer.Option("--board", help="A text position of the first picture: gives every kind its label.")
    ] = None,
    grid: GridOption = None,
    size: SizeOption = None,
    which: WhichOption = None,
    reader: Annotated[
        str | None,
        typer.Option("--reader", help="tiles (many kinds, each seldom) or blocks (few kinds, side by side)."),
    ] = None,
    check: Annotated[
        str | None, typer.Option("--check", metavar="LAYOUT", help="Read the pictures back with a layout instead.")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option("--picture", help="Draw the grid and the labels over the first picture.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a layout that is there.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what was found; keep nothing.")] = False,
    hands: Annotated[
        Way | None, typer.Option("--hands", help="Measure clicks or keys instead: how long, how fast, which key.")
    ] = None,
    key: Annotated[
        list[str] | None, typer.Option("--key", help="With --hands keys: a key to try, such as Left; may be repeated.")
    ] = None,
    beside: Annotated[
        list[str] | None,
        typer.Option(
            "--beside",
            metavar="NAME=X,Y,W,H[:COLUMNSxROWS]",
            help="Something beside the board to read, too, such as next=420,60,40,80:1x2; may be repeated.",
        ),
    ] = None,
    screen: Annotated[
        list[str] | None,
        typer.Option(
            "--screen",
            metavar="MEANING=PICTURE[:X,Y,W,H]",
            help="A picture of the game won, lost, menu, paused (or game), and where its mark lies if not found by "
            "itself; may be repeated.",
        ),
    ] = None,
    layout: Annotated[
        str | None,
        typer.Option("--layout", help="The layout of your own to write --hands, --beside and --screen into."),
    ] = None,
    live: Annotated[bool, typer.Option("--live", help="With --hands: really press.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Learn a board that nobody described, from pictures or from the screen, and keep it as a layout."""
    from bot.cli.calibrate import Wish, add_to, calibrate
    from calibration.place import Place

    if check is not None:
        from bot.cli.check import check_layout

        check_layout(check, pictures or [], window, region, board, as_json)
        return
    wish = Wish(game, reader, board, beside or [], screen or [], Place.typed(grid, size, which))
    if hands is not None:
        from bot.cli.hands import calibrate_hands

        calibrate_hands(hands.value, window, region, wish, layout, key or [], live, as_json)
        return
    if layout is not None:
        add_to(layout, pictures or [], window, region, wish, as_json)
        return
    calibrate(pictures or [], window, region, wish, name, out, title, picture, force, dry_run, as_json)


@app.command(rich_help_panel=PANEL)
def studio(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="[FILE…]", help="Screenshots, or the folder of a recording.")
    ] = None,
    window: WindowOption = None,
    region: RegionOption = None,
    game: GameOption = None,
    show: Annotated[
        bool | None, typer.Option("--open/--no-open", help="Open a browser; without it, where a person sits before it.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Put a layout right on a page of its own, or look through a recording; on this computer only."""
    from bot.cli.studio import open_studio

    open_studio(files or [], window, region, game, show, as_json)


@app.command(rich_help_panel=PANEL)
def games(as_json: JsonOption = False) -> None:
    """List the games, their house rules and their layouts."""
    from bot.cli.inspect import list_games

    list_games(as_json)


@app.command(rich_help_panel=PANEL)
def doctor(
    deliver: Annotated[bool, typer.Option("--deliver", help="Also click once, in a small window of our own.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Examine the display, the capture, the input, and say what is missing."""
    from bot.cli.inspect import examine_machine

    examine_machine(deliver, as_json)
