"""A program that fills cells with the colour that is chosen in it, whichever is asked for, is not painted for ever."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.control.mark_cells import MarkCells
from bot.layout import Marks
from bot.manners import Manners
from bot.pilot import Pilot
from bot.step import Act, Ending, Look, Step, Stop
from engine.api import load_game
from engine.position import Position
from tests.bot.scripted import reading

CLUES = {"rows": ("1a 1b", "1b 1a"), "cols": ("1a 1b", "1b 1a")}


def shown(pilot: Pilot, board: str, since: float, until: float) -> Step:
    """The first step other than to look on, while this board is shown."""
    time = since
    while time < until:
        seen = reading(time, board)
        assert seen.position is not None
        step = pilot.tick(replace(seen, position=Position({**CLUES, "board": seen.position.board})))
        if not isinstance(step, Look):
            return step
        time += 0.1
    return step


def painter() -> Pilot:
    game: Any = load_game("nonogram")
    return Pilot([game], MarkCells(Marks(left={"empty": "filled"})), Manners(patience=2.0))


def test_a_program_that_paints_with_another_colour_is_told_and_left() -> None:
    pilot = painter()
    assert isinstance(shown(pilot, ".. ..", 0, 5), Act)
    pilot.performed(1)
    first = shown(pilot, "b. ..", 5, 9)
    assert isinstance(first, Act | Stop)
    if isinstance(first, Act):
        pilot.performed(1)
        first = shown(pilot, "bb ..", 9, 15)
    assert isinstance(first, Stop)
    assert first.ending is Ending.DEAF
    assert "0,0 b where a was meant" in first.why


def test_what_no_button_can_do_is_not_tried_for_ever() -> None:
    """A cell that is filled already cannot be filled otherwise where no button empties it."""
    pilot = painter()
    step = shown(pilot, "b. ..", 0, 20)
    while isinstance(step, Act):
        pilot.performed(0)
        step = shown(pilot, "b. ..", 20, 40)
    assert isinstance(step, Stop)
    assert "no buttons" in step.why
