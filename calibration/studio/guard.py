"""What stands between the studio and every other page that the same browser may have open.

A page of a stranger can make the browser send requests to 127.0.0.1 and can give 127.0.0.1 a name of its own (DNS
rebinding). So a request is answered only if it was sent to this very address (`Host`), if whatever changes something
comes from the studio's own page (`Origin`), and if it brings the token that only the person who started the studio
was given. The token travels in a header that no other page can add; there are no cookies.
"""

from __future__ import annotations

import hmac
import json
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN_HEADER: Final = "x-banmen-token"  # noqa: S105 - the name of the header, not the token
API: Final = "/api/"
MAX_REQUEST: Final = 256 * 1024
"""Bytes in the body of a request, unless it is a picture."""
MAX_PICTURE: Final = 64 << 20
"""Bytes in an uploaded picture."""
PICTURES: Final = "/api/pictures"

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
"""What the page may do: run its own script and talk to its own server, and nothing else."""

HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), display-capture=()",
    "Cache-Control": "no-store",
}


class Refusal(HTTPException):
    """Why a request is not answered: a status and a sentence."""


class Guard:
    """Lets through what the studio's own page asks, and refuses everything else."""

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        """`port` is the one of 127.0.0.1 that the studio listens on."""
        self.app = app
        self._token = token.encode()
        self._hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}
        self._origins = {f"http://{host}" for host in self._hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008, "reason": "The studio has no websocket."})
            return
        started = False

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        try:
            self._check(scope)
            await self.app(scope, _bounded(scope, receive), guarded)
        except Refusal as refusal:
            if started:
                raise
            await _refuse(refusal, guarded)

    def _check(self, scope: Scope) -> None:
        """Raise Refusal unless the request may pass."""
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            raise Refusal(403, "The studio answers only to the address that it printed when it started.")
        origins = headers.getlist("origin")
        changes = scope["method"] not in {"GET", "HEAD"}
        if any(origin not in self._origins for origin in origins) or (changes and len(origins) != 1):
            raise Refusal(403, "Only the studio's own page may change anything.")
        if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
            raise Refusal(403, "Another page asked for this; only the studio's own page may.")
        if scope["path"].startswith(API):
            given = headers.getlist(TOKEN_HEADER)
            if len(given) != 1 or not hmac.compare_digest(given[0].encode("latin-1"), self._token):
                raise Refusal(
                    401, "This page does not belong to this run: open the address that `banmen studio` printed."
                )
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length) > _room(scope):
            raise _too_large(scope)


def _room(scope: Scope) -> int:
    return MAX_PICTURE if scope["path"] == PICTURES else MAX_REQUEST


def _too_large(scope: Scope) -> Refusal:
    size = _room(scope)
    amount = f"{size >> 20} MB" if size >= 1 << 20 else f"{size >> 10} KB"
    return Refusal(413, f"That is more than {amount}, the most that is taken here.")


def _bounded(scope: Scope, receive: Receive) -> Receive:
    """The body of a request, cut off where it is longer than it may be, whatever it said of its length."""
    left = _room(scope)

    async def bounded() -> Message:
        nonlocal left
        message = await receive()
        if message["type"] == "http.request":
            left -= len(message.get("body", b""))
            if left < 0:
                raise _too_large(scope)
        return message

    return bounded


async def _refuse(refusal: Refusal, send: Send) -> None:
    body = json.dumps({"error": refusal.detail}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": refusal.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": body})
