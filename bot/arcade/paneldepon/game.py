"""Panel de Pon on the screen, frame by frame: boards with somebody at each, keys, the mouse, a pause."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from math import floor

from bot.action import Button
from bot.arcade.cabinet import Cabinet
from bot.arcade.furniture import clock
from bot.arcade.paneldepon.arena import Arena
from bot.arcade.paneldepon.seat import Seat
from bot.arcade.paneldepon.seen import Picture, Well
from bot.arcade.paneldepon.skins import Skin
from bot.arcade.paneldepon.view import PanelView
from bot.frame import Point
from engine.api import Outcome
from engine.games.paneldepon.timing import COLUMNS, FRAMES_PER_SECOND, PRESETS, ROWS

Facts = tuple[tuple[str, str], ...]


class PanelGame(Cabinet):
    """What all ways to play have in common. Time stands still until the first key or press."""

    seats: tuple[Seat, ...]
    """The boards from the left."""
    _view: PanelView
    _frames: int

    def __init__(self, *, skin: Skin, preset: str, seed: int, size: tuple[int, int]) -> None:
        """`preset` says how fast panels clear and fall: easy, normal, hard or ex."""
        self.skin, self.preset, self.times = skin, preset, PRESETS[preset]
        super().__init__(seed, size)

    # ---- what a way to play adds

    @abstractmethod
    def fill(self) -> tuple[Seat, ...]:
        """Fresh boards, with who plays at them."""

    @abstractmethod
    def frame(self) -> None:
        """Let one frame pass."""

    @abstractmethod
    def facts(self, seat: Seat) -> Facts:
        """What is told beside a board."""

    @abstractmethod
    def told(self) -> tuple[str, str]:
        """The status line."""

    @abstractmethod
    def notice(self) -> tuple[str, ...]:
        """What is said when the game is over."""

    # ---- the scene

    def deal(self) -> None:
        """Set up the boards of the seed."""
        self._frames, self._outcome = 0, Outcome.OPEN
        self.seats = self.fill()

    def view(self, size: tuple[int, int]) -> PanelView:
        """The boards in this size."""
        return PanelView(Arena.of(size, ROWS, COLUMNS, len(self.seats), tuple(self.commands)), self.skin)

    @property
    def seconds(self) -> float:
        """The game's own time so far."""
        return self._frames / FRAMES_PER_SECOND

    def advance(self) -> None:
        """Let all frames pass that are due by now."""
        due = floor(self._played * FRAMES_PER_SECOND / self.pace + 1e-6)
        while self._frames < due and self.running:
            self._frames += 1
            self.frame()

    def changes(self) -> Iterator[float]:
        """The next frame, where it changes anything."""
        if self.running and any(seat.busy for seat in self.seats):
            yield self._now + max(0.0, (self._frames + 1) * self.pace / FRAMES_PER_SECOND - self._played)

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

    def strike(self, name: str) -> None:
        """A key of one of the players."""
        if self._paused or self._outcome is not Outcome.OPEN:
            return
        for seat in self.seats:
            if seat.rival is None and seat.keyboard.press(name):
                self._started = True

    def unstrike(self, name: str) -> None:
        """A key goes up."""
        for seat in self.seats:
            seat.keyboard.let_go(name)

    # ---- what is seen

    def picture(self) -> Picture:
        """What there is to see, as of the last step."""
        if self._paused:
            wells = tuple(Well(facts=self.facts(seat)) for seat in self.seats)
            notice: tuple[str, ...] = ("Paused", "Click or press P to go on")
        else:
            wells = tuple(self.well(seat) for seat in self.seats)
            notice = self.notice() if self._outcome is not Outcome.OPEN else ()
        return Picture(wells, notice, self.told(), self.off())

    def well(self, seat: Seat) -> Well:
        """What there is to see of a board."""
        return seat.well(self.facts(seat))

    def off(self) -> frozenset[str]:
        """The buttons that would do nothing now."""
        return frozenset({"pause"} if self._outcome is not Outcome.OPEN and not self._paused else ())

    def clock(self) -> str:
        """The game's own time so far."""
        return clock(self.seconds)
