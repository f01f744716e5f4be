"""Budgets of lines: tools/budgets.py finds a line too many, and rows and folders that do not go together."""

import subprocess
import tomllib

import budgets
import pytest

FILES = {
    ".gitattributes": "ports/one/made.c linguist-generated\n",
    "asconkit/ascon.h": "ASCON_API int a(void);\nASCON_MUST_CHECK ASCON_API\nint b(void);\nASCON_API extern int c;\n"
    + "\n" * 46,
    "asconkit/core/api/calls.c": "\n" * 40,
    "ports/one/made.c": "\n" * 150,
    "ports/one/deep/er.c": "\n" * 48,
    "docs/results/a.json": "\n" * 100,
    "requirements.txt": "\n" * 10,
}
TEXT = """# Rules.

[repository]
"all" = 450
"generated" = 150
"recorded" = 100
"locked" = 50

[library]
"public calls" = 2
"public headers" = 1
"files" = 2

[folders]
"." = 50
"asconkit" = 50
"asconkit/core" = 50
"docs/results" = 100
"ports/later" = { most = 900, why = "reserved" }
"ports/one" = 200
"tools" = 50
"""


def commit(tree) -> None:
    names = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
    for words in (("add", "-A"), (*names, "commit", "-qm", "a")):
        subprocess.run(["git", *words], cwd=tree, check=True)


def write(tree, name: str, text: str) -> None:
    (tree / name).parent.mkdir(parents=True, exist_ok=True)
    (tree / name).write_text(text)


@pytest.fixture
def tree(tmp_path):
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    for name, text in {**FILES, budgets.FILE: TEXT}.items():
        write(tmp_path, name, text)
    commit(tmp_path)
    return tmp_path


def replace(tree, old: str, new: str) -> None:
    text = (tree / budgets.FILE).read_text()
    assert old in text
    write(tree, budgets.FILE, text.replace(old, new))


def test_a_tree_within_its_budgets(tree):
    assert budgets.wrong_budgets(tree) == []
    found = budgets.used(tree)
    assert found["repository"] == {"all": 420, "generated": 150, "recorded": 100, "locked": 10}
    assert found["library"] == {"public calls": 2, "public headers": 1, "files": 2}
    assert found["folders"]["ports/one"] == 198


@pytest.mark.parametrize("name", ["asconkit/ascon.h", "asconkit/new.c"])
def test_one_line_too_many(tree, name):
    (tree / name).open("a").write("\n")
    line = f"{budgets.FILE}: asconkit: 51, 1 above the budget of 50; make room, or say why not"
    assert line in budgets.wrong_budgets(tree)


@pytest.mark.parametrize("name, line, row", [
    ("asconkit/core/api/calls.c", "\n" * 31, "all: 451"),
    ("ports/one/made.c", "\n", "generated: 151"),
    ("docs/results/a.json", "\n", "recorded: 101"),
    ("requirements.txt", "\n" * 41, "locked: 51"),
    ("asconkit/ascon.h", "ASCON_API int c(void);\n", "public calls: 3"),
    ("asconkit/ascon_more.hpp", "\n", "public headers: 2"),
    ("asconkit/core/api/more.c", "", "files: 3"),
])  # fmt: skip
def test_wholes_have_budgets(tree, name, line, row):
    (tree / name).open("a").write(line)
    assert any(f"{row}, 1 above the budget" in line for line in budgets.wrong_budgets(tree))


def test_a_folder_without_a_row(tree):
    write(tree, "ports/two/a.c", "\n")
    assert budgets.wrong_budgets(tree) == [f"{budgets.FILE}: ports/two: has no row; add one: 1 lines"]


def test_a_row_without_a_folder(tree):
    replace(tree, '"tools" = 50', '"ports/gone" = 50\n"tools" = 50')
    assert budgets.wrong_budgets(tree) == [f"{budgets.FILE}: ports/gone: a row of what is not there"]


def test_room_lowers_the_budget(tree):
    write(tree, "ports/one/made.c", "\n" * 51)
    wrong = budgets.wrong_budgets(tree)
    assert f"{budgets.FILE}: ports/one: 99 of 200: lower the budget, with tools/budgets.py --write" in wrong
    write(tree, budgets.FILE, budgets.rewritten((tree / budgets.FILE).read_text(), budgets.used(tree)))
    assert budgets.wrong_budgets(tree) == []
    assert '"ports/one" = 100\n' in (tree / budgets.FILE).read_text()


@pytest.mark.parametrize("steps", [0, 1])
def test_a_budget_is_raised_with_a_reason(tree, steps):
    """Also where the change is committed."""
    replace(tree, '"ports/one" = 200', '"ports/one" = 250')
    for _ in range(steps):
        commit(tree)
    assert budgets.wrong_budgets(tree) == [
        f"{budgets.FILE}: ports/one: raised from 200 to 250: give the reason in the row, as why"
    ]
    replace(tree, '"ports/one" = 250', '"ports/one" = { most = 250, why = "a port" }')
    commit(tree)
    assert budgets.wrong_budgets(tree) == []
    replace(tree, 'most = 250, why = "a port"', 'most = 300, why = "a port"')
    assert any("ports/one: raised from 250 to 300" in line for line in budgets.wrong_budgets(tree))


def test_writing_only_lowers(tree):
    write(tree, "asconkit/core/api/calls.c", "\n" * 400)
    write(tree, "ports/two/a.c", "\n")
    (tree / "docs/results/a.json").unlink()
    text = budgets.rewritten(TEXT, budgets.used(tree))
    rows = tomllib.loads(text)["folders"]
    assert rows["asconkit/core"] == 50 and rows["ports/two"] == 50 and "docs/results" not in rows
    assert rows["ports/later"] == {"most": 900, "why": "reserved"} and text.startswith("# Rules.\n")


def test_the_table_has_every_row(tree):
    lines = [line.split() for line in budgets.table(tree).splitlines()]
    assert ["ports/one", "198", "200"] in lines and ["ports/later", "0", "900"] in lines
    assert ["public", "calls", "2", "2"] in lines and len(lines) == 1 + 3 + 4 + 3 + 7
