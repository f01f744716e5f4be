"""What people would take instead of Ascon: other libraries' ciphers and hashes, for docs/results/alternatives.json.

Each is compiled at its smallest and at its fastest, by the compilers of the matrix, gives published answers and then is
measured like our own calls: one call for a message, from the key's bytes to the tag."""

import hashlib
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from spec.algorithms import find as find_algorithm

from . import archives, masked, peer_models
from .building import Configuration, Program, compile_board, compile_files, compiler_text, link, text_bytes, version
from .constructions import CONSTRUCTIONS
from .emulation import emulator_text
from .jobs import records_of_all
from .measuring import INPUT, KEY, NONCE, Build, Line, check, checksum, expected, measured
from .targets import FIRMWARE, RV32, Setting, Target, find

ADAPTERS = FIRMWARE / "alternatives"
LENGTHS = (16, 64, 256, 1024)
OURS = "asconkit"
SMALLEST, FASTEST = "smallest", "fastest"
INSTRUCTIONS = f"{FASTEST}, AES instructions"

# With multiplication, which Ascon does not need but Poly1305 and GHASH do, and most processors have.
WITH_M = ("-march=rv32im", *RV32[1:])
RV32IM = replace(find("rv32i"), name="rv32im", title="RV32IM", flags=WITH_M, libgcc=WITH_M)
X86_64 = Target(
    name="x86-64",
    title="x86-64",
    compiler="gcc",
    flags=("-fno-pie", "-static", "-fno-stack-protector", "-fcf-protection=none"),
    emulator=("qemu-x86_64", "-cpu", "max"),
    settings=(Setting("c64"), Setting("c64_bmi", flags=("-mbmi", "-mbmi2"))),
    package="gcc",
)
TARGETS = {target.name: target for target in (find("cortex-m0"), find("cortex-m3"), find("avr"), RV32IM, X86_64)}

# ---- What is computed --------------------------------------------------------------------------------

CHACHAPOLY, CCM, GCM = "ChaCha20-Poly1305", "AES-128-CCM", "AES-128-GCM"
SHA256, BLAKE2S = "SHA-256", "BLAKE2s"
AEADS = {CHACHAPOLY: "PEER_CHACHAPOLY", CCM: "PEER_CCM", GCM: "PEER_GCM"}
HASHES = {SHA256: ("PEER_HASH",), BLAKE2S: ("PEER_HASH", "PEER_BLAKE2S")}


@cache
def result(algorithm: str, n: int) -> bytes:
    """What a call has to give for the first n bytes of the input: ciphertext and tag, or a digest."""
    text, nonce = INPUT[:n], NONCE[:12]
    if algorithm == CHACHAPOLY:
        return b"".join(peer_models.chacha20_poly1305(KEY[:32], nonce, b"", text))
    if algorithm == CCM:
        return b"".join(peer_models.aes128_ccm(KEY[:16], nonce, b"", text))
    if algorithm == GCM:
        return b"".join(peer_models.aes128_gcm(KEY[:16], nonce, b"", text))
    return hashlib.sha256(text).digest() if algorithm == SHA256 else hashlib.blake2s(text).digest()


def wanted(algorithm: str) -> dict[tuple[str, int], int]:
    """The checksum of each operation and length."""
    if algorithm in HASHES:
        return {("hash", n): checksum(result(algorithm, n)) for n in LENGTHS}
    both = ((n, {"encrypt": result(algorithm, n), "decrypt": INPUT[:n]}) for n in LENGTHS)
    return {(name, n): checksum(data) for n, of_it in both for name, data in of_it.items()}


# ---- Other libraries ---------------------------------------------------------------------------------

# What the time can depend on: nothing secret; addresses in AES's tables; products of 32 or of 64 bits.
CONSTANT, TABLES, NARROW, WIDE = "yes", "no: tables", "narrow products", "wide products"
CODEC = tuple(f"src/codec/{name}.c" for name in ("dec32le", "dec32be", "enc32le", "enc32be"))
# The files of BearSSL's implementations of AES, beside those of their modes.
BEARSSL_AES = {
    "small": ("common", "small_enc"), "big": ("common", "big_enc"),
    "ct": ("ct", "ct_enc"), "ct64": ("ct64", "ct64_enc"), "x86ni": ("x86ni",),
}  # fmt: skip
# Mbed TLS's files that all of its rows need.
MBEDTLS = ("library/platform_util.c", "library/constant_time.c")
MBEDTLS_FILES = {
    CHACHAPOLY: ("chacha20", "poly1305", "chachapoly"),
    CCM: ("aes", "block_cipher", "ccm"),
    GCM: ("aes", "block_cipher", "gcm"),
    SHA256: ("sha256",),
}
MBEDTLS_SMALL = ("MBEDTLS_AES_FEWER_TABLES", "MBEDTLS_SHA256_SMALLER")
# Tables in flash, without code for other keys and for AES decryption, which CCM and GCM do not call.
MBEDTLS_AES = (
    "MBEDTLS_AES_ROM_TABLES", "MBEDTLS_AES_ONLY_128_BIT_KEY_LENGTH", "MBEDTLS_BLOCK_CIPHER_NO_DECRYPT",
)  # fmt: skip
MBEDTLS_LARGE = ("MBEDTLS_GCM_LARGE_TABLE",)


@dataclass(frozen=True)
class Peer:
    """An algorithm of a library, in one of its settings."""

    algorithm: str
    library: str
    setting: str
    files: tuple[str, ...]  # in the library's folder
    definitions: tuple[str, ...] = ()
    timing: str = CONSTANT
    flags: tuple[str, ...] = ()
    detail: str = ""  # which implementation of several, for the page

    @property
    def level(self) -> str:
        return "-Os" if self.setting.startswith(SMALLEST) else "-O3"

    @property
    def selection(self) -> tuple[str, ...]:
        """The macros that say what measure_alternative.c and the adapter call."""
        return HASHES.get(self.algorithm) or (AEADS[self.algorithm],)


def constant_time(target: Target, peer: Peer) -> str:
    """Whether secrets change neither the time nor the addresses, as the page says it."""
    if peer.timing == WIDE and target.name == "cortex-m3":
        return "no: UMULL"
    if peer.timing in (WIDE, NARROW):
        return "if MUL is" if target is RV32IM else CONSTANT
    return peer.timing


def peers(target: Target) -> Iterator[Peer]:
    yield from monocypher()
    yield from bearssl(target)
    if target.name != "avr":  # where Mbed TLS refuses ints of 16 bits and libb2 computes something else with them
        yield from mbedtls(target)
        yield from libb2(target)
    if target is X86_64:
        yield libsodium()


def monocypher() -> Iterator[Peer]:
    for setting in (SMALLEST, FASTEST):
        yield Peer(CHACHAPOLY, "Monocypher", setting, ("src/monocypher.c",), timing=WIDE)


def bearssl(target: Target) -> Iterator[Peer]:
    x86, has_wide_products = target is X86_64, target.name in ("cortex-m3", RV32IM.name)
    for setting in (SMALLEST, FASTEST):
        fast = setting == FASTEST
        # With ints of 16 bits, ctmul32 computes something else.
        poly = "ctmul" if x86 or target.name == "avr" or (fast and has_wide_products) else "ctmul32"
        chacha, poly = ("sse2", "ctmulq") if x86 and fast else ("ct", poly)
        files = (f"src/symcipher/chacha20_{chacha}.c", f"src/symcipher/poly1305_{poly}.c", *CODEC)
        names = (f"PEER_CHACHA={chacha}", f"PEER_POLY={poly}")
        yield Peer(CHACHAPOLY, "BearSSL", setting, files, names, products(poly), detail=f"`{chacha}`, `{poly}`")
        yield Peer(SHA256, "BearSSL", setting, ("src/hash/sha2small.c", *CODEC))
        ghash = "ctmul64" if x86 else "ctmul" if fast and has_wide_products else "ctmul32"
        yield from bearssl_aes(setting, "big" if fast else "small", ghash)
        yield from bearssl_aes(f"{setting}, constant time", "ct64" if x86 else "ct", ghash)
    if x86:
        yield from bearssl_aes(INSTRUCTIONS, "x86ni", "pclmul")


def products(implementation: str) -> str:
    return NARROW if implementation == "ctmul32" else WIDE


def bearssl_aes(setting: str, aes: str, ghash: str) -> Iterator[Peer]:
    cipher = tuple(f"src/symcipher/aes_{name}.c" for name in BEARSSL_AES[aes])
    in_ccm = TABLES if aes in ("small", "big") else CONSTANT
    in_gcm = products(ghash) if in_ccm == CONSTANT and ghash != "pclmul" else in_ccm
    files = (*cipher, f"src/symcipher/aes_{aes}_ctrcbc.c", "src/aead/ccm.c", *CODEC)
    yield Peer(CCM, "BearSSL", setting, files, (f"PEER_AES={aes}",), in_ccm, detail=f"`{aes}`")
    files = (*cipher, f"src/symcipher/aes_{aes}_ctr.c", f"src/hash/ghash_{ghash}.c", "src/aead/gcm.c", *CODEC)
    names = (f"PEER_AES={aes}", f"PEER_GHASH={ghash}")
    yield Peer(GCM, "BearSSL", setting, files, names, in_gcm, detail=f"`{aes}`, `{ghash}`")


def mbedtls(target: Target) -> Iterator[Peer]:
    for setting in (SMALLEST, FASTEST):
        small = MBEDTLS_SMALL if setting == SMALLEST else MBEDTLS_LARGE
        for algorithm, names in MBEDTLS_FILES.items():
            files = (*(f"library/{name}.c" for name in names), *MBEDTLS)
            timing = {CHACHAPOLY: WIDE, SHA256: CONSTANT}.get(algorithm, TABLES)
            yield Peer(algorithm, "Mbed TLS", setting, files, (*MBEDTLS_AES, *small), timing)
    if target is X86_64:
        for algorithm in (CCM, GCM):
            files = (*(f"library/{name}.c" for name in (*MBEDTLS_FILES[algorithm], "aesni")), *MBEDTLS)
            names = (*MBEDTLS_AES, "MBEDTLS_AESNI_C")
            flags = ("-maes", "-mpclmul", "-msse4.1")
            yield Peer(algorithm, "Mbed TLS", INSTRUCTIONS, files, names, CONSTANT, flags)


def libb2(target: Target) -> Iterator[Peer]:
    for setting in (SMALLEST, FASTEST):
        vectors = target is X86_64 and setting == FASTEST
        flags = ("-msse4.1",) if vectors else ()
        files = ("src/blake2s.c",) if vectors else ("src/blake2s-ref.c",)
        yield Peer(BLAKE2S, "libb2", setting, files, flags=flags, detail="SSE4.1" if vectors else "")


def libsodium() -> Peer:
    root = "src/libsodium"
    files = (
        "crypto_aead/chacha20poly1305/sodium/aead_chacha20poly1305.c", "crypto_stream/chacha20/stream_chacha20.c",
        "crypto_stream/chacha20/dolbeau/chacha20_dolbeau-avx2.c", "crypto_stream/chacha20/ref/chacha20_ref.c",
        "crypto_stream/chacha20/dolbeau/chacha20_dolbeau-ssse3.c", "crypto_verify/sodium/verify.c",
        "crypto_onetimeauth/poly1305/onetimeauth_poly1305.c", "crypto_onetimeauth/poly1305/sse2/poly1305_sse2.c",
        "crypto_onetimeauth/poly1305/donna/poly1305_donna.c", "sodium/runtime.c",
    )  # fmt: skip
    names = (
        "HAVE_EMMINTRIN_H", "HAVE_TMMINTRIN_H", "HAVE_SMMINTRIN_H", "HAVE_AVXINTRIN_H", "HAVE_AVX2INTRIN_H",
        "HAVE_CPUID", "HAVE_TI_MODE", "HAVE_AVX_ASM", "NATIVE_LITTLE_ENDIAN=1", "CONFIGURED=1",
    )  # fmt: skip
    paths = tuple(f"{root}/{file}" for file in files)
    return Peer(CHACHAPOLY, "libsodium", f"{FASTEST}, vectors", paths, names, CONSTANT, ("-mavx2",), "AVX2")


# ---- Measuring other libraries -------------------------------------------------------------------------

INCLUDES = {
    "Monocypher": ("src",), "BearSSL": ("inc", "src"), "Mbed TLS": ("include", "library"), "libb2": ("src",),
    "libsodium": ("src/libsodium/include/sodium", "src/libsodium/include"),
}  # fmt: skip
ALWAYS = {"Mbed TLS": ('MBEDTLS_CONFIG_FILE="mbedtls_settings.h"',)}
# What stays in flash, and the RAM that is always taken; on AVR constants are copied there.
FLASH = r"\.(?:text|rodata|literal|progmem|data)\b"
RAM, RAM_OF_AVR = r"\.(?:data|bss)\b", r"\.(?:rodata|data|bss)\b"


def adapter(library: str) -> Path:
    return ADAPTERS / f"{library.lower().replace(' ', '')}.c"


def configuration_of(target: Target, peer: Peer) -> Configuration:
    setting = Setting(peer.library, flags=(*peer.flags, peer.level))
    return Configuration(target, setting, "size" if peer.level == "-Os" else "speed")


def compile_peer(target: Target, peer: Peer, folder: Path) -> Program:
    """A program that checks and measures a peer. Fetches its library where that has not been done yet."""
    return compile_from(archives.fetch(archives.find(peer.library)), adapter(peer.library), target, peer, folder)


def compile_from(root: Path, adapter: Path, target: Target, peer: Peer, folder: Path) -> Program:
    """Of the library's sources in a folder, with the file that makes peer.h's calls of them."""
    configuration = configuration_of(target, peer)
    include = (ADAPTERS, ADAPTERS / "include", *(root / name for name in INCLUDES[peer.library]))
    names = (*ALWAYS.get(peer.library, ()), *peer.definitions, *peer.selection)
    # Others' code has its own warnings and its own dialect.
    flags = ("-w", "-std=gnu11", peer.level, *(f"-I{path}" for path in include))
    library = compile_files(configuration, folder / "library", (root / name for name in peer.files), names, flags)
    library += compile_files(configuration, folder / "library/adapter", [adapter], names, flags)
    lengths = "MEASURE_LENGTHS=" + ",".join(map(str, LENGTHS))
    program = compile_files(configuration, folder, [ADAPTERS / "measure_alternative.c"], [*peer.selection, lengths])
    return link(configuration, folder, "alternative", [*program, *compile_board(configuration, folder), *library])


def sizes(program: Program, library: Path) -> dict[str, int]:
    listing = program.listing.read_text(encoding="utf-8")
    ram = RAM_OF_AVR if program.target.name == "avr" else RAM
    return {"text_bytes": text_bytes(listing, library, FLASH), "static_bytes": text_bytes(listing, library, ram)}


def records_of_peer(target: Target, peer: Peer) -> list[dict]:
    with tempfile.TemporaryDirectory(prefix="asconkit-") as name:
        folder = Path(name)
        program = compile_peer(target, peer, folder)
        lines = check(f"{peer.library} {peer.algorithm}", list(measured(program)), wanted(peer.algorithm))
        flags = (*target.flags, *peer.flags, peer.level, *(f"-D{each}" for each in peer.definitions))
        compiler = " ".join([target.compiler, version(target.compiler), *flags])
        about = {
            "target": target.name, "library": peer.library, "setting": peer.setting, "algorithm": peer.algorithm,
            "version": archives.find(peer.library).version, "compiler": compiler,
        }  # fmt: skip
        return [record(target, line, **about, **sizes(program, folder / "library")) for line in lines]


def record(target: Target, line: Line, /, **about) -> dict:
    counted = {"operation": line.operation, "bytes": line.bytes, "stack_bytes": line.stack, target.unit: line.count}
    return {"emulator": emulator_text(target), **counted, **about}


# ---- Measuring ours ------------------------------------------------------------------------------------

AEAD, HASH = find_algorithm("ascon-aead128"), find_algorithm("ascon-hash256")
SIV = next(each for each in CONSTRUCTIONS if each.definition == "SIV")
MASKED_BACKENDS = {**masked.BACKENDS, RV32IM.name: "rv32"}
SHARES = 2
LEVELED = "Ascon-AEAD128, leveled"


@dataclass(frozen=True)
class Own:
    """A call of ours, by one of the programs that measure them."""

    algorithm: str
    program: str
    definitions: tuple[str, ...]
    wanted: Callable[[str, int], int]  # the checksum of an operation and length
    operations: tuple[str, ...] = ("encrypt", "decrypt")
    masked: bool = False


def of_masked(title: str, form: str) -> Own:
    call = masked.Call(AEAD, form=form)
    names = [name for name in call.definitions if not name.startswith("MEASURE_LENGTHS")]
    names += [f"MEASURE_SHARES={SHARES}", f"MEASURE_LONGEST={LENGTHS[-1]}"]
    return Own(title, "measure_masked.c", tuple(names), partial(expected, AEAD), masked=True)


OWN = (
    Own("Ascon-AEAD128", "measure.c", ("MEASURE_AEAD=aead128",), partial(expected, AEAD)),
    Own("Ascon-SIV", "measure_constructions.c", ("MEASURE_SIV",), SIV.expected),
    of_masked("Ascon-AEAD128, masked", "plain"),
    of_masked(LEVELED, "leveled"),
    Own("Ascon-Hash256", "measure.c", ("MEASURE_HASH=hash256",), partial(expected, HASH), ("hash",)),
)


def own(target: Target) -> Iterator[tuple[Configuration, str, tuple[Own, ...]]]:
    """The ways of compiling our library, with their settings' names and calls. Masked code is fast code alone."""
    plain = tuple(each for each in OWN if not each.masked)
    yield Configuration(target, target.settings[0], "size"), SMALLEST, plain
    fastest = target.settings[-1] if target is X86_64 else target.settings[0]
    yield Configuration(target, fastest, "speed"), FASTEST, plain
    if target.name in MASKED_BACKENDS:
        way = masked.Way(target, MASKED_BACKENDS[target.name], SHARES)
        yield way.configuration, f"{SHARES} shares", tuple(each for each in OWN if each.masked)


def records_of_own(configuration: Configuration, setting: str, calls: Iterable[Own]) -> list[dict]:
    target = configuration.target
    about = {"target": target.name, "library": OURS, "setting": setting, "version": ""}
    found = []
    with tempfile.TemporaryDirectory(prefix="asconkit-") as folder:
        build = Build(configuration, Path(folder))
        for call in calls:
            program = measured_program(build, call)
            by_call = {(name, n): call.wanted(name, n) for n in LENGTHS for name in call.operations}
            lines = check(call.algorithm, list(measured(program)), by_call)
            more = {"algorithm": call.algorithm, "compiler": compiler_text(configuration)}
            more |= sizes(program, build.folder / "library")
            found += [record(target, line, **about, **more) for line in lines]
    return found


def measured_program(build: Build, call: Own) -> Program:
    names = [*(build.configuration.names if call.masked else []), *call.definitions]
    lengths = "MEASURE_LENGTHS=" + ",".join(map(str, LENGTHS))
    name = call.algorithm.replace(", ", "-")  # the linker's options have no place for a comma
    return build.program(name, [call.program], *names, lengths)


# ---- Everything ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Job:
    label: str
    records: Callable[[], list[dict]]


def jobs(targets: Iterable[str] = ()) -> Iterator[Job]:
    for target in TARGETS.values():
        if targets and target.name not in targets:
            continue
        for way in own(target):
            yield Job(f"{target.name}: {OURS}, {way[1]}", lambda way=way: records_of_own(*way))
        for peer in peers(target):
            label = f"{target.name}: {peer.library}, {peer.algorithm}, {peer.setting}"
            yield Job(label, lambda target=target, peer=peer: records_of_peer(target, peer))


def all_records(targets: Iterable[str], workers: int) -> list[dict]:
    for archive in archives.ARCHIVES:
        archives.fetch(archive)
    return records_of_all(list(jobs(targets)), lambda job: job.records(), workers)
