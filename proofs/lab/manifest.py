"""The manifest of a program: which units to check, and where each share of each word is. docs/lab.md has its
format. Error messages name what is wrong and what was expected. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import difflib
import itertools
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .machine import DEFAULT_MODELS, MODELS


class ManifestError(Exception):
    """The manifest does not fit: one line that names the value and what was expected."""


@dataclass(frozen=True)
class Secret:
    """Words of a secret, given as shares."""

    name: str
    at: str  # SYMBOL, SYMBOL+OFFSET or a register: the first share of the first word
    size: int = 4  # bytes of one share of one word
    count: int = 1  # of words
    stride: int = 0  # bytes from a share to the next of the same word; 0: the shares of a word are adjacent
    step: int = 0  # bytes from a word to the next; 0: all shares of a word come before the next word
    shares: tuple[str, ...] = ()  # where each share is, in place of at and stride
    rotation: int = 0  # share i of each half, of `unit` bits, is rotated right by i times this
    unit: int = 32
    only: int = -1  # only this share is in memory: for units that see one share alone
    kept: bool = False  # of a unit that is checked in parts: it is used behind cuts too
    partly: bool = False  # the program need not read all of it

    def places(self, shares: int) -> list[tuple[str, int]]:
        """The place of each share of the first word: a symbol or register, and what to add."""
        if self.shares:
            return [(place, 0) for place in self.shares]
        return [(self.at, share * (self.stride or self.size)) for share in range(shares)]

    def distance(self, shares: int) -> int:
        return self.step or (self.size if self.stride > self.size or self.shares else self.size * shares)


@dataclass(frozen=True)
class Area:
    """Memory, or a register, that holds random words, public bytes, or at the end what may be known."""

    at: str
    size: int = 4  # bytes
    value: bytes = b""  # of public ones; empty: as the program has them
    any_value: bool = False  # public ones that are other ones in each run


@dataclass(frozen=True)
class Known:
    """Memory that may be known from the moment on when a function is called."""

    of: str  # the function
    at: str  # where, or empty:
    argument: int  # which of its arguments points there, from 0 on
    size: int  # bytes


ANY = "any"  # in place of the value of public bytes

STAGES = ("sbox", "linear")  # of a round
WORD_BYTES = 8  # of Ascon


@dataclass(frozen=True)
class Cut:
    """A symbol in a permutation, at which one stage of a round begins, and where the state is then."""

    at: str
    stage: str
    words: tuple[tuple[int, int], ...]  # the word and the share of each place of a part
    parts: tuple[tuple[str, ...], ...]  # of a word: the places of its even half and of its odd one, or of each byte
    guards: tuple[tuple[str, ...], ...]  # of each part, a place for each share but the first
    rotation: int  # of shares against each other


@dataclass(frozen=True)
class Unit:
    """One or more calls, one after another, that are checked as one."""

    name: str
    calls: tuple[tuple[str | int, ...], ...]  # the function, then its arguments: numbers or places
    shares: int
    order: int
    secrets: tuple[Secret, ...]
    random: tuple[Area, ...] = ()
    public: tuple[Area, ...] = ()
    models: tuple[str, ...] = DEFAULT_MODELS
    reveals: int = 0  # bits of the result that may be known: the outcome of a tag check
    reveals_of: str = ""  # the function whose result that is; empty: the last one of the calls
    result: str = ""  # the register that has its lowest bits; empty: that of the processor's words
    expect: str = ""  # of a control: the model in which it must leak
    definitions: tuple[str, ...] = ()  # of the preprocessor, for this unit's program alone
    highest: int = 1  # the order of the exact check with --all
    long: bool = False  # takes long: the tests leave it out
    cuts: tuple[Cut, ...] = ()  # not empty: it is checked in parts
    until: str = ""  # a symbol: the record of the unit ends before its instruction, if the program has it
    turns: bool = False  # it does the same at each place of its words: of sets that are turned alike one is checked
    outputs: tuple[Area, ...] = ()  # where it leaves what may be known: a ciphertext or tag in plain
    known: tuple[Known, ...] = ()
    steps: bool = False  # its permutations are left out: each ends a step, and fresh shares begin the next one
    right: str = ""  # a tag, secret or public: the run that is recorded is one in which it is right
    fresh: tuple[Secret, ...] = ()  # where shares are at the end that are independent of all others
    rotation: int = 0  # of shares against each other, in a state
    transitions: int = 1  # the highest order at which sets have differences of successive values too


@dataclass(frozen=True)
class Build:
    """How the laboratory makes the program itself: for units of the project and controls."""

    target: str  # a name of tools/embedded/targets.py
    sources: tuple[str, ...]
    definitions: tuple[str, ...] = ()
    library: bool = False  # with asconkit, compiled as for firmware
    profile: str = "speed"  # of the library
    compiler: tuple[str, ...] = ()  # and its flags, in place of the target's
    flags: tuple[str, ...] = ()  # after all others


@dataclass(frozen=True)
class Manifest:
    path: Path
    processor: str
    units: tuple[Unit, ...]
    build: Build | None = None
    title: str = ""


@dataclass
class _Table:
    """A table of the file, whose keys are taken one by one; what is left over at the end is an error."""

    values: dict[str, Any]
    where: str
    known: set[str] = field(default_factory=set)

    def take(self, key: str, kind: type, default: Any = None, what: str = "") -> Any:
        self.known.add(key)
        if key not in self.values:
            if default is None:
                raise ManifestError(f"{self.where}: {key} is missing; expected {what or _named(kind)}")
            return default
        value = self.values[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise ManifestError(f"{self.where}: {key} = {value!r}; expected {what or _named(kind)}")
        return value

    def number(self, key: str, lowest: int, highest: int, default: int | None = None) -> int:
        what = f"a number from {lowest} to {highest}"
        value: int = self.take(key, int, default, what)
        if not lowest <= value <= highest and value != default:
            raise ManifestError(f"{self.where}: {key} = {value}; expected {what}")
        return value

    def one_of(self, key: str, names: Iterable[str], default: str | None = None) -> str:
        what = f"one of {', '.join(names)}"
        value: str = self.take(key, str, default, what)
        if value not in names:
            raise ManifestError(f"{self.where}: {key} = {value!r}; expected {what}")
        return value

    def strings(self, key: str) -> tuple[str, ...]:
        value = self.take(key, list, [], "a list of strings")
        if not all(isinstance(each, str) for each in value):
            raise ManifestError(f"{self.where}: {key} = {value!r}; expected a list of strings")
        return tuple(value)

    def flag(self, key: str) -> bool:
        self.known.add(key)
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            raise ManifestError(f"{self.where}: {key} = {value!r}; expected true or false")
        return value

    def counts(self, key: str, default: tuple[int, ...]) -> tuple[int, ...]:
        """Numbers of shares: one, or a list of them."""
        self.known.add(key)
        value = self.values.get(key, list(default))
        found = value if isinstance(value, list) else [value]
        if not found:
            raise ManifestError(f"{self.where}: {key} is missing; expected a number from 1 to {MOST_SHARES}")
        for each in found:
            if type(each) is not int or not 1 <= each <= MOST_SHARES:
                raise ManifestError(f"{self.where}: {key} = {each!r}; expected a number from 1 to {MOST_SHARES}")
        return tuple(found)

    def tables(self, key: str) -> list["_Table"]:
        value = self.take(key, list, [], f"tables [[{key}]]")
        if not all(isinstance(each, dict) for each in value):
            raise ManifestError(f"{self.where}: {key}: expected tables [[{key}]]")
        return [_Table(each, f"{self.where}, {key} {number}") for number, each in enumerate(value, 1)]

    def end(self) -> None:
        for key in self.values:
            if key not in self.known:
                close = difflib.get_close_matches(key, self.known, 1)
                hint = f"did you mean {close[0]}?" if close else f"expected {', '.join(sorted(self.known))}"
                raise ManifestError(f"{self.where}: {key} is not known; {hint}")


def _named(kind: type) -> str:
    return {str: "a string", int: "a number", list: "a list", dict: "a table"}[kind]


PROCESSORS = ("armv6m", "armv7m", "rv32", "avr")
MOST_SHARES = 4


@dataclass(frozen=True)
class _Common:
    """What a manifest says for all of its units."""

    manifest: str  # its name
    shares: tuple[int, ...]
    rotation: int  # of shares against each other, where a secret is `rotated`
    result: str
    cuts: dict[int, tuple[Cut, ...]]  # by the number of shares


def load(path: Path) -> Manifest:
    values = _read(path)
    table = _Table(values, path.name)
    processor = table.one_of("processor", PROCESSORS)
    title = table.take("title", str, "")
    build = None
    if "build" in values:
        rows = _Table(table.take("build", dict), f"{path.name}, build")
        names = rows.strings("sources"), rows.strings("definitions")
        build = Build(rows.take("target", str), *names, rows.flag("library"))
        rows.end()
    table.known.add("build")
    shares = table.counts("shares", ()) if "shares" in values else ()
    rotation = table.number("rotation", 0, 63, 0)
    cuts = [*table.tables("cut"), *_tables_elsewhere(path, table.take("cuts", str, ""), "cut")]
    named = _cuts(cuts, rotation, processor == "avr")
    common = _Common(path.stem, shares, rotation, table.take("result", str, ""), named)
    files = table.strings("units") if isinstance(values.get("units"), list) else [table.take("units", str, "")]
    tables = [*table.tables("unit"), *(unit for name in files for unit in _tables_elsewhere(path, name, "unit"))]
    table.end()
    units = tuple(unit for each in tables for unit in _units(each, common))
    if not units:
        raise ManifestError(f"{path.name}: no [[unit]]; expected at least one")
    return Manifest(path, processor, units, build, title)


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ManifestError(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ManifestError(f"{path}: not TOML: {error}") from None


def _tables_elsewhere(path: Path, name: str, key: str) -> list[_Table]:
    """Units or cuts that several manifests share, in a file of nothing else."""
    if not name:
        return []
    other = _Table(_read(path.parent / name), Path(name).name)
    tables = other.tables(key)
    for group in other.tables("group"):
        every = group.take("every", dict)
        tables += [_Table({**every, **table.values}, table.where) for table in group.tables(key)]
        group.end()
    other.end()
    return tables


def _units(table: _Table, common: _Common) -> list[Unit]:
    """One for each number of shares, and for each choice from the lists of `each`. If there are several numbers of
    shares, names say which; of the lists, the name itself has to. Those that are not among `early`, a table or a list
    of them, take long."""
    counts = table.counts("shares", common.shares)
    single = isinstance(table.values.get("shares"), int)
    each, early, found = table.values.get("each", {}), table.values.get("early", {}), []
    early = early if isinstance(early, list) else [early]
    for key, lists in (("each", each), *(("early", one) for one in early)):
        if not isinstance(lists, dict):
            raise ManifestError(f"{table.where}: {key} = {lists!r}; expected a table of lists")
        for name, choices in lists.items():
            if not isinstance(choices, list) or not choices:
                raise ManifestError(f"{table.where}: {key}: {name} = {choices!r}; expected a list that is not empty")
    for count in counts:
        for chosen in _choices(each):
            chosen |= {"shares": count, "manifest": common.manifest}
            values = _with(table.values, chosen)
            if not any(all(chosen.get(name) in choices for name, choices in one.items()) for one in early):
                values["long"] = True
            found.append(_unit(_Table(values, table.where), count, single, common))
    return found


def _choices(lists: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    """One of each list, in all combinations. A choice that is a table is several, by their names."""
    for chosen in itertools.product(*lists.values()):
        found: dict[str, Any] = {}
        for name, one in zip(lists, chosen):
            found.update(one if isinstance(one, dict) else {name: one})
        yield found


def _with(value: Any, chosen: dict[str, Any]) -> Any:
    """With what was chosen in place of {shares} and the like; where there is nothing else, with its type."""
    if isinstance(value, str):
        for name, one in chosen.items():
            if value == f"{{{name}}}":
                return one
            value = value.replace(f"{{{name}}}", str(one))
        return value
    if isinstance(value, list):
        return [_with(each, chosen) for each in value]
    if isinstance(value, dict):
        return {key: _with(each, chosen) for key, each in value.items()}
    return value


def _unit(table: _Table, shares: int, single: bool, common: _Common) -> Unit:
    table.known.update(("shares", "each", "early"))
    name = table.take("name", str) + ("" if single else f", {shares} shares")
    table.where = f"{table.where} ({name})"
    order = table.number("order", 1, 3, 1) if single else min(table.number("order", 1, 3, 1), max(shares - 1, 1))
    models = table.strings("models") or DEFAULT_MODELS
    for model in models:
        if model not in MODELS:
            raise ManifestError(f"{table.where}: models has {model!r}; expected some of {', '.join(MODELS)}")
    unit = Unit(
        name, _calls(table), shares, order,
        tuple(_secret(each, shares, common.rotation) for each in table.tables("secret")),
        tuple(_area(each, False, shares) for each in table.tables("random")),
        tuple(_area(each, True, shares) for each in table.tables("public")),
        models, table.number("reveals", 0, 32, 0), table.take("reveals_of", str, ""),
        table.take("result", str, common.result), table.one_of("expect", ("", *MODELS), ""),
        table.strings("definitions"),
        max(order, min(table.number("highest", 1, 3, 1), shares - 1)), table.flag("long"),
        common.cuts.get(shares, ()) if table.flag("cut") else (), table.take("until", str, ""),
        table.flag("turns"),
        tuple(_area(each, False, shares) for each in table.tables("output")),
        tuple(map(_known, table.tables("known"))), table.flag("steps"), table.take("right", str, ""),
        tuple(_secret(each, shares, common.rotation) for each in table.tables("fresh")), common.rotation,
        table.number("transitions", 1, 3, 1),
    )  # fmt: skip
    table.end()
    if not unit.secrets and not unit.fresh:
        raise ManifestError(f"{table.where}: no [[unit.secret]]; expected at least one, or nothing can leak")
    names = [*(secret.name for secret in unit.secrets), *(area.at for area in unit.public)]
    if unit.right and not (unit.right in names and unit.reveals_of):
        expected = f"one of {', '.join(names)}, and reveals_of"
        raise ManifestError(f"{table.where}: right = {unit.right!r}; expected {expected}")
    return unit


def _calls(table: _Table) -> tuple[tuple[str | int, ...], ...]:
    what = 'lists of a function and its arguments, such as [["masked_and", "x", "y", 4]]'
    calls = table.take("calls", list, None, what)
    for call in calls:
        good = isinstance(call, list) and call and isinstance(call[0], str)
        if not good or not all(isinstance(each, (str, int)) for each in call):
            raise ManifestError(f"{table.where}: calls has {call!r}; expected {what}")
        if len(call) > 5:
            raise ManifestError(f"{table.where}: calls has {call!r}; expected at most four arguments")
    if not calls:
        raise ManifestError(f"{table.where}: calls is empty; expected {what}")
    return tuple(tuple(call) for call in calls)


def _secret(table: _Table, shares: int, rotation: int) -> Secret:
    table.where = f"{table.where} ({table.values.get('name', 'without a name')})"
    places = table.strings("shares")
    if places and len(places) != shares:
        raise ManifestError(
            f"{table.where}: shares has {len(places)} places; expected {shares}, as the unit has shares"
        )
    if table.flag("rotated"):
        table.values = {**table.values, "rotation": rotation}
    secret = Secret(
        table.take("name", str), table.take("at", str, "" if places else None, "a symbol or a register"),
        table.number("bytes", 1, 4096, 4), table.number("count", 1, 4096, 1), table.number("stride", 1, 1 << 20, 0),
        table.number("step", 1, 1 << 20, 0), places, table.number("rotation", 0, 63, 0),
        table.number("unit", 8, 64, 32), table.number("only", 0, shares - 1, -1), table.flag("kept"),
        table.flag("partly"),
    )  # fmt: skip
    table.end()
    if secret.rotation and secret.size * 8 % secret.unit:
        raise ManifestError(f"{table.where}: bytes = {secret.size}; expected whole units of {secret.unit} bits")
    return secret


def _known(table: _Table) -> Known:
    at = table.take("at", str, "")
    argument = table.number("argument", 0, 3, -1 if at else None)
    known = Known(table.take("of", str), at, argument, table.number("bytes", 1, 4096))
    table.end()
    return known


def _cuts(tables: Iterable[_Table], rotation: int, by_bytes: bool) -> dict[int, tuple[Cut, ...]]:
    """Of permutations, by the number of shares."""
    found: dict[int, tuple[Cut, ...]] = {}
    for table in tables:
        shares = table.number("shares", 2, MOST_SHARES)
        table.where = f"{table.where} ({table.values.get('at', 'without a place')})"
        cut = Cut(
            table.take("at", str), table.one_of("stage", STAGES),
            tuple(_word(table, each) for each in table.take("words", str).split()),
            _bytes(table, "bytes", 5 * shares) if by_bytes else _halves(table, "", 5 * shares),
            _bytes(table, "guards", shares - 1) if by_bytes else _halves(table, "_guards", shares - 1), rotation,
        )  # fmt: skip
        table.end()
        if sorted(cut.words) != [(word, share) for word in range(5) for share in range(shares)]:
            raise ManifestError(f"{table.where}: words: expected each share of each word once, as 0.0 0.1 ... 4.1")
        found[shares] = (*found.get(shares, ()), cut)
    return found


def _word(table: _Table, text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d)\.(\d)", text)
    if not match:
        raise ManifestError(f"{table.where}: words has {text!r}; expected WORD.SHARE, as 4.1")
    return int(match[1]), int(match[2])


def _halves(table: _Table, what: str, count: int) -> tuple[tuple[str, ...], ...]:
    return tuple(_places(table, half + what, count) for half in ("even", "odd"))


def _bytes(table: _Table, key: str, count: int) -> tuple[tuple[str, ...], ...]:
    """y+0*10 are ten words from where Y points to. The bytes of a word follow each other, the lowest first."""
    text = table.take(key, str)
    match = re.fullmatch(r"([xyz])\+(\d+)(?:\*(\d+))?", text)
    if not match or int(match[3] or 1) != count:
        raise ManifestError(f"{table.where}: {key} = {text!r}; expected words at a pointer, such as y+0*{count}")
    words = [int(match[2]) + WORD_BYTES * number for number in range(count)]
    return tuple(tuple(f"{match[1]}+{word + byte}" for word in words) for byte in range(WORD_BYTES))


def _places(table: _Table, key: str, count: int) -> tuple[str, ...]:
    """r1-r10 or x8-x17 are ten registers, sp+40*10 ten words of the stack, r0+8*2 two of those that r0 points to;
    several of them follow each other."""
    found: list[str] = []
    for text in table.take(key, str).split():
        if match := re.fullmatch(r"([rx])(\d+)(?:-\1(\d+))?", text):
            found += [f"{match[1]}{number}" for number in range(int(match[2]), int(match[3] or match[2]) + 1)]
        elif match := re.fullmatch(r"(sp|[rx]\d+)\+(\d+)(?:\*(\d+))?", text):
            found += [f"{match[1]}+{int(match[2]) + 4 * number}" for number in range(int(match[3] or 1))]
        else:
            raise ManifestError(f"{table.where}: {key} has {text!r}; expected places such as r1-r10 or sp+40*10")
    if len(found) != count:
        raise ManifestError(f"{table.where}: {key} has {len(found)} places; expected {count}")
    return tuple(found)


def _area(table: _Table, public: bool, shares: int) -> Area:
    pairs = shares * (shares - 1) // 2
    default = pairs * table.number("per_pair", 1, 1 << 20, 0) or 4
    at, size, value = table.take("at", str), table.number("bytes", 1, 1 << 20, default), b""
    text = table.take("value", str, "") if public else ""
    if text != ANY:
        try:
            value = bytes.fromhex(text)
        except ValueError:
            raise ManifestError(f"{table.where}: value = {text!r}; expected hexadecimal digits or {ANY!r}") from None
        if value and len(value) != size:
            raise ManifestError(f"{table.where}: value has {len(value)} bytes; expected {size}")
    table.end()
    return Area(at, size, value, text == ANY)
