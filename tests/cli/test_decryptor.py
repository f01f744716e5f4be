"""The decryptor in one file, which `python3 -m spec decryptor` writes, opens files of the command."""

import subprocess
import sys
from pathlib import Path

import pytest
from helpers import AEADS, cost_options, encrypt, names, run, sample, succeed, write_secret

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = Path(__file__).parent / "version1"


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    path = tmp_path_factory.mktemp("friend") / "decrypt.pyz"
    with path.open("wb") as file:
        subprocess.run([sys.executable, "-m", "spec", "decryptor"], cwd=ROOT, check=True, stdout=file)
    return path


def run_alone(program, *arguments):
    """-I and -S: with Python's standard library and nothing of this project."""
    command = [sys.executable, "-I", "-S", program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=program.parent)


def opens(program, key, file, folder):
    output = folder / "out"
    done = run_alone(program, key, file, output)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return output.read_bytes()


@pytest.mark.parametrize(("algorithm", "size", "chunk"), [
    *((algorithm, 70, 20) for algorithm in AEADS), ("ascon-aead128", 0, 20), ("ascon-aead128", 60, 20),
    ("ascon-aead128", 70_000, 65536),
])  # fmt: skip
def test_it_opens_what_the_command_writes(program, folder, key, algorithm, size, chunk):
    text = sample(size)
    (folder / "sealed").write_bytes(encrypt(key, text, "-a", algorithm, "--chunk-size", chunk))
    assert opens(program, key, folder / "sealed", folder) == text


@pytest.mark.parametrize("name", ["ascon-80pq", "empty", "one-chunk"])
def test_it_opens_version_1(program, folder, name):
    expected = run("decrypt", "-k", SAMPLES / "user.key", "-o", "-", SAMPLES / f"{name}.ascon").stdout
    assert opens(program, SAMPLES / "user.key", SAMPLES / f"{name}.ascon", folder) == expected


REFUSED = {
    "wrong key": (lambda data: data, "the key is not that of the file"),
    "cut in the header": (lambda data: data[:100], "cut off: 100 bytes, expected at least 160"),
    "empty": (lambda data: b"", "not a file of asconkit encrypt"),
    "no magic": (lambda data: b"X" + data[1:], "not a file of asconkit encrypt"),
    "version 3": (lambda data: data[:8] + b"\3" + data[9:], "version 3 of the format, expected 1 or 2"),
    "damaged header": (lambda data: data[:70] + b"XY" + data[72:], "the header is damaged"),
    "damaged chunk": (lambda data: data[:150] + b"XY" + data[152:], "chunk 0 was changed"),
    "cut after a chunk": (lambda data: data[: 144 + 36], "chunk 0 was changed, or is not the last one"),
    "cut in a chunk": (lambda data: data[:-60], "cut off or extended at chunk 2"),
    "extended": (lambda data: data + b"X", "chunk 3 was changed"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_it_refuses(program, folder, key, what):
    change, says = REFUSED[what]
    (folder / "sealed").write_bytes(change(encrypt(key, sample(70), "--chunk-size", 20)))
    if what == "wrong key":
        succeed("keygen", "-f", key)
    done = run_alone(program, key, folder / "sealed", folder / "out")
    assert done.returncode == 1 and done.stderr.startswith(f"{folder / 'sealed'}: nothing was written: "), done
    assert says in done.stderr and done.stderr.count("\n") == 1
    assert names(folder) == ["sealed"]


def test_a_passphrase_a_bad_key_file_and_an_output_that_exists(program, folder, key, tmp_path):
    phrase = write_secret(tmp_path / "phrase", "correct horse")
    options = ["--passphrase-file", phrase, *cost_options((64, 1, 1))]
    (folder / "sealed").write_bytes(succeed("encrypt", *options, stdin=b"text"))
    assert "encrypted with a passphrase" in run_alone(program, key, folder / "sealed", folder / "out").stderr
    (folder / "sealed").write_bytes(encrypt(key, b"text"))
    assert "not a key file" in run_alone(program, phrase, folder / "sealed", folder / "out").stderr
    key.write_text(key.read_text().replace("asconkit-key-v1-", "asconkit-key-v1-0")[:-2])
    assert "key file" in run_alone(program, key, folder / "sealed", folder / "out").stderr
    assert names(folder) == ["sealed"]
    succeed("keygen", "-f", key)
    (folder / "sealed").write_bytes(encrypt(key, b"text"))
    (folder / "out").write_bytes(b"mine")
    assert "File exists" in run_alone(program, key, folder / "sealed", folder / "out").stderr
    assert (folder / "out").read_bytes() == b"mine"
    assert run_alone(program).returncode == 2


def test_key_files_are_as_the_page_on_the_format_says(program, folder, key):
    (folder / "sealed").write_bytes(encrypt(key, b"text"))
    line, ends = key.read_bytes().rstrip(), b" \t\r\n" * 128
    key.write_bytes((line + ends)[:512])
    assert opens(program, key, folder / "sealed", folder) == b"text"
    for wrong in ((line + ends)[:513], b" " + line, line + b"\f"):
        key.write_bytes(wrong)
        assert "not a key file" in run_alone(program, key, folder / "sealed", folder / "new").stderr


def test_no_room_for_all_of_the_output(program, folder, key):
    (folder / "sealed").write_bytes(encrypt(key, sample(50_000)))
    limited = program.parent / "limited.py"
    limit = "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000,) * 2)"
    limited.write_text(f"import resource, runpy\n{limit}\nrunpy.run_path({str(program)!r}, run_name='__main__')\n")
    done = run_alone(limited, key, folder / "sealed", folder / "out")
    assert done.returncode == 1 and "nothing was written: " in done.stderr, done
    assert names(folder) == ["sealed"]
