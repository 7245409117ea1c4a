"""A practice game that gets stuck in the middle of play: its notice comes up over the tiles that are left."""

from __future__ import annotations

import pytest

from bot.action import Button
from bot.arcade.shisen import ShisenTable
from bot.arcade.skins import load_skin
from bot.cli.live import EXIT_OF
from bot.cover import hazed
from bot.frame import Box
from bot.step import Ending
from engine.api import Outcome, load_game
from engine.moves import Cell
from engine.position import Position
from tests.bot.table import AfterMoves, Table
from tests.sweep import sweep

MOMENT = 0.235
"""Seconds from the end of a move to the moment in which the tiles are gone and the next is not yet picked."""
LOCKED_IN_A_CORNER = """
XYABCCBA
YXDDEFFE
GHHGIJJI
KLLKMNNM
"""
LOCKED_AT_THE_BOTTOM = """
GHHGIJJI
KLLKMNNM
XYABCCBA
YXDDEFFE
"""
LOCKED_IN_THE_MIDDLE = """
CABBDEEF
GCADXYFG
HIJDYXKH
IJLMDKLM
"""
SPOILT_BY_THE_LAST_ROW = """
XYABCCBA
YXDDEFFE
GHHGIJJI
KLLKMXXM
"""


def table_of(board: str, skin: str, gravity: bool = False) -> Table:
    """Banmen at a practice game with this board."""
    table = Table(options={"skin": skin}, rules={"gravity": gravity})
    game, dealt = load_game("shisen", gravity=gravity), Position.parse(board.strip())
    table.screen.scene = ShisenTable(game, lambda _: dealt, skin=load_skin(skin))
    return table


def left(table: Table) -> int:
    return sum(cell != "." for row in table.screen.scene.truth().board for cell in row)


@pytest.mark.parametrize(
    ("board", "skin"),
    sweep([LOCKED_IN_A_CORNER, LOCKED_AT_THE_BOTTOM, LOCKED_IN_THE_MIDDLE], ["letters", "mahjong"]),
)
def test_a_deal_that_nobody_can_win_ends_stuck(board: str, skin: str) -> None:
    table = table_of(board, skin, board == LOCKED_AT_THE_BOTTOM)
    report = table.play()
    assert report.ending is Ending.STUCK, report
    assert EXIT_OF[report.ending] == 4
    assert table.screen.scene.status is Outcome.STUCK and left(table) == 4
    assert (report.moves, report.misread) == (14, 0)
    assert table.screen.counts["clicks"] == 28
    assert table.happened("ignored") == table.happened("mismatch") == 0
    assert not table.screen.strays


@pytest.mark.parametrize("skin", ["letters", "mahjong"])
def test_a_game_that_a_person_spoils_ends_stuck(skin: str) -> None:
    table = table_of(SPOILT_BY_THE_LAST_ROW, skin)
    screen = table.screen

    def spoil() -> None:
        for cell in ((3, 5), (3, 6)):
            screen.scene.press(screen.scene.grid.centre(cell), Button.LEFT, table.clock.now())

    table.watchers = [AfterMoves(3, lambda: screen.at(table.clock.now() + MOMENT, spoil))]
    report = table.play()
    assert table.happened("removed") == 14 and table.screen.scene.status is Outcome.STUCK
    assert report.ending is Ending.STUCK, report
    assert left(table) == 4
    assert not screen.strays


@pytest.mark.parametrize("skin", ["letters", "mahjong"])
def test_a_window_over_a_game_that_goes_on_is_no_notice_that_it_is_stuck(skin: str) -> None:
    table = table_of(LOCKED_IN_A_CORNER, skin)
    table.watchers = [AfterMoves(13, lambda: table.screen.cover(Box(60, 60, 800, 500)))]
    report = table.play()
    assert report.ending in {Ending.COVERED, Ending.UNREADABLE}, report
    assert not table.screen.strays


@pytest.mark.parametrize("skin", ["letters", "mahjong"])
def test_a_person_s_own_last_move_leaves_nothing_to_click(skin: str) -> None:
    table = table_of(LOCKED_IN_A_CORNER, skin)
    screen, scene = table.screen, table.screen.scene

    def finish() -> None:
        """The pair that is left besides the locked ones, whichever it is."""
        rows = scene.truth().board
        cells: list[Cell] = [(r, c) for r in range(4) for c in range(8) if rows[r][c] not in ".XY"]
        for cell in cells[:2]:
            scene.press(scene.grid.centre(cell), Button.LEFT, table.clock.now())

    table.watchers = [AfterMoves(13, lambda: screen.at(table.clock.now() + MOMENT, finish))]
    report = table.play()
    assert screen.scene.status is Outcome.STUCK and table.happened("mismatch") == 0
    assert table.screen.counts["clicks"] == 26
    assert report.ending is Ending.STUCK, "though the notice hides half of a locked tile"
    assert report.misread == 0
    assert left(table) == 4


def test_a_gap_under_the_cover_is_not_in_plain_view() -> None:
    seen = (
        "AB......",
        "B???.?..",
        "........",
        "........",
    )
    assert hazed(seen) == (
        "AB......",
        "B??????.",
        ".??????.",
        "........",
    )
