// A lock of objects whose calls run Python code: asconkit/stream.py has such classes, and
// datagram.cpp calls stores. For turns.cpp and datagram.cpp.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "support.hpp"

namespace asconkit {

/** Turns that raise StateError in the child of a fork, and for the thread that has one already. */
class Exclusive {
 public:
  void enter() {
    refuse_nested();
    turns_.lock();
    try {
      turns_.require_more();
    } catch (...) {
      turns_.unlock();
      throw;
    }
    holder_ = PyThread_get_thread_ident();
  }
  void leave() {
    holder_ = 0;
    turns_.unlock();
  }
  /** Runs `erase`, also in the child of a fork; every later turn raises StateError. */
  template <typename Erase>
  void end(Erase erase) {
    refuse_nested();
    const Guard guard(turns_);
    turns_.end(WIPED);
    erase();
  }

 private:
  void refuse_nested() const {
    if (holder_ == PyThread_get_thread_ident()) {
      raise_state("the object was called again during its own call");
    }
  }

  Turns turns_{AfterFork::PARENT};
  std::atomic<unsigned long> holder_{0};
};

/** A turn for a scope. */
class ExclusiveTurn {
 public:
  explicit ExclusiveTurn(Exclusive &turns) : turns_(turns) { turns_.enter(); }
  ~ExclusiveTurn() { turns_.leave(); }
  ExclusiveTurn(const ExclusiveTurn &) = delete;
  ExclusiveTurn &operator=(const ExclusiveTurn &) = delete;

 private:
  Exclusive &turns_;
};

}  // namespace asconkit
