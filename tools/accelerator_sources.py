# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The kernels of asconkit/accelerators, one for each shape that the algorithm table has. tools/generate.py calls it."""

import re
from pathlib import Path

from spec.algorithms import ALGORITHMS, Algorithm, Kind

FOLDER = Path(__file__).resolve().parent.parent / "asconkit/accelerators"
PARTS = ("language.h", "call.h", "permutation.h", "strings.h", "message.h", "aead.h", "sponge.h")
INCLUDE = re.compile(r'^#include "[^"]+"\n', re.M)
COMMENT = re.compile(r"/\*.*?\*/", re.S)


def shape_name(row: Algorithm) -> str:
    """What the host calls by this name too: kernel_name() in request.c."""
    order = "le" if row.convention.byteorder == "little" else "be"
    if row.kind is Kind.PRFSHORT:
        return f"prfshort_{order}"
    if row.kind is Kind.AEAD:
        return f"aead_{row.rate}_{row.b}_{order}_key{row.cipher_key}"
    return f"sponge_{row.rate}_{row.squeeze}_{row.b}_{order}_key{row.key}"


def shapes() -> dict[str, Algorithm]:
    """A row of each shape; rows of one shape differ in what the call says alone."""
    found: dict[str, Algorithm] = {}
    for row in ALGORITHMS:
        found.setdefault(shape_name(row), row)
    return found


def computation(row: Algorithm) -> str:
    order = "LITTLE" if row.convention.byteorder == "little" else "BIG"
    if row.kind is Kind.PRFSHORT:
        return f"lane_prfshort_compute(&s, &m, {order})"
    if row.kind is Kind.AEAD:
        return f"lane_aead_crypt(&s, &m, {row.rate}, {row.a}, {row.b}, {order}, {row.cipher_key})"
    return f"lane_sponge_compute(&s, &m, {row.rate}, {row.squeeze}, {row.a}, {row.b}, {order}, {row.key})"


def kernels() -> str:
    """accelerators/kernel/kernels.h: the entry points."""
    guard = "ASCON_KERNEL_KERNELS_H"
    text = "/* The kernels: one for each shape of algorithm, or the one that is asked for. A lane is one message. */\n"
    text += f'/* clang-format off */\n#ifndef {guard}\n#define {guard}\n\n'
    text += "".join(f'#include "{part}"\n' for part in PARTS)
    for name, row in shapes().items():
        rows = ", ".join(other.name for other in ALGORITHMS if shape_name(other) == name)
        text += f"\n/* {rows} */\n#if !defined(ONE_KERNEL) || defined(ONLY_ascon_kernel_{name})\n"
        text += f"KERNEL ascon_kernel_{name}(KERNEL_PARAMETERS) {{\n  BEGIN_LANE(m, s);\n"
        text += f"  results[call.first_result + number] = {computation(row)};\n}}\n#endif\n"
    listed = " \\\n".join(f"  F(ascon_kernel_{name})" for name in shapes())
    text += f"\n/* F(name) for each of them. */\n#define ASCON_KERNELS(F) \\\n{listed}\n"
    return text + "\n#endif\n"


def without_comments(name: str, text: str) -> str:
    text = COMMENT.sub("", INCLUDE.sub("", text))
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines() if line.strip())


def kernel_text() -> str:
    """The files of accelerators/kernel as one."""
    whole = "".join(without_comments(part, (FOLDER / "kernel" / part).read_text(encoding="utf-8")) for part in PARTS)
    return whole + without_comments("kernels.h", kernels())
