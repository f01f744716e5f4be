# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The crates on other processors, with and without an operating system, under emulation."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from builds import need, only_in_all, run
from crates import TARGET, WORKSPACE, cargo, core_options, environment

BARE = Path(__file__).parent / "bare"
FOLDER = TARGET / "bare"
ARM = ("qemu-system-arm", "-nographic", "-semihosting")
# For each target: where the program and its memory are, and QEMU's machine.
MACHINES = {
    "thumbv6m-none-eabi": ((0, 0x20000000, 0x4000), (*ARM, "-M", "microbit")),
    "thumbv7em-none-eabi": ((0, 0x20000000, 0x10000), (*ARM, "-M", "mps2-an386")),
    "riscv32imc-unknown-none-elf": (
        (0x80000000, 0x80100000, 0x10000), ("qemu-system-riscv32", "-nographic", "-M", "virt", "-bios", "none"),
    ),
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def versions() -> None:
    """Those of the crates' own tests. Cargo takes out of the copy what the program does not use."""
    shutil.copy(WORKSPACE / "Cargo.lock", BARE)


def settings(target: str, **more: str) -> dict[str, str]:
    return environment(target, CARGO_TARGET_DIR=str(FOLDER), RUSTC_BOOTSTRAP="1", **more)


@pytest.mark.parametrize("target", MACHINES)
def test_without_an_operating_system(target):
    """Hashes, AEADs, a generator and a batch on a microcontroller of QEMU, which ends with the result."""
    places, emulator = MACHINES[target]
    names = ("PROGRAM", "MEMORY_START", "MEMORY_BYTES")
    flags = [f"-C link-arg=-T{BARE}/link.ld"]
    flags += [f"-C link-arg=--defsym={name}={place}" for name, place in zip(names, places)]
    options = ("--release", "--bin", "bare", "--target", target, *core_options(target))
    cargo("build", *options, folder=BARE, env=settings(target, RUSTFLAGS=" ".join(flags)))
    program = FOLDER / target / "release/bare"
    need(emulator[0])
    done = subprocess.run([*emulator, "-kernel", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, f"check {done.returncode} failed\n{done.stderr}"


def test_uefi(tmp_path):
    """The same as an application of a PC's firmware, which has no operating system either, but the ABI of Windows."""
    target = "x86_64-unknown-uefi"
    options = ("--release", "--bin", "bare", "--target", target, *core_options(target))
    cargo("build", *options, folder=BARE, env=settings(target))
    place = tmp_path / "disk/EFI/BOOT/BOOTX64.EFI"  # where firmware looks for it
    place.parent.mkdir(parents=True)
    shutil.copy(FOLDER / target / "release/bare.efi", place)
    emulator = need("qemu-system-x86_64")
    disk = f"format=raw,file=fat:rw:{tmp_path}/disk"
    words = [emulator, "-nographic", "-bios", "/usr/share/ovmf/OVMF.fd", "-net", "none", "-drive", disk]
    words += ["-device", "isa-debug-exit,iobase=0xf4,iosize=4"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2 * 16 + 1, f"check {(done.returncode - 33) / 2} failed\n{done.stdout}{done.stderr}"


def test_web_assembly():
    target = "wasm32-unknown-unknown"
    options = ("--release", "--lib", "--crate-type", "cdylib", "--target", target, *core_options(target))
    cargo("rustc", *options, folder=BARE, env=settings(target))
    path = json.dumps(str(FOLDER / target / "release/checks.wasm"))
    script = f"WebAssembly.instantiate(require('fs').readFileSync({path}), {{}})"
    script += ".then(made => console.log('check', made.instance.exports.check()))"
    assert run("node", "-e", script) == "check 0\n"


@only_in_all  # all tests are compiled again
def test_aarch64():
    """All tests of the crate under emulation, batches with the engine for NEON too."""
    target = "aarch64-unknown-linux-gnu"
    runner = "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER"
    linker = "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER"
    need("qemu-aarch64")
    env = settings(
        target, **{runner: "qemu-aarch64 -L /usr/aarch64-linux-gnu", linker: "aarch64-linux-gnu-gcc"}
    )
    options = ("-p", "asconkit", "--locked", "--all-features", "--tests", "--target", target)
    said = cargo("test", *options, *core_options(target, "std"), folder=WORKSPACE, env=env)
    assert sum(map(int, re.findall(r"(\d+) passed", said))) >= 60
