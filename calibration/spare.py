"""Cells of a board that may be clicked although nobody knows what is picked: no click on one of them takes a pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import Any

from bot.rules import possible_games
from calibration.hands import HandsError
from engine.api import BadPosition, game_names, load_game
from engine.moves import Cell, Pick, parse_cell, show_cell
from engine.position import EMPTY, UNKNOWN, Position


def clickable(position: Position, game: str | None = None, rules: Mapping[str, Any] | None = None) -> list[Cell]:
    """The cells of a board, (row, column), on which clicks may be tried. In a game of pairs they are those that no pair
    holds under any house rules that are possible: whatever is picked already, a click on one of them takes nothing.

    Raises HandsError where a cell shows as picked, or may be, and where there is none to click.
    """
    marked = [parse_cell(line) for line in position.blocks.get("marked", ())]
    if len(marked) == 1:  # of several all but one are only in another light
        raise _picked(marked[0], "found {} to show as picked")
    taken = _in_pairs(position, game, rules or {}) if game is not None and _of_pairs(game) else set[Cell]()
    tiles = _tiles(position)
    found = [cell for cell in tiles if cell not in taken and cell not in marked]
    if tiles and not found:
        raise HandsError(
            "Expected a tile that fits no other at the moment, so that a click on it plays nothing, found none: begin "
            "a new game, and measure with all of its tiles there."
        )
    return found


def _of_pairs(game: str) -> bool:
    """Whether a game is known, and tiles are picked in it one after the other."""
    return game in game_names() and Pick in load_game(game).moves_used


def _in_pairs(position: Position, name: str, rules: Mapping[str, Any]) -> set[Cell]:
    """The cells of all pairs that can be taken. Raises HandsError where the board is none of the game."""
    found = set[Cell]()
    for game in possible_games(name, rules):
        try:
            state = game.parse(position)
        except BadPosition as error:
            if (alone := _alone(position)) is not None:
                raise _picked(alone, "found {} to look like no other tile") from error
            raise HandsError(
                f"Expected a board of {name} on which nothing is picked. {error} If a tile is picked, let it go, and "
                "measure again."
            ) from error
        found |= {cell for move in game.moves(state) for cell in move.cells}
    return found


def _alone(position: Position) -> Cell | None:
    """The one cell that cannot be told, or that looks like no other; None where there are none, or several."""
    labels = {(row, column): position.board[row][column] for row, column in _all_cells(position)}
    counts = Counter(labels.values())
    alone = [cell for cell, label in labels.items() if label == UNKNOWN or (label != EMPTY and counts[label] == 1)]
    return alone[0] if len(alone) == 1 else None


def _tiles(position: Position) -> list[Cell]:
    return [(row, column) for row, column in _all_cells(position) if position.board[row][column] not in EMPTY + UNKNOWN]


def _all_cells(position: Position) -> list[Cell]:
    return list(product(range(len(position.board)), range(len(position.board[0])))) if position.board else []


def _picked(cell: Cell, found: str) -> HandsError:
    """Says that a cell is picked, or may be."""
    return HandsError(
        f"Expected a board on which nothing is picked, {found.format(show_cell(cell))}: a click elsewhere could take "
        "the pair. Let it go (by a second click on it, or as the program has it), take the pointer off the board, then "
        "measure again."
    )
