"""Compiling is announced, once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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
