"""What may be concluded from a board that something lies over: a notice that the game is won, or that it is stuck.

Boards are rows of labels; `?` is a cell that could not be told.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.position import EMPTY, UNKNOWN


def shows_win(
    now: Sequence[str], before: Sequence[str], meant: Sequence[str], won: Sequence[str], *, lasting: bool = False
) -> bool:
    """Whether what is seen speaks for a game that is won.

    `before` and `meant` are the boards before and after the moves that were made, `won` is the won one. Nothing
    changes back: what was as it ends already and looks different now belongs to the cover. Programs that finish a
    board by themselves are believed where a cell shows it that the moves did not touch; or where all such cells lie
    under a cover that came with the moves and is `lasting`.
    """
    if not _shape(now) == _shape(before) == _shape(won):
        return False
    last = tuple(meant) == tuple(won)
    speaks = False
    for seen, old, made, end in zip("".join(now), "".join(before), "".join(meant), "".join(won), strict=True):
        if seen == end:
            speaks |= last or made != end or (lasting and old != made)
        elif seen != UNKNOWN and old != end:
            return False
    return speaks


def hazed(board: Sequence[str]) -> tuple[str, ...]:
    """The board with the gaps beside and between cells that could not be told unknown too: they may lie under the same
    cover.
    """
    unknown = [(r, c) for r, row in enumerate(board) for c, label in enumerate(row) if label == UNKNOWN]
    if not unknown:
        return tuple(board)
    rows, columns = sorted(r for r, _ in unknown), sorted(c for _, c in unknown)
    left, right = max(0, columns[0] - 1), columns[-1] + 2
    return tuple(
        row[:left] + row[left:right].replace(EMPTY, UNKNOWN) + row[right:] if rows[0] - 1 <= r <= rows[-1] + 1 else row
        for r, row in enumerate(board)
    )


def may_show(seen: Sequence[str], board: Sequence[str], hidden: str) -> bool:
    """Whether what is seen can be this board, some of its cells looking like one of `hidden`."""
    if _shape(seen) != _shape(board):
        return False
    return all(a == b or a in hidden for a, b in zip("".join(seen), "".join(board), strict=True))


def on_the_way(now: Sequence[str], before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether every cell is as it was before, or as it will be."""
    if not _shape(now) == _shape(before) == _shape(after):
        return False
    return all(a in (b, c) for a, b, c in zip("".join(now), "".join(before), "".join(after), strict=True))


def _shape(board: Sequence[str]) -> list[int]:
    return [len(row) for row in board]
