"""What a user gets by default beside the best other library: the goals, and the ratios of a run. For tables.py.

A ratio is the other library's cycles over ours, so 1.10 means that the other one takes 1.10 times as long. The lowest
ratio of a row counts, over all its lengths, both directions and every build of every other library."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from goals import AEAD, BATCH_BOTH_WAYS, BOTH_WAYS, HASH, LONG, MANY
from peers import AT_BEST, in_a_loop
from records import Record, Records

SHORT_SIZES, LONG_SIZES = (16, 64, 256), (1536, LONG)
RANDOM_MEAN = 256  # of lengths from 0 to twice as much
OF_AEAD = f"({AEAD}|(?!ascon-)[^/]+)"  # it and other ciphers
NARROW = "bi32|c32|c8|ref"  # backends that are the default of no processor that this is measured on

# What --ratios measures: all that the goals below are about.
FILTER = (
    f"^(?!({NARROW})/)[^/]+/({OF_AEAD}/(encrypt|decrypt)|{HASH}/hash)/({'|'.join(map(str, SHORT_SIZES + LONG_SIZES))})$"
    f"|/({OF_AEAD}/batch-(encrypt|decrypt)|{HASH}/batch-hash)"
    f"(/64/{MANY}/1|-(array|array-random)/{RANDOM_MEAN}/{MANY}/1)$"
)
SECONDS = 45


@dataclass(frozen=True)
class Found:
    ratio: float
    what: str  # such as: decrypt, 16 bytes
    over: str = ""  # the other library
    how: str = ""  # of batches: whether it was called in a loop


@dataclass(frozen=True)
class Goal:
    text: str
    must: float
    aim: float
    every: Callable[[Records], Iterator[Found]]

    def met(self, ratio: float) -> str:
        """As the table shows the figure: 1.10 is 1.10, whatever follows."""
        shown = round(ratio, 2)
        return "aim" if shown >= self.aim else "must" if shown >= self.must else "no"


def single(algorithm: str, operations: tuple[str, ...], sizes: tuple[int, ...]):
    calls = [{"operation": operation, "bytes": size} for operation in operations for size in sizes]
    return lambda records: beside_others(records, [call | {"algorithm": algorithm, "messages": 1} for call in calls])


def batch(algorithm: str, operations: tuple[str, ...]):
    wanted = {"algorithm": algorithm, "bytes": 64, "messages": MANY}
    return lambda records: beside_others(records, [wanted | {"operation": operation} for operation in operations])


def beside_others(records: Records, calls: list[dict]) -> Iterator[Found]:
    """Each call beside each other library that has it."""
    for call in calls:
        ours = records.first(default=True, threads=1, **call)
        for other in records.select(peer=True, threads=1, **call) if ours else ():
            what = f"{ours.operation}, {ours.bytes} bytes"
            yield Found(time(other) / time(ours), what, other.backend, how_called(other))


def how_called(other: Record) -> str:
    if not other.is_batch:
        return ""
    return "in a loop" if in_a_loop(other) else "one call"


def random_lengths(algorithm: str, operations: tuple[str, ...]):
    """The speed with random lengths over that with equal ones, both as an array."""

    def every(records: Records) -> Iterator[Found]:
        for operation in operations:
            wanted = {"algorithm": algorithm, "bytes": RANDOM_MEAN, "messages": MANY, "threads": 1, "default": True}
            both = [records.first(operation=f"{operation}-{form}", **wanted) for form in ("array", "array-random")]
            if all(both):
                yield Found(time(both[0]) / time(both[1]), operation)

    return every


def time(record: Record) -> float:
    """In cycles where they are known: the clock may have changed in between."""
    return record.cycles or record.nanoseconds


GOALS = (
    Goal("AEAD128 encryption and decryption, 16 to 256 bytes", 1.10, 1.17, single(AEAD, BOTH_WAYS, SHORT_SIZES)),
    Goal("AEAD128 encryption and decryption, 1536 bytes and more", 1.08, 1.13, single(AEAD, BOTH_WAYS, LONG_SIZES)),
    Goal("Hash256, 16 to 256 bytes", 1.06, 1.10, single(HASH, ("hash",), SHORT_SIZES)),
    Goal("Hash256, 1536 bytes and more", 1.06, 1.10, single(HASH, ("hash",), LONG_SIZES)),
    Goal(f"AEAD128, batch of {MANY} messages of 64 bytes", 5.8, 6.5, batch(AEAD, BATCH_BOTH_WAYS)),
    Goal(f"Hash256, batch of {MANY} messages of 64 bytes", 2.3, 2.4, batch(HASH, ("batch-hash",))),
    Goal(
        "AEAD128, speed with random lengths of 0 to 512 bytes, divided by the speed with equal lengths", 0.85, 0.95,
        random_lengths(AEAD, BATCH_BOTH_WAYS),
    ),
    Goal(
        "Hash256, speed with random lengths of 0 to 512 bytes, divided by the speed with equal lengths", 0.85, 0.95,
        random_lengths(HASH, ("batch-hash",)),
    ),
)  # fmt: skip


def lowest(found: list[Found], at_best: bool) -> Found | None:
    """Over the builds of one kind: the best ones, or those that users make."""
    return min((f for f in found if f.over.endswith(AT_BEST) == at_best), key=lambda f: f.ratio, default=None)
