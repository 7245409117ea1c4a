"""Windows of a real X display: found, followed, covered, moved, put away, closed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.frame import Box, Point
from bot.target import NoWindow, TargetError
from bot.x11.display import Display, NoDisplay, session_type, shared
from bot.x11.manager import manager_name
from bot.x11.region import XRegion
from bot.x11.windows import find_window, list_windows
from tests.bot.observer import Look, Observer
from tests.display import DisplayServer, display_server, wait_for

pytestmark = pytest.mark.x11

PLACE = Box(200, 150, 300, 180)


@pytest.fixture
def board(display: DisplayServer) -> Iterator[Observer]:
    with Observer(display, PLACE, Look("Schach – Brett №1", "brett")) as observer:
        yield observer


def test_a_window_is_found_by_title_class_and_number(display: DisplayServer, board: Observer) -> None:
    connection = shared()
    assert connection.name == display.name
    for wanted in ("schach – brett №1", "BRETT", "№1", f"0x{board.id:x}"):
        window = find_window(connection, wanted)
        assert (window.id, window.title) == (board.id, "Schach – Brett №1")
        assert window.box()[2:] == (300, 180)


def test_the_main_window_is_found_not_its_dialog_or_menu(display: DisplayServer, board: Observer) -> None:
    dialog = Look("High Scores — Schach", "brett", dialog_of=board.id)
    with (
        Observer(display, Box(500, 300, 400, 300), dialog) as scores,
        Observer(display, PLACE, Look(popup=True)) as menu,
    ):
        assert find_window(shared(), "brett").id == board.id
        assert find_window(shared(), "High Scores").id == scores.id
        assert menu.id not in [facts.id for facts in list_windows(shared())]


def test_a_window_that_is_not_there_is_answered_with_those_that_are(board: Observer) -> None:
    with pytest.raises(NoWindow, match=r"'tetris'.*“Schach – Brett №1” \(Brett, 300x180\)"):
        find_window(shared(), "tetris")


def test_the_rectangle_follows_the_window(board: Observer) -> None:
    window = find_window(shared(), "brett")
    before = window.box()
    board.move(420, 260)
    moved = window.box()
    assert (moved.w, moved.h) == (300, 180)
    assert (moved.x, moved.y) != (before.x, before.y)
    board.resize(340, 120)
    assert (window.box().w, window.box().h) == (340, 120)


def test_another_window_lies_over_a_part(display: DisplayServer, board: Observer) -> None:
    window = find_window(shared(), "brett")
    box = window.box()
    left, right = Point(box.x + 20, box.y + 90), Point(box.x + 250, box.y + 90)
    assert window.on_top(left)
    assert window.on_top(right)
    with Observer(display, Box(box.x + 200, box.y + 50, 80, 80), Look(popup=True)):
        assert window.on_top(left)
        assert not window.on_top(right)
    assert wait_for(lambda: window.on_top(right), "the popup to be gone")
    with Observer(display, Box(box.x - 50, box.y, 120, 150), Look("Save?", "brett", dialog_of=board.id)):
        assert not window.on_top(left)
        assert window.on_top(right)


def test_a_point_beside_the_window_is_not_on_it(board: Observer) -> None:
    window = find_window(shared(), "brett")
    box = window.box()
    assert not window.on_top(Point(box.x + box.w + 40, box.y))
    assert window.on_top(Point(box.x, box.y))
    assert window.on_top(Point(box.x + box.w - 0.5, box.y + box.h - 0.5))


def test_raising_a_window_gives_it_the_keyboard(display: DisplayServer, board: Observer) -> None:
    window = find_window(shared(), "brett")
    here = window.box().centre
    with Observer(display, PLACE, Look("Other", "other")) as other:
        other.window.activate()
        assert not window.focused()
        assert not window.on_top(here)
        window.activate()
        assert window.focused()
        assert window.on_top(here)
        assert not other.window.focused()


def test_a_window_put_away_is_told_and_comes_back(board: Observer) -> None:
    if manager_name(shared()) is None:
        pytest.skip("needs a window manager: install openbox (`apt install openbox`)")
    window = find_window(shared(), "brett")
    board.minimise()
    with pytest.raises(TargetError, match="minimised"):
        window.box()
    assert not window.on_top(Point(350, 240))
    assert not window.focused()
    assert find_window(shared(), "brett").id == window.id
    window.activate()
    assert window.alive


def test_a_closed_window_is_told(board: Observer) -> None:
    window = find_window(shared(), "brett")
    board.close()
    wait_for(lambda: not window.alive, "the window to be gone")
    with pytest.raises(NoWindow, match="“Schach – Brett №1” is gone"):
        window.box()
    assert not window.on_top(Point(350, 240))
    assert not window.focused()


def test_a_region_belongs_to_the_window_in_its_middle(display: DisplayServer, board: Observer) -> None:
    box = board.window.box()
    region = XRegion(shared(), Box(box.x + 50, box.y + 40, 200, 100))
    assert region.title == f"the region {box.x + 50},{box.y + 40},200,100"
    assert region.on_top(box.centre)
    assert not region.on_top(Point(box.x + 10, box.y + 10))
    assert region.pointer() is not None
    board.window.activate()
    assert region.focused()
    with Observer(display, Box(box.x + 100, box.y + 60, 30, 30), Look(popup=True)):
        assert not region.on_top(Point(box.x + 110, box.y + 70))
        assert region.on_top(Point(box.x + 60, box.y + 50))


def test_without_a_window_manager() -> None:
    with display_server((640, 480), window_manager=False) as server:
        assert manager_name(server.connection) is None
        with Observer(server, PLACE) as board, Observer(server, PLACE, Look("Other", "other")):
            window = find_window(server.connection, "observer")
            assert window.id == board.id
            assert window.box() == PLACE
            assert not window.on_top(PLACE.centre)
            window.activate()
            assert window.on_top(PLACE.centre)
            assert window.focused()


def test_a_window_that_is_put_into_another_one_is_found_there() -> None:
    with (
        display_server((640, 480), window_manager=False) as server,
        Observer(server, PLACE) as board,
        Observer(server, Box(20, 30, 400, 250)) as shell,
    ):
        assert not board.window.on_top(Point(250, 200))
        board.window.activate()
        assert board.window.on_top(Point(250, 200))
        with board.display.talk() as core:
            core.ReparentWindow(board.id, shell.id, 7, 9)
        assert board.window.box() == Box(27, 39, 300, 180)
        for _ in range(2):
            assert board.window.on_top(Point(30, 50))
            assert not board.window.on_top(Point(450, 300))
        with Observer(server, Box(25, 40, 30, 30)):
            assert not board.window.on_top(Point(30, 50))
        assert board.window.on_top(Point(30, 50))


def test_a_lost_server_is_told() -> None:
    with display_server((320, 240), window_manager=False) as server:
        connection = Display(server.name)
        board = Observer(server, Box(10, 10, 100, 50))
        window = find_window(connection, "observer")
        board.close()
    with pytest.raises(NoDisplay, match="was lost"):
        window.box()
    with pytest.raises(NoDisplay):
        window.on_top(Point(1, 1))
    assert connection.lost
    connection.close()
    connection.close()


def test_a_display_that_does_not_answer_is_told() -> None:
    with pytest.raises(NoDisplay, match=r"':98765'.*does not answer"):
        Display(":98765")


@pytest.mark.parametrize(
    ("environment", "kind", "remedy"),
    [
        ({}, "none", "DISPLAY is not set"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "wayland", "on Xorg"),
        ({"XDG_SESSION_TYPE": "wayland"}, "wayland", "Xwayland :7"),
    ],
)
def test_no_display_is_told_with_the_remedy(
    environment: dict[str, str], kind: str, remedy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert session_type() == session_type(environment) == kind
    with pytest.raises(NoDisplay, match=remedy):
        shared()


def test_a_named_display_counts_more_than_the_session() -> None:
    assert session_type({"DISPLAY": ":1", "WAYLAND_DISPLAY": "wayland-0"}) == "x11"
