"""What there is to prove: permutations, block loops and one-shot calls, of which programs, and in which cases.

How much of it is an Extent: the quick tests, the command without options, or everything. SPDX-License-Identifier:
Apache-2.0 OR MIT
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cache
from typing import Any, Protocol

import compiling
from compiling import BuildError
from embedded import results, targets
from embedded.building import Configuration, compiler_text
from lab.elf import Elf

from . import calls, loops, programs, theorem
from .lengths import blocks, proof as every_length
from .lengths.phases import (
    BATCHES, BY_ANY, CLEARED, CXOF128_IN_PIECES, DECRYPTION_IN_PIECES, ENCRYPTION_IN_PIECES, HASH256_IN_PIECES, NULLS,
    ONE_SHOT, OTHERS, PIECES_IN_PLACE, PRF_SHORT, SHORT_TAGS, SHORT_TAGS_IN_PIECES, V12, V12_IN_PLACE, XOF128_IN_PIECES,
    Operation,
)  # fmt: skip
from .lengths.walk import Program as Followed
from .abi import Abi
from .calls import Form
from .programs import Program, layout, says
from .theorem import Proof
from .unknown import Called
from .values import NotProved

MOST_IN_MODES = 12  # rounds: what backends declare of their stack is about these


class Extent(IntEnum):
    SHORT = 0  # ./dev test prove
    USUAL = 1  # ./dev prove
    ALL = 2


class Found(Protocol):
    """What the record has of a proof."""

    @property
    def instructions(self) -> int: ...
    @property
    def stack(self) -> int: ...
    @property
    def comparisons(self) -> int: ...


@dataclass(frozen=True)
class Subject:
    """A program, and what is to be proved of functions in it."""

    backend: str
    what: str  # the processor, setting and profile
    program: Program
    extent: Extent  # the least one that has it

    kind = ""

    @property
    def name(self) -> str:
        return f"{self.backend}, {self.what}, {self.program.label.split()[0]}{self.behind_name}"

    @property
    def behind_name(self) -> str:
        return f", {self.kind}"

    def cases(self, extent: Extent) -> Sequence[Any]:
        raise NotImplementedError

    def prepared(self, elf: Elf) -> Any:
        """What the proofs of all cases need."""
        return elf

    def prove(self, prepared: Any, case: Any) -> Found:
        raise NotImplementedError

    def said(self, elf: Elf) -> int | None:
        """Bytes of stack that the backend declares for its assembly."""
        said = says(elf, "stack", 255)
        return None if said == 255 else said

    def summary(self, cases: Sequence[Any]) -> str:
        raise NotImplementedError

    def label(self, case: Any) -> str:
        return str(case)


def subjects() -> list[Subject]:
    found = [*native(), *engines(), *scalable_engines(), *embedded(), *block_loops(), *one_shot_calls()]
    return [*found, *strings_of_every_length()]


def numbers(given: Sequence[int]) -> str:
    """1, 6, 8 or 1 to 16."""
    row = sorted(set(given))
    if len(row) > 2 and row == list(range(row[0], row[-1] + 1)):
        return f"{row[0]} to {row[-1]}"
    return ", ".join(map(str, row))


# ---- Permutations -----------------------------------------------------------------------------------

ROUNDS = range(1, 17)
ROUNDS_OF_ENGINES = range(1, 13)  # all numbers of rounds that batches have
USUAL_ROUNDS = (1, 6, 8, 12)  # those of the algorithms, and the shortest one


@dataclass(frozen=True)
class Permutation(Subject):
    function: str
    rounds: range
    lanes: int = 1
    stands_for: str = ""  # an instruction set, in second opinions

    kind = "permutation"

    @property
    def behind_name(self) -> str:
        return ""

    def cases(self, extent: Extent) -> Sequence[int]:
        return self.rounds if extent == Extent.ALL else USUAL_ROUNDS

    def prove(self, elf: Elf, case: int) -> Proof:
        proof = theorem.permutation(
            elf, self.program.abi, self.function, layout(elf, self.backend), case, self.lanes
        )  # fmt: skip
        said = self.said(elf)
        if said is not None and case <= MOST_IN_MODES and proof.stack > said:
            raise NotProved(f"uses {proof.stack} bytes of stack, and backend.h says {said}")
        return proof

    def said(self, elf: Elf) -> int | None:
        return super().said(elf) if self.function.endswith("_rounds") else None

    def summary(self, cases: Sequence[int]) -> str:
        return f"{numbers(cases)} rounds"

    def label(self, case: int) -> str:
        return f"{case} rounds"


INSTRUCTION_SETS = {"c64": "x86-64", "c64_bmi": "BMI2", "avx512vl": "AVX-512VL"}


def native() -> Iterator[Permutation]:
    for compiler in programs.PRESETS if programs.IS_X86_64 else ():
        program = programs.library(compiler)
        for backend in compiling.c_backends():
            stands_for = INSTRUCTION_SETS.get(backend, "")
            function = f"ascon_{backend}_permute"
            yield Permutation(backend, "x86-64", program, Extent.SHORT, function, ROUNDS, stands_for=stands_for)


# Header of the family, lanes, registers of a word.
ENGINES = (
    ("avx2_x8", "avx2.h", 8, 2, programs.X86), ("avx512_x16", "avx512.h", 16, 2, programs.X86),
    ("avx512vl_x16", "avx512vl.h", 16, 4, programs.X86),
    ("neon_x4", "neon.h", 4, 2, programs.ARM64), ("sha3_x4", "sha3.h", 4, 2, programs.ARM64),
)  # fmt: skip

# For vectors of any length, with the lengths, in bits, that the emulators have: all of the architecture on Arm.
SCALABLE_ENGINES = (
    ("sve2_x16", "sve2.h", 16, programs.SVE2, (128, 256, 512, 1024, 2048)),
    ("rvv_x16", "rvv.h", 16, programs.RVV, (128, 256, 512, 1024)),
)

UNKNOWN_ENGINES = {"wasm_x4"}  # WebAssembly


def engines() -> Iterator[Permutation]:
    for name, header, lanes, registers, machine in ENGINES:
        yield from _engine(name, f"{lanes} lanes", Extent.SHORT, lanes, (header, registers), machine)


def scalable_engines() -> Iterator[Permutation]:
    for name, header, lanes, (compilers, processor, convention), lengths in SCALABLE_ENGINES:
        for bits in lengths:
            machine = compilers, processor, replace(convention, vector_bytes=bits // 8)
            extent = Extent.SHORT if bits == lengths[0] else Extent.USUAL
            yield from _engine(name, f"{lanes} lanes, vectors of {bits} bits", extent, lanes, (header, 1), machine)


def _engine(
    name: str, what: str, extent: Extent, lanes: int, family: tuple[str, int], machine: tuple[tuple[str, ...], str, Abi]
) -> Iterator[Permutation]:
    """`family`: its header, and how many registers a word takes."""
    compilers, processor, convention = machine
    for compiler in compilers:
        program = programs.engine(name, *family, compiler, processor, convention)
        yield Permutation(name, what, program, extent, "ascon_prove_lanes", ROUNDS_OF_ENGINES, lanes, name)


# Compiled code computes addresses from their bytes, which are not followed.
NOT_FOLLOWED = {("avr", "c8"), ("avr", "ref")}
ALL_PROFILES_OF = ("cortex-m0", "cortex-m4", "rv32i", "avr")  # in the usual tests; others have their fastest


def configurations() -> Iterator[tuple[Configuration, int]]:
    """The configurations of embedded processors, each with the number of its setting. Number 0 is the backend made for
    the processor."""
    for target in targets.TARGETS:
        for number, setting in enumerate(target.settings):
            for profile in setting.profiles:
                yield Configuration(target, setting, profile), number


def what(configuration: Configuration) -> str:
    return " ".join(filter(None, (configuration.target.title, configuration.setting.label, configuration.profile)))


def has_assembly(configuration: Configuration) -> bool:
    return configuration.setting.backend not in compiling.c_backends()


def embedded() -> Iterator[Permutation]:
    for configuration, number in configurations():
        backend, target = configuration.setting.backend, configuration.target
        if (target.name, backend) in NOT_FOLLOWED:
            continue
        is_usual = number == 0 and (configuration.profile == "speed" or target.name in ALL_PROFILES_OF)
        function = f"ascon_{backend}_rounds" if has_assembly(configuration) else "ascon_permutation_apply"
        program = programs.firmware(configuration, "permutation", (function,))
        extent = Extent.SHORT if is_usual else Extent.ALL
        stands_for = target.title if is_usual and configuration.profile == "speed" else ""
        yield Permutation(backend, what(configuration), program, extent, function, ROUNDS, stands_for=stands_for)


# ---- Block loops ------------------------------------------------------------------------------------

BLOCKS = range(1, 5)


@dataclass(frozen=True)
class LoopCase:
    function: str
    blocks: int | None  # None: any number
    in_place: bool = False

    def __str__(self) -> str:
        return f"{self.function}, {self.blocks or 'any number of'} blocks{', in place' * self.in_place}"


@dataclass(frozen=True)
class Loops(Subject):
    functions: tuple[str, ...]

    kind = "block loops"

    def cases(self, extent: Extent) -> Sequence[LoopCase]:
        if extent == Extent.SHORT:  # with two blocks a loop branches back once
            found = [LoopCase(name, 2 if name.endswith("_le") else 1) for name in self.functions]
        else:
            found = [LoopCase(name, blocks) for name in self.functions for blocks in BLOCKS]
        return [*found, *(LoopCase(name, 1, True) for name in self.functions if name.endswith("crypt_16_8_le"))]

    def prove(self, elf: Elf, case: LoopCase) -> Found:
        abi, words, alignment = self.program.abi, layout(elf, self.backend), says(elf, "alignment", 1)
        proof: Found
        if case.blocks is None:
            proof = blocks.prove(Followed(elf, abi, None, alignment), case.function, words, case.in_place)
        else:
            proof = loops.prove(elf, abi, case.function, words, case.blocks, alignment, case.in_place)
        said = self.said(elf)
        if said is not None and proof.stack > said:
            raise NotProved(f"uses {proof.stack} bytes of stack, and backend.h says {said}")
        return proof

    def summary(self, cases: Sequence[LoopCase]) -> str:
        functions, counts = len({case.function for case in cases}), [case.blocks for case in cases if case.blocks]
        return f"{functions} functions, {numbers(counts) or 'any number of'} blocks"


@dataclass(frozen=True)
class LoopsOfEveryLength(Loops):
    """Of any number of blocks, by induction."""

    kind = "every length"

    @property
    def behind_name(self) -> str:
        return f", {self.kind}, block loops"

    def cases(self, extent: Extent) -> Sequence[LoopCase]:
        apart = [LoopCase(name, None) for name in self.functions]
        return [*apart, *(replace(case, in_place=True) for case in apart if "crypt_" in case.function)]


def block_loops() -> Iterator[Loops]:
    """The block loops of backends in assembly, of profiles that have some; usually only each backend's first target."""
    seen: set[str] = set()
    for configuration, number in configurations():
        backend = configuration.setting.backend
        profiles = ("speed",) if backend == "avr" else ("speed", "small")
        if not has_assembly(configuration) or configuration.profile not in profiles:
            continue
        extent = Extent.ALL if backend in seen else Extent.SHORT
        seen.add(backend)
        header = (compiling.LIBRARY / "core/backends/functions.h").read_text(encoding="utf-8")
        names = tuple(f"ascon_{backend}_{name}" for name in re.findall(r"^DECLARED\((\w+)\);", header, re.MULTILINE))
        program = programs.firmware(configuration, "loops", names)
        yield Loops(backend, what(configuration), program, extent, names)


# ---- One-shot calls ---------------------------------------------------------------------------------

FUNCTIONS = ("ascon_aead128_encrypt", "ascon_aead128_decrypt", "ascon_hash256", "ascon_xof128")
CALLS = "calls", FUNCTIONS  # linked into one program
AEAD = ("encrypt", "decrypt", "forged")
LONGEST, LONGEST_HASHED = 48, 24  # three blocks
BORDERS = (0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48)  # lengths at borders of blocks and words, and near
Pairs = list[tuple[int, int]]


@dataclass(frozen=True)
class Calls(Subject):
    """All lengths where the permutation is a function that is called, and so can be unknown; otherwise some."""

    is_called: bool
    every_pair: bool = False  # with --all
    alignment: int = 1
    measured: tuple[tuple[Form, int], ...] = field(default=(), repr=False)  # bytes of stack that ./dev matrix found
    rounds: tuple[int, ...] = (8, 12)  # of its permutation

    kind = "calls"

    def prepared(self, elf: Elf) -> tuple[Elf, Called | None]:
        return elf, self._called(elf) if self.is_called else None

    def _called(self, elf: Elf) -> Called:
        """After the proof that it is the permutation, whatever the stack pointer of its callers is."""
        function = permutation_in(elf, self.backend)
        at_any_stack = replace(self.program.abi, alignment=self.program.abi.pointer, residue=0)
        words = layout(elf, self.backend)
        encoded = FIRST_ROUND[self.backend] if function.endswith("_from") else None
        arguments = {rounds: encoded(rounds) if encoded else None for rounds in self.rounds}
        proofs = {
            rounds: theorem.permutation(elf, at_any_stack, function, words, rounds, argument=argument)
            for rounds, argument in arguments.items()
        }
        meant = {argument: rounds for rounds, argument in arguments.items() if argument is not None}
        return Called(elf.address(function), self.program.abi, words, proofs, meant)

    def prove(self, prepared: tuple[Elf, Called | None], case: Form) -> Proof:
        elf, called = prepared
        abi = self.program.abi
        proof = calls.prove(elf, abi, called, case)
        measured = dict(self.measured).get(case, proof.stack)
        # Where frames are multiples of 16 bytes, that of the caller may end in some that it does not write.
        unwritten = abi.alignment - abi.pointer if abi.alignment == 16 else 0
        if not 0 <= measured - proof.stack <= unwritten:
            raise NotProved(f"uses {proof.stack} bytes of stack, and {measured} were measured")
        return proof

    def said(self, elf: Elf) -> int | None:
        return None

    def summary(self, cases: Sequence[Form]) -> str:
        return f"{len(cases)} forms of calls"

    def cases(self, extent: Extent) -> Sequence[Form]:
        forms = self._called_forms(extent) if self.is_called else self._followed_forms(extent)
        forms = [replace(form, alignment=self.alignment) for form in forms]
        if self.alignment > 1:
            forms += [Form(each, 17, 33, alignment=8, residue=above) for each in AEAD for above in (1, 4)]
        forms += [form for form, _ in self.measured if self.is_called or not _is_short_hash(form)]
        return list(dict.fromkeys(forms))

    def _called_forms(self, extent: Extent) -> list[Form]:
        aead, xof = diagonal(LONGEST), diagonal(LONGEST_HASHED)
        if extent == Extent.ALL and self.every_pair:
            aead, xof = square(range(LONGEST + 1)), square(range(LONGEST_HASHED + 1))
        elif extent > Extent.SHORT:
            aead = [*aead, *square(BORDERS)]
        tags = (4, 15) if extent == Extent.SHORT else range(4, 16)
        return [
            *(Form(each, *pair) for each in AEAD for pair in aead),
            *(Form("hash256", 0, length) for length in range(LONGEST_HASHED + 1)),
            *(Form("xof128", *pair) for pair in xof),
            *(Form(each, 5, 20, tag=tag) for each in AEAD for tag in tags),
            *(Form(each, *pair, in_place=True) for each in AEAD for pair in ((17, 33), (0, 48))),
        ]

    def _followed_forms(self, extent: Extent) -> list[Form]:
        """The forms in which the permutation is followed. Hashes have no message of 1 to 5 bytes: so many bits of the
        state are known that cut points coincide."""
        aead: Pairs = [(17, 33)]
        hashed, xof = [9], [(9, 17)]
        if extent > Extent.SHORT:
            aead += [(0, 0), (0, 16), (16, 0)]
            hashed, xof = [0, 8, 9, 24], [(9, 17), (0, 0), (16, 8)]
        if extent == Extent.ALL:
            aead += [(0, 1), (0, 8), (1, 47), (31, 15), (48, 48)]
        return [
            *(Form(each, *pair) for each in AEAD for pair in aead),
            *(Form("hash256", 0, length) for length in hashed),
            *(Form("xof128", *pair) for pair in xof),
            *(Form(each, 0, 17, tag=5, in_place=True) for each in AEAD if extent == Extent.ALL),
        ]


def diagonal(longest: int) -> Pairs:
    """Each length once at both places."""
    return [(length, longest - length) for length in range(longest + 1)]


def square(lengths: Sequence[int]) -> Pairs:
    return [(first, second) for first in lengths for second in lengths]


def _is_short_hash(form: Form) -> bool:
    return form.operation not in AEAD and 0 < form.text < 6


# The second argument of ascon_BACKEND_rounds_from, by the number of rounds: what backend.h makes of the first constant.
FIRST_ROUND: dict[str, Callable[[int], int]] = {
    "aarch64": lambda rounds: 15 * (rounds + 4) << 8 | 0x7F + rounds,
    "xtensa": lambda rounds: ~(15 * (rounds + 4)) & 0xFFFFFFFF,
}


def permutation_in(elf: Elf, backend: str) -> str:
    """The function that the compact engine calls, by its name in the backend."""
    names = (f"ascon_{backend}_rounds_from", f"ascon_{backend}_rounds", "permute_outlined", "permute")
    found = [name for name in names if name in elf.symbols]
    if not found:
        raise NotProved(f"no function of the program is called {' or '.join(names)}")
    return found[0]


def one_shot_calls() -> Iterator[Calls]:
    for target in programs.FREESTANDING if programs.IS_X86_64 else ():
        yield _with_one_backend(Configuration(target, target.settings[0], "size"), Extent.SHORT, every_pair=True)
    for backend in compiling.c_backends() if programs.IS_X86_64 else ():
        extent = Extent.SHORT if backend.startswith("c64") else Extent.ALL
        for compiler in programs.PRESETS:
            yield Calls(backend, "x86-64", programs.library(compiler, backend), extent, is_called=False)
    for configuration, number in configurations():
        if configuration.target.name != "avr":  # compiled code there is not followed
            yield _with_one_backend(configuration, *_extent(configuration, number))


def _extent(configuration: Configuration, number: int) -> tuple[Extent, bool]:
    """And whether it is proved for every pair of lengths."""
    is_first = number == 0 and configuration.target.name == "cortex-m3"
    if is_first and configuration.profile == "size":
        return Extent.SHORT, True
    if number == 0 and (is_first or configuration.profile == "size"):
        return Extent.USUAL, False
    return Extent.ALL, False


def _with_one_backend(
    configuration: Configuration, extent: Extent, every_pair: bool, linked: tuple[str, tuple[str, ...]] = CALLS
) -> Calls:
    program = programs.firmware(configuration, *linked)
    is_embedded = configuration.target in targets.TARGETS
    return Calls(
        configuration.setting.backend, what(configuration), program, extent, configuration.profile == "size",
        every_pair, 8 if is_embedded else 1, measured_stack(configuration) if is_embedded else (),
    )  # fmt: skip


# ---- Strings of every length ------------------------------------------------------------------------

# Programs by their names.
PROVED = re.compile(
    r"c64, x86-64 size|armv6m, Cortex-M0( plain)? size|armv7m, Cortex-M3( plain)? size"
    r"|rv32, RV32(I( plain| interleaved| compressed)?| with Zbb( plain)?| with Zbkb( plain)?) size"
    r"|bi32, RV32I size|xtensa, Xtensa LX size|aarch64, AArch64 size"
)
# Of the release library, where the permutation is followed.
LIBRARY = re.compile(r"(c64(_bmi)?|avx512vl), x86-64, ")
LIBRARY_CALLS = ("hash256", "xof128", "encrypt", "decrypt", "encrypt in place", "decrypt in place", *CLEARED)
# Those that take more than a minute, which only --all proves.
LONG = re.compile(rf"aarch64, AArch64 size|algorithms of v1.2|incremental (AEAD|M|h)|batches|{LIBRARY.pattern}")


@dataclass(frozen=True)
class EveryLength(Subject):
    """One-shot calls, by induction over blocks."""

    calls: Calls
    operations: tuple[str, ...] = ONE_SHOT
    text: str = ""  # of the operations, if they are many

    kind = "every length"

    @property
    def behind_name(self) -> str:
        return f", {self.kind}{f', {self.text}' * bool(self.text)}"

    def prepared(self, elf: Elf) -> Followed:
        elf, called = self.calls.prepared(elf)
        followed = Followed(elf, self.program.abi, called, self.calls.alignment)
        return every_length.prepared(followed, self.operations)

    def prove(self, prepared: Followed, case: str) -> Found:
        return every_length.prove(prepared, case)

    def cases(self, extent: Extent) -> Sequence[str]:
        return self.operations

    def summary(self, cases: Sequence[str]) -> str:
        return ", ".join(cases) if len(cases) <= len(ONE_SHOT) else f"{len(cases)} calls with {self.text}"


# Calls besides, and the programs of which they are proved.
OTHER_CALLS = {"tags of 4 to 15 bytes": tuple(SHORT_TAGS), "NULL for empty strings": tuple(NULLS)}
OTHER_CALLS_OF = re.compile(r"c64, x86-64 size")
# Of other algorithms: the calls, the file of the program that they are linked into, and the rounds of its permutation.
OTHER_ALGORITHMS = {
    "CXOF128, MAC and PRF": (OTHERS, "others", (8, 12)), "algorithms of v1.2": (V12, "v12", (6, 8, 12)),
    "PrfShort": (PRF_SHORT, "prfshort", (12,)), "incremental Hash256": (HASH256_IN_PIECES, "pieces", (12,)),
    "incremental XOF128": (XOF128_IN_PIECES, "xof_pieces", (12,)),
    "incremental CXOF128": (CXOF128_IN_PIECES, "cxof_pieces", (12,)),
    "incremental AEAD128, encryption": (ENCRYPTION_IN_PIECES, "aead_pieces", (8, 12)),
    "incremental AEAD128, decryption": (DECRYPTION_IN_PIECES, "aead_pieces", (8, 12)),
    "incremental AEAD128, in place": (PIECES_IN_PLACE, "aead_pieces", (8, 12)),
    "incremental AEAD128, tags of 4 to 15 bytes": (SHORT_TAGS_IN_PIECES, "aead_pieces", (8, 12)),
    **{f"incremental {text}": (each, "any_pieces", (6, 8, 12)) for text, each in BY_ANY.items()},
    "algorithms of v1.2, in place": (V12_IN_PLACE, "v12", (6, 8, 12)),
    "batches by x1": (BATCHES, "batches", (8, 12)),
}  # fmt: skip


def functions_of(operations: Mapping[str, Operation]) -> tuple[str, ...]:
    """And the rows of algorithms that are arguments."""
    names = (str(name) for each in operations.values() for name in (each.function, *each.arguments))
    return tuple(dict.fromkeys(name for name in names if name.startswith("ascon_")))


def strings_of_every_length() -> Iterator[EveryLength | LoopsOfEveryLength]:
    """The quick tests have one program. Other algorithms have programs of their own."""
    for number, each in enumerate(one_shot_calls()):
        extent = max(each.extent, Extent.SHORT if number == 0 else Extent.USUAL)
        extent = Extent.ALL if LONG.match(each.name) else extent
        if PROVED.match(each.name):
            yield EveryLength(each.backend, each.what, each.program, extent, each)
        if LIBRARY.match(each.name):
            yield EveryLength(each.backend, each.what, each.program, extent, each, LIBRARY_CALLS)
        if OTHER_CALLS_OF.match(each.name):
            for text, operations in OTHER_CALLS.items():
                yield EveryLength(each.backend, each.what, each.program, Extent.ALL, each, operations, text)
    for target in programs.FREESTANDING if programs.IS_X86_64 else ():
        configuration = Configuration(target, target.settings[0], "size")
        for text, (others, file, rounds) in OTHER_ALGORITHMS.items():
            linked = dict(each for row in OTHER_ALGORITHMS.values() if row[1] == file for each in row[0].items())
            extent = Extent.ALL if LONG.match(text) else Extent.USUAL
            each = _with_one_backend(configuration, extent, False, (file, functions_of(linked)))
            each = replace(each, rounds=rounds)
            if others is BATCHES:
                each = replace(each, program=replace(each.program, engine="x1"))
            yield EveryLength(each.backend, each.what, each.program, each.extent, each, tuple(others), text)
    for loop in block_loops():
        extent = max(loop.extent, Extent.USUAL)
        yield LoopsOfEveryLength(loop.backend, loop.what, loop.program, extent, loop.functions)


# ---- Measured stack ---------------------------------------------------------------------------------

LENGTHS = (1, 8, 16)  # of those that ./dev matrix measures
# Its programs call without associated data, and an XOF for 32 bytes.
MEASURED = {
    ("ascon-aead128", "encrypt"): Form("encrypt", 0), ("ascon-aead128", "decrypt"): Form("decrypt", 0),
    ("ascon-hash256", "hash"): Form("hash256", 0), ("ascon-xof128", "hash"): Form("xof128", 32),
}  # fmt: skip


def measured_stack(configuration: Configuration) -> tuple[tuple[Form, int], ...]:
    """Bytes by form, as docs/results/embedded.json has them of this compiler, its version and flags; nothing where the
    compiler is missing, without which there is no program to prove either."""
    try:
        compiler = compiler_text(configuration)
    except BuildError:
        return ()
    records = _records().get((configuration.target.name, configuration.profile, compiler), [])
    found = [record for record in records if record["backend"] == configuration.setting.backend]
    return tuple(
        (replace(MEASURED[call], text=record["bytes"], alignment=8), record["stack_bytes"])
        for record in found
        if (call := (record["algorithm"], record["operation"])) in MEASURED and record["bytes"] in LENGTHS
    )


@cache
def _records() -> dict[tuple[str, str, str], list[dict[str, Any]]]:
    found: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for record in results.load():
        found.setdefault((record["target"], record["profile"], record["compiler"]), []).append(record)
    return found
