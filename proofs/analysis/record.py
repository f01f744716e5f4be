"""The record of what ./dev analyze eva found, docs/results/eva.json, and the site's page of it: the runs are those of
calls.py, and the record has their digest. SPDX-License-Identifier: Apache-2.0 OR MIT"""

import hashlib
import json
from collections.abc import Iterable, Iterator

from compiling import ROOT
from markdown_tables import head, row

from .calls import Case
from .eva import Outcome, Setting, runs, version

RECORD = ROOT / "docs/results/eva.json"
HEAD = """# Calls that Eva has analysed

`./dev analyze eva` found no alarm in any of these {count} runs, by Frama-C {version}.
[What that means, and what it does not cover](../analysis.md#every-state-of-a-call-by-eva).

A row has the runs of a call, separated by semicolons. A run is over all values of its intervals, each combination a
state of its own; an interval that is not named is 0. In each, statements of the driver about results, outputs and
contexts were reached, and hold."""


def of_runs(done: list[tuple[Case, Setting]]) -> dict[str, int | str]:
    return {"runs": len(done), "sha256": hashlib.sha256("\n".join(lines(done)).encode()).hexdigest()}


def write(found: list[Outcome]) -> None:
    record = {"Frama-C": version(), **of_runs([(outcome.case, outcome.setting) for outcome in found])}
    RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def page() -> str:
    """The runs of the record, which tests/analysis compares with those of calls.py."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    return "\n".join([HEAD.format(count=record["runs"], version=record["Frama-C"]), *lines(runs()), ""])


def title(settings: list[Setting]) -> str:
    return "## " + " and ".join(f"Backend {setting.backend}, profile {setting.profile}" for setting in settings)


def title_of(case: Case) -> str:
    algorithm = f" of {case.row.name}" if case.row else ""
    if "ONE_MESSAGE" in case.macros:
        algorithm += f", {case.driver.replace('_', ' ')}"
    return f"`{case.call}`{algorithm}"


def lines(done: Iterable[tuple[Case, Setting]]) -> Iterator[str]:
    for rows, settings in tables(done).items():
        yield f"\n{title(settings)}\n"
        yield from head("call", "intervals of its runs")
        yield from rows


def tables(done: Iterable[tuple[Case, Setting]]) -> dict[tuple[str, ...], list[Setting]]:
    """The rows of a table, and the settings that have these."""
    of_setting: dict[Setting, dict[str, list[str]]] = {}
    for case, setting in done:
        of_setting.setdefault(setting, {}).setdefault(title_of(case), []).append(case.text)
    found: dict[tuple[str, ...], list[Setting]] = {}
    for setting, calls in of_setting.items():
        rows = tuple(row(call, "; ".join(texts)) for call, texts in calls.items())
        found.setdefault(rows, []).append(setting)
    return found
