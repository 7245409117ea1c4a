"""The program itself, to which every command is added."""

from __future__ import annotations

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


def _version(wanted: bool) -> None:
    if wanted:
        from bot import __version__

        typer.echo(f"banmen {__version__}")
        raise typer.Exit


@app.callback()
def banmen(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and leave.", is_eager=True, callback=_version)
    ] = False,
) -> None:
    """Read the options that stand before the command."""
