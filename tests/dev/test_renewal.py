# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Records are current for the same files and tools, on whatever commit, and for nothing else."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import renewal  # noqa: E402

TABLE = """
[count]
file = "docs/results/count.json"
command = "wc -l code/a.c > docs/results/count.json"
depends = ["code/*.c"]
tools = ["git"]
released = true

[fails]
file = "docs/results/fails.json"
command = "echo half > docs/results/fails.json; exit 3"
depends = ["code/b.txt"]
tools = []
"""


@pytest.fixture
def project(tmp_path) -> Path:
    for folder in ("tools", "code", "docs/results"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / renewal.TABLE).write_text(TABLE)
    (tmp_path / "code/a.c").write_text("int a;\n")
    (tmp_path / "code/b.txt").write_text("b\n")
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    commit(tmp_path)
    return tmp_path


def commit(project: Path) -> None:
    renewal.git(project, "add", "-A")
    renewal.git(project, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "text", "--allow-empty")


def renewed(project: Path) -> Path:
    assert renewal.renew(project, renewal.records(project)[0])
    commit(project)
    return project


def test_record_is_current_until_its_files_change(project):
    assert renewal.stale(project)["count"] == "no run is known"
    renewed(project)
    assert "count" not in renewal.stale(project)
    (project / "code/b.txt").write_text("nothing to it\n")
    commit(project)
    assert "count" not in renewal.stale(project)
    (project / "code/a.c").write_text("int a, b;\n")
    assert renewal.stale(project)["count"] == "uncommitted: code/a.c"
    commit(project)
    assert renewal.stale(project)["count"] == "changed: code/a.c"
    (project / "code/a.c").write_text("int a;\n")
    commit(project)
    assert "count" not in renewal.stale(project)  # the same files, on a third commit


def test_comments_of_c_do_not_count_but_strings_do(project):
    (project / "code/a.c").write_text('char *a = "/* no */ comment";\n')
    commit(project)
    renewed(project)
    (project / "code/a.c").write_text('/* A "word". */\nchar *a = // one\n    "/* no */ comment";\n')
    commit(project)
    assert "count" not in renewal.stale(project)
    (project / "code/a.c").write_text('char *a = "/* nor */ comment";\n')
    commit(project)
    assert renewal.stale(project)["count"] == "changed: code/a.c"
    (project / "code/README.md").write_text("A page.\n")
    commit(project)
    assert "code/README.md" not in renewal.listed(project, "HEAD", ["code"])


def test_new_files_and_other_tools_make_it_stale(project, monkeypatch):
    renewed(project)
    monkeypatch.setattr(renewal, "versions", lambda tools: {tool: "git version 99" for tool in tools})
    assert renewal.stale(project)["count"] == "git is another version"
    monkeypatch.undo()
    (project / "code/new.c").write_text("int c;\n")
    commit(project)
    assert renewal.stale(project)["count"] == "changed: code/new.c"


def test_what_a_program_imports_counts(project):
    (project / "proofs/model").mkdir(parents=True)
    files = {"code/run.py": "from model import first\n", "proofs/model/first.py": "from .second import two\n"}
    for name, text in {**files, "proofs/model/second.py": "two = 2\n"}.items():
        (project / name).write_text(text)
    table = project / renewal.TABLE
    table.write_text(table.read_text().replace('"code/*.c"', '"code/*.c", "code/run.py"'))
    commit(project)
    assert "count" not in renewal.stale(renewed(project))
    (project / "proofs/model/second.py").write_text("two = 3\n")
    assert renewal.stale(project)["count"] == "uncommitted: proofs/model/second.py"
    commit(project)
    assert renewal.stale(project)["count"] == "changed: proofs/model/second.py"


def test_failed_command_counts_for_nothing(project):
    fails = renewal.records(project)[1]
    assert not renewal.renew(project, fails)
    assert renewal.stale(project)["fails"] == "no run is known"


def test_what_is_not_committed_is_not_renewed(project):
    (project / "code/a.c").write_text("int a, b;\n")
    with pytest.raises(SystemExit, match="count: commit first what it depends on: code/a.c"):
        renewal.renew(project, renewal.records(project)[0])


def test_release_asks_for_its_own_records(project):
    assert list(renewal.stale(project, released=True)) == ["count"]


def test_table_names_what_there_is():
    rows = renewal.records(ROOT)
    assert set(renewal.runs(ROOT)) <= {row.name for row in rows}
    for row in rows:
        assert (ROOT / row.file).exists(), row.file
        for wanted in row.depends:
            assert renewal.listed(ROOT, "HEAD", [wanted]), f"{row.name}: {wanted}"
    depends = {row.name: row.depends for row in rows}
    assert all("proofs/lab/machine.py" in depends[name] for name in ("prove", "lab", "faults", "specification"))
    kept = {f"docs/results/{path.name}" for path in (ROOT / "docs/results").glob("*.json")}
    assert kept - {row.file for row in rows} <= {"docs/results/accelerators.json"}
