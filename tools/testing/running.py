# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs steps, several at a time, each when those that it needs have succeeded."""

import contextlib
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from . import reports
from .kinds import ROOT, Plan, Pytest, Step
from .reports import Case, Result

LONGEST = 3600  # seconds that a command may take
MEMORY_OF_A_PROCESS = 0.8e9  # bytes: the compilers' largest files
NO_TESTS = 5  # pytest's exit status where it found none
# A run in the background ignores some signals, and its commands would inherit that. Tests send them these signals.
DEFAULT_SIGNALS = ["env", "--default-signal"] if sys.platform == "linux" else []
UNKNOWN = 60.0  # seconds that a step is thought to take which never ran


def parallelism() -> tuple[int, int]:
    """So many steps at a time, with so many processes each: more than there are processors, as the end of a step
    seldom keeps all of them busy, and no more than there is memory for."""
    processors = os.cpu_count() or 1
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    most = max(1, int(memory / MEMORY_OF_A_PROCESS))
    steps = min(max(2, processors // 2), 6, max(1, most // 2))
    return steps, max(1, min(-(-3 * processors // (2 * steps)), most // steps))


# ---- One step ----------------------------------------------------------------------------------------


class Processes:
    """The commands that run now, to be ended together."""

    def __init__(self) -> None:
        self.groups: set[int] = set()
        self.lock = threading.Lock()
        self.ended = False

    def run(self, words: list[str], environment: dict[str, str], log) -> tuple[int, float]:
        """The exit status, and the seconds of processors that it and all its children took."""
        try:
            process = subprocess.Popen(
                [*DEFAULT_SIGNALS, *words], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip
        except FileNotFoundError as error:
            log.write(f"{error}\n".encode())
            return 127, 0.0
        with self.lock:
            self.groups.add(process.pid)
        timer = threading.Timer(LONGEST, self.kill, [process.pid])
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        with self.lock:
            self.groups.discard(process.pid)
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, usage.ru_utime + usage.ru_stime

    @staticmethod
    def kill(group: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(group, signal.SIGKILL)

    def end(self) -> None:
        self.ended = True
        with self.lock:
            for group in self.groups:
                self.kill(group)


def perform(step: Step, plan: Plan, processes: Processes) -> Result:
    result = Result(step)
    start = time.monotonic()
    shutil.rmtree(step.reports, ignore_errors=True)
    step.reports.mkdir(parents=True)
    step.log.parent.mkdir(parents=True, exist_ok=True)
    status = 0
    # Together the tests leave gigabytes in their temporary folders.
    folder = tempfile.TemporaryDirectory(prefix="asconkit-", ignore_cleanup_errors=True)
    with open(step.log, "wb") as log, folder as temporary:
        os.chmod(temporary, 0o755)  # as some tests run a command as another user
        for command in step.commands(plan):
            log.write(f"$ {' '.join(command.text)}\n".encode())
            log.flush()
            environment = {**plan.environment, "TMPDIR": temporary, **command.environment}
            done, processor = processes.run(command.text, environment, log)
            result.processor += processor
            nothing = isinstance(step, Pytest) and done == NO_TESTS
            status = status or (0 if nothing else done)
            if done and not step.area:
                break
    result.seconds = time.monotonic() - start
    result.cases = reports.read(step.reports)
    if status and not result.count("failed"):
        result.cases.append(Case(f"status {status}", "failed"))
    elif step.area and not result.cases and not plan.match:  # with names asked for, the area has to have some
        outcome = ("skipped", step.optional) if step.optional else ("failed", "no test was run")
        result.cases.append(Case(step.name, *outcome))
    return result


def with_empty_areas(results: list[Result], areas: list[str]) -> list[Result]:
    """A failure more for each area that ran nothing."""
    for area in areas:
        own = [result for result in results if result.step.area == area]
        if not sum(result.count(outcome) for result in own for outcome in ("passed", "failed")):
            own[0].cases.append(Case(area, "failed", f"no test of the area {area} was run"))
    return results


# ---- All of them ---------------------------------------------------------------------------------------


def with_needs(chosen: list[Step], every: tuple[Step, ...]) -> list[Step]:
    """The chosen ones and all that they need, in the order of the table."""
    by_name = {step.name: step for step in every if not step.area}
    wanted = list(chosen)
    for step in wanted:
        wanted += [by_name[name] for name in step.after if by_name[name] not in wanted]
    return [step for step in every if step in wanted]


def urgency(steps: list[Step], times: dict[str, dict]) -> dict[str, float]:
    """Seconds from the beginning of each step to the end of all that waits for it."""

    def own(step: Step) -> float:
        return times.get(step.slug, {}).get("seconds", UNKNOWN)

    found: dict[str, float] = {}
    for step in reversed(steps):
        later = [found[other.slug] for other in steps if step.name in other.after and not step.area]
        found[step.slug] = own(step) + max(later, default=0.0)
    return found


class Schedule:
    def __init__(self, steps: list[Step], plan: Plan, at_a_time: int) -> None:
        self.waiting, self.plan, self.at_a_time = list(steps), plan, at_a_time
        self.running: dict[str, Step] = {}
        self.succeeded: set[str] = set()
        self.failed: dict[str, Result] = {}
        self.urgency = urgency(steps, reports.load_times().get(plan.tier, {}))
        self.done: queue.SimpleQueue[Result] = queue.SimpleQueue()
        self.processes = Processes()

    def ready(self) -> list[Step]:
        busy = {step.alone for step in self.running.values() if step.alone}
        found = [step for step in self.waiting if set(step.after) <= self.succeeded and step.alone not in busy]
        return sorted(found, key=lambda step: -self.urgency[step.slug])

    def lost(self) -> list[Step]:
        """The waiting steps that depend on a failed step."""
        return [step for step in self.waiting if set(step.after) & set(self.failed)]

    def start(self, step: Step) -> None:
        self.waiting.remove(step)
        self.running[step.slug] = step
        threading.Thread(target=self.work, args=[step], daemon=True).start()

    def work(self, step: Step) -> None:
        try:
            result = perform(step, self.plan, self.processes)
        except Exception as error:  # of this program: say it as a failure of the step, and go on
            result = Result(step, [Case(type(error).__name__, "failed", str(error))])
        self.done.put(result)

    def finish(self, result: Result) -> None:
        step = result.step
        del self.running[step.slug]
        if step.area:
            return
        if result.count("failed"):
            self.failed[step.name] = result
        else:
            self.succeeded.add(step.name)

    def results(self):
        """The results of all steps, as they arrive."""
        while self.waiting or self.running:
            for step in self.lost():
                self.waiting.remove(step)
                broken = next(name for name in step.after if name in self.failed)
                if not step.area:
                    self.failed[step.name] = self.failed[broken]
                yield Result(step, [Case("not run", "failed", f"{broken} failed: {self.failed[broken].step.log}")])
            for step in self.ready()[: self.at_a_time - len(self.running)]:
                if step in self.ready():  # the one started before may keep it from running
                    self.start(step)
            if self.running:
                result = self.done.get()
                self.finish(result)
                yield result


def line(result: Result, number: int, count: int) -> str:
    step = result.step
    counts = [f"{result.count(kind)} {kind}" for kind in ("passed", "failed", "skipped") if result.count(kind)]
    said = ", ".join(counts) or ("done" if not step.area else "no test of that name")
    times = f"{result.seconds:6.0f} s {result.processor:6.0f} s"
    return f"[{number:2}/{count}] {step.area or 'build':<9} {step.name:<32} {times}  {said}"


def run(chosen: list[Step], every: tuple[Step, ...], plan: Plan, at_a_time: int) -> list[Result]:
    steps = with_needs(chosen, every)
    schedule, results = Schedule(steps, plan, at_a_time), []
    print(f"{len(steps)} steps, {at_a_time} at a time with {plan.jobs} processes each; seconds and those of processors")
    try:
        for result in schedule.results():
            results.append(result)
            print(line(result, len(results), len(steps)), flush=True)
            if not plan.match and result.seconds:
                reports.save_time(plan.tier, result)
    finally:
        schedule.processes.end()
    return sorted(results, key=lambda result: steps.index(result.step))
