"""Questions about a still field, answered in whole words without changing it; `vectors` tells what a field is.

What would a few puyos of one colour, put on a column, set off? How long would that chain be, and what would it leave?
A planner asks this some twenty times of every field that it looks at.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from engine.games.puyo.vectors import (
    ALL,
    COLOURS,
    COLUMNS,
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
_MIX = (0x9E3779B97F4A7C15, 0xFF51AFD7ED558CCD)
"""Odd numbers that spread bits: the golden ratio, and one of those of MurmurHash3's last step."""
_BITS = (1 << 64) - 1


def _put(builder: ir.IRBuilder, kind: ir.VectorType, lane: Any, bits: Any) -> Any:
    """A vector with these bits in one lane."""
    index = ir.Constant(kind, list(range(kind.count)))
    there = builder.icmp_unsigned("==", index, everywhere(builder, builder.trunc(lane, ir.IntType(16)), kind))
    return builder.select(there, everywhere(builder, bits, kind), constant(kind, 0))


def _mixed(builder: ir.IRBuilder, words: Any) -> Any:
    """64 bits that tell vectors of words apart: each word is folded into what was before, times another odd number."""
    total = ir.Constant(WORD, _MIX[0])
    for n in range(words.type.count):
        word = builder.extract_element(words, ir.Constant(WORD, n))
        odd = _MIX[1] * (2 * n + 1) & _BITS
        turned = builder.mul(builder.xor(word, builder.lshr(total, ir.Constant(WORD, 29))), ir.Constant(WORD, odd))
        total = builder.add(builder.xor(total, builder.lshr(total, ir.Constant(WORD, 32))), turned)
    last = builder.mul(builder.xor(total, builder.lshr(total, ir.Constant(WORD, 32))), ir.Constant(WORD, _MIX[1]))
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
def fired(typing: Any, fields: Any, at: Any, column: Any, bits: Any, counted: Any, goes: Any) -> Any:
    """Of which colours a group of four would form if the cells `bits` of a column of a still field had that colour.

    Gives the colours as bits; `goes` u8[COLOURS] takes, for those, a number that tells apart
    which puyos of the field would go.
    """
    signature = types.uint64(fields, types.intp, types.intp, types.uint16, types.uint16, goes)

    def generate(context: Any, builder: ir.IRBuilder, _: Any, arguments: Any) -> Any:
        fields_value, at_value, column_value, bits_value, counted_value, goes_value = arguments
        colours_at, rest_at = places(context, builder, fields, fields_value, at_value)
        plane = Lanes(builder, ONE)
        in_rows = everywhere(builder, counted_value, ONE)
        key = builder.and_(_put(builder, ONE, column_value, bits_value), in_rows)
        goes_at = context.make_array(goes)(context, builder, goes_value).data
        result = cgutils.alloca_once_value(builder, ir.Constant(WORD, 0))

        def tell(colour: int, field: Any, seeds: Any, cells: Any) -> None:
            with builder.if_then(plane.any(seeds)):
                taken = builder.bitcast(builder.and_(cells, field), ir.VectorType(WORD, 2))
                told = _mixed(builder, taken)
                told = builder.add(told, ir.Constant(WORD, (colour + 1) * _MIX[0] & _BITS))
                builder.store(told, builder.gep(goes_at, [ir.Constant(WORD, colour)]))
                builder.store(builder.or_(builder.load(result), ir.Constant(WORD, 1 << colour)), result)

        colours = builder.load(colours_at, align=2)
        lanes = Lanes(builder, ALL)
        of_four = builder.or_(builder.and_(colours, spread(builder, in_rows, ALL)), spread(builder, key, ALL))
        seeds, cells_of = groups_of_four(builder, of_four, lanes)
        with builder.if_then(lanes.any(seeds), likely=False):
            cells = cells_of()
            for colour in range(COLOURS - 1):
                field, fires, goes_then = (plane_of(builder, v, colour) for v in (colours, seeds, cells))
                tell(colour, field, fires, goes_then)
        fifth = plane_of(builder, builder.load(rest_at, align=2), 0)
        with builder.if_then(plane.any(fifth), likely=False):
            few, cells_of_fifth = groups_of_four(builder, builder.or_(builder.and_(fifth, in_rows), key), plane)
            tell(COLOURS - 1, fifth, few, cells_of_fifth())
        return builder.load(result)

    return signature, generate


@intrinsic  # type: ignore[untyped-decorator]
def followed(typing: Any, fields: Any, at: Any, colour: Any, column: Any, bits: Any, counted: Any) -> Any:
    """The chain that goes off when these cells of a column take a colour: its steps, and how what is left hangs.

    Gives the steps in the lowest LINK_BITS, the pairs of neighbours of one colour in the next, and the puyos with two
    and more such neighbours above.
    """
    signature = types.uint64(fields, types.intp, types.intp, types.intp, types.uint16, types.uint16)

    def generate(context: Any, builder: ir.IRBuilder, _: Any, arguments: Any) -> Any:
        fields_value, at_value, colour_value, column_value, bits_value, counted_value = arguments
        colours_at, rest_at = places(context, builder, fields, fields_value, at_value)
        lanes, plane = Lanes(builder, ALL), Lanes(builder, ONE)
        in_rows = everywhere(builder, counted_value, ONE)
        in_all = spread(builder, in_rows, ALL)
        lane = builder.add(builder.mul(colour_value, ir.Constant(WORD, COLUMNS)), column_value)
        colours = builder.or_(builder.load(colours_at, align=2), _put(builder, ALL, lane, bits_value))
        beyond = builder.sub(lane, ir.Constant(WORD, ALL.count))
        rest = builder.or_(builder.load(rest_at, align=2), _put(builder, REST, beyond, bits_value))
        start = builder.block
        loop, step, still = (builder.append_basic_block(name) for name in ("look", "step", "still"))
        builder.branch(loop)
        builder.position_at_end(loop)
        colours_now, rest_now, steps = builder.phi(ALL), builder.phi(REST), builder.phi(WORD)
        seeds, cells = groups_of_four(builder, builder.and_(colours_now, in_all), lanes)
        fifth = builder.and_(plane_of(builder, rest_now, 0), in_rows)
        few, cells_of_fifth = groups_of_four(builder, fifth, plane)
        builder.cbranch(builder.or_(lanes.any(seeds), plane.any(few)), step, still)
        builder.position_at_end(step)
        colours_next, rest_next = without(builder, (colours_now, rest_now), (cells(), cells_of_fifth()), in_rows)
        steps_next = builder.add(steps, ir.Constant(WORD, 1))
        end = builder.block
        builder.branch(loop)
        for phi, first, then in (
            (colours_now, colours, colours_next),
            (rest_now, rest, rest_next),
            (steps, ir.Constant(WORD, 0), steps_next),
        ):
            phi.add_incoming(first, start)
            phi.add_incoming(then, end)
        builder.position_at_end(still)
        hang = hanging(builder, builder.and_(colours_now, in_all), lanes)
        hang = builder.add(hang, hanging(builder, fifth, plane))
        pairs = builder.shl(builder.and_(hang, ir.Constant(WORD, 0xFFFFFFFF)), ir.Constant(WORD, LINK_BITS))
        twos = builder.shl(builder.lshr(hang, ir.Constant(WORD, 32)), ir.Constant(WORD, 2 * LINK_BITS))
        return builder.or_(steps, builder.or_(pairs, twos))

    return signature, generate
