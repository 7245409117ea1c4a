"""An adb server with one phone, on which a practice game runs in front."""

from __future__ import annotations

import socketserver
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import cv2
import numpy as np

from bot.action import Click, Drag, Key
from bot.arcade.memory import MemoryScreen
from bot.frame import Frame, Point

SERIAL = "emulator-5554"
GAME = "org.example.game"
NAMES = {"KEYCODE_DPAD_LEFT": "Left", "KEYCODE_DPAD_RIGHT": "Right", "KEYCODE_SPACE": "space"}


@dataclass
class FakePhone:
    """What the server answers, and what it was asked to do."""

    screen: MemoryScreen
    state: str = "device"
    app: str = GAME
    header: int = 16
    """Bytes before the pixels of a raw picture."""
    raw: int = 1
    """The number of the raw format; any but 1 and 2 is one that only this phone knows."""
    dark: bool = False
    """Whether the app forbids pictures."""
    inputs: list[str] = field(default_factory=list)
    refuses: str = ""
    """What `input` prints instead of doing it."""
    gone: bool = False

    def answer(self, service: str) -> bytes:
        """What a service prints."""
        match service:
            case "shell:getprop ro.product.model":
                return b"Paper Phone\n"
            case "shell:dumpsys window displays":
                return self._displays().encode()
            case "exec:screencap 2>/dev/null":
                return b"" if self.dark else self._raw()
            case "exec:screencap -p 2>/dev/null":
                return b"" if self.dark else cv2.imencode(".png", self._pixels())[1].tobytes()
        assert service.startswith("shell:input "), service
        if self.refuses:
            return self.refuses.encode()
        self._input(service.removeprefix("shell:input "))
        return b""

    def _pixels(self) -> np.ndarray:
        return self.screen.grab().pixels[:, :, :3]

    def _raw(self) -> bytes:
        pixels = self._pixels()
        height, width = pixels.shape[:2]
        head = struct.pack("<4I", width, height, self.raw, 1)[: self.header]
        return head + cv2.cvtColor(pixels, cv2.COLOR_BGR2RGBA).tobytes()

    def _displays(self) -> str:
        box = self.screen.box()
        focus = f"Window{{3f1a77 u0 {self.app}/{self.app}.Main}}" if self.app else "null"
        return (
            f"  Display: mDisplayId=0\n    init=900x1600 420dpi cur={box.w:.0f}x{box.h:.0f} app=900x1500\n"
            f"  mCurrentFocus={focus}\n  mFocusedApp=ActivityRecord{{1 u0 other/.Main t1}}\n"
        )

    def _input(self, command: str) -> None:
        self.inputs.append(command)
        kind, *rest = command.split()
        frame = Frame(self._pixels(), 0.0, Point(0, 0), 1.0)
        if kind == "keyevent":
            self.screen.perform(Key(NAMES[rest[0]]), frame)
            return
        numbers = [int(text) for text in rest]
        at = Point(*numbers[:2])
        swiped = kind == "swipe" and numbers[:2] != numbers[2:4]
        self.screen.perform(Drag(at, Point(*numbers[2:4])) if swiped else Click(at), frame)


class _Talk(socketserver.BaseRequestHandler):
    phone: FakePhone

    def handle(self) -> None:
        while True:
            head = self._take(4)
            if not head:
                return
            service = self._take(int(head, 16)).decode()
            if self.phone.gone and not service.startswith("host:version"):
                self._fail("device 'x' not found")
                return
            if service == "host:version":
                self._okay(b"0029", block=True)
            elif service == "host:devices":
                self._okay(f"{SERIAL}\t{self.phone.state}\n".encode(), block=True)
            elif service == f"host:tport:serial:{SERIAL}":
                self._okay(bytes(8))
            elif service.startswith("host:"):
                self._fail("unknown host service")
                return
            else:
                self._okay(self.phone.answer(service))
                return

    def _take(self, count: int) -> bytes:
        data = b""
        while len(data) < count and (chunk := self.request.recv(count - len(data))):
            data += chunk
        return data

    def _okay(self, data: bytes, *, block: bool = False) -> None:
        self.request.sendall(b"OKAY" + (f"{len(data):04x}".encode() if block else b"") + data)

    def _fail(self, why: str) -> None:
        self.request.sendall(b"FAIL" + f"{len(why):04x}".encode() + why.encode())


@contextmanager
def plugged_in(phone: FakePhone, setenv: Callable[[str, str], None]) -> Iterator[FakePhone]:
    """An adb server that knows this phone, for as long as the block runs."""
    handler = type("Talk", (_Talk,), {"phone": phone})
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        setenv("ANDROID_ADB_SERVER_HOST", "127.0.0.1")
        setenv("ANDROID_ADB_SERVER_PORT", str(server.server_address[1]))
        try:
            yield phone
        finally:
            server.shutdown()
            thread.join()
