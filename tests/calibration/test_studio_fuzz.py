"""Whatever is asked of the studio, in whatever order: an answer or one sentence, and the desk goes on.

`FUZZ=2000 pytest tests/calibration/test_studio_fuzz.py` tries more.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from calibration.studio import asks
from tests.calibration.studio_server import Running, running

FIXTURES = Path(__file__).parents[2] / "fixtures"
PICTURES = [
    FIXTURES / "samegame" / "sgt-samegame" / "screens",
    FIXTURES / "puyo" / "arcade-shapes" / "screens",
]
MANY = int(os.environ.get("FUZZ", "5"))
STEPS = 12
SAID = {400, 404, 409, 413, 422}
"""What the studio answers with where it cannot do what was asked; 500 would be a crash."""

names = st.sampled_from(["mine", "next", "queue", "a", "shisen", "puyo", "nonogram", "paneldepon", "nothing-such", ""])
texts = st.one_of(names, st.text(max_size=12), st.sampled_from(["x" * 41, "../x", "\x00", "physics=settled", "a=b=c"]))
labels = st.sampled_from([*"ABCDE.?#", "AA", "", " ", "一"])
small = st.integers(0, 12)
anything = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-5, 99_999), st.floats(), st.text(max_size=5)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=4,
)
places = st.one_of(st.integers(-50, 900), st.floats(-20_000, 40_000))
extents = st.one_of(st.integers(1, 300), st.floats(0.001, 20_000))
pitches = st.one_of(st.floats(2, 90), st.floats(2, 20_000))
lines = st.one_of(st.integers(1, 20), st.integers(1, 200))
boards = st.lists(st.text(alphabet="ABC.?#", min_size=1, max_size=12), min_size=1, max_size=12).map("\n".join)
seconds = st.one_of(st.floats(0, 1), st.floats(-1, 100))
USUAL: dict[str, st.SearchStrategy[Any]] = {
    "shot": st.integers(0, 2),
    "picture": st.integers(0, 2),
    "number": st.integers(0, 3),
    **dict.fromkeys(("x", "y"), places),
    **dict.fromkeys(("w", "h"), extents),
    **dict.fromkeys(("pitch_x", "pitch_y"), pitches),
    **dict.fromkeys(("rows", "columns"), lines),
    **dict.fromkeys(("row", "column"), small),
    **dict.fromkeys(("keep", "gone", "label", "new"), labels),
    "reader": st.sampled_from(["tiles", "blocks", "cells", "shapes", "digits", "clues", "tally", "signs"]),
    "shows": st.sampled_from(["game", "won", "lost", "menu", "paused"]),
    "box": st.none() | st.tuples(places, places, extents, extents),
    "text": boards | texts,
    "game": names,
    "name": names | texts,
    "layout": st.sampled_from(["puyo/arcade-faces", "shisen/kshisen-default", "puyo/mine", "../x"]),
    "control": st.sampled_from(["mouse", "drop-pair", "pick-pair", "walk-cursor", "x"]),
    **dict.fromkeys(("hold", "gap", "response", "falling"), seconds),
    "keys": st.dictionaries(st.sampled_from(["left", "right", "down", "rotate", "A"]), texts, max_size=4),
    "id": st.integers(0, 0xFFFF_FFFF),
    "add": st.booleans(),
    "replace": st.booleans(),
}
KINDS: dict[str, type[asks.Ask]] = {
    "grid": asks.GridAsk,
    "look": asks.LookAsk,
    "reader": asks.ReaderAsk,
    "merge": asks.MergeAsk,
    "split": asks.SplitAsk,
    "name": asks.NameAsk,
    "cell": asks.CellAsk,
    "board": asks.BoardAsk,
    "region": asks.RegionAsk,
    "region-gone": asks.RegionGoneAsk,
    "mark": asks.MarkAsk,
    "mark-gone": asks.MarkGoneAsk,
    "hands": asks.HandsAsk,
    "take": asks.TakeAsk,
    "undo": asks.Ask,
    "redo": asks.Ask,
    "solve": asks.SolveAsk,
    "hint": asks.HintAsk,
    "save": asks.SaveAsk,
}


@st.composite
def asked(draw: st.DrawFn) -> tuple[str, bytes]:
    """One request: mostly what a page could send, at times with a field that is none."""
    name = draw(st.sampled_from(sorted(KINDS)))
    body: dict[str, Any] = {}
    for field, about in KINDS[name].model_fields.items():
        if about.is_required() or draw(st.booleans()):
            body[field] = draw(USUAL.get(field, texts))
    if body and draw(st.integers(0, 7)) == 0:
        body[draw(st.sampled_from(sorted(body)))] = draw(anything)
    if draw(st.integers(0, 15)) == 0:
        return f"/api/{name}", draw(st.binary(max_size=30))
    return f"/api/{name}", json.dumps(body).encode()


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("layouts")) as one:
        yield one


@settings(
    max_examples=MANY,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
@given(screen=st.integers(0, 1), requests=st.lists(asked(), min_size=1, max_size=STEPS))
def test_any_requests_in_any_order(studio: Running, screen: int, requests: list[tuple[str, bytes]]) -> None:
    picture = sorted(PICTURES[screen].glob("*.png"))[0].read_bytes()
    studio.change("/api/pictures", picture)
    for path, body in requests:
        answer = studio.ask("POST", path, body, studio.own)
        assert answer.status == 200 or answer.status in SAID, (path, body, answer.body)
        if answer.status != 200:
            assert answer.error.strip(), (path, body)
    assert studio.get("/api/state")["pictures"]
