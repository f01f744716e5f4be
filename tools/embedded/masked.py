"""What masked code costs: how a call is measured for docs/results/masked.json.

Each masked call of the library, on the processors that have masked assembly, with 2, 3 and 4 shares, in the profile
speed. The units in C, which fit every processor, are measured with the two main algorithms. Figures without shares are
those of docs/results/embedded.json."""

import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from spec.algorithms import ALGORITHMS, Algorithm, Kind

from .building import Configuration
from .jobs import COMPARED, records_of_all
from .measuring import Build, Line, measured, right
from .targets import Target, find, with_definitions

# The processors, and the folder of asconkit/masked that each takes.
BACKENDS = {"cortex-m0": "armv6m", "cortex-m3": "armv7m", "rv32i": "rv32", "rv32-zbb": "rv32", "avr": "avr"}
IN_C = "c"
SHARES = (2, 3, 4)
# A small message, and two whose difference is whole blocks of every rate: 8, 16, 32 and 40 bytes.
LENGTHS = (16, 160, 320)
# What measure_masked.c calls the kinds whose calls are alike.
KINDS = {Kind.HASH: "KEYLESS", Kind.XOF: "KEYLESS", Kind.PRFSHORT: "PRF"}


@dataclass(frozen=True)
class Way:
    """One way of compiling the library."""

    target: Target
    backend: str
    shares: int

    @property
    def configuration(self) -> Configuration:
        names = [f"ASCON_MASKED_MAX_SHARES={self.shares}", *(["ASCON_MASKED_IN_C"] if self.backend == IN_C else [])]
        return Configuration(self.target, with_definitions(self.target.settings[0], "", names), "speed")

    @property
    def label(self) -> str:
        return f"{self.target.name} {self.backend}, {self.shares} shares"


@dataclass(frozen=True)
class Call:
    """An algorithm in one of its forms."""

    row: Algorithm
    form: str = "plain"  # or leveled
    interface: str = "ordinary"  # or shared: strings in shares too, not the key alone

    @property
    def name(self) -> str:
        return f"{self.row.name}-{self.form}-{self.interface}"

    @property
    def lengths(self) -> tuple[int, ...]:
        return LENGTHS[:1] if self.row.kind is Kind.PRFSHORT else LENGTHS

    @property
    def definitions(self) -> list[str]:
        kind = KINDS.get(self.row.kind, self.row.kind.name)
        names = [f"MEASURE_{kind}={self.row.c_name}", f"MEASURE_KEY_BYTES={self.row.key or 16}"]
        names += ["MEASURE_LENGTHS=" + ",".join(map(str, self.lengths))]
        names += ["MEASURE_LEVELED"] if self.form == "leveled" else []
        return [*names, *(["MEASURE_SHARED"] if self.interface == "shared" else [])]


def ways(targets: Iterable[str] = ()) -> Iterator[Way]:
    for name, backend in BACKENDS.items():
        if not targets or name in targets:
            for chosen in (backend, IN_C):
                yield from (Way(find(name), chosen, shares) for shares in SHARES)


def calls(way: Way, rows: Iterable[Algorithm] = ()) -> Iterator[Call]:
    for row in rows or (COMPARED if way.backend == IN_C else ALGORITHMS):
        yield Call(row)
        if row.kind is Kind.AEAD:
            yield Call(row, form="leveled")
        yield Call(row, interface="shared")


def measure(build: Build, way: Way, call: Call) -> tuple[list[Line], int]:
    """Measures every operation and length and checks the results. Also returns the bytes of code."""
    names = [*build.configuration.names, f"MEASURE_SHARES={way.shares}", *call.definitions]
    program = build.program(call.name, ["measure_masked.c"], *names)
    return right(call.row, list(measured(program)), call.lengths), program.text_bytes


def records_of(way: Way, rows: Iterable[Algorithm] = ()) -> list[dict]:
    """All that there is about one way of compiling."""
    with tempfile.TemporaryDirectory(prefix="asconkit-") as folder:
        build = Build(way.configuration, Path(folder))
        return [record for call in calls(way, rows) for record in records(build, way, call)]


def records(build: Build, way: Way, call: Call) -> Iterator[dict]:
    lines, text = measure(build, way, call)
    about = {"backend": way.backend, "shares": way.shares, "algorithm": call.row.name, "text_bytes": text}
    for line in lines:
        words = line.random_words
        yield build.record(line, form=call.form, interface=call.interface, random_words=words, **about)


def all_records(targets: Iterable[str], rows: Iterable[Algorithm], workers: int) -> list[dict]:
    return records_of_all(list(ways(targets)), lambda way: records_of(way, rows), workers)
