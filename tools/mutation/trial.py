# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Judging one mutant after the other, in a copy of the project, build/mutation/tree, of which each changes one file."""

import hashlib
import os
import re
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from testing.kinds import Plan

from .mutations import Mutation
from .project import Build, Project, Step

# After so many times the usual time of a step, and these seconds, it does not finish. Others slow down the clock.
MULTIPLES = {"processors": 4, "clock": 10}
LEAST = {"processors": 3.0, "clock": 60.0}
MEMORY = 8 << 30  # bytes that a program may have
LARGEST_FILE = 64 << 20  # bytes that it may write, or print
FAILED = re.compile(r"^\[  FAILED  \] ([\w./]+)|^FAILED (\S+)|^\s*\d+ - (\S+) \(\w+\)", re.M)
STARTED = re.compile(r"^\[ RUN      \] ([\w./]+)", re.M)
COMPILER_ERROR = re.compile(r"\berror: |undefined reference")  # and not, say, that it was ended from outside
KILLED, SURVIVED, EQUIVALENT, NOT_COMPILED = "killed", "survived", "equivalent", "not compiled"
UNDECIDED = "undecided"  # the quick tests passed, the others have not been run


class Broken(Exception):
    """The project is not built, or its tests fail, without any mutation."""


@dataclass
class Usual:
    """Seconds that a step takes without a mutation, on the clock and of processors."""

    clock: float = 600.0
    processors: float = 600.0


class Trial:
    def __init__(self, project: Project, folder: Path) -> None:
        self.project, self.tree, self.log = project, folder / "tree", folder / "log"
        self.builds = {build.name: build for build in project.builds}
        self.environment = {**Plan(jobs=1).environment, "GTEST_COLOR": "no"}
        self.usual: dict[str, Usual] = {}
        self.objects: dict[str, dict[str, str]] = {}  # of each step: its object files, and their digests
        folder.mkdir(parents=True, exist_ok=True)

    # ---- Without a mutation -------------------------------------------------------------------------------

    def copy(self) -> None:
        """What git has or would add, where it differs, so that it is compiled once; nothing else but builds."""
        listed = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        printed = subprocess.run(listed, cwd=self.project.root, capture_output=True, text=True, check=True).stdout
        names = [name for name in printed.split("\0") if (self.project.root / name).is_file()]
        for name in names:
            source, target = self.project.root / name, self.tree / name
            if not (target.is_file() and target.read_bytes() == source.read_bytes()):
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
        for path in set(self.tree.rglob("*")) - {self.tree / name for name in names}:
            if path.is_file() and self.tree / "build" not in path.parents:
                path.unlink()

    def configure(self, build: Build) -> Path:
        """The build's folder."""
        self._must("cmake", *build.options)
        return self.tree / "build" / build.name

    def prepare_all(self, steps: Iterable[Step]) -> None:
        for name in dict.fromkeys(step.build for step in steps):
            self.prepare(self.builds[name])

    def prepare(self, build: Build) -> None:
        """Builds it, once; its steps must pass, and show what they usually take."""
        steps = [step for step in self.project.steps if step.build == build.name and step.name not in self.usual]
        if not steps:
            return
        self.configure(build)
        for step in steps:
            self._must(*self._building(step))
            listed = self._call("ninja", "-C", f"build/{build.name}", "-t", "inputs", *step.targets).stdout
            self.objects[step.name] = dict.fromkeys(name for name in listed.splitlines() if name.endswith(".o"))
            self.objects[step.name] = self._digests(step)
            before, start = _processors(), time.monotonic()
            if failure := self._failure(step, Usual()):
                raise Broken(f"{step.name} fails without a mutation: {failure}; {self.log} has what it printed")
            self.usual[step.name] = Usual(time.monotonic() - start, _processors() - before)

    # ---- With one -----------------------------------------------------------------------------------------

    def judge_quickly(self, mutation: Mutation) -> tuple[str, str]:
        """The outcome and what noticed the mutant. UNDECIDED: no quick test did."""

        def is_unlikely(step: Step) -> bool:
            return not (step.first and re.search(step.first, mutation.file))

        self.prepare_all(self.project.quick)
        with self.mutated(mutation):
            outcome = self._outcome(sorted(self.project.quick, key=is_unlikely))
        return outcome if outcome[0] in (KILLED, NOT_COMPILED) else (UNDECIDED, "")

    def judge_thoroughly(self, mutation: Mutation) -> tuple[str, str]:
        """By all other tests."""
        project = self.project
        self.prepare_all((*project.quick, *project.deciding))
        with self.mutated(mutation):
            outcome = self._outcome((*project.quick, *project.deciding), passed=project.quick)
        if outcome[0] == SURVIVED and project.slow:
            self.prepare_all(project.slow)
            with self.mutated(mutation):
                slow = self._outcome(project.slow)
            outcome = slow if slow[0] == KILLED else outcome
        return outcome

    @contextmanager
    def mutated(self, mutation: Mutation) -> Iterator[None]:
        """The tree has the mutation, and afterwards is what it was."""
        file = self.tree / mutation.file
        original = file.read_bytes()
        file.write_bytes(mutation.applied(original))
        try:
            yield
        finally:
            file.write_bytes(original)

    def _outcome(self, steps: Iterable[Step], passed: Iterable[Step] = ()) -> tuple[str, str]:
        """Runs these steps and returns the outcome. Programs of steps that have passed already are only built, to see
        whether the mutation changes their objects."""
        changed: set[str] = set()  # builds with other objects than without the mutation
        for step in steps:
            unoptimised = self.builds[step.build].unoptimised
            if unoptimised and unoptimised not in changed:
                continue
            built = self._call(*self._building(step))
            if built.returncode != 0 and not COMPILER_ERROR.search(built.stdout + built.stderr):
                raise Broken(f"no mutant's fault: {built.stdout[-3000:]}{built.stderr[-3000:]}")
            if built.returncode != 0:
                return NOT_COMPILED, ""
            if self._digests(step) == self.objects[step.name]:
                continue
            changed.add(step.build)
            if step not in passed and (failure := self._failure(step, self.usual[step.name])):
                return KILLED, f"{step.name}: {failure}"
        deciding = {step.build for step in self.project.deciding}
        return (SURVIVED if changed & deciding else EQUIVALENT), ""

    # ---- Programs -----------------------------------------------------------------------------------------

    def _building(self, step: Step) -> tuple[str, ...]:
        return ("cmake", "--build", f"build/{step.build}", "-j1", "--target", *step.targets)

    def _digests(self, step: Step) -> dict[str, str]:
        folder = self.tree / "build" / step.build
        return {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in self.objects[step.name]}

    def _call(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(words, cwd=self.tree, env=self.environment, capture_output=True, text=True)

    def _must(self, *words: str) -> None:
        done = self._call(*words)
        if done.returncode != 0:
            said = "\n".join((done.stdout + done.stderr).splitlines()[-30:])
            raise Broken(f"failed without a mutation: {' '.join(words)}\n{said}")

    def _failure(self, step: Step, usual: Usual) -> str:
        """Which test fails, or how the step ends otherwise; nothing if it passes."""
        limit = {name: LEAST[name] + MULTIPLES[name] * seconds for name, seconds in vars(usual).items()}
        build = self.builds[step.build]

        def restrict() -> None:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
            resource.setrlimit(resource.RLIMIT_CPU, (int(limit["processors"]), int(limit["processors"]) + 5))
            if not build.reserves:
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

        with self.log.open("wb") as log:
            process = subprocess.Popen(
                step.words, cwd=self.tree / "build" / step.build, env=self.environment, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, start_new_session=True, preexec_fn=restrict,
            )  # fmt: skip
            try:
                status = process.wait(limit["clock"])
            except subprocess.TimeoutExpired:
                status = -signal.SIGXCPU
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        return explained(status, self.log.read_text(encoding="utf-8", errors="replace")) if status else ""


def explained(status: int, printed: str) -> str:
    """What a program that failed says about it; `status` is its exit status, or a signal's number below zero."""
    if status == -signal.SIGXCPU:
        return "does not finish"
    if status < 0:
        started = STARTED.findall(printed) or ["the beginning"]
        return f"{signal.Signals(-status).name} in {started[-1]}"
    failed = FAILED.search(printed)
    return next(filter(None, failed.groups())) if failed else f"exit status {status}"


def _processors() -> float:
    """Seconds of all programs that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
