"""One player's side of a game of Panel de Pon: the running game, the hands at it, and what it shows of itself."""

from __future__ import annotations

from collections import deque
from typing import Protocol

from bot.arcade.paneldepon.keyboard import Keyboard
from bot.arcade.paneldepon.seen import CARD, Card, Well, match_begun, seen_in
from engine.games.paneldepon import words as k
from engine.games.paneldepon.running import Happening, Keys, Running
from engine.games.paneldepon.stack import Event
from engine.games.paneldepon.timing import COLUMNS, ROWS, Times
from engine.moves import Cell

PATIENCE = 12
"""Frames for which a swap that was drawn with the mouse is tried."""


class Rival(Protocol):
    """Somebody who plays by looking at the game itself."""

    def decide(self, game: Running) -> Keys:
        """The keys for the next frame; asked once a frame."""


class Seat:
    """A board with somebody at it; rows are counted from 1 at the bottom here, as in the running game."""

    def __init__(self, game: Running, times: Times, keyboard: Keyboard, rival: Rival | None = None) -> None:
        """`rival` plays instead of a person where there is one."""
        self.game, self.times, self.keyboard, self.rival = game, times, keyboard, rival
        self.best = 0
        """The longest chain so far."""
        self._fed = int(game.meta[k.FED])
        self._drawn: deque[tuple[int, int, int]] = deque()
        """Swaps that were drawn with the mouse: row, left column, and frames that they may still wait."""
        self._held: tuple[int, int] | None = None
        """Row and column of the panel that the mouse holds."""
        self._cards: list[tuple[int, float, float, str]] = []
        """Frame, column, row from the top, and text."""

    # ---- the hands

    @property
    def moves(self) -> bool:
        """Whether anything on the board moves, or may yet match because it has just come to rest."""
        meta = self.game.meta
        return bool(meta[k.QUEUED] >= 0 or meta[k.ACTIVE] or meta[k.WAS_ACTIVE] or meta[k.CHANGES])

    @property
    def busy(self) -> bool:
        """Whether the next frame changes anything."""
        return bool(self.moves or self.game.meta[k.RISING] or self._drawn or self._cards or self.keyboard.busy)

    def point_at(self, place: tuple[int, int]) -> None:
        """Take hold of the panel at this row and column; the cursor comes with it."""
        row, column = place
        self._held = place
        self.game.cursor = row, min(column, COLUMNS - 2)

    def draw_to(self, column: int) -> None:
        """Push the panel that is held to another column, swap by swap."""
        if self._held is None:
            return
        row, at = self._held
        while at != column:
            to = at + (1 if column > at else -1)
            self._drawn.append((row, min(at, to), PATIENCE))
            at = to
        self._held = row, at

    def let_go(self) -> None:
        """Let go of the panel."""
        self._held = None

    def keys(self, *, may_swap: bool = True) -> Keys:
        """What the hands ask for in the next frame."""
        asked = self.rival.decide(self.game) if self.rival else self.keyboard.frame()
        if self._drawn and not asked.swap:
            row, column, left = self._drawn.popleft()
            self.game.cursor = row, column
            if left > 1:
                self._drawn.appendleft((row, column, left - 1))
            asked = Keys("", True, asked.lift)
        return asked if may_swap else Keys(asked.step, False, asked.lift)

    # ---- what happens

    def after(self, happened: tuple[Happening, ...], asked: Keys) -> Cell | None:
        """Take note of a frame; the left cell, from the top, of the swap that it took, if it took one."""
        game, fed = self.game, self._fed
        self._fed = int(game.meta[k.FED])
        self.best = max(self.best, game.chain)
        if self._fed != fed:
            self._drawn = deque((min(row + 1, ROWS), column, left) for row, column, left in self._drawn)
            if self._held:
                self._held = min(self._held[0] + 1, ROWS), self._held[1]
        for event in happened:
            if isinstance(event, Event):
                self._show(event)
        self._cards = [card for card in self._cards if game.frame - card[0] < CARD]
        if not (asked.swap and game.meta[k.QUEUED] >= 0):
            return None
        row, column = divmod(int(game.meta[k.QUEUED]), COLUMNS)
        if self._drawn and self._drawn[0][:2] == (row, column):
            self._drawn.popleft()
        return ROWS - row, column

    def _show(self, event: Event) -> None:
        """Lay cards where a combo or a link of a chain begins."""
        texts = [text for text, on in ((f"x{event.chain}", event.chain > 1), (str(event.size), event.size > 3)) if on]
        place = match_begun(self.game, self.times)
        if place:
            self._cards += [(self.game.frame, place[0] + n, place[1], text) for n, text in enumerate(texts)]

    # ---- what is seen

    def well(self, facts: tuple[tuple[str, str], ...] = (), hinted: Cell | None = None) -> Well:
        """The board in this very frame."""
        game = self.game
        panels, sparks, topped = seen_in(game, self.times)
        row, column = game.cursor
        return Well(
            panels,
            sparks,
            cursor=(ROWS - row - game.scroll, column),
            hinted=hinted,
            cards=tuple(Card(x, y - (game.frame - since) / CARD, text) for since, x, y, text in self._cards),
            alarm=topped and bool(game.meta[k.RISING]),
            facts=facts,
        )
