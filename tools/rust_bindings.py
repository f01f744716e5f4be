# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The Rust declarations of the public headers: bindings/rust/asconkit-sys/src/bindings.rs. tools/generate.py writes the
file, without the headers' comments, which tools/rust_packages.py puts in for docs.rs; tests/rust compares it with what
C compilers know of the headers.

The headers have one form, so that some hundred lines read them: doc comments, numbers in macros, enumerations,
structures, objects and functions. Anything else is an error here. Python's standard library alone."""

import re
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

LIBRARY = Path(__file__).resolve().parent.parent / "asconkit"
# Settings and macros, without declarations.
NOT_DECLARATIONS = ("ascon_config.h", "ascon_namespace.h")
FIRST = ("ascon_base.h", "ascon.h", "ascon_any.h", "ascon_algorithms.h", "ascon_batch.h")
# A library of its own in C; a feature of the crate.
ACCELERATOR = "ascon_accelerator.h"
PREFIX = ("ascon_", "ASCON_")

TYPES = {
    "uint8_t": "u8", "uint16_t": "u16", "uint32_t": "u32", "uint64_t": "u64", "size_t": "usize", "int": "c_int",
    "unsigned": "c_uint", "char": "c_char", "void": "c_void",
}  # fmt: skip
KEYWORDS = ("in", "type", "ref", "fn", "use", "move")


@dataclass
class Variable:
    """A parameter, a member or an object: its name, its type in Rust and the comment behind it."""

    name: str
    type: str
    doc: str = ""

    @property
    def rust_name(self) -> str:
        return f"{self.name}_" if self.name in KEYWORDS else self.name


@dataclass
class Constant:
    name: str
    type: str
    value: str
    doc: str = ""


@dataclass
class Record:
    """A structure or a union. One without members is only used by its address."""

    kind: str
    name: str
    members: list[Variable]
    doc: str = ""


@dataclass
class Enumeration:
    name: str
    values: list[Constant]
    doc: str = ""


@dataclass
class Alias:
    name: str
    type: str
    doc: str = ""


@dataclass
class Function:
    name: str
    arguments: list[Variable]
    result: str
    must_check: bool
    doc: str = ""


@dataclass
class Header:
    name: str
    items: list = field(default_factory=list)


class Reader:
    """Reads headers in an order in which each one's macros and types are known before they are used."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.known: set[str] = set()  # types

    def read(self, path: Path) -> Header:
        text = path.read_text(encoding="utf-8")
        header = Header(path.name)
        for name, value in re.findall(r"^#define (ASCON_[A-Z0-9_]+) +((?:[^\n\\]|\\\n)+?)(?: */\*.*)?$", text, re.M):
            constant = self.constant(name, value.strip())
            if constant and name not in self.known:
                constant.doc = doc_before(text, f"#define {name} ")
                self.known.add(name)
                header.items.append(constant)
        for doc, statement in statements(without_preprocessor(text)):
            header.items += self.declaration(" ".join(statement.split()), doc)
        return header

    def constant(self, name: str, value: str) -> Constant | None:
        if value.startswith('"'):
            return Constant(name, "&CStr", f"c{value}")
        if value.startswith(("(&", "__", "[[", "static", "extern", "}")):
            return None  # &ascon_algorithm_...: its object has a name; attributes; ends and begins of declarations
        kind = "u64" if "64" in value.split(")")[0] else "u32" if "UINT32_C" in value else "usize"
        number = self.number(value)
        self.numbers[name] = number
        return Constant(name, kind, str(number))

    def number(self, text: str) -> int:
        text = re.sub(r"UINT(32|64)_C|\(uint64_t\)", "", text)
        text = re.sub(r"[A-Z]\w+", lambda match: str(self.numbers[match[0]]), text)
        if not re.fullmatch(r"[0-9a-fA-Fx()*/+< -]+", text):
            raise ValueError(f"not a number: {text}")
        return int(eval(text.replace("/", "//"), {"__builtins__": {}}))  # digits and operators alone

    # ---- Declarations ---------------------------------------------------------------------------

    def declaration(self, text: str, doc: str) -> list:
        if match := re.fullmatch(r"typedef enum (\w+) \{(.*)\} \1", text):
            return [self.enumeration(match[1], match[2], doc)]
        if match := re.fullmatch(r"typedef (struct|union) (\w+) \{(.*)\} \2", text):
            return self.record(match[1], match[2], match[3], doc)
        if match := re.fullmatch(r"(?:typedef )?struct (\w+)(?: \1)?", text):
            if match[1] in self.known:
                return []
            self.known.add(match[1])
            return [Record("struct", match[1], [], doc)]
        if match := re.fullmatch(r"typedef (.+?)\(\*(\w+)\)\((.*)\)", text):
            self.known.add(match[2])
            return [Alias(match[2], self.callback(match[1], match[3]), doc)]
        if match := re.fullmatch(r"ASCON_API extern (.+)", text):
            return [Variable(*self.variable(match[1].removeprefix("const ")), doc)]
        if match := re.fullmatch(r"(ASCON_MUST_CHECK )?ASCON_API (.+?)(\w+)\((.*)\)", text):
            arguments = self.parameters(match[4])
            return [Function(match[3], arguments, self.result(match[2]), bool(match[1]), doc)]
        raise ValueError(f"not a form that this program knows: {text}")

    def record(self, kind: str, name: str, body: str, doc: str) -> list[Record]:
        """A union without a name inside it, which Rust does not have, is one before it, in the field `content`."""
        self.known.add(name)
        before, members = [], []
        for comment, text in statements(body):
            if match := re.search(r"union \{(.*)\}", text, re.DOTALL):
                before += self.record("union", f"{name}_content", match[1], "")
                members.append(Variable("content", f"{name}_content", ""))
            else:
                members += self.members(comment, text)
        return [*before, Record(kind, name, members, doc)]

    def enumeration(self, name: str, body: str, doc: str) -> Enumeration:
        self.known.add(name)
        values, following = [], 0
        for text, comment in re.findall(r"\s*([^,/]+?)\s*(?:,|(?=/|$))\s*(/\*\*<.*?\*/)?", body.strip()):
            constant, _, number = text.partition("=")
            following = self.number(number) if number else following
            values.append(Constant(constant.strip(), name, str(following), comment))
            following += 1
        return Enumeration(name, values, doc)

    def members(self, doc: str, text: str) -> list[Variable]:
        text, _, behind = text.partition("/**<")
        text = " ".join(text.split())
        doc = behind or doc
        if match := re.fullmatch(r"(.+?)\(\*(\w+)\)\((.*)\)", text):
            return [Variable(match[2], self.callback(match[1], match[3]), doc)]
        first, *more = text.split(", ")
        name, kind = self.variable(first)
        return [Variable(name, kind, doc), *(Variable(other, kind, doc) for other in more)]

    def callback(self, result: str, arguments: str) -> str:
        listed = ", ".join(f"{argument.rust_name}: {argument.type}" for argument in self.parameters(arguments))
        return f'Option<unsafe extern "C" fn({listed}){self.result(result)}>'

    def result(self, text: str) -> str:
        kind = self.type(text.strip())
        return "" if kind == "c_void" else f" -> {kind}"

    def parameters(self, text: str) -> list[Variable]:
        if text == "void":
            return []
        return [Variable(*self.variable(part, parameter=True)) for part in text.split(", ")]

    def variable(self, text: str, parameter: bool = False) -> tuple[str, str]:
        """Name and type of `const uint8_t key[16]`: of a parameter, an array is a pointer."""
        match = re.fullmatch(r"(.+?)(\w+)((?:\[[^\]]+\])*)", text.strip())
        dimensions = re.findall(r"\[([^\]]+)\]", match[3])
        if parameter and dimensions:
            return match[2], self.type(match[1] + "*")
        kind = self.type(match[1])
        for dimension in reversed(dimensions):
            kind = f"[{kind}; {dimension if dimension in self.known else self.number(dimension)}]"
        return match[2], kind

    def type(self, text: str) -> str:
        words = text.replace("*", " * ").replace("struct ", "").split()
        constant = "const" in words
        stars = words.count("*")
        name = next(word for word in words if word not in ("const", "*"))
        if name not in TYPES and name not in self.known:
            raise ValueError(f"unknown type: {text}")
        kind = TYPES.get(name, name)
        for level in range(stars):
            # `const T *const *` has the same qualifier on both levels.
            kind = f"*{'const' if constant and level == 0 or words.count('const') > level + 1 else 'mut'} {kind}"
        return kind


COMMENT = re.compile(r"/\*.*?\*/", re.S)


def without_preprocessor(text: str) -> str:
    """And without inline functions, which a library does not have."""
    text = re.sub(r"#ifdef __cplusplus\n.*?#endif\n", "", text, flags=re.S)
    text = re.sub(r"^ASCON_C_(BEGIN|END)$", "", text, flags=re.M)
    text = re.sub(r"^ASCON_\w*INLINE .*?^}\n", "", text, flags=re.S | re.M)
    return re.sub(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*$", "", text, flags=re.M)


def statements(text: str):
    """Pairs of a doc comment and what it describes, up to the semicolon that ends it."""
    doc, depth, place = "", 0, 0
    collected = ""
    while place < len(text):
        if match := COMMENT.match(text, place):
            comment = match[0]
            if comment.startswith("/**<"):
                collected += comment
            elif comment.startswith("/**") and not collected.strip():
                doc = comment
            elif not collected.strip():
                doc = "" if comment.startswith("/* ----") else doc
            place = match.end()
            continue
        letter = text[place]
        depth += {"{": 1, "}": -1}.get(letter, 0)
        place += 1
        if letter == ";" and depth == 0:
            # A comment behind a member belongs to it.
            behind = re.match(r"[ \t]*(?:\n[ \t]*)?(/\*\*<.*?\*/)", text[place:], re.S)
            if behind:
                collected += behind[1]
                place += behind.end()
            yield doc, collected.strip()
            doc, collected = "", ""
        else:
            collected += letter
    if collected.strip():
        raise ValueError(f"no end: {collected.strip()[:60]}")


def doc_before(text: str, line: str) -> str:
    match = re.search(r"(/\*\*(?:[^*]|\*(?!/))*\*/)\n$", text[: text.index(line)])
    return match[1] if match else ""


# The defaults of ascon_config.h, which the crate has.
SIZES = {"ASCON_DATAGRAM_WINDOW_BITS": 64, "ASCON_MASKED_MAX_SHARES": 4}


def read(**sizes: int) -> list[Header]:
    """The headers, with other values of these settings."""
    reader = Reader()
    reader.numbers.update({**SIZES, **sizes})
    paths = {path.name: path for path in LIBRARY.rglob("ascon*.h")}
    names = sorted(paths.keys() - set(NOT_DECLARATIONS))
    order = [*FIRST, *(name for name in names if name not in (*FIRST, ACCELERATOR)), ACCELERATOR]
    return [reader.read(paths[name]) for name in order]


# ---- Rust --------------------------------------------------------------------------------------------


def doc_lines(comment: str, indent: str = "") -> str:
    """A comment for rustdoc: the commands of Doxygen become a list."""
    text = re.sub(r"^/\*\*<?|\*/$|^<", "", comment.strip()).strip()
    text = "\n".join(re.sub(r"^\s*\* ?|^\s+", "", line) for line in text.splitlines())
    parts = re.split(r"\n?(?=@(?:param|return|copydetails)\b)", text)
    lines: list[str] = []
    for part in parts:
        part = " ".join(part.split())
        if match := re.match(r"@param (\w+) +(.*)", part):
            part = f"- `{match[1]}`: {match[2]}"
        elif match := re.match(r"@return (.*)", part):
            part = f"- Returns {match[1]}"
        elif match := re.match(r"@copydetails (\w+)\(\)", part):
            part = f"- Otherwise as `{match[1]}()`."
        if part:
            part = escaped(part)
            lines += ["", part] if lines and part.startswith("- ") and not lines[-1].startswith("- ") else [part]
    return "".join(f"{indent}///{' ' if line else ''}{line}\n" for line in lines)


def escaped(text: str) -> str:
    """Of the text outside of backquotes, what Markdown would read as a link or as HTML; names of ours as code."""
    parts = text.split("`")
    for i in range(0, len(parts), 2):
        part = re.sub(r"([\[\]<>*])", r"\\\1", parts[i])
        parts[i] = re.sub(r"\b((?:ascon|ASCON)_\w+(?:\(\))?)", r"`\1`", part)
    return "`".join(parts).replace("``", "` `") if "``" in "`".join(parts) else "`".join(parts)


def constant_text(item: Constant, indent: str = "") -> str:
    return f"{doc_lines(item.doc, indent)}{indent}pub const {item.name}: {item.type} = {item.value};\n"


def item_text(item) -> str:
    if isinstance(item, Constant):
        return constant_text(item)
    if isinstance(item, Alias):
        return f"{doc_lines(item.doc)}pub type {item.name} = {item.type};\n"
    if isinstance(item, Enumeration):
        text = f"{doc_lines(item.doc)}pub type {item.name} = c_uint;\n"
        return text + "".join(constant_text(value) for value in item.values)
    if isinstance(item, Record) and item.members:
        text = f"{doc_lines(item.doc)}#[repr(C)] #[derive(Clone, Copy)]\npub {item.kind} {item.name} {{\n"
        for member in item.members:
            text += f"{doc_lines(member.doc, '    ')}    pub {member.rust_name}: {member.type},\n"
        return text + "}\n"
    if isinstance(item, Record):
        text = f"{doc_lines(item.doc)}#[repr(C)]\npub struct {item.name} {{\n    _private: [u8; 0],\n"
        return text + "    _address_only: PhantomData<(*mut u8, PhantomPinned)>,\n}\n"
    raise TypeError(item)


def external_text(item) -> str:
    if isinstance(item, Variable):
        return f"{doc_lines(item.doc, '    ')}    pub static {item.name}: {item.type};\n"
    text = doc_lines(item.doc, "    ")
    # Lines end after commas alone.
    arguments = ", ".join(f"{argument.rust_name}: {argument.type}".replace(" ", "\0") for argument in item.arguments)
    line = f"{'#[must_use] ' * item.must_check}pub fn {item.name}({arguments}){item.result};"
    line = line.replace(") ->", ")\0->").replace("-> ", "->\0")
    wrapped = textwrap.fill(line, 120, initial_indent="    ", subsequent_indent="        ")
    return text + wrapped.replace("\0", " ") + "\n"


def module(header: Header) -> str:
    text = "".join(item_text(item) for item in header.items if not isinstance(item, (Variable, Function)))
    external = "".join(external_text(item) for item in header.items if isinstance(item, (Variable, Function)))
    if external:
        text += ("\n" if text else "") + f'unsafe extern "C" {{\n{external}}}\n'
    return text


def without_comments(header: Header) -> Header:
    for item in header.items:
        for each in (item, *getattr(item, "members", ()), *getattr(item, "values", ())):
            each.doc = ""
    return header


def bindings(notice: str, comments: bool = False) -> str:
    headers = read() if comments else [without_comments(header) for header in read()]
    text = notice.replace("/* ", "// ").replace("\n   ", "\n// ").replace(" */\n", "\n")
    text += "\nuse core::ffi::{CStr, c_char, c_int, c_uint, c_void};\nuse core::marker::{PhantomData, PhantomPinned};\n"
    for header in headers:
        if header.name != ACCELERATOR:
            text += f"\n// ---- {header.name} ----\n\n{module(header)}"
    accelerator = next(header for header in headers if header.name == ACCELERATOR)
    inner = "".join(f"    {line}" if line.strip() else line for line in module(accelerator).splitlines(True))
    text += f"\n/// {ACCELERATOR}: batches on GPUs. With the feature `accelerator`.\n"
    text += '#[cfg(feature = "accelerator")]\npub mod accelerator {\n'
    used = "    use super::{ascon_algorithm, ascon_columns, ascon_operation, ascon_result};\n"
    text += used + "    use core::ffi::{c_char, c_uint, c_void};\n"
    text += "    use core::marker::{PhantomData, PhantomPinned};\n\n"
    return text + inner + "}\n"


if __name__ == "__main__":
    print(bindings("/* by hand */\n"), end="")
