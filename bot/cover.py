"""What may be concluded from a board that something lies over: a notice that the game is won, or that it is stuck.

Boards are rows of labels; `?` is a cell that could not be told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.reading import Reading, Sight
from engine.api import BadPosition, Game, Move, Outcome
from engine.position import EMPTY, UNKNOWN, Position


def proves_win(game: Game[Any], now: Sequence[str], way: Sequence[Any], made: Any = None) -> bool:
    """Whether what is seen of a board, `now`, proves that its game is won.

    `way` are the states from the last one that was seen in full, move by move, to the won one; `made` is the one to
    which the moves that were played led, where the program would have done the rest by itself: a cell that no move
    touched, and without which the game were not won, proves it. Else whatever of the way, or of cells changed one by
    one, may still be there must be won: what is hidden may be as it was before. Only where the board is blank at its
    end, and nothing is seen that is still there, its last pair may lie under the notice.
    """
    before, end = (game.show(state).board for state in (way[0], way[-1]))
    if not _shape(now) == _shape(before) == _shape(end):
        return False
    if not any(row.strip(EMPTY) for row in end):
        # What is on its way, as what falls, is still there; what lies over a gap that was one is not.
        cells = list(zip("".join(now), "".join(before), strict=True))
        return all(seen in {EMPTY, UNKNOWN} or was == EMPTY for seen, was in cells) and EMPTY in "".join(now)
    seen = _without_cover(game, now, way[0], before, end)
    if made is not None and may_show(seen, end, UNKNOWN) and _did_the_rest(game, seen, way, made):
        return True
    if any(may_show(seen, game.show(state).board, UNKNOWN) and not _won(game, state) for state in way):
        return False
    least = _filled_in(seen, before)
    try:
        return _won(game, game.parse(Position({**game.show(way[0]).blocks, "board": least})))
    except BadPosition:  # cells of it change together only, and so as in the states of the way
        return any(may_show(seen, game.show(state).board, UNKNOWN) for state in way)


def likely_won(game: Game[Any], reading: Reading, expected: Sequence[Any]) -> bool:
    """Whether something lies over the board since the moves that lead to what is `expected`, which is won, and nothing
    that is seen beside it speaks against them; or the board is gone since, or one of another size in its place.
    """
    if not all(_won(game, state) for state in expected):
        return False
    if reading.sight is not Sight.COVERED or reading.position is None:
        return reading.sight is Sight.LOST
    now = reading.position.board
    if all(_shape(now) != _shape(game.show(state).board) for state in expected):
        return True
    return any(may_show(now, game.show(state).board, UNKNOWN) for state in expected)


def left_stuck(game: Game[Any], seen: Sequence[str], states: Sequence[Any]) -> Move | None:
    """The move, from any of some states, that left no other, where that explains what lies over a board that is `seen`:
    games say so with a notice. A person may have made it.
    """
    now = hazed(seen)
    for state in states:
        for move in game.moves(state):
            then = game.play(state, move)
            if not may_show(now, game.show(then).board, UNKNOWN):
                continue
            if any(now[row][column] == EMPTY for row, column in move.cells) and game.outcome(then) is Outcome.STUCK:
                return move
    return None


def _did_the_rest(game: Game[Any], seen: Sequence[str], way: Sequence[Any], made: Any) -> bool:
    """Whether a cell is seen as it must be in the end that no move touched, and that matters. Crosses that a program
    makes in every line that is done do not matter where it asks for none.
    """
    played, end = (game.show(state).board for state in (made, way[-1]))
    for r, row in enumerate(seen):
        for c, label in enumerate(row):
            if label == end[r][c] != played[r][c]:
                lacking = (*end[:r], end[r][:c] + played[r][c] + end[r][c + 1 :], *end[r + 1 :])
                if not _won(game, game.parse(Position({**game.show(way[0]).blocks, "board": lacking}))):
                    return True
    return False


def _without_cover(
    game: Game[Any], now: Sequence[str], state: Any, before: Sequence[str], end: Sequence[str]
) -> tuple[str, ...]:
    """The board as it is seen, unknown where it shows what no move could have made there: that belongs to the cover."""
    strange = {
        (r, c)
        for r, row in enumerate(now)
        for c, label in enumerate(row)
        if label not in {UNKNOWN, before[r][c], end[r][c]}
    }
    if strange:
        after = [game.show(game.play(state, move)).board for move in game.moves(state)]
        strange -= {(r, c) for r, c in strange if any(board[r][c] == now[r][c] for board in after)}
    return tuple(
        "".join(UNKNOWN if (r, c) in strange else label for c, label in enumerate(row)) for r, row in enumerate(now)
    )


def _filled_in(seen: Sequence[str], before: Sequence[str]) -> tuple[str, ...]:
    """The board as it is seen, and as it was before where nothing is."""
    return tuple(
        "".join(b if a == UNKNOWN else a for a, b in zip(new, old, strict=True))
        for new, old in zip(seen, before, strict=True)
    )


def _won(game: Game[Any], state: Any) -> bool:
    return game.outcome(state) is Outcome.WON


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
