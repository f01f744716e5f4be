#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The documentation site.

    tools/docs.py           builds it into build/docs; any warning is an error
    tools/docs.py test ...  builds it and runs tests/docs/test_site.py with pytest's options

`./dev docs` calls it. Needs doxygen, matplotlib, clang-19, lld-19, what the Python package is built with, and chromium
for the tests; Python packages come from PyPI in the versions of docs/requirements.txt. Python's standard library alone.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import explorer
from python_env import ROOT, call, environment, few
from tasks.packages import system_python

REQUIREMENTS = ROOT / "docs/requirements.txt"
SITE = ROOT / "build/docs"
WORK = ROOT / "build/docs-work"
START = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>asconkit</title>
<meta http-equiv="refresh" content="0; url=docs/index.html"></head>
<body><main><h1>asconkit</h1><p><a href="docs/index.html">Documentation</a></p></main></body></html>
"""


def sphinx(python: Path, source: Path, site: Path, work: Path) -> subprocess.CompletedProcess[str]:
    """Every page of `source` that the site has; all warnings are reported before it fails."""
    command = [python, "-m", "sphinx", "-q", "-W", "--keep-going", "-j", "auto", "-c", ROOT / "docs/site"]
    command += ["-d", work / "doctrees", source, site]
    settings = {**os.environ, "ASCONKIT_DOCS_WORK": str(work)}
    return subprocess.run([str(part) for part in command], cwd=ROOT, env=settings, capture_output=True, text=True)


def build() -> Path:
    """Builds the site anew, so that nothing of an older one remains; returns the environment's interpreter."""
    if not shutil.which("doxygen"):
        sys.exit("docs: needs doxygen: apt-get install doxygen")
    python = environment(Path(sys.executable), "docs", requirements=REQUIREMENTS)
    few()  # the Python package, whose stubs the reference reads
    call(system_python(), ROOT / "docs/site/made_pages.py")
    for folder in (SITE, WORK):
        shutil.rmtree(folder, ignore_errors=True)
    done = sphinx(python, ROOT, SITE, WORK)
    if done.returncode != 0:
        sys.exit(f"{done.stdout}{done.stderr}docs: the site has faults")
    (SITE / "index.html").write_text(START, encoding="utf-8")
    explorer.write(SITE / "explorer.html")
    return python


def main() -> int:
    task, *rest = sys.argv[1:] or ["build"]
    if task not in ("build", "test"):
        sys.exit(__doc__)
    try:
        python = build()
        if task == "test":
            call(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/docs/test_site.py", *rest)
        else:
            print(f"docs: {(SITE / 'index.html').relative_to(ROOT)}")
    except subprocess.CalledProcessError as error:
        print(f"docs: failed: {' '.join(error.cmd)}", file=sys.stderr)
        return 1
    except explorer.build.BuildError as error:
        sys.exit(f"docs: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
