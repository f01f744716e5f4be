"""Files of build systems that cannot ask for the library's sources or its version: meson.build, MODULE.bazel and
ports/vcpkg/vcpkg.json. tools/generate.py writes them. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import json

import sbom
from compiling import LIBRARY, ROOT, sources

DESCRIPTION = "The Ascon family of lightweight cryptography"

MESON = """project('asconkit', 'c', version: '{version}', license: 'Apache-2.0 OR MIT',
  meson_version: '>=1.0', default_options: ['c_std=c11', 'buildtype=release'])

# Every .c and .S file of the library; what a processor cannot run compiles to nothing.
sources = files(
{sources}
)
headers = files(
{headers}
)

arguments = ['-DASCON_PROFILE_' + get_option('ascon_profile').to_upper()]
if get_option('ascon_backend') != ''
  arguments += '-DASCON_BACKEND=' + get_option('ascon_backend')
endif
system = [dependency('threads')]
if host_machine.system() == 'windows'
  system += meson.get_compiler('c').find_library('bcrypt')
  if get_option('default_library') == 'shared'
    arguments += '-DASCON_BUILD_SHARED'
  endif
endif

asconkit_library = library('asconkit', sources, c_args: arguments, dependencies: system,
  gnu_symbol_visibility: 'hidden', version: meson.project_version(), soversion: '{soversion}', install: true)
install_headers(headers, subdir: 'asconkit')
install_subdir('asconkit/cpp', install_dir: get_option('includedir') / 'asconkit')
asconkit_dep = declare_dependency(link_with: asconkit_library, include_directories: include_directories('.'),
  dependencies: system)
meson.override_dependency('asconkit', asconkit_dep)
import('pkgconfig').generate(asconkit_library, description: '{description}')
"""

BAZEL = """module(name = "asconkit", version = "{version}")

bazel_dep(name = "rules_cc", version = "0.1.1")
"""


def version() -> str:
    return sbom.version_of(ROOT)


def soversion() -> str:
    """As asconkit/CMakeLists.txt makes it."""
    major, minor, _ = version().split(".")
    return f"0.{minor}" if major == "0" else major


def quoted(paths) -> str:
    return "\n".join(f"  '{path.relative_to(ROOT).as_posix()}'," for path in paths)


def library_sources() -> list:
    """Sources of the library asconkit. Accelerators are a separate library."""
    return [path for path in sources() if "accelerators" not in path.relative_to(LIBRARY).parts]


def public_headers() -> list:
    found = (*LIBRARY.glob("*.h"), *LIBRARY.glob("*.hpp"))
    return sorted(path for path in found if path.name not in ("ascon_accelerator.h", "ascon_sycl.hpp"))


def meson(notice: str) -> str:
    return notice + "\n" + MESON.format(
        version=version(), sources=quoted(library_sources()), headers=quoted(public_headers()),
        soversion=soversion(), description=DESCRIPTION,
    )  # fmt: skip


def bazel(notice: str) -> str:
    return notice + "\n" + BAZEL.format(version=version())


def vcpkg() -> str:
    helpers = [{"name": name, "host": True} for name in ("vcpkg-cmake", "vcpkg-cmake-config")]
    manifest = {
        "name": "asconkit",
        "version-semver": version(),
        "description": DESCRIPTION,
        "license": "Apache-2.0 OR MIT",
        "dependencies": helpers,
    }
    return json.dumps(manifest, indent=2) + "\n"
