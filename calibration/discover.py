"""From pictures alone to a draft: find the board in each, sort its cells, and join what is the same."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

import numpy as np

from bot.errors import UsageError
from bot.frame import Box, Pixels, Point
from bot.grid import Grid
from bot.reading import Sight
from bot.reason import About, Reason
from bot.rules import sized_rules
from bot.vision.blocks.common import SEVERAL, SIDES
from bot.vision.blocks.look import cells_of, distances, looks
from bot.vision.blocks.refusal import GREYED, colourless
from bot.vision.cells import Cells
from bot.vision.desktop import pictured, windows
from bot.vision.falling import may_be_pair
from bot.vision.readers import SMALLEST
from bot.vision.tiles.refusal import why_not
from calibration.draft import Draft, start
from calibration.looking import Progress, looked_at
from calibration.moving import moving_grid
from calibration.resting import in_the_air, on_its_floor, without_ghosts
from calibration.ruled import lined_grid
from calibration.scenery import Behind, steady, uncovered
from calibration.scrolling import covered_rows
from calibration.shot import EMPTY, UNSURE, CalibrationError, LinesAloneError, NoBoardError, Shot
from calibration.single import board_of
from calibration.sorting import READERS, Found, doubtful, sort_cells
from calibration.sparse import sort_few
from calibration.together import agreed, scrolling
from calibration.usual import falls, known_sizes
from calibration.walls import within_walls
from engine.api import game_names

DOUBTFUL: Final = 0.05
"""Share of cells that could not be told from which a board is not to be trusted."""
ASTRIDE: Final = 0.25
"""Part of a board on the other side of the middle of a picture from which it lies on both."""
VARIED: Final = 4.0
"""Grey levels, in the mean, by which empty cells usually differ from each other over a picture."""
ALIKE: Final = 0.03
"""By how much the pitches of two grids of the same cells differ, at the most."""
SOME: Final = 24
"""Empty cells that are compared."""
MOVED: Final = 3
"""Pictures of a board over another picture that tell what moves…"""
MANY: Final = 6
"""… and where its cells are."""


def discover(
    pictures: Sequence[Pixels],
    *,
    game: str | None = None,
    grid: Grid | None = None,
    size: tuple[int, int] | None = None,
    reader: str | None = None,
    which: str | None = None,
    progress: Progress | None = None,
) -> Draft:
    """The board in these pictures, each (height, width, 3), whatever program they show.

    `grid` says where it lies, in pixels of all of them; `size` is (rows, columns); `reader` is one of READERS; `which`
    of several boards beside each other is meant is one of SIDES.
    `progress` is told what is being done. Raises CalibrationError with one sentence when nothing can be found,
    UsageError for a reader that does not exist.
    """
    if not pictures:
        raise UsageError("Say which picture to learn from: name a file, a recording, --window or --region.")
    if reader is not None and reader not in READERS:
        raise UsageError(f"There is no reader {reader!r}; those that learn are {' and '.join(READERS)}.")
    pictures = [np.ascontiguousarray(one[:, :, :3]) for one in pictures]
    height, width = min((one.shape[:2] for one in pictures), key=min)
    if min(height, width) < SMALLEST:
        raise CalibrationError(
            f"Expected a picture of at least {SMALLEST}x{SMALLEST} pixels, found {width}x{height}: show it all."
        )
    for window in _lasting(pictures) if grid is None and len({one.shape for one in pictures}) == 1 else ():
        with suppress(CalibrationError):
            parts = [pictured(one, window) for one in pictures]
            draft = _discovered(parts, game, None, size, reader, which, progress)
            if not in_the_way(draft) and (moved := _moved(draft, window, parts, pictures)) is not None:
                return moved
    return _discovered(pictures, game, grid, size, reader, which, progress)


def _lasting(pictures: Sequence[Pixels]) -> list[Box]:
    """The windows of a screen that its first and its last picture show: what one of them shows alone is a dialog."""
    last = windows(pictures[-1])
    return [one for one in windows(pictures[0]) if one in last]


def _moved(draft: Draft, window: Box, parts: Sequence[Pixels], pictures: Sequence[Pixels]) -> Draft | None:
    """A draft of what the parts of these pictures show that are a window, in the pictures themselves; None where it is
    of pictures that were changed, as without what lies behind the board.
    """
    corner, shots = Point(window.x, window.y), list[Shot]()
    for shot in draft.shots:
        whole = (one for part, one in zip(parts, pictures, strict=True) if np.array_equal(part, shot.pixels))
        if (pixels := next(whole, None)) is None:
            return None
        shots.append(shot.moved(corner, pixels))
    well = draft.well and replace(draft.well, x=draft.well.x + corner.x, y=draft.well.y + corner.y)
    return None if draft.behind is not None else replace(draft, shots=tuple(shots), well=well)


def _discovered(
    pictures: Sequence[Pixels],
    game: str | None,
    grid: Grid | None,
    size: tuple[int, int] | None,
    reader: str | None,
    which: str | None,
    progress: Progress | None,
) -> Draft:
    """The same of pictures of one window, or of screens that are looked at as a whole. Raises CalibrationError."""
    if game is not None and len(pictures) >= MOVED and _may_move(None, reader, game):
        lines = grid or lined_grid(pictures[0])
        meant = lines is not None and size in {None, (lines.rows, lines.columns)}
        if meant and (over := over_a_picture(pictures, lines, game, surely=True)) is not None:
            return over  # no picture by itself would tell as much
    found = looked_at(
        pictures,
        lambda pixels: board_of(pixels, grid, size, reader, game, which),
        rising=grid is None and size is None and reader != "tiles",
        progress=progress,
    )
    draft, said = _together(found, pictures, size, game)
    told = None if draft is None or in_the_way(draft) else draft
    if (told is None or varied(told)) and _may_move(draft, reader, game):
        over = over_a_picture(pictures, grid or (told.shots[0].grid if told else None), game, which=which)
        draft, said = (draft, said) if over is None else (over, "")
    if draft is None:
        raise _nothing(pictures, game)
    if grid is None and size is None and not _played(game, draft.shots[0].grid):
        lines = lined_grid(pictures[0])
        if lines is not None and _played(game, lines) and _part(lines, draft.shots[0].grid):
            # Cells like its empty ones may go on beyond the board.
            return _discovered(pictures, game, lines, None, draft.reader, which, progress)
    if which is not None and not any(one.shot.twins for one in found if one is not None):
        _on_its_side(draft.shots[0], which)
    if said and progress:
        progress(said)
    draft = within_walls(draft) if grid is None and size is None else draft
    return on_its_floor(draft) if grid is None and size is None and not draft.reasons else draft


def _played(game: str | None, grid: Grid) -> bool:
    """Whether a game is played on a board of so many rows and columns, as far as it is known here."""
    return game not in game_names() or sized_rules(str(game), grid.rows, grid.columns) is not None


def _part(lines: Grid, whole: Grid) -> bool:
    """Whether lines bound some columns of the cells of a larger grid: a row more may be the next one to come up."""
    same = max(abs(lines.pitch_x / whole.pitch_x - 1), abs(lines.pitch_y / whole.pitch_y - 1)) <= ALIKE
    return same and lines.rows <= whole.rows and lines.columns < whole.columns


def _on_its_side(shot: Shot, which: str) -> None:
    """Raise CalibrationError where the only board that is seen lies on the other side than the one that is meant."""
    box, middle = shot.grid.box, shot.pixels.shape[1] / 2
    inner = ASTRIDE * box.w
    apart = box.x + box.w - inner <= middle if which == SIDES[1] else box.x + inner >= middle
    if apart:
        other = SIDES[1 - SIDES.index(which)]
        raise CalibrationError(
            f"Expected several boards, of which the {which} one is meant, found only the {other} one: show both in "
            "play, or say where yours is with --grid X,Y,WIDTH,HEIGHT and --size COLUMNSxROWS."
        )


def _together(
    found: Sequence[Found | None], pictures: Sequence[Pixels], size: tuple[int, int] | None, game: str | None
) -> tuple[Draft | None, str]:
    """A draft of what was found in the pictures, and a sentence that says which of them are left out; no draft where
    there is nothing.
    """
    seen = [one for one in found if one is not None]
    if not seen:
        return None, ""
    # What one picture shows but faintly, others of the same window may show plainly.
    seen = [one for one in seen if not {About.FAINT, About.FEW} & one.about] or seen
    kept, well = scrolling(seen, size, game) or (agreed(seen), None)
    kept = [one for one in kept if _unsure(one.shot, well) <= DOUBTFUL] or kept
    asked = any(About.WHICH in one.about for one in seen)
    numbers = {id(one.shot.pixels): number for number, one in enumerate(found, 1) if one is not None}
    used = [numbers[id(one.shot.pixels)] for one in kept]
    told = (_told_of(one.reasons, number, len(pictures)) for number, one in zip(used, kept, strict=True) if one.reasons)
    reasons = (SEVERAL,) if asked else next(told, ())
    said = ""
    if len(kept) < len(pictures):
        said = _left_out([number for number in range(1, len(pictures) + 1) if number not in used], len(pictures))
    return start([one.shot for one in kept], kept[0].reader, game, reasons, well), said


def over_a_picture(
    pictures: Sequence[Pixels],
    grid: Grid | None = None,
    game: str | None = None,
    *,
    surely: bool = False,
    which: str | None = None,
) -> Draft | None:
    """A draft of a board that lies over a picture, where its pieces move; its cells are given, or lines around them are
    seen, or what moves tells where they are: then the ground may be plain, too. None where that is not so, or not
    plain, or `surely` one and the ground may as well be plain. `which` of several boards is meant is one of SIDES.
    """
    pictures = [np.ascontiguousarray(one[:, :, :3]) for one in pictures if one.shape[:2] == pictures[0].shape[:2]]
    if len(pictures) < MOVED:
        return None
    known = grid or lined_grid(pictures[0])
    grid = known or (moving_grid(pictures, which, known_sizes(game)) if len(pictures) >= MANY else None)
    if grid is None:
        return None
    pictures = steady(pictures, grid)
    behind = uncovered(pictures, grid) if len(pictures) >= MOVED else None
    if behind is None and known is None:
        return _on_plain_ground(pictures, grid, game)
    if behind is None or (surely and not _varied(_bare(behind, grid))):
        return None
    shots = [sort_cells(one, grid, "blocks") for one in behind.levelled(pictures, grid)]
    shots = without_ghosts(shots, pictures) if falls(game) else shots
    # What lies behind was put in one tone: where no cell is taken for empty, there is nothing but empty ones.
    shots = [shot for shot in shots if (shot.kind == EMPTY).any()]
    if not shots:
        return None
    # Between two rows, or where it has just landed, a piece may look like nothing.
    shots = [shot for shot in shots if _unsure(shot, None) <= DOUBTFUL] or shots
    reasons = next((why for shot in shots if (why := doubtful(shot))), ())
    draft = replace(start(shots, "blocks", game, reasons), behind=behind)
    return None if in_the_way(draft) else draft


def _on_plain_ground(pictures: Sequence[Pixels], grid: Grid, game: str | None) -> Draft | None:
    """A draft of a board of which most cells show the same and pieces fill theirs, so that nothing of an outline is
    seen; None where not enough of the pictures show that.
    """
    shots = [shot for one in pictures if (shot := sort_few(one, grid)) is not None and not doubtful(shot)]
    draft = start(shots, "blocks", game) if len(shots) >= MOVED else None
    return None if draft is None or in_the_way(draft) else draft


def _may_move(draft: Draft | None, reader: str | None, game: str | None) -> bool:
    """Whether a board may be one over which pairs fall, as far as that is said or seen."""
    if draft is not None and (draft.reader != "blocks" or draft.well is not None):
        return False
    return reader in {None, "blocks"} and (game is None or falls(game))


def varied(draft: Draft) -> bool:
    """Whether empty cells look so different that a picture shows behind them."""
    shot = draft.shots[0]
    return _varied(cells_of(shot.pixels, shot.grid)[shot.kind == EMPTY])


def _bare(behind: Behind, grid: Grid) -> Cells:
    """The cells of a board of which it is known what shows behind them, (n, h, w, 3)."""
    known = np.ones((grid.rows, grid.columns), np.bool_)
    for cell in behind.scenery(grid).unknown(grid):
        known[cell] = False
    return np.asarray(cells_of(np.ascontiguousarray(behind.picture[:, :, :3]), grid)[known], np.float32)


def _varied(empty: Cells) -> bool:
    """Whether these empty cells, (n, h, w, 3), look different."""
    rows = looks(empty[:: max(1, len(empty) // SOME)])
    return len(rows) > 1 and float(np.median(distances(rows, rows))) > VARIED


def _told_of(reasons: Sequence[Reason], number: int, count: int) -> tuple[Reason, ...]:
    """What speaks against one of so many pictures, with its number where it names cells."""
    if count == 1:
        return tuple(reasons)
    where = f"In picture {number} of {count}:"
    return tuple(replace(one, said=f"{where} {one.said}") if one.about is About.CELLS else one for one in reasons)


def _left_out(numbers: Sequence[int], count: int) -> str:
    """Says which of so many pictures are left out.

    >>> _left_out([3], 4)
    'Picture 3 of 4 does not show that board, or not clearly; it is left out.'
    """
    if len(numbers) == 1:
        return f"Picture {numbers[0]} of {count} does not show that board, or not clearly; it is left out."
    named = f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
    return f"Pictures {named} of {count} do not show that board, or not clearly; they are left out."


def in_the_way(draft: Draft, most: float = DOUBTFUL) -> str:
    """Why a draft is not good enough to be trusted, with at the `most` this share of its cells in doubt, and what would
    help; empty where it is.
    """
    unsure = max(_unsure(shot, draft.well) for shot in draft.shots)
    if unsure > most or draft.about - {About.CELLS}:
        return draft.why or "Too many cells could not be told: show a clearer picture."
    if not draft.labels or (len(draft.labels) == 1 and all((shot.kind >= 0).all() for shot in draft.shots)):
        return "All cells look the same: is the grid right? Give --grid X,Y,WIDTH,HEIGHT and --size COLUMNSxROWS."
    return ""


def _unsure(shot: Shot, well: Grid | None) -> float:
    """Share of the cells of a picture that could not be told, without those that the well hides, those above a stack
    that rises, where nothing is played and a picture may show, and those of a pair in the air.
    """
    hidden, falling = covered_rows(well, shot.grid), in_the_air(shot)
    unsure = shot.kind == UNSURE
    if well is not None:
        unsure &= np.logical_or.accumulate(shot.kind >= 0)
    if may_be_pair(falling):
        for cell in falling:
            unsure[cell] = False
    return float(unsure[hidden:].mean())


def _nothing(pictures: Sequence[Pixels], game: str | None) -> CalibrationError:
    """Why no board of the game was found, as far as that can be seen, and what would help."""
    help_it = "say where it is with --grid X,Y,WIDTH,HEIGHT and --size COLUMNSxROWS."
    if len(pictures) > 1:
        return NoBoardError(
            f"Expected a board of equal cells, found none in any of the {len(pictures)} pictures: {help_it}"
        )
    pixels = np.ascontiguousarray(pictures[0][:, :, :3])
    lined, reason = lined_grid(pixels), why_not(pixels)
    if reason.sight is Sight.COVERED and (lined is None or not (game is None or falls(game))):
        return CalibrationError(reason.why)
    if colourless(pixels):
        return CalibrationError(f"Expected a board of equal cells, found {GREYED}: show it in play, or {help_it}")
    if lined is None or not _played(game, lined):
        return NoBoardError(
            f"Expected a board of equal cells, found none: show all of it with nothing over it, or {help_it}"
        )
    return LinesAloneError(lined)
