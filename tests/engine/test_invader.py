"""Puyo Invader: what a shot does, what evaporates, and the clock; kernels against the readable rules."""

from __future__ import annotations

import random
from dataclasses import astuple

import numpy as np
import pytest

from engine.api import BadPosition, Limit, Outcome
from engine.games.invader import Invader, kernels, notation, packing, player, prospects, rollouts, rules, weights
from engine.games.invader.player import Hands, View
from engine.games.invader.rules import Aim, Field, House
from engine.games.invader.running import SINK_TICKS, Bullet, Running
from engine.games.invader.watching import Watcher
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
    plain = np.zeros(kernels.WEIGHTS)
    plain[[kernels.ALIEN, kernels.SHOT_PUYO, kernels.SCORE, kernels.CLEARED]] = -1.0, -0.8, 0.001, 50.0
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
    assert hands.keys(calm) == ("shoot",)
    threatened = View(cells, 194, 3, "R", "ab", Bullet(4, rules.SHOOTER_Y - 10))
    assert hands.keys(threatened)[0] in ("left", "turn", "back")


def test_a_field_without_rows_has_no_shot() -> None:
    assert player.choices((), 0, "ab", HOUSE) == []
    assert player.choose((), 0, "ab", HOUSE) is None


def test_a_field_that_can_be_cleared_with_one_shot_is() -> None:
    cells = field("aaab.....", "bbbb.....", "b........")
    choice = player.choose(cells, 250, "ab", HOUSE)
    assert choice is not None
    shot = rules.shoot(cells, "ab", choice.aim, HOUSE)
    assert rules.aliens(rules.evaporate(shot.after, HOUSE)[0]) == 0


def test_a_game_is_cleared() -> None:
    game = Running.start(5000, HOUSE)
    hands = Hands(HOUSE, player.strategy(HOUSE))
    while not game.over and game.ticks < 60_000:
        if game.ticks % 6 == 0:
            for key in hands.keys(View(game.seen, game.height, game.column, game.side, game.pair, game.bullet))[:1]:
                game.press(key)
        game.tick()
    assert game.over == "won"


def times_cleared(cells: Field, height: int, pair: str, aim: Aim, plays: int = 8) -> int:
    """In how many plays that begin with a shot a field is cleared."""
    return rollouts.times_cleared(
        packing.packed(cells, "abcd"),
        packing.shot_of(aim, HOUSE),
        1 + "abcd".index(pair[0]),
        1 + "abcd".index(pair[1]),
        packing.house_words(HOUSE, height),
        np.array(astuple(weights.CLEARING), np.float64),
        plays,
        1,
    )


def test_plays_are_cleared_where_a_field_can_be_and_not_where_it_is_too_late() -> None:
    cells = field("aaab.....", "bbbb.....", "b........")
    assert times_cleared(cells, 250, "ab", Aim(2, "R")) == 8
    full = field(*["abcdabcda"] * 9)
    assert times_cleared(full, 340, "ab", Aim(2, "R")) == 0


def test_a_shot_is_too_late_where_anything_lands_with_it() -> None:
    cells = field("aaab.....", "bbbb.....", "b........", ".........", "........D", "........D", "........D")
    row = next(row for row, labels in enumerate(cells) if labels.strip("."))
    last = rules.LOWEST + 24 * row - rules.SINKS
    assert rules.y_of(row, last + rules.SINKS) == rules.LOWEST
    wait = rollouts.SCANNED * rules.SINKS
    assert times_cleared(cells, last - wait, "ab", Aim(2, "R")) > 0
    assert times_cleared(cells, last - wait + rules.SINKS, "ab", Aim(2, "R")) == 0
    assert player.choices(cells, last, "ab", HOUSE)
    assert not player.choices(cells, last + rules.SINKS, "ab", HOUSE)


def test_what_is_cut_off_low_may_land_before_it_evaporates() -> None:
    cells = field("caaacaaac", "cadccdbbd", "baccadcdd", "caac.ca.a", "........C", "........C", "........C")
    front = next(row for row, labels in enumerate(cells) if labels.strip("."))
    last = rules.LOWEST + 24 * (front - 2) - rules.SINKS
    assert rules.shoot(cells, "dc", Aim(8, "U"), HOUSE).after[front - 2][8] == "D"
    assert times_cleared(cells, last, "dc", Aim(8, "U"), plays=20) == 0
    assert times_cleared(cells, last - rollouts.SCANNED * rules.SINKS, "dc", Aim(8, "U"), plays=20) > 0


def test_plays_are_the_same_each_time_and_leave_the_field_as_it_is() -> None:
    cells = Running.start(3, HOUSE).seen
    words = packing.packed(cells, "abcd")
    before = words.copy()
    told = [times_cleared(cells, rules.START_HEIGHT, "ab", Aim(4, "U"), plays=20) for _ in range(2)]
    assert told[0] == told[1]
    assert told[0] > 0
    np.testing.assert_array_equal(words, before)


def test_a_shot_that_always_clears_is_surer_than_one_that_is_too_late() -> None:
    cells = field("aaab.....", "bbbb.....", "b........")
    clears, front = Aim(2, "R"), next(row for row, labels in enumerate(cells) if labels.strip("."))
    told = prospects.Prospects(cells, 250, "ab", HOUSE)
    assert told.reaches(clears, 0.9)
    assert told.best([Aim(2, "R"), Aim(0, "U")]) == told.share(clears) == 1.0
    assert told.best([]) == 0.0
    late = prospects.Prospects(cells, rules.LOWEST + 24 * (front - 1), "ab", HOUSE)
    assert not late.reaches(Aim(0, "U"), 0.1)


def test_shots_in_doubt_are_played_on_from_more_often() -> None:
    told = prospects.Prospects(Running.start(3, HOUSE).seen, rules.START_HEIGHT, "ab", HOUSE)
    aim = Aim(4, "U")
    share = told.share(aim)
    told.reaches(aim, share)
    assert told._told[aim][1] > 1
    assert told.share(aim) == told._told[aim][0] / (told._told[aim][1] * prospects.PLAYS)


def test_a_lump_grows_only_the_more_surely_the_nearer_the_front_is() -> None:
    shooting = player.Shooting(House(goal="points"))
    cells = field("aaabbbccc", "dd")
    far, near = (View(cells, height, 0, "R", "ac") for height in (rules.START_HEIGHT, 440))
    assert shooting.sure == shooting._asked(far) < shooting._asked(near) <= shooting.sure + shooting.haste


def test_a_shot_meets_something_that_is_seen() -> None:
    cells = (*field("aaabb....", "ccadd....")[5:], rules.UNSEEN * 9)
    aims = player.strategy(HOUSE)
    for pair in ("ab", "cc", "bd"):
        aim = aims(View(cells, rules.LOWEST, 0, "R", pair))
        assert aim is not None
        assert max(aim.column, aim.child) < 5


def test_with_nothing_to_be_seen_it_is_waited_for_what_comes_down() -> None:
    cells = ("." * 9,) * 8 + (rules.UNSEEN * 9,) * 2
    assert player.strategy(HOUSE)(View(cells, rules.LOWEST, 0, "R", "ab")) is None


def test_lumps_stop_growing_when_enough_was_made() -> None:
    points = House(goal="points")
    shooting = player.Shooting(points, enough=16)
    cells = field("aaabbbccc", "dd")
    shooting(View(cells, 40, 0, "R", "ac"))
    shooting._meant = 16, frozenset({(13, 0)})
    shooting(View(field(".aabbbccc", "dd"), 40, 0, "R", "ac"))
    assert shooting._made == 16
    assert not shooting._time(View(cells, 40, 0, "R", "ac"))


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


# ---- watching


def looks(*rows: str, stand: tuple[str, str], scroll: float = 0.0) -> Position:
    """What is read of a screen of eight rows, which are drawn from the top."""
    board = [row.ljust(HOUSE.columns, ".") for row in rows]
    board += ["." * HOUSE.columns] * (8 - len(rows))
    return Position({"board": tuple(board), "scroll": (f"{scroll:.3f}",), "stand": stand})


ROWS = ("abcdabcda", "bcdabcdab")


def test_a_pair_is_shot_only_where_it_is_seen_to_stand() -> None:
    watcher = Invader().player()
    (walk,) = watcher.decide(looks(*ROWS, stand=("aB.......", "aB.......")), 0.0)
    assert isinstance(walk, Shoot)
    aim = player.led(Aim(0, "R"), walk.way)
    assert (aim.column, aim.side) == (walk.column, walk.side)
    assert not watcher.decide(looks(*ROWS, stand=("aB.......", "aB.......")), 0.1)
    upper, lower = ["."] * 9, ["."] * 9
    for half, column, label in (("pivot", aim.column, "a"), ("child", aim.child, "B")):
        if aim.child != aim.column or (half == "pivot") == (aim.side == "D"):
            upper[column] = label
        if aim.child != aim.column or (half == "pivot") == (aim.side == "U"):
            lower[column] = label
    (shot,) = watcher.decide(looks(*ROWS, stand=("".join(upper), "".join(lower))), 0.2)
    assert isinstance(shot, Shoot)
    assert shot.way == ("shoot",)


def test_keys_that_were_lost_are_pressed_again() -> None:
    watcher = Invader().player()
    first = watcher.decide(looks(*ROWS, stand=("aB.......", "aB.......")), 0.0)
    assert watcher.decide(looks(*ROWS, stand=("aB.......", "aB.......")), 1.0) == first


def test_the_shooter_leaves_a_column_that_a_bullet_comes_down() -> None:
    watcher = Invader().player()
    bullet = ("",) * 5 + ("....!....",)
    (way,) = watcher.decide(looks(*ROWS, *bullet, stand=("....aB...", "....aB...")), 0.0)
    assert isinstance(way, Shoot)
    aim = player.led(Aim(4, "R"), way.way)
    assert 4 not in (aim.column, aim.child)


def test_a_small_lump_above_the_screen_is_gone_when_the_scanner_must_have_been_there() -> None:
    watcher = Watcher(HOUSE, 0.02)
    rows = ("abcdabc..", "bcdabcd..")
    stand = ("aB.......", "aB.......")
    watcher.decide(looks(*rows, stand=stand), 0.0)
    above = {(row, column) for row in range(9, 14) for column in (7, 8)}
    watcher._cells |= dict.fromkeys({(row, 6) for row in range(9, 14)} | {(9, 7), (9, 8)}, ".")
    for time in (1.0, 2.0, 6.0):
        watcher.decide(looks(*rows, stand=stand), time)
        assert all(watcher._cells.get(spot) != "." for spot in above - {(9, 7), (9, 8)})
    watcher.decide(looks(*rows, stand=stand), 8.0)
    assert {watcher._cells.get(spot) for spot in above} == {"."}


def test_a_pair_that_reaches_beyond_the_wall_is_brought_back() -> None:
    watcher = Invader().player()
    (step,) = watcher.decide(looks(*ROWS, stand=("........a", "........a")), 0.0)
    assert isinstance(step, Shoot)
    assert step.way == ("left",)
    assert not watcher.decide(looks(*ROWS, stand=("........a", "........a")), 0.1)
    assert notation.reaches_out(("...a.....", "...a.....")) is None
    assert notation.reaches_out(("a.......a", "a.......a")) is None


def test_a_field_that_seems_to_rise_is_looked_at_again() -> None:
    watcher = Invader().player()
    watcher.decide(looks(*ROWS, stand=("aB.......", "aB.......")), 0.0)
    assert not watcher.decide(looks(*ROWS, stand=("cD.......", "cD......."), scroll=0.25), 1.0)
    assert watcher.decide(looks(*ROWS, stand=("cD.......", "cD.......")), 1.1)


@pytest.mark.parametrize(
    ("scroll", "rows", "height"), [("0.000", 9, 200), ("0.083", 9, 198), ("0.910", 8, 178), ("0.990", 9, 200)]
)
def test_the_scroll_tells_how_far_the_field_has_come(scroll: str, rows: int, height: int) -> None:
    board = ("abcdabcda", *["." * HOUSE.columns] * (8 if rows == 9 and scroll < "0.5" else 7))
    shown, at = notation.rows_shown(Position({"board": board, "scroll": (scroll,)}))
    assert (len(shown), at) == (rows, height)


def test_a_pair_that_reaches_beyond_the_wall_cannot_be_told() -> None:
    assert notation.stands(("a........", "a........")) is None
    assert notation.stands((".........", ".........")) is None
    assert notation.stands(("...Ab....", "...Ab....")) == ("ba", Aim(4, "L"))
