"""Panel de Pon on the screen: boards with somebody at each, and the mouse."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

from bot.action import Button
from bot.arcade.paneldepon.seat import Seat
from bot.arcade.paneldepon.seen import Well
from bot.arcade.paneldepon.skins import Skin
from bot.arcade.paneldepon.view import PanelView
from bot.arcade.running.arena import Arena
from bot.arcade.running.game import RunningGame
from bot.frame import Point
from engine.api import Outcome
from engine.games.paneldepon.timing import COLUMNS, PRESETS, ROWS


class PanelGame(RunningGame[Seat, Well]):
    """What all ways to play have in common."""

    _view: PanelView

    def __init__(self, *, skin: Skin, preset: str, seed: int, size: tuple[int, int]) -> None:
        """`preset` says how fast panels clear and fall: easy, normal, hard or ex."""
        self.skin, self.preset, self.times = skin, preset, PRESETS[preset]
        super().__init__(seed, size)

    def view(self, size: tuple[int, int]) -> PanelView:
        """The boards in this size."""
        return PanelView(Arena.of(size, ROWS, COLUMNS, len(self.seats), tuple(self.commands)), self.skin)

    def changes(self) -> Iterator[float]:
        """The next frame, where it changes anything."""
        if any(seat.busy for seat in self.seats):
            yield from super().changes()

    def touch(self, point: Point, button: Button) -> None:
        """The left button takes hold of a panel, or moves the cursor; the right one raises the stack."""
        for seat, grid in zip(self.seats, self._view.stage.wells, strict=True):
            cell = grid.at(Point(point.x, point.y + seat.game.scroll * grid.pitch_y))
            if cell is None or seat.rival or not grid.box.contains(point):
                continue
            if self._outcome is not Outcome.OPEN:
                self._note("ignored", (cell,))
                return
            self._started = True
            if button is Button.LEFT:
                seat.point_at((ROWS - cell[0], cell[1]))
            elif button is Button.RIGHT:
                seat.keyboard.ask("raise")

    def drag(self, point: Point) -> None:
        """The panel that is held follows the pointer to the side, swap by swap."""
        for seat, grid in zip(self.seats, self._view.stage.wells, strict=True):
            seat.draw_to(min(COLUMNS - 1, max(0, floor((point.x - grid.x) / grid.pitch_x))))

    def drop(self) -> None:
        """The panel is let go."""
        for seat in self.seats:
            seat.let_go()

    def well(self, seat: Seat) -> Well:
        """What there is to see of a board."""
        return seat.well(self.facts(seat))

    def hidden(self, seat: Seat) -> Well:
        """Nothing but the figures."""
        return Well(facts=self.facts(seat))
