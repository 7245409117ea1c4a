"""Play against somebody: when to fire, what to answer, when to go on building.

What a placement sends now, and what it can send with the next pair, is known for sure; what it may send later is looked
up in a few short futures, in which a piece is worth less with every pair that it takes. A match is decided by who sends
first what the other cannot answer, so `rush` fires as soon as `enough` can be sent, or what ends the match. `versus`
looks at the opponent more closely: it answers what is on its way, does not waste a chain on one who can cancel it, and
builds while nobody threatens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace

import numpy as np

from engine.budget import Budget
from engine.games.puyo import beam, garbage, packing, rules, search
from engine.games.puyo.held import held
from engine.games.puyo.notation import State
from engine.games.puyo.rules import GARBAGE, Field, House, Placement
from engine.games.puyo.search import Choice, Effort, Weights
from engine.games.puyo.vectors import COLOURS
from engine.position import EMPTY

QUICK = Effort(width=40, depth=8, futures=4, late=4)
"""How far is looked for the next attack."""
BUILDING = Effort(width=100, depth=14, futures=4, late=4)
"""How far, while there is time to build."""
HASTE = 0.2
"""The share of an attack's pieces that is taken off for each pair that it takes."""
DIG = 3.0
"""How many pieces sent a piece of garbage is worth that is taken off one's own field: who waits for a large chain under
garbage is buried before it comes."""
ROWS_IN_RESERVE = 2
"""Rows under the end of the game that garbage must not reach."""
ROWS_TO_BUILD = 5
"""Rows that must be free for a large chain to be worth building."""
PRESSED = 6
"""Pieces on their way that are let fall rather than answered with what was built; and as many do not hinder."""
OUTDOES = 1.3
"""How many times what can be sent now the next pair must send to be waited for."""


@dataclass(frozen=True)
class Opponent:
    """What is seen of the other player."""

    field: Field
    pairs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Attacks:
    """What the current placements can send, in pieces."""

    now: dict[Placement, int]
    soon: dict[Placement, int]
    """With the pair after it, where that is known; otherwise the same."""

    @property
    def most(self) -> int:
        """The largest of all."""
        return max((*self.now.values(), *self.soon.values()), default=0)


def attacks(state: State, house: House) -> Attacks:
    """What can be sent now and with the next pair, whatever it does to the field."""
    return Attacks(_sent(state, house, 1), _sent(state, house, 2))


def decide(
    state: State, house: House, budget: Budget, opponent: Opponent | None = None, pending: int = 0
) -> Choice | None:
    """The placement of the current pair in a match; None where there is none.

    `pending` pieces are on their way to oneself. Without an opponent it is played as `rush`.
    """
    placements = rules.placements(state.field, house, state.spent)
    if not placements:
        return None
    mine = attacks(state, house)
    alive = [p for p in placements if _survives(state, p, house, pending)]
    able = alive or [p for p in placements if _survives(state, p, house, 0)] or list(placements)
    fire = _fire(mine, able, state, house, opponent, pending)
    if fire is not None:
        return Choice(fire, float(mine.now[fire] * house.rate), bool(alive))
    building = opponent is not None and house.goal == "versus" and _calm(state, house, opponent, pending)
    effort, weights = (BUILDING, Weights()) if building else (QUICK, replace(Weights(), delay=HASTE, dig=DIG))
    effort = replace(effort, fires=min(effort.fires, house.enough * house.rate)) if not building else effort
    worth, nodes, futures = search.worths(state, house, budget, effort, weights)
    best = max(able, key=lambda p: worth.get(p, -1.0))
    return Choice(best, worth.get(best, 0.0), bool(alive), nodes, futures)


def _fire(
    mine: Attacks, able: Sequence[Placement], state: State, house: House, opponent: Opponent | None, pending: int
) -> Placement | None:
    """The placement that fires, if now is the time."""
    best = max(able, key=lambda p: mine.now.get(p, 0))
    now, soon = mine.now.get(best, 0), max((mine.soon.get(p, 0) for p in able), default=0)
    if now == 0:
        return None
    drowning = pending and not _survives(state, best, house, pending, answered=False)
    if pending > PRESSED and (now >= pending or drowning):
        return best
    if _room(state.field, house) <= ROWS_IN_RESERVE:
        return best if now * OUTDOES >= soon else None
    wanted = house.enough
    if opponent is not None:
        threat = _threat(opponent, house)
        kills = _lethal(opponent.field, house)
        if now >= kills + threat:
            return best
        if house.goal == "versus":
            wanted = max(house.enough, min(kills, threat + house.enough))
        else:
            wanted = min(house.enough, kills)
    return best if now >= wanted and now * OUTDOES >= soon else None


def _calm(state: State, house: House, opponent: Opponent, pending: int) -> bool:
    """Whether there is time to build: little on its way, nothing that could kill, room in the field."""
    mine = _lethal(state.field, house)
    buried = sum(column.count(GARBAGE) for column in state.field)
    free = _room(state.field, house) >= ROWS_TO_BUILD
    return free and max(pending, buried) <= PRESSED and _threat(opponent, house) < mine // 2


def _threat(opponent: Opponent, house: House) -> int:
    """What the opponent can send with the pairs that are seen, or with the chain that the field holds."""
    if opponent.pairs:
        return attacks(State(opponent.field, opponent.pairs), house).most
    holds = held(opponent.field, house)
    return garbage.sent(holds.steps, garbage.Purse(), house)[0] if holds else 0


def _lethal(field: Field, house: House) -> int:
    """So many pieces and no pair can appear any more."""
    return max(1, house.death - len(field[house.spawn])) * house.columns


def _room(field: Field, house: House) -> int:
    """Rows between the column of the spawn, or most of the field, and the end of the game."""
    heights = sorted(map(len, field))
    return house.death - max(len(field[house.spawn]), heights[len(heights) // 2])


def _survives(state: State, placement: Placement, house: House, pending: int, *, answered: bool = True) -> bool:
    """Whether the next pair can appear after a placement and what falls then, wherever it falls."""
    field = rules.put(state.field, state.pairs[0], placement, house)
    steps = rules.chain(field, house)
    after = steps[-1].after if steps else field
    if rules.dead(after, house):
        return False
    purse = garbage.Purse(pending=pending)
    if answered:
        purse = garbage.sent(steps, purse, house)[1]
    if steps and answered and house.holds_off:
        return True
    order = sorted(range(house.columns), key=lambda x: x != house.spawn)
    return not rules.dead(garbage.fallen(after, purse, house, order)[0], house)


def _sent(state: State, house: House, known: int) -> dict[Placement, int]:
    """The most pieces that each placement sends within so many known pairs."""
    pairs = state.pairs[:known]
    colours = packing.colours_of(state.field, pairs).ljust(COLOURS, "?")
    best = np.zeros(beam.SPOTS, np.int64)
    beam.search(
        packing.packed(state.field, colours),
        np.uint16(packing.columns_bits(state.spent)),
        np.array([(colours.index(pair[0]), colours.index(pair[1])) for pair in pairs], np.uint8),
        packing.house_words(house),
        np.array(astuple(replace(Weights(), delay=0.0, detour=0.0)), np.float64),
        beam.SPOTS,
        np.iinfo(np.int64).max,
        best,
    )
    return {packing.placement_of(spot): int(best[spot]) // house.rate for spot in range(beam.SPOTS) if best[spot] >= 0}


def opponent_of(state: State, house: House) -> tuple[Opponent | None, int]:
    """What the blocks beside the board tell: the other field as far as it is read, and the pieces on their way.

    Cells of it that are not known count as garbage; what floats in it is taken to have fallen.
    """
    beside = dict(state.beside)
    pending = sum(int(line) for line in beside.get("pending", ()) if line.isascii() and line.isdigit())
    rows = beside.get("board2", ())
    if not rows or any(len(row) != house.columns for row in rows) or len(rows) > house.rows:
        return None, pending
    field = tuple(
        "".join(GARBAGE if row[x] == "?" else row[x] for row in reversed(rows) if row[x] != EMPTY)
        for x in range(house.columns)
    )
    pairs = tuple(pair for pair in beside.get("next2", ()) if len(pair) == 2 and not set(pair) & {"?", EMPTY})
    few = len(packing.colours_of(field, pairs)) <= COLOURS
    return (Opponent(field, pairs) if few else None), pending
