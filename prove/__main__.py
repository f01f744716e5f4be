"""Proves what the options choose, and says what was found. SPDX-License-Identifier: Apache-2.0 OR MIT"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass

from compiling import BuildError

from . import binaries, options, report
from .binaries import Subject
from .theorem import Proof
from .values import NotProved

MOST_IN_MODES = 12  # rounds: what backends declare is about these
DEEPEST = 100_000  # results that wait for each other


@dataclass
class Outcome:
    """Of one function, with all its numbers of rounds."""

    name: str
    backend: str
    what: str
    compiler: str
    function: str
    sha256: str
    rounds: list[int]
    instructions: int  # of the most rounds
    stack: int
    stack_said: int | None
    comparisons: int
    seconds: float
    failure: str = ""


def outcome(subject: Subject, wanted: tuple[int, ...]) -> Outcome:
    sys.setrecursionlimit(DEEPEST)
    start = time.monotonic()
    proofs: dict[int, Proof] = {}
    failure, sha256, said = "", "", None
    try:
        elf = subject.program.elf()
        sha256, said = binaries.digest(elf.path), subject.stack_said(elf)
        for rounds in wanted:
            if rounds in subject.rounds:
                failure = f"{rounds} rounds: "
                proofs[rounds] = subject.prove(elf, rounds)
        failure = ""
    except (NotProved, BuildError) as reason:
        failure += str(reason)
    stack = max((proof.stack for proof in proofs.values()), default=0)
    in_modes = max((proof.stack for number, proof in proofs.items() if number <= MOST_IN_MODES), default=0)
    if not failure and said is not None and in_modes > said:
        failure = f"uses {in_modes} bytes of stack, and backend.h says {said}"
    last = proofs[max(proofs)] if proofs else None
    return Outcome(
        subject.name, subject.backend, subject.what, subject.program.label, subject.function, sha256, list(proofs),
        last.instructions if last else 0, stack, said, sum(proof.comparisons for proof in proofs.values()),
        round(time.monotonic() - start, 1), failure,
    )  # fmt: skip


def chosen(parsed) -> list[Subject]:  # type: ignore[no-untyped-def]
    found = binaries.subjects()
    known = sorted({subject.backend for subject in found})
    for name in parsed.backends:
        if name not in known:
            sys.exit(f"prove: there is no backend or engine {name!r}; there are {', '.join(known)}")
    found = [subject for subject in found if not parsed.backends or subject.backend in parsed.backends]
    return [subject for subject in found if parsed.all or subject.usual]


def main() -> int:
    parsed = options.parse()
    if parsed.record and (not parsed.all or parsed.backends or parsed.rounds):
        sys.exit("prove: --record wants --all, without backends and rounds: the page is about everything")
    rounds = parsed.rounds or (tuple(range(1, 17)) if parsed.all else options.USUAL_ROUNDS)
    work = chosen(parsed)
    if parsed.list:
        print("".join(f"{subject.name}\n" for subject in work), end="")
        return 0
    found = []
    with ProcessPoolExecutor(min(binaries.jobs(), len(work))) as pool:
        for each in pool.map(outcome, work, [rounds] * len(work)):
            print(report.line(each), flush=True)
            found.append(each)
    failed = [each for each in found if each.failure]
    print(f"{len(found) - len(failed)} of {len(found)} functions proved")
    if parsed.record and not failed:
        report.record([asdict(each) for each in found])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
