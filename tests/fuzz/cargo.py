# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds targets in Rust with stable Rust's coverage options, and links libFuzzer by clang. Only the C library has
AddressSanitizer: Rust's sanitizers need a nightly compiler."""

import os
import shutil
import subprocess
from pathlib import Path

from compiling import LAUNCHER

from .building import BuildFailure
from .table import ROOT, Fault, Target

CRATES = ROOT / "bindings/rust"
WORK = ROOT / "build/fuzz-rust"
MANIFEST = """[package]
name = "{name}"
edition = "2024"
[[bin]]
name = "{name}"
path = "{source}"
[dependencies]
asconkit = {{ path = "{crates}/asconkit", default-features = false, features = ["std"] }}
[workspace]
"""
PASSES = ("level=3", "inline-8bit-counters", "pc-table", "trace-compares")
COVERAGE = ("-Cpasses=sancov-module", *(f"-Cllvm-args=-sanitizer-coverage-{option}" for option in PASSES))
OPTIONS = ("-Cdebug-assertions", "-Clinker=clang++-19", "-Clink-arg=-fsanitize=fuzzer,address")
C_FLAGS = "-O1 -fsanitize=address"  # with -O3, some files take minutes


def make(target: Target, crates: Path = CRATES, folder: Path = WORK) -> Path:
    """Builds a target with the crates in the folder `crates`, and returns the program."""
    if not shutil.which("cargo"):
        raise BuildFailure(f"{target.name} needs cargo: apt-get install cargo-web rustc-web, or rustup")
    folder.mkdir(parents=True, exist_ok=True)
    text = MANIFEST.format(name=target.name, source=ROOT / target.program, crates=crates)
    (folder / "Cargo.toml").write_text(text, encoding="utf-8")
    shutil.copy(CRATES / "Cargo.lock", folder)
    print_host = ["rustc", "--print", "host-tuple"]
    host = subprocess.run(print_host, capture_output=True, text=True, check=True).stdout.strip()
    settings = {
        "CC": " ".join([*LAUNCHER, "clang-19"]), "CFLAGS": C_FLAGS,
        "ASCONKIT_BACKEND": "c64", "ASCONKIT_PROFILE": "size",
        "CARGO_TARGET_DIR": str(WORK / "target"), "RUSTFLAGS": " ".join([*COVERAGE, *OPTIONS]),
    }  # fmt: skip
    # With --target, cargo does not pass RUSTFLAGS to build scripts, which must not be linked with libFuzzer.
    words = ("cargo", "build", "--quiet", "--release", "--target", host)
    if subprocess.run(words, cwd=folder, env={**os.environ, **settings}).returncode != 0:
        raise BuildFailure(f"cannot build {target.name}")
    return WORK / "target" / host / "release" / target.name


def plant(target: Target, fault: Fault, folder: Path) -> Path:
    """Builds a target with a fault in a copy of the crate asconkit. The C library is not compiled again."""
    shutil.copytree(CRATES / "asconkit", folder / "asconkit")
    changes = {
        "Cargo.toml": (CRATES / "Cargo.toml", ', "asconkit-rustls", "asconkit-sys"', ""),
        "asconkit/Cargo.toml": (CRATES / "asconkit/Cargo.toml", '"../asconkit-sys"', f'"{CRATES}/asconkit-sys"'),
        str(Path(fault.file).relative_to("bindings/rust")): (ROOT / fault.file, fault.right, fault.wrong),
    }
    for name, (source, right, wrong) in changes.items():
        text = source.read_text(encoding="utf-8")
        if text.count(right) != 1:
            raise ValueError(f"{source}: {right!r} occurs {text.count(right)} times, expected once")
        (folder / name).write_text(text.replace(right, wrong), encoding="utf-8")
    return Path(shutil.copy(make(target, folder, folder / "program"), folder / target.name))
