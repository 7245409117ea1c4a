"""One step of a chain on whole words: all colours and all columns at once, in vectors of 16-bit columns.

A field is six planes of eight 16-bit columns: the colours, then garbage; bit n of a column is the n-th row from the
floor. Written for LLVM's portable vectors, which become whatever the machine has; nothing here asks for a certain
processor. `kernels` holds what Python code calls.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

COLUMNS = 8
"""Columns in a plane; a game may use fewer."""
COLOURS = 4
"""Colours that are looked at together."""
PLANES = COLOURS + 1
LANES = COLOURS * COLUMNS
_ROW = ir.IntType(16)
_WORD = ir.IntType(64)
_ALL = ir.VectorType(_ROW, LANES)
_ONE = ir.VectorType(_ROW, COLUMNS)


def _constant(kind: ir.VectorType, value: int) -> ir.Constant:
    return ir.Constant(kind, [value] * kind.count)


class _Lanes:
    """Vectors of columns of one width, and how they move."""

    def __init__(self, builder: ir.IRBuilder, kind: ir.VectorType) -> None:
        self.builder, self.kind = builder, kind
        self.zero = _constant(kind, 0)
        self.one = _constant(kind, 1)

    def up(self, v: Any) -> Any:
        return self.builder.shl(v, self.one)

    def down(self, v: Any) -> Any:
        return self.builder.lshr(v, self.one)

    def sideways(self, v: Any, by: int) -> Any:
        """Every column takes what its neighbour `by` columns on has; nothing comes in from beside the plane."""
        count = self.kind.count
        lanes = [lane + by if 0 <= lane % COLUMNS + by < COLUMNS else count for lane in range(count)]
        mask = ir.Constant(ir.VectorType(ir.IntType(32), count), lanes)
        return self.builder.shuffle_vector(v, self.zero, mask)

    def around(self, v: Any) -> Any:
        """The cells above, below and beside."""
        b = self.builder
        return b.or_(b.or_(self.up(v), self.down(v)), b.or_(self.sideways(v, 1), self.sideways(v, -1)))

    def any(self, v: Any) -> Any:
        """Whether a bit is set anywhere."""
        whole = ir.IntType(16 * self.kind.count)
        return self.builder.icmp_unsigned("!=", self.builder.bitcast(v, whole), ir.Constant(whole, 0))


def _groups_of_four(builder: ir.IRBuilder, m: Any, lanes: _Lanes) -> tuple[Any, Any]:
    """All cells in groups of four and more, and the cells that give them away.

    A cell with three neighbours, and two neighbours that have two each, lie in such a group; and every such group
    holds one or the other within one cell of any of its own.
    """
    b = builder
    above, below = b.and_(lanes.up(m), m), b.and_(lanes.down(m), m)
    left, right = b.and_(lanes.sideways(m, -1), m), b.and_(lanes.sideways(m, 1), m)
    both_tall, both_wide = b.and_(above, below), b.and_(left, right)
    tall, wide = b.or_(above, below), b.or_(left, right)
    threes = b.or_(b.and_(both_tall, wide), b.and_(both_wide, tall))
    twos = b.or_(b.or_(both_tall, both_wide), b.and_(tall, wide))
    stacked = b.and_(twos, lanes.up(twos))
    abreast = b.and_(twos, lanes.sideways(twos, -1))
    seeds = b.or_(threes, b.or_(b.or_(stacked, lanes.down(stacked)), b.or_(abreast, lanes.sideways(abreast, 1))))
    return seeds, lambda: b.and_(b.or_(seeds, lanes.around(seeds)), m)


def _pointer(context: Any, builder: ir.IRBuilder, kind: Any, array: Any, at: Any, words: int) -> Any:
    """Where the `at`-th field of an array begins."""
    data = context.make_array(kind)(context, builder, array).data
    start = builder.mul(at, ir.Constant(at.type, words))
    return builder.gep(data, [start])


def _columns(builder: ir.IRBuilder, v: Any, colour: int) -> Any:
    """One colour's plane."""
    lanes = [colour * COLUMNS + lane for lane in range(COLUMNS)]
    return builder.shuffle_vector(v, v, ir.Constant(ir.VectorType(ir.IntType(32), COLUMNS), lanes))


def _for_all_colours(builder: ir.IRBuilder, v: Any) -> Any:
    """One plane, once for each colour."""
    lanes = [lane % COLUMNS for lane in range(LANES)]
    return builder.shuffle_vector(v, v, ir.Constant(ir.VectorType(ir.IntType(32), LANES), lanes))


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def vanish(typing: Any, fields: Any, at: Any, counted: Any, gone: Any) -> Any:
    """Take what forms groups of four and more off the `at`-th field, with the garbage beside it, and let all fall.

    `fields` u2[:, PLANES, COLUMNS], `counted` u2: the rows that form groups, as bits. Where something vanishes, its
    cells are written to `gone` u2[COLOURS, COLUMNS]. Gives how many of each colour did, 16 bits for each; 0: still.
    """
    signature = types.uint64(fields, types.intp, types.uint16, gone)

    def generate(context: Any, builder: ir.IRBuilder, _: Any, arguments: Any) -> Any:
        fields_value, at_value, counted_value, gone_value = arguments
        place = _pointer(context, builder, fields, fields_value, at_value, PLANES * COLUMNS)
        colours_at = builder.bitcast(place, _ALL.as_pointer())
        garbage_at = builder.bitcast(builder.gep(place, [ir.Constant(_WORD, LANES)]), _ONE.as_pointer())
        lanes, plane = _Lanes(builder, _ALL), _Lanes(builder, _ONE)
        colours = builder.load(colours_at, align=2)
        in_rows = _everywhere(builder, counted_value, _ONE)
        seeds, cells = _groups_of_four(builder, builder.and_(colours, _for_all_colours(builder, in_rows)), lanes)
        result = cgutils.alloca_once_value(builder, ir.Constant(_WORD, 0))
        with builder.if_then(lanes.any(seeds), likely=False):
            going = cells()
            builder.store(
                going,
                builder.bitcast(context.make_array(gone)(context, builder, gone_value).data, _ALL.as_pointer()),
                align=2,
            )
            coloured = _columns(builder, going, 0)
            for colour in range(1, COLOURS):
                coloured = builder.or_(coloured, _columns(builder, going, colour))
            garbage = builder.load(garbage_at, align=2)
            cleared = builder.and_(builder.and_(plane.around(coloured), garbage), in_rows)
            _fall(
                builder,
                colours_at,
                garbage_at,
                builder.and_(colours, builder.not_(going)),
                builder.and_(garbage, builder.not_(cleared)),
                builder.or_(coloured, cleared),
            )
            builder.store(_counts(builder, going), result)
        return builder.load(result)

    return signature, generate


def _fall(builder: ir.IRBuilder, colours_at: Any, garbage_at: Any, colours: Any, garbage: Any, holes: Any) -> None:
    """Close the holes, in every column the lowest first, and write the field back."""
    lanes, plane = _Lanes(builder, _ALL), _Lanes(builder, _ONE)
    start = builder.block
    loop = builder.append_basic_block("fall")
    done = builder.append_basic_block("still")
    builder.branch(loop)
    builder.position_at_end(loop)
    p, g, left = (builder.phi(kind) for kind in (_ALL, _ONE, _ONE))
    lowest = builder.and_(left, builder.sub(plane.zero, left))
    under = builder.sub(lowest, plane.one)
    over = builder.not_(under)
    p_next = builder.or_(
        builder.and_(p, _for_all_colours(builder, under)), builder.and_(lanes.down(p), _for_all_colours(builder, over))
    )
    g_next = builder.or_(builder.and_(g, under), builder.and_(plane.down(g), over))
    left_next = plane.down(builder.xor(left, lowest))
    for phi, first, after in ((p, colours, p_next), (g, garbage, g_next), (left, holes, left_next)):
        phi.add_incoming(first, start)
        phi.add_incoming(after, loop)
    builder.cbranch(plane.any(left_next), loop, done)
    builder.position_at_end(done)
    builder.store(p_next, colours_at, align=2)
    builder.store(g_next, garbage_at, align=2)


def _everywhere(builder: ir.IRBuilder, value: Any, kind: ir.VectorType) -> Any:
    """The same 16 bits in every column."""
    single = builder.insert_element(ir.Constant(kind, ir.Undefined), value, ir.Constant(_WORD, 0))
    lanes = ir.Constant(ir.VectorType(ir.IntType(32), kind.count), [0] * kind.count)
    return builder.shuffle_vector(single, single, lanes)


def _words(builder: ir.IRBuilder, v: Any) -> list[Any]:
    """How many bits are set in each 64 of a vector."""
    count = v.type.count // 4
    words = builder.bitcast(v, ir.VectorType(_WORD, count))
    return [builder.ctpop(builder.extract_element(words, ir.Constant(_WORD, n))) for n in range(count)]


def _count(builder: ir.IRBuilder, v: Any) -> Any:
    """How many bits are set in a vector."""
    first, *rest = _words(builder, v)
    for each in rest:
        first = builder.add(first, each)
    return first


def _counts(builder: ir.IRBuilder, going: Any) -> Any:
    """How many cells of each colour are set, 16 bits for each."""
    words = _words(builder, going)
    total: Any = ir.Constant(_WORD, 0)
    for colour in range(COLOURS):
        count = builder.add(words[2 * colour], words[2 * colour + 1])
        total = builder.or_(total, builder.shl(count, ir.Constant(_WORD, 16 * colour)))
    return total


@intrinsic  # type: ignore[untyped-decorator]
def links(typing: Any, fields: Any, at: Any, counted: Any) -> Any:
    """How the puyos of the `at`-th field hang together in the rows that count.

    Gives the pairs of neighbours of one colour in the low 32 bits, the cells with two and more such neighbours above.
    """
    signature = types.uint64(fields, types.intp, types.uint16)

    def generate(context: Any, builder: ir.IRBuilder, _: Any, arguments: Any) -> Any:
        fields_value, at_value, counted_value = arguments
        b, lanes = builder, _Lanes(builder, _ALL)
        place = _pointer(context, b, fields, fields_value, at_value, PLANES * COLUMNS)
        colours = b.load(b.bitcast(place, _ALL.as_pointer()), align=2)
        m = b.and_(colours, _everywhere(b, counted_value, _ALL))
        above, right = b.and_(lanes.up(m), m), b.and_(lanes.sideways(m, 1), m)
        below, left = b.and_(lanes.down(m), m), b.and_(lanes.sideways(m, -1), m)
        tall, wide = b.or_(above, below), b.or_(left, right)
        twos = b.or_(b.or_(b.and_(above, below), b.and_(left, right)), b.and_(tall, wide))
        pairs = b.add(_count(b, above), _count(b, right))
        return b.or_(pairs, b.shl(_count(b, twos), ir.Constant(_WORD, 32)))

    return signature, generate
