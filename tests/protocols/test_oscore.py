# SPDX-License-Identifier: Apache-2.0 OR MIT
"""CoAP protected by OSCORE with Ascon-AEAD128, between this process and a server in another one: that of the page.

A relay between the two keeps what is on the wire."""

import asyncio
import doctest
import hashlib
import hmac
import json
import queue
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import aiocoap
import aiocoap.error
import aiocoap.oscore
import asconkit
import asconkit.oscore
import cbor2
import pytest
from pages import blocks

from spec.algorithms import find
from spec.modes import aead_decrypt

# The programs and settings of the page, by their file names.
FILES = {block.option("file"): block.text for block in blocks("docs/protocols.md") if block.option("file")}
SETTINGS = json.loads(FILES["client/settings.json"])
SECRET, SALT = (bytes.fromhex(SETTINGS[name]) for name in ("secret_hex", "salt_hex"))
CLIENT_ID, SERVER_ID = b"client", b"server"
VALUE = b"21.5 degrees"  # of the server
SECONDS = 20


def write_files(folder: Path) -> None:
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


def client_context(folder: Path, **changes: str):
    """The client's security context, with other settings."""
    folder.mkdir()
    (folder / "settings.json").write_text(json.dumps({**SETTINGS, **changes}), encoding="utf-8")
    return aiocoap.oscore.FilesystemSecurityContext(str(folder))


# ---- The two sides, and what is between them ---------------------------------------------------------------


def udp_socket() -> socket.socket:
    opened = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    opened.bind(("127.0.0.1", 0))
    opened.settimeout(SECONDS)
    return opened


class Relay(threading.Thread):
    """Passes datagrams between one client and the server, and keeps them."""

    def __init__(self, server_port: int) -> None:
        super().__init__(daemon=True)
        self.server = ("127.0.0.1", server_port)
        self.socket = udp_socket()
        self.port = self.socket.getsockname()[1]
        self.requests: list[bytes] = []
        self.responses: list[bytes] = []

    def run(self) -> None:
        client = None
        self.socket.settimeout(None)
        while True:
            data, sender = self.socket.recvfrom(2048)
            if not data:  # close() below
                return
            if sender == self.server:
                self.responses.append(data)
                self.socket.sendto(data, client)
            else:
                self.requests.append(data)
                client = sender
                self.socket.sendto(data, self.server)

    def close(self) -> None:
        with udp_socket() as other:
            other.sendto(b"", ("127.0.0.1", self.port))
        self.join()
        self.socket.close()


class Server(NamedTuple):
    port: int
    lines: queue.Queue[str]  # that it prints
    relay: Relay
    folder: Path


@pytest.fixture
def server(tmp_path) -> Iterator[Server]:
    with udp_socket() as free:
        port = free.getsockname()[1]
    write_files(tmp_path)
    words = (sys.executable, "server.py", str(port))
    with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stderr
        try:
            assert process.stdout.readline() == "ready\n", process.stderr.read()
            lines: queue.Queue[str] = queue.Queue()
            reader = threading.Thread(target=lambda: [lines.put(line) for line in process.stdout], daemon=True)
            reader.start()
            relay = Relay(port)
            relay.start()
            yield Server(port, lines, relay, tmp_path)
            relay.close()
        finally:
            process.kill()
            process.wait()


async def request(server: Server, client, message: aiocoap.Message) -> aiocoap.Message:
    """The response; `client` is a security context, or None for a request without protection."""
    uri = f"coap://127.0.0.1:{server.relay.port}"
    context = await aiocoap.Context.create_client_context(transports=["oscore", "simple6"])
    if client:
        context.client_credentials[f"{uri}/*"] = client
    message.set_request_uri(f"{uri}/reading")
    try:
        return await asyncio.wait_for(context.request(message).response, SECONDS)
    finally:
        await context.shutdown()


def get(server: Server, client) -> aiocoap.Message:
    return asyncio.run(request(server, client, aiocoap.Message(code=aiocoap.GET)))


def post(server: Server, client, payload: bytes) -> aiocoap.Message:
    return asyncio.run(request(server, client, aiocoap.Message(code=aiocoap.POST, payload=payload)))


def on_the_wire(server: Server, words: bytes) -> bool:
    return any(words in data for data in server.relay.requests + server.relay.responses)


def test_page(server):
    """Its client is a third process."""
    done = subprocess.run(
        [sys.executable, "client.py", str(server.relay.port)], cwd=server.folder, capture_output=True, text=True
    )
    assert done.stdout.splitlines() == ["21.5 degrees", "19.0 degrees"], done.stderr
    assert not any(on_the_wire(server, words) for words in (b"degrees", b"reading"))


# ---- Requests ----------------------------------------------------------------------------------------------


def test_get_and_post(server):
    client = client_context(server.folder / "of client")
    assert get(server, client).payload == VALUE
    assert post(server, client, b"19.0 degrees").code == aiocoap.CHANGED
    assert server.lines.get(timeout=SECONDS) == "new value: 19.0 degrees\n"
    assert get(server, client).payload == b"19.0 degrees"
    assert len(server.relay.requests) == len(server.relay.responses) == 3
    assert not any(on_the_wire(server, words) for words in (b"degrees", b"reading"))


def test_plain_requests_are_refused_and_seen(server):
    """Without OSCORE the server refuses, and the relay sees what it must not see above."""
    assert get(server, None).code == aiocoap.UNAUTHORIZED
    assert post(server, None, b"19.0 degrees").code == aiocoap.UNAUTHORIZED
    assert on_the_wire(server, b"degrees") and on_the_wire(server, b"reading")
    assert server.lines.empty()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"secret_hex": SECRET[:-1].hex() + "ff"}, aiocoap.BAD_REQUEST),
        ({"sender-id_ascii": "another"}, aiocoap.UNAUTHORIZED),
        ({"algorithm": "AES-CCM-16-64-128"}, aiocoap.BAD_REQUEST),
    ],
    ids=["secret", "identifier", "algorithm"],
)
def test_another_context_is_refused(server, changes, code):
    with pytest.raises(aiocoap.error.Error):
        post(server, client_context(server.folder / "of client", **changes), b"19.0 degrees")
    assert [aiocoap.Message.decode(data).code for data in server.relay.responses] == [code]
    assert server.lines.empty()


def send_again(server: Server, data: bytes) -> aiocoap.Message:
    """From another socket and with another message ID, so that CoAP does not take it for a retransmission."""
    with udp_socket() as attacker:
        attacker.sendto(data[:2] + bytes([data[2] ^ 0x55]) + data[3:], ("127.0.0.1", server.port))
        return aiocoap.Message.decode(attacker.recv(2048))


def test_replay_and_forgery_are_refused(server):
    client = client_context(server.folder / "of client")
    post(server, client, b"19.0 degrees")
    assert server.lines.get(timeout=SECONDS) == "new value: 19.0 degrees\n"
    [data] = server.relay.requests
    assert send_again(server, data).code == aiocoap.UNAUTHORIZED
    option = aiocoap.Message.decode(data).opt.oscore
    later = option[:1] + bytes([option[1] + 1]) + option[2:]  # with a sequence number that was not used yet
    assert data.count(option) == 1
    assert send_again(server, data.replace(option, later)).code == aiocoap.BAD_REQUEST
    assert get(server, client).payload == b"19.0 degrees"
    assert server.lines.empty()


# ---- What is sent is what RFC 8613 says -------------------------------------------------------------------


def hkdf(info: list, length: int) -> bytes:
    """RFC 5869 with SHA-256, of at most 32 bytes; RFC 8613, section 3.2.1."""
    prk = hmac.digest(SALT, SECRET, hashlib.sha256)
    return hmac.digest(prk, cbor2.dumps(info) + b"\x01", hashlib.sha256)[:length]


def nonce_of(sender: bytes, number: bytes) -> bytes:
    """RFC 8613, section 5.2, for nonces of 16 bytes."""
    common = hkdf([b"", None, asconkit.oscore.Algorithm.value, "IV", 16], 16)
    place = bytes([len(sender)]) + sender.rjust(10, b"\0") + number.rjust(5, b"\0")
    return bytes(a ^ b for a, b in zip(common, place))


def test_request_is_that_of_rfc_8613(server):
    client = client_context(server.folder / "of client")
    post(server, client, b"19.0 degrees")
    message = aiocoap.Message.decode(server.relay.requests[0])
    flags, number, *sender = message.opt.oscore
    assert (flags, bytes(sender)) == (0b1001, CLIENT_ID)  # one byte of partial IV, and the key identifier
    algorithm = asconkit.oscore.Algorithm.value
    external_aad = cbor2.dumps([1, [algorithm], CLIENT_ID, bytes([number]), b""])
    structure = cbor2.dumps(["Encrypt0", b"", external_aad])
    key = hkdf([CLIENT_ID, None, algorithm, "Key", 16], 16)
    ciphertext, tag = message.payload[:-16], message.payload[-16:]
    nonce = nonce_of(CLIENT_ID, bytes([number]))
    text = aead_decrypt(find("ascon-aead128"), key, nonce, structure, ciphertext, tag)
    assert text == bytes([aiocoap.POST]) + b"\xb7reading" + b"\xff" + b"19.0 degrees"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of aiocoap, after its error
def test_an_identifier_that_is_too_long_is_refused(tmp_path):
    """The nonce has 10 bytes for it."""
    client_context(tmp_path / "fits", **{"sender-id_ascii": 10 * "x"})
    with pytest.raises(aiocoap.oscore.FilesystemSecurityContext.LoadError, match="maximum length 10"):
        client_context(tmp_path / "too long", **{"sender-id_ascii": 11 * "x"})


def test_decryption_fails_as_aiocoap_expects():
    algorithm = aiocoap.oscore.algorithms[asconkit.oscore.NAME]
    assert isinstance(algorithm, aiocoap.oscore.AeadAlgorithm)
    sealed = algorithm.encrypt(b"text", b"aad", bytes(16), bytes(16))
    assert algorithm.decrypt(sealed, b"aad", bytes(16), bytes(16)) == b"text"
    for wrong in (sealed[:-1], sealed[:3], b""):
        with pytest.raises(aiocoap.oscore.ProtectionInvalid, match="tag"):
            algorithm.decrypt(wrong, b"aad", bytes(16), bytes(16))


def test_docstring():
    assert doctest.testmod(asconkit.oscore) == (0, 2)
