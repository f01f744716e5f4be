# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Figures of measurements on README.md and docs/choosing-a-backend.md, between two marks.
`./dev generate` writes them.

Speed comes from docs/results/x86-64*.json, flash and stack from docs/results/embedded.json. The sizes of contexts
stand here; tests/docs/test_readme.py compiles them. Python's standard library alone."""

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
from markdown_tables import head, row  # noqa: E402
import written  # noqa: E402
from peers import AT_BEST, in_a_loop  # noqa: E402
import shared  # noqa: E402
from records import Record, Records  # noqa: E402
from tables import summary  # noqa: E402

SERVER = ROOT / "docs/results/x86-64.json"
START, END = "<!-- figures: written by ./dev generate -->", "<!-- end of figures -->"
BLOCK = re.compile(f"{re.escape(START)}.*?{re.escape(END)}", re.DOTALL)
FRONT, BACKENDS = "README.md", "docs/choosing-a-backend.md"
ALL_MACHINES = "docs/results/speed.md"

# Bytes of a context by the target's pointers: 64, 32 and 16 bits.
CONTEXTS = {"ascon_aead_ctx": (80, 80, 66), "ascon_sponge_ctx": (64, 56, 46)}

# Of a server: what, bytes, messages.
SPEEDS = (("messages of 64 KiB", 65536, 1), ("10,000 messages of 64 bytes in one call", 64, 10_000))
PROCESSORS = ("cortex-m0", "avr")

# Of backends beside each other: the machine's record; what, algorithm, operation, bytes, whether per byte.
MACHINES = ("x86-64", "x86-64-zen-4")
X86_BACKENDS = ("avx512vl", "c64_bmi", "c64")
CALLS = (
    ("AEAD128, 16 bytes", "ascon-aead128", "encrypt", 16, False),
    ("AEAD128, 8 bytes and 8 bytes of associated data", "ascon-aead128", "encrypt-ad", 8, False),
    ("AEAD128, 64 KiB, cycles per byte", "ascon-aead128", "encrypt", 65536, True),
    ("Hash256, 64 bytes", "ascon-hash256", "hash", 64, False),
    ("Hash256, 64 KiB, cycles per byte", "ascon-hash256", "hash", 65536, True),
)


def page(name: str) -> str:
    """The page with the present figures."""
    text = (ROOT / name).read_text(encoding="utf-8")
    figures = "\n".join(backends() if name == BACKENDS else lines())
    return BLOCK.sub(lambda _: f"{START}\n{figures}\n{END}", text)


def all_machines() -> str:
    """Of the records that have a name of their own: a run of a part is called so."""
    files = [file for file in sorted(SERVER.parent.glob("x86-64*.json")) if not file.stem.endswith("-partial")]
    text = "\n".join(summary({file.stem: kept.load(file) for file in files}))
    return re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"


def lines() -> Iterator[str]:
    yield from head("Ascon-AEAD128", "asconkit:", "best alternative:")
    run = kept.load(SERVER)
    for title, size, count in SPEEDS:
        yield row(title, *speed(Records(run.records), size, count))
    for name in PROCESSORS:
        way, published = next(iter(default_ways(results.load(), find(name)))), PUBLISHED[name]
        yield row(f"flash on {find(name).title}, `size` profile", f"{way.text} bytes", f"{published.size[0]} bytes")
    yield ""
    yield f"Speeds were measured on one thread of an [{run.machine[0].split(' (')[0]}](docs/results/speed.md). Flash"
    yield "sizes are from the [results for microcontrollers](docs/results/embedded.md). The context of an AEAD message"
    sizes = "takes {} bytes on 64-bit, {} on 32-bit processors and {} on AVR; other contexts take {}, {} and {}."
    yield sizes.format(*CONTEXTS["ascon_aead_ctx"], *CONTEXTS["ascon_sponge_ctx"])


def speed(records: Records, size: int, count: int) -> tuple[str, str]:
    operation = "encrypt" if count == 1 else "batch-encrypt"
    wanted = {"algorithm": "ascon-aead128", "operation": operation, "bytes": size, "messages": count, "threads": 1}
    other = records.fastest(peer=True, **wanted)
    how = ", called in a loop" if in_a_loop(other) else ""
    name = other.backend.removesuffix(AT_BEST)
    return megabytes(records.first(default=True, **wanted)), f"{megabytes(other)} ({name}{how})"


def megabytes(record: Record) -> str:
    return f"{1000 * record.gigabytes_per_second:,.0f} MB/s"


def backends() -> Iterator[str]:
    """Cycles of a call by each backend of x86-64; the one that the library selects is in bold."""
    yield from head("processor", "call", *(f"`{name}`:" for name in X86_BACKENDS))
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


if __name__ == "__main__":
    pages = {name: partial(page, name) for name in (FRONT, BACKENDS)}
    sys.exit(written.main(__doc__, {**pages, ALL_MACHINES: all_machines, shared.PAGE: shared.page}))
