"""Puyo Invader: what a shot does, what evaporates, and the clock; kernels against the readable rules."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine.api import BadPosition, Limit, Outcome
from engine.games.invader import kernels, packing, player, rules
from engine.games.invader.game import Invader
from engine.games.invader.player import Hands, View
from engine.games.invader.rules import Aim, Field, House
from engine.games.invader.running import SINK_TICKS, Bullet, Running
from engine.moves import IllegalMove, Shoot
from engine.position import Position

HOUSE = House()


def field(*rows: str) -> Field:
    """A field of nine columns and 14 rows, drawn from the top; what is not drawn below is blank."""
    drawn = [row.ljust(HOUSE.columns, ".") for row in rows]
    drawn += ["." * HOUSE.columns] * (HOUSE.rows - len(rows))
    return tuple(reversed(drawn))


def top(cells: Field, rows: int) -> list[str]:
    """The farthest rows, from the top, without what is blank at their ends."""
    return [row.rstrip(".") for row in reversed(cells)][:rows]


def test_beside_each_other_the_halves_fly_up_their_own_columns() -> None:
    cells = field("abcd", "ab", "a")
    shot = rules.shoot(cells, "dc", Aim(1, "R"), HOUSE)
    assert top(shot.after, 3) == ["abcd", "abC", "aD"]
    assert shot.score == 0


def test_one_behind_the_other_both_stick_in_one_column() -> None:
    cells = field("abcd", "a")
    assert top(rules.shoot(cells, "dc", Aim(1, "U"), HOUSE).after, 3) == ["abcd", "aC", ".D"]
    assert top(rules.shoot(cells, "dc", Aim(1, "D"), HOUSE).after, 3) == ["abcd", "aD", ".C"]


def test_four_that_touch_vanish_and_nothing_falls() -> None:
    shot = rules.shoot(field("aaabbbccc", "dd", "c"), "ac", Aim(2, "R"), HOUSE)
    assert top(shot.after, 3) == ["...bbbccc", "dd.C", "c"]
    assert (shot.score, [len(group) for group in shot.groups]) == (16, [4])


def test_both_halves_may_make_something_vanish() -> None:
    shot = rules.shoot(field("aaabbbccc"), "ab", Aim(2, "R"), HOUSE)
    assert top(shot.after, 1) == ["......ccc"]
    assert shot.score == 32


def test_a_pair_with_its_child_below_is_tested_with_swapped_colours() -> None:
    cells = field("aaabbbccc")
    assert rules.shoot(cells, "ab", Aim(2, "D"), HOUSE).groups == ()
    assert rules.shoot(cells, "aa", Aim(2, "D"), HOUSE).groups
    assert rules.shoot(cells, "ab", Aim(2, "D"), House(swapped=False)).groups


def test_a_half_that_would_hit_nothing_is_no_shot() -> None:
    cells = field("ab")
    assert Aim(1, "R") not in rules.aims(cells, HOUSE)
    assert Aim(0, "R") in rules.aims(cells, HOUSE)
    with pytest.raises(ValueError, match="column 1"):
        rules.shoot(cells, "ab", Aim(1, "R"), HOUSE)


def test_small_lumps_evaporate() -> None:
    cells, points = rules.evaporate(field("ab...aaaa", "a....bbbb", ".....c"), HOUSE)
    assert top(cells, 3) == [".....aaaa", ".....bbbb", ".....c"]
    assert points == 2**3


def test_sixteen_cells_do_not_fit_the_points() -> None:
    assert [rules.points(n, HOUSE) for n in (4, 8, 15, 16, 30)] == [16, 256, 32_768, 0, 0]


def random_field(chance: random.Random) -> Field:
    rows = ["".join(chance.choice("aabbccddABCD.") for _ in range(HOUSE.columns)) for _ in range(chance.randint(2, 9))]
    return field(*rows)


def test_kernels_shoot_and_evaporate_as_the_rules_do() -> None:
    chance = random.Random(4)
    plain = np.array([-1.0, -0.8, 0, 0.001, 0, 0, 0, 50.0])
    for _ in range(40):
        cells, pair = random_field(chance), "".join(chance.choices("abcd", k=2))
        colours = "abcd"
        worth = np.zeros(4 * HOUSE.columns + 1)
        kernels.best_shots(
            packing.packed(cells, colours),
            1 + colours.index(pair[0]),
            1 + colours.index(pair[1]),
            packing.house_words(HOUSE, rules.START_HEIGHT),
            plain,
            0,
            worth,
        )
        found = {packing.aim_of(n, HOUSE): w + 1e6 for n, w in enumerate(worth[:-1]) if w > kernels.LOST}
        told = {}
        for aim in rules.aims(cells, HOUSE):
            shot = rules.shoot(cells, pair, aim, HOUSE)
            if rules.landed(shot.stuck, rules.START_HEIGHT + rules.SINKS):
                continue
            after, more = rules.evaporate(shot.after, HOUSE) if shot.groups else (shot.after, 0)
            aliens = rules.aliens(after)
            puyos = sum(label.isupper() for row in after for label in row)
            told[aim] = -aliens - 0.8 * puyos + 0.001 * (shot.score + more) + 50.0 * (aliens == 0)
        assert found == pytest.approx(told, abs=1e-6)


def test_a_running_game_sinks_by_the_clock_and_by_shots() -> None:
    game = Running.start(1, HOUSE, bullets=False)
    before = game.height
    for _ in range(SINK_TICKS + 1):
        game.tick()
    assert game.height == before + 2 * rules.SINKS
    game.press("shoot")
    game.tick()
    assert (game.height, game.shots) == (before + 3 * rules.SINKS, 1)


def test_a_half_over_a_blank_column_flies_when_the_shooter_has_moved() -> None:
    game = Running.start(1, HOUSE, bullets=False)
    game.cells, game.column = field("aaabbbccc", "aaabbbcc", "aaabbbcc", "aaabbbcc"), 7
    game.cells = tuple(row[:8] + "." for row in game.cells)
    game.press("shoot")
    game.tick()
    assert game.pending
    game.press("left")
    game.tick()
    assert (game.pending, game.shots) == ("", 1)


def test_above_the_screen_aliens_have_no_colour() -> None:
    game = Running.start(1, HOUSE)
    assert set("".join(game.seen[9:])) == {rules.UNSEEN}
    assert rules.UNSEEN not in "".join(game.seen[:9])


def test_hands_leave_a_column_that_a_bullet_comes_down() -> None:
    hands = Hands(HOUSE, lambda view: Aim(3, "R"))
    cells = field("aaabbbccc")
    calm = View(cells, 194, 3, "R", "ab")
    assert hands.key(calm) == "shoot"
    threatened = View(cells, 194, 3, "R", "ab", Bullet(4, rules.SHOOTER_Y - 10))
    assert hands.key(threatened) in ("left", "turn", "back")


def test_a_field_that_can_be_cleared_with_one_shot_is() -> None:
    cells = field("aaab.....", "bbbb.....", "b........")
    choice = player.choose(cells, 250, "ab", HOUSE)
    assert choice is not None
    shot = rules.shoot(cells, "ab", choice.aim, HOUSE)
    assert rules.aliens(rules.evaporate(shot.after, HOUSE)[0]) == 0


def test_a_game_is_cleared() -> None:
    game = Running.start(5000, HOUSE)
    hands = Hands(HOUSE, player.Clearing(HOUSE))
    while not game.over and game.ticks < 60_000:
        if game.ticks % 6 == 0:
            key = hands.key(View(game.seen, game.height, game.column, game.side, game.pair, game.bullet))
            if key:
                game.press(key)
        game.tick()
    assert game.over == "won"


def screen(*rows: str, pair: str = "ab", height: int = 202) -> Position:
    """What a screen shows: these rows, and blank ones below as far as the player."""
    board = [*rows, *["." * HOUSE.columns] * (9 - len(rows))]
    return Position({"board": tuple(board), "next": (pair,), "shooter": ("0 R",), "height": (str(height),)})


def test_positions_and_states_are_inverses() -> None:
    game = Invader()
    seen = screen("abcdabcda", "abC.....a")
    state = game.parse(seen)
    assert game.show(state) == seen
    assert len(state.field) == HOUSE.rows
    assert state.field[9] == rules.UNSEEN * HOUSE.columns


@pytest.mark.parametrize("board", [("abc?abcda",), ("abc",), ("abc1abcda",)])
def test_a_board_that_is_none_is_refused(board: tuple[str, ...]) -> None:
    with pytest.raises(BadPosition, match="0"):
        Invader().parse(Position({"board": board, "next": ("ab",)}))


def test_a_shot_brings_the_field_nearer_and_takes_what_vanishes() -> None:
    game = Invader()
    state = game.play(game.parse(screen("aaabbbccc", pair="ac")), Shoot(2, "R"))
    assert game.show(state).board[:2] == ("...bbbccc", "...C.....")
    assert state.height == 202 + rules.SINKS
    with pytest.raises(IllegalMove):
        game.play(game.parse(screen("aaabbbccc")), Shoot(8, "R"))


def test_a_plan_that_clears_the_field_says_so() -> None:
    game = Invader(rows=9)
    plan = game.plan(game.parse(screen("aaab.....", "bbbb.....")), Limit(nodes=5_000))
    assert plan.reaches is Outcome.WON
    assert plan.proof


def test_a_shot_that_lands_is_none() -> None:
    game = Invader(rows=9)
    state = game.parse(screen("aaabbbccc", "a........", "a........", "a........", height=294))
    assert Shoot(0, "U") not in game.moves(state)
    assert game.moves(state)
