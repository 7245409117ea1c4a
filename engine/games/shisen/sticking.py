"""Where play got stuck, compiled: which choices a board cannot do without. Arrays are those of `kernels`."""

from __future__ import annotations

from typing import Any

from engine.games.shisen.clauses import ATTEMPTS, NODES, VALUE
from engine.games.shisen.lines import copy_board, crosses, remove
from engine.jit import helper


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
