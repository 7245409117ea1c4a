"""Like panels in a line vanish: what lies so and stays is no panel, and no board of that game is told with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli.content import Named
from bot.cli.opening import open_named
from bot.cli.said import Said
from bot.errors import CannotReadError
from bot.reason import About
from bot.vision.picture import load, save
from calibration.discover import discover
from calibration.draft import Draft
from calibration.shot import EMPTY, UNSURE
from calibration.staying import doubted, without_cursor
from tests.bot.synthetic_blocks import Wish, draw

SCREENS = Path(__file__).parents[2] / "fixtures" / "paneldepon" / "blockattack-endless" / "screens"


@pytest.fixture(scope="module")
def stack() -> Draft:
    return discover([load(SCREENS / "wave-over-the-stack.png")], game="paneldepon")


def test_a_stack_at_rest_is_trusted(stack: Draft) -> None:
    assert doubted(stack, "paneldepon") is stack


def test_three_like_panels_in_a_row_are_doubted(stack: Draft) -> None:
    row = stack.position().board[-1]
    for column in range(1, 3):
        stack = stack.with_kind(0, (len(stack.position().board) - 1, column), row[0])
    doubt = doubted(stack, "paneldepon")
    assert doubt.about == {About.WHOLE}
    assert "found 3 (the first" in doubt.why


def test_what_is_about_to_fall_may_lie_in_a_line(stack: Draft) -> None:
    label = stack.labels[0]
    for column in range(3):
        stack = stack.with_kind(0, (2, column), label)
    assert doubted(stack, "paneldepon") is stack


def test_other_games_have_other_rules(stack: Draft) -> None:
    bottom = len(stack.position().board) - 1
    for column in range(3):
        stack = stack.with_kind(0, (bottom, column), stack.labels[0])
    assert doubted(stack, "puyo") is stack


@pytest.mark.parametrize(
    ("game", "columns", "gone"),
    [("paneldepon", (2, 3), True), ("paneldepon", (1, 2, 3), False), ("puyo", (2, 3), False)],
)
def test_two_cells_in_the_air_like_no_others_are_the_cursor(
    stack: Draft, game: str, columns: tuple[int, ...], gone: bool
) -> None:
    for column in columns:
        stack = stack.with_kind(0, (2, column), "z")
    for number, label in ((EMPTY, "."), (UNSURE, "?")):
        told = without_cursor(stack, game, number).position().board[2]
        assert [told[column] for column in columns] == [label if gone else "z"] * len(columns)


def test_two_panels_like_no_others_that_lie_are_panels(stack: Draft) -> None:
    bottom = len(stack.position().board) - 1
    for column in (2, 3):
        stack = stack.with_kind(0, (bottom, column), "z")
    assert without_cursor(stack, "paneldepon", EMPTY).position().board[bottom][2:4] == "zz"


def test_a_picture_of_such_a_board_is_refused_with_that_reason(tmp_path: Path) -> None:
    drawn = draw(1, Wish("panel", "plain", "stack", size=(12, 6), kinds=4, damage=False))
    save(tmp_path / "lines.png", drawn.pixels)
    with pytest.raises(CannotReadError, match="no like panels in a line of three or more"):
        open_named(Named(str(tmp_path / "lines.png")), Said("paneldepon"), False).playable()
