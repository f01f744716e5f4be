# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The Go module: the sources of bindings/go with a copy of the C library, and with the library as WebAssembly.

Needs clang-19 and lld-19."""

import re
import shutil
import sys
from pathlib import Path

import compiling

from . import flattening

BINDINGS = compiling.ROOT / "bindings"
HERE = BINDINGS / "go"
sys.path.append(str(BINDINGS))

from wasm import build  # noqa: E402

COPY, WASM = Path("internal/library"), Path("internal/library/asconkit.wasm")
BRIDGE = HERE / "bridge"
# Go compiles C only in builds with cgo, and refuses it in a package that has chosen the WebAssembly.
WITH_CGO = "//go:build cgo && !asconkit_wasm\n\n"
# What a Go program can run on. On the processors of backends that are left out, Go runs no programs; c8 and ref are
# slower everywhere.
BACKENDS = ("aarch64", "armv6", "avx512vl", "c32", "c64", "c64_bmi", "neon32", "rv64")
WITHOUT_32_BITS = "#if UINTPTR_MAX == 0xffffffff\n#define ASCON_HAVE_c32 1\n#else\n#define ASCON_HAVE_c32 0\n#endif\n"
FOLDERS = ("core", "batch", "hmac", "isap", "kdf", "siv", "stream")
# With batches, whose frames are larger than what the profiles of build.py clear.
WASM_FLAGS = ("-O2", "-DASCON_PROFILE_SPEED", "-DASCON_UNROLL_LOOPS=0")
WASM_FOLDERS = (*build.FOLDERS, "batch", "batch/engines/x1")
# What the module has no calls for.
LEFT_OUT = (
    "datagram", "datagram_batch", "drbg", "system_entropy", "random", "commit", "commit_siv", "tree", "tree_batch",
)  # fmt: skip
MODULE = "example.org/asconkit"
IN_TREE = re.compile(r'(#include ")asconkit/(?:\w+/)?(?=ascon)')
SETTINGS = """/* Settings of the library inside a Go program. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_SETTINGS_H
#define ASCONKIT_SETTINGS_H
/* Another asconkit may be linked into the same program. */
#define ASCON_NAMESPACE asconkit_go_
#endif
"""


def is_wanted(path: Path) -> bool:
    room, *rest = path.relative_to(compiling.LIBRARY).parts
    return room in FOLDERS and path.stem not in LEFT_OUT and (rest[0] != "backends" or rest[1] in BACKENDS)


def library() -> dict[str, str]:
    """The sources in one flat folder: Go compiles the files of one folder, and vendors only folders of packages."""
    texts = flattening.flatten(filter(is_wanted, compiling.sources()), backend="c64")
    for name in compiling.backends():
        if name not in BACKENDS:
            left_out = f"/* This backend is left out of Go's copy. */\n#define ASCON_HAVE_{name} 0\n"
            texts[f"{name}_config.h"] = left_out
    assert "#define ASCON_HAVE_c32 1\n" in texts["c32_config.h"]
    texts["c32_config.h"] = texts["c32_config.h"].replace("#define ASCON_HAVE_c32 1\n", WITHOUT_32_BITS)
    headers = sorted(path.name for path in compiling.LIBRARY.rglob("ascon_*.h"))
    assert set(headers) >= {f"ascon_{name}.h" for name in ("batch", "hmac", "isap", "kdf", "siv", "stream")}
    bridge = {path.name: IN_TREE.sub(r"\1", path.read_text(encoding="utf-8")) for path in BRIDGE.glob("*.[ch]")}
    return texts | {"settings.h": SETTINGS} | bridge


def prepare(folder: Path) -> int:
    """The number of files of the copy."""
    copy, texts = folder / COPY, library()
    for path in copy.iterdir():
        if path.name not in texts and path.suffix in (".c", ".h", ".inc", ".S"):
            path.unlink()
    for name, text in texts.items():
        text = (WITH_CGO if name.endswith((".c", ".S")) else "") + text
        if not (copy / name).exists() or (copy / name).read_text(encoding="utf-8") != text:
            (copy / name).write_text(text, encoding="utf-8")
    sources = [path for path in build.library_sources(WASM_FOLDERS) if path.stem not in LEFT_OUT]
    build.module(folder / WASM, [*sources, BRIDGE / "bridge.c"], WASM_FLAGS, stack_bytes=65536)
    return len(texts)


def is_written(path: Path) -> bool:
    """Whether it is a file of the module that is written by hand."""
    place = path.relative_to(HERE)
    return path.is_file() and path.suffix in (".go", ".mod", ".sum", ".md") and "testdata" not in place.parts


def write(target: Path, module: str) -> int:
    """The whole module, under this path. The number of files of the copy."""
    for path in sorted(filter(is_written, HERE.rglob("*"))):
        place = target / path.relative_to(HERE)
        place.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text(encoding="utf-8")
        place.write_text(re.sub(rf"(?<![\w./-]){re.escape(MODULE)}\b", module, text), encoding="utf-8")
    for path in compiling.LIBRARY.glob("LICENSE*"):
        shutil.copy(path, target)
    return prepare(target)
