# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What ./dev mutate says: one line of counts, and docs/results/mutation.md."""

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_tables import head, row

from .project import ROOT
from .record import Found, Head, latest
from .trial import EQUIVALENT, KILLED, NOT_COMPILED, SURVIVED, UNDECIDED

PAGE = ROOT / "docs/results/mutation.md"
REASONS = Path(__file__).with_name("reasons.toml")
HEAD = """# Mutants of the library

`./dev mutate` made {judged} random changes to the library's C, one at a time. The tests noticed **{percent}** of them,
{first} at once{again}.
{harmless} of the surviving changes are harmless: they change no result, leave nothing more in memory and add no branch
on a secret. They change at most the speed. Without these changes, the tests noticed **{others}**.
[Mutation testing](../mutation.md) says what is changed, run and counted.

Seed {head.seed}, sources of {head.commit}, on {head.processor}, in {hours:.1f} hours with one job.
The figures leave out {equivalent} equivalent mutants, which have the library's machine code, and {not_compiled} that
the compiler refused.
"""


OUTCOMES = (KILLED, SURVIVED, EQUIVALENT, NOT_COMPILED, UNDECIDED)


def count(found: list[Found], outcome: str) -> int:
    return sum(each.outcome == outcome for each in found)


def percent(found: list[Found]) -> str:
    judged = count(found, KILLED) + count(found, SURVIVED)
    return f"{100 * count(found, KILLED) / judged:.1f} %" if judged else "-"


def summary(found: list[Found]) -> str:
    counts = [f"{count(found, outcome)} {outcome}" for outcome in OUTCOMES]
    return f"{percent(found)} killed: {', '.join(counts)}"


# ---- The page ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reason:
    """Why no test notices a survivor."""

    file: str
    was: str
    now: str
    text: str
    harmless: bool  # changes no result, no wiping and no secret branch, only the speed at most


Reasons = dict[tuple[str, str, str], Reason]


def reasons() -> Reasons:
    rows = [Reason(**entry) for entry in tomllib.loads(REASONS.read_text(encoding="utf-8"))["survivor"]]
    return {(each.file, each.was, each.now): each for each in rows}


def write(head: Head, found: list[Found]) -> list[str]:
    """Writes the page; returns the survivors that have no reason there."""
    now = latest(found)
    known = reasons()
    PAGE.write_text("\n".join(lines(head, found, known)) + "\n", encoding="utf-8")
    return [
        f"{each.mutation.file}:{each.mutation.line}: {each.was}"
        for each in now
        if each.outcome == SURVIVED and not reason_of(each, known)
    ]


def reason_of(found: Found, known: Reasons) -> Reason | None:
    return known.get((found.mutation.file, found.was, found.now)) if found.outcome == SURVIVED else None


def lines(head: Head, found: list[Found], known: Reasons) -> Iterator[str]:
    first, now = latest([each for each in found if not each.again]), latest(found)
    judged = [each for each in now if each.judged]
    again = f" ({percent(first)}) and the others after tests were added" if first != now else ""
    harmless = [each for each in now if (reason := reason_of(each, known)) and reason.harmless]
    yield HEAD.format(
        harmless=len(harmless), others=percent([each for each in now if each not in harmless]),
        head=head, judged=len(judged), percent=percent(now), first=count(first, KILLED), again=again,
        hours=sum(each.seconds for each in found if not each.again) / 3600, equivalent=count(first, EQUIVALENT),
        not_compiled=count(first, NOT_COMPILED),
    )  # fmt: skip
    yield from _table("change", judged, lambda each: each.mutation.kind)
    yield from _table("folder", judged, folder)
    yield from _table("noticed by", [each for each in judged if each.by], lambda each: each.by.split(": ")[0])
    yield "## What no test noticed at first"
    yield "Sorted by file. An entry has the change's place, the reason or the test that now notices it, and both lines."
    yield ""
    yield "```diff"
    before = {each.number: each for each in first if each.outcome == SURVIVED}
    for each in sorted(now, key=lambda each: (each.mutation.file, each.mutation.line)):
        if each.number in before:
            yield from survivor(each, known)
    yield "```"


def survivor(found: Found, known: Reasons) -> list[str]:
    place = f"{found.mutation.file}, line {found.mutation.line}"
    reason = reason_of(found, known)
    end = f"Now noticed by {found.by}." if found.outcome == KILLED else reason.text if reason else "No reason yet."
    return [f"@@ {found.number}: {place}: {end.replace('`', '')}", f"- {found.was}", f"+ {found.now}"]


def folder(found: Found) -> str:
    """The room of the library, or the backend."""
    parts = Path(found.mutation.file).parent.parts
    return "/".join(parts[: 2 + ("core" in parts) + ("backends" in parts)])


def _table(title: str, found: list[Found], key: Callable[[Found], str]) -> Iterator[str]:
    yield from head(title, "mutants:", "killed:")
    for name in sorted({key(each) for each in found}):
        chosen = [each for each in found if key(each) == name]
        yield row(name, len(chosen), count(chosen, KILLED))
    yield ""
