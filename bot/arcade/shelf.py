"""Skins on a shelf: a package in which every module is one, as `SKIN`."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import Any

from bot.arcade.scene import ArcadeError


def names_on(package: str) -> tuple[str, ...]:
    """All skins of a package, sorted."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(import_module(package).__path__)))


def taken_from(package: str, name: str) -> Any:
    """The skin of that name. Raises ArcadeError."""
    if name not in names_on(package):
        raise ArcadeError(f"There is no skin called {name!r}; the skins are {', '.join(names_on(package))}.")
    return import_module(f"{package}.{name}").SKIN
