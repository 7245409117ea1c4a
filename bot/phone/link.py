"""The line to a phone: commands that its shell carries out, through the adb server of this computer."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from bot.target import TargetError

TIMEOUT: Final = 10.0
"""Seconds that one command may take."""
CHUNK: Final = 1 << 20
LARGEST: Final = 256 << 20
"""Bytes of an answer at the most."""


class PhoneError(TargetError):
    """The phone does not answer, or there is none; the message says what to do."""


class Link:
    """One phone or emulator, by its serial as `adb devices` lists it."""

    def __init__(self, serial: str) -> None:
        """Look for the phone. Raises PhoneError where adbutils, the adb server or the phone is missing."""
        try:
            import adbutils
        except ImportError as error:
            raise PhoneError(
                "To play on a phone, adbutils is needed: pip install 'banmen[phone]' (or pip install adbutils)."
            ) from error
        self.serial = serial
        self._errors: tuple[type[Exception], ...] = (
            adbutils.AdbError, OSError, EOFError, ValueError, subprocess.SubprocessError
        )  # fmt: skip
        with self._told(f"The adb server of this computer cannot be asked for {serial}"):
            client = adbutils.AdbClient(socket_timeout=TIMEOUT)
            phones = {phone.serial: phone.state for phone in client.list()}
            self._device = client.device(serial=serial)
        if phones.get(serial) != "device":
            there = ", ".join(f"{name} ({state})" for name, state in phones.items()) or "none at all"
            raise PhoneError(
                f"Expected a phone called {serial!r} that allows debugging, found {there}; see `adb devices`, and "
                "confirm the question on the phone's screen."
            )

    def run(self, command: str) -> str:
        """What a command of the phone's shell prints, errors included. Raises PhoneError."""
        return self._ask(f"shell:{command}").decode("utf-8", "replace").strip()

    def fetch(self, command: str) -> bytes:
        """What a command prints, byte by byte. Raises PhoneError."""
        return self._ask(f"exec:{command}")

    def _ask(self, service: str) -> bytes:
        answer = bytearray()
        with self._told(f"The phone {self.serial} does not answer"), self._device.open_transport() as line:
            line.conn.settimeout(TIMEOUT)
            line.send_command(service)
            line.check_okay()
            while chunk := line.conn.recv(CHUNK):
                answer += chunk
                if len(answer) > LARGEST:
                    raise PhoneError(f"The phone {self.serial} sends more than {LARGEST >> 20} MB at once.")
        return bytes(answer)

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        """Turn what goes wrong on the line into one sentence."""
        try:
            yield
        except self._errors as error:
            raise PhoneError(f"{what} ({_first_line(error)}); check the cable and `adb devices`.") from error


def _first_line(error: BaseException) -> Any:
    return next(iter(str(error).splitlines()), "") or type(error).__name__
