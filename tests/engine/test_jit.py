"""Compiling is announced, once, and is no part of the time to think."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numba
import pytest

from engine import jit, stale
from engine.api import Limit
from engine.budget import Budget

ROOT = Path(__file__).parents[2]
PROGRAM = """
from engine.jit import kernel

@kernel("i8(i8)")
def twice(n):
    return 2 * n

@kernel("i8(i8)")
def thrice(n):
    return 3 * n

print(twice(21) + thrice(0))
"""


def test_the_first_kernel_that_is_compiled_is_announced_and_none_that_is_in_the_cache(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    env = os.environ | {"NUMBA_CACHE_DIR": os.fspath(tmp_path / "cache"), "PYTHONPATH": os.fspath(ROOT)}
    env.pop("NUMBA_DISABLE_JIT", None)
    runs = [
        subprocess.run([sys.executable, os.fspath(program)], env=env, capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert [run.stdout for run in runs] == ["42\n", "42\n"]
    assert [run.stderr.count("Compiling") for run in runs] == [1, 0]


SHARED = """
from engine.jit import helper

@helper
def part(n):
    return {} * n
"""
SHARING = """
from engine.helpers_of_a_test import part
from engine.jit import kernel

@kernel("i8(i8)")
def whole(n):
    return part(n) + 1

print(whole(20))
"""


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_a_kernel_is_compiled_anew_when_a_helper_of_another_file_has_changed(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "engine", tmp_path / "engine", ignore=shutil.ignore_patterns("games", "__pycache__"))
    (tmp_path / "engine/games").mkdir()
    (tmp_path / "engine/games/__init__.py").touch()
    program = tmp_path / "program.py"
    program.write_text(SHARING, encoding="utf-8")
    env = os.environ | {"NUMBA_CACHE_DIR": os.fspath(tmp_path / "cache"), "PYTHONPATH": os.fspath(tmp_path)}
    env["PYTHONDONTWRITEBYTECODE"] = "1"  # Python's own cache takes a file of the same second and size for the same
    told = []
    for times in (2, 2, 3):
        (tmp_path / "engine/helpers_of_a_test.py").write_text(SHARED.format(times), encoding="utf-8")
        run = subprocess.run([sys.executable, os.fspath(program)], env=env, capture_output=True, text=True, check=True)
        told.append((run.stdout, run.stderr.count("Compiling")))
    assert told == [("41\n", 1), ("41\n", 0), ("61\n", 1)]


def test_a_kernel_is_made_of_all_that_its_file_imports() -> None:
    names = {part.relative_to(ROOT).as_posix() for part in stale.parts(ROOT / "engine/games/puyo/trial.py")}
    assert names >= {"engine/jit.py", "engine/games/puyo/trial.py", "engine/games/puyo/beam.py", "engine/lent.py"}
    assert not any(name.startswith("engine/games/shisen") for name in names)


def test_beforehand_every_file_of_a_game_that_has_kernels_is_loaded() -> None:
    code = "import sys; from engine.beforehand import compiled; compiled('shisen'); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    game = ROOT / "engine/games/shisen"
    kernels = {path.stem for path in game.glob("*.py") if "@kernel(" in path.read_text(encoding="utf-8")}
    assert kernels
    assert {f"engine.games.shisen.{name}" for name in kernels} <= set(run.stdout.split())


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_a_search_does_not_pay_for_what_is_compiled() -> None:
    budget, start = Budget(Limit(seconds=60)), time.perf_counter()
    jit.helper(lambda n: sum(range(n)))(3)
    assert 0 <= budget.seconds < (time.perf_counter() - start) / 2
