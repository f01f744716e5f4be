"""The crates by cargo's own tools, packed, and beside RustCrypto's. SPDX-License-Identifier: Apache-2.0 OR MIT"""

import os
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import passphrases
import pytest
import rust_packages
from builds import LAUNCHER, ROOT, SHORT_RUN, only_in_all, run
from crates import TARGET, WORKSPACE, cargo, environment, need_cargo, rustup, toolchain
from pages import moving_rows

PROGRAMS = Path(__file__).parent / "programs"
COMMAND = os.environ.get("ASCONKIT", str(ROOT / "build/release/bin/asconkit"))
ASCON_CRATES = (
    'asconkit = {{ path = "{workspace}/asconkit" }}\n'
    'ascon-aead = {{ version = "0.6", default-features = false, features = ["alloc"] }}\n'
    'ascon-hash256 = "0.1"\nascon-xof128 = "0.2"\n'
)
CARGO_DENY = "0.20.2"


def passed(said: str) -> int:
    return sum(map(int, re.findall(r"(\d+) passed", said)))


def test_tests_of_the_crates():
    said = cargo("test", "--workspace", "--locked", "--all-features", env=environment(ASCONKIT=COMMAND))
    assert passed(said) >= 80


@pytest.mark.parametrize("backend", ["c32", pytest.param("ref", marks=only_in_all)])
def test_one_backend(backend):
    folder = str(TARGET / f"backend-{backend}")
    env = environment(ASCONKIT_BACKEND=backend, ASCONKIT_PROFILE="size", CARGO_TARGET_DIR=folder)
    said = cargo("test", "-p", "asconkit", "--locked", "--test", "known_answers", env=env)
    assert passed(said) >= 16
    done = subprocess.run(
        ["cargo", "build", "-p", "asconkit-sys", "--locked"], cwd=WORKSPACE, capture_output=True, text=True,
        env={**env, "ASCONKIT_BACKEND": "none"},
    )  # fmt: skip
    assert done.returncode and "expected the name of a folder of asconkit/core/backends" in done.stderr


@pytest.mark.parametrize(
    "features",
    ["", "alloc", "std", "aead", "digest", "rand_core", "argon2", "aead,getrandom", "alloc,aead", "alloc,digest"],
)
def test_features(features):
    env = environment(RUSTFLAGS="-Dwarnings", CARGO_TARGET_DIR=str(TARGET / "features"))
    options = ("-p", "asconkit", "--locked", "--no-default-features", "--features", features)
    cargo("check", *options, env=env)


def test_lints():
    options = ("--workspace", "--locked", "--all-targets", "--all-features")
    cargo("clippy", *options, "--", "-D", "warnings")
    cargo("fmt", "--all", "--check")


def test_documentation():
    env = environment(RUSTDOCFLAGS="-Dwarnings")
    cargo("doc", "--workspace", "--locked", "--no-deps", "--all-features", env=env)


def test_unsafe_code_is_in_one_module():
    using = [
        path.name
        for crate in ("asconkit", "asconkit-rustls")
        for path in sorted((WORKSPACE / crate / "src").glob("*.rs"))
        if re.search(r"\bunsafe\b(?!_code)", re.sub(r"//.*", "", path.read_text(encoding="utf-8")))
    ]
    assert using == ["ffi.rs"]
    assert "#![deny(unsafe_code)]" in (WORKSPACE / "asconkit/src/lib.rs").read_text(encoding="utf-8")
    assert "#![forbid(unsafe_code)]" in (WORKSPACE / "asconkit-rustls/src/lib.rs").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def cargo_deny() -> Path:
    """cargo-deny in a fixed version, downloaded and built the first time, which takes some minutes."""
    folder = TARGET / f"cargo-deny-{CARGO_DENY}"
    program = folder / "bin/cargo-deny"
    if not program.exists():
        need_cargo()
        words = ["cargo", "install", "cargo-deny", "--version", CARGO_DENY, "--locked", "--root", folder]
        env = environment(CARGO_TARGET_DIR=str(folder / "target"))
        done = subprocess.run(words, env=env, capture_output=True, text=True)
        shutil.rmtree(folder / "target", ignore_errors=True)
        assert done.returncode == 0, done.stderr
    return program


def deny(program: Path, config: Path) -> subprocess.CompletedProcess[str]:
    words = [program, "--locked", "--config", config, "check", "licenses", "bans", "sources"]
    return subprocess.run(words, cwd=WORKSPACE, env=environment(), capture_output=True, text=True)


@only_in_all  # cargo-deny is compiled for it
def test_licences_and_sources(cargo_deny):
    done = deny(cargo_deny, WORKSPACE / "deny.toml")
    assert done.returncode == 0 and "bans ok, licenses ok, sources ok" in done.stdout + done.stderr, done.stderr


@only_in_all
def test_a_licence_that_is_not_allowed_is_found(cargo_deny, tmp_path):
    rules = (WORKSPACE / "deny.toml").read_text(encoding="utf-8")
    assert '"MIT", "Apache-2.0"' in rules
    others = rules.replace('"MIT", "Apache-2.0"', '"Zlib"')
    (tmp_path / "deny.toml").write_text(others, encoding="utf-8")
    done = deny(cargo_deny, tmp_path / "deny.toml")
    assert done.returncode and "rejected" in done.stderr


def test_examples(tmp_path):
    cargo("build", "-p", "asconkit", "--locked", "--features", "argon2", "--examples")
    examples = TARGET / "target/debug/examples"
    assert "a secret" in run(examples / "seal")
    assert "100000 messages" in run(examples / "batch")
    key, text = tmp_path / "key", os.urandom(200_000)
    run(COMMAND, "keygen", key)

    def crypt(program: object, *words: object, given: bytes) -> bytes:
        done = subprocess.run([program, *words], input=given, capture_output=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    sealed = crypt(examples / "file", "encrypt", key, given=text)
    assert crypt(COMMAND, "decrypt", "-k", key, given=sealed) == text
    sealed = crypt(COMMAND, "encrypt", "-k", key, given=text)
    assert crypt(examples / "file", "decrypt", key, given=sealed) == text
    cut = subprocess.run([examples / "file", "decrypt", key], input=sealed[:-1], capture_output=True)
    assert cut.returncode and b"was changed or cut off" in cut.stderr
    passphrases.check([str(examples / "passphrase")])


@pytest.mark.parametrize("name", ["aead", "hash", "xof"])
def test_one_line_changes(name, tmp_path):
    """The same program, but for its first line, with RustCrypto's crate and with this one. For ascon-aead128, whose
    released versions do not compile with the released version of their dependency, ascon-aead stands in: it has the
    same interface."""
    crate = {"aead": "ascon_aead128", "hash": "ascon_hash256", "xof": "ascon_xof128"}[name]
    theirs = {"aead": "use ascon_aead as ascon_aead128;"}.get(name, "")
    program = (PROGRAMS / f"{name}.rs").read_text(encoding="utf-8")
    first, rest = program.split("\n", 1)
    assert first == f"use PEER::{crate};"
    said = []
    for variant, line in (("ours", f"use asconkit::{crate};"), ("theirs", theirs)):
        folder = tmp_path / variant
        (folder / "src").mkdir(parents=True)
        (folder / "src/main.rs").write_text(f"{line}\n{rest}")
        (folder / "Cargo.lock").write_text((WORKSPACE / "Cargo.lock").read_text())
        (folder / "Cargo.toml").write_text(
            f'[package]\nname = "one-line-{name}-{variant}"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n'
            f"[dependencies]\n{ASCON_CRATES.format(workspace=WORKSPACE)}"
        )
        cargo("build", "--quiet", folder=folder, env=environment(CARGO_TARGET_DIR=str(TARGET / "one-line")))
        said.append(run(TARGET / f"one-line/debug/one-line-{name}-{variant}"))
    assert said[0] == said[1] and len(said[0].splitlines()) >= 4


def test_lines_for_users_of_other_ciphers(tmp_path):
    """What docs/moving.md says to write instead of the lines of chacha20poly1305 and aes-gcm, as one program."""
    first, key, cipher, nonce, encrypt, decrypt = (line for _, line in moving_rows()[
        "From Rust's crates chacha20poly1305 and aes-gcm"
    ])  # fmt: skip
    (tmp_path / "src").mkdir()
    (tmp_path / "src/main.rs").write_text(f"""{first};
fn main() {{
    let (text, ad) = (b"hello".as_slice(), b"head".as_slice());
    let (key, other) = ({key}, {key});
    assert_ne!(key, other);
    let (cipher, nonce) = ({cipher}, {nonce});
    let sealed = {encrypt}.unwrap();
    println!("{{}} {{}}", nonce.len(), sealed.len());
    assert_eq!({decrypt}.unwrap(), text);
}}
""")
    (tmp_path / "Cargo.lock").write_text((WORKSPACE / "Cargo.lock").read_text())
    (tmp_path / "Cargo.toml").write_text(
        '[package]\nname = "another-cipher"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n'
        f'[dependencies]\nasconkit = {{ path = "{WORKSPACE}/asconkit", features = ["getrandom"] }}\n'
    )
    cargo("build", "--quiet", folder=tmp_path, env=environment(CARGO_TARGET_DIR=str(TARGET / "one-line")))
    assert run(TARGET / "one-line/debug/another-cipher") == "16 21\n"


# ---- Packages ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def packages() -> Path:
    """A folder with the packed crates, unpacked: always the same one, so that ccache knows the files."""
    folder = TARGET / "packed-crates"
    shutil.rmtree(folder, ignore_errors=True)
    for path in rust_packages.pack(folder):
        with tarfile.open(path) as archive:
            archive.extractall(folder / "unpacked")
    return folder


def folder_of(packages: Path, crate: str) -> Path:
    return next(path for path in (packages / "unpacked").glob(f"{crate}-[0-9]*"))


def test_what_is_in_the_packages(packages):
    for crate, limit in (("asconkit-sys", 600_000), ("asconkit", 100_000), ("asconkit-rustls", 30_000)):
        folder = folder_of(packages, crate)
        names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        assert {"LICENSE", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "Cargo.toml", "src/lib.rs"} <= names
        assert not any(name.startswith(("tests/", "target/")) for name in names)
        (packed,) = packages.glob(f"{crate}-[0-9]*.crate")
        assert packed.stat().st_size < limit
        manifest = (folder / "Cargo.toml").read_text(encoding="utf-8")
        assert 'license = "Apache-2.0 OR MIT"' in manifest and 'rust-version = "1.85"' in manifest
    sources = {path.suffix for path in (folder_of(packages, "asconkit-sys") / "c").rglob("*") if path.is_file()}
    assert sources == {".c", ".h", ".S", ".inc"}
    version = re.search(r'ASCON_VERSION "(.+)"', (ROOT / "asconkit/ascon.h").read_text(encoding="utf-8"))[1]
    assert folder.name.endswith(f"-{version}")


def test_pages_take_the_crates_from_their_folder():
    """They are not on crates.io, where somebody else could take their names."""
    for crate in rust_packages.CRATES:
        page = (WORKSPACE / crate / "README.md").read_text(encoding="utf-8")
        assert f"cargo add {crate} --path ../asconkit/{(WORKSPACE / crate).relative_to(ROOT)}`" in page
        assert "crates.io/crates/asconkit" not in page


def test_declarations_in_the_package_are_documented(packages):
    """The package has the headers' comments, of every call, as rustdoc reads them."""
    text = (folder_of(packages, "asconkit-sys") / "src/bindings.rs").read_text(encoding="utf-8")
    bare = re.findall(r"(?<!///)\n    (?:#\[must_use\] )?pub fn (\w+)", re.sub(r"(///[^\n]*)\n", "///\n", text))
    assert text.count("pub fn ") > 200 and bare == []
    env = environment(RUSTDOCFLAGS="-Dwarnings")
    options = ("-p", "asconkit-sys", "--locked", "--no-deps", "--all-features", "--target-dir", TARGET / "documented")
    cargo("doc", *options, folder=packages / "staged", env=env)


def test_the_first_program_of_the_page_with_the_packages(packages, tmp_path):
    """In a clean folder, as a user has it who added the crate."""
    page = (folder_of(packages, "asconkit") / "README.md").read_text(encoding="utf-8")
    program = re.search(r"```rust\n(.*?)```", page, re.S)[1]
    (tmp_path / "src").mkdir()
    (tmp_path / "src/main.rs").write_text(program)
    patches = "".join(f'{crate} = {{ path = "{folder_of(packages, crate)}" }}\n' for crate in rust_packages.CRATES)
    (tmp_path / "Cargo.toml").write_text(
        '[package]\nname = "first"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n'
        f'[dependencies]\nasconkit = "0.1"\n[patch.crates-io]\n{patches}'
    )
    (tmp_path / "Cargo.lock").write_text((WORKSPACE / "Cargo.lock").read_text())
    cargo("run", folder=tmp_path, env=environment(CARGO_TARGET_DIR=str(TARGET / "packed")))


# ---- Other toolchains -----------------------------------------------------------------------------------


def test_oldest_compiler():
    """The version that Cargo.toml names."""
    oldest = re.search(r'^rust-version = "(.+)"', (WORKSPACE / "Cargo.toml").read_text(encoding="utf-8"), re.M)[1]
    if not toolchain(oldest) and not toolchain(f"{oldest}.0"):
        if not rustup("toolchain", "install", f"{oldest}.0", "--profile", "minimal"):
            pytest.skip(f"no rustup with Rust {oldest}, and it cannot be downloaded")
        toolchain.cache_clear()
    name = toolchain(oldest) or toolchain(f"{oldest}.0")
    env = environment(CARGO_TARGET_DIR=str(TARGET / "oldest"))
    crates = ("-p", "asconkit", "-p", "asconkit-rustls")
    options = (*crates, "--locked", "--all-features", "--tests")
    if SHORT_RUN:
        cargo(name, "check", *options, env=env)
    else:
        assert passed(cargo(name, "test", *options, env=env)) >= 70


def test_miri():
    """What does not call C: types, texts, layouts of buffers."""
    if not toolchain("nightly"):
        pytest.skip("no rustup with a nightly toolchain")
    installed = ("component", "add", "miri", "rust-src", "--toolchain", "nightly")
    if not rustup(*installed):
        pytest.skip("Miri is neither installed nor can it be downloaded")
    env = environment(CARGO_TARGET_DIR=str(TARGET / "miri"))
    said = cargo("+nightly", "miri", "test", "-p", "asconkit", "--locked", "--lib", env=env)
    assert passed(said) >= 8


@only_in_all  # compiling the C code for it takes minutes
def test_address_sanitizer():
    """The C code and the crate, in all tests of the crate."""
    if not toolchain("nightly"):
        pytest.skip("no rustup with a nightly toolchain")
    flags = "-fsanitize=address -fno-omit-frame-pointer -O1"  # as the preset asan: -O3 takes minutes for a file
    env = environment(
        CARGO_TARGET_DIR=str(TARGET / "asan"), RUSTFLAGS="-Zsanitizer=address", ASCONKIT=COMMAND,
        CC_x86_64_unknown_linux_gnu=" ".join([*LAUNCHER, "clang-19"]), CFLAGS_x86_64_unknown_linux_gnu=flags,
        ASAN_OPTIONS="detect_leaks=1",
    )  # fmt: skip
    words = ("test", "-p", "asconkit", "--locked", "--all-features", "--tests", "--target", "x86_64-unknown-linux-gnu")
    assert passed(cargo("+nightly", *words, env=env)) >= 60
