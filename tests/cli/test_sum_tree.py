"""`asconkit sum --tree`: roots of the specification, lines, checking, threads."""

import pytest
from helpers import run

from spec.constructions.tree import sample, tree_hash

CHUNK = 16384
LARGE = 5 * 1024 * 1024 + 77  # more than what the command reads at a time


def root(data):
    return tree_hash(data, CHUNK).hex()


@pytest.mark.parametrize("size", [0, 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5])
def test_roots_are_those_of_the_specification(folder, size):
    data = sample(size)
    (folder / "a").write_bytes(data)
    expected = root(data)
    assert run("sum", "--tree", "a").stdout == f"{expected}  a\n".encode()
    assert run("sum", "--tree", stdin=data).stdout == f"{expected}  -\n".encode()
    assert run("sum", "--tree", "--tag", "a").stdout == f"Ascon-Tree (a) = {expected}\n".encode()


def test_threads_and_pipes_change_nothing(folder):
    data = sample(LARGE)
    (folder / "a").write_bytes(data)
    one = run("sum", "--tree", "-j", "1", "a")
    assert one.returncode == 0
    assert run("sum", "--tree", "-j", "4", "a").stdout == one.stdout
    assert run("sum", "--tree", "-j", "3", stdin=data).stdout == one.stdout.replace(b"a\n", b"-\n")


def test_lines_are_checked(folder):
    for name in ("a", "b"):
        (folder / name).write_bytes(sample(CHUNK + ord(name)))
    plain, tagged = run("sum", "--tree", "a", "b").stdout, run("sum", "--tree", "--tag", "a", "b").stdout
    assert run("sum", "--tree", "-c", stdin=plain).stdout == b"a: OK\nb: OK\n"
    # A tagged line names its algorithm.
    assert run("sum", "-c", stdin=tagged + run("sum", "--tag", "a").stdout).stdout == b"a: OK\nb: OK\na: OK\n"
    # A plain one does not: its digits are those of another algorithm.
    assert run("sum", "-c", stdin=plain).stdout == b"a: FAILED\nb: FAILED\n"
    (folder / "b").write_bytes(sample(CHUNK))
    checked = run("sum", "--tree", "-c", stdin=plain)
    assert (checked.returncode, checked.stdout) == (1, b"a: OK\nb: FAILED\n")


def test_a_root_is_no_hash(folder):
    (folder / "a").write_bytes(b"x")
    assert run("sum", "--tree", "a").stdout != run("sum", "a").stdout


def test_no_algorithm_beside_it(folder):
    refused = run("sum", "--tree", "-a", "ascon-hash256", "a")
    assert refused.returncode == 1 and refused.stdout == b""
    assert b"--tree is an algorithm of its own" in refused.stderr


def test_problems_are_reported(folder):
    (folder / "good").write_bytes(b"x")
    result = run("sum", "--tree", "missing", "good", ".")
    assert result.returncode == 1
    assert result.stdout == f"{root(b'x')}  good\n".encode()
    assert b"missing: No such file" in result.stderr and b"Is a directory" in result.stderr
