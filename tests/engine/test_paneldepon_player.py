"""The real-time player of Panel de Pon: chains that were planned come, in the frames that were foretold."""

from __future__ import annotations

import numpy as np
import pytest

from engine.games.paneldepon import linking
from engine.games.paneldepon import words as k
from engine.games.paneldepon.beam import Beam, Pace, root_of
from engine.games.paneldepon.levelling import heights, level, spread
from engine.games.paneldepon.planner import Depth, busy
from engine.games.paneldepon.player import ChainPlayer
from engine.games.paneldepon.reckoning import WALL
from engine.games.paneldepon.running import Attack, Keys, Running, versus
from engine.games.paneldepon.stack import Event

SHALLOW = Depth(boards=4, hurried=2, width=3, wide=6)


def standing(rows: str) -> Running:
    """A game at rest whose stack is drawn, from the top."""
    game = Running.start(3, preset="hard")
    game.cells[6:] = 0
    for r, line in enumerate(reversed(rows.split()), 1):
        game.cells[r * 6 : r * 6 + 6] = [".abcdef".index(label) for label in line]
    for _ in range(2):
        game.step()
    return game


def played(game: Running, player: ChainPlayer, frames: int) -> list[tuple[int, Event]]:
    """The matches of so many frames of play, each with its frame."""
    events = []
    for _ in range(frames):
        events += [(game.frame, one) for one in game.step(player.decide(game)) if isinstance(one, Event)]
    return events


def test_a_link_that_needs_swaps_while_the_match_below_it_flashes_is_found() -> None:
    game = standing("..b... aacabb")
    search = Beam(root_of(game.cells, game.meta, 6, (0, 0)), game.times, Pace(), width=4, goal=13)
    while not search.done:
        search.search(10)
    assert [(link.number, link.swaps) for link in search.best.since(search.root)] == [(1, (8,)), (2, (9, 10))]


def test_a_chain_comes_as_it_was_planned_in_the_frames_that_were_foretold() -> None:
    game, player = Running.start(5, preset="hard"), ChainPlayer(depth=SHALLOW)
    while not player.planner.plan:
        game.step(player.decide(game))
    start, plan = game.frame, player.planner.plan
    events = []
    while game.frame < start + plan[2].time:
        keys = player.decide(game)
        events += [(game.frame, one) for one in game.step(keys) if isinstance(one, Event) and one.chain]
    assert [(frame - start, one.chain) for frame, one in events] == [(link.time, link.number) for link in plan[1:3]]


def test_the_same_game_is_played_the_same_way() -> None:
    keys = []
    for _ in range(2):
        game, player = Running.start(11, preset="hard"), ChainPlayer(depth=SHALLOW)
        keys.append([game.step(player.decide(game)) or game.cursor for _ in range(600)])
    assert keys[0] == keys[1]


@pytest.mark.parametrize("preset", ["hard", "ex"])
def test_forty_seconds_bring_chains_of_seven(preset: str) -> None:
    game, player = Running.start(1, preset=preset), ChainPlayer(depth=SHALLOW)
    events = played(game, player, 2400)
    assert max(event.chain for _, event in events) >= 7
    assert not game.topped_out


def test_the_stack_is_kept_lower_when_it_rises_fast() -> None:
    game, player = Running.start(2, preset="hard", speed=45), ChainPlayer(depth=SHALLOW)
    played(game, player, 2400)
    assert not game.topped_out


def test_hands_keep_their_pace() -> None:
    game, player = Running.start(4, preset="hard"), ChainPlayer(Pace(step_frames=6, swap_frames=11), SHALLOW)
    steps, swaps = [], []
    for _ in range(900):
        keys = player.decide(game)
        steps += [game.frame] * bool(keys.step)
        swaps += [game.frame] * keys.swap
        game.step(keys)
    assert np.diff(steps).min() >= 6
    assert np.diff(swaps).min() >= 11
    assert len(swaps) > 10


def test_a_board_that_is_not_as_expected_makes_a_new_plan() -> None:
    game, player = Running.start(5, preset="hard"), ChainPlayer(depth=SHALLOW)
    while not (player.planner.plan and player.planner.plan[0].number == 2):
        game.step(player.decide(game))
    game.cells[6:12] = np.roll(game.cells[6:12], 1)
    game.cells[12:18] = np.roll(game.cells[12:18], 2)
    events = played(game, player, 1500)
    assert max(event.chain for _, event in events) >= 3
    assert not game.topped_out


def test_a_high_edge_is_levelled_from_the_top() -> None:
    game = standing("a..... b..... c..... d..... ea.... fbcade")
    assert level(game.cells, game.meta, 6) == 6 * 6 + 0
    game.cursor = 6, 0
    game.step(Keys(swap=True))
    while busy(game):
        game.step()
    assert heights(game.cells)[0] == [5, 3, 1, 1, 1, 1]
    flat = standing("abc... fbcade")
    assert level(flat.cells, flat.meta, 6) == -1
    assert level(flat.cells, flat.meta, 6, steep=1) == 2 * 6 + 2


def test_an_edge_whose_top_cannot_be_told_is_levelled_below_it() -> None:
    game = standing("a..... b..... c..... d..... ea.... fbcade")
    game.cells[6 * 6] = WALL
    assert level(game.cells, game.meta, 6) == 5 * 6 + 0
    game.cells[4 * 6] = game.cells[5 * 6] = WALL
    assert level(game.cells, game.meta, 6) == 3 * 6 + 0
    game.cells[3 * 6] = WALL
    assert level(game.cells, game.meta, 6) == -1


def test_a_slab_that_cannot_be_told_is_no_top_of_the_columns_below_it() -> None:
    game = standing("b..... b....b b.a..c fbcade")
    game.cells[5 * 6 : 6 * 6] = WALL
    assert heights(game.cells) == ([4, 1, 2, 1, 1, 3], [4, 1, 2, 1, 1, 3])
    assert level(game.cells, game.meta, 6) == 4 * 6 + 0


def test_a_highest_column_is_spread_over_others_under_garbage() -> None:
    game = standing("a..... bc.... adcb.. bdabfc")
    assert level(game.cells, game.meta, 6) == -1
    assert spread(game.cells, game.meta) == 4 * 6
    game.receive([Attack(6, 1)])
    while not any(one == "======" for one in game.position().board[7:8]):
        game.step()
    assert heights(game.cells)[0] == [4, 3, 2, 2, 1, 1]
    assert spread(game.cells, game.meta) == 4 * 6


def test_garbage_is_dug_through() -> None:
    game, player = Running.start(1, preset="hard"), ChainPlayer(depth=SHALLOW)
    touched = 0
    for n in range(2400):
        if n in (100, 700, 1300):
            game.receive([Attack(6, 2), Attack(4, 1)])
        touched += sum(one.garbage for one in game.step(player.decide(game)) if isinstance(one, Event))
    assert touched >= 16
    assert not game.topped_out


def test_what_clears_is_foretold_to_be_gone() -> None:
    game = standing("...b.. a.aabb")
    game.cursor = 1, 0
    for n in range(20):
        game.step(Keys(swap=n == 0))
    assert linking.at_rest(game.cells)[6:18].tolist() == [0, 0, 0, 2, 2, 2] + [0] * 6
    assert game.meta[k.ACTIVE] > 0


def test_a_board_comes_to_rest_as_was_foretold_where_nothing_more_matches() -> None:
    game, player = Running.start(9, preset="hard"), ChainPlayer(depth=SHALLOW)
    compared = 0
    for n in range(1500):
        game.step(player.decide(game))
        if n % 25 or not game.meta[k.PRE_STOP] or game.meta[k.QUEUED] >= 0:
            continue
        later, foretold = game.copy(), linking.at_rest(game.cells)
        events: list[object] = []
        while busy(later):
            events += later.step()
        if not any(isinstance(one, Event) for one in events):
            compared += 1
            assert foretold[6:].tolist() == (later.cells[6:78] & k.COLOUR).tolist()
    assert compared >= 5


def test_two_players_send_each_other_garbage() -> None:
    games = Running.start(1, preset="hard"), Running.start(2, preset="hard")
    players = ChainPlayer(depth=SHALLOW), ChainPlayer(depth=SHALLOW)
    sent = 0
    for _ in range(1200):
        keys = [player.decide(game) for player, game in zip(players, games, strict=True)]
        for happened in versus(games, keys):
            sent += sum(isinstance(one, Attack) for one in happened)
    assert sent > 0


def hard_pressed(rows: str, height: int) -> Running:
    """A game at rest under garbage so many rows high, whose stack rises fast."""
    game = standing(rows)
    game.receive([Attack(6, height)])
    for _ in range(150):
        game.step()
    game.meta[k.SPEED] = 25
    return game


def test_a_row_is_raised_where_no_panel_under_garbage_matches_though_there_is_little_room() -> None:
    game, player = hard_pressed("fbcade", 9), ChainPlayer(Pace(6, 18), SHALLOW)
    fed = int(game.meta[k.FED])
    played(game, player, 60)
    assert game.row_frames > 120
    assert game.meta[k.FED] == fed + 1


def test_a_tower_under_garbage_is_lowered_before_panels_are_spent_on_a_match_that_frees_nothing() -> None:
    game, player = hard_pressed("a..... b..... a..... cddbda cbfebf", 5), ChainPlayer(Pace(6, 18), SHALLOW)
    assert player.planner.look(game).swap == 5 * 6
