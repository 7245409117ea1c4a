"""Panel de Pon frame by frame: the readable truth about panels in motion; `kernels` does the same fast.

In each frame the swap asked for in the frame before begins, matches are looked for, and then the panels move on.
"""

from __future__ import annotations

from engine.games.paneldepon.flashing import flash_matches
from engine.games.paneldepon.moving import move_on
from engine.games.paneldepon.rising import raise_by_hand, rise
from engine.games.paneldepon.stack import Stack
from engine.games.paneldepon.swaps import begin_swap, can_swap
from engine.games.paneldepon.timing import ROWS


def step(stack: Stack, swap: tuple[int, int] | None = None, lift: bool = False) -> None:
    """One frame, in which a swap (row, left column) and the raising of the stack are asked for."""
    stack.event = None
    if lift and not stack.lift_refused:
        stack.lifting, stack.lifting_begun = True, False
    rise(stack)
    swapped = stack.queued is not None
    if stack.queued is not None:
        begin_swap(stack, *stack.queued)
        stack.queued = None
    flash_matches(stack)
    shaken = move_on(stack)
    stack.shake = max(stack.shake - 1, shaken, 0)
    if stack.shake == 0:
        stack.peak_shake = 0
    if swap is not None and not swapped and can_swap(stack, *swap):
        stack.queued = swap
    raise_by_hand(stack)
    if stack.chain and not any(panel.chaining and panel.colour for _, _, panel in stack.panels()):
        stack.chain = 0
    stack.was_active = stack.active
    stack.active = sum(panel.active for row in stack.rows[1 : ROWS + 1] for panel in row)
    while len(stack.rows) > ROWS + 1 and not any(panel.colour for panel in stack.rows[-1]):
        stack.rows.pop()
    stack.clock += 1
