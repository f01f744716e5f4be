"""The files of known answers: their form, and that names of vectors are unique.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import json

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
