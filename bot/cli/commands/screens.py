"""Commands about a game on the screen: play it, watch it, look at what was recorded."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from bot.cli.commands.app import app
from bot.cli.commands.options import (
    GameOption,
    GridOption,
    Hands,
    JsonOption,
    KeepOption,
    LayoutOption,
    PhoneOption,
    RegionOption,
    RuleOption,
    SizeOption,
    WhichOption,
    WindowOption,
)

PANEL: Final = "Games on the screen"


@app.command(rich_help_panel=PANEL)
def play(
    window: WindowOption = None,
    region: RegionOption = None,
    adb: PhoneOption = None,
    game: GameOption = None,
    layout: LayoutOption = None,
    which: WhichOption = None,
    grid: GridOption = None,
    size: SizeOption = None,
    rule: RuleOption = None,
    live: Annotated[
        bool, typer.Option("--live", help="Really click. Without it, only say what would be done.")
    ] = False,
    max_moves: Annotated[int | None, typer.Option("--max-moves", min=0, help="Stop after so many moves.")] = None,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0.0, help="Stop after so many seconds.")
    ] = None,
    record: Annotated[Path | None, typer.Option("--record", help="Write a recording into this new folder.")] = None,
    countdown: Annotated[float, typer.Option("--countdown", min=0.0, help="Seconds before the first click.")] = 3.0,
    hands: Annotated[Hands, typer.Option("--hands", help="What moves the mouse.")] = Hands.auto,
    key: Annotated[
        list[str] | None, typer.Option("--key", metavar="MEANING=KEY", help="A key of the game, such as swap=c.")
    ] = None,
    keep: KeepOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play the game in a window: a dry run, unless --live is given.

    Ctrl-C, the panic key (it says which), or moving the mouse stops it at once.
    """
    from bot.cli.live import play_window
    from bot.cli.said import Said
    from bot.devices import Where
    from calibration.place import Place

    play_window(
        Where(window, region, adb),
        Said.typed(game, layout, rule, Place.typed(grid, size, which)),
        live,
        max_moves,
        time_limit,
        record,
        countdown,
        hands.value,
        as_json,
        key or [],
        keep,
    )


@app.command(rich_help_panel=PANEL)
def record(
    folder: Annotated[Path, typer.Argument(help="A new folder for the recording.")],
    window: WindowOption = None,
    region: RegionOption = None,
    adb: PhoneOption = None,
    game: GameOption = None,
    layout: LayoutOption = None,
    rule: RuleOption = None,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0.0, help="Stop after so many seconds.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Watch a person play and write down what is seen; nothing is clicked."""
    from bot.cli.live import record_window
    from bot.cli.said import Said
    from bot.devices import Where

    record_window(folder, Where(window, region, adb), Said.typed(game, layout, rule), time_limit, as_json)


@app.command(rich_help_panel=PANEL)
def replay(
    folder: Annotated[Path, typer.Argument(help="A recording.")],
    as_json: JsonOption = False,
) -> None:
    """Decide again on every recorded frame; exit code 1 at the first difference."""
    from bot.cli.inspect import replay_folder

    replay_folder(folder, as_json)


@app.command(rich_help_panel=PANEL)
def report(
    folder: Annotated[Path, typer.Argument(help="A recording, or a log of `autoplay`.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="PAGE", help="The page; report.html in the recording by default.")
    ] = None,
    film: Annotated[
        Path | None, typer.Option("--film", metavar="PICTURE", help="The film (.webp, .gif or .png); film.webp there.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Make a page of a recording (what was seen, done, and where it hesitated) and a film to show around; or one with
    figures and plots of games that were played without a screen.
    """
    from bot.cli.report import report_folder

    report_folder(folder, out, film, as_json)
