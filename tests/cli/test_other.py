"""keygen, mac, xof, info, and the help."""

import json
import re
import stat
import subprocess

import pytest
from helpers import CORRUPTED, IO, failure, names, run, sample, succeed
from second_implementation import mac_tag, read_key

from spec.algorithms import ALGORITHMS, find
from spec.modes import cxof, mac, xof

COMMANDS = ["keygen", "encrypt", "decrypt", "sum", "mac", "xof", "info", "help"]


# ---- keygen ----------------------------------------------------------------------------------


def test_keygen(folder):
    succeed("keygen", "k")
    assert stat.S_IMODE((folder / "k").stat().st_mode) == 0o600
    line = (folder / "k").read_text()
    assert re.fullmatch(r"asconkit-key-v1-[0-9a-f]{64}-[0-9a-f]{8}\n", line)
    assert len(read_key(line)) == 32
    succeed("keygen", "--force", "k")
    assert (folder / "k").read_text() != line
    assert stat.S_IMODE((folder / "k").stat().st_mode) == 0o600 and names(folder) == ["k"]


def test_keygen_over_a_file_that_others_can_read(folder):
    (folder / "k").touch(0o644)
    succeed("keygen", "-f", "k")
    assert stat.S_IMODE((folder / "k").stat().st_mode) == 0o600


def test_keygen_to_standard_output():
    lines = {succeed("keygen", "-").decode() for _ in range(10)}
    assert len({read_key(line) for line in lines}) == 10


def test_a_key_through_a_pipe(folder):
    succeed("keygen", "k")
    succeed("encrypt", "-k", "k", "-o", "out", "k")
    script = 'cat k | "$ASCONKIT" decrypt -k /dev/stdin out -o -'
    result = subprocess.run(["sh", "-c", script], capture_output=True)
    assert result.stdout == (folder / "k").read_bytes() and result.stderr == b""


# ---- mac -------------------------------------------------------------------------------------


MACS = [row.name for row in ALGORITHMS if row.kind.value == "mac"]


@pytest.mark.parametrize("algorithm", MACS)
def test_mac_with_a_bare_key(folder, algorithm):
    secret = sample(16)
    (folder / "k").touch(0o600)
    (folder / "k").write_text(secret.hex().upper() + "\n")
    for size in (0, 1, 31, 32, 33, 100):
        tag = mac(find(algorithm), secret, sample(size)).hex()
        assert succeed("mac", "-k", "k", "-a", algorithm, stdin=sample(size)) == f"{tag}  -\n".encode()


@pytest.mark.parametrize("algorithm", MACS)
def test_mac_with_a_key_file(folder, key, algorithm):
    (folder / "a").write_bytes(b"hi")
    (folder / "new\nline").write_bytes(b"ho")
    tags = [mac_tag(read_key(key.read_text()), text, algorithm).hex() for text in (b"hi", b"ho")]
    output = succeed("mac", "-k", key, "-a", algorithm, "a", "new\nline").decode()
    assert output == f"{tags[0]}  a\n\\{tags[1]}  new\\nline\n"
    assert succeed("mac", "-k", key, "-a", algorithm, "--verify", tags[0].upper(), "a") == b"a: OK\n"
    result = failure(CORRUPTED, "mac", "-k", key, "-a", algorithm, "--verify", tags[1], "a", says="does not match")
    assert result.stdout == b""


def test_default_mac(folder, key):
    assert succeed("mac", "-k", key, stdin=b"hi")[:32].decode() == mac_tag(read_key(key.read_text()), b"hi").hex()


def test_mac_goes_on_after_a_missing_file(folder, key):
    (folder / "a").write_bytes(b"hi")
    result = failure(IO, "mac", "-k", key, "missing", "a", says="missing: No such file")
    assert result.stdout.endswith(b"  a\n")


# ---- xof -------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ["ascon-xof128", "ascon-xof", "ascon-xofa"])
@pytest.mark.parametrize("length", [0, 1, 7, 8, 9, 100])
def test_xof(folder, algorithm, length):
    expected = xof(find(algorithm), b"hi", length)
    (folder / "a").write_bytes(b"hi")
    assert succeed("xof", "-a", algorithm, "-n", length, "a") == expected.hex().encode() + b"\n"
    assert succeed("xof", "-a", algorithm, "--length", length, "--raw", stdin=b"hi") == expected


@pytest.mark.parametrize("text", ["", "x", "protocol ä", "[a,b]", "{}", "-x", "y" * 256])
def test_cxof(text):
    expected = cxof(find("ascon-cxof128"), b"hi", text.encode(), 40)
    assert succeed("xof", "-z", text, "-n", 40, "--raw", stdin=b"hi") == expected
    assert succeed("xof", "-a", "ascon-cxof128", f"--customization={text}", "-n40", "--raw", stdin=b"hi") == expected


def test_xof_defaults():
    assert succeed("xof", stdin=b"hi") == xof(find("ascon-xof128"), b"hi", 32).hex().encode() + b"\n"
    assert succeed("xof", "-a", "ascon-cxof128").strip() == cxof(find("ascon-cxof128"), b"", b"", 32).hex().encode()


def test_long_output_is_one_stream():
    output = succeed("xof", "-n", 200_000, "--raw")
    assert len(output) == 200_000 and output[:500] == xof(find("ascon-xof128"), b"", 500)
    assert succeed("xof", "-n", 200_000).decode().strip() == output.hex()


# ---- info and help ---------------------------------------------------------------------------


def test_info():
    data = json.loads(succeed("info", "--json"))
    assert succeed("--version").decode() == f"asconkit {data['version']}\n"
    rows = {row["name"]: row for row in data["algorithms"]}
    assert list(rows) == [row.name for row in ALGORITHMS]
    for row in ALGORITHMS:
        shown = rows[row.name]
        assert (shown["kind"], shown["convention"]) == (row.kind.value, row.convention.name)
        assert (shown["key_bytes"], shown["output_bytes"]) == (row.key, row.output)
        assert (shown["rate_bytes"], shown["min_tag_bytes"]) == (row.rate, row.min_tag)
    assert [one["active"] for one in data["backends"]].count(True) == 1
    text = succeed("info").decode()
    assert all(name in text for name in [*rows, *(one["name"] for one in data["backends"])])


def test_backend_option():
    for one in json.loads(succeed("info", "--json"))["backends"]:
        if not one["available"]:
            continue
        for arguments in (["--backend", one["name"], "info", "--json"], ["info", "--json", "--backend", one["name"]]):
            active = [other["name"] for other in json.loads(succeed(*arguments))["backends"] if other["active"]]
            assert active == [one["name"]]


def test_long_options_may_be_abbreviated_everywhere(folder, key):
    (folder / "a").write_bytes(b"hi")
    assert succeed("--back", "c64", "info", "--js") == succeed("--backend=c64", "info", "--json")
    assert succeed("xof", "--len", 5, "--cust=x", "a") == succeed("xof", "-n5", "-zx", "a")
    assert succeed("mac", "--k", key, "--thr", 1, "a") == succeed("mac", "-k", key, "a")
    assert succeed("encrypt", "--k", key, "--out", "-", "--chu=1K", "a")[12:16] == (1024).to_bytes(4, "little")


def test_version():
    for arguments in (["-V"], ["--version"], *([name, option] for name in COMMANDS for option in ("-V", "--version"))):
        assert re.fullmatch(rb"asconkit \d+\.\d+\.\d+\n", succeed(*arguments))


@pytest.mark.parametrize("name", COMMANDS)
def test_help(name):
    text = succeed(name, "--help").decode()
    assert text == succeed(name, "-h").decode() == succeed("help", name).decode()
    assert f"Usage: asconkit {name} [OPTIONS]" in text and "\nExample: asconkit " in text
    assert len(text.splitlines()) < 35 and max(map(len, text.splitlines())) < 105


def test_help_of_the_program():
    text = succeed("--help").decode()
    assert text == succeed("help").decode() == succeed("-h").decode()
    assert all(re.search(rf"^  {name}  ", text, re.M) for name in COMMANDS)


def examples():
    for name in COMMANDS:
        text = run(name, "--help").stdout.decode()
        yield from re.findall(r"^Example: (.*)$", text, re.M)


def test_the_examples_of_the_help_work(folder):
    (folder / "letter.txt").write_text("Dear reader")
    (folder / "photos").mkdir()
    (folder / "photos/one").write_text("1")
    for example in examples():
        if "decrypt" in example:
            (folder / "letter.txt").unlink()
        script = 'asconkit() { "$ASCONKIT" "$@"; }; ' + example
        result = subprocess.run(["sh", "-c", script], capture_output=True)
        assert result.returncode == 0 and result.stderr == b"", (example, result.stderr)
    assert (folder / "letter.txt").read_text() == "Dear reader"
