"""./dev prove --coq: checks everything here, with both of Coq's checkers. SPDX-License-Identifier: Apache-2.0 OR MIT"""

import hashlib
import time
from typing import Any

from . import answers
from .checking import CLOSED, FILES, Refused, Sources, called, statements, text_of

STEP, STEP_OF_OTHERS = 32, 256  # the known answers that are computed: all of them take hours


def versions() -> str:
    return called(Sources().folder, "coqc", "--version").split("version ")[1].split()[0]


def digest() -> str:
    return hashlib.sha256("".join(map(text_of, FILES)).encode()).hexdigest()


def proofs() -> list[dict[str, Any]]:
    """The rows of the record."""
    start, sources = time.monotonic(), Sources()

    def done(what: str) -> None:
        print(f"proved      Coq: {what}; {time.monotonic() - start:.1f} s", flush=True)

    for name in sources.check():
        done(f"{name}.v, {len(statements([name]))} theorems")
    found = sources.assumptions()
    if found != CLOSED:
        raise Refused(f"theorems rest on more than definitions: {found}")
    done("the theorems rest on no axiom")
    print(called(sources.folder, "coqchk", "-silent", "-o", "-Q", ".", "Ascon", *(f"Ascon.{name}" for name in FILES)))
    done("the same by coqchk")
    examples = [
        *answers.examples(STEP), *answers.examples(STEP_OF_OTHERS, answers.OTHERS), *answers.streams()
    ]  # fmt: skip
    sources.compile("Answers", answers.HEAD + "".join(examples))
    done(f"{len(examples)} known answers")
    row = {"left": "Coq", "right": "theorems and known answers", "text": digest(), "by": f"Coq {versions()}"}
    return [{**row, "cases": f"{len(statements())} theorems, {len(examples)} known answers"}]
