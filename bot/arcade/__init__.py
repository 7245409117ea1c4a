"""Practice games drawn by us: the embedded default to play, and the test rig.

A new one is a module with `make(*, seed, skin, rows, columns, size, …) -> Scene` and an entry in the table below.
"""

from __future__ import annotations

from importlib import import_module
from inspect import signature
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.arcade.scene import Scene

_MODULES = MappingProxyType({"null": "bot.arcade.null", "shisen": "bot.arcade.shisen"})


def scene_names() -> tuple[str, ...]:
    """All arcade games, sorted; each is called like the engine's game that it shows."""
    return tuple(sorted(_MODULES))


def make_scene(name: str, **options: Any) -> Scene:
    """The arcade game of that name, dealt and ready to be stepped.

    All games take `seed` (the deal), `skin` (see `bot.arcade.skins.skin_names`), `rows`, `columns`, `size` (width and
    height of the picture in pixels), `removal` and `fall` (seconds that animations take); left out, they have the
    game's usual values. House rules such as `gravity` are the game's own. Raises ArcadeError.
    """
    from bot.arcade.scene import ArcadeError

    if name not in _MODULES:
        raise ArcadeError(f"There is no arcade game called {name!r}; the games are {', '.join(scene_names())}.")
    make = import_module(_MODULES[name]).make
    known = signature(make).parameters
    strange = [option for option in options if option not in known]
    if strange:
        raise ArcadeError(f"The arcade game {name!r} has no option {strange[0]!r}; it knows {', '.join(known)}.")
    scene: Scene = make(**options)
    return scene
