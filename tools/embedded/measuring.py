"""Counts, sizes and stacks of one way of compiling the library, and whether its results are right."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from spec.algorithms import Algorithm, Kind
from spec.modes import compute

from .building import Configuration, Program, compile_board, compile_files, compile_library, compiler_text, link
from .costs import write_costs
from .emulation import RunError, emulator_text, run_counted
from .targets import FIRMWARE

# Less than a block, a block of either rate, and two whose difference is that of whole blocks alone.
LENGTHS = (1, 8, 16, 1024, 1536)
INPUT = bytes(i % 251 for i in range(LENGTHS[-1]))
KEY = bytes(3 * i + 1 for i in range(48))  # its beginning, as many bytes as a call takes
NONCE = bytes(5 * i + 2 for i in range(16))
OPERATIONS = {
    Kind.AEAD: ("encrypt", "decrypt"),
    Kind.HASH: ("hash",),
    Kind.XOF: ("hash",),
    Kind.CXOF: ("hash",),
    Kind.MAC: ("mac",),
    Kind.PRF: ("prf",),
    Kind.PRFSHORT: ("prf",),
}


@dataclass(frozen=True)
class Line:
    """What was measured of one call."""

    operation: str
    bytes: int
    count: int
    stack: int
    random_words: int = 0  # of masked code
    modelled: int | None = None


def lengths_of(row: Algorithm) -> tuple[int, ...]:
    return tuple(n for n in LENGTHS if n <= 16) if row.kind is Kind.PRFSHORT else LENGTHS


def checksum(data: bytes) -> int:
    result = 2166136261
    for byte in data:
        result = (result ^ byte) * 16777619 & 0xFFFFFFFF
    return result


@cache
def expected(row: Algorithm, operation: str, n: int) -> int:
    """The checksum that the program must print, out of the specification in Python."""
    if operation == "decrypt":
        return checksum(INPUT[:n])
    inputs = {"key": KEY[: row.key], "nonce": NONCE, "ad": b"", "message": INPUT[:n], "customization": NONCE}
    out = 32 if operation == "hash" else 16
    return checksum(compute(row, {**inputs, "output_bytes": row.output or out}))


class Build:
    """The library compiled once, and the programs that measure it."""

    def __init__(self, configuration: Configuration, folder: Path):
        self.configuration = configuration
        self.folder = folder
        self.library = compile_library(configuration, folder)
        self.board = compile_board(configuration, folder)

    def program(self, name: str, files: Iterable[str | Path], *definitions: str) -> Program:
        """Builds a program of files in tests/firmware or elsewhere."""
        paths = [FIRMWARE / file for file in files]
        objects = compile_files(self.configuration, self.folder / name, paths, definitions)
        return link(self.configuration, self.folder, name, [*objects, *self.board, *self.library])

    def measure(self, row: Algorithm) -> tuple[list[Line], int]:
        """Measures every operation and length. Also returns the bytes of code."""
        definition = f"MEASURE_{row.kind.name}={row.c_name}"
        lengths = ",".join(map(str, lengths_of(row)))
        program = self.program(row.name, ["measure.c"], definition, f"MEASURE_LENGTHS={lengths}")
        lines = list(measured(program, write_costs(program)))
        return right(row, lines, lengths_of(row)), program.text_bytes

    def rounds(self) -> tuple[float, int]:
        """Instructions per round, and bytes of a program with the permutation alone. Unrolled rounds have entries for
        12 and for 8 rounds; other numbers of rounds may be computed in another way."""
        program = self.program("rounds", ["measure.c"], "MEASURE_ROUNDS")
        counts = {line.bytes: line.count for line, _ in measured(program)}
        return (counts[12] - counts[8]) / 4, program.text_bytes

    def record(self, line: Line, **others) -> dict:
        """What results.py keeps of a call."""
        target = self.configuration.target
        modelled = {} if line.modelled is None else {"modelled_cycles": line.modelled}
        return {
            "target": target.name, "backend": self.configuration.setting.backend,
            "compiler": compiler_text(self.configuration), "emulator": emulator_text(target),
            "operation": line.operation, "bytes": line.bytes, "stack_bytes": line.stack, target.unit: line.count,
            **modelled, **others,
        }  # fmt: skip


def right(row: Algorithm, lines: list[tuple[Line, int]], lengths: Iterable[int]) -> list[Line]:
    """What a program has printed of this algorithm, if nothing is missing and its results are right."""
    return check(row.name, lines, {(name, n): expected(row, name, n) for n in lengths for name in OPERATIONS[row.kind]})


def check(name: str, lines: list[tuple[Line, int]], wanted: dict[tuple[str, int], int]) -> list[Line]:
    """The lines, if there is one of each operation and length, in this order, with this checksum."""
    if [(line.operation, line.bytes) for line, _ in lines] != list(wanted):
        raise RunError(f"{name}: lines are missing")
    for (line, found), checksum_wanted in zip(lines, wanted.values()):
        if found != checksum_wanted:
            raise RunError(f"{name}: wrong result of {line.operation} with {line.bytes} bytes")
    return [line for line, _ in lines]


def measured(program: Program, costs=None) -> Iterator[tuple[Line, int]]:
    """Each line of the program with its checksum. Two counts belong to it: the null function's and the call's."""
    printed, counts = run_counted(program, costs)
    lines = printed.splitlines()
    if len(counts) != 2 * len(lines):
        raise RunError(f"{program.elf.name}: {len(lines)} lines and {len(counts)} counts")
    for number, line in enumerate(lines):
        operation, n, stack, found, words = line.split()
        nothing, whole = counts[2 * number], counts[2 * number + 1]
        modelled = whole[1] - nothing[1] if len(whole) > 1 else None
        yield Line(operation, int(n), whole[0] - nothing[0], int(stack), int(words), modelled), int(found, 16)
