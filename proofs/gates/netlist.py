# SPDX-License-Identifier: Apache-2.0 OR MIT
"""PicoRV32 as gates: its Verilog comes with the package pythondata-cpu-picorv32, Yosys makes a netlist of it, and here
it becomes C that computes all nets of 512 traces, one bit of a vector each.
"""

import hashlib
import json
import shutil
import subprocess
from collections.abc import Iterator
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pythondata_cpu_picorv32
from lab.building import one_at_a_time
from lab.machine import Unsupported

CORE = "picorv32"
PACKAGE = f"pythondata-cpu-{CORE}"
FOLDER = Path(__file__).resolve().parents[2] / "build/gates"
# Registers become flip-flops, with multiplexers in front of both read ports of the register file.
SYNTHESIS = "proc; flatten; opt; memory_map; opt; techmap; opt; abc -g AND,XOR,MUX; opt_clean"
CHUNK = 400  # gates of a function: compilers take long over larger ones

Cell = dict[str, Any]
Bit = int | str  # the number of a net, or "0", "1" or "x"


class Netlist:
    """A flattened module whose memory is outside."""

    def __init__(self, module: Cell) -> None:
        cells: dict[str, Cell] = module["cells"]
        self._module, self._numbers = module, dict[Bit, int]()
        self._flip_flops = [cell for cell in cells.values() if "DFF" in cell["type"]]
        self._gates = list(_in_order([cell for cell in cells.values() if "DFF" not in cell["type"]]))
        self.source = "\n".join(self._lines())
        self.nets = len(self._numbers)

    # ---- C ----------------------------------------------------------------------------------------------

    def _net(self, bit: Bit) -> str:
        """In C. What is undefined is 0."""
        if isinstance(bit, str):
            return "ONES" if bit == "1" else "ZEROS"
        return f"n[{self._number(bit)}]"

    def _pins(self, cell: Cell) -> dict[str, str]:
        return {name: self._net(bits[0]) for name, bits in cell["connections"].items()}

    def _gate(self, cell: Cell) -> str:
        pins = self._pins(cell)
        a, b = pins["A"], pins.get("B")
        forms = {
            "NOT": f"~{a}",
            "AND": f"{a} & {b}",
            "XOR": f"{a} ^ {b}",
            "MUX": f"{a} ^ (({a} ^ {b}) & {pins.get('S')})",
        }
        return f"{pins['Y']} = {forms[_kind(cell)[0]]};"

    def _next(self, cell: Cell) -> str:
        """The next value of a flip-flop: enabled, reset, or reset only if it is enabled (SDFFCE)."""
        pins, (kind, polarities) = self._pins(cell), _kind(cell)
        value, old = pins["D"], pins["Q"]

        def active(pin: str, place: int) -> str:
            return pins[pin] if polarities[place] == "P" else f"~{pins[pin]}"

        enable = active("E", len(polarities) - 1) if "E" in pins else "ONES"
        reset = f"({active('R', 1)})" if "R" in pins else "ZEROS"
        zero_or_one = "ONES" if "R" in pins and polarities[2] == "1" else "ZEROS"
        if kind == "SDFFCE":
            return f"{old} ^ (({old} ^ (({value} & ~{reset}) | ({zero_or_one} & {reset}))) & {enable})"
        return f"(({old} ^ (({old} ^ {value}) & {enable})) & ~{reset}) | ({zero_or_one} & {reset})"

    def _lines(self) -> Iterator[str]:
        cells = list(enumerate(self._flip_flops))
        after = [f"next[{place}] = {self._next(cell)};" for place, cell in cells]
        taken = [f"{self._pins(cell)['Q']} = next[{place}];" for place, cell in cells]
        yield f"static V next[{len(self._flip_flops)}];"
        yield from _function("settle", [self._gate(cell) for cell in self._gates])
        yield from _function("compute_next", after)
        yield from _function("clock_edge", taken)
        tables = {f"port_{name}": self.port(name) for name in self._module["ports"]}
        for name, nets in (tables | {"program_counter": self.program_counter}).items():
            yield f"static const int {name}[] = {{{', '.join(map(str, nets))}}};"
        yield f"#define NETS {len(self._numbers)}"

    # ---- Numbers of nets: -1 is 0, -2 is 1 ---------------------------------------------------------------

    def _number(self, bit: Bit) -> int:
        if isinstance(bit, str):
            return -2 if bit == "1" else -1
        return self._numbers.setdefault(bit, len(self._numbers))

    def port(self, name: str) -> list[int]:
        return self._ports[name]

    @cached_property
    def _ports(self) -> dict[str, list[int]]:
        return {name: list(map(self._number, port["bits"])) for name, port in self._module["ports"].items()}

    @cached_property
    def program_counter(self) -> list[int]:
        return list(map(self._number, self._module["netnames"]["reg_pc"]["bits"]))

    def _pin_numbers(self, cell: Cell) -> dict[str, int]:
        return {name: self._number(bits[0]) for name, bits in cell["connections"].items()}

    @cached_property
    def gates(self) -> list[tuple[str, int, int, int, int]]:
        """Each after those whose outputs it takes: its kind, output and inputs."""
        pins = ((_kind(cell)[0], self._pin_numbers(cell)) for cell in self._gates)
        return [(kind, at["Y"], at["A"], at.get("B", -1), at.get("S", -1)) for kind, at in pins]

    @cached_property
    def flip_flop_cells(self) -> list[Cell]:
        return [{"kind": _kind(cell), "pins": self._pin_numbers(cell)} for cell in self._flip_flops]

    # ---- Names ------------------------------------------------------------------------------------------

    @cached_property
    def names(self) -> dict[int, str]:
        """Those of the Verilog's signals where a net has one, else those of Yosys."""
        found: dict[int, str] = {}
        rows = self._module["netnames"].items()
        for name, row in sorted(rows, key=lambda each: -each[1].get("hide_name", 0)):
            for place, bit in enumerate(row["bits"]):
                if bit in self._numbers:
                    found[self._numbers[bit]] = f"{name}[{place}]"
        return found

    @cached_property
    def flip_flops(self) -> list[int]:
        return sorted(self._numbers[cell["connections"]["Q"][0]] for cell in self._flip_flops)

    @cached_property
    def read_ports(self) -> set[int]:
        """Nets that depend on the register file and the numbers of registers alone, within a cycle."""
        plain = {number for number, name in self.names.items() if name.startswith(("cpuregs", "decoded_rs"))}
        inside = plain & set(self.flip_flops)
        for cell in self._gates:
            ins = [bit for pin, bits in cell["connections"].items() if pin != "Y" for bit in bits]
            if all(isinstance(bit, str) or self._numbers[bit] in inside for bit in ins):
                inside.add(self._numbers[cell["connections"]["Y"][0]])
        return inside - set(self.flip_flops)


def _kind(cell: Cell) -> tuple[str, str]:
    """$_SDFFE_PP0P_ is an SDFFE of polarities PP0P."""
    kind, _, polarities = cell["type"].strip("$_").partition("_")
    return kind, polarities


def _in_order(gates: list[Cell]) -> Iterator[Cell]:
    """Each after those whose outputs it takes."""
    made_by = {cell["connections"]["Y"][0]: cell for cell in gates}
    done: set[Bit] = set()
    waiting = list(made_by)
    while waiting:
        output = waiting[-1]
        ins = [bit for pin, bits in made_by[output]["connections"].items() if pin != "Y" for bit in bits]
        missing = [bit for bit in ins if bit in made_by and bit not in done]
        if output in done or not missing:
            waiting.pop()
            if output not in done:
                done.add(output)
                yield made_by[output]
        waiting += missing if output not in done else []


def _function(name: str, lines: list[str]) -> Iterator[str]:
    """void name(V *n) in parts."""
    parts = range(0, len(lines), CHUNK)
    for part in parts:
        yield f"static void {name}_{part}(V *n) {{\n" + "\n".join(lines[part : part + CHUNK]) + "\n}"
    calls = " ".join(f"{name}_{part}(n);" for part in parts)
    yield f"static void {name}(V *n) {{ {calls} }}"


def load() -> Netlist:
    """That of the installed package, made unless it was made before."""
    verilog = Path(str(pythondata_cpu_picorv32.data_location)) / f"{CORE}.v"
    yosys = shutil.which("yosys")
    if not yosys:
        raise Unsupported("the gates need Yosys: install Debian's package yosys")
    digest = hashlib.sha256(verilog.read_bytes() + (SYNTHESIS + yosys_version()).encode()).hexdigest()[:16]
    file = FOLDER / f"{CORE}-{digest}.json"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with one_at_a_time(FOLDER / "netlist.lock"):
        if not file.exists():
            new = file.with_suffix(".new")
            script = f"read_verilog {verilog}; hierarchy -top {CORE}; {SYNTHESIS}; write_json {new}"
            subprocess.run([yosys, "-q", "-p", script], check=True)
            new.rename(file)
    return Netlist(json.loads(file.read_text(encoding="utf-8"))["modules"][CORE])


def yosys_version() -> str:
    return " ".join(subprocess.run(["yosys", "-V"], capture_output=True, text=True, check=True).stdout.split()[:2])


def described() -> str:
    """The core and where it is from."""
    return f"{CORE} of {PACKAGE} {version(PACKAGE)}"
