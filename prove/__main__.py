"""Proves what the options choose, and says what was found. SPDX-License-Identifier: Apache-2.0 OR MIT"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import repeat
from typing import Any

from compiling import BuildError

from . import options, programs, report, second_opinion, subjects
from .subjects import Extent, Permutation, Subject
from .theorem import Proof
from .values import NotProved


@dataclass
class Outcome:
    """Of a subject, with all its cases."""

    kind: str
    name: str
    backend: str
    what: str
    compiler: str
    sha256: str
    cases: str
    proofs: int
    instructions: int  # the most that a case executes
    stack: int
    stack_said: int | None
    comparisons: int
    seconds: float
    failure: str = ""


def outcome(subject: Subject, cases: Sequence[Any]) -> Outcome:
    start = time.monotonic()
    found: list[Proof] = []
    failure, sha256, said, case = "", "", None, None
    try:
        elf = subject.program.elf()
        sha256, said = programs.digest(elf.path), subject.said(elf)
        prepared = subject.prepared(elf)
        for case in cases:
            found.append(subject.prove(prepared, case))
    except (NotProved, BuildError) as reason:
        failure = f"{reason}" if case is None else f"{subject.label(case)}: {reason}"
    return Outcome(
        subject.kind, subject.name, subject.backend, subject.what, subject.program.label, sha256,
        subject.summary(cases[: len(found)]), len(found), max((proof.instructions for proof in found), default=0),
        max((proof.stack for proof in found), default=0), said, sum(proof.comparisons for proof in found),
        round(time.monotonic() - start, 1), failure,
    )  # fmt: skip


def chosen(parsed: Any, extent: Extent) -> list[Subject]:
    found = subjects.subjects()
    known = sorted({subject.backend for subject in found})
    for name in parsed.backends:
        if name not in known:
            sys.exit(f"prove: there is no backend or engine {name!r}; there are {', '.join(known)}")
    found = [subject for subject in found if not parsed.backends or subject.backend in parsed.backends]
    found = [subject for subject in found if not parsed.only or subject.kind == options.KINDS[parsed.only]]
    if parsed.rounds:
        found = [subject for subject in found if isinstance(subject, Permutation)]
    return [subject for subject in found if subject.extent <= extent]


def cases_of(subject: Subject, parsed: Any, extent: Extent) -> Sequence[Any]:
    if parsed.rounds and isinstance(subject, Permutation):
        return [rounds for rounds in parsed.rounds if rounds in subject.rounds]
    return subject.cases(extent)


def performed(function: Callable[..., Any], *work: Iterable[Any]) -> list[Any]:
    """In several processes; says each result when it is there."""
    found = []
    with ProcessPoolExecutor(programs.jobs()) as pool:
        for each in pool.map(function, *work):
            print(report.line(each), flush=True)
            found.append(each)
    return found


def main() -> int:
    parsed = options.parse()
    extent = Extent.ALL if parsed.all else Extent.USUAL
    work = second_opinion.chosen(parsed.backends) if parsed.second_opinion else chosen(parsed, extent)
    if parsed.list:
        print("".join(f"{subject.name}\n" for subject in work), end="")
        return 0
    if parsed.second_opinion:
        found = performed(second_opinion.outcome, work, repeat(parsed.rounds or second_opinion.ROUNDS))
    else:
        found = performed(outcome, work, [cases_of(subject, parsed, extent) for subject in work])
    failed = [each for each in found if each.failure]
    print(f"{len(found) - len(failed)} of {len(found)} proved, in {sum(each.proofs for each in found)} proofs")
    if parsed.record and not failed:
        report.record([asdict(each) for each in found])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
