# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Sources with all that they include as one flat folder, for ecosystems that compile the files of one folder.

A file gets its path as its name, and includes are rewritten."""

import re
from collections.abc import Iterable
from pathlib import Path

from compiling import LIBRARY

# A file that a line of the preprocessor names, in a macro too: `#include`, `#define ROUND_ORDER "..."`.
NAMED = re.compile(r'^(\s*#\s*(?:include|define)\b[^"\n]*")([^"\n]+\.(?:h|inc|c))"', re.M)
# An include for readers' editors alone.
READ_ALONE = re.compile(r"^#if(?:ndef|def)?\b[^\n]*/\* read alone \*/.*?^#endif\n", re.M | re.S)
ALONE = re.compile(r'^#include "(?:[\w./]*/)?alone\.h"\n', re.M)
BACKEND_HEADER = re.compile(r"QUOTE\(([^()]*)/ASCON_BACKEND/backend\.h\)")
# A file of settings takes the place of the one that -D would name.
CONFIG_FILE = "#ifdef ASCON_CONFIG_FILE\n#include ASCON_CONFIG_FILE\n#endif\n"
SETTINGS = '#include "settings.h"\n'


def read(file: Path, backend: str) -> str:
    """A source as it is in a build with this backend."""
    text = ALONE.sub("", READ_ALONE.sub("", file.read_text(encoding="utf-8")))
    return BACKEND_HEADER.sub(rf'"\1/{backend}/backend.h"', text)


def included(file: Path, text: str) -> list[Path]:
    """The files that the text of this file names, of those that there are."""
    found = ((file.parent / name).resolve() for _, name in NAMED.findall(text))
    return [path for path in found if path.exists()]


def flat_name(file: Path, roots: set[Path]) -> str:
    if LIBRARY in file.parents and file.name.startswith("ascon"):
        return file.name  # public
    if LIBRARY not in file.parents:
        # A source that is included by another file must not be compiled by itself.
        return file.name if file in roots or file.suffix != ".c" else f"{file.stem}_calls.h"
    if file.suffix in (".c", ".S"):
        return file.name
    return "_".join(part for part in file.relative_to(LIBRARY).parts if part not in ("core", "backends"))


def with_settings(name: str, text: str) -> str:
    """The first header that reads a setting begins with settings.h."""
    assert name != "ascon_namespace.h" or CONFIG_FILE in text
    return text.replace(CONFIG_FILE, SETTINGS)


def flatten(roots: Iterable[Path], backend: str) -> dict[str, str]:
    """The texts of these sources and of all that they include, by the names that they get."""
    first = {path.resolve() for path in roots}
    names: dict[Path, str] = {}
    texts: dict[Path, str] = {}
    waiting = sorted(first)
    while waiting:
        file = waiting.pop()
        if file in texts:
            continue
        texts[file], names[file] = read(file, backend), flat_name(file, first)
        waiting += included(file, texts[file])
    assert len(set(names.values())) == len(names), "two files get the same name"

    def rewritten(file: Path) -> str:
        def flat(found: re.Match) -> str:
            other = (file.parent / found[2]).resolve()
            return f'{found[1]}{names.get(other, found[2])}"'

        return with_settings(names[file], NAMED.sub(flat, texts[file]))

    return {names[file]: rewritten(file) for file in texts}
