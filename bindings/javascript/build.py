#!/usr/bin/env python3
"""Builds the npm package `asconkit`: the library as WebAssembly, and the JavaScript around it.

    build.py                            the package: dist/, from src/ and the library; `npm pack` calls this
    build.py wasm OUT.wasm CALL...      one module of WebAssembly that exports these calls of the library

The second form is for other users of the library as WebAssembly, such as a Go module or a web page. `--profile` is
`speed` or `size`, `--source FILE.c` adds C of their own. A module imports nothing, has no memory allocator, and exports
`memory` and `__heap_base`: the memory from there on belongs to the caller. Python programs import wasm_module().

Needs clang-19 and lld-19, and npm for the package. Python's standard library alone.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import re
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
FOLDERS = ("api", "platform", "constructions")
STACK_BYTES = 16384

COMMON = """
    --target=wasm32 -mbulk-memory -std=c11 -ffreestanding -ffunction-sections -fdata-sections -fvisibility=hidden
    -Wall -Wextra -Werror -DASCON_BACKEND=c64 -DASCON_MEMSET=__builtin_memset
""".split()
# `speed` has loops of rounds: unrolled, AEAD128 is as fast in V8, Hash256 a quarter faster, and `core` 10 kB larger.
# Words of the state are in variables of WebAssembly, which are not in its memory, so that calls use about 100 bytes of
# the stack. Without clearing it, the tests find secrets there.
PROFILES = {
    "speed": ("-Os", "-DASCON_PROFILE_SPEED", "-DASCON_UNROLL_LOOPS=0", "-DASCON_STACK_BYTES=256"),
    "size": ("-Oz", "-DASCON_PROFILE_SIZE", "-DASCON_STACK_BYTES=512"),
}


# ---- WebAssembly ---------------------------------------------------------------------------------


class BuildError(Exception):
    pass


def run(*command: object) -> None:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise BuildError(f"{' '.join(map(str, command[:3]))} ...: {done.stdout}{done.stderr}")


def library_sources() -> list[Path]:
    """Batches and masked code are left out."""
    found = [path for folder in FOLDERS for path in sorted((LIBRARY / folder).glob("*.c"))]
    return [path for path in found if not path.stem.endswith("_batch")] + [HERE / "freestanding.c"]


def compile_objects(folder: Path, profile: str, sources: Iterable[Path]) -> list[Path]:
    """Object files, with the linker's sections for each function, in the order of the sources."""
    sources = list(sources)
    objects = [folder / f"{number}-{path.stem}.o" for number, path in enumerate(sources)]
    flags = (*COMMON, *PROFILES[profile], f"-I{LIBRARY}", f"-I{ROOT}")
    with ThreadPoolExecutor(max_workers=min(os.cpu_count() or 1, 4)) as pool:
        list(pool.map(lambda pair: run(CLANG, *flags, "-c", pair[0], "-o", pair[1]), zip(sources, objects)))
    return objects


def link(output: Path, objects: Iterable[Path], calls: Iterable[str], replaced: Iterable[str] = ()) -> None:
    """A module with these exports and what they use. The stack is below the data, so that an overflow is a trap.

    A call that `replaced` names is the function with __wrap_ before this name.
    """
    settings = ["--no-entry", "--gc-sections", "--strip-all", "--stack-first", f"-zstack-size={STACK_BYTES}"]
    settings += [f"--export={name}" for name in (*calls, "__heap_base")]
    settings += [f"--wrap={name}" for name in replaced]
    words = [f"-Wl,{setting}" for setting in settings]
    run(CLANG, "--target=wasm32", "-nostdlib", *words, *objects, "-o", output)


def wasm_module(output: Path, calls: Sequence[str], profile: str = "speed", sources: Sequence[Path] = ()) -> None:
    """Writes a module that exports these calls of the library, and of `sources`."""
    with tempfile.TemporaryDirectory(prefix="asconkit-wasm-") as folder:
        objects = compile_objects(Path(folder), profile, [*library_sources(), *sources])
        link(output, objects, calls)


# ---- The parts of the package ---------------------------------------------------------------------


def calls(prefix: str, names: str) -> tuple[str, ...]:
    return tuple(f"{prefix}{name}" for name in names.split())


class Part:
    """A module of the package, which one or more entry points use."""

    def __init__(self, profile: str, *exports: tuple[str, ...], sources: Sequence[str] = (), replaced=()) -> None:
        self.profile, self.exports = profile, [name for names in exports for name in names]
        self.sources, self.replaced = [HERE / name for name in sources], replaced


AEAD = "encrypt decrypt"
PARTS = {
    "core": Part(
        "speed",
        calls("ascon_aead128_", f"{AEAD} init ad encrypt_update encrypt_final decrypt_update_unverified decrypt_final"),
        calls("ascon_", "hash256 hash256_init hash256_update hash256_final"),
        calls("ascon_", "xof128_init cxof128_init xof128_update xof128_squeeze"),
    ),
    "v12": Part(
        "size",
        *(calls(f"ascon_v12_{name}_", AEAD) for name in ("128", "128a", "80pq")),
        calls("ascon_v12_", "hash hasha xof xofa"),
    ),
    "prf": Part(
        "size",
        calls("ascon_v13_", "mac mac_verify prf prfshort"),
        calls("ascon_v12_", "mac mac_verify maca maca_verify prf prfa prfshort"),
    ),
    "siv": Part("size", calls("ascon_siv_", AEAD)),
    "isap": Part("size", calls("ascon_isap_", f"{AEAD} a_128 a_128a")),
    "kdf": Part(
        "size",
        calls("ascon_kdf_kmac_", "init update final verify_final squeeze"),
        calls("ascon_kdf_", "derive extract expand"),
        calls("ascon_hmac_hash256_", "init update final verify_final"),
        calls("ascon_hmac_", "hkdf_extract hkdf_expand pbkdf2"),
    ),
    "stream": Part(
        "size",
        calls("ascon_stream_", "seal_chunk open_chunk header_open"),
        calls("asconkit_file_", "fault create"),
        calls("ascon_", "hash256"),
        sources=["files.c"],
        replaced=["ascon_any_find"],
    ),
}


def build_parts(folder: Path) -> dict[str, bytes]:
    """The modules of all parts. Objects are compiled once for each profile."""
    objects: dict[str, list[Path]] = {}
    for profile in PROFILES:
        place = folder / profile
        place.mkdir()
        objects[profile] = compile_objects(place, profile, library_sources())
    found = {}
    for name, part in PARTS.items():
        place = folder / name
        place.mkdir()
        own = compile_objects(place, part.profile, part.sources)
        link(folder / f"{name}.wasm", [*objects[part.profile], *own], part.exports, part.replaced)
        found[name] = (folder / f"{name}.wasm").read_bytes()
    return found


# ---- The package ----------------------------------------------------------------------------------

LICENCES = ("LICENSE", "LICENSE-APACHE", "LICENSE-MIT")
ENCODED = """/** Generated by build.py from the C library. */
import {{ Part }} from "../part.js";

export default /* @__PURE__ */ new Part(
  "{text}",
);
"""


def version() -> str:
    text = (LIBRARY / "ascon.h").read_text(encoding="utf-8")
    return re.search(r'ASCON_VERSION "([^"]+)"', text)[1]


def compile_typescript() -> None:
    """As modules of ECMAScript, and once more for require()."""
    folder = ROOT / "build/javascript/compiler"  # not here, where tests look at all files
    compiler = folder / "node_modules/typescript/bin/tsc"
    lock = (HERE / "package-lock.json").read_bytes()
    if not compiler.exists() or (folder / "package-lock.json").read_bytes() != lock:
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, folder)
        run("npm", "ci", "--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts")
    run("node", compiler, "-p", HERE)
    settings = ("--module", "commonjs", "--moduleResolution", "node10", "--ignoreDeprecations", "5.0")
    run("node", compiler, "-p", HERE, "--outDir", HERE / "dist/cjs", *settings)
    choice = {"node": "./webcrypto-node.js", "default": "./webcrypto.js"}  # as in package.json, which ends at this one
    package = {"type": "commonjs", "imports": {"#webcrypto": choice}}
    (HERE / "dist/cjs/package.json").write_text(json.dumps(package) + "\n", encoding="utf-8")


def build_package() -> dict[str, int]:
    """Writes everything that the package has beside what git has; returns the bytes of each module."""
    stated = json.loads((HERE / "package.json").read_text(encoding="utf-8"))["version"]
    if stated != version():
        raise BuildError(f"package.json has version {stated}, the library {version()}")
    for name in ("dist", "src/wasm"):
        shutil.rmtree(HERE / name, ignore_errors=True)
    (HERE / "src/wasm").mkdir()
    with tempfile.TemporaryDirectory(prefix="asconkit-wasm-") as folder:
        parts = build_parts(Path(folder))
    for name, module in parts.items():
        text = ENCODED.format(text=base64.b64encode(module).decode("ascii"))
        (HERE / f"src/wasm/{name}.ts").write_text(text, encoding="utf-8")
    compile_typescript()
    for name in LICENCES:
        shutil.copy(ROOT / name, HERE / name)
    return {name: len(module) for name, module in parts.items()}


# ---- The command line ------------------------------------------------------------------------------


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command")
    wasm = commands.add_parser("wasm", help="one module of WebAssembly that exports calls of the library")
    wasm.add_argument("output", type=Path, metavar="OUT.wasm")
    wasm.add_argument("calls", nargs="+", metavar="CALL", help="such as ascon_aead128_encrypt")
    wasm.add_argument("--profile", choices=PROFILES, default="speed")
    wasm.add_argument("--source", type=Path, action="append", default=[], metavar="FILE.c")
    arguments = parser.parse_args()
    try:
        if arguments.command == "wasm":
            wasm_module(arguments.output, arguments.calls, arguments.profile, arguments.source)
            print(f"{arguments.output}: {arguments.output.stat().st_size} bytes")
        else:
            sizes = build_package()
            print("bytes of WebAssembly:", ", ".join(f"{name} {size}" for name, size in sizes.items()), end="; ")
            print("together", sum(sizes.values()))
    except (BuildError, FileNotFoundError) as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
