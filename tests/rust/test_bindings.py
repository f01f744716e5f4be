# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The declarations of asconkit-sys are those of the headers: written anew, and as C compilers read them."""

import os
import re
import subprocess
from pathlib import Path

import generate
import pytest
import rust_bindings
from builds import LIBRARY, ROOT, run
from crates import TARGET, WORKSPACE, cargo, environment
from rust_bindings import Constant, Enumeration, Function, Record, Variable

BINDINGS = WORKSPACE / "asconkit-sys/src/bindings.rs"
ITEMS = [item for header in rust_bindings.read() for item in header.items]
PLACES = {path.name: path.relative_to(ROOT) for path in (ROOT / "asconkit").rglob("ascon*.h")}
HEADERS = [PLACES[header.name] for header in rust_bindings.read()]
C_TYPES = {rust: c for c, rust in rust_bindings.TYPES.items()}


def of_kind(kind: type) -> list:
    return [item for item in ITEMS if isinstance(item, kind)]


def test_the_file_is_what_is_generated():
    written = generate.OUTPUTS["bindings/rust/asconkit-sys/src/bindings.rs"]()
    assert BINDINGS.read_text(encoding="utf-8") == written, "./dev generate writes it"


def test_every_symbol_of_the_library_is_declared():
    """What the shared library exports, and nothing else."""
    libraries = Path(os.environ.get("ASCONKIT_LIBRARIES", ROOT / "build/release/lib"))
    exported = set()
    for name in ("libasconkit.so", "libasconkit_accelerator.so"):
        listed = run("nm", "-D", "--defined-only", libraries / name)
        exported |= set(re.findall(r" [A-Z] (ascon_\w+)", listed))
    assert {item.name for item in of_kind(Function) + of_kind(Variable)} == exported


def c_type(rust: str, name: str = "") -> str:
    """A declaration in C of a name with a type that was read from C."""
    if match := re.fullmatch(r"\*(const|mut) (.+)", rust):
        inner = match[2]
        qualifier = "const " if match[1] == "const" else ""
        if inner.startswith("*"):
            return c_type(inner, f"*{qualifier}{name}")
        return f"{qualifier}{c_type(inner)} *{name}"
    if match := re.fullmatch(r"\[(.+); (\w+)\]", rust):
        return c_type(match[1], f"{name}[{match[2]}]")
    if match := re.fullmatch(r'Option<unsafe extern "C" fn\((.*)\)(?: -> (.+))?>', rust):
        arguments = [part.split(": ", 1)[1] for part in match[1].split(", ")]
        listed = ", ".join(c_type(argument) for argument in arguments)
        return f"{c_type(match[2] or 'c_void')} (*{name})({listed})"
    return f"{C_TYPES.get(rust, rust)} {name}".strip()


def test_prototypes_agree_with_the_headers(tmp_path):
    """C compilers refuse a second declaration that differs from the header's."""
    text = "".join(f'#include "{name}"\n' for name in HEADERS)
    text += "".join(f"typedef struct {item.name} {item.name};\n" for item in of_kind(Record) if not item.members)
    for item in of_kind(Function):
        arguments = ", ".join(c_type(argument.type, argument.name) for argument in item.arguments) or "void"
        text += f"{c_type(item.result.removeprefix(' -> ') or 'c_void')} {item.name}({arguments});\n"
    for item in of_kind(Variable):
        text += f"extern const {item.type} {item.name};\n"
    for item in of_kind(Record):
        for member in item.members:
            # The type of a member, without its qualifiers.
            declared = c_type(member.type, "*expected" if "[" not in member.type else "(*expected)")
            if member.type.startswith("["):
                continue  # its size and offset are compared below
            text += f"void check_{item.name}_{member.name}({item.name} *p) {{ {declared} = &p->{member.name}; "
            text += "(void)expected; }\n"
    source = tmp_path / "prototypes.c"
    source.write_text(text)
    words = ("-std=c11", "-fsyntax-only", "-Werror", "-I", ROOT, source)
    for compiler in ("gcc", "clang-19"):
        run(compiler, *words)
    source.write_text(text.replace("size_t length", "int length", 1))
    with pytest.raises(AssertionError):
        run("gcc", *words)


def layouts_in_c() -> str:
    text = "#include <stdio.h>\n" + "".join(f'#include "{name}"\n' for name in HEADERS)
    text += "int main(void) {\n"
    for item in of_kind(Record):
        if item.members:
            text += f'  printf("{item.name} %zu %zu\\n", sizeof({item.name}), _Alignof({item.name}));\n'
        for member in item.members:
            place = f"(size_t)(&(({item.name} *)64)->{member.name}) - 64, sizeof((({item.name} *)64)->{member.name})"
            text += f'  printf("{item.name}.{member.rust_name} %zu %zu\\n", {place});\n'
    for item in of_kind(Enumeration):
        text += f'  printf("{item.name} %zu\\n", sizeof({item.name}));\n'
        for value in item.values:
            text += f'  printf("{value.name} %llu\\n", (unsigned long long){value.name});\n'
    for item in of_kind(Constant):
        if item.type != "&CStr":
            text += f'  printf("{item.name} %llu\\n", (unsigned long long){item.name});\n'
    return text + "  return 0;\n}\n"


def layouts_in_rust() -> str:
    text = "#![allow(unused_imports)]\nuse asconkit_sys::*;\nuse asconkit_sys::accelerator::*;\n"
    text += "use std::mem::{align_of, offset_of, size_of};\n"
    text += "fn of<T, U>(_: fn(&T) -> *const U) -> usize { size_of::<U>() }\nfn main() {\n"
    for item in of_kind(Record):
        if item.members:
            text += f'  println!("{item.name} {{}} {{}}", size_of::<{item.name}>(), align_of::<{item.name}>());\n'
        for member in item.members:
            name = member.rust_name
            size = f"of(|p: &{item.name}| unsafe {{ &raw const p.{name} }})"
            text += f'  println!("{item.name}.{name} {{}} {{}}", offset_of!({item.name}, {name}), {size});\n'
    for item in of_kind(Enumeration):
        text += f'  println!("{item.name} {{}}", size_of::<{item.name}>());\n'
        text += "".join(f'  println!("{value.name} {{}}", {value.name});\n' for value in item.values)
    for item in of_kind(Constant):
        if item.type != "&CStr":
            text += f'  println!("{item.name} {{}}", {item.name});\n'
    return text + "}\n"


def test_sizes_offsets_and_numbers(tmp_path):
    (tmp_path / "layouts.c").write_text(layouts_in_c())
    run("gcc", "-std=c11", "-I", ROOT, tmp_path / "layouts.c", "-o", tmp_path / "layouts")
    expected = run(tmp_path / "layouts").splitlines()
    folder = tmp_path / "layouts-rust"
    (folder / "src").mkdir(parents=True)
    (folder / "src/main.rs").write_text("#![allow(unused_unsafe)]\n" + layouts_in_rust())
    (folder / "Cargo.toml").write_text(
        '[package]\nname = "layouts"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n'
        f'[dependencies]\nasconkit-sys = {{ path = "{WORKSPACE}/asconkit-sys", features = ["accelerator"] }}\n'
    )
    (folder / "Cargo.lock").write_text((WORKSPACE / "Cargo.lock").read_text())
    cargo("build", "--quiet", folder=folder)
    done = subprocess.run([TARGET / "target/debug/layouts"], capture_output=True, text=True, env=environment())
    assert done.returncode == 0 and done.stdout.splitlines() == expected
    assert len(expected) > 300


@pytest.mark.parametrize("flag", ["DATAGRAM_WINDOW_BITS=1024", "MASKED_MAX_SHARES=2", "EXTERN_BI=1"])
def test_other_sizes_than_those_of_the_structures_end_the_build(flag):
    words = ("cargo", "build", "--quiet", "--locked", "-p", "asconkit-sys", "--target-dir", TARGET / "sizes")
    done = subprocess.run(words, cwd=WORKSPACE, capture_output=True, text=True,
                          env=environment() | {"CFLAGS": f"-DASCON_{flag}"})  # fmt: skip
    assert done.returncode != 0 and f"ASCON_{flag.split('=')[0]} must be" in done.stderr, done.stderr


def test_what_the_generator_does_not_know_is_an_error(tmp_path):
    path = tmp_path / "ascon_new.h"
    for text in ("typedef int (*ascon_f)[3];\n", "ASCON_API float ascon_f(void);\n", "int ascon_f(void)\n"):
        path.write_text(text)
        with pytest.raises(ValueError):
            rust_bindings.Reader().read(path)
    assert (LIBRARY / "ascon.h").exists()
