"""Plan a puzzle in which swaps may be made while panels still move, frame by frame.

An answer at rest comes first, as it is found at once. Then fewer swaps are tried in motion: first only in frames in
which something changes, which finds most answers, then in every frame, which is the proof where there is none.
"""

from __future__ import annotations

from itertools import count

import numpy as np

from engine.api import Outcome, Plan
from engine.budget import Budget
from engine.games.paneldepon import rules, shortest
from engine.games.paneldepon.notation import MOST_SWAPS, State
from engine.games.paneldepon.rules import GOALS, House
from engine.games.paneldepon.timing import COLUMNS, ROWS
from engine.moves import Move, Swap, Wait

_SLICE = 5_000
Timed = tuple[tuple[int, int], ...]
"""Swaps as the kernel tells them, each with the frames to wait before it."""


def plan(state: State, house: House, budget: Budget) -> Plan:
    """The fewest swaps that do, with their times; what was proved of fewer; or what was found."""
    most = shortest.most_swaps(state, house)
    lost = shortest.lost_colour(state, house)
    if lost:
        return Plan((), Outcome.STUCK, proof=lost)
    answer, swaps, refuted = None, None, 0
    root = state if state.motion else rules.at_rest(state, house)
    if root.motion is None and not rules.won(root, house):
        found = shortest.find(root, house, most or MOST_SWAPS, budget)
        swaps = found.swaps
        if found.answers:
            answer = tuple((word, rules.MOST_FRAMES) for word in found.answers[0])
    above = swaps or (most or MOST_SWAPS) + 1
    for fewer in range(least_swaps(root), above):
        timed, searched = weave(root, house, fewer, budget)
        if timed is not None:
            answer, swaps = timed, fewer
            break
        if not searched:
            break
        refuted = fewer
    info = {"nodes": float(budget.nodes)}
    if answer is None or swaps is None:
        if most is not None and refuted >= most:
            why = f"no {most} swaps do, at rest or in motion: every frame was searched"
            return Plan((), Outcome.STUCK, proof=why, info=info)
        return Plan((), Outcome.OPEN, info=info)
    info["swaps"] = float(swaps)
    proof = f"{shortest.in_swaps(swaps)}; fewer do not, in whatever frame" if refuted == swaps - 1 else None
    moves = moves_of(answer, state, house)
    return Plan(moves, Outcome.WON, commit=len(moves), proof=proof, notes=_notes(moves, state), info=info)


def least_swaps(root: State) -> int:
    """The fewest swaps worth trying: one, or none where things move already."""
    return 0 if root.motion else 1


def weave(root: State, house: House, swaps: int, budget: Budget) -> tuple[Timed | None, bool]:
    """An answer with exactly so many swaps, and whether all was searched."""
    for sparse in (True, False):
        timed, searched = _weave(root, house, swaps, budget, sparse=sparse)
        if timed is not None or not searched:
            return timed, searched
    return None, True


def _weave(root: State, house: House, swaps: int, budget: Budget, *, sparse: bool) -> tuple[Timed | None, bool]:
    from engine.games.paneldepon import explore, words
    from engine.games.paneldepon import weave as w
    from engine.games.paneldepon.packing import pack, times_array

    stack, _ = rules.stack_of(root, house)
    if root.motion is None:
        for _, _, panel in stack.panels():
            panel.changed = False
    cells, meta = pack(stack, rows=ROWS + 1)
    if swaps == 0:
        return (() if rules.won(rules.at_rest(root, house), house) else None), True
    depths, memory, table = swaps + 2, shortest.memory(), explore.new_table()
    boards, metas = np.zeros((depths, len(cells)), dtype=np.int64), np.zeros((depths, words.META), dtype=np.int64)
    tally, need = np.zeros((2, depths, explore.TALLIES), dtype=np.int64)
    cursor, waited = np.zeros((2, depths), dtype=np.int64)
    keys, path = np.zeros((depths, w.LONGEST), dtype=np.int64), np.zeros((depths, 2), dtype=np.int64)
    state = np.zeros(w.STATE, dtype=np.int64)
    state[w.LIMIT], state[w.SPARSE] = swaps, sparse
    boards[0], metas[0] = cells, meta
    w.open_motion(cells, tally[0], need[0], memory)
    greys = np.full((1, COLUMNS), 9, dtype=np.int64)
    while state[w.DEPTH] >= 0 and not state[w.FOUND]:
        share = budget.slice(_SLICE)
        if not share:
            return None, False
        before = int(state[w.NODES])
        w.weave(
            boards, metas, cursor, waited, keys, tally, need, path, state, memory, table,
            times_array(house.times), greys, GOALS.index(house.goal), before + share,
        )  # fmt: skip
        budget.spend(int(state[w.NODES]) - before)
    if state[w.FOUND]:
        return tuple((int(place), int(wait)) for place, wait in path[:swaps]), True
    return None, True


def moves_of(answer: Timed, state: State, house: House) -> tuple[Move, ...]:
    """The moves of an answer: waits no longer than until the board is at rest, and at the end until it is won."""
    moves: list[Move] = []

    def wait(most: int | None) -> None:
        nonlocal state
        frames = 0
        for frames in count():
            over = state.motion is None or rules.won(state, house)
            if over or frames == most:
                break
            state = rules.play(state, Wait(1), house)
        if frames:
            moves.append(Wait(frames))

    for place, frames in answer:
        wait(frames)
        swap = shortest.swap_of(place, state)
        state = rules.play(state, swap, house)
        moves.append(swap)
    wait(None)
    return tuple(moves)


def _notes(moves: tuple[Move, ...], state: State) -> tuple[str, ...]:
    """When each swap begins, as players write it."""
    lines, frame = ["Frame and left cell, (x, y) from the bottom left, counted from 0:"], 0
    for move in moves:
        if isinstance(move, Wait):
            frame += move.frames
        elif isinstance(move, Swap):
            lines.append("{}: ({}, {})".format(frame, *rules.from_below(move, state)))
            frame += rules.SWAP_PACE
    return tuple(lines)
