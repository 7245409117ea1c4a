"""Play moves with keys: walk the cursor to a cell and press; the screen tells where the cursor is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.action import Action, Key, Wait
from bot.layout import Hands, LayoutError
from bot.reading import Reading
from engine.moves import Cell, Move, Raise, Swap, parse_cell
from engine.moves import Wait as Pause

FRAMES_PER_SECOND = 60
STEPS = ("up", "down", "left", "right")
SPAN = 2
"""How many cells side by side the cursor covers."""


class WalkCursor:
    """For programs with a cursor over two neighbouring cells, a key for each step, and one that swaps them."""

    def __init__(self, keys: Mapping[str, str], hold: float = 0.034) -> None:
        """`keys` names the X keysyms of `up`, `down`, `left`, `right` and `swap`, and of `raise` where there is one."""
        self.keys = dict(keys)
        self.hold = hold

    @classmethod
    def of(cls, hands: Hands) -> WalkCursor:
        """The hand that a layout describes. Raises LayoutError where it names no key for a step or for swapping."""
        missing = [name for name in (*STEPS, "swap") if name not in hands.keys]
        if missing:
            raise LayoutError(f"hands.keys: a control that walks a cursor needs a key for {', '.join(missing)}.")
        return cls(hands.keys, hands.hold) if hands.hold else cls(hands.keys)

    def actions(self, moves: Sequence[Move], seen: Reading, attempt: int = 1) -> Sequence[Action]:
        """The steps to each cell and the press there.

        Where the cursor cannot be seen, or has misled twice, it is first driven into the lower left corner: it stops
        there, wherever it came from.
        """
        if seen.grid is None or seen.position is None:
            return ()
        rows, columns = seen.grid.rows, seen.grid.columns
        shown = seen.position.blocks.get("cursor", ())
        done: list[Action] = []
        trusted = bool(shown) and attempt <= 2
        at = parse_cell(shown[0]) if trusted else (rows - 1, 0)
        if not trusted and any(isinstance(move, Swap) for move in moves):
            done += [*self._press("left", columns - SPAN), *self._press("down", rows - 1)]
        for move in moves:
            if isinstance(move, Pause):
                done.append(Wait(move.frames / FRAMES_PER_SECOND))
            elif isinstance(move, Raise):
                done += self._press("raise")
            elif move.cells:
                done += [*self._walk(at, move.cells[0]), *self._press("swap")]
                at = move.cells[0]
        return done

    def way(self, moves: Sequence[Move], seen: Reading) -> Sequence[Action]:
        """The steps from where the cursor is seen to the cell of a swap; none where the first move is another one."""
        shown = seen.position.blocks.get("cursor", ()) if seen.position is not None else ()
        if not shown or not moves or not isinstance(moves[0], Swap):
            return ()
        return tuple(self._walk(parse_cell(shown[0]), moves[0].cell))

    def _walk(self, start: Cell, end: Cell) -> Iterator[Key]:
        """Steps across first, then up or down."""
        down, right = end[0] - start[0], end[1] - start[1]
        yield from self._press("right" if right > 0 else "left", abs(right))
        yield from self._press("down" if down > 0 else "up", abs(down))

    def _press(self, what: str, times: int = 1) -> list[Key]:
        """So many presses of a key; none where the layout names no such key."""
        return [Key(self.keys[what], self.hold)] * times if what in self.keys else []
