"""Checks of tools/lint.py that are our own find planted faults."""

import english
import folders
import lint
import pytest

FILES = {
    "core/api/calls.c": '#include "../modes/mode.h"\n',
    "core/modes/mode.h": '#ifndef X /* read alone */\n#include "../backends/one/backend.h"\n#endif\n'
    '#include "../state/state.h"\n',
    "core/state/state.h": '#include "../platform/bytes.h"\n',
    "core/platform/bytes.h": '#include "../../ascon.h"\n',
    "core/backends/one/backend.h": '#include "../../state/state.h"\n',
    "core/backends/one/one.c": '#include "backend.h"\n#include "../../modes/mode.h"\n',
    "ascon.h": "",
}


@pytest.fixture
def library(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_includes_go_one_way(library):
    assert lint.wrong_includes(library) == []


@pytest.mark.parametrize("name, include, found", [
    ("core/state/state.h", "../modes/mode.h", "core/state/state.h: includes core/modes/mode.h, a room above"),
    ("core/platform/bytes.h", "../state/state.h", "core/platform/bytes.h: includes core/state/state.h, a room"),
    ("core/backends/one/backend.h", "../../modes/mode.h", "core/backends/one/backend.h: includes core/modes/"),
    ("core/modes/mode.h", "../api/calls.c", "core/modes/mode.h: includes core/api/calls.c"),
    ("core/state/state.h", "state.h", "core/state/state.h includes core/state/state.h"),
])  # fmt: skip
def test_a_wrong_include_is_found(library, name, include, found):
    with open(library / name, "a") as file:
        file.write(f'#include "{include}"\n')
    assert any(line.startswith(found) for line in lint.wrong_includes(library))


@pytest.mark.parametrize("include, private", [
    ('"asconkit/core/api/dispatch.h"', True),
    ('"../asconkit/core/modes/backend_table.h"', True),
    ("QUOTE(../../asconkit/core/backends/ASCON_BACKEND/backend.h)", True),
    ('"asconkit/ascon.h"', False),
    ('"../support/calls.h"', False),
])  # fmt: skip
def test_users_of_private_headers_are_found(tmp_path, include, private):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test.cpp").write_text(f"#include <cstdint>\n#include {include}\n")
    assert lint.users_of_private_headers(tmp_path, ("tests",)) == ({"tests/test.cpp"} if private else set())


@pytest.mark.parametrize("text, found", [
    ("static void permute(state *s,\n                    unsigned rounds) {\n}\n", True),
    ("INLINED int permute(void) { return 1; }\n", True),
    ("static void permute(state *s);\nvoid masked_permute(void) {\n  permute(s);\n}\n", False),
])  # fmt: skip
def test_a_second_definition_of_a_function_of_the_core_is_found(library, text, found):
    (library / "core/backends/one/backend.h").write_text("INLINED void permute(state *s) {\n}\n")
    (library / "masked").mkdir()
    (library / "masked/state.h").write_text(text)
    assert lint.second_definitions(library) == (["masked/state.h: defines permute, as the core does"] if found else [])


@pytest.mark.parametrize("include, good", [("#include <stdint.h>\n", True), ("", False)])
def test_a_header_that_lacks_an_include_is_found(tmp_path, include, good):
    header = tmp_path / "header.h"
    header.write_text(f"{include}uint32_t twice(uint32_t x);\n")
    assert lint.compile_alone([str(header)]) == good


@pytest.mark.parametrize("text, line, phrase", [
    ("The bit 1 behind the data.\n", 1, "behind"),
    ("It is\nno chunk of this stream.\n", 1, "is no c"),
    ("/* One.\n   It lies\n   in the frame. */\n", 2, "lies in"),
])  # fmt: skip
def test_habits_are_found(text, line, phrase):
    assert [(at, " ".join(what.split())) for at, what, _ in english.found(text)] == [(line, phrase)]


def test_plain_sentences_are_not(tmp_path):
    assert english.found("The key is no longer needed. The padding bit is after the data.\n") == []
    (tmp_path / "README.md").write_text("Fine.\nBehind.\n")
    assert english.complaints(tmp_path) == ['README.md:2: "Behind": better after, or below']


@pytest.mark.parametrize("name, text, found", [
    ("tools/task.py", "import report\n", ["tools/task.py: uses bench/"]),
    ("spec/model.py", "from helper import x\n", ["spec/model.py: uses tools/"]),
    ("asconkit/a.c", '#include "tests/support/calls.h"\n', ["asconkit/a.c: uses tests/"]),
    ("cli/a.cpp", '#include "../bindings/python/src/rows.hpp"\n', ["cli/a.cpp: uses bindings/"]),
    ("bench/report.py", "import helper\nimport report\n", []),
    ("cli/a.cpp", '#include "asconkit/ascon.h"\n#include <stdio.h>\n', []),
])  # fmt: skip
def test_uses_of_folders_go_one_way(name, text, found, tmp_path):
    there = ("tools/helper.py", "bench/report.py", "tests/support/calls.h", "bindings/python/src/rows.hpp")
    for file in (*there, "asconkit/ascon.h", name):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    (tmp_path / name).write_text(text)
    assert folders.wrong_uses(tmp_path, [name]) == found
