"""Bits as nodes of a graph of XOR and AND, and the proof that two of them are the same function of the inputs.

A literal is twice the number of a node, plus 1 for the complement. Every node knows its value for 192 random inputs.
Where these are those of a cut point, a bit of the specification or an input, the two are compared for all values of
the cut points before it: if they agree, the cut point takes the node's place, else the node stays as it is. So random
inputs only say what is worth a proof. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import random
from collections.abc import Container, Iterable

FALSE, TRUE = 0, 1
INPUT, XOR, AND = 1, 2, 3
PATTERNS = 192
ALL = (1 << PATTERNS) - 1
MOST_LEAVES = 9  # of a comparison: 512 rows
MOST_LAYERS = 6  # by which the leaves may precede the bit
MOST_NODES = 600  # that are worth a comparison

Literal = int


def column(place: int, size: int) -> int:
    """A truth table of `size` rows, as an integer: bit i of it is bit `place` of i."""
    block = ((1 << (1 << place)) - 1) << (1 << place)
    width = 2 << place
    while width < size:
        block |= block << width
        width *= 2
    return block


COLUMNS = [column(place, 1 << MOST_LEAVES) for place in range(MOST_LEAVES)]
ROWS = (1 << (1 << MOST_LEAVES)) - 1


class Graph:
    def __init__(self, seed: int = 1, joins: bool = True) -> None:
        """Without `joins`, no node takes the place of another: for a checker that is to compare them itself."""
        self._random = random.Random(seed)
        self._joins = joins
        self.kinds = [0]  # node 0 is the constant
        self.operands: list[tuple[Literal, Literal]] = [(0, 0)]
        self.patterns = [0]
        self.names: dict[int, str] = {}  # of inputs
        self._known: dict[tuple[int, Literal, Literal], Literal] = {}
        self._of: dict[tuple[str, ...], dict[int, bool]] = {}  # by names of inputs: nodes that depend on these alone
        self._layers: dict[int, int] = {}  # of cut points
        self._cuts: dict[int, list[Literal]] = {}  # by the patterns of the one of both signs that begins with 0
        self.comparisons = 0
        self._back = 1  # how far the leaves were before the bit in the last comparison: often so in the next one

    # ---- Nodes ------------------------------------------------------------------------------------

    def input(self, name: str) -> Literal:
        node = self._add(INPUT, 0, 0, self._random.getrandbits(PATTERNS))
        self.names[node] = name
        self._layers[node] = 0
        self._remember(2 * node)
        return 2 * node

    def inputs(self, name: str, count: int) -> tuple[Literal, ...]:
        return tuple(self.input(f"{name}[{bit}]") for bit in range(count))

    def xor(self, first: Literal, second: Literal) -> Literal:
        sign = (first ^ second) & 1
        first, second = first & ~1, second & ~1
        if first == second:
            return sign
        if first > second:
            first, second = second, first
        if first == FALSE:
            return second ^ sign
        return self._made(XOR, first, second) ^ sign

    def and_(self, first: Literal, second: Literal) -> Literal:
        if first > second:
            first, second = second, first
        if first == FALSE or first ^ second == 1:
            return FALSE
        if first == TRUE or first == second:
            return second
        return self._made(AND, first, second)

    def or_(self, first: Literal, second: Literal) -> Literal:
        return self.and_(first ^ 1, second ^ 1) ^ 1

    def choose(self, condition: Literal, yes: Literal, no: Literal) -> Literal:
        return self.xor(self.and_(condition, self.xor(yes, no)), no)

    def below(self, literals: Iterable[Literal], leaves: Container[int] = ()) -> list[int]:
        """The nodes that these are made of, operands first. Nothing is taken apart that is a leaf."""
        found: set[int] = set()
        waiting = [literal >> 1 for literal in literals]
        while waiting:
            node = waiting.pop()
            if node not in found:
                found.add(node)
                if self.kinds[node] > INPUT and node not in leaves:
                    waiting += (operand >> 1 for operand in self.operands[node])
        return sorted(found)  # operands have lower numbers

    def is_of(self, literal: Literal, names: tuple[str, ...]) -> bool:
        """Whether it depends on no other inputs than those whose names begin so."""
        known = self._of.setdefault(names, {0: True})
        for node in self.below([literal], known):
            if node not in known:
                of_operands = all(known[operand >> 1] for operand in self.operands[node])
                known[node] = self.names[node].startswith(names) if self.kinds[node] == INPUT else of_operands
        return known[literal >> 1]

    def where_one_is(self, known: dict[int, Literal], literal: Literal) -> set[Literal]:
        """For each of these nodes: what the literal is if this node has its value and all other nodes are unknown."""
        users: dict[int, list[int]] = {}
        for node in self.below([literal], known):
            if self.kinds[node] > INPUT and node not in known:
                for operand in self.operands[node]:
                    users.setdefault(operand >> 1, []).append(node)
        return {self._changed(node, value, users).get(literal >> 1, literal & ~1) ^ literal & 1
                for node, value in known.items()}  # fmt: skip

    def _changed(self, node: int, value: Literal, users: dict[int, list[int]]) -> dict[int, Literal]:
        """What nodes are where one has a value: those that use it, and so on."""
        instead = {node: value}
        waiting = [*users.get(node, ())]
        while waiting:
            waiting.sort(reverse=True)  # operands have lower numbers
            each = waiting.pop()
            first, second = (instead.get(operand >> 1, operand & ~1) ^ operand & 1 for operand in self.operands[each])
            instead[each] = self.xor(first, second) if self.kinds[each] == XOR else self.and_(first, second)
            waiting = [*{*waiting, *users.get(each, ())}] if instead[each] != 2 * each else waiting
        return instead

    def pattern(self, literal: Literal) -> int:
        """The values for the random inputs."""
        return self.patterns[literal >> 1] ^ (ALL if literal & 1 else 0)

    def _made(self, kind: int, first: Literal, second: Literal) -> Literal:
        key = (kind, first, second)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._new(kind, first, second)
        return found

    def _new(self, kind: int, first: Literal, second: Literal) -> Literal:
        one, other = self.pattern(first), self.pattern(second)
        pattern = one ^ other if kind == XOR else one & other
        made = 2 * self._add(kind, first, second, pattern)
        sign = pattern & 1
        for cut in self._cuts.get(pattern ^ ALL if sign else pattern, ()) if self._joins else ():
            if self._are_same(made, cut ^ sign):
                return cut ^ sign
        return made

    def _add(self, kind: int, first: Literal, second: Literal, pattern: int) -> int:
        self.kinds.append(kind)
        self.operands.append((first, second))
        self.patterns.append(pattern)
        return len(self.kinds) - 1

    # ---- Cut points -------------------------------------------------------------------------------

    def cut(self, literal: Literal, layer: int) -> bool:
        """Makes this bit of the specification a cut point, if it is none. Layers count from the inputs on."""
        node = literal >> 1
        if self.kinds[node] <= INPUT or node in self._layers:
            return False
        self._layers[node] = layer
        self._remember(literal)
        return True

    def _remember(self, literal: Literal) -> None:
        """Several can have the same pattern, as where few inputs are not constants: the last one is tried first."""
        pattern = self.patterns[literal >> 1]
        same = self._cuts.setdefault(pattern ^ ALL if pattern & 1 else pattern, [])
        same.insert(0, literal & ~1 ^ (pattern & 1))

    def _are_same(self, made: Literal, cut: Literal) -> bool:
        """Whether both are the same function of cut points some layers before, or of inputs."""
        self.comparisons += 1
        layer = self._layers[cut >> 1]
        farthest = min(MOST_LAYERS, max(layer, 1))
        for back in (min(self._back, farthest), *range(1, farthest + 1)):
            order = self._cone((made >> 1, cut >> 1), layer - back)
            if order is not None:
                tables = self._tables(order, layer - back)
                difference = tables[made >> 1] ^ tables[cut >> 1]
                if difference == (ROWS if (made ^ cut) & 1 else 0):
                    self._back = back
                    return True
        return False

    def _is_leaf(self, node: int, layer: int) -> bool:
        return self.kinds[node] <= INPUT or self._layers.get(node, layer + 1) <= layer

    def _cone(self, roots: tuple[int, ...], layer: int) -> list[int] | None:
        """All nodes between the leaves and the roots, operands first; nothing if they are too many."""
        found: dict[int, None] = {}
        waiting = list(roots)
        leaves = 0
        while waiting:
            node = waiting.pop()
            if node in found:
                continue
            found[node] = None
            if self._is_leaf(node, layer):
                leaves += node != 0
                if leaves > MOST_LEAVES:
                    return None
            else:
                first, second = self.operands[node]
                waiting += (first >> 1, second >> 1)
            if len(found) > MOST_NODES:
                return None
        return sorted(found)  # operands have lower numbers

    def _tables(self, order: list[int], layer: int) -> dict[int, int]:
        tables: dict[int, int] = {0: 0}
        leaves = 0
        for node in order:
            if node == 0:
                continue
            if self._is_leaf(node, layer):
                tables[node] = COLUMNS[leaves]
                leaves += 1
                continue
            first, second = self.operands[node]
            one = tables[first >> 1] ^ (ROWS if first & 1 else 0)
            other = tables[second >> 1] ^ (ROWS if second & 1 else 0)
            tables[node] = one ^ other if self.kinds[node] == XOR else one & other
        return tables
