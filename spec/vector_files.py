"""The files of `vectors/`, and their page, docs/vectors.md: what `./dev generate` writes of `suites`."""

from __future__ import annotations

import json
from functools import partial

from .algorithms import ALGORITHMS
from .construction_mistakes import MISTAKES as OF_CONSTRUCTIONS
from .construction_suites import SUITES
from .mistakes import MISTAKES
from .suites import ACVP, OF_BITS, acvp, wycheproof

# What makes each file of vectors/, by its name there without its ending.
DOCUMENTS = {
    **{f"wycheproof/{row.name.replace('-', '_')}_test": partial(wycheproof, row) for row in ALGORITHMS},
    **{f"acvp/{mode.lower()}": partial(acvp, mode) for mode in ACVP},
    **{suite.file: suite.document for suite in SUITES},
}


def text(name: str) -> str:
    """A file, one vector a line, so that changes of it can be read."""
    document = DOCUMENTS[name]()
    head = {key: value for key, value in document.items() if key != "testGroups"}
    start_of_file = json.dumps(head, indent=1)[:-2] + ',\n "testGroups": [\n'
    groups = []
    for group in document["testGroups"]:
        start = json.dumps({key: value for key, value in group.items() if key != "tests"})[:-1]
        tests = ",\n".join(f"   {json.dumps(test)}" for test in group["tests"])
        groups.append(f'  {start}, "tests": [\n{tests}\n  ]}}')
    return start_of_file + ",\n".join(groups) + "\n ]\n}\n"


def page(notice: str) -> str:
    """docs/vectors.md."""
    count = sum(len(group["tests"]) for make in DOCUMENTS.values() for group in make()["testGroups"])
    lines = PAGE.format(notice=notice, files=len(DOCUMENTS), count=count)
    lines += "| flag | mistake | found in |\n| --- | --- | --- |\n"
    for mistake in MISTAKES:
        rows = [row for row in ALGORITHMS if mistake.applies(row) and (not mistake.bits or row in OF_BITS)]
        kinds = ", ".join(dict.fromkeys(row.kind.name for row in rows)).lower()
        where = f"all {len(rows)}" if len(rows) == len(ALGORITHMS) else f"{len(rows)}: {kinds}"
        lines += f"| `{mistake.name}` | {mistake.what} | {where} |\n"
    lines += "\n### Of constructions\n| flag | mistake | found in |\n| --- | --- | --- |\n"
    found: dict[tuple[str, str], list[str]] = {}
    for name, mistakes in OF_CONSTRUCTIONS.items():
        for mistake in mistakes:
            found.setdefault((mistake.name, mistake.what), []).append(name)
    for (flag, what), names in found.items():
        lines += f"| `{flag}` | {what} | {', '.join(names)} |\n"
    return lines


PAGE = """<!-- {notice} -->

# Vectors for other implementations

The folder `vectors/` has {count} vectors in {files} files for every implementation of Ascon, and of our
[constructions](constructions.md), in the forms of two public suites. Take the folder: its licence is that of the
project. Each vector is there because it finds a mistake, and says which.

| files | form | what they have |
| --- | --- | --- |
| `wycheproof/ascon_*_test.json` of algorithms | Project Wycheproof's: `AeadTest` and `MacTest` are its own; it has \
none for hashes, XOFs, CXOFs and PRFs, whose groups are named \
`HashTest`, `XofTest`, `CxofTest` and `PrfTest` \
in the same frame | all algorithms; nonce masking, truncated tags, invalid tags |
| other `wycheproof/*_test.json` | Project Wycheproof's `AeadTest`, `MacTest`, `HkdfTest` and `PbkdfTest`; forms of \
our own in the same frame, [below](#forms-of-constructions) | HMAC, HKDF and PBKDF2 with Ascon-Hash256, KMAC, key \
derivation, Ascon-SIV, committing AEAD, ISAP, tree hashes, streams, datagrams |
| `acvp/*.json` of algorithms | vector sets of NIST's protocol with their results, as its server's \
`internalProjection.json` | strings of any number of bits of SP 800-232, with tags of any \
number of bits and nonce masking |
| `acvp/drbg.json` | that of NIST's sets for generators | the [generator](constructions/random.md) |

`HashTest` has `msg` and `md`; `XofTest` has `msg` and `out`, of any length; `CxofTest` has `customization` besides;
`PrfTest` has `key`, `msg` and `out`. `keySize` and the like are in bits. With nonce masking `key` is both keys.

The specification in `spec/` computes the vectors. `./dev generate` writes the files; one of them is printed by

```sh
python3 -m spec vectors wycheproof/ascon_mac_test
```

## Forms of constructions
| form | of | fields |
| --- | --- | --- |
| `AeadTest` | [Ascon-SIV](constructions/siv.md), [ISAP](constructions/isap.md), [committing \
AEAD](constructions/commitment.md) | those of Wycheproof; with a commitment, `tag` is tag ‖ commitment |
| `MacTest` | [HMAC](constructions/hmac.md), [KMAC](constructions/kdf.md) without customization | those of Wycheproof |
| `HkdfTest` | [HKDF](constructions/hmac.md), [key derivation](constructions/kdf.md) in one step and in two | those of \
Wycheproof; if `result` is `invalid`, there is no output of `size` bytes |
| `PbkdfTest` | [PBKDF2](constructions/hmac.md) | those of Wycheproof |
| `KmacTest` | [KMAC](constructions/kdf.md) | those of `MacTest`, and `customization` |
| `KmacXofTest` | [KMACXOF](constructions/kdf.md) | `key`, `msg`, `customization`, and `out` of any length |
| `TreeTest` | [tree hashes](constructions/tree.md) | the group has `chunkSize` in bytes; `msg`, `root`, and what \
proves a chunk: `length` of the whole string, `index`, `chunk` and `proof`, the lowest digest first. An invalid one \
proves nothing |
| `StreamTest` | [streams](constructions/stream.md) | the group has the name of the algorithm in `aead`, `chunkSize` \
in bytes and `rekeyEvery` in chunks, where 0 is never; `key`, `salt`, `context`, `msg`, and in `ct` all chunks. An \
invalid stream must not be opened to its end |
| `DatagramTest` | [datagrams](constructions/datagram.md) | the group has what sender and receiver agree on: \
`counterLength`, `tagLength` and `epochLength` in bytes, `windowSize` in counters, and `maxForgeries`; `key`, \
`identity`, `floor`, which is the counter that the receiver's store has at the start, and `datagrams`, which one \
receiver gets in their order. Each has a `result` of its own; a valid one is also what a sender makes of `msg` and \
`header` with `counter`. `result` of the vector is that of its last datagram |

The generator's set has the fields that NIST's have: `entropyInput` and `persoString`, which is the seed, start the
generator, with a source if `entropyInput` is not empty. Then come the calls in `otherInput`: `additionalInput` of a
`reSeed` is its seed. `returnedBits` is the output of the last `generate`, and all have that length. There is no
`nonce`, and `predResistance` is `false`. The set has no flags and no invalid vectors, as NIST's have none; the mistakes
that it finds are below.

[Headers of files](file-format.md) have known answers in `spec/vectors/` alone, in a form of our own.

## Mistakes
A flag is the name of a mistake. For each there is a model with the mistake (`spec/mistakes.py`,
`spec/construction_mistakes.py`), and a test shows that it fails every vector with this flag, while the right model
passes. So an implementation that passes the vectors of its algorithm or construction has none of these mistakes. It may
have others.

"""
