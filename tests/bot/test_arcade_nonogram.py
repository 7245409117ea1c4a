"""The nonogram of the arcade on a puzzle drawn as text, and a finger that draws lines on it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from bot.action import Button
from bot.arcade import make_scene
from bot.arcade.nonogram import CHECK, NonogramSheet
from bot.arcade.papers import load_paper, skin_names
from bot.arcade.puzzles import shipped
from bot.frame import Point
from engine.api import load_game
from engine.moves import Cell
from engine.position import Position

PUZZLE = Position({"rows": ("1 1", "5", "3"), "cols": ("1", "3", "2", "3", "1")})
SOLVED = [".#.#.", "#####", ".###."]


@dataclass
class Finger:
    """Draws on the paper; time passes only as told."""

    skin: str = "light"
    size: tuple[int, int] = (420, 400)
    now: float = 100.0
    scene: NonogramSheet = field(init=False)

    def __post_init__(self) -> None:
        other = Position({"rows": ("2", "0"), "cols": ("1", "1")})
        paper = load_paper(self.skin)
        game = load_game("nonogram")
        self.scene = NonogramSheet(game, lambda n: other if n else PUZZLE, paper=paper, size=self.size)
        self.scene.step(self.now)

    def draw(self, start: Cell, *way: Cell, button: Button = Button.LEFT) -> Finger:
        """Press on a cell, move to others, let go."""
        self.scene.press(self.scene.grid.centre(start), button, self.now)
        for cell in way:
            self.scene.point(self.scene.grid.centre(cell), self.now)
        self.scene.release(self.now)
        return self

    def key(self, name: str) -> Finger:
        """Press a key."""
        self.scene.key(name, self.now)
        return self

    def push(self, name: str) -> Finger:
        """Press one of the buttons of the window."""
        self.scene.press(self.scene.buttons[name].centre, Button.LEFT, self.now)
        self.scene.release(self.now)
        return self

    @property
    def shown(self) -> list[str]:
        """The board on the screen."""
        return list(self.scene.truth().board)

    @property
    def happened(self) -> list[str]:
        """All that happened, in order."""
        return [happening.what for happening in self.scene.history]


def test_left_fills_and_right_crosses_out_and_either_takes_away_what_it_wrote() -> None:
    finger = Finger().draw((0, 1)).draw((0, 0), button=Button.RIGHT)
    assert finger.shown == ["x#...", ".....", "....."]
    finger.draw((0, 1)).draw((0, 0), button=Button.RIGHT)
    assert finger.shown == ["....."] * 3


def test_no_button_writes_over_what_the_other_wrote_and_the_middle_one_wipes() -> None:
    finger = Finger().draw((1, 1)).draw((1, 2), button=Button.RIGHT)
    assert finger.draw((1, 1), button=Button.RIGHT).draw((1, 2)).shown[1] == ".#x.."
    assert finger.draw((1, 1), button=Button.MIDDLE).draw((1, 2), button=Button.MIDDLE).shown[1] == "....."


def test_a_drag_draws_a_straight_line_to_where_the_pointer_is() -> None:
    finger = Finger().draw((1, 0), (1, 4), (2, 3))
    assert finger.shown == [".....", "####.", "....."]
    assert finger.scene.history[-1].cells == ((1, 0), (1, 1), (1, 2), (1, 3))


def test_a_drag_leaves_alone_what_does_not_look_like_its_start() -> None:
    finger = Finger().draw((1, 2), button=Button.RIGHT).draw((1, 0), (1, 4))
    assert finger.shown[1] == "##x##"
    assert finger.draw((1, 0), (1, 4)).shown[1] == "..x.."


def test_a_drag_beyond_the_board_ends_at_its_rim() -> None:
    finger = Finger()
    scene = finger.scene
    scene.press(scene.grid.centre((0, 3)), Button.LEFT, 100.0)
    scene.point(Point(5000, -40), 100.0)
    scene.release(100.0)
    assert finger.shown[0] == "...##"


def test_what_is_drawn_is_undone_as_one() -> None:
    finger = Finger().draw((1, 0), (1, 4)).draw((2, 1), (2, 3)).key("u")
    assert finger.shown == [".....", "#####", "....."]
    assert finger.push("undo").shown == ["....."] * 3
    assert finger.key("u").shown == ["....."] * 3


def test_it_is_solved_without_any_cross_and_takes_no_more_marks() -> None:
    finger = Finger().draw((1, 0), (1, 4)).draw((2, 1), (2, 3)).draw((0, 1)).draw((0, 3))
    assert finger.shown == SOLVED
    assert finger.scene.status.value == "won"
    assert finger.scene.hint.startswith("Solved")
    assert finger.draw((0, 0)).shown == SOLVED
    assert finger.happened[-2:] == ["won", "ignored"]


def test_a_line_that_is_still_being_drawn_does_not_win() -> None:
    finger = Finger().draw((1, 0), (1, 4)).draw((0, 1)).draw((0, 3))
    scene = finger.scene
    scene.press(scene.grid.centre((2, 1)), Button.LEFT, 100.0)
    scene.point(scene.grid.centre((2, 3)), 100.0)
    assert (finger.shown, scene.status.value) == (SOLVED, "open")
    scene.point(scene.grid.centre((2, 4)), 100.0)
    scene.release(100.0)
    assert scene.status.value == "open"


def test_restart_and_new() -> None:
    finger = Finger().draw((1, 0)).key("r")
    assert finger.shown == ["....."] * 3
    assert finger.key("n").shown == ["..", ".."]
    assert finger.scene.grid.rows == 2


def test_a_hint_tells_more_each_time_and_never_marks_a_cell() -> None:
    finger = Finger()
    told = [finger.key("h").scene.hint for _ in range(4)]
    assert len(set(told)) == 3
    assert told[2] == told[3]
    assert all("tell me more" in text for text in told[:2])
    assert finger.shown == ["....."] * 3
    picture = finger.scene.picture()
    assert picture.hinted
    assert picture.follows
    assert finger.happened == ["hint"] * 4


def test_a_mark_ends_the_hint() -> None:
    finger = Finger().push("hint").draw((0, 0), button=Button.RIGHT)
    assert finger.scene.hint == ""
    assert not finger.scene.picture().hinted


def test_a_check_shows_wrong_cells_for_a_while() -> None:
    finger = Finger().draw((0, 0)).draw((0, 1)).draw((1, 0), button=Button.RIGHT).draw((0, 2), button=Button.RIGHT)
    finger.push("check")
    assert finger.scene.picture().wrong == {(0, 0), (1, 0)}
    assert finger.scene.hint == "2 cells are wrong."
    finger.scene.step(finger.now + CHECK)
    assert not finger.scene.picture().wrong


def test_a_check_without_a_mistake() -> None:
    assert Finger().draw((0, 1)).key("c").scene.hint == "No mistake so far."


@pytest.mark.parametrize("skin", skin_names())
@pytest.mark.parametrize("size", [(760, 760), (300, 500), (64, 48)])
def test_every_kind_of_cell_looks_different(skin: str, size: tuple[int, int]) -> None:
    finger = Finger(skin, size).draw((1, 0)).draw((1, 1), button=Button.RIGHT)
    pixels, grid = finger.scene.draw(), finger.scene.grid
    looks = []
    for cell in ((1, 0), (1, 1), (1, 2)):
        box = grid.cell(cell)
        looks.append(pixels[int(box.y) + 1 : int(box.y + box.h), int(box.x) + 1 : int(box.x + box.w)])
    assert not np.array_equal(looks[0], looks[2])
    assert size == (64, 48) or not np.array_equal(looks[1], looks[2])


def test_what_is_dealt_is_filled_with_the_one_colour_that_the_paper_has() -> None:
    dealt = [make_scene("nonogram", seed=seed).truth() for seed in range(len(shipped("nonogram")))]
    figures = {
        figure for truth in dealt for clue in truth.blocks["rows"] + truth.blocks["cols"] for figure in clue.split()
    }
    assert all(map(str.isdigit, figures))
    assert len({truth.blocks["rows"] for truth in dealt}) > len(dealt) * 3 // 4


def test_puzzles_are_made_in_every_size_and_the_same_each_time() -> None:
    scene = make_scene("nonogram", rows=6, columns=9, seed=3)
    assert (scene.grid.rows, scene.grid.columns) == (6, 9)
    assert scene.truth() == make_scene("nonogram", rows=6, columns=9, seed=3).truth()
    assert scene.truth() != make_scene("nonogram", rows=6, columns=9, seed=4).truth()
