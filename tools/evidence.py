# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which evidence of constant time each backend and vector engine has: the table of docs/constant-time.md, which
`./dev generate` writes, and what the tests of tests/constant_time run. tests/constant_time/test_evidence.py compares
this table with what the other checkers run. Python's standard library alone."""

import json
import re
from collections.abc import Iterable, Iterator

from compiling import LIBRARY, ROOT, backends
from embedded.targets import BIG_ENDIAN, TARGETS, Setting, Target
from markdown_tables import head, row

PAGE = ROOT / "docs/constant-time.md"
START, END = "<!-- evidence: written by ./dev generate -->", "<!-- end of evidence -->"
BLOCK = re.compile(f"{re.escape(START)}.*?{re.escape(END)}", re.DOTALL)
PROOFS = ROOT / "docs/results/prove.json"

# ---- Poisoning --------------------------------------------------------------------------------------

# What tests/unit/constant_time.cpp runs under valgrind, with what is to be said about it.
VALGRIND = {
    "ref": "",
    "c64": "",
    "c64_bmi": "",
    "c32": "",
    "bi32": "",
    "c8": "",
    "avx512vl": "with its assembly replaced by C",
    "x1": "",
    "avx2_x8": "",
}
# Engines that it runs under clang's memory sanitizer.
MEMORY_SANITIZER = ("x1", "avx2_x8", "avx512_x16", "avx512vl_x16")

# ---- Traces -----------------------------------------------------------------------------------------

# Stepped through on x86-64 itself, and whether the short run of the tests does it.
NATIVE_BACKENDS = {"c64": False, "c64_bmi": True, "avx512vl": True}
NATIVE_ENGINES = {"avx2_x8": True, "avx512_x16": True, "avx512vl_x16": True, "x1": False}
# Under QEMU, with --all.
EMULATED_ENGINES = {"neon_x4": "AArch64", "sha3_x4": "AArch64", "sve2_x16": "AArch64", "rvv_x16": "RV64"}
FAMILY = re.compile(r"Cortex-M|Cortex-A7|RV\d\d|\w+")  # at the beginning of a target's title


def short_settings(target: Target) -> tuple[Setting, ...]:
    """The settings whose traces the short run compares."""
    return target.settings if target is BIG_ENDIAN else target.settings[:1]


# ---- The table --------------------------------------------------------------------------------------


def engines() -> list[str]:
    return sorted(path.parent.name for path in LIBRARY.glob("batch/engines/*/*.c"))


def table(proved: Iterable[str]) -> Iterator[str]:
    """`proved` are the backends and engines of the record of proofs."""
    proved = set(proved)
    yield from head("backend or vector engine", "proof", "poisoning", "traces")
    for name in [*backends(), *engines()]:
        proof = "yes" if name in proved else "by its backend's proof" if name == "x1" else "no proof"
        yield row(f"`{name}`", proof, poisoning(name), traces(name))


def poisoning(name: str) -> str:
    found = []
    if name in VALGRIND:
        found.append(f"valgrind{', ' if VALGRIND[name] else ''}{VALGRIND[name]}")
    if name in MEMORY_SANITIZER:
        found.append("memory sanitizer")
    if found:
        return ", ".join(found)
    if list((LIBRARY / "core/backends" / name).glob("*.S")):
        return "no poisoning, because it is assembly"
    return f"no poisoning, because it needs {EMULATED_ENGINES[name]}" if name in EMULATED_ENGINES else "no poisoning"


def traces(name: str) -> str:
    """Processors of the short run, then the families of those that --all adds."""
    short, added = [], []
    native = {**NATIVE_BACKENDS, **NATIVE_ENGINES}
    if name in native:
        (short if native[name] else added).append("x86-64")
    if name in EMULATED_ENGINES:
        added.append(EMULATED_ENGINES[name])
    for target in (*TARGETS, BIG_ENDIAN):
        if name in {setting.backend for setting in short_settings(target)}:
            short.append(target.title)
        elif name in {setting.backend for setting in target.settings}:
            added.append(FAMILY.match(target.title)[0])
    more = f"with `--all`, {'also' if short else 'traces'} on {', '.join(dict.fromkeys(added))}" if added else ""
    return "; ".join(filter(None, [f"traces on {', '.join(short)}" if short else "", more])) or "no traces"


def page() -> str:
    """The page with the present table."""
    proved = {record["backend"] for record in json.loads(PROOFS.read_text(encoding="utf-8"))["rows"]}
    lines = "\n".join(table(proved))
    return BLOCK.sub(lambda _: f"{START}\n{lines}\n{END}", PAGE.read_text(encoding="utf-8"))
