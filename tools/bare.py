#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs a command on a machine with nothing installed: a clone of the last commit in a fresh minimal Debian or Ubuntu
with git, Python 3 and certificates, in a separate root folder. Shows what our set-up forgets to install, which a
developer's machine hides.

    tools/bare.py [--suite bookworm|trixie|noble] [--keep FOLDER] COMMAND...

`./dev test --bare` calls it. mmdebstrap makes the root: as root, or with user namespaces and the package uidmap.
How this machine reaches packages is passed on: its package sources with the suite's name replaced, apt's, pip's and
proxies' settings, and certificates. Python's standard library alone."""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DISTRIBUTIONS = {"bookworm": "debian", "trixie": "debian", "noble": "ubuntu"}
PACKAGES = "apt,ca-certificates,git,python3"  # apt: Ubuntu does not count it among the smallest
UBUNTU = "http://archive.ubuntu.com/ubuntu"
UBUNTU_KEYS = Path("/usr/share/keyrings/ubuntu-archive-keyring.gpg")
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
CERTIFICATE_VARIABLES = ("SSL_CERT_FILE", "PIP_CERT", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "CURL_CA_BUNDLE")
PASSED_ON = re.compile(r"(PIP|UV|NPM_CONFIG|CARGO|ASCONKIT)_\w+|(https?|ftp|all|no)_proxy", re.IGNORECASE)
APT_SETTINGS = re.compile(r'(Acquire::(?:https?|ftp|Check-|Retries|ForceIPv)[\w:.-]*) "([^"/][^"]*)";')
ENTER = """
root=$1; shift
mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" && mount -t tmpfs tmpfs "$root/tmp"
exec chroot "$root" "$@"
"""


class Failure(Exception):
    """Ends the program with one line."""


# ---- What is passed on -----------------------------------------------------------------------------


def os_release() -> dict[str, str]:
    text = Path("/etc/os-release").read_text(encoding="utf-8")
    return {name: value.strip('"') for name, value in re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE)}


def with_suite(suites: str, own: str, wanted: str) -> str | None:
    """`bookworm bookworm-updates` for another suite; None if suites of anything but the distribution are named."""
    words = suites.split()
    if not words or not all(word == own or word.startswith(f"{own}-") for word in words):
        return None
    return " ".join(wanted + word.removeprefix(own) for word in words)


def list_for(text: str, own: str, wanted: str) -> str:
    """A file in apt's one-line form for another suite, with the distribution's own entries alone."""
    lines = []
    for line in text.splitlines():
        entry = re.fullmatch(r"(deb\s+(?:\[[^]]*\]\s+)?\S+\s+)(\S+)(\s.*)", line.strip())
        suite = with_suite(entry[2], own, wanted) if entry else None
        if suite:
            lines.append(entry[1] + suite + entry[3] + "\n")
    return "".join(lines)


def stanzas_for(text: str, own: str, wanted: str) -> str:
    """The same of a file in apt's form with fields."""
    found = []
    for stanza in re.split(r"\n\s*\n", text.strip()):
        lines = [line for line in stanza.splitlines() if not line.startswith("#")]
        suites = next((line for line in lines if line.lower().startswith("suites:")), "")
        suite = with_suite(suites.partition(":")[2], own, wanted)
        if suite:
            found.append("\n".join(f"Suites: {suite}" if line == suites else line for line in lines) + "\n")
    return "\n".join(found)


def sources(suite: str, folder: Path) -> list[str]:
    """mmdebstrap's arguments that say where packages come from; none for its own choice."""
    system = os_release()
    if system.get("ID") != DISTRIBUTIONS[suite]:
        if DISTRIBUTIONS[suite] == "ubuntu":
            if not UBUNTU_KEYS.exists():
                raise Failure(f"{suite} needs Ubuntu's keys: {UBUNTU_KEYS}, of Ubuntu's package ubuntu-keyring")
            signed = f"[signed-by={UBUNTU_KEYS}]"
            return [f"deb {signed} {UBUNTU} {name} main universe" for name in (suite, f"{suite}-updates")]
        return []
    own = system.get("VERSION_CODENAME", suite)
    written = []
    apt = Path("/etc/apt")
    for path in [apt / "sources.list", *sorted(apt.glob("sources.list.d/*"))]:
        convert = {".list": list_for, ".sources": stanzas_for}.get(path.suffix)
        text = convert(path.read_text(encoding="utf-8"), own, suite) if convert and path.exists() else ""
        if text:
            written.append(folder / path.name)
            written[-1].write_text(text, encoding="utf-8")
    return [str(path) for path in written]


def apt_settings(dump: str) -> list[str]:
    """The settings in `apt-config dump` that say how packages are reached."""
    return [f'--aptopt={name} "{value}"' for name, value in APT_SETTINGS.findall(dump)]


def environment(outside: dict[str, str]) -> dict[str, str]:
    """What a command in the root begins with: of this machine only how it reaches packages, and no path of it."""
    passed = {name: value for name, value in outside.items() if PASSED_ON.fullmatch(name) and "/" != value[:1]}
    certificates = {name: CERTIFICATES for name in CERTIFICATE_VARIABLES if outside.get(name)}
    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    plain = {"HOME": "/root", "LANG": "C.UTF-8", "PATH": path, "TERM": outside.get("TERM", "dumb")}
    return {**passed, **certificates, **plain}


def copy_settings(root: Path) -> None:
    """Files with the same purpose."""
    pip = [os.environ.get("PIP_CONFIG_FILE", ""), Path.home() / ".config/pip/pip.conf", "/etc/pip.conf"]
    wanted = {"etc/pip.conf": pip, "etc/resolv.conf": ["/etc/resolv.conf"], "etc/hosts": ["/etc/hosts"]}
    wanted[CERTIFICATES[1:]] = [os.environ.get(name, "") for name in CERTIFICATE_VARIABLES]
    for name, places in wanted.items():
        found = next((place for place in places if place and Path(place).is_file()), None)
        if found:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(found, root / name)


# ---- The root -----------------------------------------------------------------------------------------


def namespace(*more: str) -> list[str]:
    """The beginning of a command that may do there what root may; `more` are other options of unshare."""
    user = [] if os.geteuid() == 0 else ["--map-root-user", "--map-auto"]
    return ["unshare", *user, "--mount", *more, "--"] if user or more else []


def call(command: list[object], **options) -> None:
    words = [str(word) for word in command]
    if subprocess.run(words, **options).returncode != 0:
        raise Failure(f"failed: {shlex.join(words)}")


def make_root(root: Path, suite: str, *more: str) -> None:
    """Unpacks the smallest Debian or Ubuntu, as the user who works in it. `more` are other options of mmdebstrap."""
    for tool in ("mmdebstrap", *(() if os.geteuid() == 0 else ("newuidmap",))):
        if not shutil.which(tool):
            raise Failure(f"needs {tool}: apt-get install {'uidmap' if tool == 'newuidmap' else tool}")
    dump = subprocess.run(["apt-config", "dump"], capture_output=True, text=True).stdout
    with tempfile.TemporaryDirectory(prefix="asconkit-bare-") as folder:
        archive = Path(folder) / "root.tar"
        where = sources(suite, Path(folder))
        quick = "--dpkgopt=force-unsafe-io"  # a root that is lost in a power failure is made again
        options = ["--quiet", "--variant=minbase", quick, f"--include={PACKAGES}", *apt_settings(dump), *more]
        call(["mmdebstrap", *options, suite, archive, *where], cwd="/")
        call([*namespace(), "tar", "-x", "-p", "--numeric-owner", "--exclude=./dev/*", "-f", archive, "-C", root])


def remove(root: Path) -> None:
    subprocess.run([*namespace(), "rm", "-rf", "--one-file-system", str(root)])


def start(root: Path, folder: str, command: list[str], *more: str) -> list[str]:
    """The command that runs another one in a folder of the root. `more` are options of unshare, such as --net, without
    any network."""
    copy_settings(root)
    settings = [f"{name}={value}" for name, value in environment(dict(os.environ)).items()]
    inside = ["/usr/bin/env", "-i", *settings, "sh", "-c", f'cd {shlex.quote(folder)} && exec "$@"', "sh", *command]
    return [*namespace("--pid", "--fork", "--kill-child", *more), "sh", "-c", ENTER, "sh", str(root), *inside]


def enter(root: Path, command: list[str]) -> int:
    project = root / "project"
    shutil.rmtree(project, ignore_errors=True)
    call(["git", "clone", "-q", "--no-hardlinks", ROOT, project])
    return subprocess.run(start(root, "/project", command)).returncode


def run(suite: str, keep: Path | None, command: list[str]) -> int:
    if subprocess.run(["git", "-C", ROOT, "diff", "--quiet", "HEAD"]).returncode != 0:
        print("bare: takes the last commit; what is not committed is left out", file=sys.stderr)
    root = keep.resolve() if keep else Path(tempfile.mkdtemp(prefix="asconkit-bare-"))
    try:
        root.mkdir(parents=True, exist_ok=True)
        os.chmod(root, 0o755)
        if not any(root.iterdir()):
            print(f"bare: a fresh {suite} in {root}", flush=True)
            make_root(root, suite)
        elif f"VERSION_CODENAME={suite}\n" not in (root / "etc/os-release").read_text(encoding="utf-8"):
            raise Failure(f"{root} is not a root of {suite}")
        return enter(root, command)
    finally:
        if not keep:
            remove(root)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--suite", choices=DISTRIBUTIONS, default="bookworm", help="Debian 12 or 13, Ubuntu 24.04")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the root there; a later call uses it again")
    parser.add_argument("command", nargs=argparse.REMAINDER, metavar="COMMAND")
    arguments = parser.parse_args()
    if not arguments.command:
        parser.error("a command is missing")
    try:
        return run(arguments.suite, arguments.keep, arguments.command)
    except (Failure, OSError) as failure:
        print(f"bare: {failure}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
