# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Speed, code size and the matrix of processors: each is a separate program, which is given the options."""

import argparse
import sys

from . import packages
from .commands import asks_for_help, call


def bench(arguments: argparse.Namespace) -> None:
    """Without building where nothing is measured."""
    if "--accelerators" in arguments.rest:
        bench_accelerators(arguments.rest)
        return
    if not {"--from", "--help", "-h"} & set(arguments.rest):
        preset = "clang" if "--clang" in arguments.rest else "run"
        packages.install(packages.BENCH + (["clang-19"] if preset == "clang" else []))
        call("cmake", "--preset", preset, "-DASCONKIT_BUILD_BENCHMARKS=ON", "-DASCONKIT_BUILD_TESTS=OFF")
        call("cmake", "--build", "--preset", preset)
    call(packages.system_python(), "bench/report.py", *arguments.rest)


def bench_accelerators(words: list[str]) -> None:
    if not {"--from", "--help", "-h"} & set(words):
        packages.install(packages.BENCH)
        call("cmake", "--preset", "release")
        call("cmake", "--build", "--preset", "release", "--target", "asconkit_shared", "asconkit_accelerator_shared")
    call(packages.system_python(), "bench/accelerators.py", *words)


def size(arguments: argparse.Namespace) -> None:
    if not asks_for_help(arguments.rest):
        packages.install(packages.BUILD)
    call(sys.executable, "tools/size.py", *arguments.rest)


def matrix(arguments: argparse.Namespace) -> None:
    if asks_for_help(arguments.rest):
        call(sys.executable, "tools/matrix.py", "--help")
        return
    needed = packages.ALTERNATIVES if "--alternatives" in arguments.rest else packages.EMBEDDED
    packages.install(packages.REPORT if "--report" in arguments.rest else needed)
    task = [] if {"--check", "--report"} & set(arguments.rest) else ["--write"]
    call(packages.system_python(), "tools/matrix.py", *task, *arguments.rest)
