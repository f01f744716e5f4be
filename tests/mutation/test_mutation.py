"""./dev mutate: mutants of a tiny project whose outcomes are known. It runs with the packages of ./dev mutate."""

import argparse
import subprocess
from dataclasses import replace

import pytest
from compiling import ROOT
from mutation import __main__ as program
from mutation import mutations, options, report, selection
from mutation import trial as judging
from mutation.mutations import Mutation
from mutation.project import ASCONKIT, Build, Project, Step
from mutation.record import Found, Record, latest
from mutation.trial import EQUIVALENT, KILLED, NOT_COMPILED, SURVIVED, UNDECIDED, Broken, Trial, explained

FILES = {
    "CMakeLists.txt": """
cmake_minimum_required(VERSION 3.25)
project(planted C)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
add_library(sum sum.c)
add_executable(right right.c)
target_link_libraries(right PRIVATE sum)
""",
    "sum.h": """
#define TWICE(x) ((x) + (x))
int sum_below(const int *numbers, int count);
""",
    "sum.c": """
#include "sum.h"

int never_called(int x) { return x - 5; }

#ifdef DISABLED
int disabled(void) { return 77; }
#endif

static const int zeros[2] = {0, 0};

/* Twice the sum of the numbers below 100. */
int sum_below(const int *numbers, int count) {
  int sum = zeros[0] * 3;
  for (int i = 0; i < count; i++)
    if (numbers[i] < 100) sum += numbers[i];
  if (count == -1) sum = count > 0 ? 8 : 9;
  _Static_assert(sizeof sum < 16, "");
  return TWICE(sum);
}
""",
    "right.c": """
#include "sum.h"
int main(void) {
  const int numbers[] = {4, 99, 100, 7};
  return sum_below(numbers, 4) == 220 ? 0 : 3;
}
""",
}
# The text of a line, what is replaced there, by what, and what comes of it.
KNOWN = (
    ("numbers[i] < 100", "<", "<=", KILLED),
    ("numbers[i] < 100", "100", "99", KILLED),
    ("sum += numbers[i]", "+=", "-=", KILLED),
    ("TWICE(x) ((x) + (x))", "+", "-", KILLED),
    ("for (int i", "++", "--", KILLED),  # it does not finish, or reads what it must not
    ("return x - 5", "-", "+", SURVIVED),
    ("return x - 5", "5", "6", SURVIVED),
    ("int sum = zeros", "3", "4", EQUIVALENT),
    ("zeros[2] = ", "2", "1", EQUIVALENT),  # the compiler knows that the second one is not used
)


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Project:
    root = tmp_path_factory.mktemp("project")
    for name, text in FILES.items():
        (root / name).write_text(text, encoding="utf-8")
    (root / ".gitignore").write_text("/build/\n", encoding="utf-8")
    subprocess.run(["git", "init", "-q", root], check=True)
    options = ("-G", "Ninja", "-S", ".", "-B")
    builds = tuple(
        Build(name, (*options, f"build/{name}", f"-DCMAKE_C_FLAGS={flag}"), plain)
        for name, flag, plain in (("plain", "-O0", ""), ("optimised", "-O2", "plain"))
    )
    quick, deciding = (Step(build.name, build.name, ("right",), ("./right",)) for build in builds)
    return Project(root, ("sum.c", "sum.h"), builds, (quick,), (deciding,))


@pytest.fixture(scope="module")
def trial(project, tmp_path_factory) -> Trial:
    made = Trial(project, tmp_path_factory.mktemp("trial"))
    made.copy()
    made.prepare_all(project.steps)
    return made


def every(trial: Trial) -> list[Mutation]:
    return [mutation for name in trial.project.files
            for mutation in mutations.of_file(name, (trial.tree / name).read_bytes())]  # fmt: skip


def find(trial: Trial, text: str, old: str, new: str) -> Mutation:
    """The only mutation of the line with this text that replaces `old` by `new`."""
    found = []
    for mutation in every(trial):
        line = (trial.tree / mutation.file).read_text().splitlines()[mutation.line - 1]
        if text in line and (mutation.old, mutation.new) == (old, new):
            found.append(mutation)
    assert len(found) == 1, found
    return found[0]


def whole(trial: Trial, mutation: Mutation) -> tuple[str, str]:
    quick = trial.judge_quickly(mutation)
    return trial.judge_thoroughly(mutation) if quick[0] == UNDECIDED else quick


# ---- Outcomes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text, old, new, outcome", KNOWN)
def test_outcomes_that_are_known(text, old, new, outcome, trial):
    mutation = find(trial, text, old, new)
    before = (trial.tree / mutation.file).read_bytes()
    assert whole(trial, mutation)[0] == outcome
    assert (trial.tree / mutation.file).read_bytes() == before


def test_the_tree_is_what_it_was_when_a_run_is_ended(trial):
    """SIGTERM and Ctrl-C are exceptions too."""
    mutation = find(trial, "return x - 5", "-", "+")
    before = (trial.tree / mutation.file).read_bytes()
    with pytest.raises(SystemExit), trial.mutated(mutation):
        assert b"x + 5" in (trial.tree / mutation.file).read_bytes()
        raise SystemExit(143)
    assert (trial.tree / mutation.file).read_bytes() == before


def test_what_does_not_compile(trial):
    text = (trial.tree / "sum.c").read_bytes()
    broken = Mutation("sum.c", 14, text.index(b"int sum ="), "statement", "int sum =", "int other =")
    assert whole(trial, broken) == (NOT_COMPILED, "")


def test_what_does_not_finish(trial, monkeypatch):
    monkeypatch.setitem(judging.LEAST, "processors", 1.0)
    text = (trial.tree / "sum.c").read_bytes()
    endless = Mutation("sum.c", 15, text.index(b"i++"), "operator", "i++", "i--, i++")
    assert whole(trial, endless) == (KILLED, "plain: does not finish")


def test_a_mutant_of_another_file_is_refused(trial):
    mutation = find(trial, "return x - 5", "-", "+")
    with pytest.raises(ValueError, match="does not have '-' at byte"):
        mutation.applied(b"\n" * 200)


def test_what_is_gone_is_not_compiled(project, tmp_path):
    trial = Trial(project, tmp_path)
    (trial.tree / "build").mkdir(parents=True)
    for name in ("old.c", "build/object.o"):
        (trial.tree / name).touch()
    trial.copy()
    assert {path.name for path in trial.tree.iterdir()} == {*FILES, ".gitignore", "build"}
    assert (trial.tree / "build/object.o").exists()


def test_tests_that_fail_anyway_are_refused(project, tmp_path):
    never = Step("plain", "plain", ("right",), ("false",))
    broken = Trial(Project(project.root, project.files, project.builds, (never,), ()), tmp_path)
    broken.copy()
    with pytest.raises(Broken, match="plain fails without a mutation: exit status 1"):
        broken.prepare_all((never,))


@pytest.mark.parametrize("status, printed, text", [
    (1, "[ RUN      ] A.b\n[  FAILED  ] A.b, where x (1 ms)\n", "A.b"),
    (-11, "[ RUN      ] A.a\n[       OK ] A.a (0 ms)\n[ RUN      ] A.b\n", "SIGSEGV in A.b"),
    (1, "=== short test summary info ===\nFAILED tests/x.py::test_y - assert", "tests/x.py::test_y"),
    (8, "The following tests FAILED:\n\t 12 - core.known-answers.c64 (Failed)\n", "core.known-answers.c64"),
    (3, "", "exit status 3"),
])  # fmt: skip
def test_what_noticed_it_is_told(status, printed, text):
    assert explained(status, printed) == text


# ---- The choice --------------------------------------------------------------------------------------------


def lines_of(trial: Trial) -> selection.Lines:
    return selection.compiled_lines(trial.tree, trial.configure(trial.project.builds[1]))


def test_disabled_code_is_not_drawn(trial):
    lines = lines_of(trial)
    text = (trial.tree / "sum.c").read_text().splitlines()
    compiled = [text[number - 1] for number in sorted(lines["sum.c"])]
    assert "int never_called(int x) { return x - 5; }" in compiled and "int disabled" not in "".join(compiled)
    assert {"77"} & {mutation.old for mutation in every(trial)}
    assert not {"77"} & {mutation.old for mutation in selection.candidates(trial.tree, trial.project.files, lines)}
    assert 2 in lines["sum.h"], "bodies of macros are code"


def test_every_line_has_the_same_chance(trial):
    found = selection.candidates(trial.tree, trial.project.files, lines_of(trial))
    drawn = selection.in_random_order(found, 1)
    assert len({(each.file, each.line) for each in drawn}) == len(drawn)
    assert {(each.file, each.line) for each in drawn} == {(each.file, each.line) for each in found}
    assert drawn == selection.in_random_order(found, 1) != selection.in_random_order(found, 2)
    assert selection.in_random_order(found, 1, "*.h") == [each for each in drawn if each.file == "sum.h"]


def changes(text: str) -> set[tuple[str, str, str]]:
    return {(each.kind, each.old, each.new) for each in mutations.of_file("a.c", text.encode())}


@pytest.mark.parametrize(
    "text, expected",
    [
        ("int f(void) { g(); return 1; }", {
            ("statement", "g();", ";"), ("constant", "1", "0"), ("constant", "1", "2")}),
        ("INLINED void f(int a) { if (a) a ^= 0x80u; }", {
            ("condition", "(a)", "(!(a))"), ("statement", "a ^= 0x80u;", ";"), ("operator", "^=", "|="),
            ("constant", "0x80u", "0x81u")}),
        ("#define F(a) \\\n  do { g(a); } while (0)\n", {
            ("statement", "g(a);", ";"), ("condition", "(0)", "(!(0))"), ("constant", "0", "1")}),
        ("void f(void) { ASSUME(x < 3); }", set()),
        ("/* a < b */\n#if A > 3\n#endif\n", set()),
    ],
)  # fmt: skip
def test_changes(text, expected):
    assert changes(text) == expected


def test_the_whole_library_can_be_read():
    """In its C there are more places than lines, of every kind, and only a few files have something unusual."""
    counts = {name: len(mutations.of_file(name, (ROOT / name).read_bytes())) for name in ASCONKIT.files}
    assert sum(counts.values()) > 10_000
    assert counts["asconkit/core/state/words.h"] > 200 and counts["asconkit/masked/state.c"] > 100


# ---- Whole runs --------------------------------------------------------------------------------------------


def asked(**changed) -> argparse.Namespace:
    return argparse.Namespace(**{"count": 3, "seed": 5, "files": "*", "fresh": False, **changed})


def test_a_run_goes_on_where_it_ended(project, tmp_path):
    first = program.run(project, tmp_path, asked(count=2))
    assert sum(each.judged for each in first) == 2
    with (tmp_path / "record.jsonl").open("a") as file:
        file.write('{"number": 9')  # it was ended while it wrote
    more = program.run(project, tmp_path, asked(count=4))
    assert more[: len(first)] == first and sum(each.judged for each in more) == 4
    known = latest(more)
    assert [each.number for each in known] == list(range(1, len(known) + 1))
    assert UNDECIDED in {each.outcome for each in more} and UNDECIDED not in {each.outcome for each in known}
    with pytest.raises(Broken, match="--fresh"):
        program.run(project, tmp_path, asked(seed=6))


def test_survivors_are_judged_again(project, tmp_path):
    """With a test more that notices them."""
    found = program.run(project, tmp_path, asked(count=100))
    survivors = {each.number for each in found if each.outcome == SURVIVED}
    assert survivors and {"int never_called(int x) { return x - 5; }"} <= {each.was for each in found}
    source = project.root / "right.c"
    before = source.read_text()
    declared = before.replace("int main", "int never_called(int x);\nint main")
    source.write_text(declared.replace("return sum", "if (never_called(9) != 4) return 1;\n  return sum"))
    try:
        later = program.run_again(project, tmp_path, [])
    finally:
        source.write_text(before)
    again = {each.number: each.outcome for each in later if each.again}
    assert set(again) == survivors and KILLED in again.values()
    page = "\n".join(report.lines(*Record(tmp_path / "record.jsonl").read(), {}))
    assert "Now noticed by plain: exit status 1." in page and "- int never_called(int x) { return x - 5; }" in page


def found(outcome: str, again: bool = False) -> Found:
    mutation = Mutation("asconkit/core/state/words.h", 3, 40, "operator", "+", "-")
    return Found(1, mutation, "a + b;", "a - b;", outcome, "", 1.0, again)


def test_a_survivor_needs_a_reason(monkeypatch, tmp_path):
    monkeypatch.setattr(report, "PAGE", tmp_path / "page.md")
    monkeypatch.setattr(report, "REASONS", tmp_path / "reasons.toml")
    head = program.head(ASCONKIT, 1, "*")
    report.REASONS.write_text("survivor = []\n")
    assert report.write(head, [found(SURVIVED)]) == ["asconkit/core/state/words.h:3: a + b;"]
    entry = 'file = "asconkit/core/state/words.h"\nwas = "a + b;"\nnow = "a - b;"\n'
    entry += 'text = "Both are 0."\nharmless = true\n'
    report.REASONS.write_text(f"[[survivor]]\n{entry}")
    other = replace(found(KILLED), number=2)
    assert report.write(head, [found(SURVIVED), other]) == []
    page = report.PAGE.read_text()
    assert "Both are 0." in page and "**50.0 %**" in page and "the tests noticed **100.0 %**" in page


def test_reasons_are_of_files_that_are_there():
    for file, was, now in report.reasons():
        text = (ROOT / file).read_text(encoding="utf-8")
        assert was in text and was != now, f"{file} does not have {was!r} any more"


@pytest.mark.parametrize("words, said", [
    (["--count", "many"], "invalid int value: 'many'"), (["--again", "x"], "invalid int value: 'x'"),
    (["words/c64.h"], "unrecognized arguments: words/c64.h"),
])  # fmt: skip
def test_options_are_refused(words, said, capsys):
    with pytest.raises(SystemExit):
        options.parse(words)
    assert said in capsys.readouterr().err
