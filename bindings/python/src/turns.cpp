// A lock for the package's classes in Python that hold a stream in progress: asconkit/stream.py.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "exclusive.hpp"

namespace asconkit {

void define_turns(nb::module_ &module) {
  auto type = nb::class_<Exclusive>(
      module, "Exclusive",
      "A lock for `with`. It raises StateError in the child of a fork, and for the thread that\n"
      "holds it.");
  type.def(nb::init<>());
  type.def("__enter__", &Exclusive::enter, nb::sig("def __enter__(self) -> None"));
  type.def(
      "__exit__", [](Exclusive &self, const nb::args &) { self.leave(); },
      nb::sig("def __exit__(self, *args: object) -> None"));
  refuse_pickling(type);
}

}  // namespace asconkit
