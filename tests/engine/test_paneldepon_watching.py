"""Panel de Pon played from what a screen shows: what moves is worked out, moves are asked for one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import numpy as np
import pytest

from engine.api import BadRule, load_game
from engine.games.paneldepon import PanelDePon, linking
from engine.games.paneldepon import words as k
from engine.games.paneldepon.beam import Pace
from engine.games.paneldepon.kernels import can_swap, run
from engine.games.paneldepon.levelling import level
from engine.games.paneldepon.planner import Depth, Planner
from engine.games.paneldepon.player import ChainPlayer
from engine.games.paneldepon.reckoning import WALL
from engine.games.paneldepon.running import LABELS, Keys, Running
from engine.games.paneldepon.stack import Event
from engine.games.paneldepon.timing import COLUMNS, PRESETS
from engine.games.paneldepon.tracker import Tracker
from engine.games.paneldepon.watching import IN_VAIN, Watcher
from engine.moves import Move, Raise, Swap
from engine.player import Player, RealTime
from engine.position import BadPosition, Position

GREYS = np.full((1, 6), k.GREY, dtype=np.int64)
SHALLOW = Depth(boards=4, hurried=2, width=3, wide=6)


def shown(board: str, scroll: float = 0.0, cursor: str = "3,2") -> Position:
    """A screen on which this is seen."""
    return Position({"board": tuple(board.split()), "cursor": (cursor,), "scroll": (f"{scroll:.4f}",)})


def rest(tracker: Tracker) -> list[str]:
    """The board when all that clears is gone, from the top, without empty rows; colours a, b, c as they came."""
    rows = linking.at_rest(tracker.cells)[6:].reshape(-1, 6)
    return ["".join("." if not n else LABELS[n - 1] for n in row) for row in rows[::-1] if row.any()]


def drive(game: Running, player: Player, frames: int, lag: int = 2) -> Iterator[tuple[Move | None, list[Event]]]:
    """Let a player play a game that it sees on a screen, some frames late, through hands of the usual pace."""
    seen = [game.position()] * (lag + 1)

    def let_pass(keys: Keys = Keys()) -> list[Event]:  # noqa: B008
        events = [one for one in game.step(keys) if isinstance(one, Event)]
        seen.append(game.position())
        seen.pop(0)
        return events

    while game.frame < frames and not game.over:
        events: list[Event] = []
        moves = player.decide(seen[0], (game.frame - lag) / 60)
        for move in moves:
            if isinstance(move, Raise):
                events += let_pass(Keys(lift=True))
            elif isinstance(move, Swap):
                row, column = 12 - move.cell[0], move.cell[1]
                while game.cursor != (row, column):
                    at_row, at_column = game.cursor
                    step = ("up" if at_row < row else "down") if at_row != row else "right"
                    events += let_pass(Keys("left" if at_row == row and at_column > column else step)) + let_pass()
                events += let_pass(Keys(swap=True)) + let_pass()
        yield (moves[0] if moves else None), events + let_pass() + let_pass() + let_pass()


def test_the_board_that_will_be_is_told_right_whatever_moves() -> None:
    game, player = Running.start(1, preset="hard"), ChainPlayer(depth=SHALLOW)
    tracker = Tracker(PRESETS["hard"])
    chains = np.zeros(2, dtype=int)
    for _ in range(1200):
        game.step(player.decide(game))
        if game.frame % 3 == 0:
            tracker.see(game.position(), game.frame / 60)
            numbers = np.zeros(10, dtype=np.int64)
            for n, word in zip(linking.at_rest(tracker.cells), linking.at_rest(game.cells), strict=True):
                numbers[n] = numbers[n] or word
                assert numbers[n] == word
            chains += (1, abs(tracker.meta[k.CHAIN] - game.meta[k.CHAIN]) <= 1)
    assert game.score > 500
    assert chains[1] / chains[0] > 0.9


def test_panels_above_a_match_fall_when_it_is_gone_and_match_as_a_chain() -> None:
    tracker = Tracker(PRESETS["hard"])
    for time, board, event in (
        (0.0, "...b.. AAAc.. bbacc.", 3),
        (0.8, "...b.. AAAc.. bbacc.", 0),
        (1.2, "...b.. ...c.. bbacc.", 0),
        (1.3, "...... ...b.. bbacc.", 0),
    ):
        tracker.see(shown(board), time)
        assert tracker.meta[k.EVENT_SIZE] == event, time
    tracker = Tracker(PRESETS["hard"])
    tracker.see(shown("b..... AAA... cbbacc"), 0.0)
    tracker.see(shown("b..... ...... cbbacc"), 1.05)
    tracker.see(shown("...... b..... cbbacc"), 1.15)
    tracker.see(shown("...... B..... BBBacc"), 1.2)
    assert tracker.meta[k.EVENT_CHAIN] == 2


def test_a_match_that_has_popped_still_carries_what_lies_above() -> None:
    tracker = Tracker(PRESETS["hard"])
    tracker.see(shown("b..... CCC... abb..."), 0.0)
    tracker.see(shown("b..... .C.... abb..."), 0.75)
    assert tracker.cells[18] & k.PHASE == 0
    assert rest(tracker) == ["b.....", "abb..."]


def test_a_row_that_came_up_is_noticed_and_the_cursor_is_where_it_is_seen() -> None:
    tracker = Tracker(PRESETS["hard"])
    tracker.see(shown("...... ab.... cdeabc", 0.9), 0.0)
    tracker.see(shown("ab.... cdeabc fgfgfg", 0.1, "1,4"), 0.1)
    assert tracker.meta[k.FED] == 1
    assert tracker.cursor == (2, 4)
    tracker.see(shown("ab.... cdeabc fgfgfg", 0.2), 5.1)
    tracker.see(shown("ab.... cdeabc fgfgfg", 0.6), 25.1)
    assert tracker.row_frames == 3000


def test_what_cannot_be_told_is_a_wall_and_garbage_is_garbage() -> None:
    tracker = Tracker(PRESETS["hard"])
    tracker.see(shown("===... a?b... cdeabc"), 0.0)
    assert tracker.cells[13] == WALL
    assert tracker.cells[18] & k.GARBAGE
    assert not (tracker.cells[12] | tracker.cells[14]) & k.GARBAGE


def test_garbage_over_a_hole_is_one_piece_that_lies_still() -> None:
    tracker = Tracker(PRESETS["hard"])
    tracker.see(shown("====.. b..... ab...."), 0.0)
    assert tracker.meta[k.ACTIVE] == 0
    cells = tracker.cells.copy()
    run(cells, tracker.meta, tracker.times, GREYS, GREYS, np.full((200, 2), (-1, 0)))
    assert ((cells & k.GARBAGE) == (tracker.cells & k.GARBAGE)).all()


def test_the_swaps_of_a_match_are_asked_for_in_one_go_and_again_as_far_as_they_are_not_seen() -> None:
    player = Watcher(PRESETS["hard"], Pace(1, 5))
    player.tracker.see(shown("...... ...... abcaab"), 0.0)
    asked = player.ask((7, 6), 3)
    assert [str(move) for move in asked.moves] == ["swap 2,1", "swap 2,0"]
    assert asked.touched == (7, 8, 6)
    assert asked.looks == ((2, 3, 1), (3, 2, 1), (1, 2, 3))


def test_what_is_covered_for_a_while_is_what_it_was_but_is_not_touched() -> None:
    tracker = Tracker(PRESETS["hard"])
    tracker.see(shown("...... ab.... cdeabc"), 0.0)
    tracker.see(shown("?..... a?.... cdeabc"), 0.5)
    assert rest(tracker) == ["de....", "abcdea"]
    assert not can_swap(tracker.cells, tracker.meta, 12)
    assert can_swap(tracker.cells, tracker.meta, 6)
    tracker.see(shown("?..... a?.... cdeabc"), 2.5)
    assert tracker.cells[13] == WALL


def test_a_panel_that_nobody_knows_does_not_keep_others_from_being_matched() -> None:
    player = Watcher(PRESETS["hard"], Pace(2, 5), lifts=False)
    looks = [player.decide(shown("abacdd b?dcca adbadb", 0.001 * look), look / 20) for look in range(120)]
    asked = [move for moves in looks[60:] for move in moves]
    assert asked
    assert all(isinstance(move, Swap) and move.cell not in ((1, 0), (1, 1)) for move in asked)


@pytest.mark.parametrize("board", ["ab. cde", "abcdefg"])
def test_a_board_of_another_width_is_refused(board: str) -> None:
    with pytest.raises(BadPosition, match="rows of 6 cells"):
        Tracker(PRESETS["hard"]).see(Position({"board": tuple(board.split())}), 0.0)


def test_chains_are_built_on_a_screen_that_is_seen_late() -> None:
    game = Running.start(1, preset="hard")
    rules = load_game("paneldepon", preset="hard")
    assert isinstance(rules, RealTime)
    best = 0
    for _, events in drive(game, rules.player(step_ms=34, swap_ms=84), 2400):
        best = max([best, *(event.chain for event in events)])
    assert best >= 5
    assert not game.topped_out


def test_chains_are_thought_of_no_longer_than_the_house_rules_call_enough() -> None:
    rules = load_game("paneldepon", preset="hard", enough=3)
    assert isinstance(rules, PanelDePon)
    player = rules.player(step_ms=34, swap_ms=84)
    assert isinstance(player, Watcher)
    longest = 0
    for _ in drive(Running.start(1, preset="hard"), player, 1200):
        assert isinstance(player._planner, Planner)
        longest = max([longest, *(link.number for link in player._planner.plan)])
    assert longest == 3
    with pytest.raises(BadRule, match="enough"):
        load_game("paneldepon", enough=0)


def test_a_swap_that_is_not_seen_done_is_asked_for_again_but_not_at_once() -> None:
    game = Running.start(2, preset="hard")
    rules = load_game("paneldepon", preset="hard")
    assert isinstance(rules, RealTime)
    player = rules.player(step_ms=34, swap_ms=84)
    asked = {n: player.decide(game.position(), n / 60) for n in range(0, 120, 2)}
    times = [n for n, moves in asked.items() if moves]
    assert len({str(asked[n]) for n in times[:IN_VAIN]}) == 1
    assert len(times) >= 2
    assert np.diff(times).min() >= 15


def test_a_swap_that_never_shows_an_effect_is_let_be_for_others() -> None:
    """Programs do not take panels that they let hang, or that they think still fall."""
    game = Running.start(2, preset="hard")
    rules = load_game("paneldepon", preset="hard", lifting=False)
    assert isinstance(rules, RealTime)
    player = rules.player(step_ms=34, swap_ms=84)
    asked = [moves[0] for n in range(0, 900, 2) if (moves := player.decide(game.position(), n / 60))]
    runs = [(move, len(list(run))) for move, run in groupby(map(str, asked))]
    assert max(count for _, count in runs) <= IN_VAIN
    assert len({move for move, _ in runs}) >= 3


def test_what_a_screen_cannot_tell_is_not_swapped() -> None:
    game = Running.start(4, preset="hard")
    rules = load_game("paneldepon", preset="hard")
    assert isinstance(rules, RealTime)
    player = rules.player(step_ms=0, swap_ms=84)
    board = list(game.position().board)
    board[10] = "".join("?" if label != "." else "." for label in board[10])
    hidden = Position({**game.position().blocks, "board": tuple(board)})
    for n in range(0, 200, 4):
        for move in player.decide(hidden, n / 60):
            assert not isinstance(move, Swap) or move.cell[0] != 10


@pytest.mark.parametrize("lifting", [True, False])
def test_the_stack_is_raised_only_where_the_house_rules_say_so(lifting: bool) -> None:
    game = load_game("paneldepon", lifting=lifting)
    assert isinstance(game, RealTime)
    player, low = game.player(step_ms=30, swap_ms=80), shown("abcabc")
    asked = [move for frame in range(0, 300, 5) for move in player.decide(low, frame / 60)]
    assert any(isinstance(move, Raise) for move in asked) == lifting


def test_three_in_a_line_are_taken_to_clear_where_the_screen_does_not_show_it() -> None:
    game = load_game("paneldepon", physics="settled", fall_ms=60, clear_ms=1800, shows_matches=False)
    assert isinstance(game, PanelDePon)
    tracker = Tracker(game.times, shows_matches=game.shows_matches)
    tracker.see(shown("d..... c...b. ba.aa. abcdab"), 0.0)
    assert rest(tracker) == ["d.....", "c...b.", "ba.aa.", "abcdab"]
    tracker.see(shown("d..... c...b. b.aaa. abcdab"), 0.5)
    assert rest(tracker) == ["d.....", "c.....", "b...b.", "abcdab"]
    tracker.see(shown("d..... c...b. b.?aa. abcdab"), 1.5)
    assert rest(tracker) == ["d.....", "c.....", "b...b.", "abcdab"], "what has begun to shrink goes on clearing"
    tracker.see(shown("d..... c...b. b..... abcdab"), 2.4)
    assert not tracker.meta[k.PRE_STOP]


def test_a_line_that_is_still_falling_is_no_match() -> None:
    tracker = Tracker(PRESETS["hard"], shows_matches=False)
    tracker.see(shown("aaa... ...... bcdbcd"), 0.0)
    assert not tracker.meta[k.PRE_STOP]


@pytest.mark.parametrize("own_garbage", [True, False])
def test_matches_are_made_one_by_one_where_chains_bring_garbage_upon_oneself(own_garbage: bool) -> None:
    game = Running.start(7, preset="hard")
    player = Watcher(PRESETS["hard"], Pace(2, 5), lifts=False, own_garbage=own_garbage)
    links = [one.chain for _, events in drive(game, player, 1500) for one in events]
    assert len(links) >= 5
    assert (max(links) >= 4) != own_garbage


def first_swap(board: str, pace: Pace) -> Swap:
    """What is swapped first where chains bring garbage upon oneself."""
    player = Watcher(PRESETS["hard"], pace, lifts=False, own_garbage=True)
    moves = (player.decide(shown(board, 0.001 * look), look / 20) for look in range(20))
    return next(swap for looked in moves for swap in looked if isinstance(swap, Swap))


def test_panels_are_not_pushed_over_an_edge_on_which_others_lie() -> None:
    """Those that lie on garbage would change their places with them, and back, for ever."""
    edge = 4 * COLUMNS + 4
    for top, place in ((".....b", edge), ("....ab", -1)):
        tracker = Tracker(PRESETS["hard"])
        tracker.see(shown(f"{top} ..===c cefcad acceeb"), 0.0)
        assert level(tracker.cells, tracker.meta, COLUMNS) == place


def test_a_panel_is_not_pushed_to_and_fro_while_nothing_comes_up() -> None:
    player = Watcher(PRESETS["hard"], Pace(2, 5), lifts=False)
    rows, asked = ["......", "dd..e.", "ccfaad"], list[str]()
    for look in range(300):
        for move in player.decide(shown(" ".join(rows), 0.001 * look), look / 20):
            assert isinstance(move, Swap)
            (row, column), asked = move.cell, [*asked, str(move)]
            line = rows[row]
            rows[row] = line[:column] + line[column + 1] + line[column] + line[column + 2 :]
    assert len(asked) < 12, asked


def test_garbage_on_a_tower_is_lowered_unless_a_match_touches_it() -> None:
    ground = "aabaec cdecdf dcfdeb"
    assert first_swap(f"====== b..... a..... f..... {ground}", Pace(7, 13)) == Swap((1, 0))
    assert first_swap(f"====== {ground}", Pace(7, 13)) == Swap((1, 2))


def test_slow_hands_begin_matches_that_take_them_long() -> None:
    assert first_swap("abcdef bcgdha efaghe", Pace(7, 13)) == Swap((1, 4))


def test_the_stack_is_raised_less_once_garbage_has_come() -> None:
    def highest(board: str) -> int:
        player = Watcher(PRESETS["hard"], Pace(2, 5), reserve=4)
        player.decide(shown(board), 0.0)
        tall = 0
        for height in (7, 8, 9):
            rows = ["abcabc", "bcabca", "cabcab"] * 4
            for frame in range(0, 90, 5):
                seen = shown(" ".join(rows[:height]), 0.1 + 0.001 * frame)
                if any(isinstance(move, Raise) for move in player.decide(seen, height * 2 + frame / 60)):
                    tall = height
        return tall

    assert highest("abcabc bcabca") == 9
    assert highest("====== abcabc bcabca") == 12 - 4 - 1
    assert [PanelDePon(physics=physics).free_rows for physics in ("frames", "settled")] == [0, 4]
    assert PanelDePon(reserve=2).free_rows == 2
