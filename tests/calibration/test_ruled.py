"""Ruled boards on which little lies: seen by their lines, sorted into the empty cells and what lies on the others."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Sight
from bot.vision.clipped import to_edges
from bot.vision.picture import load
from bot.vision.readers import make_reader
from calibration import discover as discovering
from calibration.discover import discover, in_the_way
from calibration.draft import Draft
from calibration.likely import likely_games
from calibration.ruled import lined_board, raised_board, ruled_board
from calibration.shot import UNSURE, CalibrationError
from calibration.sorting import Found, sort_cells
from calibration.sparse import sort_few
from calibration.write import save
from engine.position import Position
from tests.bot.beads import CELL, LEFT, TOP, screen
from tests.sweep import sweep

SCREENS = Path(__file__).parents[2] / "fixtures" / "lines" / "five-or-more" / "screens"
GRID = Grid(61.5, 48.5, 37, 41, 6, 8)
BOARD = ("........", ".a....b.", "........", "...ca...", "....c...", "b.......")
COLOURS = {"a": (30, 30, 200), "b": (40, 170, 60), "c": (200, 90, 40)}


def drawn(board: tuple[str, ...] = BOARD, *, lines: bool = True) -> Pixels:
    """A window with a ruled board and discs on it."""
    pixels = np.full((360, 430, 3), (225, 228, 230), np.uint8)
    cv2.rectangle(pixels, (0, 0), (429, 30), (90, 80, 70), -1)
    box = GRID.box
    corner, end = (round(box.x), round(box.y)), (round(box.x + box.w), round(box.y + box.h))
    cv2.rectangle(pixels, corner, end, (170, 140, 120), -1)
    for n in range(GRID.columns + 1) if lines else ():
        x = round(GRID.x + n * GRID.pitch_x)
        cv2.line(pixels, (x, corner[1]), (x, end[1]), (70, 60, 50))
    for n in range(GRID.rows + 1) if lines else ():
        y = round(GRID.y + n * GRID.pitch_y)
        cv2.line(pixels, (corner[0], y), (end[0], y), (70, 60, 50))
    for r, row in enumerate(board):
        for c, label in enumerate(row):
            if label != ".":
                middle = GRID.centre((r, c))
                cv2.circle(pixels, (round(middle.x), round(middle.y)), 13, COLOURS[label], -1)
    return pixels


def renamed(board: tuple[str, ...]) -> str:
    """The board with its letters in order of appearance."""
    text, names = "\n".join(board), {".": ".", "\n": "\n"}
    return "".join(names.setdefault(label, chr(63 + len(names))) for label in text)


def truth(name: str) -> tuple[str, ...]:
    return Position.parse((SCREENS / f"{name}.txt").read_text()).board


@cache
def found(name: str) -> Draft:
    """What a recorded screen shows at first sight."""
    return discover([load(SCREENS / f"{name}.png")])


def test_a_ruled_board_with_few_pieces_is_found_and_sorted() -> None:
    draft = discover([drawn()])
    assert renamed(draft.position().board) == renamed(BOARD)
    assert draft.shots[0].grid.x == pytest.approx(GRID.x, abs=1.1)
    assert draft.shots[0].grid.pitch_x == pytest.approx(GRID.pitch_x, abs=0.1)


def test_lines_between_the_cells_alone_bound_the_outermost_ones_too() -> None:
    page = np.full((360, 430, 3), (30, 20, 10), np.uint8)
    box = GRID.box
    for n in range(1, GRID.columns):
        x = round(GRID.x + n * GRID.pitch_x)
        cv2.line(page, (x, round(box.y)), (x, round(box.y + box.h)), (90, 80, 70))
    for n in range(1, GRID.rows):
        y = round(GRID.y + n * GRID.pitch_y)
        cv2.line(page, (round(box.x), y), (round(box.x + box.w), y), (90, 80, 70))
    inner = Grid(GRID.x + GRID.pitch_x, GRID.y + GRID.pitch_y, GRID.pitch_x, GRID.pitch_y, 4, 6)
    assert to_edges(page, inner) == GRID


def test_without_lines_a_given_grid_tells_the_pieces() -> None:
    draft = discover([drawn(lines=False)], grid=GRID, reader="blocks")
    assert renamed(draft.position().board) == renamed(BOARD)


def test_an_empty_ruled_board_is_not_one_of_pieces() -> None:
    assert ruled_board(drawn(("........",) * 6)) is None


def test_a_full_board_is_left_to_those_who_know_cells() -> None:
    rng = np.random.default_rng(3)
    full = tuple("".join(row) for row in rng.choice(list("abc"), (6, 8)))
    assert sort_few(drawn(full), GRID) is None


def test_pieces_that_nearly_look_the_same_are_not_told() -> None:
    near = drawn()
    middle = GRID.centre((5, 0))
    cv2.circle(near, (round(middle.x), round(middle.y)), 13, (44, 160, 67), -1)
    shot = sort_few(near, GRID)
    assert shot is not None
    assert shot.kind[5, 0] == UNSURE


@pytest.mark.parametrize("name", ["start", "small-window"])
def test_recorded_ruled_boards_are_perfect_at_first_sight(name: str) -> None:
    assert renamed(found(name).position().board) == renamed(truth(name))


@pytest.mark.parametrize("screen", ["start", "small-window", "twelve-pieces"])
def test_a_board_of_another_game_in_the_size_of_a_known_one_is_told_by_its_cells_and_colours(screen: str) -> None:
    draft = found(screen)
    assert draft.shots[0].grid.rows == draft.shots[0].grid.columns == 9
    assert likely_games(draft).games == ()


def test_a_layout_of_one_window_reads_others(tmp_path: Path) -> None:
    draft = discover([load(SCREENS / "twelve-pieces.png")], game="lines", reader="blocks")
    draft = draft.labelled(Position({"board": truth("twelve-pieces")}))
    layout = save(draft, tmp_path / "lines" / "drawn", title="For a test")
    for name in ("large-window", "small-window"):
        reading = make_reader(layout).read(Frame(load(SCREENS / f"{name}.png"), 0.0))
        assert reading.sight is Sight.CLEAR, reading.why
        assert reading.position is not None
        assert reading.position.board == truth(name)


def raised(pieces: dict[tuple[int, int], str]) -> Pixels:
    """A window with a board of raised cells, a broad groove between them, and discs on some."""
    pixels = np.full((420, 480, 3), (225, 228, 230), np.uint8)
    for row, column in np.ndindex(8, 9):
        x, y = 30 + 45 * column, 30 + 45 * row
        cv2.rectangle(pixels, (x, y), (x + 44, y + 44), (40, 160, 60), -1)
        cv2.rectangle(pixels, (x + 3, y + 3), (x + 41, y + 41), (90, 95, 95), -1)
        cv2.rectangle(pixels, (x + 5, y + 5), (x + 39, y + 39), (190, 195, 195), -1)
    for (row, column), label in pieces.items():
        cv2.circle(pixels, (52 + 45 * column, 52 + 45 * row), 14, COLOURS[label], -1)
    return pixels


def test_raised_cells_that_nearly_all_look_alike_are_a_board_and_empty() -> None:
    draft = discover([raised({(2, 1): "a", (4, 7): "b", (5, 2): "a", (6, 6): "c"})])
    assert not draft.why
    assert draft.position().board == (
        *(".........",) * 2, ".a.......", ".........", ".......b.", "..a......", "......c..", ".........",
    )  # fmt: skip


def test_plain_ground_with_a_few_things_on_it_shows_no_raised_cells() -> None:
    pixels = np.full((300, 300, 3), 30, np.uint8)
    for row, column in ((0, 0), (0, 6), (6, 0), (6, 6), (3, 3), (2, 5)):
        cv2.circle(pixels, (45 + 35 * column, 45 + 35 * row), 12, COLOURS["a"], -1)
    assert raised_board(pixels) is None


LYING = (*("......",) * 10, "r.....", "gg.rr.")


@pytest.mark.parametrize("lower", sweep([0.25, 0.5, 0.8]))
def test_a_pair_between_two_rows_hides_lines_and_is_in_doubt_alone(lower: float) -> None:
    board = ("......", "......", "..b...", "..r...", *LYING[4:])
    draft = discover([screen(board, lower)])
    told = draft.position().board
    assert renamed(tuple(row.replace("?", ".") for row in told)) == renamed(LYING)
    assert {(2, 2), (3, 2)} <= {(row, told[row].find("?")) for row in range(12) if "?" in told[row]}
    assert not in_the_way(draft)


def test_a_board_that_has_only_begun_is_told_as_that() -> None:
    board = ("......", "......", "..b...", "..r...", *("......",) * 8)
    assert "on which none lies in a cell yet" in in_the_way(discover([screen(board, 0.5)]))


def missing_lines(board: tuple[str, ...]) -> Pixels:
    """A ruled board that misses lines in several places."""
    pixels = screen(board)
    for row, column in ((1, 1), (5, 4), (3, 0), (8, 2)):
        x, y = LEFT + column * CELL, TOP + row * CELL
        pixels[y - 4 : y + 5, x + 1 : x + CELL] = (30, 26, 24)
    return pixels


def test_a_ruled_board_that_misses_lines_in_several_places_is_none() -> None:
    assert ruled_board(missing_lines(LYING)) is None


def test_where_pairs_fall_it_is_one_if_all_lies_on_its_floor() -> None:
    draft = discover([missing_lines(LYING)], game="puyo")
    assert not draft.why
    assert renamed(draft.position().board) == renamed(LYING)
    hanging = (*LYING[:4], "r.g...", "......", "..r.g.", *LYING[7:])
    assert lined_board(missing_lines(LYING), [(12, 6)]) is not None
    assert lined_board(missing_lines(hanging), [(12, 6)]) is None


def test_one_that_is_like_several_is_the_odd_one() -> None:
    pixels = drawn(("........", ".a....b.", "........", "..bb....", "........", "........"))
    middle = GRID.centre((5, 0))
    cv2.circle(pixels, (round(middle.x), round(middle.y)), 13, (44, 160, 67), -1)
    shot = sort_few(pixels, GRID)
    assert shot is not None
    assert shot.kind[5, 0] == UNSURE
    assert shot.kind[1, 6] == shot.kind[3, 2] == shot.kind[3, 3] >= 0


def test_lines_over_a_picture_are_told_with_their_place() -> None:
    rng = np.random.default_rng(5)
    coarse = rng.integers(0, 255, (14, 9, 3), np.uint8)
    pixels = screen(LYING)
    picture = cv2.resize(coarse, (CELL * 6, CELL * 12), interpolation=cv2.INTER_CUBIC)
    picture[::CELL], picture[:, ::CELL], picture[-1], picture[:, -1] = 255, 255, 255, 255
    pixels[TOP : TOP + CELL * 12, LEFT : LEFT + CELL * 6] = picture
    with pytest.raises(CalibrationError, match=r"lines around 12 rows x 6 columns .* --grid 4[01],3[01],21[67],43[23]"):
        discover([pixels])


@pytest.mark.parametrize("lower", [0.3, 0.6])
def test_a_pair_that_comes_to_the_end_of_a_window_without_a_frame_does_not_lie_yet(lower: float) -> None:
    board = (*("......",) * 9, "..b...", "..r...", "......")
    window = screen(board, lower)[TOP : TOP + 12 * CELL, LEFT : LEFT + 6 * CELL]
    assert "on which none lies in a cell yet" in in_the_way(discover([window]))


def test_figures_that_differ_from_cell_to_cell_are_no_empty_cells() -> None:
    """Two cells under a coloured cursor are not the only pieces of a board whose other cells show small figures."""
    rng, picture = np.random.default_rng(5), np.full((760, 420, 3), 255, np.uint8)
    colours = [(40, 120, 240), (60, 200, 250), (90, 90, 90), (150, 150, 150), (200, 120, 60)]
    for row in range(12):
        for column in range(6):
            x, y = 30 + 60 * column, 20 + 60 * row
            cv2.rectangle(picture, (x, y), (x + 54, y + 54), (0, 0, 0), 1)
            if row == 1 and column in {1, 2}:
                picture[y + 1 : y + 54, x + 1 : x + 54] = (128, 0, 128)
            middle, colour = (x + 27, y + 27), colours[int(rng.integers(len(colours)))]
            if row < 5:
                cv2.rectangle(picture, (x + 22, y + 20), (x + 32, y + 34), (110, 110, 110), 1)
            else:
                cv2.circle(picture, middle, 7, colour, -1)
    found = ruled_board(picture)
    assert found is None or (found.shot.kind >= 0).sum() > 2


def test_cells_that_go_on_beyond_the_lines_are_none_of_a_board_on_which_the_game_is_not_played_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the empty cells look like the page around them, a lattice of the pieces may reach over all of it."""
    board, picture = ("......", "a.....", "c.b..a", "ab.c.a", "bca.cb"), np.zeros((640, 900, 3), np.uint8)
    hues = {"a": (0, 0, 255), "b": (255, 0, 0), "c": (0, 255, 0)}
    for row, line in enumerate(("......",) * 7 + board):
        for column, sign in enumerate(line):
            x, y = 120 + 40 * column, 80 + 40 * row
            cv2.rectangle(picture, (x, y), (x + 40, y + 40), (95, 95, 95), 1)
            if sign != ".":
                cv2.circle(picture, (x + 20, y + 20), 17, hues[sign], -1, cv2.LINE_AA)
    all_over = Grid(40, 40, 40, 40, 14, 20)

    def found(pixels: Pixels, grid: Grid | None, *said: object) -> Found | None:
        place = grid or all_over
        return Found("blocks", sort_cells(pixels, place, "blocks"), 2.5)

    monkeypatch.setattr(discovering, "board_of", found)
    draft = discover([picture], game="puyo")
    told = draft.position().board
    assert (len(told), len(told[0])) == (12, 6)
    pairs = {*zip("".join(told[7:]), "".join(board), strict=True)}
    assert len(pairs) == len({*"".join(board)})
    assert (".", ".") in pairs
