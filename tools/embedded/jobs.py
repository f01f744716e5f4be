"""The whole matrix: which ways of compiling there are, and all that is done with each."""

import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from compiling import LIBRARY, BuildError, call
from spec.algorithms import ALGORITHMS, Algorithm, find

from .building import Configuration
from .checking import conformance, known_answers
from .emulation import RunError
from .measuring import Build
from .targets import Target, find as find_target

# Rivals and the other form of the words are measured with these alone, to keep the results readable.
COMPARED = (find("ascon-aead128"), find("ascon-hash256"))


@dataclass
class Outcome:
    """The outcome of one way of compiling."""

    configuration: Configuration
    records: list[dict] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    seconds: float = 0


def line(outcome: Outcome) -> str:
    """For who waits."""
    state = "".join(f"\n    FAILED: {failure}" for failure in outcome.failures)
    return f"{outcome.configuration.label}: {len(outcome.records)} records, {outcome.seconds:.0f} s{state}"


@cache
def default_form(target: Target, backend: str, profile: str) -> str:
    """plain or interleaved, for a backend that can do both; otherwise nothing."""
    config = LIBRARY / "core/backends" / backend / "config.h"
    macro = f"ASCON_{backend.upper()}_INTERLEAVE"
    if macro not in config.read_text(encoding="utf-8"):
        return ""
    command = [target.compiler, *target.flags, f"-DASCON_PROFILE_{profile.upper()}", "-E", "-P", "-imacros"]
    with tempfile.NamedTemporaryFile("w", suffix=".c") as file:
        file.write(f'#include "{config}"\n#if {macro}\ninterleaved\n#else\nplain\n#endif\n')
        file.flush()
        return call([*command, str(LIBRARY / "ascon_config.h"), file.name]).split()[-1]


def worth_measuring(configuration: Configuration) -> bool:
    """Not the form that the backend takes anyway."""
    setting = configuration.setting
    if setting.label not in ("plain", "interleaved"):
        return True
    form = default_form(configuration.target, setting.backend, configuration.profile)
    return form not in ("", setting.label)


def configurations(targets, backends, profiles) -> Iterator[Configuration]:
    for name in targets:
        target = find_target(name)
        for setting in target.settings:
            if backends and setting.backend not in backends:
                continue
            if not (LIBRARY / "core/backends" / setting.backend / "backend.h").exists():
                continue
            for profile in setting.profiles:
                configuration = Configuration(target, setting, profile)
                if (not profiles or profile in profiles) and worth_measuring(configuration):
                    yield configuration


def is_main(configuration: Configuration) -> bool:
    """The backend made for the target, as it comes."""
    return configuration.setting == configuration.target.settings[0]


def perform(configuration: Configuration, rows: list[Algorithm], with_answers: bool = True) -> Outcome:
    """Measures, after the known answers and the conformance suite; what fails is noted and the rest is done."""
    start, outcome = time.monotonic(), Outcome(configuration)
    with tempfile.TemporaryDirectory(prefix="asconkit-") as folder:
        build = attempt(outcome, "library", lambda: Build(configuration, Path(folder)))
        if build:
            rows = rows or (ALGORITHMS if is_main(configuration) else COMPARED)
            if with_answers:
                check(build, rows, outcome)
            measure(build, rows, outcome)
    outcome.seconds = time.monotonic() - start
    return outcome


def check(build: Build, rows, outcome: Outcome) -> None:
    attempt(outcome, "conformance", lambda: conformance(build))
    attempt(outcome, "known answers", lambda: known_answers(build, rows))


def measure(build: Build, rows, outcome: Outcome) -> None:
    rounds = attempt(outcome, "rounds", build.rounds)
    for row in rows:
        measured = attempt(outcome, row.name, lambda row=row: build.measure(row))
        if measured and rounds:
            about = {"profile": build.configuration.profile, "algorithm": row.name, "text_bytes": measured[1]}
            outcome.records += [build.record(line, instructions_per_round=rounds[0], **about) for line in measured[0]]


def attempt(outcome: Outcome, what: str, action):
    try:
        return action()
    except (BuildError, RunError) as error:
        outcome.failures.append(f"{outcome.configuration.label}: {what}: {error}")
        return None


def records_of_all(ways: list, records_of: Callable[[Any], list[dict]], workers: int) -> list[dict]:
    """Several ways of compiling at a time. Says what is done, as it is done."""
    found: list[dict] = []
    with ThreadPoolExecutor(workers) as pool:
        for way, several in zip(ways, pool.map(records_of, ways)):
            print(f"{way.label}: {len(several)} records", flush=True)
            found += several
    return found


def perform_all(chosen: list[Configuration], rows, workers: int, with_answers: bool = True) -> Iterator[Outcome]:
    """Outcomes as they come."""
    with ThreadPoolExecutor(workers) as pool:
        jobs = [pool.submit(perform, configuration, rows, with_answers) for configuration in chosen]
        try:
            for job in as_completed(jobs):
                yield job.result()
        finally:
            pool.shutdown(cancel_futures=True)
