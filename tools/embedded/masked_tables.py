"""docs/results/masked.md, out of the records of masked code and of embedded.json, and masked-algorithms.md, a page for
the site alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from markdown_tables import document as page
from markdown_tables import numbers, on_site, plot, table, text_of
from spec.algorithms import ALGORITHMS, Algorithm, Kind

from . import results, tables
from .masked import BACKENDS, IN_C, LENGTHS, SHARES
from .published import PUBLISHED
from .tables import MAIN, SHORT_NAMES
from .targets import Target, find

PAGE = results.FOLDER / "masked.md"
ALGORITHMS_PAGE = "masked-algorithms.md"
ALGORITHMS_INTRODUCTION = """# Masked code: all algorithms
[Size and speed](masked.md) says what the columns mean.
Per byte; *16 bytes* in the rows of leveled forms, which cost nothing per byte, and of PrfShort.
"""
PLOTS = ("masked-speed.svg", "masked-size.svg")
LONG = (LENGTHS[1], LENGTHS[2])

INTRODUCTION = """# Masked code: size and speed

`./dev matrix --masked` writes this page from [masked.json](masked.json), which has every call, length and form: do not
edit it. Every figure is an exact count under emulation, and each result was compared with the specification. [Masked
code](../masked.md) explains the terms; [the laboratory's results](lab.json) say what was checked for leaks.

- **shares**: *none* is our code without masks on the same processor, from [embedded.md](embedded.md). A number in
  brackets is the ratio to this code.
- **per byte**: instructions (AVR: cycles) per byte of a long message without associated data: the difference between
  320 and 160 bytes, divided by 160. **16 bytes**: the whole one-shot call for 16 bytes of text.
- **code**: bytes of the library that the linker keeps in a program that encrypts and decrypts, or that hashes.
- **stack**: bytes that the deepest call touches, including the bytes that it wipes at its end: masked calls wipe as
  much stack as their units may use (`MASKED_STACK_BYTES`).
- **random words**: 32-bit words that the call draws. They come from a hardware register that always has the next word,
  so each word takes a load and a store, which are counted. A slower source takes more time for each word.
- The code is compiled in the `speed` profile with -O2, and `ASCON_MASKED_MAX_SHARES` is the number of shares.
"""

LEVELED_TEXT = """## Ascon-AEAD128, leveled

Leveled calls use shares only in initialization and finalization. A call of any length draws these random words."""
SHARED_TEXT = """## Strings in shares

In plain calls of Ascon-AEAD128 only the key is in shares; in the columns *shared*, text and tag are in shares too."""
C_TEXT = """## Assembly and C

Ascon-AEAD128, plain calls. The masked code in C runs on every processor, but [promises less](../masked.md)."""
WORDS_TEXT = """## Random words

A cell has the words for a call with 16 bytes, plus the words for each further 160 bytes. XOFs have 32 bytes of
output, PRFs 16 bytes.
[Masked code](../masked.md#permutations-without-fresh-random-words) says which processors have guards."""
PUBLISHED_TEXT = """## Published elsewhere

The designers publish masked C with inline assembly of v1.2's AEAD for 32-bit Arm (`protected_bi32_armv6` and
`protected_bi32_armv6_leveled` of [ascon-c](https://github.com/ascon/ascon-c)): 2, 3 and 4 shares, plain and leveled.
Their evidence is t-tests of order 1 on boards, with 10 million traces for 2 and 3 shares. The authors
publish [about 300 and 550 cycles a byte](https://eprint.iacr.org/2024/755) of Ascon-128 with 2 and 3 shares on 32-bit
Arm and RISC-V, and about 90 in leveled form. These are cycles of chips, but we count instructions, and
know of no published counts. So the last column has the best published code that is *not* masked, counted like ours.
"""


@dataclass(frozen=True)
class Figures:
    """The figures of one call with one number of shares; 0 if it is not masked."""

    code: int
    stack: int
    a_byte: float | None
    small: int
    words: int

    @classmethod
    def of(cls, records: list[dict]) -> Figures:
        """The figures of encryption, or of the only operation. The stack is that of the operation that needs most."""
        first = {record["bytes"]: record for record in records if record["operation"] != "decrypt"}
        counts = {n: results.amount(record) for n, record in first.items()}
        a_byte = (counts[LONG[1]] - counts[LONG[0]]) / (LONG[1] - LONG[0]) if LONG[1] in counts else None
        stack = max(record["stack_bytes"] for record in records)
        return cls(first[16]["text_bytes"], stack, a_byte, counts[16], first[16]["random_words"])


class Record:
    """All figures by what they are of."""

    def __init__(self, masked: list[dict], plain: list[dict]) -> None:
        self.masked, self.plain = masked, plain
        self._groups: dict[tuple, list[dict]] = {}
        for record in masked:
            names = ("target", "backend", "shares", "algorithm", "form", "interface")
            self._groups.setdefault(tuple(record[name] for name in names), []).append(record)

    def find(
        self, target: str, shares: int, algorithm: str, form: str = "plain", interface: str = "ordinary",
        c: bool = False,
    ) -> Figures:  # fmt: skip
        """shares 0: not masked."""
        if shares == 0:
            return self.not_masked(target, algorithm)
        backend = IN_C if c else BACKENDS[target]
        return Figures.of(self._groups[target, backend, shares, algorithm, form, interface])

    def not_masked(self, target: str, algorithm: str) -> Figures:
        """The figures of the backend made for the processor, with its default settings, in the same profile."""
        backend = find(target).settings[0].backend
        found = tables.ways(self.plain, target, algorithm)
        way = next(way for way in found if way.name == backend and way.profile == "speed")
        small = way.total(16)
        assert small is not None
        return Figures(way.text, way.stack, way.a_byte(), small, 0)


def document(masked: list[dict], plain: list[dict]) -> str:
    record = Record(masked, plain)
    return page(
        INTRODUCTION,
        plot(PLOTS[0], "What each share costs in time"),
        plot(PLOTS[1], "What each share costs in flash, stack and random words"),
        "## Ascon-AEAD128, plain", share_table(record, MAIN[0], "plain"),
        LEVELED_TEXT, share_table(record, MAIN[0], "leveled"),
        "## Ascon-Hash256", share_table(record, MAIN[1], "plain"),
        SHARED_TEXT, pair_table(record, "shared", interface="shared"),
        C_TEXT, pair_table(record, "C", c=True),
        WORDS_TEXT, word_table(record),
        on_site(ALGORITHMS_PAGE, "All algorithms."),
        PUBLISHED_TEXT, published_table(record),
    )  # fmt: skip


def algorithms_document(masked: list[dict], plain: list[dict]) -> str:
    record = Record(masked, plain)
    sections = ((f"## {find(name).title}", algorithm_table(record, find(name))) for name in BACKENDS)
    return page(ALGORITHMS_INTRODUCTION, *chain.from_iterable(sections))


def times(value: float | None, base: float | None) -> str:
    """306 (9.6): how many times the figure that is not masked."""
    return f"{text_of(rounded(value))} ({value / base:.1f})" if value and base else text_of(rounded(value))


def rounded(value: float | None) -> float | None:
    return round(value, 1) if value is not None else None


def share_table(record: Record, algorithm: str, form: str) -> Iterator[str]:
    """In brackets how many times the code that is not masked."""
    rows = []
    for target in BACKENDS:
        base = record.not_masked(target, algorithm)
        for shares in (0, *SHARES):
            found = base if not shares else record.find(target, shares, algorithm, form)
            speed = [(found.a_byte, base.a_byte), (found.small, base.small)]
            cells = [times(*pair) if shares else rounded(pair[0]) for pair in speed]
            rows.append((find(target).title, shares or "none", found.code, found.stack, *cells, found.words))
    return table(("processor", *numbers(("shares", "code", "stack", "per byte", "16 bytes", "random words"))), rows)


def pair_table(record: Record, name: str, **other_way) -> Iterator[str]:
    """Ascon-AEAD128 beside the same in the other way, which is called `name`."""
    columns = ("shares", "code", f"code, {name}", "per byte", f"per byte, {name}", f"stack, {name}")
    rows = []
    for target in BACKENDS:
        for shares in SHARES:
            one, other = (record.find(target, shares, MAIN[0], **way) for way in ({}, other_way))
            speed = (rounded(one.a_byte), rounded(other.a_byte))
            rows.append((find(target).title, shares, one.code, other.code, *speed, other.stack))
    return table(("processor", *numbers(columns)), rows)


def forms(algorithm: Algorithm) -> Iterator[tuple[str, str]]:
    """What a row is called, and its form."""
    yield algorithm.name, "plain"
    if algorithm.kind is Kind.AEAD:
        yield f"{algorithm.name}, leveled", "leveled"


# A processor whose rounds take fresh words, and one whose permutations have guards, with how many shares.
WORDS = (("avr", 3), ("avr", 4), ("cortex-m3", 2), ("cortex-m3", 3))


def word_table(record: Record) -> Iterator[str]:
    """The two kinds of permutation. Where one of them is used, it takes the same on every processor."""
    columns = (f"{shares} shares" + ", guards" * (target != "avr") for target, shares in WORDS)
    rows = (
        (name, *(words_cell(record, target, shares, algorithm.name, form) for target, shares in WORDS))
        for algorithm in ALGORITHMS
        for name, form in forms(algorithm)
    )
    return table(("call", *numbers(columns)), rows)


def words_cell(record: Record, target: str, shares: int, algorithm: str, form: str) -> str:
    wanted = {"target": target, "backend": BACKENDS[target], "shares": shares, "algorithm": algorithm, "form": form}
    found = {
        each["bytes"]: each["random_words"] for each in record.masked
        if each["operation"] != "decrypt" and each["interface"] == "ordinary"
        and all(each[name] == value for name, value in wanted.items())
    }  # fmt: skip
    return f"{found[16]} + {found[LONG[1]] - found[LONG[0]]}" if LONG[1] in found else str(found[16])


def algorithm_table(record: Record, target: Target) -> Iterator[str]:
    rows = []
    for algorithm in ALGORITHMS:
        for name, form in forms(algorithm):
            all_of_it = form == "leveled" or algorithm.kind is Kind.PRFSHORT
            found = [record.find(target.name, shares, algorithm.name, form) for shares in (0, *SHARES)]
            values = [each.small if all_of_it else each.a_byte for each in found]
            cells = [rounded(values[0]), *(times(value, values[0]) for value in values[1:])]
            rows.append((f"{name}, 16 bytes" if all_of_it else name, *cells))
    return table(("algorithm", "not masked:", *(f"{shares} shares:" for shares in SHARES)), rows)


def published_table(record: Record) -> Iterator[str]:
    rows = []
    for number, algorithm in enumerate(MAIN):
        for target in BACKENDS:
            values = [record.find(target, shares, algorithm).a_byte for shares in (*SHARES, 0)]
            title = f"{find(target).title}, {SHORT_NAMES[algorithm]}"
            rows.append((title, *map(rounded, (*values, PUBLISHED[target].a_byte[number]))))
    columns = (*(f"{shares} shares" for shares in SHARES), "not masked", "not masked, published")
    return table(("processor", *numbers(columns)), rows)
