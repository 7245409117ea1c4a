"""Arrays that a kernel hands to its helpers without counting who holds them."""

from __future__ import annotations

from typing import Any

from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def lent(typing: Any, array: Any) -> Any:
    """The same array, without the count of its holders: that costs more than most helpers do.

    Somebody must hold the array itself for as long as what was lent is used.
    """
    signature = array(array)

    def generate(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        own = context.make_array(array)(context, builder, arguments[0])
        copy = context.make_array(array)(context, builder)
        cgutils.copy_struct(copy, own, repl={"meminfo": cgutils.get_null_value(own.meminfo.type)})
        return copy._getvalue()

    return signature, generate
