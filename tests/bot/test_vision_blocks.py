"""Boards of few kinds: sorted without knowing any kind, known by samples, followed from frame to frame."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Sight
from bot.vision.blocks.known import Known
from bot.vision.blocks.look import cells_of, looks
from bot.vision.blocks.points import Points
from bot.vision.blocks.reader import BlockReader, first_sight_blocks, sort_blocks
from bot.vision.blocks.sorting import EMPTY, UNSURE, Sorting
from bot.vision.samples import Sample
from engine.position import UNKNOWN
from tests.bot.compare import renamed
from tests.bot.synthetic_blocks import Drawn, Wish, draw

CALM = Wish(size=(9, 7), kinds=5, pitch=32.0, ground="plain", damage=False, framed=True)


def faults(drawn: Drawn, found: Sorting) -> tuple[int, int]:
    """How many cells are wrong and how many doubted; kinds may be numbered in any way."""
    truth = np.array([list(row) for row in drawn.board])
    wrong = int(((found.kind == EMPTY) & (truth != ".")).sum())
    taken: set[str] = set()
    for kind in sorted(range(found.kinds), key=lambda k: -int((found.kind == k).sum())):
        of = found.kind == kind
        label, times = Counter(truth[of].tolist()).most_common(1)[0]
        wrong += int(of.sum()) if label == "." or label in taken else int(of.sum()) - times
        taken.add(label)
    return wrong, int((found.kind == UNSURE).sum())


def samples(drawn: Drawn, each: int = 3) -> list[Sample]:
    """Crops of some cells of every label."""
    crops: dict[str, list[Sample]] = {}
    for row, line in enumerate(drawn.board):
        for column, label in enumerate(line):
            box = drawn.grid.cell((row, column))
            crop = drawn.pixels[round(box.y) : round(box.y + box.h), round(box.x) : round(box.x + box.w)]
            crops.setdefault(label, []).append(Sample(label, False, crop))
    return [crop for label in crops for crop in crops[label][:each]]


class Here:
    """A finder that knows where the board lies."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def find(self, pixels: Pixels) -> Here:
        return self


def calibrated(drawn: Drawn, grid: Grid | None = None, scrolls: bool = False) -> BlockReader:
    labels = sorted({c for row in drawn.board for c in row} - {"."})
    known = Known.of_samples(samples(drawn), labels)
    return BlockReader(known, labels, finder=Here(grid or drawn.grid), scrolls=scrolls)


@pytest.mark.parametrize("skin", ["flat", "gapped", "bevel", "panel", "signs", "ball", "gem"])
@pytest.mark.parametrize("fill", ["stack", "samegame"])
def test_kinds_and_empty_cells_are_told_apart(skin: str, fill: str) -> None:
    drawn = draw(5, replace(CALM, skin=skin, fill=fill))
    wrong, doubted = faults(drawn, sort_blocks(drawn.pixels, drawn.grid))
    assert wrong == 0
    assert doubted <= (10 if skin == "ball" else 0)  # eyes that blink may be another kind


def test_nothing_is_told_wrong_on_boards_never_seen() -> None:
    calm = {"flat": ("plain", "gradient"), "gem": ("plain", "gradient", "cloth")}
    wrong = doubted = cells = 0
    for seed in range(3000, 3030):
        drawn = draw(seed)
        if drawn.ground not in calm.get(drawn.skin, ("plain", "gradient", "cloth")):
            continue
        found = faults(drawn, sort_blocks(drawn.pixels, drawn.grid))
        wrong, doubted, cells = wrong + found[0], doubted + found[1], cells + drawn.grid.rows * drawn.grid.columns
    assert cells > 500
    assert wrong == 0
    assert doubted < 0.1 * cells


def test_a_dark_kind_is_not_empty() -> None:
    grid = Grid(20, 20, 30, 30, 5, 7)
    pixels = np.full((190, 250, 3), 200, np.uint8)
    board = ("KRKBRKB", "RKBRKBR", "KBRKBRK", "BRKBRKK", "RKBKRBR")
    colour = {"K": (8, 8, 8), "R": (30, 30, 210), "B": (210, 60, 30)}
    for row, line in enumerate(board):
        for column, label in enumerate(line):
            pixels[22 + 30 * row : 48 + 30 * row, 22 + 30 * column : 48 + 30 * column] = colour[label]
    found = sort_blocks(pixels, grid)
    assert found.kinds == 3
    assert not (found.kind == EMPTY).any()


@pytest.mark.parametrize("piece", [(), ((2, 1), (3, 1))], ids=["at rest", "a pair falls"])
def test_planks_behind_a_heap_are_no_kind(piece: tuple[tuple[int, int], ...]) -> None:
    grid, rng = Grid(80, 60, 40, 40, 12, 6), np.random.default_rng(2)
    pixels = np.full((600, 400, 3), (220, 200, 120), np.uint8)
    pixels[60:540, 80:320] = (40, 90, 140)
    pixels[60:540, 78:322:40] = pixels[60:540, 79:322:40] = pixels[60:540, 80:322:40] = (15, 30, 50)
    heap = [(row, column) for column in range(6) for row in range(11 - int(rng.integers(4)), 12)]
    full = np.zeros((12, 6), np.bool_)
    for cell in (*heap, *piece):
        box, colour = grid.cell(cell), ((40, 40, 220), (220, 90, 40), (40, 210, 230), (60, 200, 60))[rng.integers(4)]
        cv2.circle(pixels, (int(box.x) + 20, int(box.y) + 20), 18, colour, -1, cv2.LINE_AA)
        full[cell] = True
    found = sort_blocks(np.clip(pixels + rng.normal(0, 2, pixels.shape), 0, 255).astype(np.uint8), grid)
    assert not ((found.kind >= 0) & ~full).any()
    assert not ((found.kind == EMPTY) & full).any()
    assert (found.kind[full] >= 0).mean() > 0.7


def test_a_darkened_row_is_linked_to_its_kinds() -> None:
    drawn = draw(11, replace(CALM, skin="panel", fill="stack", mark="dark"))
    found = sort_blocks(drawn.pixels, drawn.grid)
    assert faults(drawn, found)[0] == 0
    assert found.marked[-1].any()
    assert not found.marked[:-1].any()


def test_a_framed_board_is_found_whole() -> None:
    drawn = draw(21, replace(CALM, skin="bevel", fill="stack"))
    found = first_sight_blocks(drawn.pixels)
    assert found is not None
    assert not found.why
    assert (found.grid.rows, found.grid.columns) == (9, 7)
    assert found.grid.pitch_x == pytest.approx(drawn.grid.pitch_x, abs=0.25)
    assert faults(drawn, found) == (0, 0)


def test_a_half_empty_board_without_a_frame_says_that_its_size_is_unknown() -> None:
    drawn = draw(21, replace(CALM, skin="bevel", fill="stack", framed=False))
    reading = BlockReader().read(Frame(drawn.pixels, 0.0))
    assert reading.sight in {Sight.DOUBT, Sight.LOST}
    assert "frame" in reading.why or reading.sight is Sight.LOST


def test_no_board_is_found_in_a_picture_without_one() -> None:
    rng = np.random.default_rng(3)
    noise = rng.integers(0, 256, (300, 400, 3)).astype(np.uint8)
    reading = BlockReader().read(Frame(noise, 0.0))
    assert reading.sight is Sight.LOST
    assert reading.why


def test_samples_give_the_labels() -> None:
    drawn = draw(7, replace(CALM, skin="panel", fill="stack"))
    reading = calibrated(drawn).read(Frame(drawn.pixels, 0.0))
    assert reading.sight is Sight.CLEAR
    assert reading.position is not None
    assert reading.position.board == drawn.board


def test_samples_hold_on_another_board_of_the_skin_and_at_another_scale() -> None:
    wish = replace(CALM, skin="panel", fill="stack")
    known = draw(7, wish)
    import cv2

    larger = np.asarray(cv2.resize(known.pixels, None, fx=1.4, fy=1.4, interpolation=cv2.INTER_LINEAR), np.uint8)
    g = known.grid
    scale_x, scale_y = larger.shape[1] / known.pixels.shape[1], larger.shape[0] / known.pixels.shape[0]
    grid = Grid(g.x * scale_x, g.y * scale_y, g.pitch_x * scale_x, g.pitch_y * scale_y, g.rows, g.columns)
    reading = calibrated(known, grid).read(Frame(larger, 0.0))
    assert reading.position is not None
    assert reading.position.board == known.board


def test_blocks_in_another_light_are_told_right_or_doubted() -> None:
    clean, seen = draw(200_015, Wish(damage=False)), draw(200_015)
    labels = sorted({c for row in clean.board for c in row} - {"."})
    reader = BlockReader(Known.of_samples(samples(clean), labels), labels, finder=Here(seen.grid))
    reading = reader.read(Frame(seen.pixels, 0.0))
    assert reading.position is not None
    pairs = zip("".join(reading.position.board), "".join(seen.board), strict=True)
    assert all(told in {true, "?"} for told, true in pairs)


def swapped(drawn: Drawn, a: tuple[int, int], b: tuple[int, int]) -> Pixels:
    """The picture with two cells exchanged."""
    out = drawn.pixels.copy()

    def at(cell: tuple[int, int]) -> tuple[slice, slice]:
        box = drawn.grid.cell(cell)
        top, left = round(box.y), round(box.x)
        return slice(top, top + int(box.h)), slice(left, left + int(box.w))

    out[at(a)], out[at(b)] = drawn.pixels[at(b)], drawn.pixels[at(a)]
    return out


def test_a_swap_is_followed() -> None:
    drawn = draw(7, replace(CALM, skin="gapped", fill="full"))
    reader = calibrated(drawn)
    first = reader.read(Frame(drawn.pixels, 0.0))
    assert first.position is not None
    again = reader.read(Frame(drawn.pixels, 0.1))
    assert again.position is first.position
    assert again.time == 0.1
    row = next(r for r, line in enumerate(drawn.board) if line[0] != line[1])
    after = reader.read(Frame(swapped(drawn, (row, 0), (row, 1)), 0.2))
    line = drawn.board[row]
    assert after.position is not None
    assert after.position.board[row] == line[1] + line[0] + line[2:]
    assert after.position.board[:row] == drawn.board[:row]


def test_a_cover_is_said() -> None:
    drawn = draw(7, replace(CALM, skin="gapped", fill="full"))
    reader = calibrated(drawn)
    reader.read(Frame(drawn.pixels, 0.0))
    covered = drawn.pixels.copy()
    box = drawn.grid.cell((3, 2))
    covered[round(box.y) : round(box.y) + 70, round(box.x) : round(box.x) + 90] = (123, 45, 67)
    reading = reader.read(Frame(covered, 0.1))
    assert reading.sight in {Sight.COVERED, Sight.DOUBT}
    assert reading.why


def test_a_risen_stack_is_read() -> None:
    drawn = draw(7, replace(CALM, skin="panel", fill="full"))
    risen = np.roll(drawn.pixels, -12, axis=0)
    reading = calibrated(drawn, scrolls=True).read(Frame(risen, 0.0))
    assert reading.position is not None
    assert float(reading.position.blocks["scroll"][0]) == pytest.approx(12 / 32, abs=0.04)
    assert reading.position.board == drawn.board


def test_a_stack_that_was_seen_to_rise_wrongly_is_found_again() -> None:
    drawn = draw(7, replace(CALM, skin="ball", fill="full"))
    reader = calibrated(drawn, scrolls=True)
    reader.read(Frame(np.roll(drawn.pixels, -12, axis=0), 0.0))
    track = reader._track
    assert track is not None and reader._known is not None
    off = replace(track.grid, y=track.grid.y - 10)
    cells = cells_of(drawn.pixels, replace(off, y=off.y + 12))
    bad = reader._known.tell(looks(cells.reshape(-1, *cells.shape[2:])), track.light)
    assert 0.1 < (bad.kind == UNSURE).mean() < 0.4
    track.scroll, track.told = 10 / 32, bad
    for rise in range(13, 25):
        reading = reader.read(Frame(np.roll(drawn.pixels, -rise, axis=0), 0.1))
        assert reading.position is not None
        assert reading.position.board == drawn.board
    assert reading.position is not None
    assert float(reading.position.blocks["scroll"][0]) == pytest.approx(24 / 32, abs=0.1)
    paused = np.roll(drawn.pixels, -24, axis=0)
    left, top = round(drawn.grid.x), round(drawn.grid.y)
    paused[top : top + 32, left : left + 32] = 255
    reading = reader.read(Frame(paused, 0.3))
    assert reading.position is not None
    assert float(reading.position.blocks["scroll"][0]) == pytest.approx(24 / 32, abs=0.04)


@pytest.mark.parametrize("skin", ["ball", "bevel", "gem"])
def test_a_block_that_slides_over_the_ground_is_in_neither_cell(skin: str) -> None:
    drawn = draw(5, replace(CALM, skin=skin, fill="stack"))
    row, column = next(
        (r, c) for r, line in enumerate(drawn.board) for c in range(6) if line[c] != "." and line[c + 1] == "."
    )
    reader = calibrated(drawn)
    reader.read(Frame(drawn.pixels, 0.0))
    box = drawn.grid.cell((row, column))
    top, left, side = round(box.y), round(box.x), round(box.w)
    block, ground = (drawn.pixels[top : top + side, x : x + side].copy() for x in (left, left + side))
    pixels = drawn.pixels.copy()
    pixels[top : top + side, left : left + 2 * side] = np.hstack([ground, ground])
    pixels[top : top + side, left + side // 2 : left + side // 2 + side] = block
    reading = reader.read(Frame(pixels, 0.1))
    assert reading.position is not None
    assert reading.position.board[row][column : column + 2] == UNKNOWN * 2


def test_ground_that_changes_within_a_cell_is_no_block_on_its_way() -> None:
    drawn = draw(5, replace(CALM, skin="ball", fill="stack"))
    row, column = next(
        (r, c)
        for r, line in enumerate(drawn.board)
        for c in range(7)
        if line[c] != "." and drawn.board[r - 1][c] == "."
    )
    box = drawn.grid.cell((row - 1, column))
    top, left, side = round(box.y), round(box.x), round(box.w)
    reader = calibrated(drawn)
    before = drawn.pixels.copy()
    block = drawn.pixels[top + side : top + 2 * side, left : left + side]
    before[top : top + side, left : left + side] = block
    reader.read(Frame(before, 0.0))
    pixels = drawn.pixels.copy()
    half = pixels[top + side // 2 : top + side, left : left + side].astype(int)
    pixels[top + side // 2 : top + side, left : left + side] = np.clip(half + 26, 0, 255)
    reading = reader.read(Frame(pixels, 0.1))
    assert reading.position is not None
    assert reading.position.board[row - 1][column] == "."


def test_light_that_was_measured_in_disorder_is_not_kept() -> None:
    drawn = draw(7, replace(CALM, skin="ball", fill="full"))
    reader = calibrated(drawn, scrolls=True)
    reader.read(Frame(drawn.pixels, 0.0))
    track = reader._track
    assert track is not None
    level = track.light.level + np.array([0.0, 0.0, -0.35])
    track.light, track.points = replace(track.light, level=level, own=False), Points(track.grid, drawn.pixels.shape)
    reading = reader.read(Frame(np.roll(drawn.pixels, -1, axis=0), 0.05))
    assert reading.position is not None
    assert any(UNKNOWN in line for line in reading.position.board)
    for rise in range(2, 5):
        reading = reader.read(Frame(np.roll(drawn.pixels, -rise, axis=0), 0.3 * rise))
    assert reading.position is not None
    assert reading.position.board == drawn.board


@pytest.mark.parametrize("skin", ["flat", "gapped", "bevel"])
def test_a_stack_that_creeps_by_less_than_a_pixel_a_look_is_followed(skin: str) -> None:
    """Most blocks differ next to nothing from themselves a pixel higher."""
    drawn = draw(7, replace(CALM, skin=skin, fill="full"))
    reader, pitch = calibrated(drawn, scrolls=True), drawn.grid.pitch_y
    tall = np.concatenate([drawn.pixels, drawn.pixels[:40]])
    fine = cv2.resize(tall, None, fx=1, fy=8, interpolation=cv2.INTER_LINEAR)
    for part in range(1, 8 * 12):
        part_of = fine[part : part + 8 * len(drawn.pixels)]
        shown = cv2.resize(part_of, drawn.pixels.shape[1::-1], interpolation=cv2.INTER_AREA)
        reading = reader.read(Frame(np.asarray(shown, np.uint8), 0.02 * part))
        assert reading.position is not None
        said = float(reading.position.blocks["scroll"][0])
        assert abs(said - part / 8 / pitch) * pitch < 3


def test_labels_of_a_first_sight_stay() -> None:
    drawn = draw(21, replace(CALM, skin="bevel", fill="full"))
    reader = BlockReader()
    first = reader.read(Frame(drawn.pixels, 0.0))
    assert first.position is not None
    assert renamed(first.position.board) == renamed(drawn.board)
    row = next(r for r, line in enumerate(drawn.board) if line[0] != line[1])
    after = reader.read(Frame(swapped(drawn, (row, 0), (row, 1)), 0.1))
    assert after.position is not None
    assert after.position.board[row][0] == first.position.board[row][1]


def test_a_picture_of_one_colour_is_no_board() -> None:
    reading = BlockReader().read(Frame(np.full((200, 200, 3), 9, np.uint8), 0.0))
    assert reading.sight is Sight.LOST
    assert "capture" in reading.why
