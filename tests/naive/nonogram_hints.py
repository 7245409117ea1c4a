"""The article's hints as it describes them: every line keeps the list of its candidates, and the eight checks are made
on them in order, rows before columns. Slow, obvious, black and white only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Lengths = tuple[int, ...]
Candidate = tuple[int, ...]
"""Where the runs begin."""
Found = dict[int, str]


def candidates(clue: Lengths, cells: str) -> list[Candidate]:
    """All ways to lay the runs that the cells do not contradict."""
    return [starts for starts in _ways(clue, 0, len(cells)) if _agrees(pattern(starts, clue, len(cells)), cells)]


def _ways(clue: Lengths, begin: int, size: int) -> Iterator[Candidate]:
    if not clue:
        yield ()
        return
    rest = sum(clue[1:]) + len(clue) - 1
    for at in range(begin, size - rest - clue[0] + 1):
        for more in _ways(clue[1:], at + clue[0] + 1, size):
            yield (at, *more)


def pattern(starts: Candidate, clue: Lengths, size: int) -> str:
    cells = ["x"] * size
    for start, length in zip(starts, clue, strict=True):
        cells[start : start + length] = "#" * length
    return "".join(cells)


def _agrees(candidate: str, cells: str) -> bool:
    return all(cell in (".", new) for cell, new in zip(cells, candidate, strict=True))


class Line:
    """One line with its candidates."""

    def __init__(self, clue: Lengths, cells: str) -> None:
        self.clue, self.cells, self.size = clue, cells, len(cells)
        self.left = candidates(clue, cells)
        bits = [int(pattern(c, clue, self.size).replace("x", "0").replace("#", "1") or "0", 2) for c in self.left]
        black, white = -1, -1
        for each in bits:
            black, white = black & each, white & ~each
        self.black = self._cells(black)
        self.white = self._cells(white)

    def _cells(self, bits: int) -> set[int]:
        return {at for at in range(self.size) if bits >> (self.size - 1 - at) & 1 and self.cells[at] == "."}

    def runs(self) -> list[tuple[int, int]]:
        found, at = [], 0
        for piece in self.cells.replace("x", ".").split("."):
            if piece:
                found.append((at, at + len(piece)))
            at += len(piece) + 1
        return found

    def owners(self, run: tuple[int, int]) -> set[int]:
        return {
            number
            for starts in self.left
            for number, (start, length) in enumerate(zip(starts, self.clue, strict=True))
            if start <= run[0] and run[1] <= start + length
        }

    def walls(self) -> tuple[int, int, list[int]]:
        """The room between crosses and finished numbers at both ends, and the numbers in it."""
        begin, end, numbers = 0, self.size, list(range(len(self.clue)))
        moving = True
        while moving:
            moving = False
            while begin < end and self.cells[begin] == "x":
                begin += 1
            while begin < end and self.cells[end - 1] == "x":
                end -= 1
            if numbers:
                length = self.clue[numbers[0]]
                if self._finished(begin, begin + length, begin, end):
                    begin, numbers, moving = begin + length, numbers[1:], True
                    continue
                length = self.clue[numbers[-1]]
                if self._finished(end - length, end, begin, end):
                    end, numbers, moving = end - length, numbers[:-1], True
        return begin, end, numbers

    def _finished(self, first: int, behind: int, begin: int, end: int) -> bool:
        if first < begin or behind > end or set(self.cells[first:behind]) != {"#"}:
            return False
        return all(at in (-1, self.size) or self.cells[at] == "x" for at in (first - 1, behind))

    def all_fixed(self) -> Found:
        if len(self.left) != 1:
            return {}
        only = pattern(self.left[0], self.clue, self.size)
        return {at: only[at] for at in range(self.size) if self.cells[at] == "."}

    def boxes(self, several: bool) -> Found:
        begin, end, numbers = self.walls()
        if not numbers or (len(numbers) > 1) != several:
            return {}
        lengths = tuple(self.clue[number] for number in numbers)
        ways = list(_ways(lengths, 0, end - begin))
        found: Found = {}
        for number, length in enumerate(lengths):
            first, last = ways[0][number] + begin, ways[-1][number] + begin
            found |= {at: "#" for at in range(last, first + length) if self.cells[at] == "."}
        return found

    def both_ends(self) -> Found:
        found: Found = {}
        for run in self.runs():
            if all(self.clue[number] == run[1] - run[0] for number in self.owners(run)):
                found |= {at: "x" for at in (run[0] - 1, run[1]) if 0 <= at < self.size and self.cells[at] == "."}
        return found

    def cannot_reach(self) -> Found:
        begin, end, numbers = self.walls()
        owned = {run: self.owners(run) for run in self.runs()}
        mine = {number: [run for run, owners in owned.items() if owners == {number}] for number in numbers}
        if numbers and all(mine.values()):
            near = set[int]()
            for number, runs in mine.items():
                length = self.clue[number]
                near |= set(range(max(run[1] for run in runs) - length, min(run[0] for run in runs) + length))
            far = {at: "x" for at in range(begin, end) if self.cells[at] == "." and at not in near}
            if far:
                return far
        found: Found = {}
        inside = [run for run in self.runs() if begin <= run[0] and run[1] <= end]
        if numbers and inside:
            first, last = inside[0], inside[-1]
            if owned[first] == {numbers[0]} and first[0] - begin == self.clue[numbers[0]]:
                found |= {begin: "x"} if set(self.cells[begin : first[0]]) == {"."} else {}
            if owned[last] == {numbers[-1]} and end - last[1] == self.clue[numbers[-1]]:
                found |= {end - 1: "x"} if set(self.cells[last[1] : end]) == {"."} else {}
        return found

    def glue(self) -> Found:
        found: Found = {}
        for run in self.runs():
            least = min(self.clue[number] for number in self.owners(run))
            wall = max([at for at in range(run[0]) if self.cells[at] == "x"], default=-1)
            found |= {at: "#" for at in range(run[1], wall + 1 + least) if self.cells[at] == "."}
            wall = min([at for at in range(run[1], self.size) if self.cells[at] == "x"], default=self.size)
            found |= {at: "#" for at in range(wall - least, run[0]) if self.cells[at] == "."}
        return found

    def checks(self) -> dict[str, Found]:
        """What each of the article's eight tells, in its order."""
        return {
            "ALL_FIXED": self.all_fixed(),
            "SIMPLE_BOX": self.boxes(several=False),
            "SIMPLE_BOXES": self.boxes(several=True),
            "X_BOTH_END": self.both_ends(),
            "CAN_NOT_REACH": self.cannot_reach(),
            "GLUE": self.glue(),
            "BLACK": dict.fromkeys(self.black, "#"),
            "CROSS": dict.fromkeys(self.white, "x"),
        }


def step(rows: Sequence[Lengths], cols: Sequence[Lengths], board: Sequence[str]) -> tuple[str, int, Found] | None:
    """The next hint: its technique, the number of its line (rows first), and its cells."""
    columns = ["".join(cells) for cells in zip(*board, strict=True)]
    lines = [Line(clue, cells).checks() for clue, cells in zip((*rows, *cols), (*board, *columns), strict=True)]
    for name in lines[0]:
        for number, checks in enumerate(lines):
            if checks[name]:
                return name, number, checks[name]
    return None
