"""Several moves before a look, on nonograms typed as text: what was taken is believed, the rest is done again."""

from __future__ import annotations

import pytest

from bot.action import Action, Button, Click, Drag
from bot.control.mark_cells import MarkCells
from bot.cover import on_the_way, proves_win
from bot.frame import Point
from bot.grid import Grid
from bot.layout import Drags, Marks
from bot.manners import Manners
from bot.pilot import Pilot
from bot.reading import Reading, Sight
from bot.step import Act, Ending, Look, Step, Stop
from engine.api import Limit, load_game
from engine.moves import Cell
from engine.position import Position

MARKS = Marks(left={"empty": "filled"}, right={"empty": "crossed"}, middle={"filled": "empty", "crossed": "empty"})
PUZZLE = {"rows": ("4", "1 1", "2"), "cols": ("2", "1", "1 1", "3")}
SOLVED = ("####", "#xx#", "xx##")
START = "....", "....", "...."


def reading(time: float, board: tuple[str, ...], sight: Sight = Sight.CLEAR) -> Reading:
    position = Position({**PUZZLE, "board": board})
    return Reading(
        time, sight, (200, 150), position, Grid(20, 30, 10, 10, 3, 4), why="" if sight is Sight.CLEAR else "?"
    )


def pilot(at_once: int, *, tries: int = 3, crosses: bool = True) -> Pilot:
    manners = Manners(settle=0.2, response=0.5, patience=2.0, tries=tries, at_once=at_once)
    return Pilot([load_game("nonogram", crosses=crosses)], MarkCells(MARKS), manners)


def show(player: Pilot, start: float, board: tuple[str, ...], sight: Sight = Sight.CLEAR) -> tuple[Step, float]:
    """Show a still board, a look every 50 ms, until the pilot does something."""
    time = start
    while isinstance(step := player.tick(reading(time, board, sight)), Look):
        time += 0.05
        assert time < start + 20
    if isinstance(step, Act):
        player.performed(len(step.actions))
    return step, time


def acted(player: Pilot, start: float, board: tuple[str, ...]) -> tuple[Act, float]:
    step, time = show(player, start, board)
    assert isinstance(step, Act), step
    return step, time


def clicked(step: Act) -> list[Cell]:
    grid = Grid(20, 30, 10, 10, 3, 4)
    return [cell for action in step.actions if isinstance(action, Click) and (cell := grid.at(action.at))]


def test_as_many_moves_as_the_program_takes_at_once() -> None:
    alone, _ = acted(pilot(1), 0, START)
    three, _ = acted(pilot(3), 0, START)
    everything, _ = acted(pilot(50), 0, START)
    assert (len(alone.moves), len(three.moves)) == (1, 3)
    assert three.moves[0] == alone.moves[0]
    rest = [(2, 0), (2, 1)]
    assert sorted([*clicked(everything), *rest]) == [(row, column) for row in range(3) for column in range(4)]


def test_the_move_that_wins_is_made_alone_when_the_others_are_seen() -> None:
    player = pilot(50)
    _, time = acted(player, 0, START)
    step, time = acted(player, time + 0.05, ("####", "#xx#", "..##"))
    assert sorted(clicked(step)) == [(2, 0), (2, 1)]
    stop, _ = show(player, time + 0.05, ("?###", "????", "xx##"), Sight.COVERED)
    assert isinstance(stop, Stop)
    assert stop.ending is Ending.WON


def test_all_of_them_show_at_first_sight_and_it_goes_on() -> None:
    player = pilot(2)
    first, time = acted(player, 0, START)
    board = player.game.parse(Position({**PUZZLE, "board": START}))
    for move in first.moves:
        board = player.game.play(board, move)
    step = player.tick(reading(time + 0.1, player.game.show(board).board))
    assert isinstance(step, Act)
    assert not set(step.moves) & set(first.moves)
    assert player.tally.moves == 2


def test_what_was_lost_is_done_again_and_nothing_twice() -> None:
    player = pilot(50)
    _, time = acted(player, 0, START)
    again, later = acted(player, time + 0.05, ("#.##", "#xx.", "..##"))
    assert clicked(again) == [(0, 1), (1, 3)]
    assert again.attempt == 2
    assert later - time >= 0.5
    _, last = acted(player, later + 0.05, ("####", "#xx#", "..##"))
    step, _ = show(player, last + 0.05, SOLVED)
    assert isinstance(step, Stop)
    assert step.ending is Ending.WON
    assert (player.tally.retries, player.tally.surprises, player.tally.plans) == (1, 0, 1)


def test_a_board_that_is_still_being_drawn_is_waited_for() -> None:
    player = pilot(50)
    _, time = acted(player, 0, START)
    for number, part in enumerate((("##..", *START[1:]), ("####", "#...", "...."), ("####", "#xx#", "...#"))):
        assert isinstance(player.tick(reading(time + 0.05 + 0.05 * number, part)), Look)
    step = player.tick(reading(time + 0.3, ("####", "#xx#", "..##")))
    assert isinstance(step, Act), "the last one"
    assert player.tally.retries == 0


def test_a_game_that_takes_a_little_each_time_is_played_to_the_end() -> None:
    player = pilot(50, tries=2)
    step, time = acted(player, 0, START)
    rows = [list(row) for row in START]
    for _ in range(20):
        row, column = clicked(step)[-1]
        rows[row][column] = SOLVED[row][column]
        board = tuple("".join(row) for row in rows)
        if board == SOLVED:
            break
        step, time = acted(player, time + 0.05, board)
        assert step.attempt == (1 if board == ("####", "#xx#", "..##") else 2)
    assert board == SOLVED


def test_what_the_gate_held_back_is_played_as_soon_as_the_board_stands_still_and_is_no_retry() -> None:
    player = pilot(50)
    step, time = acted(player, 0, START)
    player.performed(len(step.actions) - 5)
    again, later = acted(player, time + 0.05, ("####", "#x.#", "...."))
    assert sorted(clicked(again)) == [(1, 2), (2, 2), (2, 3)]
    assert later - time < 0.4
    assert player.tally.retries == 0


def test_where_the_gate_held_some_back_fewer_are_played_at_once() -> None:
    player = pilot(4)
    step, time = acted(player, 0, START)
    assert len(step.moves) == 4
    player.performed(len(step.actions) // 2)
    board = player.game.parse(Position({**PUZZLE, "board": START}))
    for move in step.moves:
        board = player.game.play(board, move)
    step, _ = acted(player, time + 0.05, player.game.show(board).board)
    assert 1 <= len(step.moves) <= 2


def test_a_game_that_takes_nothing_more_ends_the_session() -> None:
    player = pilot(50, tries=3)
    _, time = acted(player, 0, START)
    _, time = acted(player, time + 0.05, ("####", "....", "...."))
    _, time = acted(player, time + 0.05, ("####", "....", "...."))
    stop, _ = show(player, time + 0.05, ("####", "....", "...."))
    assert isinstance(stop, Stop)
    assert stop.ending is Ending.DEAF


def test_a_press_that_became_a_drag_is_a_surprise_and_is_put_right() -> None:
    player = pilot(3)
    _, time = acted(player, 0, START)
    step, _ = acted(player, time + 0.05, ("####", "####", "...."))
    assert player.tally.surprises == 1
    wiped = [action for action in step.actions if isinstance(action, Click) and action.button is Button.MIDDLE]
    assert [Grid(20, 30, 10, 10, 3, 4).at(click.at) for click in wiped] == [(1, 1), (1, 2)]


def test_the_last_crosses_may_be_the_programs_own() -> None:
    player = pilot(3)
    board = ("####", "#..#", "..##")
    _, time = acted(player, 0, board)
    stop, _ = show(player, time + 0.05, SOLVED)
    assert stop == Stop(Ending.WON, "the game is won")
    assert player.tally.surprises == 0


@pytest.mark.parametrize(
    ("seen", "ending"),
    [
        (("####", "#xx#", "xx##"), Ending.WON),
        (("????", "?xx?", "xx??"), Ending.WON),
        (("####", "#??#", "xx##"), Ending.WON),
        (("####", "?xx?", "x???"), Ending.WON),
        (("####", "#xx?", "????"), Ending.COVERED),
        (("####", "#xx?", ".???"), Ending.COVERED),
        (("####", "####", "????"), Ending.COVERED),
        (("####", "????", "????"), Ending.COVERED),
    ],
)
def test_a_dialog_over_the_finished_board_is_a_win_where_its_last_cells_show(
    seen: tuple[str, ...], ending: Ending
) -> None:
    player = pilot(1)
    _, time = acted(player, 0, ("####", "#..#", "..##"))
    stop, _ = show(player, time + 0.05, seen, Sight.COVERED)
    assert isinstance(stop, Stop)
    assert stop.ending is ending


@pytest.mark.parametrize(
    ("seen", "likely"),
    [
        (("????", "????", "????"), True),
        (("####", "#???", "????"), True),
        (("####", "#??#", "??.?"), False),
        (("####", "####", "????"), False),
    ],
)
def test_what_comes_over_the_board_with_the_last_cells_is_most_likely_the_notice_of_the_win(
    seen: tuple[str, ...], likely: bool
) -> None:
    player = pilot(9, crosses=False)
    _, time = acted(player, 0, ("####", "#..#", "...."))
    stop, _ = show(player, time + 0.05, seen, Sight.COVERED)
    assert isinstance(stop, Stop)
    assert stop.ending is Ending.COVERED
    assert ("most likely" in stop.why) is likely


def test_what_comes_in_the_place_of_the_board_with_the_last_cells_is_most_likely_that_notice() -> None:
    player = pilot(9, crosses=False)
    _, time = acted(player, 0, ("####", "#..#", "...."))
    while isinstance(stop := player.tick(Reading(time, Sight.LOST, (90, 60), why="found no board")), Look):
        time += 0.05
    assert isinstance(stop, Stop)
    assert stop.ending is Ending.LOST_SCREEN
    assert "most likely" in stop.why


def test_what_comes_over_a_board_that_is_not_done_is_no_notice_of_a_win() -> None:
    player = pilot(1)
    _, time = acted(player, 0, ("####", "#..#", "...."))
    stop, _ = show(player, time + 0.05, ("????", "????", "????"), Sight.COVERED)
    assert isinstance(stop, Stop)
    assert "most likely" not in stop.why


@pytest.mark.parametrize(
    ("seen", "ending"),
    [
        (("####", "#xx#", "xx??"), Ending.WON),
        (("####", "#xx#", "x???"), Ending.WON),
        (("####", "#.??", "x???"), Ending.COVERED),
        (("####", "????", "????"), Ending.COVERED),
        (("#?##", "#???", "x###"), Ending.COVERED),
    ],
)
def test_a_program_that_finishes_before_the_next_move_is_made_is_won(seen: tuple[str, ...], ending: Ending) -> None:
    player = pilot(1)
    board, time = ("####", "#..#", "..##"), 0.0
    while isinstance(step := player.tick(reading(time, board)), Look):
        time += 0.05
    assert isinstance(step, Act)
    player.performed(0)  # the dialog was quicker: the gate held everything back
    stop, _ = show(player, time + 0.05, seen, Sight.COVERED)
    assert isinstance(stop, Stop)
    assert stop.ending is ending


def test_a_puzzle_without_a_solution_is_not_touched() -> None:
    player = pilot(5)
    position = Position({"rows": ("2", "0"), "cols": ("0", "1")})
    board = Position({**position.blocks, "board": ("..", "..")})
    for time in (0.0, 0.2, 0.4, 0.6):
        step = player.tick(Reading(time, Sight.CLEAR, (200, 150), board, Grid(20, 30, 10, 10, 2, 2)))
    assert isinstance(step, Stop)
    assert step.ending is Ending.STUCK


def test_a_puzzle_that_is_not_solved_in_time_is_not_touched_either() -> None:
    manners = Manners(settle=0.2, at_once=9, limit=Limit(nodes=0))
    player = Pilot([load_game("nonogram")], MarkCells(MARKS), manners)
    stop, _ = show(player, 0, START)
    assert isinstance(stop, Stop)
    assert stop.ending is Ending.STOPPED


def proved(now: str, before: str, end: str, game: str = "nonogram") -> bool:
    """Whether a board of one row proves a win; the clues of a nonogram are what `end` shows."""
    rules = load_game(game)
    filled = [cell == "#" for cell in end]
    row = " ".join(str(len(run)) for run in end.replace("x", ".").split(".") if run)
    clues = {"rows": (row,), "cols": tuple("1" if cell else "0" for cell in filled)}
    blocks = clues if game == "nonogram" else {}
    way = [rules.parse(Position({**blocks, "board": (board,)})) for board in (before, end)]
    return proves_win(rules, (now,), way)


def test_what_proves_a_win_under_a_cover() -> None:
    assert proved("?#?#", "##..", "##.#"), "what is hidden was filled already"
    assert proved("x#.#", "##..", "##.#"), "what no move does belongs to the cover"
    assert proved("##x#", "##..", "##.#"), "a cross more or less does not matter"
    assert not proved("##.?", "##..", "##.#"), "the last click may have been lost"
    assert not proved("####", "##..", "##.#"), "a cell too many was filled"
    assert not proved(".#.#", "##..", "##.#"), "one that was right was taken back"
    assert not proved("##.", "##..", "##.#")


@pytest.mark.parametrize("crosses", [True, False])
def test_crosses_that_no_move_made_prove_a_win_only_where_the_program_asks_for_them(crosses: bool) -> None:
    rules = load_game("nonogram", crosses=crosses)
    before, made, end = (
        rules.parse(Position({**PUZZLE, "board": board}))
        for board in (("####", "#..#", "...#"), ("####", "#..#", "..##"), SOLVED)
    )
    assert proves_win(rules, ("####", "#xx#", "xx?#"), [before, made, end], made) is crosses


def test_a_notice_over_the_last_pair_is_a_win() -> None:
    assert proved(".?.?", "A..A", "....", "shisen")
    assert not proved("A??.", "A..A", "....", "shisen")
    assert not proved("????", "A..A", "....", "shisen")


def test_what_lies_between_two_boards() -> None:
    assert on_the_way(("#.x",), ("...",), ("#xx",))
    assert not on_the_way(("#.#",), ("...",), ("#xx",))
    assert not on_the_way(("#.",), ("...",), ("#xx",))


def _drags(actions: list[Action]) -> list[Drag]:
    return [action for action in actions if isinstance(action, Drag)]


def test_runs_are_dragged_where_the_program_paints() -> None:
    marks = MARKS.model_copy(update={"drags": Drags.CELLS})
    player = Pilot([load_game("nonogram", crosses=True)], MarkCells(marks, 0.01), Manners(settle=0.2, at_once=9))
    step, _ = acted(player, 0, START)
    first, *_ = _drags(list(step.actions))
    assert (first.start, first.end, first.steps, first.hold) == (Point(25, 35), Point(55, 35), 3, 0.01)


@pytest.mark.parametrize("several", [False, True])
def test_of_a_puzzle_with_several_solutions_no_more_is_said_than_that_one_is_filled_in(several: bool) -> None:
    clues = ("1", "1") if several else ("2", "0")
    puzzle = {"rows": clues, "cols": ("1", "1")}
    player = Pilot([load_game("nonogram")], MarkCells(MARKS), Manners(settle=0.2, at_once=9))
    board: tuple[str, ...] = ("..", "..")
    time, step = 0.0, None
    while not isinstance(step, Stop):
        position = Position({**puzzle, "board": board})
        step = player.tick(Reading(time, Sight.CLEAR, (200, 150), position, Grid(20, 30, 10, 10, 2, 2)))
        if isinstance(step, Act):
            player.performed(len(step.actions))
            state = player.game.parse(position)
            for move in step.moves:
                state = player.game.play(state, move)
            board = tuple(player.game.show(state).board)
        time += 0.05
        assert time < 20
    assert step.ending is Ending.WON
    assert ("several" in step.why) == several
