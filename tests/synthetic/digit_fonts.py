"""Digits as fonts draw them: which installed fonts the bank of digits is learned from, and which are kept apart.

No family is on both sides, so that what is measured on the families kept apart says how digits of a font are read that
nobody has seen. Where fonts are missing there are fewer to learn from or to measure on; nothing else changes.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import pygame.freetype
from numpy.typing import NDArray

PACKAGES: Final = (
    "fonts-dejavu fonts-liberation fonts-noto-core fonts-freefont-ttf fonts-roboto fonts-open-sans fonts-lato "
    "fonts-crosextra-carlito fonts-crosextra-caladea fonts-hack fonts-firacode fonts-inconsolata fonts-cantarell "
    "fonts-comfortaa fonts-linuxlibertine fonts-jetbrains-mono fonts-cabin fonts-oxygen fonts-quicksand fonts-dosis "
    "fonts-ipafont-gothic fonts-vlgothic fonts-urw-base35 fonts-dseg fonts-misaki fonts-creep2 fonts-dotgothic16 "
    "fonts-spleen fonts-proggy fonts-3270 fonts-monoid fonts-ocr-a fonts-ocr-b fonts-comic-neue fonts-play unifont "
    "fonts-terminus fonts-monofur fonts-reggae"
)
"""The packages of Debian that bring them."""
APART: Final = frozenset(
    {
        "C059", "Cabin", "Cantarell", "Carlito", "FreeSerif", "Inconsolata", "Lato", "Liberation Mono",
        "Liberation Sans", "MisakiGothic2nd", "Noto Serif", "OCR B", "Open Sans", "Play", "Roboto Condensed",
        "Terminus (TTF)",
    }
)  # fmt: skip
"""Families that are only measured on."""
LEARNED: Final = frozenset(
    {
        "Caladea", "Comfortaa", "Comic Neue", "Creep2", "DSEG14 Modern", "DSEG7 Classic", "DSEG7 Modern",
        "DSEG7 Modern Mini", "DejaVu Sans", "DejaVu Sans Mono", "DejaVu Serif", "Dosis", "DotGothic16", "Fira Code",
        "FreeMono", "FreeSans", "Hack", "IBM 3270", "IPAGothic", "IPAPGothic", "JetBrains Mono",
        "Liberation Sans Narrow", "Liberation Serif", "Linux Biolinum O", "Linux Libertine O", "Monoid",
        "Nimbus Mono PS", "Nimbus Roman", "Nimbus Sans", "Nimbus Sans Narrow", "Noto Sans", "Noto Sans Display",
        "Noto Sans Mono", "Noto Serif Display", "OCRA", "Oxygen-Sans", "P052", "ProggyTinyTT", "Quicksand",
        "Reggae One", "Roboto", "Roboto Slab", "Spleen 12x24", "Spleen 6x12", "Spleen 8x16", "URW Bookman",
        "URW Gothic", "Unifont", "VL Gothic", "VL PGothic", "creep2", "monofur",
    }
)  # fmt: skip
"""Families that the bank is made of."""
UNUSUAL: Final = ("Thin", "Hairline", "ExtraLight", "Outline", "Inverted")
"""Styles that nobody sets a puzzle in."""

NEEDS_FONTS = "needs fonts: apt install fonts-dejavu-core"


@dataclass(frozen=True, order=True)
class Face:
    """One style of a family."""

    family: str
    style: str
    path: str

    def __str__(self) -> str:
        return f"{self.family} {self.style}"


@cache
def faces(families: frozenset[str]) -> tuple[Face, ...]:
    """The installed faces of some families, sorted; none where fontconfig is missing."""
    try:
        listing = subprocess.run(
            ["fc-list", "--format", "%{family[0]}\t%{style[0]}\t%{file}\n"], capture_output=True, text=True, check=True
        ).stdout
    except (FileNotFoundError, subprocess.CalledProcessError):
        return ()
    found: dict[tuple[str, str], Face] = {}
    for line in listing.splitlines():
        family, style, path = line.replace("\\-", "-").split("\t")
        wanted = family in families and path.endswith((".ttf", ".otf"))
        if wanted and not any(word in style for word in UNUSUAL):
            found.setdefault((family, style), Face(family, style, path))
    return tuple(sorted(found.values()))


@cache
def _font(path: str) -> pygame.freetype.Font:
    pygame.freetype.init()
    return pygame.freetype.Font(path)


def coverage(face: Face, text: str, size: float) -> NDArray[np.uint8]:
    """Text as a picture of how much ink covers each pixel, 0 to 255, with nothing around it; `size` in pixels an em."""
    raw, (width, height) = _font(face.path).render_raw(text, size=size)
    return np.frombuffer(raw, np.uint8).reshape(height, width)


def advance(face: Face, text: str, size: float) -> tuple[float, float]:
    """How far the pen goes while it writes a text, and how far from its start the ink begins, in pixels."""
    metrics = _font(face.path).get_metrics(text, size)
    return sum(float(one[4]) for one in metrics), float(metrics[0][0])


def digits(face: Face, size: float) -> Iterator[tuple[str, NDArray[np.uint8]]]:
    """The ten digits of a face."""
    for digit in "0123456789":
        yield digit, coverage(face, digit, size)
