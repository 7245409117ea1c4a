"""All commands with their options; what they do stands in the modules beside this one."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    name="banmen",
    help="Banmen looks at a puzzle game on the screen, reads its board, works out the best move and plays it.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Try `banmen demo`, then `banmen solve screenshot.png`. Nothing is ever clicked without --live.",
)

GameOption = Annotated[str | None, typer.Option("--game", help="The game, where it should not be found out.")]
LayoutOption = Annotated[
    str | None, typer.Option("--layout", help="A layout (`game/skin` or a folder), where it should not be found out.")
]
RuleOption = Annotated[
    list[str] | None, typer.Option("--rule", help="A house rule, such as gravity=on; may be repeated.")
]
KeepOption = Annotated[
    str | None, typer.Option("--keep", metavar="NAME", help="Keep what is learned from an unknown board as a layout.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one line of JSON instead of text.")]
FileArgument = Annotated[str, typer.Argument(metavar="FILE", help="A picture, a text position, or - for stdin.")]
WindowOption = Annotated[str | None, typer.Option("--window", help="Title or class of the game's window.")]
RegionOption = Annotated[str | None, typer.Option("--region", metavar="X,Y,W,H", help="A part of the screen instead.")]


def _version(wanted: bool) -> None:
    if wanted:
        from bot import __version__

        typer.echo(f"banmen {__version__}")
        raise typer.Exit


class Hands(StrEnum):
    """What moves the mouse."""

    auto = "auto"
    xtest = "xtest"
    pyautogui = "pyautogui"


class Depth(StrEnum):
    """How much a hint tells."""

    line = "line"
    technique = "technique"
    cells = "cells"


class Language(StrEnum):
    """The language of hints."""

    en = "en"
    ja = "ja"


class Way(StrEnum):
    """What plays the program."""

    mouse = "mouse"
    keys = "keys"


LanguageOption = Annotated[Language, typer.Option("--lang", help="The language of the sentences.")]
FormatOption = Annotated[
    str | None, typer.Option("--format", help="text, or a form of other programs: for nonograms non, webpbn, sgt.")
]


@app.callback()
def banmen(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and leave.", is_eager=True, callback=_version)
    ] = False,
) -> None:
    """Read the options that stand before the command."""


@app.command()
def solve(
    file: FileArgument,
    game: GameOption = None,
    layout: LayoutOption = None,
    rule: RuleOption = None,
    out: Annotated[Path | None, typer.Option("--out", help="Draw the numbered moves on the picture.")] = None,
    limit: Annotated[float, typer.Option("--limit", min=0.0, help="Seconds to think at the most.")] = 10.0,
    keep: KeepOption = None,
    as_json: JsonOption = False,
) -> None:
    """Read a screenshot or a text position and print the solution."""
    from bot.cli.still import solve_file

    solve_file(file, game, layout, rule or [], out, limit, as_json, keep=keep)


@app.command()
def read(
    file: FileArgument,
    game: GameOption = None,
    layout: LayoutOption = None,
    rule: RuleOption = None,
    keep: KeepOption = None,
    form: FormatOption = None,
    as_json: JsonOption = False,
) -> None:
    """Read a screenshot and print the board, without solving it."""
    from bot.cli.still import read_file

    read_file(file, game, layout, rule or [], as_json, keep, form)


@app.command()
def hint(
    file: FileArgument,
    game: GameOption = None,
    layout: LayoutOption = None,
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
    from bot.cli.teach import hint_file

    hint_file(file, game, layout, rule or [], out, limit, as_json, depth.value, lang.value)


@app.command()
def explain(
    file: FileArgument,
    game: GameOption = None,
    layout: LayoutOption = None,
    rule: RuleOption = None,
    lang: LanguageOption = Language.en,
    limit: Annotated[float, typer.Option("--limit", min=0.0, help="Seconds to think at the most.")] = 60.0,
    as_json: JsonOption = False,
) -> None:
    """Explain the whole solution step by step, and say how hard the puzzle is."""
    from bot.cli.teach import explain_file

    explain_file(file, game, layout, rule or [], limit, as_json, lang.value)


@app.command()
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


@app.command()
def play(
    window: WindowOption = None,
    region: RegionOption = None,
    game: GameOption = None,
    layout: LayoutOption = None,
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
    as_json: JsonOption = False,
) -> None:
    """Play the game in a window: a dry run, unless --live is given.

    Ctrl-C, the panic key (it says which), or moving the mouse stops it at once.
    """
    from bot.cli.live import play_window

    play_window(
        window, region, game, layout, rule or [], live, max_moves, time_limit, record, countdown, hands.value, as_json
    )


@app.command()
def record(
    folder: Annotated[Path, typer.Argument(help="A new folder for the recording.")],
    window: WindowOption = None,
    region: RegionOption = None,
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

    record_window(folder, window, region, game, layout, rule or [], time_limit, as_json)


@app.command()
def replay(
    folder: Annotated[Path, typer.Argument(help="A recording.")],
    as_json: JsonOption = False,
) -> None:
    """Decide again on every recorded frame; exit code 1 at the first difference."""
    from bot.cli.inspect import replay_folder

    replay_folder(folder, as_json)


@app.command()
def calibrate(
    pictures: Annotated[
        list[Path] | None, typer.Argument(metavar="[PICTURE…]", help="Pictures, a folder of them, or a recording.")
    ] = None,
    window: WindowOption = None,
    region: RegionOption = None,
    game: GameOption = None,
    name: Annotated[
        str | None, typer.Option("--name", help="What to call the layout; by default after the source.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="A new folder for it, instead of your own layouts.")] = None,
    title: Annotated[str | None, typer.Option("--title", help="What it is for, in a line.")] = None,
    board: Annotated[
        Path | None, typer.Option("--board", help="A text position of the first picture: gives every kind its label.")
    ] = None,
    grid: Annotated[
        str | None, typer.Option("--grid", metavar="X,Y,W,H", help="Where all cells lie in the picture, in pixels.")
    ] = None,
    size: Annotated[
        str | None, typer.Option("--size", metavar="COLUMNSxROWS", help="How many cells there are.")
    ] = None,
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

    if check is not None:
        from bot.cli.check import check_layout

        check_layout(check, pictures or [], window, region, board, as_json)
        return
    wish = Wish(game, reader, grid, size, board, beside or [], screen or [])
    if hands is not None:
        from bot.cli.hands import calibrate_hands

        calibrate_hands(hands.value, window, region, wish, layout, key or [], live, as_json)
        return
    if layout is not None:
        add_to(layout, pictures or [], window, region, wish, as_json)
        return
    calibrate(pictures or [], window, region, wish, name, out, title, picture, force, dry_run, as_json)


@app.command()
def games(as_json: JsonOption = False) -> None:
    """List the games, their house rules and their layouts."""
    from bot.cli.inspect import list_games

    list_games(as_json)


@app.command()
def doctor(
    deliver: Annotated[bool, typer.Option("--deliver", help="Also click once, in a small window of our own.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Examine the display, the capture, the input, and say what is missing."""
    from bot.cli.inspect import examine_machine

    examine_machine(deliver, as_json)


ModeOption = Annotated[
    str | None, typer.Option("--mode", help="Which way to play, for Panel de Pon puzzle, endless, time or versus.")
]
PresetOption = Annotated[str | None, typer.Option("--preset", help="How fast it is: easy, normal, hard or ex.")]


@app.command()
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
    as_json: JsonOption = False,
) -> None:
    """Watch Banmen play a practice game of its own from the first move to the last."""
    from bot.cli.show import chosen, run_demo

    run_demo(game, memory, chosen(size, seed=seed, skin=skin, mode=mode, preset=preset), record, as_json)


@app.command()
def arcade(
    game: Annotated[str, typer.Argument(help="A game of the arcade.")] = "shisen",
    seed: Annotated[int | None, typer.Option("--seed", help="Which deal.")] = None,
    size: Annotated[
        str | None, typer.Option("--size", metavar="COLUMNSxROWS", help="Board size, such as 17x8.")
    ] = None,
    skin: Annotated[str | None, typer.Option("--skin", help="How the tiles look.")] = None,
    gravity: Annotated[bool, typer.Option("--gravity", help="Tiles fall.")] = False,
    mode: ModeOption = None,
    preset: PresetOption = None,
    opponent: Annotated[
        str | None, typer.Option("--opponent", help="In a versus game: engine, or a person at the same keyboard.")
    ] = None,
) -> None:
    """Play a practice game yourself."""
    from bot.cli.show import chosen, open_arcade

    options = chosen(size, seed=seed, skin=skin, mode=mode, preset=preset, opponent=opponent)
    open_arcade(game, options | ({"gravity": True} if gravity else {}))


@app.command()
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
