"""Measures the library beside others and writes tables and plots, with the project's goals beside the figures.

    ./dev bench [--filter REGEX] [--seconds N] [--json FILE] [--output FOLDER]
    ./dev bench --from FILE    tables and plots anew, out of an earlier run's records
    ./dev bench --rounds       cycles of a round beside the limit of the model

Every run leaves its records beside its tables, as PROCESSOR.json.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import command
import peers
import rounds
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
    if options.origin:
        run = load(options.origin)
        write(options.output, options.origin.stem, run)
        return 0
    if options.rounds:
        options.filter, options.seconds, options.peers = rounds.FILTER, min(options.seconds, rounds.SECONDS), ""
    try:
        run = measure(options)
    except subprocess.CalledProcessError as error:
        print(f"bench: {error.cmd[0]} failed with status {error.returncode}", file=sys.stderr)
        return 1
    except command.Failure as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"bench: {error.filename}: {error.strerror}; build it first", file=sys.stderr)
        return 1
    if not run.records:
        print(f"bench: nothing has a name that '{options.filter}' matches", file=sys.stderr)
        return 1
    if options.json:
        public = [record.public() for record in run.records]
        options.json.write_text(json.dumps(public, indent=1) + "\n", encoding="utf-8")
    if options.rounds:
        print("\n".join(rounds.table(Records(run.records), cpuinfo(), platform.machine())))
        return 0
    name = platform.machine().replace("_", "-") + ("" if options.filter == "." else "-partial")
    options.output.mkdir(parents=True, exist_ok=True)
    save(options.output / f"{name}.json", run)
    write(options.output, name, run)
    return 0


@dataclass(frozen=True)
class Run:
    machine: list[str]  # what it was measured on, in words
    defaults: dict[str, str]  # what the library chooses there, by the number of messages
    records: list[Record]


def save(file: Path, run: Run) -> None:
    """A line for each record, so that changes can be read."""
    head = json.dumps({"machine": run.machine, "defaults": run.defaults}, indent=1)[:-2]
    records = ",\n".join(f"  {json.dumps(asdict(record))}" for record in run.records)
    file.write_text(f'{head},\n "records": [\n{records}\n ]\n}}\n', encoding="utf-8")


def load(file: Path) -> Run:
    kept = json.loads(file.read_text(encoding="utf-8"))
    return Run(kept["machine"], kept["defaults"], [Record(**record) for record in kept["records"]])


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./dev bench",
        description=__doc__.splitlines()[0],
        epilog="Names are BACKEND/ALGORITHM/OPERATION/BYTES, for batches ENGINE/ALGORITHM/batch-.../BYTES/MESSAGES/"
        "THREADS. With a filter the files are called ...-partial, and git does not see them.",
    )
    parser.add_argument("--filter", default=".", metavar="REGEX", type=pattern, help="what to measure: '^c64/.*/64$'")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="N", help=f"time in all, about ({SECONDS})")
    text = "tables and plots out of these records of an earlier run, without measuring"
    parser.add_argument("--from", dest="origin", type=Path, metavar="FILE", help=text)
    text = "print the cycles of a round by every backend beside the limit of docs/scheduling.md; writes no page"
    parser.add_argument("--rounds", action="store_true", help=text)
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


def measure(options: argparse.Namespace) -> Run:
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
    context = json.loads(lines[0])
    return Run(machine(context, of_peers), context["defaults"], records + of_command)


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


def cpuinfo() -> str:
    """What Linux says about the processor; nothing on other systems."""
    file = Path("/proc/cpuinfo")
    return file.read_text(encoding="utf-8") if file.exists() else ""


def processor() -> str:
    """Its name and those of its features that matter here."""
    text = cpuinfo()
    if not text:
        return platform.processor() or platform.machine()
    facts = dict(re.findall(r"^([^\t:]+?)\s*: (.*)$", text, re.MULTILINE))
    flags = set(facts.get("flags", facts.get("Features", "")).split())
    name = facts.get("model name", platform.machine())
    details = ", ".join(f"{key} {facts[key]}" for key in ("cpu family", "model") if key in facts)
    return f"{name}{f' ({details})' if details else ''}, with {' '.join(f for f in FEATURES if f in flags)}"


def write(folder: Path, name: str, run: Run) -> None:
    records = Records(run.records)
    try:
        import plots

        drawn = plots.draw(records, folder / name)
    except ImportError:
        print("bench: no plots: they need matplotlib (Debian: python3-matplotlib)", file=sys.stderr)
        drawn = {}
    text = "\n".join(report(records, run.machine, drawn, run.defaults))
    text = re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"
    print(text, end="")
    (folder / f"{name}.md").write_text(text, encoding="utf-8")
    print(f"bench: wrote {', '.join([f'{name}.md', *drawn])} to {folder}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
