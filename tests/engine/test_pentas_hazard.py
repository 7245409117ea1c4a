"""Splitting estimates what counting counts."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from benchmarks import pentas_hazard
from benchmarks.pentas_hazard import Split, figures, split_game
from engine.games.pentas import knowledge, value

ALIVE = np.uint64(0x1F)
"""A placement: the first five cells of a row."""


def walker(odds: tuple[float, float]) -> pentas_hazard.Mover:
    """A game of pieces alone: those below the two `odds` are danger, and two of the lowest in a row the end."""

    def move(board: np.uint64, piece: int, following: int) -> tuple[np.uint64, float]:
        end = piece == following == 0
        return np.uint64(0) if end else ALIVE, float(-1 if end else -(piece < odds[0]) / 2 - (piece < odds[1]) / 4)

    return move


@pytest.mark.parametrize("levels", [[-0.1], [-0.1, -0.6], [-0.6], [-2.0]])
def test_deaths_are_as_frequent_however_games_are_split(levels: list[float]) -> None:
    # two zeroes in a row of pieces drawn from twelve: 1 / (12 + 144) a turn, where each begins a new game
    games = [split_game(walker((6, 2)), seed, 2_000, levels, 3) for seed in range(12)]
    told = figures(games)
    assert isinstance(told["least"], int)
    assert isinstance(told["most"], int)
    assert told["turns_a_death"] == pytest.approx(12 * 13, rel=0.12)


def test_less_scatters_where_games_are_split_on_the_way_to_their_end() -> None:
    counted = [split_game(walker((6, 1)), seed, 1_000, [-2.0], 4).deaths for seed in range(20)]
    split = [split_game(walker((6, 1)), seed, 1_000, [-0.6], 4).deaths for seed in range(20)]
    assert np.std(split) < np.std(counted)


def test_figures_tell_the_interval_by_the_scatter_between_games() -> None:
    games = [Split(seed, 1_000, 1_500, deaths, 0.3) for seed, deaths in enumerate((0.5, 1.5))]
    told = figures(games)
    error = math.sqrt(2) * math.sqrt(0.5)
    assert told["turns_a_death"] == 1_000
    assert told["least"] == round(1_000 * math.exp(-1.96 * error / 2))
    assert told["ms_a_move_split"] == 0.2
    assert figures([Split(0, 1_000, 1_000, 0.0, 0.1)])["turns_a_death"] == "none"


def test_a_run_goes_on_where_its_log_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "games.jsonl"
    for turns in (30, 60):
        arguments = ["--effort", "2x1", "--turns", turns, "--cut", 20, "--log", log]
        monkeypatch.setattr("sys.argv", ["pentas_hazard", *map(str, arguments)])
        pentas_hazard.main()
    seeds = [json.loads(line)["seed"] for line in log.read_text(encoding="utf-8").splitlines()]
    assert seeds == list(range(len(seeds)))
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last["games"] == len(seeds)
    assert last["turns"] >= 60


def test_another_table_may_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = {"scoring": "rows", "discount": 0.99, "death": -1.0, "calm": -0.36}
    knowledge.save(tmp_path / "blank", np.zeros(value.NUMBERS, np.float32), source)
    told = []
    for extra in ([], ["--table", str(tmp_path / "blank")]):
        monkeypatch.setattr("sys.argv", ["pentas_hazard", "--effort", "2x1", "--turns", "60", "--cut", "60", *extra])
        pentas_hazard.main()
        told.append(json.loads(capsys.readouterr().out.splitlines()[-1]))
    assert [one["table"] for one in told] == ["its own", "blank"]
    assert told[0]["deaths"] < 1 < told[1]["deaths"]
