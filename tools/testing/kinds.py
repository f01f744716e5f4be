# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The kinds of steps that the table of steps.py has, and the commands that each of them runs."""

import os
import re
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
# What ./dev test runs: without options, with --full, with --all. Only the last has every length, setting and processor.
TIERS = ("quick", "full", "all")
QUICK, LATER = TIERS[:1], TIERS[1:]
RUN_GTEST = ROOT / "tools/testing/gtest.py"


@dataclass(frozen=True)
class Plan:
    """What a run was asked for."""

    tier: str = "full"
    match: str = ""  # a regular expression: only tests whose names it finds
    jobs: int = 2  # processes that a step may have at a time

    @property
    def environment(self) -> dict[str, str]:
        """The environment of every command. Compilers are called by ccache if it is installed."""
        usual = {"ASCONKIT_CLUSTER_MESSAGES": "1000000" if self.tier == "all" else "50000"}
        if shutil.which("ccache"):
            for language in ("C", "CXX"):
                usual[f"CMAKE_{language}_COMPILER_LAUNCHER"] = "ccache"
            # A file that is the same in another folder is the same.
            usual |= {"CCACHE_BASEDIR": str(ROOT), "CCACHE_NOHASHDIR": "1"}
        if not Path("/sys/devices").is_dir():
            # As in some containers: pocl, an OpenCL driver for this processor, then finds no memory and ends the
            # program that called it.
            usual["HWLOC_SYNTHETIC"] = "numa:1(memory=4GB) core:2 pu:1"
        asked = {
            "ASCONKIT_TESTS": self.tier,
            "ASCONKIT_TEST_MATCH": self.match,
            "ASCONKIT_JOBS": str(self.jobs),
            "CTEST_PARALLEL_LEVEL": str(self.jobs),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        return {**usual, **os.environ, **asked}


@dataclass(frozen=True)
class Command:
    words: tuple[object, ...]
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def text(self) -> list[str]:
        return [str(word) for word in self.words]


@dataclass(frozen=True)
class Step:
    """One row. Its output is written to build/logs; its tests are in the reports that its commands write."""

    name: str
    area: str = ""  # none: what several areas need
    after: tuple[str, ...] = ()  # steps that must have succeeded
    tiers: tuple[str, ...] = LATER
    optional: str = ""  # why it may find nothing to run
    alone: str = ""  # of the steps with the same word here only one runs at a time

    @property
    def slug(self) -> str:
        return re.sub(r"[^a-z0-9]+", "-", f"{self.area} {self.name}".lower()).strip("-")

    @property
    def log(self) -> Path:
        return BUILD / "logs" / f"{self.slug}.log"

    @property
    def reports(self) -> Path:
        """The folder of its reports, in JUnit's form."""
        return BUILD / "reports" / self.slug

    def commands(self, plan: Plan) -> list[Command]:
        raise NotImplementedError


@dataclass(frozen=True)
class Run(Step):
    """A command that prepares something for other steps."""

    words: tuple[object, ...] = ()

    def commands(self, plan: Plan) -> list[Command]:
        return [Command(self.words)]


@dataclass(frozen=True)
class CMake(Step):
    """A preset of CMakePresets.json, built: these targets, or all of them."""

    preset: str = ""
    quick: tuple[str, ...] = ()  # targets of each tier
    full: tuple[str, ...] = ()
    all: tuple[str, ...] = ()

    def commands(self, plan: Plan) -> list[Command]:
        targets = getattr(self, plan.tier)
        build = ["cmake", "--build", "--preset", self.preset, "-j", plan.jobs]
        return [
            Command(("cmake", "--preset", self.preset)),
            Command((*build, *(("--target", *targets) if targets else ()))),
        ]


@dataclass(frozen=True)
class Programs(Step):
    """Programs of googletest, each in as many processes as there are processors."""

    preset: str = ""
    programs: tuple[str, ...] = ()
    filter: str = "*"  # of googletest

    def commands(self, plan: Plan) -> list[Command]:
        settings = ["--jobs", plan.jobs, f"--filter={self.filter}", f"--prefix={self.area}.", f"--match={plan.match}"]
        settings += ["--reports", self.reports]
        folder = BUILD / self.preset
        return [
            Command((sys.executable, RUN_GTEST, *settings, "--emulator", folder / "emulator", folder / "bin" / name))
            for name in self.programs
        ]


@dataclass(frozen=True)
class CTest(Step):
    """The tests of a preset that are not cases of googletest, by their label."""

    preset: str = ""
    label: str = ""

    def commands(self, plan: Plan) -> list[Command]:
        words = ["ctest", "--test-dir", BUILD / self.preset, "-j", plan.jobs, "--output-on-failure"]
        words += ["-L", f"^{self.label}$", "--output-junit", self.reports / "ctest.xml"]
        words += ["-R", plan.match, "--no-tests=ignore"] if plan.match else ["--no-tests=error"]
        return [Command(tuple(words))]


@dataclass(frozen=True)
class Pytest(Step):
    """Test files of pytest, in one process or, where that is faster, in several."""

    files: tuple[str, ...] = ()
    but: tuple[str, ...] = ()  # what other steps have, of the folders among the files
    keyword: str = ""  # of pytest's -k
    parallel: bool = False
    preset: str = "release"
    runner: tuple[object, ...] = ("pytest-3",)  # Debian's pytest, or a Python with other packages
    environment: dict[str, str] = field(default_factory=dict, hash=False)

    def commands(self, plan: Plan) -> list[Command]:
        words = [*self.runner, "-q", "-p", "no:cacheprovider", "-p", "testing.match_plugin"]
        words += [f"--junitxml={self.reports / 'pytest.xml'}"]
        words += ["-n", plan.jobs] if self.parallel else []
        words += ["-k", self.keyword] if self.keyword else []
        words += [*self.files, *(f"--ignore={file}" for file in self.but)]
        folder = BUILD / self.preset
        settings = {
            "PYTHONPATH": str(ROOT / "tools"),
            "ASCONKIT_BUILD": str(folder),
            "ASCONKIT_LIBRARIES": str(folder / "lib"),
            "ASCONKIT": str(folder / "bin/asconkit"),
            # All processes find the same tests in the same order, also those whose parameters are a set.
            **({"ASCONKIT_JOBS": "1", "PYTHONHASHSEED": "0"} if self.parallel else {}),
        }
        return [Command(tuple(words), {**settings, **self.environment})]


@dataclass(frozen=True)
class Node(Step):
    """Test files of Node's own runner."""

    files: tuple[str, ...] = ()

    def commands(self, plan: Plan) -> list[Command]:
        words = ["node", "--test", "--test-reporter=spec", "--test-reporter-destination=stdout"]
        words += ["--test-reporter=junit", f"--test-reporter-destination={self.reports / 'node.xml'}"]
        words += [f"--test-name-pattern={plan.match}"] if plan.match else []
        settings = {"ASCONKIT": str(BUILD / "release/bin/asconkit"), "ASCONKIT_PYTHON": sys.executable}
        return [Command((*words, *self.files), settings)]


@dataclass(frozen=True)
class Script(Step):
    """A program of ours that writes its report into the folder that it is given as --reports."""

    words: tuple[object, ...] = ()

    def commands(self, plan: Plan) -> list[Command]:
        settings = ("--reports", self.reports, f"--match={plan.match}")
        return [Command((sys.executable, *self.words, *settings))]
