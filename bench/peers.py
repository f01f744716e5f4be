"""Builds the Rust crates that are measured beside the library. They are optional and need cargo."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "bench/peers"
TARGET = ROOT / "build/peers"
LIBRARY = TARGET / "release/libascon_bench_peers.so"
# The names that peers/src/lib.rs gives them
CRATES = {"rscrypto": ("rscrypto",), "rustcrypto": ("ascon-aead", "ascon-hash")}


class Missing(Exception):
    """Why there are no peers, in one line."""


def build() -> Path:
    if not shutil.which("cargo"):
        raise Missing("cargo is not installed")
    command = ["cargo", "build", "--quiet", "--release", "--locked", "--ignore-rust-version", "--target-dir", TARGET]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True)
    if done.returncode or not LIBRARY.exists():
        lines = [line for line in done.stderr.splitlines() if line.startswith("error")] or ["cargo build has failed"]
        raise Missing(lines[0])
    return LIBRARY


def versions() -> str:
    """Such as: rscrypto is rscrypto 0.12.0; rustcrypto is ..."""
    locked = dict(re.findall(r'name = "([^"]+)"\nversion = "([^"]+)"', (FOLDER / "Cargo.lock").read_text("utf-8")))
    each = (f"`{name}`: {', '.join(f'{crate} {locked[crate]}' for crate in crates)}" for name, crates in CRATES.items())
    compiler = subprocess.run(["rustc", "--version"], capture_output=True, text=True).stdout.split(" (")[0].strip()
    return "; ".join([*each, compiler])
