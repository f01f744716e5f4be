"""How the tests call cargo. SPDX-License-Identifier: Apache-2.0 OR MIT"""

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from builds import JOBS, LAUNCHER, ROOT

WORKSPACE = ROOT / "bindings/rust"
TARGET = ROOT / "build/rust"
COMPILERS = {
    "thumbv6m-none-eabi": "arm-none-eabi",
    "thumbv7em-none-eabi": "arm-none-eabi",
    "riscv32imc-unknown-none-elf": "riscv64-unknown-elf",
    "aarch64-unknown-linux-gnu": "aarch64-linux-gnu",
}


def need_cargo() -> None:
    if not shutil.which("cargo"):
        pytest.fail("needs cargo: apt-get install cargo-web rustc-web, or rustup", pytrace=False)


def environment(target: str | None = None, **more: str) -> dict[str, str]:
    """Compilers of C are called by ccache where it is used; everything is built in build/rust, without what a debugger
    and the next build would use, which is gigabytes."""
    settings = {**os.environ, "CARGO_TARGET_DIR": str(TARGET / "target"), "CARGO_BUILD_JOBS": str(JOBS)}
    settings |= {"CARGO_PROFILE_DEV_DEBUG": "false", "CARGO_INCREMENTAL": "0"}
    settings["CARGO_TERM_COLOR"] = "never"
    launcher = " ".join([*LAUNCHER, ""])
    settings["CC"] = f"{launcher}cc"
    if target in COMPILERS:
        name = target.replace("-", "_")
        settings[f"CC_{name}"] = f"{launcher}{COMPILERS[target]}-gcc"
        settings[f"AR_{name}"] = f"{COMPILERS[target]}-ar"
    if target in ("wasm32-unknown-unknown", "x86_64-unknown-uefi"):
        name = target.replace("-", "_")
        settings |= {f"CC_{name}": f"{launcher}clang-19", f"AR_{name}": "llvm-ar-19"}
    return {**settings, **more}


def cargo(*words: object, folder: Path = WORKSPACE, env: dict[str, str] | None = None) -> str:
    """Standard output and errors of a call that must succeed."""
    need_cargo()
    command = ["cargo", *map(str, words)]
    done = subprocess.run(command, cwd=folder, env=env or environment(), capture_output=True, text=True)
    said = done.stdout + done.stderr
    assert done.returncode == 0, f"{' '.join(command)}\n{said[-6000:]}"
    return said


@cache
def toolchain(name: str) -> str | None:
    """`+name` for cargo if rustup has that toolchain."""
    if not shutil.which("rustup"):
        return None
    done = subprocess.run(["rustup", "run", name, "rustc", "--version"], capture_output=True, text=True)
    return f"+{name}" if done.returncode == 0 else None


@cache
def rustup(*words: str) -> bool:
    """Whether rustup could add something, such as a component; False where it cannot download."""
    if not shutil.which("rustup"):
        return False
    try:
        return subprocess.run(["rustup", *words], capture_output=True, timeout=180).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def core_options(target: str, library: str = "core") -> list[str]:
    """What cargo needs to have the standard library of a target: nothing if it is installed."""
    need_cargo()
    print_folder = ["rustc", "--print", "target-libdir", "--target", target]
    folder = Path(subprocess.run(print_folder, capture_output=True, text=True).stdout.strip())
    if list(folder.glob("libcore-*.rlib")) or rustup("target", "add", target):
        return []
    sysroot = subprocess.run(["rustc", "--print", "sysroot"], capture_output=True, text=True).stdout.strip()
    if (Path(sysroot) / "lib/rustlib/src/rust/library/core").is_dir():
        return [f"-Zbuild-std={library}"]  # with RUSTC_BOOTSTRAP
    pytest.skip(f"Rust's standard library for {target} is neither installed nor can it be added, nor are its sources")
