"""What the rounds take in each vector engine, beside what the processor's ports allow. For tables.py."""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from goals import SOME
from records import Record, Records

sys.path.append(str(Path(__file__).resolve().parent.parent / "tools"))

from scheduling.processors import GOLDEN_COVE, ZEN4, ZEN5, closest  # noqa: E402

# Two algorithms that differ in nothing but the number of rounds between their blocks.
MORE_ROUNDS, FEWER_ROUNDS = "ascon-hash", "ascon-hasha"


@dataclass(frozen=True)
class Engine:
    """A round of one register's states, vector_round() of asconkit/batch/engines."""

    states: int
    operations: int  # on vectors; copies of registers are free
    rotations: int  # of them, those that only some ports do: rotations, or shifts


ENGINES = {
    "avx512_x16": Engine(states=8, operations=24, rotations=10),
    "avx512vl_x16": Engine(states=4, operations=24, rotations=10),
    "avx2_x8": Engine(states=4, operations=56, rotations=20),
    "neon_x4": Engine(states=2, operations=46, rotations=20),
    "sha3_x4": Engine(states=2, operations=22, rotations=10),
}
# Vector operations that start in a cycle, and how many of them may be rotations or shifts. Zen 4 takes two cycles for
# one of 512 bits.
PORTS = {
    (GOLDEN_COVE, "avx512_x16"): (2, 1), (GOLDEN_COVE, "avx2_x8"): (3, 2),
    (ZEN4, "avx512_x16"): (2, 1), (ZEN4, "avx512vl_x16"): (4, 2), (ZEN4, "avx2_x8"): (4, 2),
    (ZEN5, "avx512_x16"): (4, 2), (ZEN5, "avx2_x8"): (4, 2),
}  # fmt: skip


def family(machine: str) -> str:
    """That of the report's line about the processor."""
    found = re.search(r"cpu family (\d+)", machine)
    vendor = "AuthenticAMD" if "AMD" in machine else "GenuineIntel"
    return closest({"vendor_id": vendor, "cpu family": found[1]}) if found else ""


def port_limit(engine: str, processor: str) -> float | None:
    """Cycles of a round for each state, if nothing but the ports of this family limited it."""
    ports = PORTS.get((processor, engine))
    if not ports:
        return None
    form = ENGINES[engine]
    return max(form.operations / ports[0], form.rotations / ports[1]) / form.states


def rounds_of(record: Record) -> int:
    """All rounds of a batch."""
    return sum(int(rounds) * calls for rounds, calls in record.permutations.items()) * record.messages


@dataclass(frozen=True)
class Found:
    engine: str
    cycles: float  # of a round, for each state
    share: float  # of all rounds in the whole time


def found(records: Records) -> Iterator[Found]:
    """By the difference of two algorithms, which contains neither input nor output."""
    for engine in ENGINES:
        wanted = {"backend": engine, "operation": "batch-hash", "messages": SOME, "threads": 1}
        both = [records.first(algorithm=name, **wanted) for name in (MORE_ROUNDS, FEWER_ROUNDS)]
        if all(both) and all(record.cycles for record in both) and rounds_of(both[0]) > rounds_of(both[1]):
            more, fewer = both
            cycles = (more.cycles - fewer.cycles) / (rounds_of(more) - rounds_of(fewer))
            yield Found(engine, cycles, cycles * rounds_of(more) / more.cycles)
