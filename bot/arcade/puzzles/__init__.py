"""The puzzles that come with the practice games: text positions, a folder a game."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from engine.position import Position


@lru_cache
def shipped(game: str) -> tuple[Position, ...]:
    """All puzzles of a game, in the order of their files' names."""
    folder = files(__name__) / game
    if not folder.is_dir():
        return ()
    texts = sorted((file.name, file.read_text("utf-8")) for file in folder.iterdir() if file.name.endswith(".txt"))
    return tuple(Position.parse(text) for _, text in texts)
