"""Instructions on vectors whose length the processor chooses: what is said of each is what an emulator does, for each
length that it has. A meaning that is wrong is noticed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import ModuleType

import pytest
from executions import Kit, build, executed, rvv_kit, sve2_kit, traced
from lab.elf import Elf
from prove import abi, corrections, rvv, sve2, theorem
from prove.abi import Abi
from prove.scalable import Row, computed, moved, read, signed, words, write
from prove.specification import plain
from prove.subjects import SCALABLE_ENGINES, scalable_engines
from prove.values import NotProved

# ---- Instructions, with those that prepare them -------------------------------------------------------

SCRATCH = "mov x5, #scratch\n add x5, x1, x5\n"
PARTIAL = "mov x5, #1\n mov x6, #2\n whilelo p1.d, x5, x6\n"  # one element is active
BOUNDS = ((3, 5), (5, 5), (9, 7), (0, 1), (0, 16), (14, 16), (0, 1000), (-2, -1), (-1, 5), (1, -1))
OF_SVE2 = (
    "eor3 z1.d, z1.d, z2.d, z3.d", "eor3 z31.d, z31.d, z0.d, z16.d", "bcax z4.d, z4.d, z5.d, z6.d",
    "bcax z30.d, z30.d, z17.d, z1.d", "xar z7.d, z7.d, z8.d, #1", "xar z9.d, z9.d, z22.d, #39",
    "xar z10.d, z10.d, z11.d, #64", "xar z11.d, z11.d, z10.d, #32", "eor z12.d, z13.d, z14.d", "mov z15.d, z16.d",
    "orr z17.d, z18.d, z19.d", "movprfx z20, z21\n xar z20.d, z20.d, z22.d, #9",
    "movprfx z23, z24\n eor3 z23.d, z23.d, z25.d, z26.d", "movprfx z27, z28\n bcax z27.d, z27.d, z29.d, z30.d",
    "mov z1.d, x5", "mov z2.d, x28", "mov z3.b, #7", "mov z4.d, #-3", "mov z5.d, #100",
    *(f"ptrue p1.{size}\n ld1d {{z1.d}}, p1/z, [x0]" for size in "bhsd"),
    *(f"mov x5, #{n}\n mov x6, #{m}\n whilelo p1.d, x5, x6\n ld1d {{z1.d}}, p1/z, [x0]\n"
      "cset x7, mi\n cset x8, eq\n cset x9, cs\n cset x10, vs" for n, m in BOUNDS),
    "cntd x5", "cntd x6, all, mul #3", "incb x7", "incb x8, all, mul #2", "incw x9", "incw x10, all, mul #16",
    "incd x11", "incd x12, all, mul #5", "addpl x5, x6, #-32", "addpl x7, x8, #31", "addpl x9, x10, #2",
    "addpl x11, x12, #-7", "mov x6, sp\n addpl x5, sp, #-16\n sub x5, x5, x6\n mov x6, #0",
    "ld1d {z1.d}, p7/z, [x0]", "ld1d {z2.d}, p7/z, [x0, #2, mul vl]",
    f"{PARTIAL} ld1d {{z3.d}}, p1/z, [x0, #1, mul vl]",
    "add x5, x0, #2048\n ld1d {z4.d}, p7/z, [x5, #-3, mul vl]\n mov x5, #0",
    "mov x5, #30\n ld1d {z5.d}, p7/z, [x0, x5, lsl #3]", f"{PARTIAL} ld1d {{z6.d}}, p1/z, [x0, x6, lsl #3]",
    "ld1rd {z7.d}, p7/z, [x0, #504]", f"{PARTIAL} ld1rd {{z8.d}}, p1/z, [x0, #8]",
    "mov x5, #2\n whilelo p1.d, x5, x5\n ld1rd {z9.d}, p1/z, [x0]",
    f"{SCRATCH} st1d {{z10.d}}, p7, [x5]\n mov x5, #0", f"{SCRATCH} st1d {{z11.d}}, p7, [x5, #1, mul vl]\n mov x5, #0",
    f"{SCRATCH} mov x6, #3\n st1d {{z12.d}}, p7, [x5, x6, lsl #3]\n mov x5, #0",
    f"{PARTIAL} {SCRATCH} st1d {{z13.d}}, p1, [x5, #2, mul vl]\n mov x5, #0",
    f"{PARTIAL} {SCRATCH} st1d {{z14.d}}, p1, [x5, x6, lsl #3]\n mov x5, #0",
    # NEON's instructions clear what is above their 128 bits.
    "ldr q15, [x0]", "ldp q16, q17, [x0]", "ldr d18, [x0]", "mov v19.16b, v20.16b", "xar v21.2d, v22.2d, v23.2d, #5",
)  # fmt: skip

# Groups of two registers: with all elements in use; with three, where the others stay or may become anything.
ALL = "li t0, 0x100000\n vsetvli t1, t0, e64, m2, ta, ma\n"
UNDISTURBED = "li t0, 3\n vsetvli t1, t0, e64, m2, tu, ma\n"
AGNOSTIC = "li t0, 3\n vsetvli t1, t0, e64, m2, ta, ma\n"
OF_RVV = (
    *(f"{ALL} {text}" for text in (
        "vand.vv v8, v10, v12", "vor.vv v14, v16, v18", "vxor.vv v20, v22, v24", "vxor.vv v30, v30, v0",
        "vxor.vx v8, v10, t3", "vxor.vx v8, v10, zero", "vnot.v v8, v10", "vxor.vi v8, v10, 7", "vxor.vi v8, v10, -16",
        "vsll.vx v8, v10, t3", "vsll.vx v8, v10, t4", "vsll.vi v8, v10, 31", "vsll.vi v8, v10, 0",
        "vsrl.vx v8, v10, t3", "vsrl.vx v8, v10, t4", "vsrl.vi v8, v10, 19", "vle64.v v8, (a0)",
        "li t2, scratch\n add t2, a1, t2\n vse64.v v10, (t2)\n li t2, 0")),
    *(f"{UNDISTURBED} {text}" for text in ("vand.vv v8, v10, v12", "vxor.vx v8, v10, t3", "vle64.v v8, (a0)")),
    *(f"{AGNOSTIC} {text}" for text in ("vor.vv v8, v10, v12", "vsrl.vi v8, v10, 5", "vle64.v v8, (a0)")),
    "vsetivli t1, 5, e64, m4, tu, ma\n vxor.vv v8, v12, v16", "vsetivli t1, 16, e64, m8, tu, ma\n vor.vv v8, v16, v24",
    "vsetivli zero, 2, e64, m1, tu, ma\n vand.vv v9, v10, v11", "li t0, 0x100000\n vsetvli zero, t0, e64, m1, ta, ma",
    "li t0, 0\n vsetvli t1, t0, e64, m2, tu, ma\n vxor.vv v8, v10, v12",
)  # fmt: skip


@dataclass(frozen=True)
class Extension:
    module: ModuleType
    convention: Abi
    processor: str  # as lab.elf calls it
    snippets: tuple[str, ...]
    lengths: tuple[int, ...]  # bytes

    def kit(self, vector_bytes: int) -> Kit:
        return {sve2: sve2_kit, rvv: rvv_kit}[self.module](vector_bytes)


LENGTHS = {name: tuple(bits // 8 for bits in lengths) for name, *_, lengths in SCALABLE_ENGINES}
EXTENSIONS = {
    "sve2": Extension(sve2, abi.AARCH64, "aarch64", OF_SVE2, LENGTHS["sve2_x16"]),
    "rvv": Extension(rvv, abi.RV64, "rv64", OF_RVV, LENGTHS["rvv_x16"]),
}
BY_LENGTH = [(name, length) for name, extension in EXTENSIONS.items() for length in extension.lengths]
MIDDLE = 32  # bytes, where one length is enough


@dataclass
class Probes:
    """The snippets, as an emulator has executed them."""

    extension: Extension
    vector_bytes: int
    elf: Elf
    given: bytes
    results: list[bytes]

    def differences(self) -> Iterator[str]:
        """Snippets of which prove.machine says something else."""
        return (text for number, text in enumerate(self.extension.snippets) if not self._agrees(number))

    def _agrees(self, number: int) -> bool:
        convention = replace(self.extension.convention, vector_bytes=self.vector_bytes)
        kit, text = self.extension.kit(self.vector_bytes), self.extension.snippets[number]
        try:
            values = traced(kit, self.elf, convention, f"probe_{number}", self.given)
        except NotProved:
            return False
        known = [(value, byte) for value, byte in zip(values, self.results[number], strict=True)
                 if isinstance(value, int)]  # fmt: skip
        unknown = 2 * self.vector_bytes - 3 * 8 if text.startswith(AGNOSTIC) else 0
        return len(values) - len(known) == unknown and all(value == byte for value, byte in known)


@pytest.fixture(scope="session")
def probes(tmp_path_factory):
    @cache
    def make(name: str, vector_bytes: int) -> Probes:
        extension, folder = EXTENSIONS[name], tmp_path_factory.mktemp("probes")
        kit = extension.kit(vector_bytes)
        path, given = build(kit, folder, extension.snippets, 1)
        results = executed(kit, path, len(extension.snippets))
        return Probes(extension, vector_bytes, Elf(path, extension.processor), given, results)

    return make


@pytest.mark.parametrize(("name", "vector_bytes"), BY_LENGTH)
def test_instructions_do_what_the_emulator_does(probes, name, vector_bytes):
    assert list(probes(name, vector_bytes).differences()) == []


def test_every_row_is_met():
    """None is there for nothing: each is an instruction of an engine, by one of the compilers."""
    met = set()
    for subject in scalable_engines():
        call = theorem.Call(subject.program.elf(), subject.program.abi)
        states = [theorem.state_of_inputs(call.graph, lane) for lane in range(subject.lanes)]
        theorem.permuted(call, subject.function, plain, 2, states)
        met |= {operation.name for each in call.machine.instructions() for operation in each.operations}
    assert {corrections.named(row.text) for row in (*sve2.ROWS, *rvv.ROWS)} <= met


@pytest.mark.parametrize("text", [
    "movprfx z1, z2\n eor z1.d, z3.d, z4.d", "movprfx z1, z2\n xar z5.d, z5.d, z6.d, #9",
    "movprfx z1, z2\n xar z1.d, z1.d, z1.d, #9", "movprfx z1, z2\n eor3 z1.d, z1.d, z3.d, z1.d",
])  # fmt: skip
def test_prefix_of_another_instruction_is_refused(tmp_path, text):
    """What it does is then not defined, or not described here."""
    kit = sve2_kit(MIDDLE)
    path, given = build(kit, tmp_path, [text], 2)
    with pytest.raises(NotProved, match="is before an instruction that must not be there"):
        traced(kit, Elf(path, "aarch64"), replace(abi.AARCH64, vector_bytes=MIDDLE), "probe_0", given)


# ---- Wrong meanings ---------------------------------------------------------------------------------


def nothing(machine, **_fields):
    """No effect."""


def only_two(machine, d, m, k):
    sve2.constructive(corrections.gate("xor"))(machine, d, d, m)


def not_complemented(machine, d, m, k):
    products = computed(machine, corrections.gate("and_"), *(read(machine, each, words(machine)) for each in (m, k)))
    write(machine, d, computed(machine, corrections.gate("xor"), read(machine, d, words(machine)), products))


def one_more(machine, d, n, m):
    sve2.while_lower(machine, d, n, m)
    active = sve2.active(machine, d)
    machine.write(sve2.predicate(d), sum(1 << 8 * number for number in range(min(sum(active) + 1, len(active)))))


def without_flags(machine, d, n, m):
    flags = [machine.read(machine.register(name)) for name in sve2.FLAGS]
    sve2.while_lower(machine, d, n, m)
    for name, flag in zip(sve2.FLAGS, flags):
        machine.write(machine.register(name), flag)


def unsigned_distance(machine, d, n, i):
    sve2.put(machine, d, moved(machine, sve2.get(machine, n, "sp"), machine.vector_bytes // 8 * i), "sp")


def inactive_kept(machine, t, g, **at):
    before = read(machine, t, words(machine))
    sve2.loaded(sve2.at_vector)(machine, t, g, **at)
    for number, yes in enumerate(sve2.active(machine, g)):
        if not yes:
            machine.write(sve2.element(machine, t, number), before[number])


def never_agnostic(machine, d, n, s):
    write(machine, d, computed(machine, corrections.gate("or_"), rvv.operand(machine, n), rvv.operand(machine, s)))


def always_all(machine, d, s, v):
    rvv.configured_by_register(machine, d, s, v)
    machine.write(rvv.VL, words(machine) << (v & 7))


WRONG = (
    ("eor3", only_two), ("bcax", not_complemented), ("xar", lambda machine, d, m, s: sve2.xar(machine, d, m, 64 - s)),
    ("mov z{d}.d, #", lambda machine, d, i: write(machine, d, [i] * words(machine))), ("whilelo", one_more),
    ("whilelo", without_flags), ("addpl", unsigned_distance), ("ld1d z{t}.d, p{g}/z, [x{n}, #{i}", inactive_kept),
    ("vor.vv", never_agnostic), ("vsetvli", always_all),
    ("vxor.vi", rvv.of_number(corrections.gate("xor"), rvv.unsigned_field)),
    ("vsrl.vi", rvv.of_number(rvv.shifted_right, lambda _machine, field: signed(field, 5) & 63)),
    ("vsll.vx", rvv.of_number(rvv.shifted_left, rvv.unsigned_field)),
)  # fmt: skip


def with_meaning(rows: Sequence[Row], index: int, meaning) -> tuple[Row, ...]:
    return tuple(replace(row, meaning=meaning) if place == index else row for place, row in enumerate(rows))


@pytest.mark.parametrize(("start", "meaning"), WRONG)
def test_wrong_meaning_is_noticed(probes, start, meaning, monkeypatch):
    rows = [(name, index) for name, each in EXTENSIONS.items() for index, row in enumerate(each.module.ROWS)
            if row.text.startswith(start)]  # fmt: skip
    name, index = rows[0]
    module = EXTENSIONS[name].module
    monkeypatch.setattr(module, "ROWS", with_meaning(module.ROWS, index, meaning))
    assert any(probes(name, MIDDLE).differences())


@pytest.mark.parametrize("name", EXTENSIONS)
def test_each_meaning_is_compared(probes, name, monkeypatch):
    """None can be left out: the results are others then."""
    module, unnoticed = EXTENSIONS[name].module, []
    for index, row in enumerate(rows := module.ROWS):
        monkeypatch.setattr(module, "ROWS", with_meaning(rows, index, nothing))
        if not any(probes(name, MIDDLE).differences()):
            unnoticed.append(row.text)
    assert not unnoticed
