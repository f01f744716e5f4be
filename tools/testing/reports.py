# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Results of a run: cases from JUnit reports, the summary, and the times kept in build/test-times.json."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from .kinds import BUILD, Step

TIMES = BUILD / "test-times.json"
NOT_ASKED_FOR = "test name does not match pattern"  # of Node's runner, for each test that -R leaves out
LAST_LINES = 40  # of what a failed test printed


@dataclass(frozen=True)
class Case:
    name: str
    outcome: str  # passed, failed or skipped
    text: str = ""  # what a failed one printed, why one was skipped


@dataclass
class Result:
    """The result of one step."""

    step: Step
    cases: list[Case] = field(default_factory=list)
    seconds: float = 0  # by the clock
    processor: float = 0  # seconds of all processors together

    def count(self, outcome: str) -> int:
        return sum(case.outcome == outcome for case in self.cases)


# ---- Reports of ctest, pytest, googletest and our own -----------------------------------------------


def read(folder: Path) -> list[Case]:
    return [case for path in sorted(folder.rglob("*.xml")) for case in cases_of(path)]


def cases_of(path: Path) -> Iterable[Case]:
    try:
        elements = list(ElementTree.parse(path).getroot().iter("testcase"))
    except ElementTree.ParseError as error:
        yield Case(path.name, "failed", f"the report is damaged: {error}")
        return
    for element in elements:
        if (left_out := element.find("skipped")) is not None and left_out.get("message") == NOT_ASKED_FOR:
            continue
        name = ".".join(filter(None, (element.get("classname"), element.get("name"))))
        yield Case(name, *outcome_of(element))


def outcome_of(element: ElementTree.Element) -> tuple[str, str]:
    printed = element.findtext("system-out") or ""
    for kind in ("failure", "error"):
        if (found := element.find(kind)) is not None:
            # Where both say something, ctest's message says least and googletest's is in the text again.
            return "failed", printed or found.text or found.get("message") or ""
    if (found := element.find("skipped")) is not None or element.get("status") in ("disabled", "notrun"):
        message = "" if found is None else found.get("message") or ""
        lines = [line.strip() for line in printed.splitlines() if line.strip()]
        # ctest does not know why a test was skipped; the last line of the test says so.
        return "skipped", lines[-1] if lines and (not message or message.startswith("SKIP_")) else message
    return "passed", ""


def write(folder: Path, cases: Iterable[Case]) -> None:
    """The report of a program of ours."""
    suite = ElementTree.Element("testsuite")
    for case in cases:
        element = ElementTree.SubElement(suite, "testcase", name=case.name)
        if case.outcome != "passed":
            kind = "failure" if case.outcome == "failed" else "skipped"
            ElementTree.SubElement(element, kind, message=case.text)
    folder.mkdir(parents=True, exist_ok=True)
    ElementTree.ElementTree(suite).write(folder / "report.xml")


# ---- The end of a run ----------------------------------------------------------------------------------


def minutes(seconds: float) -> str:
    return f"{seconds / 60:.1f}"


def print_failures(results: list[Result]) -> None:
    """Once more at the end, where they are seen: the last lines of each."""
    for result in results:
        for case in result.cases:
            if case.outcome == "failed":
                print(f"\n==== failed: {result.step.area or 'build'}: {result.step.name}: {case.name} ====")
                text = case.text or result.step.log.read_text(encoding="utf-8", errors="replace")
                print(*text.rstrip().split("\n")[-LAST_LINES:], sep="\n")


def print_skipped(results: list[Result]) -> None:
    reasons = Counter(
        (result.step.area, re.sub(r"\s+", " ", case.text) or "no reason given")
        for result in results for case in result.cases if case.outcome == "skipped"
    )  # fmt: skip
    if reasons:
        print("\nskipped:")
    for (area, reason), count in reasons.most_common():
        print(f"{count:5}  {area}: {reason[:140]}")


def print_table(results: list[Result]) -> None:
    """An area's minutes are the sum of its steps', of which several run at a time."""
    areas = dict.fromkeys(result.step.area or "(building)" for result in results)
    print(f"\n{'area':<12} {'passed':>7} {'failed':>7} {'skipped':>7} {'minutes':>8} {'of processors':>14}")
    for area in areas:
        own = [result for result in results if (result.step.area or "(building)") == area]
        counts = [sum(result.count(kind) for result in own) for kind in ("passed", "failed", "skipped")]
        times = [sum(result.seconds for result in own), sum(result.processor for result in own)]
        print(f"{area:<12} {counts[0]:7} {counts[1]:7} {counts[2]:7} {minutes(times[0]):>8} {minutes(times[1]):>14}")


def print_summary(results: list[Result], seconds: float) -> bool:
    """Whether all is well. The last line is that which other programs read."""
    print_failures(results)
    print_skipped(results)
    print_table(results)
    passed, failed, skipped = (sum(r.count(kind) for r in results) for kind in ("passed", "failed", "skipped"))
    processor = sum(result.processor for result in results)
    print(f"{minutes(seconds)} minutes, {minutes(processor)} of processors; what each step printed is in build/logs")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return failed == 0


# ---- Times -------------------------------------------------------------------------------------------------


def load_times() -> dict[str, dict]:
    try:
        return json.loads(TIMES.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}


def save_time(tier: str, result: Result) -> None:
    times = load_times()
    times.setdefault(tier, {})[result.step.slug] = {
        "tests": len(result.cases),
        "seconds": round(result.seconds, 1),
        "processor": round(result.processor, 1),
    }
    TIMES.parent.mkdir(exist_ok=True)
    TIMES.write_text(json.dumps(times, indent=1) + "\n", encoding="utf-8")
