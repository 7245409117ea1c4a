"""Plan a clearing of the board: which search is asked, and how its answer is told.

Boards of a few tiles are searched through here, in plain Python. Larger ones go to `pairing` (no gravity: only which
tile goes with which matters) or `stacks` (gravity: order matters), which bring compiled kernels with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.api import Limit, Outcome, Plan
from engine.budget import Budget
from engine.games.shisen import rules
from engine.games.shisen.rules import House, State
from engine.games.shisen.turning import cell_back, turned
from engine.moves import Cell, Move, Pick
from engine.position import EMPTY

_FEW = 10
"""Boards with at most so many tiles are searched in plain Python: that is done before a kernel is loaded."""
_SUNK = 4
"""Columns with more gaps than others, all of them above the tiles, from which these may have fallen."""
_OFTEN = (8, 2.5)
"""Times that a kind is there, and how many times more often than the next, from which it may be no kind of tiles."""
_TRIES = 400
_MANY = 20_000
"""Pairs of equal tiles beyond which the tables of the searches do not pay; such boards are cleared as they come."""
_ORDERS = 3_000


def plan(state: State, house: House, limit: Limit) -> Plan:
    """A complete clearing; or STUCK with a proof, with the longest clearing found; or the best within the limit."""
    if house.falls in (None, "down"):
        answer = _plan(state, house, limit)
        return replace(answer, notes=_notes(state, house)) if answer.moves else answer
    board = turned(state.board, house.falls)
    answer = _plan(State(board), replace(house, gravity="down"), limit)
    picks = (move for move in answer.moves if isinstance(move, Pick))
    moves = tuple(Pick(*sorted(cell_back(cell, house.falls, len(board)) for cell in (p.a, p.b))) for p in picks)
    return replace(answer, moves=moves, notes=_notes(state, house))


def _notes(state: State, house: House) -> tuple[str, ...]:
    """What a board tells of house rules that are not given: a kind that is there far more often than all others may be
    no tile, and where all gaps lie on one side of the tiles these may have fallen to the other.
    """
    if house.walls:
        return ()
    notes = []
    (label, most), second = (*Counter("".join(state.board).replace(EMPTY, "")).most_common(2), ("", 0))[:2]
    if not house.groups and most >= _OFTEN[0] and most >= _OFTEN[1] * second[1]:
        notes.append(
            f"{label} is there {most} times, all others {second[1]} times at the most: if these are blocks that cannot "
            f"be taken, say --rule walls={label}."
        )
    ways = [way for way in rules.GRAVITIES if way != "off" and _heaped(turned(state.board, way))]
    if house.falls is None and len(ways) == 1:
        notes.append(
            f"The moves are for tiles that stay where they are; but these lie as if they had fallen {ways[0]}: if they "
            f"do when a pair goes, say --rule gravity={ways[0]}."
        )
    return tuple(notes)


def _heaped(board: Sequence[str]) -> bool:
    """Whether no gap lies below a tile, and there are more of them in many columns than in others."""
    columns = ["".join(column) for column in zip(*board, strict=True)]
    gaps = [column.count(EMPTY) for column in columns]
    return sum(count > min(gaps) for count in gaps) >= _SUNK and not any(
        EMPTY in column.lstrip(EMPTY) for column in columns
    )


def _plan(state: State, house: House, limit: Limit) -> Plan:
    """The same, where tiles fall down or not at all."""
    outcome = rules.outcome(state, house)
    if outcome is Outcome.WON:
        return Plan((), outcome, proof="no tile is left")
    if outcome is Outcome.STUCK:
        return Plan((), outcome, proof=_why_stuck(state, house), info={"left": _tiles(state, house)})
    answer = _search(state, house, Budget(limit))
    if answer.reaches is Outcome.OPEN and not answer.moves:
        return _answer(state, house, [next(rules.find_pairs(state, house))], Outcome.OPEN, None)
    return answer


def _search(state: State, house: House, budget: Budget) -> Plan:
    """The search that suits the board."""
    if _tiles(state, house) <= _FEW:
        answer = _search_through(state, house, budget)
        if answer is not None:
            return answer
    if sum(len(cells) ** 2 for cells in rules.tiles_by_kind(state, house).values()) > 2 * _MANY:
        return _as_they_come(state, house, budget)
    if not house.falls:
        return _plan_pairing(state, house, budget)
    if rules.settled(state) == state:
        return _plan_stacks(state, house, budget)
    return _plan_unsettled(state, house, budget)


def _tiles(state: State, house: House) -> int:
    return sum(len(line) - house.tiles(line).count(EMPTY) for line in state.board)


def _why_stuck(state: State, house: House) -> str:
    if house.first_four and next(rules.find_pairs(state, house), None) is not None:
        return "the program finds no pair among the first four tiles of each label"
    return "no pair is joined"


def _answer(
    state: State, house: House, moves: Sequence[Move], reaches: Outcome, proof: str | None, **figures: int
) -> Plan:
    """A plan as it is told."""
    left = _tiles(state, house) - 2 * len(moves)
    if reaches is Outcome.WON:
        proof = "the moves clear the board"
    return Plan(tuple(moves), reaches, score=2.0 * len(moves), proof=proof, info={**figures, "left": left})


# --- a few tiles, or far too many ------------------------------------------------------------------------------


def _search_through(state: State, house: House, budget: Budget) -> Plan | None:
    """Every order of pairs, each board once; None where that would take long."""
    seen = {state}
    best: tuple[Pick, ...] = ()
    open_ends = [(state, best)]
    nodes = 0
    while open_ends:
        here, taken = open_ends.pop()
        nodes += 1
        if nodes > _TRIES:
            return None
        if not budget.slice(1):
            return _answer(state, house, best, Outcome.OPEN, None, nodes=nodes)
        budget.spend(1)
        if len(taken) > len(best):
            best = taken
        if rules.cleared(here, house):
            return _answer(state, house, taken, Outcome.WON, None, nodes=nodes)
        for pick in reversed(rules.moves(here, house)):
            after = rules.take(here, pick, house)
            if after not in seen:
                seen.add(after)
                open_ends.append((after, (*taken, pick)))
    return _answer(state, house, best, Outcome.STUCK, "every order of pairs was tried", nodes=nodes)


def _as_they_come(state: State, house: House, budget: Budget) -> Plan:
    """The first pair each time: for boards with so many equal tiles that there is always one."""
    taken: list[Pick] = []
    start = state
    while budget.slice(1):
        pick = next((pick for pick in rules.find_pairs(state, house) if _goes_on(state, pick, house)), None)
        if pick is None:
            break
        budget.spend(1)
        taken.append(pick)
        state = rules.take(state, pick, house)
    won = rules.cleared(state, house)
    return _answer(start, house, taken, Outcome.WON if won else Outcome.OPEN, None, nodes=budget.nodes)


def _goes_on(state: State, pick: Pick, house: House) -> bool:
    """Whether the program, if it looks for itself, finds a pair after this one."""
    after = rules.take(state, pick, house)
    return not house.first_four or rules.cleared(after, house) or rules.in_sight(after, house)


# --- no gravity ------------------------------------------------------------------------------------------------


def _numbered(state: State, house: House) -> tuple[list[Cell], list[int], list[int]]:
    """The tiles row by row: their cells, the numbers of their kinds and the numbers of their labels."""
    kinds: dict[str, int] = {}
    labels: dict[str, int] = {}
    board = [house.tiles(line) for line in state.board]
    cells = [(row, col) for row, line in enumerate(board) for col, label in enumerate(line) if label != EMPTY]
    shown = [state.board[row][col] for row, col in cells]
    of_kind = [kinds.setdefault(house.kind(label), len(kinds)) for label in shown]
    return cells, of_kind, [labels.setdefault(label, len(labels)) for label in shown]


def _plan_pairing(state: State, house: House, budget: Budget) -> Plan:
    from engine.games.shisen import clauses, kernels
    from engine.games.shisen.pairing import Pairing

    cells, kinds, labels = _numbered(state, house)
    walls = [
        (row, col) for row, line in enumerate(state.board) for col, label in enumerate(line) if label in house.walls
    ]
    search = Pairing(cells, kinds, (len(state.board), len(state.board[0])), rim=house.rim, walls=walls)
    result = search.run(budget)
    moves = [Pick(*sorted((cells[a], cells[b]))) for a, b in search.longest]
    figures = {"nodes": budget.nodes, "conflicts": int(search.meta[clauses.CONFLICTS])}
    if result == kernels.IMPOSSIBLE:
        moves = _in_sight(state, house, moves, budget)
        return _answer(state, house, moves, Outcome.STUCK, "no way to pair the tiles clears the board", **figures)
    if house.first_four and max(map(labels.count, set(labels))) > 4:
        moves = _in_sight(state, house, moves, budget)
    won = 2 * len(moves) == len(cells)
    return _answer(state, house, moves, Outcome.WON if won else Outcome.OPEN, None, **figures)


def _in_sight(state: State, house: House, moves: Sequence[Pick], budget: Budget) -> list[Pick]:
    """The same pairs in an order in which the program always finds a pair itself; as many as can be had."""
    if not house.first_four:
        return list(moves)
    best: list[Pick] = []
    taken: list[Pick] = []
    tries = 0

    def choices(here: State, rest: Sequence[Pick]) -> Iterator[tuple[State, Pick]]:
        on = rules.table(here, house)
        for pick in rest:
            if rules.joined(on, pick.a, pick.b) and _goes_on(here, pick, house):
                yield rules.take(here, pick, house), pick

    stack = [choices(state, moves)]
    while stack and tries < _ORDERS and not (tries and budget.spent):
        step = next(stack[-1], None)
        tries += 1
        if step is None:
            stack.pop()
            if taken:
                taken.pop()
            continue
        after, pick = step
        taken.append(pick)
        if len(taken) > len(best):
            best = list(taken)
        if len(best) == len(moves):
            break
        gone = set(taken)
        stack.append(choices(after, [other for other in moves if other not in gone]))
    return best


# --- gravity ---------------------------------------------------------------------------------------------------


def _plan_stacks(state: State, house: House, budget: Budget) -> Plan:
    from engine.games.shisen import stacks

    cells, kinds, labels = _numbered(state, house)
    size = (len(state.board), len(state.board[0]))
    search = stacks.Stacks(cells, kinds, labels, size, rim=house.rim, first_four=house.first_four)
    result = search.run(budget)
    moves = _fallen(search.cells, search.longest, size[0])
    figures = {"nodes": budget.nodes, "passes": search.passes}
    if result == stacks.LOST:
        return _answer(state, house, moves, Outcome.STUCK, "every order of pairs was tried", **figures)
    return _answer(state, house, moves, Outcome.WON if result == stacks.WON else Outcome.OPEN, None, **figures)


def _fallen(cells: Sequence[Cell], pairs: Sequence[tuple[int, int]], height: int) -> list[Pick]:
    """Pairs of tiles as picks at the cells to which the tiles have fallen by then; tiles count from the bottom."""
    columns: dict[int, list[int]] = {}
    for t, (_, col) in enumerate(cells):
        columns.setdefault(col, []).append(t)
    picks = []
    for a, b in pairs:
        ends = [(height - 1 - columns[cells[t][1]].index(t), cells[t][1]) for t in (a, b)]
        picks.append(Pick(*sorted(ends)))
        for t in (a, b):
            columns[cells[t][1]].remove(t)
    return picks


def _plan_unsettled(state: State, house: House, budget: Budget) -> Plan:
    """A board on which tiles still hang: everything falls with the first pair, so each of these is tried."""
    found = rules.moves(state, house)
    best = _answer(state, house, found[:1], Outcome.OPEN, None, nodes=0)
    lost = True
    for pick in found:
        if not (nodes := budget.slice(1 << 40)):
            return best
        seconds = None if budget.limit.seconds is None else max(0.0, budget.limit.seconds - budget.seconds)
        limit = Limit(seconds, nodes if budget.limit.nodes is not None else None)
        after = _plan(rules.take(state, pick, house), house, limit)
        budget.spend(max(1, int(after.info.get("nodes", 0))))
        moves = (pick, *after.moves)
        lost = lost and after.reaches is Outcome.STUCK
        if len(moves) > len(best.moves) or after.reaches is Outcome.WON:
            best = _answer(state, house, moves, Outcome.OPEN, None, nodes=budget.nodes)
        if after.reaches is Outcome.WON:
            return _answer(state, house, moves, Outcome.WON, None, nodes=budget.nodes)
    return (
        _answer(state, house, best.moves, Outcome.STUCK, "every order of pairs was tried", nodes=budget.nodes)
        if lost
        else best
    )
