"""Where layouts lie: those that come with Banmen and those that a person calibrated, found by name or tried in turn."""

from __future__ import annotations

import logging
import os
import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from bot.layout import Layout, LayoutError
from bot.plain import read_plain

log = logging.getLogger("banmen")

MAX_BYTES: Final = 256 * 1024
"""The longest layout.toml that is read."""


def home() -> Path:
    """The folder of the layouts that come with Banmen."""
    return Path(str(files("calibration"))) / "layouts"


def load_layout(folder: Path) -> Layout:
    """Read one layout folder. Raises LayoutError that names the file and the field."""
    path = folder / "layout.toml"
    try:
        return _told(read_plain(path, MAX_BYTES)).read_from(folder)
    except OSError as error:
        raise LayoutError(f"There is no layout in {folder}: expected a readable layout.toml ({error}).") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise LayoutError(f"{path} is not TOML: {error}.") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "the file"
        raise LayoutError(f"{path}: {field}: {first['msg']} (found {first['input']!r}).") from error


@lru_cache(maxsize=256)
def _told(content: bytes) -> Layout:
    """What is written in a layout.toml, wherever that lies; the studio asks for all layouts at every change."""
    return Layout.model_validate(tomllib.loads(content.decode()))


def own_home() -> Path:
    """The folder of the layouts that this person calibrated: `banmen/layouts` where the system keeps such data."""
    data = os.environ.get("XDG_DATA_HOME", "")
    return (Path(data) if Path(data).is_absolute() else Path.home() / ".local" / "share") / "banmen" / "layouts"


def layout_names(root: Path | None = None) -> tuple[str, ...]:
    """The names `game/skin` of all layouts below a folder, by default those that come with Banmen."""
    root = root or home()
    try:
        return tuple(sorted(path.parent.relative_to(root).as_posix() for path in root.glob("[!.]*/[!.]*/layout.toml")))
    except OSError:
        return ()


def find_layout(name: str) -> Layout:
    """The layout called `game/skin`, a person's own before one that comes with Banmen, or the one in a folder of that
    path. Raises LayoutError.
    """
    for root in (own_home(), home()):
        if name in layout_names(root):
            return load_layout(root / name)
    if Path(name).is_dir():
        return load_layout(Path(name))
    known = sorted({*layout_names(own_home()), *layout_names()})
    if meant := [one for one in known if one.rpartition("/")[2] == name]:
        raise LayoutError(f"There is no layout {name!r}: expected its whole name, such as {' or '.join(meant)}.")
    raise LayoutError(
        f"There is no layout {name!r}: expected a folder with a layout.toml, or one of {', '.join(known)}."
    )


def candidates(game: str | None = None, window: str | None = None) -> Sequence[Layout]:
    """The layouts to try on an unknown screen: a person's own ones first, and of those and of the others the ones made
    for the window before the general ones.

    Of a person's own, those made for other windows are left out only where the window is known: they were learned
    from pictures and know for themselves whether a picture shows their board.
    """
    found: list[Layout] = []
    for root in (own_home(), home()):
        known = list(known_layouts(game, root))
        fitting = [layout for layout in known if window and layout.made_for(window)]
        general = [layout for layout in known if not layout.windows]
        learned = [layout for layout in known if not window and layout.windows and layout.board.place]
        found += [*fitting, *general, *learned]
    return found


def known_layouts(game: str | None = None, root: Path | None = None) -> Iterator[Layout]:
    """The layouts below a folder, by default those that come with Banmen; without a game, those that may be chosen
    when nobody names them. A person's own that cannot be used is passed over with a warning.
    """
    root = root or home()
    for name in layout_names(root):
        try:
            layout = load_layout(root / name)
        except LayoutError as error:
            if root == home():
                raise
            log.warning("A layout of yours is passed over. %s", error)
            continue
        if game is None and not layout.recognise:
            continue
        if game in (None, layout.game):
            yield layout
