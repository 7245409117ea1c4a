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
_PLANE = COLUMNS // 4
"""Words in a plane."""
GOES = COLOURS + COLOURS * _PLANE
"""Words of what `fired` writes."""
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


def _told(builder: ir.IRBuilder, cells: Any) -> Any:
    """For each plane 64 bits that tell apart which cells are set in it."""
    words = builder.bitcast(cells, ir.VectorType(WORD, cells.type.count // 4))
    parts = builder.mul(words, ir.Constant(words.type, [_MIX[n % 2] for n in range(words.type.count)]))
    return builder.add(*_halves(builder, parts))


def _halves(builder: ir.IRBuilder, words: Any) -> tuple[Any, Any]:
    """The first words of all planes, and the second."""
    kind = ir.VectorType(ir.IntType(32), words.type.count // 2)
    first, second = (
        builder.shuffle_vector(words, words, ir.Constant(kind, list(range(half, words.type.count, 2))))
        for half in (0, 1)
    )
    return first, second


def _set_in(builder: ir.IRBuilder, v: Any) -> Any:
    """In which planes a cell is set, as bits."""
    words = builder.bitcast(v, ir.VectorType(WORD, v.type.count // 4))
    both = builder.or_(*_halves(builder, words))
    there = builder.icmp_unsigned("!=", both, ir.Constant(both.type, [0] * both.type.count))
    return builder.zext(builder.bitcast(there, ir.IntType(both.type.count)), WORD)


def _word_of(context: Any, builder: ir.IRBuilder, kind: Any, array: Any, word: Any, what: ir.Type) -> Any:
    """Where something lies in an array of words."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [word]), what.as_pointer())


@intrinsic  # type: ignore[untyped-decorator]
def fired(typing: Any, fields: Any, at: Any, column: Any, bits: Any, counted: Any, goes: Any) -> Any:
    """Of which colours a group of four would form if the cells `bits` of a column of a still field had that colour.

    Gives the colours as bits. `goes` u8[GOES] takes, for those, a number that tells apart which puyos of the field
    would go, and after all numbers a plane for each colour: the cells that would be empty then.
    """
    signature = types.uint64(fields, types.intp, types.intp, types.uint16, types.uint16, goes)

    def generate(context: Any, builder: ir.IRBuilder, _: Any, arguments: Any) -> Any:
        fields_value, at_value, column_value, bits_value, counted_value, goes_value = arguments
        colours_at, rest_at = places(context, builder, fields, fields_value, at_value)
        lanes, plane = Lanes(builder, ALL), Lanes(builder, ONE)
        in_rows = everywhere(builder, counted_value, ONE)
        key = builder.and_(_put(builder, ONE, column_value, bits_value), in_rows)
        result = cgutils.alloca_once_value(builder, ir.Constant(WORD, 0))

        def tell(colour: int, field: Any, seeds: Any, cells: Any) -> None:
            told, numbers = _told(builder, builder.and_(cells, field)), ir.Constant(WORD, colour)
            planes = ir.Constant(WORD, COLOURS + colour * _PLANE)
            builder.store(told, _word_of(context, builder, goes, goes_value, numbers, told.type), align=8)
            builder.store(cells, _word_of(context, builder, goes, goes_value, planes, cells.type), align=8)
            here = builder.shl(_set_in(builder, seeds), ir.Constant(WORD, colour))
            builder.store(builder.or_(builder.load(result), here), result)

        colours = builder.load(colours_at, align=2)
        of_four = builder.or_(builder.and_(colours, spread(builder, in_rows, ALL)), spread(builder, key, ALL))
        seeds, cells_of = groups_of_four(builder, of_four, lanes)
        with builder.if_then(lanes.any(seeds), likely=False):
            tell(0, colours, seeds, cells_of())
        fifth = plane_of(builder, builder.load(rest_at, align=2), 0)
        with builder.if_then(plane.any(fifth), likely=False):
            few, cells_of_fifth = groups_of_four(builder, builder.or_(builder.and_(fifth, in_rows), key), plane)
            tell(COLOURS - 1, fifth, few, cells_of_fifth())
        return builder.load(result)

    return signature, generate


@intrinsic  # type: ignore[untyped-decorator]
def followed(typing: Any, fields: Any, at: Any, colour: Any, column: Any, bits: Any, counted: Any, goes: Any) -> Any:
    """The chain that goes off when these cells of a column take a colour that `fired` told, with what it wrote.

    Gives the steps in the lowest LINK_BITS, the pairs of neighbours of one colour that are left in the next, and the
    puyos with two and more such neighbours above.
    """
    signature = types.uint64(fields, types.intp, types.intp, types.intp, types.uint16, types.uint16, goes)

    def generate(context: Any, builder: ir.IRBuilder, _: Any, arguments: Any) -> Any:
        fields_value, at_value, colour_value, column_value, bits_value, counted_value, goes_value = arguments
        colours_at, rest_at = places(context, builder, fields, fields_value, at_value)
        lanes, plane = Lanes(builder, ALL), Lanes(builder, ONE)
        in_rows = everywhere(builder, counted_value, ONE)
        in_all = spread(builder, in_rows, ALL)
        lane = builder.add(builder.mul(colour_value, ir.Constant(WORD, COLUMNS)), column_value)
        colours = builder.or_(builder.load(colours_at, align=2), _put(builder, ALL, lane, bits_value))
        beyond = builder.sub(lane, ir.Constant(WORD, ALL.count))
        rest = builder.or_(builder.load(rest_at, align=2), _put(builder, REST, beyond, bits_value))
        there = builder.add(builder.mul(colour_value, ir.Constant(WORD, _PLANE)), ir.Constant(WORD, COLOURS))
        first = builder.load(_word_of(context, builder, goes, goes_value, there, ONE), align=8)
        going, going_fifth = _as_plane(builder, colour_value, first)
        few_at = cgutils.alloca_once_value(builder, plane.zero)
        five = plane.any(plane_of(builder, rest, 0))
        start = builder.block
        step, more, still = (builder.append_basic_block(name) for name in ("step", "more", "still"))
        builder.branch(step)
        builder.position_at_end(step)
        colours_now, rest_now, going_now, fifth_now, steps_now = map(builder.phi, (ALL, REST, ALL, ONE, WORD))
        colours_then, rest_then = without(builder, (colours_now, rest_now), (going_now, fifth_now), in_rows)
        steps = builder.add(steps_now, ir.Constant(WORD, 1))
        seeds, cells = groups_of_four(builder, builder.and_(colours_then, in_all), lanes)
        with builder.if_then(five, likely=False):
            fifth = builder.and_(plane_of(builder, rest_then, 0), in_rows)
            few, cells_of_fifth = groups_of_four(builder, fifth, plane)
            builder.store(builder.select(plane.any(few), cells_of_fifth(), plane.zero), few_at)
        going_fifth_then = builder.load(few_at)
        builder.cbranch(builder.or_(lanes.any(seeds), plane.any(going_fifth_then)), more, still)
        builder.position_at_end(more)
        going_then = cells()
        builder.branch(step)
        for phi, at_first, then in (
            (colours_now, colours, colours_then),
            (rest_now, rest, rest_then),
            (going_now, going, going_then),
            (fifth_now, going_fifth, going_fifth_then),
            (steps_now, ir.Constant(WORD, 0), steps),
        ):
            phi.add_incoming(at_first, start)
            phi.add_incoming(then, more)
        builder.position_at_end(still)
        hang_at = cgutils.alloca_once_value(builder, ir.Constant(WORD, 0))
        builder.store(hanging(builder, builder.and_(colours_then, in_all), lanes), hang_at)
        with builder.if_then(five, likely=False):
            left = hanging(builder, builder.and_(plane_of(builder, rest_then, 0), in_rows), plane)
            builder.store(builder.add(builder.load(hang_at), left), hang_at)
        hang = builder.load(hang_at)
        pairs = builder.shl(builder.and_(hang, ir.Constant(WORD, 0xFFFFFFFF)), ir.Constant(WORD, LINK_BITS))
        twos = builder.shl(builder.lshr(hang, ir.Constant(WORD, 32)), ir.Constant(WORD, 2 * LINK_BITS))
        return builder.or_(steps, builder.or_(pairs, twos))

    return signature, generate


def _as_plane(builder: ir.IRBuilder, colour: Any, cells: Any) -> tuple[Any, Any]:
    """Cells of one colour as a part of the four colours, and of the fifth."""
    of_lane = ir.Constant(ALL, [lane // COLUMNS for lane in range(LANES)])
    short = builder.trunc(colour, ir.IntType(16))
    mine = builder.icmp_unsigned("==", of_lane, everywhere(builder, short, ALL))
    of_four = builder.select(mine, spread(builder, cells, ALL), constant(ALL, 0))
    fifth = builder.icmp_unsigned("==", colour, ir.Constant(WORD, COLOURS - 1))
    return of_four, builder.select(fifth, cells, constant(ONE, 0))
