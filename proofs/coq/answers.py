"""The published known answers as examples for Coq. SPDX-License-Identifier: Apache-2.0 OR MIT"""

import hashlib
import re
from collections.abc import Iterable, Iterator

from spec import kat
from spec.algorithms import ALGORITHMS, SP800_232, V12, Algorithm, Kind, find
from spec.constructions import stream

FORMS = {
    "ascon-aead128": 'aead_answer (hex "{Key}") (hex "{Nonce}") (hex "{AD}") (hex "{PT}") (hex "{CT}")',
    "ascon-hash256": 'hash256 (hex "{Msg}") = hex "{MD}"',
    "ascon-xof128": 'xof128 (hex "{Msg}") 512 = hex "{MD}"',
    "ascon-cxof128": 'cxof128 (hex "{Msg}") 512 (hex "{Z}") = hex "{MD}"',
}
# Of v1.2, MAC and PRF: ROW is a row of Family.v, HEX and WORD read bytes and integers in its order.
FAMILY = {
    Kind.AEAD: 'row_answer ROW (HEX "{Key}") (HEX "{Nonce}") (HEX "{AD}") (HEX "{PT}") (HEX "{CT}")',
    Kind.HASH: 'row_hash ROW (HEX "{Msg}") SIZE = HEX "{MD}"',
    Kind.XOF: 'row_hash ROW (HEX "{Msg}") SIZE = HEX "{MD}"',
    Kind.MAC: 'row_prf ROW (HEX "{Key}") (HEX "{Msg}") SIZE = HEX "{Tag}"',
    Kind.PRF: 'row_prf ROW (HEX "{Key}") (HEX "{Msg}") SIZE = HEX "{Tag}"',
    Kind.PRFSHORT: 'row_prfshort ROW WORD (HEX "{Key}") (HEX "{Msg}") SIZE = HEX "{Tag}"',
}
OTHERS = [row.name for row in ALGORITHMS if row.convention is not SP800_232]
HEAD = """From Coq Require Import String List.
From Ascon Require Import Ascon Family Known Stream.
Import ListNotations.
"""


def fields(vector: str) -> dict[str, str]:
    pairs = (line.partition("=") for line in vector.splitlines())
    return {name.strip(): value.strip() for name, _, value in pairs}


def form_of(row: Algorithm) -> str:
    if row.name in FORMS:
        return FORMS[row.name]
    size = 8 * (row.output or kat.STYLES[row.convention].output.get(row.kind, 0))
    order = ("hex_v12", "v12_word") if row.convention is V12 else ("hex", "(integer 64)")
    words = {"ROW": row.name.replace("-", "_"), "SIZE": str(size), "HEX": order[0], "WORD": order[1]}
    return re.sub("|".join(words), lambda found: words[found[0]], FAMILY[row.kind])


def examples(step: int, names: Iterable[str] = FORMS) -> Iterator[str]:
    """Each step-th of the vectors of each file."""
    for name in names:
        row, form = find(name), form_of(find(name))
        vectors = list(kat.generate(row))
        if hashlib.sha256("".join(vectors).encode()).hexdigest() != row.kat:
            raise ValueError(f"{name}: spec.kat writes other known answers than the published ones")
        for vector in vectors[::step]:
            yield f"Goal {form.format(**fields(vector))}. Proof. computed. Qed.\n"


def streams() -> Iterator[str]:
    """The known answers of streams with Ascon-AEAD128: sealed, and opened."""
    for row in stream.vectors():
        if row["kind"] == "stream" and row["algorithm"] == "ascon-aead128":
            secret, text, sealed = (f'(hex "{row[name].hex().upper()}")' for name in ("secret", "text", "sealed"))
            start = f"{secret} (every {row['rekey_every']}) {8 * row['chunk']}"
            opened = f"open {start} {sealed} = (cut {8 * row['chunk']} {text}, true)"
            yield f"Goal seal {start} {text} = {sealed} /\\ {opened}. Proof. computed. Qed.\n"
