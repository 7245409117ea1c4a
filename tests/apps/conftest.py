"""A browser and a studio for tests that use both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.apps.browser import Browser, chromium
from tests.calibration.studio_server import Running, running


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium(tmp_path_factory.mktemp("profile"), "--host-resolver-rules=MAP *.example 127.0.0.1") as browser:
        yield browser


@pytest.fixture
def browser(tab: Browser) -> Iterator[Browser]:
    """The tab, by day, on a desk; whatever the page did, it kept its own rules."""
    tab.screen()
    yield tab
    assert tab.complaints() == []


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "layouts") as one:
        yield one
