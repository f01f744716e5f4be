# SPDX-License-Identifier: Apache-2.0 OR MIT
"""open|seal PHRASE INPUT OUTPUT, for tests/support/passphrases.py."""

import sys
from pathlib import Path

from asconkit import stream

action, phrase, source, output = sys.argv[1:]
try:
    calls = {"open": stream.decrypt_file, "seal": stream.encrypt_file}
    data = b"".join(calls[action](source, key=stream.Passphrase(Path(phrase).read_bytes())))
except (ValueError, stream.InvalidTag) as error:
    sys.exit(f"{type(error).__name__}: {error}")
Path(output).write_bytes(data)
