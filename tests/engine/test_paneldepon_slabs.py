"""Garbage on a screen: which cells are one piece, told by how they came, fell, and lost their lowest rows."""

from __future__ import annotations

import numpy as np
import pytest

from engine.games.paneldepon import words as k
from engine.games.paneldepon.beam import Pace
from engine.games.paneldepon.player import ChainPlayer
from engine.games.paneldepon.running import Running, versus
from engine.games.paneldepon.slabs import Slabs
from engine.games.paneldepon.timing import PRESETS
from engine.games.paneldepon.tracker import Tracker


def watched(*looks: str) -> Slabs:
    """The pieces after such looks; `=` is garbage, `?` could not be told, `^` before a look: a row has come up."""
    slabs = Slabs()
    for look in looks:
        board = np.array([list(line) for line in look.lstrip("^").split()][::-1])
        board = np.vstack([board, np.full((12 - len(board), 6), ".")])
        slabs.see(board == "=", board == "?", look.startswith("^"))
    return slabs


def pieces(*looks: str) -> list[tuple[int, int, int, int]]:
    """Row from 0 at the bottom, left column, width and height of each."""
    return sorted((slab.row, slab.left, slab.width, slab.height) for slab in watched(*looks).slabs)


def test_rows_of_the_full_width_are_one_piece_at_the_first_look_and_narrower_ones_are_not() -> None:
    assert pieces("====== ====== ......") == [(1, 0, 6, 2)]
    assert pieces("====.. ====.. ......") == [(1, 0, 4, 1), (2, 0, 4, 1)]


def test_pieces_that_came_one_after_the_other_stay_two() -> None:
    first = "...... ====== ......", "...... ...... ======"
    assert pieces(*first, "====== ...... ======", "...... ====== ======") == [(0, 0, 6, 1), (1, 0, 6, 1)]


def test_a_piece_grows_while_it_falls_into_sight() -> None:
    entering = "====== " + "...... " * 11, "====== ====== " + "...... " * 10, "====== ====== ====== " + "...... " * 9
    assert pieces(*entering, "...... ...... ====== ====== ====== " + "...... " * 7) == [(7, 0, 6, 3)]


def test_pieces_side_by_side_are_two_where_they_came_apart() -> None:
    assert pieces("...... ===... ......", "...=== ===... ......", "...... ====== ......") == [
        (1, 0, 3, 1),
        (1, 3, 3, 1),
    ]


def test_each_piece_that_a_match_touches_loses_its_lowest_row() -> None:
    slabs = watched("====== ====== ======", "====== ====== ......")
    assert [(slab.row, slab.height) for slab in slabs.slabs] == [(1, 2)]
    assert ((slabs.words[1] >> k.Y_AT) & 31).tolist() == [1] * 6, "what was the second row is the lowest now"
    came = "====== ...... ...... ......", "...... ...... ====== ......", "====== ====== ====== ......"
    assert pieces(*came) == [(1, 0, 6, 1), (2, 0, 6, 2)]
    assert pieces(*came, "====== ...... ...... ......") == [(3, 0, 6, 1)]


def test_a_piece_rises_with_the_stack() -> None:
    assert pieces("...... ====.. ......", "^====.. ...... ......") == [(2, 0, 4, 1)]


def test_a_piece_that_is_covered_lies_where_it_lay() -> None:
    assert pieces("...... ====== ......", "...... ??==== ......") == [(1, 0, 6, 1)]
    assert pieces("...... ====== ......", "...... ?????? ......") == [(1, 0, 6, 1)]
    assert pieces("...... ====== ......", "...... ?a==== ......") == [(1, 2, 4, 1)]


@pytest.mark.parametrize("seed", [2, 5])
def test_pieces_are_told_apart_as_the_game_knows_them(seed: int) -> None:
    games = Running.start(seed), Running.start(seed)
    players = ChainPlayer(Pace(3, 8), goal=5), ChainPlayer(Pace(6, 18), goal=4)
    tracker, looks = Tracker(PRESETS["normal"]), 0
    while games[0].frame < 2400 and not any(game.topped_out for game in games):
        versus(games, [player.decide(game) for player, game in zip(players, games, strict=True)])
        if games[0].frame % 3:
            continue
        tracker.see(games[0].position(), games[0].frame / 60)
        true, told = games[0].cells[6 : k.LAST], tracker.cells[6 : k.LAST]
        garbage = true & k.GARBAGE != 0
        numbers = np.stack([(true[garbage] >> k.NUMBER_AT) & 255, (told[garbage] >> k.NUMBER_AT) & 255])
        assert len(np.unique(numbers, axis=1).T) == len(np.unique(numbers[0])) == len(np.unique(numbers[1]))
        looks += bool(garbage.any())
    assert looks > 100
