"""One position as a picture, without a game around it."""

from __future__ import annotations

from bot.arcade.pentas.desk import Desk
from bot.arcade.pentas.looks import load_looks
from bot.arcade.pentas.view import Picture, TrayView
from bot.frame import Pixels
from engine.games.pentas.rules import orientations
from engine.moves import parse_cell
from engine.position import Position

SIZE = (760, 600)


def still(position: Position, skin: str = "stones") -> Pixels:
    """The picture of a position whose pieces are letters; the cells of the block `marked` are marked."""
    blocks = position.blocks
    pieces = tuple(orientations(piece, True)[0] for piece in blocks.get("next", ()))
    marked = frozenset(parse_cell(cell) for cell in blocks.get("marked", ()))
    score = int(blocks.get("score", ("0",))[0])
    desk = Desk.lay(SIZE, len(position.board), len(position.board[0]), ())
    return TrayView(desk, load_looks(skin)).draw(Picture(position.board, pieces, score, marked))
