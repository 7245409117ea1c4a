"""Words for writing LLVM's portable vectors: eight 64-bit words at once.

They become whatever the machine has; nothing here asks for a certain processor.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from llvmlite import ir

WIDTH = 8
_WORD = ir.IntType(64)
_HALF = ir.IntType(32)
WORDS = ir.VectorType(_WORD, WIDTH)
HALVES = ir.VectorType(_HALF, WIDTH)


def constant(values: Iterable[int]) -> ir.Constant:
    """A word for each lane."""
    return ir.Constant(WORDS, [int(value) for value in values])


def same(value: int) -> ir.Constant:
    """The same word in every lane."""
    return constant([value] * WIDTH)


def spread(builder: ir.IRBuilder, word: Any) -> Any:
    """A word that is only known when it runs, in every lane."""
    nothing = ir.Constant(WORDS, ir.Undefined)
    return chosen(builder, builder.insert_element(nothing, word, ir.Constant(_HALF, 0)), nothing, [0] * WIDTH)


def chosen(builder: ir.IRBuilder, first: Any, second: Any, lanes: Sequence[int]) -> Any:
    """Lanes of two vectors: 0 to 7 are those of the first, 8 to 15 those of the second."""
    return builder.shuffle_vector(first, second, ir.Constant(HALVES, list(lanes)))


def smaller(builder: ir.IRBuilder, first: Any, second: Any) -> Any:
    """The smaller word of each lane."""
    return builder.select(builder.icmp_unsigned("<", first, second), first, second)


def shifted(builder: ir.IRBuilder, words: Any, by: Iterable[int]) -> Any:
    """Every lane shifted to the right, each by a number of its own."""
    return builder.lshr(words, constant(by))


def squeezed(builder: ir.IRBuilder, words: Any, steps: Sequence[tuple[int, int]], mask: int) -> Any:
    """Bits brought together: at each step those of a mask stay, beside them as they are shifted to the right."""
    for kept, shift in steps:
        words = builder.and_(words, same(kept))
        words = builder.or_(words, builder.lshr(words, same(shift)))
    return builder.and_(words, same(mask))


def store(builder: ir.IRBuilder, words: Any, data: Any, at: int) -> None:
    """Write the lower halves of eight words from a place of an u4 array on."""
    place = builder.bitcast(builder.gep(data, [ir.Constant(_WORD, at)]), HALVES.as_pointer())
    builder.store(builder.trunc(words, HALVES), place, align=4)
