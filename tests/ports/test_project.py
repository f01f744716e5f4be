"""What a project shows to the world: workflows, citation, bill of materials, releases and their binary interface."""

import hashlib
import importlib.machinery
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import abi
import pytest
import python_env
import sbom
from builds import ROOT, copy_project, run
from tasks import distribution, packing
from tasks.commands import Failure

GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))


@pytest.fixture(scope="module")
def tools() -> Path:
    """The folder of the checkers' commands."""
    return python_env.packaging_tools()


def accepts(*command: object) -> bool:
    return subprocess.run(list(map(str, command)), capture_output=True).returncode == 0


# ---- GitHub --------------------------------------------------------------------------------------


def commands_of(workflow: str) -> list[str]:
    return [text.strip() for text in re.findall(r"^\s*(?:- )?run:(.*)$", workflow, re.M)]


def load_dev():
    loader = importlib.machinery.SourceFileLoader("dev_command", str(ROOT / "dev"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("dev_command", loader))
    loader.exec_module(module)
    return module


def is_ours(command: str) -> bool:
    """.ci/run, or a task of ./dev with options that it has. The options of programs are tested with these."""
    word, *rest = shlex.split(command)
    if word == ".ci/run":
        return rest == []
    if word != "./dev":
        return False
    try:
        arguments, unknown = load_dev().make_parser().parse_known_args(rest)
    except SystemExit:
        return False
    return not unknown or arguments.passes_on


@pytest.mark.parametrize("command", ("make", "./dev tset", "./dev test nothing", "./dev release --fast", ".ci/run x"))
def test_a_strange_command_is_found(command):
    assert not is_ours(command)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_call_dev_alone(path):
    """So that everything can be run on any machine."""
    found = commands_of(path.read_text(encoding="utf-8"))
    assert found and all(map(is_ours, found))


def careless_actions(workflow: str) -> list[str]:
    """Actions by a tag or branch, which their owner can move, and checkouts that leave a token in .git/config."""
    lines = [*workflow.splitlines(), ""]
    careless = []
    for line, after in zip(lines, lines[1:]):
        used = re.search(r"uses: *([^\s@]+)(@[0-9a-f]{40} )?", line)
        if used and (not used[2] or (used[1] == "actions/checkout" and "persist-credentials: false" not in after)):
            careless.append(used[1])
    return careless


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_and_checkouts_keep_no_token(path):
    workflow = path.read_text(encoding="utf-8")
    assert "uses:" in workflow and not careless_actions(workflow)
    for right, wrong in ((r"@[0-9a-f]{40}", "@v4"), ("persist-credentials: false", "fetch-depth: 0")):
        assert careless_actions(re.sub(right, wrong, workflow))


def test_there_is_a_workflow_for_each_purpose():
    assert {path.stem for path in WORKFLOWS} == {"test", "long", "sanitizers", "fuzz", "release"}
    sanitizers = commands_of((GITHUB / "workflows/sanitizers.yml").read_text(encoding="utf-8"))[0]
    listed = run(sys.executable, ROOT / "dev", *shlex.split(sanitizers)[1:], "--list", cwd=ROOT)
    assert "asan" in listed and "tsan" in listed


def is_workflow(tools: Path, *paths: Path) -> bool:
    return accepts(tools / "check-jsonschema", "--builtin-schema", "vendor.github-workflows", *paths)


def test_workflows_follow_the_schema(tools, tmp_path):
    planted = tmp_path / "planted.yml"
    planted.write_text(WORKFLOWS[0].read_text(encoding="utf-8").replace("runs-on", "runs_on"), encoding="utf-8")
    assert not is_workflow(tools, planted)
    assert is_workflow(tools, *WORKFLOWS)


@pytest.fixture(scope="module")
def actionlint(tmp_path_factory) -> Path:
    """Built of the modules that tools/actionlint pins, by the newest Go that Debian 12 has or a later one."""
    program = tmp_path_factory.mktemp("actionlint") / "actionlint"
    options = {"cwd": ROOT / "tools/actionlint", "env": {**os.environ, "GOTOOLCHAIN": "local", "GOFLAGS": ""}}
    run("go", "build", "-mod=readonly", "-o", program, "github.com/rhysd/actionlint/cmd/actionlint", **options)
    return program


PLANTED = {
    "a job that is not there": ("    steps:", "    needs: nothing\n    steps:"),
    "an expression of nothing": (".ci/run", "echo ${{ github.evnt }}"),
    "a runner that is not there": ("ubuntu-24.04", "ubuntu-9.04"),
    "a step with two meanings": ("persist-credentials: false }", "persist-credentials: false }\n        run: echo"),
    "text of a stranger in a command": (".ci/run", "echo ${{ github.event.pull_request.title }}"),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_actionlint_finds_faults(actionlint, tmp_path, fault):
    text = (GITHUB / "workflows/test.yml").read_text(encoding="utf-8")
    old, new = PLANTED[fault]
    assert old in text
    (tmp_path / "planted.yml").write_text(text.replace(old, new), encoding="utf-8")
    assert not accepts(actionlint, tmp_path / "planted.yml")


def test_workflows_are_those_that_actionlint_knows(actionlint):
    """Jobs, expressions, runners and permissions, and with shellcheck the commands."""
    run(actionlint, *WORKFLOWS)


def test_forms_have_names():
    forms = sorted((GITHUB / "ISSUE_TEMPLATE").glob("*.md"))
    assert forms
    for form in forms:
        assert re.match(r"---\nname: .+\nabout: .+\n---\n", form.read_text(encoding="utf-8")), form.name


# ---- Citation ------------------------------------------------------------------------------------


def test_citation(tools, tmp_path):
    planted = tmp_path / "CITATION.cff"
    planted.write_text((ROOT / "CITATION.cff").read_text(encoding="utf-8").replace("title:", "titel:", 1))
    check = (tools / "check-jsonschema", "--builtin-schema", "vendor.citation-file-format")
    assert not accepts(*check, planted)
    assert accepts(*check, ROOT / "CITATION.cff")


# ---- Bill of materials ---------------------------------------------------------------------------


def is_bill(tools: Path, path: Path) -> bool:
    return accepts(tools / "pyspdxtools", "--infile", path, "--version", "SPDX-2.3")


def test_bill_of_materials(tools, tmp_path):
    path, planted = tmp_path / "bill.spdx.json", tmp_path / "planted.spdx.json"
    run(sys.executable, ROOT / "dev", "sbom", path)
    bill = json.loads(path.read_text(encoding="utf-8"))
    bill["relationships"][0]["relatedSpdxElement"] = "SPDXRef-nothing"
    planted.write_text(json.dumps(bill), encoding="utf-8")
    assert not is_bill(tools, planted)
    assert is_bill(tools, path)


def test_bill_names_every_file_once():
    bill = sbom.document()
    names = [file["fileName"] for file in bill["files"]]
    assert "./asconkit/core/api/ascon.c" in names
    elements = [one["SPDXID"] for one in (*bill["files"], *bill["packages"])]
    assert len(set(elements)) == len(elements) and len(set(names)) == len(names)


# What CMake itself is asked for, or the system has, and the project's own.
BUILT_IN = {"Threads", "PkgConfig", "Python", "asconkit", "sys", "linux"}
LOOKED_FOR = r"""(?x)
    find_package\((\w+) |
    find_path\(\w+\s+(\w+) |
    pkg_check_modules\(\w+\s+(?:(?:REQUIRED|QUIET|IMPORTED_TARGET)\s+)*(\w+) |
    ^\s*\#\s*include\s<(\w+)/
"""


def foreign(text: str) -> set[str]:
    """What CMake files and sources look for outside the project."""
    return {next(filter(None, found)).lower() for found in re.findall(LOOKED_FOR, text, re.M)} - {
        word.lower() for word in BUILT_IN
    }


def test_what_is_looked_for_is_found():
    cmake = "find_package(One REQUIRED)\nfind_path(DIR four.h)\npkg_check_modules(X QUIET IMPORTED_TARGET two)\n"
    text = f"{cmake}#include <three/a.h>\n"
    assert foreign(text + "#include <sys/types.h>\n") == {"one", "two", "three", "four"}


@pytest.mark.parametrize("part", sbom.PARTS)
def test_bill_names_what_parts_are_linked_with(part):
    suffixes = (".txt", ".c", ".h", ".cpp", ".hpp")
    files = [path for path in (ROOT / sbom.PARTS[part]).rglob("*") if path.suffix in suffixes]
    wanted = {row.found_by.lower() for row in sbom.FOREIGN if row.part == part}
    if part == "asconkit-python":  # which can take the command along
        wanted.add("libargon2")
    assert foreign("".join(path.read_text(encoding="utf-8") for path in files)) == wanted


# ---- Releases ------------------------------------------------------------------------------------


@pytest.fixture
def repository(tmp_path) -> Path:
    """A commit of the little that a release needs, with a dated version."""
    root = tmp_path / "project"
    shutil.copytree(ROOT / "asconkit", root / "asconkit")
    (root / "CHANGELOG.md").write_text(f"# Changelog\n\n## {sbom.version_of(ROOT)} (2026-01-31)\n", encoding="utf-8")
    commit(root, "init", "-q")
    commit(root, "add", ".")
    commit(root, "commit", "-q", "-m", "A release")
    return root


def commit(root: Path, *words: str) -> None:
    run("git", "-C", root, "-c", "user.name=a", "-c", "user.email=a@example.org", *words)


def test_release(repository, tmp_path, tools):
    one, two = ([path.read_bytes() for path in distribution.write(repository, tmp_path / name)] for name in "ab")
    assert one == two, "the same commit gives other bytes"
    run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=tmp_path / "a")
    (archive,), (materials,) = (tmp_path / "a").glob("*.tar.gz"), (tmp_path / "a").glob("*.spdx.json")
    assert is_bill(tools, materials)
    with tarfile.open(archive) as opened:
        content = opened.extractfile(f"asconkit-{sbom.version_of(ROOT)}/asconkit/ascon.h").read()
    assert hashlib.sha256(content).digest() == hashlib.sha256((ROOT / "asconkit/ascon.h").read_bytes()).digest()


def test_release_has_every_package(repository, tmp_path, monkeypatch):
    """The files that the packers make, which have tests of their own, with their sums. Others are made here."""
    def file(name):
        (tmp_path / name).write_text(name, encoding="utf-8")
        return tmp_path / name

    version = sbom.version_of(ROOT)
    sources = f"asconkit-{version}.tar.gz"  # the name of the release's archive too
    conan = f"asconkit-conan-{version}.tgz"  # test_packages.py makes it
    slow = {packing.pack_python: sources, packing.pack_rust: "asconkit-9.crate", packing.pack_npm: "asconkit-9.tgz",
            packing.pack_debian: "libasconkit_9.deb", packing.pack_conan: conan}  # fmt: skip
    packers = [(lambda _, name=slow[each]: [file(name)]) if each in slow else each for each in packing.PACKERS]
    monkeypatch.setattr(packing, "PACKERS", packers)
    written = distribution.write(repository, tmp_path / "dist", lambda: packing.pack(tmp_path / "packages"))
    run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=tmp_path / "dist")
    names = (tmp_path / "dist/SHA256SUMS").read_text(encoding="utf-8").split()[1::2]
    go, board = (f"packages/asconkit-{name}-{version}.zip" for name in ("go", "arduino"))
    vectors = f"packages/asconkit-{version}-vectors.tar.gz"
    packed = {f"packages/{name}" for name in slow.values()} | {go, board, vectors}
    besides = {sources.replace("tar.gz", f"{kind}.json") for kind in ("spdx", "intoto")}
    assert packed | besides | {sources} == set(names) and len(written) == 1 + len(names)
    with zipfile.ZipFile(tmp_path / "dist" / go) as opened:
        below = f"example.org/asconkit@v{version}/"
        wanted = {f"{below}{name}" for name in ("go.mod", "LICENSE", "internal/library/asconkit.wasm")}
        assert wanted <= set(opened.namelist())
    with zipfile.ZipFile(tmp_path / "dist" / board) as opened:
        assert {"asconkit/library.properties", "asconkit/src/asconkit.h"} <= set(opened.namelist())
    with tarfile.open(tmp_path / "dist" / vectors) as opened:
        assert {"./vectors.md", "./mistakes.md", "./LICENSE", "./acvp/drbg.json"} <= set(opened.getnames())


def test_provenance_names_the_commit_and_every_file(repository, tmp_path):
    (made,) = [path for path in distribution.write(repository, tmp_path) if path.name.endswith(".intoto.json")]
    statement = json.loads(made.read_text(encoding="utf-8"))
    said = {row["name"]: row["digest"]["sha256"] for row in statement["subject"]}
    others = [path for path in tmp_path.glob("asconkit-*") if path != made]
    assert said == {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in others}
    definition = statement["predicate"]["buildDefinition"]
    commit_id = run("git", "-C", repository, "rev-parse", "HEAD").strip()
    assert [row["digest"] for row in definition["resolvedDependencies"]] == [{"gitCommit": commit_id}]
    assert definition["internalParameters"]["tools"]["gcc"] == run("gcc", "--version").splitlines()[0]


def test_what_is_no_release(repository, tmp_path):
    """A tree that differs from its commit, another tag, and a version without a date."""
    commit(repository, "tag", "v9.9.9")
    with pytest.raises(Failure, match=r"the tag is v9.9.9, expected v\d"):
        distribution.write(repository, tmp_path / "dist")
    (repository / "CHANGELOG.md").write_text(f"## {sbom.version_of(ROOT)} (unreleased)\n", encoding="utf-8")
    with pytest.raises(Failure, match="CHANGELOG.md"):
        distribution.write(repository, tmp_path / "dist")
    commit(repository, "commit", "-q", "-a", "-m", "No date")
    with pytest.raises(Failure, match="has no line '## .* is not dated"):
        distribution.write(repository, tmp_path / "dist")
    assert not (tmp_path / "dist").exists()


# ---- Binary interface ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def released(tmp_path_factory) -> tuple[Path, Path]:
    """A copy of the project and the record of its interface."""
    root = tmp_path_factory.mktemp("released")
    copy_project(root)
    record = root / "record.xml"
    abi.write(abi.build(root, root / "build"), root, record)
    return root, record


def judged(released, capsys, *edits: tuple[str, str, str]) -> tuple[int, str]:
    """What is said of the project after edits: (file, from, to). They are undone."""
    root, record = released
    kept = {name: (root / name).read_text(encoding="utf-8") for name, _, _ in edits}
    try:
        for name, old, new in edits:
            text = (root / name).read_text(encoding="utf-8")
            assert old in text
            (root / name).write_text(text.replace(old, new, 1), encoding="utf-8")
        status = abi.compare(record, abi.build(root, root / "build"), root)
    finally:
        for name, text in kept.items():
            (root / name).write_text(text, encoding="utf-8")
    return status, capsys.readouterr().out


HEADER = "asconkit/ascon.h"
STRUCT = "typedef struct ascon_sponge_ctx {\n"
CONTEXT = ("asconkit/ascon_base.h", STRUCT, STRUCT + "  uint64_t more;\n")


def test_nothing_changed(released, capsys):
    status, said = judged(released, capsys)
    assert status == 0 and "runs programs" in said


def test_a_changed_struct_is_found(released, capsys):
    status, said = judged(released, capsys, CONTEXT)
    assert status == 1 and "ascon_sponge_ctx" in said and "more" in said


def test_another_soname_may_differ(released, capsys):
    status, said = judged(released, capsys, CONTEXT, (HEADER, 'VERSION "0.1.', 'VERSION "0.2.'))
    assert status == 0 and "libasconkit.so.0.2 is another library than libasconkit.so.0.1" in said


def test_a_call_may_be_added_but_not_removed(released, capsys):
    declared = "ASCON_API const char *ascon_result_text(ascon_result result);\n"
    more = (HEADER, declared, declared + "ASCON_API int ascon_more(void);\n")
    more_c = '#include "../../ascon.h"\nint ascon_more(void) { return 1; }\n#include'
    added = ("asconkit/core/api/ascon.c", "#include", more_c)
    assert judged(released, capsys, more, added)[0] == 0
    hidden = (HEADER, declared, declared.removeprefix("ASCON_API "))
    status, said = judged(released, capsys, hidden)
    assert status == 1 and "ascon_result_text" in said


def test_programs_run_with_the_recorded_name(released):
    """The soname is the part of the version that changes with the interface."""
    major, minor, _ = sbom.version_of(ROOT).split(".")
    assert abi.soname(released[1]) == f"libasconkit.so.{major if major != '0' else f'0.{minor}'}"
