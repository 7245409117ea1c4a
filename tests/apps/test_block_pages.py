"""Boards of blocks on pages that chromium draws, at first sight: as browsers round and smooth, nothing here does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.read_windows import worth
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
    ("seed", "what", "told"),
    [
        (1085, "a sun and an umbrella of one ink, taken for one kind", "perfect"),
        (1131, "signs of one ink, one of them in doubt", "perfect"),
        (1111, "a chequered board beside words, told wider than it is", "perfect"),
        (1020, "black cells between lines, and more of them among the blocks", "both_of_two"),
        (2092, "black cells between lines over letters, all in doubt", "perfect"),
        (2110, "dark cells between lines, taken for a kind, and letters of one ink for another", "perfect"),
        (2131, "pale cells between lines over glossy blocks, taken for a kind", "perfect"),
        (
            5061,
            "eight columns and four rows of ten and six, between the lines of its empty cells, told as the whole",
            "perfect",
        ),
    ],
)
def test_what_pages_showed_is_read(browser: Browser, seed: int, what: str, told: str, tmp_path: Path) -> None:
    pixels, truth = photograph(browser, seed, tmp_path)
    reading = BlockReader().read(Frame(pixels, 0.0))
    assert worth(truth, reading) == told, what
