"""Keeping what was learned: a draft as a layout, and what was measured or drawn later in a layout that is there."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, Final

import tomlkit
from pydantic import ValidationError
from tomlkit.items import AoT, InlineTable, Table

from bot.errors import UsageError
from bot.frame import Pixels
from bot.layout import Hands, Layout, Region
from bot.layouts import known_layouts, load_layout
from bot.rules import sized_rules
from bot.vision.picture import save as save_picture
from bot.vision.place.surroundings import CHANGES, load_surroundings
from calibration.beside import Anchor, Beside, of_layout
from calibration.draft import Draft
from calibration.hands import Measured
from calibration.shot import CalibrationError
from calibration.write import KEYS, move, place_of, plain, save, screen_values
from engine.api import game_names, load_game
from engine.player import Spawns, Untimed

USUAL: Final = Hands(control="click-cells")
"""Hands of a game that nobody knows."""
HOLD: Final = 0.05
"""Seconds for which a key stays down in a game that nobody knows, and at least to the next: games that ask once a
picture which keys are down see both, at thirty pictures a second."""
GAP: Final = 0.04
STEP: Final = 0.15
"""Seconds to the next key where pairs fall: many programs show how one moves and turns, and hear no key meanwhile."""


def keep(
    draft: Draft,
    folder: Path,
    *,
    title: str,
    windows: Sequence[str] = (),
    rules: Mapping[str, bool | int | str] | None = None,
    beside: Beside | None = None,
    force: bool = False,
) -> Layout:
    """Write a draft as a layout; how the game is played comes from the known layout that is nearest, and where that is
    for the same window, its house rules and board sizes, too. `rules` and `beside` go before those.

    Where a layout is replaced (`force`), what it knew besides its board stays, unless `beside` says otherwise: its
    hands, regions, marks, house rules, sizes and windows. Raises UsageError, CalibrationError as `save` does.
    """
    old = replaced(folder) if force else None
    known_rules, sizes = dict[str, bool | int | str](), tuple[str, ...]()
    runs = clock_runs(draft)
    known = known_for(draft.game, windows, runs)
    running = untimed_rules(draft.game) if runs else None
    if known and any(map(known.made_for, windows)):
        known_rules, sizes, running = dict(known.rules), known.board.sizes, known.running
        before = Beside(hands=known.hands)
    else:
        known_rules, hands = _where_pairs_appear(draft, _unknown(known.hands) if known else USUAL)
        known_rules = {**size_rules(draft), **known_rules}
        before = Beside(hands=hands)
    if old is not None:
        known_rules, sizes = {**known_rules, **old.rules}, (*old.board.sizes, *sizes)
        before = carried(old, draft)[0]
        running = running if old.running is None else old.running
    said = (beside or Beside()).over(before)
    return save(
        draft, folder, title=title, windows=windows or (old.windows if old else ()), sizes=sizes, force=force,
        rules={**known_rules, **(rules or {})}, hands=said.hands, regions=said.regions or (),
        anchors=said.anchors or (), recognise=old.recognise if old else True, running=running,
    )  # fmt: skip


def known_for(game: str | None, windows: Sequence[str] = (), runs: bool = False) -> Layout | None:
    """The layout that comes with Banmen for a game, for these windows where there is one, or else one for a game whose
    clock runs where it `runs`; None for other games.
    """

    def beside(layout: Layout) -> tuple[bool, bool]:
        return not any(map(layout.made_for, windows)), runs and layout.running is None

    known = sorted(known_layouts(game), key=beside)
    return known[0] if known and game else None


def _where_pairs_appear(draft: Draft, hands: Hands) -> tuple[dict[str, bool | int | str], Hands]:
    """The house rule that says where pairs appear, and hands that know it; neither where that was not seen."""
    if draft.appears is None or not isinstance(load_game(draft.game or ""), Spawns):
        return {}, hands
    return {"spawn": draft.appears}, with_hands(hands, appears=draft.appears)


def size_rules(draft: Draft) -> Mapping[str, bool | int | str]:
    """The house rules that the size of a draft's board asks for in its game."""
    grid = draft.shots[0].grid
    return (sized_rules(draft.game, grid.rows, grid.columns) or {}) if draft.game in game_names() else {}


def _unknown(hands: Hands) -> Hands:
    """Hands for another program of the game that these play, which may be slower to see a key."""
    if not hands.keys:
        return hands
    pairs = hands.control == "drop-pair"
    gap = STEP if pairs else GAP
    return with_hands(hands, hold=max(hands.hold, HOLD), gap=max(hands.gap, gap), strange=pairs)


def untimed_rules(name: str | None) -> Mapping[str, bool | int | str]:
    """The house rules of a running game whose times nobody knows."""
    game = load_game(name) if name else None
    return game.untimed if isinstance(game, Untimed) else {}


def clock_runs(draft: Draft) -> bool:
    """Whether the clock of a draft's game runs: every program that plays it here has one, or some have and the board
    scrolls by itself.
    """
    known = known_layouts(draft.game) if draft.game else ()
    runs = [layout.running is not None for layout in known]
    return any(runs) and (all(runs) or draft.well is not None)


def replaced(folder: Path) -> Layout | None:
    """The layout that a new one will replace; None where there is none that can be read."""
    try:
        return load_layout(folder)
    except UsageError:
        return None


def carried(old: Layout, draft: Draft) -> tuple[Beside, tuple[str, ...]]:
    """What a layout knows besides its board, on the pictures of a draft, and sentences on what cannot be carried over.

    Raises what reading its pictures raises.
    """
    first = draft.shots[0]
    return of_layout(old, place_of(first.pixels, draft.well or first.grid))


def keep_hands(folder: Path, measured: Measured) -> Layout:
    """Write hold, gap and keys into the `[hands]` of a layout; comments, all other lines and keys stay as they are.

    Raises LayoutError where the layout is not one, UsageError where it cannot be written.
    """

    def write(text: tomlkit.TOMLDocument, _: Path) -> None:
        hands = text["hands"]
        assert isinstance(hands, Table)
        hands["hold"] = measured.hold
        hands["gap"] = measured.gap
        if measured.keys:
            _put_keys(hands, {**layout.hands.keys, **measured.keys})

    layout = load_layout(folder)
    return _rewritten(layout, write)


def keep_cursor(
    layout: Layout,
    samples: Sequence[Pixels],
    keys: Mapping[str, str],
    running: Mapping[str, bool | int | str] | None = None,
    hold: float = 0.0,
) -> Layout:
    """Write the looks of a cursor, (h, w, 4) each, and keys into a layout; without looks those that are there stay.
    House rules are added to those of a game that is `running`. A key must be pressed for `hold` seconds at least.

    Raises LayoutError where the layout cannot be read, UsageError where it cannot be written.
    """

    def write(text: tomlkit.TOMLDocument, folder: Path) -> None:
        hands, board = text["hands"], text["board"]
        assert isinstance(hands, Table)
        assert isinstance(board, Table)
        _put_keys(hands, keys)
        if hold > float(str(hands.get("hold", 0.0))):
            hands["hold"] = hold
        if samples:
            names = [f"cursor-{number}.png" for number in range(1, len(samples) + 1)]
            for name, sample in zip(names, samples, strict=True):
                save_picture(folder / "samples" / name, sample)
            board["cursor"] = names
        rules = text.get("running")
        if running and isinstance(rules, Table):
            rules.update(running)

    return _rewritten(layout, write)


def keep_mouse(layout: Layout, control: str) -> Layout:
    """Write into a layout that it is played with the mouse, by a control, and without keys; a stack is not lifted.

    Raises LayoutError where the layout cannot be read, UsageError where it cannot be written.
    """

    def write(text: tomlkit.TOMLDocument, _: Path) -> None:
        hands, rules = text["hands"], text.get("running")
        assert isinstance(hands, Table)
        hands["control"] = control
        hands.pop("keys", None)
        if isinstance(rules, Table):
            rules["lifting"] = False

    return _rewritten(layout, write)


def keep_copy(layout: Layout, folder: Path) -> Layout:
    """Copy a layout to a new folder. Raises UsageError where there is something already, or it cannot be written."""
    if folder.exists() or folder.is_symlink():
        raise UsageError(f"{folder} is there already: choose another name.")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(layout.folder, folder)
    except OSError as error:
        raise UsageError(f"{folder} could not be written ({error.strerror}); choose a layout of your own.") from error
    return load_layout(folder)


def keep_beside(layout: Layout, regions: Sequence[Region], anchors: Sequence[Anchor]) -> Layout:
    """Write regions and marks into a layout that is there; those of the same name, or for the same screen, make way,
    and comments and all other lines stay. Whole or not at all.

    Raises LayoutError where the layout cannot be read, CalibrationError where it says not where its board lies,
    UsageError where it cannot be written.
    """
    if layout.board.place is None:
        raise CalibrationError(
            f"The layout {layout.name} was not learned from a picture, so nothing can be placed in it: calibrate one "
            "with `banmen calibrate PICTURE` first."
        )

    def write(text: tomlkit.TOMLDocument, folder: Path) -> None:
        samples = folder / "samples"
        names = {region.name for region in regions}
        _put(
            text,
            "regions",
            [region.model_dump(exclude_none=True) for region in regions],
            lambda known: known["name"] in names,
        )
        shows = {anchor.shows for anchor in anchors}
        free = (f"screen-{number}.png" for number in count(1) if not (samples / f"screen-{number}.png").exists())
        fresh = []
        for anchor in anchors:
            name = next(free)
            save_picture(samples / name, anchor.pixels)
            fresh.append(screen_values(anchor, name))
        gone = {screen.sample for screen in layout.screens if screen.shows in shows}
        _put(text, "screens", fresh, lambda known: known["shows"] in shows)
        for name in gone - {screen.sample for screen in layout.screens if screen.shows not in shows}:
            (samples / name).unlink(missing_ok=True)
        if regions and layout.board.place and layout.board.place.surroundings:
            _open(layout, regions, samples / layout.board.place.surroundings)

    return _rewritten(layout, write)


def _open(layout: Layout, regions: Sequence[Region], path: Path) -> None:
    """What regions hold changes: the board is no longer known again by it."""
    sample = load_surroundings(layout).copy()
    height, width = sample.shape[:2]
    for region in regions:
        rows = slice(max(0, round(region.top * height)), max(0, round(region.bottom * height)))
        columns = slice(max(0, round(region.left * width)), max(0, round(region.right * width)))
        sample[rows, columns, 3] = CHANGES
    save_picture(path, sample)


def _put(
    text: tomlkit.TOMLDocument, name: str, fresh: Sequence[Mapping[str, Any]], gone: Callable[[Any], bool]
) -> None:
    """Add tables to a list of tables in place of those that are gone."""
    if not fresh:
        return
    known = text.get(name)
    kept = [one for one in known if not gone(one)] if isinstance(known, AoT) else []
    tables = tomlkit.aot()
    for one in kept:
        tables.append(one)
    for values in fresh:
        table = tomlkit.table()
        table.update(values)
        tables.append(table)
    if name in text:
        text.remove(name)
    text.add(tomlkit.nl())
    text.append(name, tables)


def _put_keys(hands: Table, keys: Mapping[str, str]) -> None:
    """Write keys into `[hands]`: a table that is there stays one, and keeps its lines and comments."""
    known = hands.get("keys")
    if not isinstance(known, Table | InlineTable):
        hands["keys"] = _new_keys(keys, apart=not hands.as_string().endswith("\n\n"))
        return
    for meaning in [one for one in known if one not in keys]:
        known.remove(meaning)
    for meaning, key in keys.items():
        if known.get(meaning) != key:
            known[meaning] = key


def _new_keys(keys: Mapping[str, str], *, apart: bool) -> Table:
    """A table of keys with its comment and an empty line after it; `apart` from what comes before by one, too."""
    table = tomlkit.table()
    table.trivia.indent = "\n" if apart else ""
    table.add(tomlkit.comment(KEYS))
    table.update(keys)
    table.add(tomlkit.nl())
    return table


def _rewritten(layout: Layout, write: Callable[[tomlkit.TOMLDocument, Path], None]) -> Layout:
    """A layout after something was written into it, whole or not at all. Raises UsageError, LayoutError."""
    folder = layout.folder
    try:
        part = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        raise UsageError(f"{folder} could not be written ({error.strerror}); choose a layout of your own.") from error
    try:
        shutil.copytree(folder, part, dirs_exist_ok=True, symlinks=True)
        text = tomlkit.parse((folder / "layout.toml").read_text(encoding="utf-8"))
        write(text, part)
        (part / "layout.toml").write_text(tomlkit.dumps(text), encoding="utf-8")
        load_layout(part)
        move(part, folder)
    except OSError as error:
        raise UsageError(f"{folder} could not be written ({error.strerror}); choose a layout of your own.") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return load_layout(folder)


def with_hands(hands: Hands, **changes: Any) -> Hands:
    """Hands with some values changed. Raises CalibrationError that names the value."""
    try:
        return Hands.model_validate({**plain(hands), **changes})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = " ".join(str(part) for part in first["loc"])
        raise CalibrationError(f"Hands: {where}: {first['msg']}.") from error
