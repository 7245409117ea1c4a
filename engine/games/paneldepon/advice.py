"""The next swaps of a running game of which no more than one picture is seen: the longest chain that hands can make."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from engine.api import Outcome, Plan
from engine.budget import Budget
from engine.games.paneldepon import rules
from engine.games.paneldepon.beam import Beam, Link, Pace, root_of
from engine.games.paneldepon.notation import State
from engine.games.paneldepon.packing import pack, times_array
from engine.games.paneldepon.planner import GOAL
from engine.games.paneldepon.rules import House
from engine.games.paneldepon.timing import CHAIN_SCORES, COLUMNS, FRAMES_PER_SECOND
from engine.moves import IllegalMove, Move, Swap

PERSON: Final = Pace(step_frames=6, swap_frames=12)
"""The hands of a person: ten steps of the cursor a second, and a swap that is looked at."""
WIDTH: Final = 48
"""Boards of each link that are looked at further; as wide as the player looks while a chain is played."""
_MIDDLE: Final = 4 * COLUMNS + 2
"""Where the cursor is taken to be: a few rows up, in the middle."""
_SLICE: Final = 8


def plan(state: State, house: House, budget: Budget) -> Plan:
    """The swaps that begin the longest chain found; the notes tell its links, which are to be made while it runs."""
    root = rules.at_rest(state, house)
    links = _longest(root, house, budget)
    moves = _playable(root, house, links[0].swaps) if links else ()
    if not moves:
        return Plan((), Outcome.OPEN, notes=("No match was found that so few swaps make.",))
    points = float(sum(CHAIN_SCORES[min(link.number, GOAL)] for link in links))
    info = {"nodes": float(budget.nodes), "links": float(len(links))}
    later = tuple(_swap(place, root) for link in links[1:] for place in link.swaps)
    return Plan(moves, Outcome.OPEN, score=points, notes=_notes(links, root), info=info, later=later)


def _longest(root: State, house: House, budget: Budget) -> list[Link]:
    """The links of the longest chain that is found within the budget, the first match first."""
    stack, _ = rules.stack_of(root, house)
    cells, meta = pack(stack)
    beam = Beam(root_of(cells, meta, _MIDDLE, (0, 0)), times_array(house.times), PERSON, WIDTH, GOAL)
    while not beam.done and (share := budget.slice(_SLICE)):
        budget.spend(beam.search(share))
    return beam.best.since(beam.root)


def _playable(state: State, house: House, places: tuple[int, ...]) -> tuple[Move, ...]:
    """The swaps of a link, as far as each is one on the board that the others leave."""
    moves: list[Move] = []
    for place in places:
        swap = _swap(place, state)
        try:
            state = rules.play(state, swap, house)
        except IllegalMove:
            break
        moves.append(swap)
    return tuple(moves)


def _notes(links: list[Link], root: State) -> tuple[str, ...]:
    """What the swaps begin, and what is to be swapped while it runs."""
    if len(links) == 1:
        return ("These swaps make a match; no chain was found that a person's hands can make.",)
    told = [f"These swaps begin a chain of {len(links)}. Later swaps, cells as they lie by then:"]
    for before, link in pairwise(links):
        swaps = " ".join(str(_swap(place, root)) for place in link.swaps) or "none, it falls by itself"
        seconds = (link.time - before.time) / FRAMES_PER_SECOND
        told.append(f"for link {link.number}, within {seconds:.1f} s: {swaps}")
    return tuple(told)


def _swap(place: int, state: State) -> Swap:
    """The move of a swap at a place of the kernels."""
    row, column = divmod(place, COLUMNS)
    return Swap((len(state.board) - row, column))
