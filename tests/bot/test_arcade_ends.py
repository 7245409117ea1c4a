"""A practice game against an opponent says who has won, and the layout of it reads that, whatever lies behind it."""

from __future__ import annotations

import pytest

from bot.arcade import make_scene
from bot.arcade.paneldepon.rising import VersusGame
from bot.arcade.puyo.game import PuyoGame
from bot.frame import Frame
from bot.layouts import find_layout
from bot.settle import eyes
from engine.api import Outcome
from tests.sweep import sweep

BUSY = ("Left", "Down", "Right", "Up", "Down", "Right", "Down", "Left", "space")
LAYOUTS = ("puyo/arcade-versus", "puyo/arcade-versus-shapes", "paneldepon/arcade-versus")
SHOWS = {Outcome.OPEN: None, Outcome.WON: "won", Outcome.STUCK: "lost"}


@pytest.mark.parametrize(("layout", "outcome", "size"), sweep(LAYOUTS, SHOWS, [(1120, 720), (760, 500)]), ids=str)
def test_who_has_won_is_read(layout: str, outcome: Outcome, size: tuple[int, int]) -> None:
    game, _, name = layout.partition("/")
    skin = {"puyo": "shapes" if name.endswith("shapes") else "faces"}.get(game, "panels")
    scene = make_scene(game, skin=skin, mode="versus", preset="hard", seed=3, size=size)
    assert isinstance(scene, PuyoGame | VersusGame)
    scene.step(0.0)
    for beat in range(60):
        key, now = BUSY[beat % len(BUSY)], 0.2 * beat
        scene.key(key, now)
        scene.let_go(key, now + 0.15)
        scene.step(now + 0.19)
    if outcome is not Outcome.OPEN:
        scene.end(outcome)
    reader = eyes(find_layout(layout), {})
    assert reader.read(Frame(scene.draw(), 0.0)).shows == SHOWS[outcome]
