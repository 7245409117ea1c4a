"""One step of a chain on whole words: all colours and all columns at once, in vectors of 16-bit columns.

A field is six planes of eight 16-bit columns: the colours, then garbage; bit n of a column is the n-th row from the
floor. Four colours are one wide vector; the fifth, which few programs have, goes with the garbage and costs nothing
where it is empty. Written for LLVM's portable vectors, which become whatever the machine has; nothing here asks for a
certain processor. `glance` asks about fields in the same way, and `kernels` holds what Python code calls.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

COLUMNS = 8
"""Columns in a plane; a game may use fewer."""
COLOURS = 5
"""Colours that are looked at."""
PLANES = COLOURS + 1
COUNT_BITS = 12
"""Of what `vanish` gives, for each colour."""
LANES = (COLOURS - 1) * COLUMNS
ROW = ir.IntType(16)
WORD = ir.IntType(64)
ALL = ir.VectorType(ROW, LANES)
REST = ir.VectorType(ROW, 2 * COLUMNS)
"""The fifth colour and the garbage."""
ONE = ir.VectorType(ROW, COLUMNS)


def constant(kind: ir.VectorType, value: int) -> ir.Constant:
    """The same number in every column."""
    return ir.Constant(kind, [value] * kind.count)


class Lanes:
    """Vectors of columns of one width, and how they move."""

    def __init__(self, builder: ir.IRBuilder, kind: ir.VectorType) -> None:
        self.builder, self.kind = builder, kind
        self.zero = constant(kind, 0)
        self.one = constant(kind, 1)

    def up(self, v: Any) -> Any:
        """Every cell a row higher."""
        return self.builder.shl(v, self.one)

    def down(self, v: Any) -> Any:
        """Every cell a row lower."""
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


def groups_of_four(builder: ir.IRBuilder, m: Any, lanes: Lanes) -> tuple[Any, Any]:
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


def pointer(context: Any, builder: ir.IRBuilder, kind: Any, array: Any, at: Any, words: int) -> Any:
    """Where the `at`-th field of an array begins."""
    data = context.make_array(kind)(context, builder, array).data
    start = builder.mul(at, ir.Constant(at.type, words))
    return builder.gep(data, [start])


def plane_of(builder: ir.IRBuilder, v: Any, colour: int) -> Any:
    """One colour's plane."""
    lanes = [colour * COLUMNS + lane for lane in range(COLUMNS)]
    return builder.shuffle_vector(v, v, ir.Constant(ir.VectorType(ir.IntType(32), COLUMNS), lanes))


def spread(builder: ir.IRBuilder, v: Any, kind: ir.VectorType) -> Any:
    """One plane, again and again in a wider vector."""
    lanes = [lane % COLUMNS for lane in range(kind.count)]
    return builder.shuffle_vector(v, v, ir.Constant(ir.VectorType(ir.IntType(32), kind.count), lanes))


def side_by_side(builder: ir.IRBuilder, fifth: Any, garbage: Any) -> Any:
    """The fifth colour and the garbage as one vector."""
    return builder.shuffle_vector(
        fifth, garbage, ir.Constant(ir.VectorType(ir.IntType(32), REST.count), list(range(REST.count)))
    )


def places(context: Any, builder: ir.IRBuilder, kind: Any, array: Any, at: Any) -> tuple[Any, Any]:
    """Where the four colours of a field begin, and where the rest does."""
    place = pointer(context, builder, kind, array, at, PLANES * COLUMNS)
    rest = builder.gep(place, [ir.Constant(WORD, LANES)])
    return builder.bitcast(place, ALL.as_pointer()), builder.bitcast(rest, REST.as_pointer())


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def vanish(typing: Any, fields: Any, at: Any, counted: Any, gone: Any) -> Any:
    """Take what forms groups of four and more off the `at`-th field, with the garbage beside it, and let all fall.

    `fields` u2[:, PLANES, COLUMNS], `counted` u2: the rows that form groups, as bits. Where something vanishes, its
    cells are written to `gone` u2[COLOURS, COLUMNS]. Gives how many of each colour did, COUNT_BITS for each; 0: still.
    """
    signature = types.uint64(fields, types.intp, types.uint16, gone)

    def generate(context: Any, builder: ir.IRBuilder, _: Any, arguments: Any) -> Any:
        fields_value, at_value, counted_value, gone_value = arguments
        colours_at, rest_at = places(context, builder, fields, fields_value, at_value)
        lanes, plane = Lanes(builder, ALL), Lanes(builder, ONE)
        colours = builder.load(colours_at, align=2)
        rest = builder.load(rest_at, align=2)
        fifth = plane_of(builder, rest, 0)
        in_rows = everywhere(builder, counted_value, ONE)
        seeds, cells = groups_of_four(builder, builder.and_(colours, spread(builder, in_rows, ALL)), lanes)
        going_fifth_at = cgutils.alloca_once_value(builder, plane.zero)
        with builder.if_then(plane.any(fifth), likely=False):
            few, cells_of_fifth = groups_of_four(builder, builder.and_(fifth, in_rows), plane)
            with builder.if_then(plane.any(few), likely=False):
                builder.store(cells_of_fifth(), going_fifth_at)
        going_fifth = builder.load(going_fifth_at)
        result = cgutils.alloca_once_value(builder, ir.Constant(WORD, 0))
        with builder.if_then(builder.or_(lanes.any(seeds), plane.any(going_fifth)), likely=False):
            going = cells()
            gone_at = context.make_array(gone)(context, builder, gone_value).data
            builder.store(going, builder.bitcast(gone_at, ALL.as_pointer()), align=2)
            gone_fifth_at = builder.gep(gone_at, [ir.Constant(WORD, LANES)])
            builder.store(going_fifth, builder.bitcast(gone_fifth_at, ONE.as_pointer()), align=2)
            colours, rest = without(builder, (colours, rest), (going, going_fifth), in_rows)
            builder.store(colours, colours_at, align=2)
            builder.store(rest, rest_at, align=2)
            builder.store(_counts(builder, going, going_fifth), result)
        return builder.load(result)

    return signature, generate


def without(
    builder: ir.IRBuilder, field: tuple[Any, Any], going: tuple[Any, Any], in_rows: Any, key: Any = None
) -> tuple[Any, Any]:
    """The field without what goes, the garbage beside it gone too, and all fallen: in each column the lowest gap first.

    A field is its four colours and the rest, which may be None: nothing; what goes is of the four colours, and of the
    fifth. The `key` is what goes of it that is not in the field. A gap is closed at once, however high: no field has
    16 rows, so none is as high as a word.
    """
    lanes, others, plane = Lanes(builder, ALL), Lanes(builder, REST), Lanes(builder, ONE)
    coloured = going[1]
    for colour in range(COLOURS - 1):
        coloured = builder.or_(coloured, plane_of(builder, going[0], colour))
    holes = coloured if key is None else builder.and_(coloured, builder.not_(key))
    parts = [(lanes, builder.and_(field[0], builder.not_(going[0])))]
    if field[1] is not None:
        cleared = builder.and_(builder.and_(plane.around(coloured), plane_of(builder, field[1], 1)), in_rows)
        holes = builder.or_(holes, cleared)
        rest = builder.and_(field[1], builder.not_(side_by_side(builder, going[1], cleared)))
        parts.append((others, rest))
    start = builder.block
    loop = builder.append_basic_block("fall")
    done = builder.append_basic_block("fallen")
    builder.branch(loop)
    builder.position_at_end(loop)
    left = builder.phi(ONE)
    phis = [builder.phi(wide.kind) for wide, _ in parts]
    lowest = builder.and_(left, builder.sub(plane.zero, left))
    run = builder.and_(left, builder.not_(builder.add(left, lowest)))
    count = cgutils.get_or_insert_function(builder.module, ir.FunctionType(ONE, [ONE]), f"llvm.ctpop.v{COLUMNS}i16")
    far = builder.call(count, [run])
    under = builder.sub(lowest, plane.one)
    over = builder.not_(under)
    fallen = [
        builder.or_(
            builder.and_(v, spread(builder, under, wide.kind)),
            builder.and_(builder.lshr(v, spread(builder, far, wide.kind)), spread(builder, over, wide.kind)),
        )
        for v, (wide, _) in zip(phis, parts, strict=True)
    ]
    left_next = builder.lshr(builder.xor(left, run), far)
    for phi, first, after in zip((left, *phis), (holes, *(v for _, v in parts)), (left_next, *fallen), strict=True):
        phi.add_incoming(first, start)
        phi.add_incoming(after, loop)
    builder.cbranch(plane.any(left_next), loop, done)
    builder.position_at_end(done)
    return fallen[0], fallen[1] if len(fallen) > 1 else None


def everywhere(builder: ir.IRBuilder, value: Any, kind: ir.VectorType) -> Any:
    """The same 16 bits in every column."""
    single = builder.insert_element(ir.Constant(kind, ir.Undefined), value, ir.Constant(WORD, 0))
    lanes = ir.Constant(ir.VectorType(ir.IntType(32), kind.count), [0] * kind.count)
    return builder.shuffle_vector(single, single, lanes)


def _bits(builder: ir.IRBuilder, v: Any) -> Any:
    """How many bits are set in each 64 of a vector."""
    words = builder.bitcast(v, ir.VectorType(WORD, v.type.count // 4))
    kind = ir.FunctionType(words.type, [words.type])
    count = cgutils.get_or_insert_function(builder.module, kind, f"llvm.ctpop.v{words.type.count}i64")
    return builder.call(count, [words])


def _sum(builder: ir.IRBuilder, words: Any) -> Any:
    """The sum of the words of a vector."""
    kind = ir.FunctionType(WORD, [words.type])
    total = cgutils.get_or_insert_function(builder.module, kind, f"llvm.vector.reduce.add.v{words.type.count}i64")
    return builder.call(total, [words])


def _counts(builder: ir.IRBuilder, going: Any, going_fifth: Any) -> Any:
    """How many cells of each colour are set, COUNT_BITS for each."""
    words = ir.VectorType(WORD, LANES // 4)
    places = ir.Constant(words, [COUNT_BITS * (n // 2) for n in range(words.count)])
    of_four = _sum(builder, builder.shl(_bits(builder, going), places))
    of_fifth = _sum(builder, _bits(builder, going_fifth))
    return builder.or_(of_four, builder.shl(of_fifth, ir.Constant(WORD, COUNT_BITS * (COLOURS - 1))))


def hanging(builder: ir.IRBuilder, m: Any, lanes: Lanes) -> Any:
    """Pairs of neighbours in the low 32 bits, cells with two and more neighbours above."""
    b = builder
    above, right = b.and_(lanes.up(m), m), b.and_(lanes.sideways(m, 1), m)
    below, left = b.and_(lanes.down(m), m), b.and_(lanes.sideways(m, -1), m)
    tall, wide = b.or_(above, below), b.or_(left, right)
    twos = _bits(b, b.or_(b.or_(b.and_(above, below), b.and_(left, right)), b.and_(tall, wide)))
    pairs = b.add(_bits(b, above), _bits(b, right))
    return _sum(b, b.add(pairs, b.shl(twos, ir.Constant(twos.type, [32] * twos.type.count))))


@intrinsic  # type: ignore[untyped-decorator]
def links(typing: Any, fields: Any, at: Any, counted: Any) -> Any:
    """How the puyos of the `at`-th field hang together in the rows that count.

    Gives the pairs of neighbours of one colour in the low 32 bits, the cells with two and more such neighbours above.
    """
    signature = types.uint64(fields, types.intp, types.uint16)

    def generate(context: Any, builder: ir.IRBuilder, _: Any, arguments: Any) -> Any:
        fields_value, at_value, counted_value = arguments
        colours_at, rest_at = places(context, builder, fields, fields_value, at_value)
        lanes, plane = Lanes(builder, ALL), Lanes(builder, ONE)
        colours = builder.load(colours_at, align=2)
        fifth = plane_of(builder, builder.load(rest_at, align=2), 0)
        of_four = builder.and_(colours, everywhere(builder, counted_value, ALL))
        total = cgutils.alloca_once_value(builder, hanging(builder, of_four, lanes))
        with builder.if_then(plane.any(fifth), likely=False):
            of_fifth = hanging(builder, builder.and_(fifth, everywhere(builder, counted_value, ONE)), plane)
            builder.store(builder.add(builder.load(total), of_fifth), total)
        return builder.load(total)

    return signature, generate
