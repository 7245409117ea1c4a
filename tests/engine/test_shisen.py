"""Shisen-sho: the rules, drawn."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.api import BadPosition, BadRule, Limit, Outcome, load_game
from engine.games.shisen import GAME, House, State, rules
from engine.games.shisen.deal import LABELS, SIZES, Size, can_be_cleared, deal, shuffle
from engine.games.shisen.turning import WAYS
from engine.moves import IllegalMove, Pick, Tap
from engine.position import Position
from tests.naive import shisen as naive
from tests.sweep import sweep

CLOSED = {"rim": False}


def board(text: str) -> State:
    return State(tuple(text.split()))


@st.composite
def boards(draw: st.DrawFn) -> tuple[str, ...]:
    """Any board whose kinds come in pairs, up to 5 by 7, some cells empty."""
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 7))
    couples = draw(st.lists(st.sampled_from("ABCDEF"), max_size=height * width // 2))
    cells = [label for label in couples for _ in range(2)]
    cells += ["."] * (height * width - len(cells))
    cells = draw(st.permutations(cells))
    return tuple("".join(cells[row * width : (row + 1) * width]) for row in range(height))


GROUPS = st.sampled_from([(), ("AB",), ("AB", "CDE")])
houses = st.one_of(
    st.builds(GAME, rim=st.booleans(), gravity=st.booleans(), groups=GROUPS, first_four=st.booleans()),
    st.builds(GAME, rim=st.booleans(), gravity=st.sampled_from(WAYS), groups=GROUPS),
)


# --- lines -----------------------------------------------------------------------------------------------------

LINES = {
    "neighbours in a row": ("BAAB", True, True),
    "neighbours in a column": ("B A A B", True, True),
    "straight on": ("BBB A.A BBB", True, True),
    "one tile between": ("BBB ACA BBB", False, False),
    "one corner": ("BBBB A..B BB.B BBAB", True, True),
    "two corners": ("BBBBB BA..B BBB.B BBA.B BBBBB", True, True),
    "three corners": ("BBBBBB BA..BB BBB.BB BBB..B BBBBAB", False, False),
    "over the rim": ("ABA", True, False),
    "over the rim from within": ("B.B. BABA BBBB", True, False),
    "down both sides of the rim is too long": ("AB BA", False, False),
    "beside the rim": ("AB CB AB", True, False),
}


@pytest.mark.parametrize(("text", "with_rim", "without"), LINES.values(), ids=LINES)
def test_two_tiles_are_joined_by_at_most_three_pieces_of_line(text: str, with_rim: bool, without: bool) -> None:
    state = board(text)
    p, q = rules.tiles_by_kind(state, House())["A"]
    assert rules.joined(rules.table(state, House()), p, q) is with_rim
    assert rules.joined(rules.table(state, House(rim=False)), p, q) is without


@settings(deadline=None)
@given(boards(), st.booleans())
def test_lines_are_those_that_a_walk_finds(rows: tuple[str, ...], rim: bool) -> None:
    state = State(rows)
    on = rules.table(state, House(rim=rim))
    cells = naive.tiles(rows)
    for p in cells:
        for q in cells:
            if p != q:
                assert rules.joined(on, p, q) is naive.joined(rows, p, q, rim=rim)


def test_the_line_is_the_one_with_the_fewest_corners_then_the_shortest() -> None:
    game = GAME()
    assert game.trace(board("A..A"), Pick((0, 0), (0, 3))) == ((0, 0), (0, 3))
    assert game.trace(board("A.. ..A"), Pick((0, 0), (1, 2))) == ((0, 0), (0, 2), (1, 2))
    assert game.trace(board("ABA"), Pick((0, 0), (0, 2))) == ((0, 0), (-1, 0), (-1, 2), (0, 2))
    assert game.trace(board("ABBB ABBB"), Pick((1, 0), (0, 0))) == ((1, 0), (0, 0))


@settings(deadline=None)
@given(boards(), houses)
def test_a_line_runs_through_empty_cells_along_rows_and_columns(rows: tuple[str, ...], game: GAME) -> None:
    for pick in game.moves(State(rows)):
        line = game.trace(State(rows), pick)
        assert (line[0], line[-1]) == (pick.a, pick.b)
        assert 2 <= len(line) <= 4
        for a, b in pairwise(line):
            assert (a[0] == b[0]) != (a[1] == b[1])


# --- moves -----------------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(boards(), houses)
def test_moves_are_those_of_the_naive_twin(rows: tuple[str, ...], game: GAME) -> None:
    found = naive.pairs(rows, rim=game.rim, groups=game.groups)
    if game.first_four and naive.program_is_stuck(rows, rim=game.rim, groups=game.groups):
        found = []
    assert [(pick.a, pick.b) for pick in game.moves(State(rows))] == sorted(found)


@settings(deadline=None)
@given(boards(), houses)
def test_playing_is_that_of_the_naive_twin(rows: tuple[str, ...], game: GAME) -> None:
    for pick in game.moves(State(rows)):
        after = game.play(State(rows), pick)
        assert after.board == naive.without(rows, pick.a, pick.b, gravity=game.gravity)
        assert after == game.play(State(rows), Pick(pick.b, pick.a))


def test_without_gravity_a_taken_pair_leaves_holes() -> None:
    assert GAME().play(board("CDE AAB CDE"), Pick((1, 0), (1, 1))) == board("CDE ..B CDE")


def test_with_gravity_what_lies_above_falls() -> None:
    assert GAME(gravity=True).play(board("CDE AAB CDE"), Pick((1, 0), (1, 1))) == board("..E CDB CDE")


@pytest.mark.parametrize(
    ("way", "after"),
    [("down", "..E CDB CDE"), ("up", "CDE CDB ..E"), ("left", "CDE B.. CDE"), ("right", "CDE ..B CDE")],
)
def test_tiles_fall_to_any_side(way: str, after: str) -> None:
    assert GAME(gravity=way).play(board("CDE AAB CDE"), Pick((1, 0), (1, 1))) == board(after)


def test_with_gravity_two_tiles_of_one_column_let_the_rest_fall_by_two() -> None:
    assert GAME(gravity=True).play(board("CE DE AE AE BE"), Pick((2, 0), (3, 0))) == board(".E .E CE DE BE")


def test_a_group_fits_although_its_labels_differ() -> None:
    assert GAME().outcome(board("12 BB")) is Outcome.OPEN
    assert GAME().moves(board("12 34")) == []
    assert Pick((0, 0), (0, 1)) in GAME(groups=("1234",)).moves(board("12 34"))


def test_walls_stay_and_lines_go_around_them() -> None:
    game = GAME(walls="Q", rim=False)
    assert game.moves(board("A.A .Q.")) == [Pick((0, 0), (0, 2))]
    assert game.moves(board("AQA .Q. .Q.")) == []
    assert game.moves(board("AQA ...")) == [Pick((0, 0), (0, 2))]
    assert game.outcome(board("Q. .Q")) is Outcome.WON
    assert game.parse(Position.parse("AQA\nQQ.")) == board("AQA QQ.")
    with pytest.raises(IllegalMove, match="is a wall"):
        game.play(board("QQ AA"), Pick((0, 0), (0, 1)))


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ({"walls": "A", "groups": "AB"}, "a wall fits no tile"),
        ({"walls": "A", "gravity": "on"}, "gravity must be off"),
        ({"walls": "."}, "walls are labels"),
    ],
)
def test_walls_that_cannot_be_are_refused(rules: dict[str, str], says: str) -> None:
    with pytest.raises(BadRule, match=says):
        load_game("shisen", **rules)


BAD_PICKS = {
    "no tile": ("A.A", Pick((0, 0), (0, 1)), "no tile at 0,1"),
    "off the board": ("A.A", Pick((0, 0), (7, 1)), "1 rows"),
    "one tile twice": ("AAA", Pick((0, 0), (0, 0)), "two tiles"),
    "different tiles": ("AB", Pick((0, 0), (0, 1)), "'A' and 'B' do not fit"),
    "not joined": ("BBB ACA BBB", Pick((1, 0), (1, 2)), "no line"),
}


@pytest.mark.parametrize(("text", "pick", "says"), BAD_PICKS.values(), ids=BAD_PICKS)
def test_a_pair_that_cannot_be_taken_is_refused_with_the_reason(text: str, pick: Pick, says: str) -> None:
    with pytest.raises(IllegalMove, match=says):
        GAME(rim=False).play(board(text), pick)


def test_other_moves_than_picks_are_refused() -> None:
    with pytest.raises(IllegalMove, match="tap 0,0"):
        GAME().play(board("AA"), Tap((0, 0)))


# --- the end ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "outcome"), [("... ...", Outcome.WON), ("AA.", Outcome.OPEN), ("AB BA", Outcome.STUCK)]
)
def test_a_game_is_won_open_or_stuck(text: str, outcome: Outcome) -> None:
    assert GAME().outcome(board(text)) is outcome


def test_the_program_that_looks_at_four_tiles_of_a_label_stops_a_game_that_could_go_on() -> None:
    # Columns 1, 3, 5 and 7 hold the first four A, walled in; the fifth and sixth lie open at the right.
    rows = ("BCBCBCBCB..", "CACACACAC..", "DEDEDEDEDAA")
    assert naive.program_is_stuck(rows, rim=False) is True
    state = State(rows)
    assert GAME(rim=False).moves(state) == [Pick((2, 9), (2, 10))]
    stopped = GAME(rim=False, first_four=True)
    assert stopped.moves(state) == []
    assert stopped.outcome(state) is Outcome.STUCK
    assert stopped.plan(state, Limit()).reaches is Outcome.STUCK
    with pytest.raises(IllegalMove, match="stopped"):
        stopped.play(state, Pick((2, 9), (2, 10)))


# --- reading ---------------------------------------------------------------------------------------------------

BAD_BOARDS = {
    "unknown cell": ("A?\nAA", "Cell 0,1"),
    "ragged": ("AAB\nB.\nAA.", "Row 1 of the board has 2 cells; row 0 has 3"),
    "odd kind": ("ABA\nBA.", "kind 'A' is seen 3 times"),
    "two odd kinds": ("ABA\nBAB", "2 kinds are odd"),
    "another block": ("board:\nAA\nnext:\nRG", "not 'next'"),
    "no board": ("marked:\n0,0", "needs a block `board`"),
    "too wide": ("A" * 80, "at most 62x62"),
}


@pytest.mark.parametrize(("text", "says"), BAD_BOARDS.values(), ids=BAD_BOARDS)
def test_an_impossible_board_is_refused_with_the_place(text: str, says: str) -> None:
    with pytest.raises(BadPosition, match=says):
        GAME().parse(Position.parse(text))


def test_a_group_is_counted_as_a_whole() -> None:
    position = Position.parse("1.\n2.")
    assert GAME(groups=("12",)).parse(position) == board("1. 2.")
    with pytest.raises(BadPosition, match="'1' is seen 1 time;"):
        GAME().parse(position)
    with pytest.raises(BadPosition, match="group 123 is seen 3 times"):
        GAME(groups=("123",)).parse(Position.parse("12\n3."))


def test_marked_tiles_are_allowed_and_do_not_matter() -> None:
    assert GAME().parse(Position.parse("board:\nAA\nmarked:\n0,1")) == board("AA")


@settings(deadline=None)
@given(boards())
def test_show_undoes_parse(rows: tuple[str, ...]) -> None:
    game, position = GAME(), Position({"board": rows})
    assert game.show(game.parse(position)) == position
    assert game.parse(Position.parse(str(position))) == game.parse(position)


# --- house rules -----------------------------------------------------------------------------------------------


def test_house_rules_are_taken_as_text() -> None:
    game = load_game("shisen", rim="off", gravity="on", groups="ABCD, EFGH", first_four="false")
    assert game == GAME(rim=False, gravity=True, groups=("ABCD", "EFGH"))


@pytest.mark.parametrize(
    "wrong",
    [{"gravity": "maybe"}, {"groups": "AB,BC"}, {"sliding": True}, {"first_four": True, "gravity": "up"}],
    ids=["value", "group", "name", "both"],
)
def test_a_house_rule_that_makes_no_sense_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadRule):
        load_game("shisen", **wrong)


def test_one_look_cannot_tell_gravity() -> None:
    assert GAME(rim=False).variants() == tuple(GAME(rim=False, gravity=way) for way in ("down", "up", "left", "right"))
    assert GAME(gravity="left").variants() == tuple(GAME(gravity=way) for way in ("off", "down", "up", "right"))
    assert GAME(first_four=True).variants() == (GAME(first_four=True, gravity=True),)
    assert GAME(first_four=True, gravity=True).variants() == (GAME(first_four=True),)


# --- dealing ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "gravity"), sweep(SIZES[:4], ["off", *WAYS]), ids=str)
def test_a_deal_has_its_size_and_kinds_and_can_be_cleared(size: Size, gravity: str) -> None:
    house = GAME(gravity=gravity)
    state = deal(size.columns, size.rows, size.kinds, seed=4, house=house)
    assert state == deal(size.columns, size.rows, size.kinds, seed=4, house=house)
    assert [len(line) for line in state.board] == [size.columns] * size.rows
    assert len(set("".join(state.board))) == size.kinds
    assert house.parse(house.show(state)) == state
    assert can_be_cleared(state, house)


@pytest.mark.parametrize("gravity", [False, True])
def test_a_deal_of_which_hardly_any_can_be_cleared_is_laid_in_the_order_of_a_clearing(gravity: bool) -> None:
    house = House(gravity=gravity)
    state = deal(9, 6, 27, seed=2, house=house)
    assert can_be_cleared(state, house)


def test_a_shuffle_keeps_the_tiles_the_cells_and_a_way_out() -> None:
    state = board("AB..CD BA..DC EEFFGG FEGFGE ......")
    house = House(groups=("AB",))
    after = shuffle(state, house, seed=3)
    assert sorted("".join(after.board)) == sorted("".join(state.board))
    assert naive.tiles(after.board) == naive.tiles(state.board)
    assert after != state
    assert can_be_cleared(after, house)


@pytest.mark.parametrize(("columns", "rows", "kinds"), [(3, 3, 2), (4, 3, 7), (4, 3, 0), (70, 2, 4)])
def test_a_deal_that_cannot_come_out_even_is_refused(columns: int, rows: int, kinds: int) -> None:
    with pytest.raises(BadRule):
        deal(columns, rows, kinds, seed=1)


def test_labels_can_stand_in_a_position() -> None:
    assert len(set(LABELS)) == len(LABELS)
    assert not set(LABELS) & set(".?: ")
