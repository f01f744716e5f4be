# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The changes that can be made to a file of C, each of one place: a comparison, a number, an index, an operator, a
condition or a statement. `selection.py` draws among them.

tree-sitter parses the file without preprocessing it, and the bodies of macros as if they were those of functions. So a
change is always one of C's syntax."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import tree_sitter_c
from tree_sitter import Language, Node, Parser, Tree

PARSER = Parser(Language(tree_sitter_c.language()))
# What the grammar does not know: a macro for the compiler before a declaration or a loop, as in `INLINED void f()`.
ATTRIBUTE = re.compile(rb"\b[A-Z][A-Z0-9_]+\b(?=\s+[a-z_])")
DIRECTIVE = re.compile(rb"^[ \t]*#(?:.*\\\r?\n)*.*", re.M)
NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|[0-9]+)([uUlLzZ]*)")
AROUND_MACRO = b"void f(void) {%b\n;}"

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ORDERS = ("<", "<=", ">", ">=")
OPERATORS = {
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|",
    "&&": "||", "||": "&&", "++": "--", "--": "++", "!": "", "~": "",
}  # fmt: skip
STATEMENTS = ("expression_statement", "break_statement", "continue_statement", "return_statement")
# What follows is promised to the compiler and computes nothing; a result that contradicts it is undefined.
HINTS = (b"ASSUME", b"_Static_assert", b"static_assert")
Change = tuple[str, Node, str]  # the kind, what is replaced, by what


@dataclass(frozen=True)
class Mutation:
    file: str  # from the project's root
    line: int
    offset: int  # in bytes
    kind: str
    old: str
    new: str

    def applied(self, text: bytes) -> bytes:
        """The file with the change; ValueError if it is not the file that the mutation was made for."""
        end = self.offset + len(self.old.encode())
        if text[self.offset : end] != self.old.encode():
            raise ValueError(f"{self.file}:{self.line}: does not have {self.old!r} at byte {self.offset} any more")
        return text[: self.offset] + self.new.encode() + text[end:]

    def lines(self, text: bytes) -> tuple[str, str]:
        """The first line that differs, before and after."""
        pairs = zip(text.decode().splitlines(), self.applied(text).decode().splitlines())
        return next((before.strip(), after.strip()) for before, after in pairs if before != after)


def of_file(name: str, text: bytes) -> list[Mutation]:
    """All of them, in the order of the file; `name` is its path from the project's root."""
    found = []
    for tree, skipped in [(_parse(text), 0), *_macros(text)]:
        for kind, node, new in _changes(tree.root_node):
            offset = node.start_byte + skipped
            if offset >= 0:
                line = text.count(b"\n", 0, offset) + 1
                found.append(Mutation(name, line, offset, kind, _text(node), new))
    return sorted(found, key=lambda each: (each.offset, each.kind, each.new))


def _text(node: Node) -> str:
    return (node.text or b"").decode()


def _blank(match: re.Match[bytes]) -> bytes:
    return re.sub(rb"[^\n]", b" ", match[0])


def _parse(text: bytes) -> Tree:
    """Without directives and what the grammar does not know; every place stays where it is."""
    return PARSER.parse(ATTRIBUTE.sub(_blank, DIRECTIVE.sub(_blank, text)))


def _macros(text: bytes) -> Iterator[tuple[Tree, int]]:
    """The body of each macro that has one and is statements or an expression, and what to add to offsets there."""
    before = AROUND_MACRO.index(b"%b")
    definition = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+\w+(?:\([^)]*\))?((?:.*\\\r?\n)*.*)", re.M)
    for match in definition.finditer(text):
        tree = PARSER.parse(AROUND_MACRO.replace(b"%b", match[1]))
        if match[1].strip() and not tree.root_node.has_error:
            yield tree, match.start(1) - before


# ---- What can be changed at a node of the tree ---------------------------------------------------------------


def _changes(node: Node) -> Iterator[Change]:
    if _is_hint(node):
        return
    if not node.has_error:
        for kind, changes in KINDS.items():
            yield from ((kind, place, new) for place, new in changes(node))
    for child in node.children:
        yield from _changes(child)


def _is_hint(node: Node) -> bool:
    return node.type == "call_expression" and _field(node, "function").text in HINTS


def _field(node: Node, name: str) -> Node:
    return node.child_by_field_name(name) or node


def _comparison(node: Node) -> Iterator[tuple[Node, str]]:
    operator = _field(node, "operator")
    if node.type == "binary_expression" and _text(operator) in COMPARISONS:
        yield operator, COMPARISONS[_text(operator)]


def _constant(node: Node) -> Iterator[tuple[Node, str]]:
    """One more or less; in base 16 another lowest bit. Arrays only shrink: nothing shows that one is larger."""
    match = NUMBER.fullmatch(_text(node))
    if node.type != "number_literal" or not match:
        return
    digits, suffix = match.groups()
    value = int(digits, 0) if digits[:2] in ("0x", "0X") else int(digits)
    if digits != str(value):
        yield node, f"{value ^ 1:#0{len(digits)}x}{suffix}"
        return
    if value > 0:
        yield node, f"{value - 1}{suffix}"
    if node.parent and node.parent.type != "array_declarator":
        yield node, f"{value + 1}{suffix}"


def _off_by_one(node: Node) -> Iterator[tuple[Node, str]]:
    """An index, or the bound that something is compared with."""
    if node.type == "subscript_expression":
        place = _field(node, "index")
    elif node.type == "binary_expression" and _text(_field(node, "operator")) in ORDERS:
        place = _field(node, "right")
    else:
        return
    if place.type != "number_literal":
        yield from ((place, f"(({_text(place)}) {sign} 1)") for sign in "+-")


def _operator(node: Node) -> Iterator[tuple[Node, str]]:
    operator = _field(node, "operator")
    text = _text(operator)
    if node.type in ("binary_expression", "update_expression", "unary_expression") and text in OPERATORS:
        if node.type != "unary_expression" or text in "!~":
            yield operator, OPERATORS[text]
    elif node.type == "assignment_expression" and text[:-1] in OPERATORS:
        yield operator, f"{OPERATORS[text[:-1]]}="


def _condition(node: Node) -> Iterator[tuple[Node, str]]:
    """What a branch or a loop asks, negated."""
    place = node.child_by_field_name("condition")
    if place:
        bare = place.type == "parenthesized_expression"
        yield place, f"(!{_text(place)})" if bare else f"(!({_text(place)}))"


def _statement(node: Node) -> Iterator[tuple[Node, str]]:
    """Without it. The last return of a function stays: what it then returns is undefined."""
    if node.type not in STATEMENTS or _text(node) == ";" or not node.parent:
        return
    if (called := node.child(0)) and _is_hint(called):
        return
    last_return = node.type == "return_statement" and node.parent.parent.type == "function_definition"
    own_semicolon = node.end_byte == node.parent.end_byte - 1 and _text(node).endswith("\n;")  # of AROUND_MACRO
    if not last_return and not own_semicolon:
        yield node, ";"


KINDS = {
    "comparison": _comparison,
    "constant": _constant,
    "off by one": _off_by_one,
    "operator": _operator,
    "condition": _condition,
    "statement": _statement,
}
