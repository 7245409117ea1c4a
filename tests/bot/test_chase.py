"""Playing a running game: what is asked for is done at once, and nothing while keys are on their way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.action import Action, Key
from bot.actuate.gate import GateRules
from bot.chase import ALIVE, BRIEFLY, LONGER, STOPS, WARM, Chaser, chaser
from bot.control.drag_cells import DragCells
from bot.control.walk_cursor import WalkCursor
from bot.errors import UsageError
from bot.grid import Grid
from bot.layout import Hands
from bot.manners import Manners
from bot.reading import Reading, Sight
from bot.step import Act, Ending, Step, Stop
from engine.api import load_game
from engine.moves import Move, Raise, Swap
from engine.position import Position

KEYS = {"up": "w", "down": "s", "left": "a", "right": "d", "swap": "space", "raise": "r"}
HANDS = Hands(control="walk-cursor", hold=0.01, gap=0.02, keys=KEYS)
BOARD = ("......", "......", "ab.ab.", "ba.bab")
MANNERS = Manners(patience=2.0)


class Script:
    """A player that says what it was told to say, look after look: a move, or several to be made in one go."""

    def __init__(self, *moves: Move | Sequence[Move] | None) -> None:
        self.moves = list(moves)
        self.asked = 0

    def decide(self, seen: Position, time: float) -> Sequence[Move]:
        move = self.moves[self.asked] if self.asked < len(self.moves) else None
        self.asked += 1
        return () if move is None else tuple(move) if isinstance(move, Sequence) else (move,)


class Stack(Script):
    """Of a game whose board is never empty."""

    least_pieces = 3


class Insists(Script):
    """Asks for every move but the first because its hand did not bring about the last one."""

    surprises = repeats = 0

    def decide(self, seen: Position, time: float) -> Sequence[Move]:
        moves = super().decide(seen, time)
        self.repeats += bool(moves) and self.asked > WARM + 1
        return moves


def seen(time: float, cursor: str = "", scroll: float = 0.0, board: Sequence[str] = BOARD) -> Reading:
    blocks = {"board": tuple(board), "scroll": (f"{scroll:.3f}",)} | ({"cursor": (cursor,)} if cursor else {})
    return Reading(time, Sight.DOUBT, (200, 200), Position(blocks), Grid(10, 20, 30, 30, len(board), 6))


def ready(*moves: Move | Sequence[Move] | None, kind: type[Script] = Script, cursor: str = "3,0") -> Chaser:
    """A chaser that has seen the board, and the cursor if there is one, and may play."""
    made = Chaser(load_game("paneldepon"), kind(*[None] * WARM, *moves), WalkCursor(KEYS, 0.01), MANNERS)
    for _ in range(WARM):
        made.tick(seen(0.0, cursor))
    assert made.plan is not None
    return made


def pressed(step: Step) -> str:
    """The keys of a step; empty where it only looks on."""
    actions: Sequence[Action] = step.actions if isinstance(step, Act) else ()
    return "".join({"space": "!"}.get(one.name, one.name) for one in actions if isinstance(one, Key))


def test_the_first_looks_only_find_the_board() -> None:
    player = Script(*[Swap((3, 0))] * WARM)
    made = Chaser(load_game("paneldepon"), player, WalkCursor(KEYS), MANNERS)
    assert [pressed(made.tick(seen(0.1 * n, "3,0"))) for n in range(WARM)] == [""] * WARM


def test_a_swap_is_walked_to_and_pressed_in_one_go() -> None:
    made = ready(Swap((2, 2)))
    assert pressed(made.tick(seen(0.1, "3,0"))) == "ddw!"
    made.performed(4)
    assert made.tally.moves == 1


def test_a_long_way_is_walked_in_parts() -> None:
    tall = ("......",) * 10 + BOARD[2:]
    made = ready(Swap((0, 3)))
    lead = made.tick(seen(0.1, "11,0", board=tall))
    assert pressed(lead) == "dddwwwww"
    made.performed(8)
    assert made.tally.moves == 0
    assert pressed(made.tick(seen(0.2, "11,3", board=tall))) == ""
    assert pressed(made.tick(seen(0.3, "6,3", board=tall))) == "wwwwww!"
    made.performed(7)
    assert made.tally.moves == 1


def test_slow_keys_walk_only_as_far_as_the_gate_lets_them_on_one_picture() -> None:
    press = 0.16
    script = Script(*[None] * WARM, Swap((0, 0)))
    made = Chaser(load_game("paneldepon"), script, WalkCursor(KEYS, 0.1), MANNERS, press)
    tall = ("......",) * 10 + BOARD[2:]
    for _ in range(WARM):
        made.tick(seen(0.0, "11,0"))
    keys = pressed(made.tick(seen(0.1, "11,0", board=tall)))
    assert keys == "www"
    assert (len(keys) - 1) * press < GateRules().stale


def test_swaps_that_belong_together_are_made_in_one_go() -> None:
    made = ready((Swap((2, 2)), Swap((2, 1))), Swap((3, 1)))
    assert pressed(made.tick(seen(0.1, "3,0"))) == "ddw!a!"
    made.performed(6)
    assert made.tally.moves == 2
    assert pressed(made.tick(seen(0.2, "2,2"))) == ""
    assert pressed(made.tick(seen(0.3, "2,1"))) == "s!"


def test_a_move_is_late_by_the_pace_at_which_the_hands_can_look() -> None:
    made = ready(Swap((3, 1)), Swap((2, 1)))
    assert pressed(made.tick(seen(0.6, "3,0"))) == "d!"
    assert pressed(made.tick(seen(1.2, "3,0"))) == ""
    assert pressed(made.tick(seen(1.8, "3,1"))) == "w!"


def test_the_stack_is_raised_wherever_the_cursor_is() -> None:
    assert pressed(ready(Raise()).tick(seen(0.1))) == "r"


def test_what_is_asked_for_once_more_is_one_move() -> None:
    made = ready(Raise(), Raise(), kind=Insists)
    for look in (0.1, 0.2):
        assert pressed(made.tick(seen(look, "3,0"))) == "r"
        made.performed(1)
    assert (made.tally.moves, made.tally.retries) == (1, 1)


def test_nothing_is_pressed_until_the_cursor_has_arrived() -> None:
    made = ready(Swap((3, 2)), Swap((3, 4)))
    assert pressed(made.tick(seen(0.1, "3,0"))) == "dd!"
    assert pressed(made.tick(seen(0.15, "3,1"))) == ""
    assert pressed(made.tick(seen(0.2, "3,2"))) == "dd!"


def test_keys_that_were_lost_are_not_waited_for_long() -> None:
    made = ready(Swap((3, 2)), None, None, None, Swap((3, 2)))
    shown = [pressed(made.tick(seen(0.1 * n, "3,0"))) for n in range(1, 7)]
    assert shown == ["dd!", "", "", "", "", "dd!"]


def test_the_cursor_rises_with_the_stack() -> None:
    made = ready(Swap((3, 1)), None, Swap((2, 3)))
    assert pressed(made.tick(seen(0.1, "3,0", 0.95))) == "d!"
    assert pressed(made.tick(seen(0.2, "2,1", 0.02))) == ""
    assert pressed(made.tick(seen(0.3, "2,1", 0.05))) == "dd!"


def test_a_hidden_cursor_is_reckoned_for_a_moment_and_then_driven_into_the_corner() -> None:
    made = ready(Swap((3, 2)), None, None, None, None, Swap((3, 3)))
    assert pressed(made.tick(seen(0.1, "3,0"))) == "dd!"
    for n in range(2, 6):
        assert pressed(made.tick(seen(0.1 * n))) == ""
    assert pressed(made.tick(seen(0.6))) == "d!"
    late = ready(Swap((3, 1)))
    assert pressed(late.tick(seen(1.5))) == "aaaasssd"
    assert pressed(late.tick(seen(1.6, "3,1"))) == "!"


def test_a_move_that_came_too_late_is_not_made() -> None:
    made = ready(Swap((3, 2)), Swap((3, 4)))
    made.tick(seen(0.1, "3,0"))
    for time in (0.2, 0.3, 0.4):
        assert pressed(made.tick(seen(time, "3,1"))) == ""
    assert pressed(made.tick(seen(0.5, "3,2"))) == ""
    assert pressed(made.tick(seen(0.6, "3,2"))) == ""


def test_a_screen_on_which_nothing_moves_is_a_game_that_is_over() -> None:
    made = ready()
    steps = [made.tick(seen(0.1 * n, "3,0" if n % 2 else "")) for n in range(1, 25)]
    (stop,) = {str(step): step for step in steps if isinstance(step, Stop)}.values()
    assert stop.ending is Ending.OVER


def ended(made: Chaser, until: float, board: tuple[str, ...], since: float = 0.0, cursor: str = "") -> float | None:
    """When a game is told to be over that shows this board from a moment on, looked at ten times a second."""
    for n in range(1, round(10 * (until - since))):
        if isinstance(made.tick(seen(since + 0.1 * n, cursor, board=board)), Stop):
            return since + 0.1 * n
    return None


def test_a_program_without_a_cursor_may_be_slow_to_give_the_next_pair() -> None:
    still = ("......", "......", "..ab..", "..ba..")
    over = ended(ready(cursor=""), 15.0, still)
    assert over == pytest.approx(ALIVE * MANNERS.patience, abs=0.5)


def test_a_stack_without_a_cursor_may_stop_after_a_chain() -> None:
    made = ready(kind=Stack, cursor="")
    made.tally.moves = 40
    over = ended(made, 20.0, ("......", "......", "..ab..", "..ba.."))
    assert over == pytest.approx(min(STOPS, ALIVE * MANNERS.patience), abs=0.5)
    assert over is not None and over > MANNERS.patience + 1


def test_a_stack_on_which_no_swap_shows_any_more_is_a_game_that_is_over() -> None:
    """A program hung at its first match: swaps went on for fifteen seconds, and nothing came of any."""
    still, swaps = ("......", "......", "..ab..", "..ba.."), 0
    made = ready(*[Swap((2, 2))] * 300, kind=Stack, cursor="")
    made.control, made.tally.moves = DragCells(), 40
    over = None
    for n in range(1, 200):
        step = made.tick(seen(0.1 * n, board=still))
        if isinstance(step, Stop):
            over = 0.1 * n
            break
        if isinstance(step, Act):
            made.performed(1)
            swaps += 1
    assert over == pytest.approx(MANNERS.patience, abs=0.5)
    assert swaps


def test_a_game_that_paused_before_may_pause_as_long_again() -> None:
    still, other = ("......", "......", "..ab..", "..ba.."), ("......", "......", "..ab..", ".cba..")
    made, pause = ready(), 0.85 * MANNERS.patience
    assert ended(made, pause, still, cursor="3,0") is None
    over = ended(made, 15.0, other, since=pause, cursor="3,0")
    assert over == pytest.approx(pause + LONGER * pause, abs=0.5)


def test_a_stack_of_which_nothing_is_told_any_more_is_a_game_that_is_over() -> None:
    """The notice at its end may move as long as it likes."""
    notice = ("......", "??.???", "?.??a?", "......")
    made = ready(*[None] * 6, kind=Stack)
    for n in range(1, 4):
        turned = tuple(row[n:] + row[:n] for row in notice)
        assert not isinstance(made.tick(seen(0.6 * n, board=turned)), Stop)
    step = made.tick(seen(2.1, board=notice))
    assert isinstance(step, Stop)
    assert step.ending is Ending.OVER


def test_a_stack_that_is_hidden_for_a_moment_is_played_on() -> None:
    hidden = ("??????",) * 4
    made = ready(*[None] * 6, kind=Stack)
    made.tick(seen(0.5, "3,0", board=hidden))
    made.tick(seen(1.5, "3,0", 0.2))
    assert not isinstance(made.tick(seen(3.4, "3,1", 0.4, board=hidden)), Stop)


def test_a_few_pieces_that_rise_are_played_on() -> None:
    made = ready(*[None] * 9, kind=Stack)
    few = (*("......",) * 3, ".a..b.")
    for n in range(8):
        assert not isinstance(made.tick(seen(0.6 * n, "3,0", 0.01 * n, board=few)), Stop)


def test_slabs_on_the_last_pieces_are_played_on() -> None:
    made = ready(*[None] * 9, kind=Stack)
    buried = ("......", "======", "======", ".a..b.")
    for n in range(8):
        assert not isinstance(made.tick(seen(0.6 * n, f"3,{n % 2}", board=buried)), Stop)


def test_other_games_go_on_without_a_piece() -> None:
    made = ready(*[None] * 6)
    assert not isinstance(made.tick(seen(0.5, "3,0", board=("......",) * 4)), Stop)
    assert not isinstance(made.tick(seen(2.6, "3,1", board=("......",) * 4)), Stop)


def test_where_nothing_moves_but_the_cursor_answers_the_game_goes_on_for_a_while() -> None:
    made = ready()
    column, patience = 0, made.manners.patience
    for look in range(1, 1000):
        step = made.tick(seen(0.1 * look, f"3,{column}"))
        if isinstance(step, Stop):
            break
        if isinstance(step, Act):
            assert step.leads
            assert pressed(step)
            column = step.moves[0].cells[0][1]
    assert 4 * patience < 0.1 * look < 6 * patience


def test_a_board_that_is_gone_is_waited_for() -> None:
    made = ready()
    lost = Reading(1.0, Sight.LOST, why="no board")
    assert not isinstance(made.tick(lost), Stop)
    step = made.tick(Reading(3.5, Sight.LOST, why="no board"))
    assert isinstance(step, Stop)
    assert step.ending is Ending.LOST_SCREEN


def test_nothing_is_pressed_under_what_lies_over_the_board_for_longer_than_a_flash() -> None:
    def covered(at: float) -> Reading:
        return replace(seen(at, "3,0"), sight=Sight.COVERED, why="a notice lies over it")

    made = ready(Swap((3, 0)))
    assert isinstance(made.tick(covered(0.1)), Act), "letters may fly over a running game"
    made = ready(*[Swap((3, 0))] * 200)
    steps = {at / 10: made.tick(covered(at / 10)) for at in range(1, 40)}
    assert [at for at, step in steps.items() if isinstance(step, Act) and at > 0.1 + BRIEFLY] == []
    ends = [at for at, step in steps.items() if isinstance(step, Stop)]
    assert ends[0] == pytest.approx(0.1 + MANNERS.patience, abs=0.15)
    assert steps[ends[0]] == Stop(Ending.COVERED, "a notice lies over it")


def test_games_that_wait_are_not_chased() -> None:
    with pytest.raises(UsageError, match="shisen"):
        chaser("shisen", {}, HANDS, WalkCursor(KEYS), MANNERS)


def test_panel_de_pon_is_chased_by_its_own_player() -> None:
    made = chaser("paneldepon", {"physics": "settled"}, HANDS, WalkCursor(KEYS), MANNERS)
    for n in range(5):
        made.tick(seen(0.1 * n, "3,0"))
    assert made.plan is not None


def test_slow_keys_are_pressed_in_parts_also_where_the_cursor_is_hidden() -> None:
    script = Script(*[None] * WARM, *[Swap((3, 1))] * 3)
    made = Chaser(load_game("paneldepon"), script, WalkCursor(KEYS, 0.01), MANNERS, press=0.12)
    for _ in range(WARM):
        made.tick(seen(0.0, "3,0"))
    assert [pressed(made.tick(seen(1.5 + 0.4 * n))) for n in range(3)] == ["aaaa", "sssd", "!"]


def test_of_swaps_that_belong_together_slow_hands_make_as_many_as_they_can_in_time() -> None:
    script = Script(*[None] * WARM, (Swap((3, 0)), Swap((3, 1)), Swap((3, 3)), Swap((3, 1))))
    made = Chaser(load_game("paneldepon"), script, WalkCursor(KEYS, 0.01), MANNERS, press=0.12)
    for _ in range(WARM):
        made.tick(seen(0.0, "3,0"))
    assert pressed(made.tick(seen(0.1, "3,0"))) == "!d!"
