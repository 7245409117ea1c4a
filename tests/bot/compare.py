"""Comparing what was read with the truth: kinds up to renaming, and without the empty lines around the tiles."""

from __future__ import annotations

from collections.abc import Sequence

from bot.reading import Reading, Sight


def trimmed(board: Sequence[str]) -> tuple[str, ...]:
    """A board without its empty outer rows and columns: one look cannot tell how many there were."""
    rows = [i for i, row in enumerate(board) if set(row) - {"."}]
    columns = [i for i in range(len(board[0])) if any(row[i] != "." for row in board)] if board else []
    if not rows:
        return ()
    return tuple(row[columns[0] : columns[-1] + 1] for row in board[rows[0] : rows[-1] + 1])


def renamed(board: Sequence[str]) -> tuple[str, ...]:
    """A board with its kinds named in order of first appearance."""
    names: dict[str, str] = {}
    return tuple(
        "".join(c if c in ".?" else names.setdefault(c, chr(0x4E00 + len(names))) for c in row) for row in board
    )


def verdict(truth: Sequence[str], reading: Reading) -> str:
    """`perfect`, `refused` (it says so itself) or `wrong`."""
    if reading.sight is not Sight.CLEAR or reading.position is None:
        return "refused"
    same = renamed(trimmed(truth)) == renamed(trimmed(reading.position.board))
    return "perfect" if same else "wrong"
