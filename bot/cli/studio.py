"""`studio`: the page on which a layout is put right, or a recording looked at."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path

from bot.cli.answer import print_json
from bot.errors import UsageError
from bot.layouts import own_home


def open_studio(
    files: Sequence[Path],
    window: str | None,
    region: str | None,
    game: str | None,
    show: bool | None,
    as_json: bool,
) -> None:
    """Serve the page until Ctrl-C. `show` says whether to open a browser; None is where a person sits before it."""
    folders = [file for file in files if file.is_dir()]
    if folders and (len(files) > 1 or window or region):
        raise UsageError("Open one recording alone, or pictures; not both.")
    if files and (window or region):
        raise UsageError("Open files or --window or --region, one of the three.")
    from bot.story import Story
    from bot.vision.picture import load
    from calibration.studio.desk import Desk
    from calibration.studio.routes import Studio
    from calibration.studio.server import listen, serve
    from calibration.studio.windows import photograph
    from engine.api import load_game

    if game is not None:
        load_game(game)
    desk = Desk(game)
    story = Story(folders[0]) if folders else None
    if story is not None:
        story.start()
    elif window or region:
        pixels, program = photograph(window, region)
        desk.lay([pixels], window=program)
    elif files:
        desk.lay([load(file) for file in files])
    server, bound, address = listen(Studio(desk, own_home(), story))
    if as_json:
        print_json({"address": address})
    else:
        sys.stdout.write(f"The studio is open at {address}\nCtrl-C closes it.\n")
    sys.stdout.flush()
    if show or (show is None and not as_json and _watched()):
        webbrowser.open(address)
    serve(server, bound)


def _watched() -> bool:
    """Whether a person sits before this terminal, on a display that a browser can open on."""
    graphical = sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return sys.stdout.isatty() and bool(graphical)
