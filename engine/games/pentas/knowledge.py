"""What was learned about boards of 8 x 8 cells: tables that come with the game, and where they are from.

A table is two files: the numbers (`.npz`, read without pickle) and their provenance (`.json`): who learned them, how
long, by which command.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.games.pentas import changes
from engine.games.pentas.rules import ROW_POINTS, SCORINGS
from engine.games.pentas.value import NUMBERS, PARTS

SPARE = 64
"""Numbers behind the last one: vectors reach a little beyond it."""
LARGEST_FILE = 16 << 20
LIFE = 1_000.0
"""Points that the end of a game is worth, against those of rows."""


class TableError(ValueError):
    """A table that is not what it should be; the message says which file and why."""


@dataclass(frozen=True, eq=False)
class Learned:
    """A table of numbers for patterns, and how it is meant."""

    table: NDArray[np.int16]
    """In units."""
    unit: float
    discount: float
    """What a turn later is worth less."""
    death: float
    """What it is worth when a piece fits nowhere."""
    scoring: str
    """`rows` or `bonus`: whether points count besides lasting long."""
    calm: float
    """Worth of a placement from which there is no need to look further."""
    source: dict[str, Any]
    """Where it is from."""

    @property
    def prize(self) -> NDArray[np.float64]:
        """What so many rows at once are worth."""
        return np.array(SCORINGS["bonus"] if self.scoring == "bonus" else [0] * len(ROW_POINTS), np.float64)

    @cached_property
    def tools(self) -> changes.Tools:
        """The table as placements are judged by it: made once, which takes as long as a move may."""
        return changes.tools(self.table)

    @property
    def ruling(self) -> NDArray[np.float64]:
        """As `looking` wants it."""
        return np.array([self.unit, self.discount, self.death, self.calm])


@cache
def learned(scoring: str) -> Learned:
    """What comes with the game for a scoring. Where no table was learned for it, the one for lasting long, weighed
    against the points of the rows.
    """
    home = Path(str(files("engine.games.pentas"))) / "tables"
    if (home / f"{scoring}.json").is_file():
        return load(home / scoring)
    known = load(home / "rows")
    return replace(known, unit=known.unit * LIFE, death=known.death * LIFE, calm=known.calm * LIFE, scoring=scoring)


def load(path: Path) -> Learned:
    """The table at a path, which is that of its files without their endings. Raises TableError, OSError."""
    numbers, told = path.with_suffix(".npz"), path.with_suffix(".json")
    if numbers.stat().st_size > LARGEST_FILE:
        raise TableError(f"{numbers} is larger than {LARGEST_FILE >> 20} MB; a table is not.")
    try:
        source = json.loads(told.read_text(encoding="utf-8"))
        with np.load(numbers, allow_pickle=False) as stored:
            table = np.asarray(stored["table"])
        if table.dtype != np.int16 or table.shape != (NUMBERS,):
            raise TableError(f"{numbers} holds {table.dtype} {table.shape}; expected int16 ({NUMBERS},).")
        figures = {name: float(source[name]) for name in ("unit", "discount", "death", "calm")}
        scoring = str(source["scoring"])
    except (KeyError, ValueError) as error:
        raise TableError(f"{path}: {error}") from error
    return Learned(np.append(table, np.zeros(SPARE, np.int16)), scoring=scoring, source=source, **figures)


def save(path: Path, table: NDArray[np.float32], source: dict[str, Any]) -> None:
    """Write a table and where it is from; `source` needs discount, death, calm and scoring. The unit is chosen so
    that the largest sum of numbers and every number fits.
    """
    numbers = table[:NUMBERS]
    unit = float(2.0 ** np.ceil(np.log2(max(float(np.abs(numbers).max()), 1e-9) / 32_000)))
    np.savez_compressed(path.with_suffix(".npz"), table=np.round(numbers / unit).astype(np.int16))
    text = json.dumps({**source, "unit": unit, "numbers": NUMBERS, "parts": PARTS}, indent=1)
    path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")
