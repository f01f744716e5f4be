// A lock for the package's classes in Python that hold a stream in progress: asconkit/stream.py.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "support.hpp"

namespace asconkit {

namespace {

/** Turns for the scope of a `with` statement. */
class Exclusive {
 public:
  void enter() {
    const unsigned long caller = PyThread_get_thread_ident();
    if (holder_ == caller) {
      raise_state("the object was called by a call that it has made itself");
    }
    turns_.lock();
    try {
      turns_.require_more();
    } catch (...) {
      turns_.unlock();
      throw;
    }
    holder_ = caller;
  }
  void leave() {
    holder_ = 0;
    turns_.unlock();
  }

 private:
  Turns turns_{AfterFork::PARENT};
  std::atomic<unsigned long> holder_{0};
};

}  // namespace

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
