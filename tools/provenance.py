# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a release was made of and by what: a statement of in-toto with SLSA's predicate, version 1
(https://slsa.dev/spec/v1.0/provenance). Whoever publishes signs it with the checksums."""

import os
from collections.abc import Mapping
from pathlib import Path

import renewal
from exports import go_module

ADDRESS = f"https://{go_module.MODULE}"  # stands for the repository's address
TOOLS = ["gcc", "aarch64-linux-gnu-gcc", "clang-19", "cargo", "node", "npm", "python3", "git"]


def statement(sum_of: Mapping[Path, str], version: str, commit: str) -> dict:
    """`sum_of`: each file of the release with its SHA-256."""
    source = {"uri": f"git+{ADDRESS}@v{version}", "digest": {"gitCommit": commit}}
    definition = {
        "buildType": f"{ADDRESS}/dev-release/v1",
        "externalParameters": {"command": "./dev release", "version": version},
        "internalParameters": {"tools": renewal.versions(TOOLS)},
        "resolvedDependencies": [source],
    }
    # The workflow's runner says who it is; anywhere else it is the person who signs.
    workflow = os.environ.get("GITHUB_WORKFLOW_REF")
    builder = f"https://github.com/{workflow}" if workflow else f"{ADDRESS}/whoever-signs"
    return {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": name.as_posix(), "digest": {"sha256": digest}} for name, digest in sum_of.items()],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {"buildDefinition": definition, "runDetails": {"builder": {"id": builder}}},
    }
