# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes asconkit/ascon_namespace.h: the names under which linkers see the functions and objects of the library.
tools/generate.py calls it; tests ask it for the names.

Names are found in the text: a name of ours that is called, declared or defined as a function, also by a macro, an
object of a table, or a symbol in assembly. That finds more than the linker sees, such as static functions, which does
no harm."""

import re
from pathlib import Path

import rust_bindings
from rust_bindings import Function, Record

LIBRARY = Path(__file__).resolve().parent.parent / "asconkit"
HEADER = "ascon_namespace.h"
FUNCTION = re.compile(r"\b(ascon_[a-z0-9_]+)\(")
EXTERNAL = re.compile(r"\b(?:extern|ASCON_C_BEGIN)\b[^;(]*\b(ascon_[a-z0-9_]+)\s*[;\[]")
OBJECT = re.compile(r"\b(ascon_(?:algorithm|backend|engine)_[a-z0-9_]+)\b")
# What a file calls a function that it defines by way of another file, or what the names of several begin with.
ALIAS = re.compile(r"^#\s*define\s+[A-Z]+\s+(ascon_[a-z0-9_]+)$", re.M)
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


def calls_on_sizes(setting: str) -> set[str]:
    """The calls that are given a structure whose size this setting of ascon_config.h changes."""
    usual, other = ([item for header in rust_bindings.read(**more) for item in header.items]
                    for more in ({}, {setting: rust_bindings.SIZES[setting] // 2}))  # fmt: skip
    changed = {before.name for before, after in zip(usual, other, strict=True) if before != after}
    records = [item for item in usual if isinstance(item, Record)]
    for _ in records:  # what has a member of such a type, and so on
        changed |= {record.name for record in records if mentions(changed, record.members)}
    return {item.name for item in usual if isinstance(item, Function) and mentions(changed, item.arguments)}


def mentions(types: set[str], variables: list) -> bool:
    return any(word in types for variable in variables for word in re.findall(r"\w+", variable.type))


HEADER_TEXT = """/* clang-format off */

/* Renames functions and objects for the linker; sources use the usual names. ascon_base.h and ascon_config.h
   include this header before all other headers.
   - If the library and the program are compiled with -DASCON_NAMESPACE=prefix_, every name has that prefix, so a
     program can contain two builds of the library.
   - A setting that changes results or public structures is part of the names of all functions that depend on it,
     unless it has its default value. If program and library differ in such a setting, the program does not link. */
#ifndef ASCONKIT_ASCON_NAMESPACE_H
#define ASCONKIT_ASCON_NAMESPACE_H

#ifdef ASCON_CONFIG_FILE
#include ASCON_CONFIG_FILE
#endif

#if {any_defined}

#ifdef ASCON_NAMESPACE
#define ASCON_NAME_START ASCON_NAMESPACE
#else
#define ASCON_NAME_START
#endif
#if defined(ASCON_EXTERN_BI) && ASCON_EXTERN_BI
#define ASCON_NAME_OF_DATA ascon_extern_bi_
#else
#define ASCON_NAME_OF_DATA
#endif
#define ASCON_NAME_JOINED(a, b, c) a##b##c
#define ASCON_NAME_OF(a, b, c) ASCON_NAME_JOINED(a, b, c)
/* The result ends with `name`, because macros of assemblers append to it. */
#define ASCON_NAME(name) ASCON_NAME_OF(ASCON_NAME_START, ASCON_NAME_OF_DATA, name)
"""
SIZE_TEXT = """
#if defined({setting}) && {setting} != {usual}
#define {macro}(name) ASCON_NAME(ASCON_NAME_OF(name, _{word}, {setting}))
#else
#define {macro}(name) ASCON_NAME(name)
#endif
"""


def header(notice: str) -> str:
    settings = ("ASCON_NAMESPACE", "ASCON_EXTERN_BI", *rust_bindings.SIZES)
    text = notice + HEADER_TEXT.format(any_defined=" || ".join(f"defined({setting})" for setting in settings))
    macros = dict.fromkeys(names(), "ASCON_NAME")
    for setting, usual in rust_bindings.SIZES.items():
        word = setting.removeprefix("ASCON_").lower()
        macro = f"ASCON_NAME_WITH_{word.upper()}"
        text += SIZE_TEXT.format(setting=setting, usual=usual, macro=macro, word=word)
        macros.update(dict.fromkeys(calls_on_sizes(setting), macro))
    text += "\n" + "".join(f"#define {name} {macro}({name})\n" for name, macro in sorted(macros.items()))
    return text + "\n#endif\n#endif\n"
