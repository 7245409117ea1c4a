"""How slowly a mouse clicks where a program loses clicks."""

from __future__ import annotations

from bot.action import Button, Click
from bot.control.click_cells import ClickCells
from bot.control.mark_cells import MarkCells
from bot.control.tempo import HELD, TAKEN, Tempo
from bot.frame import Point
from bot.layout import Drags, Marks
from engine.moves import Mark, Pick
from tests.bot.scripted import reading


def test_every_further_attempt_is_slower() -> None:
    tempo = Tempo()
    assert [tempo.level(attempt) for attempt in (1, 2, 3)] == [1, 2, 3]
    assert [tempo.held(level) for level in (1, 2, 9)] == [HELD[0], HELD[1], HELD[-1]]
    assert Tempo(0.15).held(2) == 0.15, "a layout that asks for longer presses is heard"


def test_what_worked_for_two_moves_is_where_the_next_ones_begin() -> None:
    tempo = Tempo()
    assert [tempo.level(attempt) for attempt in (1, 2, 3, 1, 2, 3, 1, 1)] == [1, 2, 3, 1, 2, 3, 3, 3]
    assert [tempo.level(attempt) for attempt in (2, 1, 2, 1)] == [4, 3, 4, 4], "and slower where that is lost, too"


def test_one_lost_click_is_none() -> None:
    tempo = Tempo()
    assert [tempo.level(attempt) for attempt in (1, 2, 1, 1, 2, 1)] == [1, 2, 1, 1, 2, 1]


def test_after_many_moves_that_were_taken_at_once_it_is_faster_again() -> None:
    tempo = Tempo()
    for attempt in (1, 2, 1, 2, 1):
        tempo.level(attempt)
    levels = [tempo.level(1) for _ in range(TAKEN + 1)]
    assert levels[0] == 2
    assert levels[-1] == 1
    for attempt in (2, 1, 2, 1):  # that was too fast: the next time more moves must have been taken
        level = tempo.level(attempt)
    assert level == 2
    assert [tempo.level(1) for _ in range(TAKEN + 1)] == [2] * (TAKEN + 1)
    assert tempo.level(1) == 2
    assert 1 in [tempo.level(1) for _ in range(TAKEN + 1)]


def polled(actions: object, frame: float) -> int:
    """How many clicks a program sees that looks whether a button is down once a frame, in seconds, at the worst."""
    assert isinstance(actions, tuple | list)
    return sum(isinstance(one, Click) and one.hold >= frame for one in actions)


def test_a_program_that_polls_its_mouse_is_heard_in_the_end() -> None:
    picks, move = ClickCells(), Pick((0, 0), (0, 1))
    seen = reading(0, "AAB B..")
    assert [polled(picks.actions([move], seen, attempt), 1 / 30) for attempt in (1, 2)] == [0, 2]
    marks = Marks(left={"empty": "filled"}, drags=Drags.CELLS)
    held = [
        polled(MarkCells(marks).actions([Mark((0, 0), (0, 3), "#")], reading(0, "...."), attempt), 1 / 30)
        for attempt in (3, 4)
    ]
    assert held == [4, 4]


def test_a_click_says_where_and_how_long() -> None:
    control, move, seen = ClickCells(), Pick((0, 0), (0, 1)), reading(0, "AAB B..")
    assert seen.grid is not None
    first = control.actions([move], seen, 2)[2]
    assert first == Click(Point(*seen.grid.centre((0, 0))), Button.LEFT, HELD[1])
