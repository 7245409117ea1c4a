"""Questions about a still field, answered in whole words without changing it; `vectors` tells what a field is.

How long would a chain be that `triggers` found, and what would it leave? A planner asks this some ten times of every
field that it looks at.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from engine.games.puyo.triggers import MIX, PLANE_WORDS, word_of
from engine.games.puyo.vectors import (
    ALL,
    COLOURS,
    COLUMNS,
    LANES,
    ONE,
    PLANES,
    REST,
    WORD,
    Lanes,
    constant,
    everywhere,
    groups_of_four,
    hanging,
    places,
    plane_of,
    pointer,
    spread,
    without,
)

LINK_BITS = 16
"""Of what `followed` gives: for the steps, for the pairs that are left, and for the puyos with two neighbours."""
_BITS = (1 << 64) - 1


def _put(builder: ir.IRBuilder, kind: ir.VectorType, lane: Any, bits: Any) -> Any:
    """A vector with these bits in one lane."""
    index = ir.Constant(kind, list(range(kind.count)))
    there = builder.icmp_unsigned("==", index, everywhere(builder, builder.trunc(lane, ir.IntType(16)), kind))
    return builder.select(there, everywhere(builder, bits, kind), constant(kind, 0))


def _mixed(builder: ir.IRBuilder, words: Any) -> Any:
    """64 bits that tell vectors of words apart: each word is folded into what was before, times another odd number."""
    total = ir.Constant(WORD, MIX[0])
    for n in range(words.type.count):
        word = builder.extract_element(words, ir.Constant(WORD, n))
        odd = MIX[1] * (2 * n + 1) & _BITS
        turned = builder.mul(builder.xor(word, builder.lshr(total, ir.Constant(WORD, 29))), ir.Constant(WORD, odd))
        total = builder.add(builder.xor(total, builder.lshr(total, ir.Constant(WORD, 32))), turned)
    last = builder.mul(builder.xor(total, builder.lshr(total, ir.Constant(WORD, 32))), ir.Constant(WORD, MIX[1]))
    return builder.xor(last, builder.lshr(last, ir.Constant(WORD, 29)))


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def digest(typing: Any, fields: Any, at: Any) -> Any:
    """64 bits that tell fields apart."""
    signature = types.uint64(fields, types.intp)

    def generate(context: Any, builder: ir.IRBuilder, _: Any, arguments: Any) -> Any:
        fields_value, at_value = arguments
        place = pointer(context, builder, fields, fields_value, at_value, PLANES * COLUMNS)
        kind = ir.VectorType(WORD, PLANES * COLUMNS // 4)
        return _mixed(builder, builder.load(builder.bitcast(place, kind.as_pointer()), align=2))

    return signature, generate


@intrinsic  # type: ignore[untyped-decorator]
def measure(typing: Any, fields: Any, at: Any, heights: Any) -> Any:
    """Write to `heights` i8[COLUMNS] how high each column of the `at`-th field is."""
    signature = types.void(fields, types.intp, heights)

    def generate(context: Any, builder: ir.IRBuilder, _: Any, arguments: Any) -> Any:
        fields_value, at_value, heights_value = arguments
        place = pointer(context, builder, fields, fields_value, at_value, PLANES * COLUMNS)
        whole = builder.load(
            builder.bitcast(place, ir.VectorType(ir.IntType(16), PLANES * COLUMNS).as_pointer()), align=2
        )
        filled = plane_of(builder, whole, 0)
        for plane in range(1, PLANES):
            filled = builder.or_(filled, plane_of(builder, whole, plane))
        kind = ir.FunctionType(ONE, [ONE, ir.IntType(1)])
        zeros = cgutils.get_or_insert_function(builder.module, kind, f"llvm.ctlz.v{COLUMNS}i16")
        free = builder.call(zeros, [filled, ir.Constant(ir.IntType(1), 0)])
        high = builder.zext(builder.sub(constant(ONE, 16), free), ir.VectorType(WORD, COLUMNS))
        data = context.make_array(heights)(context, builder, heights_value).data
        builder.store(high, builder.bitcast(data, high.type.as_pointer()), align=8)
        return context.get_dummy_value()

    return signature, generate


@intrinsic  # type: ignore[untyped-decorator]
def followed(typing: Any, fields: Any, at: Any, colour: Any, column: Any, bits: Any, counted: Any, goes: Any) -> Any:
    """The chain that goes off when these cells of a column take a colour, with what `taken` wrote.

    Gives the steps in the lowest LINK_BITS, the pairs of neighbours of one colour that are left in the next, and the
    puyos with two and more such neighbours above.
    """
    signature = types.uint64(fields, types.intp, types.intp, types.intp, types.uint16, types.uint16, goes)

    def generate(context: Any, builder: ir.IRBuilder, _: Any, arguments: Any) -> Any:
        fields_value, at_value, colour_value, column_value, bits_value, counted_value, goes_value = arguments
        colours_at, rest_at = places(context, builder, fields, fields_value, at_value)
        in_rows = everywhere(builder, counted_value, ONE)
        colours, rest = builder.load(colours_at, align=2), builder.load(rest_at, align=2)
        there = builder.add(builder.mul(colour_value, ir.Constant(WORD, PLANE_WORDS)), ir.Constant(WORD, COLOURS))
        first = builder.load(word_of(context, builder, goes, goes_value, there, ONE), align=8)
        key = _put(builder, ONE, column_value, bits_value)
        going = _as_plane(builder, colour_value, first)
        result = cgutils.alloca_once_value(builder, ir.Constant(WORD, 0))
        with builder.if_else(Lanes(builder, REST).any(rest), likely=False) as (mixed, plain):
            with mixed:
                builder.store(_chain(builder, (colours, rest), going, key, in_rows), result)
            with plain:
                builder.store(_chain(builder, (colours, None), going, key, in_rows), result)
        return builder.load(result)

    return signature, generate


def _chain(builder: ir.IRBuilder, field: tuple[Any, Any], going: tuple[Any, Any], key: Any, in_rows: Any) -> Any:
    """What `followed` gives; of a field whose rest is None, four colours are all that there is.

    What goes first includes the `key`, which is not in the field.
    """
    b = builder
    lanes, plane = Lanes(b, ALL), Lanes(b, ONE)
    plain = field[1] is None
    in_all = spread(b, in_rows, ALL)
    nothing = plane.zero
    start = b.block
    step, more, still = (b.append_basic_block(name) for name in ("step", "more", "still"))
    b.branch(step)
    b.position_at_end(step)
    colours_now, going_now, key_now, steps_now = map(b.phi, (ALL, ALL, ONE, WORD))
    rest_now, fifth_now = (None, nothing) if plain else map(b.phi, (REST, ONE))
    colours_then, rest_then = without(b, (colours_now, rest_now), (going_now, fifth_now), in_rows, key_now)
    steps = b.add(steps_now, ir.Constant(WORD, 1))
    seeds, cells = groups_of_four(b, b.and_(colours_then, in_all), lanes)
    fifth = fifth_then = nothing
    again = lanes.any(seeds)
    if not plain:
        fifth = b.and_(plane_of(b, rest_then, 0), in_rows)
        few, cells_of_fifth = groups_of_four(b, fifth, plane)
        fifth_then = b.select(plane.any(few), cells_of_fifth(), nothing)
        again = b.or_(again, plane.any(few))
    b.cbranch(again, more, still)
    b.position_at_end(more)
    going_then = cells()
    b.branch(step)
    for phi, at_first, then in (
        (colours_now, field[0], colours_then),
        (rest_now, field[1], rest_then),
        (going_now, going[0], going_then),
        (fifth_now, going[1], fifth_then),
        (key_now, key, nothing),
        (steps_now, ir.Constant(WORD, 0), steps),
    ):
        if isinstance(phi, ir.PhiInstr):
            phi.add_incoming(at_first, start)
            phi.add_incoming(then, more)
    b.position_at_end(still)
    hang = hanging(b, b.and_(colours_then, in_all), lanes)
    if not plain:
        hang = b.add(hang, hanging(b, fifth, plane))
    pairs = b.shl(b.and_(hang, ir.Constant(WORD, 0xFFFFFFFF)), ir.Constant(WORD, LINK_BITS))
    twos = b.shl(b.lshr(hang, ir.Constant(WORD, 32)), ir.Constant(WORD, 2 * LINK_BITS))
    return b.or_(steps, b.or_(pairs, twos))


def _as_plane(builder: ir.IRBuilder, colour: Any, cells: Any) -> tuple[Any, Any]:
    """Cells of one colour as a part of the four colours, and of the fifth."""
    of_lane = ir.Constant(ALL, [lane // COLUMNS for lane in range(LANES)])
    short = builder.trunc(colour, ir.IntType(16))
    mine = builder.icmp_unsigned("==", of_lane, everywhere(builder, short, ALL))
    of_four = builder.select(mine, spread(builder, cells, ALL), constant(ALL, 0))
    fifth = builder.icmp_unsigned("==", colour, ir.Constant(WORD, COLOURS - 1))
    return of_four, builder.select(fifth, cells, constant(ONE, 0))
