# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The wheels work on a machine without compiler, in each Python that they are for."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

import hardening
from python_env import STABLE_ABI, version_of

WHEELS = [Path(name) for name in os.environ["ASCONKIT_WHEELS"].split(os.pathsep)]
SHORT_RUN = os.environ.get("ASCONKIT_TESTS", "all") != "all"  # the newest of them alone
PYTHONS = [Path(name) for name in os.environ["ASCONKIT_PYTHONS"].split(os.pathsep)]
SCRIPTS = Path(sysconfig.get_path("scripts"))
SMOKE = """
import asconkit, sys
cipher = asconkit.AsconAEAD128(bytes(16))
assert cipher.decrypt(bytes(16), cipher.encrypt(bytes(16), b"text", b"ad"), b"ad") == b"text"
assert asconkit.hash256(b"").hexdigest()[:8] == "0b3be585"
print(len(asconkit.ALGORITHMS), asconkit.__file__)
"""


def tool(name, *arguments):
    environment = {**os.environ, "PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}"}
    command = [str(SCRIPTS / name), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="session", params=WHEELS, ids=lambda wheel: wheel.name)
def wheel(request, tmp_path_factory):
    """The wheel as it would be published: for any Linux of its age, with nothing of this machine."""
    folder = tmp_path_factory.mktemp("repaired")
    tool("auditwheel", "repair", request.param, "-w", folder)
    return next(folder.glob("*.whl"))


def fits(wheel, python):
    version = version_of(python)
    if "-abi3-" in wheel.name:
        return version >= STABLE_ABI
    return f"-cp{version[0]}{version[1]}-" in wheel.name


def test_contents(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert {"asconkit/py.typed", "asconkit/_core.pyi", "asconkit/batch.py"} <= set(names)
    assert not [name for name in names if name.endswith((".cpp", ".c", ".h", ".a"))]
    assert "manylinux" in wheel.name and not [name for name in names if ".libs/" in name]
    assert any("bin/asconkit" in name for name in names)


def test_hardening(wheel, tmp_path):
    """The files as they are shipped; tests/build/test_hardening.py plants faults for the checker."""
    zipfile.ZipFile(wheel).extractall(tmp_path)
    (extension,) = tmp_path.glob("asconkit/_core*.so")
    (command,) = [path for path in tmp_path.rglob("bin/asconkit") if path.is_file()]
    assert hardening.of_linked(extension, checked=False) == []
    assert hardening.of_linked(command) == []


def test_stable_abi(wheel):
    if "-abi3-" in wheel.name:
        report = tool("abi3audit", "--strict", "--report", wheel)
        assert '"non_abi3_symbols": []' in report and '"is_abi3": true' in report


def test_abi3audit_finds_more_than_the_stable_abi():
    """The checker sees an extension for one version of Python that is passed off as stable."""
    extension = next(Path(sys.modules["asconkit"].__file__).parent.glob("_core.*.so"))
    done = subprocess.run([SCRIPTS / "abi3audit", "--strict", "--assume-minimum-abi3", "3.2", extension],
                          capture_output=True, text=True)  # fmt: skip
    assert done.returncode != 0


def test_clean_environment(wheel, tmp_path):
    """No compiler on the path, no index, no other package: install, import, use, run the command."""
    fitting = [python for python in PYTHONS if fits(wheel, python)]
    assert fitting
    for number, python in enumerate(fitting[-1:] if SHORT_RUN else fitting):
        folder = tmp_path / f"venv{number}"
        subprocess.run([python, "-m", "venv", folder], check=True)
        bare = {"PATH": str(folder / "bin"), "HOME": str(tmp_path)}
        inside = folder / "bin/python"
        pip = [inside, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index", "--no-deps"]
        subprocess.run([*pip, wheel], check=True, env=bare)
        done = subprocess.run([inside, "-c", SMOKE], env=bare, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0 and str(folder) in done.stdout, done.stdout + done.stderr
        for command in ([inside, "-m", "asconkit"], [folder / "bin/asconkit"]):
            done = subprocess.run([*command, "--version"], env=bare, capture_output=True, text=True)
            assert done.returncode == 0 and done.stdout.strip(), done.stderr
