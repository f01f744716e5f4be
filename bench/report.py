"""Measures the library beside others and writes tables and plots, with the project's goals beside the figures.

    ./dev bench [--filter REGEX] [--seconds N] [--json FILE] [--output FOLDER]
    ./dev bench --from FILE    tables and plots anew, out of an earlier run's records
    ./dev bench --ratios       what a user gets beside the best other library and other ciphers, alone
    ./dev bench --share        three minutes: a record to paste, for docs/results/shared.md
    ./dev bench --rounds       cycles of a round beside the limit of the model
    ./dev bench --small        batches of 1 to 33 messages beside as many single calls
    ./dev bench --clang        the library as clang compiles it
    ./dev bench --accelerators batches on GPUs and other devices: options are those of bench/accelerators.py

Every run leaves its records beside its tables, as PROCESSOR.json."""

import argparse
import datetime
import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import command
import kept
import peers
import ratios
import rounds
import shared
import small
from kept import Run
from records import Record, Records
from tables import cipher_section, ratio_section, report

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs/results"
SECONDS = 100
COMMAND_SECONDS = 15  # the command is run the same number of times whatever the time
DETAILS = ("cpu family", "model", "CPU implementer", "CPU part")  # x86 has the former, Arm the latter
FEATURES = "bmi2 avx2 avx512f avx512vl avx512bw neon asimd sve sha3".split()


def main() -> int:
    options = parse_arguments()
    if options.origin and options.share:
        return share(shared.of_run(kept.load(options.origin)), options.output)
    if options.origin:
        run = kept.load(options.origin)
        print(write(options.output, options.origin.stem, run), end="")
        return 0
    if options.rounds:
        options.filter, options.seconds, options.peers = rounds.FILTER, min(options.seconds, rounds.SECONDS), [""]
    if options.small:
        options.peers = [""]
    if options.ratios or options.share:
        options.filter = ratios.FILTER
    if options.ratios:
        options.seconds = min(options.seconds, ratios.SECONDS)
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
    if options.small:
        print("\n".join([*(f"- {line}" for line in run.machine), "", *small.tables(Records(run.records))]))
        return 0
    if options.ratios:
        sections = (*ratio_section(Records(run.records)), "", *cipher_section(Records(run.records)))
        print("\n".join([*(f"- {line}" for line in run.machine), "", *sections]))
        return 0
    if options.share:
        date = datetime.date.today().isoformat()
        return share(shared.of_run(run, date, kind_of_machine(cpuinfo())), options.output)
    name = f"{options.name}{'-clang' * options.clang}{'-partial' * (options.filter != '.')}"
    options.output.mkdir(parents=True, exist_ok=True)
    kept.save(options.output / f"{name}.json", run)
    print(write(options.output, name, kept.load(options.output / f"{name}.json")), end="")
    return 0


def share(record: dict, folder: Path) -> int:
    """Prints a record and writes it to a file; checks it first, as whoever gets it will."""
    for fault in shared.faults(record):
        print(f"bench: this record cannot be shared: {fault}", file=sys.stderr)
        return 1
    text, file = shared.text_of(record), folder / shared.file_name(record)
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    print(text, end="")
    print(f"bench: wrote {file}; paste it into an issue, or add it to docs/results/shared", file=sys.stderr)
    return 0


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./dev bench",
        description=__doc__.splitlines()[0],
        epilog="Names are BACKEND/ALGORITHM/OPERATION/BYTES, for batches ENGINE/ALGORITHM/batch-.../BYTES/MESSAGES/"
        "THREADS. With a filter the files are called ...-partial, and git does not see them.",
    )
    parser.add_argument("--filter", default=".", metavar="REGEX", type=pattern, help="what to measure: '^c64/.*/64$'")
    parser.add_argument("--seconds", type=float, metavar="N", help=f"time in all, about ({SECONDS})")
    text = "tables and plots out of these records of an earlier run, without measuring"
    parser.add_argument("--from", dest="origin", type=Path, metavar="FILE", help=text)
    text = "print the cycles of a round by every backend beside the limit of docs/scheduling.md; writes no page"
    parser.add_argument("--rounds", action="store_true", help=text)
    text = "print the cycles of batches of 1 to 33 messages beside those of single calls; writes no page"
    parser.add_argument("--small", action="store_true", help=text)
    text = "print the ratios to the best other library that goals.py wants; writes no page"
    parser.add_argument("--ratios", action="store_true", help=text)
    text = "measure about three minutes, print a record to paste, nothing personal in it, and write it into build/share"
    parser.add_argument("--share", action="store_true", help=text)
    text = "the library as clang compiles it; the files are called ...-clang"
    parser.add_argument("--clang", action="store_true", help=text)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the records there")
    text = "what the files are called: by itself the kind of processor, %(default)s"
    parser.add_argument("--name", default=platform.machine().replace("_", "-"), metavar="NAME", help=text)
    parser.add_argument("--output", type=Path, metavar="FOLDER", help="of tables and plots, or of a shared record")
    parser.add_argument("--bench", type=Path, metavar="FILE", help=argparse.SUPPRESS)
    parser.add_argument("--asconkit", type=Path, metavar="FILE", help=argparse.SUPPRESS)
    text = "other libraries of peers (bench/peers.h) than those of the registry; '' for none; may be repeated"
    parser.add_argument("--peers", action="append", metavar="FILE", help=text)
    options = parser.parse_args()
    if options.small and (options.origin or options.rounds or options.ratios or options.share or options.peers):
        parser.error("--small measures by itself: not with --from, --rounds, --ratios, --share or --peers")
    if options.seconds is None:
        options.seconds = shared.SECONDS if options.share else SECONDS
    options.output = options.output or (ROOT / "build/share" if options.share else RESULTS)
    programs = ROOT / "build" / ("clang" if options.clang else "release") / "bin"
    options.bench = options.bench or programs / "ascon-bench"
    options.asconkit = options.asconkit or programs / "asconkit"
    return options


def pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{text!r}: {error}") from None
    return text


def measure(options: argparse.Namespace) -> Run:
    libraries, of_peers = find_peers(options.peers)
    of_command = []
    if not options.small:
        of_command = list(command.measure(options.asconkit, options.filter, lambda: clock(options.bench)))
    seconds = max(options.seconds - COMMAND_SECONDS, options.seconds / 2) if of_command else options.seconds
    arguments = [options.bench, "--filter", options.filter, "--seconds", str(seconds)]
    arguments += [f"--peers={library}" for library in libraries] + ["--small"] * options.small
    lines = subprocess.run(arguments, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    records = [Record(**json.loads(line)) for line in lines[1:]]
    context = json.loads(lines[0])
    return Run(machine(context, of_peers), context["defaults"], records + of_command)


def find_peers(wanted: list[str] | None) -> tuple[list[Path], str]:
    """Their libraries, and a line about them for the page."""
    if wanted is not None:
        files = [Path(name) for name in wanted if name]
        return files, f"Peers: those of {', '.join(file.name for file in files)}" if files else "No peers"
    libraries, about = [], []
    for kind, (build, versions) in peers.KINDS.items():
        try:
            libraries += build()
            about.append(f"{kind}: {versions()}")
        except peers.Missing as reason:
            about.append(f"no {kind}: {reason}")
            print(f"bench: {about[-1]}", file=sys.stderr)
    line = "; ".join(about)
    return libraries, line[0].upper() + line[1:]


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


def kind_of_machine(text: str) -> str:
    """Whether the processor says that a hypervisor is below."""
    flags = re.search(r"^flags\s*: (.*)$", text, re.MULTILINE)
    if not flags:
        return "unknown"
    return "virtual" if "hypervisor" in flags[1].split() else "physical"


def processor() -> str:
    """Its name and those of its features that matter here."""
    text = cpuinfo()
    if not text:
        return platform.processor() or platform.machine()
    facts = dict(re.findall(r"^([^\t:]+?)\s*: (.*)$", text, re.MULTILINE))
    flags = set(facts.get("flags", facts.get("Features", "")).split())
    name = facts.get("model name", platform.machine())
    details = ", ".join(f"{key} {facts[key]}" for key in DETAILS if key in facts)
    return f"{name}{f' ({details})' if details else ''}, with {' '.join(f for f in FEATURES if f in flags)}"


def write(folder: Path, name: str, run: Run) -> str:
    """Writes plots and page; returns the page."""
    records = Records(run.records)
    try:
        import plots

        drawn = plots.draw(records, folder / name)
    except ImportError:
        print("bench: no plots: they need matplotlib (Debian: python3-matplotlib)", file=sys.stderr)
        drawn = {}
    text = "\n".join(report(records, run.machine, drawn, run.defaults))
    text = re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"
    (folder / f"{name}.md").write_text(text, encoding="utf-8")
    print(f"bench: wrote {', '.join([f'{name}.md', *drawn])} to {folder}", file=sys.stderr)
    return text


if __name__ == "__main__":
    sys.exit(main())
