"""The files of vectors for other implementations, made of `suites`: what `python3 -m spec vectors` prints or writes;
their sums, which `./dev generate` keeps in vectors/SHA256SUMS; and the table of mistakes."""

import hashlib
import json
from functools import partial
from pathlib import Path

from .algorithms import ALGORITHMS
from .construction_mistakes import MISTAKES as OF_CONSTRUCTIONS
from .construction_suites import SUITES
from .limits import table
from .mistakes import MISTAKES
from .suites import ACVP, OF_BITS, acvp, wycheproof

# What makes each file, by its name without its ending.
DOCUMENTS = {
    **{f"wycheproof/{row.name.replace('-', '_')}_test": partial(wycheproof, row) for row in ALGORITHMS},
    **{f"acvp/{mode.lower()}": partial(acvp, mode) for mode in ACVP},
    **{suite.file: suite.document for suite in SUITES},
}


def text(name: str) -> str:
    """A file, one vector a line, so that changes of it can be read."""
    document = DOCUMENTS[name]()
    head = {key: value for key, value in document.items() if key != "testGroups"}
    start_of_file = json.dumps(head, indent=1)[:-2] + ',\n "testGroups": [\n'
    groups = []
    for group in document["testGroups"]:
        start = json.dumps({key: value for key, value in group.items() if key != "tests"})[:-1]
        tests = ",\n".join(f"   {json.dumps(test)}" for test in group["tests"])
        groups.append(f'  {start}, "tests": [\n{tests}\n  ]}}')
    return start_of_file + ",\n".join(groups) + "\n ]\n}\n"


def write(folder: Path) -> None:
    """All files, and the page of mistakes."""
    for name in DOCUMENTS:
        file = folder / f"{name}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text(name), encoding="utf-8")
    (folder / "mistakes.md").write_text(mistakes(), encoding="utf-8")


def sums() -> str:
    """vectors/SHA256SUMS, so that a change of the specification shows which vectors it changes."""
    digests = {f"{name}.json": hashlib.sha256(text(name).encode()).hexdigest() for name in sorted(DOCUMENTS)}
    return "".join(f"{digest}  {name}\n" for name, digest in digests.items())


def mistakes() -> str:
    """A page: what each flag means."""
    lines = "# Mistakes that vectors find\nThe flags of the vectors for other implementations.\n\n"
    general = []
    for mistake in MISTAKES:
        rows = [row for row in ALGORITHMS if mistake.applies(row) and (not mistake.bits or row in OF_BITS)]
        kinds = ", ".join(dict.fromkeys(row.kind.name for row in rows)).lower()
        where = f"all {len(rows)}" if len(rows) == len(ALGORITHMS) else f"{len(rows)}: {kinds}"
        general.append((f"`{mistake.name}`", mistake.what, where))
    found: dict[tuple[str, str], list[str]] = {}
    for name, mistakes in OF_CONSTRUCTIONS.items():
        for mistake in mistakes:
            found.setdefault((mistake.name, mistake.what), []).append(name)
    others = ((f"`{flag}`", what, ", ".join(names)) for (flag, what), names in found.items())
    columns = ("flag", "mistake", "found in")
    return lines + table(columns, general) + "\n## Of constructions\n" + table(columns, others)
