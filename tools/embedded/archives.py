"""Source archives of other projects, for comparisons and tests: fetched into build/alternatives, never kept here.

An archive that is already in build/alternatives/archives is used as it is, so that a machine without a package client
can be given the files by hand. Every archive must have the SHA-256 that is written here."""

import hashlib
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from compiling import BuildError, call

from . import ROOT

FOLDER = ROOT / "build/alternatives"
# The release of Debian whose source packages are taken, on every Debian.
SUITE = "trixie"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"


@dataclass(frozen=True)
class Archive:
    """A library's sources at one version."""

    library: str
    version: str
    origin: str  # "Debian" or "crates.io"
    package: str  # its name there
    file: str  # its name as it is fetched
    sha256: str
    top: str  # the folder in it with the library

    @property
    def path(self) -> Path:
        return FOLDER / "archives" / self.file

    @property
    def sources(self) -> Path:
        return FOLDER / "sources" / self.top

    @property
    def is_here(self) -> bool:
        return self.path.exists()


ARCHIVES = (
    Archive(
        "Monocypher", "4.0.2", "crates.io", "monocypher-sys", "monocypher-sys-4.0.2.crate",
        "dc11b58afcc9e7b8dc05ae2a2050b5a7a368ba1155bc0f9b1ad81ccedf5f1c96", "monocypher-sys-4.0.2/Monocypher",
    ),
    Archive(
        "BearSSL", "0.6", "Debian", "bearssl", "bearssl_0.6+dfsg.1.orig.tar.xz",
        "102a625bd8f6155260867a50c508df8d8c3f796985dd744df1a68e5cd1a79004", "bearssl-0.6",
    ),
    Archive(
        "Mbed TLS", "3.6.6", "Debian", "mbedtls", "mbedtls_3.6.6.orig.tar.bz2",
        "8fb65fae8dcae5840f793c0a334860a411f884cc537ea290ce1c52bb64ca007a", "mbedtls-3.6.6",
    ),
    Archive(
        "libb2", "0.98.1", "Debian", "libb2", "libb2_0.98.1.orig.tar.gz",
        "10053dbc2fa342516b780a6bbf6e7b2a2360b8d49c5ac426936bf3df82526732", "libb2-0.98.1",
    ),
    Archive(
        "libsodium", "1.0.18", "Debian", "libsodium", "libsodium_1.0.18.orig.tar.gz",
        "d59323c6b712a1519a5daf710b68f5e7fde57040845ffec53850911f10a5d4f4", "libsodium-1.0.18",
    ),
)  # fmt: skip

# For the tests of ports/micropython, which build its port to Unix.
MICROPYTHON = Archive(
    "MicroPython", "1.25.0", "Debian", "micropython", "micropython_1.25.0+ds.orig.tar.xz",
    "7b25be99a502f070b2de81dafc08da7051d992325d6e67daa9045a918fffdbea", "micropython-1.25.0",
)  # fmt: skip


def find(library: str) -> Archive:
    return next(archive for archive in ARCHIVES if archive.library == library)


def fetch(archive: Archive) -> Path:
    """The folder with the library's sources. Fetches and unpacks the archive if that has not been done yet."""
    if not archive.is_here:
        archive.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            (from_debian if archive.origin == "Debian" else from_crates)(archive)
        except BuildError as error:
            folder = archive.path.parent
            text = f"fetching {archive.library} {archive.version}: {error}; or put {archive.file} into {folder}"
            raise BuildError(text) from None
    check(archive)
    if not archive.sources.exists():
        (FOLDER / "sources").mkdir(parents=True, exist_ok=True)
        call(["tar", "--extract", "--no-same-owner", "--file", archive.path, "--directory", FOLDER / "sources"])
    return archive.sources


def check(archive: Archive) -> None:
    found = hashlib.sha256(archive.path.read_bytes()).hexdigest()
    if found != archive.sha256:
        wanted = f"expected {archive.sha256}; remove the file to fetch it again"
        raise BuildError(f"{archive.path}: SHA-256 {found}, {wanted}")


def from_debian(archive: Archive) -> None:
    """By apt-get source, from the mirror of this system, with lists of its own: the system's stay as they are."""
    wanted = ("--format", "$(REPO_URI)", "Origin: Debian", "Identifier: Packages")
    mirrors = call(["apt-get", "indextargets", *wanted]).split()
    if not mirrors:
        raise BuildError("apt-get here knows no mirror of Debian")
    lists = FOLDER / "apt/lists"
    (lists / "partial").mkdir(parents=True, exist_ok=True)
    sources = FOLDER / "apt/debian.sources"
    stanza = {"Types": "deb-src", "URIs": mirrors[0], "Suites": SUITE, "Components": "main", "Signed-By": KEYRING}
    sources.write_text("".join(f"{name}: {value}\n" for name, value in stanza.items()), encoding="utf-8")
    settings = (f"Dir::Etc::sourcelist={sources}", "Dir::Etc::sourceparts=/dev/null", f"Dir::State::lists={lists}")
    command = ["apt-get", "-qq", *(word for setting in settings for word in ("-o", setting))]
    call([*command, "update"])
    call([*command, "source", "--download-only", "--tar-only", archive.package], cwd=archive.path.parent)
    if not archive.is_here:
        raise BuildError(f"Debian {SUITE} now has another version of {archive.package}")


def from_crates(archive: Archive) -> None:
    """By cargo, which checks the archive against its index, fetches what the crate depends on too, and runs nothing."""
    project = FOLDER / "cargo"
    (project / "src").mkdir(parents=True, exist_ok=True)
    (project / "src/lib.rs").touch()
    head = '[package]\nname = "fetched"\nversion = "0.0.0"\nedition = "2021"\n\n[workspace]\n\n[dependencies]\n'
    text = f'{head}{archive.package} = "={archive.version}"\n'
    (project / "Cargo.toml").write_text(text, encoding="utf-8")
    call(["cargo", "fetch", "--quiet"], cwd=project)
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    found = list(home.glob(f"registry/cache/*/{archive.file}"))
    if not found:
        raise BuildError(f"cargo has not left {archive.file} in {home}")
    shutil.copy(found[0], archive.path)
