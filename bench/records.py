"""Records of one run: one for each way of doing something. For report.py, tables.py, plots.py and goals.py."""

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Record:
    """One line of ascon-bench, or of command.py. Figures are of one call, hence of a whole batch."""

    backend: str  # of a batch its engine
    algorithm: str
    operation: str
    bytes: int
    messages: int
    threads: int
    peer: bool
    total_bytes: float
    nanoseconds: float
    cycles: float  # 0: the core's clock is unknown
    cycles_median: float = 0
    samples: int = 1
    default: bool = False  # what a user gets who chooses nothing
    permutations: dict = field(default_factory=dict)  # calls of each number of rounds

    @property
    def cycles_per_message(self) -> float | None:
        return self.cycles / self.messages if self.cycles else None

    @property
    def cycles_per_byte(self) -> float | None:
        return self.cycles / self.total_bytes if self.cycles and self.total_bytes else None

    @property
    def gigabytes_per_second(self) -> float:
        return self.total_bytes / self.nanoseconds

    @property
    def messages_per_second(self) -> float:
        return self.messages / self.nanoseconds * 1e9

    @property
    def is_batch(self) -> bool:
        return self.operation.startswith("batch-")

    @property
    def is_other_cipher(self) -> bool:
        return not self.algorithm.startswith("ascon-")

    def public(self) -> dict:
        """For --json."""
        names = (
            "backend", "algorithm", "operation", "bytes", "messages", "threads", "cycles_per_byte",
            "cycles_per_message", "peer", "default",
        )  # fmt: skip
        return {name: getattr(self, name) for name in names}


class Records:
    """All of a run, to choose from."""

    def __init__(self, records: list[Record]):
        self.all = records

    def select(self, **wanted) -> list[Record]:
        return list(self._matches(wanted))

    def first(self, **wanted) -> Record | None:
        return next(self._matches(wanted), None)

    def _matches(self, wanted: dict) -> Iterator[Record]:
        """A value may be a tuple of several."""
        for record in self.all:
            if all(_fits(getattr(record, name), value) for name, value in wanted.items()):
                yield record

    def fastest(self, **wanted) -> Record | None:
        return min(self._matches(wanted), key=lambda record: record.cycles or record.nanoseconds, default=None)

    def bare_share(self, record: Record) -> float | None:
        """What part of the call its bare permutations are, those of the same backend in the same run."""
        total = 0.0
        for rounds, calls in record.permutations.items():
            bare = self.first(backend=record.backend, algorithm=f"ascon-p{rounds}")
            if calls and not bare:
                return None
            total += calls * (bare.cycles if bare else 0)
        return total / record.cycles if total and record.cycles else None


def _fits(value, wanted) -> bool:
    return value in wanted if isinstance(wanted, tuple) else value == wanted
