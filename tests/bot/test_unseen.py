"""A board in a window that no layout reads is learned from what goes on there, not from one look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from bot import cli
from bot.arcade.memory import VirtualClock
from bot.cli import glances, unseen
from bot.cli.keys import check_keys, told_keys, with_keys
from bot.cli.said import Said
from bot.cli.unseen import find_board, learn_board
from bot.errors import CannotReadError, UsageError
from bot.frame import Frame, Pixels
from bot.layouts import candidates
from bot.solve import UnknownGameError
from calibration.discover import discover
from calibration.write import save
from tests.bot.beads import falling, landscape, scene, screen
from tests.bot.compare import renamed
from tests.bot.synthetic_blocks import Drawn, Wish, draw

BEFORE = CannotReadError("no layout reads it")


@dataclass
class Screen:
    """Shows a picture for each moment."""

    clock: VirtualClock
    shown: Callable[[float], Pixels]
    grabs: list[float] = field(default_factory=list)

    def grab(self) -> Frame:
        now = self.clock.now()
        self.grabs.append(now)
        return Frame(self.shown(now), now)

    def wait(self, seconds: float) -> bool:
        self.clock.sleep(seconds)
        return True

    def close(self) -> None:
        """Nothing to let go of."""


def stack(framed: bool = True, kinds: int = 4) -> Drawn:
    return draw(1, Wish("panel", "plain", "stack", size=(12, 6), kinds=kinds, framed=framed, damage=False, lines=False))


@pytest.fixture(scope="module")
def rising() -> Callable[[float], Pixels]:
    """A stack in a frame that rises by a cell in four seconds; what is above the frame's top is hidden."""
    drawn = stack()
    grid = drawn.grid
    x, y, w, h = (round(value) for value in (grid.x, grid.y, grid.box.w, grid.box.h))
    well = drawn.pixels[y : y + h, x : x + w]
    below = well[h - round(3 * grid.pitch_y) : h - round(2 * grid.pitch_y)]
    whole = np.concatenate([well, below])

    def shown(now: float) -> Pixels:
        by = round((now * 0.25 % 0.9) * grid.pitch_y)
        pixels = drawn.pixels.copy()
        pixels[y : y + h, x : x + w] = whole[by : by + h]
        return pixels

    return shown


def test_a_stack_that_rises_is_learned_as_one_whose_clock_runs(
    rising: Callable[[float], Pixels], tmp_path: Path
) -> None:
    clock = VirtualClock()
    screen = Screen(clock, rising)
    found = learn_board(screen, clock, Said("paneldepon"), tmp_path, BEFORE)
    assert found.layout.board.scrolls
    assert found.layout.running is not None
    assert found.layout.running["physics"] == "settled"
    clock.sleep(1.3)
    again = find_board(screen, clock, [found.layout], {})
    assert again.first[1].position is not None


def test_a_board_that_was_learned_here_is_found_though_some_of_it_is_open(
    rising: Callable[[float], Pixels], tmp_path: Path
) -> None:
    clock = VirtualClock()
    layout = learn_board(Screen(clock, rising), clock, Said("paneldepon"), tmp_path, BEFORE).layout
    place = layout.board.place
    assert place is not None

    def spoilt(now: float) -> Pixels:
        pixels = rising(now)
        height, width = pixels.shape[:2]
        y, x = round((place.top + place.bottom) / 2 * height), round(place.left * width)
        pixels[y : y + 20, x : x + 60] = np.random.default_rng(1).integers(0, 255, (20, 60, 3))
        return pixels

    found = find_board(Screen(clock, spoilt), clock, [*candidates("paneldepon"), layout], {})
    assert found.layout.folder == layout.folder
    assert found.first[1].position is not None
    assert "?" in "".join(found.first[1].position.board)


def test_a_board_that_stands_still_is_looked_at_twice_and_waits(tmp_path: Path) -> None:
    drawn, clock = stack(), VirtualClock()
    screen = Screen(clock, lambda now: drawn.pixels)
    found = learn_board(screen, clock, Said("paneldepon"), tmp_path, BEFORE)
    assert not found.layout.board.scrolls
    assert found.layout.running is None
    assert len(screen.grabs) == 3, "a look, one that shows that nothing moves, and one to read by"


def test_what_one_look_does_not_show_another_does(tmp_path: Path) -> None:
    drawn, clock = stack(), VirtualClock()
    nothing = np.full_like(drawn.pixels, 90)
    screen = Screen(clock, lambda now: drawn.pixels if now > 0.5 else nothing)
    assert learn_board(screen, clock, Said("paneldepon"), tmp_path, BEFORE).layout.game == "paneldepon"


def test_a_board_that_may_be_of_a_known_game_asks_for_its_name(tmp_path: Path) -> None:
    drawn = draw(1, Wish("panel", "plain", "stack", size=(10, 6), kinds=5, framed=True, damage=False, lines=False))
    clock = VirtualClock()
    with pytest.raises(CannotReadError) as said:
        learn_board(Screen(clock, lambda now: drawn.pixels), clock, Said(), tmp_path, BEFORE)
    assert "--game" in str(said.value)


def test_why_a_board_was_not_learned_is_said_where_its_game_is_named(tmp_path: Path) -> None:
    drawn, clock = stack(framed=False), VirtualClock()
    without_room = drawn.pixels[round(drawn.grid.cell((2, 0)).y) :]
    with pytest.raises(CannotReadError, match="how far the board reaches"):
        learn_board(Screen(clock, lambda now: without_room), clock, Said("paneldepon"), tmp_path, BEFORE)


def test_a_board_without_a_border_is_as_large_as_all_of_its_game_where_there_is_room(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn, clock = stack(framed=False), VirtualClock()
    found = learn_board(Screen(clock, lambda now: drawn.pixels), clock, Said("paneldepon"), tmp_path, BEFORE)
    reading = found.first[1]
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(drawn.board)
    assert "12 rows and 6 columns, as large as boards of paneldepon are" in capsys.readouterr().err


def test_keys_that_a_game_has_are_said_by_their_meaning(tmp_path: Path) -> None:
    drawn, clock = stack(), VirtualClock()
    layout = learn_board(Screen(clock, lambda now: drawn.pixels), clock, Said("paneldepon"), tmp_path, BEFORE).layout
    assert (layout.hands.hold, layout.hands.gap) >= (0.05, 0.04), "nobody knows how soon this program sees a key"
    other = with_keys(layout, ["swap=c", "raise=x"])
    assert other.hands.keys == {**layout.hands.keys, "swap": "c", "raise": "x"}
    assert other.folder == layout.folder
    assert "swap=c" in told_keys(other)
    with pytest.raises(UsageError, match="the keys of paneldepon are up, down"):
        with_keys(layout, ["jump=c"])
    with pytest.raises(UsageError, match="names of keys"):
        with_keys(layout, ["swap=no such key"])


def test_a_key_that_no_program_of_a_game_has_is_told_before_anything_is_looked_at() -> None:
    check_keys("puyo", ["turn=x", "drop=space"])
    with pytest.raises(UsageError, match="found 'soft=s'; the keys of puyo are left, right, turn, back, drop"):
        check_keys("puyo", ["turn=x", "soft=s"])


def begun(now: float) -> Pixels:
    """A game at its start: a pair falls by a row in a quarter of a second and then lies; another one follows."""
    landed, falls = now >= 2.75, now % 2.75 * 4
    board = [list("......") for _ in range(12)]
    if landed:
        board[11][2], board[10][2] = "r", "g"
    row = min(9 if not landed else 7, int(falls))
    board[row][2], board[row + 1][2] = ("g", "r") if not landed else ("y", "b")
    return screen(["".join(line) for line in board], falls % 1 if row == int(falls) else 0.0)


def test_a_game_at_its_start_is_learned_from_what_comes_to_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glances, "LOOKS", 2)
    monkeypatch.setattr(unseen, "OFTEN", 1.0)
    clock = VirtualClock()
    found = learn_board(Screen(clock, begun), clock, Said("puyo"), tmp_path, BEFORE)
    assert clock.now() >= 2.75, "no kind is learned from what hangs in the air"
    labels = [kind.label for kind in found.layout.board.kinds]
    assert labels[0] == "."
    assert len(labels) == 3, "two kinds lie"
    assert found.layout.board.learns


def test_a_pair_that_falls_slowly_is_waited_for_as_long_as_it_falls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(glances, "LOOKS", 2)
    monkeypatch.setattr(unseen, "OFTEN", 6.0)
    clock = VirtualClock()
    learn_board(Screen(clock, lambda now: begun(now / 16)), clock, Said("puyo"), tmp_path, BEFORE)
    assert unseen.COMING < 16 * 2.75 <= clock.now() < unseen.LONGEST


def test_a_game_over_a_picture_is_learned_from_what_moves(tmp_path: Path) -> None:
    behind = landscape(7)

    def shown(now: float) -> Pixels:
        row = 1 + int(now % 11)
        return scene(falling(("......",) * 11 + ("rg..rg",), "gr" if now < 11 else "rg", min(row, 10)), behind)

    clock = VirtualClock()
    found = learn_board(Screen(clock, shown), clock, Said("puyo"), tmp_path, BEFORE)
    assert found.layout.board.scenery
    assert found.first[1].position is not None
    assert found.first[1].position.board[11].count(".") == 2
    assert clock.now() < 20


def test_a_board_on_which_nothing_ever_lies_is_told_as_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unseen, "COMING", 0.4)
    monkeypatch.setattr(unseen, "LONGEST", 6.0)
    monkeypatch.setattr(glances, "LOOKS", 2)
    clock = VirtualClock()
    with pytest.raises(CannotReadError, match=r"none lies in a cell yet|found none yet"):
        learn_board(Screen(clock, lambda now: begun(now % 2.5)), clock, Said("puyo"), tmp_path, BEFORE)


def test_where_nobody_says_that_pairs_fall_none_is_waited_for(tmp_path: Path) -> None:
    clock = VirtualClock()
    with pytest.raises(CannotReadError) as raised:
        learn_board(Screen(clock, lambda now: begun(0.375)), clock, Said(), tmp_path, BEFORE)
    assert raised.value is BEFORE
    assert clock.now() < 5


def test_where_something_moves_and_no_game_is_named_those_whose_clock_runs_are_told(tmp_path: Path) -> None:
    clock = VirtualClock()
    screen_ = Screen(clock, lambda now: landscape(int(now / 0.2)))
    seen = glances.Glances()
    while not seen.pictures():
        seen.take(screen_.grab())
        clock.sleep(0.2)
    with pytest.raises(CannotReadError, match=r"no layout reads it.* name it: .*--game paneldepon or --game puyo"):
        learn_board(screen_, clock, Said(None), tmp_path, BEFORE, None, seen)


@pytest.mark.parametrize("doing", ["play", "record"])
def test_a_game_that_is_not_played_here_is_refused_before_any_look(
    doing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = ["nowhere"] if doing == "record" else []
    monkeypatch.setattr("sys.argv", ["banmen", doing, *folder, "--window", "no such window", "--game", "samegame"])
    with pytest.raises(SystemExit) as leaving:
        cli.main()
    assert leaving.value.code == UsageError.exit_code
    said = capsys.readouterr().err
    assert "samegame is no game that can be played here" in said
    assert "`banmen read`" in said


def test_a_board_of_a_game_that_is_not_played_here_is_not_waited_for(tmp_path: Path) -> None:
    drawn = draw(1, Wish("panel", "plain", "full", size=(6, 6), kinds=4, pitch=40.0, framed=True, damage=False))
    layout = save(discover([drawn.pixels], game="samegame"), tmp_path / "samegame" / "full", title="Full")
    shown = Screen(VirtualClock(), lambda _: drawn.pixels)
    with pytest.raises(UnknownGameError, match="samegame is no game that can be solved here"):
        find_board(shown, shown.clock, [layout], {})
    assert len(shown.grabs) == 1
