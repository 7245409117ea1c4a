"""How the stack of Panel de Pon rises: by itself, faster and faster, or because the player raises it."""

from __future__ import annotations

from engine.games.paneldepon import garbage
from engine.games.paneldepon.panels import Panel, Phase
from engine.games.paneldepon.stack import Stack
from engine.games.paneldepon.timing import PANELS_TO_NEXT_SPEED, RISE_FRAMES, ROW_PARTS, TOP_SPEED


def rise(stack: Stack) -> None:
    """Time passes for the rise of the stack: stops run out, the speed grows, the stack rises by a part."""
    if stack.pre_stop:
        stack.pre_stop -= 1
    elif stack.stop:
        stack.stop -= 1
    if not stack.rising:
        return
    if stack.displacement == 0 and stack.lifted:
        _new_row(stack)
    was_locked = stack.locked
    stack.locked = stack.busy or stack.shake > 0
    if was_locked and not stack.locked:
        stack.lift_refused = False
    if stack.to_speedup <= 0:
        stack.speed = min(stack.speed + 1, TOP_SPEED)
        stack.to_speedup += PANELS_TO_NEXT_SPEED[stack.speed - 1]
    topped = stack.topped()
    if not stack.lifting and stack.stop == 0 and not stack.locked:
        if topped:
            stack.health -= 1
        else:
            stack.rise_timer -= ROW_PARTS
            if stack.rise_timer <= 0:
                stack.displacement -= 1
                if stack.displacement == 0:
                    stack.lift_refused = False
                    _new_row(stack)
                stack.rise_timer += RISE_FRAMES[min(stack.speed, len(RISE_FRAMES)) - 1]
    if (stack.health <= 0 and stack.shake <= 0) or (not stack.locked and topped and stack.lifting):
        stack.over = True
    if not topped and not garbage.falling(stack):
        stack.health = stack.max_health


def raise_by_hand(stack: Stack) -> None:
    """The player raises the stack, by a part a frame, until a row is complete."""
    if not (stack.rising and stack.lifting):
        return
    if not stack.locked:
        if stack.topped():
            stack.over = True
            return
        stack.lifted = True
        stack.displacement -= 1
        if stack.displacement == 1:
            stack.lifting = False
            stack.rise_timer = ROW_PARTS
            stack.score += not stack.lift_refused
            stack.lift_refused = True
        stack.lifting_begun = True
        stack.stop = 0
    elif not stack.lifting_begun or garbage.falling(stack):
        stack.lifting = False


def _new_row(stack: Stack) -> None:
    """The row from below comes into play and the next one appears."""
    for panel in stack.rows[0]:
        panel.become(Phase.NORMAL)
    colours = stack.feed[stack.fed % len(stack.feed)]
    stack.fed += 1
    stack.rows.insert(0, [Panel(colour, Phase.DIMMED) for colour in colours])
    if stack.queued is not None:
        stack.queued = (stack.queued[0] + 1, stack.queued[1])
    stack.displacement = ROW_PARTS
