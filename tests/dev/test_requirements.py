"""Python packages are named with the hashes of their files, and no other files are installed."""

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path

import pytest
import python_env
from builds import ROOT
from requirements import SOURCES, requirements

PINNED = re.compile(r"(?P<name>[\w.-]+)==\S+( ; [^\\]+)?( (?:\\\n    )?--hash=sha256:[0-9a-f]{64})+")


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


def lock(*files: str, **fields: str) -> dict:
    """A lock file with one package; the digest of a file is its name."""
    wheels = [{"url": f"https://index/{name}", "hashes": {"sha256": name}} for name in files]
    return {"packages": [{"name": "sample", "version": "1", "sdist": wheels[0], "wheels": wheels[1:], **fields}]}


@pytest.mark.parametrize(
    "kept", ("py3-none-any", "py2.py3-none-any", "cp312-cp312-manylinux_2_28_aarch64", "cp39-abi3-manylinux2014_x86_64",
             "py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64")
)  # fmt: skip
def test_hashes_are_those_of_files_for_linux_and_tested_pythons(kept):
    others = ("cp310-cp310-manylinux2014_x86_64", "cp315-abi3-manylinux2014_x86_64", "cp312-cp312-win_amd64",
              "cp312-cp312-musllinux_1_2_x86_64", "cp312-cp312-manylinux_2_28_s390x", "py2-none-any")  # fmt: skip
    files = [f"sample-1-{tags}.whl" for tags in (*others, kept)]
    assert requirements(lock("sample-1.tar.gz", *files)) == f"sample==1 --hash=sha256:{files[-1]}\n"
    assert "sha256:sample-1.tar.gz" in requirements(lock("sample-1.tar.gz", *files[:-1]))  # none fits: the sources
    assert "sha256:duckdb-2.tar.gz" in requirements(lock("duckdb-2.tar.gz", files[-1], name="duckdb"))  # headers
    assert not requirements(lock("sample-1.tar.gz", files[-1], marker="sys_platform == 'win32'"))


def test_an_untested_python_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(python_env, "FOLDER", tmp_path)
    monkeypatch.setattr(python_env, "version_of", lambda python: (3, 14))
    with pytest.raises(SystemExit, match="is 3.14; .* for Python 3.11 to 3.13"):
        python_env.environment(Path(sys.executable), "sample")


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
