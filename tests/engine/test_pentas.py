"""Pentas: the rules on drawn boards, and the kernels held against their slow twins."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.api import BadPosition, Limit, Outcome
from engine.games.pentas import (
    GAME,
    Pentas,
    State,
    changes,
    eight,
    kernels,
    knowledge,
    learning,
    likely,
    packing,
    rules,
    search,
    value,
)
from engine.games.pentas.article import ArticlePlayer
from engine.games.pentas.rules import PIECES, Board, House
from engine.games.pentas.search import Effort, Searcher
from engine.moves import IllegalMove, parse_move
from engine.position import Position
from tests.naive import pentas as naive

HOUSE = House()


def board(text: str) -> Board:
    return tuple(text.split())


def some_boards(count: int, seed: int) -> Iterator[Board]:
    """Boards of random play, full ones first."""
    chance = random.Random(seed)
    now = rules.full(HOUSE)
    for _ in range(count):
        yield now
        ways = [cells for piece in chance.sample(list(PIECES), 3) for cells in rules.placements(now, piece, HOUSE)]
        now = rules.taken(now, chance.choice(ways))[0] if ways else rules.full(HOUSE)


class TestRules:
    def test_a_row_that_becomes_empty_is_replaced_by_a_full_one_on_top(self) -> None:
        before = board("##.### .##... #####. ......".replace("......", "#....."))
        after, gone = rules.taken(board(".#.### .##... #####. ######"), ((2, 0), (2, 1), (2, 2), (2, 3), (2, 4)))
        assert gone == 1
        assert after == board("###### .#.### .##... ######")
        assert rules.taken(before, ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2)))[1] == 1

    def test_two_rows_at_once_that_are_not_neighbours(self) -> None:
        before = board("###### .##... ###### ..#... ######")
        after, gone = rules.taken(before, ((1, 1), (1, 2), (2, 2), (3, 2), (2, 1)))
        assert gone == 2
        assert after == board("###### ###### ###### #..### ######")

    def test_points_of_both_scorings(self) -> None:
        assert [rules.points(rows, HOUSE) for rows in range(6)] == [5, 13, 21, 29, 37, 45]
        assert [rules.points(rows, House(scoring="bonus")) for rows in range(6)] == [5, 13, 30, 75, 195, 455]

    def test_surface_counts_below_and_beside_as_empty_and_above_as_filled(self) -> None:
        assert rules.surface(board("##### #####")) == 4 + 5
        assert rules.surface(board("##.## #####")) == 4 + 5 + 4

    def test_reflections_are_a_house_rule(self) -> None:
        game = Pentas(reflections="off")  # type: ignore[arg-type]
        state = game.parse(Position({"board": rules.full(game), "next": ("L",)}))
        assert len(game.moves(state)) < len(GAME().moves(GAME().parse(game.show(state))))
        lying = rules.orientations("L", reflections=False)
        turned_over = next(shape for shape in rules.orientations("L", reflections=True) if shape not in lying)
        with pytest.raises(IllegalMove, match="piece L"):
            game.play(state, parse_move("take " + " ".join(f"{r},{c}" for r, c in turned_over)))

    def test_another_piece_than_the_current_one_is_illegal(self) -> None:
        state = State(rules.full(HOUSE), "I", "X")
        with pytest.raises(IllegalMove, match="piece I"):
            GAME().play(state, parse_move("take 0,1 1,0 1,1 1,2 2,1"))

    @pytest.mark.parametrize(
        ("lines", "match"),
        [
            (("#####", ".....", "#####", "#####", "#####"), "Row 1 is empty"),
            (("#####", "####", "#####", "#####", "#####"), "Row 1 .* 4 cells"),
            (("#####", "##a##", "#####", "#####", "#####"), "Cell 1,2"),
            (("#", "#", "#", "#", "#"), "row 0 has 1"),
        ],
    )
    def test_what_is_no_board_is_refused(self, lines: tuple[str, ...], match: str) -> None:
        with pytest.raises(BadPosition, match=match):
            GAME().parse(Position({"board": lines}))

    @pytest.mark.parametrize("piece", ["Q", "##/##", "#####/#", "##/##/##"])
    def test_what_is_no_piece_is_refused(self, piece: str) -> None:
        with pytest.raises(BadPosition, match="Line 0 of `next`"):
            GAME().parse(Position({"board": ("#####",) * 5, "next": (piece,)}))

    @given(st.sampled_from(sorted(PIECES)), st.integers(0, 7))
    def test_a_piece_is_known_however_it_lies(self, piece: str, way: int) -> None:
        ways = rules.orientations(piece, reflections=True)
        shape = ways[way % len(ways)]
        rows, columns = (1 + max(cell[axis] for cell in shape) for axis in (0, 1))
        drawn = "/".join("".join("#" if (r, c) in shape else "." for c in range(columns)) for r in range(rows))
        assert GAME().parse(Position({"board": ("#####",) * 5, "next": (drawn,)})).piece == piece

    def test_a_game_deals_itself_by_its_seed(self) -> None:
        game = GAME()
        state = game.deal(4)
        turn = game.take_turn(state, game.moves(state)[0], 4, 0)
        assert turn.points == 5
        assert (turn.state.piece, turn.state.following) == (state.following, rules.drawn(4, 2))
        assert {rules.drawn(seed, 0) for seed in range(100)} == set(PIECES)


class TestKernels:
    @pytest.mark.parametrize("seed", range(3))
    def test_the_article_player_is_as_described(self, seed: int) -> None:
        player = ArticlePlayer()
        chance = random.Random(seed)
        for now in list(some_boards(40, seed))[20::10]:
            piece, following = chance.choices(list(PIECES), k=2)
            fast = player.choose(State(now, piece, following), HOUSE)
            assert fast == naive.article(now, piece, following, [float(n) for n in player.reward])

    def test_its_end_is_mended_by_the_most_rows(self) -> None:
        state = GAME().parse(
            Position.parse("board:\n#####.##\n.#.#.#.#\n#.#.#.#.\n.#.#.#.#\n#.#.#.#.\n#####...\n.#.#.#.#\nnext:\nI\nX")
        )
        assert ArticlePlayer().choose(state, HOUSE) == tuple((5, c) for c in range(5))
        assert ArticlePlayer(mended=True).choose(state, HOUSE) == tuple((5, c) for c in range(5))

    def test_taking_on_words_is_taking_on_text(self) -> None:
        chance = random.Random(1)
        tables = packing.tables(8, 8, reflections=True)
        for now in some_boards(300, 2):
            fitting = [n for n, cells in enumerate(tables.cells) if all(now[r][c] == "#" for r, c in cells)]
            if not fitting:
                continue
            choice = chance.choice(fitting)
            after, gone = rules.taken(now, tables.cells[choice])
            assert kernels.take(packing.word(now), tables.masks[choice]) == (packing.word(after), gone)

    def test_a_board_is_worth_what_its_patterns_and_rooms_are(self) -> None:
        table = np.random.default_rng(5).integers(-900, 900, value.NUMBERS + knowledge.SPARE).astype(np.int16)
        for now in list(some_boards(60, 6))[::7]:
            assert value.worth_of(packing.word(now), table) == naive.worth(now, table)
            assert naive.worth(now, table) == naive.worth(naive.mirrored(now), table)

    def test_looking_at_everything_is_the_expectation(self) -> None:
        now = board("#....... ##...... ##...... .#...... #....... #....... ##.#.... ####....")
        table = np.random.default_rng(7).integers(-900, 0, value.NUMBERS + knowledge.SPARE).astype(np.int16)
        known = knowledge.Learned(table, 1e-4, 0.99, -5.0, "rows", 1e9, {})
        searcher = Searcher(known)

        def judge(then: Board) -> float:
            return 1e-4 * value.worth_of(packing.word(then), table)

        for piece, following in (("Y", "P"), ("L", "I")):
            letters = packing.LETTERS
            everything = Effort(500, 500, likely=eight.PLACEMENTS)
            searcher.look(packing.word(now), letters.index(piece), letters.index(following), everything)
            slow = naive.look(now, piece, following, judge, 0.99, -5.0)
            fast = {frozenset(one.cells): one.worth for one in searcher.ranking()}
            assert fast.keys() <= slow.keys()
            best = max(slow.values())
            assert searcher.ranking()[0].worth == pytest.approx(best)
            assert slow[frozenset(searcher.ranking()[0].cells)] == pytest.approx(best)

    @pytest.mark.parametrize(("depth", "calm"), [(1, 1e9), (2, 1e9), (2, -2.3)])
    def test_looking_further_goes_on_from_boards_that_are_not_calm(self, depth: int, calm: float) -> None:
        now = board("#....... ......#. .##....# ####...# ####...# .##....# .......# ..#.....")
        table = np.random.default_rng(9).integers(-900, 0, value.NUMBERS + knowledge.SPARE).astype(np.int16)
        searcher = Searcher(knowledge.Learned(table, 1e-4, 0.99, -5.0, "rows", calm, {}))
        searcher.look(packing.word(now), packing.LETTERS.index("X"), -1, Effort(500, 500, 500, 500, depth, likely=400))

        def judge(then: Board) -> float:
            return 1e-4 * value.worth_of(packing.word(then), table)

        slow = {}
        for cells in rules.placements(now, "X", HOUSE):
            then = rules.taken(now, cells)[0]
            answers = naive.answers_further(then, depth, judge, 0.99, -5.0, calm)
            slow[frozenset(cells)] = 0.99 * sum(answers) / len(answers)
        fast = {frozenset(one.cells): one.worth for one in searcher.ranking()}
        assert fast == pytest.approx(slow)

    @pytest.mark.parametrize("following", ["W", None])
    def test_looking_ahead_from_everything_is_the_expectation(self, following: str | None) -> None:
        now = board("#....... ##...... ##...... .#...... #....... #....... ##.#.... ###.....")
        table = np.random.default_rng(13).integers(-900, 0, value.NUMBERS + knowledge.SPARE).astype(np.int16)
        searcher = Searcher(knowledge.Learned(table, 1e-4, 0.99, -5.0, "rows", 1e9, {}))
        letters = packing.LETTERS
        searcher.look(
            packing.word(now),
            letters.index("L"),
            letters.index(following) if following else -1,
            Effort(500, 500, ahead=500, seconds=500, thirds=400, likely=eight.PLACEMENTS),
        )

        def further(then: Board) -> list[float]:
            return naive.answers_further(
                then, 1, lambda b: 1e-4 * value.worth_of(packing.word(b), table), 0.99, -5.0, 1e9
            )

        slow = []
        for cells in rules.placements(now, "L", HOUSE):
            then = rules.taken(now, cells)[0]
            if following is None:
                slow.append(0.99 * sum(further(then)) / 12)
                continue
            rows = [further(rules.taken(then, second)[0]) for second in rules.placements(then, following, HOUSE)]
            slow.append(0.99**2 * sum(map(max, zip(*rows, strict=True))) / 12 if rows else 0.99 * -5.0)
        assert searcher.ranking()[0].worth == pytest.approx(max(slow))

    @pytest.mark.parametrize("most", [1, 6, 12])
    def test_placements_that_empty_rows_or_leave_little_surface_are_likely(self, most: int) -> None:
        lie, count = eight.ways(reflections=True)
        edges, cover = likely.outlines()
        beside, digits, taken, corners = (np.zeros(n, np.uint64) for n in (5, (8, 4), 8, 8))
        for number, now in enumerate(list(some_boards(80, 17))[3::7]):
            word, piece = packing.word(now), number % len(PIECES)
            likely.see_beside(word, beside)
            likely.choose(word, piece, most, beside, lie, count, edges, cover, digits, taken, corners)
            chosen = {
                int(lie[eight.SHAPE, 12 * way + piece]) << corner
                for way in range(count[piece])
                for corner in range(64)
                if int(corners[way]) >> corner & 1
            }
            surfaces: dict[bool, list[int]] = {True: [], False: []}
            emptying = 0
            for cells in rules.placements(now, packing.LETTERS[piece], HOUSE):
                mask = sum(1 << (8 * row + column) for row, column in cells)
                emptying += (empties := rules.taken(now, cells)[1] > 0)
                assert mask in chosen or not empties
                if not empties:
                    surfaces[mask in chosen].append(rules.surface(packing.unpacked(int(word) & ~mask, 8, 8)))
            assert len(surfaces[True]) == max(0, min(most - emptying, sum(map(len, surfaces.values()))))
            assert max(surfaces[True], default=0) <= min(surfaces[False], default=99)

    def test_boards_after_a_piece_are_worth_what_they_are_and_no_more_than_their_bound(self) -> None:
        table = np.random.default_rng(19).integers(-900, 900, value.NUMBERS + knowledge.SPARE).astype(np.int16)
        tools, work = changes.tools(table), changes.room_to_work()
        for number, now in enumerate(list(some_boards(60, 6))[4::7]):
            most = changes.read(packing.word(now), tools, work)
            found = changes.bounded_after(packing.word(now), number % 12, eight.PLACEMENTS, most, tools, work)
            ways = list(rules.placements(now, packing.LETTERS[number % 12], HOUSE))
            ends = {rules.taken(now, cells) for cells in ways}
            assert found == len(ways)
            for k in range(found):
                then = packing.unpacked(int(work.boards[k]), 8, 8)
                exact, bound = changes.exactly(k, most, tools, work), int(work.worths[k])
                assert (then, work.cleared[k]) in ends
                assert exact == naive.worth(then, table) <= bound

    def test_where_the_outlook_is_calm_it_is_not_looked_further(self) -> None:
        now = packing.word(board("#....... ##...... ##...... .#...... #....... #....... ##.#.... ####...."))
        glance, gaze = Effort(4, 1), Effort(500, 500)
        seen = {}
        for calm in (-1e9, 1e9):
            searcher = Searcher(knowledge.learned("rows"), calm=calm)
            seen[calm] = searcher.look_on(now, packing.LETTERS.index("Y"), packing.LETTERS.index("P"), [glance, gaze])
        searcher = Searcher(knowledge.learned("rows"))
        alone = [searcher.look(now, packing.LETTERS.index("Y"), packing.LETTERS.index("P"), e) for e in (glance, gaze)]
        assert seen == {-1e9: alone[0], 1e9: sum(alone)}

    @pytest.mark.parametrize("firsts", [0, 2])
    def test_learning_makes_games_longer_and_is_repeatable(self, firsts: int) -> None:
        lie, count = eight.ways(reflections=True)
        unit = 2.0**-18
        how = np.array([0.99, 1.0, -1.0, unit, firsts, 0.9, 0], np.float32)
        runs = []
        for _ in range(2):
            table, under, drift, travel = (np.zeros(value.NUMBERS + knowledge.SPARE, np.float32) for _ in range(4))
            table[: value.NUMBERS] = -0.8 / value.PARTS
            short = np.rint(table / np.float32(unit)).astype(np.int16)
            state = np.array([88172645463325252, eight.FULL, 3, 7], np.uint64)
            prize = np.zeros(6, np.float32)
            told = np.zeros((3, learning.TOLD))
            for part in told:
                learning.train(table, under, short, drift, travel, lie, count, state, prize, 10_000, how, part)
            assert list(told[:, learning.WALKED]) == [10_000] * 3
            assert told[-1, learning.WALKS_ENDED] < told[0, learning.WALKS_ENDED]
            assert (told[:, learning.TURNS] > 0).all() == (firsts > 0)
            assert np.array_equal(short, np.rint(table / np.float32(unit)).astype(np.int16))
            runs.append((told.tolist(), float(table.sum())))
        assert runs[0] == runs[1]


class TestPlan:
    @settings(max_examples=10, deadline=None)
    @given(st.integers(0, 10_000))
    def test_a_plan_is_legal_and_tells_three(self, seed: int) -> None:
        game = GAME()
        now = list(some_boards(1 + seed % 20, seed))[-1]
        state = State(now, rules.drawn(seed, 0), rules.drawn(seed, 1))
        plan = game.plan(state, Limit(nodes=1))
        if game.outcome(state) is Outcome.STUCK:
            assert plan.proof == "the piece fits nowhere"
            return
        assert game.play(state, plan.moves[0]) != state
        assert [note[0] for note in plan.notes] == ["1", "2", "3"][: len(plan.notes)]

    def test_a_longer_limit_looks_further(self) -> None:
        state = State(rules.full(HOUSE), "Y", "Z")
        short, long = (GAME().plan(state, Limit(nodes=n)) for n in (1, 400_000))
        assert short.info["level"] < long.info["level"]
        assert short.info["nodes"] < long.info["nodes"]

    @pytest.mark.parametrize(
        ("lines", "pieces", "cells"),
        [
            ("######## ######## ######## #####.## .###.... .#..#... ....###. ....#...", "WF", "2,1 2,2 3,2 3,3 4,3"),
            ("######## ######## ######## ######## ######## ##..##.# .......# #.#.....", "XL", "3,5 4,4 4,5 4,6 5,5"),
        ],
    )
    def test_the_shortest_look_finds_what_three_pairs_of_placements_do_not_show(
        self, lines: str, pieces: str, cells: str
    ) -> None:
        state = State(board(lines), *pieces)
        short, long = (GAME().plan(state, Limit(nodes=n)).moves[0] for n in (1, 3_000_000))
        assert short == long == parse_move(f"take {cells}")

    @pytest.mark.parametrize("share", [3.6, 8.0, 11.5, 16.0, 30.0])
    def test_the_widest_glance_is_made_that_a_limit_has_room_for(self, share: float) -> None:
        state = State(list(some_boards(14, 3))[-1], "F", "Y")
        glance = GAME().plan(state, Limit(nodes=1)).info["nodes"]
        plan = GAME().plan(state, Limit(nodes=int(share * glance)))
        costs = [level.boards for level in search.LEVELS[: search.GLANCES]]
        widest = max(number for number, cost in enumerate(costs, 1) if cost <= share - 1)
        assert plan.info["level"] == widest > 1
        assert plan.info["nodes"] <= share * glance

    def test_what_a_level_costs_is_what_it_was_told_to(self) -> None:
        searcher = Searcher(knowledge.learned("rows"))
        looked: list[list[float]] = []
        for n, now in enumerate(list(some_boards(40, 11))[4::3]):
            piece, following = n % 12, (5 * n + 1) % 12
            glances = [searcher.look(packing.word(now), piece, following, x.effort) for x in search.LEVELS[:5]]
            if glances[0]:
                looked.append([count / glances[0] for count in glances])
        shares = np.quantile(np.array(looked), 0.9, axis=0)
        assert shares == pytest.approx([level.boards for level in search.LEVELS[:5]], rel=0.25)

    def test_what_is_known_of_boards_is_made_ready_once(self) -> None:
        game, state = GAME(), State(rules.full(HOUSE), "Y", "Z")
        game.plan(state, Limit(nodes=1))
        before = knowledge.learned("rows").tools
        game.plan(state, Limit(nodes=1))
        assert knowledge.learned("rows").tools is before

    def test_in_danger_a_plan_looks_further_than_usual(self) -> None:
        lines = "######## .####### .####### .#..#### ....#### .....#.. ...#.... ..####.."
        calm, danger = (
            GAME().plan(State(now, "X", "U"), Limit(nodes=10**6)) for now in (rules.full(HOUSE), board(lines))
        )
        assert calm.info["level"] == search.GLANCES < danger.info["level"]

    def test_a_next_piece_that_is_not_known_is_any(self) -> None:
        plan = GAME().plan(State(rules.full(HOUSE), "V"), Limit(nodes=1))
        assert rules.piece_of(plan.moves[0].cells) == "V"

    @pytest.mark.parametrize("size", [(7, 6), (12, 10)])
    def test_boards_of_other_sizes_are_played_too(self, size: tuple[int, int]) -> None:
        columns, rows = size
        game = Pentas(columns=columns, rows=rows)
        state = game.deal(2)
        for number in range(3):
            state = game.take_turn(state, game.plan(state, Limit(nodes=1)).moves[0], 2, number).state
        assert len(state.board) == rows

    def test_the_table_that_comes_with_the_game_tells_where_it_is_from(self) -> None:
        known = knowledge.learned("rows")
        assert known.source["turns"] > 0
        assert known.source["by"]
        assert knowledge.learned("bonus").prize[3] == 70

    def test_a_table_of_another_form_is_refused(self, tmp_path: object) -> None:
        from pathlib import Path

        assert isinstance(tmp_path, Path)
        knowledge.save(
            tmp_path / "t",
            np.zeros(value.NUMBERS, np.float32),
            {"scoring": "rows", "discount": 0.99, "death": -1.0, "calm": 0.0},
        )
        assert knowledge.load(tmp_path / "t").calm == 0.0
        np.savez_compressed(tmp_path / "t.npz", table=np.zeros(9, np.int16))
        with pytest.raises(knowledge.TableError, match="expected int16"):
            knowledge.load(tmp_path / "t")
