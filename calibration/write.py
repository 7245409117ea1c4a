"""Writing a draft as a layout folder: `layout.toml`, which a person can read and correct, and pictures of the kinds."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from bot.errors import UsageError
from bot.frame import Box, Pixels
from bot.grid import Grid
from bot.layout import SCHEMA, Hands, Layout, Place, Region
from bot.layouts import load_layout
from bot.vision.picture import save as save_picture
from bot.vision.place.surroundings import surroundings
from bot.vision.regions import cells_of
from bot.vision.samples import crop
from calibration import looks
from calibration.beside import Anchor
from calibration.draft import Draft
from calibration.elsewhere import elsewhere
from calibration.shot import EMPTY, CalibrationError
from calibration.usual import falls
from engine.position import EMPTY as NOTHING

MANY: Final = 120
"""Crops of all kinds together, about."""
FEWEST: Final = 3
MOST: Final = 12
"""Crops of one kind, from FEWEST."""
MOST_MARKED: Final = 6
"""Crops of one kind in another light."""

HEAD: Final = """\
# What Banmen knows of one program's board. It was learned from {pictures}, and every line may be corrected by hand;
# docs/adding-a-layout.md says what each one means. After a change, look whether it still reads the board:
#     banmen calibrate --check FOLDER PICTURE
"""
BOARD: Final = """
[board]
# "tiles": many kinds, each of them in few cells. "blocks": few kinds, often several cells of one side by side.
"""
PLACE: Final = """
[board.place]
# Where the cells lie in the program's picture, as parts of its width and height: the same at every size.
"""
KINDS: Final = """
# What each label looks like: crops of single cells in the folder samples. The label is the character that stands for
# it in a position, "." is an empty cell; the name is for people. Crops under `marked` show it picked or highlighted.
"""
HANDS: Final = """
[hands]
# How the program is played, in seconds: how long a click or key stays down (hold), the least time between two of them
# (gap), and the longest that the program takes to show a move (response).
"""
KEYS: Final = "Which key means what."
"""The comment over the keys of a layout."""
RUNNING: Final = """
[running]
# Its clock runs: it is played while the board moves, and these house rules hold besides.
"""
REGIONS: Final = """
# What is read beside the board, as parts of the picture's width and height; the name is the block that it fills.
"""
SCREENS: Final = """
# Parts of the picture that tell at which point of the program one is.
"""


def save(
    draft: Draft,
    folder: Path,
    *,
    title: str,
    windows: Sequence[str] = (),
    rules: Mapping[str, bool | int | str] | None = None,
    hands: Hands | None = None,
    regions: Sequence[Region] = (),
    anchors: Sequence[Anchor] = (),
    sizes: Sequence[str] = (),
    recognise: bool = True,
    running: Mapping[str, bool | int | str] | None = None,
    force: bool = False,
) -> Layout:
    """Write a layout folder, whole or not at all, and read it back. `sizes` are further ones that the program has;
    with `recognise` off it is only used when it is named; `running` are the house rules of a game whose clock runs,
    None where it waits.

    Raises UsageError where the folder exists (unless `force`) or cannot be written, CalibrationError where the draft
    names no game or does not make a layout.
    """
    if draft.game is None:
        raise CalibrationError("Which game is it? Give --game; `banmen games` lists those that can be solved.")
    if (folder.exists() or folder.is_symlink()) and not force:
        raise UsageError(f"{folder} is there already: choose another name, or add --force to replace it.")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        raise UsageError(f"{folder} could not be made ({error.strerror}); name a place that can be written.") from error
    try:
        _write(draft, part, title, windows, rules or {}, hands, regions, anchors, sizes, recognise, running)
        part.chmod(0o755)
        move(part, folder)
    except OSError as error:
        raise UsageError(f"{folder} could not be written ({error.strerror}).") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return load_layout(folder)


def _write(
    draft: Draft,
    folder: Path,
    title: str,
    windows: Sequence[str],
    rules: Mapping[str, bool | int | str],
    hands: Hands | None,
    regions: Sequence[Region],
    anchors: Sequence[Anchor],
    sizes: Sequence[str],
    recognise: bool,
    running: Mapping[str, bool | int | str] | None,
) -> None:
    """Write all files into an empty folder and check what was written."""
    samples = folder / "samples"
    samples.mkdir()
    first = draft.shots[0]
    grid = draft.well or first.grid
    height, width = first.pixels.shape[:2]
    grids = [grid, *(cells_of(region, Box(0, 0, width, height)) for region in regions)]
    around = surroundings(
        [shot.pixels for shot in draft.shots], grids, elsewhere(first) if draft.reader == "blocks" else ()
    )
    save_picture(samples / "surroundings.png", around)
    pictures = "one picture" if len(draft.shots) == 1 else f"{len(draft.shots)} pictures"
    hands = hands or Hands(control="click-cells")
    here = f"{grid.columns}x{grid.rows}"
    text = HEAD.format(pictures=pictures)
    text += _lines({"schema": SCHEMA, "game": draft.game, "title": title, "windows": list(windows)})
    text += "" if recognise else _lines({"recognise": False})
    text += BOARD + _lines({"reader": draft.reader, "sizes": list(dict.fromkeys((here, *sizes)))})
    text += _lines({"scrolls": True}) if draft.well else ""
    text += _lines({"falls": True}) if falls(draft.game) else ""
    if draft.reader == "blocks" and (draft.well or falls(draft.game)):
        text += _lines({"learns": True})
    if draft.behind is not None:
        save_picture(samples / "scenery.png", draft.behind.scenery(grid).pixels)
        text += _lines({"scenery": "scenery.png"})
    text += PLACE + _lines(place_of(first.pixels, grid).model_dump())
    text += KINDS + "".join(_kinds(draft, samples))
    text += HANDS + _hands(hands)
    if rules:
        text += "\n[rules]\n# House rules of this program.\n" + _lines(rules)
    if running is not None:
        text += RUNNING + _lines(running)
    if regions:
        text += REGIONS + "".join(
            f"\n[[regions]]\n{_lines(region.model_dump(exclude_none=True))}" for region in regions
        )
    if anchors:
        text += SCREENS + "".join(_screen(anchor, number, samples) for number, anchor in enumerate(anchors, 1))
    (folder / "layout.toml").write_text(text, encoding="utf-8")
    load_layout(folder)


def place_of(pixels: Pixels, grid: Grid) -> Place:
    """Where a board lies in a picture, as a layout says it. Raises CalibrationError where it lies beside it."""
    (height, width), box = pixels.shape[:2], grid.box
    try:
        return Place(
            left=round(float(box.x / width), 6),
            top=round(float(box.y / height), 6),
            right=round(float((box.x + box.w) / width), 6),
            bottom=round(float((box.y + box.h) / height), 6),
            rows=grid.rows,
            columns=grid.columns,
            picture=(width, height),
            surroundings="surroundings.png",
        )
    except ValidationError as error:
        raise CalibrationError("The board reaches far beyond the picture: show all of it.") from error


def crops_each(kinds: int) -> int:
    """How many crops of each kind are kept, at most, where there are so many kinds."""
    return max(FEWEST, min(MOST, MANY // (kinds + 1)))


def _kinds(draft: Draft, samples: Path) -> list[str]:
    """The tables of all kinds, the empty cell first; writes their crops."""
    found = []
    each = crops_each(len(draft.labels))
    counts = draft.counts()
    empty = looks.members(draft.shots, EMPTY)
    if empty:
        names = _crops(draft, empty, each, samples, "empty")
        found.append(f"\n[[board.kinds]]\n{_lines({'label': NOTHING, 'name': 'empty', 'samples': names})}")
    for kind, (label, name) in enumerate(zip(draft.labels, draft.names, strict=True)):
        plain = looks.members(draft.shots, kind, marked=False)
        marked = looks.members(draft.shots, kind, marked=True)
        stem = f"kind-{kind + 1:02d}"
        values: dict[str, object] = {"label": label, "name": name}
        values["samples"] = _crops(draft, plain, each, samples, stem)
        if marked:
            values["marked"] = _crops(draft, marked, MOST_MARKED, samples, f"{stem}-marked")
        many = f"# {counts[kind]} cell{'s' if counts[kind] > 1 else ''}"
        found.append(f"\n[[board.kinds]]  {many}\n{_lines(values)}")
    return found


def _crops(draft: Draft, where: Sequence[tuple[int, int, int]], most: int, samples: Path, stem: str) -> list[str]:
    """Write the crops that show a kind best; their names."""
    if not where:
        return []
    names = []
    for number, at in enumerate(looks.spread(looks.crops(draft.shots, where), most), 1):
        names.append(f"{stem}-{number}.png")
        shot = draft.shots[where[at][0]]
        save_picture(samples / names[-1], crop(shot.pixels, shot.grid, where[at][1:]))
    return names


def plain(part: BaseModel) -> dict[str, Any]:
    """The fields of a part of a layout as plain values; frozen mappings become dictionaries."""
    return {name: _plain(getattr(part, name)) for name in type(part).model_fields}


def _plain(value: object) -> object:
    if isinstance(value, BaseModel):
        return plain(value)
    return dict(value) if isinstance(value, Mapping) else value


def _hands(hands: Hands) -> str:
    values = {name: value for name, value in plain(hands).items() if name != "keys" and value is not None}
    text = _lines(values)
    if hands.keys:
        text += f"\n[hands.keys]\n# {KEYS}\n" + _lines(hands.keys)
    return text


def screen_values(anchor: Anchor, name: str) -> dict[str, object]:
    """What a layout says of a mark whose picture is called `name`."""
    return {"shows": anchor.shows, **anchor.area.model_dump(), "sample": name}


def _screen(anchor: Anchor, number: int, samples: Path) -> str:
    name = f"screen-{number}.png"
    save_picture(samples / name, anchor.pixels)
    return f"\n[[screens]]\n{_lines(screen_values(anchor, name))}"


def move(part: Path, folder: Path) -> None:
    """Put the new folder in its place; an old one is taken away only once the new one is whole."""
    old = part.with_name(f"{part.name}.old")
    if folder.exists():
        folder.rename(old)
    try:
        part.rename(folder)
    except OSError:
        if old.exists():
            old.rename(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _lines(values: Mapping[str, object]) -> str:
    """Values as lines of TOML."""
    return "".join(f"{key} = {_toml(value)}\n" for key, value in values.items())


def _toml(value: object) -> str:
    r"""One value as TOML; texts are written as JSON writes them, which TOML reads.

    >>> _toml(["a", 'say "b"', 1, 0.5, True])
    '["a", "say \\"b\\"", 1, 0.5, true]'
    >>> _toml({"empty": "filled"})
    '{ empty = "filled" }'
    >>> _toml({"sign.png": 6})
    '{ "sign.png" = 6 }'
    """
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(key)} = {_toml(one)}" for key, one in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    """A name as TOML: in quotes where it is more than letters, digits and dashes."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else str(_toml(name))
