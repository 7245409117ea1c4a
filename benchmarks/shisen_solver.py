"""How many Shisen-sho boards are cleared or proved impossible, how fast, and beside the simple solvers.

    python -m benchmarks.shisen_solver [--quick] [--keep] [--boards FILE] [--gravity-deals N]

A board file has one deal a line: columns x rows, 1 (can be cleared) or 0 (cannot), the tiles row by row, a character
each. Without one, deals are drawn at random; then no status is known to check against.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.line import report
from engine.api import Limit, Outcome, Plan
from engine.games.shisen import GAME, Shisen, State, rules
from engine.games.shisen.deal import LABELS, SIZES
from engine.moves import Cell, Pick
from engine.position import EMPTY, UNKNOWN

BOARDS = Path(__file__).parents[2] / "shared" / "data" / "shisen_boards.txt"
_STAND_INS = str.maketrans({UNKNOWN: "\u00b6", EMPTY: "\u00b7"})


@dataclass(frozen=True)
class Deal:
    """A board to solve, and whether it can be cleared where that is known."""

    size: str
    state: State
    status: bool | None


def read_deals(path: Path) -> list[Deal]:
    """The deals of a file."""
    deals = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            size, status, tiles = line.split(" ", 2)
            columns, rows = map(int, size.split("x"))
            tiles = tiles.translate(_STAND_INS)
            board = tuple(tiles[row * columns : (row + 1) * columns] for row in range(rows))
            deals.append(Deal(size, State(board), status == "1"))
    return deals


def random_deals(columns: int, rows: int, kinds: int, count: int) -> list[Deal]:
    """Uniformly random deals of one size; always the same ones."""
    deals = []
    for seed in range(count):
        tiles = [LABELS[i // 2 % kinds] for i in range(columns * rows)]
        random.Random(seed).shuffle(tiles)
        board = tuple("".join(tiles[row * columns : (row + 1) * columns]) for row in range(rows))
        deals.append(Deal(f"{columns}x{rows}", State(board), None))
    return deals


# --- the simple solvers: always some first pair, never back ----------------------------------------------------


def column_by_column(state: State) -> list[Cell]:
    """The order in which kshisen looks for its own hint."""
    return [(row, col) for col in range(len(state.board[0])) for row in range(len(state.board))]


def row_by_row(state: State) -> list[Cell]:
    """The order of the link-up bots."""
    return [(row, col) for row in range(len(state.board)) for col in range(len(state.board[0]))]


def in_any_order(rng: random.Random) -> Callable[[State], list[Cell]]:
    """Some pair."""

    def order(state: State) -> list[Cell]:
        cells = row_by_row(state)
        rng.shuffle(cells)
        return cells

    return order


def greedy(state: State, game: Shisen, order: Callable[[State], list[Cell]]) -> bool:
    """Whether the first pair each time clears the board."""
    while True:
        pick = next(_pairs_in(state, game, order(state)), None)
        if pick is None:
            return rules.cleared(state, game)
        state = rules.take(state, pick, game)


def _pairs_in(state: State, game: Shisen, cells: Sequence[Cell]) -> Iterator[Pick]:
    on = rules.table(state, game)
    for i, p in enumerate(cells):
        label = state.board[p[0]][p[1]]
        if label != EMPTY:
            mates = (q for q in cells[i + 1 :] if state.board[q[0]][q[1]] == label)
            yield from (Pick(p, q) for q in mates if rules.joined(on, p, q))


# --- measuring -------------------------------------------------------------------------------------------------


def solve(deals: Sequence[Deal], game: Shisen, limit: Limit) -> tuple[list[Plan], list[float]]:
    """The plans and how long each took, in milliseconds, on a warm machine."""
    game.plan(deals[0].state, Limit(nodes=200))
    plans, times = [], []
    for deal in deals:
        start = time.perf_counter()
        plans.append(game.plan(deal.state, limit))
        times.append(1_000 * (time.perf_counter() - start))
    return plans, times


def right(deal: Deal, plan: Plan, game: Shisen) -> bool:
    """Whether a plan clears the board as it says, and agrees with what is known of the deal."""
    state = deal.state
    for move in plan.moves:
        state = game.play(state, move)
    if (plan.reaches is Outcome.WON) != rules.cleared(state, game):
        return False
    return deal.status is None or plan.reaches is Outcome.OPEN or (plan.reaches is Outcome.WON) == deal.status


def measure(name: str, deals: Sequence[Deal], game: Shisen, limit: Limit, *, keep: bool) -> None:
    """One line: ours, and the simple solvers on the same deals."""
    plans, times = solve(deals, game, limit)
    ends = Counter(plan.reaches for plan in plans)
    median, late = np.percentile(times, [50, 99])
    wrong = sum(not right(deal, plan, game) for deal, plan in zip(deals, plans, strict=True))
    rng = random.Random(1)
    simple = {
        "kshisen_order": column_by_column,
        "row_by_row": row_by_row,
        "random_pair": in_any_order(rng),
    }
    share = {
        f"{which}_cleared": sum(greedy(deal.state, game, order) for deal in deals) / len(deals)
        for which, order in simple.items()
    }
    figures: dict[str, float | str] = {
        "deals": len(deals),
        "cleared": ends[Outcome.WON] / len(deals),
        "proved": ends[Outcome.STUCK] / len(deals),
        "open": ends[Outcome.OPEN] / len(deals),
        "wrong": wrong,
        "median_ms": round(float(median), 2),
        "p99_ms": round(float(late), 2),
        "worst_ms": round(max(times), 2),
        **share,
    }
    report(
        name, {key: round(value, 4) if isinstance(value, float) else value for key, value in figures.items()}, keep=keep
    )


def main() -> None:
    """Measure every size without gravity, then some with."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=Path, default=BOARDS, help="a file of deals with known status")
    parser.add_argument("--quick", action="store_true", help="a tenth of the deals")
    parser.add_argument("--keep", action="store_true", help="add the figures to benchmarks/history.csv")
    parser.add_argument("--gravity-deals", type=int, default=300, help="how many deals of each size with gravity")
    given = parser.parse_args()
    part = 10 if given.quick else 1
    if given.boards.is_file():
        source = "file"
        deals = read_deals(given.boards)
    else:
        source = "random"
        print(f"# no file {given.boards}: random deals instead, of which no status is known")
        deals = [deal for size in SIZES for deal in random_deals(size.columns, size.rows, size.kinds, 100)]
    for size in dict.fromkeys(deal.size for deal in deals):
        some = [deal for deal in deals if deal.size == size]
        some = some[: max(5, len(some) // part)]
        measure(f"shisen {size} {source}", some, GAME(), Limit(seconds=10), keep=given.keep)
    for usual in SIZES[1:4]:
        some = random_deals(usual.columns, usual.rows, usual.kinds, max(5, given.gravity_deals // part))
        measure(f"shisen {usual} gravity", some, GAME(gravity=True), Limit(seconds=1), keep=given.keep)


if __name__ == "__main__":
    main()
