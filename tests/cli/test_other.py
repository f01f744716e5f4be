"""keygen, mac, prf, xof, info, and the help."""

import json
import os
import re
import stat
import subprocess
from itertools import islice

import pytest
from helpers import BAD_KEY_FILE, CORRUPTED, IO, SUM_FAILED, USAGE, failure, names, run, sample, succeed
from second_implementation import derived_key, mac_tag, read_key

from spec.algorithms import ALGORITHMS, find
from spec.kat import generate
from spec.modes import cxof, mac, prf, prfshort, xof

COMMANDS = ["keygen", "encrypt", "decrypt", "sum", "mac", "prf", "xof", "info", "help"]


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


def raw_keys(folder, secret):
    """Names of files that hold the key in each form."""
    contents = {"bytes": secret, "digits": secret.hex().encode(), "line": secret.hex().upper().encode() + b"\r\n"}
    for name, content in contents.items():
        (folder / name).touch(0o600)
        (folder / name).write_bytes(content)
    return list(contents)


@pytest.mark.parametrize("secret", [sample(16), b"\n" * 16, b"0123456789abcde ", bytes(16)])
def test_a_raw_key_gives_the_tags_of_others(folder, secret):
    for name in raw_keys(folder, secret):
        for algorithm in MACS:
            tag = mac(find(algorithm), secret, b"hi").hex()
            assert succeed("mac", "--raw-key", name, "-a", algorithm, stdin=b"hi") == f"{tag}  -\n".encode()


@pytest.mark.parametrize(("name", "algorithm", "length"), [("mac", "ascon-mac", []), ("prf", "ascon-prf", ["-n", "16"]),
                                                           ("prf", "ascon-prfshort", [])])
def test_published_answers(folder, name, algorithm, length):
    """The first known answers of the designers' files, which spec/ reproduces."""
    (folder / "k").touch(0o600)
    for vector in islice(generate(find(algorithm)), 17):
        key, message, tag = (bytes.fromhex(line.partition(" = ")[2]) for line in vector.splitlines()[1:4])
        (folder / "k").write_bytes(key)
        output = succeed(name, "--raw-key", "k", "-a", algorithm, *length, stdin=message)
        assert bytes.fromhex(output.split()[0].decode()) == tag


@pytest.mark.parametrize("content", [b"x" * 15, b"x" * 17, b"0" * 31, b"0" * 33, b"g" * 32, b"asconkit-key-v1-"])
@pytest.mark.parametrize("name", ["mac", "prf"])
def test_bad_raw_keys(folder, name, content):
    (folder / "bad").touch(0o600)
    (folder / "bad").write_bytes(content if content[0] != ord("a") else succeed("keygen", "-"))
    failure(BAD_KEY_FILE, name, "--raw-key", "bad", says="bad: is not a raw key, expected 16 bytes or 32 hexadecimal")
    failure(USAGE, name, says="expected --key FILE or --raw-key FILE")


# ---- mac -c ----------------------------------------------------------------------------------


@pytest.fixture
def tagged(folder, key):
    for name in ("a", "b c", "new\nline"):
        (folder / name).write_text(name)
    (folder / "TAGS").write_bytes(succeed("mac", "-k", key, "a", "b c", "new\nline"))
    return ["-k", key, "-c", "TAGS"]


def test_tags_are_checked_as_digests_are(folder, key, tagged):
    assert succeed("mac", *tagged) == b"a: OK\nb c: OK\n\\new\\nline: OK\n"
    assert succeed("mac", *tagged, "--quiet") == succeed("mac", *tagged, "--status") == b""
    assert succeed("mac", "-k", key, "-c", stdin=(folder / "TAGS").read_bytes()).count(b"OK") == 3
    (folder / "a").write_text("x")
    (folder / "b c").unlink()
    result = run("mac", *tagged)
    assert result.returncode == SUM_FAILED
    assert result.stdout == b"a: FAILED\nb c: FAILED open or read\n\\new\\nline: OK\n"
    assert b"WARNING: 1 computed checksum did NOT match" in result.stderr
    assert run("mac", *tagged, "--ignore-missing").returncode == SUM_FAILED
    (folder / "a").write_text("a")
    assert run("mac", *tagged, "--ignore-missing").returncode == 0


def test_every_digit_of_a_tag_is_compared(folder, key, tagged):
    (folder / "new\nline").unlink()
    line = (folder / "TAGS").read_text().splitlines()[0]
    for at in range(32):
        digit = "0" if line[at] != "0" else "1"
        text = line[:at] + digit + line[at + 1 :] + "\n"
        assert run("mac", "-k", key, "-c", stdin=text.encode()).stdout == b"a: FAILED\n"


def test_tags_need_the_right_key_and_algorithm(folder, key, tagged):
    succeed("keygen", "other")
    assert run("mac", "-k", "other", *tagged[2:]).stdout.count(b"FAILED\n") == 3
    assert run("mac", *tagged, "-a", "ascon-mac").stdout.count(b"FAILED\n") == 3


@pytest.mark.parametrize("line", ["0" * 64 + "  a", "0" * 31 + "  a", "g" * 32 + "  a", "junk", "",
                                  "Ascon-Mac (a) = " + "0" * 32, "Ascon-Hash256 (a) = " + "0" * 64])
def test_lines_that_are_no_tags(folder, key, line):
    result = run("mac", "-k", key, "-c", stdin=line.encode() + b"\n")
    assert result.returncode == SUM_FAILED and result.stdout == b""
    assert b"no properly formatted checksum lines found" in result.stderr


# ---- prf -------------------------------------------------------------------------------------


PRFS = [row.name for row in ALGORITHMS if row.kind.value == "prf"]
SHORT_PRFS = [row.name for row in ALGORITHMS if row.kind.value == "prfshort"]


@pytest.mark.parametrize("algorithm", PRFS)
def test_prf(folder, key, algorithm):
    secret = sample(16)
    (name, *_) = raw_keys(folder, secret)
    for size, length in ((0, 1), (5, 16), (40, 17), (33, 100), (1, 0)):
        expected = prf(find(algorithm), secret, sample(size), length)
        options = ["--raw-key", name, "-a", algorithm, "-n", length]
        assert succeed("prf", *options, stdin=sample(size)) == expected.hex().encode() + b"\n"
        assert succeed("prf", *options, "--raw", stdin=sample(size)) == expected
    derived = prf(find(algorithm), derived_key("prf", read_key(key.read_text()), algorithm), b"hi", 32)
    assert succeed("prf", "-k", key, "-a", algorithm, stdin=b"hi").decode().strip() == derived.hex()


@pytest.mark.parametrize("algorithm", SHORT_PRFS)
def test_prfshort(folder, key, algorithm):
    secret = sample(16)
    (name, *_) = raw_keys(folder, secret)
    for size, length in ((0, 16), (16, 1), (7, 8)):
        expected = prfshort(find(algorithm), secret, sample(size), length)
        options = ["--raw-key", name, "-a", algorithm, "-n", length]
        assert succeed("prf", *options, stdin=sample(size)).decode().strip() == expected.hex()
    derived = prfshort(find(algorithm), derived_key("prf", read_key(key.read_text()), algorithm), b"hi", 16)
    (folder / "a").write_bytes(b"hi")
    assert succeed("prf", "-k", key, "-a", algorithm, "a").decode().strip() == derived.hex()
    for length in (0, 17):
        failure(USAGE, "prf", "-k", key, "-a", algorithm, "-n", length, says=f"--length: {length}, expected 1 to 16")
    failure(USAGE, "prf", "-k", key, "-a", algorithm, stdin=bytes(17), says="is longer than the 16 bytes")


def test_default_prf(key):
    assert succeed("prf", "-k", key) == succeed("prf", "-k", key, "-a", "ascon-prf-v13", "-n", 32)


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
    (active,) = [one for one in data["backends"] if one["active"]]
    assert "reason" in active and all("reason" not in one for one in data["backends"] if one is not active)
    text = succeed("info").decode()
    assert all(name in text for name in [*rows, *(one["name"] for one in data["backends"])])


def test_backend_option():
    for one in json.loads(succeed("info", "--json"))["backends"]:
        if not one["available"]:
            continue
        for arguments in (["--backend", one["name"], "info", "--json"], ["info", "--json", "--backend", one["name"]]):
            active = [other["name"] for other in json.loads(succeed(*arguments))["backends"] if other["active"]]
            assert active == [one["name"]]


def test_info_says_why_a_backend_was_chosen():
    def shown(*options, **settings):
        rows = json.loads(succeed("info", "--json", *options, **settings))["backends"]
        (row,) = [row for row in rows if row["active"]]
        assert f"{row['name']:<27} active: {row['reason']}\n" in succeed("info", *options, **settings).decode()
        return row["reason"]

    assert shown("--backend", "ref") == "named by the program"
    named = shown(env={**os.environ, "ASCON_BACKEND": "ref"})
    assert named == "named by the environment variable ASCON_BACKEND"
    assert shown() not in ("", named, "named by the program")


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
    assert len(text.splitlines()) < 35 and max(map(len, text.splitlines())) < 115


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
