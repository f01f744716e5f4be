# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The table of fuzz targets: a row for each file of library/, command/, python/, rust/, and each program of atheris."""

import os
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


@dataclass(frozen=True)
class Build:
    """A preset of CMake and the folders whose targets it has."""

    preset: str
    sanitizers: str
    folders: tuple[str, ...]


ADDRESS = Build("fuzz", "address, undefined", ("library", "command", "python"))
# The C++ library and Python are not instrumented: what calls them much would seem to be undefined.
MEMORY = Build("fuzz-memory", "memory", ("library",))
BUILDS = (ADDRESS, MEMORY)
# In the short tier of the tests, which compile it every time: without the Python extension.
SHORT = Build(ADDRESS.preset, ADDRESS.sanitizers, ("library", "command"))
COVERAGE = Build("fuzz-coverage", "no sanitizer", ADDRESS.folders)


@dataclass(frozen=True)
class Fault:
    """What a target has to find: in this file, one text in the place of another."""

    file: str
    right: str
    wrong: str
    compiled: tuple[str, ...] = ()  # the files with which it is compiled, if it is a header
    build: Build = ADDRESS  # whose sanitizer sees it

    @property
    def units(self) -> tuple[str, ...]:
        return self.compiled or (self.file,)


@dataclass(frozen=True)
class Target:
    name: str
    text: str
    covers: tuple[str, ...] = ()  # the files whose lines it should reach
    faults: tuple[Fault, ...] = ()
    runs: int = 2000  # in the short tier of the tests: some seconds
    longest: int = 400  # bytes of an input
    dictionary: str = ""  # a file of dictionaries/
    program: str = ""  # of atheris or in Rust, instead of a file in C++

    @property
    def folder(self) -> str:
        found = [path.parent.name for path in HERE.glob(f"*/{self.name}.cpp")]
        return found[0] if found else ""

    def is_in(self, build: Build) -> bool:
        return self.folder in build.folders


def builds_of_tests() -> tuple[Build, ...]:
    return (SHORT,) if os.environ.get("ASCONKIT_TESTS", "all") != "all" else BUILDS


BLOCKS = "asconkit/core/state/*.h"
MODES = ("asconkit/core/modes/aead*.h", "asconkit/core/modes/sponge*.h", "asconkit/core/modes/prfshort.h", BLOCKS)
ENGINES = ("asconkit/batch/*.h", "asconkit/batch/engines/*.h")
C64 = ("asconkit/core/backends/c64/c64.c",)
VECTORS = ("asconkit/batch/engines/avx2_x8/avx2_x8.c", "asconkit/batch/engines/neon_x4/neon_x4.c")

TARGETS = (
    Target(
        "pieces", "one computation in one call, in pieces and after the specification", MODES,
        (
            Fault("asconkit/core/state/duplex.h", "n == 0 : offset < p->rate) return",
                  "n == 0 : offset <= p->rate) return", C64),
            Fault("asconkit/core/modes/sponge_pieces.h", "&s);\n  ctx->offset = 0;\n", "&s);\n", C64, MEMORY),
        ),
    ),
    Target(
        "order", "calls on a context in any order and single ones, right and wrong",
        ("asconkit/core/api/aead_pieces_calls.h", "asconkit/core/api/sponge_pieces_calls.h",
         "asconkit/core/api/checks.h"),
        (
            Fault("asconkit/core/api/aead_pieces_calls.h",
                  "  if (length == 0) return ASCON_OK;\n  ctx->phase = PHASE_AD;", "  ctx->phase = PHASE_AD;",
                  ("asconkit/core/api/pieces.c",)),
            Fault("asconkit/core/api/checks.h", "if (text_length > SIZE_MAX / 2 - TAG_LENGTH) return ASCON_ERR_RANGE;",
                  "", ("asconkit/core/api/aead128.c",)),
        ),
        runs=1000,
    ),
    Target(
        "backends", "the same on every backend; the permutation against the model",
        ("asconkit/core/backends/*/*.[ch]", BLOCKS, "asconkit/core/api/state_calls.h", "asconkit/core/api/dispatch.c"),
        (
            Fault("asconkit/core/backends/c32/backend.h", "low >> n | high << (32 - n), high >> n | low << (32 - n)",
                  "low >> n | high << (32 - n), high >> n | (n == 7 ? low & ~1u : low) << (32 - n)",
                  tuple(f"asconkit/core/backends/c32/c32{part}.c" for part in ("", "_aead128", "_hash", "_others"))),
        ),
        runs=1000,
    ),
    Target(
        "batch_engines", "a batch on every vector engine, as an array and as columns", ENGINES,
        (
            Fault("asconkit/batch/engine.h", "if (g.wrong[i]) lanes_reject_forgery(&g, i);",
                  "if (g.wrong[i] && i != 5) lanes_reject_forgery(&g, i);", VECTORS),
        ),
    ),
    Target(
        "batch_jobs", "batches of messages with missing pointers and wrong lengths", ("asconkit/batch/work.h",),
        (
            Fault("asconkit/batch/work.h", "? check_aead(p, m) : check_sponge(p, m)",
                  "? check_aead(p, m) : check_sponge_lengths(p, m)", VECTORS),
        ),
        runs=6000,
    ),
    Target(
        "batch_columns", "batches of columns with wrong strides, places, lengths and pointers",
        ("asconkit/batch/batch.c", "asconkit/batch/work.h", "asconkit/batch/columns.h"),
        (
            Fault("asconkit/batch/columns.h", "use == COLUMN_WRITTEN && c->stride < length",
                  "use == COLUMN_WRITTEN && c->stride + 1 < length"),
            Fault("asconkit/batch/columns.h", "length <= limit - place", "length <= limit - place + 1", VECTORS),
        ),
        runs=10000,
    ),
    Target(
        "accelerators", "batches with ragged lengths and odd offsets on a device, which is emulated",
        ("asconkit/accelerators/staging.c", "asconkit/accelerators/request.c", "asconkit/accelerators/processor.c",
         "asconkit/accelerators/queue.c"),
        (
            Fault("asconkit/accelerators/staging.c", "column_place(column, message),\n             (size_t)length);",
                  "column_place(column, message),\n             (size_t)length + (length == 17));"),
        ),
    ),
    Target(
        "bits", "strings of any number of bits", ("asconkit/core/api/bits.c",),
        (
            Fault("asconkit/core/api/bits.c", "if (bits % 8) string[bits / 8]", "if (bits % 8 > 1) string[bits / 8]"),
            Fault("asconkit/core/api/bits.c", "tag_bits > MAX_TAG_BITS", "tag_bits > MAX_TAG_BITS + 7"),
        ),
    ),
    Target(
        "masked", "computations on shares against those that are not masked",
        ("asconkit/masked/*.[ch]", "asconkit/masked/c/*.h"),
        (
            Fault("asconkit/masked/aead.c", "zeroize_shares(setup->scheme, call->out, call->text_length);",
                  "if (result == ASCON_ERR_TAG) zeroize_shares(setup->scheme, call->out, call->text_length);"),
            Fault("asconkit/masked/strings.c", "for (unsigned i = 0; bytes && i < shares_of",
                  "for (unsigned i = 1; bytes && i < shares_of"),
        ),
    ),
    Target(
        "siv_isap_commit_drbg", "messages that SIV, ISAP and committing AEAD seal; calls of a random generator",
        ("asconkit/siv/*.[ch]", "asconkit/isap/isap.c", "asconkit/commit/*.[ch]",
         "asconkit/drbg/drbg.c"),
        (
            Fault("asconkit/commit/commit.h", "bytes_differ(expected, commitment, sizeof expected)",
                  "bytes_differ(expected, commitment, sizeof expected - 1)",
                  ("asconkit/commit/commit.c", "asconkit/commit/commit_siv.c")),
            Fault("asconkit/drbg/drbg.c", "drbg->generation != current_generation(drbg)", "0"),
            Fault("asconkit/siv/siv.c", "if (length > ctx->text_bytes - ctx->crypted_bytes)",
                  "if (length > ctx->text_bytes)"),
            Fault("asconkit/siv/siv_batch.c", "if (!genuine && m->length != 0)",
                  "if (!genuine && m->length > 16)"),
        ),
    ),
    Target(
        "kdf_hmac", "KMAC, HMAC, key derivation and PBKDF2, in one call and in pieces",
        ("asconkit/kdf/kdf.c", "asconkit/hmac/hmac.c"),
        (
            Fault("asconkit/kdf/kdf.c", "(RATE - absorbed % RATE) % RATE", "RATE - absorbed % RATE"),
            Fault("asconkit/hmac/hmac.c", "if (key_length > BLOCK)", "if (key_length >= BLOCK)"),
            Fault("asconkit/hmac/hmac.c", "while (--iterations)", "while (--iterations > 1)"),
        ),
        runs=1000,
    ),
    Target(
        "trees", "roots of trees, in pieces and by batches; proofs, right and forged",
        ("asconkit/tree/*.[ch]",),
        (
            Fault("asconkit/tree/tree.c", "bytes_differ(digest, root, DIGEST_BYTES)",
                  "bytes_differ(digest, root, DIGEST_BYTES - 1)"),
            Fault("asconkit/tree/tree_batch.c", "pairs != 0", "pairs > 1"),
        ),
    ),
    Target(
        "streams", "streams with any secret: single chunks, rows of chunks, and in pieces",
        ("asconkit/stream/stream.[ch]", "asconkit/stream/stream_batch.c",
         "asconkit/stream/stream_pieces.c"),
        (
            Fault("asconkit/stream/stream_pieces.c", "ctx->rekey_at += ctx->rekey_every;",
                  "ctx->rekey_at = 0;"),
            Fault("asconkit/stream/stream_batch.c", "    possible.ends = 0;\n", ""),
            Fault("asconkit/stream/stream.c", "next >= ASCON_STREAM_MAX_CHUNKS",
                  "next > ASCON_STREAM_MAX_CHUNKS"),
        ),
        runs=1000,
    ),
    Target(
        "datagrams", "datagrams that are lost, repeated, moved, changed and made up, one by one and in batches",
        ("asconkit/datagram/datagram.[ch]", "asconkit/datagram/datagram_batch.c"),
        (
            Fault("asconkit/datagram/datagram.h", "(ahead > 0 || ", "(ahead >= 0 || ",
                  ("asconkit/datagram/datagram.c",)),
        ),
        runs=1000,
    ),
    Target(
        "counters", "counters in flash and EEPROM that lose power, fail, refuse and rot",
        ("ports/datagram/counter_flash.c", "ports/datagram/counter_slots.c"),
        (
            Fault("ports/datagram/counter_flash.c", " && program_slot(flash, at + slot_bytes(flash), counter)", ""),
            Fault("ports/datagram/counter_flash.c", "mark, length) > 0;", "mark, length) >= 0;"),
            Fault("ports/datagram/counter_flash.c", "if (flash->phase == OPENED)", "if (flash->phase > READY)"),
            Fault("ports/datagram/counter_flash.c", "if (flash->erase(flash->memory, at) <= 0) return;",
                  "(void)flash->erase(flash->memory, at);"),
            Fault("ports/datagram/counter_slots.c", " && write_slot(slots, first + 1, record)", ""),
        ),
        runs=500,
    ),
    Target(
        "counter_files", "two owners of a counter in a file that somebody changes",
        ("ports/datagram/counter_file.c",),
        (
            Fault("ports/datagram/counter_file.c", "LOCK_EX | LOCK_NB", "LOCK_SH | LOCK_NB"),
            Fault("ports/datagram/counter_file.c", "status.st_nlink > 1", "status.st_nlink > 2"),
        ),
        runs=500,
    ),
    Target(
        "cose", "COSE messages with any headers, right ones and changed ones", ("ports/cose/ascon_cose.c",),
        (
            Fault("ports/cose/ascon_cose.c", "if (result != ASCON_OK) ascon_wipe(text, text_length);", ""),
            Fault("ports/cose/ascon_cose.c", "message->content.length >= ASCON_COSE_TAG_BYTES", "true"),
            Fault("ports/cose/ascon_cose.c", "bytes->data == NULL && get_bytes", "get_bytes"),
        ),
    ),
    Target(
        "file", "encrypted files that are well-formed but for some parts",
        ("cli/chunks.cpp", "cli/chunkstream.cpp", "cli/groups.cpp", "asconkit/stream/stream_*.c"),
        (
            Fault("asconkit/stream/stream.h", "(length > 0 || index == 0)", "(length > 0 || index < 2)",
                  ("asconkit/stream/stream.c", "asconkit/stream/stream_batch.c")),
            Fault("asconkit/stream/stream_pieces.c", "if (made < count) return fail(ctx);",
                  "if (made + 1 < count) return fail(ctx);"),
        ),
    ),
    Target(
        "passphrase", "headers of strangers, the cost of Argon2, files with passphrases, new ones too",
        ("cli/container.cpp", "cli/filekey.cpp", "cli/passphrase.cpp", "cli/secretfile.cpp"),
        (
            Fault("cli/container.cpp", "cost.lanes * passes <= max_threads", "cost.lanes <= max_threads"),
            Fault("cli/filekey.cpp", "if (!problem.empty()) fail_usage(problem);", ""),
        ),
        runs=10000,
    ),
    Target(
        "keys", "key files, for encryption and for MACs", ("cli/keyfile.cpp", "cli/hex.cpp"),
        (Fault("cli/keyfile.cpp", "if (size > largest_file)", "if (size > largest_file + 1)"),),
        runs=4000,
    ),
    Target(
        "sums", "lists of digests, which sum -c and mac -c read",
        ("cli/checkfile.cpp", "cli/sumlines.cpp", "cli/lines.cpp"),
        (Fault("cli/sumlines.cpp", "line.rfind(')')", "line.find(')')"),),
        runs=10000, longest=1000, dictionary="sums.dict",
    ),
    Target(
        "names", "names of strangers in messages", ("cli/quote.cpp", "cli/text.cpp"),
        (Fault("cli/quote.cpp", "c == '~') return at == 0;", "c == '~') return at == 1;"),),
        runs=20000, longest=100,
    ),
    Target(
        "arguments", "command lines", ("cli/arguments.cpp", "cli/options.cpp", "cli/help.cpp"),
        (
            Fault("cli/arguments.cpp", " || factor == 0 || result > UINT64_MAX / factor) return false;",
                  " || factor == 0) return false;"),
        ),
        runs=10000,
    ),
    Target(
        "arrow", "Arrow arrays with wrong lengths, offsets, views and buffers, in the Python extension",
        ("bindings/python/src/arrow*.[ch]pp", "bindings/python/src/nonces.cpp"),
        (
            Fault("bindings/python/src/arrow_column.cpp",
                  "static_cast<size_t>(view.offset) + static_cast<size_t>(view.bytes) >",
                  "static_cast<size_t>(view.bytes) >"),
        ),
    ),
    Target("python-calls", "every call of the Python extension, by atheris", program="tests/python/fuzz_asconkit.py"),
    Target(
        "rust-streams", "changed files in pieces, by the crate's stream reader",
        faults=(
            Fault("bindings/rust/asconkit/src/stream.rs", "if !valid {", "if !valid && !ends {"),
            Fault("bindings/rust/asconkit/src/stream.rs", "(used, text, self.index + (used / stride) as u64)",
                  "(used, used / stride * (stride - TAG), self.index + (used / stride) as u64)"),
        ),
        program="tests/fuzz/rust/rust-streams.rs",
    ),
)  # fmt: skip
BY_NAME = {target.name: target for target in TARGETS}
