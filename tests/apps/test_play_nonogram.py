"""Banmen solves nonograms in programs that know nothing of it: sgt-pattern, picmi, and a page in chromium."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.apps import nonogram_page, picmi, sgt_pattern
from tests.apps.kshisen import build_shim
from tests.apps.nonogram_page import DRAGS, Page
from tests.apps.record_nonograms import PICTURES
from tests.apps.sgt_pattern import Puzzle
from tests.apps.test_play_kshisen import banmen
from tests.display import DisplayServer, wait_for

pytestmark = pytest.mark.apps
NEEDS_PATTERN = pytest.mark.skipif(bool(sgt_pattern.missing()), reason=sgt_pattern.missing())
NEEDS_PICMI = pytest.mark.skipif(bool(picmi.missing()), reason=picmi.missing())
NEEDS_PAGE = pytest.mark.skipif(bool(nonogram_page.missing()), reason=nonogram_page.missing())
LIVE = ("--live", "--countdown", "0")

PUZZLES = {
    "15x10": Puzzle(15, 10, 42),
    "20x20, small tiles": Puzzle(20, 20, 4, tile=14),
    "10x15, large tiles, by night": Puzzle(10, 15, 9, tile=32, colours="night"),
}


@NEEDS_PATTERN
@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES.keys())
def test_it_solves_sgt_pattern(display: DisplayServer, puzzle: Puzzle) -> None:
    with sgt_pattern.playing(display, puzzle) as app:
        code, answer, said = banmen(display, "play", "--window", "sgt-pattern", *LIVE)
        assert (code, answer.get("outcome")) == (0, "won"), (answer, said)
        wait_for(app.solved, "the puzzle to stand still after its flash")


@NEEDS_PATTERN
def test_what_is_filled_in_wrongly_is_put_right(display: DisplayServer) -> None:
    with sgt_pattern.playing(display, sgt_pattern.spoilt(Puzzle(10, 10, 8), right=30, wrong=4)) as app:
        before = app.board()
        assert "#" in "".join(before)
        assert "x" in "".join(before)
        code, answer, said = banmen(display, "play", "--window", "sgt-pattern", *LIVE)
        assert (code, answer.get("outcome")) == (0, "won"), (answer, said)
        wait_for(app.solved, "the puzzle to stand still after its flash")


@NEEDS_PATTERN
def test_a_dry_run_gives_a_hint_and_marks_nothing(display: DisplayServer) -> None:
    with sgt_pattern.playing(display, Puzzle(10, 10, 3)) as app:
        code, answer, said = banmen(display, "play", "--window", "sgt-pattern")
        assert (code, answer.get("outcome")) == (0, "stopped"), (answer, said)
        assert set("".join(app.board())) == {"."}
    assert answer["hint"]["technique"]
    assert len(answer["hint"]["says"]["ja"]) == 3


GAMES = {
    "random": picmi.Random(10, 10, seed=1),
    "drawn": picmi.Drawn(PICTURES["stairs"], window=(640, 640)),
    "drawn, filled in wrongly": picmi.Drawn(PICTURES["kettle"], (640, 640), seed=3).spoilt(right=20, wrong=6),
}


@NEEDS_PICMI
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_it_solves_picmi(
    display: DisplayServer, game: picmi.Random | picmi.Drawn, tmp_path_factory: pytest.TempPathFactory
) -> None:
    shim = build_shim(tmp_path_factory.mktemp("shim"))
    with picmi.playing(display, game, tmp_path_factory.mktemp("home"), shim) as app:
        code, answer, said = banmen(display, "play", "--window", "picmi", *LIVE)
        assert app.solved(), (answer, said)
        assert (code, answer.get("outcome")) == (0, "won"), (answer, said)


PAGES = {
    "clicked, scale 1": (Page(PICTURES["kettle"], scale=1.0), ()),
    "dragged by night, scale 1.25": (Page(PICTURES["kettle"], "night", 1.25), ("--layout", str(DRAGS))),
    "dragged, scale 1.5, spoilt": (
        Page(PICTURES["stairs"], "small", 1.5, given=("#x.......#", "..........", "x#########")),
        ("--layout", str(DRAGS)),
    ),
}


@NEEDS_PAGE
@pytest.mark.parametrize(("page", "more"), PAGES.values(), ids=PAGES.keys())
def test_it_solves_a_page(display: DisplayServer, tmp_path: Path, page: Page, more: tuple[str, ...]) -> None:
    with nonogram_page.playing(display, page, tmp_path) as app:
        code, answer, said = banmen(display, "play", "--window", nonogram_page.READY, *LIVE, *more)
        assert (code, answer.get("outcome")) == (0, "won"), (answer, said)
        assert app.solved()
