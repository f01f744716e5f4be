"""Writes asconkit/ascon_namespace.h: the names under which linkers see the functions and objects of the library.
tools/generate.py calls it; tests ask it for the names.

Found in the text: a name of ours that is called, declared or defined as a function, also by a macro, an object of a
table, or a symbol in assembly. That finds more than the linker sees, such as static functions, which does no harm.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import re
from pathlib import Path

LIBRARY = Path(__file__).resolve().parent.parent / "asconkit"
HEADER = "ascon_namespace.h"
FUNCTION = re.compile(r"\b(ascon_[a-z0-9_]+)\(")
EXTERNAL = re.compile(r"\bextern\b[^;(]*\b(ascon_[a-z0-9_]+)\s*[;\[]")
OBJECT = re.compile(r"\b(ascon_(?:algorithm|backend|engine)_[a-z0-9_]+)\b")
# What a file calls a function that it defines by way of another file.
ALIAS = re.compile(r"^#\s*define\s+[A-Z]+\s+(ascon_[a-z0-9_]*[a-z0-9])$", re.M)
SYMBOL = re.compile(r"\b(ascon_[a-z0-9_]+)")  # of assembly, also where a macro's argument ends it
COMMENT = re.compile(r"/\*.*?\*/", re.S)
INCLUDE = re.compile(r"^\s*#\s*include.*$", re.M)
# Macros that look like calls, and a preprocessor's own.
MACRO = re.compile(r"#\s*define\s+(ascon_\w+)\(")


def names() -> list[str]:
    found, macros = set(), set()
    for path in LIBRARY.rglob("*"):
        if path.suffix not in (".c", ".h", ".S", ".inc") or path.name == HEADER:
            continue
        text = INCLUDE.sub("", COMMENT.sub("", path.read_text(encoding="utf-8")))
        macros.update(MACRO.findall(text))
        patterns = (SYMBOL,) if path.suffix in (".S", ".inc") else (FUNCTION, EXTERNAL, OBJECT, ALIAS)
        found.update(name for pattern in patterns for name in pattern.findall(text))
    return sorted(found - macros)


def header(notice: str) -> str:
    text = notice + (
        "/* clang-format off */\n\n"
        "/* Compiled with -DASCON_NAMESPACE=prefix_, library and program alike, linkers see every name with that\n"
        "   prefix: two builds of the library live in one program. Sources keep the names that they have.\n"
        "   Included by ascon_base.h and ascon_config.h. */\n"
        "#ifndef ASCONKIT_ASCON_NAMESPACE_H\n#define ASCONKIT_ASCON_NAMESPACE_H\n\n"
        "#ifdef ASCON_NAMESPACE\n"
        "#define ASCON_NAMESPACE_JOINED(prefix, name) prefix##name\n"
        "#define ASCON_NAMESPACE_OF(prefix, name) ASCON_NAMESPACE_JOINED(prefix, name)\n"
        "#define ASCON_NAME(name) ASCON_NAMESPACE_OF(ASCON_NAMESPACE, name)\n\n"
    )
    text += "".join(f"#define {name} ASCON_NAME({name})\n" for name in names())
    return text + "\n#endif\n#endif\n"
