"""The permutation Ascon-p[r] (SP 800-232 Section 3; `Permutation` in the v1.2 submission).

The state is a list of five 64-bit integers x0..x4. Byte order plays no part here."""

from collections.abc import Callable, Sequence

# Called as trace(label, words) after each step.
Trace = Callable[[str, Sequence[int]], None]

MASK = (1 << 64) - 1

# Section 3.2. The v1.2 submission has the last twelve.
ROUND_CONSTANTS = (
    0x3C, 0x2D, 0x1E, 0x0F, 0xF0, 0xE1, 0xD2, 0xC3,
    0xB4, 0xA5, 0x96, 0x87, 0x78, 0x69, 0x5A, 0x4B,
)  # fmt: skip


def permute(state: Sequence[int], rounds: int, trace: Trace | None = None) -> list[int]:
    """The last `rounds` of the sixteen rounds applied to `state`, which stays as it is."""
    if not 1 <= rounds <= 16:
        raise ValueError(f"permutation of {rounds} rounds, expected 1 to 16")
    for constant in ROUND_CONSTANTS[16 - rounds :]:
        state = diffuse(substitute(add_constant(state, constant)))
        if trace:
            trace(f"round {constant:02x}", state)
    return state


def add_constant(state: Sequence[int], constant: int) -> list[int]:
    """The constant-addition layer p_C, Section 3.2."""
    x0, x1, x2, x3, x4 = state
    return [x0, x1, x2 ^ constant, x3, x4]


def substitute(state: Sequence[int]) -> list[int]:
    """The substitution layer p_S, Section 3.3: the S-box's algebraic normal form on 64 columns at once."""
    x0, x1, x2, x3, x4 = state
    return [
        (x4 & x1) ^ x3 ^ (x2 & x1) ^ x2 ^ (x1 & x0) ^ x1 ^ x0,
        x4 ^ (x3 & x2) ^ (x3 & x1) ^ x3 ^ (x2 & x1) ^ x2 ^ x1 ^ x0,
        (x4 & x3) ^ x4 ^ x2 ^ x1 ^ MASK,
        (x4 & x0) ^ x4 ^ (x3 & x0) ^ x3 ^ x2 ^ x1 ^ x0,
        (x4 & x1) ^ x4 ^ x3 ^ (x1 & x0) ^ x1,
    ]


def diffuse(state: Sequence[int]) -> list[int]:
    """The linear diffusion layer p_L, Section 3.4."""
    x0, x1, x2, x3, x4 = state
    return [
        sigma(x0, 19, 28),
        sigma(x1, 61, 39),
        sigma(x2, 1, 6),
        sigma(x3, 10, 17),
        sigma(x4, 7, 41),
    ]


def sigma(x: int, i: int, j: int) -> int:
    """x ^ (x >>> i) ^ (x >>> j) on a 64-bit word."""
    twice = x << 64 | x  # a shift of this has the rotated word in its low half
    return x ^ ((twice >> i ^ twice >> j) & MASK)
