"""The kernels of Puyo Puyo against the readable rules, on fields that nobody chose."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine.games.puyo import beam, kernels, packing, promise, rules
from engine.games.puyo.rules import Field, House

TSU = House()
COLOURS = "BGRYP"


def random_field(chance: random.Random, kinds: str) -> Field:
    """Columns of any height, with runs of one colour so that chains are long enough to matter."""
    columns = []
    for _ in range(TSU.columns):
        column = ""
        for _ in range(chance.randint(0, TSU.rows)):
            column += column[-1] if column and chance.random() < 0.4 else chance.choice(kinds)
        columns.append(column)
    return tuple(columns)


@pytest.mark.parametrize("kinds", [COLOURS, COLOURS + "#", "BGRY", "BGRY#", "RG", "YP#"])
def test_chains_are_those_of_the_rules(kinds: str) -> None:
    chance = random.Random(kinds)
    fields = [random_field(chance, kinds) for _ in range(300)]
    words = np.concatenate([packing.packed(field, COLOURS) for field in fields])
    chains, points = np.zeros(len(fields), np.int64), np.zeros(len(fields), np.int64)
    kernels.settle_all(words, np.uint16((1 << TSU.counted) - 1), chains, points)
    for at, field in enumerate(fields):
        steps = rules.chain(field, TSU)
        assert (chains[at], points[at]) == (len(steps), rules.score(steps)), field
        left = steps[-1].after if steps else field
        assert packing.unpacked(words[at], COLOURS, TSU.columns) == left, field


def test_packing_and_unpacking_are_inverses() -> None:
    chance = random.Random(3)
    for _ in range(100):
        field = random_field(chance, COLOURS + "#")
        assert packing.unpacked(packing.packed(field, COLOURS)[0], COLOURS, TSU.columns) == field


@pytest.mark.parametrize(
    "house", [TSU, House(steering="low"), House(swallows=False), House(rows=14, counted=14, death=13, swallows=False)]
)
def test_first_placements_are_those_of_the_rules(house: House) -> None:
    chance = random.Random(7)
    best = np.zeros(beam.SPOTS, np.int64)
    for _ in range(150):
        field = tuple(
            "".join(chance.choice(COLOURS) for _ in range(min(house.rows, chance.choice((0, 3, 10, 11, 12, 13)))))
            for _ in range(house.columns)
        )
        spent = frozenset(x for x in range(house.columns) if chance.random() < 0.2)
        beam.search(
            packing.packed(field, COLOURS),
            np.uint16(packing.columns_bits(spent)),
            np.array([(0, 1)], np.uint8),
            packing.house_words(house),
            np.zeros(promise.WEIGHTS),
            4,
            1,
            best,
        )
        found = {packing.placement_of(spot) for spot in range(beam.SPOTS) if best[spot] >= 0}
        assert found == set(rules.placements(field, house, spent)), field
