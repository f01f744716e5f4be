"""Package managers and build systems: each by its own tool, and by a project outside the tree that uses the result.

Two tools cannot be had everywhere: what Bazel and vcpkg would do is done by stand-ins, which docs/packages.md says."""

import fnmatch
import hashlib
import json
import os
import re
import shutil
import tarfile
from pathlib import Path

import package_files
import pytest
import python_env
from builds import JOBS, LIBRARY, ROOT, compile_all, copy_project, only_in_all, run
from consumers import CONSUMERS, expected

DIGEST = expected().splitlines()[1].removeprefix("hash256 ")
QUICK = ("-DCMAKE_BUILD_TYPE=Debug", "-DASCON_PROFILE=size")
CMAKE = """cmake_minimum_required(VERSION 3.16)
project(consumer C)
find_package(asconkit 0.1 REQUIRED)
add_executable(consumer main.c)
target_link_libraries(consumer PRIVATE asconkit::asconkit)
"""


@pytest.fixture
def project(tmp_path) -> Path:
    root = tmp_path / "asconkit"
    root.mkdir()
    copy_project(root)
    return root


def find_and_run(prefix: Path, folder: Path) -> str:
    """What a consumer prints that finds the one library below a prefix by CMake."""
    folder.mkdir()
    shutil.copy(CONSUMERS / "main.c", folder)
    (folder / "CMakeLists.txt").write_text(CMAKE)
    run("cmake", "-G", "Ninja", "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", folder / "build")
    return run(folder / "build/consumer")


# ---- CPack ---------------------------------------------------------------------------------------


def test_archives(tmp_path):
    build = tmp_path / "build"
    without = ("-DASCONKIT_BUILD_CLI=OFF", "-DASCONKIT_BUILD_TESTS=OFF", "-DASCONKIT_BUILD_ACCELERATORS=OFF")
    run("cmake", "-G", "Ninja", "-S", ROOT, "-B", build, *QUICK, *without)
    run("cmake", "--build", build)
    run("cpack", "--config", build / "CPackConfig.cmake", "-B", tmp_path / "dist", cwd=tmp_path)
    (archive,) = (tmp_path / "dist").glob("asconkit-*.tar.gz")
    said = Path(f"{archive}.sha256").read_text(encoding="utf-8").split()[0]
    assert said == hashlib.sha256(archive.read_bytes()).hexdigest()
    with tarfile.open(archive) as opened:
        opened.extractall(tmp_path / "there")
    (prefix,) = (tmp_path / "there").iterdir()
    assert prefix.name.startswith(f"asconkit-{package_files.version()}-")
    assert find_and_run(prefix, tmp_path / "consumer") == expected()


# ---- Conan ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("shared", ["False", "True"])
def test_conan(shared, project, tmp_path):
    """`conan create` builds the package and runs the program of test_package with it."""
    conan = python_env.packaging_tools() / "conan"
    settings = {**os.environ, "CONAN_HOME": str(tmp_path / "home")}
    run(conan, "profile", "detect", env=settings)
    options = ("-o", f"&:shared={shared}", "-o", "&:profile=size", "-s", "build_type=Debug", "-s", "compiler.cstd=11")
    created = run(conan, "create", project / "ports/conan", *options, "--no-remote", "-f", "json", env=settings)
    assert f"asconkit/{package_files.version()}" in created
    (library,) = (tmp_path / "home").glob("p/b/*/p/lib/libasconkit.*[ao]")
    assert (library.suffix == ".so") == (shared == "True")


# ---- Meson ---------------------------------------------------------------------------------------

CONSUMER = """project('consumer', 'c')
executable('consumer', 'main.c', dependencies: dependency('asconkit'), install: true)
"""
WRAP = "[wrap-file]\ndirectory = asconkit\n\n[provide]\ndependency_names = asconkit\n"


@pytest.mark.parametrize("kind", ["static", "shared"])
def test_meson_as_a_wrap(kind, tmp_path):
    """The project is in subprojects/, as it is after a wrap was fetched."""
    root = tmp_path / "subprojects/asconkit"
    root.mkdir(parents=True)
    copy_project(root)
    (tmp_path / "subprojects/asconkit.wrap").write_text(WRAP)
    (tmp_path / "meson.build").write_text(CONSUMER)
    shutil.copy(CONSUMERS / "main.c", tmp_path)
    options = ("--buildtype=plain", f"-Ddefault_library={kind}", "-Dasconkit:ascon_profile=size", "--unity=on")
    run("meson", "setup", tmp_path / "build", tmp_path, *options)
    run("meson", "compile", "-C", tmp_path / "build", "-j", JOBS)
    assert run(tmp_path / "build/consumer") == expected()


def test_meson_installs_what_cmake_installs(project, tmp_path):
    build, prefix = tmp_path / "build", tmp_path / "installed"
    options = ("--buildtype=plain", "-Dascon_profile=size", f"--prefix={prefix}", "--libdir=lib")
    run("meson", "setup", build, project, *options)
    run("meson", "install", "-C", build)
    installed = {path.name for path in (prefix / "include/asconkit").rglob("*") if path.is_file()}
    public = {path.name for path in (*package_files.public_headers(), *LIBRARY.glob("cpp/*"))}
    assert installed == public
    assert {path.name for path in (prefix / "lib").iterdir()} >= {f"libasconkit.so.{package_files.soversion()}"}
    assert f"Version: {package_files.version()}" in (prefix / "lib/pkgconfig/asconkit.pc").read_text()


def test_lists_have_every_source_of_cmake(tmp_path):
    options = ("-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DASCONKIT_BUILD_ACCELERATORS=OFF", "-DASCONKIT_INSTALL=ON")
    run("cmake", "-G", "Ninja", "-S", LIBRARY, "-B", tmp_path, *options)
    commands = json.loads((tmp_path / "compile_commands.json").read_text(encoding="utf-8"))
    assert {Path(command["file"]) for command in commands} == set(package_files.library_sources())
    installed = re.findall(r'FILES "([^"]+\.hp*)"', (tmp_path / "cmake_install.cmake").read_text(encoding="utf-8"))
    assert {Path(name) for name in installed} == set(package_files.public_headers())


# ---- Bazel, by a stand-in ------------------------------------------------------------------------


def bazel_target(root: Path) -> dict:
    """BUILD.bazel is a program in a part of Python: here it is run, with glob() and select() as Bazel has them."""
    targets = []

    def glob(include: list[str], exclude: list[str] = ()) -> list[str]:
        names = {path.relative_to(root).as_posix() for pattern in include for path in root.glob(pattern)}
        return sorted(name for name in names if not any(fnmatch.fnmatch(name, pattern) for pattern in exclude))

    known = {
        "load": lambda file, *names: None,
        "glob": glob,
        "select": lambda choices: choices["//conditions:default"],
        "cc_library": lambda **words: targets.append(words),
    }
    exec((root / "BUILD.bazel").read_text(encoding="utf-8"), known)
    (target,) = targets
    return target


def build_in_sandbox(project: Path, folder: Path, target: dict) -> str:
    """Only what the target names is there, as in Bazel's sandbox."""
    for name in (*target["srcs"], *target["hdrs"]):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(project / name, folder / name)
    shutil.copy(CONSUMERS / "main.c", folder)
    sources = [folder / name for name in target["srcs"] if name.endswith((".c", ".S"))]
    objects = compile_all(folder / "objects", "gcc", ["-DASCON_PROFILE_SIZE"], sources)
    run("cc", "-I.", "main.c", *objects, *target["linkopts"], "-o", "consumer", cwd=folder)
    return run(folder / "consumer")


def test_bazel_names_every_file(project, tmp_path):
    target = bazel_target(project)
    assert build_in_sandbox(project, tmp_path / "sandbox", target) == expected()
    fewer = {**target, "srcs": [name for name in target["srcs"] if not name.endswith("/words.h")]}
    with pytest.raises(AssertionError):
        build_in_sandbox(project, tmp_path / "fewer", fewer)


def test_bazel_module():
    text = (ROOT / "MODULE.bazel").read_text(encoding="utf-8")
    modules = []
    exec(text, {"module": lambda **words: modules.append(words), "bazel_dep": lambda **words: modules.append(words)})
    assert modules[0] == {"name": "asconkit", "version": package_files.version()}
    loaded = re.findall(r'"@(\w+)//', (ROOT / "BUILD.bazel").read_text(encoding="utf-8"))
    assert set(loaded) == {module["name"] for module in modules[1:]}


# ---- vcpkg, by a stand-in ------------------------------------------------------------------------

# What the functions of the port are documented to do, for one build type.
VCPKG = """
set(PORT asconkit)
function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 given "" "SOURCE_PATH" "OPTIONS")
  execute_process(COMMAND ${{CMAKE_COMMAND}} -G Ninja -S ${{given_SOURCE_PATH}} -B {build} ${{given_OPTIONS}} {more}
    COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_install)
  execute_process(COMMAND ${{CMAKE_COMMAND}} --build {build} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${{CMAKE_COMMAND}} --install {build} --prefix ${{CURRENT_PACKAGES_DIR}}
    COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 given "" "CONFIG_PATH" "")
  file(GLOB found ${{CURRENT_PACKAGES_DIR}}/${{given_CONFIG_PATH}}/*.cmake)
  if(NOT found)
    message(FATAL_ERROR "${{given_CONFIG_PATH}} has no CMake files")
  endif()
endfunction()
function(vcpkg_fixup_pkgconfig)
endfunction()
function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 given "" "" "FILE_LIST")
  file(INSTALL ${{given_FILE_LIST}} DESTINATION ${{CURRENT_PACKAGES_DIR}}/share/${{PORT}})
endfunction()
set(CURRENT_PACKAGES_DIR {prefix})
include({port})
"""


def test_vcpkg_port(tmp_path):
    prefix, port = tmp_path / "packages", ROOT / "ports/vcpkg/portfile.cmake"
    more = " ".join((*QUICK, "-DBUILD_SHARED_LIBS=OFF", "-DCMAKE_INSTALL_LIBDIR=lib"))
    script = VCPKG.format(build=tmp_path / "build", prefix=prefix, port=port, more=more)
    (tmp_path / "script.cmake").write_text(script)
    run("cmake", "-P", tmp_path / "script.cmake")
    assert [path.name for path in (prefix / "lib").glob("libasconkit*")] == ["libasconkit.a"], "one kind for a triplet"
    assert {path.name for path in (prefix / "share/asconkit").iterdir()} == {"usage", "LICENSE-APACHE", "LICENSE-MIT"}
    assert find_and_run(prefix, tmp_path / "consumer") == expected()


# learn.microsoft.com/vcpkg/reference/vcpkg-json: the fields of a manifest that this one may have.
FIELDS = {"name": str, "version-semver": str, "description": str, "license": str, "dependencies": list}


def test_vcpkg_manifest():
    manifest = json.loads((ROOT / "ports/vcpkg/vcpkg.json").read_text(encoding="utf-8"))
    assert {name: type(value) for name, value in manifest.items()} == FIELDS
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", manifest["name"])
    assert re.fullmatch(r"\d+\.\d+\.\d+", manifest["version-semver"])
    helpers = {"vcpkg-cmake", "vcpkg-cmake-config"}
    assert all(row["name"] in helpers and row["host"] is True for row in manifest["dependencies"])


# ---- Debian --------------------------------------------------------------------------------------


def test_debian_names_follow_the_version():
    folder = ROOT / "ports/debian"
    changelog = (folder / "changelog").read_text(encoding="utf-8")
    assert changelog.startswith(f"asconkit ({package_files.version()}-1) ")
    library = f"libasconkit{package_files.soversion()}"
    assert f"\nPackage: {library}\n" in (folder / "control").read_text(encoding="utf-8")
    assert (folder / f"{library}.install").exists()


@only_in_all
def test_debian_packages(project, tmp_path):
    """Built with the Python package and clean for lintian. test_installed.py installs the others."""
    shutil.copytree(project / "ports/debian", project / "debian")
    settings = {**os.environ, "DEB_BUILD_OPTIONS": f"parallel={JOBS}"}
    run("make", "-f", "debian/rules", "nanobind", cwd=project)
    run("dpkg-buildpackage", "-us", "-uc", "-b", "-Ppkg.asconkit.python", cwd=project, env=settings)
    packages = sorted(tmp_path.glob("*.deb"))
    names = {path.name.split("_")[0] for path in packages}
    assert names >= {"asconkit", "libasconkit-dev", f"libasconkit{package_files.soversion()}", "python3-asconkit"}
    (changes,) = tmp_path.glob("*.changes")
    # Debian's bug tracker has no wish for the package that the first entry of its changelog could close.
    known = ("--suppress-tags", "initial-upload-closes-no-bugs")
    run("lintian", "--fail-on", "error,warning", *known, "--allow-root", changes)
    root = tmp_path / "root"
    for path in packages:
        run("dpkg-deb", "-x", path, root)
    assert python_of(root).split() == [DIGEST, package_files.version(), "InvalidTag"]


def python_of(root: Path) -> str:
    """What the system's Python prints with the modules below this folder, and nothing but its own packages."""
    program = """
import asconkit, importlib.metadata
print(asconkit.hash256_digest(b"abc").hex(), importlib.metadata.version("asconkit"))
cipher = asconkit.AsconAEAD128(bytes(16))
sealed = cipher.encrypt(bytes(16), b"text")
assert cipher.decrypt(bytes(16), sealed) == b"text"
try:
    cipher.decrypt(bytes(16), bytes(20))
except asconkit.InvalidTag:
    print("InvalidTag")
"""
    settings = {**os.environ, "PYTHONPATH": str(root / "usr/lib/python3/dist-packages")}
    return run("/usr/bin/python3", "-c", program, env=settings)
