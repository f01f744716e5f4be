"""Every way to use the library from another project: each is really built, and its program run."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from builds import LIBRARY, ROOT, c_backends, direct, need, run, sources
from compiling import public_headers
from consumers import CONSUMERS, expected


@pytest.fixture(scope="module")
def prefix(tmp_path_factory) -> Path:
    """An installation of the build that runs this test, or of a new build."""
    folder = tmp_path_factory.mktemp("installed")
    build = os.environ.get("ASCONKIT_BUILD")
    if not build:
        build = tmp_path_factory.mktemp("build")
        options = ["-DASCONKIT_BUILD_CLI=OFF", "-DASCONKIT_BUILD_TESTS=OFF", "-DASCON_PROFILE=size"]
        run("cmake", "-G", "Ninja", "-S", ROOT, "-B", build, *options)
        run("cmake", "--build", build)
    run("cmake", "--install", build, "--prefix", folder)
    return folder


def library_folder(prefix: Path) -> Path:
    return next(prefix.glob("**/libasconkit.a")).parent


def build_with_cmake(source: Path, folder: Path, *options) -> None:
    run("cmake", "-G", "Ninja", "-S", source, "-B", folder, *options)
    run("cmake", "--build", folder)


def test_find_package(prefix, tmp_path):
    build_with_cmake(CONSUMERS / "find_package", tmp_path, f"-DCMAKE_PREFIX_PATH={prefix}")
    assert run(tmp_path / "consumer") == expected()
    assert run(tmp_path / "consumer_shared") == expected()
    assert "libasconkit" in run("ldd", tmp_path / "consumer_shared")


def test_installed_files(prefix):
    """The public headers and nothing private; the package can be moved."""
    installed = prefix / "include/asconkit"
    headers = {path.relative_to(installed) for path in installed.rglob("*") if path.is_file()}
    public = {*public_headers(), *LIBRARY.glob("cpp/*.hpp")}
    public.update(LIBRARY.glob("accelerators/kernel/*.h"))  # ascon_sycl.hpp has the kernels
    assert headers == {path.relative_to(LIBRARY) for path in public}
    for file in prefix.glob("**/*.cmake"):
        assert str(ROOT) not in file.read_text(encoding="utf-8"), f"{file.name} names the source folder"


@pytest.mark.parametrize("shared", ("OFF", "ON"))
def test_add_subdirectory(shared, tmp_path):
    # Also in a project of unity builds, which would join files of the library.
    unity = "-DCMAKE_UNITY_BUILD=ON"
    options = [f"-DASCONKIT={ROOT}", f"-DBUILD_SHARED_LIBS={shared}", "-DASCON_PROFILE=size", unity]
    build_with_cmake(CONSUMERS / "add_subdirectory", tmp_path, *options, "-DCMAKE_BUILD_TYPE=Debug")
    assert run(tmp_path / "consumer") == expected()
    targets = run("cmake", "--build", tmp_path, "--target", "help")
    assert "ascon-genkat" not in targets and "asconkit_cli" not in targets


def test_folder_alone(tmp_path):
    """The copied folder by add_subdirectory(), static and shared: it needs nothing of the repository."""
    shutil.copytree(LIBRARY, tmp_path / "asconkit")
    options = [f"-DASCONKIT={tmp_path / 'asconkit'}", "-DASCON_PROFILE=small", "-DASCON_BACKEND=c64"]
    for shared in ("OFF", "ON"):
        build_with_cmake(CONSUMERS / "add_subdirectory", tmp_path / shared, *options, f"-DBUILD_SHARED_LIBS={shared}")
        assert run(tmp_path / shared / "consumer") == expected()


PARENT = """cmake_minimum_required(VERSION 3.25)
project(parent C)
set(ASCONKIT_INSTALL ON)
add_subdirectory({root} asconkit)
add_library(parent STATIC {source})
target_link_libraries(parent PUBLIC asconkit::asconkit)
install(TARGETS parent EXPORT parent-targets)
install(EXPORT parent-targets NAMESPACE parent:: DESTINATION lib/cmake/parent)
export(EXPORT parent-targets NAMESPACE parent:: FILE parent-targets.cmake)
"""


def test_a_parent_exports_its_targets(tmp_path):
    """From the folder of its build, where ours are exported too."""
    (tmp_path / "CMakeLists.txt").write_text(PARENT.format(root=ROOT, source=CONSUMERS / "main.c"))
    run("cmake", "-G", "Ninja", "-S", tmp_path, "-B", tmp_path / "build")
    assert '"asconkit::asconkit"' in (tmp_path / "build/parent-targets.cmake").read_text(encoding="utf-8")
    assert 'asconkit::asconkit"' in next(tmp_path.rglob("asconkit-targets.cmake")).read_text(encoding="utf-8")


@pytest.mark.parametrize("setting, message", [
    ("ASCON_PROFILE=sped", "ASCON_PROFILE is 'sped'; expected speed, small or size"),
    ("ASCON_BACKEND=c46", "ASCON_BACKEND is 'c46'; expected one of:\\s.*;c64;"),
])  # fmt: skip
def test_wrong_settings(setting, message, tmp_path):
    words = ["cmake", "-S", CONSUMERS / "add_subdirectory", "-B", tmp_path, f"-DASCONKIT={LIBRARY}", f"-D{setting}"]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode != 0 and re.search(message, done.stderr), done.stderr


def test_pkg_config(prefix, tmp_path):
    need("pkg-config")
    shutil.copy(CONSUMERS / "pkg_config/Makefile", tmp_path)
    shutil.copy(CONSUMERS / "main.c", tmp_path)
    libraries = library_folder(prefix)
    environment = {**os.environ, "PKG_CONFIG_PATH": str(libraries / "pkgconfig"), "LD_LIBRARY_PATH": str(libraries)}
    run("make", "-C", tmp_path, env=environment)
    assert run(tmp_path / "consumer", env=environment) == expected()
    for_shared = run("pkg-config", "--libs", "asconkit", env=environment).split()
    for_static = run("pkg-config", "--static", "--libs", "asconkit", env=environment).split()
    assert "-lasconkit" in for_shared and "-pthread" not in for_shared
    assert for_static == [*for_shared, "-pthread"]
    (tmp_path / "static").mkdir()
    shutil.copy(libraries / "libasconkit.a", tmp_path / "static")
    cflags = run("pkg-config", "--cflags", "asconkit", env=environment).split()
    main = ["-std=c11", "-pedantic-errors", *cflags, CONSUMERS / "main.c", f"-L{tmp_path / 'static'}"]
    run("cc", *main, *for_static[1:], "-o", tmp_path / "static/consumer")
    assert run(tmp_path / "static/consumer") == expected()
    version = run("pkg-config", "--modversion", "asconkit", env=environment)
    assert f"version {version}" == expected().splitlines(keepends=True)[0]


@pytest.mark.parametrize("libraries", ("lib", "lib/x86", "/opt/ours/lib"))
@pytest.mark.parametrize("headers", ("include", "/opt/ours/include"))
def test_pkg_config_has_the_folders(libraries, headers, tmp_path):
    """Relative to the prefix or absolute, each of the two."""
    need("pkg-config")
    folders = (f"-DCMAKE_INSTALL_LIBDIR={libraries}", f"-DCMAKE_INSTALL_INCLUDEDIR={headers}")
    prefix = ("-DCMAKE_INSTALL_PREFIX=/usr/ours", "-DASCONKIT_INSTALL=ON", "-DASCON_BACKEND=c64")
    run("cmake", "-G", "Ninja", "-S", LIBRARY, "-B", tmp_path, *folders, *prefix)
    at = Path("/usr/ours", libraries, "pkgconfig")
    environment = {**os.environ, "PKG_CONFIG_PATH": str(tmp_path)}
    for name, folder in {"libdir": libraries, "includedir": headers}.items():
        words = ("pkg-config", f"--define-variable=pcfiledir={at}", f"--variable={name}", "asconkit")
        assert os.path.normpath(run(*words, env=environment).strip()) == str(Path("/usr/ours", folder))


def test_settings_of_structures_reach_programs(tmp_path):
    """By CMake's target and by pkg-config; a program that is compiled without them does not link."""
    definition = "ASCON_DATAGRAM_WINDOW_BITS=1024"
    settings = [f"-DASCON_DEFINITIONS={definition};ASCON_INLINE_MODE=1", "-DASCON_BACKEND=c64", "-DASCON_PROFILE=size"]
    parts = [f"-DASCONKIT_BUILD_{part}=OFF" for part in ("ACCELERATORS", "CLI", "TESTS")]
    build_with_cmake(ROOT, tmp_path / "build", *settings, *parts)
    run("cmake", "--install", tmp_path / "build", "--prefix", tmp_path / "prefix")
    build_with_cmake(CONSUMERS / "find_package", tmp_path / "user", f"-DCMAKE_PREFIX_PATH={tmp_path / 'prefix'}")
    assert run(tmp_path / "user/consumer") == run(tmp_path / "user/consumer_shared") == expected()
    library = library_folder(tmp_path / "prefix")
    environment = {**os.environ, "PKG_CONFIG_PATH": str(library / "pkgconfig")}
    cflags = run("pkg-config", "--cflags", "asconkit", env=environment).split()
    assert cflags[1:] == [f"-D{definition}"]
    program = [CONSUMERS / "main.c", library / "libasconkit.a", "-pthread", "-o", tmp_path / "a.out"]
    run("cc", *cflags, *program)
    without = subprocess.run(["cc", cflags[0], *map(str, program)], capture_output=True, text=True)
    assert without.returncode != 0 and "undefined reference to `ascon_datagram_open'" in without.stderr


WITHOUT_ATOMICS = ["-D__STDC_NO_ATOMICS__"]  # as a compiler says that has none


@pytest.mark.parametrize(
    "definitions", ([], WITHOUT_ATOMICS, *map(direct, c_backends())), ids=" ".join
)
def test_drop_in(definitions, tmp_path):
    """Copies the folder and compiles all its files in one command without any flag."""
    project = tmp_path / "project"
    shutil.copytree(LIBRARY, project / "asconkit")
    shutil.copy(CONSUMERS / "main.c", project)
    files = [file.relative_to(ROOT) for file in sources()]
    run("cc", *definitions, "-c", *files, cwd=project)
    objects = sorted(project.glob("*.o"))
    assert len(objects) == len(files), "two sources make the same object file"
    run("cc", "main.c", *objects, cwd=project)
    assert run(project / "a.out") == expected()
