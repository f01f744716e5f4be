# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What analyzers find, and the findings that reasons.toml explains."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

REASONS = Path(__file__).with_name("reasons.toml")


@dataclass(frozen=True)
class Finding:
    """Known again by the text of its line, so that it may move within its file. Seen from several sources, a line of a
    header is one finding."""

    tool: str
    file: str
    check: str  # the analyzer's name for this kind of fault
    code: str  # the line, exactly as in the file
    line: int = field(compare=False, default=0)
    message: str = field(compare=False, default="")

    @property
    def text(self) -> str:
        return f"{self.file}:{self.line}: {self.message} [{self.check}]\n    {self.code}"


@dataclass(frozen=True)
class Reason:
    """The reason why a finding is not a fault."""

    tool: str
    file: str
    check: str
    code: str
    text: str

    @property
    def finding(self) -> Finding:
        return Finding(self.tool, self.file, self.check, self.code)


@cache
def reasons() -> dict[Finding, Reason]:
    entries = tomllib.loads(REASONS.read_text(encoding="utf-8"))["finding"]
    rows = [Reason(**entry) for entry in entries]
    assert len({row.finding for row in rows}) == len(rows), "reasons.toml explains a finding twice"
    return {row.finding: row for row in rows}


def unexplained(found: Iterable[Finding]) -> list[Finding]:
    return sorted(set(found) - set(reasons()), key=lambda each: (each.file, each.line))


def gone(tool: str, found: Iterable[Finding]) -> list[Reason]:
    """Explanations of what the tool does not find any more. They want the findings of all settings."""
    return [reason for each, reason in reasons().items() if each.tool == tool and each not in set(found)]
