"""The techniques in Japanese: what each is called, what it is about, and why its cells follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

IDEAS: Final = {
    "X_REPAIR": ("間違いあり", "今の塗り方では正しくなりません"),
    "X_REPAIR none": ("解なし", "ヒントの数字が正しくないようです"),
    "X_REPAIR clues": ("解なし", "ヒントの数字が互いに矛盾しています"),
    "ALL_FIXED": ("すべて確定", "入り方がひと通りしか残っていません"),
    "SIMPLE_BOX": ("シンプルボックス", "数字をどこに置いても真ん中は必ず黒になります"),
    "SIMPLE_BOXES": ("シンプルボックス(数字が複数)", "数字を全部片側に寄せた場合と、反対側に寄せた場合を比べます"),
    "COLOUR_BOXES": (
        "シンプルボックス(色つき)",
        "数字を全部片側に寄せた場合と、反対側に寄せた場合を比べます。違う色どうしは隣り合えます",
    ),
    "X_BOTH_END": ("両端に×", "もう完成しているかたまりがあります"),
    "CAN_NOT_REACH": ("届かないマス", "今ある黒マスからは遠すぎるマスがあります"),
    "COLOUR_CROSSING": ("色の交差", "この行の色をまったく使わない列があります"),
    "SMALL_GAP": ("狭いすき間", "×と×の間が狭すぎます"),
    "GLUE": ("くっつき", "壁の近くの黒マスから先が続きます"),
    "SPLIT": ("分断", "塗ると長くなりすぎるマスがあります"),
    "JOIN": ("つなぎ", "二つの黒は同じ数字のものです"),
    "RANGE_BOX": ("範囲の重なり", "今の状態から数えると、数字の置ける範囲が重なります"),
    "RANGE_CROSS": ("範囲の外", "今の状態から数えると、どの数字も来ないマスがあります"),
    "COLOUR_RANGE": ("届く色", "行と列の両方から届く色が限られるマスがあります"),
    "BLACK": ("必ず黒", "どう置いても黒になるマスがあります"),
    "CROSS": ("必ず×", "どう置いても空くマスがあります"),
    "EDGE_2LINE": ("二本の線", "逆に仮定して、交わる線や隣の線を見ます"),
    "CONTRADICTION": ("背理法", "逆に仮定して、線をたどると矛盾します"),
    "TWO_WAY": ("場合分け", "一つのマスを両方の場合で試し、共通する結果を探します"),
    "NESTED": ("二重の背理法", "逆に仮定し、その中でもう一つ仮定します"),
    "SEARCH": ("探索", "これまでの手筋では先へ進めません"),
}

WHYS: Final = {
    "X_REPAIR line": "{line}は、今のままではヒント「{clue}」に合いません。間違いは{wrong}です。",
    "X_REPAIR cells": "{line}だけを見れば問題ありませんが、全体とは合いません。間違いは{wrong}です。",
    "X_REPAIR open": "{line}は、今のままではヒント「{clue}」に合いません。この線か、その周りに間違いがあります。",
    "X_REPAIR none": "この問題には解がありません。{line}がヒント「{clue}」に合いません。"
    "ヒントの数字が間違っているようです。",
    "X_REPAIR clues": "この問題には解がありません。{lines}のヒントを同時に満たす盤面はないので、"
    "どれかが間違っています。",
    "X_REPAIR without": "今のままでは完成できませんが、{wrong}を消せば完成できます。",
    "X_REPAIR": "盤面とヒントが矛盾していますが、どの線かは特定できません。",
    "ALL_FIXED empty": "{line}のヒントは0なので、{result}。",
    "ALL_FIXED blacks placed": "{line}は塗るマスがもう全部塗れているので、{result}。",
    "ALL_FIXED crosses placed": "{line}は残りのマスを全部塗ってちょうどなので、{result}。",
    "ALL_FIXED no slack": "{line}は{numbers}を間を空けて並べると、壁の間の{room}マスがちょうど埋まるので、{result}。",
    "ALL_FIXED one way": "{line}にヒント「{clue}」を入れる方法はひと通りしか残っていないので、{result}。",
    "SIMPLE_BOX": "{line}の{numbers}が入る場所は{room}マスです。両端のどちらに寄せても重なるマスがあるので、{result}。",
    "SIMPLE_BOXES": "{line}の残りの数字は{room}マスのうち{needs}マスを使うので、"
    "どの数字も{slack}マスまでしか動けません。"
    "それより長い{numbers}は重なるマスがあるので、{result}。",
    "X_BOTH_END": "{line}の{because}のかたまりは、あてはまる数字({either})と同じ長さでもう完成しているので、{result}。",
    "CAN_NOT_REACH all": "{line}はどの数字にも黒マス({because})があり、"
    "そこから数字の長さより遠くへは届かないので、{result}。",
    "CAN_NOT_REACH wall": "{line}の{because}の黒は{numbers}のもので、あと1マス壁まで届かないので、{result}。",
    "COLOUR_CROSSING": "{line}とそこで交わる列には共通の色がないので、{result}。",
    "SMALL_GAP": "{line}の×にはさまれた{gap}マスのすき間には{numbers}が入らないので、{result}。",
    "GLUE": "{line}の{because}の黒は少なくとも{least}マス続きますが、"
    "{wall}の側には場所が足りないので反対側へ伸びます。{result}。",
    "SPLIT": "{line}の{cells}を塗ると長さ{length}のかたまりになりますが、そこに入るのは{either}なので、{result}。",
    "JOIN": "{line}の{because}はどれも{numbers}のものなので、{result}。",
    "RANGE_BOX": "{line}の今の状態から数えると、{numbers}の先頭は{first}から{last}までの間なので、{result}。",
    "RANGE_CROSS": "{line}の今の状態から数えると、{numbers}はそこまで届かないので、{result}。",
    "RANGE_CROSS none": "{line}の今の状態から数えると、どの数字も届かないので、{result}。",
    "COLOUR_RANGE": "{line}と{other}の両方に合うものは一つしかないので、{result}。",
    "BLACK": "{line}にヒント「{clue}」をどう入れても、{result}。",
    "CROSS": "{line}にヒント「{clue}」をどう入れても、{result}。",
    "EDGE_2LINE": "{assumed}、すぐに{dead}がヒント「{deadclue}」に合わなくなるので、{result}。",
    "CONTRADICTION": "{assumed}、そこから{depth}たどったところで{dead}がヒント「{deadclue}」に合わなくなるので、"
    "{result}。",
    "TWO_WAY": "{assumedcell}がどちらの場合でも、たどった結果が同じになるので、{result}。",
    "NESTED": "{assumed}、どう続けても矛盾します(もう一つ仮定すると分かり、最後は{dead}が合わなくなります)。"
    "したがって、{result}。",
    "SEARCH": "調べ尽くすと、解に至るのはこの場合だけなので、{result}。",
    "SEARCH several": "この問題には解がいくつもあり、{cell}はどちらにもなります。",
}

RESULT = "{parts}です"
LOOK = "{places}を見てみましょう。"
LOOK_WRONG = "{places}に間違いがあります。"
LOOK_NOWHERE = "盤面のどこかがヒントと矛盾しています。"
IDEA = "{Places}は「{name}」です。{idea}。"


def line(across: bool, index: int) -> str:
    """A row or column, counted from 1."""
    return f"{index + 1}{'行目' if across else '列目'}"


def counted(across: bool, index: int) -> str:
    """A row or column, and how it is counted."""
    return f"{'上' if across else '左'}から{line(across, index)}"


def cells(across: bool, ranges: Sequence[tuple[int, int]]) -> str:
    """Cells of a row or column, by their columns or rows, counted from 1; ranges include their ends."""
    what = "列目" if across else "行目"
    return "・".join(str(a + 1) if a == b else f"{a + 1}〜{b + 1}" for a, b in ranges) + what


def cell(row: int, column: int) -> str:
    """One cell, counted from 1."""
    return f"{row + 1}行{column + 1}列のマス"


def filled(what: str, label: str | None, many: bool) -> str:
    """That cells are filled with a colour, filled (no colour) or stay empty (None)."""
    del many
    if label is None:
        return f"{what}は×"
    return f"{what}は{label}の色" if label else f"{what}は黒"


def were(what: str, label: str | None) -> str:
    """That a cell be supposed so."""
    return f"{what}が" + ("×だとすると" if label is None else f"{label or '黒'}だとすると")


def number(text: str, ordinal: int, of: int) -> str:
    """A number of the clue; which one, where it stands there several times."""
    return f"「{text}」" if of == 1 else f"{ordinal + 1}つ目の「{text}」"


def numbers(all_of_them: Sequence[str]) -> str:
    """Some numbers of the clue."""
    return "と".join(all_of_them)


def either(all_of_them: Sequence[str]) -> str:
    """One of some numbers of the clue."""
    return "か".join(all_of_them)


def listed(words: Sequence[str]) -> str:
    """A, b and c."""
    return "、".join(words)


def edge(front: bool, across: bool) -> str:
    """The end of a line."""
    return f"{('左' if front else '右') if across else ('上' if front else '下')}端"


def cross(what: str) -> str:
    """A cross in a cell."""
    return f"{what}の×"


def lines(count: int) -> str:
    """So many lines."""
    return f"{count}本の線を"


def more(count: int) -> str:
    """And so many more cells."""
    return f"ほか{count}マス"
