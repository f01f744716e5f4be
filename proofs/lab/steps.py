"""Whole calls, in steps: permutations are left out, and each is a border between two steps.

A permutation takes shares and guards that are uniform and leaves others that are. That it does so, and that nothing
in it leaks, units of its own show. So in a call it is not run: at its beginning it is proved that shares and guards
are uniform, independent of what else the call still uses, and that no register, bus or port holds anything of a share;
then fresh ones are there. What is left is short, and every call can be checked, with any number of shares, at higher
orders too: of two values in different steps, the second one has fresh shares. (With guards the shares after a
permutation are functions of those before it: docs/masked.md says what that leaves open.)

A round with fresh random words is left out like a permutation. The first one of a state runs nevertheless, since some
of its words are public there, and have no shares.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from collections.abc import Iterator

from .borders import GUARD, Cutting, Name
from .elf import Elf
from .manifest import Unit
from .record import LeftOut, Moment
from .units import preparation

WORD_BYTES, WORDS = 8, 5
PERMUTATIONS = ("ascon_masked_permute_{}", "ascon_masked_permute_{}_shuffled")  # with guards after the state
ROUNDS = ("ascon_masked_round_{}",)  # without
SET_BY = "ascon_masked_state_set"


class Steps(Cutting):
    """One run of a call. All that is left out gets the state by its first argument."""

    def __init__(self, unit: Unit, elf: Elf, processor: str, given: dict[str, int] | None = None) -> None:
        super().__init__(unit, elf, processor, given)
        self.guards = {self.function(name): True for name in PERMUTATIONS}
        self.guards |= {self.function(name): False for name in ROUNDS}
        rounds = [self.function(name) for name in ROUNDS if self.function(name) >= 0]
        set_by = elf.symbols.get(SET_BY, -1) if rounds else -1
        self.recorder.leaves_out = LeftOut(frozenset(self.guards) - {-1}, frozenset({set_by}) - {-1})

    def function(self, name: str) -> int:
        return self.elf.symbols.get(name.format(self.shares), -1)

    def before(self, moment: Moment) -> None:
        if moment.left_out:
            at = self.elf.function(moment.address)
            drawn = {value for _, _, value in self.random}  # a permutation's unit has what is left of a source too
            if held := self.machine.left(drawn):
                raise self.machine.unsupported(f"something of a share is left before {at}: in {', '.join(held)}")
            self.replace(at, dict(self.places(moment)), self.unit.rotation)

    def places(self, moment: Moment) -> Iterator[tuple[Name, int]]:
        """The cells of the state, and of its guards."""
        start, size = self.lowering.argument(moment.registers, 0), self.bytes
        parts = WORD_BYTES // size
        for word in range(WORDS):
            for share in range(self.shares):
                for part in range(parts):
                    yield (word, share, part), start + WORD_BYTES * (self.shares * word + share) + size * part
        if self.guards[moment.address]:
            start += WORD_BYTES * self.shares * WORDS
            for share in range(1, self.shares):
                for part in range(parts):
                    yield (GUARD, share, part), start + WORD_BYTES * (share - 1) + size * part


def prepare(unit: Unit, elf: Elf, processor: str) -> Steps:
    """Raises NotProved if a step does not begin with fresh shares, and what units.prepare() raises."""
    made = preparation(unit, elf, processor, Steps)
    assert isinstance(made, Steps)
    made.finish()
    for snapshot in made.replaced:
        made.prove_uniform(snapshot)
    return made
