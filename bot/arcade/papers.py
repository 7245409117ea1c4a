"""How a nonogram looks: the colours of its paper, its lines and its marks."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from bot.arcade.paint import Colour
from bot.arcade.scene import ArcadeError


@dataclass(frozen=True)
class Paper:
    """One set of colours: blue, green, red."""

    bar: Colour
    """Under the buttons and the text."""
    sheet: Colour
    cell: Colour
    """An undecided cell."""
    line: Colour
    strong: Colour
    """Every fifth line and the frame."""
    clue: Colour
    done: Colour
    """The clue of a line that shows just that."""
    filled: Colour
    cross: Colour
    hinted: Colour
    """The line that a hint is about."""
    because: Colour
    """The cells that a hint argues from."""
    follows: Colour
    """The cells that follow from them."""
    wrong: Colour


_PAPERS = MappingProxyType(
    {
        "light": Paper(
            bar=(74, 66, 56),
            sheet=(236, 244, 248),
            cell=(250, 253, 254),
            line=(188, 190, 186),
            strong=(96, 92, 84),
            clue=(52, 44, 38),
            done=(176, 172, 166),
            filled=(58, 50, 44),
            cross=(158, 148, 136),
            hinted=(164, 236, 252),
            because=(30, 140, 245),
            follows=(80, 170, 60),
            wrong=(60, 60, 225),
        ),
        "dark": Paper(
            bar=(26, 20, 16),
            sheet=(52, 42, 36),
            cell=(74, 62, 54),
            line=(44, 36, 30),
            strong=(132, 118, 104),
            clue=(230, 224, 216),
            done=(128, 116, 106),
            filled=(236, 206, 150),
            cross=(140, 126, 114),
            hinted=(70, 108, 122),
            because=(60, 150, 250),
            follows=(110, 200, 90),
            wrong=(90, 90, 240),
        ),
    }
)


def skin_names() -> tuple[str, ...]:
    """All papers, sorted."""
    return tuple(sorted(_PAPERS))


def load_paper(name: str) -> Paper:
    """The paper of that name. Raises ArcadeError."""
    if name not in _PAPERS:
        raise ArcadeError(f"There is no paper called {name!r}; the papers are {', '.join(skin_names())}.")
    return _PAPERS[name]
