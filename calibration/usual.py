"""What boards of a game usually are like, as the layouts of programs that play it have it."""

from __future__ import annotations

from bot.layouts import known_layouts


def known_sizes(game: str | None) -> list[tuple[int, int]]:
    """The sizes (rows, columns) that boards of the game, or of any, are known to have."""
    return sorted({size for layout in known_layouts(game) for size in layout.sizes})


def falls(game: str | None) -> bool:
    """Whether pairs fall over the boards of a game, as in every program that is known to play it."""
    known = tuple(known_layouts(game)) if game else ()
    return bool(known) and all(layout.board.falls for layout in known)


def columns_where_pairs_fall(game: str | None) -> list[int]:
    """The columns of the boards over which pairs fall, of this game or of any."""
    games = [game] if game else sorted({layout.game for layout in known_layouts() if layout.game})
    return sorted({columns for one in games if falls(one) for _, columns in known_sizes(one)})


def rises(game: str | None) -> bool:
    """Whether the boards of a game scroll up in some program that is known to play it."""
    return any(layout.board.scrolls for layout in known_layouts(game)) if game else False
