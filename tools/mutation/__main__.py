"""./dev mutate: draws mutants, tests them and records the results. SPDX-License-Identifier: Apache-2.0 OR MIT"""

import argparse
import hashlib
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from progress import shown

from . import mutations, options, report, selection
from .mutations import Mutation
from .project import ASCONKIT, Project
from .record import Found, Head, Record, latest
from .trial import KILLED, SURVIVED, UNDECIDED, Broken, Trial

FOLDER = ASCONKIT.root / "build/mutation"
RECORD = "record.jsonl"


def head(project: Project, seed: int, files: str) -> Head:
    """With the digest of all that the draw depends on."""
    digest = hashlib.sha256(Path(mutations.__file__).read_bytes() + Path(selection.__file__).read_bytes())
    for name in sorted(project.files):
        digest.update(name.encode() + (project.root / name).read_bytes())
    words = ("git", "-C", str(project.root), "describe", "--always", "--dirty", "--abbrev=12")
    commit = subprocess.run(words, capture_output=True, text=True).stdout.strip()
    cpu = Path("/proc/cpuinfo")
    model = re.search(r"^model name\s*: (.+)$", cpu.read_text(encoding="utf-8"), re.M) if cpu.exists() else None
    return Head(seed, files, digest.hexdigest(), commit, model[1] if model else "")


def drawn(trial: Trial, seed: int, files: str) -> list[Mutation]:
    """All mutants of the project in the order of the draw."""
    lines: selection.Lines = {}
    for build in dict.fromkeys(step.build for step in trial.project.deciding):
        folder = trial.configure(trial.builds[build])
        for name, numbers in selection.compiled_lines(trial.tree, folder).items():
            lines.setdefault(name, set()).update(numbers)
    return selection.in_random_order(selection.candidates(trial.tree, trial.project.files, lines), seed, files)


class Judge:
    """Judges mutants and writes them down."""

    def __init__(self, trial: Trial, record: Record, again: bool = False) -> None:
        self.trial, self.record, self.again = trial, record, again

    def found(self, number: int, mutation: Mutation, judge: Callable[[Mutation], tuple[str, str]]) -> Found:
        start = time.monotonic()
        was, now = mutation.lines((self.trial.tree / mutation.file).read_bytes())
        outcome, by = judge(mutation)
        found = Found(number, mutation, was, now, outcome, by, round(time.monotonic() - start, 1), self.again)
        self.record.add(found)
        return found

    def quickly(self, number: int, mutation: Mutation) -> Found:
        return self.found(number, mutation, self.trial.judge_quickly)

    def wholly(self, number: int, mutation: Mutation) -> Found:
        found = self.quickly(number, mutation)
        return self.thoroughly(number, mutation) if found.outcome == UNDECIDED else found

    def thoroughly(self, number: int, mutation: Mutation) -> Found:
        return self.found(number, mutation, self.trial.judge_thoroughly)


def rounds(
    judge: Judge, mutants: Iterator[tuple[int, Mutation]], undecided: list[Found], count: int
) -> Iterator[Found]:
    """`count` mutants with a verdict, and the mutants between them that have none. All get the quick tests first, then
    the survivors get the rest. For each mutant that turns out to be equivalent, a new one is drawn."""
    missing = count - len(undecided)
    while missing > 0 or undecided:
        for number, mutation in mutants if missing > 0 else ():
            found = judge.quickly(number, mutation)
            missing -= found.outcome in (KILLED, UNDECIDED)
            undecided += [found] if found.outcome == UNDECIDED else []
            yield found
            if missing == 0:
                break
        if not undecided:
            return
        for each in undecided:
            found = judge.thoroughly(each.number, each.mutation)
            missing += not found.judged
            yield found
        undecided = []


def line(found: Found) -> str:
    mutation = found.mutation
    said = f"{found.number}: {mutation.file}:{mutation.line}: {mutation.kind}: {found.outcome}, {found.seconds:.0f} s"
    return f"{said}  {found.by}" if found.by else f"{said}\n    - {found.was}\n    + {found.now}"


def run(project: Project, folder: Path, parsed: argparse.Namespace) -> list[Found]:
    """Continues a run that was begun, until --count mutants have a verdict or there are no more."""
    record, trial, asked = Record(folder / RECORD), Trial(project, folder), head(project, parsed.seed, parsed.files)
    if parsed.fresh or not record.path.exists():
        record.begin(asked)
    known, before = record.read()
    if not known.draws_like(asked):
        raise Broken(f"{record.path} is of other sources, another seed or other files; --fresh forgets it")
    trial.copy()
    done = {found.number for found in before}
    mutants = [each for each in enumerate(drawn(trial, parsed.seed, parsed.files), 1) if each[0] not in done]
    undecided = [found for found in latest(before) if found.outcome == UNDECIDED]
    left = max(0, parsed.count - sum(found.judged for found in latest(before)))
    results = rounds(Judge(trial, record), iter(mutants), undecided, left)
    return before + list(shown(results, left, "mutate", line, lambda found: found.judged))


def run_again(project: Project, folder: Path, numbers: list[int]) -> list[Found]:
    """With the tests as they are now; without numbers, what has survived."""
    record, trial = Record(folder / RECORD), Trial(project, folder)
    before = record.read()[1]
    known = latest(before)
    chosen = [each for each in known if (each.number in numbers if numbers else each.outcome == SURVIVED)]
    if missing := set(numbers) - {each.number for each in chosen}:
        raise Broken(f"no mutants in {record.path}: {', '.join(map(str, sorted(missing)))}")
    trial.copy()
    judge = Judge(trial, record, again=True)
    results = (judge.wholly(each.number, each.mutation) for each in chosen)
    return before + list(shown(results, len(chosen), "mutate", line))


def main() -> int:
    parsed = options.parse()
    try:
        if parsed.report:
            without = report.write(*Record(FOLDER / RECORD).read())
            print(*(f"no reason in {report.REASONS.name}: {each}" for each in without), sep="\n")
            return 1 if without else 0
        again = parsed.again is not None
        found = run_again(ASCONKIT, FOLDER, parsed.again) if again else run(ASCONKIT, FOLDER, parsed)
    except (Broken, ValueError, FileNotFoundError) as error:
        print(f"mutate: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    print(report.summary(latest(found)))
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the copied file is put back
    sys.exit(main())
