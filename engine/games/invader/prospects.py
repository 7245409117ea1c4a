"""How surely the field is cleared after a shot: shares of plays to the end, more of them where they decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, field

import numpy as np

from engine.games.invader import packing, rollouts
from engine.games.invader.rules import Aim, Field, House
from engine.games.invader.weights import PLAYED

PLAYS = 32
"""Plays that are looked at together."""
MOST = 3
"""So many times as many settle what is in doubt."""
DOUBT = 0.15
"""A share this near to what is asked for is in doubt: nearly two standard errors of PLAYS."""


@dataclass
class Prospects:
    """What plays from one field tell of the shots of one pair. The same field, pair and shot draw the same lots."""

    cells: Field
    height: int
    pair: str
    house: House
    _told: dict[Aim, tuple[int, int]] = field(default_factory=dict)
    """Plays that were cleared, and rounds of PLAYS."""

    def share(self, aim: Aim) -> float:
        """The share of the plays that begin with a shot in which the field is cleared."""
        if aim not in self._told:
            self._play(aim)
        cleared, rounds = self._told[aim]
        return cleared / (rounds * PLAYS)

    def reaches(self, aim: Aim, share: float) -> bool:
        """Whether a shot is as sure as that."""
        while abs(self.share(aim) - share) < DOUBT and self._told[aim][1] < MOST:
            self._play(aim)
        return self.share(aim) >= share

    def best(self, aims: Sequence[Aim]) -> float:
        """The share of the surest of these shots, which has had all its plays; 0 where there are none."""
        while aims:
            leader = max(aims, key=self.share)
            if self._told[leader][1] == MOST:
                return self.share(leader)
            self._play(leader)
        return 0.0

    def _play(self, aim: Aim) -> None:
        cleared, rounds = self._told.get(aim, (0, 0))
        colours = packing.colours_of(self.cells, self.pair)
        cleared += rollouts.times_cleared(
            packing.packed(self.cells, colours),
            packing.shot_of(aim, self.house),
            1 + colours.index(self.pair[0]),
            1 + colours.index(self.pair[1]),
            packing.house_words(self.house, self.height),
            np.array(astuple(PLAYED), np.float64),
            PLAYS,
            self.height * MOST + rounds,
        )
        self._told[aim] = cleared, rounds + 1
