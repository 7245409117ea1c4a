"""When a compiled kernel is stale: as soon as any file that it is made of has changed.

numba looks at the kernel's own file only. Yet constants and helpers come from others, and a kernel that was compiled
with the old version of a helper, loaded beside one that was compiled with the new one, ends the process.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

from numba.core import caching, config

_ROOT = Path(__file__).parents[1]
_IMPORT = re.compile(r"^from (engine[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)
_NAME = re.compile(r"\b(\w+)\b(?: as \w+)?")


@cache
def parts(file: Path) -> frozenset[Path]:
    """The file and all of the engine that it imports when it is loaded, and what these import."""
    known: set[Path] = set()
    open_ones = [file]
    while open_ones:
        now = open_ones.pop()
        if now not in known:
            known.add(now)
            open_ones += imported(now)
    return frozenset(known)


@cache
def imported(file: Path) -> tuple[Path, ...]:
    """The files of the engine that one file names in its imports, those inside functions left out."""
    found: list[Path] = []
    for package, names in _IMPORT.findall(file.read_text(encoding="utf-8")):
        place = _ROOT.joinpath(*package.split("."))
        for module in (place, *(place / name for name in _NAME.findall(names))):
            found += [path for path in (module.with_suffix(".py"), module / "__init__.py") if path.is_file()]
    return tuple(found)


@cache
def stamp(file: str) -> str:
    """A word that changes whenever a kernel of this file has to be compiled anew."""
    digest = hashlib.sha256()
    for path in sorted(parts(Path(file))):
        content = path.read_bytes()
        digest.update(b"%d\n" % len(content) + content)
    return digest.hexdigest()


class _Whole:
    """Asks for all that a kernel is made of, where numba asks for its file."""

    _py_file: str

    def get_source_stamp(self) -> str:
        """What a compiled kernel is kept with, and thrown away by."""
        return stamp(self._py_file)


class Given(_Whole, caching.UserProvidedCacheLocator):  # type: ignore[misc]  # numba has no types
    """A cache where NUMBA_CACHE_DIR says."""


class Beside(_Whole, caching.InTreeCacheLocator):  # type: ignore[misc]  # numba has no types
    """A cache beside the code."""


class Own(_Whole, caching.UserWideCacheLocator):  # type: ignore[misc]  # numba has no types
    """A cache of the user's, where the code cannot be written to."""


def watch_all_parts() -> None:
    """Have numba ask for whole kernels from now on, unless somebody says otherwise by NUMBA_CACHE_LOCATOR_CLASSES."""
    if not config.CACHE_LOCATOR_CLASSES:
        config.CACHE_LOCATOR_CLASSES = ",".join(f"{__name__}.{kind.__name__}" for kind in (Given, Beside, Own))
