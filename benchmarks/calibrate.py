"""How well boards are calibrated without help: `python -m benchmarks.calibrate [--game G] [--most N] [--keep]`.

Recorded screens with their truth, fixtures/*/*/screens, each taken alone as if it had never been seen (`first_…`), and
the screens of one skin in turn: a layout is calibrated on one of them and reads the others (`calibrated_…`). Labels do
not count, equal and different do, cell by cell where they lie in the picture. A board with a cell of `?` is doubted,
not wrong, and a cell that a pair falls through counts for nothing; one that is refused is counted apart, and so is a
`smaller` one, all of whose cells are right, but which lacks outer rows or columns (not the one that is half hidden
behind the frame of a stack that has risen). Of two boards side by side either may be read. Screens whose truth says
that there is nothing to read (`sight`) must be refused. Games whose boards are not learned, because a reader of their
own knows them, are left out.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections import Counter
from pathlib import Path

from benchmarks.line import report
from bot.frame import Frame
from bot.grid import Grid
from bot.layouts import known_layouts
from bot.reading import Sight
from bot.vision.picture import load
from bot.vision.readers import make_reader
from calibration.discover import discover, in_the_way
from calibration.shot import CalibrationError
from calibration.sorting import READERS
from calibration.write import save
from engine.position import EMPTY, UNKNOWN, Position
from tests.bot.test_vision_blocks_fixtures import shown

FIXTURES = Path(__file__).parents[1] / "fixtures"
BESIDE = 0.25
"""Share of a cell by which a grid may lie beside the true one."""
VERDICTS = (("wrong", "wrong"), ("doubted", "doubted"), ("smaller", "missing"))
"""What a board is called, and the cells, rows or columns that make it so, the worst first."""
FIRST = ("perfect", "doubted", "smaller", "refused", "refused_rightly", "wrong")


def compared(truth: tuple[str, ...], seen: tuple[str, ...]) -> Counter[str]:
    """How many cells are right, doubted and wrong; cells of `?` in the truth do not count. A capital may be a kind of
    its own, or the same kind as the small letter in another light: whichever fits.
    """
    if [len(row) for row in truth] != [len(row) for row in seen]:
        return Counter(wrong=sum(map(len, truth)))
    return min((_matched(text, "".join(seen)) for text in ("".join(truth), "".join(truth).upper())), key=_wrong)


def placed(truth: Position, seen: tuple[str, ...], where: Grid) -> Counter[str]:
    """The same for a board that was seen at a place, compared with the board that lies there; `missing` counts rows and
    columns that were not seen.
    """
    told = [_at(truth, number, seen, where) for number in ("", "2") if "grid" + number in truth.blocks]
    if not told:
        return compared(shown(truth), seen)
    found = [cells for cells in told if cells is not None]
    return min(found, key=_wrong) if found else Counter(wrong=sum(map(len, seen)))


def _at(truth: Position, number: str, seen: tuple[str, ...], where: Grid) -> Counter[str] | None:
    """One board of the truth, the first or the one of this `number`; None where another was seen."""
    x, y, pitch_x, pitch_y = (float(part) for part in truth.blocks["grid" + number][0].split(","))
    scroll = float(truth.blocks.get("scroll" + number, ("0",))[0])
    board = (*shown(truth, number), *truth.blocks.get("incoming" + number, ()))
    down, right = (where.y - y) / pitch_y + scroll, (where.x - x) / pitch_x
    stretch = max(abs(where.pitch_x / pitch_x - 1) * where.columns, abs(where.pitch_y / pitch_y - 1) * where.rows)
    # Only gaps part a cell that is drawn smaller from its neighbours: where it begins is a matter of taste.
    if max(abs(down - round(down)), abs(right - round(right))) > BESIDE or stretch > 1:
        return None
    top, left, columns = round(down), round(right), len(board[0])
    if top < 0 or left < 0 or top + len(seen) > len(board) or left + len(seen[0]) > columns:
        return None
    cells = compared(tuple(row[left : left + len(seen[0])] for row in board[top : top + len(seen)]), seen)
    rows = len(truth.blocks["board" + number]) - (scroll > 0)
    return cells + Counter(missing=max(0, rows - len(seen)) + columns - len(seen[0]))


def _wrong(cells: Counter[str]) -> int:
    return cells["wrong"]


def _matched(truth: str, seen: str) -> Counter[str]:
    """The same, each kind matched with the label that it is most often read as, one to one."""
    cells = Counter[str]()
    pairs = Counter(zip(truth, seen, strict=True))
    taken: dict[str, str] = {EMPTY: EMPTY}
    for (kind, label), _ in pairs.most_common():
        if kind == UNKNOWN:
            del pairs[kind, label]
        elif EMPTY not in (kind, label) and label != UNKNOWN and kind not in taken and label not in taken.values():
            taken[kind] = label
    for (kind, label), times in pairs.items():
        cells["doubted" if label == UNKNOWN else "right" if taken.get(kind) == label else "wrong"] += times
    return cells


def readable(truth: Position) -> bool:
    """Whether a screen shows a board that can be read, but perhaps for single cells."""
    return bool(truth.board) and truth.blocks.get("sight", ("clear",))[0] in ("clear", "doubt")


def learned(path: Path) -> bool:
    """Whether boards of a screen's game are learned, and not read by a reader of its own."""
    readers = {layout.board.reader for layout in known_layouts(path.parts[-4])}
    return not readers or bool(readers & set(READERS))


def verdict(cells: Counter[str]) -> str:
    """The board as a whole."""
    return next((name for name, of in VERDICTS if cells[of]), "perfect")


def first_sight(screens: list[Path]) -> dict[str, float]:
    """Each screen by itself."""
    boards, cells, seconds = Counter[str](), Counter[str](), list[float]()
    for path in screens:
        truth = Position.parse(path.with_suffix(".txt").read_text(encoding="utf-8"))
        pixels = load(path)
        start = time.perf_counter()
        try:
            draft = discover([pixels])
            refused = bool(in_the_way(draft))
        except CalibrationError:
            refused = True
        seconds.append(time.perf_counter() - start)
        unreadable = not readable(truth)
        if refused or unreadable:
            boards["wrong" if not refused else "refused_rightly" if unreadable else "refused"] += 1
            continue
        seen = placed(truth, draft.position().board, draft.shots[0].grid)
        boards[verdict(seen)] += 1
        cells += seen
    return {
        "first_boards": len(screens),
        **{f"first_{name}": boards[name] for name in FIRST},
        **{f"first_cells_{name}": cells[name] for name in ("right", "doubted", "wrong")},
        "first_seconds_median": round(statistics.median(seconds), 3),
        "first_seconds_least": round(min(seconds), 3),
    }


def calibrated(screens: list[Path]) -> dict[str, float]:
    """Each skin: one screen is calibrated with its truth typed, the others are read with that layout."""
    boards, cells = Counter[str](), Counter[str]()
    for folder in sorted({path.parent for path in screens}):
        mine = [path for path in screens if path.parent == folder]
        truths = {path: Position.parse(path.with_suffix(".txt").read_text(encoding="utf-8")) for path in mine}
        clear = [path for path in mine if readable(truths[path])]
        if len(clear) < 2:
            continue
        by_size = Counter((len(truths[path].board), len(truths[path].board[0])) for path in clear)
        size = by_size.most_common(1)[0][0]
        same = [path for path in clear if (len(truths[path].board), len(truths[path].board[0])) == size]
        first = max(same, key=lambda path: len(set("".join(truths[path].board))))
        others = [path for path in same if path != first]
        if not others:
            continue
        with tempfile.TemporaryDirectory() as place:
            try:
                draft = discover([load(first)], game="board", size=size)
                layout = save(draft, Path(place) / "board" / "skin", title="A benchmark")
            except CalibrationError:
                boards["not_calibrated"] += len(others)
                continue
            for path in others:
                reading = make_reader(layout).read(Frame(load(path), 0.0))
                if reading.position is None or reading.sight in (Sight.LOST, Sight.COVERED):
                    boards["refused"] += 1
                    continue
                seen = compared(shown(truths[path]), reading.position.board)
                boards["doubted" if reading.sight is Sight.DOUBT and seen["wrong"] else verdict(seen)] += 1
                cells += seen if reading.sight is Sight.CLEAR else Counter[str]()
    names = ("perfect", "doubted", "refused", "not_calibrated", "wrong")
    return {
        **{f"calibrated_{name}": boards[name] for name in names},
        **{f"calibrated_cells_{name}": cells[name] for name in ("right", "doubted", "wrong")},
    }


def main() -> None:
    """Print the line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="*", help="only the screens of this game")
    parser.add_argument("--most", type=int, help="only so many screens, spread over all")
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    given = parser.parse_args()
    screens = sorted(
        path
        for path in FIXTURES.glob(f"{given.game}/*/screens/*.png")
        if path.with_suffix(".txt").exists() and learned(path)
    )
    if given.most:
        screens = screens[:: max(1, len(screens) // given.most)]
    if not screens:
        parser.error(f"there are no screens in {FIXTURES} for {given.game}")
    name = "calibrate" if given.game == "*" else f"calibrate {given.game}"
    report(name, {**first_sight(screens), **calibrated(screens)}, keep=given.keep)


if __name__ == "__main__":
    main()
