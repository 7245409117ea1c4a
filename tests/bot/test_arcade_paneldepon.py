"""Panel de Pon of the arcade on boards drawn as text: keys, mouse, time, and what is seen in every frame."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bot.action import Button
from bot.arcade import make_scene
from bot.arcade.paneldepon.game import PanelGame
from bot.arcade.paneldepon.keyboard import REPEAT_AFTER
from bot.arcade.paneldepon.puzzle import HINT, PuzzleGame, plainly
from bot.arcade.paneldepon.rising import RisingGame, VersusGame
from bot.arcade.paneldepon.seen import Seen
from bot.arcade.paneldepon.skins import GARBAGE, Look, load_skin
from bot.arcade.scene import ArcadeError
from bot.frame import Point
from engine.games.paneldepon.running import Attack
from engine.moves import Cell
from engine.position import Position

FRAME = 1 / 60


@dataclass
class Player:
    """Somebody at the game; time passes only as told."""

    scene: PanelGame
    now: float = 100.0

    def __post_init__(self) -> None:
        self.scene.step(self.now)

    def tap(self, *names: str) -> Player:
        """Press keys one after the other, two frames each."""
        for name in names:
            self.scene.key(name, self.now)
            self.wait(FRAME)
            self.scene.let_go(name, self.now)
            self.wait(FRAME)
        return self

    def hold(self, name: str, frames: int) -> Player:
        """Hold a key down."""
        self.scene.key(name, self.now)
        self.wait(frames * FRAME)
        self.scene.let_go(name, self.now)
        return self

    def drag(self, start: Cell, *way: Cell, button: Button = Button.LEFT) -> Player:
        """Press on a cell of the left board, move to others, let go."""
        self.scene.press(self.scene.grid.centre(start), button, self.now)
        for cell in way:
            self.scene.point(self.scene.grid.centre(cell), self.now)
        self.scene.release(self.now)
        return self

    def push(self, name: str) -> Player:
        """Press one of the buttons of the window."""
        self.scene.press(self.scene.buttons[name].centre, Button.LEFT, self.now)
        self.scene.release(self.now)
        return self

    def wait(self, seconds: float) -> Player:
        """Let time pass."""
        self.now += seconds
        self.scene.step(self.now)
        return self

    def walk(self, cell: Cell) -> Player:
        """Bring the cursor there, step by step."""
        row, column = (int(n) for n in self.scene.truth().blocks["cursor"][0].split(","))
        self.tap(*["Down" if cell[0] > row else "Up"] * abs(cell[0] - row))
        return self.tap(*["Right" if cell[1] > column else "Left"] * abs(cell[1] - column))

    @property
    def shown(self) -> str:
        """The board from the first row with anything in it."""
        rows = list(self.scene.truth().board)
        while rows and rows[0] == "......":
            rows.pop(0)
        return "\n".join(rows)

    @property
    def happened(self) -> list[str]:
        """All that happened, in order."""
        return [happening.what for happening in self.scene.history]

    def looks(self, board: int = 0) -> dict[tuple[float, float], Seen]:
        """The panels that are seen, by row and column."""
        return {(one.y, one.x): one for one in self.scene.picture().wells[board].panels}


def puzzle(board: str, moves: int = 3, preset: str = "normal") -> Player:
    """A puzzle that is drawn; the next one is the same with a and b exchanged."""
    other = board.translate(str.maketrans("ab", "ba"))

    def board_of(seed: int) -> Position:
        return plainly(Position({"board": tuple((other if seed else board).split()), "moves": (str(moves),)}))

    return Player(PuzzleGame(board_of, skin=load_skin("panels"), preset=preset, seed=0, size=(500, 600)))


def rising(mode: str = "endless", **options: object) -> Player:
    """A game with a stack that rises."""
    return Player(make_scene("paneldepon", mode=mode, **{"seed": 3, "preset": "hard", **options}))  # type: ignore[arg-type]


# ---- puzzles


def test_keys_walk_the_cursor_and_swap() -> None:
    player = puzzle("ab..c.").walk((11, 1)).tap("space").wait(0.2)
    assert player.shown == "a.b.c."
    assert player.scene.truth().blocks["moves"] == ("2",)
    assert player.happened == ["swap"]


@pytest.mark.parametrize("keys", [("Right", "Return"), ("d", "f"), ("d", "space")])
def test_both_hands_have_keys(keys: tuple[str, str]) -> None:
    player = puzzle("...ab.").walk((11, 2)).tap(*keys).wait(0.2)
    assert player.shown == "...ba."


def test_a_swap_of_two_empty_cells_is_no_swap() -> None:
    player = puzzle("ab....").walk((11, 3)).tap("space").wait(0.2)
    assert player.scene.truth().blocks["moves"] == ("3",)
    assert player.happened == []


def test_a_panel_is_dragged_to_its_neighbours_place_and_beyond() -> None:
    player = puzzle("a.bbc.", 4).drag((11, 4), (11, 3)).wait(0.3)
    assert player.shown == "a.bcb."
    player.drag((11, 2), (11, 3), (11, 4)).wait(0.5)
    assert player.shown == "a.cbb."
    assert player.happened == ["swap"] * 3


def test_a_click_moves_the_cursor_and_swaps_nothing() -> None:
    player = puzzle("ab..c.").drag((11, 5)).wait(0.2)
    assert player.scene.truth().blocks["cursor"] == ("11,4",)
    assert player.happened == []


def test_swapped_panels_slide() -> None:
    player = puzzle("ab..c.").walk((11, 0)).tap("space").wait(FRAME)
    places = {one.kind: one.x for one in player.scene.picture().wells[0].panels}
    assert 0 < places[0] < 1
    assert places[0] + places[1] == pytest.approx(1)


def test_a_match_flashes_pulls_faces_pops_one_by_one_and_is_gone_together() -> None:
    player = puzzle("b.....\naa.ac.", preset="normal").walk((11, 2)).tap("space").wait(0.15)
    assert player.shown == "b.....\nAAA.c."
    assert {one.look for one in player.looks().values() if one.kind == 0} == {Look.LIT}
    player.wait(0.6)
    assert {one.look for one in player.looks().values() if one.kind == 0} == {Look.FACE}
    player.wait(0.3)
    assert player.shown == "b.....\n.AA.c."
    assert player.scene.picture().wells[0].sparks
    assert player.wait(1.0).shown == "b...c."


def test_a_puzzle_is_won_when_the_last_panel_is_gone_and_not_before() -> None:
    player = puzzle("aa.a..", 1).walk((11, 2)).tap("space").wait(1.0)
    assert player.scene.status.value == "open"
    player.wait(1.0)
    assert player.scene.status.value == "won"
    assert player.happened == ["swap", "won"]
    assert player.scene.picture().panel[0] == "Cleared!"


def test_without_swaps_left_it_is_stuck_once_nothing_moves() -> None:
    player = puzzle("aab.a.", 1).walk((11, 3)).tap("space", "space").wait(0.01)
    assert player.scene.status.value == "open"
    player.wait(0.3)
    assert player.shown == "aaba.."
    assert player.scene.status.value == "stuck"
    assert player.tap("Left", "space").shown == "aaba.."


def test_undo_goes_back_to_the_last_board_at_rest_also_after_the_end() -> None:
    player = puzzle("b.....\naa.ab.", 2).walk((11, 3)).tap("space").wait(1.0)
    assert player.shown == "b.....\naa.ba."
    player.tap("Right").tap("space").wait(1.0)
    assert player.scene.status.value == "stuck"
    assert player.push("undo").shown == "b.....\naa.ba."
    assert player.scene.status.value == "open"
    assert player.scene.truth().blocks["moves"] == ("1",)
    assert player.tap("u").shown == "b.....\naa.ab."
    assert "undo" in player.scene.picture().off
    assert player.tap("u").shown == "b.....\naa.ab."


def test_a_swap_while_panels_move_is_undone_with_the_one_before() -> None:
    player = puzzle("aa.abb", 3).walk((11, 2)).tap("space").wait(0.2).tap("Right", "Right").tap("space").wait(3)
    assert player.happened[:2] == ["swap", "swap"]
    assert player.tap("u").shown == "aa.abb"
    assert player.scene.truth().blocks["moves"] == ("3",)


def test_retry_and_next() -> None:
    player = puzzle("ab..c.").walk((11, 1)).tap("space").wait(0.3).push("retry")
    assert player.shown == "ab..c."
    assert player.tap("n").shown == "ba..c."
    assert player.tap("r").shown == "ba..c."


def test_a_hint_points_at_the_first_swap_and_ends() -> None:
    player = puzzle("bb....\naab.a.", 3).push("hint")
    assert player.scene.truth().blocks["marked"] == ("11,3", "11,4")
    assert player.scene.picture().wells[0].hinted is not None
    player.wait(HINT + 0.1)
    assert "marked" not in player.scene.truth().blocks


def test_a_hint_says_that_there_is_no_answer() -> None:
    player = puzzle("aab...", 1).tap("h")
    assert "No answer" in player.scene.picture().status[0]


def test_time_stands_still_until_the_first_touch_and_in_a_pause() -> None:
    player = rising().wait(30)
    assert player.scene.truth().blocks["scroll"] == ("0.0000",)
    player.tap("Up").wait(2.0).tap("p")
    before = player.scene.truth()
    picture = player.wait(60).tap("Up", "space").scene.picture()
    assert player.scene.truth() == before
    assert picture.wells[0].panels == ()
    assert picture.panel[0] == "Paused"
    assert player.tap("p").wait(3.0).scene.truth() != before


def test_a_long_silence_is_no_different_from_many_short_ones() -> None:
    once, often = rising(), rising()
    for player in (once, often):
        player.tap("Left", "space")
    once.wait(12.0)
    for _ in range(12 * 77):
        often.wait(1 / 77)
    assert once.scene.truth() == often.scene.truth()


def test_slow_animations_take_longer() -> None:
    player = puzzle("aa.a..", 1)
    player.scene.pace = 3.0
    player.drag((11, 3), (11, 2)).wait(3.0)
    assert player.scene.status.value == "open"
    assert player.wait(2.0).scene.status.value == "won"


def test_a_board_at_rest_sleeps_and_one_in_motion_wakes_every_frame() -> None:
    player = puzzle("ab..c.")
    assert player.scene.wakes() is None
    player.drag((11, 1), (11, 2))
    wakes = player.scene.wakes()
    assert wakes is not None
    assert player.now < wakes <= player.now + FRAME + 1e-6


# ---- keys


def test_no_press_is_lost_however_short_and_each_is_a_step() -> None:
    player = puzzle("ab..c.\nab..c.")
    for name in ("Down", "Right", "Left", "Left"):
        player.scene.key(name, player.now)
        player.scene.let_go(name, player.now)
    player.wait(0.1)
    assert player.scene.truth().blocks["cursor"] == ("11,1",)


def test_a_key_that_is_held_repeats_after_a_while() -> None:
    player = rising(preset="easy").walk((11, 0))
    player.hold("Up", REPEAT_AFTER - 2)
    assert player.scene.truth().blocks["cursor"] == ("10,0",)
    player.hold("Up", REPEAT_AFTER + 7)
    row = int(player.scene.truth().blocks["cursor"][0].split(",")[0])
    assert row == 10 - 1 - 4


# ---- the stack rises


def test_the_stack_rises_by_parts_with_a_darkened_row_below() -> None:
    player = rising().tap("Up").wait(8.0)
    scroll = float(player.scene.truth().blocks["scroll"][0])
    assert 0 < scroll < 1
    lowest = [one for (y, _), one in player.looks().items() if y == pytest.approx(12 - scroll)]
    assert len(lowest) == 6
    assert {one.look for one in lowest} == {Look.DIM}
    labels = "".join("abcdefgh"[one.kind] for one in sorted(lowest, key=lambda one: one.x))
    assert (labels,) == player.scene.truth().blocks["incoming"]


@pytest.mark.parametrize("by", ["Shift_R", "e", "mouse"])
def test_a_row_is_raised_on_request_and_the_cursor_stays_with_its_panels(by: str) -> None:
    player = rising().tap("Left")
    incoming, cursor = (player.scene.truth().blocks[name] for name in ("incoming", "cursor"))
    if by == "mouse":
        player.drag((5, 2), button=Button.RIGHT)
    else:
        player.tap(by)
    player.wait(0.5)
    assert player.scene.truth().board[-1:] == incoming
    row, column = (int(n) for n in cursor[0].split(","))
    assert player.scene.truth().blocks["cursor"] == (f"{row - 1},{column}",)


def test_a_press_meets_the_panel_that_is_seen_there_also_when_the_stack_has_risen() -> None:
    player = rising().tap("Up").wait(12.0)
    scroll = float(player.scene.truth().blocks["scroll"][0])
    assert scroll > 0.3
    centre = player.scene.grid.centre((9, 3))
    player.scene.press(Point(centre.x, centre.y - scroll * player.scene.grid.pitch_y), Button.LEFT, player.now)
    assert player.scene.truth().blocks["cursor"] == ("9,3",)


def test_a_stack_that_reaches_the_top_ends_the_game() -> None:
    player = rising().hold("Shift_R", 600)
    assert player.scene.status.value == "stuck"
    assert player.happened[-1] == "stuck"
    assert player.scene.picture().panel[0] == "Topped out"
    assert player.tap("r").scene.status.value == "open"


def test_a_time_trial_ends_when_its_time_is_up() -> None:
    scene = RisingGame(skin=load_skin("panels"), preset="easy", seed=2, size=(500, 600), seconds=10.0)
    player = Player(scene).tap("Up").wait(9.8)
    assert scene.status.value == "open"
    assert ("TIME LEFT", "0:00") in scene.picture().wells[0].facts
    assert player.wait(0.5).scene.status.value == "won"
    assert scene.picture().panel[0] == "Time!"


# ---- two boards


def test_two_persons_have_keys_of_their_own() -> None:
    player = rising("versus", opponent="person").tap("Left", "w")
    assert isinstance(player.scene, VersusGame)
    left, right = (seat.game.cursor for seat in player.scene.seats)
    assert left == (7, 2)
    assert right == (6, 1)


def test_garbage_falls_in_as_a_slab_with_edges_of_its_own() -> None:
    player = rising("versus", opponent="person").tap("w")
    player.scene.seats[1].game.receive([Attack(6, 2), Attack(4, 1)])
    player.wait(3.0)
    slab = [one for one in player.scene.picture().wells[1].panels if one.kind == GARBAGE]
    assert len(slab) == 16
    assert sum(one.edges[0] for one in slab) == 3
    assert sum(one.edges[1] for one in slab) == 6 + 4
    assert player.scene.truth().blocks["board2"].count("======") == 2


def test_the_engine_beats_who_does_nothing() -> None:
    player = rising("versus", preset="hard", seed=5).tap("Up").wait(60.0)
    assert player.scene.status.value == "stuck"
    assert player.scene.picture().panel[0] == "You lose"
    assert player.scene.seats[1].best > 2


def test_a_chain_is_told_by_a_card() -> None:
    player = rising("versus", preset="hard", seed=5).tap("Up")
    texts = {card.text for _ in range(60) for card in player.wait(0.25).scene.picture().wells[1].cards}
    assert "x2" in texts


# ---- options


@pytest.mark.parametrize("wrong", [{"mode": "stage"}, {"preset": "fast"}, {"opponent": "cat"}])
def test_what_is_not_there_is_refused_by_name(wrong: dict[str, str]) -> None:
    with pytest.raises(ArcadeError, match=next(iter(wrong.values()))):
        make_scene("paneldepon", **wrong)


def test_every_puzzle_that_comes_with_it_is_laid_out_as_it_is_written() -> None:
    scene = make_scene("paneldepon", seed=100)
    assert isinstance(scene, PuzzleGame)
    assert scene.truth().blocks["moves"] == ("5",)
    assert scene.truth().board[-1] == ".dadad"


def test_endless_has_no_end_but_the_top() -> None:
    scene = make_scene("paneldepon", mode="endless")
    assert isinstance(scene, RisingGame)
    assert scene.limit is None
