"""The training of Pentas goes on where it stopped, and what it writes can be loaded and drawn."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import pentas_player, pentas_train
from engine.games.pentas import knowledge


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> None:
    monkeypatch.setattr("sys.argv", ["pentas_train", *map(str, arguments)])
    monkeypatch.setattr("signal.signal", lambda number, handler: None)
    pentas_train.main()


def test_a_run_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pentas_train, "SLICE", 2_000)
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    run(monkeypatch, whole, "--turns", 6_000, "--threads", 1)
    run(monkeypatch, parts, "--turns", 2_000, "--threads", 1)
    run(monkeypatch, parts, "--turns", 6_000, "--threads", 1)
    a, b = (pentas_train.Progress.load(folder / "state.npz", 1, 1) for folder in (whole, parts))
    assert np.array_equal(a.table, b.table)
    assert np.array_equal(a.states, b.states)
    lines = [json.loads(line) for line in (parts / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["turns"] for line in lines] == [2_000, 4_000, 6_000]
    run(monkeypatch, parts, "--export", tmp_path / "table")
    known = knowledge.load(tmp_path / "table")
    assert known.source["turns"] == 6_000
    assert np.abs(known.table[: len(a.table)] * known.unit - a.table).max() <= known.unit
    run(monkeypatch, parts, "--plot", tmp_path / "curve.svg")
    assert (tmp_path / "curve.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_points_of_the_newer_scoring_are_learned_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pentas_train, "SLICE", 1_000)
    run(monkeypatch, tmp_path, "--turns", 4_000, "--threads", 2, "--scoring", "bonus")
    progress = pentas_train.Progress.load(tmp_path / "state.npz", 2, 1)
    assert progress.turns == 4_000
    assert progress.table.max() > 1


def test_bounds_of_a_count_are_the_exact_ones() -> None:
    assert list(pentas_player.poisson_bounds(0)) == pytest.approx([0.0, 3.689], abs=0.001)
    assert list(pentas_player.poisson_bounds(10)) == pytest.approx([4.795, 18.390], abs=0.001)
