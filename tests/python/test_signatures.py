# SPDX-License-Identifier: Apache-2.0 OR MIT
"""inspect and help() show the calls as they are, and a call that does not fit names the wrong argument."""

import ast
import inspect
import pydoc
import re
import types
import typing
from pathlib import Path

import pytest

import asconkit
from asconkit import _core, _signatures, backend, batch, prf, v12
from rows import sample

STUBS = Path(_core.__file__).with_name("_core.pyi")
CIPHER = asconkit.AsconAEAD128(sample(16))
NONCE = sample(16, 1)


def declared():
    """Every function and method of the stubs: its name and what the stubs say of it."""
    for node in ast.parse(STUBS.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and (inner.name == "__init__" or inner.name[:2] != "__"):
                    if not any(isinstance(mark, ast.Name) and mark.id == "property" for mark in inner.decorator_list):
                        yield f"{node.name}.{inner.name}", inner


DECLARED = dict(declared())


def find(name):
    value = _core
    for part in name.split("."):
        value = getattr(value, part)
    return value


def test_all_calls_are_found():
    assert len(DECLARED) > 70
    assert {"hash256", "AEAD.encrypt", "AsconAEAD128.__init__", "batch_crypt", "XOF.read"} <= set(DECLARED)


@pytest.mark.parametrize("name", DECLARED)
def test_signatures_are_those_of_the_stubs(name):
    expected, found = DECLARED[name], inspect.signature(find(name))
    named = expected.args
    names = [argument.arg for argument in [*named.posonlyargs, *named.args, *named.kwonlyargs]]
    assert list(found.parameters) == names
    defaults = [ast.unparse(value) for value in [*named.defaults, *named.kw_defaults] if value is not None]
    assert [repr(p.default) for p in found.parameters.values() if p.default is not p.empty] == defaults
    for parameter in found.parameters.values():
        if parameter.name != "self":
            assert isinstance(parameter.annotation, (type, types.UnionType)) or typing.get_origin(parameter.annotation)
    assert found.return_annotation is not inspect.Signature.empty


def test_signatures_of_bound_and_static_methods():
    buffer = _signatures.Buffer
    encrypt = inspect.signature(CIPHER.encrypt)
    assert list(encrypt.parameters) == ["nonce", "data", "associated_data"]
    assert encrypt.parameters["associated_data"].annotation == buffer | None
    assert encrypt.return_annotation is bytes
    assert str(inspect.signature(asconkit.AsconAEAD128.generate_key)) == "() -> bytes"
    assert inspect.signature(asconkit.hash256).return_annotation is asconkit.Hash


@pytest.mark.parametrize("kind", asconkit.AEAD.__subclasses__(), ids=lambda kind: kind.__name__)
def test_signatures_of_classes(kind):
    assert list(inspect.signature(kind).parameters) == ["key"]
    assert kind.__text_signature__ == "(key)"  # what inspect shows before Python 3.11.4
    page = pydoc.plain(pydoc.render_doc(kind))
    assert f" {kind.__name__}(key" in page and kind.__doc__ and "(key)" not in kind.__doc__


@pytest.mark.parametrize(("function", "module", "name"), [
    (asconkit.hash256, "asconkit", "hash256"), (prf.v13_mac, "asconkit.prf", "v13_mac"),
    (v12.xof_digest, "asconkit.v12", "xof_digest"), (_core.batch_crypt, "asconkit._core", "batch_crypt"),
])  # fmt: skip
def test_names(function, module, name):
    assert (function.__module__, function.__name__, function.__qualname__) == (module, name, name)
    assert repr(function) == f"<function {module}.{name}>"


def test_help_shows_names_types_and_text():
    page = pydoc.plain(pydoc.render_doc(prf.v13_mac_digest))
    assert "v13_mac_digest(key: " in page and "Buffer, length" not in page and "-> bytes" in page
    assert page.count("The 16-byte tag of the message") == 1 and "nanobind" not in page
    page = pydoc.plain(pydoc.render_doc(asconkit.AEAD))
    one_line = re.sub(r"\(\s", "(", re.sub(r"[\s|]+", " ", page))  # newer Pythons break long signatures
    assert " decrypt(self, nonce: " in one_line and "nb_method" not in page
    page = pydoc.plain(pydoc.render_doc(asconkit))
    assert "FUNCTIONS" in page and " hash256_digest(data: " in page and "nb_func" not in page


def test_a_function_in_a_class_is_not_bound():
    class Holder:
        digest = asconkit.hash256_digest

    assert Holder().digest(b"x") == asconkit.hash256_digest(b"x")


@pytest.mark.parametrize(("call", "message"), [
    (lambda: CIPHER.encrypt(NONCE), "encrypt(): missing a required argument: 'data'; it is encrypt(nonce, data, "),
    (lambda: CIPHER.encrypt(NONCE, b"", b"", b""), "encrypt(): too many positional arguments"),
    (lambda: CIPHER.encrypt(NONCE, b"", ad=b""), "encrypt(): got an unexpected keyword argument 'ad'"),
    (lambda: CIPHER.encrypt(nonce=None, data=b""), "nonce must be a bytes-like object, not NoneType"),
    (lambda: CIPHER.encrypt(NONCE, "text"), "data must be a bytes-like object, not str"),
    (lambda: asconkit.AEAD.encrypt(5, NONCE, b""), "does not take arguments of the types int, bytes, bytes"),
    (lambda: asconkit.hash256(None), "data must be a bytes-like object, not NoneType"),
    (lambda: asconkit.hash256(b"", 1), "hash256(): too many positional arguments; it is hash256(data=b'', *, "),
    (lambda: asconkit.new(None), "name must be a str, not NoneType"),
    (lambda: batch.engine_active("x"), "count must be an int, not str"),
    (lambda: backend.force(), "missing a required argument: 'name'"),
    (lambda: prf.v13_mac(), "v13_mac(): missing a required argument: 'key'; it is v13_mac(key, data=b'')"),
    (lambda: _core.batch_verify("ascon-mac-v13", b"", b"", b"", b"", 0), "algorithm must be of type Algorithm"),
    (lambda: asconkit.AsconAEAD128(), "key must be a bytes-like object, not NoneType"),
    (lambda: asconkit.AsconAEAD128(NONCE, NONCE), "AsconAEAD128 takes one argument, the key"),
    (lambda: v12.Ascon80pq(bytes(20), nonce=NONCE), "Ascon80pq takes one argument, the key"),
])  # fmt: skip
def test_errors_name_what_is_wrong(call, message):
    with pytest.raises(TypeError) as failure:
        call()
    assert message in str(failure.value)
    assert "incompatible function arguments" not in str(failure.value)


def test_other_errors_stay_as_they_are():
    class Broken:
        def __index__(self):
            raise TypeError("mine")

    with pytest.raises(TypeError, match="^mine$"):
        asconkit.xof128().read(Broken())
