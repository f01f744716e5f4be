"""Measures the library beside others and writes tables and plots, with the project's goals beside the figures.

    ./dev bench [--filter REGEX] [--seconds N] [--json FILE] [--output FOLDER]
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import command
import peers
from records import Record, Records
from tables import report

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / "build/release/bin"
RESULTS = ROOT / "docs/results"
SECONDS = 240
COMMAND_SECONDS = 15  # the command is run the same number of times whatever the time
FEATURES = "bmi2 avx2 avx512f avx512vl avx512bw neon asimd sve sha3".split()


def main() -> int:
    options = parse_arguments()
    try:
        context, records, of_peers = measure(options)
    except subprocess.CalledProcessError as error:
        print(f"bench: {error.cmd[0]} failed with status {error.returncode}", file=sys.stderr)
        return 1
    except command.Failure as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"bench: {error.filename}: {error.strerror}; build it first", file=sys.stderr)
        return 1
    if not records:
        print(f"bench: nothing has a name that '{options.filter}' matches", file=sys.stderr)
        return 1
    if options.json:
        public = [record.public() for record in records]
        options.json.write_text(json.dumps(public, indent=1) + "\n", encoding="utf-8")
    write(options, Records(records), machine(context, of_peers))
    return 0


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./dev bench",
        description=__doc__.splitlines()[0],
        epilog="Names are BACKEND/ALGORITHM/OPERATION/BYTES, for batches ENGINE/ALGORITHM/batch-.../BYTES/MESSAGES/"
        "THREADS. With a filter the files are called ...-partial, and git does not see them.",
    )
    parser.add_argument("--filter", default=".", metavar="REGEX", type=pattern, help="what to measure: '^c64/.*/64$'")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="N", help=f"time in all, about ({SECONDS})")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the records there")
    parser.add_argument("--output", type=Path, default=RESULTS, metavar="FOLDER", help="of tables and plots")
    parser.add_argument("--bench", type=Path, default=BIN / "ascon-bench", metavar="FILE", help=argparse.SUPPRESS)
    parser.add_argument("--asconkit", type=Path, default=BIN / "asconkit", metavar="FILE", help=argparse.SUPPRESS)
    parser.add_argument("--peers", metavar="FILE", help="another library of peers (bench/peers.h); '' for none")
    return parser.parse_args()


def pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{text!r}: {error}") from None
    return text


def measure(options: argparse.Namespace) -> tuple[dict, list[Record], str]:
    """What ascon-bench says of itself, the records, and which peers there are, or why none."""
    library = options.peers
    of_peers = f"Peers: those of {Path(library).name}" if library else "No peers"
    if library is None:
        try:
            library = peers.build()
            of_peers = f"Peers: {peers.versions()}"
        except peers.Missing as reason:
            library, of_peers = "", f"No peers: {reason}"
            print(f"bench: no peers: {reason}", file=sys.stderr)
    of_command = list(command.measure(options.asconkit, options.filter, lambda: clock(options.bench)))
    seconds = max(options.seconds - COMMAND_SECONDS, options.seconds / 2)
    arguments = [options.bench, "--filter", options.filter, "--seconds", str(seconds), "--peers", str(library)]
    lines = subprocess.run(arguments, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    records = [Record(**json.loads(line)) for line in lines[1:]]
    return json.loads(lines[0]), records + of_command, of_peers


def clock(bench: Path) -> float:
    printed = subprocess.run([bench, "--clock"], check=True, capture_output=True, text=True).stdout
    return float(printed or 0)


def machine(context: dict, of_peers: str) -> list[str]:
    processors = os.cpu_count() or 1
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0
    return [
        f"{processor()}; {processors} processors, load {load:.1f} at the end",
        f"asconkit {context['asconkit']}, {context['compiler']}, {platform.system()}",
        f"Core clock: {context['clock']}",
        of_peers,
    ]


def processor() -> str:
    """Its name and those of its features that matter here."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    facts = dict(re.findall(r"^([^\t:]+?)\s*: (.*)$", text, re.MULTILINE))
    flags = set(facts.get("flags", facts.get("Features", "")).split())
    name = facts.get("model name", platform.machine())
    details = ", ".join(f"{key} {facts[key]}" for key in ("cpu family", "model") if key in facts)
    return f"{name}{f' ({details})' if details else ''}, with {' '.join(f for f in FEATURES if f in flags)}"


def write(options: argparse.Namespace, records: Records, about: list[str]) -> None:
    name = platform.machine().replace("_", "-") + ("" if options.filter == "." else "-partial")
    options.output.mkdir(parents=True, exist_ok=True)
    stem = options.output / name
    try:
        import plots

        drawn = plots.draw(records, stem)
    except ImportError:
        print("bench: no plots: they need matplotlib (Debian: python3-matplotlib)", file=sys.stderr)
        drawn = {}
    text = "\n".join(report(records, about, drawn)) + "\n"
    print(text, end="")
    stem.with_name(f"{name}.md").write_text(text, encoding="utf-8")
    written = ", ".join([f"{name}.md", *drawn])
    print(f"bench: wrote {written} to {options.output}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
