"""Intermediate states as text. The C library prints the same lines when built with ASCON_PRINT_STATE.

A line is `LABEL x0 x1 x2 x3 x4`: the label filled up to 10 columns, then the words as the integers
of the specification, 16 hexadecimal digits each.

label       printed after
init        the words are set, before the initial permutation
p_C XX      the constant XX is added, with `layers`
p_S XX      the substitution layer of that round, with `layers`
round XX    a round; XX is its constant
key         key bytes are xored in: after the initial, before and after the final permutation
absorb      a piece of associated data, message or customization (or its length) is xored in
encrypt     a piece of plaintext is xored in
decrypt     a piece of ciphertext replaced the state bytes
pad         the padding byte is xored in
separate    the domain separation bit is xored in

Pieces are at most `rate` bytes; an empty one prints nothing, nor does squeezing."""

from collections.abc import Callable, Sequence

from .permutation import Trace, add_constant, substitute


def format_line(label: str, words: Sequence[int]) -> str:
    return f"{label:<10} " + " ".join(f"{word:016x}" for word in words)


def tracer(emit: Callable[[str], object], layers: bool = False) -> Trace:
    """A `trace` argument for the modes that hands every line to `emit`, say print or a list's append. `layers`: with
    those of each round, which follow from the state before it."""
    before: list[Sequence[int]] = []

    def trace(label: str, words: Sequence[int]) -> None:
        if layers and label.startswith("round "):
            constant = label.removeprefix("round ")
            added = add_constant(before[-1], int(constant, 16))
            emit(format_line(f"p_C {constant}", added))
            emit(format_line(f"p_S {constant}", substitute(added)))
        before[:] = [words]
        emit(format_line(label, words))

    return trace
