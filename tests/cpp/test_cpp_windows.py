"""The C++ API on 64-bit Windows: built with mingw-w64, its tests run under wine."""

import os
import re
from pathlib import Path

from builds import ROOT, need, run

WINE = "/usr/lib/wine/wine64"


def test_runs_under_wine(tmp_path):
    for command in ("x86_64-w64-mingw32-g++-posix", WINE):
        need(command)
    # Its own folder for what wine keeps, and neither a browser engine nor .NET in it.
    settings = {"WINEPREFIX": str(tmp_path / "wine"), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree=d;mshtml=d"}
    environment = {**os.environ, **settings}
    build = tmp_path / "build"
    options = ["-DCMAKE_BUILD_TYPE=Debug", "-DASCON_PROFILE=size", "-DASCONKIT_BUILD_CLI=OFF"]
    options += ["-DASCONKIT_WERROR=ON"]
    toolchain = f"-DCMAKE_TOOLCHAIN_FILE={ROOT / 'tools/cmake/mingw64.cmake'}"
    run("cmake", "-G", "Ninja", "-S", ROOT, "-B", build, toolchain, *options, env=environment)
    run("cmake", "--build", build, "--target", "cpp_tests", env=environment)
    program = build / "bin/cpp_tests.exe"
    assert Path(program).read_bytes()[:2] == b"MZ"
    printed = run(WINE, program, "--gtest_brief=1", env=environment)
    passed = re.search(r"\[  PASSED  \] (\d+) tests", printed)
    assert passed and int(passed[1]) > 100, printed[-2000:]
