"""Pieces that join others of their colour, on cells with lines around them: told by colour, if joins bear it out."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.grid import Grid
from calibration.discover import discover, in_the_way
from calibration.joined import of_one_hue, of_own_hues, sort_by_colour, sort_joined
from calibration.shot import UNSURE, Shot
from calibration.spot import learned
from engine.position import EMPTY
from tests.sweep import sweep

GRID = Grid(30.0, 24.0, 40.0, 40.0, 12, 6)
COLOURS = {
    "r": (60, 50, 215), "g": (90, 190, 90), "p": (150, 250, 150), "b": (225, 150, 110), "l": (205, 140, 215),
    "y": (70, 215, 240),
}  # fmt: skip
BOARD = (
    *("......",) * 3, "....yg", *("......",) * 2, "gb....", "gb....", "lbr...", "llg...", "bbr.b.", "grr.rg",
)  # fmt: skip


def picture(board: tuple[str, ...], *, joins: bool = True, mark: bool = True) -> Pixels:
    """Faces with dark outlines on cells that are a little lighter than the lines between them."""
    pixels = np.full((540, 420, 3), (24, 18, 26), np.uint8)
    x, y, w, h = map(int, GRID.box)
    cv2.rectangle(pixels, (x - 6, y - 6), (x + w + 5, y + h + 5), (20, 170, 250), 4)
    for row in range(GRID.rows):
        for column in range(GRID.columns):
            left, top = x + 40 * column, y + 40 * row
            cv2.rectangle(pixels, (left + 2, top + 2), (left + 37, top + 37), (56, 29, 34), -1)
    if mark:
        cv2.drawMarker(pixels, (x + 100, y + 20), (60, 50, 215), cv2.MARKER_TILTED_CROSS, 36, 6)
    for shrunk, dark in ((0, 0.55), (3, 1.0)):
        for row, line in enumerate(board):
            for column, label in enumerate(line):
                if label == EMPTY:
                    continue
                colour = tuple(int(dark * part) for part in COLOURS[label])
                at = x + 40 * column + 20, y + 40 * row + 20
                cv2.ellipse(pixels, at, (18 - shrunk, 17 - shrunk), 0, 0, 360, colour, -1)
                for (down, right), wide in (((0, 1), 13), ((1, 0), 11)):
                    inside = row + down < len(board) and column + right < len(line)
                    if joins and inside and board[row + down][column + right] == label:
                        end = at[0] + 40 * right, at[1] + 40 * down
                        cv2.line(pixels, at, end, colour, 2 * (wide - shrunk))
    for row, line in enumerate(board):
        for column, label in enumerate(line):
            if label != EMPTY:
                for aside in (-7, 7):
                    at = x + 40 * column + 20 + aside, y + 40 * row + 20
                    cv2.circle(pixels, at, 5, (250, 250, 250), -1)
                    cv2.circle(pixels, (at[0] + (row + column) % 3 - 1, at[1]), 2, (10, 10, 10), -1)
    return pixels


def renamed(board: tuple[str, ...]) -> tuple[str, ...]:
    """The same board with labels in the order of appearance."""
    names = {EMPTY: EMPTY}
    for label in "".join(board):
        names.setdefault(label, "abcdef"[len(names) - 1])
    return tuple("".join(names[label] for label in line) for line in board)


@pytest.mark.parametrize("scale", sweep([1.37, 1.0, 0.8]))
def test_joined_pieces_are_told_by_colour(scale: float) -> None:
    pixels = np.asarray(cv2.resize(picture(BOARD), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    draft = discover([pixels], game="puyo")
    assert not in_the_way(draft)
    told = ["".join(EMPTY if kind < 0 else "abcde"[kind] for kind in row) for row in draft.shots[0].kind]
    assert tuple(told) == renamed(BOARD), "the cross holds no piece"


def test_a_pair_that_falls_over_them_is_told_apart() -> None:
    board = learned([picture(BOARD)], "puyo").board({})
    assert board is not None
    assert board.position.blocks["falling"] == ("3,4", "3,5")


def test_what_does_not_join_is_not_told_by_colour() -> None:
    assert sort_joined(picture(BOARD, joins=False), GRID) is None


def lit(board: tuple[str, ...], touching: tuple[int, int, int] = (70, 70, 70)) -> Pixels:
    """Balls on ruled cells, those lighter, with a rim of light, that touch another one of their colour."""
    pixels = np.full((540, 420, 3), (58, 38, 38), np.uint8)
    x, y, w, h = map(int, GRID.box)
    for row, line in enumerate(board):
        for column, label in enumerate(line):
            beside = [(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)]
            near = [board[r][c] for r, c in beside if 0 <= r < len(board) and 0 <= c < len(line)]
            if label == EMPTY:
                continue
            at = x + 40 * column + 20, y + 40 * row + 20
            colour = np.array(COLOURS[label])
            if label in near:
                colour = np.minimum(255, colour + touching)
                cv2.circle(pixels, at, 19, (colour // 2).tolist(), -1, cv2.LINE_AA)
            cv2.circle(pixels, at, 16, colour.tolist(), -1, cv2.LINE_AA)
            cv2.circle(pixels, (at[0] - 5, at[1] - 5), 4, (250, 250, 250), -1, cv2.LINE_AA)
    for number in range(GRID.columns + 1):
        cv2.line(pixels, (x + 40 * number, y), (x + 40 * number, y + h), (235, 235, 235), 1)
    for number in range(GRID.rows + 1):
        cv2.line(pixels, (x, y + 40 * number), (x + w, y + 40 * number), (235, 235, 235), 1)
    return pixels


LIT = (*("......",) * 7, ".g....", ".r..g.", ".ygbgg", "rlgbby", "ygrggg")


def test_pieces_that_are_lit_where_they_touch_others_are_one_kind() -> None:
    draft = discover([lit(LIT)], game="puyo")
    assert not in_the_way(draft)
    told = ["".join(EMPTY if kind < 0 else "abcde"[kind] for kind in row) for row in draft.shots[0].kind]
    assert tuple(told) == renamed(LIT)


def test_two_kinds_that_lie_anywhere_stay_two() -> None:
    """Of light and dark balls of one colour some touch others and some do not: so that is not why."""
    board = (*("......",) * 7, ".g....", ".r..p.", ".ypbgp", "rlgbby", "ygrppg")
    shot = discover([lit(board, (0, 0, 0))], game="puyo").shots[0]
    seen = np.array([list(row) for row in board])
    light, dark = (set(shot.kind[seen == label].tolist()) for label in "pg")
    assert light.isdisjoint(dark)


def test_pieces_that_lie_alone_are_told_by_their_colour_where_pairs_fall() -> None:
    board = (*("......",) * 6, "...l..", "...b..", "...lg.", "...yy.", "...ry.", "...rb.")
    pixels = np.asarray(cv2.resize(lit(board), None, fx=0.675, fy=0.675, interpolation=cv2.INTER_AREA), np.uint8)
    draft = discover([pixels], game="puyo")
    assert not in_the_way(draft)
    told = ["".join(EMPTY if kind < 0 else "abcdef"[kind] for kind in row) for row in draft.shots[0].kind]
    assert tuple(told) == renamed(board)


def test_what_was_told_otherwise_than_by_colour_stays_open() -> None:
    shot = discover([lit(LIT)], game="puyo").shots[0]
    kind = shot.kind.copy()
    kind[11, 1], kind[11, 0] = UNSURE, kind[10, 0]
    assert sort_by_colour(shot.with_kinds(kind)) is None, "a yellow one is no red one"
    kind[11, 0] = UNSURE
    open_ = sort_by_colour(shot.with_kinds(kind))
    assert open_ is not None
    assert (open_.kind == shot.kind).all()


@pytest.mark.parametrize("above", [0, 8, 9])
def test_a_piece_of_two_tones_is_of_its_kind_wherever_it_falls(above: int) -> None:
    """Which of them prevails in a cell changes as the piece goes through it."""
    board = (*("......",) * 2, "..gb..", *("......",) * 3, "...r..", "...r..", "..yy..", ".ybr..", "rybbg.", "ryggb.")
    pixels = np.full((540, 420, 3), (200, 190, 130), np.uint8)
    x, y, _, _ = map(int, GRID.box)
    for row, column in np.ndindex(GRID.rows, GRID.columns):
        if (label := board[row][column]) != EMPTY:
            at = x + 40 * column + 20, y + 40 * row + 20 - (above if row == 2 else 0)
            colour = np.array(COLOURS[label])
            cv2.circle(pixels, at, 17, (colour // 2).tolist(), -1)
            cv2.ellipse(pixels, at, (17, 17), 0, 6, 174, colour.tolist(), -1)
    seen = np.array([list(row) for row in board])
    kind = np.select([seen == label for label in "ryb"], [0, 1, 2], -1)
    kind[seen == "g"] = 3
    kind[2, 2:4] = UNSURE
    shot = Shot(pixels, GRID, kind, np.ones(kind.shape, np.float32), np.zeros(kind.shape, np.bool_))
    told = sort_by_colour(shot)
    assert told is not None
    assert told.kind[2, 2] == told.kind[10, 4]
    assert told.kind[2, 3] == told.kind[9, 2]


GLOSSY = (*("......",) * 6, "....rg", "....ll", "....ly", ".r..rg", ".y..rg", "rylyrb")


def glossy(board: tuple[str, ...]) -> Pixels:
    """Shaded balls with shine and eyes on a white ground, whose pale shadows run into each other."""
    pixels = np.full((560, 420, 3), 255, np.uint8)
    x, y, w, h = map(int, GRID.box)
    for number in range(GRID.columns + 1):
        cv2.line(pixels, (x + 40 * number, y), (x + 40 * number, y + h), (225, 215, 255), 1)
    for number in range(GRID.rows + 1):
        cv2.line(pixels, (x, y + 40 * number), (x + w, y + 40 * number), (225, 215, 255), 1)
    balls = [
        ((x + 40 * column + 20, y + 40 * row + 20), label)
        for row, line in enumerate(board)
        for column, label in enumerate(line)
        if label != EMPTY
    ]
    for (cx, cy), _ in balls:
        cv2.ellipse(pixels, (cx - 4, cy + 8), (30, 22), 115, 0, 360, (212, 212, 255), -1, cv2.LINE_AA)
    for (cx, cy), label in balls:
        for radius in range(17, 5, -1):
            share = (17 - radius) / 13
            colour = (1 - share) * np.array(COLOURS[label]) + share * 255
            aside = (17 - radius) // 3
            cv2.circle(pixels, (cx - aside, cy - aside), radius, colour.tolist(), -1, cv2.LINE_AA)
        for aside in (-5, 5):
            cv2.circle(pixels, (cx + aside, cy + 1), 3, (20, 20, 20), -1, cv2.LINE_AA)
            cv2.circle(pixels, (cx + aside, cy), 1, (255, 255, 255), -1)
    return pixels


def test_shadows_that_run_into_each_other_join_nothing() -> None:
    assert sort_joined(glossy(GLOSSY), GRID) is None


def test_shaded_balls_are_told_by_their_colour_and_not_by_their_shine() -> None:
    kind = np.where(np.array([list(row) for row in GLOSSY]) == EMPTY, -1, UNSURE)
    kind[6, 4], kind[6, 5], kind[8, 5] = 0, 1, 2  # that the red one above was told as another is its light
    kind[9, 4] = 3
    shot = Shot(glossy(GLOSSY), GRID, kind, np.ones(kind.shape, np.float32), np.zeros(kind.shape, np.bool_))
    told = sort_by_colour(shot)
    assert told is not None
    assert tuple("".join(EMPTY if one < 0 else "abcdef"[one] for one in row) for row in told.kind) == renamed(GLOSSY)


def test_two_kinds_of_one_hue_may_be_one_in_two_lights() -> None:
    """As a program of balls in a room showed them: yellow ones above and below, pink ones and purple ones."""
    above, below, pink, purple = (28, 2, 74), (39, -21, 94), (24, 54, 11), (21, 50, -28)
    assert not of_own_hues(np.array([above, below, pink, purple], np.float32), np.arange(4))
    assert of_own_hues(np.array([above, above, pink, purple], np.float32), np.array([0, 0, 1, 2]))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [((13, 48, -80), (13, 61, -53), False), ((19, -48, 40), (32, -63, 71), True)],
    ids=["blue and purple", "green in two lights"],
)
def test_pieces_of_one_kind_are_of_one_hue(one: tuple[float, ...], other: tuple[float, ...], same: bool) -> None:
    colours = np.array([one, other, one], np.float32)
    assert of_one_hue(colours, np.array([0, 0, 0])) is same
    assert of_one_hue(colours, np.array([0, 1, 0]))
