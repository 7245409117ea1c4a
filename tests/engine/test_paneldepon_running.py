"""A running game of Panel de Pon: rows come, the cursor rises with the stack, garbage goes to and fro."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine.games.paneldepon import words as k
from engine.games.paneldepon.packing import unpack
from engine.games.paneldepon.running import NOTHING, Attack, Keys, Running, versus
from engine.games.paneldepon.stack import Event
from engine.games.paneldepon.timing import PRESETS
from engine.position import Position


def standing(rows: str, **options: object) -> Running:
    """A game whose stack is drawn, from the top."""
    game = Running.start(3, preset="hard", **options)  # type: ignore[arg-type]
    game.cells[6:] = 0
    for r, line in enumerate(reversed(rows.split()), 1):
        game.cells[r * 6 : r * 6 + 6] = [".abcdef".index(label) for label in line]
    for _ in range(2):
        game.step()
    return game


def test_the_same_seed_gives_the_same_game_and_another_one_another() -> None:
    one, same, other = (Running.start(seed, preset="hard") for seed in (7, 7, 8))
    assert one.position() == same.position()
    assert one.position() != other.position()
    assert np.array_equal(one.feed, same.feed)


def test_a_game_starts_with_thirty_panels_that_match_nothing() -> None:
    game = Running.start(5)
    assert sum(label != "." for line in game.position().board for label in line) == 30
    assert not any(game.step() for _ in range(100))


def test_no_more_colours_and_speeds_than_there_are() -> None:
    with pytest.raises(ValueError, match="3 to 8 colours"):
        Running.start(1, colours=9)


def test_a_position_can_be_written_and_read() -> None:
    game = Running.start(2)
    position = game.position(game)
    assert Position.parse(str(position)) == position
    assert position.blocks["cursor"] == ("6,2",)


def test_the_cursor_steps_and_stays_on_the_board() -> None:
    game = Running.start(1)
    for step in ("up", "left", "left", "left"):
        game.step(Keys(step))
    assert game.cursor == (7, 0)


def test_a_swap_begins_in_the_frame_after_the_key() -> None:
    game = standing(".a.... aba...")
    game.cursor = 1, 1
    game.step(Keys(swap=True))
    assert game.position().board[-2:] == (".a....", "aba...")
    game.step()
    assert game.position().board[-1] == "aab..."


def test_flashing_panels_are_capitals() -> None:
    game = standing("aa.a..")
    game.cursor = 1, 2
    game.step(Keys(swap=True))
    for _ in range(10):
        game.step()
    assert game.position().board[-1] == "AAA..."


def test_the_cursor_rises_with_the_stack_and_the_row_that_was_announced_comes() -> None:
    game = Running.start(4)
    announced, row = game.position().blocks["incoming"][0], game.cursor[0]
    for n in range(20):
        game.step(Keys(lift=n == 0))
    assert game.position().board[-1] == announced
    assert game.cursor[0] == row + 1


def test_a_swap_asked_for_while_the_stack_rises_meets_the_panels_that_were_meant() -> None:
    standing_still = standing("a..... bcd... abd...")
    for wait in range(24):
        game = standing_still.copy()
        game.cursor = 2, 0
        game.step(Keys(lift=True))
        for _ in range(wait):
            game.step()
        game.step(Keys(swap=True))
        for _ in range(30):
            game.step()
        assert any(line.startswith("cbd") for line in game.position().board), wait


def test_a_time_trial_ends_when_its_time_is_up_and_a_stack_at_the_top_ends_any_game() -> None:
    game = Running.start(1, seconds=0.5)
    for _ in range(40):
        game.step()
    assert game.over
    assert game.frame == 30
    game = Running.start(1)
    for _ in range(400):
        game.step(Keys(lift=True))
    assert game.topped_out


def test_a_combo_sends_garbage_of_its_size_less_one_and_a_chain_a_row_a_link_when_it_is_over() -> None:
    game = standing(".a.... aa.aa.")
    game.cursor = 2, 1
    assert [one for n in range(200) for one in game.step(Keys(swap=n == 0))] == [Event(5, 0, 0), Attack(4, 1)]
    game = standing("...b.. a.aabb")
    game.cursor = 1, 0
    happened = [one for n in range(200) for one in game.step(Keys(swap=n == 0))]
    assert happened == [Event(3, 0, 0), Event(3, 2, 0), Attack(6, 1)]
    assert game.score == 60 + 50


def test_garbage_crosses_over_falls_in_and_lands() -> None:
    game = Running.start(6)
    game.receive([Attack(3, 1), Attack(6, 2)])
    for _ in range(200):
        game.step()
    board = game.position().board
    assert sum(line.count("=") for line in board) == 15
    assert not any(
        one.phase.name == "FALLING" for _, _, one in unpack(game.cells, game.meta, PRESETS["normal"]).panels()
    )


def test_what_one_player_sends_the_other_receives() -> None:
    players = Running.start(1), Running.start(2)
    players[0].awaited.clear()
    rng = random.Random(4)
    sent = 0
    for _ in range(4000):
        keys = [Keys(rng.choice(["", "up", "down", "left", "right"]), rng.random() < 0.3) for _ in players]
        for happened in versus(players, keys):
            sent += sum(isinstance(one, Attack) for one in happened)
    fell = sum(int(player.meta[k.BRICKS]) for player in players)
    assert 0 < sent == fell + sum(len(player.awaited) for player in players)


def test_a_copy_goes_its_own_way() -> None:
    game = Running.start(1)
    other = game.copy()
    other.step(Keys("up"))
    other.receive([Attack(6, 1)])
    assert game.frame == 0
    assert game.cursor != other.cursor
    assert not game.awaited
    assert game.step(NOTHING) == ()
