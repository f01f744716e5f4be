"""No compiler has anything to say about the library, and the headers are C++ too.

The knobs' combinations are compiled with the same flags by gcc in test_knobs.py."""

import re
import subprocess
from pathlib import Path
from itertools import product

import pytest
from builds import (
    C11, HEADERS, LAUNCHER, LIBRARY, PROFILES, ROOT, SHORT_RUN, STRICT, c_backends, declared_calls, direct, each,
    in_core, need, run, sources,
)  # fmt: skip
from compiling import fits

from spec.algorithms import ALGORITHMS

# 64-bit and 32-bit, either byte order, two compilers.
COMPILERS = ("gcc", "clang-19", "i686-linux-gnu-gcc", "arm-linux-gnueabihf-gcc", "s390x-linux-gnu-gcc")
CPP_COMPILERS = ("g++", "clang++-19")
CPP_STANDARDS = ("c++11", "c++20")


# The others compile the same files without warnings into builds that are tested.
@pytest.mark.parametrize("compiler", ("gcc", "i686-linux-gnu-gcc") if SHORT_RUN else COMPILERS)
def test_all_backends(compiler, tmp_path):
    """Everything that CMake compiles, assembly too, whatever the processor; with optimisation, because
    some warnings need the flow of data."""

    def build(file):
        flags = (*C11, "-O1", "-DASCON_PROFILE_SIZE") if file.suffix == ".c" else ("-Wall", "-Wextra", "-Werror")
        run(*LAUNCHER, compiler, *flags, "-c", file, "-o", tmp_path / f"{file.stem}.o")

    need(compiler)
    each(build, sources())


@pytest.mark.parametrize("compiler", COMPILERS[1:])
def test_one_backend(compiler):
    """The profiles with each C backend. The front end sees every line; gcc's optimiser is in test_knobs.py. The short
    run leaves out modules, which do not depend on the backend: builds that are tested have them by each compiler."""

    def build(case):
        backend, profile = case
        compile_only = ["-fsyntax-only", *C11, *direct(backend, profile)]
        files = sources(backend, (".c",))
        run(compiler, *compile_only, *(filter(in_core, files) if SHORT_RUN else files))

    fitting = [backend for backend in c_backends() if fits([need(compiler)], backend)]
    assert {"c32", "c64", "ref"} <= set(fitting)
    each(build, [(backend, profile) for backend in fitting for profile in (["size"] if SHORT_RUN else PROFILES)])


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize(
    ("compiler", "standard"),
    zip(CPP_COMPILERS, CPP_STANDARDS) if SHORT_RUN else product(CPP_COMPILERS, CPP_STANDARDS),
)
def test_headers_are_cpp(compiler, standard, header, tmp_path):
    (tmp_path / "user.cpp").write_text(f'#include "asconkit/{header}"\nint main() {{ return 0; }}\n')
    run(compiler, f"-std={standard}", *STRICT, f"-I{ROOT}", "-fsyntax-only", tmp_path / "user.cpp")


@pytest.mark.parametrize("standard", ("c11", "c++11"))
@pytest.mark.parametrize("compiler", COMPILERS[:2])
def test_headers_after_common_macros(compiler, standard, tmp_path):
    """Headers compile after macros that other headers define, such as `verify(x)`. The C library's come first."""

    def check(header):
        text = (LIBRARY / header).read_text(encoding="utf-8")
        before = "".join(f"#include <{name}>\n" for name in re.findall(r"^#include <(std\w+\.h)>", text, re.M))
        file = tmp_path / f"{Path(header).name}.{'cpp' if '+' in standard else 'c'}"
        lines = f'#include "tests/support/common_macros.h"\n#include "asconkit/{header}"\nint main(void);\n'
        file.write_text(before + lines)
        run(compiler, f"-std={standard}", *STRICT, f"-I{ROOT}", "-fsyntax-only", file)

    each(check, HEADERS)


# ---- Results that decide ------------------------------------------------------------------------


def zero(parameter: str) -> str:
    """An argument for this parameter: a string in shares is a structure, `input` or `output` of the caller."""
    string = re.match(r"\s*ascon_masked_(in|out)\b", parameter)
    return f"{string[1]}put" if string else "0"


def deciding_calls() -> list[tuple[str, str]]:
    """Every public call that decrypts, verifies or compares, and arguments for it. What decrypts without a verdict
    says so in its name; what only starts a message has none."""
    text = "".join((LIBRARY / header).read_text(encoding="utf-8") for header in HEADERS)
    name = r"ascon_(?:\w*(?:decrypt|verify)\w*|equal|random_bytes)"
    found = re.findall(rf"\bASCON_API\s+(?:ascon_result|int)\s+({name})\(([^)]*)\)", text)
    return [
        (name, ", ".join(zero(parameter) for parameter in parameters.split(",")))
        for name, parameters in found
        if not name.endswith(("_unverified", "_init"))
    ]


@pytest.mark.parametrize("standard", ("c11", "c2x", "c++11", "c++20"))
@pytest.mark.parametrize("compiler", COMPILERS[:2])
def test_ignored_verdicts_are_warned_of(compiler, standard, tmp_path):
    calls = deciding_calls()
    assert len(calls) > 20
    headers = "".join(f'#include "asconkit/{header}"\n' for header in HEADERS)
    for kind, use in (("ignored", "{};"), ("checked", "if ({}) return;")):
        lines = [use.format(f"{name}({arguments})") for name, arguments in calls]
        file = tmp_path / f"{kind}.{'cpp' if '+' in standard else 'c'}"
        start = f"{headers}void f(ascon_masked_in input, ascon_masked_out output) {{\n(void)output;\n"
        file.write_text(start + "\n".join(lines) + "\n}\n")
        flags = [f"-std={standard}", "-Wall", f"-I{ROOT}", "-c", "-o", tmp_path / "out.o"]
        done = subprocess.run([need(compiler), *flags, file], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        warned = set(re.findall(r"Wunused-(?:result|value)", done.stderr)), done.stderr.count(" warning: ignoring")
        assert warned == (({"Wunused-result"}, len(calls)) if kind == "ignored" else (set(), 0)), done.stderr


def test_the_length_of_a_received_tag_is_documented():
    """Each call that checks a tag of any length says who chooses it, or names the call that does."""
    declaration = re.compile(
        r"/\*\*((?:(?!\*/).)*)\*/\s*ASCON_MUST_CHECK ASCON_API ascon_result\s+(\w+)\(([^;]*?)\);", re.DOTALL
    )
    tag = r"(?:const uint8_t \*|ascon_masked_in )tag, size_t tag_(?:bytes|length|bits)\b"
    takes = re.compile(rf"{tag}|_job\b.*\btag_bytes\b")
    missing, seen = [], 0
    for header in HEADERS:
        for comment, name, parameters in declaration.findall((LIBRARY / header).read_text(encoding="utf-8")):
            if not takes.search(" ".join(parameters.split())):
                continue
            seen += 1
            said = "fixed by your protocol, not taken from the message" in " ".join(comment.split())
            others = r"@copydetails ascon_aead128_decrypt\(\)"
            refers = re.search(others, comment)
            one_length = "@param tag_length must be 16: ASCON_ERR_RANGE otherwise" in comment
            if not (said or refers or one_length):
                missing.append(name)
    assert seen >= 15 and not missing, missing


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("compiler", COMPILERS[:2])
def test_headers_stand_alone(compiler, header, tmp_path):
    (tmp_path / "user.c").write_text(f'#include "asconkit/{header}"\nint main(void) {{ return 0; }}\n')
    run(compiler, *C11, f"-I{ROOT}", "-fsyntax-only", tmp_path / "user.c")


@pytest.mark.parametrize("flag", ("-mgeneral-regs-only", "-mno-sse"))
@pytest.mark.parametrize("compiler", COMPILERS[:2])
def test_without_vector_registers(compiler, flag, tmp_path):
    """As in kernels of x86-64."""

    def build(file):
        flags = (flag, "-O1", "-DASCON_PROFILE_SIZE")
        run(*LAUNCHER, compiler, *flags, "-c", file, "-o", tmp_path / f"{file.stem}.o")

    each(build, sources("*", (".c",)))


# What the calls of a header begin with, if not with its name: docs/api-conventions.md says why.
PREFIXES = {
    "ascon.h": ("ascon_",), "batch/ascon_batch.h": ("ascon_batch_", "ascon_any_"),
    "ascon_prf.h": ("ascon_v12_", "ascon_v13_"),
}  # fmt: skip


def strangers(header: str, calls: set[str]) -> list[str]:
    prefixes = PREFIXES.get(header, (Path(header).stem + "_",))
    return sorted(name for name in calls if not f"{name}_".startswith(prefixes))


def test_the_name_of_a_header_is_the_prefix_of_its_calls():
    assert strangers("siv/ascon_siv.h", {"ascon_siv_tag", "ascon_sivtag", "ascon_tag"}) == ["ascon_sivtag", "ascon_tag"]
    objects = {f"ascon_algorithm_{row.c_name}" for row in ALGORITHMS} | {"ascon_system_entropy"}
    objects |= {"ascon_datagram_open_hardened", "ascon_datagram_open_hardened_twice"}  # named as what they harden
    found = {header: strangers(header, declared_calls([header]) - objects) for header in HEADERS}
    assert not {header: names for header, names in found.items() if names}


def test_the_front_door_is_small():
    assert len(declared_calls(["ascon.h"])) <= 40


PROTOTYPE = re.compile(r"\bASCON_API\b[^;(]*?\b(ascon_\w+)\s*\(([^;]*?)\);", re.DOTALL)
BYTES_IN, BYTES_OUT = re.compile(r"const (uint8_t|void)\b.*[*\[]"), re.compile(r"(uint8_t|void)\b.*[*\[]")


def disordered(text: str) -> list[str]:
    """Calls with an output after an input, or with an input after the key."""
    found = []
    for name, arguments in PROTOTYPE.findall(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)):
        order = []
        for argument in (" ".join(words.split()) for words in arguments.split(",")):
            if BYTES_IN.match(argument):
                is_key = re.search(r"\bkey(\[|$)", argument)
                order.append("key" if is_key else "in")
            elif BYTES_OUT.match(argument):
                order.append("out")
        if order != sorted(order, key=["out", "in", "key"].index):
            found.append(name)
    return found


def test_outputs_come_before_inputs_and_the_key_last():
    planted = "ASCON_API int ascon_a(const uint8_t *in, uint8_t *out); ASCON_API int ascon_b(const uint8_t key[3], "
    planted += "const uint8_t *in); ASCON_API int ascon_c(uint8_t *out, const uint8_t *in, const uint8_t *key);"
    assert disordered(planted) == ["ascon_a", "ascon_b"]
    assert {header: disordered((LIBRARY / header).read_text(encoding="utf-8")) for header in HEADERS} == {
        header: [] for header in HEADERS
    }
