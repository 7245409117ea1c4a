"""Drop falling pairs with keys: turn the pair, walk it to its column, let it fall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.action import Action, Key
from bot.layout import Hands, LayoutError
from bot.reading import Reading
from engine.moves import Drop, Move

TURNED = "URDL"
"""The sides of the child as the pair is turned clockwise from how it appears."""


class DropPair:
    """For programs in which a pair falls, a key for each step to a side, one or two that turn it, one that drops it."""

    def __init__(self, keys: Mapping[str, str], hold: float = 0.05) -> None:
        """`keys` names the X keysyms of `left`, `right`, `drop`, and of `turn` (clockwise), `back` or both."""
        self.keys = dict(keys)
        self.hold = hold

    @classmethod
    def of(cls, hands: Hands) -> DropPair:
        """The hand that a layout describes. Raises LayoutError where it names no key for what must be done."""
        missing = [name for name in ("left", "right", "drop") if name not in hands.keys]
        if missing or not {"turn", "back"} & set(hands.keys):
            wanted = ", ".join(missing) or "turn or back"
            raise LayoutError(f"hands.keys: a control that drops pairs needs a key for {wanted}.")
        return cls(hands.keys, hands.hold) if hands.hold else cls(hands.keys)

    def actions(self, moves: Sequence[Move], seen: Reading, attempt: int = 1) -> Sequence[Action]:
        """The turns, the steps and the fall of the current pair; only the first placement, since it must be seen
        to lie before the next is begun. The pair is walked into the left wall first: from there every column is told
        by counting, wherever it appeared.
        """
        drop = next((move for move in moves if isinstance(move, Drop)), None)
        if drop is None or seen.grid is None:
            return ()
        wall = 1 if drop.side == "L" else 0
        steps = [*self._press("left", seen.grid.columns), *self._press("right", drop.column - wall)]
        return (*self._turn(drop.side), *steps, *self._press("drop"))

    def _turn(self, side: str) -> list[Key]:
        """The shorter way round, as far as there is a key for it."""
        turns = TURNED.index(side)
        if "turn" not in self.keys or ("back" in self.keys and turns > 2):
            return self._press("back", -turns % len(TURNED))
        return self._press("turn", turns)

    def _press(self, what: str, times: int = 1) -> list[Key]:
        return [Key(self.keys[what], self.hold)] * times
