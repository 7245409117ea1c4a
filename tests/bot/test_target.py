"""A fixed region of the screen as a target."""

from __future__ import annotations

from bot.frame import Box, Point
from bot.target import ScreenRegion, Target

REGION = Box(-100, 20, 300, 200)


def test_a_region_is_where_it_is() -> None:
    region: Target = ScreenRegion(REGION)
    assert region.box() == REGION
    assert region.title == "the region -100,20,300,200"
    assert region.on_top(Point(-100, 20))
    assert not region.on_top(Point(200, 20))
    assert region.focused()
    assert region.pointer() is None
    region.activate()


def test_a_region_tells_the_pointer_where_the_system_can() -> None:
    assert ScreenRegion(REGION, lambda: Point(3, 4)).pointer() == Point(3, 4)
