"""Faint copies of the pair that falls, where it would come to lie: they are no pieces, whatever their colours."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Reader
from bot.vision.blocks.ghost import Ghosts, unseen
from bot.vision.cells import cut
from bot.vision.readers import make_reader
from calibration.discover import discover
from calibration.keep import keep
from calibration.resting import lying
from calibration.spot import learned
from engine.moves import Cell
from tests.bot.beads import CELL, COLOURS, COLUMNS, LEFT, ROWS, START, TOP, bead, screen

GRID = Grid(LEFT, TOP, CELL, CELL, ROWS, COLUMNS)
HIGH = ("r.....", "g.....")


def haunted(board: Sequence[str], ghosts: dict[Cell, str], part: float = 0.3) -> Pixels:
    """A window in which faint copies of beads are shown in some cells."""
    pixels = screen(board)
    whole = pixels.copy()
    for (row, column), label in ghosts.items():
        bead(whole, LEFT + column * CELL, TOP + row * CELL, COLOURS[label])
    return np.asarray(cv2.addWeighted(whole, part, pixels, 1 - part, 0), np.uint8)


def found(ghosts: Ghosts, board: Sequence[str], copies: dict[Cell, str], part: float = 0.3) -> set[Cell]:
    """The cells that are told to show copies."""
    cells = cut(haunted(board, copies, part), GRID)
    shown = [list(line) for line in board]
    for row, column in copies:
        shown[row][column] = "?"
    return set(ghosts.find(["".join(line) for line in shown], lambda cell: cells[cell]))


@pytest.mark.parametrize("part", [0.15, 0.3, 0.5])
def test_copies_of_an_upright_pair_are_told(part: float) -> None:
    board = (*HIGH, *("......",) * 7, "y.....", "gg....", "rg.r..")
    copies = {(7, 0): "r", (8, 0): "g"}
    assert found(Ghosts(), board, copies, part) == set(copies)


def test_copies_of_a_pair_side_by_side_are_told() -> None:
    board = ("..br..", *("......",) * 9, "gg....", "rg.r..")
    copies = {(11, 2): "b", (10, 3): "r"}
    assert found(Ghosts(), board, copies) == set(copies)


def test_pieces_of_the_same_colours_are_no_copies() -> None:
    board = (*HIGH, *("......",) * 6, "r.....", "g.....", "gg....", "rg.r..")
    assert not found(Ghosts(), board, {})


def test_copies_of_other_pieces_are_no_copies_of_this_pair() -> None:
    board = (*HIGH, *("......",) * 8, "gg....", "rg.r..")
    assert not found(Ghosts(), board, {(8, 0): "g", (9, 0): "r"}), "the other way round"
    assert not found(Ghosts(), board, {(9, 0): "g"}), "a single one, before a pair of them was seen"


def test_half_a_pair_of_copies_is_told_once_a_whole_one_was() -> None:
    ghosts = Ghosts()
    rest = "y.....", "gg....", "rg.r.."
    assert found(ghosts, (*HIGH, *("......",) * 7, *rest), {(7, 0): "r", (8, 0): "g"})
    low = (*("......",) * 6, *HIGH, "......", *rest)
    assert found(ghosts, low, {(8, 0): "g"}) == {(8, 0)}, "the lower piece hides the other"
    entering = ("g.....", *("......",) * 8, *rest)
    assert found(ghosts, entering, {(7, 0): "r", (8, 0): "g"}) == {(7, 0), (8, 0)}, "the upper piece is not there yet"


def ringed(board: Sequence[str], copies: dict[Cell, str]) -> Pixels:
    """A window in which copies are flat discs of a quarter of a bead's colour, with a stronger rim and no eyes."""
    pixels = screen(board)
    for (row, column), label in copies.items():
        middle = LEFT + column * CELL + CELL // 2, TOP + row * CELL + CELL // 2
        ground = np.array((30, 26, 24))
        for radius, part in ((15, 0.4), (13, 0.25)):
            colour = ground + part * (np.array(COLOURS[label]) - ground)
            cv2.circle(pixels, middle, radius, colour.round().tolist(), -1, cv2.LINE_AA)
    return pixels


@pytest.mark.parametrize("pair", ["rg", "yb", "pp", "gy"])
def test_copies_of_another_figure_are_told_by_the_colours_of_the_pair(pair: str) -> None:
    copies = {(7, 2): pair[0], (8, 2): pair[1]}
    board = (f"..{pair[0]}...", f"..{pair[1]}...", *("......",) * 7, "..y...", "gggb..", "rgbr..")
    shown = [*board[:7], f"..{pair[0]}...", f"..{pair[1]}...", *board[9:]]
    other = [*board[:7], f"..{pair[1]}...", f"..{pair[0]}...", *board[9:]]
    cells = cut(ringed(board, copies), GRID)
    assert set(Ghosts().find(shown, lambda cell: cells[cell])) == set(copies)
    if pair[0] != pair[1]:
        swapped = cut(ringed(board, {(7, 2): pair[1], (8, 2): pair[0]}), GRID)
        assert not Ghosts().find(other, lambda cell: swapped[cell]), "the other way round"


def test_copies_below_half_a_pair_are_told_by_pieces_that_lie() -> None:
    board = ("..g...", *("......",) * 8, "..y...", "gggb..", "rgbr..")
    copies = {(7, 2): "r", (8, 2): "g"}
    shown = [*board[:7], "..r...", "..g...", *board[9:]]
    cells = cut(haunted(board, copies), GRID)
    assert set(Ghosts().find(shown, lambda cell: cells[cell])) == set(copies)


@pytest.mark.parametrize("assuming", [True, False])
def test_what_is_told_of_one_picture_has_no_copies(assuming: bool) -> None:
    falling = ("..r...", "..g...", *START[2:-2], "ggyyb.", "rgbrry")
    pixels = ringed(falling, {(8, 2): "r", (9, 2): "g"})
    spot = learned([pixels], "puyo", assuming=assuming)
    board = spot.draft.position().board
    assert board[8][2] == board[9][2] == ("." if assuming else "?")
    assert len(spot.draft.labels) == 4


@pytest.mark.parametrize("copies", [{(8, 2): "r", (9, 2): "b"}, {(9, 1): "r", (9, 2): "b"}])
def test_copies_of_a_pair_that_is_not_seen_are_in_doubt(copies: dict[Cell, str]) -> None:
    board = (*START[:-2], "ggyyb.", "rgbrry")
    spot = learned([haunted(board, copies)], "puyo", assuming=True)
    told = spot.draft.position().board
    assert {(row, told[row].find("?")) for row in range(ROWS) if "?" in told[row]} >= {min(copies)}
    assert sum(row.count("?") for row in told) == 2
    lying = [list(row) for row in board]
    for (row, column), label in copies.items():
        lying[row][column] = label
    whole = cut(screen(["".join(row) for row in lying]), GRID)
    assert not unseen(["".join(row) for row in lying], lambda cell: whole[cell])


def watched(reader: Reader, pixels: Pixels, start: float) -> tuple[str, ...]:
    """What is read of a picture that stands still for four seconds."""
    for look in range(80):
        reading = reader.read(Frame(pixels, start + look / 20))
    assert reading.position is not None
    return reading.position.board


def test_a_reader_that_learns_takes_no_copy_for_a_piece(tmp_path_factory: pytest.TempPathFactory) -> None:
    draft = discover([screen(START)], game="puyo")
    reader = make_reader(keep(draft, tmp_path_factory.mktemp("home") / "puyo" / "ghosts", title="For a test"))
    plain = watched(reader, screen(START), 0.0)
    falling = ("..b...", "..y...", *START[2:])
    copies = {(10, 2): "b", (11, 2): "y"}
    again = watched(reader, haunted(falling, copies), 10.0)
    assert again == plain
    landed = [list(line) for line in START]
    landed[10][2], landed[11][2] = "b", "y"
    after = watched(reader, screen(["".join(line) for line in landed]), 20.0)
    known = {label for line in plain for label in line}
    assert len({after[10][2], after[11][2]} - known - {"?"}) == 2, "two new kinds"


def test_what_is_learned_of_pictures_has_no_kind_for_copies() -> None:
    falling = ("..r...", "..g...", *START[2:])
    draft = discover([haunted(falling, {(10, 2): "r", (11, 2): "g"})], game="puyo")
    assert len(lying(draft).labels) == 2
    assert np.count_nonzero(lying(draft).shots[0].kind >= 0) == sum(len(line.replace(".", "")) for line in START)
