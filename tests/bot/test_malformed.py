"""Nothing breaks it: broken positions, pictures, layouts and recordings end in one sentence, never in a crash.

`FUZZ=20000 pytest tests/bot/test_malformed.py` tries more.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.errors import BanmenError
from bot.frame import Frame
from bot.layout import LayoutError
from bot.layouts import home, known_layouts, layout_names, load_layout
from bot.replay import replay
from bot.settle import eyes
from bot.solve import read_picture, read_text
from bot.vision.picture import PictureError, decode
from engine.api import BadPosition, BadRule, Limit, game_names, load_game
from engine.moves import IllegalMove
from tests.bot.recorded import record_game
from tests.sweep import sweep

TOLD = (BanmenError, BadPosition, BadRule, IllegalMove)
"""What a person is told in one sentence; anything else is a crash."""
FIXTURES = Path(__file__).parents[2] / "fixtures"
POSITIONS = sorted(FIXTURES.glob("*/positions/*.txt"))
MANY = int(os.environ.get("FUZZ", "40"))
some = settings(
    max_examples=MANY,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
ODD = st.sampled_from([*"?.#=ABab19-:,;é\t 一\x00", "board:", "moves:\n", "99999999999", "-1", "\n\n", "next:\n?\n"])


@st.composite
def spoilt_text(draw: st.DrawFn, text: str) -> str:
    """A text with some pieces of it replaced, taken out, doubled or put elsewhere."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + draw(st.sampled_from([1, 2, 30])))))
        new = draw(st.one_of(ODD, st.just(""), st.just(text[start:end] * 2), st.just(text[::-1][: end - start])))
        text = text[:start] + new + text[end:]
    return text


@st.composite
def spoilt_bytes(draw: st.DrawFn, data: bytes) -> bytes:
    """Bytes of which some are changed, or that end too early."""
    changed = bytearray(data)
    for _ in range(draw(st.integers(0, 6))):
        changed[draw(st.integers(0, min(len(data), draw(st.sampled_from([40, len(data)]))) - 1))] = draw(
            st.integers(0, 255)
        )
    return bytes(changed[: draw(st.one_of(st.just(len(data)), st.integers(0, len(data))))])


@some
@given(st.data())
def test_positions(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(POSITIONS))
    game = data.draw(st.sampled_from([path.parts[-3], *game_names()]))
    text = data.draw(spoilt_text(path.read_text(encoding="utf-8")))
    try:
        board = read_text(text, [game], {})
        plan = board.plan(Limit(seconds=0.05, nodes=100))
        state = board.state
        for move in plan.moves[: plan.commit]:
            state = board.game.play(state, move)
    except TOLD:
        return
    assert board.game.show(board.state).board


@some
@given(
    st.sampled_from(game_names()),
    st.dictionaries(
        st.sampled_from(["gravity", "rim", "groups", "size", "moves", "physics", "columns", "colours", "rows", "x"]),
        st.one_of(st.booleans(), st.integers(-(10**12), 10**12), st.floats(), st.text(max_size=5), st.lists(st.text())),
        max_size=3,
    ),
)
@example("shisen", {"groups": False})
@example("shisen", {"groups": [1]})
def test_house_rules(game: str, rules: dict[str, Any]) -> None:
    try:
        load_game(game, **rules)
    except BadRule as error:
        assert str(error)


def encoded(kind: str) -> bytes:
    pixels = np.random.default_rng(1).integers(0, 255, (24, 40, 3), np.uint8)
    return cv2.imencode(kind, pixels)[1].tobytes()


PICTURES = {kind: encoded(kind) for kind in (".png", ".jpg", ".bmp", ".webp")}


@some
@given(st.data())
def test_picture_files(data: st.DataObject) -> None:
    spoilt = data.draw(spoilt_bytes(PICTURES[data.draw(st.sampled_from(sorted(PICTURES)))]))
    try:
        pixels = decode(spoilt)
    except PictureError as error:
        assert str(error)
    else:
        assert pixels.dtype == np.uint8
        assert pixels.ndim == 3


@pytest.mark.parametrize(
    ("shape", "look"),
    sweep(
        [(1, 1), (1, 700), (700, 1), (2, 2), (17, 400), (640, 480)], ["black", "white", "noise", "stripes", "chequer"]
    ),
)
def test_pictures_of_nothing(shape: tuple[int, int], look: str) -> None:
    height, width = shape
    down, across = np.indices(shape)
    grey = {
        "black": np.zeros(shape),
        "white": np.full(shape, 255),
        "noise": np.random.default_rng(2).integers(0, 256, shape),
        "stripes": 255 * (across // 9 % 2),
        "chequer": 255 * ((across // 20 + down // 20) % 2),
    }[look].astype(np.uint8)
    pixels = np.repeat(grey[:, :, None], 3, axis=2)
    layouts = [layout for game in ("shisen", "nonogram") for layout in known_layouts(game)]
    try:
        board = read_picture(pixels, layouts, {})
    except BanmenError as error:
        assert str(error)
    else:
        assert board.reading is not None
        assert board.reading.size == (width, height)


WORDS = st.sampled_from(
    ["-1", "0", "1e308", "nan", "-inf", '""', "[]", "{}", "true", '"../../etc/passwd"', '"\\u0000"', "99999999999999"]
)


@st.composite
def spoilt_layout(draw: st.DrawFn, text: str) -> str:
    """A layout with values replaced by odd ones, lines doubled, taken out or unknown."""
    lines = text.splitlines()
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        name, equals, _ = lines[at].partition("=")
        change = draw(st.sampled_from(["value", "drop", "double", "unknown"]))
        if change == "value" and equals:
            lines[at] = f"{name}= {draw(WORDS)}"
        elif change == "drop" and len(lines) > 1:
            del lines[at]
        elif change == "double":
            lines.insert(at, lines[at])
        else:
            lines.insert(at, "surprise = 1")
    return "\n".join(lines)


@some
@given(st.data())
def test_layouts(tmp_path: Path, data: st.DataObject) -> None:
    source = home() / data.draw(st.sampled_from(layout_names()))
    folder = tmp_path / "game" / "skin"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, folder)
    text = data.draw(spoilt_layout((source / "layout.toml").read_text(encoding="utf-8")))
    (folder / "layout.toml").write_text(text, encoding="utf-8")
    frame = Frame(np.random.default_rng(3).integers(0, 256, (90, 120, 3), np.uint8), 1.0)
    try:
        reading = eyes(load_layout(folder), {}).read(frame)
    except (LayoutError, *TOLD) as error:
        assert str(error)
    else:
        assert reading.size == (120, 90)


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record_game(tmp_path_factory.mktemp("recording"))


@settings(some, max_examples=MANY // 4)
@given(st.data())
def test_recordings(recording: Path, tmp_path: Path, data: st.DataObject) -> None:
    folder = tmp_path / "spoilt"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(recording, folder)
    name = data.draw(st.sampled_from(["header.json", "log.jsonl", "layout.toml", "frames/000001.png"]))
    path = folder / name
    if name.endswith(".png"):
        path.write_bytes(data.draw(spoilt_bytes(path.read_bytes())))
    else:
        path.write_text(data.draw(spoilt_text(path.read_text(encoding="utf-8"))), encoding="utf-8")
    try:
        replayed = replay(folder)
    except TOLD as error:
        assert str(error)
    else:
        assert replayed.looks > 0


def test_a_log_line_of_another_shape_is_told(recording: Path, tmp_path: Path) -> None:
    for number, line in enumerate(({"step": 1}, {"done": "x"}, [1], {"step": "look: x", "frame": []}, "text", None)):
        folder = tmp_path / str(number)
        shutil.copytree(recording, folder)
        (folder / "log.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
        with pytest.raises(BanmenError):
            replay(folder)
