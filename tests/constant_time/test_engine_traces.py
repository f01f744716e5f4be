# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Constant time of the vector engines of AArch64 and RISC-V: batches with other secrets run the same instructions and
use the same addresses under QEMU. test_native_traces.py has those of x86-64, test_traces.py the single calls."""

import os
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest
from builds import C11, ROOT, SHORT_RUN, run
from embedded import emulation
from embedded.building import Program
from embedded.targets import find
from evidence import EMULATED_ENGINES

# With all extensions that QEMU knows, SHA3 and SVE2 among them; vectors of any length have 128 bits.
ARM = replace(find("aarch64"), emulator=("qemu-aarch64", "-cpu", "max,sve-default-vector-length=16"))
RISCV = replace(
    ARM, compiler="riscv64-linux-gnu-gcc", emulator=("qemu-riscv64", "-cpu", "rv64,v=true,vlen=128"), flags=()
)  # fmt: skip
# By the preset of the library.
MACHINES = {"aarch64": ("AArch64", ARM), "riscv64-vectors": ("RV64", RISCV)}
LIBRARY = Path(os.environ.get("ASCONKIT_BUILD", "")) / "lib/libasconkit.a"
CALLS = 8  # different lines of traced_batch.c
SECRETS = 2 if SHORT_RUN else 4

PRESET = next((part for part in LIBRARY.parts if part in MACHINES), None)
if PRESET is None:
    pytest.skip("needs the library of a build under emulation: ./dev test --all core", allow_module_level=True)
MACHINE, TARGET = MACHINES[PRESET]
ENGINES = [name for name, machine in EMULATED_ENGINES.items() if machine == MACHINE]
if not emulation.can_count(TARGET):
    pytest.skip("QEMU has no plugins here, as in Debian 13; Debian 12's write traces", allow_module_level=True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("engines")


def program(folder: Path, name: str, *definitions: str) -> Program:
    files = ["tests/firmware/traced_batch.c", "tests/constant_time/native.c", "examples/firmware/text.c"]
    flags = [*C11, "-O2", "-static", "-D_GNU_SOURCE", f"-DTRACED_SECRETS={SECRETS}", f"-I{ROOT}"]
    flags += [f"-I{ROOT}/tests/firmware", *(f"-D{definition}" for definition in definitions)]
    elf = folder / name
    run(TARGET.compiler, *flags, *(ROOT / file for file in files), LIBRARY, "-pthread", "-o", elf)
    return Program(TARGET, elf, listing=elf.with_suffix(".map"), text_bytes=0)  # which nothing here asks for


def leaking(made: Program, engine: str, monkeypatch) -> list[str]:
    """Calls whose traces differ."""
    monkeypatch.setenv("ASCON_BATCH_ENGINE", engine)
    printed, counts = emulation.run_counted(made, trace=True)
    active, *lines = printed.splitlines()
    assert active.split()[1] == engine and len(lines) == len(counts)
    found = defaultdict(set)
    for line, count in zip(lines, counts):
        found[line].add(tuple(count))
    assert len(found) == CALLS
    return sorted(line for line, seen in found.items() if len(seen) > 1)


@pytest.mark.parametrize("engine", ENGINES)
def test_batches_do_not_depend_on_secrets(engine, folder, monkeypatch):
    assert leaking(program(folder, "traced"), engine, monkeypatch) == []


@pytest.mark.parametrize("engine", ENGINES)
def test_planted_leaks_are_seen(engine, folder, monkeypatch):
    """A branch, a table, a comparison of tags that ends early."""
    for leak, calls in ((1, {"batch-encrypt"}), (2, {"batch-encrypt"}), (3, {"batch-forged"})):
        made = program(folder, f"leak{leak}", f"TRACED_LEAK={leak}", "TRACED_WRONG_BYTES=2")
        assert {line.split()[0] for line in leaking(made, engine, monkeypatch)} == calls
