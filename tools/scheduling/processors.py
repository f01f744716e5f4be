# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The table of processors, as far as the order of a round depends on them.

Zen 4, Zen 5 and Golden Cove were measured (docs/scheduling.md); the other rows are taken from publications."""

from dataclasses import dataclass

# How a round is written in instructions.
BMI, PLAIN, VECTORS = "x86-64 with BMI", "x86-64", "AVX-512VL"
ARM, RISCV, RISCV_ZBB = "AArch64", "RV64", "RV64 with Zbb"
FORMS = {"c64_bmi": BMI, "avx512vl": VECTORS, "aarch64": ARM, "rv64": RISCV}
COMPILED = {"x86_64": PLAIN, "aarch64": ARM, "riscv64": RISCV}


def form_of(backend: str, machine: str) -> str | None:
    """The instructions of a backend; `machine` as the system calls it. None: the model does not know it."""
    return COMPILED.get(machine) if backend == "c64" else FORMS.get(backend)


@dataclass(frozen=True)
class Processor:
    family: str
    form: str
    width: int  # instructions that begin or are renamed in a cycle, copies too
    units: int  # operations that start in a cycle
    rotations: int  # of them, those that rotate
    latency: int = 1  # cycles from a rotation to what uses it; all others take one
    in_order: bool = False
    bound: bool = False  # an operation is bound to a unit when it is renamed, not when it starts

    @property
    def name(self) -> str:
        return f"{self.family}, {self.form}"

    @property
    def copies(self) -> bool:
        """Results replace an operand: what is needed again is copied, which takes place in the width alone."""
        return self.form == PLAIN


ZEN4, ZEN5, GOLDEN_COVE = "Zen 4", "Zen 5", "Golden Cove"
PROCESSORS = (
    Processor(ZEN4, BMI, width=6, units=4, rotations=2),
    Processor(ZEN4, PLAIN, width=6, units=4, rotations=2),
    Processor(ZEN4, VECTORS, width=6, units=4, rotations=2, latency=2, bound=True),
    Processor(ZEN5, BMI, width=8, units=6, rotations=3),
    Processor(ZEN5, PLAIN, width=8, units=6, rotations=3),
    Processor(GOLDEN_COVE, BMI, width=6, units=5, rotations=2, bound=True),
    Processor(GOLDEN_COVE, PLAIN, width=6, units=5, rotations=2, bound=True),
    Processor(GOLDEN_COVE, VECTORS, width=6, units=3, rotations=2, bound=True),
    Processor("Cortex-A53, A55", ARM, width=2, units=2, rotations=2, latency=2, in_order=True),
    Processor("Cortex-A76, Neoverse N1", ARM, width=4, units=3, rotations=1, latency=2),
    Processor("Neoverse V2", ARM, width=8, units=6, rotations=2, latency=2),
    Processor("in order, two operations a cycle", RISCV_ZBB, width=2, units=2, rotations=2, in_order=True),
    Processor("in order, two operations a cycle", RISCV, width=2, units=2, rotations=2, in_order=True),
)


def find(family: str, form: str) -> Processor | None:
    return next((row for row in PROCESSORS if (row.family, row.form) == (family, form)), None)


def closest(facts: dict[str, str]) -> str:
    """The family for a processor of which /proc/cpuinfo has these facts; that of its maker where it is not known."""
    vendor, part = facts.get("vendor_id"), facts.get("CPU part")
    if vendor == "AuthenticAMD":
        return ZEN5 if int(facts.get("cpu family", 0)) >= 26 else ZEN4
    if vendor:
        return GOLDEN_COVE
    if part:
        in_order, newest = ("0xd03", "0xd04", "0xd05", "0xd46"), ("0xd40", "0xd4f", "0xd84")
        arms = [row.family for row in PROCESSORS if row.form == ARM]
        return arms[0 if part in in_order else 2 if part in newest else 1]
    return PROCESSORS[-1].family
