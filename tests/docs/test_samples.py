"""Every code block of every page is run: pages.py says how. Python's are in tests/python/test_package.py."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from builds import ROOT, STRICT, copy_project, run, with_cached_compilers
from pages import FOLLOWED, PAGES, Block, all_blocks, blocks, blocks_of, name_of, unknown

BUILD = Path(os.environ.get("ASCONKIT_BUILD", ROOT / "build/release"))
COMPILERS = {"c": ("gcc", "-std=c11", "-pedantic-errors"), "cpp": ("g++", "-std=c++20", "-pedantic-errors")}
WARNINGS = tuple(flag for flag in STRICT if flag != "-Wconversion")
LIBRARY = BUILD / "lib/libasconkit.a"
TAG = "the tag does not match: wrong key, or the data was changed\n"


@pytest.fixture
def project(tmp_path) -> Path:
    """A copy of the project, with what was built."""
    copy_project(tmp_path)
    (tmp_path / "build").mkdir()
    (tmp_path / "build/release").symlink_to(BUILD)
    return tmp_path


def follow_source(folder: Path, number: int, block: Block) -> str:
    """Compiles it, and runs it if it is a program. A comment after `puts(...)` says what is printed."""
    compiler = COMPILERS[block.language]
    file = folder / f"block{number}.{block.language}"
    file.write_text(block.text, encoding="utf-8")
    command = [*compiler, *WARNINGS, f"-I{ROOT}", file]
    if not block.is_program:
        return run(*command, "-c", "-o", file.with_suffix(".o"))
    run(*command, LIBRARY, "-pthread", "-o", file.with_suffix(""))
    output = run(file.with_suffix(""), cwd=folder)
    said = re.search(r"puts\(.*/\* (.*) \*/", block.text)
    assert not said or output == said[1] + "\n", f"{block.page} says {said[1]}, the program {output}"
    return output


def follow_commands(folder: Path, block: Block) -> str:
    settings = with_cached_compilers(folder)
    settings["PATH"] = f"{BUILD / 'bin'}{os.pathsep}{settings['PATH']}"
    done = subprocess.run(
        ["sh", "-eu"], input=block.text, cwd=folder / (block.option("cwd") or ""), env=settings, capture_output=True,
        text=True,
    )  # fmt: skip
    assert done.returncode == 0, f"{block.page}:\n{block.text}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def follow(folder: Path, found: list[Block]) -> str:
    """What all of a page's blocks print; a block of text must be in what the commands before it printed."""
    printed = ""
    for number, block in enumerate(found):
        if block.excuse:
            continue
        if name := block.option("file"):
            assert not (folder / name).exists(), f"{block.page} writes {name}, which exists"
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(block.text, encoding="utf-8")
        elif block.language in COMPILERS:
            printed += follow_source(folder, number, block)
        elif block.language == "sh":
            printed += follow_commands(folder, block)
        elif block.language == "text" and number and found[number - 1].language == "sh":
            assert block.text in printed, f"{block.page} says\n{block.text}\nbut the commands printed\n{printed}"
    return printed


def test_every_block_is_followed_or_excused():
    found = all_blocks()
    assert len(found) > 40, "the pages have lost code blocks"
    assert not unknown(found)
    assert all(len(block.excuse) > 10 for block in found if block.excuse)


def pages_with_samples() -> list[str]:
    here = {"sh", *COMPILERS}
    names = (name_of(page) for page in PAGES)
    return [name for name in names if name not in FOLLOWED and here & {block.language for block in blocks(name)}]


@pytest.mark.parametrize("page", pages_with_samples())
def test_page(page, project):
    printed = follow(project, blocks(page))
    if page == "README.md":
        assert (project / "README.copy.md").read_bytes() == (project / "README.md").read_bytes()
        assert "docs/algorithms.md: OK" in printed
    if page == "docs/cpp.md":
        assert TAG in printed


def written_sources() -> list[Block]:
    """The code blocks that a page writes to a file, for the page's own commands to compile."""
    found = [block for block in all_blocks() if block.page not in FOLLOWED and block.option("file")]
    return [block for block in found if block.language in COMPILERS and block.option("headers") != "made"]


@pytest.mark.parametrize("block", written_sources(), ids=lambda block: f"{block.page}:{block.option('file')}")
def test_written_sources_are_strict(block, tmp_path):
    """They need no extension of the compiler, and nothing of the C library that its standard does not have."""
    file = tmp_path / block.option("file")
    file.write_text(block.text, encoding="utf-8")
    run(*COMPILERS[block.language], *WARNINGS, f"-I{ROOT}", "-fsyntax-only", file)


FAULTS = {
    "a command that fails": "```sh\nasconkit sum no-such-file\n```\n",
    "a program that fails": "```c\nint main(void) { return 1; }\n```\n",
    "code that does not compile": "```c\nint f(void) { return nothing; }\n```\n",
    "an extension of the language": "```c\nint f(void) { return ({ 1; }); }\n```\n",
    "a function beyond C11": (
        "```c\n#include <unistd.h>\nint f(void *p) { return getentropy(p, 1); }\n```\n"
    ),
    "a warning": "```cpp\nint f(int unused) { return 0; }\n```\n",
    "other output than said": '```c\n#include <stdio.h>\nint main(void) {\n  puts("a"); /* b */\n}\n```\n',
    "other output than shown": "```sh\necho a\n```\n\n```text\nb\n```\n",
    "a file that exists": "```c file=README.md\n```\n",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_catches(fault, tmp_path):
    (tmp_path / "README.md").touch()
    with pytest.raises(AssertionError):
        follow(tmp_path, blocks_of(FAULTS[fault]))


def test_catches_a_block_that_nobody_follows():
    text = "```rust\nfn main() {}\n```\n"
    assert unknown(blocks_of(text)) and not unknown(blocks_of("<!-- not run: no compiler for it -->\n" + text))
