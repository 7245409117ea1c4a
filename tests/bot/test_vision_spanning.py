"""The minimum spanning tree, by plain numbers and by arrays, is what the obvious way gives."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from bot.vision.spanning import MANY, tree


@pytest.mark.parametrize("count", [1, 2, 9, MANY - 1, MANY, 90])
def test_a_tree_joins_all_by_the_shortest_steps(count: int) -> None:
    """Some steps are equally long."""
    places = np.round(np.random.default_rng(count).random((count, 2)), 1).astype(np.float32)
    apart = np.linalg.norm(places[:, None] - places[None], axis=2).astype(np.float32)
    part = list(range(count))
    steps = []
    for step, a, b in sorted((float(apart[a, b]), a, b) for a, b in combinations(range(count), 2)):
        if part[a] != part[b]:
            steps.append(step)
            part = [part[a] if one == part[b] else one for one in part]
    links = tree(apart)
    assert sorted(step for step, _, _ in links) == steps
    known = {0}
    for step, a, b in links:
        assert a in known
        assert b not in known
        assert step == apart[a, b]
        known.add(b)


def test_both_ways_grow_the_same_tree() -> None:
    apart = np.round(np.random.default_rng(3).random((MANY, MANY)), 1).astype(np.float32)
    apart = apart + apart.T
    smaller = apart[: MANY - 1, : MANY - 1]
    far = np.full((MANY, MANY), 9, np.float32)
    far[: MANY - 1, : MANY - 1] = smaller
    assert tree(far)[:-1] == tree(smaller)
