# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The vectors of constructions on the package, by the same checks as on the models."""

import json
from functools import partial, wraps
from types import SimpleNamespace

import pytest

from asconkit import InvalidTag, StateError, commit, datagram, drbg, hmac, isap, kdf, siv, stream, tree
from spec import vector_files
from spec.construction_suites import SUITES, read


def as_models_do(call):
    """What is refused is a ValueError."""

    @wraps(call)
    def replaced(*arguments):
        try:
            return call(*arguments)
        except (InvalidTag, StateError, datagram.Refused) as error:
            raise ValueError from error

    return replaced


class Scheme(SimpleNamespace):
    """An AEAD, with the parts of what follows a ciphertext."""

    def encrypt(self, key, nonce, ad, text):
        sealed = self.cipher(key).encrypt(nonce, text, ad)
        ends = [len(text) + sum(self.parts[:count]) for count in range(len(self.parts) + 1)]
        return sealed[: len(text)], *(sealed[start:end] for start, end in zip(ends, ends[1:]))

    @as_models_do
    def decrypt(self, key, nonce, ad, *parts):
        return self.cipher(key).decrypt(nonce, b"".join(parts), ad)


def proof(data, size, index):
    found = tree.prove(data, index, size)
    return [found[at : at + 32] for at in range(0, len(found), 32)]


def verify_chunk(root, chunk, index, digests, total, size):
    if not tree.verify(root, total, index, chunk, b"".join(digests), size):
        raise ValueError("another chunk")


def derived(row, chunk, key, salt, context):
    return partial(stream.Stream, key, salt, context, algorithm=row.name, chunk_size=chunk)


@as_models_do
def in_pieces(kind, start, data, rekey_every):
    pieces = kind(start(), rekey_every=rekey_every)
    return pieces.update(data[:20]) + pieces.update(data[20:]) + pieces.finalize()


class Store(SimpleNamespace):
    def load(self):
        return self.counter

    def store(self, counter):
        pass


def settings(counter_length, tag_length, epoch_length):
    return partial(datagram.Settings, counter_length=counter_length, tag_length=tag_length, epoch_length=epoch_length)


def sealed(own, key, identity, counter, text, header):
    return datagram.Sender(key, identity, own(max_forgeries=1), Store(counter=counter)).seal(text, header)


def receiver(own, key, identity, floor, window, most):
    started = datagram.Receiver(key, identity, own(max_forgeries=most), Store(counter=floor))
    return SimpleNamespace(open=as_models_do(started.open))


def generator(source, seed):
    own = drbg.Generator(seed)
    return SimpleNamespace(reseed=own.reseed, generate=own.bytes)


MODELS = {
    "hmac": SimpleNamespace(
        hmac=hmac.digest,
        hmac_verify=as_models_do(lambda key, message, tag: hmac.verify(key, message, tag, tag_length=len(tag))),
        hkdf_extract=hmac.hkdf_extract,
        hkdf_expand=hmac.hkdf_expand,
        pbkdf2=hmac.pbkdf2,
    ),
    "kdf": SimpleNamespace(
        kmac=kdf.kmac_digest,
        kmac_verify=as_models_do(
            lambda key, message, tag, own=b"": kdf.kmac_verify(key, message, tag, own, tag_length=len(tag))
        ),
        kmac_xof=lambda key, message, size, own: kdf.kmac(key, message, own).read(size),
        derive=kdf.derive,
        extract=kdf.extract,
        expand=kdf.expand,
    ),
    "siv": Scheme(cipher=siv.AsconSIV, parts=(16,)),
    "commit": SimpleNamespace(
        SCHEMES=[
            Scheme(name="ascon-aead128", cipher=commit.AsconCommittingAEAD128, parts=(16, 32)),
            Scheme(name="ascon-siv", cipher=commit.AsconCommittingSIV, parts=(16, 32)),
        ],
        encrypt=Scheme.encrypt,
        decrypt=Scheme.decrypt,
    ),
    "isap": SimpleNamespace(
        INSTANCES=[
            Scheme(name="isap-a-128a", cipher=isap.IsapA128a, parts=(16,)),
            Scheme(name="isap-a-128", cipher=isap.IsapA128, parts=(16,)),
        ],
        encrypt=Scheme.encrypt,
        decrypt=Scheme.decrypt,
    ),
    "tree": SimpleNamespace(
        tree_hash=lambda data, size: tree.TreeHash(data, size).digest(), prove=proof, verify=verify_chunk
    ),
    "stream": SimpleNamespace(
        derive=derived, seal=partial(in_pieces, stream.Sealer), unseal=partial(in_pieces, stream.Opener)
    ),
    "datagram": SimpleNamespace(Settings=settings, seal=sealed, Receiver=receiver),
    "drbg": SimpleNamespace(Drbg=generator),
}


def vectors(suite):
    """Those that the package can run: its generator has no source but the system."""
    document = json.loads(vector_files.text(suite.file))
    for group in document["testGroups"]:
        for test in group["tests"]:
            if not test.get("entropyInput"):
                yield read({**group, **test}), test.get("result", "valid") == "valid"


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.name)
def test_vectors(suite):
    chosen = list(vectors(suite))
    passed = partial(suite.passes, MODELS[suite.module])
    assert [fields["tcId"] for fields, valid in chosen if not passed(fields, valid)] == []
    assert len(chosen) >= 3 and not any(passed(fields, not valid) for fields, valid in chosen)
