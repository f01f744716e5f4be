# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The Go module: its own tests in both builds, with known answers of the specification; and as it is packed."""

import json
import os
import platform
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import passphrases
import pytest
from builds import ROOT, SHORT_RUN, need, run, with_cached_compilers
from make_vectors import inputs_of, lengths
from make_vectors import run as run_model
from pages import blocks_of, moving_rows

from spec import constructions
from spec.algorithms import ALGORITHMS, Kind
from spec.constructions.hmac import BLOCK_BYTES

MODULE = ROOT / "bindings/go"
EXPORT = (sys.executable, ROOT / "tools/export.py", "go")
COMMAND = Path(os.environ.get("ASCONKIT_BUILD", ROOT / "build/release")) / "bin/asconkit"
OLDEST = (1, 24)  # go.mod says so
DOWNLOADED = "go1.24.13"  # where the system's Go is older
STATICCHECK = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"
BUILDS = {"cgo": {"CGO_ENABLED": "1"}, "wasm": {"CGO_ENABLED": "0"}}
every_build = pytest.mark.parametrize("build", BUILDS)
FUZZ_SECONDS = 5 if SHORT_RUN else 60
FUZZ_TARGETS = [("FuzzSeal", "."), ("FuzzHash", "."), ("FuzzReader", "./stream"), ("FuzzChunks", "./stream")]
# Systems without a C compiler here.
OTHERS = [("windows", "amd64"), ("darwin", "arm64")]
if not SHORT_RUN:  # Go's own library is compiled for each
    OTHERS += [("windows", "arm64"), ("linux", "arm64"), ("linux", "riscv64"), ("linux", "386"), ("freebsd", "amd64"),
               ("linux", "s390x")]  # fmt: skip


# ---- Go ------------------------------------------------------------------------------------------


def version_of(go: str) -> tuple[int, ...]:
    text = subprocess.run([go, "version"], capture_output=True, text=True, env={**os.environ, "GOTOOLCHAIN": "local"})
    return tuple(map(int, re.findall(r"\d+", re.search(r"go(\d+\.\d+)", text.stdout)[1])))


@cache
def go() -> str:
    """The system's Go, if it is new enough. Go 1.21 and later download what go.mod asks for. That of Debian 12 cannot,
    but can download it as a module, whose programs are not marked as such."""
    found = need("go")
    if version_of(found) >= (1, 21):
        return found
    system = run("go", "env", "GOOS", "GOARCH").split()
    module = f"golang.org/toolchain@v0.0.1-{DOWNLOADED}.{system[0]}-{system[1]}"
    folder = Path(json.loads(run("go", "mod", "download", "-json", module))["Dir"])
    copy = ROOT / "build/go" / DOWNLOADED
    if not (copy / "bin/go").exists():
        partial = copy.with_suffix(".partial")
        shutil.rmtree(partial, ignore_errors=True)
        shutil.copytree(folder, partial, copy_function=shutil.copyfile)
        for path in (*partial.glob("bin/*"), *partial.glob("pkg/tool/*/*")):
            path.chmod(0o755)
        for path in partial.rglob("_go.mod"):  # a module cannot have files of another one
            path.rename(path.with_name("go.mod"))
        partial.rename(copy)
    return str(copy / "bin/go")


def settings(build: str = "cgo", **more: str) -> dict[str, str]:
    toolchain = "local" if version_of(go()) >= OLDEST else "auto"
    # -trimpath: Go's cache then has what was compiled in another folder.
    fixed = {"GOTOOLCHAIN": toolchain, "GOFLAGS": "-trimpath -buildvcs=false -mod=mod", "GOWORK": "off"}
    # For the race detector and for fuzzing, go compiles the C again; only the seed of the compiler's names differs.
    cached = {**with_cached_compilers(ROOT), "CCACHE_SLOPPINESS": "random_seed"}
    return {**cached, **fixed, **BUILDS[build], **more}


def call(*words: object, build: str = "cgo", cwd: Path = MODULE, **more: str) -> str:
    """What `go` prints. It must succeed."""
    done = subprocess.run(
        [go(), *map(str, words)], cwd=cwd, env=settings(build, **more), capture_output=True, text=True
    )  # fmt: skip
    assert done.returncode == 0, f"go {' '.join(map(str, words))}\n{done.stdout[-6000:]}{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="session", autouse=True)
def prepared() -> None:
    need("clang-19")
    run(*EXPORT, "--in-place")


# ---- Known answers -------------------------------------------------------------------------------


def of_table():
    """Every algorithm of the table, with whole tags."""
    for row in ALGORITHMS:
        for extra, text, output in lengths(row):
            if row.kind != Kind.AEAD or output == 16:
                inputs = inputs_of(row, extra, text, output)
                fields = {name: value.hex() for name, value in inputs.items() if isinstance(value, bytes)}
                fields["customization"] = fields["customization"] if row.kind == Kind.CXOF else ""
                fields["blocksize"] = BLOCK_BYTES if row.kind == Kind.HASH else row.rate
                expected = run_model(row, extra, text, output).hex()
                yield {"name": f"{row.name} {text} {extra}", "algorithm": row.name, **fields, "expected": expected}


def of_aeads():
    for file in ("siv", "isap"):
        for vector in constructions.vectors(file):
            fields = {name: vector[name].hex() for name in ("key", "nonce", "ad")}
            yield {
                "name": vector["name"], "algorithm": vector.get("algorithm", "ascon-siv"), **fields,
                "message": vector["plaintext"].hex(), "expected": (vector["ciphertext"] + vector["tag"]).hex(),
            }  # fmt: skip


# What a vector of key derivation gives: our call, its secret, its other inputs, its output.
STEPS = {
    "kmac": [("kmac", "key", ("message", "customization"), "output")],
    "kmac_xof": [("kmac_xof", "key", ("message", "customization"), "output")],
    "kdf": [
        ("extract", "ikm", ("salt",), "prk"), ("expand", "prk", ("info",), "expanded"),
        ("derive", "ikm", ("salt", "info"), "derived"),
    ],
    "hmac": [("hmac", "key", ("message",), "output")],
    "hkdf": [
        ("hkdf_extract", "ikm", ("salt",), "prk"), ("hkdf_expand", "prk", ("info",), "output"),
        ("hkdf", "ikm", ("salt", "info"), "output"),
    ],
}  # fmt: skip


def of_keyed_functions():
    for vector in (*constructions.vectors("kdf"), *constructions.vectors("hmac")):
        for name, secret, inputs, output in STEPS.get(vector["call"], ()):
            fields = {field: vector[field].hex() for field in inputs}
            key, expected = vector[secret].hex(), vector[output].hex()
            yield {"name": f"{name}: {vector['name']}", "algorithm": name, "key": key, "expected": expected, **fields}


@pytest.fixture(scope="session")
def vectors(tmp_path_factory) -> Path:
    found = [*of_table(), *of_aeads(), *of_keyed_functions()]
    calls = {call for steps in STEPS.values() for call, *_ in steps}
    assert calls <= {vector["algorithm"] for vector in found}
    path = tmp_path_factory.mktemp("vectors") / "vectors.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    return path


# ---- The module's own tests ----------------------------------------------------------------------


def run_tests(build: str, vectors: Path, *flags: str, **more: str) -> None:
    assert COMMAND.exists(), f"build the command first: {COMMAND}"
    given = {"ASCONKIT_VECTORS": str(vectors), "ASCONKIT_COMMAND": str(COMMAND)}
    output = call("test", "-timeout=30m", "-v", *flags, "./...", build=build, **given, **more)
    assert f"build {build}" in output
    assert "--- SKIP" not in output


@every_build
def test_module(build, vectors):
    run_tests(build, vectors)


def test_the_tag_chooses_webassembly(vectors):
    output = call("test", "-v", "-tags=asconkit_wasm", "-run=TestVectors", ".", ASCONKIT_VECTORS=str(vectors))
    assert "build wasm" in output


def test_a_wrong_answer_is_found(vectors, tmp_path):
    planted = json.loads(vectors.read_text(encoding="utf-8"))
    planted[5]["expected"] = "00" + planted[5]["expected"][2:]
    (tmp_path / "wrong.json").write_text(json.dumps(planted), encoding="utf-8")
    with pytest.raises(AssertionError, match="expected 00"):
        call("test", "-run=TestVectors", ".", build="wasm", ASCONKIT_VECTORS=str(tmp_path / "wrong.json"))


@every_build
def test_files_with_a_passphrase(build, tmp_path, monkeypatch):
    monkeypatch.setattr(passphrases, "COMMAND", str(COMMAND))
    call("test", "-c", "-o", tmp_path / "driver", "./stream/passphrase", build=build)
    passphrases.check([str(tmp_path / "driver")])


@every_build
def test_race_detector(build, vectors):
    if build == "wasm":  # the race detector needs cgo
        call("test", "-race", "-short", "-tags=asconkit_wasm", "-run=Goroutines|Destroy|Garbage|Batches|Large", "./...")
    else:
        call("test", "-race", "-run=Goroutines|Destroy|Garbage|Batches|TestCommand", "./...")


@pytest.mark.parametrize("name, package", FUZZ_TARGETS)
def test_fuzz(name, package):
    call("test", "-run=^$", f"-fuzz=^{name}$", f"-fuzztime={FUZZ_SECONDS}s", package)


# With -trimpath, they may get what was compiled in another folder, and vet opens its files, which are perhaps deleted.
IN_THIS_FOLDER = "-buildvcs=false"


@pytest.mark.parametrize("build", BUILDS)
def test_vet(build):
    call("vet", "./...", build=build, GOFLAGS=f"{IN_THIS_FOLDER} -mod=mod")


def test_format():
    files = sorted(path for path in MODULE.rglob("*.go"))
    gofmt = Path(call("env", "GOROOT").strip()) / "bin/gofmt"
    assert subprocess.run([gofmt, "-l", *files], capture_output=True, text=True, check=True).stdout == ""


@pytest.mark.parametrize("flags", ((), ("-tags=asconkit_wasm",)), ids=("cgo", "wasm"))
def test_staticcheck(flags):
    call("run", STATICCHECK, *flags, "./...", GOFLAGS=IN_THIS_FOLDER, GOTOOLCHAIN="auto")


def test_modules_are_tidy(tmp_path):
    for name in ("go.mod", "go.sum"):
        shutil.copy(MODULE / name, tmp_path)
    call("mod", "tidy", "-diff", GOFLAGS="")


# ---- Other systems -------------------------------------------------------------------------------


@pytest.mark.parametrize("system, processor", OTHERS)
def test_other_systems_compile(system, processor):
    call("build", "./...", build="wasm", GOOS=system, GOARCH=processor)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the processor does not run programs of 32 bits")
def test_32_bits():
    """WebAssembly in wazero's interpreter, which is slow; sums of lengths that 32 bits do not hold."""
    call("test", "-run=Largest|Broken|Answers|Arguments", "./...", build="wasm", GOARCH="386")


def emulated(tmp_path: Path, build: str, vectors: Path, **more: str) -> str:
    need("qemu-aarch64")
    program = tmp_path / "tests"
    call("test", "-c", "-o", program, ".", build=build, GOOS="linux", GOARCH="arm64", **more)
    library = "/usr/aarch64-linux-gnu"
    words = ["qemu-aarch64", "-L", library, program, "-test.v", "-test.run=Vectors|Answers|Names|Forged|MACs|Overlaps"]
    return run(*words, env={**os.environ, "ASCONKIT_VECTORS": str(vectors)})


@every_build
def test_aarch64(tmp_path, build, vectors):
    """With cgo, the assembly and the NEON engine; without it, WebAssembly that is compiled to this processor's code."""
    need("aarch64-linux-gnu-gcc")
    output = emulated(tmp_path, build, vectors, CC="aarch64-linux-gnu-gcc")
    assert f"build {build}" in output and "FAIL" not in output


# ---- As it is packed -----------------------------------------------------------------------------


def readme() -> tuple[dict[str, str], list[str], list[str]]:
    """The page's programs by their names, what they print, and the commands for a program's folder."""
    found = blocks_of((MODULE / "README.md").read_text(encoding="utf-8"), "bindings/go/README.md")
    programs = {block.option("file"): block.text for block in found if block.language == "go"}
    outputs = [block.text for block in found if block.language == "text"]
    (commands,) = (block.text for block in found if block.option("cwd") == "program")
    return programs, outputs, commands.splitlines()


@pytest.fixture(scope="session")
def packed(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("packed") / "asconkit-go"
    run(*EXPORT, "--to", folder)
    return folder


def shell(command: str, cwd: Path) -> str:
    """With the cache of compiled packages that the other tests have filled; a fresh one would compile all C again."""
    given = settings(GOFLAGS="-trimpath -buildvcs=false")
    del given["CGO_ENABLED"]
    given["PATH"] = f"{Path(go()).parent}{os.pathsep}{given['PATH']}"
    done = subprocess.run(["sh", "-euc", command], cwd=cwd, env=given, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def test_readme(packed):
    """The page's programs, in a clean folder beside the packed module, by the page's commands."""
    programs, outputs, commands = readme()
    assert len(programs) == len(outputs) == 2
    folder = packed.parent / "program"
    for name, text in programs.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    printed = [shell(command, folder) for command in commands]
    assert outputs[0] in printed
    for name, expected in zip(programs, outputs):
        for value in ("0", "1"):
            assert shell(f"CGO_ENABLED={value} go run ./{Path(name).parent}", folder) == expected
    assert (folder / "program").exists() and (folder / "program.exe").exists()
    # `go mod vendor` leaves out folders without Go packages: the C files are in one that has a package.
    shell("go mod vendor && go build -mod=vendor -o vendored . && ./vendored", folder)


def test_lines_for_users_of_chacha20poly1305(packed):
    """What docs/moving.md says to write instead of its lines, as one program."""
    key, new, nonce, encrypt, decrypt = (line for _, line in moving_rows()["From Go's chacha20poly1305"])
    folder = packed.parent / "moving"
    folder.mkdir()
    (folder / "main.go").write_text(f"""package main

import "example.org/asconkit"

func main() {{
    text, ad := []byte("hello"), []byte("head")
    key, nonce := {key}, {nonce}
    aead, err := {new}
    sealed := {encrypt}
    opened, failed := {decrypt}
    println(len(key), len(sealed), string(opened), err == nil && failed == nil)
}}
""", encoding="utf-8")  # fmt: skip
    shell("go mod init moving && go mod edit -replace example.org/asconkit=../asconkit-go && go mod tidy", folder)
    assert shell("CGO_ENABLED=0 go run . 2>&1", folder) == "16 21 hello true\n"


def test_packed_module_is_whole(packed):
    found = {path.relative_to(packed).as_posix() for path in packed.rglob("*") if path.is_file()}
    assert {"go.mod", "go.sum", "LICENSE", "README.md", "internal/library/asconkit.wasm"} <= found
    assert {"internal/library/ascon.h", "internal/library/aead128.c", "internal/library/bridge.c"} <= found
    assert not any(name.endswith((".py", ".ascon")) for name in found)
    call("vet", "./...", build="wasm", cwd=packed)


def test_packing_under_another_address(tmp_path):
    run(*EXPORT, "--to", tmp_path / "own", "--module", "example.net/own/asconkit")
    texts = [path.read_text(encoding="utf-8") for path in (tmp_path / "own").rglob("*.go")]
    assert not any("example.org" in text for text in texts)
    call("build", "./...", build="wasm", cwd=tmp_path / "own")


def test_packing_again_gives_the_same(packed, tmp_path):
    run(*EXPORT, "--to", tmp_path / "again")
    for path in filter(Path.is_file, (tmp_path / "again").rglob("*")):
        assert path.read_bytes() == (packed / path.relative_to(tmp_path / "again")).read_bytes(), path


def test_packing_refuses_a_folder_with_other_files(tmp_path):
    (tmp_path / "mine").write_text("", encoding="utf-8")
    done = subprocess.run([*EXPORT, "--to", tmp_path], capture_output=True, text=True)
    assert done.returncode == 1 and "no earlier export" in done.stderr
