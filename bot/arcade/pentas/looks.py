"""How Pentas looks: the colours of its ground, its cells and its marks, and whether cells have round corners."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from bot.arcade.paint import Colour
from bot.arcade.scene import ArcadeError


@dataclass(frozen=True)
class Looks:
    """One set of colours (blue, green, red) and measures."""

    bar: Colour
    """Under the buttons and the text."""
    ground: Colour
    tray: Colour
    """Under the cells of the board."""
    hole: Colour
    """An empty cell."""
    cells: tuple[Colour, ...]
    """Filled cells, in turn along the diagonals."""
    marked: Colour
    hinted: Colour
    ink: Colour
    """Text beside the board."""
    gap: float
    """Between cells, as a share of a cell."""
    radius: float
    """Of the corners, as a share of a cell."""
    raised: bool
    """Whether cells are lit from above."""


_LOOKS = MappingProxyType(
    {
        "stones": Looks(
            bar=(52, 40, 30),
            ground=(74, 58, 44),
            tray=(46, 36, 28),
            hole=(58, 46, 36),
            cells=((92, 176, 236), (110, 150, 240), (88, 200, 214)),
            marked=(245, 245, 250),
            hinted=(120, 230, 150),
            ink=(235, 230, 222),
            gap=0.1,
            radius=0.18,
            raised=True,
        ),
        "ink": Looks(
            bar=(96, 92, 88),
            ground=(240, 243, 245),
            tray=(206, 210, 212),
            hole=(252, 253, 253),
            cells=((84, 52, 40),),
            marked=(60, 130, 235),
            hinted=(110, 170, 70),
            ink=(60, 48, 40),
            gap=0.05,
            radius=0.0,
            raised=False,
        ),
    }
)


def skin_names() -> tuple[str, ...]:
    """All looks, sorted."""
    return tuple(sorted(_LOOKS))


def load_looks(name: str) -> Looks:
    """The looks of that name. Raises ArcadeError."""
    if name not in _LOOKS:
        raise ArcadeError(f"There is no look called {name!r}; the looks are {', '.join(skin_names())}.")
    return _LOOKS[name]
