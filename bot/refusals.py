"""Moves that a program does not take, and what is made of that.

A click can be lost, so a move is tried several times first. Then it may be that the program plays by stricter house
rules than most: these are believed, and the game goes on under them; where nobody can go on under them, they were not
the reason, and the others hold again. Or it is only this pair that it does not take, as two tiles that look nearly the
same: it is passed over for as long as there are others. And some programs take nothing while another tile is picked
that they let go only in their own way: then a pair that holds that tile is taken first.
"""

from __future__ import annotations

from typing import Any, Final

from bot.reading import Reading
from bot.step import Ending, Stop
from bot.underway import UnderWay
from engine.api import Game, Move
from engine.moves import Cell, Pick, parse_cell, show_cell
from engine.strict import Strict

TRIES: Final = 3
"""Attempts at a move before a program is taken to refuse it: clicks are lost, and some want longer ones."""
LETTING_GO: Final = 2
"""Attempts at a move after which a tile that was picked before, and shows as picked still, is not let go by a click."""
OTHERS: Final = 3
"""Moves that are refused one after the other, from which the program is taken to be paused or over."""


class Refusals:
    """What is known of what a program refuses."""

    def __init__(self) -> None:
        self.rule = ""
        """The stricter house rule that is played by since, `name=value`; empty where nothing told one."""
        self.passed: set[Move] = set()
        """Moves that were refused although the house rules allow them."""
        self._held = set[Cell]()
        """Tiles that stayed picked, of which a pair was taken for that."""
        self._in_a_row = 0
        """Of those, how many came after the last move that was taken."""
        self._taken = 0
        self._looser: list[Game[Any]] = []
        self.nowhere = ""
        """A stricter house rule by which no move was left; empty where there was none."""

    def refused(self, acted: UnderWay, state: Any) -> Move | None:
        """The move that is taken to be refused, of those that are under way; None where it has to be tried again."""
        return next(iter(acted.left(state)), None) if acted.attempt >= TRIES else None

    def held(self, acted: UnderWay, reading: Reading) -> Cell | None:
        """A tile that stays picked and keeps the program from taking a move, told once; None where there is none."""
        cell = stays_picked(acted, reading) if acted.attempt >= LETTING_GO else None
        if cell is None or cell in self._held:
            return None
        self._held.add(cell)
        return cell

    def stricter(self, games: list[Game[Any]], state: Any, move: Move) -> list[Game[Any]]:
        """The games to go on with under house rules that forbid a refused move; empty where none are known that do."""
        if self.nowhere or self.rule:
            return []
        found = [game.stricter(state, move) for game in games if isinstance(game, Strict)]
        told = [each for each in found if each is not None]
        if not told or len(told) < len(games):
            return []
        self._looser, self.rule = games, told[0][1]
        return [game for game, _ in told]

    def looser(self) -> list[Game[Any]]:
        """The games under the house rules from before, where the stricter ones lead nowhere; empty where none were."""
        games, self._looser = self._looser, []
        if games:
            self.nowhere, self.rule = self.rule, ""
        return games

    def pass_over(self, move: Move, taken: int, heard: bool) -> bool:
        """Whether a refused move can be left for another one; then it is known as refused. The program took so many
        before; `heard` tells whether it shows that it heard the clicks. One that never showed a thing is not awake.
        """
        if taken != self._taken:
            self._taken, self._in_a_row = taken, 0
        if not isinstance(move, Pick) or self._in_a_row >= OTHERS or not (taken or heard):
            return False
        self._in_a_row += 1
        self.passed.add(move)
        return True

    def deaf(self, acted: UnderWay, attempt: int, reading: Reading, taken: int) -> Stop:
        """The end where a move is not taken in so many attempts, and so many were `taken` before: by a stricter rule,
        by which some were, none is left; or a tile stays picked; or nobody knows why.
        """
        if self.nowhere and taken:
            why = f"no move is left that the program takes: it refused {acted}, as by --rule {self.nowhere}"
            return Stop(Ending.STUCK, why)
        if (cell := stays_picked(acted, reading)) is not None:
            return Stop(Ending.DEAF, told_picked(cell))
        return Stop(Ending.DEAF, f"the game did not take {acted} in {attempt} attempts; is it paused or over?")


def shows_picked(move: Move, reading: Reading) -> bool:
    """Whether a cell of the move shows as picked."""
    marked = reading.position.blocks.get("marked", ()) if reading.position is not None else ()
    return not {show_cell(cell) for cell in move.cells}.isdisjoint(marked)


def stays_picked(acted: UnderWay, reading: Reading) -> Cell | None:
    """The tile that shows as picked beside those of a move that picks two; None where there is none, or several, of
    which all but one are only in another light.
    """
    if reading.position is None or not all(isinstance(move, Pick) for move in acted.moves):
        return None
    marked = [parse_cell(line) for line in reading.position.blocks.get("marked", ())]
    wanted = {cell for move in acted.moves for cell in move.cells}
    return marked[0] if len(marked) == 1 and marked[0] not in wanted else None


def told_picked(cell: Cell) -> str:
    """Says that a tile stays picked, and what to do."""
    return (
        f"{show_cell(cell)} is picked, the program lets it go by no click, and takes no other pair meanwhile: let it "
        "go as the program has it (some do at a click with the right button), then start again"
    )
