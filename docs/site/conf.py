# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The documentation site: Sphinx over the Markdown pages of the whole project, so that their links stay as they are.

`./dev docs` builds it into build/docs."""

import json
import os
import re
import sys
import tomllib
from pathlib import Path

from bs4 import BeautifulSoup, Tag

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))

import reference  # noqa: E402

WORK = Path(os.environ.get("ASCONKIT_DOCS_WORK", ROOT / "build/docs-work"))

project = "asconkit"
author = "The asconkit authors"
project_copyright = "The asconkit authors, Apache-2.0 OR MIT"
release = re.search(r'ASCON_VERSION "(.+)"', (ROOT / "asconkit/ascon.h").read_text(encoding="utf-8"))[1]
extensions = ["myst_parser", "breathe", "autoapi.extension", "sphinx.ext.napoleon", "sphinx_copybutton"]
copybutton_exclude = ".linenos, .gp, .go"  # prompts and output stay behind

# Pages: the folders of the project that have some. README.md is for those who look at the sources.
root_doc = "docs/index"
include_patterns = [
    "docs/**.md", "*.md", "bench/*.md", "bindings/**/README.md", "tests/fuzz/*.md", "spec/*.md", "examples/**.md",
    "proofs/*/README.md",
]  # fmt: skip
exclude_patterns = [f"{folder}README.md" for folder in ("", "docs/", "examples/", "bindings/", "bindings/rust/")]
myst_heading_anchors = 4
nitpicky = True
# Types of the languages and of their standard libraries; parameters of templates; what is private.
nitpick_ignore_regex = [
    ("c:identifier", r"u?int\d+_t|size_t|ascon_params|ascon_rows"),
    ("cpp:identifier", r".*"),  # in signatures, whose types are mostly those of templates
    ("py:.*", r"(?!asconkit\.).*|.*\._(core|frames)\..*"),  # of other packages, and private
]

# Reference of C and C++: Doxygen reads the headers, Breathe shows what it found.
breathe_projects = {"asconkit": str(WORK / "doxygen/xml")}
breathe_default_project = "asconkit"
breathe_domain_by_extension = {"h": "c", "hpp": "cpp"}
breathe_show_include = False
breathe_show_define_initializer = True

# Reference of Python: of the package that tools/docs.py installed, whose stubs were written by its build.
autoapi_dirs = [str(folder) for folder in (ROOT / "build/python/few").rglob("site-packages/asconkit")]
autoapi_file_patterns = ["*.pyi", "*.py"]
autoapi_generate_api_docs = False
autoapi_add_toctree_entry = False
autodoc_typehints = "signature"
napoleon_numpy_docstring = False
napoleon_use_ivar = True  # fields have an entry of their own besides
default_role = "code"  # single backticks in docstrings
python_use_unqualified_type_names = True
add_module_names = False
maximum_signature_line_length = 60  # longer ones have a line for each argument

# The contents: groups and the pages in them. A page that no group has stops the build.
CONTENTS = {
    "Start": [
        "quick-start", "choosing-an-algorithm", "choosing-a-backend", "embedding",
        "packages", "moving", "security", "limits",
    ],
    "Guides": [
        "command", "api-conventions", "batches", "accelerators", "cpp", "python", "rust", "../bindings/rust/*/README",
        "../bindings/javascript/README", "../bindings/go/README",
        "cluster", "columns", "parquet", "embedded", "radio-meshes", "masked", "lab", "boards", "prove",
        "constant-time", "fuzzing", "file-format",
        "protocols", "tls", "openssl", "duckdb", "psa", "supercop", "arduino", "zephyr", "micropython", "validation",
        "vectors*", "self-tests",
    ],
    "Constructions": ["constructions", "constructions/*"],
    "Reference": ["algorithms", "reference/c", "reference/*"],
    "Measurements": ["results/*", "../bench/README"],
    "Project": [
        "../SECURITY", "../SOUNDNESS", "architecture", "backends", "scheduling", "adding-*", "../spec/README",
        "../proofs/coq/README", "../proofs/texts/README", "../tests/fuzz/README", "../examples/*/README",
        "../CONTRIBUTING", "mutation", "analysis", "misra", "releasing", "../CHANGELOG",
    ],
}  # fmt: skip

html_theme = "furo"
html_title = f"asconkit {release}"
html_static_path = ["static"]
templates_path = ["templates"]
html_css_files = ["site.css"]
html_search_scorer = str(WORK / "scorer.js")  # write_scorer()
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": False}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"


def contents(folder: Path) -> str:
    """The groups as Sphinx wants them, each page once; reading Markdown elsewhere, one does not need them."""
    parts, seen = [], set()
    for caption, patterns in CONTENTS.items():
        found = [path for pattern in patterns for path in sorted(folder.glob(f"{pattern}.md"))]
        names = [os.path.relpath(path.with_suffix(""), folder) for path in found]
        fresh = [name for name in dict.fromkeys(names) if name not in seen]
        seen.update(fresh)
        parts.append("\n".join(["", "```{toctree}", ":hidden:", f":caption: {caption}", "", *fresh, "```", ""]))
    return "".join(parts)


# What people type, by the page that answers it.
TYPED = tomllib.loads((HERE / "search.toml").read_text(encoding="utf-8"))


def write_scorer() -> None:
    """scorer.js with the answers of search.toml."""
    answers = {words.lower(): page for page, typed in TYPED.items() for words in typed}
    WORK.mkdir(parents=True, exist_ok=True)
    scorer = (HERE / "scorer.js").read_text(encoding="utf-8")
    (WORK / "scorer.js").write_text(f"const ANSWERS = {json.dumps(answers)};\n{scorer}", encoding="utf-8")


def typed_words(docname: str) -> str:
    """The words of search.toml as keywords of the page, which the search finds."""
    words = sorted({word for typed in TYPED.get(docname, ()) for word in typed.split()})
    return f"---\nmyst:\n  html_meta:\n    keywords: {', '.join(words)}\n---\n" if words else ""


FIGURES_OF_README = re.compile("<!-- figures of README.md -->.*?<!-- end of figures -->", re.DOTALL)


def figures_of_readme() -> str:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.search("<!-- figures: .*?-->(.*?)<!-- end of figures -->", text, re.DOTALL)[1].replace("](docs/", "](")


def lead_to_pages(page: Path, text: str) -> str:
    """A link to a folder leads to its README.md, as it does where sources are shown; one to a record to the page that
    is made of it. A link that is called after its file gets the page's title, or stays if it is a record."""

    def whole(found: re.Match) -> str:
        return f"]({found[1]}/README.md)" if (page.parent / found[1] / "README.md").exists() else found[0]

    def made(found: re.Match) -> str:
        return f"[{found[1]}]({found[2]}.md)" if (page.parent / f"{found[2]}.md").exists() else found[0]

    text = re.sub(r"\]\(([^)#:]+)\)", whole, text)
    text = re.sub(r"\[([^]]+(?<!\.json))\]\(([^)#:]+)\.json\)", made, text)
    return re.sub(r"\[[\w./-]+\.md\]\(([^)#:]+\.md)\)", r"[](\1)", text)


def expand(app, docname: str, source: list[str]) -> None:
    page = Path(app.env.doc2path(docname))
    source[0] = re.sub(r"<!-- plot (\S+): (.*?) -->", r"[![\2](\1)](\1)", source[0])
    source[0] = re.sub(r"<!-- page (\S+\.html): (.*?) -->", r'<a href="\1">\2</a>', source[0])  # not Sphinx's
    source[0] = re.sub(r"<!-- page (\S+): (.*?) -->", r"[\2](\1)", source[0])
    source[0] = reference.expand(lead_to_pages(page, source[0]), ROOT, WORK / "doxygen/xml")
    if docname == "examples/cpp/README":
        names = sorted(path.name for path in (ROOT / "examples/cpp").glob("*.*pp"))
        source[0] += "".join(f"\n## {name}\n```{{literalinclude}} {name}\n```\n" for name in names)
    if docname == root_doc:
        source[0] = FIGURES_OF_README.sub(lambda _: figures_of_readme(), source[0])
        source[0] += contents(Path(app.srcdir) / "docs")
    source[0] = typed_words(docname) + source[0]


def fit_for_every_screen(app, pagename, templatename, context, doctree) -> None:
    """What may be wider than the screen scrolls, without a mouse too. On a narrow one site.css shows a table as a list
    of its rows, each cell after the name of its column: the names are put into the cells here, and the roles, which
    browsers otherwise drop with the look of a table."""
    page = BeautifulSoup(context.get("body", ""), "html.parser")
    for block in page.find_all("pre"):
        block["tabindex"] = "0"
    for number, wrapper in enumerate(page.select("div.table-wrapper"), 1):
        wrapper.attrs |= {"tabindex": "0", "role": "region", "aria-label": f"table {number}"}
        name_cells(wrapper.table)
    # The lines of a long signature, which Sphinx marks as a list of definitions without terms.
    for lines in page.select("dt.sig dl"):
        for line in lines.find_all("dd", recursive=False):
            line.name, line["class"] = "span", "sig-line"
        lines.name = "span"
        del lines["class"]
    context["body"] = str(page)


# A cell that is read as one figure, such as "1.08 %", "917 / 208", "3.4 to 3.6" or "946 (1.23: smaller)".
FIGURES = re.compile(
    r"[-+~≤≥×]?\d[\d.,]*( ?(%|kB|KiB|MiB|GB/s|MB/s|s|ns|x|times|to|/|-|–) ?([\d.,]+)?)*( \([\d.]+[^)]*\))?"
)


def longest_part(text: str) -> int:
    """Characters of the longest part of a cell that stands in one line."""
    return len(text) if FIGURES.fullmatch(text) else max(map(len, re.split("[ -]", text)))


def name_cells(table: Tag) -> None:
    columns = [cell.get_text(" ", strip=True) for cell in table.select("thead th")]
    for part, role in (("thead, tbody", "rowgroup"), ("tr", "row"), ("th", "columnheader"), ("td", "cell")):
        for element in table.select(part):
            element["role"] = role
    table["role"] = "table"
    rows = [[cell.get_text(" ", strip=True) for cell in row.find_all("td")] for row in table.select("tbody tr")]
    values = [bool(FIGURES.fullmatch(text)) for row in rows for text in row[1:]]
    looks = ["of-figures"] if 2 * sum(values) >= len(values) > 0 else []
    # What a phone is wide enough for.
    if not looks or sum(max(map(longest_part, column)) + 1 for column in zip(columns, *rows)) > 40:
        looks.append("cards")
    table["class"] = [*table.get("class", []), *looks]
    for row in table.select("tbody tr"):
        for name, cell in zip(columns, row.find_all("td")):
            cell["data-column"] = name
            text = cell.get_text(" ", strip=True)
            if FIGURES.fullmatch(text) and "(" not in text:  # two figures may stand in two lines
                cell["class"] = [*cell.get("class", []), "figures"]


def without_licence(app, what, name, obj, options, lines: list[str]) -> None:
    lines[:] = [line for line in lines if not line.startswith("SPDX-License-Identifier")]


def setup(app) -> None:
    write_scorer()
    reference.run_doxygen(ROOT, WORK / "doxygen")
    app.connect("source-read", expand)
    app.connect("autodoc-process-docstring", without_licence)
    app.connect("html-page-context", fit_for_every_screen, priority=900)
