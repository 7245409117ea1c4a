"""The kernels of Puyo Puyo against the readable rules, on fields that nobody chose."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.puyo_chains import longest
from engine.games.puyo import beam, glance, kernels, packing, promise, rules, vectors
from engine.games.puyo import triggers as where
from engine.games.puyo.rules import Field, House
from engine.jit import kernel

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


def test_the_longest_chain_has_nineteen_steps_and_the_points_of_the_tables() -> None:
    field = longest()
    chains, points = np.zeros(1, np.int64), np.zeros(1, np.int64)
    kernels.settle_all(packing.packed(field, COLOURS), np.uint16((1 << TSU.counted) - 1), chains, points)
    steps = rules.chain(field, TSU)
    assert (len(steps), rules.score(steps)) == (chains[0], points[0]) == (19, 175_080)


SETTLE = """
import sys
import numpy as np
from engine.games.puyo import kernels
words = np.load(sys.argv[1])
chains, points = np.zeros(len(words), np.int64), np.zeros(len(words), np.int64)
kernels.settle_all(words, np.uint16(int(sys.argv[2])), chains, points)
np.savez(sys.argv[3], words=words, chains=chains, points=points)
"""


def test_chains_are_the_same_on_a_processor_without_wide_vectors(tmp_path: Path) -> None:
    chance, counted = random.Random(19), (1 << TSU.counted) - 1
    words = np.concatenate([packing.packed(random_field(chance, "BGRY#"), COLOURS) for _ in range(200)])
    np.save(tmp_path / "fields.npy", words)
    plain = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_CACHE_DIR": str(tmp_path)}
    subprocess.run(
        [sys.executable, "-c", SETTLE, tmp_path / "fields.npy", str(counted), tmp_path / "told.npz"],
        env={**os.environ, **plain, "PYTHONPATH": str(Path(__file__).parents[2])},
        check=True,
    )
    told = np.load(tmp_path / "told.npz")
    chains, points = np.zeros(len(words), np.int64), np.zeros(len(words), np.int64)
    kernels.settle_all(words, np.uint16(counted), chains, points)
    np.testing.assert_array_equal(told["words"], words)
    np.testing.assert_array_equal(told["chains"], chains)
    np.testing.assert_array_equal(told["points"], points)
    assert chains.max() > 1


@kernel("u8(u2[:,:,::1], u2, u2[:,::1])")
def triggers(fields: Any, counted: Any, keys: Any) -> Any:
    """Where a few puyos would set something off, asked from Python."""
    return where.triggers(fields, 0, counted, keys)


@kernel("void(u2[:,:,::1], i8, u2, u2[:,::1], u8[::1])")
def taken(fields: Any, column: int, counted: Any, keys: Any, goes: Any) -> None:
    """What would vanish first, asked from Python."""
    where.taken(fields, 0, column, counted, keys, goes)


@kernel("u8(u2[:,:,::1], i8, i8, u2, u2, u8[::1])")
def followed(fields: Any, colour: int, column: int, bits: Any, counted: Any, goes: Any) -> Any:
    """The chain that would go off, asked from Python."""
    return glance.followed(fields, 0, colour, column, bits, counted, goes)


@kernel("u8(u2[:,:,::1], i8, i8[::1])")
def measured(fields: Any, at: int, heights: Any) -> Any:
    """A field's digest and, in `heights`, how high its columns are."""
    glance.measure(fields, at, heights)
    return glance.digest(fields, at)


def hanging(field: Field) -> tuple[int, int]:
    """Pairs of neighbours of one colour in the rows that count, and puyos with two such neighbours and more."""
    spots = {
        (x, y): label for x, column in enumerate(field) for y, label in enumerate(column[: TSU.counted]) if label != "#"
    }
    near = {
        (x, y): sum(spots.get(beside) == label for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)))
        for (x, y), label in spots.items()
    }
    return sum(near.values()) // 2, sum(count >= 2 for count in near.values())


@pytest.mark.parametrize("kinds", [COLOURS + "#", "BGRY", "YP#"])
def test_what_would_go_off_is_what_the_rules_say(kinds: str) -> None:
    chance = random.Random(f"glance {kinds}")
    counted = np.uint16((1 << TSU.counted) - 1)
    low = np.uint64((1 << glance.LINK_BITS) - 1)
    chains = 0
    by_count = {0: 0, 1: 0, 2: 0, 3: 0}
    for _ in range(60):
        field = random_field(chance, kinds)
        field = steps[-1].after if (steps := rules.chain(field, TSU)) else field
        words, goes = packing.packed(field, COLOURS), np.zeros(where.GOES, np.uint64)
        keys = np.zeros((vectors.COLOURS, vectors.COLUMNS), np.uint16)
        fires = int(triggers(words, counted, keys))
        for x in range(TSU.columns):
            height = len(field[x])
            taken(words, x, counted, keys, goes)
            for number, colour in enumerate(COLOURS):
                many = range(1, min(3, TSU.counted - height) + 1)
                lines = ((n, (*field[:x], field[x] + colour * n, *field[x + 1 :])) for n in many)
                found = ((n, steps) for n, line in lines if (steps := rules.chain(line, TSU)))
                count, steps = next(found, (0, ()))
                by_count[count] += 1
                assert bool(fires >> number * vectors.COLUMNS + x & 1) == bool(count), (field, x, colour)
                if not count:
                    continue
                bits = np.uint16(((1 << count) - 1) << height)
                assert keys[number, x] == bits, (field, x, colour)
                told = np.uint64(followed(words, number, x, bits, counted, goes))
                left = told >> np.uint64(glance.LINK_BITS)
                found_there = int(told & low), int(left & low), int(left >> np.uint64(glance.LINK_BITS))
                assert found_there == (len(steps), *hanging(steps[-1].after)), (field, x, colour * count)
                chains += len(steps) > 1
        np.testing.assert_array_equal(words, packing.packed(field, COLOURS))
    assert chains >= 3
    assert min(by_count.values()) > 10


def test_triggers_that_take_the_same_puyos_are_told_alike() -> None:
    field = ("BBB", "G", "", "", "", "")
    counted, goes = np.uint16((1 << TSU.counted) - 1), np.zeros((2, where.GOES), np.uint64)
    words, keys = packing.packed(field, COLOURS), np.zeros((vectors.COLOURS, vectors.COLUMNS), np.uint16)
    fires = int(triggers(words, counted, keys))
    blue = [x for x in range(TSU.columns) if fires >> x & 1]
    assert blue == [0, 1]
    assert [int(bits) for bits in keys[0, :3]] == [1 << 3, 1 << 1, 0]
    for x in blue:
        taken(words, x, counted, keys, goes[x])
    assert goes[0, 0] == goes[1, 0] != 0


def test_fields_are_measured_and_told_apart() -> None:
    chance = random.Random(11)
    fields = sorted({random_field(chance, COLOURS + "#") for _ in range(400)})
    words = np.concatenate([packing.packed(field, COLOURS) for field in fields])
    heights = np.zeros(vectors.COLUMNS, np.int64)
    digests = set()
    for at, field in enumerate(fields):
        digests.add(measured(words, at, heights))
        assert tuple(heights[: TSU.columns]) == tuple(map(len, field))
    assert len(digests) == len(fields)


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
