"""Compiling is announced, once, and is no part of the time to think."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import numba
import pytest

from engine import jit
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


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_a_search_does_not_pay_for_what_is_compiled() -> None:
    budget, start = Budget(Limit(seconds=60)), time.perf_counter()
    jit.helper(lambda n: sum(range(n)))(3)
    assert 0 <= budget.seconds < (time.perf_counter() - start) / 2
