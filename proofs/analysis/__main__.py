# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs the analyzers that the options choose, and says what is not as it should be."""

import argparse
import resource
import sys
from concurrent.futures import ThreadPoolExecutor

from compiling import BuildError

from . import compilers, eva, findings, misra, options, record


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
        where = f"{reason.file}: {reason.code} [{reason.check}]"
        print(f"FOUND NO MORE  {where}; delete it from proofs/analysis/reasons.toml")
    explained = len(found) - len(wrong)
    print(f"{options.TOOLS[tool]}: {explained} findings explained, {len(wrong)} not, {len(gone)} found no more; "
          f"{seconds() - start:.0f} s of a processor")
    return not wrong and not gone


def rules_are_kept(parsed: argparse.Namespace) -> bool:
    start = seconds()
    found = misra.report()
    wrong = misra.wrong(found)
    for each in wrong:
        print(each)
    print(f"{options.TOOLS['misra']}: {len(found.places)} rules broken in {found.places.total()} places, "
          f"{len(wrong)} things not as misra.toml says; {seconds() - start:.0f} s of a processor")
    if parsed.record and not wrong:
        misra.write(found)
    return not wrong


def is_clean(tool: str, parsed: argparse.Namespace) -> bool:
    if tool == "misra":
        return rules_are_kept(parsed)
    return calls_are_clean(parsed) if tool == "eva" else compiler_is_clean(tool)


def line(outcome: eva.Outcome) -> str:
    good = "clean " if outcome.good else "ALARMS"
    told = [f"    {outcome.failure}"] if outcome.failure else []
    told += [f"    {each.text}" for each in sorted(outcome.alarms, key=lambda each: each.line)]
    said = f"{good} {outcome.case.name}: {outcome.case.text}; {outcome.setting.label}; {outcome.seconds:.0f} s"
    return "\n".join([said, *told])


def calls_are_clean(parsed: argparse.Namespace) -> bool:
    work = [each for each in eva.runs() if parsed.match.search(each[0].name)]
    found, start = [], seconds()
    with ThreadPoolExecutor(compilers.jobs()) as pool:
        for outcome in pool.map(lambda each: eva.run(*each), work):
            print(line(outcome), flush=True)
            found.append(outcome)
    bad = [outcome for outcome in found if not outcome.good]
    clean = len(found) - len(bad)
    print(f"{options.TOOLS['eva']}: {clean} of {len(found)} runs clean; {seconds() - start:.0f} s of a processor")
    if parsed.record and not bad:
        record.write(found)
    return bool(found) and not bad


def main() -> int:
    parsed = options.parse()
    try:
        tools = parsed.tools or options.TOOLS
        clean = [is_clean(tool, parsed) for tool in tools]
    except BuildError as error:
        print(f"analyze: {error}", file=sys.stderr)
        return 1
    return 0 if all(clean) else 1


if __name__ == "__main__":
    sys.exit(main())
