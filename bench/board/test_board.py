# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The firmware of every board on stand-ins for their chips, and on an emulated STM32F405; the page's examples; traces
from a made-up oscilloscope up to the verdict of the laboratory. They run with its packages: `./dev test masked`."""

import argparse
import os
import re
import subprocess
import sys
import types
from functools import cache
from pathlib import Path

import board as program
import numpy
import pytest
import report
import shared
from builds import JOBS, ROOT, run, with_cached_compilers
from chip import CHIPS, Chip
from link import Board, BoardError, ChipWhisperer, Message, SerialLine, open_oscilloscope
from pages import blocks

HERE = ROOT / "bench/board"
PAGE = ROOT / "docs/boards.md"
# The boards whose programs also run on QEMU's STM32F405, and which of its serial ports is theirs.
EMULATED = {"cw308-stm32f4": 1, "nucleo-f446re": 2}
KEY, NONCE = "00" * 16, "00" * 16


@pytest.fixture(scope="session")
def firmware(tmp_path_factory):
    """firmware(board): the folder of what the Makefile makes, once for all tests."""

    @cache
    def build(name: str) -> Path:
        folder = tmp_path_factory.mktemp(name)
        run("make", "-s", f"-j{JOBS}", "-C", HERE, f"BOARD={name}", f"OUT={folder}", env=with_cached_compilers(ROOT))
        return folder

    return build


@pytest.fixture
def chip(firmware):
    return lambda name, **options: Chip(name, firmware(name) / "board.bin", **options)


class Machine:
    """QEMU with the firmware of a board, and a serial port to it."""

    def __init__(self, name: str, elf: Path) -> None:
        unused = ["-serial", "null"] * (EMULATED[name] - 1)
        command = ["qemu-system-arm", "-M", "netduinoplus2", "-display", "none", "-monitor", "none", *unused]
        self.process = subprocess.Popen(
            [*command, "-serial", "pty", "-kernel", elf], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.port = re.search(r"/dev/pts/\d+", self.process.stdout.readline())[0]


@pytest.fixture(params=EMULATED)
def machine(request, firmware):
    made = Machine(request.param, firmware(request.param) / "board.elf")
    yield made
    made.process.kill()
    made.process.communicate()


@pytest.fixture
def emulated(machine) -> Board:
    return Board(SerialLine(machine.port))


def answer(board: Board, text: str) -> str:
    board.line.write(text.encode() + b"\n")
    return board.line.readline().decode().strip()


# ---- The firmware ----------------------------------------------------------------------------------------


def test_every_board_is_here():
    listed = re.search(r"^BOARDS := (.*)$", (HERE / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)[1].split()
    files = {path.stem.replace("_", "-") for path in (HERE / "boards").glob("*.c")}
    page = PAGE.read_text(encoding="utf-8")
    assert set(listed) == files == set(CHIPS)
    assert all(f"| `{name}` |" in page for name in listed)


@pytest.mark.parametrize("name", CHIPS)
def test_chip(name, chip, capsys):
    """All messages are right, and each has one pulse of the trigger. The stand-in fails where clocks, pins or the rate
    of the serial line are wrong, or where the line is used while the trigger is high."""
    board = Board(chip(name))
    assert board.identity.board == name and board.identity.counts_cycles
    assert program.check(board) == 0
    assert capsys.readouterr().out.count("as the specification says") == 3
    count = sum(1 for _ in program.messages()) + 1
    assert board.line.triggers == [0] + [1, 0] * 3 * count


@pytest.mark.parametrize("name", EMULATED)
def test_longest_messages(name, chip):
    """There are enough random words."""
    board = Board(chip(name))
    board.seed(bytes(range(16)))
    for operation in ("encrypt", "decrypt", "hash"):
        board.compute(Message(operation, bytes(16), bytes(256), ad=bytes(256)), 3)


def test_external_clock(chip):
    """Without it, the board runs on with its internal oscillator, and says so."""
    for name, layout in CHIPS.items():
        assert Board(chip(name)).identity.hertz == (layout.external or layout.internal)
        assert Board(chip(name, clock=False)).identity.hertz == layout.internal


def test_the_stand_in_finds_faults(firmware, chip):
    """The program of another board, and a trigger that stays high."""
    with pytest.raises(AssertionError, match="other pins than the trigger"):
        Board(Chip("nucleo-f446re", firmware("cw308-stm32f4") / "board.bin"))
    board = Board(chip("cw308-stm32f4"))
    board.line.triggers.append(1)
    with pytest.raises(AssertionError, match="trigger low"):
        board.ask("v")


def test_emulated(emulated, capsys):
    """The same programs in QEMU, whose serial port and memory are others' work."""
    assert emulated.identity.hertz == 16_000_000 and not emulated.identity.counts_cycles
    assert program.check(emulated) == 0


REFUSED = {
    "": "command: must be one of",
    "x": "command: must be one of",
    "v 1": "line: has more fields",
    "e": "shares: is missing",
    "e ": "shares: is missing",
    "e 4 00 00 - -": "shares 4: must be 1 to 3",
    "e 0 00 00 - -": "shares 0: must be 1 to 3",
    "e x": "shares: must be 0 to 999999",
    f"e 1 {KEY[2:]} {NONCE} - -": "key: 15 bytes, must be 16",
    f"e 2 {KEY} {NONCE} - -": "key: 16 bytes, must be 32",
    f"e 1 {KEY}00 {NONCE} - -": "key: has too many bytes",
    f"e 1 {KEY} {NONCE} -": "plaintext: is missing",
    f"e 1 {KEY} {NONCE} - - -": "line: has more fields",
    f"e 1 {KEY} {NONCE}  - -": "associated data: is missing",
    f"e 2 {KEY * 2} {NONCE} - 00": "plaintext: must have as many bytes in each share",
    f"e 2 {KEY * 2} {NONCE} - -": "random words: there is no seed: send s first",
    f"d 1 {KEY} {NONCE} - - {KEY}": "tag: does not match",
    "s 00": "bytes of seed 1: must be 16",
    "h 1 0": "message: must be pairs of hexadecimal digits",
    "h 1 0g": "message: must be pairs of hexadecimal digits",
    f"h 1 {'00' * 257}": "message: has too many bytes",
    f"h 1 {'00' * 2000}": "line: is longer than 2560 bytes",
    "c x 16": "operation: must be e, d or h",
    "c e": "bytes: is missing",
    "c e 65537": "bytes 65537: must be",
    "c e 1000000000": "bytes: must be 0 to 999999",
}


def test_wrong_commands(chip):
    """Each has its answer, and the next command works."""
    board = Board(chip("cw308-stm32f4"))
    for command, expected in REFUSED.items():
        assert answer(board, command).startswith(f"error {expected}"), command
        assert answer(board, "h 1 -") == "ok 0b3be5850f2f6b98caf29f8fdea89b64a1fa70aa249b8f839bd53baa304d92b2"


def test_examples_of_the_page(chip):
    page = PAGE.read_text(encoding="utf-8")
    examples = re.findall(r"^> (.*)\n< (.*)$", page, re.MULTILINE)
    board = Board(chip("cw308-stm32f4"))
    assert {command[0] for command, _ in examples} >= set("vtsedh")
    for command, expected in examples:
        assert answer(board, command).partition(" gcc ")[0] == expected.partition(" gcc ")[0]
    letters = set(re.findall(r"^\| `(\w)[ `]", page, re.MULTILINE))
    assert letters == set(re.search(r"one of ([a-z ]+)", answer(board, "?"))[1].split())


# ---- What the computer finds -----------------------------------------------------------------------------


class Through:
    """A line whose answers are changed on the way."""

    def __init__(self, line, change) -> None:
        self.line, self.change = line, change
        self.write = line.write

    def readline(self, seconds: float = 0) -> bytes:
        return self.change(self.line.readline(seconds))


def another_digit(text: bytes) -> bytes:
    """In a result, not in a short answer."""
    return text if len(text) < 20 else text[:-2] + (b"1\n" if text[-2:] == b"0\n" else b"0\n")


@pytest.mark.parametrize(("change", "found"), [
    (another_digit, "the specification's"),
    (lambda text: text.replace(b"error tag", b"ok"), "has accepted it"),
    (lambda text: text[:-1], "no answer within 60 seconds, only 'ok"),
    (lambda text: b"error fault: reset the board\n", "fault: reset the board"),
    (lambda text: b"", "no answer within 60 seconds$"),
])  # fmt: skip
def test_faults_are_found(change, found, chip):
    board = Board(chip("cw308-stm32f4"))
    board.line = Through(board.line, change)
    with pytest.raises(BoardError, match=found):
        program.check(board)


def test_other_protocol(chip):
    with pytest.raises(BoardError, match="protocol 2: must be 1"):
        Board(Through(chip("cw308-stm32f4"), lambda text: text.replace(b"ok 1 ", b"ok 2 ")))


class Late:
    """A line on which nothing comes in time where the computer reads for the first and for the third time."""

    def __init__(self, line) -> None:
        self.line, self.answers, self.reads = line, [], 0

    def write(self, data: bytes) -> None:
        self.line.write(data)
        self.answers.append(self.line.readline())

    def readline(self, seconds: float = 0) -> bytes:
        self.reads += 1
        return self.answers.pop(0) if self.answers and self.reads not in (1, 3) else b""


def test_late_answers(chip):
    """The board answers both empty lines, the second one after the computer has asked for its version."""
    board = Board(Late(chip("cw308-stm32f4")))
    assert board.identity.board == "cw308-stm32f4"
    board.ask("t")


# ---- Cycles ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHIPS)
def test_share(name, chip, tmp_path, capsys):
    """A record with every call that the memory has room for, which bench/shared.py accepts and shows."""
    board = Board(chip(name))
    record = program.record_of(board, "2026-11-30")
    assert report.share(record, tmp_path) == 0
    (file,) = tmp_path.glob("*.json")
    assert shared.load(file) == record
    calls = [call for call in shared.CALLS if call[3] == 1 and call[2] <= board.identity.longest]
    assert [tuple(each[name] for name in shared.CALL_FIELDS) for each in record["figures"]] == calls
    assert len(calls) == (12 if name == "cw308-stm32f3" else 15)
    figures = {(each["operation"], each["bytes"]): each for each in record["figures"]}
    assert figures["encrypt", 1536]["cycles"] > 4 * figures["encrypt", 256]["cycles"]
    assert figures["hash", 64]["nanoseconds"] == round(figures["hash", 64]["cycles"] * 1e9 / board.identity.hertz, 2)
    page = shared.document([record])
    assert f"{board.identity.processor} ({board.identity.core}, {name}), gcc" in page
    assert f"| {figures['encrypt', 16]['cycles']:.0f} |" in page


def test_no_record_without_a_counter(emulated):
    with pytest.raises(BoardError, match="does not count cycles here"):
        program.record_of(emulated, "2026-11-30")
    assert answer(emulated, "c e 16") == "error cycles: this processor does not count them"


def test_no_record_of_absurd_cycles(chip, tmp_path, capsys):
    """Such as those of a counter that stands still from time to time."""
    board = Board(chip("cw308-stm32f4"))
    record = program.record_of(board, "2026-11-30")
    record["figures"][0]["cycles"] = 3.0
    assert report.share(record, tmp_path) == 1
    assert "cycles 3.0: must be" in capsys.readouterr().err


# ---- Traces ----------------------------------------------------------------------------------------------

COUNT = 2300
OSCILLOSCOPE = """
import sys
from pathlib import Path
sys.path.append({folder!r})
from test_board import Chip, Simulated

class Oscilloscope(Simulated):
    def __init__(self, port):
        super().__init__(Chip("nucleo-f446re", Path({image!r})), "both shares")
"""


SEEN = {
    "first share": lambda shares: shares[0],
    "last share": lambda shares: shares[-1],
    "both shares": lambda shares: shares[0] ^ shares[-1],
}


class Simulated:
    """A line, and four samples of noise for each encryption. To sample 1 is added the weight of what is seen of the
    first byte of the key."""

    def __init__(self, line, seen: str) -> None:
        self.line, self.seen, self.power = line, SEEN[seen], 0
        self.readline, self.numbers = line.readline, numpy.random.default_rng(1)

    def write(self, data: bytes) -> None:
        self.line.write(data)
        words = data.split()
        if words and words[0] == b"e":
            self.power = self.seen(bytes.fromhex(words[2].decode())[::16]).bit_count()

    def arm(self) -> None:
        self.power = None

    def trace(self):
        return (self.numbers.normal(0, 1, 4) + [0, self.power, 0, 0]).astype("float32")


def verdict(*words: object) -> subprocess.CompletedProcess:
    """Of the laboratory."""
    paths = os.pathsep.join(str(ROOT / name) for name in ("", "proofs", "tools"))
    command = [sys.executable, "-m", "lab", *map(str, words)]
    return subprocess.run(command, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True)


@pytest.mark.parametrize(("seen", "shares", "no_masks", "leaks"), [
    ("last share", 2, False, False),
    ("last share", 2, True, True),
    ("both shares", 2, False, True),
    ("both shares", 3, False, False),
])  # fmt: skip
def test_traces(seen, shares, no_masks, leaks, chip, tmp_path):
    """Fewer than all shares show nothing, all do, and so does each without masks."""
    oscilloscope = Simulated(chip("cw308-stm32f4"), seen)
    options = argparse.Namespace(
        no_masks=no_masks, out=tmp_path, count=COUNT, operation="encrypt", bytes=16, shares=shares
    )
    files = program.take(Board(oscilloscope), oscilloscope, options)
    done = verdict("--out", tmp_path, "--traces", files[0], "--classes", files[1])
    assert done.returncode == leaks, done.stdout + done.stderr
    assert ("LEAKS" in done.stdout, "the largest |t| first: 1 (" in done.stdout) == (leaks, leaks)
    classes = numpy.load(files[1])
    assert len(classes) == COUNT and 1000 < classes.sum() < COUNT - 1000


def test_traces_by_the_command(firmware, tmp_path):
    """From a board to the verdict, by the lines that the command prints."""
    file = tmp_path / "oscilloscope.py"
    image = firmware("nucleo-f446re") / "board.bin"
    file.write_text(OSCILLOSCOPE.format(folder=str(HERE), image=str(image)), encoding="utf-8")
    command = [sys.executable, HERE / "board.py", "traces", "--scope", file]
    paths = os.pathsep.join(str(ROOT / name) for name in ("", "tests", "tests/support", "tools"))
    printed = run(*command, "--count", str(COUNT), "--out", tmp_path, env={**os.environ, "PYTHONPATH": paths})
    (words,) = re.findall(r"^\./dev lab (.*)$", printed, re.MULTILINE)
    done = verdict("--out", tmp_path, *words.split())
    assert done.returncode == 1 and "LEAKS" in done.stdout, done.stdout + done.stderr


class Recorded:
    """A line and an oscilloscope whose traces are these."""

    def __init__(self, line, traces) -> None:
        self.write, self.readline, self.traces = line.write, line.readline, iter(traces)

    def arm(self) -> None:
        pass

    def trace(self):
        return next(self.traces)


def test_traces_of_other_lengths_are_refused(chip, tmp_path):
    """And nothing is left that looks like all of them."""
    oscilloscope = Recorded(chip("cw308-stm32f4"), [[1, 2], [1, 2, 3]])
    options = argparse.Namespace(no_masks=False, out=tmp_path, count=2, operation="hash", bytes=8, shares=2)
    with pytest.raises(BoardError, match="trace 1 has .* samples"):
        program.take(Board(oscilloscope), oscilloscope, options)
    assert not list(tmp_path.glob("*.npy"))


@pytest.mark.parametrize("operation", ["encrypt", "decrypt", "hash"])
def test_without_masks(operation, chip, tmp_path):
    """The random source is off, and the answers are right all the same."""
    oscilloscope = Recorded(chip("nucleo-f767zi"), [[0, 1]] * 4)
    options = argparse.Namespace(no_masks=True, out=tmp_path, count=4, operation=operation, bytes=8, shares=2)
    files = program.take(Board(oscilloscope), oscilloscope, options)
    assert [numpy.load(file).shape for file in files] == [(4, 2), (4,)]


@pytest.mark.parametrize("machine", ["cw308-stm32f4"], indirect=True)
def test_oscilloscope_of_the_page(machine, tmp_path):
    (block,) = [block for block in blocks("docs/boards.md") if block.option("file")]
    file = tmp_path / block.option("file")
    file.write_text(block.text, encoding="utf-8")
    oscilloscope = open_oscilloscope(str(file), machine.port, 1, 0)
    assert Board(oscilloscope).identity.board == "cw308-stm32f4"
    assert oscilloscope.arm() is None and oscilloscope.trace() is None, "the page's have no body"
    with pytest.raises(BoardError, match="no serial line of its own: expected --port"):
        open_oscilloscope(str(file), None, 1, 0)


def test_other_oscilloscopes_are_refused(tmp_path):
    for name in ("other", tmp_path / "missing.py"):
        with pytest.raises(BoardError, match="must be chipwhisperer, or a file in Python"):
            open_oscilloscope(str(name), None, 1, 0)


def test_chipwhisperer_is_not_needed(monkeypatch):
    monkeypatch.setitem(sys.modules, "chipwhisperer", None)
    with pytest.raises(BoardError, match="install the package chipwhisperer"):
        open_oscilloscope("chipwhisperer", None, 1, 0)


def test_chipwhisperer(monkeypatch, chip):
    """A made-up package with the calls that its documentation names. Whether the real one has them, no test knows."""
    line = chip("cw308-stm32f4")
    target = types.SimpleNamespace(
        waiting=[], write=lambda text: line.write(text.encode()),
        read=lambda count, timeout: target.waiting.pop(0) if target.waiting else target.read_line(),
    )  # fmt: skip

    def read_line() -> str:
        target.waiting += line.readline().decode()
        return target.waiting.pop(0) if target.waiting else ""

    target.read_line = read_line
    scope = types.SimpleNamespace(
        adc=types.SimpleNamespace(), default_setup=lambda: None, arm=lambda: None, late=False,
        capture=lambda: scope.late, get_last_trace=lambda as_int: [1, 2, 3],
    )  # fmt: skip
    package = types.SimpleNamespace(
        scope=lambda: scope, target=lambda scope, kind: target, targets=types.SimpleNamespace(SimpleSerial=None)
    )
    monkeypatch.setitem(sys.modules, "chipwhisperer", package)
    found = ChipWhisperer(100, 7)
    assert Board(found).identity.board == "cw308-stm32f4"
    assert (scope.adc.samples, scope.adc.offset, target.baud) == (100, 7, 115200)
    found.arm()
    assert found.trace() == [1, 2, 3]
    scope.late = True
    with pytest.raises(BoardError, match="no trigger came"):
        found.trace()


# ---- The command -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("machine", ["nucleo-f446re"], indirect=True)
def test_command(machine, tmp_path):
    command = [sys.executable, HERE / "board.py"]
    assert run(*command, "check", "--port", machine.port).startswith("self-test: passed\n1 shares: 21 messages")
    done = subprocess.run([*command, "share", "--port", machine.port], capture_output=True, text=True)
    assert done.returncode == 1 and "there is nothing to share" in done.stderr
    done = subprocess.run([*command, "check", "--port", tmp_path / "none"], capture_output=True, text=True)
    assert done.returncode == 1 and re.match(r"board: port \S+/none: ", done.stderr) and "Traceback" not in done.stderr
    done = subprocess.run([*command, "check"], capture_output=True, text=True)
    assert done.returncode == 2 and "expected --port, or --scope chipwhisperer" in done.stderr
    refused = {"--count=0": "1 to 1,000,000,000", "--bytes=257": "0 to 256", "--bytes=-1": "0 to 256"}
    for option, accepted in refused.items():
        done = subprocess.run([*command, "traces", "--scope", "x", option], capture_output=True, text=True)
        assert done.returncode == 2 and f"must be {accepted}" in done.stderr
