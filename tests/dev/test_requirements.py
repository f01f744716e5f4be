"""Python packages are named with the hashes of their files, and no other files are installed."""

from __future__ import annotations

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path

import pytest
import python_env
from builds import ROOT
from requirements import SOURCES

PINNED = re.compile(r"(?P<name>[\w.-]+)==\S+( ; [^\\]+)?( \\\n    --hash=sha256:[0-9a-f]{64})+")


def comparable(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(text: str) -> set[str]:
    """Names of the packages; the text must have nothing but those, with hashes."""
    body = "".join(line for line in text.splitlines(keepends=True) if not line.lstrip().startswith("#"))
    assert not PINNED.sub("", body).strip(), "not a version with hashes"
    return {comparable(match["name"]) for match in PINNED.finditer(body)}


def asked(source: Path) -> set[str]:
    """Names in a .in file and in those that it includes."""
    names = set()
    for line in source.read_text(encoding="utf-8").splitlines():
        if line.startswith("-r "):
            names |= asked(source.with_name(line[3:]))
        elif not line.startswith("#"):
            names.add(comparable(re.match(r"[\w.-]+", line)[0]))
    return names


@pytest.mark.parametrize("source", SOURCES)
def test_every_requirement_has_hashes(source):
    text = (ROOT / source).with_suffix(".txt").read_text(encoding="utf-8")
    assert "://" not in text, "names a registry"
    wanted = asked(ROOT / source)
    assert wanted and wanted <= pinned(text)


@pytest.mark.parametrize(
    "text", ("numpy==2.0\n", f"numpy>=2 \\\n    --hash=sha256:{64 * '0'}", "numpy==2 \\\n    --hash=md5:0\n")
)
def test_a_requirement_without_a_hash_is_found(text):
    with pytest.raises(AssertionError, match="not a version with hashes"):
        pinned(text)


def make_wheel(folder: Path) -> Path:
    """A package without content, which pip installs without an index."""
    wheel = folder / "asconkit_sample-1.0-py3-none-any.whl"
    about = "asconkit_sample-1.0.dist-info"
    files = {
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: asconkit-sample\nVersion: 1.0\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = []
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
            digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
            rows.append(f"{name},sha256={digest},{len(text)}\n")
        archive.writestr(f"{about}/RECORD", "".join(rows) + f"{about}/RECORD,,\n")
    return wheel


def test_a_wrong_hash_is_refused(tmp_path, monkeypatch, capfd):
    wheel = make_wheel(tmp_path)
    monkeypatch.setattr(python_env, "FOLDER", tmp_path / "environments")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    requirements = tmp_path / "requirements.txt"
    right = hashlib.sha256(wheel.read_bytes()).hexdigest()
    for line in (f"asconkit-sample==1.0 --hash=sha256:{64 * '0'}", "asconkit-sample==1.0"):
        requirements.write_text(line + "\n")
        with pytest.raises(python_env.subprocess.CalledProcessError):
            python_env.environment(Path(sys.executable), "sample", requirements)
    errors = capfd.readouterr().err
    assert "DO NOT MATCH THE HASHES" in errors and "Hashes are required" in errors
    requirements.write_text(f"asconkit-sample==1.0 --hash=sha256:{right}\n")
    python = python_env.environment(Path(sys.executable), "sample", requirements)
    assert list(python.parent.parent.rglob("asconkit_sample-1.0.dist-info"))
