"""What a drawn board is like: every choice that makes its picture, and the ranges that random ones come from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np


@dataclass(frozen=True)
class Damage:
    """What happens to a picture on its way from the program to the file."""

    blur: float = 0.0
    """Standard deviation in pixels."""
    noise: float = 0.0
    """Standard deviation in grey levels."""
    gamma: float = 1.0
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Gain of blue, green and red."""
    lines: float = 0.0
    """Share of the light that every second row loses: scan lines."""
    jpeg: int | None = None
    """Quality, 1 to 100; None for none."""


@dataclass(frozen=True)
class Spec:
    """One picture of a board."""

    seed: int
    """Of everything that is left open: colours, signs, where the tiles lie."""
    rows: int
    columns: int
    pitch: tuple[float, float]
    """Width and height of a cell in pixels, fractions included."""
    skin: str = "bevel"
    """One of `skins.SKINS`."""
    ground: str = "plain"
    """One of `grounds.GROUNDS`."""
    kinds: int = 12
    deal: str = "pairs"
    """`pairs`: every kind an even number of times, tiles taken anywhere; `stack`: any number of each kind, lying on
    the lowest row or on another tile."""
    gone: float = 0.0
    """Share of the cells that are empty."""
    size: tuple[int, int] = (1280, 720)
    """Width and height of the picture."""
    corner: tuple[float, float] | None = None
    """Upper left corner of the board; None for anywhere that leaves room for what stands beside it."""
    snapped: bool = False
    """Tiles lie on whole pixels, as near as that comes to the pitch, instead of on any fraction."""
    damage: Damage = field(default_factory=Damage)
    beside: tuple[str, ...] = ()
    """Of `menu`, `tools`, `text`, `opponent` (another board of this size), `preview` (the next pieces), `thumbnail`
    (the board once more, small)."""


@dataclass(frozen=True)
class Part:
    """Skins and grounds that random boards are made of; one part is tuned to, the other is held apart."""

    skins: tuple[str, ...]
    grounds: tuple[str, ...]
    seed: int
    """Mixed into every seed, so that two parts share no board."""


TUNED: Final = Part(
    ("bevel", "mahjong", "letters", "flat", "flush", "blob", "panel"),
    ("plain", "shaded", "grain", "blurred", "desktop"),
    1,
)
APART: Final = Part(
    ("gem", "identicon", "picture", "capsule", "ring", "table"),
    ("wood", "cloud", "stars", "vignette", "weave"),
    2,
)
COLOURED: Final = {"flat": 12, "flush": 12, "blob": 12, "panel": 12, "gem": 12, "capsule": 12}
"""Skins whose kinds differ in their colour alone or nearly so, with the most kinds that are easy to tell apart."""
STACKED: Final = ("flat", "flush", "blob", "panel", "gem", "capsule")
"""Skins of games of coloured cells."""


def spec_of(seed: int, part: Part = TUNED, deal: str = "pairs", size: tuple[int, int] = (1280, 720)) -> Spec:
    """A random picture of the given sort.

    Cells are 16 to 130 pixels wide and 0.75 to 1.45 times as high, never less than 16; boards have 5 to 12 rows and
    6 to 20 columns, up to four fifths of the tiles of a pair game gone, but never fewer than 12 left, and 3 to 7
    colours in a stack of which up to six tenths are gone. Noise has a sigma of up to 4 grey levels, blur one of up to
    0.7 pixels, JPEG a quality from 75, gamma is 0.7 to 1.4, a colour cast takes up to 15 % of a channel, scan lines
    up to 20 % of the light. Half of the pictures are not damaged at all.
    """
    rng = np.random.default_rng([part.seed, deal == "stack", seed])
    skins = [s for s in part.skins if deal == "pairs" or s in STACKED]
    skin, ground = str(rng.choice(skins)), str(rng.choice(part.grounds))
    rows, columns = int(rng.integers(5, 13)), int(rng.integers(6, 21))
    if rows == columns:
        columns += 1
    if rows * columns % 2:
        columns += 1
    beside = tuple(
        name
        for name, chance in (("menu", 0.5), ("tools", 0.2), ("text", 0.25), ("opponent", 0.15), ("preview", 0.25),
                             ("thumbnail", 0.12))
        if rng.random() < chance
    )  # fmt: skip
    aspect = (
        float(rng.uniform(0.75, 1.45)) if deal == "pairs" else float(rng.choice([1.0, 1.0, rng.uniform(0.85, 1.2)]))
    )
    room_x = size[0] * (0.44 if "opponent" in beside else 0.7 if {"thumbnail", "preview", "text"} & {*beside} else 0.9)
    most = min(room_x / columns, size[1] * 0.82 / rows / aspect, 130)
    least = max(16.0, 16 / aspect)
    # Small cells are as frequent as large ones: a fair spread over scales, not over pixels.
    pitch_x = float(np.exp(rng.uniform(np.log(least), np.log(max(most, least * 1.02)))))
    columns = min(columns, int(room_x / pitch_x) // 2 * 2)
    rows = min(rows, int(size[1] * 0.82 / (pitch_x * aspect)))
    if deal == "pairs":
        kinds = min(COLOURED.get(skin, 34), int(np.clip(rows * columns // 4, 2, 34)))
        most_gone = min(0.8, 1 - 12 / (rows * columns))
        gone = float(rng.choice([0.0, 0.0, rng.uniform(0.1, 0.5), rng.uniform(0.5, 0.8)]))
        gone = min(gone, most_gone)
    else:
        kinds, gone = int(rng.integers(3, 8)), float(rng.choice([0.0, rng.uniform(0.1, 0.6), rng.uniform(0.3, 0.6)]))
    return Spec(
        seed, rows, columns, (pitch_x, pitch_x * aspect), skin, ground, kinds, deal, gone, size,
        snapped=bool(rng.random() < 0.4), damage=_damage(rng), beside=beside,
    )  # fmt: skip


def _damage(rng: np.random.Generator) -> Damage:
    if rng.random() < 0.5:
        return Damage()
    some = rng.random(6) < 0.35
    return Damage(
        blur=float(rng.uniform(0.3, 0.7)) * some[0],
        noise=float(rng.uniform(1, 4)) * some[1],
        gamma=float(rng.uniform(0.7, 1.4)) if some[2] else 1.0,
        cast=tuple(float(v) for v in rng.uniform(0.85, 1.0, 3)) if some[3] else (1.0, 1.0, 1.0),  # type: ignore[arg-type]
        lines=float(rng.uniform(0.05, 0.2)) * some[4],
        jpeg=int(rng.integers(75, 96)) if some[5] else None,
    )
