"""docs/results/constructions.md, out of the records of constructions and of embedded.json. The site alone has it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markdown_tables import head, row, text_of

from . import results, tables
from .constructions import CONSTRUCTIONS, LENGTHS, PROFILES, TARGETS, Construction
from .targets import find

PAGE = results.FOLDER / "constructions.md"
PLAIN = {"ascon-aead128": "Ascon-AEAD128", "ascon-hash256": "Ascon-Hash256", "ascon-cxof128": "Ascon-CXOF128"}

INTRODUCTION = """# Constructions: size and speed on small processors

Made of [constructions.json](constructions.json), which `./dev matrix --constructions` writes. Every figure is
an exact count under emulation, and each result was compared with the [models](../../spec/README.md). The first rows are
one-shot calls of the plain modes, from [embedded.md](embedded.md). [Constructions](../constructions.md) says what each
is for.

- **code**: bytes of the library that the linker keeps of a program with the construction, encryption and decryption if
  there are both; in brackets those of the construction itself. The rest are calls of the modes, mostly those for
  messages in pieces, which serve every algorithm of a kind. A program that has such messages anyway pays what is in
  brackets.
- **stack**: bytes that the deepest call touches. Contexts that the caller keeps are not counted: of a stream, the
  generator and the tree.
- **16 bytes**: instructions (AVR: cycles) of a call that encrypts 16 bytes, or has them as message, as input keying
  material or as output. Hardened decryption decrypts them.
- **per byte**: of a long message or output, (1536 bytes - 1024 bytes) / 512; in brackets how many times the plain mode,
  which is AEAD128 where there is encryption, Hash256 for HMAC, HKDF and the tree, and CXOF128 for all others. The
  tree's chunks have 512 bytes, so this is a chunk and a node.
- All outputs of keyed functions have 32 bytes; there is no associated data, salt or customization, and `info` has 16
  bytes. The stream's key is derived before.
"""


@dataclass(frozen=True)
class Figures:
    """The figures of encryption, or of the only operation. The stack is that of the operation that needs most."""

    code: int
    own: int | None
    stack: int
    small: int
    a_byte: float

    @classmethod
    def of(cls, records: list[dict]) -> Figures:
        counts = {each["bytes"]: results.amount(each) for each in records if each["operation"] != "decrypt"}
        few, many = LENGTHS[1:]
        return cls(
            records[0]["text_bytes"],
            records[0].get("own_bytes"),
            max(each["stack_bytes"] for each in records),
            counts[LENGTHS[0]],
            (counts[many] - counts[few]) / (many - few),
        )


class Record:
    def __init__(self, constructions: list[dict], plain: list[dict]) -> None:
        self.constructions, self._plain = constructions, plain

    def find(self, construction: Construction, target: str, profile: str) -> Figures:
        wanted = (construction.name, target, profile)
        names = ("construction", "target", "profile")
        return Figures.of([each for each in self.constructions if tuple(each[name] for name in names) == wanted])

    def plain(self, algorithm: str, target: str, profile: str) -> Figures:
        """The figures of the backend made for the processor, with its default settings."""
        wanted = (find(target).settings[0].backend, profile)
        ways = tables.ways(self._plain, target, algorithm)
        return Figures.of(next(way.records for way in ways if (way.name, way.profile) == wanted))


def write() -> None:
    PAGE.write_text(document(results.load(results.CONSTRUCTIONS), results.load()), encoding="utf-8")


def document(constructions: list[dict], plain: list[dict]) -> str:
    record = Record(constructions, plain)
    lines = [INTRODUCTION]
    for profile in PROFILES:
        lines += [f"## Profile {profile}", "", *table(record, profile), ""]
    lines += [f"{find(name).title}: {compiler(record, name)}." for name in TARGETS]
    return "\n".join(lines) + "\n"


def compiler(record: Record, target: str) -> str:
    used = next(each for each in record.constructions if each["target"] == target)
    return f"`{' '.join(used['compiler'].split()[:2])}`, {used['emulator']}"


def table(record: Record, profile: str) -> Iterator[str]:
    columns = ("code:", "stack:", "16 bytes:", "per byte:")
    yield from head("", *(f"{find(name).title}: {column}" for name in TARGETS for column in columns))
    for algorithm, title in PLAIN.items():
        yield row(title, *(cell for name in TARGETS for cell in cells(record.plain(algorithm, name, profile))))
    for construction in CONSTRUCTIONS:
        link = f"[{construction.name}](../constructions/{construction.page}.md)"
        found = [
            cells(record.find(construction, name, profile), record.plain(construction.beside, name, profile).a_byte)
            for name in TARGETS
        ]
        yield row(link, *(cell for several in found for cell in several))


def cells(figures: Figures, beside: float | None = None) -> tuple[str, ...]:
    code = f"{figures.code} ({figures.own})" if figures.own is not None else str(figures.code)
    times = f" ({figures.a_byte / beside:.1f})" if beside else ""
    return code, str(figures.stack), str(figures.small), text_of(round(figures.a_byte, 1)) + times
