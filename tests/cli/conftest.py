"""Makes `spec` importable and says where the command is."""

import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))


def pytest_report_header():
    return f"asconkit: {os.environ.get('ASCONKIT', 'not set')}"


def pytest_configure():
    command = os.environ.get("ASCONKIT")
    if not command or not os.access(command, os.X_OK):
        raise pytest.UsageError("set ASCONKIT to the asconkit program")
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
