# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Measures batches on every device there is: `./dev bench --accelerators`.

    ./dev bench --accelerators [--seconds N] [--output FOLDER]    measures, and writes accelerators.json, .md and .svg
    ./dev bench --accelerators --from FILE [--output FOLDER]      page and plot anew, out of a record

It calls the libraries of build/release through ctypes."""

import argparse
import ctypes
import json
import os
import platform
import re
import statistics
import sys
import time
from ctypes import Structure, byref, c_char, c_int, c_size_t, c_uint, c_uint64, c_void_p
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tools"))

import markdown_tables  # noqa: E402

KINDS = ("processor", "cuda", "opencl")
LENGTHS = (16, 64, 1024)
COUNTS = (1000, 10_000, 100_000)
SECONDS = 0.3  # for each figure
OPERATIONS = {"Hash256": 2, "AEAD128": 0}  # ascon_operation: compute, encrypt
INSTRUCTIONS = 48  # of a round: docs/accelerators.md
PER_CYCLE = 64  # such instructions, of a multiprocessor

# ---- The C interface --------------------------------------------------------------------------------------------


class Device(Structure):
    _fields_ = [("kind", c_int), ("index", c_uint), ("units", c_uint), ("mhz", c_uint), ("memory_bytes", c_uint64),
                ("name", c_char * 256)]  # fmt: skip


class Column(Structure):
    _fields_ = [("data", c_void_p), ("start", c_size_t), ("stride", c_size_t), ("length", c_size_t),
                ("offsets", c_void_p), ("lengths", c_void_p), ("data_bytes", c_size_t)]  # fmt: skip


class Columns(Structure):
    _fields_ = [("out", Column), ("input", Column), ("tag", Column), ("ad", Column), ("nonce", Column), ("key", Column)]


class Batch(Structure):
    _fields_ = [("algorithm", c_void_p), ("op", c_int), ("count", c_size_t), ("columns", Columns),
                ("results", c_void_p), ("order", c_void_p)]  # fmt: skip


class Failure(Exception):
    """What the library says."""


def open_libraries(folder: Path) -> tuple[ctypes.CDLL, ctypes.CDLL]:
    core = ctypes.CDLL(str(folder / "libasconkit.so"), ctypes.RTLD_GLOBAL)
    library = ctypes.CDLL(str(folder / "libasconkit_accelerator.so"))
    core.ascon_any_find.restype = c_void_p
    library.ascon_accelerator_devices.restype = c_size_t
    library.ascon_accelerator_error.restype = ctypes.c_char_p
    return core, library


# ---- Measuring --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """A device, and what limits it; 0 where that is not known."""

    name: str
    description: str
    units: int
    mhz: int
    memory_gigabytes_per_second: float


@dataclass(frozen=True)
class Figure:
    device: str
    algorithm: str
    memory: str  # host or device
    bytes: int
    count: int
    nanoseconds: float  # median of a batch


def find_devices(library: ctypes.CDLL) -> tuple[list[tuple[Device, Found]], list[str]]:
    """Devices, and why there are none of a kind."""
    found, missing = [], []
    for kind, word in enumerate(KINDS):
        text, devices = ctypes.create_string_buffer(256), (Device * 16)()
        count = library.ascon_accelerator_devices(kind, devices, c_size_t(16), text)
        if count == 0:
            missing.append(text.value.decode())
        for device in devices[: min(count, 16)]:
            name = word if word == "processor" else f"{word}:{device.index}"
            bandwidth = memory_bandwidth(device.index) if word == "cuda" else 0
            found.append((device, Found(name, device.name.decode(), device.units, device.mhz, bandwidth)))
    return found, missing


def memory_bandwidth(index: int) -> float:
    """Gigabytes a second: CUDA's attributes are the memory's clock in kHz, and the width of its bus in bits."""
    driver, clock, width = ctypes.CDLL("libcuda.so.1"), c_int(), c_int()
    known = driver.cuDeviceGetAttribute(byref(clock), 36, index) == driver.cuDeviceGetAttribute(byref(width), 37, index)
    return 2 * clock.value * 1000 * width.value / 8 / 1e9 if known else 0


class Work:
    """One batch, in memory of the host and, where `on_device`, of the device."""

    def __init__(self, libraries, queue: c_void_p, algorithm: str, length: int, count: int, on_device: bool) -> None:
        core, self.library = libraries
        self.queue, self.on_device, self.kept = queue, on_device, []
        row = c_void_p(core.ascon_any_find(f"ascon-{algorithm.lower()}".encode()))
        self.batch = Batch(algorithm=row, op=OPERATIONS[algorithm], count=count)
        self.batch.columns.input = self.column(count, length)
        self.batch.results = self.memory(count)
        if algorithm == "Hash256":
            self.batch.columns.out = self.column(count, 32)
        else:
            self.batch.columns.out = self.column(count, length)
            self.batch.columns.tag = self.column(count, 16)
            self.batch.columns.nonce = self.column(count, 16)
            self.batch.columns.key = Column(self.memory(16), 0, 0, 16, None, None)

    def memory(self, size: int) -> int | None:
        if not self.on_device:
            self.kept.append(ctypes.create_string_buffer(size))
            return ctypes.addressof(self.kept[-1])
        memory = c_void_p()
        self.check(self.library.ascon_accelerator_allocate(self.queue, byref(memory), c_size_t(size)))
        self.kept.append((memory, size))
        return memory.value

    def column(self, count: int, length: int) -> Column:
        return Column(self.memory(count * length), 0, length, length, None, None)

    def check(self, result: int) -> None:
        if result != 0:
            raise Failure(self.library.ascon_accelerator_error(self.queue).decode())

    def run(self) -> None:
        if self.on_device:
            self.check(self.library.ascon_accelerator_enqueue(self.queue, byref(self.batch), None, None))
            self.check(self.library.ascon_accelerator_wait(self.queue))
        else:
            self.check(self.library.ascon_accelerator_run(self.queue, byref(self.batch), None, None))

    def end(self) -> None:
        for memory, size in self.kept if self.on_device else ():
            self.library.ascon_accelerator_free(self.queue, memory, c_size_t(size))


def median_nanoseconds(work: Work, seconds: float) -> float:
    work.run()
    times, end = [], time.perf_counter() + seconds
    while len(times) < 3 or time.perf_counter() < end:
        start = time.perf_counter_ns()
        work.run()
        times.append(time.perf_counter_ns() - start)
    return statistics.median(times)


def measure_device(libraries, device: Device, name: str, seconds: float) -> list[Figure]:
    queue, text, figures = c_void_p(), ctypes.create_string_buffer(256), []
    library = libraries[1]
    library.ascon_accelerator_error.argtypes = [c_void_p]
    if library.ascon_accelerator_create(byref(queue), byref(device), None, text) != 0:
        raise Failure(text.value.decode())
    places = ("host",) if name == "processor" else ("host", "device")  # its memory is that of the host
    for algorithm in OPERATIONS:
        for memory in places:
            for length in LENGTHS:
                for count in COUNTS:
                    work = Work(libraries, queue, algorithm, length, count, memory == "device")
                    figures.append(Figure(name, algorithm, memory, length, count, median_nanoseconds(work, seconds)))
                    work.end()
    library.ascon_accelerator_destroy(queue)
    return figures


# ---- The page ---------------------------------------------------------------------------------------------------


def rounds(algorithm: str, length: int) -> int:
    """Of a message, as the kernels compute it: the state that all hashes begin with is computed once."""
    if algorithm == "Hash256":
        return 12 * (length // 8 + 1 + 3)
    return 12 + 8 * (length // 16) + 12


def moved(algorithm: str, length: int) -> int:
    """Bytes of a message that go through memory."""
    return length + 32 if algorithm == "Hash256" else 2 * length + 16 + 16


def limit(device: Found, algorithm: str, length: int) -> float:
    """Millions of messages a second of a GPU of CUDA, at most; 0 for others."""
    if not device.name.startswith("cuda") or not device.mhz:
        return 0
    computed = device.units * PER_CYCLE * device.mhz / (INSTRUCTIONS * rounds(algorithm, length))
    through = device.memory_gigabytes_per_second * 1000 / moved(algorithm, length)
    return min(computed, through) if through else computed


HEAD = """# Batches on accelerators

Written out of the record of `./dev bench --accelerators`, [accelerators.json](accelerators.json).
{about}

Each figure is the median time of a batch, {seconds} s for each, as millions of messages a second. "host": from
memory of the host to memory of the host, with staging. "device": in memory of the device.

<!-- plot accelerators.svg: Messages a second against the number of messages, 64 bytes each -->
"""
NO_GPU = "**No GPU was measured**: these figures are of emulated devices and of the processor alone."
LIMITS = f"""
## Limits of a GPU, by calculation
Millions of messages a second are at most the lower of

- multiprocessors × {PER_CYCLE} × MHz / ({INSTRUCTIONS} × rounds), the rounds of a message being 12 × (bytes / 8 + 4)
  for Hash256 and 24 + 8 × bytes / 16 for AEAD128, in whole blocks,
- gigabytes a second of its memory × 1000 / bytes moved, which are bytes + 32 and 2 × bytes + 32. The driver tells
  the memory's clock and width: 2 × clock × width / 8.

[Accelerators](../accelerators.md#limits-by-calculation) has those of an H100.
"""


def page(record: dict) -> str:
    devices = [Found(**row) for row in record["devices"]]
    figures = [Figure(**row) for row in record["figures"]]
    about = [f"Measured on {record['processor']}."]
    about += [] if any(device.name.startswith("cuda") for device in devices) else [NO_GPU]
    about += [f"{line}." for line in record["missing"]]
    text = HEAD.format(about="\n".join(about), seconds=record["seconds"])
    for device in devices:
        text += f"\n## {device.name}: {device.description}\n{describe(device)}\n\n"
        text += table(device, [figure for figure in figures if figure.device == device.name])
    return text + LIMITS


def describe(device: Found) -> str:
    clock = f", {device.mhz} MHz" if device.mhz else ""
    memory = device.memory_gigabytes_per_second
    return f"{device.units} units{clock}" + (f", memory of {memory:.0f} GB/s." if memory else ".")


def table(device: Found, figures: list[Figure]) -> str:
    limited = limit(device, "Hash256", 64) > 0
    counts = sorted({figure.count for figure in figures})
    columns = ["algorithm", "memory", "bytes:", *(f"{count:,} messages:" for count in counts)] + ["limit:"] * limited
    rows = []
    by_row: dict[tuple[str, str, int], dict[int, Figure]] = {}
    for figure in figures:
        by_row.setdefault((figure.algorithm, figure.memory, figure.bytes), {})[figure.count] = figure
    for (algorithm, memory, length), found in by_row.items():
        cells = [f"{millions(found[count]):.3g}" for count in counts]
        rows.append([algorithm, memory, str(length), *cells, *([f"{limit(device, algorithm, length):.3g}"] * limited)])
    return "\n".join([*markdown_tables.table(columns, rows), ""])


def millions(figure: Figure) -> float:
    return figure.count / figure.nanoseconds * 1000


def draw(record: dict, path: Path) -> None:
    import plotting

    figures = [Figure(**row) for row in record["figures"]]
    chart, axes = plotting.panels(len(OPERATIONS))
    colours = list(plotting.COLOURS.values())
    lines = list(dict.fromkeys((figure.device, figure.memory) for figure in figures))
    for axis, algorithm in zip(axes, OPERATIONS):
        for number, (device, memory) in enumerate(lines):
            wanted = (device, memory, algorithm, 64)
            chosen = [f for f in figures if (f.device, f.memory, f.algorithm, f.bytes) == wanted]
            axis.plot([f.count for f in chosen], [millions(f) for f in chosen], "o-",
                      color=colours[number % len(colours)], label=f"{device}, {memory}")  # fmt: skip
        axis.set(xscale="log", yscale="log", title=f"{algorithm}, 64 bytes", xlabel="messages")
        axis.set_ylabel("millions of messages per second")
    plotting.finish(chart, plotting.of_all(axes))
    plotting.save(chart, path)


# ---- The program ------------------------------------------------------------------------------------------------


def processor_name() -> str:
    found = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.M)
    return f"{found[1] if found else platform.machine()}, {len(os.sched_getaffinity(0))} processors"


def measure(folder: Path, seconds: float) -> dict:
    libraries = open_libraries(folder)
    devices, missing = find_devices(libraries[1])
    figures = [row for device, found in devices for row in measure_device(libraries, device, found.name, seconds)]
    return {
        "task": "accelerators", "processor": processor_name(), "seconds": seconds,
        "missing": missing, "devices": [asdict(found) for _, found in devices], "figures": [asdict(f) for f in figures],
    }  # fmt: skip


def record_text(record: dict) -> str:
    """A line for each figure, so that changes can be read."""
    about = json.dumps({name: record[name] for name in record if name != "figures"}, indent=1)[:-2]
    figures = ",\n".join(f"  {json.dumps(row)}" for row in record["figures"])
    return f'{about},\n "figures": [\n{figures}\n ]\n}}\n'


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev bench --accelerators", description=__doc__.splitlines()[0])
    parser.add_argument("--accelerators", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="N", help="for each figure")
    parser.add_argument("--output", type=Path, default=ROOT / "build/accelerators", metavar="FOLDER")
    parser.add_argument("--from", dest="origin", type=Path, metavar="FILE", help="write page and plot of this record")
    parser.add_argument("--libraries", type=Path, default=ROOT / "build/release/lib", help=argparse.SUPPRESS)
    options = parser.parse_args()
    try:
        record = (
            json.loads(options.origin.read_text(encoding="utf-8"))
            if options.origin
            else measure(options.libraries, options.seconds)
        )
    except (Failure, OSError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    options.output.mkdir(parents=True, exist_ok=True)
    if not options.origin:
        (options.output / "accelerators.json").write_text(record_text(record), encoding="utf-8")
    (options.output / "accelerators.md").write_text(page(record), encoding="utf-8")
    draw(record, options.output / "accelerators.svg")
    print(page(record))
    return 0


if __name__ == "__main__":
    sys.exit(main())
