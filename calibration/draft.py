"""A layout in the making: pictures, their grids, and the kinds that their cells were sorted into.

A draft is a value. Every change gives a new one and leaves the old one as it was, so that undoing is going back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.grid import Grid
from bot.reason import About, Reason
from bot.vision.tiles.kinds import LABELS
from calibration import looks
from calibration.scenery import Behind
from calibration.shot import EMPTY, UNSURE, CalibrationError, Shot
from calibration.sorting import sort_cells
from engine.moves import Cell, show_cell
from engine.position import EMPTY as NOTHING
from engine.position import UNKNOWN, BadPosition, Position

__all__ = ["EMPTY", "UNSURE", "CalibrationError", "Draft", "Shot"]

Ints = NDArray[np.int64]

SMALL_FIRST: Final = sorted(LABELS, key=lambda label: not label.islower())
"""Labels of blocks: games of falling blocks keep capitals for those that are about to vanish."""


@dataclass(frozen=True, eq=False)
class Draft:
    """What is known so far of the looks of a board. All methods are pure."""

    shots: tuple[Shot, ...]
    """The pictures; kinds have the same numbers in all of them."""
    labels: tuple[str, ...]
    """The label of each kind, one character."""
    names: tuple[str, ...]
    """What people call each kind; empty where nobody said."""
    reader: str
    """The reader that suits the board: `tiles` or `blocks`."""
    game: str | None = None
    """The game that is played on it, where that was said."""
    reasons: tuple[Reason, ...] = ()
    """What could not be seen."""
    well: Grid | None = None
    """Where the cells lie at rest, in the first picture, on a board that scrolls by parts of a cell; else None."""
    behind: Behind | None = None
    """What shows behind a board that lies over a picture; its pictures show one tone instead. Else None."""
    appears: int | None = None
    """The column in which pairs appear that fall over it, as far as that was seen."""

    @property
    def why(self) -> str:
        """What could not be seen, in words; empty where everything was."""
        return " ".join(map(str, self.reasons))

    @property
    def about(self) -> frozenset[About]:
        """What the reasons are about."""
        return frozenset(one.about for one in self.reasons)

    def position(self, shot: int = 0) -> Position:
        """The board of a picture as text; the block `marked` names cells that the game shows in another light."""
        taken = self.shots[shot]
        letters = np.array([*self.labels, UNKNOWN, NOTHING])
        blocks = {"board": tuple("".join(row) for row in letters[taken.kind])}
        marked = [show_cell((int(row), int(column))) for row, column in np.argwhere(taken.marked & (taken.kind >= 0))]
        if marked:
            blocks["marked"] = tuple(marked)
        return Position(blocks)

    def with_grid(self, grid: Grid, shot: int = 0) -> Draft:
        """The same with the cells of one picture cut by another grid and sorted again; kinds that are seen again keep
        their labels. Raises CalibrationError where the grid lies beside the picture.
        """
        fresh = sort_cells(self.shots[shot].pixels, grid, self.reader)
        number = looks.matched(self.shots, len(self.labels), fresh)
        others = tuple(known for at, known in enumerate(self.shots) if at != shot)
        seen = {*number.values(), *(kind for known in others for kind in np.unique(known.kind).tolist())}
        kept = [kind for kind in range(len(self.labels)) if kind in seen]
        number = {new: kept.index(known) for new, known in number.items()}
        started = replace(self, shots=others, reasons=())._only(kept)._with_shot(fresh, number)
        shots = (*started.shots[:shot], started.shots[-1], *started.shots[shot:-1])
        well = started.well if shot else _moved(started.well, self.shots[0].grid, grid)
        return replace(started, shots=shots, well=well).tidied()

    def with_shot(self, shot: Shot) -> Draft:
        """The same with one more picture; its kinds that are known get their labels, the others new ones."""
        return self._with_shot(shot, looks.matched(self.shots, len(self.labels), shot)).tidied()

    def without_shot(self, shot: int) -> Draft:
        """The same with one picture less, and without the kinds that only it showed. Raises CalibrationError."""
        if len(self.shots) == 1:
            raise CalibrationError("A layout needs at least one picture.")
        return replace(self, shots=(*self.shots[:shot], *self.shots[shot + 1 :])).tidied()

    def narrowed(self, rows: int, columns: int, *, resting: bool = False) -> Draft:
        """The same with so many rows, the lowest ones, and so many columns, those in which anything lies, where nothing
        lies in the others in any picture; itself where something does, or the board scrolls. Where pieces come to lie
        on others (`resting`), what is seen above a row in which nothing is, is none: a score, or the page.
        """
        if self.well is not None:
            return self
        left = 0
        if columns != self.shots[0].grid.columns:
            used = [np.flatnonzero((shot.kind != EMPTY).any(0)) for shot in self.shots]
            taken = np.unique(np.concatenate(used))
            if not len(taken) or taken[-1] - taken[0] + 1 != columns:
                return self
            left = int(taken[0])
        shots = []
        for shot in self.shots:
            above = shot.grid.rows - rows
            held = shot.kind[above] if resting and above > 0 else shot.kind[: max(0, above)]
            if above < 0 or (held != EMPTY).any():
                return self
            corner, part = shot.grid.cell((above, left)), np.s_[above:, left : left + columns]
            grid = replace(shot.grid, x=corner.x, y=corner.y, rows=rows, columns=columns)
            shots.append(Shot(shot.pixels, grid, shot.kind[part], shot.margins[part], shot.marked[part]))
        return replace(self, shots=tuple(shots))

    def merged(self, keep: str, gone: str) -> Draft:
        """The same with all cells of the kind `gone` put to the kind `keep`, which may be `.` for an empty cell.

        Raises CalibrationError where there is no such kind.
        """
        old = self._number(gone)
        new = EMPTY if keep == NOTHING else self._number(keep)
        if old == new:
            return self
        return self._mapped({old: new})

    def split(self, label: str) -> Draft:
        """The same with a kind parted into the two groups that look most unlike each other; the smaller one gets a
        new label. Raises CalibrationError where the kind has a single cell, or looks the same everywhere.
        """
        kind = self._number(label)
        where = looks.members(self.shots, kind)
        if len(where) < 2:
            raise CalibrationError(f"{label} stands in one cell only; there is nothing to part.")
        second = looks.halves(looks.crops(self.shots, where))
        if not second.any():
            raise CalibrationError(f"All cells of {label} look the same; put single cells right instead.")
        fresh, new = self._with_label()
        return fresh._put({place: new for place, other in zip(where, second, strict=True) if other})

    def with_kind(self, shot: int, cell: Cell, label: str) -> Draft:
        """The same with one cell put right: a known label, `.` for empty, `?` for not known, or a new label.

        Raises CalibrationError where the cell or the label is none.
        """
        row, column = cell
        grid = self.shots[shot].grid
        if not (0 <= row < grid.rows and 0 <= column < grid.columns):
            raise CalibrationError(
                f"There is no cell {show_cell(cell)} on a board of {grid.rows} rows x {grid.columns}."
            )
        fresh, kind = self, {NOTHING: EMPTY, UNKNOWN: UNSURE}.get(label)
        if kind is None:
            fresh, kind = (self, self.labels.index(label)) if label in self.labels else self._with_label(label)
        return fresh._put({(shot, row, column): kind}).tidied()

    def named(self, label: str, new: str, name: str = "") -> Draft:
        """The same with another label, and a name, for a kind; `.` says that its cells are empty.

        Raises CalibrationError where the label is taken or is none.
        """
        kind = self._number(label)
        if new == NOTHING:
            return self.merged(NOTHING, label)
        _check_label(new)
        if new in self.labels and new != label:
            raise CalibrationError(f"The label {new} is taken; merge {label} into {new}, or choose another character.")
        return replace(
            self,
            labels=(*self.labels[:kind], new, *self.labels[kind + 1 :]),
            names=(*self.names[:kind], name, *self.names[kind + 1 :]),
        )

    def labelled(self, board: Position, shot: int = 0) -> Draft:
        """The same with the cells of one picture as a person typed them, and those of the others to match; a typed
        `?` leaves its cell as it is.

        Raises BadPosition where the typed board has another size than the grid, or holds what is no label.
        """
        typed = _typed(board, self.shots[shot].grid)
        fresh = replace(self, labels=(), names=())
        wanted: dict[str, int] = {}
        for label in dict.fromkeys(typed[(typed != UNKNOWN) & (typed != NOTHING)].tolist()):
            known = self.labels.index(label) if label in self.labels else None
            fresh, wanted[label] = fresh._with_label(label, "" if known is None else self.names[known])
        truth = np.array([[wanted.get(label, EMPTY) for label in row] for row in typed.tolist()], np.int64)
        kind = self.shots[shot].kind
        fresh, number = self._renumbered(fresh, kind, truth, typed != UNKNOWN)
        taught = self.shots[shot].with_kinds(np.where(typed != UNKNOWN, truth, _through(number, kind)))
        taught = replace(taught, margins=np.where(typed != UNKNOWN, np.float32(1), taught.margins).astype(np.float32))
        shots = []
        for at, known_shot in enumerate(self.shots):
            shots.append(taught if at == shot else self._taught(known_shot, shot, taught, typed != UNKNOWN, number))
        return replace(fresh, shots=tuple(shots), reasons=()).tidied()

    def counts(self) -> tuple[int, ...]:
        """How many cells of each kind there are, over all pictures."""
        every = np.concatenate([shot.kind[shot.kind >= 0].ravel() for shot in self.shots])
        return tuple(int(n) for n in np.bincount(every, minlength=len(self.labels)))

    def _number(self, label: str) -> int:
        if label not in self.labels:
            raise CalibrationError(f"There is no kind {label!r}; the kinds are {' '.join(self.labels) or 'none'}.")
        return self.labels.index(label)

    def _with_label(self, label: str | None = None, name: str = "") -> tuple[Draft, int]:
        """The same with one more kind, and its number. Raises CalibrationError where no label is left."""
        if label is None:
            free = [other for other in (SMALL_FIRST if self.reader == "blocks" else LABELS) if other not in self.labels]
            if not free:
                raise CalibrationError(f"There are more than {len(LABELS)} kinds; is the grid right?")
            label = free[0]
        _check_label(label)
        return replace(self, labels=(*self.labels, label), names=(*self.names, name)), len(self.labels)

    def _with_shot(self, shot: Shot, number: dict[int, int]) -> Draft:
        """The same with one more picture; `number` says which of its kinds are known ones, and which. Kinds for which
        no label is left stay untold, as those of a wrong grid may.
        """
        draft, number = self, dict(number)
        for kind in np.unique(shot.kind[shot.kind >= 0]).tolist():
            if kind not in number and len(draft.labels) >= len(LABELS):
                many = Reason(About.WHOLE, f"There are more than {len(LABELS)} kinds; is the grid right?")
                draft, number[kind] = replace(draft, reasons=draft.reasons or (many,)), UNSURE
            elif kind not in number:
                draft, number[kind] = draft._with_label()
        return replace(draft, shots=(*draft.shots, shot.with_kinds(_through(number, shot.kind))))

    def _renumbered(
        self, fresh: Draft, kind: Ints, truth: Ints, told: NDArray[np.bool_]
    ) -> tuple[Draft, dict[int, int]]:
        """For each kind of this draft its number in `fresh`: what most of its cells were typed as; a kind that was not
        typed stays a kind of its own.
        """
        number: dict[int, int] = {}
        for old, label in enumerate(self.labels):
            here = truth[(kind == old) & told]
            if here.size:
                values, times = np.unique(here, return_counts=True)
                number[old] = int(values[times.argmax()])
            else:
                fresh, number[old] = fresh._with_label(None if label in fresh.labels else label, self.names[old])
        return fresh, number

    def _taught(self, other: Shot, shot: int, taught: Shot, told: NDArray[np.bool_], number: dict[int, int]) -> Shot:
        """Another picture after one was typed: where a kind turned out to be several, each cell is the one that it
        looks most like.
        """
        kind = _through(number, other.kind)
        before = self.shots[shot].kind
        for old in range(len(self.labels)):
            here = (before == old) & told
            cells = np.argwhere(other.kind == old)
            if len(np.unique(taught.kind[here])) > 1 and len(cells):
                best = looks.nearest(other.cells()[other.kind == old], taught.cells()[here])
                kind[other.kind == old] = taught.kind[here][best]
        return other.with_kinds(kind)

    def _mapped(self, number: dict[int, int]) -> Draft:
        """The same with kinds put to other kinds."""
        shots = tuple(shot.with_kinds(_through(number, shot.kind)) for shot in self.shots)
        return replace(self, shots=shots).tidied()

    def _put(self, cells: dict[tuple[int, int, int], int]) -> Draft:
        """The same with single cells put to kinds; a person said so, and so it is certain."""
        shots = list(self.shots)
        for at in {shot for shot, _, _ in cells}:
            kind, margins = shots[at].kind.copy(), shots[at].margins.copy()
            for (shot, row, column), value in cells.items():
                if shot == at:
                    kind[row, column], margins[row, column] = value, 1 if value != UNSURE else 0
            shots[at] = replace(shots[at].with_kinds(kind), margins=margins)
        return replace(self, shots=tuple(shots))

    def tidied(self) -> Draft:
        """The same without kinds that no cell is of."""
        kept = [kind for kind, times in enumerate(self.counts()) if times]
        return self if len(kept) == len(self.labels) else self._only(kept)

    def _only(self, kept: Sequence[int]) -> Draft:
        """The same with these kinds alone; no cell is of another."""
        number = {old: new for new, old in enumerate(kept)}
        return replace(
            self,
            shots=tuple(shot.with_kinds(_through(number, shot.kind)) for shot in self.shots),
            labels=tuple(self.labels[kind] for kind in kept),
            names=tuple(self.names[kind] for kind in kept),
        )


def _moved(well: Grid | None, old: Grid, new: Grid) -> Grid | None:
    """The place of a board that scrolls, after a person moved its grid."""
    return None if well is None else replace(new, y=new.y + (well.y - old.y) * new.pitch_y / old.pitch_y)


def start(
    shots: Sequence[Shot],
    reader: str,
    game: str | None = None,
    reasons: tuple[Reason, ...] = (),
    well: Grid | None = None,
) -> Draft:
    """A draft of pictures: kinds that look the same become one, labelled in order of appearance, unless pictures that
    were sorted together tell them apart.
    """
    draft = Draft((), (), (), reader, game, reasons, well)
    sorted_so: dict[object, dict[int, int]] = {}
    for shot in shots:
        told, of_kind = sorted_so.setdefault(shot.sorting, {}), shot.kind >= 0
        number = told
        if not {*shot.kind[of_kind].tolist()} <= told.keys():
            found = looks.matched(draft.shots, len(draft.labels), shot)
            number = {kind: known for kind, known in found.items() if known not in told.values()} | told
        draft = draft._with_shot(shot, number)
        told.update(zip(shot.kind[of_kind].tolist(), draft.shots[-1].kind[of_kind].tolist(), strict=True))
    return draft.tidied()


def _through(number: dict[int, int], kind: Ints) -> Ints:
    """Kinds put to other numbers; what has none stays as it is."""
    found = kind.copy()
    for old, new in number.items():
        found[kind == old] = new
    return found


def _check_label(label: str) -> None:
    if len(label) != 1 or label in (UNKNOWN, NOTHING) or label.isspace() or not label.isprintable():
        raise CalibrationError(f"A label is one visible character other than . and ?, not {label!r}.")


def _typed(board: Position, grid: Grid) -> NDArray[np.str_]:
    """The typed labels as (rows, columns). Raises BadPosition."""
    rows = board.board
    if len(rows) != grid.rows:
        raise BadPosition(f"The typed board has {len(rows)} rows, the grid in the picture {grid.rows}.")
    for number, row in enumerate(rows):
        if len(row) != grid.columns:
            raise BadPosition(f"Row {number} of the typed board has {len(row)} cells, the grid {grid.columns} columns.")
        if not row.isprintable() or " " in row:
            raise BadPosition(f"Row {number} of the typed board holds a character that is no label: {row!r}.")
    return np.array([list(row) for row in rows])
