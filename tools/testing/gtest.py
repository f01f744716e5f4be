#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs a program of googletest in several processes, natively or under an emulator; prints those that fail."""

import argparse
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def names(command: list[str], pattern: str) -> list[str]:
    """The names of all tests that googletest's pattern chooses."""
    listed = subprocess.run(
        [*command, "--gtest_list_tests", f"--gtest_filter={pattern}"], stdout=subprocess.PIPE, text=True, check=True
    )
    found, suite = [], ""
    for line in listed.stdout.splitlines():
        name = line.split("#")[0].rstrip()
        if name.startswith("  "):
            found.append(suite + name.strip())
        elif name.endswith("."):
            suite = name
    return found


def run_shard(command: list[str], report: Path, count: int, index: int) -> subprocess.CompletedProcess:
    settings = {"GTEST_TOTAL_SHARDS": str(count), "GTEST_SHARD_INDEX": str(index), "GTEST_OUTPUT": f"xml:{report}"}
    done = subprocess.run(
        command, env={**os.environ, **settings}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace"
    )
    if done.returncode == 0 and not report.exists():
        done.returncode, done.stdout = 1, done.stdout + f"no report: {report}\n"
    return done


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--filter", default="*", help="of googletest")
    parser.add_argument("--prefix", default="", help="of the names of its tests, for --match: their area")
    parser.add_argument("--match", default="", help="only tests whose names this regular expression finds")
    parser.add_argument("--reports", type=Path, default=Path("reports"))
    parser.add_argument("--emulator", type=Path, help="a file with the emulator's command, or nothing in it")
    parser.add_argument("program", type=Path)
    arguments = parser.parse_args()
    emulator = arguments.emulator.read_text(encoding="utf-8").split() if arguments.emulator else []
    command = [*emulator, str(arguments.program)]
    match = re.compile(arguments.match)
    chosen = [name for name in names(command, arguments.filter) if match.search(arguments.prefix + name)]
    if not chosen:
        print(f"{arguments.program.name}: no test of that name")
        return 0
    arguments.reports.mkdir(parents=True, exist_ok=True)
    pattern = ":".join(chosen) if arguments.match else arguments.filter
    count = min(arguments.jobs, len(chosen))
    with ThreadPoolExecutor(count) as pool:
        done = list(pool.map(
            lambda index: run_shard(
                [*command, "--gtest_brief=1", f"--gtest_filter={pattern}"],
                arguments.reports / f"{arguments.program.name}-{index}.xml", count, index,
            ),
            range(count),
        ))  # fmt: skip
    for shard in done:
        print(shard.stdout, end="")
        if shard.returncode != 0:
            print(f"{arguments.program.name}: status {shard.returncode}")
    return 1 if any(shard.returncode for shard in done) else 0


if __name__ == "__main__":
    sys.exit(main())
