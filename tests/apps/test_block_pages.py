"""Boards of blocks on pages that chromium draws, at first sight: as browsers round and smooth, nothing here does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.find_board import meant
from benchmarks.read_windows import judged
from bot.frame import Frame
from bot.vision.blocks.reader import BlockReader
from tests.apps.block_pages import photograph
from tests.apps.browser import Browser, chromium, missing

pytestmark = [pytest.mark.apps, pytest.mark.skipif(bool(missing()), reason=missing())]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium(tmp_path_factory.mktemp("profile")) as tab:
        yield tab


@pytest.mark.parametrize(
    ("seed", "what"),
    [
        (1085, "a sun and an umbrella of one ink, taken for one kind"),
        (1131, "signs of one ink, one of them in doubt"),
        (1111, "a chequered board beside words, told wider than it is"),
        (1020, "black cells between lines, and more of them among the blocks"),
        (2092, "black cells between lines over letters, all in doubt"),
        (2110, "dark cells between lines, taken for a kind, and letters of one ink for another"),
        (2131, "pale cells between lines over glossy blocks, taken for a kind"),
        (5061, "eight columns and four rows of ten and six, between the lines of its empty cells, told as the whole"),
    ],
)
def test_what_pages_showed_is_read(browser: Browser, seed: int, what: str, tmp_path: Path) -> None:
    pixels, truth = photograph(browser, seed, tmp_path)
    reading = BlockReader().read(Frame(pixels, 0.0))
    assert judged(meant(reading.grid, truth), reading) == "perfect", what
