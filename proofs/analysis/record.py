"""Writes docs/results/eva.md, of what ./dev analyze eva found. SPDX-License-Identifier: Apache-2.0 OR MIT"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compiling import ROOT
from markdown_tables import row

from .calls import Case
from .eva import Outcome, Setting, version

PAGE = ROOT / "docs/results/eva.md"
HEAD = """# Calls that Eva has analysed

`./dev analyze eva` found no alarm in any of these {count} runs, by Frama-C {version}.
[What that means, and what it does not cover](../analysis.md#every-state-of-a-call-by-eva).

A row is a run over all values of its intervals, each combination a state of its own; an interval that is not named
is 0. In each, statements of the driver about results, outputs and contexts were reached, and hold."""
COLUMNS = ("call", "intervals")


def write(found: list[Outcome]) -> None:
    PAGE.write_text("\n".join([*lines(found), ""]), encoding="utf-8")


def title(settings: list[Setting]) -> str:
    return "## " + " and ".join(f"Backend {setting.backend}, profile {setting.profile}" for setting in settings)


def line(case: Case) -> str:
    algorithm = f" of {case.row.name}" if case.row else ""
    if "ONE_MESSAGE" in case.macros:
        algorithm += f", {case.driver.replace('_', ' ')}"
    return row(f"`{case.call}`{algorithm}", case.text)


def lines(found: list[Outcome]) -> Iterator[str]:
    yield HEAD.format(count=len(found), version=version())
    for runs, settings in tables((outcome.case, outcome.setting) for outcome in found).items():
        yield f"\n{title(settings)}\n"
        yield row(*COLUMNS)
        yield "| --- | --- |"
        yield from runs


def tables(runs: Iterable[tuple[Case, Setting]]) -> dict[tuple[str, ...], list[Setting]]:
    """The rows of a table, and the settings that have these."""
    of_setting: dict[Setting, list[str]] = {}
    for case, setting in runs:
        of_setting.setdefault(setting, []).append(line(case))
    found: dict[tuple[str, ...], list[Setting]] = {}
    for setting, rows in of_setting.items():
        found.setdefault(tuple(rows), []).append(setting)
    return found
