# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The serial line to a board, the firmware's commands (docs/boards.md), and oscilloscopes.

Packages are imported where they are used: the options are there before any package is."""

import importlib.util
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spec.algorithms import find
from spec.modes import aead_encrypt, hash_digest

BAUD = 115200
SECONDS = 60  # that an answer may take: 64 KiB at 7 MHz take some, and an emulated board on a busy computer
WAKE_TRIES = 20
PROTOCOL = "1"
AEAD, HASH = find("ascon-aead128"), find("ascon-hash256")
LETTERS = {"encrypt": "e", "decrypt": "d", "hash": "h"}


class BoardError(Exception):
    """What the board refused, or what it did not answer."""


# ---- Lines and oscilloscopes ---------------------------------------------------------------------------


class SerialLine:
    """A serial port, or what else pyserial opens, such as socket://host:4000."""

    def __init__(self, port: str | None) -> None:
        import serial

        if not port:
            raise BoardError("this oscilloscope has no serial line of its own: expected --port")
        try:
            self._serial = serial.serial_for_url(port, baudrate=BAUD)
        except (serial.SerialException, ValueError) as error:
            raise BoardError(f"port {port}: {error}") from None
        self._serial.reset_input_buffer()

    def write(self, data: bytes) -> None:
        self._serial.write(data)

    def readline(self, seconds: float = SECONDS) -> bytes:
        """With its end, or without it if that has not come in time."""
        self._serial.timeout = seconds
        return bytes(self._serial.readline())


class ChipWhisperer:
    """Line and oscilloscope of a ChipWhisperer with a CW308 target, by the package chipwhisperer. Not tried on
    hardware."""

    def __init__(self, samples: int, offset: int) -> None:
        try:
            import chipwhisperer
        except ImportError as error:
            raise BoardError(f"{error}: install the package chipwhisperer for this Python") from None
        self._scope = chipwhisperer.scope()
        self._scope.default_setup()  # the board's clock, 4 samples for each cycle, the trigger on TIO4
        self._scope.adc.samples, self._scope.adc.offset = samples, offset
        self._target = chipwhisperer.target(self._scope, chipwhisperer.targets.SimpleSerial)
        self._target.baud = BAUD

    def write(self, data: bytes) -> None:
        self._target.write(data.decode())

    def readline(self, seconds: float = SECONDS) -> bytes:
        text = ""
        while not text.endswith("\n"):
            part = self._target.read(1, timeout=round(1000 * seconds))
            if not part:
                break
            text += part
        return text.encode()

    def arm(self) -> None:
        self._scope.arm()

    def trace(self) -> Any:
        if self._scope.capture():
            raise BoardError("no trigger came: is the firmware that of this board, and the pin connected?")
        return self._scope.get_last_trace(as_int=True)


def open_oscilloscope(name: str, port: str | None, samples: int, offset: int) -> Any:
    """`chipwhisperer`, or a file in Python: its class Oscilloscope is made with the port, and has write(), readline(),
    arm() and trace(), of which SerialLine has the first two."""
    if name == "chipwhisperer":
        return ChipWhisperer(samples, offset)
    file = Path(name)
    module = importlib.util.spec_from_file_location(file.stem, file) if file.suffix == ".py" else None
    if module is None or module.loader is None or not file.exists():
        raise BoardError(f"oscilloscope {name}: must be chipwhisperer, or a file in Python")
    loaded = importlib.util.module_from_spec(module)
    module.loader.exec_module(loaded)
    return loaded.Oscilloscope(port)


# ---- Messages ------------------------------------------------------------------------------------------


def in_shares(secret: bytes, shares: int, masks: Any = secrets.token_bytes) -> bytes:
    """Fresh shares, one after the other."""
    parts = [masks(len(secret)) for _ in range(shares - 1)]
    last = secret
    for part in parts:
        last = bytes(a ^ b for a, b in zip(last, part))
    return b"".join([*parts, last])


@dataclass(frozen=True)
class Message:
    """What a board is to compute: all but nonce and associated data is secret."""

    operation: str
    key: bytes
    text: bytes  # the plaintext, or what is hashed
    nonce: bytes = bytes(16)
    ad: bytes = b""

    @property
    def sealed(self) -> tuple[bytes, bytes]:
        return aead_encrypt(AEAD, self.key, self.nonce, self.ad, self.text)

    def fields(self, shares: int, masks: Any = secrets.token_bytes) -> list[bytes]:
        """Of the command, after the number of shares."""

        def shared(secret: bytes) -> bytes:
            return in_shares(secret, shares, masks)

        if self.operation == "hash":
            return [shared(self.text)]
        start = [shared(self.key), self.nonce, self.ad]
        if self.operation == "encrypt":
            return [*start, shared(self.text)]
        return [*start, *map(shared, self.sealed)]

    @property
    def expected(self) -> list[bytes]:
        """The answer, by the specification."""
        if self.operation == "hash":
            return [hash_digest(HASH, self.text)]
        return list(self.sealed) if self.operation == "encrypt" else [self.text]


# ---- The board -----------------------------------------------------------------------------------------


def field(data: bytes) -> str:
    return data.hex() or "-"


@dataclass(frozen=True)
class Identity:
    version: str
    board: str
    processor: str
    core: str
    backend: str
    hertz: int
    counts_cycles: bool
    longest: int  # bytes of a message whose cycles are counted
    compiler: str


class Board:
    def __init__(self, line: Any) -> None:
        self.line = line
        self._wake()
        self.identity = self._identify()

    def _wake(self) -> None:
        """Ends whatever line has begun, and skips all that is answered; again if the board is not yet awake."""
        for _ in range(WAKE_TRIES):
            self.line.write(b"\n")
            if self.line.readline(1):
                while self.line.readline(0.2):
                    continue
                return
        raise BoardError(f"no answer within {WAKE_TRIES} seconds: is this the board's port, and the firmware on it?")

    def _identify(self) -> Identity:
        """Answers to empty lines may still come: on a busy computer, one is later than _wake() waits."""
        self.send("v")
        answer = self._answer()
        while answer.startswith("error command"):
            answer = self._answer()
        protocol, *words = self._fields(answer)
        if protocol != PROTOCOL or len(words) < 9:
            raise BoardError(f"protocol {protocol}: must be {PROTOCOL}: build and flash this version's firmware")
        names, (hertz, counts, longest) = words[:5], words[5:8]
        return Identity(*names, int(hertz), counts == "1", int(longest), " ".join(words[8:]))

    def send(self, *words: str) -> None:
        self.line.write(" ".join(words).encode() + b"\n")

    def receive(self) -> list[str]:
        """The fields of the answer."""
        return self._fields(self._answer())

    def _answer(self) -> str:
        answer = self.line.readline().decode("ascii", "replace")
        if not answer.endswith("\n"):
            raise BoardError(f"no answer within {SECONDS} seconds{f', only {answer!r}' if answer else ''}")
        return answer

    @staticmethod
    def _fields(answer: str) -> list[str]:
        words = answer.split()
        if words[:1] != ["ok"]:
            raise BoardError(f"the board says: {answer.strip()}")
        return words[1:]

    def ask(self, *words: str) -> list[str]:
        self.send(*words)
        return self.receive()

    def seed(self, seed: bytes) -> None:
        """Of its random words; empty: all of them are zero."""
        self.ask("s", field(seed))

    def start(self, message: Message, shares: int, masks: Any = secrets.token_bytes) -> None:
        self.send(LETTERS[message.operation], str(shares), *map(field, message.fields(shares, masks)))

    def finish(self, message: Message) -> None:
        """Reads the answer, and compares it with the specification."""
        found, expected = self.receive(), [field(each) for each in message.expected]
        if found != expected:
            raise BoardError(f"{message}: the board's answer is {found}, the specification's {expected}")

    def compute(self, message: Message, shares: int) -> None:
        self.start(message, shares)
        self.finish(message)

    def cycles(self, operation: str, size: int) -> int:
        (number,) = self.ask("c", LETTERS[operation], str(size))
        return int(number)
