"""Options that several commands share."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

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
FileArgument = Annotated[
    str | None, typer.Argument(metavar="[FILE]", help="A picture, a text position, or - for stdin.")
]
WindowOption = Annotated[str | None, typer.Option("--window", help="Title or class of the game's window.")]
PhoneOption = Annotated[
    str | None, typer.Option("--adb", metavar="SERIAL", help="A phone or emulator instead, as `adb devices` lists it.")
]
RegionOption = Annotated[str | None, typer.Option("--region", metavar="X,Y,W,H", help="A part of the screen instead.")]


class Hands(StrEnum):
    """What moves the mouse."""

    auto = "auto"
    xtest = "xtest"
    uinput = "uinput"
    pyautogui = "pyautogui"


class Side(StrEnum):
    """Which of several boards beside each other."""

    left = "left"
    right = "right"


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


WhichOption = Annotated[
    Side | None, typer.Option("--which", help="Of boards beside each other, yours; it is learned from the picture.")
]
GridOption = Annotated[
    str | None,
    typer.Option("--grid", metavar="X,Y,W,H", help="Where all cells lie, in pixels, where that is not found out."),
]
SizeOption = Annotated[
    str | None,
    typer.Option("--size", metavar="COLUMNSxROWS", help="How many cells there are, where that is not found out."),
]
LanguageOption = Annotated[Language, typer.Option("--lang", help="The language of the sentences.")]
FormatOption = Annotated[
    str | None, typer.Option("--format", help="text, or a form of other programs: for nonograms non, webpbn, sgt.")
]
ModeOption = Annotated[
    str | None, typer.Option("--mode", help="Which way to play, for Panel de Pon puzzle, endless, time or versus.")
]
PresetOption = Annotated[str | None, typer.Option("--preset", help="How fast it is: easy, normal, hard or ex.")]
