"""Panel de Pon in motion: the rules drawn frame by frame, recorded traces, and the kernel beside its twin."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.paneldepon import garbage, kernels, words
from engine.games.paneldepon.frames import step
from engine.games.paneldepon.packing import pack, times_array, unpack
from engine.games.paneldepon.panels import GREY, Phase
from engine.games.paneldepon.stack import Stack
from engine.games.paneldepon.swaps import can_swap
from engine.games.paneldepon.timing import COLUMNS, PRESETS, ROWS, Times

ROOT = Path(__file__).parents[2]
RECORDED = ROOT.parent / "shared" / "data" / "paneldepon_traces.jsonl.gz"
OWN = sorted((ROOT / "fixtures" / "paneldepon" / "traces").glob("*.json"))
LETTERS = {
    Phase.NORMAL: "n",
    Phase.SWAPPING: "s",
    Phase.MATCHED: "m",
    Phase.POPPING: "p",
    Phase.POPPED: "p",
    Phase.HOVERING: "h",
    Phase.FALLING: "f",
    Phase.LANDING: "l",
}
QUICK = Times(hover=3, flash=4, face=2, pop=1, garbage_hover=5, stop_combo=9, stop_chain=20, stop_danger=30)


def stack(board: str, times: Times = QUICK, **more: Any) -> Stack:
    rows = [[".abcdef#".index(label) if label != "#" else GREY for label in line] for line in board.split()[::-1]]
    return Stack.of(rows, times, **more)


def drawn(on: Stack, rows: int) -> str:
    """The lowest rows, each panel with the letter of what it does unless that is nothing."""
    lines = []
    for row in on.rows[rows:0:-1]:
        cells = ("=" if panel.brick and panel.colour == GREY else ".abcdef??#"[panel.colour] for panel in row)
        lines.append(" ".join(c + LETTERS[panel.phase].strip("n") for c, panel in zip(cells, row, strict=True)))
    return "\n".join(lines)


def looks(on: Stack, rows: int, frames: int, swap: tuple[int, int], at: int = 3) -> list[tuple[int, str]]:
    """The frame and the picture of every change, with a swap (row from the bottom, from 1) asked for in one frame."""
    seen = [(0, drawn(on, rows))]
    for frame in range(1, frames):
        step(on, swap if frame == at else None)
        if drawn(on, rows) != seen[-1][1]:
            seen.append((frame, drawn(on, rows)))
    return seen


def pictures(text: str) -> list[tuple[int, str]]:
    """Pictures as `looks` gives them: the frame, a colon, rows parted by slashes."""
    found = []
    for line in text.strip().splitlines():
        frame, _, rows = line.partition(":")
        found.append((int(frame), "\n".join(" ".join(row.split()) for row in rows.split("/"))))
    return found


# --- swaps ---------------------------------------------------------------------------------------------------------


def test_a_swap_begins_in_the_frame_after_it_was_asked_for_and_takes_four() -> None:
    assert looks(stack("ab...."), 1, 12, (1, 0), at=3) == pictures(
        """
        0: a b . . . .
        4: bs as . . . .
        7: b a . . . .
        """
    )


def test_a_panel_pushed_over_a_hole_cannot_be_taken_back_and_falls() -> None:
    on = stack("a.....\nb.....")
    assert looks(on, 2, 6, (2, 0))[-1] == (4, ".s as . . . .\nb . . . . .")
    assert not can_swap(on, 2, 0)
    for _ in range(30):
        step(on)
    assert drawn(on, 2) == ". . . . . .\nb a . . . ."


def test_nothing_can_be_taken_hold_of_that_hovers_or_lies_under_what_hovers() -> None:
    on = stack("a.....\nb.c...\nddc...")
    assert looks(on, 3, 8, (2, 0))[-1] == (7, "ah . . . . .\n. b c . . .\nd d c . . .")
    assert [column for column in range(5) if can_swap(on, 2, column)] == [1, 2]
    assert not can_swap(on, 3, 0)
    assert can_swap(on, 1, 0)


def test_two_empty_cells_and_the_first_frames_are_no_time_for_swaps() -> None:
    on = stack("a.....")
    assert not can_swap(on, 1, 0)
    for _ in range(3):
        step(on)
    assert [column for column in range(5) if can_swap(on, 1, column)] == [0]


@pytest.mark.parametrize(("one_pair", "begins"), [(False, 6), (True, 8)])
def test_the_next_swap_begins_two_frames_later_or_when_the_first_is_over(one_pair: bool, begins: int) -> None:
    on = stack("ab..cd", one_pair=one_pair)
    for frame in range(1, 20):
        step(on, (1, 0) if frame == 3 else (1, 4) if frame > 3 else None)
        if on.rows[1][4].phase is Phase.SWAPPING:
            assert frame == begins
            return
    pytest.fail("the second swap never began")


# --- matches -------------------------------------------------------------------------------------------------------


def test_a_swapped_panel_matches_while_what_lost_its_hold_still_hovers() -> None:
    """Where everything fell first, the upper panel would be the fourth of the match."""
    assert looks(stack("a.....\na.aa..\nbcbc.."), 3, 24, (2, 0)) == pictures(
        """
        0:   a . . . . .  / a . a a . .     / b c b c . .
        4:   a . . . . .  / .s as a a . .   / b c b c . .
        7:   ah . . . . . / . a a a . .     / b c b c . .
        8:   ah . . . . . / . am am am . .  / b c b c . .
        10:  . . . . . .  / af am am am . . / b c b c . .
        11:  . . . . . .  / al am am am . . / b c b c . .
        14:  . . . . . .  / al ap ap ap . . / b c b c . .
        17:  . . . . . .  / al . . . . .    / b c b c . .
        23:  . . . . . .  / a . . . . .     / b c b c . .
        """
    )


def test_what_falls_and_matches_again_is_a_chain() -> None:
    on, events = stack("b.....\nda....\nac....\nabb...\ncdc..."), []
    for frame in range(1, 60):
        step(on, (4, 0) if frame == 3 else None)
        events += [(frame, on.event.size, on.event.chain)] if on.event else []
        if frame == 36:
            assert on.chain == 2
    assert events == [(8, 3, 0), (24, 3, 2)]
    assert on.chain == 0
    assert on.score == 30 + 50 + 30
    assert drawn(on, 3) == ". d . . . .\n. c . . . .\nc d c . . ."


def test_four_at_once_are_a_combo_and_stop_the_rise() -> None:
    on = stack("a.....\nba....\nab....\nac....")
    for frame in range(1, 40):
        step(on, (3, 0) if frame == 3 else None)
        if on.event:
            assert (on.event.size, on.event.chain, on.stop) == (4, 0, QUICK.stop_combo)
    assert on.score == 40 + 20


# --- garbage and rising --------------------------------------------------------------------------------------------


def test_garbage_beside_a_match_turns_its_lowest_row_into_panels() -> None:
    on = stack("aa.abc", greys=((1, 2, 3, 1, 2, 3),))
    garbage.drop(on, 0, 6, 2)
    for _ in range(40):
        step(on)
    assert looks(on, 4, 50, (1, 2), at=1) == pictures(
        """
        0:  . . . . . . / = = = = = =       / = = = = = =       / a a . a b c
        2:  . . . . . . / = = = = = =       / = = = = = =       / a a as .s b c
        5:  . . . . . . / = = = = = =       / = = = = = =       / a a a . b c
        6:  . . . . . . / =m =m =m =m =m =m / am bm cm am bm cm / am am am . b c
        12: . . . . . . / =m =m =m =m =m =m / am bm cm am bm cm / ap ap ap . b c
        15: . . . . . . / =m =m =m =m =m =m / am bm cm am bm cm / . . . . b c
        27: . . . . . . / = = = = = =       / ah bh ch ah bh ch / . . . . b c
        32: . . . . . . / = = = = = =       / . . . . bl cl     / af bf cf af b c
        33: . . . . . . / = = = = = =       / . . . . bl cl     / al bl cl al b c
        44: . . . . . . / = = = = = =       / . . . . b c       / al bl cl al b c
        45: . . . . . . / = = = = = =       / . . . . b c       / a b c a b c
        """
    )


def test_the_stack_is_raised_by_a_row() -> None:
    on = stack("ab.ba.", rising=True, feed=((3, 4, 3, 4, 3, 4),))
    for frame in range(1, 60):
        step(on, lift=frame in (2, 30))
    assert drawn(on, 3) == "a b . b a .\n# # # # # #\nc d c d c d"
    assert on.score == 2


def test_a_stack_that_reaches_the_top_ends_the_game() -> None:
    on = stack("\n".join("abcabc" if row % 2 else "bcabca" for row in range(ROWS)), rising=True)
    frames = 0
    while not on.over and frames < 6:
        step(on)
        frames += 1
    assert 0 < frames < 6


# --- traces --------------------------------------------------------------------------------------------------------


def differences(trace: dict[str, Any], *, both: bool = True) -> Iterator[int]:
    """The frames of a trace in which the kernel shows something else, or the readable rules do (`both`)."""
    board = [[int(label) if label != "." else 0 for label in line] for line in reversed(trace["board"])]
    on = Stack.of(board, PRESETS[trace["preset"]], one_pair=trace.get("one_pair", False))
    cells, meta = pack(on)
    times, greys = times_array(on.times), np.full((1, COLUMNS), GREY, dtype=np.int64)
    swaps = {frame: (row + 1, column) for frame, column, row in trace["swaps"]}
    wanted, states = "", dict(trace["states"])
    for frame in range(1, trace["frames"] + 1):
        place = swaps.get(frame)
        if both:
            step(on, place)
        asked = place[0] * COLUMNS + place[1] if place else -1
        kernels.run(cells, meta, times, greys, greys, np.array([[asked, 0]]))
        wanted = states.get(frame, wanted)
        if written_words(cells) != wanted or (both and written(on) != wanted):
            yield frame


def written(on: Stack) -> str:
    """The board as a trace writes it."""
    return " ".join("".join(f"{p.colour}{LETTERS[p.phase]}" for p in row) for row in on.rows[ROWS:0:-1])


def written_words(cells: Any) -> str:
    """The same of the kernel's board."""
    rows = [cells[r * COLUMNS : (r + 1) * COLUMNS].tolist() for r in range(ROWS, 0, -1)]
    return " ".join("".join(f"{w & 15}{LETTERS[Phase(w >> words.PHASE_AT & 15)]}" for w in row) for row in rows)


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_our_own_traces_are_reproduced(path: Path) -> None:
    assert not list(differences(json.loads(path.read_text(encoding="utf-8"))))


def test_there_are_traces_of_our_own() -> None:
    assert len(OWN) >= 4


@pytest.mark.skipif(not RECORDED.is_file(), reason=f"{RECORDED} is not here")
def test_every_frame_of_the_recorded_traces_is_reproduced() -> None:
    """By the kernel; by the readable rules, which take longer, in every twelfth trace (the benchmark does all)."""
    wrong = []
    with gzip.open(RECORDED, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            trace = json.loads(line)
            wrong += [(trace["id"], frame) for frame in differences(trace, both=number % 12 == 0)]
    assert not wrong


# --- the kernel and its twin ---------------------------------------------------------------------------------------


@st.composite
def games(draw: st.DrawFn) -> tuple[Stack, list[tuple[int, int, int, int]]]:
    """A stack and what happens to it: frames to wait, row, column, and what is done there."""
    colours = draw(st.integers(2, 5))
    heights = draw(st.lists(st.integers(0, 9), min_size=COLUMNS, max_size=COLUMNS))
    cells = draw(st.lists(st.integers(1, colours), min_size=54, max_size=54))
    board = [[cells[r * COLUMNS + c] if r < heights[c] else 0 for c in range(COLUMNS)] for r in range(9)]
    times = draw(st.sampled_from([QUICK, *PRESETS.values()]))
    rows = st.lists(st.integers(1, colours), min_size=COLUMNS, max_size=COLUMNS)
    feed, greys = draw(st.lists(rows, min_size=1, max_size=3)), draw(st.lists(rows, min_size=1, max_size=3))
    rising, one_pair = draw(st.booleans()), draw(st.booleans())
    on = Stack.of(board, times, rising=rising, one_pair=one_pair, feed=feed, greys=greys)
    deed = st.tuples(st.integers(1, 25), st.integers(1, 8), st.integers(0, COLUMNS - 2), st.integers(0, 9))
    return on, draw(st.lists(deed, min_size=5, max_size=40))


def assert_same(on: Stack, cells: Any, meta: Any) -> None:
    there, state = pack(on)
    assert cells.tolist() == there.tolist()
    differ = {n for n, (a, b) in enumerate(zip(meta.tolist(), state.tolist(), strict=True)) if a != b}
    assert not differ - {words.EVENT_SIZE, words.EVENT_CHAIN, words.EVENT_GARBAGE, words.CHANGES}


@settings(max_examples=30, deadline=None)
@given(games())
def test_the_kernel_does_what_the_readable_rules_do(game: tuple[Stack, list[tuple[int, int, int, int]]]) -> None:
    on, deeds = game
    times, feed, greys = times_array(on.times), np.array(on.feed, dtype=np.int64), np.array(on.greys, dtype=np.int64)
    cells, meta = pack(on)
    for wait, row, column, deed in deeds:
        if deed == 9 and garbage.can_drop(on, height := 1 + column % 3):
            garbage.drop(on, column % 2, 1 + row % 5, height)
            cells, meta = pack(on)
        inputs = np.full((wait, 2), -1, dtype=np.int64)
        inputs[:, 1] = 0
        inputs[0] = (-1, 1) if deed == 8 else (row * COLUMNS + column, 0)
        for n in range(wait):
            swap = (row, column) if n == 0 and deed != 8 else None
            step(on, swap, lift=n == 0 and deed == 8)
        kernels.run(cells, meta, times, feed, greys, inputs)
        assert_same(on, cells, meta)
        if on.over:
            break


@settings(max_examples=20, deadline=None)
@given(games())
def test_words_and_panels_are_inverses(game: tuple[Stack, Sequence[Any]]) -> None:
    on, deeds = game
    for _, row, column, _ in deeds[:6]:
        step(on, (row, column))
    cells, meta = pack(on)
    back = unpack(cells, meta, on.times)
    assert back.rows == on.rows
    assert pack(back)[1].tolist() == meta.tolist()
