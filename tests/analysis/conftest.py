"""Faults that analyzers must find, in a copy of the library."""

import shutil
from pathlib import Path

import pytest
from compiling import LIBRARY


@pytest.fixture
def planted(tmp_path):
    """Makes a copy of the library in which one passage of a file is replaced."""

    def make(file: str, right: str, wrong: str) -> Path:
        library = tmp_path / LIBRARY.name
        shutil.copytree(LIBRARY, library)
        text = (library / file).read_text(encoding="utf-8")
        assert text.count(right) == 1, f"{file} has this {text.count(right)} times: {right}"
        (library / file).write_text(text.replace(right, wrong), encoding="utf-8")
        return library

    return make
