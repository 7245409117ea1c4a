"""Practice games drawn by us: the embedded default to play, and the test rig.

A new one is a module with `make(*, seed, skin, size, …) -> Scene` and an entry in the table below.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import signature
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.arcade.scene import Scene
    from bot.frame import Pixels
    from engine.position import Position

_MODULES = MappingProxyType(
    {
        "invader": "bot.arcade.invader",
        "nonogram": "bot.arcade.nonogram",
        "null": "bot.arcade.null",
        "paneldepon": "bot.arcade.paneldepon",
        "pentas": "bot.arcade.pentas",
        "puyo": "bot.arcade.puyo",
        "shisen": "bot.arcade.shisen",
    }
)
_SKINS = MappingProxyType(
    {
        "invader": "bot.arcade.invader.looks",
        "nonogram": "bot.arcade.papers",
        "paneldepon": "bot.arcade.paneldepon.skins",
        "pentas": "bot.arcade.pentas.looks",
        "puyo": "bot.arcade.puyo.skins",
    }
)
"""Where the skins of a game are, if they are not tiles."""

_STILLS = MappingProxyType({"pentas": "bot.arcade.pentas.still"})
"""Where single positions of a game are drawn."""


def scene_names() -> tuple[str, ...]:
    """All arcade games, sorted; each is called like the engine's game that it shows."""
    return tuple(sorted(_MODULES))


def scene_skins(name: str) -> tuple[str, ...]:
    """The skins of an arcade game, sorted."""
    names: tuple[str, ...] = import_module(_SKINS.get(name, "bot.arcade.skins")).skin_names()
    return names


def scene_options(name: str) -> tuple[str, ...]:
    """What may be chosen for an arcade game, by name. Raises ArcadeError."""
    return tuple(signature(_make(name)).parameters)


def make_scene(name: str, **options: Any) -> Scene:
    """The arcade game of that name, dealt and ready to be stepped.

    All games take `seed` (the deal), `skin` (see `scene_skins`) and `size` (width and height of the picture in
    pixels), and those whose boards come in sizes `rows` and `columns`; left out, they have the game's usual values.
    Games of tiles take `removal` and `fall` (seconds that animations take) as well; house rules such as `gravity` are
    the game's own. Raises ArcadeError.
    """
    from bot.arcade.scene import ArcadeError

    known = scene_options(name)
    strange = [option for option in options if option not in known]
    if strange:
        raise ArcadeError(f"The arcade game {name!r} has no option {strange[0]!r}; it knows {', '.join(known)}.")
    scene: Scene = _make(name)(**options)
    return scene


def still(name: str, position: Position) -> Pixels:
    """One position of a game as a picture, cells of the block `marked` marked. Raises ArcadeError."""
    from bot.arcade.scene import ArcadeError

    if name not in _STILLS:
        raise ArcadeError(f"Single positions of {name!r} cannot be drawn; those of {', '.join(sorted(_STILLS))} can.")
    pixels: Pixels = import_module(_STILLS[name]).still(position)
    return pixels


def _make(name: str) -> Callable[..., Scene]:
    from bot.arcade.scene import ArcadeError

    if name not in _MODULES:
        raise ArcadeError(f"There is no arcade game called {name!r}; the games are {', '.join(scene_names())}.")
    make: Callable[..., Scene] = import_module(_MODULES[name]).make
    return make
