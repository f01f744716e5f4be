"""Runs the analyzers that the options choose, and says what is not as it should be.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import resource
import sys

from compiling import BuildError

from . import compilers, findings, options


def seconds() -> float:
    """That the programs which this one has run have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def compiler_is_clean(tool: str) -> bool:
    start = seconds()
    found = compilers.findings(tool, compilers.SETTINGS)
    wrong, gone = findings.unexplained(found), findings.gone(tool, found)
    for each in wrong:
        print(f"NOT EXPLAINED  {each.text}")
    for reason in gone:
        print(f"FOUND NO MORE  {reason.file}: {reason.code} [{reason.check}]; delete it from analysis/reasons.toml")
    explained = len(found) - len(wrong)
    print(f"{options.TOOLS[tool]}: {explained} findings explained, {len(wrong)} not, {len(gone)} found no more; "
          f"{seconds() - start:.0f} s of a processor")
    return not wrong and not gone


def main() -> int:
    parsed = options.parse()
    try:
        clean = [compiler_is_clean(tool) for tool in parsed.tools or options.TOOLS]
    except BuildError as error:
        print(f"analyze: {error}", file=sys.stderr)
        return 1
    return 0 if all(clean) else 1


if __name__ == "__main__":
    sys.exit(main())
