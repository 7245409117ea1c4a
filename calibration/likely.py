"""Which game is it? The known games that the board fits, the likelier first, and whether that tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Final

from bot.layout import Layout
from bot.layouts import known_layouts, own_home
from bot.rules import possible_games, sized_rules
from bot.vision.blocks.joining import bridged
from bot.vision.falling import told_apart
from calibration.usual import falls, rises
from engine.api import BadPosition, Outcome, game_names
from engine.player import Joining
from engine.position import EMPTY, UNKNOWN, Position

if TYPE_CHECKING:
    from calibration.draft import Draft

SEVERAL: Final = 9
"""Kinds from which a board is surely one of tiles: games of blocks keep to colours that are told at a glance."""
SOME: Final = 6
"""Kinds from which a board is one of tiles where each of them is in MANY cells at most."""
MANY: Final = 8
"""Cells of a kind of tiles on a board of usual size, at most."""
FEW: Final = 4
"""Cells that half of the kinds of tiles have at most; of blocks, the half has more."""
SHAPE: Final = 1.15
"""How many times as wide for their height the cells of one program may be as those of another of the same game."""


@dataclass(frozen=True)
class Likely:
    """The games that may be played on a board."""

    games: tuple[str, ...]
    """The known games whose rules allow it, the likelier first; games that nobody would look for (those whose layouts
    are never chosen unless named) are left out.
    """
    told: str | None
    """The one that is played, where the picture tells it; None where a person must say."""


def likely_games(draft: Draft) -> Likely:
    """Which games may be played on the first board of a draft.

    A game is one of them only where a layout of it is read in the same way, is known in this size, has cells of this
    shape, and no fewer kinds; it is likelier where it is known in this very size, and where there is something to play.
    Where cells could not be told the rules say nothing. Pieces that are joined with their like by bridges are those of
    a game in which they are, whatever its rules say of a moment in which some of them are about to vanish.

    That a board fits the rules does not tell the game: colours that happen to be there in even numbers do, too. It must
    be plain that it is a board of tiles, many kinds each in few cells, or one of blocks, few kinds each in many; and
    one game must be likelier than any other.
    """
    games = _worth(draft)
    return Likely(tuple(name for name, _ in games), _told(games, draft))


def _told(games: Sequence[tuple[str, tuple[bool, bool]]], draft: Draft) -> str | None:
    reader = _reader(draft)
    if not games or (len(games) > 1 and games[0][1] == games[1][1]) or not plain(draft.position(), reader):
        return None
    (known_size, _), tiles = games[0][1], reader == "tiles"
    # A few colours side by side are many games: only the size of their board tells one.
    return games[0][0] if known_size or tiles else None


def _reader(draft: Draft) -> str:
    """The reader of the games that may be played on a draft's board: one of more kinds than games of blocks have is one
    of tiles, though they were told like blocks.
    """
    board = draft.position().board
    tiles = draft.well is None and (_colours(board) >= SEVERAL or in_pairs(board))
    return "tiles" if tiles else draft.reader


def in_pairs(board: Sequence[str]) -> bool:
    """Whether a board is surely one of tiles that are taken in pairs: of many kinds, each in an even number of cells;
    or of fewer, each in very few, that hang in the air as blocks do not.

    >>> in_pairs(("abcdef", "ghiabc", "defghi")), in_pairs(("abab", "cdcd"))
    (True, False)
    >>> in_pairs(("ab.cd.", "......", "efa.e.", "dbf.c.")), in_pairs(("......", "ab.c.d", "efaceb", "dbf.c."))
    (True, False)
    """
    times = Counter("".join(board))
    many = [times[label] for label in times if label != EMPTY]
    if UNKNOWN in times or any(number % 2 for number in many):
        return False
    return len(many) >= SEVERAL or (len(many) >= SOME and max(many) <= FEW and _hangs(board))


def _hangs(board: Sequence[str]) -> bool:
    """Whether nothing lies below anything of a board."""
    return any(
        above != EMPTY and below == EMPTY for pair in pairwise(board) for above, below in zip(*pair, strict=True)
    )


def fitted(draft: Draft, game: str, *, surely: bool = False) -> Draft:
    """The draft without the empty rows above a board of that game, whose boards all have one size, with fewer rows: the
    same ground often goes on above a well. Beside it, too, where it is `surely` one of that game.
    """
    known = {size for layout in _layouts() if layout.game == game for size in layout.sizes}
    if len(known) != 1:
        return draft
    (rows, columns) = next(iter(known))
    grid = draft.shots[0].grid
    larger = grid.rows > rows if grid.columns == columns else surely and _too_wide(draft, game, columns)
    if not larger:
        return draft
    return draft.narrowed(min(rows, grid.rows), columns, resting=surely and (falls(game) or rises(game)))


def _too_wide(draft: Draft, game: str, columns: int) -> bool:
    """Whether a board is wider than that, and its game is not played on one of its size."""
    grid = draft.shots[0].grid
    return grid.columns > columns and game in game_names() and sized_rules(game, grid.rows, grid.columns) is None


def _layouts() -> tuple[Layout, ...]:
    return (*known_layouts(root=own_home()), *known_layouts())


def _worth(draft: Draft) -> list[tuple[str, tuple[bool, bool]]]:
    """The games that are read as the draft is, with what speaks for each, the likelier first."""
    shape = draft.shots[0].grid.pitch_x / draft.shots[0].grid.pitch_y
    colours = _colours(draft.position().board)
    whole = not any(UNKNOWN in row for row in draft.position().board)
    joined = draft.reader == "blocks" and bridged(draft.shots[0].pixels, draft.shots[0].grid)
    worth: dict[str, tuple[bool, bool]] = {}
    layouts, reader = _layouts(), _reader(draft)
    for layout in layouts:
        if layout.game not in game_names() or layout.board.reader != reader:
            continue
        here = fitted(draft, layout.game)
        position, size = here.position(), (here.shots[0].grid.rows, here.shots[0].grid.columns)
        if not _fits(size, {one for other in layouts if other.game == layout.game for one in other.sizes}):
            continue
        if not _looks_like(layout, shape, colours):
            continue
        for game in possible_games(layout.game, layout.rules):
            joins = isinstance(game, Joining) and game.joins
            if joined and not joins:
                continue
            open_still = False
            if whole:
                try:
                    lying = told_apart(position) if layout.board.falls else position
                    open_still = game.outcome(game.parse(lying)) is Outcome.OPEN
                except BadPosition:
                    if not joined:
                        continue
            said = size in layout.sizes, open_still
            worth[layout.game] = max(worth.get(layout.game, said), said)
    return sorted(worth.items(), key=lambda one: one[1], reverse=True)


def _fits(size: tuple[int, int], known: set[tuple[int, int]]) -> bool:
    """Whether a board of this size (rows, columns) may be one of a game's, whose boards are known in these sizes: where
    all have one size, others do not, but upper rows may not have been seen.
    """
    if len(known) != 1:
        return True
    (rows, columns) = next(iter(known))
    return size[1] == columns and size[0] <= rows


def _looks_like(layout: Layout, shape: float, colours: int) -> bool:
    """Whether cells of this shape (width by height), in so many colours, may be those of a layout's game. Where it
    does not say where it was learned, cells may have any shape; where it names no kinds, any number of colours.
    """
    if (place := layout.board.place) is not None:
        width, height = place.picture
        wide = (place.right - place.left) * width / place.columns
        high = (place.bottom - place.top) * height / place.rows
        if not 1 / SHAPE <= shape * high / wide <= SHAPE:
            return False
    named = _colours([kind.label for kind in layout.board.kinds])
    return not named or colours <= named


def _colours(labels: Iterable[str]) -> int:
    """How many kinds there are; a capital is a small letter's colour in another state."""
    return len({label.casefold() for label in "".join(labels)} - {EMPTY, UNKNOWN})


def plain(position: Position, reader: str) -> bool:
    """Whether the kinds of a board are as many, and each in as many cells, as those of the games of its reader; where
    more was read than cells, such as clues beside them, that tells.
    """
    if not position.blocks.keys() <= {"board", "marked"}:
        return True
    times = Counter("".join(position.board))
    many = [times[label] for label in times if label not in (EMPTY, UNKNOWN)]
    if not many:
        return False
    if reader != "tiles":
        return len(many) < SEVERAL and median(many) > FEW
    if len(many) >= SEVERAL:
        return True
    size = len(position.board), len(position.board[0])
    return max(many) <= MANY and (len(many) >= SOME or (median(many) <= FEW and _known_size(size, reader)))


def _known_size(size: tuple[int, int], reader: str) -> bool:
    """Whether boards of this size (rows, columns) are known, of any game that is read in this way."""
    return any(
        size in layout.sizes
        for root in (own_home(), None)
        for layout in known_layouts(root=root)
        if layout.board.reader == reader
    )
