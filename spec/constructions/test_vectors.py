# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The files of known answers: their form, and that names of vectors are unique."""

import hashlib
import json
from pathlib import Path

import pytest

from spec import constructions
from spec.__main__ import main


def test_strings_of_bytes_are_hexadecimal(monkeypatch):
    monkeypatch.setattr(constructions, "vectors", lambda _: [{"name": "one", "key": b"\x01\xff", "count": 3}])
    assert json.loads(constructions.vector_file("any")) == [{"name": "one", "key": "01ff", "count": 3}]


@pytest.mark.parametrize("name", constructions.NAMES)
def test_every_vector_has_a_name_of_its_own(name):
    names = [vector["name"] for vector in constructions.vectors(name)]
    assert names and len(set(names)) == len(names)


@pytest.mark.parametrize("name", constructions.NAMES)
def test_the_command_prints_the_file(name, capsys):
    assert main(["vectors", name]) == 0
    assert capsys.readouterr().out == constructions.vector_file(name)


def test_the_command_knows_no_other(capsys):
    with pytest.raises(SystemExit) as status:
        main(["vectors", "nonsense"])
    assert status.value.code == 2
    assert "nonsense" in capsys.readouterr().err


def test_the_command_writes_all_files(tmp_path, capsys):
    """Those whose sums are kept, and the flags of all of them."""
    assert main(["vectors", "--folder", str(tmp_path / "new")]) == 0
    files = {path.relative_to(tmp_path / "new").as_posix(): path for path in (tmp_path / "new").glob("*/*.json")}
    digests = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
    kept = Path(__file__).resolve().parents[2] / "vectors/SHA256SUMS"
    assert dict(reversed(line.split("  ")) for line in kept.read_text().splitlines()) == digests
    page = (tmp_path / "new/mistakes.md").read_text()
    flags = {flag for path in files.values() for flag in json.loads(path.read_text()).get("notes", ())}
    assert flags and all(f"| `{flag}` |" in page for flag in flags)


@pytest.mark.parametrize("arguments", [[], ["siv", "--folder", "x"]])
def test_the_command_takes_a_name_or_a_folder(arguments, capsys):
    with pytest.raises(SystemExit) as status:
        main(["vectors", *arguments])
    assert status.value.code == 2 and "--folder" in capsys.readouterr().err
