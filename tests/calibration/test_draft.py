"""Drafts: every change gives a new one, and a person's word counts more than what was seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.grid import Grid
from calibration.draft import Draft, start
from calibration.shot import CalibrationError
from calibration.sorting import sort_cells
from engine.position import BadPosition, Position
from tests.calibration.drawn import GRID, PAIRS, draw, rows

OTHER = """
    FEDCBA
    ..CDEF
    AABB..
    GGFEDC
"""


@pytest.fixture(scope="module")
def draft() -> Draft:
    return start([sort_cells(draw(PAIRS), GRID, "tiles")], "tiles", "shisen")


@pytest.fixture(scope="module")
def two() -> Draft:
    return start([sort_cells(draw(text), GRID, "tiles") for text in (PAIRS, OTHER)], "tiles")


def test_cells_of_a_given_grid_are_sorted_in_order_of_appearance(draft: Draft) -> None:
    assert draft.position().board == rows(PAIRS)
    assert draft.labels == ("A", "B", "C", "D", "E", "F")
    assert draft.counts() == (4, 3, 3, 4, 4, 4) or sum(draft.counts()) == 22


def test_kinds_are_the_same_in_all_pictures(two: Draft) -> None:
    assert two.position(0).board == rows(PAIRS)
    assert two.position(1).board == rows(OTHER)
    assert two.labels[-1] == "G"


def test_kinds_are_known_again_when_the_whole_picture_is_darker(draft: Draft) -> None:
    dim = draft.with_shot(sort_cells(draw(OTHER, light=0.8), GRID, "tiles"))
    assert dim.position(1).board == rows(OTHER)


def test_a_change_leaves_the_draft_before_it_as_it_was(draft: Draft) -> None:
    before = draft.position()
    draft.merged("A", "B").split("A").with_kind(0, (0, 0), "*").named("C", "x").labelled(
        Position({"board": rows(OTHER)})
    )
    assert draft.position() == before


def test_merging_gives_all_cells_of_one_kind_to_another(draft: Draft) -> None:
    assert draft.merged("A", "B").position().board == tuple(row.replace("B", "A") for row in rows(PAIRS))
    assert "B" not in draft.merged("A", "B").labels
    assert draft.merged(".", "F").position().board == tuple(row.replace("F", ".") for row in rows(PAIRS))
    assert draft.merged("A", "A") is draft


def test_splitting_undoes_a_merge_but_for_the_label(draft: Draft) -> None:
    again = draft.merged("A", "B").split("A")
    board = again.position().board
    assert len(again.labels) == len(draft.labels)
    places = {tuple((r, c) for r, row in enumerate(rows(PAIRS)) for c, x in enumerate(row) if x == k) for k in "AB"}
    new = {tuple((r, c) for r, row in enumerate(board) for c, x in enumerate(row) if x == k) for k in again.labels}
    assert places <= new


def test_a_single_cell_cannot_be_parted(draft: Draft) -> None:
    alone = draft.with_kind(0, (0, 0), "*")
    with pytest.raises(CalibrationError, match="one cell only"):
        alone.split("*")


@pytest.mark.parametrize(("label", "row"), [("F", "FBCADB"), (".", ".BCADB"), ("?", "?BCADB"), ("z", "zBCADB")])
def test_one_cell_is_put_right(draft: Draft, label: str, row: str) -> None:
    after = draft.with_kind(0, (0, 0), label)
    assert after.position().board == (row, *rows(PAIRS)[1:])


def test_the_last_cell_of_a_kind_takes_the_kind_with_it(draft: Draft) -> None:
    alone = draft.with_kind(0, (0, 0), "*")
    assert "*" not in alone.with_kind(0, (0, 0), "A").labels


@pytest.mark.parametrize("cell", [(4, 0), (0, 6), (-1, 0)])
def test_a_cell_beside_the_board_is_refused(draft: Draft, cell: tuple[int, int]) -> None:
    with pytest.raises(CalibrationError, match="no cell"):
        draft.with_kind(0, cell, "A")


def test_a_kind_is_named(draft: Draft) -> None:
    after = draft.named("C", "x", "bamboo one")
    assert after.position().board[0] == "ABxADB"
    assert after.names[after.labels.index("x")] == "bamboo one"
    assert draft.named("C", ".").position().board == draft.merged(".", "C").position().board


@pytest.mark.parametrize(
    ("old", "new", "says"), [("A", "B", "taken"), ("A", "ab", "one visible"), ("q", "r", "no kind")]
)
def test_a_label_that_cannot_be_is_refused(draft: Draft, old: str, new: str, says: str) -> None:
    with pytest.raises(CalibrationError, match=says):
        draft.named(old, new)


def test_a_typed_board_names_every_cell(two: Draft) -> None:
    names = str.maketrans("ABCDEF", "uvwxyz")
    after = two.labelled(Position({"board": tuple(row.translate(names) for row in rows(PAIRS))}))
    assert after.position(0).board == tuple(row.translate(names) for row in rows(PAIRS))
    assert after.position(1).board == tuple(row.translate(names) for row in rows(OTHER))


def test_a_typed_board_parts_what_was_taken_for_one_kind_in_all_pictures(two: Draft) -> None:
    wrong = two.merged("A", "B")
    after = wrong.labelled(Position({"board": rows(PAIRS)}))
    assert after.position(0).board == rows(PAIRS)
    assert after.position(1).board == rows(OTHER)


def test_a_typed_question_mark_leaves_its_cell(draft: Draft) -> None:
    typed = tuple("?" * len(row) for row in rows(PAIRS))
    assert draft.labelled(Position({"board": typed})).position().board == rows(PAIRS)


@pytest.mark.parametrize(
    ("typed", "says"),
    [(rows(PAIRS)[:3], "3 rows"), ((*rows(PAIRS)[:3], "EB.DF"), "Row 3"), ((*rows(PAIRS)[:3], "EB DFA"), "Row 3")],
)
def test_a_typed_board_of_another_size_is_refused(draft: Draft, typed: tuple[str, ...], says: str) -> None:
    with pytest.raises(BadPosition, match=says):
        draft.labelled(Position({"board": typed}))


def test_another_grid_sorts_again_and_keeps_labels(draft: Draft) -> None:
    named = draft.named("C", "x", "bamboo")
    smaller = named.with_grid(replace(GRID, rows=3))
    assert smaller.position().board == tuple(row.replace("C", "x") for row in rows(PAIRS)[:3])
    assert smaller.names[smaller.labels.index("x")] == "bamboo"
    later = named.with_grid(Grid(GRID.x + 2 * GRID.pitch_x, GRID.y, GRID.pitch_x, GRID.pitch_y, 4, 4))
    assert later.position().board == tuple(row[2:].replace("C", "x") for row in rows(PAIRS))


def test_a_grid_beside_the_picture_is_refused(draft: Draft) -> None:
    with pytest.raises(CalibrationError, match="beside the picture"):
        draft.with_grid(replace(GRID, x=5000.0))
    with pytest.raises(CalibrationError, match="smaller than two pixels"):
        draft.with_grid(replace(GRID, pitch_x=1.0))


def test_pictures_come_and_go(two: Draft) -> None:
    alone = two.without_shot(1)
    assert "G" not in alone.labels
    with pytest.raises(CalibrationError, match="at least one picture"):
        alone.without_shot(0)


def test_a_picked_tile_stays_of_its_kind_and_is_marked() -> None:
    pairs = """
        ABCADB
        CDAEFE
        FBDBCF
        EDCDFA
    """
    shot = sort_cells(draw(pairs, picked=((0, 0),)), GRID, "tiles")
    position = start([shot], "tiles").position()
    assert position.board == rows(pairs)
    assert position.blocks["marked"] == ("0,0",)


@pytest.mark.parametrize("text", ["ABCAB.\n......\n.....C\nA....B", "......\n.A..A.\n......\n......"])
def test_a_nearly_empty_board_is_mostly_gaps(text: str) -> None:
    shot = sort_cells(draw(text), GRID, "tiles")
    gaps = [[kind == -1 for kind in row] for row in shot.kind.tolist()]
    assert gaps == [[label == "." for label in row] for row in rows(text)]
