"""One nonogram in a picture: its grid, its clues and its cells, read together and checked against each other."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import numpy as np

from bot.frame import Frame, Pixels
from bot.reading import Doubt, Reading, Sight
from bot.vision.clipped import Clip, flush, ruled_off
from bot.vision.clues import cells, colours, marks, rulers
from bot.vision.clues.bands import ANY, Band, Sides
from bot.vision.clues.bank import Bank
from bot.vision.clues.beside import clues_beside
from bot.vision.clues.borne import borne_out
from bot.vision.clues.cells import Floats, Groups, Looks
from bot.vision.clues.clue import FLOOR, Clue, crowded, read_clues, rules_of, worths
from bot.vision.clues.colours import Palette
from bot.vision.clues.ink import Piece
from bot.vision.clues.kinds import confirmed, kinds_of, pooled
from bot.vision.clues.lines import Ruled
from bot.vision.clues.marks import Anchors, Ink
from bot.vision.clues.numbers import Rule
from bot.vision.clues.strips import Strips
from engine.doubt import Guess
from engine.moves import Cell
from engine.position import EMPTY, Position

ROWS: Final = "rows"
COLS: Final = "cols"
NONSENSE: Final = 0.3
"""Share of clues that could not be written so from which they are none."""
FULL: Final = 0.85
"""Share of the strongest contrast from which a digit is not faded."""
CUT: Final = 3
"""Clues that do not fit their lines, from which it is no misreading: these reach farther than what is seen."""
MOST: Final = 12
"""Clues that are called into question where all together contradict each other."""


@dataclass(frozen=True, eq=False)
class Puzzle:
    """What is known of a nonogram besides its cells."""

    ruled: Ruled
    left: Band
    """The clues of the rows; they may stand to the right of them."""
    above: Band
    """The clues of the columns; they may stand below them."""
    rows: tuple[Clue, ...]
    cols: tuple[Clue, ...]
    rule: Rule
    """What divides numbers from digits of one number, beside the rows."""
    upright: Rule | None
    """The same above the columns, if numbers stand side by side there."""
    ink: Ink
    contrast: float
    """How far digits stand out from their ground."""
    palette: Palette | None = None
    """The colours of a coloured puzzle."""
    motley: bool = False
    """Whether its clues have several colours of which it is not sure which is which."""


def read_puzzle(
    pixels: Pixels,
    ruled: Ruled,
    bank: Bank,
    sides: Sides = (ANY, ANY),
    *,
    table: bool = False,
    strips: Strips | None = None,
) -> Puzzle | None:
    """The clues beside a grid; None where none stand there. `table`: without what stands behind the table that they
    are in. `strips` are those beside the grid, where they may have been looked at before.
    """
    strips = strips or Strips(pixels, ruled)
    bands = clues_beside(pixels, ruled, bank, sides, table=table, strips=strips)
    if bands is None:
        return None
    left, above = bands
    kinds = kinds_of(left, above, bank)
    left, above = pooled(left, above, kinds)
    left, above = borne_out(left, above, kinds, ruled.grid.rows, ruled.grid.columns)
    across, down = range(ruled.grid.columns), range(ruled.grid.rows)
    rule, upright = rules_of(left, above, ruled.grid.rows, ruled.grid.columns)
    worth = worths(left, down, rule), worths(above, across, upright)
    if rule.confirmed:
        sure = confirmed(kinds, *worth)
        left = replace(left, confirmed=frozenset(i for i, kind in enumerate(kinds.left) if kind in sure))
        above = replace(above, confirmed=frozenset(i for i, kind in enumerate(kinds.above) if kind in sure))
    cols = read_clues(above, across, upright)
    ink, ground = _colours(pixels, left)
    contrast = float(np.median([digit.glyph.contrast for digit in left.digits]))
    palette, motley = None, False
    filling = _filling(left, read_clues(left, down, rule)), _filling(above, cols)
    if colours.motley(*filling, ground):
        groups = cells.sort(cells.measure(pixels, ruled.grid), contrast)
        palettes = [*colours.palettes_of(left, above, ground, worth)] if rule.confirmed else []
        borne = (one for one in palettes if colours.undecided(one[0], groups, *one[1:]) is not None)
        palette, left, above = next(borne, (None, left, above))
        cols = read_clues(above, across, upright)
        motley = not palette.sure if palette else _motley(groups, filling, ground, lit=not palettes)
    cols = crowded(above, cols, upright) if upright else cols
    rows = read_clues(left, down, rule)
    if _nonsense(rows.values()) or _nonsense(cols.values()):
        return None
    runs = (
        tuple(clue.numbers if clue.known and palette is None else None for clue in clues.values())
        for clues in (rows, cols)
    )
    said = tuple(rows.values()), tuple(cols.values())
    return Puzzle(ruled, left, above, *said, rule, upright, Ink(ink, ground, *runs), contrast, palette, motley)


def _motley(groups: Groups, bands: tuple[Band, Band], ground: Floats, *, lit: bool) -> bool:
    """Whether clues have several colours though they make up no palette. Beside a line in which nothing is decided none
    is shown as done, or as wrong; but some may be `lit` under a pointer, if those of a row and of a column do not just
    fill as many cells.
    """
    bare = (colours.untouched(groups, look, *bands) for look in range(len(groups.means)))
    return colours.on_squares(*bands) or any(colours.motley(*one, ground, lit=lit) for one in bare)


def _filling(band: Band, clues: Mapping[int, Clue]) -> Band:
    """The band with the digits of those lines alone that have a cell to fill: the others are done from the start."""
    return replace(band, digits=tuple(digit for digit in band.digits if clues[digit.line].total))


def _nonsense(clues: Collection[Clue]) -> bool:
    """Whether so many clues are none that something else than clues was read."""
    return sum(not clue.thinkable for clue in clues) > NONSENSE * len(clues)


def _colours(pixels: Pixels, band: Band) -> tuple[Floats, Floats]:
    """The usual colours of the digits that stand out most, for those of clues that are done may be faded, and of what
    they stand on.
    """
    strong = max(digit.glyph.contrast for digit in band.digits) * FULL
    ink = np.median([digit.glyph.colour for digit in band.digits if digit.glyph.contrast >= strong], 0)
    boxes = [digit.glyph.box for digit in band.digits]
    sides = [
        pixels[int(box.y) : int(box.y + box.h), max(0, int(box.x) - 2) : max(1, int(box.x) - 1)].reshape(-1, 3)
        for box in boxes
    ]
    return np.asarray(ink, np.float32), np.asarray(np.median(np.concatenate(sides), 0), np.float32)


def compose(frame: Frame, puzzle: Puzzle, looks: Looks, anchors: Anchors) -> tuple[Reading, Anchors]:
    """The reading of a puzzle whose cells look so, and what the looks mean from now on."""
    groups = rulers.without_rulers(cells.sort(looks, puzzle.contrast), frame.pixels, puzzle.ruled.grid)
    groups = cells.seen_through(groups, frame.pixels, puzzle.ruled.grid, puzzle.ink.ground, puzzle.contrast)
    if puzzle.palette is None:
        meant = marks.meaning(groups, puzzle.ink, anchors)
    else:
        ground = colours.undecided(puzzle.palette, groups, puzzle.left, puzzle.above) or 0
        meant = marks.Meaning(colours.labels(puzzle.palette, groups, ground, marks.FILLED, EMPTY))
    board = marks.text(groups, meant.labels)
    clues = [(ROWS, line, clue) for line, clue in enumerate(puzzle.rows)]
    clues += [(COLS, line, clue) for line, clue in enumerate(puzzle.cols)]
    doubtful = [one for one in clues if one[2].margin < FLOOR]
    doubts = tuple(Doubt(block, line, 0, clue.margin) for block, line, clue in doubtful)
    wrong = contradiction(puzzle)
    if wrong and (clip := _clip(np.ascontiguousarray(frame.pixels[:, :, :3]), puzzle)) is not None:
        return cut_off(frame, puzzle, board, clip), anchors
    why = unsure(doubtful) if doubtful else wrong
    trusted = meant.margin >= marks.TRUSTED
    if not (why or trusted) and (open_ := _open(groups, meant)):
        (row, column), count = open_[0], len(open_)
        why = (
            f"Expected cells that are easy to tell, found {count} that may be filled or not (such as at {row},{column})"
            ": take away what lies over them, or marks in other colours, or show the board as it is on the screen."
        )
    if not (why or meant.thinkable):
        why = (
            "Expected cells whose looks tell which are filled, found that most rows and columns would contradict their "
            "clues: more is filled in wrongly than right, or something lies over it: clear the board, or uncover it."
        )
    if puzzle.motley:
        doubts += (Doubt("colours", 0, 0, 0.0),)
        why = (
            "Expected colours of clues that are easy to tell, found some that lie between two: "
            "show the board larger, or as it is on the screen."
        )
    if wrong:
        thinkable = sorted((one for one in clues if one[2].others), key=lambda one: one[2].margin)
        doubtful += [one for one in thinkable if one not in doubtful][: max(0, MOST - len(doubtful))]
    guesses = [Guess(block, line, (clue.text, *clue.others), clue.margin) for block, line, clue in doubtful]
    if meant.others:
        texts = ("\n".join(marks.text(groups, way)) for way in (meant.labels, *meant.others))
        guesses.append(Guess("board", None, tuple(texts), meant.margin))
    blocks = {ROWS: tuple(clue.text for clue in puzzle.rows), COLS: tuple(clue.text for clue in puzzle.cols)}
    grid = puzzle.ruled.grid
    reading = Reading(
        frame.time,
        Sight.DOUBT if why else Sight.CLEAR,
        frame.size,
        Position({**blocks, "board": board}),
        grid,
        np.full((grid.rows, grid.columns), max(meant.margin, FLOOR), np.float32),
        doubts,
        why,
        guesses=tuple(guesses),
        colours=_letters(puzzle),
    )
    if not trusted:
        return reading, anchors
    return reading, [*anchors, *(one for one in marks.anchors_of(groups, meant.labels) if not _among(one[0], anchors))]


def _clip(pixels: Pixels, puzzle: Puzzle) -> Clip | None:
    """Where a puzzle whose clues contradict each other is cut off, if it is: where its lines go on, or where lines
    whose cells the others fill would have to lie and the picture, or what shows the puzzle, ends. A picture of nothing
    but the puzzle ends right beside it, too.
    """
    grid = puzzle.ruled.grid
    if (clip := ruled_off(pixels, grid)) is not None:
        return clip
    if not all(clue.known for clue in (*puzzle.rows, *puzzle.cols)):
        return None
    across, down = (sum(clue.total for clue in clues) for clues in (puzzle.rows, puzzle.cols))
    if (side := _clues_cut_off(puzzle, across, down)) is not None:
        return Clip(side, at_edge=True)
    ends = {side: flush(pixels, grid, side) for side in ("right", "bottom")}
    return None if across == down or all(ends.values()) else ends["bottom" if down > across else "right"]


def _clues_cut_off(puzzle: Puzzle, across: int, down: int) -> str | None:
    """The side on which clues begin beyond the picture, though all that is seen of them are whole digits: those that
    come so near to its edge that another one may be cut off there, and fill fewer cells than the others.
    """
    sides = (("top", puzzle.above, 1, down < across), ("left", puzzle.left, 0, across < down))
    for side, band, axis, fewer in sides:
        starts = sorted((digit.line, digit.glyph.box[axis]) for digit in band.digits)
        steps = [b[1] - a[1] for a, b in pairwise(starts) if a[0] == b[0] and b[1] - a[1] > band.height]
        if fewer and not band.after and steps and min(start for _, start in starts) < float(np.median(steps)):
            return side
    return None


def _letters(puzzle: Puzzle) -> dict[str, tuple[int, int, int]]:
    """The colours of a coloured puzzle: those of the squares behind its digits, or for each that of the digit that
    stands out most, as thin strokes are mixtures.
    """
    if puzzle.palette is None:
        return {}
    if puzzle.palette.solid:
        squares = zip(puzzle.palette.names, puzzle.palette.looks.round().astype(int).tolist(), strict=True)
        return {name: (blue, green, red) for name, (blue, green, red) in squares if name}
    best: dict[str, Piece] = {}
    for band in (puzzle.left, puzzle.above):
        for digit, letter in zip(band.digits, band.letters, strict=True):
            known = best.get(letter)
            if letter and (known is None or digit.glyph.contrast > known.contrast):
                best[letter] = digit.glyph
    return {letter: piece.colour for letter, piece in sorted(best.items())}


def beyond(pixels: Pixels, puzzle: Puzzle) -> Clip | None:
    """Where a puzzle (picture: h, w, 3) whose clues fit is cut off all the same: lines that go on bound empty rows, or
    columns.
    """
    after = (("right", puzzle.left.after), ("bottom", puzzle.above.after))
    return ruled_off(pixels, puzzle.ruled.grid, [side for side, clued in after if not clued])


def cut_off(frame: Frame, puzzle: Puzzle, board: tuple[str, ...], clip: Clip) -> Reading:
    """The reading of a puzzle of which a part is not seen: no other clues would make it right."""
    blocks = {ROWS: tuple(clue.text for clue in puzzle.rows), COLS: tuple(clue.text for clue in puzzle.cols)}
    grid, why = puzzle.ruled.grid, f"Expected the whole puzzle, found it {clip}"
    margins = np.zeros((grid.rows, grid.columns), np.float32)
    return Reading(
        frame.time, Sight.COVERED, frame.size, Position({**blocks, "board": board}), grid, margins, why=why
    )  # fmt: skip


def _open(groups: Groups, meant: marks.Meaning) -> list[Cell]:
    """The cells that are filled by one way to give looks a meaning and not by another."""
    ways = [_filled(groups, way) for way in (meant.labels, *meant.others)]
    shown = np.array([[list(row) for row in way] for way in ways])
    return [(int(row), int(column)) for row, column in np.argwhere((shown != shown[0]).any(0))]


def _filled(groups: Groups, labels: Sequence[str]) -> tuple[str, ...]:
    """Which cells are filled when the plain looks mean this."""
    return tuple(row.replace(marks.CROSSED, EMPTY) for row in marks.text(groups, labels))


def _among(colour: Floats, anchors: Anchors) -> bool:
    return any(float(np.abs(known - colour).max()) < 4 for known, _ in anchors)


def unsure(doubtful: Sequence[tuple[str, int, Clue]]) -> str:
    """The sentence for clues that could not be told, each with its block and its line."""
    block, line, clue = doubtful[0]
    where = f"{'row' if block == ROWS else 'column'} {line + 1}"
    more = f" and {len(doubtful) - 1} more" if len(doubtful) > 1 else ""
    if clue.known:
        how = f"may be another than {clue.text}"
    else:
        how = f"is told only in part, as {clue.text}" if clue.numbers else "cannot be told"
    return f"Expected clues that are easy to tell, found that of {where}{more} {how}: show the board larger."


def contradiction(puzzle: Puzzle) -> str:
    """Why the clues cannot be right, where they cannot: each fits its line, and both sides fill as many cells."""
    for what, clues, length in (("row", puzzle.rows, len(puzzle.cols)), ("column", puzzle.cols, len(puzzle.rows))):
        unfit = [(line, clue) for line, clue in enumerate(clues) if clue.room > length]
        if unfit:
            (line, clue), more = unfit[0], f", and {len(unfit) - 1} more" if len(unfit) > 1 else ""
            found = f"found {clue.text} beside {what} {line + 1} of {length} cells{more}"
            if len(unfit) >= CUT:
                return f"Expected clues that fit, {found}: a part of the board is not seen, so show all of it."
            return f"Expected clues that fit, {found}: misread, or a part of the board is hidden: show it all, larger."
    across, down = (sum(clue.total for clue in clues) for clues in (puzzle.rows, puzzle.cols))
    if across == down or not all(clue.known for clue in (*puzzle.rows, *puzzle.cols)):
        return ""
    return (
        f"Expected the clues of the rows and of the columns to fill as many cells, found {across} and {down}: "
        "one was misread, so show the board larger, or the puzzle itself is wrong."
    )
