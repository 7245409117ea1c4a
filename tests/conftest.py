"""Fixtures for all tests: an X display of their own, and no layouts but those that come with Banmen."""

from __future__ import annotations

import os
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.display import NEEDS_XVFB, DisplayServer, display_server, missing_programs

APPS = Path(__file__).parent / "apps"

settings.register_profile("every day", derandomize=True)
"""The same examples at every run: what is new is tried with `FUZZ`, not while somebody waits for a green light."""
settings.register_profile("fuzz", derandomize=False)
settings.load_profile("fuzz" if "FUZZ" in os.environ else "every day")


@pytest.fixture(scope="session", autouse=True)
def no_own_layouts(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whoever runs the tests may have calibrated layouts; no test reads or writes them."""
    os.environ["XDG_DATA_HOME"] = os.fspath(tmp_path_factory.mktemp("data"))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Games of other people first, then the files with the most tests: two cores are done at about the same time.

    A file of a real game has few tests and takes minutes; begun last, it keeps one core busy and the other idle.
    """
    tests_of = Counter(item.path for item in items)
    items.sort(key=lambda item: (APPS not in item.path.parents, -tests_of[item.path]))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """What needs an X display is left out where there is none; but a run that is to tell whether all is well fails."""
    if item.get_closest_marker("x11") is None:
        return
    if os.environ.get("CI") and missing_programs("Xvfb", "openbox"):
        pytest.fail(NEEDS_XVFB)
    if missing_programs("Xvfb"):
        pytest.skip(NEEDS_XVFB)


@pytest.fixture(scope="session")
def x_server() -> Iterator[DisplayServer]:
    """A display for the whole run; DISPLAY is left alone, hand `x_server.env` to what you start."""
    with display_server() as server:
        yield server


@pytest.fixture
def display(x_server: DisplayServer, monkeypatch: pytest.MonkeyPatch) -> DisplayServer:
    """The same display, with DISPLAY and its kin set for this process as well, during one test."""
    for name in ("WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "XAUTHORITY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", x_server.name)
    monkeypatch.setenv("HOME", os.fspath(x_server.home))
    return x_server


def pytest_unconfigure() -> None:
    """Say nothing of what pyautogui leaves open when Python ends; until here every warning was an error."""
    warnings.simplefilter("ignore", ResourceWarning)
