# SPDX-License-Identifier: Apache-2.0 OR MIT
"""t-tests of each net of PicoRV32 in each cycle of a unit: `./dev lab --gates`. A net leaks if it changes more or less
often with fixed than with random secrets.
"""

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy
from lab import building, exact, manifest, report, ttest
from lab.elf import Elf, opened
from lab.manifest import ManifestError, Unit
from numpy.typing import NDArray

from . import bench, netlist, symbolic

ROOT = Path(__file__).resolve().parents[2]
MANIFEST = ROOT / "proofs/lab/units/rv32.toml"
RECORD = Path(__file__).with_name("gates.json")
DEFAULT = "round, 2 shares"
CELLS = 4_000_000  # cycles and nets that are counted at a time: some 100 MB with their t


@dataclass(frozen=True)
class Finding:
    """One register, or kind of net, in one cycle."""

    cycle: int
    address: int
    nets: str
    count: int
    largest: float
    fixed: float  # how often the net with the largest |t| changed
    random: float


@dataclass(frozen=True)
class Row:
    unit: str
    core: str
    synthesis: str
    traces: int
    cycles: int
    nets: str  # flip-flops, or all; or those of the exact check
    number: int  # of nets
    tests: int
    limit: float
    largest: float
    leaking: dict[str, int]  # tests above the limit, by kind of net
    registers: list[str]  # flip-flops among them
    seconds: float


def statistics(found: bench.Run) -> NDArray[numpy.float64]:
    """t of each cycle and net; 0 where nothing changed in any trace."""
    half = found.traces / 2
    means = numpy.moveaxis(found.counts / half, -1, 0)
    return ttest.welch(numpy.array([half, half]), means, means * (1 - means))


def kinds_of(core: netlist.Netlist) -> dict[int, str]:
    """What each net is, for people: the register of a flip-flop, or where a gate is."""
    kinds = dict.fromkeys(range(core.nets), "gates")
    kinds |= dict.fromkeys(core.read_ports, "read ports")
    return kinds | {net: core.names[net].rpartition("[")[0] for net in core.flip_flops}


def findings(found: bench.Run, values: NDArray[numpy.float64], limit: float) -> Iterator[Finding]:
    kinds = kinds_of(bench.core())
    for cycle in numpy.flatnonzero((numpy.abs(values) > limit).any(axis=1)):
        row = numpy.abs(values[cycle])
        above = numpy.flatnonzero(row > limit)
        for kind in sorted({kinds[int(found.nets[each])] for each in above}):
            own = [int(each) for each in above if kinds[int(found.nets[each])] == kind]
            top = max(own, key=lambda each: row[each])
            random, fixed = (int(each) / (found.traces / 2) for each in found.counts[cycle, top])
            at = int(cycle) + found.first
            yield Finding(at, found.places[at], kind, len(own), float(row[top]), fixed, random)


def check(
    unit: Unit, elf: Elf, traces: int, every_net: bool, seed: int = 1, control: bool = False
) -> tuple[Row, list[Finding]]:
    core, inputs = bench.core(), bench.Inputs(unit, elf)
    nets = list(range(core.nets)) if every_net else core.flip_flops
    cycles = bench.run(inputs, 1, []).counts.shape[0]
    limit = ttest.limit(cycles * len(nets))
    step = max(1, CELLS // len(nets))
    tests, largest, seconds, all_found = 0, 0.0, 0.0, list[Finding]()
    for first in range(0, cycles, step):
        run = bench.run(inputs, traces, nets, seed, range(first, min(cycles, first + step)), control)
        values = statistics(run)
        tests += int((run.counts.any(axis=2)).sum())
        largest = max(largest, float(numpy.abs(values).max(initial=0)))
        seconds += run.seconds
        all_found += findings(run, values, limit)
    leaking = dict[str, int]()
    for each in all_found:
        leaking[each.nets] = leaking.get(each.nets, 0) + each.count
    registers = sorted(set(leaking) - {"gates", "read ports"})
    kind = "all" if every_net else "flip-flops"
    row = Row(
        unit.name, netlist.described(), f"{netlist.yosys_version()}: {netlist.SYNTHESIS}", run.traces, cycles, kind,
        len(nets), tests, limit, largest, leaking, registers, round(seconds, 1),
    )  # fmt: skip
    return row, all_found


def check_exactly(unit: Unit, elf: Elf, ports: bool = False) -> tuple[Row, list[str]]:
    """Of flip-flops, and of the nodes of read ports, which are simple as well; and what is printed."""
    began, run = time.process_time(), symbolic.Run(bench.Inputs(unit, elf))
    kinds = kinds_of(run.core)
    nets = [*run.core.flip_flops, *(sorted(run.core.read_ports) if ports else ())]
    verdict = exact.check(run.run({net: kinds[net] for net in nets}))
    leaking = dict[str, int]()
    for each in verdict.findings:
        name = each.observations[0].model
        leaking[name] = leaking.get(name, 0) + 1
    watched = f"flip-flops{' and read ports' if ports else ''}"
    row = Row(
        unit.name, netlist.described(), f"{netlist.yosys_version()}: {netlist.SYNTHESIS}", 0, run.cycles + 1,
        f"{watched}, exactly", len(nets), verdict.checked, 0.0, 0.0, leaking, sorted({*leaking} - {"read ports"}),
        round(time.process_time() - began, 1),
    )  # fmt: skip
    first = f"{unit.name}: {row.cycles:,} cycles, {row.number:,} {watched}, {row.tests:,} bits and changes of bits "
    outcome = "undecided" if verdict.undecided else "leaks" if verdict.leaks else "clean"
    return row, [f"{first}in {row.seconds:.0f} s: {outcome}", *report.findings(run.prepared, verdict)]


# ---- What is printed and kept -------------------------------------------------------------------------


def described(row: Row, found: list[Finding], elf: Elf, most: int = 20) -> Iterator[str]:
    """The registers first, with the instruction that is running."""
    yield (
        f"{row.unit}: {row.traces:,} traces, {row.cycles:,} cycles, {row.number:,} nets ({row.nets}), {row.tests:,} "
        f"tests in {row.seconds:.0f} s: largest |t| {row.largest:.1f}, limit {row.limit:.1f}"
    )
    for kind, count in row.leaking.items():
        yield f"  {kind}: {count:,} tests above it"
    registers = [each for each in found if each.nets in row.registers]
    for each in registers[:most]:
        at = f"{elf.function(each.address)} {elf.line(each.address)}: {bench.text(elf, each.address)}"
        yield (
            f"    {each.nets} in cycle {each.cycle}, {at}: {each.count} bits, |t| {each.largest:.1f}, "
            f"changes in {each.fixed:.3f} of the fixed and {each.random:.3f} of the random traces"
        )
    if len(registers) > most:
        yield f"    and {len(registers) - most} more"


def save(row: Row) -> None:
    """A row takes the place of that of the same unit and nets."""
    rows = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else []
    new = json.loads(json.dumps(asdict(replace(row, limit=round(row.limit, 2), largest=round(row.largest, 2)))))
    kept = [each for each in rows if (each["unit"], each["nets"]) != (row.unit, row.nets)]
    rows = sorted([*kept, new], key=lambda each: (each["unit"], each["nets"]))
    text = ",\n".join(f"  {json.dumps(each)}" for each in rows)
    RECORD.write_text(f"[\n{text}\n]\n", encoding="utf-8")


def units(text: str) -> Iterator[tuple[Unit, Elf]]:
    """Those for RV32I whose names contain the text, and their programs."""
    found = manifest.load(MANIFEST)
    chosen = [unit for unit in found.units if text in unit.name]
    if not chosen:
        raise ManifestError(f"{MANIFEST.name} has no unit whose name contains {text!r}")
    for unit in chosen:
        yield unit, opened(building.build(found, unit), found.processor)


def run(arguments: argparse.Namespace) -> int:
    """1: a flip-flop leaks. Gates between them are printed and recorded alone: which there are depends on the
    synthesis."""
    leaks = False
    for unit, elf in units(arguments.unit or DEFAULT):
        if arguments.only == "exact":
            row, lines = check_exactly(unit, elf, arguments.every_net)
        else:
            row, found = check(unit, elf, arguments.gate_traces, arguments.every_net, arguments.seed)
            lines = list(described(row, found, elf))
        print("\n".join(lines), flush=True)
        leaks |= bool(row.registers)
        if arguments.record:
            save(row)
    return int(leaks)
