"""Putting measured hands into a layout that is there, without touching what else a person wrote into it."""

from __future__ import annotations

from pathlib import Path

import tomlkit

from bot.errors import UsageError
from bot.layout import Layout, load_layout
from calibration.hands import Measured


def keep_hands(folder: Path, measured: Measured) -> Layout:
    """Write hold, gap and keys into the `[hands]` of a layout; comments and all other lines stay as they are.

    Raises LayoutError where the layout is not one, UsageError where it cannot be written.
    """
    load_layout(folder)
    path = folder / "layout.toml"
    text = tomlkit.parse(path.read_text(encoding="utf-8"))
    hands = text["hands"]
    assert isinstance(hands, tomlkit.items.Table)
    hands["hold"] = measured.hold
    hands["gap"] = measured.gap
    if measured.keys:
        keys = tomlkit.inline_table()
        keys.update(measured.keys)
        hands["keys"] = keys
    part = path.with_name(".layout.toml.part")
    try:
        part.write_text(tomlkit.dumps(text), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise UsageError(f"{path} could not be written ({error.strerror}); choose a layout of your own.") from error
    return load_layout(folder)
