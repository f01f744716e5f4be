# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Finds a key in texts and files, in the forms in which programs show bytes."""

import base64


def forms(key):
    """The key as bytes, in hexadecimal digits, base64, and as Python, Java and DuckDB print bytes."""
    hexadecimal = key.hex()
    texts = [
        hexadecimal,
        hexadecimal.upper(),
        " ".join(f"{byte:02X}" for byte in key),
        base64.b64encode(key).decode().rstrip("=")[:-1],
        repr(key)[2:-1],
        ", ".join(map(str, key)),
        "".join(f"\\x{byte:02X}" for byte in key),
    ]
    return [key, *(text.encode() for text in texts)]


def in_text(key, text):
    data = text.encode(errors="replace") if isinstance(text, str) else text
    return [form for form in forms(key) if form in data]


def in_files(key, folder, but=()):
    """The files below the folder that have the key."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path not in but:
            try:
                data = path.read_bytes()
            except OSError:
                continue  # gone meanwhile, or a socket
            if in_text(key, data):
                found.append(path)
    return found
