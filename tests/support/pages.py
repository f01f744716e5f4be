"""The pages of the documentation and their code blocks, for the tests that follow them.

    ```c                 a program is compiled and run, anything else compiled
    ```cpp               the same
    ```sh                run in a copy of the project, after the blocks above it on the page
    ```pycon             run with the Python package: tests/python/test_package.py
    ```c file=NAME       of any language: written to that file of the copy, for the commands that follow
    ```c file=NAME headers=made  includes what commands of the page make, which alone compile it
    ```sh cwd=FOLDER     run in that folder of the copy
    ```text              is not code: output, a listing
    ```diff              is not code either: a change that was tried
    ```{directive}       belongs to the site alone

A comment `<!-- not run: REASON -->` in the line before a block excuses it."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted({
    path for pattern in ("*.md", "docs/**/*.md", "*/README.md", "examples/*/*.md") for path in ROOT.glob(pattern)
})
LANGUAGES = ("c", "cpp", "sh", "pycon", "text", "diff")
# test_followed_pages.py follows these, in one copy of the project.
FOLLOWED = ("docs/backends.md", "docs/adding-an-algorithm.md")
FENCE = re.compile(r"^(?:<!-- not run: ([^\n]+) -->\n)?^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    page: str
    info: str
    text: str
    excuse: str

    @property
    def language(self) -> str:
        return self.info.partition(" ")[0]

    def option(self, name: str) -> str | None:
        found = re.search(rf"\b{name}=(\S+)", self.info)
        return found and found[1]

    @property
    def is_program(self) -> bool:
        return "int main(" in self.text


def blocks_of(text: str, page: str = "") -> list[Block]:
    return [Block(page, info.strip(), body, excuse) for excuse, info, body in FENCE.findall(text)]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: str) -> list[Block]:
    return blocks_of((ROOT / page).read_text(encoding="utf-8"), page)


def all_blocks() -> list[Block]:
    return [block for page in PAGES for block in blocks(name_of(page))]


def unknown(found: list[Block]) -> list[Block]:
    """The code blocks that no test follows and that are not excused."""
    return [
        block
        for block in found
        if not (block.excuse or block.language in LANGUAGES or block.option("file") or block.info.startswith("{"))
        and block.page not in FOLLOWED
    ]


# ---- The page for those who come from elsewhere ------------------------------------------------------------

MOVING = "docs/moving.md"
ROW = re.compile(r"^\| (.+) \| `([^`]+)` \|$", re.MULTILINE)


def moving_rows() -> dict[str, list[tuple[str, str]]]:
    """The tables of docs/moving.md by their headings: (what the other has, our code)."""
    text = (ROOT / MOVING).read_text(encoding="utf-8")
    sections = [part.partition("\n") for part in text.split("\n## ")[1:]]
    return {heading: ROW.findall(body) for heading, _, body in sections if ROW.search(body)}
