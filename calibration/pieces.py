"""What of a board are pieces of its game, once that is known: for a layout in the making as for a single picture."""

from __future__ import annotations

from calibration.draft import Draft
from calibration.inert import with_inert
from calibration.resting import without_copies, without_marks
from calibration.staying import doubted, without_cursor
from calibration.tops import with_open_tops


def only_pieces(draft: Draft, game: str, number: int) -> tuple[Draft, bool]:
    """The draft without what its game marks and shows besides pieces: empty cells that look like a kind, marks of the
    ground, copies of the pair that falls, and a cursor over empty cells; and whether there is such a cursor. What is no
    more than likely is `number`, EMPTY or UNSURE.
    """
    alone = without_copies(without_marks(with_open_tops(draft, game), game), game, number)
    bare = without_cursor(alone, game, number)
    return bare, len(bare.labels) < len(alone.labels)


def known_pieces(draft: Draft, game: str) -> Draft:
    """The draft with the kind that is no colour in its game under that game's label, and with a reason against it where
    what lies on it would not stay so.
    """
    return doubted(with_inert(draft, game), game)
