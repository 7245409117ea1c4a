"""The game that does nothing does it by the contract."""

import pytest

from engine.api import BadPosition, Limit, Outcome, load_game
from engine.games.null import GAME, State
from engine.moves import IllegalMove, Pick, Tap
from engine.position import Position


def test_every_cell_can_be_taken_and_nothing_else() -> None:
    state = State(("A.B", "..C"))
    assert GAME().moves(state) == [Tap((0, 0)), Tap((0, 2)), Tap((1, 2))]
    assert GAME().play(state, Tap((0, 2))) == State(("A..", "..C"))
    for wrong in (Tap((0, 1)), Tap((5, 0)), Tap((0, 3)), Pick((0, 0), (0, 2))):
        with pytest.raises(IllegalMove, match=str(wrong)):
            GAME().play(state, wrong)


def test_it_is_won_when_the_board_is_empty() -> None:
    assert GAME().outcome(State(("A.",))) is Outcome.OPEN
    assert GAME().outcome(State(("..",))) is Outcome.WON


def test_the_plan_takes_cell_after_cell_as_far_as_the_limit_goes() -> None:
    game = load_game("null")
    state = game.parse(Position.parse("AB.\n..C"))
    plan = game.plan(state, Limit())
    assert (plan.reaches, len(plan.moves)) == (Outcome.WON, 3)
    for move in plan.moves:
        assert isinstance(move, Tap)
        assert game.trace(state, move) == (move.cell,)
        state = game.play(state, move)
    assert game.outcome(state) is Outcome.WON
    short = game.plan(game.parse(Position.parse("AB.\n..C")), Limit(nodes=2))
    assert (short.reaches, len(short.moves)) == (Outcome.OPEN, 2)


@pytest.mark.parametrize(
    ("text", "says"),
    [("AB\nA", "Row 1"), ("A?", "Cell 0,1"), ("board:\nA\nnext:\nB", "'next'"), ("board:", "at least one row")],
)
def test_a_bad_board_is_refused_with_the_place(text: str, says: str) -> None:
    with pytest.raises(BadPosition, match=says):
        GAME().parse(Position.parse(text))


def test_no_house_rule_is_hidden_from_a_look() -> None:
    assert GAME().variants() == ()
