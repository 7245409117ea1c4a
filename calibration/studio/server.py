"""The studio's server: one page, its script, and what they may ask; on 127.0.0.1 and nowhere else."""

from __future__ import annotations

import logging
import secrets
import socket
from collections.abc import Awaitable, Callable
from types import FrameType
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp

from bot.errors import BanmenError
from calibration.studio import asks
from calibration.studio.answers import answer
from calibration.studio.desk import Conflict
from calibration.studio.guard import Guard
from calibration.studio.routes import Studio
from engine.api import BadPosition, BadRule

HOST: Final = "127.0.0.1"


def make_app(studio: Studio, port: int, token: str) -> ASGIApp:
    """The studio behind its guard."""
    failures: dict[Any, Any] = {
        HTTPException: _http_failure,
        BanmenError: _failure(422),
        Conflict: _failure(409),
        BadPosition: _failure(422),
        BadRule: _failure(422),
        asks.BadAsk: _failure(400),
        ClientDisconnect: _failure(400),
    }
    app = Starlette(routes=studio.routes(), exception_handlers=failures)
    app.router.redirect_slashes = False
    return Guard(app, port, token)


class Server(uvicorn.Server):
    """The server; Ctrl-C ends it at once, whatever is still being worked out."""

    def leave(self) -> None:
        """End without waiting for anybody; what is broken off by that is no error."""
        logging.getLogger("uvicorn.error").disabled = True
        self.should_exit = self.force_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Leave at the first signal."""
        self.leave()
        super().handle_exit(sig, frame)


def listen(studio: Studio) -> tuple[Server, socket.socket, str]:
    """A server that is ready to run on a free port, its socket, and the address to open."""
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    bound.bind((HOST, 0))
    bound.listen()
    port = bound.getsockname()[1]
    token = secrets.token_urlsafe(24)
    config = uvicorn.Config(
        make_app(studio, port, token),
        http="h11", ws="none", lifespan="off", loop="asyncio", access_log=False, log_level="error",
        server_header=False, proxy_headers=False, timeout_keep_alive=30, timeout_graceful_shutdown=1,
    )  # fmt: skip
    return Server(config), bound, f"http://{HOST}:{port}/#{token}"


def serve(server: Server, bound: socket.socket) -> None:
    """Answer until Ctrl-C."""
    try:
        server.run(sockets=[bound])
    except KeyboardInterrupt:
        return
    finally:
        bound.close()


def _failure(status: int) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def handler(_: Request, error: Exception) -> Response:
        return answer({"error": str(error) or type(error).__name__}, status)

    return handler


async def _http_failure(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    said = {404: "There is nothing here.", 405: "That cannot be asked here."}
    return answer({"error": said.get(error.status_code, error.detail)}, error.status_code)
