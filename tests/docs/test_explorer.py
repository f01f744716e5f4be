"""The page that shows Ascon step by step, in a browser: what it computes, how one moves in it, and what it refuses.

tools/docs.py has built it. The specification says what each line must be."""

import base64
import contextlib
import io
import re
import sys
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page
from test_site import AXE, LOOK, ROOT, RUN_AXE, browser, docs, screen  # noqa: F401  (fixtures)

sys.path.insert(0, str(ROOT))

from spec import kat  # noqa: E402
from spec.__main__ import main  # noqa: E402
from spec.algorithms import ALGORITHMS, Algorithm, Kind  # noqa: E402
from spec.permutation import substitute  # noqa: E402

PAGE = (docs.SITE / "explorer.html").as_uri()
KEY, NONCE = bytes(range(16)).hex(), bytes(range(16, 32)).hex()
AEAD = {"algorithm": "ascon-aead128", "output": "16", "key": KEY, "nonce": NONCE, "ad": '"header"', "in": '"a message"'}


@pytest.fixture(scope="module")
def page(browser) -> Iterator[Page]:  # noqa: F811
    context = browser.new_context(viewport={"width": 1300, "height": 900})
    opened = context.new_page()
    yield opened
    context.close()


def wait_for_text(page: Page, selectors: str) -> None:
    """Waits by locators: the page's policy refuses the text that wait_for_function() runs in it again and again."""
    page.locator(selectors).filter(has_text=re.compile(r"\S")).first.wait_for(state="attached")


def visit(page: Page, **values: str) -> list[str]:
    """Opens a link to the page; returns what the browser complains of."""
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto("about:blank")  # so that the same address is loaded again
    page.goto(f"{PAGE}#?{urlencode(values)}" if values else PAGE)
    wait_for_text(page, "#where, #error")
    return complaints


def text_of(page: Page, selector: str) -> str:
    return page.locator(selector).text_content() or ""


def specified(arguments: list[str]) -> tuple[list[str], dict[str, str]]:
    """The lines that the specification prints, and the results, by name."""
    lines, results = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(lines), contextlib.redirect_stderr(results):
        assert main(["trace", "--layers", *arguments]) == 0
    return lines.getvalue().splitlines(), dict(map(str.split, results.getvalue().splitlines()))


def inputs_of(row: Algorithm) -> dict[str, str]:
    """Of the specification's command: more than two blocks of each string."""
    wanted = kat.arguments(row, next(kat.vectors(row)))
    length = 11 if row.kind is Kind.PRFSHORT else 2 * row.rate + 5
    inputs = {"message": bytes(range(100, 100 + length)).hex()}
    inputs |= {name: bytes(range(len(wanted[name]))).hex() for name in ("key", "nonce") if wanted.get(name)}
    inputs |= {name: bytes(range(50, 50 + row.rate + 1)).hex() for name in ("ad", "customization") if name in wanted}
    if row.kind not in (Kind.HASH, Kind.MAC):
        inputs["output-bytes"] = str(row.output or 2 * row.squeeze + 3)
    return inputs


NAMES = {"message": "in", "customization": "ad", "output-bytes": "output"}


def show(page: Page, row: Algorithm, inputs: dict[str, str], operation: str) -> list[str]:
    values = {NAMES.get(name, name): value for name, value in inputs.items()}
    return visit(page, algorithm=row.name, operation=operation, **values)


# ---- What is computed ----------------------------------------------------------------------------


@pytest.mark.parametrize("row", ALGORITHMS, ids=lambda row: row.name)
def test_lines_are_those_of_the_specification(row, page):
    inputs = inputs_of(row)
    words = [row.name, *(word for name, value in inputs.items() for word in (f"--{name}", value))]
    lines, results = specified(words)
    assert not show(page, row, inputs, "encrypt" if row.kind is Kind.AEAD else "compute")
    assert text_of(page, "#all-lines").splitlines() == lines
    assert sorted(page.locator("#results dd[id]").all_text_contents()) == sorted(results.values())
    # The command that the page names prints these lines.
    command = text_of(page, "#command").replace('"', "").split()
    assert command[:4] == ["python3", "-m", "spec", "trace"]
    assert specified([word for word in command[4:] if word != "--layers"])[0] == lines


@pytest.mark.parametrize("row", [row for row in ALGORITHMS if row.kind is Kind.CXOF], ids=lambda row: row.name)
def test_longest_computation(row, page):
    """Inputs with the most lines of all, which the page's buffer has to hold."""
    inputs = {"customization": "ab" * 256, "message": "cd" * 2048, "output-bytes": "2048"}
    lines, results = specified([row.name, *(word for name, value in inputs.items() for word in (f"--{name}", value))])
    assert not show(page, row, inputs, "compute")
    assert text_of(page, "#all-lines").splitlines() == lines
    assert text_of(page, "#results dd[id]") == results["output"]


@pytest.mark.parametrize("row", [row for row in ALGORITHMS if row.kind is Kind.AEAD], ids=lambda row: row.name)
def test_decryption(row, page):
    inputs = inputs_of(row)
    del inputs["output-bytes"]
    words = [row.name, *(word for name, value in inputs.items() for word in (f"--{name}", value))]
    plaintext, (_, results) = inputs["message"], specified(words)
    inputs |= {"message": results["ciphertext"], "tag": results["tag"]}
    back = [row.name, "--decrypt", *(word for name, value in inputs.items() for word in (f"--{name}", value))]
    show(page, row, inputs, "decrypt")
    assert text_of(page, "#all-lines").splitlines() == specified(back)[0]
    assert text_of(page, "#results dd[id]") == plaintext
    show(page, row, inputs | {"tag": "00" * 16}, "decrypt")
    assert "tag does not match" in text_of(page, "#results")
    assert plaintext not in text_of(page, "#results")


def test_button_decrypts(page):
    visit(page, **AEAD)
    page.click("#decrypt")
    assert bytes.fromhex(text_of(page, "#results dd[id]")) == b"a message"


# ---- Comparison ----------------------------------------------------------------------------------


@pytest.mark.parametrize("layers", (True, False))
def test_comparison(layers, page):
    strings = ["--ad", b"header".hex(), "--message", b"a message".hex()]
    lines, _ = specified(["ascon-aead128", "--key", KEY, "--nonce", NONCE, *strings])
    if not layers:
        lines = [line for line in lines if not line.startswith("p_")]
    visit(page, **AEAD)
    page.fill("#pasted", "\n".join(["$ a prompt", *lines, "tag 00"]))
    assert text_of(page, "#compared") == f"All {len(lines)} lines are equal."
    lines[20] = lines[20][:-1] + ("0" if lines[20][-1] != "0" else "1")
    page.fill("#pasted", "\n".join(lines))
    assert text_of(page, "#compared").startswith("Line 21 differs")
    page.click("#compared button")
    label = lines[20].split()[1 if len(lines[20].split()) == 7 else 0]
    assert f"round {label}" in text_of(page, "#where")
    page.fill("#pasted", "\n".join(lines[:20]))
    assert text_of(page, "#compared").startswith("The first 20 lines are equal")
    page.fill("#pasted", "nonsense")
    assert "None of these lines" in text_of(page, "#compared")


# ---- Moving --------------------------------------------------------------------------------------


def phases(page: Page) -> list[str]:
    return page.locator("#path > div").first.locator("button").all_text_contents()


def test_phases(page):
    visit(page, **AEAD)
    start = ["Initialization", "Associated data", "Domain separation"]
    assert phases(page) == [*start, "Plaintext", "Finalization"]
    visit(page, **{**AEAD, "ad": ""})
    assert phases(page) == ["Initialization", "Domain separation", "Plaintext", "Finalization"]
    visit(page, algorithm="ascon-hash256", **{"in": '"a message"'})
    assert phases(page) == ["Initialization", "Message", "Output"]
    visit(page, algorithm="ascon-cxof128", ad='"page"', output="32", **{"in": '"a message"'})
    assert phases(page) == ["Initialization", "Customization", "Message", "Output"]


def test_moves(page):
    visit(page, **AEAD)
    assert text_of(page, "#where").startswith("Step 1 of")
    for stride, step in (("layer", 2), ("round", 4), ("permutation", 37), ("phase", 38)):
        page.select_option("#stride", stride)
        page.click("text=Next →")
        assert text_of(page, "#where").startswith(f"Step {step} "), stride
    page.select_option("#stride", "round")
    page.click("text=← Previous")
    assert text_of(page, "#where").startswith("Step 37 ")
    page.locator("#path button").first.focus()
    page.keyboard.press("End")
    total = text_of(page, "#where").split()[3].rstrip(":")
    assert text_of(page, "#where").startswith(f"Step {total} of {total}: Finalization")
    page.locator("#moves button").first.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert text_of(page, "#where").startswith("Step 4 ")  # by rounds, still
    page.locator("#position").focus()
    page.keyboard.press("ArrowLeft")
    assert text_of(page, "#where").startswith("Step 3 ")
    page.click("#path >> text=Plaintext")
    assert "Plaintext" in text_of(page, "#where")


def test_link_carries_everything(page, browser):  # noqa: F811
    visit(page, **AEAD, step="9", column="3", flip="Nonce 3")
    seen = [text_of(page, name) for name in ("#where", "#sbox", "#difference", "#all-lines")]
    context = browser.new_context()
    other = context.new_page()
    other.goto(page.url)
    wait_for_text(other, "#where")
    assert [text_of(other, name) for name in ("#where", "#sbox", "#difference", "#all-lines")] == seen
    context.close()


@pytest.mark.parametrize(
    "step, shown", [("1.5", 1), ("9.99", 9), ("-3", 1), ("x", 1), ("Infinity", None), ("1e400", None)]
)
def test_step_of_a_link(step, shown, page):
    """Whatever a link says, the page shows a step: the last one for a number that is too large."""
    assert not visit(page, **AEAD, step=step)
    total = len(text_of(page, "#all-lines").splitlines())
    assert text_of(page, "#where").startswith(f"Step {shown or total} of {total}: ")


# ---- What is shown -------------------------------------------------------------------------------


def state_of(line: str) -> list[int]:
    return [int(word, 16) for word in line.split()[-5:]]


def test_state_and_changes(page):
    visit(page, **AEAD, step="3")
    lines = text_of(page, "#all-lines").splitlines()
    before, after = state_of(lines[1]), state_of(lines[2])
    for i, line in enumerate(page.locator(".word").all()):
        classes = line.locator(".bits i").evaluate_all("cells => cells.map(cell => cell.className)")
        ones = sum(1 << 63 - k for k, name in enumerate(classes) if "one" in name.split())
        changed = sum(1 << 63 - k for k, name in enumerate(classes) if "changed" in name.split())
        assert (ones, changed) == (after[i], before[i] ^ after[i])
        assert line.locator(".integer").text_content() == f"{after[i]:016x}"
        assert line.locator(".bytes").text_content() == after[i].to_bytes(8, "little").hex()
        assert line.locator(".other").text_content() == after[i].to_bytes(8, "big").hex()
    count = sum((a ^ b).bit_count() for a, b in zip(before, after))
    assert f"{count} of 320 bits changed" in text_of(page, "#where")


@pytest.mark.parametrize("step", ("2", "3", "4"))
def test_lens(step, page):
    """The same substitution, seen from each layer of its round."""
    visit(page, **{**AEAD, "in": "00" * 64}, step=step, column="17")
    lines = text_of(page, "#all-lines").splitlines()
    before = [word >> 17 & 1 for word in state_of(lines[1])]
    after = [word & 1 for word in substitute(before)]
    cells = page.locator("#sbox table").first.locator("td").all_text_contents()
    assert cells == [str(bit) for pair in zip(before, after) for bit in pair]
    # The whole S-box, as this computation shows it.
    rows = [row.locator("td").all_text_contents() for row in page.locator("#sbox table").nth(1).locator("tr").all()]
    shown = dict(zip(sum(rows[::2], []), sum(rows[1::2], [])))
    for value in range(32):
        image = substitute([value >> (4 - i) & 1 for i in range(5)])
        assert int(shown[f"{value:02x}"], 16) == sum((word & 1) << (4 - i) for i, word in enumerate(image))
    page.locator(".bits").nth(2).locator("i").nth(0).click()
    assert text_of(page, "#sbox").startswith("Column 63")


def test_diffusion(page):
    visit(page, **AEAD, step="10", flip="Nonce 9")
    flipped = bytearray.fromhex(NONCE)
    flipped[1] ^= 2
    rest = ["--key", KEY, "--ad", b"header".hex(), "--message", b"a message".hex()]
    one, other = (specified(["ascon-aead128", "--nonce", nonce, *rest])[0] for nonce in (NONCE, flipped.hex()))
    count = sum((a ^ b).bit_count() for a, b in zip(state_of(one[9]), state_of(other[9])))
    assert f"{count} of 320 bits differ" in text_of(page, "#where")
    assert f"{count} of 320 bits differ" in text_of(page, "#difference")
    assert page.locator("#chart svg").is_visible()


# ---- What is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(("changed", "complaint"), [
    ({"key": "00"}, "Key: 1 bytes, expected 16"),
    ({"nonce": "000"}, "Nonce: 3 hexadecimal digits, expected an even number"),
    ({"in": "hello"}, 'Plaintext: "h" is no hexadecimal digit; put a text in quotation marks'),
    ({"ad": "00" * 2049}, "2049 bytes, expected at most 2048"),
    ({"output": "3"}, "The library says: a length or a number of rounds is outside its range"),
    ({"output": "3000"}, "Bytes of output: 3000, expected 0 to 2048"),
    ({"flip": "Nonce 128"}, "Flip: bit 128 of Nonce, which has 128 bits"),
    ({"flip": "Salt 1"}, "Flip: ascon-aead128 has no such input"),
    ({"operation": "decrypt", "tag": "00" * 17}, "17 bytes, expected at most 16"),
])  # fmt: skip
def test_bad_input(changed, complaint, page):
    visit(page, **{**AEAD, **changed})
    assert text_of(page, "#error") == complaint


# ---- Trying it -----------------------------------------------------------------------------------


def test_hash_playground(page):
    visit(page)
    page.fill("#hash-text", "Ascon ☃")
    for name in ("ascon-hash256", "ascon-xof128", "ascon-hasha"):
        page.select_option("#hash-algorithm", name)
        size = ["--output-bytes", "32"] if "xof" in name else []
        expected = specified([name, "--message", "Ascon ☃".encode().hex(), *size])[1]["output"]
        assert text_of(page, "#hash-output") == expected
    page.select_option("#hash-algorithm", "ascon-xof128")
    page.fill("#hash-bytes", "2049")
    assert text_of(page, "#hash-output") == "2049 bytes of output, expected 0 to 2048"


def test_aead_playground(page):
    visit(page)
    page.fill("#aead-text", "top secret ☃")
    page.click("#seal")
    sealed = base64.b64decode(page.input_value("#aead-sealed"))
    key, nonce = page.input_value("#aead-key"), page.input_value("#aead-nonce")
    words = ["--key", key, "--nonce", nonce, "--ad", b"header".hex(), "--message", "top secret ☃".encode().hex()]
    results = specified(["ascon-aead128", *words])[1]
    assert sealed.hex() == nonce + results["ciphertext"] + results["tag"]
    page.click("#open")
    assert text_of(page, "#aead-result") == 'Genuine: "top secret ☃"'
    changed = bytes([*sealed[:-1], sealed[-1] ^ 1])
    page.fill("#aead-sealed", base64.b64encode(changed).decode())
    page.click("#open")
    assert text_of(page, "#aead-result").startswith("Refused: the tag does not match")
    page.click("#seal")
    assert page.input_value("#aead-nonce") != nonce


# ---- On every screen -----------------------------------------------------------------------------


def test_screens(screen):  # noqa: F811
    """No fault that axe or the site's own look finds, nothing loaded, no complaint of the browser."""
    requests = []
    screen.on("request", lambda request: requests.append(request.url))
    for values in ({}, {**AEAD, "step": "9", "flip": "Key 0"}, {**AEAD, "key": "00"}):
        assert not visit(screen, **values)
        assert not screen.evaluate(LOOK)
        screen.evaluate(AXE)
        assert not screen.evaluate(RUN_AXE)
    assert not [url for url in requests if not url.startswith(("file:", "data:", "about:"))]
