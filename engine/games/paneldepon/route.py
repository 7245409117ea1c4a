"""Which keys to press in which frame so that an answer is played: steps of the cursor, and swaps.

The cursor covers two cells; it takes a step for each tap. A swap at rest may come later than planned, and everything
after it does; a swap in motion has its frame, and hands that cannot be there in time cannot play the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from engine.games.paneldepon import rules
from engine.games.paneldepon.frames import step
from engine.games.paneldepon.notation import State
from engine.games.paneldepon.rules import House
from engine.games.paneldepon.settling import settling
from engine.games.paneldepon.timing import FRAMES_PER_SECOND
from engine.moves import Cell, Move, Swap, Wait

TAP_FRAMES = 2
"""Frames from one tap to the next: one down, one up."""


class TooSlow(ValueError):
    """Hands that cannot play an answer in its frames; the message says which swap comes too early for them."""


@dataclass(frozen=True, slots=True)
class Press:
    """A key tapped in a frame: `up`, `down`, `left`, `right` or `swap`."""

    frame: int
    key: str

    def __str__(self) -> str:
        return f"{self.frame} {self.key}"


def presses(
    moves: Sequence[Move], state: State, house: House, cursor: Cell, tap_frames: int = TAP_FRAMES
) -> tuple[Press, ...]:
    """The taps that play the moves from a state, the cursor's left cell being at `cursor`; frame 0 is now. Raises
    TooSlow where a swap in motion comes before the cursor can be there.
    """
    done: list[Press] = []
    free = late = 0
    for frame, swap, resting in schedule(moves, state, house):
        steps = list(walk(cursor, swap.cell))
        ready = free + len(steps) * tap_frames
        if ready > frame + late:
            if not resting:
                slip = ready - frame - late
                raise TooSlow(f"{swap} in frame {frame + late}: the cursor comes {slip} frames too late.")
            late = ready - frame
        done += [Press(free + number * tap_frames, key) for number, key in enumerate(steps)]
        done.append(Press(frame + late, "swap"))
        cursor, free = swap.cell, frame + late + tap_frames
    return tuple(done)


def walk(start: Cell, end: Cell) -> Iterator[str]:
    """The steps from one cell to another, across first."""
    down, right = end[0] - start[0], end[1] - start[1]
    yield from ["right" if right > 0 else "left"] * abs(right)
    yield from ["down" if down > 0 else "up"] * abs(down)


def schedule(moves: Sequence[Move], state: State, house: House) -> Iterator[tuple[int, Swap, bool]]:
    """The swaps among the moves, each with the frame in which it is asked for, or the first in which it can be, and
    whether the board is at rest then.
    """
    frame = 0
    for move in moves:
        if isinstance(move, Swap):
            yield frame, move, state.motion is None
            frame += rules.SWAP_PACE if house.active else frames_to_rest(state, move, house)
        elif isinstance(move, Wait):
            frame += move.frames
        state = rules.play(state, move, house)


def frames_to_rest(state: State, swap: Swap, house: House) -> int:
    """How many frames pass from the asking for a swap until the board is at rest again."""
    row, column = swap.cell
    if house.physics == "settled":
        line = state.board[row]
        line = line[:column] + line[column + 1] + line[column] + line[column + 2 :]
        board = (*state.board[:row], line, *state.board[row + 1 :])
        ms = sum(house.clear if cleared else rows * house.fall for rows, cleared in settling(board))
        return ceil(ms * FRAMES_PER_SECOND / 1000)
    stack, _ = rules.stack_of(rules.at_rest(state, house), house)
    stack.queued = (len(state.board) - row, column)
    frames = 0
    while rules.stirs(stack):
        step(stack)
        frames += 1
    return frames
