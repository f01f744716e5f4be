"""Figures of measurements on README.md, docs/index.md and docs/choosing-a-backend.md, between two marks.
`./dev generate` writes them.

Speed comes from docs/results/x86-64*.json, flash and stack from docs/results/embedded.json. The sizes of contexts
stand here; tests/docs/test_readme.py compiles them. Python's standard library alone.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path += [str(ROOT), str(ROOT / "bench"), str(ROOT / "tools")]

import kept  # noqa: E402
from embedded import results  # noqa: E402
from embedded.tables import default_ways  # noqa: E402
from embedded.published import PUBLISHED  # noqa: E402
from embedded.targets import find  # noqa: E402
from markdown_tables import row  # noqa: E402
import written  # noqa: E402
from peers import AT_BEST, in_a_loop  # noqa: E402
import shared  # noqa: E402
from records import Record, Records  # noqa: E402
from tables import summary  # noqa: E402

SERVER = ROOT / "docs/results/x86-64.json"
START, END = "<!-- figures: written by ./dev generate -->", "<!-- end of figures -->"
BLOCK = re.compile(f"{re.escape(START)}.*?{re.escape(END)}", re.DOTALL)
FRONT = {"README.md": "docs/results/", "docs/index.md": "results/"}
BACKENDS = "docs/choosing-a-backend.md"
PAGES = (*FRONT, BACKENDS)
ALL_MACHINES = "docs/results/speed.md"

# Bytes of a context by the target's pointers: 64, 32 and 16 bits.
CONTEXTS = {"ascon_aead_ctx": (80, 80, 66), "ascon_sponge_ctx": (64, 56, 46)}

# Of a server: what, algorithm, operation, bytes, messages.
SPEEDS = (
    ("Ascon-AEAD128, messages of 64 KiB", "ascon-aead128", "encrypt", 65536, 1),
    ("Ascon-AEAD128, 10,000 messages of 64 bytes in one call", "ascon-aead128", "batch-encrypt", 64, 10_000),
    ("Ascon-Hash256, messages of 64 KiB", "ascon-hash256", "hash", 65536, 1),
    ("Ascon-Hash256, 1000 messages of 4 KiB in one call", "ascon-hash256", "batch-hash", 4096, 1000),
)
PROCESSORS = ("cortex-m0", "cortex-m4", "avr")

# Of backends beside each other: the machine's record; what, algorithm, operation, bytes, whether per byte.
MACHINES = ("x86-64", "x86-64-zen-4", "x86-64-zen-5")
X86_BACKENDS = ("avx512vl", "c64_bmi", "c64")
CALLS = (
    ("AEAD128, 16 bytes", "ascon-aead128", "encrypt", 16, False),
    ("AEAD128, 8 bytes and 8 of associated data", "ascon-aead128", "encrypt-ad", 8, False),
    ("AEAD128, 64 KiB, cycles per byte", "ascon-aead128", "encrypt", 65536, True),
    ("Hash256, 64 bytes", "ascon-hash256", "hash", 64, False),
    ("Hash256, 64 KiB, cycles per byte", "ascon-hash256", "hash", 65536, True),
)


def page(name: str) -> str:
    """The page with the present figures."""
    text = (ROOT / name).read_text(encoding="utf-8")
    figures = "\n".join(backends() if name == BACKENDS else lines(FRONT[name]))
    return BLOCK.sub(lambda _: f"{START}\n{figures}\n{END}", text)


def all_machines() -> str:
    """Of the records that have a name of their own: a run of a part is called so."""
    files = [file for file in sorted(SERVER.parent.glob("x86-64*.json")) if not file.stem.endswith("-partial")]
    text = "\n".join(summary({file.stem: kept.load(file) for file in files}))
    return re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"


def lines(folder: str) -> Iterator[str]:
    if SERVER.exists():
        run = kept.load(SERVER)
        machine = run.machine[0].split(" (")[0]
        yield row(f"[{machine}]({folder}speed.md), one thread", "asconkit", "fastest alternative")
        yield row("---", "---:", "---:")
        yield from speeds(Records(run.records))
        yield ""
    yield row(f"[Microcontrollers]({folder}embedded.md), Ascon-AEAD128", "flash", "stack", "per byte")
    yield row("---", "---:", "---:", "---:")
    for name in PROCESSORS:
        yield from firmware(name)
    yield ""
    yield "asconkit's figures are those of its default backend. Each firmware row is one build with the named profile."
    yield "Each published figure is the best known in its column: those of a row may be of different implementations."
    aead, sponge = CONTEXTS.values()
    yield f"A context, for messages in pieces, has {aead[0]} bytes for AEAD and {sponge[0]} for the others on 64-bit"
    yield f"processors, {aead[1]} and {sponge[1]} on 32-bit ones, {aead[2]} and {sponge[2]} on AVR."


def speeds(records: Records) -> Iterator[str]:
    for title, algorithm, operation, size, count in SPEEDS:
        wanted = {"algorithm": algorithm, "operation": operation, "bytes": size, "messages": count, "threads": 1}
        ours = records.first(default=True, **wanted)
        if ours:
            other = records.fastest(peer=True, **wanted)
            name = other.backend.removesuffix(AT_BEST) if other else ""
            how = ", called in a loop" if other and in_a_loop(other) else ""
            theirs = f"{megabytes(other)} ({name}{how})" if other else ""
            yield row(title, megabytes(ours), theirs)


def megabytes(record: Record) -> str:
    return f"{1000 * record.gigabytes_per_second:,.0f} MB/s"


def backends() -> Iterator[str]:
    """Cycles of a call by each backend of x86-64; the one that the library selects is in bold."""
    yield row("processor", "call", *(f"`{name}`" for name in X86_BACKENDS))
    yield row("---", "---", *("---:" for _ in X86_BACKENDS))
    for name in MACHINES:
        run = kept.load(SERVER.with_name(f"{name}.json"))
        machine = run.machine[0].split("), with")[0].replace(" (cpu ", ", ")
        for title, algorithm, operation, size, per_byte in CALLS:
            wanted = {"algorithm": algorithm, "operation": operation, "bytes": size, "messages": 1, "threads": 1}
            found = [Records(run.records).first(backend=backend, **wanted) for backend in X86_BACKENDS]
            cells = [f"{record.cycles_per_byte:.2f}" if per_byte else f"{record.cycles:.0f}" for record in found]
            bold = (f"**{cell}**" if record.default else cell for cell, record in zip(cells, found))
            first = f"[{machine}](results/speed.md)" if title == CALLS[0][0] else ""
            yield row(first, title, *bold)


def firmware(name: str) -> Iterator[str]:
    """One row for each build, and one for what is published."""
    target, published = find(name), PUBLISHED[name]
    for profile, way in zip(("size", "speed"), default_ways(results.load(), target)):
        stack = f"{way.stack} bytes"
        yield row(f"{target.title}, `{profile}`", f"{way.text} bytes", stack, f"{way.a_byte():.4g} {target.unit}")
    flash = f"{published.size[0]} bytes" if published.size[0] else ""
    speed = f"{published.a_byte[0]:g} {target.unit}" if published.a_byte[0] else ""
    yield row(f"{target.title}, best published", flash, "", speed)


if __name__ == "__main__":
    pages = {name: partial(page, name) for name in PAGES}
    sys.exit(written.main(__doc__, {**pages, ALL_MACHINES: all_machines, shared.PAGE: shared.page}))
