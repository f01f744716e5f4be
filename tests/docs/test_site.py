"""The documentation site: its links, and how it is on a phone, on a desktop and in a screen reader.

tools/docs.py has built it. Each check first finds a fault that was planted for it."""

import os
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import axe_playwright_python
import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import docs  # noqa: E402

PAGES = sorted(path for path in docs.SITE.rglob("*.html") if path != docs.SITE / "index.html")
CHROMIUM = "/usr/bin/chromium"
SHORT_RUN = os.environ.get("ASCONKIT_TESTS", "all") != "all"
FLAGS = """
    --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync
""".split()
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
# A phone in daylight and a desktop at night, so that both sets of colours are seen.
SCREENS = {
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "has_touch": True},
    "desktop": {"viewport": {"width": 1300, "height": 900}, "color_scheme": "dark"},
}


# ---- Links ---------------------------------------------------------------------------------------


class Links(HTMLParser):
    """The anchors of a page, where its links lead, and what it loads."""

    def __init__(self, text: str):
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors |= {values[name] for name in ("id", "name") if values.get(name)}
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag in ("script", "img", "iframe", "source") and values.get("src"):
            self.loaded.append(values["src"])
        if tag == "link" and values.get("href") and values.get("rel") not in ("canonical", "index", "search"):
            self.loaded.append(values["href"])


@cache
def links_of(page: Path) -> Links:
    return Links(page.read_text(encoding="utf-8"))


def broken_links(page: Path) -> list[str]:
    """Files and anchors that are not there; addresses elsewhere must only have a form that can be right."""
    found = []
    for link in links_of(page).links + links_of(page).loaded:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            if parts.scheme not in ("https", "mailto", "data") or (parts.scheme == "https" and "." not in parts.netloc):
                found.append(link)
            continue
        target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
        if not target.is_file():
            found.append(link)
        elif parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in links_of(target).anchors:
            found.append(link)
    return found


def test_links_lead_somewhere():
    assert len(PAGES) > 25
    broken = {page.name: found for page in [*PAGES, docs.SITE / "index.html"] if (found := broken_links(page))}
    assert not broken


def test_nothing_is_loaded_from_elsewhere():
    foreign = {page.name: link for page in PAGES for link in links_of(page).loaded if urlsplit(link).netloc}
    assert not foreign
    for sheet in docs.SITE.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        assert "url(http" not in text and "url(//" not in text and "@import" not in text


BROKEN = ("no-such.html", "#no-such", "other.html#no-such", "https://host", "http://example.org")


@pytest.mark.parametrize("link", BROKEN)
def test_catches_a_broken_link(link, tmp_path):
    (tmp_path / "other.html").write_text('<p id="there"></p>')
    page = tmp_path / "page.html"
    page.write_text(f'<a href="other.html#there">right</a><a href="{link}">wrong</a>')
    assert broken_links(page) == [link]


FAULTY = """# Start

[page](no-such.md), [anchor](#no-such), {c:func}`ascon_no_such`

```{doxygenfunction} ascon_no_such_function
```
"""


def test_catches_faults_of_a_page(tmp_path):
    """Sphinx stops at links and references that lead nowhere, and at pages that the contents lack."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text(FAULTY)
    (tmp_path / "docs/forgotten.md").write_text("# Forgotten\n")
    done = docs.sphinx(Path(sys.executable), tmp_path, tmp_path / "site", tmp_path / "work")
    assert done.returncode != 0
    for fault in ("no-such.md", "'no-such'", "ascon_no_such\n", "ascon_no_such_function", "forgotten.md: WARNING"):
        assert fault.strip() in done.stderr, fault


def test_reference_is_complete():
    """Every call of the C headers, every class of C++ and of Python."""
    folder = docs.SITE / "docs/reference"
    anchors = {name: links_of(folder / f"{name}.html").anchors for name in ("c", "c-any", "c-batches", "python")}
    assert {"c.ascon_aead128_encrypt", "c.ascon_result", "c.ascon_aead_ctx", "c.ascon_backend_force"} <= anchors["c"]
    assert {"c.ascon_any_run", "c.ascon_message.tag_length", "c.ascon_kind"} <= anchors["c-any"]
    assert {"c.ascon_any_batch", "c.ascon_batch_pool_create", "c.ascon_batch_engine_at"} <= anchors["c-batches"]
    classes = {"asconkit.AEAD.encrypt", "asconkit.AsconAEAD128", "asconkit.prf.v13_mac", "asconkit.batch.encrypt"}
    assert classes <= anchors["python"]
    text = (docs.SITE / "docs/reference/cpp.html").read_text(encoding="utf-8")
    assert all(f">{name}<" in text for name in ("aead_algorithm", "hash_algorithm", "octets", "aead128", "result"))
    assert "ascon-mac-v13 (v1.3)" in text  # the comment before a namespace documents the class in it


EMPTY = re.compile(r'<dl class="c function">\s*<dt [^>]*id="c\.(\w+)">(?:(?!</dt>).)*</dt>\s*<dd>\s*</dd>', re.DOTALL)


def test_every_call_of_c_is_explained():
    for page in ("c", "c-any", "c-v12", "c-prf", "c-batches"):
        text = (docs.SITE / f"docs/reference/{page}.html").read_text(encoding="utf-8")
        assert not EMPTY.findall(text)
        start = text.index('<dl class="c function">')
        assert len(EMPTY.findall(text[start : text.index("<dd>", start)] + "<dd></dd>")) == 1


def without_lists(text: str) -> list[str]:
    """Calls of Python whose parameters are described in a paragraph, or not at all. One call may refer to another."""
    found = []
    for entry in BeautifulSoup(text, "html.parser").select("dl.py.class, dl.py.function, dl.py.method"):
        names = {parameter.get_text() for parameter in entry.dt.select("em.sig-param")} - {"self", "*", "/"}
        body = entry.find("dd", recursive=False)
        paragraphs = [paragraph.get_text() for paragraph in body.find_all("p", recursive=False)] or [""]
        fields = [field.get_text() for field in body.select(":scope > dl.field-list > dt")]
        listed = "Parameters:" in fields or re.match(r"(Does the same as|Calls|Like) asconkit\.", paragraphs[0])
        lines = "\n".join(paragraphs).splitlines()
        prose = any(re.match(r"(?!Source:|Bases:)(\w+, )*\w+: ", line) for line in lines)
        if prose or (names and not listed):
            found.append(entry.dt.get("id", ""))
    return found


def test_parameters_of_python_are_lists():
    text = (docs.SITE / "docs/reference/python.html").read_text(encoding="utf-8")
    assert text.count("Parameters<span") > 60 and text.count("Raises<span") > 30
    assert not without_lists(text)


CALL = """<dl class="py method"><dt id="x">x(<em class="sig-param">self</em>, <em class="sig-param">key</em>)</dt>
<dd><p>Does it.</p>{}</dd></dl>"""
LIST = '<dl class="field-list"><dt>Parameters:</dt><dd>key: 16 bytes</dd></dl>'


@pytest.mark.parametrize("body", ["", "<p>key: 16 bytes.</p>", LIST + "<p>key, data: bytes.</p>"])
def test_catches_parameters_in_prose(body):
    assert without_lists(CALL.format(LIST)) == []
    assert without_lists(CALL.format(body)) == ["x"]


def test_every_page_says_how_to_report():
    for page in set(PAGES) - {docs.SITE / "explorer.html"}:  # which is a file of its own
        found = re.findall(r'class="report"><a href="([^"#]*)(#\w+)">', page.read_text(encoding="utf-8"))
        assert found and found[0][1] == "#reporting", page
        assert (page.parent / unquote(found[0][0] or page.name)).resolve() == docs.SITE / "SECURITY.html"


# ---- In a browser --------------------------------------------------------------------------------

# The rows of a table look alike, and so do the entries of a reference and of an index. axe takes a minute for
# the longest: it sees the first of each. What is looked for without axe is looked for in all of them.
SHORTEN = """() => {
  const shorten = some => [...some].slice(3).forEach(element => element.remove());
  for (const table of document.querySelectorAll("table")) shorten(table.rows);
  for (const parent of new Set([...document.querySelectorAll("dl.c, dl.cpp, dl.py")].map(entry => entry.parentNode)))
    for (const kind of ["c", "cpp", "py"]) shorten(parent.querySelectorAll(`:scope > dl.${kind}`));
  for (const list of document.querySelectorAll(".indextable ul, .toc-tree ul")) shorten(list.children);
}"""
RUN_AXE = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
    .filter(found => ["serious", "critical"].includes(found.impact))
    .map(found => `${found.id}: ${found.nodes.length} times, ${found.nodes[0].html.slice(0, 200)}`)"""
LOOK = """() => {
  const count = selector => document.querySelectorAll(selector).length;
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const widest = [...document.querySelectorAll("article *")].filter(
    element => element.getBoundingClientRect().right > innerWidth + 1)[0];
  const faults = [];
  for (const table of document.querySelectorAll(".table-wrapper"))
    if (table.scrollWidth > table.clientWidth + 1)
      faults.push(`cut: ${table.scrollWidth} pixels in ${table.clientWidth}: ${table.innerText.slice(0, 80)}`);
  if (wide > 0) faults.push(`overflow: ${wide} pixels, ${widest ? widest.outerHTML.slice(0, 120) : ""}`);
  if (count("h1") !== 1) faults.push(`h1: ${count("h1")}`);
  if (count("main, [role=main]") !== 1) faults.push("landmark: main");
  if (count("nav, [role=navigation]") < 1) faults.push("landmark: navigation");
  if (!document.documentElement.lang) faults.push("language");
  for (const image of document.images) if (!(image.alt || "").trim()) faults.push(`alt: ${image.src}`);
  return faults;
}"""


def faults(page: Page, address: str, with_axe: bool = True) -> list[str]:
    page.goto(address)
    found = page.evaluate(LOOK)
    if not with_axe:
        return found
    page.evaluate(AXE)
    page.evaluate(SHORTEN)
    return found + page.evaluate(RUN_AXE)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert Path(CHROMIUM).exists(), "needs chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module", params=SCREENS)
def screen(request, browser) -> Iterator[Page]:
    context = browser.new_context(**SCREENS[request.param])
    page = context.new_page()
    page.set_default_timeout(120_000)
    yield page
    context.close()


def test_pages(screen):
    requests = []
    screen.on("request", lambda request: requests.append(request.url))
    # axe takes most of the time: in the short run it sees each page on one of the screens.
    is_phone = screen.viewport_size == SCREENS["phone"]["viewport"]
    found = {
        path.relative_to(docs.SITE).as_posix(): faults(screen, path.as_uri(), not SHORT_RUN or number % 2 == is_phone)
        for number, path in enumerate(PAGES)
    }
    assert not {name: some for name, some in found.items() if some}
    assert not [url for url in requests if not url.startswith(("file:", "data:"))]


GOOD = """<!doctype html><html lang="en"><head><title>t</title>
<meta name="viewport" content="width=device-width"></head>
<body style="background: #fff; color: #000"><nav><a href="#x">link</a></nav>
<main id="x"><h1>One</h1>CONTENT</main></body></html>"""
PLANTED = {
    "color-contrast": '<p style="color: #aaa">hard to read</p>',
    "alt": '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
    "image-alt": '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
    "overflow": '<p style="width: 2000px">wide</p>',
    "h1": "<h1>Two</h1>",
    "landmark: main": "</main><main>",
    "scrollable-region-focusable": '<pre style="overflow: auto; height: 50px">' + "long\n" * 50 + "</pre>",
    "cut": '<div class="table-wrapper" tabindex="0" style="overflow: auto"><p style="width: 2000px">wide</p></div>',
    "link-name": '<a href="#x"></a>',
}


def test_good_page_has_no_faults(screen, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(GOOD.replace("CONTENT", "<p>good</p>"))
    assert not faults(screen, page.as_uri())


@pytest.mark.parametrize("fault", PLANTED)
def test_catches(fault, screen, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(GOOD.replace("CONTENT", PLANTED[fault]))
    assert [text for text in faults(screen, page.as_uri()) if text.startswith(fault)]


NAMED = """() => [...document.querySelectorAll(".cards tbody td:first-child")].filter(
    cell => getComputedStyle(cell, "::before").content !== `"${cell.dataset.column}"`).length"""


@pytest.mark.parametrize("name", ["index", "radio-meshes", "results/embedded"])
def test_cards_name_their_first_column(name, screen):
    """On a phone; on a desktop the names are in the head of the table."""
    screen.goto((docs.SITE / f"docs/{name}.html").as_uri())
    is_phone = screen.viewport_size == SCREENS["phone"]["viewport"]
    assert screen.locator(".cards tbody td:first-child").count() > 5
    assert (screen.evaluate(NAMED) == 0) == is_phone


def test_figures_are_short_on_a_phone(screen):
    """Tables of figures that fit are not lists of their rows."""
    for name, most in {"embedded": 16_000, "embedded-algorithms": 60_000}.items():
        screen.goto((docs.SITE / f"docs/results/{name}.html").as_uri())
        assert screen.evaluate("document.documentElement.scrollHeight") < most


def test_a_screen_reader_finds_its_way(screen):
    """The first stop of the tab key skips to the content; plots say what they show."""
    screen.goto((docs.SITE / "docs/results/embedded-processors.html").as_uri())
    screen.keyboard.press("Tab")
    assert "Skip to content" in screen.evaluate("document.activeElement.textContent")
    plots = screen.evaluate("[...document.querySelectorAll('article img')].map(image => image.alt)")
    assert len(plots) > 5 and all(plots)


def search(screen, words: str) -> list[str]:
    """What is found, best first: for each the address, and what sort of entry it is."""
    screen.goto((docs.SITE / "search.html").as_uri() + f"?q={words}")
    screen.wait_for_selector("#search-results .search-summary:has-text('found')")
    return screen.evaluate(
        "[...document.querySelectorAll('#search-results ul.search > li')].map(item =>"
        " `${item.querySelector('a').getAttribute('href')} ${item.textContent}`)"
    )


def test_search_finds_a_page(screen):
    assert any("docs/security.html" in found for found in search(screen, "snapshot"))


TYPED = tomllib.loads((ROOT / "docs/site/search.toml").read_text(encoding="utf-8"))
TYPED |= {"docs/reference/c": ["ascon_aead128_encrypt"]}


@pytest.mark.parametrize("page, words", [(page, words) for page, typed in TYPED.items() for words in typed])
def test_search_answers_what_people_type(page, words, screen):
    assert f"{page}.html" in search(screen, words)[0].split()[0]


def test_search_shows_the_changelog_last(screen):
    pages = [found.split("#")[0].split()[0] for found in search(screen, "datagrams") if "docs/reference/" not in found]
    assert pages.index("CHANGELOG.html") > pages.index("docs/constructions/datagram.html")
    assert {"CHANGELOG.html", "docs/architecture.html"} >= set(pages[-1:])


@pytest.mark.parametrize("word", ["nonce", "key", "threads"])
def test_search_shows_prose_first(word, screen):
    found = search(screen, word)
    is_reference = ["docs/reference/" in text for text in found]
    is_parameter = [bool(re.search(r"\bC(\+\+)? \S* ?parameter", text)) for text in found]
    assert any(is_parameter) and not is_reference[0]
    assert is_reference == sorted(is_reference)
    assert is_parameter == sorted(is_parameter)


def test_code_can_be_copied_without_prompts(screen):
    """Each block has its button; that of a Python session leaves prompts and output out."""
    screen.goto((docs.SITE / "docs/python.html").as_uri())
    blocks = screen.evaluate("document.querySelectorAll('div.highlight pre').length")
    assert screen.evaluate("document.querySelectorAll('div.highlight button.copybtn').length") == blocks > 3
    session = "document.querySelector('.highlight-pycon')"
    assert ">>> " in screen.evaluate(f"{session}.querySelector('pre').textContent")
    # What the button puts into a text field and has copied from there.
    screen.evaluate("document.execCommand = () => { window.copied = document.activeElement.value; return true; }")
    screen.evaluate(f"{session}.querySelector('button.copybtn').click()")
    copied = screen.evaluate("window.copied")
    assert "import asconkit" in copied and ">>> " not in copied


def test_plots_turn_dark_with_the_page():
    drawn = list((ROOT / "docs/results").glob("*.svg"))
    assert len(drawn) > 20
    for plot in drawn:
        assert "prefers-color-scheme: dark" in plot.read_text(encoding="utf-8"), plot.name


def test_everything_in_plots_has_a_colour():
    """All backends and engines are in the one table of colours; a new backend or engine must be added there."""
    source = (ROOT / "tools/plotting.py").read_text(encoding="utf-8")
    folders = {path.parent.name for path in (ROOT / "asconkit/core/backends").glob("*/config.h")}
    folders |= {path.parent.name for path in (ROOT / "asconkit/batch/engines").glob("*/config.h")} | {"x1"}
    missing = {name for name in folders if f'"{name}": ' not in source}
    assert not missing
