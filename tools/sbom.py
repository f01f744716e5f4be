#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The software bill of materials, in SPDX 2.3: the files of the library, and what the other parts are built with.

    tools/sbom.py            prints it
    tools/sbom.py FILE       writes it

The same sources give the same bytes where SOURCE_DATE_EPOCH says when they are from. `./dev sbom` calls it.
Python's standard library alone."""

import argparse
import hashlib
import json
import os
import re
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LICENCE = "Apache-2.0 OR MIT"
CREATOR = "Organization: The asconkit authors"


class Foreign(NamedTuple):
    """What a part of the project is built with. Versions are those of the machine that builds."""

    name: str
    licence: str
    part: str
    relation: str
    found_by: str  # what its CMakeLists.txt looks for


# The library itself has none of these.
FOREIGN = (
    Foreign("argon2", "CC0-1.0 OR Apache-2.0", "asconkit-command", "DYNAMIC_LINK", "libargon2"),
    Foreign("nanobind", "BSD-3-Clause", "asconkit-python", "STATIC_LINK", "nanobind"),
    Foreign("duckdb", "MIT", "asconkit-duckdb", "DYNAMIC_LINK", "duckdb_extension"),
    Foreign("openssl", "Apache-2.0", "asconprov", "DYNAMIC_LINK", "OpenSSL"),
)
# The parts with their folders; each is linked with the library.
PARTS = {
    "asconkit-command": "cli", "asconkit-python": "bindings/python", "asconkit-javascript": "bindings/javascript",
    "asconkit-duckdb": "ports/duckdb", "asconprov": "ports/openssl",
}  # fmt: skip


def identifier(name: str) -> str:
    return "SPDXRef-" + name.replace("_", "--").replace("/", "-")


def version_of(root: Path) -> str:
    return re.search(r'ASCON_VERSION "(.+)"', (root / "asconkit/ascon.h").read_text(encoding="utf-8"))[1]


def file_element(root: Path, path: Path) -> dict:
    content, name = path.read_bytes(), path.relative_to(root).as_posix()
    sums = {"SHA1": hashlib.sha1(content), "SHA256": hashlib.sha256(content)}
    return {
        "SPDXID": identifier(f"file-{name}"),
        "fileName": f"./{name}",
        "checksums": [{"algorithm": kind, "checksumValue": value.hexdigest()} for kind, value in sums.items()],
        "licenseConcluded": LICENCE,
        "copyrightText": "NOASSERTION",
    }


def verification_code(files: list[dict]) -> str:
    """SPDX 2.3, section 7.9: of all SHA-1 sums, in their order."""
    sums = sorted(file["checksums"][0]["checksumValue"] for file in files)
    return hashlib.sha1("".join(sums).encode()).hexdigest()


def package(name: str, licence: str, **more) -> dict:
    return {
        "SPDXID": identifier(f"package-{name}"),
        "name": name,
        "downloadLocation": "NOASSERTION",
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        "filesAnalyzed": False,
    } | more


def relationship(one: str, kind: str, other: str) -> dict:
    return {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}


def document(root: Path = ROOT) -> dict:
    paths = sorted(path for path in (root / "asconkit").rglob("*") if path.is_file())
    version, files = version_of(root), [file_element(root, path) for path in paths]
    code = verification_code(files)
    own = {"versionInfo": version, "supplier": CREATOR}
    analysed = {"filesAnalyzed": True, "packageVerificationCode": {"packageVerificationCodeValue": code}}
    library = package("asconkit", LICENCE, **own, **analysed, licenseInfoFromFiles=["Apache-2.0", "MIT"])
    parts = [package(name, LICENCE, **own) for name in PARTS]
    foreign = [package(row.name, row.licence) for row in FOREIGN]
    links = [relationship("SPDXRef-DOCUMENT", "DESCRIBES", one["SPDXID"]) for one in (library, *parts)]
    links += [relationship(library["SPDXID"], "CONTAINS", file["SPDXID"]) for file in files]
    links += [relationship(part["SPDXID"], "STATIC_LINK", library["SPDXID"]) for part in parts]
    links += [
        relationship(identifier(f"package-{row.part}"), row.relation, identifier(f"package-{row.name}"))
        for row in FOREIGN
    ]
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"asconkit-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/asconkit-{version}-{code}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds)),
            "creators": [CREATOR, "Tool: asconkit-sbom"],
        },
        "packages": [library, *parts, *foreign],
        "files": files,
        "relationships": links,
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev sbom", description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path, help="where to write it; without one it is printed")
    file = parser.parse_args().file
    text = json.dumps(document(), indent=1) + "\n"
    if file:
        file.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
