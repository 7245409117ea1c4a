"""An act that takes longer than its picture may be old leaves the pointer where the whole of it would have."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.action import Action, Click, Hover
from bot.actuate.gate import GateRules
from bot.arcade.memory import MemoryScreen
from bot.control.click_cells import ClickCells
from bot.frame import Frame
from tests.bot.table import Table


@dataclass
class Slow:
    """A hand that holds each click so long that no second one can be made while the picture is new."""

    screen: MemoryScreen
    done: list[Action] = field(default_factory=list)

    def perform(self, action: Action, frame: Frame) -> None:
        self.done.append(action)
        self.screen.perform(action, frame)
        if isinstance(action, Click):
            self.screen.clock.sleep(GateRules().stale + 0.1)

    def close(self) -> None:
        """Nothing is held."""


def test_the_pointer_is_parked_where_the_rest_was_held_back() -> None:
    table = Table()
    table.pilot.control = ClickCells()
    hand = Slow(table.screen)
    table.play(hand, lambda: "enough" if len(hand.done) >= 8 else None)
    kinds = [type(action) for action in hand.done]
    assert Click in kinds
    for number, action in enumerate(hand.done[:-1]):
        if isinstance(action, Click):
            after = hand.done[number + 1]
            assert isinstance(after, Hover), "nothing is clicked on a picture that is too old"
