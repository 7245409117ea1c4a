"""Clauses about which choices are taken, compiled: what follows from them, and what a contradiction teaches.

A choice (variable) v is decided or follows; a literal says that it is taken (2v) or not (2v + 1); of the literals of a
clause one must hold. The methods are those of solvers for such clauses everywhere: two watched literals, the first
unique implication point, going back to where the new clause would have mattered.

    choice  int32[4, choices]  VALUE, LEVEL, REASON and SEEN of each
    trail   int32[choices+1]   choices in the order in which they were decided
    marks   int32[choices+2]   where on the trail each decision begins
    clause  int32[4, clauses]  where a clause begins in `arena`, its length, and the next nodes of its two watches
    watch   int32[2*choices]   the first node of the clauses that watch a literal; a node is 2 * clause + place
    meta    int64[META]        the counters named below
"""

from __future__ import annotations

from typing import Any

from engine.jit import helper

VALUE, LEVEL, REASON, SEEN = range(4)
UNDECIDED = -1
NONE = -1
EXCLUDED = -2
"""Reasons: a clause's number; NONE for a decision; EXCLUDED - v where choice v shuts another one out."""
TRAIL, HEAD, DEPTH, CLAUSES, ARENA, NODES, CONFLICTS, TAKEN, BEST, FRESH, LIVE, ATTEMPTS, META = range(13)


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
