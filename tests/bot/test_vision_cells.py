"""Ground runs around tiles, few tiles show their grid, and what no board of pairs looks like is known."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.frame import Frame
from bot.grid import Grid
from bot.reading import Sight
from bot.vision.cells import CELL_H, CELL_W, cut, cut_some
from bot.vision.finding import islands
from bot.vision.tiles import kinds, plausible
from bot.vision.tiles.flow import flow
from bot.vision.tiles.reader import TileReader
from bot.vision.tiles.settling import settle
from tests.bot.compare import trimmed, verdict
from tests.synthetic import APART, Damage, Spec, Truth, draw, empty, spec_of

RINGS = 3
BOARD = Spec(11, 6, 9, (38.0, 46.0), skin="bevel", ground="blurred", kinds=12, gone=0.4, size=(800, 480))


def board_of(text: str) -> NDArray[np.int64]:
    """Kinds drawn as letters, -1 for dots."""
    return np.array([[-1 if sign == "." else ord(sign) - ord("A") for sign in row] for row in text.split()])


def tiles_of(truth: Truth) -> NDArray[np.bool_]:
    return np.array([[c != "." for c in row] for row in trimmed(truth.board)])


@pytest.mark.parametrize("channels", [3, 4])
@pytest.mark.parametrize("pitch", [(13.7, 11.2), (33.0, 44.0), (41.3, 52.9), (130.4, 97.5)])
def test_some_cells_are_cut_as_all_are(pitch: tuple[float, float], channels: int) -> None:
    rng = np.random.default_rng(channels)
    pixels = rng.integers(0, 256, (700, 900, channels), dtype=np.uint8)
    grid = Grid(-4.6, 21.3, *pitch, 6, 7)  # a part lies beyond the picture
    for share in (0.05, 0.3, 1.0):
        where = rng.random((6, 7)) < share
        assert np.array_equal(cut_some(pixels, grid, where), cut(pixels, grid)[where])
    assert cut_some(pixels, grid, np.zeros((6, 7), np.bool_)).shape == (0, CELL_H, CELL_W, 3)


@pytest.mark.parametrize("ground", ["plain", "shaded", "blurred", "cloud", "vignette"])
@pytest.mark.parametrize("skin", ["bevel", "flat", "identicon"])
def test_ground_runs_into_gaps_and_not_into_tiles(ground: str, skin: str) -> None:
    pixels, truth = draw(replace(BOARD, ground=ground, skin=skin))
    cells = cut(pixels, truth.seen.wider(RINGS))
    tiles = np.pad(tiles_of(truth), RINGS)
    around = np.pad(np.zeros_like(tiles_of(truth)), RINGS, constant_values=True)
    ground_runs = flow(cells, around, tiles)
    assert not (ground_runs.open & tiles).any()
    assert ground_runs.shut[tiles].all()
    assert ground_runs.open[around].mean() > 0.95
    assert ground_runs.open[~tiles].mean() > 0.9


def test_ground_that_floods_figures_without_an_outline_says_nothing() -> None:
    pixels = np.full((300, 400, 3), 250, np.uint8)
    grid = Grid(80, 60, 40, 45, 4, 6)
    for row in range(4):
        for column in range(6):
            cell = grid.cell((row, column))
            x, y = int(cell.centre.x), int(cell.centre.y)
            pixels[y - 9 : y + 9, x - 1 : x + 2] = 20  # a bar on bare paper
    tiles = np.pad(np.ones((4, 6), np.bool_), RINGS)
    found = flow(cut(pixels, grid.wider(RINGS)), ~tiles, tiles)
    assert not found.open.any() and not found.shut.any()


@pytest.mark.parametrize("skin", ["bevel", "letters", "flat", "panel", "ring"])
@pytest.mark.parametrize("seed", [21, 22])
def test_the_grid_of_few_tiles_is_found_by_their_shores(skin: str, seed: int) -> None:
    spec = replace(BOARD, seed=seed, rows=7, columns=12, skin=skin, ground="shaded", gone=0.75, pitch=(36.4, 43.7))
    pixels, truth = draw(spec)
    found = next(iter(islands.sparse(pixels))).grid
    assert (found.rows, found.columns) == (truth.seen.rows, truth.seen.columns)
    assert found.pitch_x == pytest.approx(36.4, abs=0.25) and found.pitch_y == pytest.approx(43.7, abs=0.25)
    assert found.x == pytest.approx(truth.seen.x, abs=0.15 * 36.4)
    assert found.y == pytest.approx(truth.seen.y, abs=0.15 * 43.7)


@pytest.mark.parametrize("ground", ["shaded", "blurred"])
def test_a_board_of_few_tiles_is_read(ground: str) -> None:
    spec = replace(BOARD, seed=24, rows=7, columns=12, ground=ground, gone=0.75, kinds=20)
    pixels, truth = draw(spec)
    assert verdict(truth.board, TileReader().read(Frame(pixels, 0.0))) == "perfect"


def test_scan_lines_hide_no_shores() -> None:
    spec = replace(BOARD, seed=25, rows=7, columns=12, ground="plain", gone=0.75, damage=Damage(lines=0.18))
    pixels, truth = draw(spec)
    found = next(iter(islands.sparse(pixels))).grid
    assert (found.rows, found.columns) == (truth.seen.rows, truth.seen.columns)
    assert found.pitch_x == pytest.approx(38, abs=0.25) and found.pitch_y == pytest.approx(46, abs=0.25)


def test_an_odd_kind_at_first_sight_is_in_doubt() -> None:
    pixels, truth = draw(replace(BOARD, ground="plain", gone=0.0))
    cell = truth.grid.cell((2, 4))
    box = np.s_[round(cell.y) : round(cell.y + cell.h), round(cell.x) : round(cell.x + cell.w)]
    other = truth.grid.cell(next((0, c) for c in range(9) if truth.board[0][c] != truth.board[2][4]))
    y, x = round(other.y), round(other.x)
    pixels[box] = pixels[y : y + box[0].stop - box[0].start, x : x + box[1].stop - box[1].start]
    assert TileReader().read(Frame(pixels, 0.0)).sight is Sight.DOUBT


def test_a_picture_without_land_has_no_grid() -> None:
    assert list(islands.sparse(np.full((120, 160, 3), 90, np.uint8))) == []


def test_a_picture_without_a_sea_has_no_grid() -> None:
    squares = np.indices((90, 160)).sum(0) % 2 * 255
    assert list(islands.sparse(np.repeat(squares[..., None], 3, 2).astype(np.uint8))) == []


def test_tiles_are_found_in_the_smaller_of_two_seas() -> None:
    pixels = np.full((480, 900, 3), 40, np.uint8)
    pixels[:, 400:] = 210
    rng = np.random.default_rng(6)
    places = [(int(row), int(column)) for row, column in np.argwhere(rng.random((6, 8)) < 0.4)]
    for row, column in places:
        y, x = 60 + 50 * row, 50 + 38 * column
        pixels[y : y + 46, x : x + 34] = 235
    found = [one for one in islands.sparse(pixels) if one.tiles.sum() == len(places)]
    assert found
    assert found[0].grid.pitch_x == pytest.approx(38, abs=0.25) and found[0].grid.pitch_y == pytest.approx(50, abs=0.25)


def test_a_gap_that_shows_what_a_tile_shows_may_be_one() -> None:
    rng = np.random.default_rng(7)
    cells = np.full((2, 4, CELL_H, CELL_W, 3), 120, np.float32)
    figures = rng.integers(0, 90, (3, CELL_H, CELL_W, 1)).astype(np.float32)
    cells[0] += figures[[0, 1, 2, 0]]
    cells[1, 2] += 0.4 * figures[1]  # a tile, pale
    cells[1, 3] += rng.integers(0, 40, (CELL_H, CELL_W, 1))  # ground
    tiles = np.array([[True] * 4, [False] * 4])
    assert np.argwhere(plausible.twins(cells, ~tiles, tiles)).tolist() == [[1, 2]]
    assert not plausible.twins(cells, tiles & ~tiles, tiles).any()


def test_what_repeats_around_the_board_too_is_no_tile() -> None:
    rng = np.random.default_rng(7)
    figures = rng.integers(0, 90, (3, CELL_H, CELL_W, 1)).astype(np.float32)
    cells = np.full((2, 3, CELL_H, CELL_W, 3), 120, np.float32)
    cells += figures[np.array([[0, 1, 2], [1, 2, 1]])]
    tiles = np.array([[True, False, False], [False, False, False]])
    again = plausible.doubles(cells, tiles)
    assert np.argwhere(again).tolist() == [[0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]
    around = np.full((1, CELL_H, CELL_W, 3), 120, np.float32) + figures[2]
    assert np.argwhere(plausible.shown(cells, again, around)).tolist() == [[0, 2], [1, 1]]
    assert not plausible.shown(cells, again, around[:0]).any()


def test_what_repeats_around_the_board_hardly_worse_is_no_tile() -> None:
    # Ground in waves: between two gaps that are nearly equal lies one beside the board.
    waves = np.arange(CELL_H)[:, None, None] + np.array([1.0, 1.5, 0.25, 6.0])[:, None, None, None]
    ground = np.broadcast_to(120 + 40 * np.sin(waves * np.pi / 5), (4, CELL_H, CELL_W, 3)).astype(np.float32)
    cells = ground[[0, 1, 3]][None]
    alike = plausible.doubles(cells, np.array([[False, False, True]]))
    assert np.argwhere(alike).tolist() == [[0, 0], [0, 1]]
    assert np.argwhere(plausible.shown(cells, alike, ground[2:3])).tolist() == [[0, 0]]


@pytest.mark.parametrize("turn", [np.asarray, np.transpose])
def test_halves_of_tiles_and_patterns_of_the_ground_are_no_board(
    turn: Callable[[NDArray[np.int64]], NDArray[np.int64]],
) -> None:
    halves = "..AB...CD EF..AB... .EF..GHCD ...GH...."
    assert plausible.married(turn(board_of(halves)))
    assert not plausible.married(turn(board_of(halves.replace("G", "A"))))
    assert not plausible.married(turn(board_of("AB.CD AB.CD")))
    assert plausible.regular(turn(board_of("ABAB CDCD EFEF")))
    assert plausible.regular(turn(board_of("ABCABC DEFDEF")))
    assert not plausible.regular(turn(board_of("ABAB CDDC EFFE")))
    assert plausible.regular(turn(board_of(".AB...AB.. CDEFGCDEFG")))
    assert plausible.regular(turn(board_of(".A....A... .BCDE.BCDE")))
    assert not plausible.regular(turn(board_of(".A....A... .BCDE.BCED")))


def test_a_grid_is_laid_where_no_face_is_cut() -> None:
    # Signs that differ in their foot only, at the lower end of their tiles: a grid that lies higher cuts it off.
    pixels = np.full((300, 420, 3), 70, np.uint8)
    rng = np.random.default_rng(9)
    signs = rng.permuted(np.repeat(np.arange(8), 5)).reshape(5, 8)
    for (row, column), sign in np.ndenumerate(signs):
        tile = pixels[30 + 48 * row : 78 + 48 * row, 40 + 40 * column : 80 + 40 * column]
        tile[:] = 240
        tile[16:28, 8 + 2 * (sign % 4) : 24 + 2 * (sign % 4)] = 20
        tile[28:44, 10 : 14 if sign < 4 else 26] = 20
    tiles = np.ones(signs.shape, np.bool_)
    for off in (-4, -2, 0, 2):
        grid = settle(pixels, Grid(40, 30 + off, 40, 48, *signs.shape), tiles, 0.12)
        assert abs(grid.y - 30) < 3 and abs(grid.x - 40) < 3


def test_two_tiles_alone_that_show_the_same_in_another_light_are_told_alike() -> None:
    rng = np.random.default_rng(4)
    faces = rng.integers(0, 200, (3, CELL_H, CELL_W, 1)) * np.ones(3)
    cells = faces[[0, 0, 1, 1, 2, 2]].astype(np.float32)
    cells[5] = 0.5 * cells[5] + 90
    kind = np.array([0, 0, 1, 1, 2, 3])
    margins = np.array([0.9, 0.9, 0.9, 0.9, 0, 0], np.float32)
    found = kinds.mend(kinds.Grouping(kind, margins, 1.0, 900.0, np.zeros(6, np.bool_), 9.0), kinds.outlines(cells))
    assert found.kind.tolist() == [0, 0, 1, 1, 2, 2]
    assert (found.margins > kinds.LEAD).all()


@pytest.mark.parametrize("turn", [np.asarray, np.transpose])
def test_next_pieces_that_spoil_the_pairs_are_no_part_of_the_board(
    turn: Callable[[NDArray[np.int64]], NDArray[np.int64]],
) -> None:
    board = turn(board_of("AB.CD....  BADC...CE  .EE....DB"))
    found = plausible.beside(board)
    assert found is not None
    assert (board[found] == turn(board_of("AB.CD BADC. .EE..")))[board[found] >= 0].all()
    assert plausible.beside(turn(board_of("ABCD...AB  BACD...BA"))) is None  # nothing is spoilt
    close = turn(board_of("ABCD.CE  BADC.DB"))
    window = plausible.beside(close)
    assert window is not None
    assert (close[window] == turn(board_of("ABCD BADC"))).all()
    assert plausible.beside(turn(board_of("ABCDCE  BADCDB"))) is None  # nothing stands apart


def test_two_boards_beside_each_other_are_not_one() -> None:
    assert plausible.two(board_of("AB.C...CD.  .CAB...ACD  .......A.."))
    assert not plausible.two(board_of("AB.C...CD.  .CAB...ACD  .......B.."))  # what is left of one
    assert plausible.two(board_of("ABCDE.FGHIJ  ECADB.IHJGF")), "that ten kinds keep to their side is no chance"
    assert not plausible.two(board_of("ABCDE.FGHIJ  ECADB.IHJGA  ....F......"))
    assert plausible.two(board_of("ABCDEFGH.IJ  GCBEDHFA.JI")), "nor that all of two kinds are the next pieces"
    assert not plausible.two(board_of("ABCA.D.  BDC..D.  ..DAAEE")), "what is left of few kinds may lie anywhere"


def test_a_heap_of_kinds_that_look_alike_is_not_taken_for_one() -> None:
    rng = np.random.default_rng(5)
    near = rng.normal(0, 1, (1, 60)) * 40 + rng.normal(0, 12, (9, 60))
    far = rng.normal(0, 1, (8, 60)) * 60
    rows = np.repeat(np.concatenate([near, far]), 2, 0) + rng.normal(0, 0.5, (34, 60))
    found = kinds.group(rows.astype(np.float32))
    assert found.kind.max() + 1 == 17 or found.gap < 2


def test_a_kind_of_far_more_tiles_than_any_other_is_several_however_close_they_are() -> None:
    """Numerals over one and the same sign, on a small picture: they differ in a few pixels, as equal tiles here do."""
    rng = np.random.default_rng(7)
    usual, sign = rng.normal(0, 60, (14, 400)), rng.normal(0, 60, 400)

    def gap(numerals: int, tiles: int) -> float:
        close = sign + rng.normal(0, 1, (numerals, 400))
        rows = np.repeat(np.concatenate([usual, close]), [4] * len(usual) + [tiles] * numerals, axis=0)
        return kinds.group((rows + rng.normal(0, 3, rows.shape)).astype(np.float32)).gap

    assert gap(8, 4) == kinds.UNCLEAR
    assert gap(1, 4) > kinds.EVEN + 1
    assert gap(1, 12) > kinds.EVEN + 1, "some games deal a few kinds more often"


def test_a_panel_half_over_the_board_is_no_ground() -> None:
    pixels, truth = draw(replace(BOARD, ground="plain", gone=0.0, corner=(120.0, 80.0)))
    box = truth.grid.box
    pixels[int(box.y + 60) : int(box.y + 230), int(box.x - 50) : int(box.x + 160)] = (60, 60, 60)
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.sight is not Sight.CLEAR


def test_pieces_that_fall_are_no_dealt_tiles() -> None:
    pieces = "...AAAA.. ...BBBB.. ....CC... ....CC... .....D... .....D... E...FDD.. EEE.FF.G. .HH..FGGG ..HH.IIII"
    assert plausible.clumped(board_of(pieces))
    assert not plausible.clumped(board_of("AABB CCDD")), "what is left of a game may lie in pairs"
    assert not plausible.clumped(board_of("AABB AABB CDDC EEFF CDDC EFEF"))
    assert not plausible.clumped(board_of(pieces.replace("HH.I", "IH.H").replace("FGGG", "GGFG").replace("FDD", "DFD")))


def test_wood_that_runs_on_from_cell_to_cell_is_no_dealt_tiles() -> None:
    assert plausible.grained(board_of("AAAA..... ......... ......BB. .....CCCC"))
    assert not plausible.grained(board_of("AAAA..... .....BB.. .CC......")), "one kind may lie so by chance"
    assert not plausible.grained(board_of("AAAA..... ......B.. .CCCC..B."))
    bare = replace(spec_of(101933, APART), beside=("menu", "tools", "text"))
    assert TileReader().read(Frame(empty(bare), 0.0)).sight is not Sight.CLEAR
