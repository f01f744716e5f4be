# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A server and a client of tlslite-ng with a suite of Ascon, for test_tls.py: what the example tls.rs is for rustls.

    tls_peer.py SUITE server PEM             prints its port, and a line for each client; sends back what it gets
    tls_peer.py SUITE client PORT SIZE...    sends so many random bytes, updates the keys and sends as many once more,
                                             over a new connection and over a resumed one

Records get random padding, except with `--no-padding`. `--fault NAME` makes a mistake that rustls must notice."""

import argparse
import os
import secrets
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import asconkit
import asconkit.hmac
import tlslite_ascon
from tlslite.api import HandshakeSettings, X509CertChain, parsePEMKey
from tlslite.constants import KeyUpdateMessageType
from tlslite.errors import TLSError
from tlslite_ascon import Connection, RecordLayer, register

PATIENCE = 60
MOST_PADDING = 300


def finish(steps: Iterator[int]) -> None:
    for _ in steps:
        pass


def update_keys(connection: Connection) -> None:
    finish(connection.send_keyupdate_request(KeyUpdateMessageType.update_requested))


def described(connection: Connection, length: int) -> str:
    suite = f"suite 0x{connection.session.cipherSuite:04X}"
    return f"{suite}, {connection.key_updates} key updates, {length} bytes"


def padding(_length: int, _content_type: int, most: int) -> bytearray:
    """A random number of zeros, which the protocol allows behind each text."""
    return bytearray(secrets.randbelow(min(most, MOST_PADDING) + 1))


# ---- The server --------------------------------------------------------------------------------------------


def echo(connection: Connection) -> int:
    """Sends back everything until the client closes; after the first piece under new keys. Returns its length."""
    length = 0
    while piece := connection.read(min=1, max=1 << 16):
        connection.write(piece)
        if not length:
            update_keys(connection)
        length += len(piece)
    return length


def serve(settings: HandshakeSettings, pem: str) -> None:
    chain = X509CertChain()
    chain.parsePemList(pem)
    key = parsePEMKey(pem, private=True)
    settings.ticketKeys = [os.urandom(32)]
    listener = socket.create_server(("127.0.0.1", 0))
    print("port", listener.getsockname()[1], flush=True)
    while True:
        with listener.accept()[0] as client:
            client.settimeout(PATIENCE)
            connection = Connection(client)
            try:
                connection.handshakeServer(certChain=chain, privateKey=key, settings=settings)
                print(described(connection, echo(connection)), flush=True)
            except (TLSError, OSError) as error:
                print(f"error: {error}", flush=True)


# ---- The client --------------------------------------------------------------------------------------------


def exchange(connection: Connection, size: int) -> None:
    text, answer = os.urandom(size), bytearray()
    connection.write(text)
    while len(answer) < size:
        piece = connection.read(min=1, max=size - len(answer))
        if not piece:
            raise EOFError(f"{len(answer)} of {size} bytes came back")
        answer += piece
    if answer != text:
        raise ValueError(f"other bytes came back for {size}")


def visit(settings: HandshakeSettings, port: int, sizes: list[int]) -> None:
    session = None
    for _ in range(2):
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as server:
            connection = Connection(server)
            connection.handshakeClientCert(session=session, settings=settings, serverName="localhost")
            for size in sizes:
                exchange(connection, size)
            update_keys(connection)
            for size in sizes:
                exchange(connection, size)
            connection.close()
            print(described(connection, 2 * sum(sizes)))
            session = connection.session
            session.tickets = connection.tickets


# ---- Mistakes ----------------------------------------------------------------------------------------------


def cut_iv(layer: RecordLayer, state, secret: bytearray) -> None:
    """12 bytes of IV, as all other suites have, and zeros."""
    state.fixedNonce = tlslite_ascon.derive(secret, b"iv", 12) + bytes(4)


def hmac_of_8_bytes(key: bytes, message: bytes):
    """HMAC with the rate of the hash as its block, by code that cuts keys to fit."""
    short = asconkit.hash256_digest(key)[:8]
    inner = asconkit.hash256_digest(bytes(byte ^ 0x36 for byte in short) + message)
    return asconkit.hash256(bytes(byte ^ 0x5C for byte in short) + inner)


def plant(fault: str | None) -> None:
    if fault == "iv":
        RecordLayer.set_iv = cut_iv
    elif fault == "hash":
        tlslite_ascon.replace_sha256 = lambda: None
    elif fault == "block":
        asconkit.hmac.new = hmac_of_8_bytes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fault", choices=("iv", "hash", "block"))
    parser.add_argument("--no-padding", action="store_true")
    parser.add_argument("suite", type=lambda text: int(text, 16))
    parser.add_argument("role", choices=("server", "client"))
    parser.add_argument("words", nargs="+")
    arguments = parser.parse_args()
    plant(arguments.fault)
    settings = register(arguments.suite)
    settings.padding_cb = None if arguments.no_padding else padding
    try:
        if arguments.role == "server":
            serve(settings, Path(arguments.words[0]).read_text())
        else:
            port, *sizes = map(int, arguments.words)
            visit(settings, port, sizes)
    except (TLSError, OSError, EOFError) as error:
        print(f"error: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
