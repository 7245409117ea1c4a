"""The search over pairings of Shisen-sho, compiled: its clauses come from boards on which play got stuck.

Names used throughout, besides those of `lines` and `clauses`; the arrays are made by `pairing.Pairing`:

    pair    int32[2, pairs]    the two tiles of a pair
    var_of  int32[pairs]       the choice that a pair belongs to

A choice (variable) is one way to pair tiles: for a kind of four one of its three pairings, otherwise one pair.
Boards come in layers: 0 as given, 1 as played, 2 and 3 for thinking about it.
"""

from __future__ import annotations

from typing import Any

from engine.games.shisen.clauses import (
    ARENA,
    BEST,
    CLAUSES,
    CONFLICTS,
    DEPTH,
    FRESH,
    LIVE,
    NODES,
    NONE,
    TAKEN,
    TRAIL,
    VALUE,
    add_clause,
    assign,
    learn,
    propagate,
)  # fmt: skip
from engine.games.shisen.lines import copy_board, crosses, remove
from engine.games.shisen.sticking import explain
from engine.jit import kernel

RUNNING, SOLVED, IMPOSSIBLE, FULL = range(4)

_T = _I2 = "i4[:,::1]"
_H = "u1[::1]"
_I = "i4[::1]"
_M = "i8[::1]"


@kernel(
    f"i8({_T}, u1[:,::1], u8[:,::1], {_I2}, {_I}, {_I}, {_I}, {_I}, {_I}, {_I2}, {_I}, {_I}, {_I2}, {_I},"
    f"{_I}, {_M}, f8[::1], {_H}, {_H}, u1[:,::1], {_I}, {_I}, {_I}, {_I}, {_I}, i8)"
)
def search(
    place: Any,
    here: Any,
    lines: Any,
    pair: Any,
    var_of: Any,
    var_start: Any,
    var_pairs: Any,
    tile_start: Any,
    tile_pairs: Any,
    choice: Any,
    trail: Any,
    marks: Any,
    clause: Any,
    arena: Any,
    watch: Any,
    meta: Any,
    activity: Any,
    allowed: Any,
    wanted: Any,
    seen_open: Any,
    live: Any,
    taken: Any,
    best: Any,
    literals: Any,
    learned: Any,
    until: int,
) -> Any:
    """Play on, from where the last call stopped, until the node count passes `until` or the board is decided."""
    pairs, total = var_of.size, here.shape[1]
    while meta[NODES] < until:
        if meta[ARENA] + 2 * choice.shape[1] > arena.size or meta[CLAUSES] + 2 > clause.shape[1]:
            return FULL
        n = propagate(
            choice,
            trail,
            clause,
            arena,
            watch,
            meta,
            pair,
            var_of,
            var_start,
            var_pairs,
            tile_start,
            tile_pairs,
            literals,
        )
        stuck = False
        if n == 0:
            if meta[FRESH] == 1:
                copy_board(here, lines, 0, 1)
                seen_open[1] = seen_open[0]
                meta[TAKEN] = 0
                meta[FRESH] = 0
                meta[LIVE] = pairs
                for p in range(pairs):
                    live[p] = p
            meta[NODES] += 1
            changed = True
            chosen = -1
            while changed:
                changed = False
                chosen = -1
                score = -1.0
                kept = 0
                for i in range(meta[LIVE]):
                    p = live[i]
                    a, b = pair[0, p], pair[1, p]
                    v = var_of[p]
                    if here[1, a] == 0 or here[1, b] == 0 or choice[VALUE, v] == 0:
                        continue
                    if seen_open[1, p] == 0 and crosses(place, lines[1], a, b):
                        seen_open[1, p] = 1
                    if seen_open[1, p] == 0 or choice[VALUE, v] != 1:
                        live[kept] = p
                        kept += 1
                    if seen_open[1, p] == 0:
                        continue
                    if choice[VALUE, v] == 1:
                        remove(place, here[1], lines[1], a)
                        remove(place, here[1], lines[1], b)
                        taken[meta[TAKEN]] = p
                        meta[TAKEN] += 1
                        changed = True
                        continue
                    value = activity[v]
                    if var_start[v + 1] - var_start[v] == 2:
                        other = var_pairs[var_start[v]]
                        if other == p:
                            other = var_pairs[var_start[v] + 1]
                        if seen_open[1, other] == 1:
                            value = 1e200
                    if value > score:
                        score, chosen = value, v
                meta[LIVE] = kept
            if meta[TAKEN] > meta[BEST]:
                meta[BEST] = meta[TAKEN]
                for i in range(meta[TAKEN]):
                    best[i] = taken[i]
            if 2 * meta[TAKEN] == total:
                return SOLVED
            if chosen >= 0:
                marks[meta[DEPTH]] = meta[TRAIL]
                meta[DEPTH] += 1
                assign(choice, trail, meta, chosen, 1, NONE)
                continue
            stuck = True
            n = explain(
                place,
                here,
                lines,
                pair,
                var_of,
                var_start,
                var_pairs,
                choice,
                allowed,
                wanted,
                live,
                meta,
                literals,
                activity,
            )
            if n == 0:
                return IMPOSSIBLE
        meta[CONFLICTS] += 1
        if stuck:
            add_clause(choice, clause, arena, watch, meta, literals, n)
        if learn(choice, trail, marks, clause, arena, watch, meta, activity, literals, learned, n) == 0:
            return IMPOSSIBLE
    return RUNNING
