"""How much room every piece has, for all of them at once, in machine vectors.

Written for LLVM's portable vectors, which become whatever the machine has; nothing here asks for a certain processor.
A vector has a lane for every piece; the ways in which a piece may lie are looked at one after the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from engine.games.pentas.eight import LANES, MOST, SHAPE, ways

_WORD = ir.IntType(64)
_HALF = ir.IntType(32)
_LANES = ir.VectorType(_WORD, LANES)
_HALVES = ir.VectorType(_HALF, LANES)


def _same(value: int) -> ir.Constant:
    return ir.Constant(_LANES, [value] * LANES)


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def rooms(typing: Any, board: Any, first: Any, step: Any, most: Any, out: Any, at: Any) -> Any:
    """Write for every piece `first + piece * step + min(placements, most)` into `out` u4 from `at`: where a table has
    the number for its room. The vectors are sixteen wide, so `out` must go on for four more.
    """
    lie, _ = ways(reflections=True)
    table = lie.reshape(SHAPE + 1, MOST, -1)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        word, base, stride, cap, array, place = arguments
        spread = _spread(builder, word)
        total: Any = _same(0)
        count = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(_LANES, [_LANES]), f"llvm.ctpop.v{LANES}i64"
        )
        for way in range(MOST):
            used = int(np.flatnonzero(table[SHAPE - 1, way]).max()) + 1
            if not used:
                continue
            constant = [ir.Constant(_LANES, [*map(int, row)] + [0] * (LANES - len(row))) for row in table[:SHAPE, way]]
            found: Any = constant[SHAPE - 1]
            for cell in constant[: SHAPE - 1]:
                found = builder.and_(found, builder.lshr(spread, cell))
            total = builder.add(total, builder.call(count, [found]))
        least = _spread(builder, cap)
        total = builder.select(builder.icmp_unsigned("<", total, least), total, least)
        steps = builder.mul(_spread(builder, stride), ir.Constant(_LANES, list(range(LANES))))
        total = builder.add(builder.add(total, steps), _spread(builder, base))
        data = context.make_array(signature.args[4])(context, builder, array).data
        target = builder.bitcast(builder.gep(data, [place]), _HALVES.as_pointer())
        builder.store(builder.trunc(total, _HALVES), target, align=4)
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64, types.uint64, types.uint64, out, types.int64), generate


def _spread(builder: ir.IRBuilder, value: Any) -> Any:
    """The same number in every lane."""
    lane = builder.insert_element(ir.Constant(_LANES, ir.Undefined), value, ir.Constant(_HALF, 0))
    zeros = ir.Constant(ir.VectorType(_HALF, LANES), [0] * LANES)
    return builder.shuffle_vector(lane, ir.Constant(_LANES, ir.Undefined), zeros)
