"""Reading nonograms: drawn puzzles of many looks, digits by their kinds, marks by their meaning."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.frame import Box, Frame, Pixels
from bot.layouts import load_layout
from bot.reading import Reading, Sight
from bot.settle import SettledReader
from bot.vision.clues import cells, colours, kinds, marks
from bot.vision.clues.bands import NOTHING, Band, Digit
from bot.vision.clues.bank import Named, bank, folded, unfolded
from bot.vision.clues.clue import Clue
from bot.vision.clues.fits import fits
from bot.vision.clues.glyph import TILE_H, TILE_W, features, tile
from bot.vision.clues.grain import grainy
from bot.vision.clues.ink import Piece
from bot.vision.clues.numbers import rules
from bot.vision.clues.puzzle import ROWS, unsure
from bot.vision.clues.reader import ClueReader
from bot.vision.clues.tilt import straightened, tilt
from bot.vision.picture import save
from engine.api import load_game
from engine.doubt import Settler
from tests.synthetic.damage import spoilt
from tests.synthetic.digit_fonts import NEEDS_FONTS, Face, coverage, digits, faces
from tests.synthetic.nonograms import COLOURS, THEMES, Drawn, Look, draw

FONTS = faces(frozenset({"DejaVu Sans", "DejaVu Sans Mono", "DejaVu Serif"}))
needs_fonts = pytest.mark.skipif(not FONTS, reason=NEEDS_FONTS)
PICTURE = ("..##...#", "#######.", "##.#####", ".#....##", "########", "........", "#.#.#.#.")
MARKS = ("xx##...#", "#####...", "##......", ".#xxxx..", "........", "........", ".....x..")


def face(family: str = "DejaVu Sans", style: str = "Book") -> Face:
    return next(one for one in FONTS if (one.family, one.style) == (family, style))


def read(pixels: Pixels) -> Reading:
    return ClueReader().read(Frame(pixels, 0.0))


def right(reading: Reading, drawn: Drawn) -> bool:
    return reading.sight is Sight.CLEAR and reading.position == drawn.truth


def test_digits_of_the_colour_of_their_ground_are_of_no_colour() -> None:
    ground = np.array((10, 20, 30), np.float32)
    piece = Piece(Box(0, 0, 4, 8), np.zeros((10, 6), np.float32), 0.0, (10, 20, 30), (10, 20, 30))
    named = Named(np.zeros((2, 10), np.float32))
    band = Band((Digit(piece, 0), Digit(piece, 1)), named)
    assert not colours.motley(band, band, ground)
    assert not colours.motley(NOTHING, NOTHING, ground)


@needs_fonts
class TestDrawnPuzzles:
    @pytest.mark.parametrize("theme", [name for name in THEMES if name != "grey"])
    def test_every_theme_is_read(self, theme: str) -> None:
        drawn = draw(Look(face(), theme, pitch=26.0, zero=True), PICTURE, MARKS)
        reading = read(drawn.pixels)
        assert right(reading, drawn), reading.why

    @pytest.mark.parametrize("theme", ["page", "boxed"])
    @pytest.mark.parametrize("sides", [(True, False), (False, True), (True, True)])
    def test_clues_may_stand_to_the_right_and_below(self, theme: str, sides: tuple[bool, bool]) -> None:
        look = Look(face(), theme, furniture=False, right=sides[0], below=sides[1])
        drawn, reader = draw(look, PICTURE, MARKS), ClueReader()
        reading = reader.read(Frame(drawn.pixels, 0.0))
        assert right(reading, drawn), reading.why
        other = draw(look, PICTURE, tuple(line.replace("x", ".") for line in MARKS))
        assert right(reader.read(Frame(other.pixels, 1.0)), other)

    def test_labels_above_a_board_whose_clues_stand_below_are_none(self) -> None:
        drawn = draw(Look(face(), "page", 48.0, furniture=False, right=True, below=True), PICTURE, MARKS)
        room = np.full((60, *drawn.pixels.shape[1:]), drawn.pixels[0, 0], np.uint8)
        for column in range(drawn.grid.columns):
            at = round(drawn.grid.x + column * drawn.grid.pitch_x) + 4, 40
            cv2.putText(room, "iliB", at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (60, 60, 60), 1, cv2.LINE_AA)
        reading = read(np.concatenate([room, drawn.pixels]))
        assert right(reading, drawn), reading.why

    @pytest.mark.parametrize("spoil", ["", "blur", "photo"])
    def test_filled_cells_may_stay_far_from_their_lines(self, spoil: str) -> None:
        marks = (".#####.", "x#####x", "x#####x", "x######", "x###.##", "####.x.", "##.x###", ".x.####")
        picture = tuple(line.replace("x", ".") for line in marks)
        drawn = draw(Look(face(), "night", 25.0, inset=0.15, furniture=False), picture, marks)
        reading = read(spoilt(drawn.pixels, spoil, 3) if spoil else drawn.pixels)
        assert right(reading, drawn), (reading.why, reading.grid, drawn.grid)

    def test_a_colour_of_its_own_is_a_cross(self) -> None:
        drawn = draw(Look(face(), "grey", cross="plain"), PICTURE, MARKS)
        assert right(read(drawn.pixels), drawn)

    @pytest.mark.parametrize("pitch", [18.0, 22.5, 31.25, 40.0])
    def test_any_pitch_is_read_also_between_pixels(self, pitch: float) -> None:
        drawn = draw(Look(face(), pitch=pitch, whole=False, every=0), PICTURE, MARKS)
        reading = read(drawn.pixels)
        assert right(reading, drawn), reading.why
        assert reading.grid is not None
        assert reading.grid.pitch_x == pytest.approx(pitch, abs=0.1)

    @pytest.mark.parametrize("family", ["DejaVu Sans", "DejaVu Sans Mono", "DejaVu Serif"])
    def test_families_are_read(self, family: str) -> None:
        drawn = draw(Look(next(one for one in FONTS if one.family == family)), PICTURE, MARKS)
        assert right(read(drawn.pixels), drawn)

    @pytest.mark.parametrize("how", ["blur", "jpeg", "noise", "up", "photo"])
    def test_a_spoilt_picture_is_read_or_says_so(self, how: str) -> None:
        drawn = draw(Look(face(), "paper", pitch=28.0, cross="dot"), PICTURE, MARKS)
        reading = read(spoilt(drawn.pixels, how, 3))
        assert right(reading, drawn) or reading.sight is not Sight.CLEAR

    @pytest.mark.parametrize("space", [0.3, 0.6])
    def test_two_digits_are_told_from_two_numbers(self, space: float) -> None:
        picture = ("##########.#", "#.##########", "############", "#.##.#######", ".##########.", "#.#.#.#.#.##")
        drawn = draw(Look(face(), pitch=30.0, space=space), picture, ("." * 12,) * 6)
        assert drawn.truth.blocks["rows"] == ("10 1", "1 10", "12", "1 2 7", "10", "1 1 1 1 1 2")
        assert right(read(drawn.pixels), drawn)

    def test_clues_that_are_done_are_faint_and_still_read(self) -> None:
        drawn = draw(Look(face(), "page", pitch=28.0, done=0.5), PICTURE, MARKS)
        assert right(read(drawn.pixels), drawn)

    def test_a_digit_that_is_painted_over_is_never_passed_over(self) -> None:
        drawn = draw(Look(face(), "paper", pitch=30.0), PICTURE, MARKS)
        grid = drawn.grid
        blot = drawn.pixels.copy()
        row = round(grid.y + 1.5 * grid.pitch_y)
        dark = np.flatnonzero((blot[row - 5 : row + 6, : round(grid.x) - 4] < 90).all(2).any(0))
        assert len(dark)
        blot[row - 7 : row + 8, dark[0] - 2 : dark[-1] + 3] = 0
        reading = read(blot)
        assert reading.sight is Sight.DOUBT
        assert "row 2" in reading.why
        game = load_game("nonogram")
        assert isinstance(game, Settler)
        settled = SettledReader(ClueReader(), game).read(Frame(blot, 0.0))
        assert settled.sight is not Sight.CLEAR or (settled.position == drawn.truth and settled.notes)

    @pytest.mark.parametrize("lean", [-0.016, 0.011])
    def test_a_picture_that_was_turned_a_little_is_put_straight(self, lean: float) -> None:
        drawn = draw(Look(face(), "dark", pitch=28.0, cross="dot", inset=0.08), PICTURE, MARKS)
        assert tilt(drawn.pixels) == 0
        turned = straightened(np.pad(drawn.pixels, ((20, 20), (20, 20), (0, 0)), mode="edge"), -lean)
        assert tilt(turned) == pytest.approx(lean, abs=0.001)
        reading = read(turned)
        assert right(reading, drawn), reading.why
        assert reading.grid is not None
        middle = reading.grid.box.centre
        assert (middle.x - 20, middle.y - 20) == pytest.approx(drawn.grid.box.centre, abs=3)

    def test_a_picture_with_grain_is_smoothed_where_it_is_not_read(self) -> None:
        picture, shown = (tuple(2 * line for line in 2 * lines) for lines in (PICTURE, MARKS))
        drawn = draw(Look(face(), "dark"), picture, shown)
        grain = np.random.default_rng(1).normal(0, 13, drawn.pixels.shape)
        photograph = np.clip(drawn.pixels + grain, 0, 255).astype(np.uint8)
        assert (grainy(drawn.pixels), grainy(photograph)) == (False, True)
        reading = read(photograph)
        assert right(reading, drawn), reading.why

    def test_a_digit_that_the_rim_of_the_picture_cuts_is_settled(self) -> None:
        drawn = draw(Look(face(), "paper", pitch=30.0, furniture=False), PICTURE, MARKS)
        row = slice(round(drawn.grid.y + 6 * 30) + 2, round(drawn.grid.y + 7 * 30) - 2)
        ink = np.flatnonzero((drawn.pixels[row, : round(drawn.grid.x) - 4] < 128).all(2).any(0))
        game = load_game("nonogram")
        assert isinstance(game, Settler)
        cut = np.ascontiguousarray(drawn.pixels[:, ink[0] + 2 :])
        reading = SettledReader(ClueReader(), game).read(Frame(cut, 0.0))
        assert right(reading, drawn), reading.why
        assert "row 7" in reading.notes[0]

    def test_something_over_cells_is_told_by_its_lines_though_they_shine_through(self) -> None:
        blank = ("." * 16,) * 14
        drawn = draw(Look(face(), "paper", pitch=24.0, every=0), tuple(2 * line for line in 2 * PICTURE), blank)
        veil = drawn.pixels.copy()
        first, last = drawn.grid.cell((3, 5)), drawn.grid.cell((8, 10))
        part = veil[round(first.y) + 3 : round(last.y) + 20, round(first.x) + 3 : round(last.x) + 20]
        part[:] = (0.3 * part + 0.7 * np.array([128, 120, 110])).astype(np.uint8)
        assert read(drawn.pixels).sight is Sight.CLEAR
        assert read(veil).sight is Sight.COVERED

    def test_of_what_lies_over_a_board_is_spoken_only_where_its_clues_are_told(self) -> None:
        drawn = draw(Look(face(), "paper", pitch=26.0, every=0), PICTURE, (".........",) * 7)
        over = drawn.pixels.copy()
        first, last = drawn.grid.cell((2, 2)), drawn.grid.cell((4, 5))
        over[round(first.y) + 3 : round(last.y) + 24, round(first.x) + 3 : round(last.x) + 24] = 200
        reading = read(over)
        assert reading.sight is Sight.COVERED
        assert "Expected a board with nothing over it" in reading.why
        for row in (0, 1, 2, 3, 4):
            cell = drawn.grid.cell((row, 0))
            beside = over[round(cell.y) + 6 : round(cell.y) + 20, : round(cell.x) - 4]
            begin = int(np.flatnonzero(beside.min((0, 2)) < 128)[0])
            cv2.rectangle(beside, (begin - 14, 1), (begin - 6, 12), (0, 0, 0), -1)
        assert read(over).sight is Sight.LOST

    def test_a_clue_that_is_wiped_out_contradicts_the_others(self) -> None:
        drawn = draw(Look(face(), "paper", pitch=30.0), PICTURE, MARKS)
        grid = drawn.grid
        wiped = drawn.pixels.copy()
        wiped[round(grid.y + grid.pitch_y) + 2 : round(grid.y + 2 * grid.pitch_y) - 2, : round(grid.x) - 3] = 255
        reading = read(wiped)
        assert reading.sight is Sight.DOUBT
        assert "fill as many cells" in reading.why


@needs_fonts
class TestSquares:
    """Clues whose numbers stand on squares of their own colour."""

    PICTURE = ("aabb..dd", "abbb.dd.", "aaabdddd", ".bb.cc..", "cccccccc", ".cc..cc.", "a.d.b.c.")
    BLANK = ("." * 8,) * 7

    @pytest.mark.parametrize(("theme", "inset"), [("paper", 0.0), ("page", 0.04), ("dark", 0.06)])
    def test_the_squares_tell_the_colours(self, theme: str, inset: float) -> None:
        shown = ("aabb....", "a..b.dd.", "x.......", "xbbx....", "....cccc", "........", "a.d.b.c.")
        for marks_shown in (self.BLANK, shown):
            drawn = draw(Look(face(), theme, pitch=30.0, chips=inset), self.PICTURE, marks_shown)
            reading = read(drawn.pixels)
            assert renamed(reading, drawn), reading.why

    def test_squares_to_the_right_and_below_are_no_cells(self) -> None:
        look = Look(face(), "paper", pitch=30.0, chips=0.0, right=True, below=True, furniture=False)
        drawn = draw(look, self.PICTURE, self.BLANK)
        reading = read(drawn.pixels)
        assert renamed(reading, drawn), reading.why

    def test_colours_that_do_not_agree_are_doubted_not_passed_over(self) -> None:
        drawn = draw(Look(face(), "paper", pitch=30.0, chips=0.0), self.PICTURE, self.BLANK)
        grid = drawn.grid
        spoiled = drawn.pixels.copy()
        row = slice(round(grid.y) + 2, round(grid.y + grid.pitch_y) - 2)
        part = spoiled[row, : round(grid.x) - 2]
        part[(part == COLOURS["d"]).all(2)] = COLOURS["b"]
        reading = read(spoiled)
        assert reading.sight is Sight.DOUBT
        assert "colours of clues" in reading.why


def renamed(reading: Reading, drawn: Drawn) -> bool:
    """Whether a reading is right but for the letters of its colours."""
    if reading.sight is not Sight.CLEAR or reading.position is None:
        return False
    names: dict[str, str] = {}
    for block, lines in drawn.truth.blocks.items():
        found = reading.position.blocks[block]
        if [*map(len, found)] != [*map(len, lines)]:
            return False
        for seen, true in zip("".join(found), "".join(lines), strict=True):
            if names.setdefault(true, seen) != seen:
                return False
    return len(set(names.values())) == len(names)


@needs_fonts
class TestColours:
    PICTURE = ("aabb..##", "abbb.##.", "aaab####", ".bb.cc..", "cccccccc", ".cc..cc.")

    def test_coloured_clues_of_an_empty_board_are_read(self) -> None:
        drawn = draw(Look(face(style="Bold"), pitch=28.0), self.PICTURE, ("." * 8,) * 6)
        assert drawn.truth.blocks["rows"][0] == "2a 2b 2"
        reading = read(drawn.pixels)
        assert right(reading, drawn), reading.why

    def test_cells_have_the_letters_of_their_clues(self) -> None:
        shown = ("aabb....", "a..b.##.", "x.......", "xbbx....", "....cccc", "........")
        drawn = draw(Look(face(style="Bold"), pitch=28.0), self.PICTURE, shown)
        reading = read(drawn.pixels)
        assert right(reading, drawn), reading.why

    @pytest.mark.parametrize("how", ["blur", "jpeg", "photo"])
    def test_spoilt_colours_are_read_or_doubted(self, how: str) -> None:
        drawn = draw(Look(face(), pitch=28.0), self.PICTURE, ("." * 8,) * 6)
        reading = read(spoilt(drawn.pixels, how, 5))
        assert right(reading, drawn) or reading.sight is not Sight.CLEAR


@pytest.mark.parametrize(("distinct", "sure"), [(True, {0}), (False, set())])
def test_one_look_is_no_digit_that_another_look_is(distinct: bool, sure: set[int]) -> None:
    """A 5 that is nearly a 9 is none where the board has a 9 that looks otherwise."""
    cost = np.full((2, 10), 2.0, np.float32)
    cost[0, [5, 9]], cost[1, 9] = (0.44, 0.47), 0.4
    both = np.array([0, 1])
    found = kinds.confirmed(kinds.Kinds(both, both, Named(cost), distinct), [1, 1], [1, 1])
    assert found == sure


def test_a_thin_cross_is_told_from_the_frame_of_a_filled_cell() -> None:
    """What reaches into filled cells may be nearly as restless as a dot; but a dot makes a plain cell restless."""
    colour = np.array([[[29.0] * 3, [46.0] * 3, [200.0] * 3, [200.0] * 3, [200.0] * 3]] * 2, np.float32)
    unrest = np.array([[1.0, 30.0, 3.0, 14.0, 25.0], [0.0, 29.0, 8.0, 11.0, 19.0]], np.float32)
    looks = cells.Looks(colour, unrest, unrest, np.zeros((2, 5, 4, 3), np.float32), *np.zeros((2, 2, 5), np.float32))
    assert cells.sort(looks, 216.0).strokes.tolist() == [[False, True, False, False, False]] * 2


@needs_fonts
def test_the_bank_knows_the_digits_of_a_font() -> None:
    names, tiles = zip(*((int(name), tile(np.pad(ink, 2))) for name, ink in digits(face(), 20)), strict=True)
    told = bank().name(features(np.stack(tiles)))
    assert told.digit.tolist() == list(names)
    assert told.margin.min() > 0.3


@needs_fonts
def test_letters_are_no_digits() -> None:
    tiles = [tile(np.pad(coverage(face(), letter, 24), 2)) for letter in "WMKX"]
    assert bank().name(features(np.stack(tiles))).distance.min() > 0.5


def test_a_sheet_of_digits_unfolds() -> None:
    rng = np.random.default_rng(1)
    names = np.sort(np.concatenate([np.arange(10), rng.integers(0, 10, 83)]))
    tiles = rng.integers(1, 250, (len(names), TILE_H, TILE_W)).astype(np.uint8)
    again, digits_again = unfolded(folded(tiles, names))
    assert np.array_equal(again, tiles)
    assert np.array_equal(digits_again, names)


def test_numbers_are_divided_where_the_widest_gap_is() -> None:
    best = rules([(False, False, 1.15), (False, False, 1.18), (False, False, 1.75), (False, False, 1.8)])[0]
    assert best.off(1.18, False, False) < 0 < best.off(1.75, False, False)


@pytest.mark.parametrize(
    ("text", "how"),
    [("3 1", "may be another than 3 1"), ("1 ?1", "is told only in part, as 1 ?1"), ("? ?", "cannot be told")],
)
def test_of_a_clue_that_is_not_sure_it_is_said_how_much_is_told(text: str, how: str) -> None:
    assert f"row 2 and 1 more {how}" in unsure([(ROWS, 1, Clue(text, 0.1)), (ROWS, 3, Clue("?", 0.0))])


def test_a_clue_knows_how_much_room_it_needs() -> None:
    assert (Clue("3 1 10", 1.0).total, Clue("3 1 10", 1.0).room, Clue("0", 1.0).room) == (14, 16, 0)


@pytest.mark.parametrize(
    ("numbers", "line", "fit"),
    [
        ((2, 2), "##x##", True),
        ((2, 2), "#x.##", False),
        ((1, 1), "..#..", True),
        ((3,), "#...#", False),
        ((), ".x.", True),
        ((), ".#.", False),
        ((2,), "x.#.x", True),
    ],
)
def test_lines_fit_their_clues(numbers: tuple[int, ...], line: str, fit: bool) -> None:
    assert fits(numbers, line) is fit


class TestMeaning:
    """What plain looks mean, on a board of 3 rows and 4 columns."""

    BLACK, WHITE, GREY = (0.0, 0.0, 0.0), (255.0,) * 3, (128.0,) * 3
    ROWS, COLS = ((2,), (1, 1), (1,)), ((1,), (2,), (1,), (1,))
    INK = marks.Ink(np.zeros(3, np.float32), np.full(3, 230, np.float32), ROWS, COLS)

    def groups(self, *rows: str) -> cells.Groups:
        """A board of `b`lack, `w`hite and `g`rey cells and `x` where something is drawn."""
        colours = {"b": self.BLACK, "w": self.WHITE, "g": self.GREY, "x": self.WHITE}
        colour = np.array([[colours[c] for c in row] for row in rows], np.float32)
        unrest = np.array([[80.0 if c == "x" else 1.0 for c in row] for row in rows], np.float32)
        looks = cells.Looks(colour, unrest, unrest, np.zeros((*unrest.shape, 4, 3), np.float32), unrest, 0 * unrest)
        return cells.sort(looks, 230.0)

    def meant(self, groups: cells.Groups, ink: marks.Ink = INK) -> tuple[str, ...]:
        return marks.text(groups, marks.meaning(groups, ink).labels)

    def test_an_empty_board_is_undecided(self) -> None:
        assert self.meant(self.groups("gggg", "gggg", "gggg")) == ("....", "....", "....")

    def test_the_look_of_ink_is_filled_and_the_one_between_undecided(self) -> None:
        assert self.meant(self.groups("gbgg", "ggwg", "gbgw")) == (".#..", "..x.", ".#.x")

    def test_strokes_are_crosses_and_what_looks_like_ink_is_filled(self) -> None:
        assert self.meant(self.groups("xbbw", "wwww", "wxxw")) == ("x##.", "....", ".xx.")

    def test_light_ink_on_a_dark_page_does_not_make_light_paper_filled(self) -> None:
        ink = replace(self.INK, ink=np.full(3, 250, np.float32), ground=np.full(3, 40, np.float32))
        assert self.meant(self.groups("wbbw", "wwww", "xwww"), ink) == (".##.", "....", "x...")

    def test_what_was_known_before_stays(self) -> None:
        groups = self.groups("wbbw", "bwwb", "wbww")
        known = [(np.full(3, 128, np.float32), "."), (np.full(3, 255, np.float32), "x")]
        assert marks.text(groups, marks.meaning(groups, self.INK, known).labels) == ("x##x", "#xx#", "x#xx")

    def test_two_looks_that_no_meaning_suits_are_doubted(self) -> None:
        """Every line contradicts its clue, whichever of both is filled."""
        twos = ((2,),) * 8
        ink = replace(self.INK, ink=np.full(3, 136, np.float32), rows=twos, cols=twos)
        chequered = ("bwbwbwbw", "wbwbwbwb") * 4
        told = marks.meaning(self.groups(*chequered), ink)
        assert not told.thinkable and not told.others
        assert marks.meaning(self.groups("bbbwwwww", *("wwwwwwww",) * 7), ink).thinkable, "people fill some wrongly"

    def test_a_lit_row_and_column_are_no_crosses(self) -> None:
        """Under the pointer the ground is lighter."""
        assert self.meant(self.groups("gwgg", "wwww", "gwgg")) == ("....", "....", "....")

    def test_the_only_dark_cells_of_a_row_are_filled_not_lit(self) -> None:
        ink = replace(self.INK, ink=np.full(3, 250, np.float32), ground=np.full(3, 40, np.float32))
        assert self.meant(self.groups("xbbx", "wwww", "xwww"), ink) == ("x##x", "....", "x...")


@needs_fonts
def test_the_samples_of_a_layout_tell_what_two_looks_mean(tmp_path: Path) -> None:
    """Of a finished picture nobody knows whether white is crossed out: but who calibrated it does."""
    finished = tuple(line.replace(".", "x") for line in PICTURE)
    drawn = draw(Look(face(), "grey", cross="plain"), PICTURE, finished)
    unknown = read(drawn.pixels)
    assert [guess.block for guess in unknown.guesses] == ["board"]
    (tmp_path / "samples").mkdir()
    kinds = ""
    for label, level in (("#", 0), ("x", 255), (".", 128)):
        save(tmp_path / "samples" / f"{level}.png", np.full((20, 20, 3), level, np.uint8))
        kinds += f'[[board.kinds]]\nlabel = "{label}"\nsamples = ["{level}.png"]\n'
    text = (
        'schema = 1\ngame = "nonogram"\ntitle = "Taught"\n[hands]\ncontrol = "mark-cells"\n[board]\nreader = "clues"\n'
    )
    (tmp_path / "layout.toml").write_text(text + kinds)
    reading = ClueReader.of(load_layout(tmp_path)).read(Frame(drawn.pixels, 0.0))
    assert (reading.sight, reading.guesses) == (Sight.CLEAR, ())
    assert reading.position == drawn.truth
