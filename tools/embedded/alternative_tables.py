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

`./dev matrix --alternatives` writes this page from [alternatives.json](alternatives.json): do not edit it. The page
compares Ascon in asconkit with ChaCha20-Poly1305, AES-128-CCM, AES-128-GCM, SHA-256 and BLAKE2s in other libraries: by
flash, RAM, and instructions (AVR: cycles) for a message. [embedded.md](embedded.md) has more figures of asconkit,
[Choosing an algorithm](../choosing-an-algorithm.md) has times on a server.
"""

METHOD = """## How this was measured

- A measured call encrypts one message, from the bytes of the key to the tag, without associated data. AES and GCM
  expand the key in this call. A program that keeps the expanded key saves this work, and needs 176 bytes of RAM or
  more. Contexts are on the stack.
- **flash**: the library's code that the linker keeps for encryption and decryption, or for the hash, and the code that
  a program must write around it. Functions of the compiler's own library (64-bit products and shifts on Cortex-M0 and
  AVR) are not counted, which favours Poly1305 and GHASH.
- **stack**: bytes that the deeper of the two calls touches. **static**: RAM that is always in use; on AVR, compilers
  copy tables to RAM.
- **constant time**: whether time and addresses are independent of secrets. Tables of AES leak on processors with a
  cache, and to power analysis on every processor. `UMULL` of Cortex-M3 takes 3 to 5 cycles, depending on its operands.
  Whether `MUL` is constant time on RISC-V depends on the processor.
- *Smallest*: compiled with `-Os` and the library's own settings for size. *Fastest*: compiled with `-O3` and its
  settings for speed; if this build needs more instructions than the build with `-Os`, the smaller build counts as the
  fastest too. asconkit: profiles `size` (`-Os`) and `speed` (`-O2`). On microcontrollers, asconkit has assembly, and
  the other libraries are in C. Faster assembly of ChaCha20 and AES exists for some of these processors, but not in
  these libraries.
- QEMU counts instructions, and simavr cycles of AVR, as for [embedded.md](embedded.md). RV32 has multiplication (M) on
  this page, which asconkit does not use. On x86-64 a vector instruction does the work of several instructions, so
  counts say less about time there. No figure of this page is a measured time.
- Each library must first compute a published answer (RFC 8439, SP 800-38C, the test cases of GCM, FIPS 180-4, RFC
  7693) and reject a forged tag. Then each result is compared with a second implementation of the standard, in Python.
- On AVR, where `int` has 16 bits, Mbed TLS does not compile, and libb2's BLAKE2s and BearSSL's `poly1305_ctmul32`
  compute wrong results, so they are not measured there. TinyCrypt was not available as a source package.
- libb2 has no setting for size: its code is unrolled in *smallest* and *fastest*.
- Rows of masked code have {shares} shares. The counts do not include the work that makes its random words. In the
  leveled form, only the steps that use the key are masked ([Masked code](../masked.md)). No other library of this page
  has masked code.
- The sources are downloaded into build/alternatives and checked by their SHA-256:
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
    yield "Each cell is the other algorithm's figure divided by Ascon's figure: above 1, Ascon takes less. Each column"
    yield "uses the settings that are best for this column, so flash and speed in a row belong to different builds."
    yield ""
    yield from head("", "", "flash:", "stack:", "16 bytes:", "64 bytes:", "long messages:")
    for name, target in TARGETS.items():
        for title, ours, found in groups(record, name):
            if found:
                pairs = zip(best(found), best(record.of(name, ours)))
                yield row(target.title, title, *(f"{other / own:.2f}" for other, own in pairs))


def verdicts(record: Record) -> Iterator[str]:
    for title, texts in (("Where Ascon loses:", losses(record)), ("Where Ascon wins:", wins(record))):
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
        f"**Long messages on servers.** On x86-64, AEAD128 takes {own:.1f} instructions a byte, ChaCha20-Poly1305 with "
        f"vectors {chacha:.1f}, and AES-128-GCM with AES instructions {gcm:.1f}. [Choosing an "
        "algorithm](../choosing-an-algorithm.md) has measured times."
    )
    yield (
        "**Messages of at least 64 bytes, a block of ChaCha20.** ChaCha20-Poly1305 takes fewer instructions than "
        f"AEAD128 for 64 bytes on {where_less(record, (CHACHAPOLY,), (AEAD,), amount(64))}, and for a byte of "
        f"long messages on {where_less(record, (CHACHAPOLY,), (AEAD,), amount())}."
    )
    yield (
        "**Speed of hashing.** SHA-256 takes fewer instructions than Hash256 for a byte of long messages on "
        f"{where_less(record, (SHA256,), (HASH,), amount())}. Hash256 absorbs only 8 bytes for each permutation."
    )
    yield (
        "**Flash of the fastest code.** Our `speed` profile unrolls loops. The fastest ChaCha20-Poly1305 has less code "
        "than the fastest AEAD128 on "
        f"{where_less(record, (CHACHAPOLY,), (AEAD,), lambda found: fastest(found).flash)}. Our "
        "profile `small` is a compromise between size and speed ([embedded.md](embedded.md))."
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
        "**Flash.** For encryption and decryption, AEAD128 has fewer bytes of code than the smallest of the other "
        f"ciphers on {where_less(record, ours, ciphers, smallest('flash'))}."
    )
    yield (
        "**RAM.** AEAD128 takes fewer bytes of stack than the best of the other ciphers on "
        f"{where_less(record, ours, ciphers, smallest('stack'))}."
    )
    yield (
        "**Short messages.** For 16 bytes, AEAD128 takes fewer instructions (AVR: cycles) than the fastest of the "
        "other ciphers on "
        f"{where_less(record, ours, ciphers, amount(16))}."
    )
    masked = record.all["cortex-m3", OURS, f"{SHARES} shares", LEVELED]
    safe = fastest(each for each in record.of("cortex-m3", CCM) if is_constant_time(each))
    yield (
        "**Side channels.** Ascon has no tables and no products, so it is constant time on every processor. On "
        f"Cortex-M3, leveled masked AEAD128 takes {masked.counts[0]} instructions for 16 bytes, and "
        f"{masked.a_byte:.1f} for a byte of long messages. AES-128-CCM in constant time, but not masked, takes "
        f"{safe.counts[0]} instructions for 16 bytes, and {safe.a_byte:.1f} for a byte of long messages."
    )
    yield "**Repeated nonces.** Ascon-SIV is safe with repeated nonces; no other cipher of this page is."
