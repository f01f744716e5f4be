# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Folders for SUPERCOP, NIST's drivers and everything else that has their interface: one for every algorithm, backend
and profile, crypto_aead/ascon128v12/armv7m/ and so on, each compiled alone.

The algorithms are the rows of spec/algorithms.py, and lengths that a row leaves open are those of the published
known-answer files."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import compiling
from compiling import LIBRARY, ROOT
from spec.algorithms import ALGORITHMS, V12, V13, Algorithm, Kind, find
from spec.kat import STYLES
from spec.modes import NONCE_BYTES

from .flattening import flatten

PORT = ROOT / "ports/supercop"
NOTICE = "/* Written by `./dev export supercop`. SPDX-License-Identifier: Apache-2.0 OR MIT */\n"
OPERATIONS = {Kind.AEAD: "aead", Kind.HASH: "hash", Kind.XOF: "hash", Kind.CXOF: "hash"}  # others: auth
PROFILES = {"speed": "", "small": "_small", "size": "_lowsize"}  # what folders of other profiles end with
# The architectures on which SUPERCOP tries a backend. It tries all other backends everywhere, and skips a folder that
# does not compile.
ARCHITECTURES = {
    "aarch64": "aarch64", "avx512vl": "amd64", "c64_bmi": "amd64", "armv6": "arm32", "armv6m": "arm32",
    "armv7m": "arm32", "neon32": "arm32", "avr": "avr", "rv32": "riscv32", "rv64": "riscv64", "xtensa": "xtensa",
}  # fmt: skip
# AEAD and a hash over one permutation.
COMBINED = {
    "asconaeadxof128": ("ascon-aead128", "ascon-xof128"),
    "asconaead128hash256": ("ascon-aead128", "ascon-hash256"),
    "asconv12": ("ascon-128", "ascon-hash"),
    "asconav12": ("ascon-128a", "ascon-hasha"),
}
# Sources of the core and of masked code that no folder calls. Nor does one call other modules.
UNUSED = {
    "cpu.c", "environment.c", "process.c", "random.c", "threads.c", "dispatch.c", "leveled.c", "sponge.c",
    "generator.c", "random_words.c",
}  # fmt: skip
# ASCON_VARIANT in api.h, by which the drivers of ascon-c tell functions of one operation apart.
VARIANTS = {
    Kind.AEAD: 1, Kind.HASH: 2, Kind.XOF: 3, Kind.CXOF: 4, Kind.MAC: 5, Kind.PRF: 6, Kind.PRFSHORT: 7,
}  # fmt: skip
MASKED_SHARES = 2  # api.h of a folder may say 3 or 4
DESIGNERS = "Christoph Dobraunig\nMaria Eichlseder\nFlorian Mendel\nMartin Schläffer\n"
IMPLEMENTORS = "The asconkit authors\n"


@dataclass(frozen=True)
class Folder:
    """One implementation: files by name, in a folder of an operation and an algorithm."""

    operation: str
    algorithm: str
    implementation: str
    files: dict[str, str]

    @property
    def path(self) -> Path:
        return Path(f"crypto_{self.operation}", self.algorithm, self.implementation)


def operation(row: Algorithm) -> str:
    return OPERATIONS.get(row.kind, "auth")


def directory(row: Algorithm) -> str:
    """The algorithm's name as eBACS wants it: lowercase letters and digits."""
    stem = row.name.removesuffix("-v13").replace("prfshort", "prfs").replace("-", "")
    return stem + {V12: "v12", V13: "v13"}.get(row.convention, "")


def output(row: Algorithm) -> int:
    return row.output or STYLES[row.convention].output[row.kind]


def sizes(row: Algorithm) -> dict[str, int]:
    """What api.h says."""
    if row.kind is Kind.AEAD:
        lengths = {"NSECBYTES": 0, "NPUBBYTES": NONCE_BYTES, "ABYTES": row.output, "NOOVERLAP": 1}
        return {"KEYBYTES": row.key, **lengths}
    return {"BYTES": output(row), **({"KEYBYTES": row.key} if row.key else {})}


def defines(values: dict[str, object]) -> str:
    return "".join(f"#define {name} {value}".rstrip() + "\n" for name, value in values.items())


def guarded(text: str) -> str:
    return f"{NOTICE}#ifndef ASCONKIT_SETTINGS_H\n#define ASCONKIT_SETTINGS_H\n\n{text}\n#endif\n"


def settings(calls: dict[str, str], backend: str, profile: str, name: str) -> str:
    """settings.h. The prefix makes every symbol the folder's own, so that programs may have several folders."""
    prefix = f"crypto_{name.replace('/', '_')}_"
    values = {"ASCON_BACKEND": backend, f"ASCON_PROFILE_{profile.upper()}": "", "ASCON_NAMESPACE": prefix}
    return guarded(defines(values | calls))


def api(rows: tuple[Algorithm, ...]) -> str:
    lengths = {f"CRYPTO_{name}": value for row in rows for name, value in sizes(row).items()}
    return NOTICE + defines({**lengths, "ASCON_VARIANT": VARIANTS[rows[-1].kind]})


def notes(backend: str) -> dict[str, str]:
    """Files that SUPERCOP reads besides sources. The two goals say that no branch or address depends on a secret."""
    files = {"implementors": IMPLEMENTORS, "goal-constbranch": "", "goal-constindex": ""}
    if backend in ARCHITECTURES:
        files["architectures"] = f"{ARCHITECTURES[backend]}\n"
    return files


def assembly(backend: str) -> list[Path]:
    return sorted((LIBRARY / "core/backends" / backend).glob("*.S"))


def plain(rows: tuple[Algorithm, ...], name: str, source: str, backend: str, profile: str) -> Folder:
    """A folder of one algorithm, or of an AEAD and a hash over one permutation."""
    kind = source.removesuffix(".c")
    implementation = backend + PROFILES[profile]
    files = flatten([PORT / source, *assembly(backend)], backend)
    operations = [kind] if len(rows) == 1 else map(operation, rows)
    calls = {f"{name.upper()}_CALL(end)": f"{row.c_name}_##end" for name, row in zip(operations, rows)}
    files["settings.h"] = settings(calls, backend, profile, f"{kind}_{name}/{implementation}")
    files["api.h"] = api(rows)
    return Folder(kind, name, implementation, files | notes(backend))


def masked(row: Algorithm, backend: str, profile: str) -> Folder:
    """The shared interface, over the masked units that fit the processor."""
    implementation = f"protected_{backend}{PROFILES[profile]}"
    name = directory(row)
    rooms = {name for name in compiling.MODULES if name != "masked"}
    unused = {*UNUSED, f"{backend}.c"}
    sources = [path for path in compiling.sources(backend) if compiling.room(path) not in rooms]
    library = [path for path in sources if path.name not in unused]
    files = flatten([PORT / "aead_shared.c", *library], backend)
    calls = {"AEAD_ALGORITHM": f"ASCON_{row.c_name.upper()}"}
    files["settings.h"] = settings(calls, backend, profile, f"aead_{name}/{implementation}")
    shares = {f"NUM_SHARES_{string}": "NUM_SHARES" for string in ("M", "C", "AD", "NPUB", "KEY")}
    files["api.h"] = api((row,)) + defines({"NUM_SHARES": MASKED_SHARES, **shares})
    return Folder("aead", name, implementation, files | notes(backend))


def folders(backends: list[str], profiles: list[str], names: list[str]) -> Iterator[Folder]:
    """All of these backends and profiles, of the algorithms of these names."""
    for backend in backends:
        for profile in profiles:
            for name in names:
                row = find(name)
                yield plain((row,), directory(row), f"{operation(row)}.c", backend, profile)
                if row.kind is Kind.CXOF:
                    yield plain((row,), directory(row), "cxof.c", backend, profile)
                if row.kind is Kind.AEAD and backend in masked_backends():
                    yield masked(row, backend, profile)
            for name, pair in COMBINED.items():
                if set(pair) <= set(names):
                    yield plain(tuple(map(find, pair)), name, "aead_hash.c", backend, profile)


def masked_backends() -> set[str]:
    """The backends with masked units in assembly, and one backend in C."""
    return {path.parent.name for path in (LIBRARY / "masked").glob("*/*.S")} | {"c32"}


def write(target: Path, backends: list[str], profiles: list[str], names: list[str]) -> int:
    """The number of folders written."""
    count = 0
    for count, folder in enumerate(folders(backends, profiles, names), 1):
        place = target / folder.path
        place.mkdir(parents=True, exist_ok=True)
        for name, text in folder.files.items():
            (place / name).write_text(text, encoding="utf-8")
        (place.parent / "designers").write_text(DESIGNERS, encoding="utf-8")
    for licence in LIBRARY.glob("LICENSE*"):
        (target / licence.name).write_bytes(licence.read_bytes())
    return count


ALL = [row.name for row in ALGORITHMS]
