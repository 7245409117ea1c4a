"""Games without a screen: played, logged, counted, looked at again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.cli.solo import autoplay, review
from bot.errors import UsageError
from bot.report.plots import Series, line_plot
from bot.report.solo import solo_page
from bot.solo import LogError, Totals, read_log, states
from engine.api import Limit


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("solo") / "games.jsonl"
    autoplay("pentas", {"rows": 7, "columns": 6}, 2, 3, Limit(nodes=1), 6, path, as_json=True)
    return path


def test_a_log_can_be_played_again(log: Path) -> None:
    told = read_log(log)
    assert [game.seed for game in told.games] == [3, 4]
    played = list(states(told, told.games[1]))
    assert len(played) == 7
    assert played[-1][2] is None
    assert Totals.of(told.games).turns == 12


def test_moves_are_shown_and_drawn(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    review(log, 4, 2, log.with_suffix(".png"))
    said = capsys.readouterr().out
    assert said.startswith("game 4, turn 2, ")
    assert said.count("*") == 5
    assert log.with_suffix(".png").stat().st_size > 1000
    with pytest.raises(UsageError, match="turns 0 to 6"):
        review(log, 4, 99, None)


def test_a_log_that_was_changed_is_told(log: Path, tmp_path: Path) -> None:
    head, first, *rest = log.read_text(encoding="utf-8").splitlines()
    spoilt = tmp_path / "spoilt.jsonl"
    spoilt.write_text("\n".join([head, json.dumps({**json.loads(first), "points": 999}), *rest]), encoding="utf-8")
    told = read_log(spoilt)
    with pytest.raises(LogError, match="Turn 0 of game 3"):
        list(states(told, told.games[0]))
    spoilt.write_text("\n".join([head, first[:20]]), encoding="utf-8")
    with pytest.raises(LogError, match="line 2"):
        read_log(spoilt)


def test_a_game_that_does_not_deal_itself_is_refused() -> None:
    with pytest.raises(UsageError, match="does not deal itself"):
        autoplay("shisen", {}, 1, 0, Limit(), None, None, as_json=False)


def test_the_page_has_figures_and_plots(log: Path) -> None:
    page = solo_page(log.name, read_log(log))
    assert page.count("<svg") == 3
    assert "2 games of pentas" in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_plots_take_one_point_and_logarithms() -> None:
    assert "polyline" in line_plot([Series("a", [(1, 2)]), Series("<b>", [(0, 1), (10, 1000)])], "x", "y", log_x=True)
    assert "<b>" not in line_plot([Series("a", [(1, 2)]), Series("<b>", [(2, 3)])], "x", "y", log_y=True)
