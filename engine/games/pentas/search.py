"""Plan the current piece: look ahead a little further each time, for as long as the limit allows.

Boards of 8 x 8 cells are judged by what was learned; on others, and where pieces may not be turned over, the article's
player is asked, with its ends mended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.api import Limit, Outcome, Plan
from engine.budget import Budget
from engine.games.pentas import eight, looking, packing, rules
from engine.games.pentas.article import ArticlePlayer
from engine.games.pentas.knowledge import Learned, learned
from engine.games.pentas.notation import State
from engine.games.pentas.rules import House
from engine.moves import Cell, Take, show_cell


class Effort(NamedTuple):
    """How far is looked, see `looking`."""

    first: int
    pairs: int
    deep: int = 0
    kept: int = 0
    depth: int = 1
    ahead: int = 0
    seconds: int = 0
    thirds: int = 0
    likely: int = 12


class Level(NamedTuple):
    """An effort and what it costs."""

    effort: Effort
    boards: float
    """How many it looks at for each one of the first glance: in nine positions of ten no more."""


LEVELS = (
    Level(Effort(16, 6), 1.0),
    Level(Effort(30, 16), 2.4),
    Level(Effort(60, 40), 5.5),
    Level(Effort(60, 40, ahead=3, seconds=1, thirds=2), 14.5),
    Level(Effort(60, 40, ahead=6, seconds=1, thirds=3), 30.0),
    Level(Effort(100, 70, ahead=10, seconds=1, thirds=3), 50.0),
    Level(Effort(100, 70, ahead=10, seconds=2, thirds=4), 110.0),
    Level(Effort(30, 16, 6, 2, 2), 390.0),
    Level(Effort(60, 24, 12, 3, 2), 1_400.0),
    Level(Effort(60, 24, 8, 2, 3), 7_000.0),
)
"""From a glance to a long look."""
GLANCES = 7
"""So many of them are for any board, wider and wider, and then a piece further: the first is made, and the widest for
which there is time. The others are for boards in danger, one after the other.
"""
USUAL = 1_000_000
"""So many boards may be looked at where no limit is given."""
TOLD = 3
"""So many placements are told with what they are worth."""


@dataclass(frozen=True)
class Judged:
    """A placement and what it is worth."""

    cells: tuple[Cell, ...]
    worth: float


class Searcher:
    """Looks ahead with one table; it keeps its arrays."""

    def __init__(self, known: Learned, calm: float | None = None) -> None:
        """`calm` is the worth from which it looks no further; by default the table's own."""
        self.known = known
        self._tools = known.tools
        self._prize, self._ruling = known.prize, known.ruling
        if calm is not None:
            self._ruling[looking.CALM] = calm
        self._masks, self._values = np.zeros(looking.MOST, np.uint64), np.zeros(looking.MOST)

    def look(self, board: np.uint64, piece: int, following: int, effort: Effort) -> int:
        """Judge the placements of a piece; gives how many boards were looked at. What follows tells the result."""
        return looking.look(
            board,
            piece,
            following,
            *self._tools,
            self._prize,
            self._ruling,
            np.array(effort, np.int64),
            self._masks,
            self._values,
        )

    def look_on(self, board: np.uint64, piece: int, following: int, efforts: Sequence[Effort]) -> int:
        """Look with one effort after the other for as long as the outlook is not calm; gives how many boards were
        looked at.
        """
        seen = 0
        for effort in efforts:
            seen += self.look(board, piece, following, effort)
            if self.calm:
                break
        return seen

    @property
    def calm(self) -> bool:
        """Whether there is no need to look further than was looked last."""
        return bool(self._judged.max(initial=-np.inf) >= self._ruling[looking.CALM])

    @property
    def best(self) -> np.uint64:
        """The placement that was judged best, as a word; 0 where the piece fits nowhere."""
        return np.uint64(self._masks[np.argmax(self._judged)]) if self._masks[0] else np.uint64(0)

    @property
    def _judged(self) -> NDArray[np.float64]:
        """What the placements are worth that were judged."""
        return self._values[: np.count_nonzero(self._masks)]

    def ranking(self) -> list[Judged]:
        """All placements that were judged, best first."""
        order = np.argsort(-self._judged, kind="stable")
        return [Judged(packing.cells_of(int(self._masks[n]), eight.SIDE), float(self._values[n])) for n in order]


def plan(state: State, house: House, limit: Limit) -> Plan:
    """The best placement of the current piece, with what it and the two after it are worth."""
    if state.piece is None:
        return Plan((), Outcome.OPEN, notes=("Which piece is to be taken is not known.",))
    if not any(rules.placements(state.board, state.piece, house)):
        return Plan((), Outcome.STUCK, proof="the piece fits nowhere")
    budget = Budget(limit)
    if not budget.slice(1):
        return Plan((), Outcome.OPEN)
    if not known_size(state, house):
        cells = ArticlePlayer(mended=True, bonus=house.scoring == "bonus").choose(state, house)
        assert cells is not None
        return Plan((Take(cells),), Outcome.OPEN, info={"nodes": 1})
    searcher = Searcher(learned(house.scoring))
    board, letters = packing.word(state.board), packing.LETTERS
    following = letters.index(state.following) if state.following else -1
    if limit.seconds is None and limit.nodes is None:
        budget = Budget(Limit(nodes=USUAL))
    piece, began = letters.index(state.piece), budget.seconds
    glanced = searcher.look(board, piece, following, LEVELS[0].effort)
    took = budget.seconds - began
    budget.spend(glanced)
    used = 1
    for number, level in enumerate(LEVELS[1:], 2):
        wanted = number <= GLANCES or not searcher.calm
        if not wanted or not _fits(level, glanced, took, budget):
            break
        if number < GLANCES and _fits(LEVELS[number], glanced, took, budget):
            continue
        budget.spend(searcher.look(board, piece, following, level.effort))
        used = number
    ranking = searcher.ranking()
    best = ranking[0]
    return Plan(
        (Take(best.cells),),
        Outcome.OPEN,
        score=best.worth,
        notes=tuple(_told(rank, one, searcher.known) for rank, one in enumerate(ranking[:TOLD], 1)),
        info={"nodes": budget.nodes, "level": used},
    )


def _fits(level: Level, glanced: int, took: float, budget: Budget) -> bool:
    """Whether a limit leaves what a level costs, told by the boards of the first glance and the seconds it took."""
    limit = budget.limit
    return (limit.seconds is None or budget.seconds + level.boards * took <= limit.seconds) and (
        limit.nodes is None or budget.nodes + round(level.boards * glanced) <= limit.nodes
    )


def known_size(state: State, house: House) -> bool:
    """Whether it is a board of the size and under the rules that were learned."""
    return house.reflections and len(state.board) == len(state.board[0]) == eight.SIDE


def _told(rank: int, one: Judged, known: Learned) -> str:
    cells = " ".join(map(show_cell, one.cells))
    if known.scoring == "bonus":
        return f"{rank}. {cells}: worth {one.worth:,.0f} points in the turns to come, less what its danger costs."
    return f"{rank}. {cells}: danger {100 * max(0.0, -one.worth):.2f} % (how near the end is; 100 % is the end)."
