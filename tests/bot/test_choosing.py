"""Which window a person means by a title, a class or a number."""

from __future__ import annotations

import pytest

from bot.choosing import WindowFacts, choose
from bot.target import NoWindow, TargetError

GAME = WindowFacts(0x600006, "Shisen-Sho", "kshisen", "kshisen", (853, 533), owner=6)
SCORES = WindowFacts(0x600044, "High Scores — Shisen-Sho", "kshisen", "kshisen", (900, 700), side=True, owner=6)
SPLASH = WindowFacts(0x600002, "kshisen", "kshisen", "kshisen", (40, 30), owner=6)
SECOND = WindowFacts(0x900006, "Shisen-Sho", "kshisen", "kshisen", (853, 533), owner=9)
TERMINAL = WindowFacts(0x300001, "banmen play --window kshisen", "xterm", "XTerm", (1000, 700), owner=3)
WIKI = WindowFacts(0x400001, "Shisen-Sho – an encyclopaedia", "browser", "Browser", (1200, 700), owner=4)
NEWS = WindowFacts(0x400009, "News", "browser", "Browser", (1200, 700), owner=4)
HIDDEN = WindowFacts(0x700001, "Picmi", "picmi", "picmi", (700, 560), shown=False, owner=7)


@pytest.mark.parametrize(
    ("wanted", "windows", "meant"),
    [
        ("shisen-sho", [WIKI, GAME, SCORES], GAME),
        ("KSHISEN", [TERMINAL, GAME], GAME),
        ("shisen", [TERMINAL, WIKI, GAME], GAME),
        ("kshisen", [SPLASH, SCORES, GAME], GAME),
        ("High Scores", [GAME, SCORES], SCORES),
        ("encyclo", [GAME, WIKI], WIKI),
        ("0x900006", [GAME, SECOND], SECOND),
        ("0x00900006", [GAME, SECOND], SECOND),
        ("9437190", [GAME, SECOND], SECOND),
        (" picmi ", [GAME, HIDDEN], HIDDEN),
    ],
)
def test_the_window_that_is_meant(wanted: str, windows: list[WindowFacts], meant: WindowFacts) -> None:
    assert choose(windows, wanted) is meant
    assert choose(windows[::-1], wanted) is meant


def test_a_window_that_is_shown_counts_before_one_that_is_minimised() -> None:
    away = WindowFacts(0x900006, "Shisen-Sho", "kshisen", "kshisen", (1200, 700), shown=False, owner=9)
    assert choose([away, GAME], "kshisen") is GAME


def test_none_fits_and_the_windows_there_are_get_listed() -> None:
    with pytest.raises(NoWindow) as caught:
        choose([GAME, NEWS, HIDDEN], "tetris")
    assert "'tetris'" in str(caught.value)
    assert "0x600006 “Shisen-Sho” (kshisen, 853x533); 0x400009 “News”" in str(caught.value)
    assert "Picmi" not in str(caught.value)


@pytest.mark.parametrize("wanted", ["", "  "])
def test_an_empty_name_means_no_window(wanted: str) -> None:
    with pytest.raises(NoWindow):
        choose([GAME], wanted)


def test_no_windows_at_all() -> None:
    with pytest.raises(NoWindow, match="none at all"):
        choose([], "kshisen")


@pytest.mark.parametrize(("wanted", "windows"), [("kshisen", [GAME, SECOND]), ("browser", [WIKI, NEWS])])
def test_several_fit_equally_well_and_the_way_to_choose_is_told(wanted: str, windows: list[WindowFacts]) -> None:
    with pytest.raises(TargetError) as caught:
        choose(windows, wanted)
    assert f"2 windows fit {wanted!r}" in str(caught.value)
    assert f"--window 0x{windows[0].id:x}" in str(caught.value)
    assert f"0x{windows[1].id:x}" in str(caught.value)
