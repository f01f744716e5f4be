"""Proofs for every length: planted faults are found, and segments put together are the executable specification."""

import random
from dataclasses import replace
from itertools import product

import pytest
from builds import SHORT_RUN
from planted_lengths import FAULTS, RIGHT, Fault
from planting import compiled
from prove import abi, programs, theorem
from prove.calls import ROWS
from prove.graph import Graph
from prove.lengths import batches, proof
from prove.lengths.batches import MessagePlans, fitted
from prove.lengths.linear import Facts, form, is_possible, quotient, replaced, symbol
from prove.lengths.phases import (
    BATCHES, FAILS, FAILS_FIRST, IN_PIECES, ONE_SHOT, OPERATIONS, OTHERS, PASSES, PIECES, PRF_SHORT, V12, Batch,
    Encrypt, Forged, Refused,
)  # fmt: skip
from prove.lengths.plans import GATE, Loop, Plans
from prove.lengths.walk import Program
from prove.specification import Specification, plain
from prove.unknown import Called
from prove.values import NotProved
from spec import modes
from spec.algorithms import Kind
from test_graph import evaluated

QUICK = ("wrong in turn 1,000,000", "last whole block is skipped", "output one block late",
         "-O2: wrong in the 5th turn")
only_x86_64 = pytest.mark.skipif(not programs.IS_X86_64, reason="for x86-64")


def proved(folder, fault: Fault):
    elf = compiled(folder, fault.file, fault.changes, fault.level, fault.backend, fault.operation in BATCHES)
    if fault.level == "-O3" or "permute_outlined" not in elf.symbols:
        return proof.prove(Program(elf, abi.X86_64, None), fault.operation)
    function, anywhere = "permute_outlined", replace(abi.X86_64, alignment=8, residue=0)
    proofs = {rounds: theorem.permutation(elf, anywhere, function, plain, rounds) for rounds in (6, 8, 12)}
    called = Called(elf.address(function), abi.X86_64, plain, proofs)
    program, operation = Program(elf, abi.X86_64, called), fault.operation
    for calls in IN_PIECES:
        program = proof.prepared(program, list(calls)) if operation in calls else program
    return proof.prove(program, operation)


@only_x86_64
@pytest.mark.parametrize("name", QUICK if SHORT_RUN else FAULTS)
def test_fault_is_found(name, tmp_path):
    with pytest.raises(NotProved, match=FAULTS[name].said or None):
        proved(tmp_path, FAULTS[name])


@only_x86_64
@pytest.mark.parametrize("name", list(RIGHT)[:1] if SHORT_RUN else RIGHT)
def test_right_program_is_proved(name, tmp_path):
    assert proved(tmp_path, RIGHT[name]).segments >= 10


# ---- Composition ------------------------------------------------------------------------------------


class Strings:
    """What a mode reads and writes, as numbers."""

    def __init__(self, given: dict[str, bytes], lengths: dict[str, int]) -> None:
        self.given, self.lengths, self.written = given, lengths, {}
        self.permutation = Specification(Graph())

    def bits(self, name, at, count):
        assert 0 <= at <= at + count <= len(self.given[name])
        return [self.given[name][at + bit // 8] >> bit % 8 & 1 for bit in range(8 * count)]

    def bits_of_length(self, size, factor):
        return [self.lengths[size] * factor >> bit & 1 for bit in range(64)]

    def want(self, name, at, bits):
        found = evaluated(self.permutation.graph, bits, {})
        for place in range(len(bits) // 8):
            assert (name, at + place) not in self.written or name == "output"
            self.written[name, at + place] = sum(found[8 * place + bit] << bit for bit in range(8))

    def want_zeros(self, name, size):
        self.written |= {(name, at): 0 for at in range(self.lengths[size])}

    def assume_wrong(self, tag, computed):
        self.is_wrong = tag != computed

    def set_tag(self, bits):
        self.want("tag", 0, bits)

    def leave(self, state, phase, offset):
        bits = evaluated(self.permutation.graph, state, {})
        self.left = bytes(sum(bits[at + bit] << bit for bit in range(8)) for at in range(0, 320, 8)), phase, offset

    def clear(self):
        self.left = None

    def string(self, name, size):
        assert {at for region, at in self.written if region == name} == set(range(size))
        return bytes(self.written[name, at] for at in range(size))


def follow(plans: Plans, lengths: dict[str, int], strings: Strings, mode) -> None:
    """The plans that these lengths meet, one after the other: each time exactly one."""
    at, values = None, {**{phase.counter: 0 for phase in plans.phases}, **lengths}
    while True:
        met = [(plan, known) for plan in plans.of(at) if (known := meets(plan, plans, values)) is not None]
        assert len(met) == 1, [plan.text for plan, _ in met]
        plan, known = met[0]
        for step in plan.steps:
            step.do(mode, mode.sponge.bits if step.what == "resume" else [], replaced(step.at, known))
        if plan.arrival is None:
            return
        at = plan.arrival
        values |= {name: replaced(number, known) for name, number in plan.after.items()}


def meets(plan, plans: Plans, values: dict[str, int]) -> dict[str, int] | None:
    """The numbers of a plan's symbols with which its strings have these lengths, if its conditions hold then."""
    known = dict(values)
    for name, number in plan.by.items():
        if replaced(number, known) != known[name]:
            return None
    return known if all(replaced(each, known) >= 0 for each in plan.facts.forms) else None


def heads(phases, ahead: int, blocks: int, gates: bool):
    loops = [Loop(number, ahead, blocks) for number, _ in enumerate(phases)]
    return loops, {number: GATE for number, phase in enumerate(phases) if gates and ahead and phase.rate > 1}


PUT_TOGETHER = (*(name for name in ONE_SHOT if "in place" not in name), *OTHERS, *V12, "encrypt, tag of 15 bytes",
                "forged, tag of 4 bytes", "forged, cleared by memset", "xof128, NULL message",
                "decrypt, NULL ad and output")  # fmt: skip


@pytest.mark.parametrize("operation", PUT_TOGETHER)
@pytest.mark.parametrize(("ahead", "blocks", "gates"), [(0, 1, False), (1, 1, True), (0, 4, False)])
def test_plans_put_together_are_the_specification(operation, ahead, blocks, gates):
    """For all lengths around blocks: each plan's conditions are met by some, and together they leave nothing out."""
    chosen, mode = random.Random(operation), OPERATIONS[operation].mode
    symbols = sorted({phase.length for phase in mode.phases})
    empty = OPERATIONS[operation].lengths_of_nulls
    plans = Plans(mode.phases, *heads(mode.phases, ahead, blocks, gates), (1 << 64) - 1, empty)
    borders = (0, 1, 8, 16, 33) if len(symbols) > 1 else (*range(10), 16, 33)
    borders = (*borders, 81) if mode.row.rate > 32 else borders
    for lengths in product(*((0,) if name in empty else borders for name in symbols)):
        put_together(plans, operation, dict(zip(symbols, lengths, strict=True)), chosen)


@pytest.mark.parametrize("name", ["ascon-prfshort-v13", "ascon-prfshort"])
def test_short_messages_are_the_specification(name):
    chosen = random.Random(name)
    for operation in PRF_SHORT:
        if operation.startswith(f"{name},"):
            mode = OPERATIONS[operation].mode
            put_together(Plans(mode.phases, [], {}, (1 << 64) - 1), operation, {}, chosen)


class Context:
    """Calls in pieces: for each, exactly one proof is about the place in a block that the calls before it left."""

    def __init__(self, algorithm: str, **given: bytes) -> None:
        self.algorithm, self.given, self.left = algorithm, given, (bytes(40), 0, 0)
        self._call(f"{algorithm} init", len(given.get("customization", b"")))

    def __call__(self, function: str, size: int = 0, ending: str = "", **given: bytes):
        self.given |= given
        place = ("", "start", "ad {}", "text {}", "text {}", "message {}", "output {}")[self.left[1]]
        name = f"{self.algorithm} {function} at {place.format(self.left[2])}"
        short = f"{name}, {size} bytes"
        return self._call(short if short in PIECES else name + ending, size)

    def _call(self, operation: str, size: int):
        mode = OPERATIONS[operation].mode
        lengths = {phase.length: size - phase.before for phase in mode.phases}
        strings = Strings({**self.given, "context": self.left[0]}, lengths)
        plans = Plans(mode.phases, *heads(mode.phases, 0, 1, False), (1 << 64) - 1)
        follow(plans, lengths, strings, mode(strings))
        self.left = strings.left
        return strings

    def pieces(self, function: str, chosen: random.Random, name: str) -> tuple[bytes, bytes]:
        """A string, and the output if there is one."""
        whole = output = b""
        for size in [chosen.choice((0, 1, 3, 8, 13, 16, 35)) for _ in range(chosen.randrange(6))]:
            piece = chosen.randbytes(size)
            strings = self(function, size, **{name: piece})
            whole += piece
            output += strings.string("output", size if strings.written else 0)
        return whole, output


@pytest.mark.parametrize("seed", range(20))
def test_incremental_calls_are_the_specification(seed):
    """Random lengths of pieces."""
    chosen = random.Random(seed)
    context = Context("hash256")
    message, _ = context.pieces("update", chosen, "message")
    assert context("final").string("output", 32) == modes.hash_digest(ROWS["ascon-hash256"], message)
    assert context.left is None
    customization = chosen.randbytes(chosen.randrange(257))
    for context in (Context("xof128"), Context("cxof128", customization=customization)):
        message, _ = context.pieces("update", chosen, "message")
        _, output = context.pieces("squeeze", chosen, "")
        assert output == (modes.xof(ROWS["ascon-xof128"], message, len(output)) if context.algorithm == "xof128" else
                          modes.cxof(ROWS["ascon-cxof128"], message, customization, len(output)))  # fmt: skip


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", [name for name in ROWS if f"{name} squeeze at message 0" in PIECES])
def test_incremental_calls_by_any_are_the_specification(seed, name):
    chosen, row = random.Random(seed), ROWS[name]
    key = chosen.randbytes(row.key)
    context = Context(name, key=key, tag=bytes(16))
    message, _ = context.pieces("update", chosen, "message")
    before = context.left
    if row.output == 0:
        _, output = context.pieces("squeeze", chosen, "")
    else:
        output = context("squeeze", row.output).string("tag" if row.kind == Kind.MAC else "output", row.output)
        assert context.left is None
    function = {Kind.HASH: modes.hash_digest, Kind.XOF: modes.xof, Kind.MAC: modes.mac, Kind.PRF: modes.prf}[row.kind]
    size = [len(output)] if row.output == 0 else []
    assert output == function(row, *([key] if key else []), message, *size)
    for ending in ("", ", wrong tag") if row.kind == Kind.MAC else ():
        context.left = before
        last = context("verify_final", ending=ending)
        assert context.left is None and (last.is_wrong if ending else last.string("tag", 16) == output)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("name", ["aead128", "ascon-128", "ascon-128a", "ascon-80pq"])
@pytest.mark.parametrize("function", ["encrypt_update", "decrypt_update_unverified"])
def test_incremental_encryption_is_the_specification(seed, name, function):
    chosen, row = random.Random(seed), ROWS.get(name, ROWS["ascon-aead128"])
    key, nonce, size = chosen.randbytes(row.key), chosen.randbytes(16), chosen.randrange(row.min_tag, 17)
    context = Context(name, key=key, nonce=nonce)
    ad, _ = context.pieces("ad", chosen, "ad")
    texts = context.pieces(function, chosen, "text")
    encrypts, forged = function == "encrypt_update", chosen.random() < 0.5
    context.given["tag"] = bytes(size)
    wrong = ", wrong tag" if forged and not encrypts else ""
    last = context(function.split("_")[0] + "_final", ending=wrong + f", tag of {size} bytes" * (size < 16))
    assert context.left is None
    plaintext, ciphertext = texts if encrypts else texts[::-1]
    wanted = modes.aead_encrypt(row, key, nonce, ad, plaintext, size)
    assert wanted == (ciphertext, wanted[1] if wrong else last.string("tag", size))
    assert not wrong or last.is_wrong


def put_together(plans: Plans, operation: str, lengths: dict[str, int], chosen: random.Random) -> None:
    """With random contents."""
    mode, inputs = OPERATIONS[operation].mode, OPERATIONS[operation].inputs
    given = {name: chosen.randbytes(lengths.get(size, size)) for name, size in inputs.items()}
    strings = Strings(given, lengths)
    follow(plans, lengths, strings, mode(strings))
    compare(operation, lengths, given, strings, mode.row)


def compare(operation, known, given, strings, row) -> None:
    """With the executable specification."""
    mode = OPERATIONS[operation].mode
    size = mode.tag_bytes
    if row.kind == Kind.HASH:
        assert strings.string("output", 32) == modes.hash_digest(row, given["message"])
    elif row.kind == Kind.XOF:
        assert strings.string("output", known["m"]) == modes.xof(row, given["message"], known["m"])
    elif row.kind == Kind.CXOF:
        wanted = modes.cxof(row, given["message"], given["customization"], known["m"])
        assert strings.string("output", known["m"]) == wanted
    elif row.kind == Kind.PRF:
        assert strings.string("output", known["m"]) == modes.prf(row, given["key"], given["message"], known["m"])
    elif row.kind == Kind.PRFSHORT:
        wanted = modes.prfshort(row, given["key"], given["message"], mode.output_bytes)
        assert strings.string("output", mode.output_bytes) == wanted
    elif issubclass(mode, Refused):
        assert strings.is_wrong
    elif row.kind == Kind.MAC:
        assert strings.string("tag", size) == modes.mac(row, given["key"], given["message"])
    elif issubclass(mode, Forged):
        assert strings.is_wrong and strings.string("output", known["n"]) == bytes(known["n"])
    else:
        text, other = given["text"], strings.string("output", known["n"])
        plaintext, ciphertext = (text, other) if issubclass(mode, Encrypt) else (other, text)
        wanted = modes.aead_encrypt(row, given["key"], given["nonce"], given["ad"], plaintext, size)
        assert wanted == (ciphertext, strings.string("tag", size))


class Outcomes:
    """Of messages: those that are wanted, and those that the mode expects."""

    permutation = Specification(Graph())

    def __init__(self, outcomes: dict[int, int]) -> None:
        self.outcomes, self.run, self.written = outcomes, [], {}

    def bits(self, name, at, count):
        return [self.outcomes.get(at // 4, 0) >> bit & 1 for bit in range(32)]

    def expect(self, at, result):
        self.run.append(at)

    def want(self, name, at, bits):
        self.written[at] = sum(bit << place for place, bit in enumerate(bits))

    def assume_wrong(self, one, other):
        assert one != other

    def publish(self, bits):
        pass


@pytest.mark.parametrize("count", range(14))
@pytest.mark.parametrize("fails", [{}, {0: 1}, {1: 3, 3: 2}, {4: 1, 7: 5}, {12: 2}])
def test_plans_put_together_run_each_message_once(count, fails, monkeypatch):
    """With windows of four messages."""
    monkeypatch.setattr(batches, "WINDOW", 4)
    fails = {number: outcome for number, outcome in fails.items() if number < count}
    strings, plans, first = Outcomes(fails), MessagePlans(0, (1 << 63) - 1), min(fails, default=None)
    mode, at, values = Batch(strings), None, {"n": count}
    while True:
        i = values.get("i")
        phase = PASSES if i not in fails else FAILS_FIRST if i == first else FAILS
        met = [plan for plan in plans.of(at)
               if all(step.what != "block" or mode.phases[step.phase] == phase for step in plan.steps)
               and meets(plan, plans, values) is not None]  # fmt: skip
        assert len(met) == 1
        for step in met[0].steps:
            if step.what == "block":
                mode.block(phase, replaced(step.at, values))
            elif step.what != "resume":
                getattr(mode, step.what)()
        if met[0].arrival is None:
            break
        at = met[0].arrival
        values |= {name: replaced(number, values) for name, number in met[0].after.items()}
    assert strings.run == [88 * number for number in range(count)]
    assert strings.written == {88 * number + 80: fails.get(number, 0) for number in range(count)}
    assert mode.result == fails.get(first, 0) and values.get("f", first) == first


# ---- Linear forms -----------------------------------------------------------------------------------


def test_no_possible_numbers_are_called_impossible():
    """Random inequalities in three unknowns: where some numbers of a cube fulfil them, they are possible."""
    chosen, cube, found = random.Random(232), list(product(range(-4, 5), repeat=3)), [0, 0]
    for _ in range(500):
        forms = [form(chosen.randint(-6, 6), {name: chosen.randint(-3, 3) for name in "xyz"}) for _ in range(5)]
        forms[0] = forms[0] + quotient(forms[1], chosen.randint(2, 5)) * chosen.randint(-3, 3)
        fulfilled = any(
            all(replaced(each, dict(zip("xyz", point, strict=True))) >= 0 for each in forms) for point in cube
        )
        possible = is_possible(forms)
        assert possible or not fulfilled
        found[possible] += 1
    assert min(found) > 50


def test_forms_are_fitted_to_samples():
    n, i = symbol("n"), symbol("i")
    assert fitted([({"i": i + 1, "f": i}, i * 8 + 8)], "nfi") == i * 8
    assert fitted([({"i": i + 1, "f": i}, i)], "nfi") == symbol("f")
    assert fitted([({"i": 0}, n), ({"i": 1}, n - 3)], "ni") == n - i * 3
    assert fitted([({"i": 0}, 0), ({"i": 2}, 1)], "ni") is None


def test_quotients():
    n, i = symbol("n"), symbol("i")
    assert quotient(n * 12 + 29, 8) == n + quotient(n + 1, 2) + 3
    assert replaced(quotient(n - 9, 8), {"n": i * 8 + 14}) == i and replaced(quotient(n, 8), {"n": -1}) == -1
    facts = Facts([n - i * 8 - 16])  # as a loop has it that compares with the end of whole blocks
    assert facts.imply(quotient(n, 8) - i - 2) and not facts.imply(quotient(n, 8) - i - 3)
    assert Facts([n, -n]).constant(n * 8 - quotient(n, 8) * 64) == 0


def test_whole_numbers_round():
    n = symbol("n")
    assert Facts([n * 2 - 1, 1 - n]).constant(n) == 1
    assert not is_possible([n * 2 - 1, 1 - n * 2])
    assert Facts([n * 16 - 5]).imply(n - 1) and not Facts([n * 16 + 5]).imply(n - 1)
