"""The training of Pentas goes on where it stopped, and what it writes can be loaded and drawn."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from benchmarks import pentas_player, pentas_train
from engine.games.pentas import knowledge
from engine.games.pentas.value import PARTS


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> None:
    monkeypatch.setattr("sys.argv", ["pentas_train", *map(str, arguments)])
    monkeypatch.setattr("signal.signal", lambda number, handler: None)
    pentas_train.main()


def test_a_run_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    run(monkeypatch, whole, "--turns", 6_000, "--threads", 1, "--slice", 2_000)
    run(monkeypatch, parts, "--turns", 2_000, "--threads", 1, "--slice", 2_000)
    run(monkeypatch, parts, "--turns", 6_000, "--threads", 1, "--slice", 2_000)
    a, b = (pentas_train.Progress.load(folder / "state.npz", 1, 1) for folder in (whole, parts))
    assert np.array_equal(a.table, b.table)
    assert np.array_equal(a.states, b.states)
    lines = [json.loads(line) for line in (parts / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["turns"] for line in lines] == [2_000, 4_000, 6_000]
    run(monkeypatch, parts, "--turns", 6_000, "--threads", 1, "--forget", 0.5)
    c = pentas_train.Progress.load(parts / "state.npz", 1, 1)
    assert np.array_equal(c.table, b.table)
    assert np.allclose(c.travel, b.travel / 2)
    run(monkeypatch, parts, "--export", tmp_path / "table")
    known = knowledge.load(tmp_path / "table")
    assert known.source["turns"] == 6_000
    assert np.abs(known.table[: len(a.table)] * known.unit - a.table).max() <= known.unit
    run(monkeypatch, parts, "--plot", tmp_path / "curve.svg")
    assert (tmp_path / "curve.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_points_of_the_newer_scoring_are_learned_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(monkeypatch, tmp_path, "--turns", 4_000, "--threads", 2, "--slice", 1_000, "--scoring", "bonus")
    progress = pentas_train.Progress.load(tmp_path / "state.npz", 2, 1)
    assert progress.turns == 4_000
    assert progress.table.max() > 1


def test_a_run_for_points_may_begin_with_what_was_learned_for_lasting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = Path(knowledge.__file__).parent / "tables" / "rows"
    table = pentas_train.begun(home, "bonus")
    lasting = pentas_train.begun(home, "rows")

    def worth(values: Any) -> float:
        return float(values[np.arange(PARTS) * 1000].sum(dtype=np.float64))

    usual, end = pentas_train.USUAL, pentas_train.DEATH["rows"]
    share = (worth(lasting) - end) / (usual - end)
    hope, death = pentas_train.HOPE["bonus"], pentas_train.DEATH["bonus"]
    assert worth(table) == pytest.approx(death + share * (hope - death), rel=1e-3)
    run(
        monkeypatch,
        tmp_path,
        "--turns",
        1_000,
        "--slice",
        1_000,
        "--threads",
        1,
        "--scoring",
        "bonus",
        "--firsts",
        2,
        "--begin",
        home,
    )
    (line,) = (json.loads(line) for line in (tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines())
    assert line["points_a_turn"] > 5


def test_points_are_learned_apart_from_lasting_and_played_with_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = Path(knowledge.__file__).parent / "tables" / "rows"
    apart = ("--scoring", "bonus", "--over", home, "--life", 500, "--discount", 0.95, "--threads", 1, "--slice", 1_000)
    run(monkeypatch, tmp_path / "whole", "--turns", 2_000, *apart)
    run(monkeypatch, tmp_path / "parts", "--turns", 1_000, *apart)
    run(monkeypatch, tmp_path / "parts", "--turns", 2_000, *apart)
    whole, parts = (pentas_train.Progress.load(tmp_path / name / "state.npz", 1, 1) for name in ("whole", "parts"))
    assert np.array_equal(whole.table, parts.table)
    lines = (tmp_path / "whole" / "log.jsonl").read_text(encoding="utf-8").splitlines()
    assert all(json.loads(line)["points_a_step"] > 5 for line in lines)
    lasting = knowledge.load(home)
    assert np.allclose(whole.under, 500 * lasting.unit * lasting.table.astype(np.float32))
    run(monkeypatch, tmp_path / "whole", "--export", tmp_path / "table", *apart)
    both = knowledge.load(tmp_path / "table")
    assert both.death == -500
    assert np.abs(both.table * both.unit - whole.table - whole.under).max() <= both.unit


class FakeClient:
    """A cluster of two workers, one of them with two threads, that works at once in this process."""

    seats: list[str]

    def __init__(self, address: str) -> None:
        assert address == "tcp://somewhere:8786"
        FakeClient.seats = []

    def nthreads(self) -> dict[str, int]:
        return {"tcp://one": 1, "tcp://two": 2}

    def scatter(self, data: Sequence[Any], broadcast: bool) -> list[Any]:
        assert broadcast
        return list(data)

    def submit(self, work: Callable[..., Any], *arguments: Any, pure: bool, workers: list[str]) -> Any:
        assert not pure
        FakeClient.seats += workers
        return work(*arguments)

    def gather(self, futures: list[Any]) -> list[Any]:
        return futures


def test_every_thread_of_a_cluster_learns_and_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=FakeClient))
    run(monkeypatch, tmp_path, "--turns", 6_000, "--slice", 1_000, "--cluster", "tcp://somewhere:8786")
    assert FakeClient.seats == ["tcp://one", "tcp://two", "tcp://two"] * 2
    together = pentas_train.Progress.load(tmp_path / "state.npz", 3, 1)
    assert together.turns == 6_000
    assert len({int(state[0]) for state in together.states}) == 3
    assert np.isfinite(together.table).all()
    run(monkeypatch, tmp_path / "alone", "--turns", 1_000, "--slice", 1_000, "--threads", 1)
    alone = pentas_train.Progress.load(tmp_path / "alone" / "state.npz", 1, 1)
    assert np.count_nonzero(together.travel) > np.count_nonzero(alone.travel)


def test_what_workers_changed_is_weighed_by_how_much_they_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=FakeClient))
    before = pentas_train.Progress.fresh(3, -0.8, seed=1)
    before.table[:] = 0

    def moved(numbers: Any, state: Any, how: Any) -> Any:
        table, _, drift, travel = (one.copy() for one in numbers)
        worker = int(np.flatnonzero((before.states == state).all(axis=1))[0])
        table[0], drift[0], travel[0] = [(1.0, 1.0, 1.0), (0.5, 2.0, 3.0), (0.0, 0.0, 0.0)][worker]
        return np.ones(6), table, drift, travel, state

    monkeypatch.setattr(pentas_train, "slice_there", moved)
    told = pentas_train.Cluster("tcp://somewhere:8786").slice(before, pentas_train.How("rows", 0.99, 1.0, 4, 0.85))
    assert (before.table[0], before.drift[0], before.travel[0]) == (0.25 * 1.0 + 0.75 * 0.5, 3.0, 4.0)
    assert not before.table[1:].any()
    assert list(told) == [3.0] * 6


def test_bounds_of_a_count_are_the_exact_ones() -> None:
    assert list(pentas_player.poisson_bounds(0)) == pytest.approx([0.0, 3.689], abs=0.001)
    assert list(pentas_player.poisson_bounds(10)) == pytest.approx([4.795, 18.390], abs=0.001)
