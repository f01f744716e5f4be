"""./dev analyze clang gcc: nothing is found that has no reason, and planted faults are."""

import subprocess
import sys
from dataclasses import replace

import pytest
from analysis import compilers, findings
from analysis.compilers import SETTINGS
from analysis.findings import Finding
from builds import SHORT_RUN
from compiling import ROOT

WHOLE, ALONE = SETTINGS[0], next(each for each in SETTINGS if each.name == "c64 alone")
TOOLS = tuple(compilers.COMMANDS)
STAGING, REQUEST = "accelerators/staging.c", "accelerators/request.c"
KDF, TREE = "kdf/kdf.c", "tree/tree.c"


@pytest.mark.parametrize("tool", TOOLS)
def test_every_finding_has_a_reason(tool):
    """And every reason a finding, where all settings are looked at."""
    found = compilers.findings(tool, [each for each in SETTINGS if each.quick or not SHORT_RUN])
    assert not findings.unexplained(found)
    assert SHORT_RUN or not findings.gone(tool, found)


# (what, setting, file, right, wrong, a part of each analyzer's name for it)
FAULTS = (
    ("a check of malloc is missing", WHOLE, STAGING, "  if (!all) return ASCON_ERR_RESOURCES;\n", "",
     {"clang": "core.NullDereference", "gcc": "possible-null"}),
    ("memory is not given back", WHOLE, REQUEST, "  free(seen);\n", "",
     {"clang": "unix.Malloc", "gcc": "malloc-leak"}),
    ("memory is given back twice", WHOLE, STAGING, "  free(all);\n", "  free(all);\n  free(all);\n",
     {"clang": "unix.Malloc", "gcc": "double-free"}),
    ("a variable has no value", ALONE, KDF, "  size_t count = 1;\n", "  size_t count;\n",
     {"clang": "core.", "gcc": "use-of-uninitialized-value"}),
    # gcc 12 does not look for these.
    ("a loop goes on too long", ALONE, TREE, "depth > 1; depth--", "depth > 0; depth--",
     {"clang": "ArrayBound"}),
)  # fmt: skip


@pytest.mark.parametrize("setting, file, right, wrong, tool, check", [
    pytest.param(*rest, tool, check, id=f"{tool}: {what}")
    for what, *rest, checks in FAULTS
    for tool, check in checks.items()
])  # fmt: skip
def test_fault_is_found(setting, file, right, wrong, tool, check, planted):
    library = planted(file, right, wrong)
    found = compilers.findings_of(tool, library / file, setting, library)
    new = [each for each in findings.unexplained(found) if each.file == f"asconkit/{file}"]
    assert any(check in each.check for each in new), found


def test_what_has_no_reason_and_what_is_gone():
    reason = next(iter(findings.reasons().values()))
    moved = replace(reason.finding, line=99, message="something")
    other = replace(moved, code="another_line();")
    everything = set(findings.reasons())
    assert findings.unexplained(everything) == [] == findings.gone(reason.tool, everything)
    assert findings.unexplained({moved, other}) == [other]
    assert findings.gone(reason.tool, everything - {reason.finding}) == [reason]
    assert findings.gone("another tool", set()) == []


def test_files_of_a_setting():
    """No folder is forgotten."""
    rooms = {file.relative_to(compilers.LIBRARY).parts[0] for file in WHOLE.files(compilers.LIBRARY)}
    assert rooms >= {"accelerators", "batch", "core", "masked", "siv", "tree"}
    assert all(file.suffix == ".c" for file in ALONE.files(compilers.LIBRARY))


def test_what_does_not_compile_is_no_clean_file(planted):
    library = planted(KDF, "  size_t count = 1;\n", "  size_t count = ;\n")
    for tool in TOOLS:
        with pytest.raises(compilers.BuildError, match="kdf.c, c64 alone"):
            compilers.findings_of(tool, library / KDF, ALONE, library)


def test_an_unknown_tool_is_refused():
    done = subprocess.run([sys.executable, "dev", "analyze", "lint"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2 and "there is no analyzer 'lint'; there are clang" in done.stderr


def test_finding_is_told():
    text = Finding("gcc", "asconkit/a.c", "-Wx", "f();", 7, "wrong").text
    assert text == "asconkit/a.c:7: wrong [-Wx]\n    f();"
