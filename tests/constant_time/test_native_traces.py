# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Constant time on this processor itself: the library of the build runs one instruction at a time (stepper.c), and the
same call with other secrets of the same lengths must run the same instructions and use the same addresses. For code
that no emulator runs and valgrind does not know, such as AVX-512; test_traces.py has the emulated processors."""

import bisect
import json
import os
import platform
import shlex
import shutil
import subprocess
from array import array
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest
from builds import C11, LIBRARY, ROOT, SHORT_RUN, need, run
from evidence import NATIVE_BACKENDS, NATIVE_ENGINES

pytestmark = [
    pytest.mark.skipif(platform.machine() != "x86_64", reason="the stepper decodes x86-64"),
    pytest.mark.skipif(not os.environ.get("ASCONKIT_BUILD"), reason="steps through the library of a build"),
]
HERE = Path(__file__).resolve().parent
BUILD = Path(os.environ.get("ASCONKIT_BUILD", ""))
# The short run: two secrets and lengths, one message more than there are lanes, the last one forged, and no backend
# that valgrind and an emulator run too.
SECRETS, LENGTHS = (2, 2) if SHORT_RUN else (4, 5)
# Each wrong byte of a tag comes with one of the secrets.
SETTINGS = (f"TRACED_SECRETS={SECRETS}", f"TRACED_STRIDE={SECRETS}", f"TRACED_FORGED={1 if SHORT_RUN else 2}")
SINGLE_CALLS = 9  # different lines of traced.c for each length, and one more
BATCH_CALLS = 7 if SHORT_RUN else 8  # of traced_batch.c
# For planted leaks.
SMALLEST = ("TRACED_SECRETS=2", "TRACED_LENGTHS=1")
NOT_ALLOWED = 77  # exit status of stepper.c
BACKENDS = [name for name, short in NATIVE_BACKENDS.items() if short or not SHORT_RUN]
ENGINES = [name for name, short in NATIVE_ENGINES.items() if short or not SHORT_RUN]


# ---- Programs ---------------------------------------------------------------------------------


@dataclass
class Program:
    """A program of tests/firmware over the library of the build; `objects` come before those of the library."""

    folder: Path
    source: str
    definitions: tuple[str, ...] = ()
    objects: tuple[Path, ...] = ()

    @cached_property
    def file(self) -> Path:
        output = self.folder / self.source
        board = [HERE / "native.c", ROOT / "examples/firmware/text.c", ROOT / f"tests/firmware/{self.source}.c"]
        flags = [*C11, "-O2", "-static", "-no-pie", "-D_GNU_SOURCE", f"-I{ROOT}", f"-I{ROOT}/tests/firmware"]
        flags += [f"-D{definition}" for definition in self.definitions]
        run("gcc", *flags, *board, *self.objects, BUILD / "lib/libasconkit.a", "-pthread", "-o", output)
        return output

    @cached_property
    def functions(self) -> list[tuple[int, str]]:
        rows = [line.split() for line in run("nm", "-n", "--defined-only", self.file).splitlines()]
        return [(int(address, 16), name) for address, kind, name in rows if kind in "tTwWi"]

    def place(self, address: int) -> str:
        """The place of an instruction, as function+offset; empty for any other address."""
        found = bisect.bisect(self.functions, (address, "\x7f")) - 1
        if found < 0 or address > self.functions[-1][0] + 64:
            return ""
        start, name = self.functions[found]
        return f"{name}+{address - start:#x}"


@pytest.fixture(scope="module")
def stepper(tmp_path_factory) -> Path:
    if not Path("/usr/include/Zydis").exists():
        pytest.fail("needs Zydis: apt-get install libzydis-dev", pytrace=False)
    output = tmp_path_factory.mktemp("stepper") / "stepper"
    run("gcc", "-std=gnu11", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-O2", HERE / "stepper.c", "-lZydis",
        "-o", output)  # fmt: skip
    if subprocess.run([output, os.devnull, "/bin/true"]).returncode == NOT_ALLOWED:
        pytest.skip("ptrace is not allowed here, as in some containers")
    return output


def single_calls(folder: Path, *settings: str, objects: tuple[Path, ...] = ()) -> Program:
    return Program(folder, "traced", settings, objects)


def batches(folder: Path, engine: str, *settings: str, objects: tuple[Path, ...] = ()) -> Program:
    """In the short run and for planted leaks one message more than the engine has lanes."""
    lanes = int(engine.partition("_x")[2] or 1)
    settings += (f"TRACED_MESSAGES={lanes + 1}",) if SHORT_RUN or settings[:2] == SMALLEST else ()
    return Program(folder, "traced_batch", settings, objects)


# ---- Traces -----------------------------------------------------------------------------------


def first_difference(program: Program, one: array, other: array) -> str:
    """Where two traces part, for people."""
    at = next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
    before = next((name for value in reversed(one[:at]) if (name := program.place(value))), "the mark")
    values = [trace[at] if at < len(trace) else 0 for trace in (one, other)]
    names = [program.place(value) or f"{value:#x}" for value in values]
    return f"after {at} numbers, at {before}: {names[0]} or {names[1]}"


@dataclass
class Traces:
    active: list[str]  # backend and engine of batches
    lines: set[str]  # the calls
    leaks: dict[str, str]  # those whose traces differ, and where first


def trace(stepper: Path, program: Program, planted: int = 0, **environment: str) -> Traces:
    out = program.folder / "numbers"
    words, settings = [stepper, out, program.file, str(planted)], {**os.environ, **environment}
    active, *lines = run(*words, env=settings).splitlines()
    seen: dict[str, array] = {}
    leaks: dict[str, str] = {}
    with open(out, "rb") as file:
        for line in lines:
            (count,) = array("Q", file.read(8))
            numbers = array("Q", file.read(8 * count))
            first = seen.setdefault(line, numbers)
            if numbers != first and line not in leaks:
                leaks[line] = first_difference(program, first, numbers)
        assert not file.read(1), "more calls than lines"
    return Traces(active.split(), set(seen), leaks)


def need_here(program: Program, place: int, name: str, **environment: str) -> None:
    """Skips where the processor does not run this backend (place 0) or engine (1)."""
    printed = run(program.file, "names", env={**os.environ, **environment})
    if printed.split()[place] != name:
        pytest.skip(f"this processor has not the instructions of {name}")


@pytest.mark.parametrize("backend", BACKENDS)
def test_single_calls_do_not_depend_on_secrets(backend, stepper, tmp_path):
    program, environment = single_calls(tmp_path, *SETTINGS, f"TRACED_LENGTHS={LENGTHS}"), {"ASCON_BACKEND": backend}
    need_here(program, 0, backend, **environment)
    found = trace(stepper, program, **environment)
    assert found.active[0] == backend and len(found.lines) == SINGLE_CALLS * LENGTHS + 1
    assert not found.leaks


@pytest.mark.parametrize("engine", ENGINES)
def test_batches_do_not_depend_on_secrets(engine, stepper, tmp_path):
    program, environment = batches(tmp_path, engine, *SETTINGS), {"ASCON_BATCH_ENGINE": engine}
    need_here(program, 1, engine, **environment)
    found = trace(stepper, program, **environment)
    assert found.active[1] == engine and len(found.lines) == BATCH_CALLS
    assert not found.leaks


# ---- Planted leaks ----------------------------------------------------------------------------

# For each backend or engine: the file that is compiled, the file with the fault, the first line of the function there,
# and the faults, which do not change results. All are compiled at once; an argument of the program selects one.
MEMORY = "extern int planted_leak;\nextern uint64_t planted_memory[64];\nuint64_t planted_memory[64];\n"
SCALAR = (
    'if (planted_leak == 1 && s->w64[0] & 1) __asm__ volatile("nop");',
    "if (planted_leak == 2) s->w64[1] ^= planted_memory[s->w64[0] & 15];",
)
AVX512VL = tuple(fault.replace("s->w64[0]", "s->x[0][0]").replace("s->w64[1]", "s->x[1][0]") for fault in SCALAR)
AVX512 = (
    "const __m512i low = _mm512_and_si512(x[0], _mm512_set1_epi64(15)), none = _mm512_setzero_si512();",
    "const __mmask8 odd = _mm512_test_epi64_mask(low, _mm512_set1_epi64(1));",
    'if (planted_leak == 1 && odd & 1) __asm__ volatile("nop");',
    "if (planted_leak == 2) x[1] = _mm512_xor_si512(x[1], _mm512_i64gather_epi64(low, planted_memory, 8));",
    "if (planted_leak == 3) _mm512_i64scatter_epi64(planted_memory, low, none, 8);",
    "if (planted_leak == 4) _mm512_mask_storeu_epi64(planted_memory, odd, none);",
)
AVX512_HALVES = tuple(
    fault.replace("512_and_si512", "256_and_si256").replace("512_xor_si512", "256_xor_si256")
    .replace("512_setzero_si512", "256_setzero_si256").replace("_mm512_set1_epi64(", "_mm256_set1_epi64x(")
    .replace("_mm512_i64gather_epi64(low, planted_memory,", "_mm256_i64gather_epi64((long long *)planted_memory, low,")
    .replace("512", "256") for fault in AVX512
)  # fmt: skip
IN_ROUND = ("batch/engines/avx512_round.h", "INLINED void vector_begin(lane_vector x[5], uint64_t constant) {")
AVX2 = (
    "const __m256i low = _mm256_and_si256(x[0], _mm256_set1_epi64x(15)), none = _mm256_setzero_si256();",
    'if (planted_leak == 1 && _mm256_movemask_epi8(x[0]) & 1) __asm__ volatile("nop");',
    "if (planted_leak == 2) x[1] = _mm256_xor_si256(x[1], _mm256_i64gather_epi64((const long long *)planted_memory,"
    " low, 8));",
    "if (planted_leak == 3) _mm256_maskstore_epi64((long long *)planted_memory, x[0], none);",
)
ROUND = "MODULAR INLINED void one_round(state *s, unsigned left, unsigned rounds) {"
PLANTED = {
    "c64": ("core/backends/c64/c64_aead128.c", "core/backends/c64/backend.h", ROUND, SCALAR),
    "c64_bmi": ("core/backends/c64_bmi/c64_bmi_aead128.c", "core/backends/c64/backend.h", ROUND, SCALAR),
    "avx512vl": (
        "core/backends/avx512vl/avx512vl_aead128.c", "core/backends/avx512vl/backend.h", ROUND, AVX512VL,
    ),
    "avx512_x16": ("batch/engines/avx512_x16/avx512_x16.c", *IN_ROUND, AVX512),
    "avx512vl_x16": ("batch/engines/avx512vl_x16/avx512vl_x16.c", *IN_ROUND, AVX512_HALVES),
    "avx2_x8": (
        "batch/engines/avx2_x8/avx2_x8.c", "batch/engines/avx2.h",
        "INLINED void vector_begin(__m256i x[5], uint64_t constant) {", AVX2,
    ),
}  # fmt: skip


def compile_as_in_build(file: Path, original: Path, output: Path) -> None:
    """With the flags that the build has for the original."""
    database = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    entry = next(row for row in database if Path(row["file"]) == original)
    words = shlex.split(entry["command"])
    words = words[: words.index("-o")]
    done = subprocess.run([*words, "-Wno-error", "-o", output, "-c", file], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def planted_object(name: str, folder: Path) -> Path:
    """The backend or engine with its faults, from a copy of what it is compiled from."""
    source, header, start, faults = PLANTED[name]
    shutil.copytree(LIBRARY, folder / "asconkit", ignore=shutil.ignore_patterns("accelerators", "masked", "*.hpp"))
    file = folder / "asconkit" / header
    text = file.read_text(encoding="utf-8")
    assert text.count(start) == 1, f"{header} has no {start}"
    file.write_text(text.replace(start, MEMORY + start + "\n  " + "\n  ".join(faults)), encoding="utf-8")
    output = folder / f"{name}.o"
    compile_as_in_build(folder / "asconkit" / source, LIBRARY / source, output)
    return output


# In the short run for what nothing else runs.
@pytest.mark.parametrize("name", ["avx512vl", "avx512_x16", "avx512vl_x16"] if SHORT_RUN else list(PLANTED))
def test_planted_leaks_are_seen(name, stepper, tmp_path):
    """With the faults there and none of them active, nothing leaks; each of them does."""
    need("nm")
    settings, objects = (*SMALLEST, "TRACED_WRONG_BYTES=0"), (planted_object(name, tmp_path),)
    if name in NATIVE_BACKENDS:
        program, environment = single_calls(tmp_path, *settings, objects=objects), {"ASCON_BACKEND": name}
    else:
        program = batches(tmp_path, name, *settings, objects=objects)
        environment = {"ASCON_BATCH_ENGINE": name}
    need_here(program, 0 if name in NATIVE_BACKENDS else 1, name, **environment)
    assert not trace(stepper, program, 0, **environment).leaks
    faults = [fault for fault in PLANTED[name][3] if "planted_leak ==" in fault]
    for number in range(1, len(faults) + 1):
        found = trace(stepper, program, number, **environment)
        assert found.leaks, faults[number - 1]


def test_comparison_that_ends_early_is_seen(stepper, tmp_path):
    """A comparison of tags in the program that ends at the first wrong byte: only forged messages show the leak."""
    settings = (*SMALLEST, "TRACED_LEAK=3", "TRACED_WRONG_BYTES=2", "TRACED_STRIDE=2")
    found = trace(stepper, single_calls(tmp_path, *settings))
    assert set(found.leaks) == {"aead128-forged 33", "v12_128-forged 33"}
    found = trace(stepper, batches(tmp_path, "x1", *settings), ASCON_BATCH_ENGINE="x1")
    assert set(found.leaks) == {"batch-forged 0", "batch-forged 1"}
