"""Which board lies behind a screen: the rules run on beside what is seen, and give way to programs of other times."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

from engine.games.paneldepon import linking
from engine.games.paneldepon import words as k
from engine.games.paneldepon.beam import Pace
from engine.games.paneldepon.belief import Belief
from engine.games.paneldepon.panels import GREY
from engine.games.paneldepon.running import LABELS, Running
from engine.games.paneldepon.timing import PRESETS
from engine.games.paneldepon.tracker import Tracker
from engine.games.paneldepon.watching import Watcher
from engine.moves import Move
from engine.position import Position
from tests.engine.test_paneldepon_watching import drive

STATE = k.COLOUR | k.PHASE


def shown(board: str) -> Position:
    """A screen on which this is seen."""
    return Position({"board": tuple(board.split()), "cursor": ("0,0",), "scroll": ("0.0",)})


def believed(board: str, preset: str = "hard") -> Belief:
    """What is known after the first look."""
    belief = Belief(Tracker(PRESETS[preset]))
    belief.see(shown(board), 0.0)
    return belief


def phases(belief: Belief, row: int) -> list[int]:
    """What the panels of a row, counted from 1 at the bottom, are doing."""
    return [int(word & k.PHASE) >> k.PHASE_AT for word in belief.cells[row * 6 : row * 6 + 6]]


class Witness:
    """A player whose eyes cannot tell some cells, and how often it knew nevertheless how all will come to rest."""

    def __init__(self, game: Running, share: float) -> None:
        self.game, self.player, self.share = game, Watcher(PRESETS["hard"], Pace(2, 5)), share
        self.chance = random.Random(5)
        self.looks = self.right = 0

    def decide(self, seen: Position, time: float) -> Sequence[Move]:
        board = tuple("".join("?" if self.chance.random() < self.share else c for c in line) for line in seen.board)
        moves = self.player.decide(Position({**seen.blocks, "board": board}), time)
        numbers = np.arange(16)
        for label, number in self.player.tracker._labels.items():
            numbers[LABELS.index(label) + 1] = number
        cells = self.game.cells[: k.LAST]
        truth = linking.at_rest(cells & ~k.COLOUR | numbers[cells & k.COLOUR])[6:]
        believed = linking.at_rest(self.player.view.cells)[6 : k.LAST]
        self.looks, self.right = self.looks + 1, self.right + bool(((truth == believed) | (believed == GREY)).all())
        return moves


@pytest.mark.parametrize(("share", "least"), [(0.0, 0.95), (0.3, 0.85)])
def test_what_all_panels_will_do_is_known_also_where_many_cells_cannot_be_told(share: float, least: float) -> None:
    game = Running.start(1, preset="hard")
    witness = Witness(game, share)
    for _ in drive(game, witness, 1800, lag=0):
        pass
    assert game.score > 1000
    assert witness.right / witness.looks > least


def test_a_swap_on_its_way_is_known_once_it_shows_and_not_before() -> None:
    belief = believed("...... aab.ca cdacdb")
    belief.ask((14, 15), (3, 9))
    for frame in range(1, 5):
        belief.see(shown("...... aab.ca cdacdb"), frame / 60)
    assert belief.cells[14] & k.COLOUR == 4
    belief.see(shown("...... aa??ca cdacdb"), 6 / 60)
    belief.see(shown("...... aa.bca cdacdb"), 10 / 60)
    assert [int(word) & k.COLOUR for word in belief.cells[14:16]] == [0, 4]


def test_a_panel_between_two_flashes_still_clears() -> None:
    belief = believed("...b.. AAAc.. bbacc.", "normal")
    ends = []
    for frame in range(1, 40):
        text = "AAA" if frame // 10 % 2 == 0 else "aaa"
        belief.see(shown(f"...b.. {text}c.. bbacc."), frame / 60)
        ends.append(int(belief.meta[k.PRE_STOP]))
    assert phases(belief, 2)[:3] == [k.MATCHED] * 3
    assert ends == sorted(ends, reverse=True)
    assert belief.lost == 1


def test_a_program_with_its_own_times_is_believed() -> None:
    belief = believed("b..... AAA... cbbacc")
    for frame in range(1, 240, 4):
        belief.see(shown("b..... AAA... cbbacc"), frame / 60)
    assert phases(belief, 3)[0] == k.NORMAL
    assert belief.cells[18] & k.COLOUR
    belief.see(shown("...... b..... cbbacc"), 4.2)
    belief.see(shown("...... b..... cbbacc"), 4.3)
    assert [int(word) & k.COLOUR for word in belief.cells[12:24]] == [2] + [0] * 11
