"""What constructions cost: how their calls are measured for docs/results/constructions.json.

On a Cortex-M0 and on AVR, in the profiles size and speed. Figures of the plain modes are those of
docs/results/embedded.json."""

import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import compiling
from spec.algorithms import find as find_algorithm
from spec.constructions import commit, datagram, drbg, hmac, isap, kdf, siv, stream, tree
from spec.modes import aead_encrypt

from .building import Configuration, Program
from .jobs import records_of_all
from .measuring import INPUT, KEY, NONCE, Build, Line, check, checksum, measured
from .targets import FIRMWARE, find

PROGRAM = FIRMWARE / "measure_constructions.c"
TARGETS = ("cortex-m0", "avr")
PROFILES = ("size", "speed")
# The same lengths as those of the plain modes in the tables.
LENGTHS = (16, 1024, 1536)
AEAD = find_algorithm("ascon-aead128")
CHUNK = 512  # of the tree; a stream has one chunk


@dataclass(frozen=True)
class Construction:
    """One that PROGRAM measures."""

    name: str
    page: str  # in docs/constructions
    definition: str
    beside: str  # the plain algorithm that it is compared with
    result: Callable[[bytes], bytes]  # of the input, by the specification: ciphertext and tag, or the output
    encrypts: bool = False

    @property
    def operations(self) -> tuple[str, ...]:
        return ("encrypt", "decrypt") if self.encrypts else ("compute",)

    def expected(self, operation: str, n: int) -> int:
        """The checksum that the program must print."""
        return checksum(INPUT[:n] if operation == "decrypt" else self.result(INPUT[:n]))


def encrypting(name: str, page: str, definition: str, result: Callable[[bytes], bytes]) -> Construction:
    return Construction(name, page, definition, AEAD.name, result, encrypts=True)


def isap_of(instance: isap.Instance) -> Callable[[bytes], bytes]:
    return lambda text: b"".join(isap.encrypt(instance, KEY[:16], NONCE, b"", text))


def encrypted(text: bytes) -> bytes:
    return b"".join(aead_encrypt(AEAD, KEY[:16], NONCE, b"", text))


def committed(text: bytes) -> bytes:
    ciphertext, tag, _ = commit.encrypt(commit.of_row(AEAD), KEY[:16], NONCE, b"", text)
    return ciphertext + tag


def sealed(text: bytes) -> bytes:
    return stream.derive(AEAD, len(INPUT), KEY[:32], KEY[:32], b"").seal_chunk(text, 0, True)


def sent(text: bytes) -> bytes:
    """The first datagram of a sender, without its counter."""
    return datagram.seal(datagram.Settings(2, 16, 1), KEY[:16], NONCE[:8], 0, text, b"")[2:]


CONSTRUCTIONS = (
    encrypting("Ascon-SIV", "siv", "SIV", lambda text: b"".join(siv.encrypt(KEY[:32], NONCE, b"", text))),
    encrypting("commitment", "commit", "COMMIT", committed),
    encrypting("ISAP-A-128A", "isap", "ISAP=a_128a", isap_of(isap.INSTANCES[0])),
    encrypting("ISAP-A-128", "isap", "ISAP=a_128", isap_of(isap.INSTANCES[1])),
    encrypting("a stream's chunk", "stream", "STREAM", sealed),
    encrypting("datagrams", "datagram", "DATAGRAM", sent),
    Construction("datagrams, sender alone", "datagram", "DATAGRAM_SENDER", AEAD.name, sent),
    Construction("hardened decryption", "hardened", "HARDENED", AEAD.name, lambda text: text),
    Construction("hardened encryption", "hardened", "HARDENED_ENCRYPTION", AEAD.name, encrypted),
    Construction("KMAC", "kdf", "KMAC", "ascon-cxof128", lambda text: kdf.kmac(KEY[:32], text, 32)),
    Construction("key derivation", "kdf", "KDF", "ascon-cxof128", lambda text: kdf.derive(b"", text, NONCE, 32)),
    Construction("HMAC", "hmac", "HMAC", "ascon-hash256", lambda text: hmac.hmac(KEY[:32], text)),
    Construction(
        "HKDF", "hmac", "HKDF", "ascon-hash256", lambda text: hmac.hkdf_expand(hmac.hkdf_extract(b"", text), NONCE, 32)
    ),
    Construction("generator", "drbg", "DRBG", "ascon-cxof128", lambda text: drbg.Drbg(None, KEY).generate(len(text))),
    Construction("tree hash", "tree", "TREE", "ascon-hash256", lambda text: tree.tree_hash(text, CHUNK)),
)


def configurations(targets: Iterable[str] = ()) -> Iterator[Configuration]:
    """The backend made for each target, as it comes."""
    for name in TARGETS:
        if not targets or name in targets:
            yield from (Configuration(find(name), find(name).settings[0], profile) for profile in PROFILES)


def measure(build: Build, construction: Construction, file: Path = PROGRAM) -> tuple[list[Line], Program]:
    """Measures every operation and length and checks the results. Also returns the program."""
    definitions = [f"MEASURE_{construction.definition}", "MEASURE_LENGTHS=" + ",".join(map(str, LENGTHS))]
    program = build.program(construction.definition, [file], *definitions)
    expected = {(name, n): construction.expected(name, n) for n in LENGTHS for name in construction.operations}
    return check(construction.name, list(measured(program)), expected), program


def own_bytes(build: Build, program: Program) -> int:
    """The bytes of code in the constructions' files, without the modes that they call."""
    files = compiling.sources(build.configuration.setting.backend)
    stems = (file.stem for file in files if file.parent.name in compiling.MODULES)
    return sum(program.bytes_of(build.folder / "library" / f"{stem}.o") for stem in stems)


def records(build: Build, construction: Construction) -> Iterator[dict]:
    lines, program = measure(build, construction)
    sizes = {"text_bytes": program.text_bytes, "own_bytes": own_bytes(build, program)}
    for line in lines:
        yield build.record(line, profile=build.configuration.profile, construction=construction.name, **sizes)


def records_of(configuration: Configuration, chosen: Iterable[Construction] = CONSTRUCTIONS) -> list[dict]:
    with tempfile.TemporaryDirectory(prefix="asconkit-") as folder:
        build = Build(configuration, Path(folder))
        return [record for construction in chosen for record in records(build, construction)]


def all_records(targets: Iterable[str], workers: int) -> list[dict]:
    return records_of_all(list(configurations(targets)), records_of, workers)
