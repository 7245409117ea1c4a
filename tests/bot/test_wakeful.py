"""The processor is kept awake while a running game is played, where the system lets us."""

from __future__ import annotations

from pathlib import Path
from struct import pack

import pytest

from bot import doctor
from bot.systems.wakeful import trouble, wakeful


def test_wake_ups_at_once_are_asked_for_until_the_end(tmp_path: Path) -> None:
    node = tmp_path / "cpu_dma_latency"
    node.touch()
    with wakeful(node) as awake:
        assert awake
        assert node.read_bytes() == pack("i", 0)
    assert trouble(node) is None


def test_a_game_is_played_without_where_the_system_does_not_let_us(tmp_path: Path) -> None:
    with wakeful(tmp_path / "no such device") as awake:
        assert not awake
    with wakeful(tmp_path) as awake:
        assert not awake
    assert "no way" in (trouble(tmp_path / "no such device") or ("",))[0]
    found, remedy = trouble(tmp_path) or ("", "")
    assert found
    assert "udev" in remedy


def test_a_device_that_takes_no_wish_ends_no_game() -> None:
    with wakeful(Path("/dev/full")) as awake:
        assert not awake


def test_an_error_of_the_game_goes_on(tmp_path: Path) -> None:
    node = tmp_path / "cpu_dma_latency"
    node.touch()
    with pytest.raises(OSError, match="the game's own"), wakeful(node):
        raise OSError("the game's own")


def test_the_examination_says_what_is_lost() -> None:
    assert doctor._wakeful(None).state == "ok"
    lack = doctor._wakeful(("Permission denied", "Ask."))
    assert lack.state == "warn"
    assert "later" in lack.found
    assert lack.remedy == "Ask."
