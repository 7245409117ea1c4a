"""Nonograms in the forms of other programs: read, written, and refused where they are faulty."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.api import BadPosition, Position
from engine.formats import Translator
from engine.games.nonogram import Nonogram
from engine.games.nonogram.formats import FORMATS, read, write
from engine.games.nonogram.generate import puzzle_of
from engine.games.nonogram.rules import show

SGT = "5x4:2/1.1/2.1/3//1.1/3/2.1/1"
SMALL = Position({"rows": ("1 1", "3", "2 1", "1"), "cols": ("2", "1 1", "2 1", "3", "0")})
NON = """\
catalogue "ours"
title "A &quot;small&quot; one"
by "us"
width 5
height 4

rows
1,1
3
2,1
1

columns
2
1,1
2,1
3
0

goal "01010111001101010000"
"""
XML = """\
<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">
<puzzleset><source>ours</source>
<puzzle type="grid" defaultcolor="black">
<title>Two colours</title>
<color name="white" char=".">fff</color>
<color name="black" char="X">000</color>
<color name="red" char="r">f00</color>
<clues type="columns">
<line><count>1</count><count color="red">2</count></line><line></line>
</clues>
<clues type="rows">
<line><count>1</count></line><line><count color="red">1</count></line><line><count color="red">1</count></line>
</clues>
</puzzle></puzzleset>
"""
PICTURES = st.integers(1, 9).flatmap(
    lambda width: st.lists(st.text("#.", min_size=width, max_size=width), min_size=1, max_size=7)
)
COLOURED = st.integers(1, 6).flatmap(
    lambda width: st.lists(st.text("#.abgy", min_size=width, max_size=width), min_size=1, max_size=5)
)


def clues(position: Position | None) -> dict[str, tuple[str, ...]]:
    assert position is not None
    return {name: position.blocks[name] for name in ("rows", "cols")}


def test_the_game_is_a_translator() -> None:
    game = Nonogram()
    assert isinstance(game, Translator)
    assert game.formats == FORMATS


def test_an_id_holds_columns_first_and_nothing_for_an_empty_line() -> None:
    assert read(SGT) == SMALL
    assert read(f" pattern:{SGT},abc\n") == SMALL
    assert write(SMALL, "sgt") == f"{SGT}\n"


def test_a_square_id_may_name_one_side() -> None:
    assert clues(read("2:1/1/1/1")) == {"rows": ("1", "1"), "cols": ("1", "1")}


def test_non_with_its_title_and_empty_lines() -> None:
    position = read(NON)
    assert clues(position) == clues(SMALL)
    assert position is not None
    assert position.blocks["title"] == ('A "small" one',)


def test_non_with_a_blank_line_for_an_empty_clue() -> None:
    assert clues(read("width 3\nheight 2\nrows\n\n2\ncolumns\n1\n1\n\n")) == {
        "rows": ("0", "2"),
        "cols": ("1", "1", "0"),
    }


def test_non_with_colours() -> None:
    text = "width 2\nheight 1\ncolor a #ff0000\nrows\n1a,1b\ncolumns\n1a\n1b\n"
    assert clues(read(text)) == {"rows": ("1a 1b",), "cols": ("1a", "1b")}


def test_webpbn_with_colours_and_its_doctype() -> None:
    position = read(XML)
    assert clues(position) == {"rows": ("1", "1r", "1r"), "cols": ("1 2r", "0")}
    assert position is not None
    assert position.blocks["title"] == ("Two colours",)


def test_webpbn_with_a_picture_instead_of_clues() -> None:
    picture = '<puzzle><solution type="goal"><image>|X.X|\n|.XX|</image></solution></puzzle>'
    assert clues(read(picture)) == {"rows": ("1 1", "2"), "cols": ("1", "1", "2")}


@pytest.mark.parametrize("form", FORMATS)
@given(picture=PICTURES)
@settings(max_examples=40, deadline=None)
def test_what_is_written_is_read_again(form: str, picture: list[str]) -> None:
    position = show(puzzle_of(picture))
    assert clues(read(write(position, form))) == clues(position)


@pytest.mark.parametrize("form", ["non", "webpbn"])
@given(picture=COLOURED)
@settings(max_examples=40, deadline=None)
def test_colours_are_written_and_read_again(form: str, picture: list[str]) -> None:
    position = show(puzzle_of(picture))
    again = read(write(position, form))
    if len({c for row in picture for c in row} - {"."}) == 1 and form == "webpbn":
        assert "".join("".join(side) for side in clues(again).values())
        return
    assert clues(again) == clues(position)


def test_titles_survive() -> None:
    titled = Position({"title": ('Cats & "dogs" <3',), **SMALL.blocks})
    for form in ("non", "webpbn"):
        again = read(write(titled, form))
        assert again is not None
        assert again.blocks["title"] == ('Cats & "dogs" <3',)


@pytest.mark.parametrize("text", ["board:\nAB\n", "ABC\nCBA", "rows:\n1\ncols:\n1\n", "", "hello: world"])
def test_other_texts_are_none_of_them(text: str) -> None:
    assert read(text) is None


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><puzzle><title>&b;</title></puzzle>'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("5x4:1/2/3", "9 clues"),
        ("2x1:1//..1", "written as 3.1"),
        ("width 2\nheight 2\nrows\n1\ncolumns\n1\n1\n", "rows of a .non file need 2"),
        ("width 2\nheight 1\nrows\n1,q\ncolumns\n1\n1\n", "3,1"),
        ("width 2\nheight 1\ncolumns\n1\n1\n", "one line `rows`"),
        (NON + "====\n" + NON, "several puzzles"),
        ("width 2\nwidth 2\nheight 1\nrows\n1\ncolumns\n1\n1\n", "says its width once"),
        ("<puzzle>", "broken"),
        ("<html></html>", "<html>"),
        ("<puzzleset/>", "0 puzzles"),
        ('<puzzle type="triddler"/>', "triddler"),
        ("<puzzle/>", "neither clues nor a picture"),
        ('<puzzle><clues type="rows"/></puzzle>', "rows and columns"),
        (XML.replace('color="red"', 'color="mauve"'), "mauve"),
        (XML.replace("<count>1</count>", "<count>one</count>"), "'one'"),
        (BOMB, "entities"),
        ('<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><puzzle><title>&f;</title></puzzle>', "entities"),
        ("<a>" * 30, "nested too deeply"),
    ],
)
def test_faults_are_named(text: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        read(text)


def test_a_board_without_clues_is_said_to_have_none() -> None:
    with pytest.raises(BadPosition, match=r"the clues of its rows .* found none"):
        Nonogram().parse(Position({"board": ("..", "..")}))
    with pytest.raises(BadPosition, match="the clues of its columns"):
        Nonogram().parse(Position({"rows": ("1", "1")}))


def test_an_id_has_no_colours_and_other_forms_are_unknown() -> None:
    coloured = show(puzzle_of(["ab"]))
    with pytest.raises(BadPosition, match="colours"):
        write(coloured, "sgt")
    with pytest.raises(BadPosition, match="non, webpbn, sgt"):
        write(coloured, "pdf")
