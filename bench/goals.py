"""The project's goals for servers in cycles, and how far a run reaches them. For tables.py; ratios.py has those beside
other libraries."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from records import Record, Records

VECTOR, SCALAR = "avx512vl", "c64_bmi"  # backends that are chosen for single messages, with AVX-512 and without
LANES_512, LANES_256 = "avx512", "avx2"  # how engines' names begin
SIZES = (16, 64, 256, 1536, 65536)
LONG = SIZES[-1]
MANY, SOME = 10_000, 1000

AEAD, HASH = "ascon-aead128", "ascon-hash256"
BOTH_WAYS = ("encrypt", "decrypt")
BATCH_BOTH_WAYS = ("batch-encrypt", "batch-decrypt")
MAIN_BATCHES = ((HASH, "batch-hash"), *((AEAD, operation) for operation in BATCH_BOTH_WAYS))
TITLES = {"batch-hash": "Hash256", "batch-encrypt": "AEAD128 encryption", "batch-decrypt": "AEAD128 decryption"}

# The fastest implementation that others have published, in cycles per byte of the sizes above, on a Sapphire
# Rapids core, where only the compiler makes use of AVX-512.
_AEAD = (26.7, 11.8, 8.13, 7.00, 6.80)
_AEAD_DECRYPT = (27.0, 11.8, 8.01, 6.96, 6.75)
_AEAD_64 = (30.5, 15.6, 11.6, 10.4, 10.24)
_HASH = (60.9, 30.5, 22.8, 20.6, 20.2)
_MAC = (20.3, 10.5, 6.69, 5.60, 5.26)
_MACA = (20.9, 7.16, 4.15, 3.20, 3.01)
PUBLISHED = {
    (AEAD, "encrypt"): _AEAD,
    (AEAD, "decrypt"): _AEAD_DECRYPT,
    ("ascon-128", "encrypt"): _AEAD_64,
    ("ascon-80pq", "encrypt"): _AEAD_64,
    (HASH, "hash"): _HASH,
    ("ascon-hash", "hash"): _HASH,
    ("ascon-hasha", "hash"): (44.3, 21.4, 15.6, 13.8, 13.55),
    ("ascon-xof128", "squeeze"): (40.6, 25.4, 21.6, 20.4, 20.2),
    ("ascon-mac", "mac"): _MAC,
    ("ascon-prf", "absorb"): _MAC,
    ("ascon-mac-v13", "mac"): _MAC,
    ("ascon-prf-v13", "absorb"): _MAC,
    ("ascon-prfa", "absorb"): _MACA,
    ("ascon-maca", "mac"): _MACA,
    ("ascon-prfshort", "prf"): (10.0,),
    ("ascon-prfshort-v13", "prf"): (10.0,),
}


Worst = tuple[float, str]  # a figure, and what has it


@dataclass(frozen=True)
class Goal:
    text: str
    unit: str
    limit: float
    figure: Callable[[Records], float | None]
    peer: Callable[[Records], Record | None] = lambda _: None
    peer_figure: str = ""
    at_least: bool = False
    note: Callable[[Records], str] = lambda _: ""  # what the figure is of

    def is_met(self, value: float) -> bool:
        return value >= self.limit if self.at_least else value <= self.limit


def per_byte(text: str, limit: float, **wanted) -> Goal:
    return _record_goal(text, "cycles per byte", limit, "cycles_per_byte", wanted)


def per_message(text: str, limit: float, **wanted) -> Goal:
    return _record_goal(text, "cycles", limit, "cycles_per_message", wanted)


def worst(text: str, unit: str, limit: float, find: Callable[[Records], Worst | None]) -> Goal:
    def part(index: int, otherwise):
        return lambda records: (find(records) or (None, otherwise))[index]

    return Goal(text, unit, limit, part(0, None), note=part(1, ""))


def _record_goal(text: str, unit: str, limit: float, name: str, wanted: dict) -> Goal:
    """The worst of the operations, each by the best of its ways."""
    backends = wanted.pop("backend")
    operations = wanted.pop("operation")
    operations = operations if isinstance(operations, tuple) else (operations,)

    def figure(records: Records) -> float | None:
        found = [_fastest(records, backends, operation=operation, **wanted) for operation in operations]
        return max(getattr(record, name) or 0 for record in found) or None if all(found) else None

    def peer(records: Records) -> Record | None:
        return records.fastest(peer=True, operation=operations[0], **wanted)

    return Goal(text, unit, limit, figure, peer, name)


def _fastest(records: Records, prefix: str, **wanted) -> Record | None:
    chosen = [r for r in records.select(peer=False, **wanted) if r.backend.startswith(prefix)]
    return min(chosen, key=lambda record: record.cycles or record.nanoseconds, default=None)


def of_published(records: Records, least_bytes: int) -> Worst | None:
    """The highest ratio of the scalar backend to what is published."""
    ratios = []
    for (algorithm, operation), figures in PUBLISHED.items():
        for size, published in zip(SIZES, figures):
            record = records.first(backend=SCALAR, algorithm=algorithm, operation=operation, bytes=size)
            if record and record.cycles_per_byte and size >= least_bytes:
                ratios.append((record.cycles_per_byte / published, f"{algorithm} {operation} {size}"))
    return max(ratios, default=None)


def overhead(records: Records, backend: str) -> Worst | None:
    """Of the modes at the longest size, in percent of the bare permutations; the highest of all algorithms."""
    long = records.select(backend=backend, bytes=LONG, messages=1)
    shares = [(records.bare_share(record), f"{record.algorithm} {record.operation}") for record in long]
    return max(((100 * (1 / share - 1), name) for share, name in shares if share), default=None)


def two_threads(records: Records, **wanted) -> float | None:
    one = _fastest(records, "", threads=1, **wanted)
    two = one and records.first(backend=one.backend, threads=2, **wanted)
    return speed(two) / speed(one) if two else None


def speed(record: Record) -> float:
    """In calls per cycle where it is known: the clock may have changed in between."""
    return 1 / (record.cycles or record.nanoseconds)


def of_command(records: Records, operation: str) -> float | None:
    both = [records.first(backend=name, operation=operation) for name in ("command", "command-x1")]
    return both[1].nanoseconds / both[0].nanoseconds if all(both) else None


def goals() -> Iterator[Goal]:
    for name, algorithm, operation, limit in (
        ("AEAD128", AEAD, BOTH_WAYS, 5.6),
        ("Hash256", HASH, "hash", 16.6),
        ("Prf", "ascon-prf-v13", "absorb", 4.4),
        ("Ascon-128", "ascon-128", BOTH_WAYS, 8.4),
    ):
        wanted = {"backend": VECTOR, "algorithm": algorithm, "operation": operation, "bytes": LONG}
        yield per_byte(f"{VECTOR}: {name}, 64 KiB", limit, **wanted)
    aead = {"backend": VECTOR, "algorithm": AEAD}
    yield per_byte(f"{VECTOR}: AEAD128, 64 bytes", 10.5, bytes=64, operation=BOTH_WAYS, **aead)
    yield per_message(
        f"{VECTOR}: AEAD128, 8 bytes with 8 bytes of associated data", 390,
        bytes=8, operation=("encrypt-ad", "decrypt-ad"), **aead,
    )  # fmt: skip
    yield worst(f"{SCALAR}: highest ratio to the published figures", "", 1, lambda r: of_published(r, 0))
    yield worst(f"{SCALAR}: the same, 1536 bytes and more", "", 0.95, lambda r: of_published(r, 1536))
    for name in (VECTOR, SCALAR):
        text = f"{name}: highest overhead over the bare permutations, 64 KiB"
        yield worst(text, "%", 4, lambda records, name=name: overhead(records, name))
    yield from batch_goals()


def batch_goals() -> Iterator[Goal]:
    hashes = {"algorithm": HASH, "operation": "batch-hash", "threads": 1}
    aeads = {"algorithm": AEAD, "operation": BATCH_BOTH_WAYS, "threads": 1}
    for lanes, title, hash_limit, aead_limit in ((LANES_512, "AVX-512", 260, 125), (LANES_256, "AVX2", 750, 320)):
        short = {"backend": lanes, "bytes": 64, "messages": MANY}
        yield per_message(f"{title}: Hash256, {MANY} messages of 64 bytes, each", hash_limit, **short, **hashes)
        yield per_message(f"{title}: AEAD128, {MANY} messages of 64 bytes, each", aead_limit, **short, **aeads)
    long = {"backend": LANES_512, "bytes": 4096, "messages": SOME}
    yield per_byte(f"AVX-512: Hash256, {SOME} messages of 4 KiB", 2.7, **long, **hashes)
    yield per_byte(f"AVX-512: AEAD128, {SOME} messages of 4 KiB", 0.9, **long, **aeads)
    for algorithm, operation in MAIN_BATCHES:
        for count, size in ((MANY, 64), (SOME, 4096)):
            wanted = {"algorithm": algorithm, "operation": operation, "bytes": size, "messages": count}
            text = f"{TITLES[operation]}, {count} messages of {size} bytes: two threads over one"
            yield Goal(text, "times", 1.9, lambda r, w=wanted: two_threads(r, **w), at_least=True)
    for operation, text, limit in (
        ("command-encrypt", "`asconkit encrypt`, 1 GiB: over one message after the other", 4),
        ("command-sum", "`asconkit sum`, 10,000 files of 4 KiB: over one after the other", 5),
    ):
        yield Goal(text, "times", limit, lambda r, o=operation: of_command(r, o), at_least=True)
