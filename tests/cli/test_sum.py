"""`asconkit sum` beside coreutils' sha256sum: the same options and files, the same behaviour."""

import hashlib
import os
import random
import re
import subprocess
import tempfile
from pathlib import Path

import pytest
from helpers import command, names, run

from spec.algorithms import find
from spec.modes import hash_digest

CONTENTS = {
    "a": b"hi",
    "empty": b"",
    "b c": b"x",
    "back\\slash": b"y",
    "new\nline": b"z",
    "carriage\rreturn": b"r",
    "-dash": b"d",
    "[a,b]": b"bracket",
    "info": b"the name of a command",
    "ä": b"letter",
    "co:lon": b"colon",
}


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def ascon(data, algorithm="ascon-hash256"):
    return hash_digest(find(algorithm), data).hex()


def normal(result, program, tag, digest):
    """The result with digests, program and tag replaced by words of equal meaning."""
    known = {digest(data): f"<{data!r}>" for data in CONTENTS.values()}

    def plain(output):
        # Ours alone says it: a list of SHA-256 could be taken for one of ours.
        output = re.sub(rb"(?m)^.*: nothing matches: the list may be of another algorithm .*\n", b"", output)
        text = output.decode(errors="surrogateescape").replace(program, "PROGRAM").replace(tag, "TAG")
        return re.sub(r"[0-9a-f]{64}", lambda match: known.get(match[0], match[0]), text)

    return result.returncode, plain(result.stdout), plain(result.stderr)


def escapes_slashes():
    """Whether this sha256sum escapes backslashes and carriage returns in what `-c` prints: 9.1 does not, 9.7 does."""
    with tempfile.TemporaryDirectory() as place:
        (Path(place) / "a\\b").write_bytes(b"")
        listed = subprocess.run(["sha256sum", "a\\b"], cwd=place, capture_output=True, check=True)
        checked = subprocess.run(["sha256sum", "-c"], cwd=place, input=listed.stdout, capture_output=True, check=True)
    return checked.stdout.startswith(b"\\")


ESCAPES_SLASHES = escapes_slashes()


def as_newer(printed):
    """What `-c` of a newer sha256sum prints."""
    lines = []
    for line in re.split(r"(?<=\n)", printed):
        name, colon, verdict = line.rpartition(": ")
        odd = colon and not name.startswith("\\") and re.search(r"[\\\r]", name)
        lines.append("\\" + name.replace("\\", r"\\").replace("\r", r"\r") + colon + verdict if odd else line)
    return "".join(lines)


def both(folder, arguments, lists=None, **options):
    """Runs both programs in equal folders; `lists` maps names of check files to templates in which
    {name} is the digest of that file and TAG the name of the algorithm."""
    results = []
    for program, start, tag, digest in (
        ("sha256sum", ["sha256sum"], "SHA256", sha256),
        ("asconkit sum", command("sum"), "Ascon-Hash256", ascon),
    ):
        place = fill(folder / program.split()[0], lists or {}, tag, digest)
        done = subprocess.run([*start, *arguments], cwd=place, capture_output=True, **options)
        results.append(normal(done, program, tag, digest))
    if not ESCAPES_SLASHES and {"-c", "--check"} & set(arguments):
        status, printed, complaints = results[0]
        results[0] = status, as_newer(printed), complaints
    return results


def fill(place, lists, tag, digest):
    (place / "folder").mkdir(parents=True, exist_ok=True)
    for name, data in CONTENTS.items():
        (place / name).write_bytes(data)
    for name, template in lists.items():
        for content, data in CONTENTS.items():
            template = template.replace("{%s}" % content, digest(data))
            template = template.replace("{%s!}" % content, digest(data).upper())
        (place / name).write_bytes(template.replace("TAG", tag).encode(errors="surrogateescape"))
    return place


def same(*arguments, **options):
    theirs, ours = both(*arguments, **options)
    assert ours == theirs
    return ours


FILES = ["a", "b c", "empty", "ä", "co:lon", "[a,b]", "info"]
ODD = ["back\\slash", "new\nline", "carriage\rreturn"]


@pytest.mark.parametrize("arguments", [
    FILES, ODD, ["--tag", *FILES, *ODD], ["-z", *FILES, *ODD], ["--zero", "--tag", *ODD], ["-b", *FILES],
    ["-t", *FILES], ["-b", "-t", "a"], ["-t", "--tag", "a"], ["-tb", "a", "back\\slash"], ["--binary", "--tag", "a"],
    ["a", "-b"], ["a", "--", "-dash"], ["--", "-b", "--tag", "--"], ["a", "missing", "b c"], ["a", "folder", "b c"],
    ["", "a"], ["a/b"], [], ["-"], ["-", "-"], ["--tag"], ["a", "-", "b c"],
], ids=repr)  # fmt: skip
def test_digests(folder, arguments):
    same(folder, arguments, input=b"hi")


@pytest.mark.parametrize("words", [
    "--tag -t a", "-c -z a", "-c -b a", "-c -t a", "-c --tag a", "-c --tag -z -b", "--ignore-missing a", "--status a",
    "--warn a", "-w a", "--quiet a", "--strict a", "--strict --quiet --ignore-missing a", "--status --warn a",
    "--unknown a", "--unknown=3 a", "-x a", "-bx a", "--st a", "--t a", "--ta a", "--b a", "--b=3 a", "--i a",
    "--z a", "--bin a", "--check=3 a", "--ignore a", "--check --qui a",
])  # fmt: skip
def test_wrong_and_short_options(folder, words):
    same(folder, words.split())


LINES = [
    "{a}  a\n",
    "{a} *a\n",
    "{a} a\n",
    "{a!}  a\n",
    "  {a}  a\n",
    "\t{a}  a\n",
    "{a}\ta\n",
    "{a}\t\ta\n",
    "{a}  a",
    "{a}  a\r\n",
    "{a}  a\r\r\n",
    "\r\n{a}  a\r\n",
    "\\{a}  a\n",
    "\\{new\nline}  new\\nline\n",
    "\\{carriage\rreturn}  carriage\\rreturn\n",
    "\\{back\\slash}  back\\\\slash\n",
    "{back\\slash}  back\\slash\n",
    "\\{a}  bad\\xescape\n",
    "\\{a}  bad\\\n",
    "\\{a}  no\\nsuch\n",
    "TAG (a) = {a}\n",
    "TAG(a)= {a}\n",
    "TAG (a)={a}\n",
    "TAG (a) = {a!}\n",
    "TAG  (a) = {a}\n",
    " TAG (a) = {a}\n",
    "\\TAG (new\\nline) = {new\nline}\n",
    "\\TAG (bad\\x) = {a}\n",
    "TAG (a) = {a} \n",
    "TAG (a) = {a}0\n",
    "TAG (a) == {a}\n",
    "TAG (a {a}\n",
    "TAG a = {a}\n",
    "TAG (a)b) = {a}\n",
    "TAG () = {a}\n",
    "TAG\n",
    "TAG (\n",
    "tag (a) = {a}\n",
    "MD5 (a) = {a}\n",
    "{a}\n",
    "{a} \n",
    "{a}  \n",
    "{a}   \n",
    "{a}   a\n",
    "{a} x\n",
    "{a} a\n{a}  a\n",
    "{a}  a\n{a} a\n",
    "TAG (a) = {a}\n{a} a\n{b c}  b c\n",
    "0{a}  a\n",
    "g{a}  a\n",
    "{a}a\n",
    "{a}  -\n",
    "#{a}  a\n",
    "# comment\n{a}  a\n",
    " # comment\n{a}  a\n",
    "{a}  missing\n",
    "{a}  folder\n",
    "{a}  b c\n",
    "{a}  co:lon\n",
    "{a}  new\nline\n",
    "\ufeff{a}  a\n",
    "",
    "\n",
    "\n\n{a}  a\n\n",
    "junk\n",
    "junk\n" * 3 + "{a}  a\n",
    "{a}  a\n{a}  b c\n{a}  empty\nx\ny\n{a}  missing\n{a}  folder\n",
    "{a}  a\n{b c}  b c\n{empty}  empty\n",
]


@pytest.mark.parametrize("line", LINES, ids=repr)
def test_check_lines(folder, line):
    same(folder, ["-c", "-w", "LIST"], {"LIST": line}, input=b"hi")
    same(folder, ["--check", "--strict", "LIST"], {"LIST": line}, input=b"hi")


LINES_WITH_NUL = [
    "{a}  a\0b\n",
    "{a}  a\0\n",
    "\\{a}  a\0\n",
    "TAG (a\0b) = {a}\n",
    "TAG (a) = {a}\0\n",
    "{a}\0  a\n",
    "\0{a}  a\n",
]


@pytest.mark.parametrize("line", LINES_WITH_NUL, ids=repr)
def test_no_name_has_a_nul(folder, line):
    """coreutils cuts the name there, and says "a: OK" of a file that the list does not name."""
    fill(folder, {"LIST": "{a}  a\n" + line}, "Ascon-Hash256", ascon)
    result = run("sum", "-c", "--strict", "-w", "LIST", cwd=folder)
    assert (result.returncode, result.stdout) == (1, b"a: OK\n")
    assert b"LIST: 2: improperly formatted Ascon-Hash256 checksum line\n" in result.stderr


HINT = b"asconkit sum: LIST: nothing matches: the list may be of another algorithm than Ascon-Hash256\n"


@pytest.mark.parametrize(("text", "is_told"), [
    (f"{sha256(b'hi')}  a\n{sha256(b'x')}  b c\n", True),
    (f"{sha256(b'hi')}  a\n", True),
    (f"{sha256(b'hi')}  a\n{ascon(b'x')}  b c\n", False),
    (f"{ascon(b'hi')}  a\n", False),
    (f"{ascon(b'hi')}  missing\n", False),
    (f"Ascon-Hash256 (a) = {sha256(b'hi')}\n", False),
])  # fmt: skip
def test_a_list_of_another_algorithm_is_told(folder, text, is_told):
    fill(folder, {"LIST": text}, "Ascon-Hash256", ascon)
    assert run("sum", "-c", "LIST", cwd=folder).stderr.endswith(HINT) == is_told
    assert HINT not in run("sum", "-c", "--status", "LIST", cwd=folder).stderr


TALK = ["--quiet", "--status", "--warn", "-w"]
CHECK_OPTIONS = [
    [],
    ["--strict"],
    ["--ignore-missing"],
    ["--ignore-missing", "--strict", "--quiet"],
    ["--ignore-missing", "--status"],
    *([one] for one in TALK),
    *([one, other] for one in TALK for other in TALK),
]
MIXED = "{a}  a\n{a}  missing\njunk\n{a}  b c\n{empty}  empty\n"
ABSENT = "{a}  missing\n{a}  also missing\n"


@pytest.mark.parametrize("options", CHECK_OPTIONS, ids=repr)
@pytest.mark.parametrize("template", ["{a}  a\n", "{a}  a\njunk\n", MIXED, ABSENT], ids=repr)
def test_check_options(folder, options, template):
    same(folder, ["-c", *options, "LIST"], {"LIST": template})


def test_check_several_files(folder):
    lists = {"ONE": "{a}  a\n", "TWO": "{a} b c\n{b c} b c\n", "THREE": "{a}  empty\n"}
    same(folder, ["-c", "ONE", "TWO", "missing", "folder", "THREE"], lists)
    same(folder, ["-c", "TWO", "ONE"], lists)  # reversed lines stay allowed
    same(folder, ["-c", "/dev/null", "ONE"], lists)


@pytest.mark.parametrize("operands", [["-"], []], ids=repr)
@pytest.mark.parametrize("line", ["{a}  a\n", "{a}  -\n", "junk\n"], ids=repr)
def test_check_from_standard_input(folder, operands, line):
    for program, start, tag, digest in (
        ("sha256sum", ["sha256sum"], "SHA256", sha256),
        ("asconkit sum", command("sum"), "Ascon-Hash256", ascon),
    ):
        place = fill(folder / program.split()[0], {"LIST": line}, tag, digest)
        with open(place / "LIST", "rb") as stdin:
            done = subprocess.run([*start, "-c", "-w", *operands], cwd=place, stdin=stdin, capture_output=True)
        if tag == "SHA256":
            theirs = normal(done, program, tag, digest)
    assert normal(done, program, tag, digest) == theirs


@pytest.mark.parametrize(
    "tail",
    ["- <&-", "<&-", "a - <&-", "a >&-", "a >/dev/full", "-z a >/dev/full", "folder >/dev/full", "- <folder"],
)
def test_redirections(folder, tail):
    results = []
    for program, start, tag, digest in (
        ("sha256sum", "sha256sum", "SHA256", sha256),
        ("asconkit sum", '"$ASCONKIT" sum', "Ascon-Hash256", ascon),
    ):
        place = fill(folder / program.split()[0], {}, tag, digest)
        done = subprocess.run(["sh", "-c", f"{start} {tail}"], cwd=place, capture_output=True)
        results.append(normal(done, program, tag, digest))
    assert results[0] == results[1]


@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_quoting_of_names_in_messages(folder, locale):
    generator = random.Random(20)
    alphabet = [*"ab0 '\"\\$`~#{}:=?*[]();&|<>!^%+,-./@_\n\t\r\a\x01\x7f", "ä", "€", "\u200b", "\udcff", "\udcc3"]
    odd = ["".join(generator.choices(alphabet, k=generator.randint(1, 6))) for _ in range(400)]
    odd += alphabet + ["~a", "#a", "a~", "{", "}", "{}", "it's", "it's:", "'\nx", "'", "''", "\n\n", "a\n\nb"]
    odd = [name for name in odd if not os.path.exists(name) and not misquoted(name, locale)]
    same(folder, ["--", *odd], env={**os.environ, "LC_ALL": locale})


def misquoted(name, locale):
    """coreutils 9.1 starts such names with two quotes too many, or one too few."""
    printable = name[-1].isprintable() and (locale != "C" or name.isascii())
    return "'" in name and not printable


def test_a_large_file_and_a_sparse_list(folder):
    data = random.Random(3).randbytes(300_000)
    (folder / "big").write_bytes(data)
    assert run("sum", "big").stdout.decode() == f"{run_digest(data)}  big\n"


def run_digest(data):
    """The digest that the command computes of data that it gets through a pipe, in pieces of odd sizes."""
    process = subprocess.Popen(command("sum"), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for at in range(0, len(data), 9973):
        process.stdin.write(data[at : at + 9973])
        process.stdin.flush()
    return process.communicate()[0].decode().split()[0]


# ---- What sha256sum does not have -----------------------------------------------------------


@pytest.mark.parametrize("algorithm", ["ascon-hash256", "ascon-hash", "ascon-hasha"])
def test_algorithms(folder, algorithm):
    (folder / "a").write_bytes(b"hi")
    digest = ascon(b"hi", algorithm)
    assert run("sum", "-a", algorithm, "a").stdout.decode() == f"{digest}  a\n"
    tagged = run("sum", "--tag", "--algorithm", algorithm, "a").stdout.decode()
    tag = algorithm.replace("ascon-h", "Ascon-H")
    assert tagged == f"{tag} (a) = {digest}\n"
    assert run("sum", "-c", stdin=tagged.encode()).stdout == b"a: OK\n"  # the tag says which
    plain = f"{digest}  a\n".encode()
    assert run("sum", "-c", "-a", algorithm, stdin=plain).stdout == b"a: OK\n"
    assert run("sum", "-c", stdin=plain).returncode == (0 if algorithm == "ascon-hash256" else 1)


@pytest.mark.parametrize("name", ["ascon-mac", "ascon-xof128", "sha256", ""])
def test_unknown_algorithm(name):
    result = run("sum", "-a", name)
    assert result.returncode == 1
    assert b"expected one of: ascon-hash256, ascon-hash, ascon-hasha" in result.stderr


def test_backends_agree(folder):
    (folder / "a").write_bytes(bytes(range(256)))
    for name in backends():
        assert run("sum", "--backend", name, "a").stdout == run("--backend", name, "sum", "a").stdout
        assert run("sum", "--backend", name, "a").stdout == run("sum", "a").stdout


def backends():
    import json

    return [one["name"] for one in json.loads(run("info", "--json").stdout)["backends"] if one["available"]]


def test_folders_in_the_order_of_bytes(folder):
    for path in ["t/a/x", "t/a.b", "t/a-b", "t/a/b/c", "t/B", "t/ä", "t/.hidden", "t/z z", "t/é\n"]:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(path)
    found = subprocess.run(["find", "t", "-type", "f", "-print0"], stdout=subprocess.PIPE, check=True).stdout
    expected = b"".join(run("sum", path).stdout for path in sorted(found.split(b"\0")[:-1]))
    assert run("sum", "-r", "t").stdout == expected
    assert run("sum", "--recursive", "t/").stdout == expected.replace(b"  t//", b"  t/")
    assert run("sum", "-c", stdin=expected).returncode == 0


def test_folders_with_links_and_special_files(folder):
    (folder / "t").mkdir()
    (folder / "t/a").write_text("a")
    os.symlink("..", folder / "t/loop")
    os.symlink("a", folder / "t/link")
    os.symlink("nowhere", folder / "t/dangling")
    os.mkfifo(folder / "t/pipe")
    os.symlink("t", folder / "named")
    assert [line.split()[1] for line in run("sum", "-r", "t").stdout.decode().splitlines()] == ["t/a"]
    assert [line.split()[1] for line in run("sum", "-r", "named", "t/link").stdout.decode().splitlines()] == [
        "named/a",
        "t/link",
    ]


def test_a_folder_that_cannot_be_read(folder):
    """Too deep to be named, which stops root too."""
    (folder / "t").mkdir()
    os.chdir("t")
    for name in ("first", "zlast"):
        (folder / "t" / name).write_text(name)
    for _ in range(20):
        os.mkdir("d" * 250)
        os.chdir("d" * 250)
    os.chdir(folder)
    result = run("sum", "-r", "t")
    assert result.returncode == 1
    assert b"File name too long" in result.stderr and result.stderr.count(b"\n") == 1
    assert [line.split()[1] for line in result.stdout.decode().splitlines()] == ["t/first", "t/zlast"]
    subprocess.run(["rm", "-rf", "t"], check=True)


def test_recursion_means_nothing_when_checking(folder):
    result = run("sum", "-r", "-c", ".")
    assert result.returncode == 1
    assert result.stderr.startswith(b"asconkit sum: the --recursive option is meaningless when verifying")


def test_an_empty_folder(folder):
    assert run("sum", "-r", ".").stdout == b"" and names(folder) == []


# ---- Files that no list names ---------------------------------------------------------------------


def check_all_listed(*options, lists=("../SUMS",), name="sum"):
    result = run(name, "-c", "--quiet", "--refuse-unlisted", ".", *options, *lists)
    return result.returncode, result.stdout.decode(), result.stderr.decode()


def added(folder, what):
    """Adds something to a tree whose sums were written before."""
    if what == "link":
        return os.symlink("a", folder / "new")
    if what == "pipe":
        return os.mkfifo(folder / "new")
    if what == "hard link":
        return os.link("a", folder / "new")
    return (folder / "new").write_text("")


@pytest.fixture
def tree(folder, monkeypatch):
    for path in ("tree/a", "tree/b/c"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(path)
    monkeypatch.chdir(folder / "tree")
    (folder / "SUMS").write_bytes(run("sum", "-r", ".").stdout)
    return folder / "tree"


@pytest.mark.parametrize("what", ["file", "link", "hard link", "pipe"])
@pytest.mark.parametrize("place", [".", "b", "d/e"])
def test_files_that_no_list_names(tree, what, place):
    assert check_all_listed() == (0, "", "")
    (tree / place).mkdir(parents=True, exist_ok=True)
    added(tree / place, what)
    new = os.path.join(".", place if place != "." else "", "new")
    warning = "asconkit sum: WARNING: 1 file is in no list\n"
    assert run("sum", "-c", "../SUMS").returncode == 0
    assert check_all_listed() == (1, f"{new}: NOT LISTED\n", warning)
    assert check_all_listed("--status") == (1, "", "")


def test_lists_may_name_files_in_other_ways(tree):
    os.symlink("tree", tree.parent / "other")
    paths = [tree / "a", "b/../b/./c"]
    (tree / "TWO").write_bytes(run("sum", *paths).stdout)  # a list that is in the folder itself
    assert check_all_listed(lists=["TWO"]) == (0, "", "")
    (tree / "ONE").write_bytes(run("sum", "../other/a").stdout)
    (tree / "TWO").write_bytes(run("sum", "b/c").stdout)
    assert check_all_listed(lists=["ONE", "TWO"]) == (0, "", "")
    assert check_all_listed(lists=["ONE"])[1] == "./TWO: NOT LISTED\n./b/c: NOT LISTED\n"


def test_a_file_that_has_the_name_of_standard_input(tree):
    lists = (tree.parent / "SUMS").read_bytes()
    (tree.parent / "ONE").write_bytes(lists + run("sum", "-", stdin=b"").stdout)
    added(tree, "file")
    os.rename("new", "-")
    for path, stdin in (("-", lists), ("../ONE", b"")):
        result = run("sum", "-c", "--quiet", "--refuse-unlisted", ".", path, stdin=stdin)
        assert (result.returncode, result.stdout) == (1, b"./-: NOT LISTED\n")


def test_tags_of_a_whole_folder(tree, key):
    (tree.parent / "TAGS").write_bytes(run("mac", "-k", key, "a", "b/c").stdout)
    assert check_all_listed("-k", key, lists=["../TAGS"], name="mac") == (0, "", "")
    added(tree, "file")
    assert check_all_listed("-k", key, lists=["../TAGS"], name="mac")[:2] == (1, "./new: NOT LISTED\n")


def test_a_folder_to_be_listed_that_is_none(tree):
    result = run("sum", "-c", "--refuse-unlisted", "missing", "../SUMS")
    assert result.returncode == 1 and b"missing: No such file or directory" in result.stderr
    result = run("sum", "--refuse-unlisted", ".", "a")
    assert result.returncode == 1 and result.stdout == b""
    assert b"the --refuse-unlisted option is meaningful only when verifying" in result.stderr
