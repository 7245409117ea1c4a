"""Record screens of coloured boards with their truth: `python -m tests.apps.record_blocks [PROGRAM or NAME...]`.

Takes a display of its own. A name is `game/skin/picture` or a part of it; without names all are recorded. The games
come with apt-get: sgt-puzzles blockattack flobopuyo mednafen cc65 gcc chromium, and xvfb openbox xdotool.
"""

from __future__ import annotations

import sys

from tests.apps import blockattack, cells_page, flobopuyo, nes_panel, samegame
from tests.apps.screens import Scene, save
from tests.display import display_server

PROGRAMS = (samegame, blockattack, flobopuyo, nes_panel, cells_page)
SCENES: dict[str, Scene] = {name: scene for program in PROGRAMS for name, scene in program.SCENES.items()}


def main() -> None:
    """Record the scenes whose names hold one of the words of the command line, or all."""
    for name, scene in SCENES.items():
        if any(word in name for word in sys.argv[1:] or [""]):
            with display_server((1400, 1000)) as server:
                save(name, scene(server))


if __name__ == "__main__":
    main()
