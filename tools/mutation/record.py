# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What was found: a file of JSON lines, of which the first says what was drawn from, and each other one is a mutant."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from .mutations import Mutation
from .trial import KILLED, SURVIVED


@dataclass(frozen=True)
class Head:
    seed: int
    files: str  # the pattern that was asked for
    sources: str  # digest of the files that mutants were drawn from
    commit: str
    processor: str

    def draws_like(self, other: Head) -> bool:
        return (self.seed, self.files, self.sources) == (other.seed, other.files, other.sources)


@dataclass(frozen=True)
class Found:
    number: int  # in the order of the draw
    mutation: Mutation
    was: str  # the line, without and with the mutation
    now: str
    outcome: str
    by: str  # what noticed it
    seconds: float
    again: bool = False  # judged once more, with later tests

    @property
    def judged(self) -> bool:
        return self.outcome in (KILLED, SURVIVED)


class Record:
    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(self, head: Head) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(asdict(head)) + "\n", encoding="utf-8")

    def add(self, found: Found) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(found)) + "\n")

    def read(self) -> tuple[Head, list[Found]]:
        """FileNotFoundError if nothing was begun. A last line that was cut off, when the run was ended, is removed."""
        text = self.path.read_text(encoding="utf-8")
        if not text.endswith("\n"):
            text = text[: text.rfind("\n") + 1]
            self.path.write_text(text, encoding="utf-8")
        first, *rows = map(json.loads, text.splitlines())
        return Head(**first), [Found(**{**row, "mutation": Mutation(**row["mutation"])}) for row in rows]


def latest(found: list[Found]) -> list[Found]:
    """Each mutant once, with its latest verdict."""
    return list({each.number: each for each in found}.values())
