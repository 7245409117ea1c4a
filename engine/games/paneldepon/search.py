"""Plan a puzzle: the first answer at once, then all shortest answers and the proof that fewer swaps do not do.

Swaps on boards at rest are searched by `shortest`; where swaps may be made while panels move (`active`), `motion`
searches on from there. Every answer is told in the notation of players, too: the left cell of each swap as (x, y) from
the bottom left. Where nobody counts swaps, a board of which no answer is found may be one of a running game: then its
next swaps are told besides, for a person. So they are where the colours alone prove that there is no answer: that is
how most boards of running games look, and their swaps are worked out in some hundredths of a second.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.api import Limit, Outcome, Plan
from engine.budget import Budget
from engine.games.paneldepon import rules
from engine.games.paneldepon.notation import MOST_SWAPS, State
from engine.games.paneldepon.rules import House
from engine.games.paneldepon.shortest import Found, find, in_swaps, lost_colour, most_swaps, swap_of

ADVICE: Final = 0.25
"""Share of a limit in which a board that may be a running game's is looked at as such, where nobody counts swaps."""
_TOLD = 24
"""So many answers are written out in the notes."""


def plan(state: State, house: House, limit: Limit) -> Plan:
    """An answer with the fewest swaps, all others in the notes; or the proof that there is none; or what was found."""
    outcome = rules.outcome(state, house)
    if outcome is not Outcome.OPEN:
        return Plan((), outcome, proof="nothing is left" if outcome is Outcome.WON else "no swap is left")
    if house.active:
        from engine.games.paneldepon import motion

        return motion.plan(state, house, Budget(limit))
    root, most = rules.at_rest(state, house), most_swaps(state, house)
    if rules.won(root, house):
        return Plan((), Outcome.OPEN, notes=("The board clears by itself.",))
    if most is not None or house.goal == "garbage":
        return _puzzle(root, house, most, limit)
    from engine.games.paneldepon import advice

    if state.rises or state.incoming:
        return advice.plan(state, house, Budget(limit))
    told = _puzzle(root, house, most, _part(limit, 1 - ADVICE))
    if told.moves:
        return told
    advised = advice.plan(state, house, Budget(_part(limit, ADVICE)))
    if not advised.moves:
        return told
    swaps = " ".join(map(str, advised.moves))
    notes = (*told.notes, f"If it is no puzzle but a running game: {swaps}.", *advised.notes)
    return replace(told, notes=notes, later=(*advised.moves, *advised.later))


def _part(limit: Limit, share: float) -> Limit:
    """So much of a limit."""
    return Limit(
        None if limit.seconds is None else share * limit.seconds,
        None if limit.nodes is None else int(share * limit.nodes),
    )


def _puzzle(root: State, house: House, most: int | None, limit: Limit) -> Plan:
    """What is found of a puzzle on a board at rest."""
    lost = lost_colour(root, house)
    if lost:
        return Plan((), Outcome.STUCK, proof=lost)
    return _tell(find(root, house, most or MOST_SWAPS, Budget(limit)), root, most)


def _tell(found: Found, root: State, most: int | None) -> Plan:
    """The plan that a search amounts to."""
    info = {"nodes": float(found.nodes), "played": float(found.played), "answers": float(found.count)}
    if found.swaps is None:
        if most is not None and found.refuted >= most:
            swaps = f"{most} swap{'s' * (most != 1)}"
            return Plan((), Outcome.STUCK, proof=f"no {swaps} on a board at rest do: all were searched", info=info)
        tried = (f"No {found.refuted} swaps do; more were not searched through.",) if found.refuted else ()
        return Plan((), Outcome.OPEN, notes=tried, info=info)
    info["swaps"] = float(found.swaps)
    moves = tuple(swap_of(word, root) for word in found.answers[0])
    proof = f"{in_swaps(found.swaps)}; with fewer all was searched in vain"
    return Plan(moves, Outcome.WON, proof=proof, notes=_notes(found, root), info=info)


def _notes(found: Found, root: State) -> tuple[str, ...]:
    """All shortest answers, as players write them."""
    told = [
        " ".join(f"({x}, {y})" for x, y in (rules.from_below(swap_of(word, root), root) for word in answer))
        for answer in found.answers[:_TOLD]
    ]
    if found.count == 1 and found.complete:
        head = "This is the only shortest answer"
    elif found.complete:
        head = f"There are {found.count} shortest answers"
    else:
        head = f"{found.count} shortest answers were found, and not all was searched"
    lines = [f"{head}; left cells as (x, y) from the bottom left, counted from 0:", *told]
    if found.count > len(told):
        lines.append(f"… and {found.count - len(told)} more.")
    return tuple(lines)
