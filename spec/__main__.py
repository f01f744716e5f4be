"""`python -m spec`: the specification on the command line."""

import argparse
import os
import sys
import zipfile
from pathlib import Path

from . import constructions, kat, vector_files
from .algorithms import ALGORITHMS, Algorithm, Kind, find
from .modes import CALLS, InvalidTag, aead_decrypt, compute
from .permutation import permute
from .trace import tracer

# What decrypt_file.py needs of this folder.
DECRYPTOR = (
    "__init__.py", "permutation.py", "algorithms.py", "modes.py", "constructions/__init__.py",
    "constructions/stream.py", "decrypt_file.py",
)  # fmt: skip
BYTE_INPUTS = ("key", "nonce", "ad", "message", "customization", "tag")


class OneLineParser(argparse.ArgumentParser):
    """Errors without the usage text."""

    def error(self, message: str) -> None:
        self.exit(2, f"{self.prog}: {message}\n")


def main(arguments: list[str] | None = None) -> int:
    parser = build_parser()
    options = parser.parse_args(arguments)
    try:
        return options.run(options)
    except BrokenPipeError:  # the reader has seen enough; what is still buffered must not fail again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except InvalidTag as error:
        return _complain(parser, error, 1)
    except (ValueError, OSError) as error:
        return _complain(parser, error, 2)


def build_parser() -> argparse.ArgumentParser:
    parser = OneLineParser(prog="spec", description="Executable specification of the Ascon family.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    _add_command(commands, "list", run_list, "all algorithms and their parameters")

    command = _add_command(commands, "kat", run_kat, "print the known-answer text")
    command.add_argument("row", metavar="NAME", type=_row)

    command = _add_command(commands, "check-kat", run_check_kat, "compare a known-answer text with the specification")
    command.add_argument("row", metavar="NAME", type=_row)
    command.add_argument("file", metavar="FILE")

    _add_trace(commands)

    help_text = "print the known answers of a construction, or a file of vectors, in JSON; or write all such files"
    command = _add_command(commands, "vectors", run_vectors, help_text)
    what = command.add_mutually_exclusive_group(required=True)
    what.add_argument("name", nargs="?", metavar="NAME", type=_vectors)
    what.add_argument("--folder", type=Path, help="write all files of vectors into this folder, which may be new")

    help_text = "write a program in one file to standard output: it decrypts files of `asconkit encrypt --key`"
    _add_command(commands, "decryptor", run_decryptor, help_text)

    command = _add_command(commands, "permute", run_permute, "print the state after each round, the result last")
    command.add_argument("--rounds", type=int, required=True, metavar="N")
    command.add_argument("words", nargs=5, type=_word, metavar="W", help="64-bit word, hexadecimal")
    return parser


def _add_command(commands, name: str, run, help_text: str) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=help_text, description=help_text)
    command.set_defaults(run=run)
    return command


def run_decryptor(_options) -> int:
    """An archive of modules, which Python runs as it is (the module zipapp of its library makes the same)."""
    with zipfile.ZipFile(sys.stdout.buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in DECRYPTOR:
            archive.write(Path(__file__).parent / name, f"spec/{name}")
        start = "import sys\nfrom spec.decrypt_file import main\nsys.exit(main(sys.argv[1:]))\n"
        archive.writestr("__main__.py", start)
    return 0


def _add_trace(commands) -> None:
    command = _add_command(commands, "trace", run_trace, "print every intermediate state, then the result on stderr")
    command.epilog = "What is left out is as in the first vector of the known-answer text."
    command.add_argument("row", metavar="NAME", type=_row)
    for name in BYTE_INPUTS:
        command.add_argument(f"--{name}", type=_bytes, metavar="HEX")
    command.add_argument("--output-bytes", type=int, metavar="N", help="size of the output, or of an AEAD's tag")
    command.add_argument("--layers", action="store_true", help="print the layers of each round too")
    command.add_argument("--decrypt", action="store_true", help="--message is the ciphertext of an AEAD; needs --tag")


def run_list(_options) -> int:
    header = ("name", "kind", "convention", "iv", "key", "rate", "a", "b", "squeeze", "output", "known answers")
    table = [header, *(_columns(row) for row in ALGORITHMS)]
    widths = [max(map(len, column)) for column in zip(*table)]
    for line in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())
    return 0


def _columns(row: Algorithm) -> list[str]:
    sizes = (row.key, row.rate, row.a, row.b, row.squeeze)
    numbers = [str(size or "-") for size in sizes]
    output = str(row.output or "any")
    if 0 < row.min_tag < row.output:
        output = f"{row.min_tag}..{row.output}"
    known = row.kat[:16] or "none published"
    return [row.name, row.kind.value, row.convention.name, f"{row.iv:016x}", *numbers, output, known]


def run_kat(options) -> int:
    for vector in kat.generate(options.row):
        sys.stdout.write(vector)
    return 0


def run_check_kat(options) -> int:
    # Strange bytes and line ends shall show in the difference, so nothing is translated.
    with open(options.file, encoding="ascii", errors="backslashreplace", newline="") as file:
        difference = kat.first_difference(options.row, file.read())
    print(f"{options.row.name}: {difference or 'as specified'}")
    return 1 if difference else 0


def run_vectors(options) -> int:
    if options.folder:
        vector_files.write(options.folder)
    elif options.name in constructions.NAMES:
        sys.stdout.write(constructions.vector_file(options.name))
    else:
        sys.stdout.write(vector_files.text(options.name))
    return 0


def run_trace(options) -> int:
    row = options.row
    inputs = _trace_inputs(options)
    trace = tracer(print, options.layers)
    if options.decrypt:
        return _report(plaintext=aead_decrypt(row, *inputs.values(), trace=trace))
    result = compute(row, inputs, trace)
    if row.kind is Kind.AEAD:
        size = len(inputs["message"])
        return _report(ciphertext=result[:size], tag=result[size:])
    return _report(output=result)


def _trace_inputs(options) -> dict:
    """The inputs that are wanted, in order; those not given are from the first known-answer vector."""
    wanted = _wanted_inputs(options)
    given = {name: getattr(options, name) for name in (*BYTE_INPUTS, "output_bytes")}
    given = {name: value for name, value in given.items() if value is not None}
    for name in given:
        if name not in wanted:
            what = "trace --decrypt" if options.decrypt else options.row.name
            raise ValueError(f"{what} takes no --{name.replace('_', '-')}")
    if options.decrypt and "tag" not in given:
        raise ValueError("trace --decrypt needs --tag")
    first = kat.arguments(options.row, next(kat.vectors(options.row)))
    inputs = {**first, **given}
    return {name: inputs[name] for name in wanted}


def _wanted_inputs(options) -> tuple:
    if not options.decrypt:
        return CALLS[options.row.kind][1]
    if options.row.kind is not Kind.AEAD:
        raise ValueError(f"{options.row.name} takes no --decrypt")
    return ("key", "nonce", "ad", "message", "tag")


def _report(**results: bytes) -> int:
    """On stderr, so that stdout has states only and can be compared with the C library's lines."""
    sys.stdout.flush()
    for name, value in results.items():
        print(f"{name:<10} {value.hex()}", file=sys.stderr)
    return 0


def run_permute(options) -> int:
    permute(options.words, options.rounds, tracer(print))
    return 0


def _row(name: str) -> Algorithm:
    try:
        return find(name)
    except KeyError as error:
        raise argparse.ArgumentTypeError(error.args[0]) from None


def _vectors(name: str) -> str:
    known = (*constructions.NAMES, *vector_files.DOCUMENTS)
    if name not in known:
        raise argparse.ArgumentTypeError(f"'{name}', expected one of {', '.join(known)}")
    return name


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}', expected pairs of hexadecimal digits") from None


def _word(text: str) -> int:
    try:
        word = int(text, 16)
    except ValueError:
        word = -1
    if not 0 <= word < 1 << 64:
        raise argparse.ArgumentTypeError(f"'{text}', expected at most 16 hexadecimal digits")
    return word


def _complain(parser: argparse.ArgumentParser, error: Exception, status: int) -> int:
    sys.stdout.flush()
    print(f"{parser.prog}: {error}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
