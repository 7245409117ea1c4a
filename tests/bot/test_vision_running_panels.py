"""A running game of our own, read look by look by its layout: nothing is told wrong, hardly a panel at rest missed."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.arcade.paneldepon.skins import Skin
from bot.arcade.paneldepon.skins.letters import Letters
from bot.arcade.paneldepon.skins.panels import Panels
from bot.frame import Frame
from bot.layouts import find_layout
from bot.settle import eyes
from engine.position import EMPTY, UNKNOWN
from tests.bot.strange_panels import Moment, played

NEAR = 0.03
"""Parts of a cell to which it must be told how far the stack has risen."""


def told(layout: str, moments: list[Moment]) -> Counter[str]:
    """How many cells at rest are told right, wrong and not at all, and how many looks show the stack elsewhere."""
    reader = eyes(find_layout(layout), {})
    count = Counter[str]()
    for moment in moments:
        reading = reader.read(Frame(moment.pixels, moment.time))
        assert reading.position is not None
        assert reading.grid is not None
        beside = (float(reading.position.blocks["scroll"][0]) - moment.scroll + 0.5) % 1.0 - 0.5
        count["elsewhere"] += abs(beside) > NEAR
        top = round((reading.grid.y - moment.grid.y) / moment.grid.pitch_y + moment.scroll)
        for row, line in enumerate(reading.position.board, top):
            truth = moment.board[row] if 0 <= row < len(moment.board) else UNKNOWN * len(line)
            for label, real in zip(line, truth, strict=True):
                if real != UNKNOWN:
                    same = label == real or (real.isupper() and label == real.lower())
                    count["open" if label == UNKNOWN else "right" if same else "wrong"] += 1
    return count


@pytest.mark.parametrize(
    ("skin", "layout"),
    [(Panels, "paneldepon/arcade-rising"), (Letters, "paneldepon/arcade-rising-letters")],
    ids=["panels", "letters"],
)
def test_a_running_game_is_followed(skin: type[Skin], layout: str) -> None:
    moments = list(played(skin, 1.0, seed=4, looks=100, every=5, first=60))
    assert any(label.isupper() for moment in moments for line in moment.board for label in line)
    assert any(label not in {EMPTY, UNKNOWN} for line in moments[-1].board for label in line)
    count = told(layout, moments)
    assert not count["wrong"]
    assert not count["elsewhere"]
    assert count["right"] > 75 * count["open"]
