"""Panel de Pon: swap two panels side by side; three and more of a colour in a line vanish, what lies above falls.

The readable truth about boards, swaps and what follows them; panels in motion are the business of `frames`. A swap is
played on a board at rest and followed until it is at rest again. With `active` it is followed for two frames only,
after which the next swap may be asked for, and time passes by waiting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.api import BadRule, Outcome
from engine.games.paneldepon.frames import step
from engine.games.paneldepon.notation import (
    MOST_SWAPS,
    Motion,
    Piece,
    State,
    cells_of,
    labels_of,
    runs_of_garbage,
)
from engine.games.paneldepon.panels import GREY, Brick, Panel, Phase
from engine.games.paneldepon.settling import GARBAGE_LABEL, GREY_LABEL, settled
from engine.games.paneldepon.stack import Stack
from engine.games.paneldepon.swaps import can_swap
from engine.games.paneldepon.timing import CHAIN_SCORES, COLUMNS, FRAMES_PER_SECOND, PRESETS, ROWS, Times
from engine.house import one_of, switch, whole
from engine.moves import Cell, IllegalMove, Move, Raise, Swap, Wait
from engine.position import EMPTY

MOST_FRAMES = 2_000
"""Nothing moves for so long."""
PHYSICS, GOALS = ("frames", "settled"), ("clear", "chain", "garbage")
CLONE_FALL_MS, CLONE_CLEAR_MS = 140, 1000
"""As blockattack does."""
CLONE_RESERVE = 4
"""In clones garbage falls whether there is room for it or not."""
MOST_LINKS = len(CHAIN_SCORES) - 1
"""Longer chains score nothing more."""
MOST_MS = 60_000
"""No clone takes longer."""
SWAP_PACE = 2
"""Frames after which the next swap may be asked for: in the first the one before begins."""


@dataclass(frozen=True)
class House:
    """The house rules. Raises BadRule."""

    physics: str = "frames"
    """`frames`: as the console game, frame by frame. `settled`: everything falls, everything clears, until nothing
    changes; so do many clones."""
    preset: str = "normal"
    """How long panels hover, flash and pop: easy, normal, hard or ex."""
    one_pair: bool = False
    """Only one pair may be swapping at a time."""
    active: bool = False
    """Swaps may be made while panels move."""
    goal: str = "clear"
    """`clear` everything; clear everything in one `chain`; clear the `garbage`."""
    swaps: int = 0
    """The most swaps that a plan may take, where the position does not say; 0: as many as it needs."""
    rising: bool = False
    """The player may raise the stack."""
    lifting: bool = True
    """In a running game our player raises the stack while there is time; without it the stack only rises by itself."""
    reserve: int | None = None
    """Rows that our player leaves free when it raises the stack of a running game, once garbage has come; None: none by
    the console's physics, where garbage waits until there is room for it, under settled physics 4."""
    enough: int = MOST_LINKS
    """Links from which our player takes a chain of a running game for long enough: those that are thought of longer
    come later and leave fewer panels to dig with, which counts where somebody sends garbage."""
    own_garbage: bool = False
    """In a running game combos and chains bring garbage upon who makes them: our player makes one match at a time."""
    shows_matches: bool = True
    """A screen tells panels that clear from others; without it three of a colour that lie in a line are taken to."""
    fall_ms: int | None = None
    """How long a clone takes to let panels fall by a row; None: as the preset says, under settled physics 140."""
    clear_ms: int | None = None
    """How long it shows a match before it vanishes; None: as the preset says, under settled physics 1000."""

    def __post_init__(self) -> None:
        for name, known in (("physics", PHYSICS), ("preset", tuple(PRESETS)), ("goal", GOALS)):
            one_of(name, getattr(self, name), known)
        for name in ("one_pair", "active", "rising", "lifting", "own_garbage", "shows_matches"):
            object.__setattr__(self, name, switch(name, getattr(self, name)))
        object.__setattr__(self, "swaps", whole("swaps", self.swaps, 0, MOST_SWAPS))
        if self.reserve is not None:
            object.__setattr__(self, "reserve", whole("reserve", self.reserve, 0, ROWS))
        object.__setattr__(self, "enough", whole("enough", self.enough, 1, MOST_LINKS))
        for name in ("fall_ms", "clear_ms"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, whole(name, getattr(self, name), 0, MOST_MS))
        if self.active and self.physics != "frames":
            raise BadRule("Swaps while panels move (active) need physics=frames.")

    @property
    def times(self) -> Times:
        """The frames of the preset, or those of a clone, as far as frames can tell them."""
        if self.physics == "frames" and self.fall_ms is None and self.clear_ms is None:
            return PRESETS[self.preset]
        fall, clear = (max(round(ms * FRAMES_PER_SECOND / 1000), 1) for ms in (self.fall, self.clear))
        return Times(fall, clear, 0, 1, fall, 0, 0, 0)

    @property
    def free_rows(self) -> int:
        """Rows that stay free when the stack is raised, once garbage has come."""
        if self.reserve is None:
            return CLONE_RESERVE if self.physics == "settled" else 0
        return self.reserve

    @property
    def fall(self) -> int:
        """Milliseconds that a clone takes to let panels fall by a row."""
        return CLONE_FALL_MS if self.fall_ms is None else self.fall_ms

    @property
    def clear(self) -> int:
        """Milliseconds for which a clone shows a match."""
        return CLONE_CLEAR_MS if self.clear_ms is None else self.clear_ms


# --- boards and stacks ---------------------------------------------------------------------------------------------


def stack_of(state: State, house: House) -> tuple[Stack, str]:
    """The state as a stack that frames can pass over, and the labels of its colours."""
    from engine.games.paneldepon.packing import panel

    if state.motion:
        words = state.motion.words
        rows = [[panel(w) for w in words[i : i + COLUMNS]] for i in range(0, len(words), COLUMNS)]
        queued = divmod(state.motion.queued, COLUMNS) if state.motion.queued >= 0 else None
        active, before = state.motion.active
        stack = Stack(house.times, rows, queued=queued, chain=state.motion.chain, active=active, was_active=before)
        labels = state.motion.labels
    else:
        labels = labels_of(state.board)
        numbers = {EMPTY: 0, GREY_LABEL: GREY, GARBAGE_LABEL: GREY, **{label: n for n, label in enumerate(labels, 1)}}
        stack = Stack.of([[numbers[label] for label in line] for line in reversed(state.board)], house.times)
        for number, piece in enumerate(state.garbage, 1):
            for row, column in cells_of(piece):
                r = len(state.board) - row
                x, y = column - piece.column, piece.row + piece.height - 1 - row
                brick = Brick(number, x, y, piece.width, piece.height, fresh=False)
                stack.rows[r][column] = Panel(GREY, changed=True, brick=brick)
        _let_go(stack)
    stack.one_pair, stack.clock = house.one_pair, 2
    return stack, labels


def _let_go(stack: Stack) -> None:
    """What hangs over a hole is about to fall."""
    for column in range(COLUMNS):
        held = True
        for row in stack.rows[1:]:
            panel = row[column]
            held = panel.brick is not None or (held and panel.colour != 0)
            if panel.colour and not held:
                panel.phase, panel.timer = Phase.HOVERING, stack.times.hover


def state_of(stack: Stack, labels: str, like: State) -> State:
    """A stack as a state with as many rows as another one, its swaps left and its incoming row."""
    from engine.games.paneldepon.packing import word

    letters = {0: EMPTY, GREY: GREY_LABEL, **dict(enumerate(labels, 1))}
    height = len(like.board)
    shown = [
        "".join(GARBAGE_LABEL if panel.brick else letters[panel.colour] for panel in row)
        for row in stack.rows[height:0:-1]
    ]
    pieces = {}
    for r, c, panel in stack.panels():
        if panel.brick and panel.brick.x == 0 and panel.brick.y + 1 == panel.brick.height:
            pieces[panel.brick.number] = Piece(height - r, c, panel.brick.width, panel.brick.height)
    motion = None
    if stirs(stack):
        words = tuple(word(panel) for row in stack.rows for panel in row)
        queued = stack.queued[0] * COLUMNS + stack.queued[1] if stack.queued else -1
        motion = Motion(labels, words, queued, stack.chain, (stack.active, stack.was_active))
    garbage = tuple(sorted(pieces.values())) if motion is None else tuple(runs_of_garbage(shown))
    return replace(like, board=tuple(shown), garbage=garbage, motion=motion)


def at_rest(state: State, house: House) -> State:
    """The state after everything that moves, hangs in the air or matches by itself has come to rest."""
    board = settled(state.board)
    if board == state.board and state.motion is None and (house.physics == "settled" or not state.garbage):
        return state
    if house.physics == "settled":
        return replace(state, board=board, garbage=tuple(runs_of_garbage(board)))
    stack, labels = stack_of(state, house)
    _run_out(stack)
    return state_of(stack, labels, state)


def _run_out(stack: Stack) -> None:
    """Let frames pass until nothing moves and nothing can match any more."""
    while stirs(stack):
        step(stack)


def stirs(stack: Stack) -> bool:
    """Whether anything moves, or has just changed so that it may yet match."""
    return stack.busy or any(panel.changed for _, _, panel in stack.panels())


# --- playing ---------------------------------------------------------------------------------------------------------


def won(state: State, house: House) -> bool:
    """Whether nothing is left that must go."""
    cells = "".join(state.board)
    if house.goal == "garbage":
        return GARBAGE_LABEL not in cells and state.motion is None
    return not set(cells) - {EMPTY, GREY_LABEL, GARBAGE_LABEL}


def moves(state: State, house: House) -> list[Move]:
    """All legal moves, row by row; none when the game is over."""
    if won(state, house):
        return []
    found: list[Move] = []
    if state.moves != 0:
        if state.motion or house.active:
            stack, _ = stack_of(state, house)
            height = len(state.board)
            found += [
                Swap((row, column))
                for row in range(height)
                for column in range(COLUMNS - 1)
                if stack.queued is None and can_swap(stack, height - row, column)
            ]
        else:
            found += [
                Swap((row, column))
                for row, line in enumerate(at_rest(state, house).board)
                for column in range(COLUMNS - 1)
                if line[column] != line[column + 1] and GARBAGE_LABEL not in line[column : column + 2]
            ]
    if state.motion:
        found.append(Wait(1))
    elif _raisable(state, house):
        found.append(Raise())
    return found


def _raisable(state: State, house: House) -> bool:
    """Whether the next row may come up."""
    room = len(state.board) < ROWS or not state.board[0].strip(EMPTY)
    return house.rising and bool(state.incoming) and room and state.motion is None


def outcome(state: State, house: House) -> Outcome:
    """Won when nothing is left that must go; stuck when no swap is left and nothing moves."""
    if won(state, house):
        return Outcome.WON
    return Outcome.OPEN if moves(state, house) or at_rest(state, house) != state else Outcome.STUCK


def play(state: State, move: Move, house: House) -> State:
    """What follows a move. Raises IllegalMove."""
    if won(state, house):
        raise IllegalMove(f"{move}: the game is won.")
    if isinstance(move, Raise):
        if not _raisable(state, house):
            raise IllegalMove(f"{move}: the stack cannot be raised here.")
        room = len(state.board) == ROWS
        raised = (*state.board[room:], state.incoming)
        return at_rest(replace(state, board=raised, incoming="", garbage=tuple(runs_of_garbage(raised))), house)
    if isinstance(move, Wait):
        if state.motion is None:
            raise IllegalMove(f"{move}: nothing moves, so there is nothing to wait for.")
        return _pass_frames(state, house, None, move.frames)
    if not isinstance(move, Swap):
        raise IllegalMove(f"In Panel de Pon neighbours are swapped, such as swap 3,1; not {str(move)!r}.")
    rest = state if house.active else at_rest(state, house)
    _check_swap(rest, move, house)
    left = None if state.moves is None else state.moves - 1
    if house.active:
        return replace(_pass_frames(state, house, move, SWAP_PACE), moves=left)
    after = _swapped(rest, move) if house.physics == "settled" else _pass_frames(rest, house, move, None)
    if house.goal == "chain" and _panels(after) < _panels(rest) and not won(after, house):
        left = 0
    return replace(after, moves=left)


def _check_swap(state: State, move: Swap, house: House) -> None:
    """Refuse a swap that no board or no count allows."""
    row, column = move.cell
    if row >= len(state.board) or column >= COLUMNS - 1:
        raise IllegalMove(f"{move}: the board has {len(state.board)} rows, and left cells up to column {COLUMNS - 2}.")
    pair = state.board[row][column : column + 2]
    if state.moves == 0:
        raise IllegalMove(f"{move}: no swaps are left.")
    if not house.active and (pair[0] == pair[1] or GARBAGE_LABEL in pair):
        raise IllegalMove(f"{move}: to swap {pair[0]!r} and {pair[1]!r} changes nothing or cannot be done.")


def _swapped(state: State, move: Swap) -> State:
    """The settled board after a swap."""
    row, column = move.cell
    line = state.board[row]
    line = line[:column] + line[column + 1] + line[column] + line[column + 2 :]
    board = settled((*state.board[:row], line, *state.board[row + 1 :]))
    return replace(state, board=board, garbage=tuple(runs_of_garbage(board)))


def _pass_frames(state: State, house: House, move: Swap | None, frames: int | None) -> State:
    """The state after so many frames, or at rest (None); a swap begins in the first."""
    stack, labels = stack_of(state, house)
    if move is not None:
        place = (len(state.board) - move.cell[0], move.cell[1])
        if stack.queued is not None or not can_swap(stack, *place):
            raise IllegalMove(f"{move}: these two cannot be taken hold of now.")
        stack.queued = place
    if frames is None:
        _run_out(stack)
    else:
        for _ in range(frames):
            if not stirs(stack):
                break
            step(stack)
    return state_of(stack, labels, state)


def _panels(state: State) -> int:
    """How many coloured panels there are."""
    return sum(label not in (EMPTY, GREY_LABEL, GARBAGE_LABEL) for line in state.board for label in line)


def trace(state: State, move: Move) -> Sequence[Cell]:
    """The cells that a player's eye follows."""
    if isinstance(move, Swap):
        return move.cells
    bottom = len(state.board) - 1
    return ((bottom, 0), (bottom, COLUMNS - 1))


def from_below(move: Swap, state: State) -> tuple[int, int]:
    """The left cell of a swap as players of this game write it: (x, y) from the bottom left, counted from 0."""
    return move.cell[1], len(state.board) - 1 - move.cell[0]
