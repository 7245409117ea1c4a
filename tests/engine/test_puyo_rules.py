"""The readable rules of Puyo Puyo, on boards drawn as text."""

from __future__ import annotations

import pytest

from engine.api import BadPosition, BadRule, Limit, Outcome, load_game
from engine.games.puyo import rules
from engine.games.puyo.rules import House, Placement, Step
from engine.games.puyo.tables import power_of_step, score_of_step
from engine.moves import Drop, IllegalMove
from engine.position import Position

TSU = House()


def field(*rows: str) -> rules.Field:
    """A field from its lowest rows, drawn from the top."""
    return tuple("".join(row[x] for row in reversed(rows)).rstrip(".") for x in range(6))


def after(*rows: str, house: House = TSU) -> tuple[Step, ...]:
    return rules.chain(field(*rows), house)


class TestVanishing:
    def test_four_that_touch_vanish_for_forty(self) -> None:
        (step,) = after("..G...", "RRRR..")
        assert step.score == 40
        assert step.after == field("..G...")

    def test_three_stay(self) -> None:
        assert after("..G...", "RRR.R.") == ()

    def test_corners_do_not_touch(self) -> None:
        assert after("RR..RR", "GGRRGG") == ()

    def test_every_bend_holds_together(self) -> None:
        (step,) = after("R.R...", "R.R...", "RRR...")
        assert step.puyos == 7
        assert step.score == 10 * 7 * 4

    def test_two_groups_of_one_colour_each_have_their_bonus(self) -> None:
        (step,) = after("R....R", "R....R", "R....R", "R....R", "R.....")
        assert step.score == 10 * 9 * (2 + 0)

    def test_colours_at_once_are_worth_more(self) -> None:
        (step,) = after("RRRR..", "GGGG..")
        assert step.score == 10 * 8 * 3

    def test_what_falls_goes_on_as_a_chain(self) -> None:
        steps = after("G.....", "R.....", "RGG...", "RRGY..")
        assert [step.score for step in steps] == [40, 10 * 4 * 8]
        assert steps[-1].after == field("...Y..")

    def test_garbage_beside_goes_with_them_and_scores_nothing(self) -> None:
        (step,) = after("#.....", "RRRR#.", "#YY#Y#")
        assert step.score == 40
        assert step.after == field(".YY.Y#")

    def test_nothing_vanishes_in_the_ghost_row_nor_garbage_there(self) -> None:
        tall = ("GRGRGRGRGRGRR", "GRGRGRGRGRGRR", "GRGRGRGRGRGRR", "GRGRGRGRGRGRR", "", "")
        assert {step.puyos for step in rules.chain(tall, House(group=9, counted=12))} == set()
        hidden = ("YBYBYBYBYBYBR", "BYBYBYBYBYBYR", "YBYBYBYBYBYBR", "BYBYBYBYBYBYR", "", "")
        assert rules.chain(hidden, TSU) == ()
        assert len(rules.chain(hidden, House(rows=13, counted=13))) == 1

    def test_nineteen_steps_of_fours_are_worth_what_the_tables_say(self) -> None:
        assert sum(score_of_step(4, power_of_step(n)) for n in range(1, 20)) == 175_080


class TestPlacements:
    def test_an_empty_field_has_all_twenty_two(self) -> None:
        assert len(rules.placements(("",) * 6, TSU)) == 22

    def test_a_column_that_reaches_the_top_shuts_off_what_lies_behind(self) -> None:
        wall = ("", "RG" * 6, "", "", "", "")
        assert {placement.column for placement in rules.placements(wall, TSU)} == {2, 3, 4, 5}

    def test_a_step_before_the_wall_lifts_a_pair_over_it(self) -> None:
        wall = ("", "RG" * 6, "", "RG" * 5 + "R", "", "")
        assert 0 in {placement.column for placement in rules.placements(wall, TSU)}
        assert 0 not in {placement.column for placement in rules.placements(wall, House(steering="low"))}

    def test_between_two_walls_a_quick_turn_lifts_it(self) -> None:
        walls = ("", "RG" * 6, "RG", "RG" * 6, "", "")
        assert {placement.column for placement in rules.placements(walls, TSU)} == {0, 1, 2, 3, 4, 5}

    def test_nothing_gets_over_a_column_with_a_ghost(self) -> None:
        walls = ("", "RG" * 6 + "R", "RG", "RG" * 6, "", "")
        assert 0 not in {placement.column for placement in rules.placements(walls, TSU)}

    def test_the_ceiling_swallows_a_child_once_in_each_column(self) -> None:
        walls = ("", "RG" * 6, "RG", "RG" * 6, "", "")
        assert Placement(1, "U") in rules.placements(walls, TSU)
        high = ("", "RG" * 6, "RG" * 5 + "R", "RG" * 6, "", "")
        assert rules.put(high, "YB", Placement(1, "U"), TSU)[1] == "RG" * 6 + "Y"
        assert Placement(1, "U") not in rules.placements(walls, TSU, frozenset({1}))

    def test_a_full_column_of_the_spawn_ends_the_game(self) -> None:
        assert rules.placements(("", "", "RG" * 6, "", "", ""), TSU) == ()

    @pytest.mark.parametrize(
        ("side", "expected"),
        [("U", ("", "R", "GAB", "", "", "")), ("D", ("", "R", "GBA", "", "", "")),
         ("R", ("", "R", "GA", "B", "", "")), ("L", ("", "RB", "GA", "", "", ""))],
    )  # fmt: skip
    def test_the_child_lies_at_its_side(self, side: str, expected: rules.Field) -> None:
        assert rules.put(("", "R", "G", "", "", ""), "AB", Placement(2, side), TSU) == expected


class TestGame:
    GAME = load_game("puyo")
    START = Position({"board": ("......",) * 11 + ("RRR...",), "next": ("RG", "BB")})

    def test_a_placement_sets_off_what_it_completes_and_the_next_pair_comes(self) -> None:
        state = self.GAME.play(self.GAME.parse(self.START), Drop(3, "U"))
        assert self.GAME.show(state).blocks == {"board": ("......",) * 11 + ("...G..",), "next": ("BB",)}

    def test_of_a_pair_of_one_colour_each_outcome_comes_once(self) -> None:
        state = self.GAME.play(self.GAME.parse(self.START), Drop(3, "U"))
        assert len(self.GAME.moves(state)) == 11

    def test_what_cannot_be_reached_is_illegal(self) -> None:
        with pytest.raises(IllegalMove, match="drop 5 R"):
            self.GAME.play(self.GAME.parse(self.START), Drop(5, "R"))

    def test_without_a_known_pair_the_game_is_open_and_has_no_move(self) -> None:
        state = self.GAME.parse(Position({"board": self.START.board}))
        assert self.GAME.moves(state) == []
        assert self.GAME.outcome(state) is Outcome.OPEN
        plan = self.GAME.plan(state, Limit(nodes=1))
        assert plan.moves == ()
        assert plan.notes[0].startswith("No pair is known that could be placed")

    @pytest.mark.parametrize(
        ("rows", "words"),
        [
            ((*("......",) * 10, "R.....", "......"), "Cell 11,0 is empty below"),
            ((*("......",) * 11, "RRRR.."), "Cell 11,0 belongs to 4 that vanish"),
            (("......",) * 9, "12 to 13 rows; found 9"),
            ((*("......",) * 11, "R?...."), "Cell 11,1"),
        ],
    )
    def test_a_board_that_does_not_lie_still_is_refused_with_the_cell(self, rows: tuple[str, ...], words: str) -> None:
        with pytest.raises(BadPosition, match=words):
            self.GAME.parse(Position({"board": rows, "next": ("RG",)}))

    @pytest.mark.parametrize(
        ("name", "value"), [("rows", "99"), ("steering", "up"), ("swallows", "maybe"), ("death", "15")]
    )
    def test_a_house_rule_that_makes_no_sense_is_refused(self, name: str, value: str) -> None:
        with pytest.raises(BadRule):
            load_game("puyo", **{name: value})
