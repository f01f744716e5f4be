"""Whether the library computes the right thing on a target: known answers and the state interface."""

import hashlib
import os
import re
from collections.abc import Sequence
from functools import cache
from itertools import islice

from spec import kat
from spec.algorithms import ALGORITHMS, Algorithm

from .emulation import RunError, run
from .measuring import Build

# A simulated AVR is a hundred times slower than the rest: messages of hashes and MACs up to this length only.
SHORT = 48
# In what known_answers.c prints: an algorithm's name and its text.
ANSWERS = re.compile(r"^# (\S+)\n(.*?)(?=^# |\Z)", re.MULTILINE | re.DOTALL)


def is_short(build: Build) -> bool:
    """Whether some alignments and lengths have to do: in the short run, and on a simulated AVR."""
    return os.environ.get("ASCONKIT_TESTS", "all") != "all" or build.configuration.target.name == "avr"


def conformance(build: Build, *definitions: str) -> int:
    """The number of cases of the state interface, all of them right."""
    thin = ["CONFORMANCE_THIN"] if is_short(build) else []
    files, names = ["conformance.c", "model.c", "kept.S"], build.configuration.names
    program = build.program("conformance", files, *thin, *names, *definitions)
    found = re.fullmatch(r"(\d+) cases\n", run(program))
    if not found:
        raise RunError("the conformance suite did not come to its end")
    return int(found[1])


def known_answers(build: Build, rows: Sequence[Algorithm] = ALGORITHMS) -> int:
    """The number of algorithms, all of which gave the published answers."""
    shortened = [f"GENKAT_LONGEST_MESSAGE={SHORT}"] if is_short(build) else []
    program = build.program("known_answers", ["known_answers.c"], *shortened)
    wrong = wrong_answers(run(program, *(row.name for row in rows)), rows, bool(shortened))
    if wrong:
        raise RunError(f"other known answers than the published ones: {', '.join(wrong)}")
    return len(rows)


def wrong_answers(printed: str, rows: Sequence[Algorithm], shortened: bool) -> list[str]:
    """The algorithms whose text is missing or wrong in what known_answers.c printed."""
    texts = dict(ANSWERS.findall(printed))
    return [row.name for row in rows if not is_right(row, texts.get(row.name, ""), shortened)]


def is_right(row: Algorithm, text: str, shortened: bool) -> bool:
    if row.kat and hashlib.sha256(text.encode()).hexdigest() == row.kat:
        return True
    cut = shortened and kat.LAYOUTS[row.kind].longest > SHORT
    if row.kat and not cut:
        return False
    return text == _specified(row, cut)


@cache
def _specified(row: Algorithm, cut: bool) -> str:
    return "".join(islice(kat.generate(row), SHORT + 1 if cut else None))
