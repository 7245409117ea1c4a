"""Linux lets a processor sleep between two events, and is slow to wake it: here a running game asks that it is not.

The kernel's "PM QoS" interface (Documentation/power/pm_qos_interface) takes the longest time that a wake-up may take,
in microseconds, from whoever may open a device, and forgets it when the device is closed, however that comes about.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from struct import pack
from typing import Final

NODE: Final = Path("/dev/cpu_dma_latency")
AT_ONCE: Final = pack("i", 0)
_log = logging.getLogger(__name__)


@contextmanager
def wakeful(node: Path = NODE) -> Iterator[bool]:
    """Have the processor wake at once until the end; whether the system lets us. Where it does not, nothing is lost but
    some tenths of a millisecond between a change on the screen and the key.
    """
    try:
        device = node.open("r+b", buffering=0)  # which makes no file where there is none
    except OSError as error:
        _log.info("The processor may sleep between two pictures: %s", error)
        yield False
        return
    with device:
        try:
            device.write(AT_ONCE)
        except OSError as error:
            _log.info("The processor may sleep between two pictures: %s", error)
            yield False
        else:
            yield True


def trouble(node: Path = NODE) -> tuple[str, str] | None:
    """Why it cannot be asked for, and what to do about it; None where it can. Nothing is asked."""
    if not node.exists():
        return "this system has no way to keep the processor awake", "Nothing to do."
    try:
        node.open("r+b", buffering=0).close()
    except OSError as error:
        rule = f'KERNEL=="{node.name}", MODE="0660", GROUP="input"'
        return str(error), f"As root, write {rule} to /etc/udev/rules.d/90-banmen.rules, and join the group input."
    return None
