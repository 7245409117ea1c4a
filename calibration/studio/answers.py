"""Answers to what the page asks: files, pictures, values; worked out aside where it takes long."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import cv2
from starlette.requests import Request
from starlette.responses import Response

from bot.frame import Pixels

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]


async def aside(work: Callable[[], T]) -> T:
    """Do something long without holding up other requests, on a thread that does not keep the program alive."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def tell(result: T | None, error: BaseException | None) -> None:
        if done.cancelled():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result: T | None = None
        problem: BaseException | None = None
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001 - it is raised again where it is awaited
            problem = error
        if not loop.is_closed():
            loop.call_soon_threadsafe(tell, result, problem)

    threading.Thread(target=run, daemon=True, name="studio").start()
    return await done


def a_file(data: bytes, kind: str) -> Handler:
    """One of the files that the page consists of."""

    async def handler(_: Request) -> Response:
        return Response(data, media_type=kind)

    return handler


async def png(get: Callable[[], Pixels]) -> Response:
    """A picture."""

    def work() -> bytes:
        _, data = cv2.imencode(".png", get(), [cv2.IMWRITE_PNG_COMPRESSION, 1])
        return data.tobytes()

    return Response(await aside(work), media_type="image/png")


def answer(value: dict[str, Any], status: int = 200) -> Response:
    """Values as JSON."""
    return Response(json.dumps(value, ensure_ascii=False), status, media_type="application/json")
