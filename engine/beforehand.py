"""Compile every kernel that is not in the cache yet, several games at a time: `python -m engine.beforehand`."""

from __future__ import annotations

import pkgutil
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path

from engine.api import game_names
from engine.games import __path__ as games


def size(name: str) -> int:
    """How much there is to a game: about how long its kernels take to compile."""
    return sum(path.stat().st_size for folder in games for path in Path(folder, name).glob("*.py"))


def compiled(name: str) -> None:
    """Import all of one game; what is to be compiled of it is compiled then, and kept for whoever asks next."""
    for module in pkgutil.walk_packages([str(Path(folder, name)) for folder in games], f"engine.games.{name}."):
        import_module(module.name)


def main() -> None:
    """Compile all games, the largest first, so that no core waits for it at the end."""
    with ProcessPoolExecutor() as pool:
        for _ in pool.map(compiled, sorted(game_names(), key=size, reverse=True)):
            pass


if __name__ == "__main__":
    main()
