#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Compiles the library to WebAssembly: a module without imports and without a memory allocator, which exports
`memory` and `__heap_base`; the memory from there on belongs to the caller.

    build.py OUT.wasm CALL...              one module that exports these calls of the library
    build.py --batches OUT.wasm CALL...    with batches in vectors, where WebAssembly has them

The npm package, the Go module and the page that shows each step import module(). Needs clang-19 and lld-19. Python's
standard library alone."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LIBRARY = ROOT / "asconkit"
CLANG = os.environ.get("ASCONKIT_CLANG", "clang-19")
LINKER = "wasm-ld-19"

COMMON = """
    --target=wasm32 -mbulk-memory -std=c11 -ffreestanding -ffunction-sections -fdata-sections -fvisibility=hidden
    -Wall -Wextra -Werror -DASCON_BACKEND=c64 -DASCON_MEMSET=__builtin_memset
""".split()
# Engines compile a loop of rounds to code as fast as unrolled rounds, so that `speed` has loops. Words of the state are
# in variables of WebAssembly, which are not in its memory, so that calls use about 100 bytes of the stack. Without
# clearing it, the tests find secrets there.
PROFILES = {
    "speed": ("-Os", "-DASCON_PROFILE_SPEED", "-DASCON_UNROLL_LOOPS=0", "-DASCON_STACK_BYTES=256"),
    "size": ("-Oz", "-DASCON_PROFILE_SIZE", "-DASCON_STACK_BYTES=512"),
}
MODULES = ("commit", "datagram", "drbg", "hardened", "hmac", "isap", "kdf", "siv", "stream", "tree", "self_test")
FOLDERS = ("core/api", "core/platform", *MODULES)
BATCHES = (*FOLDERS, "batch", "batch/engines/x1", "batch/engines/wasm_x4")
STACK_BYTES = 16384
STACK_BYTES_OF_BATCHES = 65536


class BuildError(Exception):
    pass


def run(*command: object) -> str:
    """What the command prints."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise BuildError(f"{' '.join(map(str, command[:3]))} ...: {done.stdout}{done.stderr}")
    return done.stdout


def library_sources(folders: Iterable[str] = FOLDERS) -> list[Path]:
    """What these folders have for a build without a system; of batches, what they have if `batch` is one of them."""
    found = [path for folder in folders for path in sorted((LIBRARY / folder).glob("*.c"))]
    if "batch" not in folders:
        found = [path for path in found if not path.stem.endswith("_batch")]
    return [*found, HERE / "freestanding.c"]


def compile_objects(folder: Path, sources: Iterable[Path], flags: Sequence[object]) -> list[Path]:
    """Object files, with the linker's sections for each function, in the order of the sources."""
    for tool, package in ((CLANG, CLANG), (LINKER, "lld-19")):
        if not shutil.which(tool):
            raise BuildError(f"needs {tool}: apt-get install {package}")
    sources = list(sources)
    objects = [folder / f"{number}-{path.stem}.o" for number, path in enumerate(sources)]
    words = (CLANG, *COMMON, f"-I{LIBRARY}", f"-I{ROOT}", *flags, "-c")
    with ThreadPoolExecutor(max_workers=min(os.cpu_count() or 1, 4)) as pool:
        list(pool.map(lambda pair: run(*words, pair[0], "-o", pair[1]), zip(sources, objects)))
    return objects


def link(
    output: Path, objects: Iterable[Path], calls: Iterable[str] = (), replaced: Iterable[str] = (),
    stack_bytes: int = STACK_BYTES,
) -> None:  # fmt: skip
    """A module with these exports, those that C names by export_name, and what they use. The stack is below the data,
    so that an overflow is a trap. A call that `replaced` names is the function with __wrap_ before this name.
    """
    settings = ["--no-entry", "--gc-sections", "--strip-all", "--stack-first", f"-zstack-size={stack_bytes}"]
    settings += [f"--export={name}" for name in (*calls, "__heap_base")]
    settings += [f"--wrap={name}" for name in replaced]
    words = [f"-Wl,{setting}" for setting in settings]
    output.parent.mkdir(parents=True, exist_ok=True)
    run(CLANG, "--target=wasm32", "-nostdlib", f"-fuse-ld={shutil.which(LINKER)}", *words, *objects, "-o", output)


def module(
    output: Path, sources: Iterable[Path], flags: Sequence[object], calls: Iterable[str] = (),
    stack_bytes: int = STACK_BYTES,
) -> None:  # fmt: skip
    """Writes a module of these sources with these exports, and those that C names by export_name."""
    with tempfile.TemporaryDirectory(prefix="asconkit-wasm-") as folder:
        link(output, compile_objects(Path(folder), sources, flags), calls, stack_bytes=stack_bytes)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output", type=Path, metavar="OUT.wasm")
    parser.add_argument("calls", nargs="+", metavar="CALL", help="such as ascon_aead128_encrypt")
    parser.add_argument("--profile", choices=PROFILES, default="speed")
    parser.add_argument("--batches", action="store_true", help="with ascon_any_batch() and _columns(), in vectors")
    parser.add_argument("--source", type=Path, action="append", default=[], metavar="FILE.c", help="C of your own")
    arguments = parser.parse_args()
    try:
        folders, flags, stack_bytes = FOLDERS, PROFILES[arguments.profile], STACK_BYTES
        if arguments.batches:
            # Engines say by themselves how much of the stack they clear.
            flags = ("-msimd128", *(flag for flag in flags if "STACK_BYTES" not in flag))
            folders, stack_bytes = BATCHES, STACK_BYTES_OF_BATCHES
        sources = [*library_sources(folders), *arguments.source]
        module(arguments.output, sources, flags, arguments.calls, stack_bytes)
    except BuildError as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 1
    print(f"{arguments.output}: {arguments.output.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
