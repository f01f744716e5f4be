"""The C++ API: its examples print what the specification computes, its headers need nothing, and what must not
compile does not."""

import re
import shutil
import subprocess
from itertools import product
from pathlib import Path

import pytest
from builds import C11, LIBRARY, ROOT, SHORT_RUN, STRICT, compile_library, each, need, run

from spec.algorithms import ALGORITHMS, find
from spec.modes import aead_encrypt, compute

COMPILERS = ("g++", "clang++-19")
CPP20 = ("-std=c++20", *STRICT, "-O1", "-fno-exceptions", "-fno-rtti", f"-I{ROOT}")
EXAMPLES = ROOT / "examples/cpp"
OLDEST_CLANG = 14  # of asconkit/cpp/language.hpp
HEADERS = sorted(LIBRARY.rglob("*.hpp"))
SYCL_STANDIN = ROOT / "tests/accelerators/sycl_standin"
# The one header over another library's, which reports its errors by exceptions.
WITH_SYCL = {"ascon_sycl.hpp": ["-fexceptions", "-frtti", "-isystem", SYCL_STANDIN]}
RANGE = "a length or a number of rounds is outside its range"


@pytest.fixture(scope="module")
def library(tmp_path_factory) -> list[Path]:
    """The library's object files."""
    return compile_library(tmp_path_factory.mktemp("library"), "gcc", [*C11, "-O1", "-DASCON_PROFILE_SIZE"])


def older_compilers() -> list[str]:
    """The installed versions of clang below 19. The oldest supported one must be installed where the system has it
    (Debian 12)."""
    names = [f"clang++-{version}" for version in range(OLDEST_CLANG, 19)]
    release = Path("/etc/os-release").read_text(encoding="utf-8")
    return [name for name in names if shutil.which(name) or (name == names[0] and "=bookworm" in release)]


def counting(size: int, first: int = 0) -> bytes:
    return bytes(range(first, first + size))


# ---- Examples -----------------------------------------------------------------------------------


def aead(name: str, text: bytes, ad: bytes = b"", tag_bytes: int = 16, key: bytes | None = None):
    row = find(name)
    key = counting(row.key) if key is None else key
    ciphertext, tag = aead_encrypt(row, key, counting(16, 0x10), ad, text, tag_bytes)
    return ciphertext.hex(), tag.hex()


def output(name: str, message: bytes, size: int, customization: bytes = b"") -> str:
    row = find(name)
    inputs = {"key": counting(row.key), "message": message, "customization": customization, "output_bytes": size}
    return compute(row, inputs).hex()


def expected_aead128() -> list[str]:
    ciphertext, tag = aead("ascon-aead128", b"hello", b"to: you")
    wrong = "changed: the tag does not match: wrong key, or the data was changed"
    return [
        f"ciphertext: {ciphertext}", f"tag: {tag}", wrong, f"left of it: {bytes(5).hex()}",
        f"plaintext: {b'hello'.hex()}",
    ]  # fmt: skip


def expected_aead128_nonce_masked() -> list[str]:
    text = bytes([0, 21, 0, 7])
    ciphertext, tag = aead("ascon-aead128-nonce-masked", text, tag_bytes=8)
    return [f"ciphertext: {ciphertext}", f"tag: {tag}", f"plaintext: {text.hex()}"]


def expected_xof128() -> list[str]:
    whole = output("ascon-xof128", b"seed", 30)
    order = "update after squeeze: the context is not in a state in which this call is allowed"
    return [f"output: {whole[i : i + 20]}" for i in (0, 20, 40)] + [order]


def expected_cxof128() -> list[str]:
    purposes = (b"file name", b"file content")
    lines = [f"output: {output('ascon-cxof128', b'the same input', 16, purpose)}" for purpose in purposes]
    return [*lines, f"257 bytes: {RANGE}"]


def expected_v13_mac() -> list[str]:
    tag = output("ascon-mac-v13", b"pay 10 to Ada", 16)
    return [f"tag: {tag}", "pay 10 to Ada: right", "pay 10 to Eve: wrong"]


def expected_v12_ascon128() -> list[str]:
    text = b"of a length known at run time"
    ciphertext, tag = aead("ascon-128", text)
    return [f"sealed: {ciphertext}{tag}", f"plaintext: {text.hex()}"]


def expected_v12_ascon128a() -> list[str]:
    text = b"one, two and three"
    ciphertext, tag = aead("ascon-128a", text, b"header")
    return [f"ciphertext: {ciphertext}", f"tag: {tag}", f"plaintext: {text.hex()}"]


def expected_v12_ascon80pq() -> list[str]:
    tag = aead("ascon-80pq", bytes([1, 2, 3]), key=bytes([0x5A]) * 20)[1]
    return [f"16 bytes: {RANGE}", f"tag: {tag}"]


def expected_v12_hasha() -> list[str]:
    ends = (b"first end", b"second end")
    return [f"digest: {output('ascon-hasha', b'a long common beginning, ' + end, 32)}" for end in ends]


def expected_v12_prf() -> list[str]:
    whole = output("ascon-prf", b"stream 7", 40)
    return [f"output: {whole[:40]}", f"output: {whole[40:]}"]


EXPECTED = {
    "aead128": expected_aead128,
    "aead128_nonce_masked": expected_aead128_nonce_masked,
    "hash256": lambda: [f"digest: {output('ascon-hash256', b'abc', 32)}"],
    "xof128": expected_xof128,
    "cxof128": expected_cxof128,
    "v13_mac": expected_v13_mac,
    "v13_prf": lambda: [f"key: {output('ascon-prf-v13', purpose, 16)}" for purpose in (b"up", b"down")],
    "v13_prfshort": lambda: [
        f"answer: {output('ascon-prfshort-v13', bytes([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0]), 16)[:16]}"
    ],
    "v12_ascon128": expected_v12_ascon128,
    "v12_ascon128a": expected_v12_ascon128a,
    "v12_ascon80pq": expected_v12_ascon80pq,
    "v12_hash": lambda: [f"digest: {output('ascon-hash', b'a' * size, 32)}" for size in (100, 10)],
    "v12_hasha": expected_v12_hasha,
    "v12_xof": lambda: [f"output: {output('ascon-xof', b'message', 50)}"],
    "v12_xofa": lambda: [f"output: {output('ascon-xofa', b'table of the example', 24)}"],
    "v12_mac": lambda: [f"tag: {output('ascon-mac', b'first, second', 16)}", "right"],
    "v12_maca": lambda: [f"tag: {output('ascon-maca', b'message', 16)}"] * 2,
    "v12_prf": expected_v12_prf,
    "v12_prfa": lambda: [f"output: {output('ascon-prfa', text, 32)}" for text in (b"one", b"two")] + ["different"],
    "v12_prfshort": lambda: [
        f"output: {output('ascon-prfshort', bytes([0x33]) * 16, 16)[:24]}",
        f"17 bytes: {RANGE}",
    ],
}


def test_every_algorithm_has_an_example():
    # The example's name is the C++ name: v12_128 in C is v12::ascon128.
    names = [row.c_name.replace("v12_128", "v12_ascon128").replace("v12_80pq", "v12_ascon80pq") for row in ALGORITHMS]
    assert {path.stem for path in EXAMPLES.glob("*.cpp")} == set(EXPECTED) >= set(names)


def test_examples_print_what_the_specification_says(library, tmp_path):
    def check(case):
        name, compiler = case
        program = tmp_path / f"{name}-{compiler}"
        run(compiler, *CPP20, EXAMPLES / f"{name}.cpp", *library, "-o", program)
        assert run(program).splitlines() == EXPECTED[name]()

    cases = list(product(EXPECTED, COMPILERS))
    each(check, cases[::3] if SHORT_RUN else cases)  # both compilers in turn


# ---- Headers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("compiler", (*COMPILERS, *older_compilers()))
def test_headers_stand_alone(compiler, tmp_path):
    """Each by itself, twice, without exceptions and run time types, and without a warning."""

    def check(header):
        name = header.relative_to(ROOT)
        user = tmp_path / f"{header.stem}.cpp"
        user.write_text(f'#include "{name}"\n#include <{name}>\nint main() {{ return 0; }}\n')
        run(compiler, *CPP20, *WITH_SYCL.get(header.name, ()), "-fsyntax-only", user)

    assert len(HEADERS) > 5
    each(check, HEADERS)


def test_headers_after_common_macros(tmp_path):
    """Headers compile after macros that other headers define, such as `verify(x)`. Standard headers come first."""
    text = "".join(header.read_text(encoding="utf-8") for header in [*HEADERS, *LIBRARY.rglob("ascon*.h")])
    standard = sorted(set(re.findall(r"^#include <([\w.]+|sycl/sycl.hpp)>$", text, re.M)))
    before = "".join(f"#if __has_include(<{name}>)\n#include <{name}>\n#endif\n" for name in standard)

    def check(case):
        compiler, header = case
        user = tmp_path / f"{header.stem}-{compiler}.cpp"
        lines = f'#include "tests/support/common_macros.h"\n#include "{header.relative_to(ROOT)}"\n'
        user.write_text(f"{before}{lines}")
        run(compiler, *CPP20, *WITH_SYCL.get(header.name, ()), "-fsyntax-only", user)

    each(check, list(product(COMPILERS, HEADERS)))


@pytest.mark.parametrize(
    ("compiler", "flags", "message"),
    (
        ("g++", ["-std=c++17"], "needs C++20: gcc 12 or clang 14"),
        ("clang++-19", ["-std=c++17"], "needs C++20: gcc 12 or clang 14"),
        ("clang++-19", ["-std=c++20", "-U__clang_major__", f"-D__clang_major__={OLDEST_CLANG - 1}"], "needs clang 14"),
    ),
)
def test_compilers_that_are_too_old_are_told(compiler, flags, message, tmp_path):
    """The first error says what is needed."""
    user = tmp_path / "user.cpp"
    user.write_text("#include <asconkit/cpp/ascon.hpp>\n")
    done = subprocess.run(
        [need(compiler), *flags, f"-I{ROOT}", "-fsyntax-only", user], capture_output=True, text=True
    )
    assert done.returncode == 1
    assert message in next(line for line in done.stderr.splitlines() if "error:" in line)


def test_two_files_of_a_program_include_it(library, tmp_path):
    for name in ("one", "two"):
        (tmp_path / f"{name}.cpp").write_text(
            "#include <asconkit/cpp/ascon.hpp>\n"
            f"bool {name}(const asconkit::hash256::digest &d) {{ return d == asconkit::hash256::compute({{}}); }}\n"
        )
    (tmp_path / "main.cpp").write_text(
        "#include <asconkit/cpp/ascon.hpp>\nbool one(const asconkit::hash256::digest &);\n"
        "bool two(const asconkit::hash256::digest &);\n"
        "int main() { auto d = asconkit::hash256::compute({}); return one(d) && two(d) ? 0 : 1; }\n"
    )
    run("g++", *CPP20, *sorted(tmp_path.glob("*.cpp")), *library, "-o", tmp_path / "main")
    run(tmp_path / "main")


# ---- What must not compile ----------------------------------------------------------------------

PREAMBLE = """#include <asconkit/cpp/ascon_prf.hpp>
#include <asconkit/cpp/ascon_v12.hpp>
#include <string_view>
#include <vector>
using namespace asconkit;
using namespace std::string_view_literals;
inline constexpr std::array<std::byte, 16> sixteen{};
void use(aead128::tag) {}
"""
LOCALS = """[[maybe_unused]] const aead128::key key(sixteen); [[maybe_unused]] const aead128::nonce nonce(sixteen);
[[maybe_unused]] std::array<std::byte, 8> message{}; [[maybe_unused]] std::array<std::byte, 9> longer{};
"""

# (what compiles, what does not): the fault is the only difference.
REFUSED = {
    "nonce for a key": (
        "use(aead128::encrypt(message, message, {}, nonce, key));",
        "use(aead128::encrypt(message, message, {}, key, nonce));",
    ),
    "raw bytes for a key": ("aead128::key k(sixteen); (void)k;", "aead128::key k = sixteen; (void)k;"),
    "key of another algorithm": (
        "(void)v12::mac::compute({}, v12::mac::key(sixteen));",
        "(void)v12::maca::compute({}, v12::mac::key(sixteen));",
    ),
    "short key": ("v12::mac::key k(sixteen); (void)k;", "v12::mac::key k(std::span(sixteen).first<15>()); (void)k;"),
    "key of unknown length": (
        "auto k = v12::mac::key::from(std::span(sixteen).first(16)); (void)k;",
        "v12::mac::key k(std::span(sixteen).first(16)); (void)k;",
    ),
    "no key at all": ("v12::mac::tag t; (void)t;", "v12::mac::key k; (void)k;"),
    "lengths that differ": (
        "use(aead128::encrypt(message, message, {}, nonce, key));",
        "use(aead128::encrypt(longer, message, {}, nonce, key));",
    ),
    "tag of three bytes": (
        "(void)aead128::encrypt<4>(message, message, {}, nonce, key);",
        "(void)aead128::encrypt<3>(message, message, {}, nonce, key);",
    ),
    "output that is constant": (
        "use(aead128::encrypt(message, sixteen == sixteen ? message : message, {}, nonce, key));",
        "(void)aead128::encrypt(sixteen, sixteen, {}, nonce, key);",
    ),
    "key as a message": ("(void)hash256::compute(key.bytes());", "(void)hash256::compute(key);"),
    "literal with its final zero": ('(void)hash256::compute("abc"sv);', '(void)hash256::compute("abc");'),
    "bytes that outlive their value": (
        "auto d = hash256::compute({}); (void)d.bytes();",
        "(void)hash256::compute({}).bytes();",
    ),
    "copy of an encryption": (
        "aead128::encryption a(nonce, key); auto b = std::move(a); (void)b;",
        "aead128::encryption a(nonce, key); auto b = a; (void)b;",
    ),
    "result that is ignored": (
        "std::vector<char> v; if (!aead128::decrypt(message, message, aead128::tag(), {}, nonce, key)) return 1;",
        "std::vector<char> v; aead128::decrypt(message, message, aead128::tag(), {}, nonce, key);",
    ),
    "tag that nobody checks": (
        "v13::mac::context c((v13::mac::key(sixteen))); if (!c.verify_final({})) return 1;",
        "v13::mac::context c((v13::mac::key(sixteen))); c.verify_final({});",
    ),
    "key that may be missing": (
        "auto k = aead128::key::generate(); if (k) use(aead128::encrypt(message, message, {}, nonce, *k));",
        "use(aead128::encrypt(message, message, {}, nonce, aead128::key::generate()));",
    ),
    "random tag": ("(void)aead128::nonce::generate();", "(void)aead128::tag::generate();"),
    "result taken for its value": (
        "auto r = cxof128::compute<8>({}, std::span(message).first(2)); if (r) (void)r->bytes();",
        "auto r = cxof128::compute<8>({}, std::span(message).first(2)); if (r) (void)r.bytes();",
    ),
    "wrong answer at compile time": (
        "static_assert(hash256::compute({}) == hash256::compute({}));",
        'static_assert(hash256::compute({}) == hash256::compute("x"sv));',
    ),
    "context at compile time": (
        "static hash256::context c; (void)c;",
        "static constexpr hash256::context c; (void)c;",
    ),
}


def program_of(bodies) -> str:
    """A function for each; errors name its number as the file."""
    functions = (
        f'#line 1 "case{i}"\nint function{i}() {{\n{LOCALS}{body}\nreturn 0;\n}}\n' for i, body in enumerate(bodies)
    )
    return PREAMBLE + "".join(functions)


def refused(compiler: str, file: Path, bodies) -> set[int]:
    """The numbers of those with errors."""
    file.write_text(program_of(bodies))
    flags = [*CPP20, "-ferror-limit=0" if "clang" in compiler else "-fmax-errors=0"]
    done = subprocess.run([need(compiler), *flags, "-fsyntax-only", str(file)], capture_output=True, text=True)
    found = {int(number) for number in re.findall(r"^case(\d+):.* error: ", done.stderr, re.MULTILINE)}
    assert bool(found) == (done.returncode != 0), done.stderr[:4000]
    return found


@pytest.mark.parametrize("compiler", (*COMPILERS, *older_compilers()))
def test_mistakes_do_not_compile(compiler, tmp_path):
    assert not refused(compiler, tmp_path / "right.cpp", [right for right, _ in REFUSED.values()])
    found = refused(compiler, tmp_path / "wrong.cpp", [wrong for _, wrong in REFUSED.values()])
    assert [name for i, name in enumerate(REFUSED) if i not in found] == []
