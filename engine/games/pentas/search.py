"""Plan the current piece."""

from __future__ import annotations

from engine.api import Limit, Outcome, Plan
from engine.games.pentas.article import ArticlePlayer
from engine.games.pentas.notation import State
from engine.games.pentas.rules import House
from engine.moves import Take


def plan(state: State, house: House, limit: Limit) -> Plan:
    """The placement of the article's player."""
    if state.piece is None:
        return Plan((), Outcome.OPEN, notes=("Which piece is to be taken is not known.",))
    cells = ArticlePlayer(mended=True).choose(state, house)
    if cells is None:
        return Plan((), Outcome.STUCK, proof="the piece fits nowhere")
    return Plan((Take(cells),), Outcome.OPEN)
