"""Where a few puyos would set something off, asked of all columns and colours of a still field at once.

A still field has no group of more than three, so that what lies within a few cells of a place tells what forms there.
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
    WORD,
    Lanes,
    constant,
    everywhere,
    places,
    plane_of,
    spread,
)

PLANE_WORDS = COLUMNS // 4
"""Words in a plane."""
GOES = COLOURS + COLOURS * PLANE_WORDS
"""Words of what `taken` writes."""
MIX = (0x9E3779B97F4A7C15, 0xFF51AFD7ED558CCD)
"""Odd numbers that spread bits: the golden ratio, and one of those of MurmurHash3's last step."""


@intrinsic  # type: ignore[untyped-decorator]
def triggers(typing: Any, fields: Any, at: Any, counted: Any, keys: Any) -> Any:
    """Where up to three puyos of one colour on one column of a still field would form a group of four.

    Gives those columns as bits, COLUMNS for each colour. `keys` u2[COLOURS, COLUMNS] takes the cells of the fewest
    puyos that do it.
    """
    signature = types.uint64(fields, types.intp, types.uint16, keys)

    def generate(context: Any, builder: ir.IRBuilder, _: Any, arguments: Any) -> Any:
        fields_value, at_value, counted_value, keys_value = arguments
        colours_at, rest_at = places(context, builder, fields, fields_value, at_value)
        plane = Lanes(builder, ONE)
        in_rows = everywhere(builder, counted_value, ONE)
        colours, rest = builder.load(colours_at, align=2), builder.load(rest_at, align=2)
        fifth = plane_of(builder, rest, 0)
        filled = builder.or_(fifth, plane_of(builder, rest, 1))
        for colour in range(COLOURS - 1):
            filled = builder.or_(filled, plane_of(builder, colours, colour))
        on_top = builder.and_(builder.add(filled, plane.one), in_rows)
        data = context.make_array(keys)(context, builder, keys_value).data
        result = cgutils.alloca_once_value(builder, ir.Constant(WORD, 0))

        def tell(of: Any, kind: ir.VectorType, colour: int) -> None:
            found = _fewest(
                builder,
                builder.and_(of, spread(builder, in_rows, kind)),
                spread(builder, on_top, kind),
                spread(builder, in_rows, kind),
                Lanes(builder, kind),
            )
            first = ir.Constant(WORD, colour * COLUMNS)
            builder.store(found, builder.bitcast(builder.gep(data, [first]), kind.as_pointer()), align=2)
            there = builder.icmp_unsigned("!=", found, constant(kind, 0))
            here = builder.zext(builder.bitcast(there, ir.IntType(kind.count)), WORD)
            builder.store(builder.or_(builder.load(result), builder.shl(here, first)), result)

        tell(colours, ALL, 0)
        with builder.if_then(plane.any(fifth), likely=False):
            tell(fifth, ONE, COLOURS - 1)
        return builder.load(result)

    return signature, generate


def _fewest(b: ir.IRBuilder, m: Any, on_top: Any, in_rows: Any, lanes: Lanes) -> Any:
    """The cells of the fewest puyos on each column that would form a group of four with what is there; none: 0.

    No group has more than three yet. So three puyos need one beside them; two need two, or one that has a neighbour;
    and one puyo needs three, two of which one has a neighbour, or one of three that hang together.
    """
    second, third = (b.and_(b.shl(on_top, constant(lanes.kind, n)), in_rows) for n in (1, 2))
    above, below = b.and_(lanes.up(m), m), b.and_(lanes.down(m), m)
    left, right = b.and_(lanes.sideways(m, -1), m), b.and_(lanes.sideways(m, 1), m)
    tall, wide = b.or_(above, below), b.or_(left, right)
    linked = b.or_(tall, wide)
    twos = b.or_(b.or_(b.and_(above, below), b.and_(left, right)), b.and_(tall, wide))
    three = b.and_(b.or_(twos, lanes.around(twos)), m)

    def beside(of: Any) -> tuple[Any, Any, Any]:
        return lanes.up(of), lanes.sideways(of, -1), lanes.sideways(of, 1)

    under, west, east = beside(m)
    sides, linked_beside = b.or_(west, east), b.or_(lanes.sideways(linked, -1), lanes.sideways(linked, 1))
    linked_near = b.or_(lanes.up(linked), linked_beside)
    some = b.or_(under, sides)
    two = b.or_(b.and_(west, east), b.and_(under, sides))
    all_three = b.and_(under, b.and_(west, east))
    by_one = b.and_(
        b.or_(b.or_(b.or_(*beside(three)[:2]), beside(three)[2]), b.or_(all_three, b.and_(two, linked_near))), on_top
    )
    # What lies beside the second and the third puyo is looked at from the place of the first.
    high = b.and_(sides, second)
    crosses = b.or_(b.and_(b.and_(west, east), second), b.and_(linked_beside, second))
    twice = b.or_(b.and_(b.or_(two, linked_near), on_top), lanes.down(crosses))
    by_two = b.or_(twice, b.and_(b.and_(some, on_top), lanes.down(high)))
    highest = b.and_(sides, third)
    by_three = b.or_(b.and_(some, on_top), b.or_(lanes.down(high), lanes.down(lanes.down(highest))))
    none = lanes.zero
    key_two, key_three = b.or_(on_top, second), b.or_(b.or_(on_top, second), third)

    def where(cells: Any, key: Any, other: Any) -> Any:
        return b.select(b.icmp_unsigned("!=", cells, none), key, other)

    found = where(b.and_(by_three, lanes.down(lanes.down(third))), key_three, none)
    found = where(b.and_(by_two, lanes.down(second)), key_two, found)
    return where(by_one, on_top, found)


@intrinsic  # type: ignore[untyped-decorator]
def taken(typing: Any, fields: Any, at: Any, column: Any, counted: Any, keys: Any, goes: Any) -> Any:
    """Write to `goes` what would vanish with the `keys` of a column, as `triggers` wrote them.

    `goes` u8[GOES] takes, for each colour, a number that tells apart which puyos of the field would go, and after all
    numbers a plane for each: the cells that would be empty then.
    """
    signature = types.void(fields, types.intp, types.intp, types.uint16, keys, goes)

    def generate(context: Any, builder: ir.IRBuilder, _: Any, arguments: Any) -> Any:
        fields_value, at_value, column_value, counted_value, keys_value, goes_value = arguments
        colours_at, rest_at = places(context, builder, fields, fields_value, at_value)
        plane = Lanes(builder, ONE)
        data = context.make_array(keys)(context, builder, keys_value).data

        def tell(of: Any, kind: ir.VectorType, colour: int) -> None:
            lanes = Lanes(builder, kind)
            m = builder.and_(of, everywhere(builder, counted_value, kind))
            place = builder.gep(data, [ir.Constant(WORD, colour * COLUMNS)])
            key = builder.load(builder.bitcast(place, kind.as_pointer()), align=2)
            here = ir.Constant(kind, [lane % COLUMNS for lane in range(kind.count)])
            short = builder.trunc(column_value, ir.IntType(16))
            mine = builder.icmp_unsigned("==", here, everywhere(builder, short, kind))
            key = builder.select(mine, key, lanes.zero)
            group = builder.and_(lanes.around(key), m)
            for _ in range(2):
                group = builder.and_(builder.or_(group, lanes.around(group)), m)
            told, numbers = _told(builder, group), ir.Constant(WORD, colour)
            planes = ir.Constant(WORD, COLOURS + colour * PLANE_WORDS)
            builder.store(told, word_of(context, builder, goes, goes_value, numbers, told.type), align=8)
            cells = builder.or_(group, key)
            builder.store(cells, word_of(context, builder, goes, goes_value, planes, cells.type), align=8)

        tell(builder.load(colours_at, align=2), ALL, 0)
        fifth = plane_of(builder, builder.load(rest_at, align=2), 0)
        with builder.if_then(plane.any(fifth), likely=False):
            tell(fifth, ONE, COLOURS - 1)
        return context.get_dummy_value()

    return signature, generate


@intrinsic  # type: ignore[untyped-decorator]
def lowest(typing: Any, bits: Any) -> Any:
    """The number of the lowest bit that is set."""
    signature = types.intp(types.uint64)

    def generate(context: Any, builder: ir.IRBuilder, _: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return signature, generate


def _told(builder: ir.IRBuilder, cells: Any) -> Any:
    """For each plane 64 bits that tell apart which cells are set in it."""
    words = builder.bitcast(cells, ir.VectorType(WORD, cells.type.count // 4))
    parts = builder.mul(words, ir.Constant(words.type, [MIX[n % 2] for n in range(words.type.count)]))
    return builder.add(*_halves(builder, parts))


def _halves(builder: ir.IRBuilder, words: Any) -> tuple[Any, Any]:
    """The first words of all planes, and the second."""
    kind = ir.VectorType(ir.IntType(32), words.type.count // 2)
    first, second = (
        builder.shuffle_vector(words, words, ir.Constant(kind, list(range(half, words.type.count, 2))))
        for half in (0, 1)
    )
    return first, second


def word_of(context: Any, builder: ir.IRBuilder, kind: Any, array: Any, word: Any, what: ir.Type) -> Any:
    """Where something lies in an array of words."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [word]), what.as_pointer())
