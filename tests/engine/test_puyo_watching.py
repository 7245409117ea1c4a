"""Who watches a running game of Puyo Puyo: drawn looks, one after the other, and the placements that are asked for."""

from __future__ import annotations

import pytest

from engine.games.puyo import Puyo
from engine.games.puyo.notation import State
from engine.games.puyo.watching import STRANGE, Watcher
from engine.moves import Drop, Move
from engine.position import BadPosition, Position

HOUSE = Puyo(columns=4, rows=6, counted=6, visible=6, death=6, spawn=1, swallows=False)


class Scripted:
    """Thinks of given columns, one after the other, and notes what it was asked about."""

    def __init__(self, *columns: int) -> None:
        self.columns, self.asked = list(columns), list[State]()

    def __call__(self, state: State) -> Drop | None:
        """The next column, its child above."""
        self.asked.append(state)
        return Drop(self.columns.pop(0), "U") if self.columns else None


class Screen:
    """Looks at drawn boards, twenty milliseconds apart; the first look only loads what thinking needs."""

    def __init__(self, *columns: int) -> None:
        self.thinks = Scripted(0, *columns)
        self.watcher = Watcher(HOUSE, self.thinks)
        self.time = 0.0

    def look(self, board: str, coming: str, *, current: str = "", falling: str = "", over: str = "") -> list[Move]:
        """What is asked for at a look."""
        rows = board.split()
        blocks = {"board": ("....",) * (6 - len(rows)) + tuple(rows)}
        blocks |= {"next": (coming,)} if coming else {}
        more = {"current": current, "falling": falling, "waiting": over}
        blocks |= {name: (line,) for name, line in more.items() if line}
        self.time += 0.02
        return list(self.watcher.decide(Position(blocks), self.time))

    def first(self, pair: str, coming: str, column: int) -> None:
        """A first pair is told and dropped."""
        assert self.look("....", coming, current=pair, falling="0,1") == []
        assert self.look("....", coming, current=pair, falling="0,1") == []
        assert self.look("....", coming, current=pair, falling="0,1") == [Drop(column, "U")]


def test_a_first_pair_is_told_as_it_falls() -> None:
    screen = Screen(3)
    screen.first("RG", "YB", 3)
    assert screen.thinks.asked[-1].pairs == ("RG", "YB")


def test_a_pair_is_placed_when_another_is_announced_and_it_hangs_at_the_top() -> None:
    screen = Screen(3, 0)
    screen.first("RG", "YB", 3)
    assert screen.look("...G ...R", "RR") == []
    assert screen.look("...G ...R", "RR") == []
    assert screen.look("...G ...R", "RR", over=".?..") == [Drop(0, "U")]
    asked = screen.thinks.asked[-1]
    assert (asked.field, asked.pairs) == (("", "", "", "RG"), ("YB", "RR"))


def test_what_cannot_be_read_yet_is_what_the_rules_say() -> None:
    screen = Screen(3, 0)
    screen.first("RG", "YB", 3)
    screen.look("...? ...?", "RR")
    screen.look("...? ...?", "RR")
    assert screen.look("...? ...?", "RR", over=".Y..") == [Drop(0, "U")]
    assert screen.thinks.asked[-1].field == ("", "", "", "RG")
    assert screen.watcher.surprises == 0


@pytest.mark.parametrize(
    ("seen", "field", "surprises"),
    [("...G .#.R", ("", "#", "", "RG"), 0), ("..G. ..R.", ("", "", "RG", ""), 1)],
    ids=["garbage that came is no surprise", "a pair that went astray is one, and is taken as it lies"],
)
def test_what_is_not_as_it_was_foreseen(seen: str, field: tuple[str, ...], surprises: int) -> None:
    screen = Screen(3, 0)
    screen.first("RG", "YB", 3)
    for over in ("....", "....", ".?..", ".?.."):
        moves = screen.look(seen, "RR", over=over)
    assert moves == [Drop(0, "U")]
    assert screen.thinks.asked[-1].field == field
    assert screen.watcher.surprises == surprises


def test_what_an_unknown_first_pair_left_is_not_taken_for_the_next_pair_of_its_colours() -> None:
    screen = Screen(3, 0)
    while not (moves := screen.look("....", "RG", falling="0,1")):
        assert screen.time < 2 * STRANGE
    assert moves == [Drop(HOUSE.spawn, "U")]
    for falling in ("", "", "0,1", "0,1"):
        moves = screen.look(".R.. .G..", "YB", falling=falling) or moves
    assert moves == [Drop(3, "U")]
    assert screen.thinks.asked[-1].field == ("", "GR", "", "")
    assert screen.watcher.surprises == 0


def test_the_same_pair_announced_again_is_told_by_its_appearing() -> None:
    screen = Screen(3, 0)
    screen.first("RG", "YB", 3)
    for _ in range(8):
        assert screen.look("...G ...R", "YB") == []
    assert screen.look("...G ...R", "YB", falling="0,1") == [Drop(0, "U")]
    assert screen.thinks.asked[-1].pairs == ("YB", "YB")


def test_a_pair_that_still_hangs_there_is_asked_for_once_more() -> None:
    screen = Screen(3)
    screen.first("RG", "YB", 3)
    moves = [screen.look("....", "YB", current="RG", falling="1,1") for _ in range(12)]
    assert moves.count([Drop(3, "U")]) == 1


def test_garbage_that_waits_is_told_to_who_thinks() -> None:
    screen = Screen(3, 0)
    screen.first("RG", "YB", 3)
    for over in ("##..", "##..", "#?.#"):
        moves = screen.look("...G ...R", "RR", over=over)
    assert moves == [Drop(0, "U")]
    assert dict(screen.thinks.asked[-1].beside) == {"pending": ("2",)}


def test_what_is_seen_of_the_opponent_is_told_to_who_thinks() -> None:
    screen = Screen(3, 0)
    screen.first("RG", "YB", 3)
    beside = {"board2": ("....",) * 5 + ("RRG.",), "next2": ("RB",), "pending": ("12",)}
    for falling in ("", "", "1,1"):
        blocks = {"board": ("....",) * 4 + ("...G", "...R"), "next": ("RR",), "waiting": ("??..",), **beside}
        blocks |= {"falling": (falling,)} if falling else {}
        screen.time += 0.02
        moves = screen.watcher.decide(Position(blocks), screen.time)
        assert bool(moves) == bool(falling), "where much waits, only what falls tells a pair"
    assert dict(screen.thinks.asked[-1].beside) == beside


def test_a_look_at_something_else_is_refused() -> None:
    with pytest.raises(BadPosition, match="6 rows of 4 cells"):
        Screen().watcher.decide(Position({"board": ("...",)}), 0.0)


def test_where_nothing_is_announced_pairs_are_told_as_they_hang_at_the_top() -> None:
    screen = Screen()
    screen.thinks.columns = [3, 0, 2]
    assert screen.look("....", "", current="RG", falling="0,1") == []
    assert screen.look("....", "", current="RG", falling="0,1") == [Drop(3, "U")]
    assert screen.thinks.asked[-1].pairs == ("RG",)
    assert screen.look("....", "", current="RG", falling="1,1") == []
    assert screen.look("...G ...R", "") == []
    # Another pair of other colours is there at once; one of the same only when what was asked for has landed.
    assert screen.look("...G ...R", "", current="YB", falling="0,1") == []
    assert screen.look("...G ...R", "", current="YB", falling="0,1") == [Drop(0, "U")]
    assert screen.look("...G ...R", "", current="YB", falling="0,1") == []
    for _ in range(6):
        assert screen.look("B..G Y..R", "") == []
    assert screen.look("B..G Y..R", "", current="YB", falling="0,1") == []
    assert screen.look("B..G Y..R", "", current="YB", falling="0,1") == [Drop(2, "U")]
    assert screen.thinks.asked[-1].field == ("YB", "", "", "RG")


def test_and_one_that_the_hand_did_not_take_is_asked_for_again() -> None:
    screen = Screen()
    screen.thinks.columns = [3]
    asked = [screen.look("....", "", current="RG", falling="0,1") for _ in range(16)]
    assert [moves for moves in asked if moves] == [[Drop(3, "U")]] * 2


def test_and_one_that_was_turned_round_where_it_appeared_is_not_turned_again() -> None:
    screen = Screen()
    screen.watcher = Watcher(HOUSE, lambda _: Drop(1, "D"))
    asked = [screen.look("....", "", current=pair, falling="0,1") for pair in ["RG"] * 3 + ["GR"] * 12]
    assert [moves for moves in asked if moves] == [[Drop(1, "D")], [Drop(1, "U")]]


def test_unknown_pairs_that_nothing_announces_do_not_pile_up_in_the_door() -> None:
    screen = Screen()
    screen.thinks.columns = [2]

    def hanging(board: str, current: str = "") -> list[Move]:
        """What is asked for while a pair hangs for two seconds."""
        rows = board.split()
        blocks = {"board": ("....",) * (6 - len(rows)) + tuple(rows), "falling": ("0,1", "1,1")}
        blocks |= {"current": (current,)} if current else {}
        asked: list[Move] = []
        for _ in range(100):
            screen.time += 0.02
            asked += screen.watcher.decide(Position(blocks), screen.time)
        return asked

    assert hanging("....")[0] == Drop(3, "U")
    assert set(hanging("....")) == {Drop(3, "U")}, "it is the same pair, which the hand has not moved yet"
    assert screen.look("...? ...?", "") == []
    assert set(hanging("...Y ...R")) == {Drop(0, "U")}
    assert screen.look("?..Y ?..R", "") == []
    assert hanging("B..Y B..R", "RY")[0] == Drop(2, "U"), "one that is told is thought about"


def test_unknown_pairs_that_stay_unknown_where_they_lie_do_not_pile_up_in_one_column() -> None:
    screen = Screen()

    def hanging(board: str) -> set[Move]:
        """What is asked for while a pair hangs for two seconds."""
        rows = board.split()
        blocks = {"board": ("....",) * (6 - len(rows)) + tuple(rows), "falling": ("0,1", "1,1")}
        asked: list[Move] = []
        for _ in range(100):
            screen.time += 0.02
            asked += screen.watcher.decide(Position(blocks), screen.time)
        return set(asked)

    assert hanging("....") == {Drop(3, "U")}
    assert screen.look("...? ...?", "") == []
    assert hanging("...? ...?") == {Drop(0, "U")}
    assert screen.look("?..? ?..?", "") == []
    assert hanging("?..? ?..?") == {Drop(2, "U")}


def test_an_unknown_pair_that_appears_as_soon_as_one_lies_is_another_one() -> None:
    screen = Screen()

    def falling(board: str, top: int, column: int) -> list[Move]:
        """What is asked for while a pair is seen there for two seconds."""
        rows = board.split()
        blocks = {
            "board": ("....",) * (6 - len(rows)) + tuple(rows),
            "falling": (f"{top},{column}", f"{top + 1},{column}"),
        }
        asked: list[Move] = []
        for _ in range(100):
            screen.time += 0.02
            asked += screen.watcher.decide(Position(blocks), screen.time)
        return asked

    assert set(falling("....", 0, 1)) == {Drop(3, "U")}
    assert set(falling("....", 3, 3)) == {Drop(3, "U")}, "it has not landed"
    assert set(falling("...Y ...R", 0, 1)) == {Drop(0, "U")}


def test_a_known_pair_between_two_rows_is_no_unknown_one() -> None:
    screen = Screen()
    screen.thinks.columns = [3]
    falling = ("0,1", "1,1", "2,1")
    for look in range(150):
        screen.time += 0.02
        told = {"current": ("RG",), "falling": falling[:2]} if look % 60 == 59 else {"falling": falling}
        asked = screen.watcher.decide(Position({"board": ("....",) * 6, **told}), screen.time)
        assert asked in ((), (Drop(3, "U"),))


def test_a_pair_that_was_brought_down_with_the_last_one_is_seen_below_the_top() -> None:
    screen = Screen(3)
    first = [screen.look("....", "", current="RG", falling="0,1") for _ in range(3)]
    assert [Drop(0, "U")] in first
    then = [screen.look("G... R...", "", current="YB", falling="2,1") for _ in range(12)]
    assert then.count([Drop(3, "U")]) == 1
