"""Panel de Pon where a player gets his own garbage: single matches, and what wakes up."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from engine.games.paneldepon import words as k
from engine.games.paneldepon.alone import AGAIN, Alone
from engine.games.paneldepon.beam import Pace
from engine.games.paneldepon.linking import MOST_SWAPS
from engine.games.paneldepon.packing import Words
from engine.games.paneldepon.singles import COUNT, LINKS, SIZE, TOUCHES, WAKES, next_match
from engine.games.paneldepon.timing import COLUMNS, PRESETS, ROWS
from engine.games.paneldepon.tracker import Tracker
from engine.games.paneldepon.watching import Watcher
from engine.position import Position
from tests.naive import paneldepon as naive

PACE = Pace(7, 13)


def shown(board: str, scroll: float = 0.0, cursor: str = "3,2") -> Position:
    """A screen on which this is seen, with empty rows above it."""
    rows = board.split()
    rows = ["......"] * (ROWS - len(rows)) + rows
    return Position({"board": tuple(rows), "cursor": (cursor,), "scroll": (f"{scroll:.4f}",)})


def seen(*boards: str) -> Tracker:
    """What is known when these were seen one after the other, a fifth of a second each."""
    tracker = Tracker(PRESETS["hard"], shows_matches=False, wakes=True)
    for at, board in enumerate(boards):
        for look in range(12):
            tracker.see(shown(board), at / 5 + look / 60)
    return tracker


def best(cells: Words, pushes: int = 2, place: int = 3 * COLUMNS) -> tuple[Words, list[tuple[int, int]]]:
    """What is found, and the swaps to be made at once, as row from the bottom and left column."""
    swaps = np.zeros(MOST_SWAPS, dtype=np.int64)
    found = next_match(cells, place, PACE.array, pushes, swaps)
    return found, [divmod(int(one), COLUMNS) for one in swaps[: found[COUNT]]]


def random_boards(count: int) -> Iterator[tuple[str, ...]]:
    """Boards at rest without a match, from the top."""
    rng = random.Random(5)
    while count:
        heights = [rng.randrange(2, 6) for _ in range(COLUMNS)]
        rows = [[rng.choice("abcdef") if row < heights[x] else "." for x in range(COLUMNS)] for row in range(6)]
        board = tuple("".join(line) for line in rows[::-1])
        if naive.settle(board) == board:
            count -= 1
            yield board


def test_what_is_said_of_a_match_is_so() -> None:
    told = 0
    for board in random_boards(60):
        found, swaps = best(seen(" ".join(board)).cells, pushes=0)
        now = board
        for at, (row, column) in enumerate(swaps, 1):
            now = naive.swapped(now, (len(board) - row, column))
            assert bool(naive.rounds(now)) == (at == len(swaps))
        if swaps:
            told += 1
            first, *others = naive.rounds(now)
            assert (found[SIZE], found[LINKS]) == (first, len(others))
    assert told > 40


def test_where_one_swap_makes_a_match_one_is_found() -> None:
    for board in random_boards(60):
        makes = any(naive.rounds(naive.swapped(board, swap)) for swap in naive.swaps(board))
        assert best(seen(" ".join(board)).cells, pushes=1)[0][COUNT] or not makes


def test_a_match_that_links_is_left_for_one_that_takes_longer() -> None:
    """The a's are brought together by one swap, but then the d's fall upon each other."""
    linking = "d..... a..... babdde cafecf"
    found, swaps = best(seen(linking).cells)
    assert found[LINKS] == 0
    assert found[COUNT] == 0 or swaps[0] != (2, 0)


def test_panels_are_pushed_over_edges_and_into_holes() -> None:
    for board, place in (("====== aa.a.. bcdbef", (2, 2)), ("====== ..a... bcd.aa cdbfbe", (3, 2))):
        cells = seen(board).cells
        found, swaps = best(cells)
        assert (swaps, found[SIZE], found[TOUCHES]) == ([place], 3, COLUMNS)
        assert not best(cells, pushes=0)[0][COUNT]


def test_garbage_that_would_hang_is_of_one_piece_with_what_lies_beside_it() -> None:
    cells = seen("====== a..... babcde cafecf").cells
    garbage = [i for i in range(len(cells)) if cells[i] & k.GARBAGE]
    assert len(garbage) == COLUMNS
    for number, i in enumerate(garbage):
        cells[i] = (cells[i] & ~k.BRICK) | (1 + min(number, 1)) << k.NUMBER_AT
    found, _ = best(cells)
    assert found[TOUCHES] in (0, COLUMNS)
    assert found[COUNT]


def test_who_goes_round_in_circles_pushes_nothing_any_more() -> None:
    player, boards = Alone(PACE), [seen(f"====== {row} bcdbef") for row in ("aa.a..", "a.aa..")]
    places = [player.look(boards[turn % 2]).swap for turn in range(2 * AGAIN)]
    assert places[:2] == [2 * COLUMNS + 2, 2 * COLUMNS + 0]
    assert places[-2:] == [-1, -1]


def test_panels_are_saved_for_a_match_that_touches_the_garbage_on_them() -> None:
    ground = "cdbaef dceffd fbdbec eaecdb"
    assert Alone(PACE).look(seen(f"====== .a.... {ground}")).swap < 0
    assert Alone(PACE).look(seen(f".a.... {ground}")).swap >= 0
    assert Alone(PACE).look(seen(f"====== .a.... cfdabe {ground}")).swap >= 0


def test_panels_out_of_garbage_stay_where_they_are_until_the_last_one_has_come() -> None:
    """They match nothing meanwhile, and fall only then."""
    ground = "b..... baaccd abccdd"
    woken = ["======", "b=====", "bb====", "bbb===", "bbbc==", "bbbcd=", "bbbcda"]
    tracker = seen(*(f"{row} {ground}" for row in woken))
    row = tracker.cells[4 * COLUMNS : 5 * COLUMNS]
    assert (row & k.HELD != 0).all()
    assert not (row & k.PHASE).any()
    for look in range(90):
        tracker.see(shown(f"bbbcda {ground}"), len(woken) / 5 + look / 60)
    assert not (tracker.cells[4 * COLUMNS] & k.HELD)


def test_what_wakes_up_and_would_match_is_told() -> None:
    ground = "bcadef bdaecf cafbde"
    for rows, wakes in (("====== c===== ca==== cae=== caeb== caebd= caebdc", 0), ("====== b===== ba==== bae===", 1)):
        found, _ = best(seen(*(f"{row} {ground}" for row in rows.split())).cells, pushes=0)
        assert (found[SIZE], found[WAKES]) == (3, wakes)


def test_what_clears_keeps_its_colour_when_it_cannot_be_told_any_more() -> None:
    tracker = seen("aaabcd bcdbcd")
    colour = int(tracker.cells[2 * COLUMNS] & k.COLOUR)
    for look in range(30):
        tracker.see(shown("???bcd bcdbcd"), (12 + look) / 60)
    assert (tracker.cells[2 * COLUMNS : 2 * COLUMNS + 3] & k.COLOUR).tolist() == [colour] * 3


def test_swaps_that_hands_did_not_get_to_are_asked_for_again_soon() -> None:
    """On one picture hands press a few keys only; the rest need not wait until all should have been done."""
    player = Watcher(PRESETS["hard"], PACE, lifts=False, own_garbage=True)
    above, below, row = ".b...f bf...e adc..b", "abfecc", "dfdbaf"
    asked: list[tuple[int, int]] = []
    for look in range(60):
        moves = player.decide(shown(f"{above} {row} {below}", 0.001 * look, cursor="9,2"), look / 60)
        if moves:
            asked.append((look, len(moves)))
            row = "dfdabf"  # only the first one was made
    assert [count for _, count in asked[:2]] == [4, 3]
    assert asked[1][0] - asked[0][0] < 25
