# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tests the library on a board, takes traces for `./dev lab`, and makes a record of cycles like `./dev bench --share`.

docs/boards.md has the steps."""

import argparse
import datetime
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path

BENCH = Path(__file__).resolve().parents[1]
ROOT = BENCH.parent
sys.path[:0] = [str(ROOT), str(BENCH)]

import report  # noqa: E402
import shared  # noqa: E402
from link import LETTERS, Board, BoardError, Identity, Message, SerialLine, open_oscilloscope  # noqa: E402
from records import Record  # noqa: E402

SHARES = (1, 2, 3)
LENGTHS = (0, 1, 15, 16, 17, 64, 256)
MOST = 1_000_000_000
BUILD = ROOT / "build/board"

# ---- Tests ---------------------------------------------------------------------------------------------


def messages() -> Iterator[Message]:
    """Of every operation: random ones of each length."""
    for operation in LETTERS:
        for length in LENGTHS:
            ad = secrets.token_bytes(length % 40)
            random = [secrets.token_bytes(size) for size in (16, length, 16)]
            yield Message(operation, *random, b"" if operation == "hash" else ad)


def forged(board: Board, shares: int) -> bool:
    """Whether the board refuses a message whose tag has one bit changed."""
    message = Message("decrypt", secrets.token_bytes(16), secrets.token_bytes(20))
    words = [each.hex() or "-" for each in message.fields(shares)]
    last = words[-1]
    words[-1] = f"{last[:-1]}{int(last[-1], 16) ^ 1:x}"
    try:
        board.ask(LETTERS["decrypt"], str(shares), *words)
    except BoardError as error:
        return "tag: does not match" in str(error)
    return False


def check(board: Board) -> int:
    board.ask("t")
    print("self-test: passed")
    board.seed(secrets.token_bytes(16))
    for shares in SHARES:
        count = 0
        for count, message in enumerate(messages(), 1):
            board.compute(message, shares)
        if not forged(board, shares):
            raise BoardError(f"a forged message, {shares} shares: the board has accepted it")
        print(f"{shares} shares: {count} messages as the specification says, a forged one refused")
    return 0


# ---- Traces --------------------------------------------------------------------------------------------


def drawn(operation: str, size: int, fixed: bool) -> Message:
    """Fixed secrets are zeros."""
    draw = bytes if fixed else secrets.token_bytes
    return Message(operation, draw(16), draw(size))


def take(board: Board, oscilloscope, arguments: argparse.Namespace) -> tuple[Path, Path]:
    """Traces of fixed and random secrets, the class of each drawn here, and files of both as docs/lab.md wants them:
    they get their names once they are complete. Every answer is compared with the specification."""
    import numpy
    from numpy.lib.format import open_memmap

    masks = bytes if arguments.no_masks else secrets.token_bytes
    board.seed(b"" if arguments.no_masks else secrets.token_bytes(16))
    arguments.out.mkdir(parents=True, exist_ok=True)
    files = arguments.out / "traces.npy", arguments.out / "classes.npy"
    parts = [file.with_suffix(".part") for file in files]
    classes, traces = open_memmap(parts[1], "w+", "uint8", (arguments.count,)), None
    for number in range(arguments.count):
        fixed = bool(secrets.randbits(1))
        message = drawn(arguments.operation, arguments.bytes, fixed)
        oscilloscope.arm()
        board.start(message, arguments.shares, masks)
        trace = numpy.asarray(oscilloscope.trace())
        board.finish(message)
        if traces is None:
            traces = open_memmap(parts[0], "w+", trace.dtype, (arguments.count, *trace.shape))
        if trace.shape != traces.shape[1:]:
            raise BoardError(f"trace {number} has {trace.shape} samples, those before it {traces.shape[1:]}")
        traces[number], classes[number] = trace, fixed
    del traces, classes  # which writes them
    for part, file in zip(parts, files):
        part.replace(file)
    return files


def traces(arguments: argparse.Namespace) -> int:
    oscilloscope = line_of(arguments)
    files = take(Board(oscilloscope), oscilloscope, arguments)
    print(f"{arguments.count:,} traces. Test them:\n./dev lab --traces {files[0]} --classes {files[1]}")
    return 0


# ---- Cycles --------------------------------------------------------------------------------------------


def record_of(board: Board, date: str) -> dict:
    """As bench/shared.py has it."""
    known = board.identity
    if not known.counts_cycles:
        raise BoardError(f"{known.board} does not count cycles here, as in an emulator: there is nothing to share")
    return {
        "form": shared.FORM,
        "date": date,
        "asconkit": known.version,
        "processor": f"{known.processor} ({known.core}, {known.board})",
        "machine": "physical",
        "load": 0.0,
        "compiler": known.compiler,
        "system": f"bare metal at {known.hertz / 1e6:.2f} MHz, caches off",
        "clock": "the cycle counter of the core (DWT)",
        "peers": "none",
        "figures": [*figures(board, known)],
    }


def figures(board: Board, known: Identity) -> Iterator[dict]:
    for algorithm, operation, size, count in shared.CALLS:
        if count == 1 and size <= known.longest:
            cycles = board.cycles(operation, size)
            nanoseconds = cycles * 1e9 / known.hertz
            ours = Record(known.backend, algorithm, operation, size, 1, 1, False, size, nanoseconds, cycles)
            yield shared.figure(ours, None)


# ---- The command ---------------------------------------------------------------------------------------


def between(least: int, most: int):
    """The type of an option."""

    def number(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text}: must be {least:,} to {most:,}")
        return int(text)

    return number


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev board", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    names = {
        "check": "compare the board with the specification, unmasked and in 2 and 3 shares",
        "traces": "take traces with fixed and with random secrets, for ./dev lab --traces",
        "share": "print a record of the board's cycles, and write it into build/share",
    }
    made = {name: commands.add_parser(name, help=text, description=text) for name, text in names.items()}

    def add_number(command: argparse.ArgumentParser, name: str, least: int, most: int, default: int, text: str) -> None:
        text = f"{text} ({default})"
        command.add_argument(name, type=between(least, most), default=default, metavar="N", help=text)

    for name, command in made.items():
        command.add_argument("--port", help="serial port, such as /dev/ttyACM0")
        text = "chipwhisperer, or a Python file with the class Oscilloscope (bench/board/link.py)"
        command.add_argument("--scope", required=name == "traces", metavar="NAME", help=text)
        add_number(command, "--samples", 1, MOST, 5000, "chipwhisperer: of a trace")
        add_number(command, "--offset", 0, MOST, 0, "chipwhisperer: samples to skip")
    traces, share = made["traces"], made["share"]
    traces.add_argument("--operation", choices=LETTERS, default="encrypt", help="(%(default)s)")
    traces.add_argument("--shares", type=int, choices=SHARES, default=2, help="1 is not masked (%(default)s)")
    add_number(traces, "--bytes", 0, LENGTHS[-1], 16, "of the text")
    add_number(traces, "--count", 1, MOST, 10_000, "of traces")
    text = "all masks are zero: this must leak, or the oscilloscope sees nothing"
    traces.add_argument("--no-masks", action="store_true", help=text)
    traces.add_argument("--out", type=Path, default=BUILD, metavar="FOLDER", help="(%(default)s)")
    share.add_argument("--output", type=Path, default=ROOT / "build/share", metavar="FOLDER", help="(%(default)s)")
    arguments = parser.parse_args()
    if not arguments.port and not arguments.scope:
        parser.error("expected --port, or --scope chipwhisperer")
    return arguments


def line_of(arguments: argparse.Namespace):
    if arguments.scope:
        return open_oscilloscope(arguments.scope, arguments.port, arguments.samples, arguments.offset)
    return SerialLine(arguments.port)


def run(arguments: argparse.Namespace) -> int:
    if arguments.command == "traces":
        return traces(arguments)
    board = Board(line_of(arguments))
    known = board.identity
    print(f"{known.board}: {known.processor}, asconkit {known.version}, {known.compiler}", file=sys.stderr)
    if arguments.command == "check":
        return check(board)
    return report.share(record_of(board, datetime.date.today().isoformat()), arguments.output)


def main() -> int:
    try:
        return run(parse())
    except BoardError as error:
        print(f"board: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
