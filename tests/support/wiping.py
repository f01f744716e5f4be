"""The search of the stack by tests/unit/test_wipe.cpp, for any build of the library."""

import subprocess
import sys
from pathlib import Path

from builds import ROOT, compile_all, run

FILES = ("unit/test_wipe.cpp", "unit/traces.cpp", "unit/painted_stack.cpp", "support/support.cpp", "support/calls.cpp")


def compile_tests(folder: Path, compiler: str, *flags: str) -> list[Path]:
    """The objects of the tests."""
    maker = [sys.executable, ROOT / "tests/support/make_vectors.py", "states"]
    states = run(*maker, cwd=ROOT, env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"})
    (folder / "states.inc").write_text(states, encoding="utf-8")
    settings = ["-std=c++20", f"-I{ROOT}", f"-I{folder}", "-DASCON_TEST_INTERNALS=0", "-DASCON_TEST_EMULATED=0"]
    return compile_all(folder, compiler, [*settings, *flags], [ROOT / "tests" / name for name in FILES])


def search(program: Path, linker: list[str], objects) -> subprocess.CompletedProcess:
    """Links the objects of the tests and of the library to this program, and runs it."""
    run(*linker, *objects, "-lgtest", "-lgtest_main", "-lpthread", "-o", program)
    return subprocess.run([program, "--gtest_brief=1"], capture_output=True, text=True)
