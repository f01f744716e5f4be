"""Files of version 1, as its command wrote them, and the worked examples of docs/file-format.md."""

import shutil
from pathlib import Path

import pytest
from conftest import ROOT
from helpers import AEADS, encrypt, succeed
from second_implementation import Header, decode, key_line, read_key, stretch
from second_implementation import decrypt as second_decrypt
from second_implementation import encrypt as second_encrypt

from spec.constructions.stream import KEY_FILE, PASSPHRASE

# Made by the last command that wrote version 1, as `asconkit encrypt -k user.key -a NAME --chunk-size 16 text` for
# each algorithm; empty, one-chunk (default chunk size) and whole-chunks (the first 32 bytes) with the first of them;
# passphrase with the cost below.
SAMPLES = Path(__file__).parent / "version1"
TEXT = (SAMPLES / "text").read_bytes()
TEXTS = {name: TEXT for name in (*AEADS, "one-chunk")} | {"empty": b"", "whole-chunks": TEXT[:32]}


def private(name, folder):
    """A copy that nobody else can read, which git does not record."""
    copy = Path(shutil.copy(SAMPLES / name, folder))
    copy.chmod(0o600)
    return copy


@pytest.mark.parametrize("name", TEXTS)
def test_files_of_version_1_are_read(tmp_path, name):
    key, sealed = private("user.key", tmp_path), (SAMPLES / f"{name}.ascon").read_bytes()
    assert decode(sealed).version == 1
    assert succeed("decrypt", "-k", key, stdin=sealed) == TEXTS[name]
    assert second_decrypt(read_key(key.read_text()), sealed) == TEXTS[name]


def test_a_passphrase_of_version_1_is_read(tmp_path):
    phrase, sealed = private("phrase", tmp_path), (SAMPLES / "passphrase.ascon").read_bytes()
    header = decode(sealed)
    assert (header.version, header.memory, header.passes, header.lanes) == (1, 64, 3, 2)
    assert succeed("decrypt", "--passphrase-file", phrase, stdin=sealed) == TEXT
    assert second_decrypt(stretch(phrase.read_bytes().strip(), header), sealed) == TEXT


def test_encrypt_writes_version_2(key):
    assert decode(encrypt(key, b"text")).version == 2


# ---- Worked examples -------------------------------------------------------------------------

KEY, SALT = bytes(range(32)), bytes(range(0x40, 0x60))
EXAMPLE_TEXT = b"Twenty bytes of text, and 13 more"
PASSPHRASE_TEXT = "correct hörse"
COST = (64, 3, 2)
EXAMPLES = {
    "version 2, key file": Header(chunk=20, salt=SALT),
    "version 2, passphrase": Header("ascon-80pq", 65536, PASSPHRASE, *COST, salt=SALT),
    "version 1, key file": Header("ascon-aead128", 20, KEY_FILE, salt=SALT[:16], version=1),
}


def lines(name, value):
    """In hexadecimal, 32 bytes a line."""
    digits = value.hex()
    rows = [digits[at : at + 64] for at in range(0, len(digits), 64)]
    return [f"{label:<10} {row}" for label, row in zip([name, *[""] * len(rows)], rows)]


def example(title, header):
    """What the page shows."""
    key = KEY if header.source == KEY_FILE else stretch(PASSPHRASE_TEXT.encode(), header)
    sealed = second_encrypt(key, EXAMPLE_TEXT, header)
    header = decode(sealed)
    own, start, step = header.model.stream(key), header.size, header.chunk + 16
    chunks = [sealed[at : at + step] for at in range(start, len(sealed), step)]
    rows = [title, *([f"passphrase {PASSPHRASE_TEXT}"] if header.source == PASSPHRASE else [])]
    rows += [*lines("K", key), *lines("key check", header.check), *lines("file key", own.key)]
    rows += lines("mask", own.mask) if header.version == 2 else []
    rows += lines("header", sealed[:start])
    for index, chunk in enumerate(chunks):
        rows += lines(f"chunk {index}", chunk)
    return "\n".join(rows) + "\n", sealed


@pytest.mark.parametrize("title", EXAMPLES)
def test_worked_examples(tmp_path, title):
    page = (ROOT / "docs/file-format.md").read_text(encoding="utf-8")
    shown, sealed = example(title, EXAMPLES[title])
    assert shown in page
    (tmp_path / "secret").write_text(key_line(KEY) if title.endswith("key file") else PASSPHRASE_TEXT)
    (tmp_path / "secret").chmod(0o600)
    option = "-k" if title.endswith("key file") else "--passphrase-file"
    assert succeed("decrypt", option, tmp_path / "secret", stdin=sealed) == EXAMPLE_TEXT
    assert EXAMPLE_TEXT.decode() in page and key_line(KEY) in page
