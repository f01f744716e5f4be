// What ascon-bench measures: operations, the ways to do each, and groups of ways whose results are
// compared. singles.cpp, batches.cpp and permutations.c fill it in; sampling.cpp measures it.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <cstddef>
#include <functional>
#include <regex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../asconkit/ascon_any.h"
#include "messages.hpp"
#include "peers.h"
#include "permutations.h"

namespace asconkit::bench {

struct Name {
  std::string backend, algorithm, operation;
  std::size_t bytes = 0;  // of a message, or of the output of "squeeze"; random lengths: their mean
  std::size_t messages = 1;
  unsigned threads = 1;
  bool batch = false, peer = false;

  // BACKEND/ALGORITHM/OPERATION/BYTES, for a batch followed by /MESSAGES/THREADS.
  std::string text() const;
};

using Repeat = std::function<void(std::size_t times)>;

// A way to do something. `open` makes the library do it this way, before each sample; `make` gives
// what repeats it with these messages and throws if that fails.
struct Way {
  Name name;
  std::function<void()> open;
  std::function<Repeat(Messages &)> make;
  permutations bare{};      // those of a message; all zeros where they are not counted
  bool is_compared = true;  // its results with those of the group; another cipher checks its own
};

// Ways to do the same with the same messages: their samples alternate, their results are compared.
struct Group {
  MessagesShape shape;
  std::vector<Way> ways;
};

// Makes a function that repeats the call, which returns true if it succeeded.
template <typename Call>
Repeat repeated(Call call) {
  return [call = std::move(call)](std::size_t times) mutable {
    bool good = true;
    for (; times; times--) {
      good &= static_cast<bool>(call());
      asm volatile("" : : : "memory");  // the compiler must not assume what memory holds
    }
    if (!good) throw std::runtime_error("the call has failed");
  };
}

// The operations of an algorithm: encrypt and decrypt, absorb and squeeze, or one.
struct Operation {
  const ascon_algorithm *algorithm;
  std::string name;
  std::size_t longest;  // of the length
};

// All of all algorithms, in the order of the library's table.
std::vector<Operation> all_operations();

// Whether the algorithm is one of those of the plots and goals, which are measured in all ways.
bool is_main(const Operation &operation);

// `count` messages of that operation; `bytes` is the length that varies.
MessagesShape shape_of(const Operation &operation, std::size_t bytes, std::size_t count = 1);

// The permutations of the call.
permutations needed_by(const Operation &operation, std::size_t bytes, std::size_t ad_bytes = 0);

// All numbers of messages that batches are measured with, ascending.
std::vector<std::size_t> batch_counts();

// The ways whose name `filter` matches; groups without any are left out. `small`: batches of a few
// messages beside as many single calls, and nothing else.
std::vector<Group> all_groups(const std::regex &filter, const std::vector<bench_peer> &peers,
                              bool small);

// For all_groups(): what each file adds.
void add_permutations(std::vector<Group> &groups);
void add_singles(std::vector<Group> &groups, const std::vector<bench_peer> &peers);
void add_batches(std::vector<Group> &groups, const std::vector<bench_peer> &peers);
void add_small_batches(std::vector<Group> &groups);

// The peers that have the operation, as further ways; beside AEAD128 other ciphers too.
void add_peers(Group &group, const Name &name, const std::vector<bench_peer> &peers);

}  // namespace asconkit::bench
