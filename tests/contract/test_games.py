"""What every game promises. Names no game: a folder in `engine/games` is found, and is red until it is complete."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from bot.control.controls import make_control
from bot.layouts import find_layout, layout_names
from bot.vision.readers import make_reader
from engine.api import BadPosition, BadRule, Game, Limit, Outcome, Position, game_names, load_game
from engine.moves import Drop, IllegalMove, Move, Shoot, parse_move

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"
NODES = Limit(nodes=2_000)


def positions(game: str) -> list[Path]:
    return sorted((FIXTURES / game / "positions").glob("*.txt"))


def every_position() -> list[Any]:
    return [
        pytest.param((load_game(game), Position.parse(path.read_text(encoding="utf-8"))), id=f"{game}-{path.stem}")
        for game in game_names()
        for path in positions(game)
    ]


@pytest.fixture(params=game_names())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("what", ["README.md", "__init__.py"])
def test_every_game_is_documented(name: str, what: str) -> None:
    path = ROOT / "engine" / "games" / name / what
    assert path.stat().st_size > 200, f"{path} says too little"


def test_every_game_has_a_position(name: str) -> None:
    assert positions(name), f"fixtures/{name}/positions needs at least one .txt"


def test_every_game_has_a_layout_that_can_be_played(name: str) -> None:
    layouts = [find_layout(layout) for layout in layout_names()]
    mine = [layout for layout in layouts if layout.game == name]
    assert mine, f"calibration/layouts/{name} needs a layout"
    for layout in mine:
        make_reader(layout)
        make_control(layout.hands)
        load_game(name, **layout.rules)


def test_every_game_has_a_screen_with_its_truth(name: str) -> None:
    screens = sorted((FIXTURES / name).glob("*/screens/*.png"))
    assert screens, f"fixtures/{name}/<skin>/screens needs at least one .png"
    for screen in screens:
        assert screen.with_suffix(".txt").is_file(), f"{screen} lacks its truth, {screen.stem}.txt"


def test_every_game_refuses_a_house_rule_that_it_does_not_know(name: str) -> None:
    with pytest.raises(BadRule, match="no_such_rule"):
        load_game(name, no_such_rule=True)


def test_every_game_knows_its_own_name_and_variants(name: str) -> None:
    game = load_game(name)
    assert game.name == name
    for other in game.variants():
        assert other.name == name
        assert other != game


@pytest.fixture(params=every_position())
def case(request: pytest.FixtureRequest) -> tuple[Game[Any], Position]:
    game, position = request.param
    return game, position


@pytest.fixture
def game(case: tuple[Game[Any], Position]) -> Game[Any]:
    return case[0]


@pytest.fixture
def position(case: tuple[Game[Any], Position]) -> Position:
    return case[1]


class TestPosition:
    def test_text_and_position_are_inverses(self, position: Position) -> None:
        assert Position.parse(str(position)) == position

    def test_parse_and_show_are_inverses_and_keep_the_labels(self, game: Game[Any], position: Position) -> None:
        state = game.parse(position)
        assert game.parse(game.show(state)) == state
        assert game.show(state).board == position.board
        assert hash(game.parse(position)) == hash(state)

    def test_an_unknown_cell_is_refused_with_its_place(self, game: Game[Any], position: Position) -> None:
        rows = list(position.board)
        rows[-1] = "?" + rows[-1][1:]
        with pytest.raises(BadPosition, match=rf"\b{len(rows) - 1}\b"):
            game.parse(Position({**position.blocks, "board": tuple(rows)}))

    def test_moves_are_legal_text_and_leave_the_state_alone(self, game: Game[Any], position: Position) -> None:
        state = game.parse(position)
        before = game.show(state)
        for move in game.moves(state):
            assert isinstance(move, game.moves_used)
            assert parse_move(str(move)) == move
            assert game.play(state, move) != state
            assert game.trace(state, move)
        assert game.show(state) == before

    def test_moves_come_in_a_fixed_order(self, game: Game[Any], position: Position) -> None:
        assert list(game.moves(game.parse(position))) == list(game.moves(game.parse(position)))

    def test_a_move_beside_the_board_is_illegal(self, game: Game[Any], position: Position) -> None:
        state = game.parse(position)
        for kind in game.moves_used:
            with pytest.raises(IllegalMove):
                game.play(state, far_away(kind))

    def test_outcome_is_open_exactly_while_there_are_moves(self, game: Game[Any], position: Position) -> None:
        state = game.parse(position)
        assert (game.outcome(state) is Outcome.OPEN) == bool(game.moves(state))

    def test_a_plan_can_be_played_and_reaches_what_it_says(self, game: Game[Any], position: Position) -> None:
        state = game.parse(position)
        plan = game.plan(state, NODES)
        assert plan.commit >= 1
        for move in plan.moves:
            state = game.play(state, move)
        if plan.reaches is Outcome.WON:
            assert game.outcome(state) is Outcome.WON
        else:
            assert game.outcome(state) is not Outcome.WON
        if plan.reaches is Outcome.STUCK:
            assert plan.proof

    def test_the_same_limit_in_nodes_gives_the_same_plan(self, game: Game[Any], position: Position) -> None:
        state = game.parse(position)
        first, second = game.plan(state, NODES), game.plan(state, NODES)
        assert (first.moves, first.reaches, first.proof) == (second.moves, second.reaches, second.proof)

    def test_a_plan_ends_at_once_without_nodes(self, game: Game[Any], position: Position) -> None:
        plan = game.plan(game.parse(position), Limit(nodes=0))
        assert plan.reaches is not Outcome.STUCK or plan.proof


def far_away(kind: type[Move]) -> Move:
    """A move of this kind, far beside any board."""
    cells = ["900,900", "900,901", "#"][: len(dataclasses.fields(kind))]
    return kind.read(["900", "U"] if kind in (Drop, Shoot) else cells)
