"""Whether what was taken for pieces may lie as it does: like ones that would have gone are ground, garbage or going."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from bot.reason import About, Reason
from bot.rules import possible_games
from bot.vision.cursor import SPAN
from bot.vision.falling import hanging
from calibration.draft import Draft
from calibration.keep import size_rules
from calibration.shot import EMPTY as NOTHING
from calibration.usual import rises
from engine.moves import Cell, show_cell
from engine.player import Clearing
from engine.position import EMPTY, UNKNOWN


def doubted(draft: Draft, game: str) -> Draft:
    """The draft with the reason why it is not to be trusted as a board of a game where like pieces lie together that do
    not stay so; itself where none do. What hangs in the air, or is shown in another light, may lie as it likes.
    """
    known = possible_games(game, size_rules(replace(draft, game=game)))[0]
    if not isinstance(known, Clearing):
        return draft
    for number in range(len(draft.shots)):
        if going := sorted(known.clearing(_at_rest(draft, number))):
            row, column = going[0]
            label = draft.position(number).board[row][column]
            return replace(draft, reasons=(*draft.reasons, _reason(label, going, number if number else None)))
    return draft


def without_cursor(draft: Draft, game: str, number: int) -> Draft:
    """The draft with `number`, EMPTY or UNSURE, where the frame that a player moves over a board that rises lies over
    empty cells: two side by side, alike and like no others, of which one at least would hang in the air.
    """
    if not rises(game) or draft.reader != "blocks":
        return draft
    shots = []
    for shot in draft.shots:
        kind = shot.kind.copy()
        for one in np.unique(kind[kind >= 0]):
            cells = [(int(row), int(column)) for row, column in np.argwhere(kind == one)]
            beside = len(cells) == SPAN and cells[0][0] == cells[1][0] and cells[0][1] + 1 == cells[1][1]
            below = [kind[row + 1, column] for row, column in cells if row + 1 < len(kind)]
            if beside and NOTHING in below:
                kind[kind == one] = number
        shots.append(shot.with_kinds(kind))
    return replace(draft, shots=tuple(shots)).tidied()


def _at_rest(draft: Draft, number: int) -> tuple[str, ...]:
    """The board of one of a draft's pictures without what may lie as it likes."""
    board, marked = draft.position(number).board, draft.shots[number].marked
    free = {*hanging(board), *((int(row), int(column)) for row, column in zip(*marked.nonzero(), strict=True))}
    return tuple(
        "".join(EMPTY if label == UNKNOWN or (row, column) in free else label for column, label in enumerate(line))
        for row, line in enumerate(board)
    )


def _reason(label: str, going: list[Cell], number: int | None) -> Reason:
    where = f"the first, {label}, at {show_cell(going[0])}"
    where += f" of picture {number + 1}" if number is not None else ""
    return Reason(
        About.WHOLE,
        f"Expected no like panels in a line of three or more, for these vanish; found {len(going)} ({where}): they may "
        "be about to, or be ground or garbage; show another moment, or put them right.",
    )
