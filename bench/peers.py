"""Builds other libraries that are measured beside the library, all optional: Rust crates, in two ways, with cargo, and
OpenSSL's other ciphers, where its headers are."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from records import Record

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "bench/peers"
TARGET = ROOT / "build/peers"
# The packages and their libraries. Each has its own Cargo.lock.
PACKAGES = {FOLDER: "libascon_bench_peers.so", FOLDER / "aead128": "libascon_bench_aead128.so"}
# The names that src/lib.rs of the packages gives them
CRATES = {
    "rscrypto": ("rscrypto",),
    "ascon-core": ("ascon-aead", "ascon-hash"),
    "rustcrypto": ("ascon-aead128", "ascon-hash256", "ascon-xof128"),
}

# What a crate has a call of many messages for. Everything else is called in a loop.
BATCHED = {("rscrypto", "batch-hash")}

# The best build of each has its name with this after it. It is for the processor that runs it, and without joining
# 64-bit words into vectors, which doubles the time of some of them where there is AVX-512.
AT_BEST = "-native"
BEST_FLAGS = "-C target-cpu=native -C no-vectorize-slp"


def in_a_loop(record: Record) -> bool:
    """Whether this record of another library is of a loop over calls for one message."""
    return record.is_batch and (record.backend.removesuffix(AT_BEST), record.operation) not in BATCHED


class Missing(Exception):
    """Why there are no peers, in one line."""


def build() -> list[Path]:
    """The crates as their users build them, and at their best."""
    if not shutil.which("cargo"):
        raise Missing("cargo is not installed")
    for folder in PACKAGES:
        cargo(folder, "--release")
        cargo(folder, "--profile", "native", "--features", "native", flags=BEST_FLAGS)
    return [TARGET / profile / library for profile in ("release", "native") for library in PACKAGES.values()]


def cargo(folder: Path, *options: str, flags: str = "") -> None:
    command = ["cargo", "build", "--quiet", "--locked", "--ignore-rust-version", "--target-dir", TARGET, *options]
    compile_with(command, folder, {**os.environ, "RUSTFLAGS": flags})


def compile_with(command: list, folder: Path, environment: dict | None = None) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment)
    if done.returncode:
        errors = re.findall("^(?:error|.*: (?:fatal )?error: ).*", done.stderr, re.MULTILINE)
        raise Missing(errors[0] if errors else f"{command[0]} has failed")


def build_openssl() -> list[Path]:
    if not openssl_version():
        raise Missing("pkg-config finds no libcrypto")
    library = TARGET / "libascon_bench_openssl.so"
    library.parent.mkdir(parents=True, exist_ok=True)
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "libcrypto"], capture_output=True, text=True).stdout
    compile_with(["cc", "-O2", "-shared", "-fPIC", "openssl.c", "-o", library, *flags.split()], FOLDER)
    return [library]


def openssl_version() -> str:
    """As the headers have it; nothing without them."""
    found = shutil.which("pkg-config")
    command = ["pkg-config", "--modversion", "libcrypto"]
    version = subprocess.run(command, capture_output=True, text=True).stdout.strip() if found else ""
    return f"OpenSSL {version}" if version else ""


def versions() -> str:
    """Such as: rscrypto is rscrypto 0.12.0; ascon-core is ..."""
    locks = "".join((folder / "Cargo.lock").read_text("utf-8") for folder in PACKAGES)
    locked = dict(re.findall(r'name = "([^"]+)"\nversion = "([^"]+)"', locks))
    each = (f"`{name}`: {', '.join(f'{crate} {locked[crate]}' for crate in crates)}" for name, crates in CRATES.items())
    compiler = subprocess.run(["rustc", "--version"], capture_output=True, text=True).stdout.split(" (")[0].strip()
    built = f"built by `cargo build --release`; with `{AT_BEST}` in the name, also by `{BEST_FLAGS}`, LTO"
    return "; ".join([*each, f"{compiler}, {built}"])


# What is built, and says of itself which versions it is.
KINDS = {"peers": (build, versions), "other ciphers": (build_openssl, openssl_version)}
