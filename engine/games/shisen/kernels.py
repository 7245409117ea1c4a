"""The hot loops of Shisen-sho: lines on a board whose tiles only ever go, and the search over pairings.

Names used throughout; the arrays are made by `pairing.Pairing`:

    place   int32[2, tiles]    row and column of each tile, counted from 1; the rim is 0
    here    uint8[tiles]       whether a tile is still there
    lines   uint64[128]        the free cells of each row (bit = column), then of each column (bit = row); the
                               rim is free where lines may leave the board
    pair    int32[2, pairs]    the two tiles of a pair
    var_of  int32[pairs]       the choice that a pair belongs to

A choice (variable) is one way to pair tiles: for a kind of four one of its three pairings, otherwise one pair.
Boards come in layers: 0 as given, 1 as played, 2 and 3 for thinking about it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit import helper, kernel

ROW, COL = range(2)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_COLUMNS = 64

_T = "i4[:,::1]"
_H = "u1[::1]"
_L = "u8[::1]"
_I = "i4[::1]"
_S = "i8[::1]"


@helper
def run(free: Any, own: Any) -> Any:
    """The free run along a line through one cell, itself included, as bits."""
    under = own - _ONE
    blocked = ~free & under
    blocked |= blocked >> _ONE
    blocked |= blocked >> np.uint64(2)
    blocked |= blocked >> np.uint64(4)
    blocked |= blocked >> np.uint64(8)
    blocked |= blocked >> np.uint64(16)
    blocked |= blocked >> np.uint64(32)
    over = ~(under | own)
    stop = ~free & over
    return (under & ~blocked) | own | (((stop & (_ZERO - stop)) - _ONE) & over)


@helper
def crosses(place: Any, lines: Any, a: int, b: int) -> Any:
    """Whether a line with at most two corners joins a and b: what their runs share, less what lies in between."""
    a_row, a_col, b_row, b_col = place[ROW, a], place[COL, a], place[ROW, b], place[COL, b]
    shared = run(lines[a_row], _ONE << np.uint64(a_col)) & run(lines[b_row], _ONE << np.uint64(b_col))
    if shared != _ZERO:
        for row in range(min(a_row, b_row) + 1, max(a_row, b_row)):
            shared &= lines[row]
        if shared != _ZERO:
            return True
    shared = run(lines[_COLUMNS + a_col], _ONE << np.uint64(a_row))
    shared &= run(lines[_COLUMNS + b_col], _ONE << np.uint64(b_row))
    if shared == _ZERO:
        return False
    for col in range(min(a_col, b_col) + 1, max(a_col, b_col)):
        shared &= lines[_COLUMNS + col]
    return shared != _ZERO


@helper
def remove(place: Any, here: Any, lines: Any, t: int) -> None:
    """Take tile t off the board."""
    row, col = place[ROW, t], place[COL, t]
    here[t] = 0
    lines[row] |= _ONE << np.uint64(col)
    lines[_COLUMNS + col] |= _ONE << np.uint64(row)


# --- the search over pairings: conflict-driven, its clauses come from boards on which play got stuck ------------

VALUE, LEVEL, REASON, SEEN = range(4)
UNDECIDED = -1
NONE = -1
EXCLUDED = -2
"""Reasons: a clause's number; NONE for a decision; EXCLUDED - v where choice v shuts another one out."""
TRAIL, HEAD, DEPTH, CLAUSES, ARENA, NODES, CONFLICTS, TAKEN, BEST, FRESH, LIVE, ATTEMPTS, META = range(13)
RUNNING, SOLVED, IMPOSSIBLE, FULL = range(4)

_I2 = "i4[:,::1]"
_M = _S


@helper
def assign(choice: Any, trail: Any, meta: Any, v: int, value: int, reason: int) -> None:
    """Note that choice v is taken (1) or not (0) and why."""
    choice[VALUE, v] = value
    choice[LEVEL, v] = meta[DEPTH]
    choice[REASON, v] = reason
    trail[meta[TRAIL]] = v
    meta[TRAIL] += 1


@helper
def unwind(choice: Any, trail: Any, marks: Any, meta: Any, depth: int) -> None:
    """Take back all decisions deeper than `depth`."""
    if meta[DEPTH] <= depth:
        return
    keep = marks[depth]
    for i in range(keep, meta[TRAIL]):
        choice[VALUE, trail[i]] = UNDECIDED
    meta[TRAIL] = keep
    meta[HEAD] = keep
    meta[DEPTH] = depth
    meta[FRESH] = 1


@helper
def truth(choice: Any, literal: int) -> Any:
    """Whether a literal (2v: taken, 2v+1: not taken) holds: 1, 0, or -1 for undecided."""
    value = choice[VALUE, literal >> 1]
    return value if value < 0 or literal & 1 == 0 else 1 - value


@helper
def add_clause(choice: Any, clause: Any, arena: Any, watch: Any, meta: Any, literals: Any, n: int) -> None:
    """Keep "one of these n literals holds"; it is watched at its two deepest literals, undecided ones first."""
    c = meta[CLAUSES]
    start = meta[ARENA]
    for i in range(n):
        arena[start + i] = literals[i]
    for place in range(min(2, n)):
        deepest, at = -1, place
        for i in range(place, n):
            v = arena[start + i] >> 1
            depth = choice[LEVEL, v] if choice[VALUE, v] >= 0 else 1 << 30
            if depth > deepest:
                deepest, at = depth, i
        arena[start + place], arena[start + at] = arena[start + at], arena[start + place]
    clause[0, c], clause[1, c] = start, n
    for place in range(min(2, n)):
        literal = arena[start + place]
        clause[2 + place, c] = watch[literal]
        watch[literal] = 2 * c + place
    meta[CLAUSES] = c + 1
    meta[ARENA] = start + n


@helper
def propagate(
    choice: Any,
    trail: Any,
    clause: Any,
    arena: Any,
    watch: Any,
    meta: Any,
    pair: Any,
    var_of: Any,
    var_start: Any,
    var_pairs: Any,
    tile_start: Any,
    tile_pairs: Any,
    out: Any,
) -> Any:
    """Draw all conclusions; the number of literals of a violated clause, put into `out`, or 0."""
    while meta[HEAD] < meta[TRAIL]:
        v = trail[meta[HEAD]]
        meta[HEAD] += 1
        if choice[VALUE, v] == 1:
            for i in range(var_start[v], var_start[v + 1]):
                for end in range(2):
                    t = pair[end, var_pairs[i]]
                    for j in range(tile_start[t], tile_start[t + 1]):
                        u = var_of[tile_pairs[j]]
                        if u == v or choice[VALUE, u] == 0:
                            continue
                        if choice[VALUE, u] == 1:
                            out[0], out[1] = 2 * u + 1, 2 * v + 1
                            return 2
                        assign(choice, trail, meta, u, 0, EXCLUDED - v)
            false = 2 * v + 1
        else:
            false = 2 * v
        node = watch[false]
        before = NONE
        while node >= 0:
            c, place = node >> 1, node & 1
            start, n = clause[0, c], clause[1, c]
            after = clause[2 + place, c]
            other = arena[start + 1 - place] if n > 1 else false
            if n > 1 and truth(choice, other) == 1:
                before, node = node, after
                continue
            found = NONE
            for i in range(2, n):
                if truth(choice, arena[start + i]) != 0:
                    found = i
                    break
            if found >= 0:
                literal = arena[start + found]
                arena[start + found] = false
                arena[start + place] = literal
                if before < 0:
                    watch[false] = after
                else:
                    clause[2 + (before & 1), before >> 1] = after
                clause[2 + place, c] = watch[literal]
                watch[literal] = node
                node = after
                continue
            if n == 1 or truth(choice, other) == 0:
                for i in range(n):
                    out[i] = arena[start + i]
                return n
            assign(choice, trail, meta, other >> 1, 1 - (other & 1), c)
            before, node = node, after
    return 0


@helper
def learn(
    choice: Any,
    trail: Any,
    marks: Any,
    clause: Any,
    arena: Any,
    watch: Any,
    meta: Any,
    activity: Any,
    literals: Any,
    learned: Any,
    n: int,
) -> Any:
    """Find the one decision that a violated clause comes from (first unique implication point), go back to where
    it could have been known, and draw the conclusion. 0: there is nothing to go back to, the puzzle is impossible.
    """
    deepest = 0
    for i in range(n):
        deepest = max(deepest, choice[LEVEL, literals[i] >> 1])
    if deepest == 0:
        return 0
    unwind(choice, trail, marks, meta, deepest)
    size, open_here, at = 1, 0, meta[TRAIL] - 1
    reason, pivot = -1, -1
    while True:
        if reason == -1:
            count = n
        elif reason >= 0:
            count = clause[1, reason]
        else:
            count = 1
        for i in range(count):
            if reason == -1:
                literal = literals[i]
            elif reason >= 0:
                literal = arena[clause[0, reason] + i]
            else:
                literal = 2 * (EXCLUDED - reason) + 1
            v = literal >> 1
            if v == pivot or choice[SEEN, v] == 1 or choice[LEVEL, v] == 0:
                continue
            choice[SEEN, v] = 1
            activity[v] += activity[-1]
            if choice[LEVEL, v] == deepest:
                open_here += 1
            else:
                learned[size] = literal
                size += 1
        while choice[SEEN, trail[at]] == 0:
            at -= 1
        pivot = trail[at]
        choice[SEEN, pivot] = 0
        open_here -= 1
        if open_here == 0:
            break
        reason = choice[REASON, pivot]
    learned[0] = 2 * pivot + choice[VALUE, pivot]
    back = 0
    for i in range(1, size):
        choice[SEEN, learned[i] >> 1] = 0
        back = max(back, choice[LEVEL, learned[i] >> 1])
    activity[-1] *= 1.05
    if activity[-1] > 1e100:
        for v in range(activity.size):
            activity[v] *= 1e-100
    unwind(choice, trail, marks, meta, back)
    meta[FRESH] = 1
    c = meta[CLAUSES]
    add_clause(choice, clause, arena, watch, meta, learned, size)
    assign(choice, trail, meta, learned[0] >> 1, 1 - (learned[0] & 1), c)
    return 1


@helper
def copy_board(here: Any, lines: Any, source: int, target: int) -> None:
    """Make one layer equal to another."""
    here[target], lines[target] = here[source], lines[source]


@helper
def vanish(place: Any, here: Any, lines: Any, pair: Any, var_of: Any, allowed: Any, live: Any, n: int) -> Any:
    """Let tiles only ever vanish: each that is joined to a mate it may have goes, alone and whether or not the
    mate is still there, until nothing changes. What stays can never be cleared; says whether anything stays.
    The first n pairs of `live` are looked at.
    """
    changed, left = True, True
    while changed and left:
        changed, left = False, False
        for i in range(n):
            p = live[i]
            a, b = pair[0, p], pair[1, p]
            if here[a] | here[b] == 0:
                continue
            if allowed[var_of[p]] == 1 and crosses(place, lines, a, b):
                if here[a]:
                    remove(place, here, lines, a)
                if here[b]:
                    remove(place, here, lines, b)
                changed = True
            else:
                left = True
    return left


@helper
def explain(
    place: Any,
    here: Any,
    lines: Any,
    pair: Any,
    var_of: Any,
    var_start: Any,
    var_pairs: Any,
    choice: Any,
    allowed: Any,
    wanted: Any,
    live: Any,
    meta: Any,
    out: Any,
    activity: Any,
) -> Any:
    """Why play is stuck on layer 1: a clause of choices, into `out`, one of which every clearing must contain.

    When the first tile of a set is taken, all of the set are still there; so one of the pairs that touch the set and
    are joined with everything else gone must be in every clearing. The set starts as the tiles left, and shrinks as
    choices are allowed for which it does not vanish altogether: the fewer choices stay forbidden, the more
    the clause tells.
    """
    copy_board(here, lines, 1, 2)
    for v in range(allowed.size):
        allowed[v] = 1 if choice[VALUE, v] != 0 else 0
    n_live = var_of.size
    for p in range(n_live):
        live[p] = p
    vanish(place, here[2], lines[2], pair, var_of, allowed, live, n_live)
    attempts = 0
    while True:
        n, kept, best = 0, 0, -1
        for i in range(n_live):
            p = live[i]
            a, b = pair[0, p], pair[1, p]
            if here[2, a] | here[2, b] == 0:
                continue
            live[kept] = p
            kept += 1
            v = var_of[p]
            if allowed[v] != 1 and wanted[v] == 0 and crosses(place, lines[2], a, b):
                wanted[v] = 1
                out[n] = 2 * v
                n += 1
                if allowed[v] == 0 and (best < 0 or activity[v] < activity[best]):
                    best = v
        n_live = kept
        for i in range(n):
            wanted[out[i] >> 1] = 0
        if best < 0 or attempts == meta[ATTEMPTS]:
            return n
        attempts += 1
        meta[NODES] += 1
        copy_board(here, lines, 2, 3)
        allowed[best] = 1
        for i in range(var_start[best], var_start[best + 1]):
            a, b = pair[0, var_pairs[i]], pair[1, var_pairs[i]]
            if here[3, a] | here[3, b] and crosses(place, lines[3], a, b):
                for t in (a, b):
                    if here[3, t]:
                        remove(place, here[3], lines[3], t)
        if vanish(place, here[3], lines[3], pair, var_of, allowed, live, n_live):
            copy_board(here, lines, 3, 2)
        else:
            allowed[best] = 2


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
