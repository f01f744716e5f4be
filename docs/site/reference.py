# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The reference: a block ```{header} FILE``` of a page becomes the sections of that C or C++ header, a block
```{settings} FILE``` the settings in it, and ```{modules} FOLDER``` the modules of that Python package.

A header's sections are its lines `/* ---- Title ---- */`; what stands in a plain comment below such a
line introduces the section. Doxygen knows the rest; it reads what `reference.py FILE` prints."""

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

BLOCK = re.compile(r"^```\{(header|settings|modules)\} (\S+)\n```$", re.MULTILINE)
SECTION = re.compile(r"^(?:/\*|//) -{3,} (.+?) -{3,}(?: \*/)?$\n+(?:^/\* (.*?) \*/$)?", re.MULTILINE | re.DOTALL)
# A setting's comment stands before its default, or begins with its name where it has none.
SETTING = re.compile(
    r"^/\* (?:(ASCON_\w+): )?((?:(?!\*/).)*?) \*/\n(?:#ifndef (ASCON_\w+)(?<!_H)\n|(?=\n))", re.MULTILINE | re.DOTALL
)
DIRECTIVES = {
    "define": "doxygendefine", "enum": "doxygenenum", "function": "doxygenfunction", "typedef": "doxygentypedef",
    "variable": "doxygenvariable", "struct": "doxygenstruct", "class": "doxygenclass", "union": "doxygenunion",
}  # fmt: skip
DOXYFILE = """
PROJECT_NAME = asconkit
INPUT = asconkit
FILE_PATTERNS = ascon*.h *.hpp
EXCLUDE = asconkit/core asconkit/ascon_config.h asconkit/ascon_namespace.h
RECURSIVE = YES
EXTRACT_ALL = YES
EXTRACT_STATIC = YES
TYPEDEF_HIDES_STRUCT = YES
HIDE_FRIEND_COMPOUNDS = YES
AUTOLINK_SUPPORT = YES
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
PREDEFINED = ASCON_API:= ASCON_MUST_CHECK:= ASCON_HARDENED_INLINE:= ASCON_C_BEGIN:= ASCON_C_END:=
EXCLUDE_SYMBOLS = asconkit::detail asconkit::detail::* asconkit::usm::detail asconkit::usm::detail::*
STRIP_FROM_PATH = .
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
QUIET = YES
WARN_IF_UNDOCUMENTED = NO
WARN_IF_INCOMPLETE_DOC = NO
WARN_AS_ERROR = FAIL_ON_WARNINGS
"""


class Member(NamedTuple):
    line: int
    kind: str
    name: str


def share_comments(block: str) -> str:
    """A call that stands right below another one has its comment."""
    last = ""

    def repeat(found: re.Match) -> str:
        nonlocal last
        if found[0].startswith("/**"):
            last = " ".join(found[0].split())
            return found[0]
        return f"{last} {found[0]}"

    return re.sub(r"/\*\* (?:(?!\*/).)*\*/|(?<=;\n)(?:ASCON_MUST_CHECK )?ASCON_API\b", repeat, block, flags=re.DOTALL)


def for_doxygen(text: str) -> str:
    """A header in a form that Doxygen understands, with the same lines."""
    requirement = re.compile(r"^ *requires\b(?:.*&&\n)*.*(?<!;)$", re.MULTILINE)
    text = requirement.sub(lambda found: "\n" * found[0].count("\n"), text)
    text = re.sub(r"\((verify|min|max)\)\(", r" \1(", text)  # in parentheses because of macros of these names
    text = re.sub(r"^(/// .*)\n(namespace \S+ \{\s)(?=using )", r"\2\1\n", text, flags=re.MULTILINE)
    return "\n\n".join(map(share_comments, text.split("\n\n")))


def run_doxygen(root: Path, output: Path) -> None:
    output.mkdir(parents=True, exist_ok=True)
    settings = f'{DOXYFILE}OUTPUT_DIRECTORY = {output}\nINPUT_FILTER = "{sys.executable} {__file__}"\n'
    subprocess.run(["doxygen", "-"], input=settings, text=True, cwd=root, check=True)


def members(header: str, xml: Path) -> list[Member]:
    """All of a header, in its order."""
    found = set()
    for file in sorted(xml.glob("*.xml")):
        compound = ElementTree.parse(file).getroot().find("compounddef")
        if compound is None:
            continue
        kind = compound.get("kind")
        if kind in ("struct", "class", "union"):
            items = [(compound, kind, compound.findtext("compoundname"))]
        elif kind in ("file", "namespace"):
            scope = f"{compound.findtext('compoundname')}::" if kind == "namespace" else ""
            items = [(item, item.get("kind"), scope + item.findtext("name")) for item in compound.iter("memberdef")]
        else:
            continue
        for item, kind, name in items:
            place = item.find("location")
            if place is not None and place.get("file") == header and not name.endswith(("_H", "_HPP")):
                found.add(Member(int(place.get("line")), kind, name))
    classes = {member.name for member in found if member.kind in ("struct", "class", "union")}
    return sorted(member for member in found if member.name.rpartition("::")[0] not in classes)  # shown in theirs


def directive(member: Member) -> str:
    options = "\n:members:\n:undoc-members:" if member.kind in ("struct", "class") else ""
    return f"```{{{DIRECTIVES[member.kind]}}} {member.name}{options}\n```\n"


def plain(comment: str | None) -> str:
    """The text of a comment without its indentation."""
    return re.sub(r"^ {1,3}", "", comment or "", flags=re.MULTILINE) + "\n"


def show_header(root: Path, header: str, xml: Path) -> str:
    text = (root / header).read_text(encoding="utf-8")
    starts = [(text.count("\n", 0, found.start()) + 1, found[1], plain(found[2])) for found in SECTION.finditer(text)]
    result = []
    for member in members(header, xml):
        while starts and starts[0][0] < member.line:
            _, title, introduction = starts.pop(0)
            result += [f"## {title}\n", introduction]
        result.append(directive(member))
    if not result:
        raise ValueError(f"{header}: Doxygen found nothing in it")
    return "\n".join(result)


def show_settings(root: Path, header: str, _: Path) -> str:
    found = SETTING.findall((root / header).read_text(encoding="utf-8"))
    settings = [(before or after, text) for before, text, after in found if before or after]
    return "\n".join(f"```{{c:macro}} {name}\n{plain(text)}```\n" for name, text in settings)


def exported(module: Path) -> list[str]:
    """What a module's __all__ lists."""
    for node in ast.parse(module.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return ast.literal_eval(node.value)
    raise ValueError(f"{module}: no __all__")


def show_modules(root: Path, package: str, _: Path) -> str:
    """The package, then its public modules; what it takes from a private one is shown as its own."""
    folder = root / package
    options = {folder.name: [":members:", ":imported-members:", ":undoc-members:", ":exclude-members: TYPE_CHECKING"]}
    for module in sorted(folder.glob("[a-z]*.py")):
        if module.stem != "exceptions":  # the package has them
            options[f"{folder.name}.{module.stem}"] = [f":members: {', '.join(exported(module))}", ":imported-members:"]
    blocks = []
    for name, lines in options.items():
        directive = "\n   ".join([f".. autoapimodule:: {name}", *lines, ":show-inheritance:"])
        blocks.append(f"## {name}\n\n```{{eval-rst}}\n{directive}\n```\n")
    return "\n".join(blocks)


def expand(page: str, root: Path, xml: Path) -> str:
    show = {"header": show_header, "settings": show_settings, "modules": show_modules}
    return BLOCK.sub(lambda found: show[found[1]](root, found[2], xml), page)


if __name__ == "__main__":
    sys.stdout.write(for_doxygen(Path(sys.argv[1]).read_text(encoding="utf-8")))
