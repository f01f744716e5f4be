# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which mutants are judged: a random order of the lines that the builds compile, and one mutation of each."""

import json
import random
import re
import shlex
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from fnmatch import fnmatch
from itertools import groupby
from pathlib import Path

from . import mutations
from .mutations import Mutation

LINE_MARKER = re.compile(r'# (\d+) "(.*?)"')
Lines = dict[str, set[int]]  # of each file, named from the project's root


def compiled_lines(root: Path, build: Path) -> Lines:
    """The lines that are left in the build's sources when the preprocessor has taken away what is disabled, which it
    does here without expanding macros. Lines of headers are kept if any source keeps them."""
    found: Lines = defaultdict(set)
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        if entry["file"].endswith(".c"):
            for file, line in _preprocessed(entry):
                if root in file.parents:
                    found[file.relative_to(root).as_posix()].add(line)
    return found


def _preprocessed(entry: dict[str, str]) -> Iterable[tuple[Path, int]]:
    words = shlex.split(entry["command"])
    words = words[1:] if Path(words[0]).name == "ccache" else words
    words[words.index("-o") : words.index("-o") + 2] = ["-E", "-fdirectives-only"]
    words.remove("-c")
    done = subprocess.run(words, cwd=entry["directory"], capture_output=True, text=True, check=True)
    file, number, paths = Path(), 0, {}
    for line in done.stdout.splitlines():
        if marker := LINE_MARKER.match(line):
            number = int(marker[1])
            file = paths.setdefault(marker[2], Path(entry["directory"], marker[2]).resolve())
        else:
            if line.strip():
                yield file, number
            number += 1


def candidates(root: Path, files: Iterable[str], lines: Lines) -> list[Mutation]:
    """All mutations of these files on lines that are compiled."""
    found = []
    for name in sorted(files):
        every = mutations.of_file(name, (root / name).read_bytes()) if lines.get(name) else []
        found += [mutation for mutation in every if mutation.line in lines[name]]
    return found


def in_random_order(found: list[Mutation], seed: int, files: str = "*") -> list[Mutation]:
    """One mutation a line: each line has the same chance to come first, and on it each kind of change. Another
    choice of files does not change the order of those that are left."""
    chance = random.Random(seed)
    chosen = []
    for _, on_line in groupby(found, key=lambda each: (each.file, each.line)):
        mutants = list(on_line)
        kind = chance.choice(sorted({each.kind for each in mutants}))
        chosen.append(chance.choice([each for each in mutants if each.kind == kind]))
    chance.shuffle(chosen)
    return [each for each in chosen if fnmatch(each.file, files)]
