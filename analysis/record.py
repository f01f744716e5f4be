"""Writes docs/results/eva.md, of what ./dev analyze eva found. SPDX-License-Identifier: Apache-2.0 OR MIT"""

from __future__ import annotations

from collections.abc import Iterator

from compiling import ROOT
from markdown_tables import row

from .eva import Outcome, version

PAGE = ROOT / "docs/results/eva.md"
HEAD = """# Calls that Eva has analysed

`./dev analyze eva` found no alarm in any of these {count} runs.
[What that means, and what it does not cover](../analysis.md#every-state-of-a-call-by-eva).

Frama-C {version}, the backend and profile {settings}. A row is a run over all values of its
intervals, each combination a state of its own; an interval that is not named is 0. Statements are those of the driver
about results, outputs and contexts that were reached, and hold.
"""
COLUMNS = ("call", "intervals", "statements")


def write(found: list[Outcome]) -> None:
    PAGE.write_text("\n".join([*lines(found), ""]), encoding="utf-8")


def lines(found: list[Outcome]) -> Iterator[str]:
    settings = " and ".join(sorted({outcome.setting.name for outcome in found}))
    yield HEAD.format(count=len(found), version=version(), settings=settings)
    yield row(*COLUMNS)
    yield "| --- | --- | ---: |"
    for outcome in found:
        algorithm = f" of {outcome.case.row.name}" if outcome.case.row else ""
        yield row(f"`{outcome.case.call}`{algorithm}", outcome.case.text, str(outcome.checks))
