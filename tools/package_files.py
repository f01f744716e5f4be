# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Files of build systems that cannot ask for the library's sources or its version: meson.build, MODULE.bazel and
ports/vcpkg/vcpkg.json. tools/generate.py writes them, of meson.build the first part."""

import json
import textwrap

import compiling
import sbom
from compiling import LIBRARY, MODULES, ROOT, sources

DESCRIPTION = "The Ascon family of lightweight cryptography"

END = "# ---- End of what ./dev generate writes; the rest is written by hand ----\n"
MESON = """project('asconkit', 'c', version: '{version}', license: 'Apache-2.0 OR MIT',
  meson_version: '>=1.0', default_options: ['c_std=c11', 'buildtype=release'])

# Every .c and .S file of the core, and of each module; what a processor cannot run compiles to nothing.
sources = files(
{sources},
)
headers = [
{headers},
]
module_sources = {{
{module_sources}
}}
module_headers = {{
{module_headers}
}}
# What stands over batches, and what a module needs.
batch_sources = {{
{batch_sources}
}}
needs = {{
{needs}
}}
description = '{description}'
soversion = '{soversion}'
{end}"""

BAZEL = """module(name = "asconkit", version = "{version}")

bazel_dep(name = "platforms", version = "0.0.11")
bazel_dep(name = "rules_cc", version = "0.1.1")
"""


def version() -> str:
    return sbom.version_of(ROOT)


def soversion() -> str:
    """As asconkit/CMakeLists.txt makes it."""
    major, minor, _ = version().split(".")
    return f"0.{minor}" if major == "0" else major


def quoted(paths) -> str:
    return ", ".join(f"'{path.relative_to(ROOT).as_posix()}'" for path in paths)


def filled(text: str, more: str = "  ") -> str:
    """In lines of at most 120 columns, those after the first with a deeper indent if `more` is one."""
    return textwrap.fill(text, 120, initial_indent="  ", subsequent_indent=more, break_on_hyphens=False)


def library_sources() -> list:
    """Sources of the library asconkit. Accelerators are a separate library."""
    return [path for path in sources() if "accelerators" not in path.relative_to(LIBRARY).parts]


def public_headers() -> list:
    found = {*compiling.public_headers(), *LIBRARY.glob("cpp/*.hpp")}
    return sorted(path for path in found if path.parent.name != "accelerators")


def by_module(paths) -> dict[str, list]:
    """Module: its files; the core's have the name ''."""
    found: dict[str, list] = {}
    for path in paths:
        room = path.relative_to(LIBRARY).parts[0]
        found.setdefault(room if room in MODULES else "", []).append(path)
    return found


def dictionary(rows: dict[str, list], call: str) -> str:
    """Of Meson: a name, and a list or files()."""
    left, right = ("files(", ")") if call else ("[", "]")
    return "\n".join(filled(f"'{name}': {left}{quoted(paths)}{right},", "    ") for name, paths in rows.items() if name)


def meson(notice: str) -> str:
    files, headers = by_module(library_sources()), by_module(public_headers())
    over = {name: [path for path in paths if path.stem.endswith("_batch")] for name, paths in files.items()}
    plain = {name: [path for path in paths if path not in over[name]] for name, paths in files.items()}
    needs = {name: row["needs"] for name, row in MODULES.items() if name != "accelerators"}
    by_hand = (ROOT / "meson.build").read_text(encoding="utf-8").partition(END)[2]
    return notice + "\n" + MESON.format(
        version=version(), sources=filled(quoted(plain[""])), headers=filled(quoted(headers[""])),
        module_sources=dictionary(plain, "files"), module_headers=dictionary(headers, ""),
        batch_sources=dictionary({name: paths for name, paths in over.items() if paths}, "files"),
        needs="\n".join(f"  '{name}': {names}," for name, names in needs.items()),
        soversion=soversion(), description=DESCRIPTION, end=END,
    ) + by_hand  # fmt: skip


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
