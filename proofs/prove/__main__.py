"""Proves what the options choose, and says what was found. SPDX-License-Identifier: Apache-2.0 OR MIT"""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import repeat
from typing import Any

from compiling import BuildError
from coq import proving
from texts import record

from . import options, programs, report, second_opinion, subjects
from .subjects import Extent, Found, Permutation, Subject
from .values import NotProved


@dataclass
class Outcome:
    """The outcome of the proofs about one subject, in all its cases."""

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
    seconds: float  # of a processor, without compilers
    failure: str = ""


def outcome(subject: Subject, cases: Sequence[Any], row: report.Row | None = None) -> Outcome:
    """`row`: what was recorded of it, which is the outcome if it has no fewer cases of the same program."""
    start = time.process_time()
    found: list[Found] = []
    failure, sha256, said, case = "", "", None, None
    try:
        elf = subject.program.elf()
        sha256, said = programs.digest(elf.path), subject.said(elf)
        if row and report.is_about(row, sha256, len(cases)):
            return Outcome(**{"seconds": 0.0, **row})
        prepared = subject.prepared(elf)
        for case in cases:
            found.append(subject.prove(prepared, case))
    except (NotProved, BuildError) as reason:
        failure = f"{reason}" if case is None else f"{subject.label(case)}: {reason}"
    return Outcome(
        subject.kind, subject.name, subject.backend, subject.what, subject.program.label, sha256,
        subject.summary(cases[: len(found)]), len(found), max((proof.instructions for proof in found), default=0),
        max((proof.stack for proof in found), default=0), said, sum(proof.comparisons for proof in found),
        round(time.process_time() - start, 1), failure,
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
    found = [subject for subject in found if subject.extent <= extent]
    if parsed.regex:
        found = [subject for subject in found if parsed.regex.search(subject.name)]
        if not found:
            sys.exit(f"prove: {parsed.regex.pattern!r} finds nothing in the lines of --list")
    return found


def cases_of(subject: Subject, parsed: Any, extent: Extent) -> Sequence[Any]:
    if parsed.rounds and isinstance(subject, Permutation):
        return [rounds for rounds in parsed.rounds if rounds in subject.rounds]
    return subject.cases(extent)


def sha256_of(subject: Subject) -> str:
    """The digest of the subject's program as it is now; empty if the program cannot be built here."""
    try:
        return programs.digest(subject.program.elf().path)
    except BuildError:
        return ""


class Recording:
    """Writes each subject to the file as soon as it is proved, so that an interrupted run can be continued."""

    def __init__(self) -> None:
        self.subjects = subjects.subjects()
        self.rows = report.recorded()

    def add(self, found: Outcome) -> None:
        if not found.sha256:
            return  # the program could not be made, as where a compiler is missing: that says nothing of the row
        if found.failure:
            self.rows.pop(found.name, None)
        else:
            self.rows[found.name] = asdict(found)
        self._write()

    def finish(self) -> None:
        """Removes the rows about programs that have changed since they were proved."""
        shown = [subject for subject in self.subjects if subject.name in self.rows]
        with ProcessPoolExecutor(programs.jobs()) as pool:
            for subject, sha256 in zip(shown, pool.map(sha256_of, shown), strict=True):
                if sha256 not in ("", self.rows[subject.name]["sha256"]):
                    del self.rows[subject.name]
        self._write()

    def _write(self) -> None:
        rows = [self.rows[subject.name] for subject in self.subjects if subject.name in self.rows]
        report.write(rows, Counter(subject.kind for subject in self.subjects))


def performed(
    function: Callable[..., Any], *work: Iterable[Any], then: Callable[[Any], None] | None = None
) -> list[Any]:
    """In several processes; says each result when it is there, and does something then."""
    found = []
    with ProcessPoolExecutor(programs.jobs()) as pool:
        for each in pool.map(function, *work):
            print(report.line(each), flush=True)
            found.append(each)
            if then:
                then(each)
    return found


def main() -> int:
    parsed = options.parse()
    if parsed.coq or parsed.texts:
        from texts import proving as texts

        if parsed.coq:
            return record.run("coq", proving.proofs, parsed.record)
        return record.run("texts", lambda: texts.proofs(parsed.all), parsed.record)
    extent = Extent.ALL if parsed.all else Extent.USUAL
    work = second_opinion.chosen(parsed.backends) if parsed.second_opinion else chosen(parsed, extent)
    if parsed.list:
        print("".join(f"{subject.name}\n" for subject in work), end="")
        return 0
    if parsed.second_opinion:
        found = performed(second_opinion.outcome, work, repeat(parsed.rounds or second_opinion.ROUNDS))
    else:
        cases = [cases_of(subject, parsed, extent) for subject in work]
        recording = Recording() if parsed.record else None
        rows = [recording.rows.get(subject.name) if recording else None for subject in work]
        found = performed(outcome, work, cases, rows, then=recording.add if recording else None)
        if recording:
            recording.finish()
    failed = [each for each in found if each.failure]
    print(f"{len(found) - len(failed)} of {len(found)} proved, in {sum(each.proofs for each in found)} proofs")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
