"""Makes `spec` importable and says where the command is: ASCONKIT, else that of the release build."""

import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REPORT = "sanitizer-report"
LONGEST_TEST = 600  # seconds, under sanitizers on a busy machine
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


def sanitizer_options(folder):
    """Sanitizers write reports to files: a test that expects a failure could mistake a report for it. Signals end the
    command as they do without a sanitizer, because tests send them."""
    options = [f"log_path={folder / REPORT}", "exitcode=99", "abort_on_error=0"]
    options += [f"handle_{signal}=0" for signal in ("abort", "segv", "sigbus", "sigfpe", "sigill")]
    return {f"{name}_OPTIONS": ":".join(options) for name in ("ASAN", "UBSAN", "TSAN")}


def sanitizer_reports(folder):
    return "\n".join(path.read_text(errors="replace") for path in sorted(folder.glob(f"{REPORT}*")))


@pytest.fixture(autouse=True)
def no_test_hangs():
    """A command that waits for ever fails its test but does not stop the other tests."""
    from helpers import deadline

    with deadline(LONGEST_TEST):
        yield


@pytest.fixture(autouse=True)
def no_sanitizer_reports(tmp_path_factory, monkeypatch):
    """No process of a test may have a finding of a sanitizer, whatever else the test expects."""
    reports = tmp_path_factory.mktemp("reports")
    for name, value in sanitizer_options(reports).items():
        monkeypatch.setenv(name, value)
    yield
    found = sanitizer_reports(reports)
    assert not found, found


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
