"""A studio that runs on its port, for tests: what a browser, or somebody who pretends to be one, can send to it."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bot.story import Story
from calibration.studio.desk import Desk
from calibration.studio.routes import Studio
from calibration.studio.server import listen
from engine.api import Limit

SCREENS = Path(__file__).parents[2] / "fixtures" / "shisen"
TRADITIONAL = SCREENS / "kshisen-traditional" / "screens"
PATIENT = 180
"""Seconds that an answer may take: reading a picture, on a machine that does much else."""


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> str:
        assert self.status >= 400, self
        return str(self.json["error"])


@dataclass(frozen=True)
class Running:
    """A studio that answers."""

    studio: Studio
    address: str

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    @property
    def token(self) -> str:
        return urlsplit(self.address).fragment

    @property
    def own(self) -> dict[str, str]:
        """What the studio's own page sends along."""
        return {"X-Banmen-Token": self.token, "Origin": f"http://127.0.0.1:{self.port}"}

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """One request with exactly these headers (and `Host`, unless it is among them)."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENT)
        try:
            connection.request(method, path, body, dict(headers or {}))
            answer = connection.getresponse()
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def get(self, path: str) -> Any:
        """What the page gets."""
        answer = self.ask("GET", path, headers=self.own)
        assert answer.status == 200, answer
        return answer.json

    def post(self, path: str, value: Any = None) -> Answer:
        """What the page posts: JSON, or a picture."""
        body = value if isinstance(value, bytes) else json.dumps({} if value is None else value).encode()
        return self.ask("POST", path, body, self.own)

    def change(self, path: str, value: Any = None) -> dict[str, Any]:
        """What lies on the desk after a change."""
        answer = self.post(path, value)
        assert answer.status == 200, answer.body
        state: dict[str, Any] = answer.json
        return state

    def raw(self, data: bytes) -> bytes:
        """Whatever comes back for these very bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENT) as plug:
            plug.sendall(data)
            plug.shutdown(socket.SHUT_WR)
            parts = []
            while part := plug.recv(65536):
                parts.append(part)
        return b"".join(parts)


@contextmanager
def running(root: Path, desk: Desk | None = None, story: Story | None = None) -> Iterator[Running]:
    """A studio on a free port that keeps its layouts below `root`."""
    studio = Studio(desk or Desk(limit=Limit(nodes=1_000_000)), root, story)
    server, bound, address = listen(studio)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
    thread.start()
    try:
        yield Running(studio, address)
    finally:
        server.leave()
        thread.join()
        bound.close()
