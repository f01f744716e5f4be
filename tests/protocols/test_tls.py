# SPDX-License-Identifier: Apache-2.0 OR MIT
"""TLS 1.3 with Ascon: rustls with the provider asconkit-rustls (the example `tls`) and tlslite-ng (tls_peer.py), which
nobody of this project wrote, talk to each other over sockets, each as client and as server."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest
from builds import ROOT
from crates import TARGET, WORKSPACE, cargo

HERE = Path(__file__).parent
PAGE = (ROOT / "docs/tls.md").read_text(encoding="utf-8")
PEM = WORKSPACE / "asconkit-rustls/tests/localhost.pem"
EXAMPLE = TARGET / "target/debug/examples/tls"
THEIRS = (sys.executable, HERE / "tls_peer.py")
SUITES = ("0x006E", "0x006F")
SIZES = (1, 16384, 100_000)  # one byte, the longest record, several records
HEADER, TYPE_AND_TAG = 5, 17
APPLICATION_DATA = 23
TIMEOUT = 120
# What each says of a wrong tag that it has seen, and that it was told of.
OURS_SAW, OURS_HEARD = "cannot decrypt peer's message", "received fatal alert: the peer failed to verify a message"
THEIRS_SAW, THEIRS_HEARD = "error: bad_record_mac: MAC failure (or padding failure)", "error: bad_record_mac"


@pytest.fixture(scope="module")
def ours() -> Path:
    cargo("build", "-p", "asconkit-rustls", "--locked", "--example", "tls")
    return EXAMPLE


# ---- Programs ----------------------------------------------------------------------------------------------


class Server:
    """A server that runs, its port and its next lines."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.lines: Queue[str] = Queue()
        self.reader = threading.Thread(target=lambda: [self.lines.put(line) for line in process.stdout], daemon=True)
        self.reader.start()
        self.port = 0

    def line(self) -> str:
        return self.lines.get(timeout=TIMEOUT).rstrip()


@contextlib.contextmanager
def serving(*words: object) -> Iterator[Server]:
    with subprocess.Popen([*map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        server = Server(process)
        try:
            server.port = int(server.line().removeprefix("port "))
            yield server
        finally:
            process.kill()
            server.reader.join(TIMEOUT)


def our_server(ours: Path, suite: str) -> contextlib.AbstractContextManager[Server]:
    return serving(ours, "server", PEM, PEM, suite)


def their_server(suite: str, *options: str) -> contextlib.AbstractContextManager[Server]:
    return serving(*THEIRS, *options, suite, "server", PEM)


def our_client(ours: Path, port: int, suite: str, text: bytes) -> subprocess.CompletedProcess[bytes]:
    words = [ours, "client", str(port), PEM, suite]
    return subprocess.run(words, input=text, capture_output=True, timeout=TIMEOUT)


def their_client(port: int, suite: str, sizes: tuple[int, ...], *options: str) -> subprocess.CompletedProcess[str]:
    words = [*THEIRS, *options, suite, "client", str(port), *map(str, sizes)]
    return subprocess.run(words, capture_output=True, text=True, timeout=TIMEOUT)


class Between:
    """Stands between a client and a server, notes the records that pass, and flips a bit of the tag of the first one
    that has a given length in a given direction."""

    def __init__(self, port: int, change: tuple[bool, int] | None = None) -> None:
        self.change, self.changed = change, False
        self.records: list[tuple[bool, int, int]] = []  # to the server or from it, type, length
        self.server = ("127.0.0.1", port)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]

    def __enter__(self) -> Between:
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.thread.join(TIMEOUT)
        self.listener.close()

    def serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                with self.listener.accept()[0] as client, socket.create_connection(self.server) as server:
                    back = threading.Thread(target=self.forward, args=(server, client, False), daemon=True)
                    back.start()
                    self.forward(client, server, True)
                    back.join(TIMEOUT)

    def forward(self, source: socket.socket, target: socket.socket, to_server: bool) -> None:
        with contextlib.suppress(OSError), source.makefile("rb") as stream:
            while header := stream.read(HEADER):
                body = bytearray(stream.read(int.from_bytes(header[3:], "big")))
                self.records.append((to_server, header[0], len(body)))
                if not self.changed and header[0] == APPLICATION_DATA and self.change == (to_server, len(body)):
                    body[-1] ^= 1
                    self.changed = True
                target.sendall(header + body)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_WR)


# ---- What works --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suite", SUITES)
def test_their_client_and_our_server(ours, suite):
    """Twice: a full handshake, and one resumed with a ticket. Each side replaces keys of both directions once."""
    length = 2 * sum(SIZES)
    with our_server(ours, suite) as server:
        done = their_client(server.port, suite, SIZES)
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stdout.splitlines() == 2 * [f"suite {suite}, 4 key updates, {length} bytes"]
        assert server.line() == f"suite {suite}, handshake Full, {length} bytes"
        assert server.line() == f"suite {suite}, handshake Resumed, {length} bytes"


@pytest.mark.parametrize("suite", SUITES)
@pytest.mark.parametrize("size", [2, 300_001])
def test_our_client_and_their_server(ours, suite, size):
    text = os.urandom(size)
    with their_server(suite) as server:
        done = our_client(ours, server.port, suite, text)
        assert done.returncode == 0, done.stderr
        assert done.stdout == 2 * text
        assert done.stderr.decode().splitlines() == [f"suite {suite}, handshake {kind}" for kind in ("Full", "Resumed")]
        assert [server.line() for _ in range(2)] == 2 * [f"suite {suite}, 4 key updates, {size} bytes"]


def described(kind: int, length: int) -> str:
    names = {20: "change_cipher_spec", 22: "handshake", APPLICATION_DATA: "application_data"}
    return f"{names[kind]:18}  {length:5}"


def test_the_transcripts_of_the_page(ours):
    """What the client prints, and the records of each side, up to the client's first protected one."""
    with their_server("0x006E", "--no-padding") as server, Between(server.port) as between:
        done = our_client(ours, between.port, "0x006E", b"hello\n")
    said = [line for kind in done.stderr.decode().splitlines() for line in (kind, "hello")]
    assert done.stdout == b"hello\nhello\n" and "\n".join(["```text", *said, "```"]) in PAGE
    for side, to_server in (("client", True), ("server", False)):
        listed = re.findall(rf"^{side}  (\w+ +\d+)$", PAGE, re.MULTILINE)
        seen = [described(kind, length) for way, kind, length in between.records if way == to_server]
        assert len(listed) == 3 and seen[:3] == listed


# ---- What is refused ---------------------------------------------------------------------------------------


def test_peers_with_other_suites_do_not_agree(ours):
    with our_server(ours, "0x006E") as server:
        assert their_client(server.port, "0x006F", SIZES).stdout == "error: handshake_failure\n"
        assert server.line() == "error: peer is incompatible: NoCipherSuitesInCommon"


FAULTS = [("0x006E", "iv"), ("0x006F", "iv"), ("0x006E", "hash"), ("0x006E", "block")]


@pytest.mark.parametrize(("suite", "fault"), FAULTS)
def test_planted_mistakes_are_noticed(ours, suite, fault):
    """The first record under a key that was derived in another way ends the handshake, in both roles."""
    with our_server(ours, suite) as server:
        assert their_client(server.port, suite, SIZES, "--fault", fault).stdout.startswith("error: ")
        assert server.line().startswith("error: ")
    with their_server(suite, "--fault", fault) as server:
        done = our_client(ours, server.port, suite, b"a text")
        assert done.returncode and done.stdout == b""
        assert {done.stderr.decode().rstrip(), server.line()} & {OURS_SAW, THEIRS_SAW}


SIZE = 3000  # of the text whose record is changed: no other record has its length
FINISHED = 36  # bytes of a client's last message of the handshake: 4 and a hash
CHANGES = {
    "the client's last message of the handshake": (True, FINISHED),
    "a record of the client": (True, SIZE),
    "a record of the server": (False, SIZE),
}


@pytest.mark.parametrize("suite", SUITES)
@pytest.mark.parametrize("change", CHANGES)
def test_a_wrong_tag_for_our_client(ours, suite, change):
    """Whoever gets the record tells the other and closes, without a byte of its text."""
    to_server, length = CHANGES[change]
    with their_server(suite, "--no-padding") as server:
        with Between(server.port, (to_server, length + TYPE_AND_TAG)) as between:
            done = our_client(ours, between.port, suite, os.urandom(2 * SIZE))
        assert between.changed and done.returncode and done.stdout == b""
        ours_said, theirs_said = done.stderr.decode().splitlines()[-1], server.line()
    assert (ours_said, theirs_said) == ((OURS_HEARD, THEIRS_SAW) if to_server else (OURS_SAW, THEIRS_HEARD))


@pytest.mark.parametrize("suite", SUITES)
@pytest.mark.parametrize("change", CHANGES)
def test_a_wrong_tag_for_our_server(ours, suite, change):
    to_server, length = CHANGES[change]
    with our_server(ours, suite) as server:
        with Between(server.port, (to_server, length + TYPE_AND_TAG)) as between:
            done = their_client(between.port, suite, (SIZE,), "--no-padding")
        assert between.changed and done.returncode
        ours_said, theirs_said = server.line().removeprefix("error: "), done.stdout.rstrip()
    assert (ours_said, theirs_said) == ((OURS_SAW, THEIRS_HEARD) if to_server else (OURS_HEARD, THEIRS_SAW))
