"""Press the keys that a move names: for games whose player works out each press."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.action import Action, Key
from bot.layout import Hands, LayoutError
from bot.reading import Reading
from engine.moves import Move, Steered


class PressWay:
    """For programs in which every key has one meaning, and moves come with the presses that bring them about."""

    def __init__(self, keys: Mapping[str, str], hold: float = 0.05) -> None:
        """`keys` names the X keysym of each press that a move may ask for."""
        self.keys, self.hold = dict(keys), hold

    @classmethod
    def of(cls, hands: Hands) -> PressWay:
        """The hand that a layout describes. Raises LayoutError where it names no keys."""
        if not hands.keys:
            raise LayoutError("hands.keys: a control that presses what moves ask for needs a key for each press.")
        return cls(hands.keys, hands.hold or 0.05)

    def actions(self, moves: Sequence[Move], seen: Reading, attempt: int = 1) -> Sequence[Action]:
        """The presses of the first move; nothing where it names none, or one for which there is no key."""
        way = moves[0].way if moves and isinstance(moves[0], Steered) else ()
        if not self.keys.keys() >= set(way):
            return ()
        return [Key(self.keys[word], self.hold) for word in way]
