"""Shisen-sho: plans are replayed by the rules, proofs are held against trying every order."""

import os
import random
import subprocess
import sys
from dataclasses import asdict, replace
from typing import Any

import pytest

from engine.api import Limit, Outcome, Plan
from engine.games.shisen import GAME, Shisen, State, rules, search
from engine.games.shisen.deal import LABELS, SIZES
from engine.games.shisen.turning import WAYS
from engine.position import Position
from tests.naive import shisen as naive
from tests.sweep import sweep

SHAPES = [(4, 3), (5, 2), (3, 4), (4, 4), (6, 3), (5, 4), (2, 6), (8, 2), (6, 4), (1, 8), (7, 1)]


def small_board(rng: random.Random) -> tuple[Shisen, State]:
    """A small board of a few kinds under some house rules; settled where there is gravity, mostly."""
    width, height = rng.choice(SHAPES)
    cells = width * height
    game = Shisen(
        rim=rng.random() < 0.7, gravity=rng.random() < 0.5, groups=rng.choice([(), ("AB",), ("AB", "CD")]),
        first_four=rng.random() < 0.3,
    )  # fmt: skip
    if game.falls and not game.first_four:
        game = replace(game, gravity=rng.choice(WAYS))
    kinds = 2 if game.first_four and rng.random() < 0.5 else rng.randint(2, max(2, cells // 2))
    few = rng.randrange(2, cells + 1, 2) if rng.random() < 0.3 else cells // 2 * 2
    tiles: list[str] = []
    while len(tiles) < few:
        label = LABELS[rng.randrange(kinds)]
        group = game.kind(label)
        tiles += [rng.choice(group), rng.choice(group)]
    tiles += ["."] * (cells - len(tiles))
    rng.shuffle(tiles)
    state = State(tuple("".join(tiles[row * width : (row + 1) * width]) for row in range(height)))
    return game, rules.settled(state, game.falls) if game.falls and rng.random() < 0.9 else state


def random_board(columns: int, rows: int, seed: int, each: int = 4) -> State:
    """A uniformly random deal, whether it can be cleared or not."""
    tiles = [LABELS[i // each] for i in range(columns * rows)]
    random.Random(seed).shuffle(tiles)
    return State(tuple("".join(tiles[row * columns : (row + 1) * columns]) for row in range(rows)))


def replayed(game: Shisen, state: State, plan: Plan) -> State:
    """The board after the plan; every move is checked by the rules."""
    for move in plan.moves:
        state = game.play(state, move)
    return state


def check(game: Shisen, state: State, plan: Plan) -> None:
    """A plan reaches what it says and is certain where it says so."""
    end = game.outcome(replayed(game, state, plan))
    assert (plan.reaches is Outcome.WON) == (end is Outcome.WON)
    assert (plan.proof is None) == (plan.reaches is Outcome.OPEN)


def board(text: str) -> State:
    return State(tuple(text.split()))


# --- plans and proofs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("few", [0, 10], ids=["by kernels", "by both"])
def test_small_boards_are_decided_as_trying_every_order_does(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_FEW", few)
    rng = random.Random(few)
    for _ in range(400):
        game, state = small_board(rng)
        plan = game.plan(state, Limit())
        check(game, state, plan)
        wanted = Outcome.WON if naive.clearable(state.board, **asdict(game)) else Outcome.STUCK
        assert plan.reaches is wanted, f"{game}\n{game.show(state)}"


@pytest.mark.parametrize(("size", "gravity"), sweep(SIZES, [False, True]), ids=str)
def test_plans_of_all_usual_sizes_can_be_played(size: object, gravity: bool) -> None:
    columns, rows = (int(side) for side in str(size).split("x"))
    game = GAME(gravity=gravity)
    for seed in range(2):
        state = random_board(columns, rows, seed, each=12 if columns > 18 else 4)
        plan = game.plan(state, Limit(nodes=30_000))
        check(game, state, plan)


def test_a_board_in_the_middle_of_a_game_is_planned_too() -> None:
    for gravity in (False, True):
        game = GAME(gravity=gravity)
        state = random_board(14, 6, 5)
        plan = game.plan(state, Limit())
        assert plan.reaches is Outcome.WON
        for move in plan.moves[:20]:
            state = game.play(state, move)
        assert game.plan(state, Limit()).reaches is Outcome.WON


def test_greed_loses_a_board_that_the_plan_clears() -> None:
    state = board("ABCA DDCE AFFA EGGB")
    game = GAME()
    plan = game.plan(state, Limit())
    check(game, state, plan)
    assert plan.reaches is Outcome.WON


@pytest.mark.parametrize("seed", range(8))
def test_a_board_with_walls_is_decided_as_trying_every_order_does(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    cells = [*"AABBCCDDEE", *"QQQQQ", *".."] + ["."] * 3
    rng.shuffle(cells)
    state = State(tuple("".join(cells[row * 5 : row * 5 + 5]) for row in range(4)))
    game = GAME(walls="Q")
    monkeypatch.setattr(search, "_FEW", 0)
    plan = game.plan(state, Limit(nodes=100_000))
    wanted = Outcome.WON if naive.clearable(state.board, walls="Q") else Outcome.STUCK
    assert (plan.reaches, plan.proof is not None) == (wanted, True)
    assert (plan.reaches is Outcome.WON) == rules.cleared(replayed(game, state, plan), game)


def test_a_kind_that_is_there_far_too_often_may_be_walls() -> None:
    state = board("QQQQQ QABAQ QBCCQ QQQQQ")
    assert any("--rule walls=Q" in note for note in GAME().plan(state, Limit(nodes=10_000)).notes)
    assert not GAME(walls="Q", rim=False).plan(state, Limit(nodes=10_000)).notes


def test_tiles_that_lie_as_if_they_had_fallen_are_said_to_and_others_are_not() -> None:
    def notes(text: str, gravity: str = "off") -> tuple[str, ...]:
        return GAME(gravity=gravity).plan(board(text), Limit(nodes=10_000)).notes

    heap = ".....A A.B.BC CDADCA BCDBCA"
    assert [note for note in notes(heap) if "--rule gravity=down" in note]
    assert [note for note in notes("BCDBCA CDADCA A.B.BC .....A") if "--rule gravity=up" in note]
    assert not notes(heap, "down")
    assert not notes("A....A A.B.BC CDADCA BCDB.A")  # one gap lies below a tile
    assert not notes("...... ABCABC CDADCD BBDADC")  # an empty row lies above all of them, and beside none


@pytest.mark.parametrize("gravity", [False, True])
def test_a_lost_board_is_proved_and_cleared_as_far_as_it_goes(gravity: bool) -> None:
    state = board("CCDD ABEE BAFF")
    game = GAME(gravity=gravity, rim=False)
    plan = game.plan(state, Limit())
    wanted = naive.clearable(state.board, rim=False, gravity=gravity)
    assert (plan.reaches is Outcome.WON) == wanted
    lost = game.plan(board("ABEE BAFF"), Limit())
    assert lost.reaches is Outcome.STUCK
    assert lost.proof
    assert len(lost.moves) == 2


def test_an_empty_board_is_won_and_a_stuck_one_is_stuck_at_once() -> None:
    assert GAME().plan(board("... ..."), Limit()).reaches is Outcome.WON
    stuck = GAME().plan(board("AB BA"), Limit())
    assert (stuck.moves, stuck.reaches, stuck.proof) == ((), Outcome.STUCK, "no pair is joined")


def test_a_board_that_hangs_in_the_air_is_planned_under_gravity() -> None:
    game, state = GAME(gravity=True), board("AB.CDE ...... CD.ABE FGFG.. ......")
    plan = game.plan(state, Limit())
    check(game, state, plan)
    assert plan.reaches is Outcome.WON


def test_a_huge_board_of_few_kinds_is_cleared_as_it_comes() -> None:
    state = State(("AB" * 15,) * 30)
    plan = GAME().plan(state, Limit(nodes=40))
    assert plan.reaches is Outcome.OPEN
    assert len(plan.moves) == 40
    check(GAME(), state, plan)


@pytest.mark.parametrize("gravity", [False, True])
def test_the_program_that_looks_at_four_tiles_is_never_let_to_stop_the_game(gravity: bool) -> None:
    game = GAME(gravity=gravity, first_four=True)
    state = random_board(14, 8, 3, each=14)
    plan = game.plan(state, Limit(nodes=100_000))
    check(game, state, plan)
    assert plan.reaches is Outcome.WON


# --- limits ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gravity", [False, True])
def test_the_same_limit_in_nodes_gives_the_same_plan(gravity: bool) -> None:
    game, state = GAME(gravity=gravity), random_board(16, 9, 7)
    for nodes in (1, 50, 2_000):
        plan = game.plan(state, Limit(nodes=nodes))
        assert plan == game.plan(state, Limit(nodes=nodes))
        check(game, state, plan)


@pytest.mark.parametrize("gravity", [False, True])
def test_no_time_at_all_is_no_error(gravity: bool) -> None:
    game, state = GAME(gravity=gravity), random_board(16, 9, 7)
    plan = game.plan(state, Limit(seconds=0.0))
    assert plan.reaches is Outcome.OPEN
    check(game, state, plan)


def test_reading_and_playing_do_not_wait_for_a_compiler() -> None:
    code = (
        "import sys; from engine.api import *;"
        "g = load_game('shisen'); s = g.parse(Position.parse('ABBA')); g.play(s, g.moves(s)[0]); g.show(s);"
        "p = g.plan(s, Limit()); sys.exit('numba' in sys.modules or p.reaches is not Outcome.WON)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


def test_kernels_say_the_same_uncompiled() -> None:
    code = "from tests.engine.test_shisen_search import uncompiled; uncompiled()"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, timeout=120, env=environment)


def uncompiled() -> None:
    """Decide some boards; run with the kernels as plain Python, where a wrong index or type shows."""
    import numpy as np

    search._FEW = 0
    rng = random.Random(11)
    for _ in range(40):
        game, state = small_board(rng)
        with np.errstate(over="ignore"):  # words are meant to wrap
            plan = game.plan(state, Limit())
        check(game, state, plan)
        assert (plan.reaches is Outcome.WON) == naive.clearable(state.board, **asdict(game))


# --- kernels and their twins -----------------------------------------------------------------------------------


def test_lines_of_the_kernels_are_those_of_the_naive_twin() -> None:
    from engine.games.shisen import lines as on_board
    from engine.games.shisen.pairing import Pairing
    from engine.jit import helper

    @helper
    def crosses(place: object, lines: object, a: int, b: int) -> Any:
        return on_board.crosses(place, lines, a, b)

    rng = random.Random(5)
    for _ in range(60):
        height, width = rng.randint(1, 6), rng.randint(1, 9)
        rim = rng.random() < 0.5
        grid = tuple("".join(rng.choice("A..") for _ in range(width)) for _ in range(height))
        cells = naive.tiles(grid)
        if len(cells) % 2:
            continue
        search_ = Pairing(cells, [0] * len(cells), (height, width), rim=rim)
        for a, p in enumerate(cells):
            for b, q in enumerate(cells):
                if a != b:
                    found = bool(crosses(search_.place, search_.lines[0], a, b))
                    assert found is naive.joined(grid, p, q, rim=rim), (grid, p, q, rim)


def test_lines_reach_across_the_widest_board() -> None:
    side = rules.MAX_SIDE
    for rim in (False, True):
        corners = ["." * side] * side
        corners[0] = "A" + "." * (side - 2) + "B"
        corners[-1] = "B" + "." * (side - 2) + "A"
        state = State((*corners,))
        for gravity in (False, True):
            game = GAME(rim=rim, gravity=gravity)
            plan = game.plan(rules.settled(state) if gravity else state, Limit())
            assert plan.reaches is Outcome.WON
    full = State(tuple("".join(LABELS[(row * 7 + col // 2) % 60] for col in range(side)) for row in range(side)))
    plan = GAME().plan(GAME().parse(Position({"board": full.board})), Limit(nodes=400))
    check(GAME(), full, plan)


def test_what_vanishes_is_what_vanishes_for_the_naive_twin() -> None:
    import numpy as np

    from engine.games.shisen import sticking
    from engine.games.shisen.pairing import Pairing
    from engine.jit import helper

    @helper
    def vanish(place: object, here: object, lines: object, pair: object, var_of: object, allowed: object,
               live: object, n: int) -> Any:  # fmt: skip
        return sticking.vanish(place, here, lines, pair, var_of, allowed, live, n)

    stays = 0
    for seed in range(30):
        state = random_board(5, 4, seed, each=2)
        cells = naive.tiles(state.board)
        kinds = [ord(state.board[row][col]) for row, col in cells]
        s = Pairing(cells, kinds, (4, 5), rim=False)
        s.allowed[:] = 1
        numbers = np.arange(len(s.live), dtype=np.int32)
        vanish(s.place, s.here[0], s.lines[0], s.pair, s.var_of, s.allowed, numbers, len(numbers))
        rest = naive.relaxed_rest(state.board, rim=False)
        assert {cell for t, cell in enumerate(cells) if s.here[0, t]} == rest
        stays += bool(rest)
    assert 0 < stays < 30


def test_a_layer_of_the_beam_holds_every_pair_of_the_naive_twin() -> None:
    import numpy as np

    from engine.games.shisen import falling
    from engine.games.shisen.stacks import Stacks

    rng = random.Random(8)
    for _ in range(60):
        width, height = rng.choice([(6, 4), (3, 5), (8, 3), (1, 6)])
        rim = rng.random() < 0.5
        tiles = [*"AABBCCAABB"][: width * height // 2 * 2]
        tiles += ["."] * (width * height - len(tiles))
        rng.shuffle(tiles)
        state = rules.settled(State(tuple("".join(tiles[r * width : (r + 1) * width]) for r in range(height))))
        cells = naive.tiles(state.board)
        kinds = [ord(state.board[row][col]) for row, col in cells]
        s = Stacks(cells, kinds, kinds, (height, width), rim=rim, first_four=False)
        s.shape[falling.MOST] = 1_000
        boards, taken = s.full(), np.zeros(1_000, np.int32)
        falling.expand(
            *(boards, s.col, s.pair, s.label, s.shape, np.ones(6, np.int64), s.zobrist),
            *(s.level, s.over, s.heap, s.rows, s.run_of, s.child, s.start, s.live, s.offers, s.apart),
            *(np.zeros(1_000, np.int32), taken, np.zeros(1_000, np.int32), np.zeros(1_000, np.uint64)),
            *(np.full(4_096, -1, np.int32), np.zeros(1, np.uint64), s.tally),
            *(0, 1),
        )
        found = {frozenset(s.cells[t] for t in s.pair[:, p]) for p in taken[: s.tally[0]]}
        assert found == {frozenset(pair) for pair in naive.pairs(state.board, rim=rim)}
