"""What a window in a picture shows is not looked for once more in all of the picture where nothing lies beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest

from bot.cli import opening
from bot.cli.said import Said
from bot.errors import CannotReadError
from bot.frame import Box
from bot.vision import desktop
from bot.vision.picture import save


@pytest.mark.parametrize(("bare", "looks"), [(True, 1), (False, 2)])
def test_a_window_on_a_bare_screen_is_looked_at_once(
    bare: bool, looks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, ...]] = []

    def refuse(pixels: Any, *_: Any) -> NoReturn:
        asked.append(pixels.shape[:2])
        raise CannotReadError("Expected a board, found none.")

    monkeypatch.setattr(desktop, "windows", lambda _: (Box(20, 30, 100, 80),))
    monkeypatch.setattr(desktop, "bare_beside", lambda *_: bare)
    monkeypatch.setattr(opening, "_shown", refuse)
    save(tmp_path / "screen.png", np.zeros((200, 300, 3), np.uint8))
    with pytest.raises(CannotReadError, match="found none"):
        opening.open_file(str(tmp_path / "screen.png"), Said(), False)
    assert asked == [(80, 100), (200, 300)][:looks]
