"""The next link of a chain, compiled: which runs the coming fall can make, and frame by frame what becomes of them.

While a match flashes, what lies above it waits to fall. `offers` works out where every panel will lie then, and which
three of a colour can be brought together by moving panels along their rows; `follow` lets hands do it, frame by frame,
until the next match; `expand` does so with the best offers of a node and makes a node of each that links.

A node is one array: the stack's cells and `meta`, where the hands are, how the node was reached, and how it is valued.
Short names: w a word, i j places, k a count of frames.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.paneldepon.kernels import (
    frame,
    glide,
    may_swap,
)
from engine.games.paneldepon.words import (
    ACTIVE,
    CHAIN,
    CHAINING,
    CHANGES,
    COLOUR,
    DIMMED,
    EVENT_CHAIN,
    EVENT_GARBAGE,
    EVENT_SIZE,
    GARBAGE,
    GREY,
    HOVER,
    LANDING,
    LAST,
    MATCHED,
    META,
    NORMAL,
    PHASE,
    PHASE_AT,
    POPPED,
    PRE_STOP,
    QUEUED,
    SWAPPING,
    TIMER,
    TIMER_AT,
    WAS_ACTIVE,
    Y_AT,
)
from engine.jit import helper, kernel

CELLS = 156
META_AT = CELLS
HAND_AT = META_AT + META
PLACE, STEP_WAIT, SWAP_WAIT = range(3)
"""Of the hands: where the cursor's left cell is, frames until the next step and until the next swap."""
INFO_AT = HAND_AT + 3
TIME, LINKS, OFFERS, VALUE, KEY, SWAPS, TOUCHED = range(7)
"""Of a node: frames since the root, links of the chain so far, how many links are on offer, how good it is, its board
in a number, how many swaps lead to it from its parent, and cells of garbage that were touched since the root."""
SWAPS_AT = INFO_AT + 7
MOST_SWAPS = 18
NODE = SWAPS_AT + MOST_SWAPS
STEP_PACE, SWAP_PACE = 0, 1
TOUCHING = 200
"""A link that touches garbage is tried before others that take so many frames less."""
SEEN_FRAMES = 60
"""So long before garbage becomes panels their colours are taken for known: they turn up one after the other."""
PATIENCE = 30
"""Frames for which hands wait for a swap that is refused."""
GARBAGE_WORTH = 400
"""How good it is to touch a cell of garbage, twelve at most, against links that are on offer."""
START_FRAMES, START_STEPS, START_SWAPS = 100, 14, 10
"""A chain begins with a match that takes no longer to make, or so many steps and swaps of slow hands."""

_rng = np.random.default_rng(13)
_KEYS = _rng.integers(-(1 << 63), 1 << 63, size=(LAST, 16), dtype=np.int64)


@helper
def distance(a: Any, b: Any) -> Any:
    """Steps of the cursor from one place to another."""
    return abs(a // 6 - b // 6) + abs(a % 6 - b % 6)


@helper
def turns(w: Any) -> Any:
    """Whether a cell of garbage is about to become a panel whose colour can be seen."""
    if w & GARBAGE == 0 or (w & PHASE) >> PHASE_AT != MATCHED or w & COLOUR == GREY:
        return False
    return (w >> Y_AT) & 31 == 0 and (w & TIMER) >> TIMER_AT <= SEEN_FRAMES


@helper
def foretell(cells: Any, source: Any, loose: Any) -> None:
    """Where every panel will lie when what clears is gone: at j the one that is now at source[j] (0: none), and whether
    it will have fallen there as part of the chain.
    """
    source[:] = 0
    loose[:] = 0
    for x in range(6):
        low, falls = 6 + x, 0
        for i in range(6 + x, LAST, 6):
            w = cells[i]
            phase = (w & PHASE) >> PHASE_AT
            if w & COLOUR == 0:
                continue
            if turns(w):
                source[low] = i
                loose[low] = 1
                low, falls = low + 6, 1
            elif w & GARBAGE:
                low, falls = i + 6, 0
            elif MATCHED <= phase <= POPPED:
                falls = 1
            else:
                source[low] = i
                loose[low] = 1 if falls or (w & CHAINING and phase not in (NORMAL, LANDING)) else 0
                low += 6


@helper
def survey(cells: Any, span: Any, where: Any) -> None:
    """For every place the columns of its row that can be reached from it panel by panel, for every row and colour the
    columns where it lies.
    """
    where[:] = 0
    for i in range(6, LAST):
        w = cells[i]
        phase = (w & PHASE) >> PHASE_AT
        span[i] = 1 << (i % 6)
        stays = w & GARBAGE == 0 and w & COLOUR not in (0, GREY) and not MATCHED <= phase <= POPPED
        if stays or turns(w):
            where[i // 6, w & COLOUR] |= 1 << (i % 6)
    for row in range(1, 13):
        first = row * 6
        while first < row * 6 + 6:
            last = first
            while last < row * 6 + 6:
                w = cells[last]
                phase = (w & PHASE) >> PHASE_AT
                if w & COLOUR in (0, GREY) or w & GARBAGE or phase not in (NORMAL, LANDING, SWAPPING):
                    break
                last += 1
            bits = 0
            for i in range(first, last):
                bits |= 1 << (i % 6)
            for i in range(first, last):
                span[i] = bits
            first = last + 1


@helper
def assign(targets: Any, colour: Any, span: Any, where: Any, best: Any) -> Any:
    """Bring three of a colour to the targets along their rows with the fewest swaps, `best` says whence; how many, or
    99 where they cannot.
    """
    a, b, c = targets[0], targets[1], targets[2]
    ma, mb, mc = where[a // 6, colour] & span[a], where[b // 6, colour] & span[b], where[c // 6, colour] & span[c]
    least = 99
    if ma == 0 or mb == 0 or mc == 0:
        return least
    ra, rb, rc = a - a % 6, b - b % 6, c - c % 6
    for x in range(6):
        if not (ma >> x) & 1:
            continue
        for y in range(6):
            if not (mb >> y) & 1 or (ra == rb and y <= x):
                continue
            for z in range(6):
                if not (mc >> z) & 1 or (rc == rb and z <= y) or (rc == ra and z <= x):
                    continue
                swaps = abs(ra + x - a) + abs(rb + y - b) + abs(rc + z - c)
                if swaps < least:
                    least = swaps
                    best[0], best[1], best[2] = ra + x, rb + y, rc + z
    return least


@helper
def route(place: Any, sources: Any, targets: Any, pace: Any, swaps: Any) -> Any:
    """Write down the swaps that bring the sources to the targets, the nearest first; how many, and about how many
    frames they take.
    """
    n, frames, done = 0, 0, 0
    while True:
        near, chosen = 999, -1
        for m in range(3):
            if (done >> m) & 1 or sources[m] == targets[m]:
                continue
            left = sources[m] > targets[m]
            free = True
            for o in range(3):
                if o == m or (done >> o) & 1 or sources[o] == targets[o] or sources[o] // 6 != sources[m] // 6:
                    continue
                if (sources[o] > targets[o]) == left and (sources[o] < sources[m]) == left:
                    free = False
            start = sources[m] - 1 if left else sources[m]
            if free and distance(place, start) < near:
                near, chosen = distance(place, start), m
        if chosen < 0:
            return n, frames
        done |= 1 << chosen
        i, j = sources[chosen], targets[chosen]
        frames += near * pace[STEP_PACE]
        frames += pace[SWAP_PACE] * abs(i - j)
        while i != j:
            if n < MOST_SWAPS:
                swaps[n] = i - 1 if i > j else i
                n += 1
            i += -1 if i > j else 1
        place = swaps[n - 1]


@helper
def is_garbage(w: Any) -> Any:
    """Whether a cell is garbage, and not only one that could not be told."""
    return w & GARBAGE != 0 and (w & PHASE) >> PHASE_AT != DIMMED


@helper
def beside_garbage(cells: Any, j: Any, stride: Any) -> Any:
    """Whether a run of three, from j on, touches garbage."""
    for i in range(j, j + 3 * stride, stride):
        if is_garbage(cells[i - 6]) or is_garbage(cells[i + 6]):
            return True
        if (i % 6 and is_garbage(cells[i - 1])) or (i % 6 < 5 and is_garbage(cells[i + 1])):
            return True
    return False


@helper
def offers(node: Any, times: Any, pace: Any, linking: Any, ranks: Any, plans: Any, room: Any) -> Any:
    """Find the links that hands can make in time; the best `room` of them are written down, rank by rank, each plan as
    its number of swaps and the swaps. How many links there are, each counted the less the longer it takes.
    """
    cells, meta = node[:CELLS], node[META_AT:HAND_AT]
    source, loose = np.zeros(LAST, dtype=np.int64), np.zeros(LAST, dtype=np.int64)
    span, where = np.zeros(LAST, dtype=np.int64), np.zeros((13, 16), dtype=np.int64)
    targets, best = np.zeros(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
    swaps = np.zeros(MOST_SWAPS, dtype=np.int64)
    foretell(cells, source, loose)
    survey(cells, span, where)
    place = node[HAND_AT + PLACE]
    begins = max(START_FRAMES, START_STEPS * pace[STEP_PACE] + START_SWAPS * pace[SWAP_PACE])
    within = meta[PRE_STOP] + times[HOVER] if linking else begins
    worth, found, walled = 0, 0, False
    for i in range(6, LAST):
        walled |= is_garbage(cells[i])
    ranks[:] = 1 << 30
    for j in range(6, LAST):
        if source[j] == 0:
            continue
        for way in range(2):
            stride = 1 if way == 0 else 6
            if (way == 0 and j % 6 > 3) or j + 2 * stride >= LAST:
                continue
            if source[j + stride] == 0 or source[j + 2 * stride] == 0:
                continue
            if linking and not (loose[j] or loose[j + stride] or loose[j + 2 * stride]):
                continue
            for m in range(3):
                targets[m] = source[j + m * stride]
            for colour in range(1, GREY):
                least = assign(targets, colour, span, where, best)
                if least * pace[SWAP_PACE] > within:
                    continue
                n, frames = route(place, best, targets, pace, swaps)
                if frames > within or n >= MOST_SWAPS:
                    continue
                worth += 64 - 48 * frames // within
                rank = frames - (TOUCHING * beside_garbage(cells, j, stride) if walled else 0)
                if room == 0 or rank >= ranks[room - 1]:
                    continue
                at = min(found, room - 1)
                while at > 0 and ranks[at - 1] > rank:
                    ranks[at] = ranks[at - 1]
                    plans[at] = plans[at - 1]
                    at -= 1
                ranks[at] = rank
                plans[at, 0] = n
                plans[at, 1 : n + 1] = swaps[:n]
                found = min(found + 1, room)
    return worth


@helper
def follow(node: Any, plan: Any, times: Any, pace: Any, greys: Any, linking: Any) -> Any:
    """Let hands carry out a plan, and frames pass until the next match, which must link to the chain where one is on;
    how many frames, or -1 where nothing comes of it.
    """
    cells, meta, hand = node[:CELLS], node[META_AT:HAND_AT], node[HAND_AT:INFO_AT]
    at, passed, refused, chain = 0, 0, 0, meta[CHAIN]
    while passed < 600:
        place = -1
        if at < plan[0]:
            goal = plan[1 + at]
            if hand[PLACE] != goal:
                if hand[STEP_WAIT] <= 0:
                    hand[STEP_WAIT] = pace[STEP_PACE]
                    if hand[PLACE] // 6 != goal // 6:
                        hand[PLACE] += 6 if hand[PLACE] < goal else -6
                    else:
                        hand[PLACE] += 1 if hand[PLACE] < goal else -1
            elif hand[SWAP_WAIT] <= 0:
                if meta[QUEUED] < 0 and may_swap(cells, meta, goal):
                    place = goal
                else:
                    refused += 1
                    if refused > PATIENCE:
                        return -1
        else:
            k = glide(cells, meta, 600)
            passed += k
            hand[STEP_WAIT] -= k
            hand[SWAP_WAIT] -= k
        frame(cells, meta, times, greys, greys, place, 0)
        passed += 1
        hand[STEP_WAIT] = max(hand[STEP_WAIT] - 1, 0)
        hand[SWAP_WAIT] = max(hand[SWAP_WAIT] - 1, 0)
        if place >= 0:
            hand[SWAP_WAIT] = pace[SWAP_PACE] - 1
            if meta[QUEUED] == place:
                at += 1
        if meta[EVENT_SIZE]:
            node[INFO_AT + TOUCHED] += meta[EVENT_GARBAGE]
        if meta[EVENT_SIZE] and (meta[EVENT_CHAIN] or not linking):
            return passed
        if linking and chain and meta[CHAIN] == 0:
            return -1
        if at >= plan[0] and meta[QUEUED] < 0 and meta[ACTIVE] == 0 and meta[WAS_ACTIVE] == 0 and meta[CHANGES] == 0:
            return -1
    return -1


@helper
def key_of(cells: Any) -> Any:
    """A number for the colours of a board."""
    key = np.int64(0)
    for i in range(6, LAST):
        if cells[i]:
            key ^= _KEYS[i, cells[i] & COLOUR]
    return key


_A, _B = "i8[::1]", "i8[:,::1]"


@kernel(f"i8({_A}, {_B}, {_A}, {_A}, {_B}, {_A}, {_B})")
def expand(node: Any, children: Any, times: Any, pace: Any, greys: Any, ranks: Any, plans: Any) -> Any:
    """Try the best links that are on offer at a node, as many as `ranks` has room for, and doing nothing; how many
    children were made. A node without links is at rest: any match begins a chain.
    """
    linking = node[INFO_AT + LINKS] > 0
    offers(node, times, pace, linking, ranks, plans, len(ranks) - 1)
    plans[len(ranks) - 1, 0] = 0
    ranks[len(ranks) - 1] = 0
    count = 0
    no_plans = plans[:0]
    for m in range(len(ranks)):
        if ranks[m] == 1 << 30:
            continue
        child = children[count]
        child[:] = node
        passed = follow(child, plans[m], times, pace, greys, linking)
        if passed < 0:
            continue
        meta = child[META_AT:HAND_AT]
        info = child[INFO_AT:SWAPS_AT]
        info[TIME] += passed
        info[LINKS] = max(meta[CHAIN], 1)
        info[SWAPS] = plans[m, 0]
        child[SWAPS_AT : SWAPS_AT + plans[m, 0]] = plans[m, 1 : 1 + plans[m, 0]]
        info[KEY] = key_of(child[:CELLS])
        info[OFFERS] = offers(child, times, pace, True, ranks[:0], no_plans, 0)
        info[VALUE] = info[OFFERS] + GARBAGE_WORTH * min(info[TOUCHED], 12)
        count += 1
    return count


@kernel(f"i8[::1]({_A})")
def at_rest(cells: Any) -> Any:
    """The colours of a board when all that clears is gone and has been fallen upon."""
    source, loose = np.zeros(LAST, dtype=np.int64), np.zeros(LAST, dtype=np.int64)
    foretell(cells, source, loose)
    for j in range(6, LAST):
        source[j] = cells[source[j]] & COLOUR if source[j] else 0
    return source
