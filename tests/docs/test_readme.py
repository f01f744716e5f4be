"""The README and the other pages say what is true. test_samples.py runs their code."""

import re
import sys
from pathlib import Path

import pytest
from builds import LIBRARY, ROOT, run
from pages import PAGES

from spec.algorithms import ALGORITHMS


def test_dev_commands_exist():
    listed = run(sys.executable, ROOT / "dev", "--help")
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for name in sorted(set(re.findall(r"\./dev ([a-z]+)", pages))):
        assert re.search(rf"^ +{name}\b", listed, re.MULTILINE), f"./dev {name} is not a command"


def test_table_names_every_backend():
    page = (ROOT / "docs/choosing-a-backend.md").read_text(encoding="utf-8")
    table = page.split("## All backends\n")[1].split("\n\n")[0]
    first_cells = "".join(re.findall(r"^\|[^|]*\|", table, re.MULTILINE))
    folders = {path.parent.name for path in LIBRARY.glob("core/backends/*/backend.h")}
    assert set(re.findall(r"`(\w+)`", first_cells)) == folders


def test_tables_have_a_row_in_each_line():
    for page in PAGES:
        assert not re.findall(r"^.*\w.*\| :?---.*$", page.read_text(encoding="utf-8"), re.MULTILINE), page


def test_number_of_algorithms():
    """As many as the table has rows, wherever a page counts them."""
    texts = [page.read_text(encoding="utf-8") for page in (*PAGES, ROOT / "CHANGELOG.md")]
    counted = [number for text in texts for number in re.findall(r"all (\d+) algorithms", text)]
    assert counted and set(counted) == {str(len(ALGORITHMS))}


def test_figures_of_mutation_testing():
    """The page repeats what the record says."""
    page = (ROOT / "docs/mutation.md").read_text(encoding="utf-8")
    record = (ROOT / "docs/results/mutation.md").read_text(encoding="utf-8")
    drawn = int(re.search(r"made (\d+) random changes", record)[1])
    killed = round(drawn * float(re.search(r"noticed \*\*([\d.]+) %", record)[1]) / 100)
    assert f"the tests detected {killed} of {drawn} random changes to the C sources" in " ".join(page.split())


# What a page once said, and why it is false.
FALSE = {
    "nothing here is masked": "ascon_masked.h",
    "have no counterpart here": "constructions",
    "no configuration step, no dependencies, no flags": "threads need -pthread where the C library has them apart",
    "No branch and no address of the library": "only as far as the table of evidence goes",
    "one small C11 library": "it is not small with every backend in it",
    "https://example.org/asconkit": "not an address of the project",
    "links 1.1 MB": "35 kB, with all backends of x86-64",
    "No GPU has run": "one has",
    "It costs nothing in later calls": "not measured",
    "one attempt at a forgery for each connection": "a server that refuses early data skips forged records",
    "of which none was at hand": "others have these suites",
    "or have a certificate": "nobody can: the project has none",
    "builds everything": "library and command",
    "All lengths and error paths": "short strings of every length",
    "Each check is itself tested": "where its row says so",
    "nonce reveal both": "their difference",
    "by the\npublic calls alone": "includes core/modes/calls.h and headers of platform/",
    "all that this table asks for": "not where keys come from",
    "no published\ncounts of instructions, of that": "ePrint 2024/755 has cycles",
}


@pytest.mark.parametrize("phrase", FALSE)
def test_no_page_says_what_is_false(phrase):
    assert not [page.name for page in PAGES if phrase.lower() in page.read_text(encoding="utf-8").lower()]


CONTEXTS = re.compile(
    r"takes\s+(\d+) bytes on 64-bit, (\d+) on 32-bit processors and (\d+) on AVR;\s+"
    r"other contexts take (\d+), (\d+) and (\d+)\."
)


@pytest.mark.parametrize("index, compiler", [(0, "cc"), (1, "arm-none-eabi-gcc"), (2, "avr-gcc")])
def test_sizes_of_contexts(index, compiler, tmp_path):
    """What the front pages say of the memory that a message in pieces takes."""
    found = CONTEXTS.search((ROOT / "README.md").read_text(encoding="utf-8"))
    wanted = dict(zip(("ascon_aead_ctx", "ascon_sponge_ctx"), found.groups()[index::3]))
    source = tmp_path / "sizes.c"
    checks = "".join(f'_Static_assert(sizeof({name}) == {size}, "{name}");\n' for name, size in wanted.items())
    source.write_text(f'#include "asconkit/ascon.h"\n{checks}')
    run(compiler, "-std=c11", f"-I{ROOT}", "-fsyntax-only", source)
    source.write_text(source.read_text().replace("== ", "== 1 + "))
    with pytest.raises(AssertionError, match="ascon_aead_ctx"):
        run(compiler, "-std=c11", f"-I{ROOT}", "-fsyntax-only", source)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files(page):
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), f"{page.name}: no such file: {link}"


# ---- Reached by links --------------------------------------------------------------------------------------------

LINK = re.compile(r"\]\(([^)#\s]+)|<!-- page (\S+?):")


def linked_from(page: Path) -> set[Path]:
    """The pages that a page links to; a folder is its README.md, a record the page that the site has of it."""
    targets = ["".join(found) for found in LINK.findall(page.read_text(encoding="utf-8"))]
    paths = [(page.parent / target).resolve() for target in targets if "://" not in target]
    paths = [path / "README.md" if path.is_dir() else path for path in paths]
    return {path.with_suffix(".md") if path.suffix == ".json" else path for path in paths}


def reached(starts: list[Path]) -> set[Path]:
    found: set[Path] = set()
    waiting = {path.resolve() for path in starts}
    while waiting:
        page = waiting.pop()
        found.add(page)
        if page.suffix == ".md" and page.exists():
            waiting |= linked_from(page) - found
    return found


def test_every_page_is_reached_from_the_readme_or_the_index(tmp_path):
    (tmp_path / "index.md").write_text("[a](a.md#part), [elsewhere](https://example.org/b.md)")
    (tmp_path / "a.md").write_text("[index](index.md)")
    assert reached([tmp_path / "index.md"]) == {tmp_path / "index.md", tmp_path / "a.md"}
    pages = {page for page in PAGES if page.is_relative_to(ROOT / "docs") and page.name != "README.md"}
    lost = pages - reached([ROOT / "README.md", ROOT / "docs/index.md"])
    assert not lost, f"no link leads to {sorted(str(page.relative_to(ROOT)) for page in lost)}"
