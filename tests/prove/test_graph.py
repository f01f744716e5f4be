"""The graph of the specification is the executable specification, and nothing is taken for equal that is not."""

import random

import pytest
from prove.graph import INPUT, XOR, Graph
from prove.specification import Specification, interleaved, plain
from prove.theorem import check, state_of_inputs
from prove.values import NotProved
from spec import permutation


def evaluated(graph: Graph, literals, given: dict[int, int]) -> list[int]:
    """For values of the inputs, by node."""
    values: list[int] = []
    for node, kind in enumerate(graph.kinds):
        first, second = graph.operands[node]
        if kind <= INPUT:
            values.append(given.get(node, 0))
        else:
            one, other = values[first >> 1] ^ first & 1, values[second >> 1] ^ second & 1
            values.append(one ^ other if kind == XOR else one & other)
    return [values[literal >> 1] ^ literal & 1 for literal in literals]


@pytest.mark.parametrize("rounds", range(1, 17))
def test_specification(rounds):
    graph, numbers = Graph(), random.Random(rounds)
    words = state_of_inputs(graph)
    wanted = Specification(graph).permute(words, rounds)
    for _ in range(3):
        state = [numbers.getrandbits(64) for _ in range(5)]
        given = {word[bit] >> 1: state[i] >> bit & 1 for i, word in enumerate(words) for bit in range(64)}
        bits = evaluated(graph, plain(wanted), given)
        found = [sum(bits[64 * i + bit] << bit for bit in range(64)) for i in range(5)]
        assert found == permutation.permute(state, rounds)


def test_substitution_of_all_columns():
    graph = Graph()
    words = state_of_inputs(graph)
    columns = Specification(graph)._substitute(words)
    for column in range(32):
        state = [column >> i & 1 for i in range(5)]
        given = {word[0] >> 1: state[i] for i, word in enumerate(words)}
        wanted = [word & 1 for word in permutation.substitute([0 - bit & permutation.MASK for bit in state])]
        assert evaluated(graph, [word[0] for word in columns], given) == wanted


def test_another_form_takes_the_place_of_the_specification():
    """Multiplexers for chi."""
    graph = Graph()
    words = state_of_inputs(graph)
    wanted = Specification(graph).permute(words, 1)
    x0, x1, x2 = words[0][5], words[1][5], words[2][5]
    chi = graph.choose(x1, graph.xor(x0, words[4][5]), graph.xor(graph.xor(x0, words[4][5]), graph.xor(x1, x2)))
    assert graph._layers[chi >> 1] == 2
    assert all(literal >> 1 in graph._layers for word in wanted for literal in word)


def test_what_a_node_depends_on():
    """Also where its operands were asked for before, of other names."""
    graph = Graph()
    secret, public = graph.input("key"), graph.input("nonce")
    both, of_public = graph.xor(secret, public), graph.and_(public, graph.input("nonce 2") ^ 1)
    assert graph.is_of(of_public, ("nonce",)) and graph.is_of(1, ()) and not graph.is_of(both, ("nonce",))
    assert not graph.is_of(graph.and_(both, of_public), ("nonce",)) and graph.is_of(both ^ 1, ("nonce", "key"))
    assert graph.is_of(graph.xor(of_public, public), ("nonce",)) and not graph.is_of(of_public, ("key",))


def test_equal_for_all_random_inputs_is_not_equal():
    """A sum and the same with one value of 64 bits as an exception: no random input shows it."""
    graph = Graph()
    words = state_of_inputs(graph)
    wanted = Specification(graph).permute(words, 1)
    exception = 1
    for literal in words[3]:
        exception = graph.and_(exception, literal)
    wrong = graph.xor(exception, wanted[4][0])
    assert graph.pattern(wrong) == graph.pattern(wanted[4][0]) and wrong != wanted[4][0]
    with pytest.raises(NotProved, match="could not be proved equal"):
        check(graph, [wrong], [wanted[4][0]], "the state")


def test_interleaved_words():
    words = [tuple(range(100 * i, 100 * i + 64)) for i in range(5)]
    bits = interleaved(words)
    assert bits[:3] == [0, 2, 4] and bits[32:35] == [1, 3, 5] and bits[64:66] == [100, 102]
    assert sorted(bits) == sorted(plain(words))
