"""Keeping what was learned: a draft as a layout, and measured hands in a layout that is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import tomlkit

from bot.errors import UsageError
from bot.layout import Hands, Layout, known_layouts, load_layout
from calibration.draft import Draft
from calibration.hands import Measured
from calibration.write import save


def keep(
    draft: Draft,
    folder: Path,
    *,
    title: str,
    windows: Sequence[str] = (),
    rules: Mapping[str, bool | int | str] | None = None,
    force: bool = False,
) -> Layout:
    """Write a draft as a layout; how the game is played comes from the known layout that is nearest, and where that is
    for the same window, its house rules and board sizes, too. `rules` go before those.

    Raises UsageError, CalibrationError as `save` does.
    """
    hands, known_rules, sizes = Hands(control="click-cells"), dict[str, bool | int | str](), tuple[str, ...]()
    known = sorted(known_layouts(draft.game), key=lambda layout: not any(map(layout.made_for, windows)))
    if known:
        hands = known[0].hands
        if any(map(known[0].made_for, windows)):
            known_rules, sizes = dict(known[0].rules), known[0].board.sizes
    house_rules = {**known_rules, **(rules or {})}
    return save(draft, folder, title=title, windows=windows, rules=house_rules, hands=hands, sizes=sizes, force=force)


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
