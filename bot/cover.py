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
    """The board with the gaps unknown too that may lie under the same cover as the cells that could not be told.

    These are the gaps beside and between them, but for those in plain view: a cover is an upright rectangle, so it
    does not reach a gap where it would have to hide a tile that is seen.
    """
    unknown = [(r, c) for r, row in enumerate(board) for c, label in enumerate(row) if label == UNKNOWN]
    if not unknown:
        return tuple(board)
    rows, columns = sorted(r for r, _ in unknown), sorted(c for _, c in unknown)
    top, bottom, left, right = rows[0], rows[-1], columns[0], columns[-1]

    def may_lie_under(row: int, column: int) -> bool:
        if not (top - 1 <= row <= bottom + 1 and left - 1 <= column <= right + 1):
            return False
        across = slice(min(left, column), max(right, column) + 1)
        lines = board[min(top, row) : max(bottom, row) + 1]
        return not any(line[across].strip(EMPTY + UNKNOWN) for line in lines)

    return tuple(
        "".join(UNKNOWN if label == EMPTY and may_lie_under(r, c) else label for c, label in enumerate(row))
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
