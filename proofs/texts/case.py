"""A graph with an unknown permutation, and spec/ executed on it. SPDX-License-Identifier: Apache-2.0 OR MIT"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from prove.graph import Graph, Literal
from prove.unknown import Unknown
from spec import modes

from .symbolic import Bytes, Run, number, padded


@contextmanager
def names(module: ModuleType, **meanings: object) -> Iterator[None]:
    """The module's code finds these under the names."""
    before = {name: vars(module)[name] for name in meanings if name in vars(module)}
    vars(module).update(meanings)
    try:
        yield
    finally:
        for name in meanings:
            del vars(module)[name]
        vars(module).update(before)


class Case:
    def __init__(self) -> None:
        self.graph = Graph()
        self.unknown = Unknown(self.graph)
        self.run = Run(self.graph)

    def words(self, state: Sequence[Any], rounds: int) -> list[Any]:
        results = self.unknown.permute([padded(word, 64) for word in state], rounds)
        return [number(self.graph, word) for word in results]

    def spec(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Calls a function of spec.modes."""
        run, instead = self.run, lambda words, rounds, _trace: self.words(words, rounds)
        with names(modes, permute=instead, bytes=run.bytes, int=run, hmac=run):
            return function(*arguments)

    def bits(self, string: Any) -> list[Literal]:
        return Bytes(self.run, string).bits()
