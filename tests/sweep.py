"""Cases of one kind, such as seeds: some of them at every run, all of them when they are asked for."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import product
from typing import Any


def sweep(*axes: Iterable[Any], every: int = 4) -> list[Any]:
    """Every fourth case, or another share of them, spread so that each value meets each of the other axes; always the
    first and the last. All of them where BANMEN_TESTS is "all". Cases of several axes are tuples.
    """
    cases = list(product(*(enumerate(axis) for axis in axes)))
    whole = os.environ.get("BANMEN_TESTS") == "all"
    taken = [
        case
        for number, case in enumerate(cases, 1)
        if whole or number == len(cases) or sum(at for at, _ in case) % every == 0
    ]
    return [case[0][1] if len(axes) == 1 else tuple(value for _, value in case) for case in taken]
