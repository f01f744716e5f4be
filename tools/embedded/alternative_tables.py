"""docs/results/alternatives.md, out of the records of alternatives, and alternatives-all.md, for the site alone."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from markdown_tables import head, on_site, row

from . import archives, results
from .alternatives import (
    BLAKE2S, CCM, CHACHAPOLY, CONSTANT, GCM, HASHES, LENGTHS, LEVELED, OURS, SHA256, SHARES, SMALLEST, TARGETS, X86_64,
    constant_time, peers,
)  # fmt: skip

PAGE = results.FOLDER / "alternatives.md"
ALL_PAGE = "alternatives-all.md"
AEAD, HASH = "Ascon-AEAD128", "Ascon-Hash256"
Names = tuple[str, ...]  # of algorithms

INTRODUCTION = """# Comparison with other ciphers and hashes

Written by `./dev matrix --alternatives` out of [alternatives.json](alternatives.json); do not edit. ChaCha20-Poly1305,
AES-128-CCM, AES-128-GCM, SHA-256 and BLAKE2s of other libraries beside ours: flash, RAM, and instructions (AVR: cycles)
of a message. [embedded.md](embedded.md) has more about ours, [Choosing an algorithm](../choosing-an-algorithm.md) times
on a server.
"""

METHOD = """## How this was measured

- One call encrypts a message, from the key's bytes to the tag, with no associated data; AES and GCM expand the key in
  it: a program that keeps the expanded key saves this, for 176 bytes of RAM or more. Contexts are on the stack.
- **flash**: what the linker keeps of the library for encryption and decryption, or for the hash, with what code has to
  be written around it. Functions of the compiler's own library are not counted (products and shifts of 64 bits on
  Cortex-M0 and AVR), which is to the advantage of Poly1305 and GHASH.
- **stack**: bytes that the deepest of both calls touches. **static**: RAM that is always taken; on AVR, compilers copy
  tables there.
- **constant time**: whether secrets change neither time nor addresses. Tables of AES leak where there is a cache, and
  to power analysis everywhere. `UMULL` of Cortex-M3 takes 3 to 5 cycles, as its operands are; whether `MUL` of a RISC-V
  processor is constant time depends on the processor.
- Smallest: `-Os` and the library's own settings for size. Fastest: `-O3` and its settings for speed; where this needs
  more instructions than `-Os`, the smaller one is the faster one. Ours: the profiles `size` (`-Os`) and `speed`
  (`-O2`). On microcontrollers the other libraries are C and ours has assembly. There is assembly of ChaCha20 and AES
  for some of these processors that is faster than this C; these libraries do not have it.
- Instructions are counted by QEMU, cycles of AVR by simavr, as for [embedded.md](embedded.md). RV32 has multiplication
  (M) in this table, which asconkit does not use. On x86-64 an instruction with vectors does the work of several, so
  that counts say less about time there; nothing on this page was timed.
- Each library first has to give a published answer (RFC 8439, SP 800-38C, the test cases of GCM, FIPS 180-4, RFC 7693)
  and to reject a forged tag; then each result is compared with a model of the standard.
- On AVR, where `int` has 16 bits, Mbed TLS refuses to be compiled, and libb2's BLAKE2s and BearSSL's `poly1305_ctmul32`
  give wrong results; they are not measured there. TinyCrypt could not be had as a source package.
- libb2 has no setting for size: its code is unrolled in both rows.
- Our masked rows have {shares} shares and draw random words, which are not in the counts. In the leveled form only the
  steps that use the key are masked ([Masked code](../masked.md)). No other library here has masked code.
- Sources are fetched into build/alternatives and checked by their SHA-256:
  {sources}.
"""


@dataclass(frozen=True)
class Figures:
    """One algorithm of a library in one setting, on one processor."""

    target: str
    library: str
    setting: str
    algorithm: str
    flash: int
    static: int
    stack: int
    counts: tuple[int, ...]  # of encryption, or of the only operation, for each of LENGTHS

    @property
    def a_byte(self) -> float:
        """Of a long message."""
        return (self.counts[-1] - self.counts[-2]) / (LENGTHS[-1] - LENGTHS[-2])

    @classmethod
    def of(cls, records: list[dict]) -> Figures:
        first = records[0]
        counts = {each["bytes"]: results.amount(each) for each in records if each["operation"] != "decrypt"}
        names = (first[name] for name in ("target", "library", "setting", "algorithm", "text_bytes", "static_bytes"))
        return cls(*names, max(each["stack_bytes"] for each in records), tuple(counts[n] for n in LENGTHS))


class Record:
    def __init__(self, records: Iterable[dict]) -> None:
        several: dict[tuple, list[dict]] = {}
        for each in records:
            key = tuple(each[name] for name in ("target", "library", "setting", "algorithm"))
            several.setdefault(key, []).append(each)
        self.all = {key: Figures.of(found) for key, found in several.items()}

    def of(self, target: str, algorithm: str) -> list[Figures]:
        return [each for each in self.all.values() if (each.target, each.algorithm) == (target, algorithm)]


def document(records: list[dict]) -> str:
    record = Record(records)
    lines = [INTRODUCTION, "## Where Ascon wins and where it loses", "", *at_a_glance(record), "", *verdicts(record)]
    lines += [on_site(ALL_PAGE, "All figures."), ""]
    sources = ",\n  ".join(f"{each.library} {each.version} ({origin(each)})" for each in archives.ARCHIVES)
    lines.append(METHOD.format(shares=SHARES, sources=sources))
    return "\n".join(lines)


def all_document(records: list[dict]) -> str:
    record = Record(records)
    lines = ["# Other ciphers and hashes: all figures", "[The comparison](alternatives.md) says what they mean."]
    for name, target in TARGETS.items():
        lines += ["", f"## {target.title}", "", *table(record, name), "", compiler(records, name)]
    return "\n".join([*lines, ""])


def origin(archive: archives.Archive) -> str:
    if archive.origin == "Debian":
        return f"Debian's source package `{archive.package}`"
    return f"the crate `{archive.package}`"


def compiler(records: list[dict], target: str) -> str:
    used = next(each for each in records if each["target"] == target)
    return f"`{' '.join(used['compiler'].split()[:2])}`, {used['emulator']}."


# ---- A processor ---------------------------------------------------------------------------------------


def table(record: Record, target: str) -> Iterator[str]:
    lengths = (f"{n} bytes (a byte):" for n in LENGTHS)
    yield from head("", "library, setting", "flash:", "stack:", "static:", *lengths, "constant time")
    timing = {(each.library, each.setting, each.algorithm): each for each in peers(TARGETS[target])}
    for figures in sorted((each for each in record.all.values() if each.target == target), key=place):
        peer = timing.get((figures.library, figures.setting, figures.algorithm))
        safe = constant_time(TARGETS[target], peer) if peer else CONSTANT
        detail = f" ({peer.detail})" if peer and peer.detail else ""
        name = f"{figures.library}, {figures.setting}{detail}"
        counts = (f"{count} ({count / n:.1f})" for count, n in zip(figures.counts, LENGTHS))
        yield row(figures.algorithm, name, figures.flash, figures.stack, figures.static, *counts, safe)


def place(figures: Figures) -> tuple:
    """Ciphers before hashes, ours before others, an algorithm's rows together."""
    hashes = figures.algorithm in (*HASHES, HASH)
    size = not figures.setting.startswith(SMALLEST)
    return hashes, figures.library != OURS, figures.algorithm, figures.library, size, figures.setting


# ---- All processors ------------------------------------------------------------------------------------


def best(found: Iterable[Figures]) -> tuple[float, ...]:
    """The least of flash, stack and counts, each of any setting."""
    found = list(found)
    columns = [[each.flash, each.stack, each.counts[0], each.counts[1], each.a_byte] for each in found]
    return tuple(map(min, zip(*columns)))


def is_constant_time(figures: Figures) -> bool:
    target = TARGETS[figures.target]
    return any(
        constant_time(target, each) == CONSTANT or constant_time(target, each).startswith("if")
        for each in peers(target)
        if (each.library, each.setting, each.algorithm) == (figures.library, figures.setting, figures.algorithm)
    )


def groups(record: Record, target: str) -> Iterator[tuple[str, str, list[Figures]]]:
    """The rows of the first table: a title, what of ours it stands beside, and the figures."""
    yield CHACHAPOLY, AEAD, record.of(target, CHACHAPOLY)
    for algorithm in (CCM, GCM):
        found = record.of(target, algorithm)
        yield algorithm, AEAD, found
        yield f"{algorithm}, constant time", AEAD, [each for each in found if is_constant_time(each)]
    yield SHA256, HASH, record.of(target, SHA256)
    yield BLAKE2S, HASH, record.of(target, BLAKE2S)


def at_a_glance(record: Record) -> Iterator[str]:
    yield "What the others take for each 1.0 of ours: above 1, Ascon takes less. Each column has the setting best"
    yield "for it, so that flash and speed of a row are of different builds."
    yield ""
    yield from head("", "", "flash:", "stack:", "16 bytes:", "64 bytes:", "long messages:")
    for name, target in TARGETS.items():
        for title, ours, found in groups(record, name):
            if found:
                pairs = zip(best(found), best(record.of(name, ours)))
                yield row(target.title, title, *(f"{other / own:.2f}" for other, own in pairs))


def verdicts(record: Record) -> Iterator[str]:
    for title, texts in (("Where it loses:", losses(record)), ("Where it wins:", wins(record))):
        yield from (title, "", *map(wrapped, texts), "")


def wrapped(text: str) -> str:
    options = {"break_long_words": False, "break_on_hyphens": False}
    return textwrap.fill(text, 120, initial_indent="- ", subsequent_indent="  ", **options)


def fastest(found: Iterable[Figures], n: int | None = None) -> Figures:
    """For messages of n bytes, or for long ones."""
    return min(found, key=lambda each: each.a_byte if n is None else each.counts[LENGTHS.index(n)])


def losses(record: Record) -> Iterator[str]:
    x86 = X86_64.name
    own, chacha, gcm = (fastest(record.of(x86, algorithm)).a_byte for algorithm in (AEAD, CHACHAPOLY, GCM))
    yield (
        f"**Long messages on servers.** On x86-64 AEAD128 takes {own:.1f} instructions a byte, ChaCha20-Poly1305 with "
        f"vectors {chacha:.1f} and AES-128-GCM with AES instructions {gcm:.1f}. Times that were measured are in "
        "[Choosing an algorithm](../choosing-an-algorithm.md)."
    )
    yield (
        "**Messages of a block of ChaCha20 and more.** ChaCha20-Poly1305 takes less than AEAD128 for 64 bytes on "
        f"{where_less(record, (CHACHAPOLY,), (AEAD,), amount(64))}, for a byte of long messages on "
        f"{where_less(record, (CHACHAPOLY,), (AEAD,), amount())}."
    )
    yield (
        "**Speed of hashing.** SHA-256 takes less than Hash256 for a byte of long messages on "
        f"{where_less(record, (SHA256,), (HASH,), amount())}. Hash256 absorbs 8 bytes for each permutation."
    )
    yield (
        "**Flash of the fastest code.** Our profile `speed` unrolls. The fastest ChaCha20-Poly1305 is smaller than the "
        f"fastest AEAD128 on {where_less(record, (CHACHAPOLY,), (AEAD,), lambda found: fastest(found).flash)}. The "
        "profile `small` lies between ([embedded.md](embedded.md))."
    )


def where_less(record: Record, first: Names, second: Names, figure: Callable[[list[Figures]], float]) -> str:
    """The processors on which the first algorithms take less than the second ones, and how much of each."""
    texts = []
    for name, target in TARGETS.items():
        here, there = (figure([each for one in names for each in record.of(name, one)]) for names in (first, second))
        if here < there:
            texts.append(f"{target.title} ({here:g} against {there:g})")
    if not texts:
        return "no processor"
    *others, last = texts
    return f"{', '.join(others)} and {last}" if others else last


def amount(n: int | None = None) -> Callable[[list[Figures]], float]:
    """Of the fastest one: for a message of n bytes, or for a byte of long ones."""
    return lambda found: of_length(fastest(found, n), n)


def smallest(field: str) -> Callable[[list[Figures]], int]:
    return lambda found: min(getattr(each, field) for each in found)


def of_length(figures: Figures, n: int | None) -> float:
    return round(figures.a_byte, 1) if n is None else figures.counts[LENGTHS.index(n)]


def wins(record: Record) -> Iterator[str]:
    ours, ciphers = (AEAD,), (CHACHAPOLY, CCM, GCM)
    yield (
        "**Flash**, bytes of code for both directions, beside the smallest of the other ciphers: less on "
        f"{where_less(record, ours, ciphers, smallest('flash'))}."
    )
    yield f"**RAM**, bytes of stack, likewise: less on {where_less(record, ours, ciphers, smallest('stack'))}."
    yield (
        "**Short messages**, instructions (AVR: cycles) for 16 bytes, beside the fastest of the other ciphers: less on "
        f"{where_less(record, ours, ciphers, amount(16))}."
    )
    masked = record.all["cortex-m3", OURS, f"{SHARES} shares", LEVELED]
    safe = fastest(each for each in record.of("cortex-m3", CCM) if is_constant_time(each))
    yield (
        "**Side channels.** Ascon has no tables and no products, so that it is constant time on every processor. On "
        f"Cortex-M3 leveled masked AEAD128 takes {masked.counts[0]} instructions for 16 bytes and {masked.a_byte:.1f} "
        f"a byte of long messages; AES-128-CCM that is constant time, without masks, {safe.counts[0]} and "
        f"{safe.a_byte:.1f}."
    )
    yield "**Nonces that repeat.** Ascon-SIV stays safe then; none of the others does."
