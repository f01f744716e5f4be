"""Machine code of x86-64, read for what would not take constant time: decisions that vectors make, and branches and
addresses that follow from secrets. valgrind knows neither AVX-512 nor what compilers make of it."""

import re
from pathlib import Path

from builds import run

# ---- Listings ---------------------------------------------------------------------------------


def functions(object_file: Path) -> dict[str, list[str]]:
    """The instructions of each function, as objdump prints them."""
    found: dict[str, list[str]] = {}
    for line in run("objdump", "-d", "--no-show-raw-insn", object_file).splitlines():
        if head := re.fullmatch(r"[0-9a-f]+ <(.+)>:", line):
            code = found.setdefault(head[1], [])
        elif (body := re.match(r"\s+[0-9a-f]+:\t(.+)", line)) and found:
            code.append(body[1])
    return found


# ---- Vectors ----------------------------------------------------------------------------------

# Flags and masks made of vectors, general registers made of masks, addresses in vectors. Addresses of messages are kept
# in vector registers too, so moves of whole words from there are allowed.
FORBIDDEN = re.compile(
    r"v?ptestn?m?[bdqw]?\b|vtestp[sd]|vptest|v?p?movmsk\w*|v?u?comis[sd]|kortest|ktest"
    r"|vpcmp\w* .*%k\d|vfpclass|vpmov[bwdq]2m|vp?gather|vp?scatter|vpcompress|vpconflict"
    r"|kmov[bwdq] +%k\d, *%[er]"
)


def vector_decisions(code: list[str]) -> list[str]:
    """Instructions with which what is in vectors decides something."""
    return [line for line in code if FORBIDDEN.search(line)]


# ---- General registers ------------------------------------------------------------------------

# The whole register that each name is a part of.
WHOLE = {f"{first}{last}": f"r{last}" for last in ("ax", "bx", "cx", "dx") for first in ("r", "e", "")}
WHOLE |= {f"{letter}l": f"r{letter}x" for letter in "abcd"}
WHOLE |= {f"{first}{last}": f"r{last}" for last in ("si", "di", "bp", "sp") for first in ("r", "e", "")}
WHOLE |= {f"{last}l": f"r{last}" for last in ("si", "di", "bp")}
WHOLE |= {f"r{n}{size}": f"r{n}" for n in range(8, 16) for size in ("", "d", "w", "b")}

# Instructions that leave the flags alone, and those that read them.
NO_FLAGS = re.compile(r"mov|lea|push|pop|bswap|nop|cs|data16|endbr|v?p?xor[bwdq]?$|v|j|ret|rorx|shlx|shrx|call")
BRANCH = re.compile(r"j(?!mp)[a-z]+|set[a-z]+|cmov[a-z]+")


def registers(text: str) -> set[str]:
    return {WHOLE[name] for name in re.findall(r"%(\w+)", text) if name in WHOLE}


def secret_uses(code: list[str]) -> list[str]:
    """Branches and addresses that depend on secrets, in one function read from top to bottom. Secret: what comes out of
    a vector register or out of memory other than the stack and constants, and what is computed from that."""
    secret: set[str] = set()
    flags_secret = False
    bad = []
    for line in code:
        name, _, rest = line.split("#")[0].split("<")[0].strip().partition(" ")
        operands = re.findall(r"[^,(]*\([^)]*\)|[^,\s]+", rest)
        addresses = re.findall(r"\(([^)]*)\)", rest)
        target = operands[-1] if operands else ""
        sources = operands[:-1] or operands
        if any(registers(address) & secret for address in addresses):
            bad.append(line)
        if name in ("jmp", "notrack") and registers(rest) & secret:
            bad.append(line)
        if BRANCH.fullmatch(name) and flags_secret:
            bad.append(line)
        if name.startswith("mov") and len(operands) == 2 and "(" in operands[0]:
            data = not re.search(r"%rsp|%rip", operands[0]) and not name.startswith("movsl")
        else:
            data = any(registers(source) & secret for source in sources)
            data |= name in ("movq", "vmovq", "movd", "vmovd", "vpextrq", "pextrq") and "xmm" in operands[0]
        if "(" not in target and name not in ("cmp", "test"):
            changed = registers(target)
            overwritten = bool(re.match(r"v?mov|lea|pop|rorx|shlx|shrx", name))
            data |= not overwritten and bool(changed & secret)
            if data and not (name == "xor" and operands[0] == target):
                secret |= changed
            elif overwritten or name == "xor":
                secret -= changed
        if not NO_FLAGS.match(name) or name == "xor":
            flags_secret = data or bool(registers(rest) & secret)
    return bad
