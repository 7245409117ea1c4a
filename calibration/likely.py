"""Which game is it? The known games that the board fits, the likelier first."""

from __future__ import annotations

from bot.layout import known_layouts, own_home
from bot.rules import possible_games
from calibration.draft import Draft
from engine.api import BadPosition, Outcome, game_names
from engine.position import UNKNOWN


def likely_games(draft: Draft) -> tuple[str, ...]:
    """The known games whose rules allow the first board of a draft, the likelier first; games that nobody would look
    for (those whose layouts are never chosen unless named) are left out.

    A game is likelier where its known layouts are read in the same way, where it is known in this size, and where
    there is something to play. Where cells could not be told the rules say nothing.
    """
    position = draft.position()
    size = draft.shots[0].grid.rows, draft.shots[0].grid.columns
    whole = not any(UNKNOWN in row for row in position.board)
    worth: dict[str, tuple[bool, bool, bool]] = {}
    for layout in (*known_layouts(root=own_home()), *known_layouts()):
        if layout.game not in game_names():
            continue
        for game in possible_games(layout.game, layout.rules):
            open_still = False
            if whole:
                try:
                    open_still = game.outcome(game.parse(position)) is Outcome.OPEN
                except BadPosition:
                    continue
            said = layout.board.reader == draft.reader, size in layout.sizes, open_still
            worth[layout.game] = max(worth.get(layout.game, said), said)
    likely = sorted(worth, key=lambda name: worth[name], reverse=True)
    return tuple(name for name in likely if worth[name][0])
