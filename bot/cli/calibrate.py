"""`calibrate`: learn a board from pictures or from the screen, and keep what was learned as a layout."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from bot.cli import EXIT_UNREADABLE
from bot.cli.answer import print_json
from bot.cli.beside import add_to_layout, beside_json, beside_lines, said_of, scene_of
from bot.cli.gathered import Source, gather, slug
from bot.cli.learned import draft_json, draw, report
from bot.errors import CannotReadError, UsageError
from bot.frame import Pixels
from bot.layout import Layout
from bot.layouts import own_home
from bot.plain import MAX_TEXT, read_plain
from calibration.beside import Beside
from calibration.draft import Draft
from calibration.place import Place
from calibration.spot import Spot
from engine.position import Position

OTHER: Final = "other"
"""What boards are kept under that fit no game that is known here: they can be read."""


@dataclass(frozen=True)
class Wish:
    """What the person said about the board."""

    game: str | None = None
    reader: str | None = None
    board: Path | None = None
    regions: Sequence[str] = ()
    """What is read beside the board, as typed."""
    screens: Sequence[str] = ()
    """Pictures of other screens, as typed."""
    place: Place = Place()
    """Where it lies, and how many cells it has."""


def calibrate(
    pictures: Sequence[Path],
    window: str | None,
    region: str | None,
    wish: Wish,
    name: str | None,
    out: Path | None,
    title: str | None,
    picture: Path | None,
    force: bool,
    dry: bool,
    as_json: bool,
) -> None:
    """Learn a board and write its layout; exit code 3 where something is in the way of trusting it."""
    start = time.perf_counter()
    say = _quiet if as_json else _say
    source = gather(pictures, window, region)
    opened = time.perf_counter()
    _refuse_known(source, wish)
    draft = learn(source.pictures, wish, say)
    from calibration.discover import in_the_way
    from calibration.likely import fitted, likely_games
    from calibration.pieces import known_pieces, only_pieces
    from calibration.reach import with_room
    from calibration.shot import UNSURE
    from engine.api import game_names

    found = likely_games(draft)
    likely = (wish.game,) if wish.game in game_names() else found.games
    draft = replace(draft, game=wish.game or found.told or (_unnamed(name, likely) if name or out else None))
    if draft.game and not wish.place.bounded:
        draft = fitted(draft, draft.game, surely=wish.game is not None)
    if (game := draft.game) is not None and game in game_names():
        draft = draft if wish.place.bounded or wish.board else with_room(draft, game)
        if not wish.board:
            draft, _ = only_pieces(draft, game, UNSURE)
        draft = known_pieces(draft, game)
    learned = time.perf_counter()
    if picture is not None:
        draw(draft, picture)
    trouble = in_the_way(draft) or nameless(draft, likely)
    layout, beside = None, Beside()
    if not trouble:
        folder, windows = _folder(draft, name, out, source.name), [source.window] if source.window else []
        from calibration.keep import carried, keep, replaced

        old = replaced(folder) if force else None
        known, lost = carried(old, draft) if old else (Beside(), ())
        for sentence in lost:
            say(sentence)
        beside = said_of(draft, wish.regions, wish.screens, known)
        if not dry:
            layout = keep(
                draft, folder, title=title or _title(source), windows=windows, beside=beside, force=force
            )  # fmt: skip
    seconds = {"open": opened - start, "learn": learned - opened, "total": time.perf_counter() - start}
    if as_json:
        print_json({**draft_json(draft, likely, layout, trouble, seconds), **beside_json(beside, scene_of(draft))})
    else:
        report(draft, likely, layout, trouble, picture, beside_lines(beside, scene_of(draft)))
    if trouble:
        sys.exit(EXIT_UNREADABLE)


def add_to(
    name: str, pictures: Sequence[Path], window: str | None, region: str | None, wish: Wish, as_json: bool
) -> None:
    """Add regions and screens to a layout that is there; pictures, a window or a region of the screen show its game."""
    shown = gather(pictures, window, region).pictures if pictures or window or region else []
    add_to_layout(name, shown, wish.regions, wish.screens, as_json)


def learn(pictures: Sequence[Pixels], wish: Wish, say: Any = None) -> Draft:
    """The board in the pictures, as far as the person's words help. Raises what discovering and typing raise."""
    from calibration.discover import discover

    typed, place = typed_board(wish.board), wish.place
    if place.size is None and typed is not None and typed.board:
        place = replace(place, size=(len(typed.board), len(typed.board[0])))
    grid = place.grid(pictures)
    told = say if len(pictures) > 1 else None
    draft = discover(
        pictures, game=wish.game, grid=grid, size=place.size, reader=wish.reader, which=place.which, progress=told
    )
    return draft if typed is None else draft.labelled(typed)


def _refuse_known(source: Source, wish: Wish) -> None:
    """Raise CalibrationError where a layout that needs no teaching reads the last picture, such as a nonogram, unless
    the person said where its cells lie, how they are read, or what they hold.
    """
    from calibration.known import read_known
    from calibration.shot import CalibrationError

    if wish.reader or wish.board or wish.place.bounded:
        return
    known = read_known(source.pictures[-1], wish.game, source.window)
    if known is not None and known.plain:
        raise CalibrationError(known.nothing_to_learn)


def nameless(draft: Draft, likely: Sequence[str] = ()) -> str:
    """Says that the game is not known, or which it may be, where that is not told."""
    if draft.game is None and likely:
        known = " or ".join(f"--game {name}" for name in likely)
        return f"It may be {' or '.join(likely)}, or a game that is not known here: say {known}, or another name."
    if draft.game is None:
        return (
            "It fits no game that is known here: with --name NAME it is kept all the same, to be read; or say which it "
            "is with --game."
        )
    return ""


def _unnamed(name: str | None, likely: Sequence[str]) -> str | None:
    """The game of a board to keep where neither the picture nor --game tells it: the one in its whole name, or OTHER;
    None where it may be one that is known.
    """
    game, slash, _ = (name or "").partition("/")
    return game if slash else None if likely else OTHER


def keep_spot(spot: Spot, name: str) -> Layout:
    """Keep what was learned on the spot under a name. Raises UsageError, CalibrationError."""
    draft = replace(spot.draft, game=spot.draft.game or spot.told or _unnamed(name, spot.likely))
    if draft.game is None:
        raise UsageError(f"{nameless(draft, spot.likely)} Or give the whole name: --keep GAME/{name}.")
    folder = _folder(draft, name, None, name)
    from calibration.keep import keep

    return keep(draft, folder, title=f"{name}, calibrated on {time.strftime('%Y-%m-%d')}")


def _folder(draft: Draft, name: str | None, out: Path | None, usual: str) -> Path:
    """Where the layout goes. Raises UsageError."""
    if out is not None and name is not None:
        raise UsageError("Give --name, for a layout of your own, or --out, for a folder anywhere; not both.")
    if out is not None:
        return out
    game, _, skin = (name or usual).rpartition("/")
    if game and game != draft.game:
        raise UsageError(
            f"The name {name} is of the game {game}, but the board is taken for {draft.game}: add --game {game}."
        )
    if skin != slug(skin):
        raise UsageError(f"A name is lower-case letters, digits and dashes, such as {slug(skin)}; found {skin!r}.")
    return own_home() / str(draft.game) / skin


def _title(source: Source) -> str:
    about = source.window or source.name
    return f"{about}, calibrated on {time.strftime('%Y-%m-%d')}"


def typed_board(board: Path | None) -> Position | None:
    """The board that was typed. Raises CannotReadError, BadPosition."""
    if board is None:
        return None
    try:
        text = read_plain(board, MAX_TEXT).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise CannotReadError(f"{board} is no text that can be read: {error}.") from error
    return Position.parse(text)


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")


def _quiet(_: str) -> None:
    """Say nothing."""
