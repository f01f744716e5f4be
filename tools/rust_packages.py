#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Packs the Rust crates: bindings/rust with the library's sources, its headers' comments and the licences in it.

    tools/rust_packages.py [FOLDER]      writes FOLDER/CRATE-VERSION.crate for each crate

FOLDER is build/rust/packages if it is not given. The crates are published from the folder that this program
leaves beside it, `staged`: `cargo publish --workspace`. Needs cargo 1.90 or newer."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import rust_bindings

ROOT = Path(__file__).resolve().parent.parent
CRATES = ("asconkit-sys", "asconkit", "asconkit-rustls")
LICENCES = ("LICENSE", "LICENSE-APACHE", "LICENSE-MIT")
# What a C compiler reads.
SUFFIXES = (".c", ".h", ".S", ".inc")


def stage(folder: Path) -> Path:
    """The workspace as it is published."""
    staged = folder / "staged"
    shutil.rmtree(staged, ignore_errors=True)
    staged.mkdir(parents=True)
    source = ROOT / "bindings/rust"
    for name in ("Cargo.toml", "Cargo.lock"):
        shutil.copy(source / name, staged)
    for crate in CRATES:
        shutil.copytree(source / crate, staged / crate)
        for name in LICENCES:
            shutil.copy(ROOT / name, staged / crate)
    declared = staged / "asconkit-sys/src/bindings.rs"
    notice = declared.read_text(encoding="utf-8").split("\n\n")[0] + "\n"
    declared.write_text(rust_bindings.bindings(notice, comments=True), encoding="utf-8")
    for path in sorted((ROOT / "asconkit").rglob("*")):
        if path.suffix in SUFFIXES:
            copy = staged / "asconkit-sys/c" / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
    return staged


def pack(folder: Path) -> list[Path]:
    """Packs without building; tests build a program with the packages."""
    staged = stage(folder)
    target = folder / "target"
    words = ["cargo", "package", "--workspace", "--locked", "--no-verify", "--allow-dirty", "--target-dir", target]
    subprocess.run(words, cwd=staged, check=True, env={**os.environ, "CARGO_TARGET_DIR": str(target)})
    packed = [next((target / "package").glob(f"{crate}-[0-9]*.crate")) for crate in CRATES]
    return [Path(shutil.copy(path, folder)) for path in packed]


def main() -> None:
    folder = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "build/rust/packages"
    for path in pack(folder):
        print(f"{path}: {path.stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
