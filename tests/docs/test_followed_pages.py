"""docs/backends.md and docs/adding-an-algorithm.md, followed literally in a copy of the project.

A code block of the pages is a file to write (`file=`), rows to add to the table (`row=`), or commands
to run (`sh`). Both pages are followed in one copy, so that it is built once."""

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from builds import copy_project, known_digest, run
from pages import FOLLOWED, Block, blocks

from spec.algorithms import ALGORITHMS

BACKEND, ALGORITHM = "toy", "ascon-toyxof"
TABLE_END = ")\n# fmt: on\n"


def apply_edits(folder: Path, block: Block) -> None:
    if name := block.option("file"):
        assert not (folder / name).exists(), f"the page writes {name}, which exists"
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(block.text, encoding="utf-8")
    elif name := block.option("row"):
        table = (folder / name).read_text(encoding="utf-8")
        assert table.count(TABLE_END) == 1
        (folder / name).write_text(table.replace(TABLE_END, block.text + TABLE_END), encoding="utf-8")
    else:
        assert block.info == "sh", f"a block that nobody follows: {block.info}"


def shell(folder: Path, commands: str) -> str:
    settings = {**os.environ, "CCACHE_BASEDIR": str(folder)}  # the copy is compiled as the original was
    done = subprocess.run(["bash", "-eu", "-c", commands], cwd=folder, env=settings, capture_output=True, text=True)
    assert done.returncode == 0, f"{commands}\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout


class Followed(NamedTuple):
    folder: Path
    printed: dict[str, str]  # by command block


@pytest.fixture(scope="module")
def followed(tmp_path_factory) -> Followed:
    folder = tmp_path_factory.mktemp("project")
    copy_project(folder)
    every = [block for page in FOLLOWED for block in blocks(page)]
    assert len(every) >= 8, "the pages have lost code blocks"
    for block in every:
        apply_edits(folder, block)
    commands = dict.fromkeys(block.text for block in every if block.info == "sh")  # the common ones once
    return Followed(folder, {text: shell(folder, text) for text in commands})


def output_of(followed: Followed, word: str) -> str:
    found = [printed for commands, printed in followed.printed.items() if word in commands]
    assert len(found) == 1, f"{word} is in {len(found)} of the pages' command blocks"
    return found[0]


def genkat(followed: Followed, *arguments: str) -> str:
    return run(followed.folder / "build/release/bin/ascon-genkat", *arguments)


def test_generated_files_are_complete(followed):
    run(sys.executable, "tools/generate.py", "--check", cwd=followed.folder)


def test_the_suite_passed_with_both(followed):
    """ctest's output: a failed test has ended the commands before."""
    output = output_of(followed, "ctest --preset")
    assert "100% tests passed" in output
    names = re.findall(r"Test +#\d+: (\S+)", output)
    # Tests named after what they cover list the new ones, as they list the old ones.
    assert [name for name in names if BACKEND in re.split(r"\W+|(?<=[a-z])_", name)], "no test of the backend"
    assert len(names) > 50


def test_backend_has_all_known_answers(followed):
    wrong = [
        row.name
        for row in ALGORITHMS
        if hashlib.sha256(genkat(followed, "--backend", BACKEND, row.name).encode()).hexdigest() != known_digest(row)
    ]
    assert not wrong
    assert output_of(followed, f"--backend {BACKEND} ascon-aead128").split()[0] == known_digest(ALGORITHMS[0])


def test_algorithm_is_that_of_the_specification(followed):
    """In the copy, whose specification has the row."""
    command = "import sys; from spec.__main__ import main; sys.exit(main(['kat', sys.argv[1]]))"
    expected = run(sys.executable, "-c", command, ALGORITHM, cwd=followed.folder)
    for options in ([], ["--backend", BACKEND]):
        assert genkat(followed, *options, ALGORITHM) == expected
    first, *rest = output_of(followed, "./toyxof").splitlines()
    trace = ["trace", ALGORITHM, "--message", "616263", "--output-bytes", "40"]
    traced = subprocess.run([sys.executable, "-m", "spec", *trace], cwd=followed.folder, capture_output=True, text=True)
    assert traced.stderr.split() == ["output", first]
    assert "Count = 1" in rest


def test_documentation_lists_the_algorithm(followed):
    assert f"| {ALGORITHM} |" in (followed.folder / "docs/algorithms.md").read_text(encoding="utf-8")
