"""The figures on the front pages: README.md and docs/index.md, between two marks. `./dev generate` writes them.

Speed comes from docs/results/x86-64.json, flash and stack from docs/results/embedded.json. The sizes of contexts
stand here; tests/docs/test_readme.py compiles them. Python's standard library alone.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path += [str(ROOT / "bench"), str(ROOT / "tools")]

import kept  # noqa: E402
from embedded import results, tables  # noqa: E402
from embedded.published import PUBLISHED  # noqa: E402
from embedded.targets import find  # noqa: E402
from markdown_tables import row  # noqa: E402
from peers import AT_BEST  # noqa: E402
from records import Record, Records  # noqa: E402

SERVER = ROOT / "docs/results/x86-64.json"
START, END = "<!-- figures: written by ./dev generate -->", "<!-- end of figures -->"
BLOCK = re.compile(f"{re.escape(START)}.*?{re.escape(END)}", re.DOTALL)
PAGES = {"README.md": "docs/results/", "docs/index.md": "results/"}

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


def page(name: str) -> str:
    """The page with the present figures."""
    text = (ROOT / name).read_text(encoding="utf-8")
    figures = "\n".join(lines(PAGES[name]))
    return BLOCK.sub(lambda _: f"{START}\n{figures}\n{END}", text)


def lines(folder: str) -> Iterator[str]:
    yield row("what", "asconkit", "best alternative")
    yield row("---", "---:", "---:")
    machine = ""
    if SERVER.exists():
        run = kept.load(SERVER)
        machine = run.machine[0].split(" (")[0]
        yield from speeds(Records(run.records))
    for name in PROCESSORS:
        yield from firmware(name)
    yield ""
    server = f"[{machine}]({folder}x86-64.md), one thread, with what the library chooses by itself; " if machine else ""
    yield f"Measured: {server}[processors of firmware]({folder}embedded.md), flash and stack in the profile `size`,"
    yield "speed in `speed`. The alternatives are the best that were measured or published elsewhere."
    aead, sponge = CONTEXTS.values()
    yield f"A message in pieces keeps a context: {aead[0]} bytes for AEAD and {sponge[0]} for the others on 64-bit"
    yield f"processors, {aead[1]} and {sponge[1]} on 32-bit ones, {aead[2]} and {sponge[2]} on AVR."


def speeds(records: Records) -> Iterator[str]:
    for title, algorithm, operation, size, count in SPEEDS:
        wanted = {"algorithm": algorithm, "operation": operation, "bytes": size, "messages": count, "threads": 1}
        ours = records.first(default=True, **wanted)
        if ours:
            other = records.fastest(peer=True, **wanted)
            theirs = f"{megabytes(other)} ({other.backend.removesuffix(AT_BEST)})" if other else ""
            yield row(title, megabytes(ours), theirs)


def megabytes(record: Record) -> str:
    return f"{1000 * record.gigabytes_per_second:,.0f} MB/s"


def firmware(name: str) -> Iterator[str]:
    target, published = find(name), PUBLISHED[name]
    small, fast = tables.default_ways(results.load(), target)
    title = f"{target.title}, Ascon-AEAD128"
    other = f"{published.size[0]} bytes" if published.size[0] else ""
    yield row(f"{title}: flash", f"{small.text} bytes", other)
    yield row(f"{title}: stack", f"{small.stack} bytes", "")
    other = f"{published.a_byte[0]:g}" if published.a_byte[0] else ""
    yield row(f"{title}: {target.unit} per byte", f"{fast.a_byte():.4g}", other)
