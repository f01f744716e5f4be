"""Makes `spec` importable and says where the command is: ASCONKIT, else that of the release build."""

import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))


def pytest_report_header():
    return f"asconkit: {os.environ['ASCONKIT']}"


def pytest_configure():
    command = os.environ.get("ASCONKIT", str(ROOT / "build/release/bin/asconkit"))
    if not os.access(command, os.X_OK):
        raise pytest.UsageError(f"not a program: {command}; build it (./dev build), or set ASCONKIT")
    os.environ["ASCONKIT"] = os.path.abspath(command)  # tests change the folder
    os.environ["LC_ALL"] = "C.UTF-8"
    os.environ.pop("ASCON_BACKEND", None)
    os.environ.pop("ASCON_BATCH_ENGINE", None)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder that the test works in."""
    path = tmp_path / "work"
    path.mkdir()
    monkeypatch.chdir(path)
    return path


@pytest.fixture
def key(tmp_path):
    """A key file outside the folder that the test works in."""
    from helpers import run

    path = tmp_path / "test.key"
    assert run("keygen", path).returncode == 0
    return path
