// Measurements of batches: many messages in one call, by each lane engine, as columns and as an
// array.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <thread>

#include "../asconkit/cpp/ascon.hpp"
#include "../asconkit/ascon_any.h"
#include "../asconkit/ascon_backend.h"
#include "../asconkit/batch/ascon_batch.h"
#include "cases.hpp"

namespace asconkit::bench {

namespace {

constexpr std::size_t short_bytes = 64, middle_bytes = 256, long_bytes = 4096;
constexpr std::size_t many = 10'000, some = 1000;
constexpr std::size_t counts_of_short[] = {2, 3, 4, 6, 8, 12, 16, 24, 64, 256, 1024, many};
constexpr std::size_t counts_of_long[] = {16, 64, 256, some};
constexpr std::size_t gap_bytes = 64;  // so that messages have different offsets in their pages

enum class Form { columns, array };

std::vector<std::string> engines() {
  std::vector<std::string> names;
  for (std::size_t i = 0; const char *name = ascon_batch_engine_at(i); i++)
    if (ascon_batch_engine_available(name)) names.emplace_back(name);
  return names;
}

// 1, 2, 4 and so on, and all.
std::vector<unsigned> thread_counts() {
  const unsigned all = std::max(1u, std::thread::hardware_concurrency());
  std::vector<unsigned> counts;
  for (unsigned n = 1; n < all; n *= 2) counts.push_back(n);
  counts.push_back(all);
  return counts;
}

// One pool for each number of threads; kept to the end, as a program would.
ascon_batch_pool *pool_of(unsigned threads) {
  static std::map<unsigned, batch_pool> pools;
  const auto [place, is_new] = pools.try_emplace(threads);
  if (is_new) place->second = *batch_pool::create(threads);
  return place->second.get();
}

ascon_operation operation_of(const MessagesShape &shape) {
  if (shape.algorithm->kind != ASCON_KIND_AEAD) return ASCON_COMPUTE;
  return shape.decrypt ? ASCON_DECRYPT : ASCON_ENCRYPT;
}

std::vector<ascon_message> array_of(Messages &m) {
  const bool aead = m.shape().algorithm->kind == ASCON_KIND_AEAD;
  std::vector<ascon_message> messages(m.count());
  for (std::size_t i = 0; i < m.count(); i++) {
    ascon_message &one = messages[i];
    one.out = m.out(i), one.in = m.in(i), one.length = m.length(i), one.key = m.key();
    one.tag = aead ? m.tag(i) : m.out(i), one.tag_length = Messages::tag_bytes;
    one.ad = aead ? m.extra(i) : m.extra(), one.ad_length = m.shape().extra_bytes;
    if (aead) one.nonce = m.nonce(i);
    else one.out_length = m.out_bytes();
  }
  return messages;
}

Repeat array(Messages &m, ascon_batch_pool *pool) {
  return repeated([pool, messages = array_of(m), a = m.shape().algorithm,
                   op = operation_of(m.shape())]() mutable {
    return ascon_any_batch(a, op, messages.data(), messages.size(), pool) == ASCON_OK;
  });
}

// One after the other.
Repeat calls(Messages &m) {
  return repeated(
      [messages = array_of(m), a = m.shape().algorithm, op = operation_of(m.shape())]() mutable {
        return std::ranges::all_of(
            messages, [=](ascon_message &one) { return ascon_any_run(a, op, &one) == ASCON_OK; });
      });
}

ascon_column column(const std::uint8_t *data, std::size_t stride, std::size_t length) {
  ascon_column made = {};
  made.data = const_cast<std::uint8_t *>(data), made.stride = stride, made.length = length;
  return made;
}

// Rows of equal length with `gap` bytes between them, under one key.
Repeat columns(Messages &m, ascon_batch_pool *pool) {
  const ascon_algorithm *a = m.shape().algorithm;
  const std::size_t bytes = m.length(0), stride = bytes + m.shape().gap;
  const std::size_t extra = m.shape().extra_bytes;
  ascon_columns made = {};
  made.in = column(m.in(), stride, bytes);
  made.key = column(m.key(), 0, a->key_bytes);
  if (a->kind == ASCON_KIND_AEAD) {
    made.out = column(m.out(), stride, bytes);
    made.tag = column(m.tag(), Messages::tag_bytes, Messages::tag_bytes);
    made.ad = column(m.extra(), extra, extra);
    made.nonce = column(m.nonce(), Messages::nonce_stride, 16);
  } else {
    made.out = made.tag = column(m.out(), m.out_bytes(), m.out_bytes());
    made.ad = column(m.extra(), 0, extra);
  }
  auto results = std::make_shared<std::vector<std::uint8_t>>(m.count());
  return repeated([=, op = operation_of(m.shape()), count = m.count()] {
    return ascon_any_columns(a, op, &made, count, results->data(), pool) == ASCON_OK;
  });
}

Repeat batch(Messages &m, Form form, ascon_batch_pool *pool) {
  return form == Form::array ? array(m, pool) : columns(m, pool);
}

// The single calls within the engines are made with the best backend.
std::function<void()> forced(const std::string &engine) {
  return [engine] {
    ascon_backend_force(nullptr);
    ascon_batch_engine_force(engine.c_str());
  };
}

// `kind` is part of the operation's name: "", "-array" and so on.
struct Batch {
  Form form;
  const char *kind;
  bool threads;  // measured with several numbers of them
};

// Adds a group: every engine and number of threads, and in the plain form the peers, which have no
// other.
void add_batch(std::vector<Group> &groups, const Operation &operation, MessagesShape shape,
               std::size_t bytes, const Batch &b, const std::vector<bench_peer> &peers) {
  Group group{std::move(shape), {}};
  Name name{.backend{},
            .algorithm = operation.algorithm->name,
            .operation = "batch-" + operation.name + b.kind,
            .bytes = bytes,
            .messages = group.shape.lengths.size(),
            .batch = true};
  const auto &lengths = group.shape.lengths;
  const bool is_random = std::ranges::adjacent_find(lengths, std::not_equal_to()) != lengths.end();
  const auto permutations_of_each = is_random ? permutations{} : needed_by(operation, bytes);
  for (unsigned threads : b.threads ? thread_counts() : std::vector{1u})
    for (const std::string &engine : engines()) {
      Name way = name;
      way.backend = engine;
      way.threads = threads;
      group.ways.push_back(
          {way, forced(engine),
           [form = b.form, threads](Messages &m) { return batch(m, form, pool_of(threads)); },
           permutations_of_each});
    }
  add_peers(group, name, peers);
  groups.push_back(std::move(group));
}

// Lengths of 0 to twice the middle one with exactly that mean: each with its complement.
std::vector<std::size_t> random_lengths() {
  std::mt19937 random(1);
  std::uniform_int_distribution<std::size_t> length(0, 2 * middle_bytes);
  std::vector<std::size_t> lengths;
  while (lengths.size() < many) {
    lengths.push_back(length(random));
    lengths.push_back(2 * middle_bytes - lengths.back());
  }
  std::shuffle(lengths.begin(), lengths.end(), random);
  return lengths;
}

// The same with a batch by the engine that the library chooses, and with single calls.
void add_small(std::vector<Group> &groups, const Operation &operation, MessagesShape shape,
               const std::string &kind, std::size_t bytes) {
  const bool is_random = !kind.empty();
  Name name{.backend = "calls",
            .algorithm = operation.algorithm->name,
            .operation = operation.name + kind,
            .bytes = bytes,
            .messages = shape.lengths.size(),
            .batch = true};
  Group group{std::move(shape), {}};
  auto open = [] {
    ascon_backend_force(nullptr);
    ascon_batch_engine_force(nullptr);
  };
  group.ways.push_back({name, open, calls});
  name.backend = "batch";
  group.ways.push_back({name, open, [is_random](Messages &m) {
                          return batch(m, is_random ? Form::array : Form::columns, nullptr);
                        }});
  groups.push_back(std::move(group));
}

bool is_of_small_batches(const Operation &operation) {
  const ascon_algorithm *a = operation.algorithm;
  return is_main(operation) ||
         ((a == ASCON_V13_PRF || a == ASCON_V13_PRFSHORT) && operation.name != "squeeze");
}

}  // namespace

std::vector<std::size_t> batch_counts() {
  std::set<std::size_t> counts(std::begin(counts_of_short), std::end(counts_of_short));
  counts.insert(std::begin(counts_of_long), std::end(counts_of_long));
  return {counts.begin(), counts.end()};
}

void add_batches(std::vector<Group> &groups, const std::vector<bench_peer> &peers) {
  for (const Operation &operation : all_operations()) {
    auto add = [&](std::size_t bytes, std::size_t count, const Batch &b, std::size_t gap = 0) {
      MessagesShape shape = shape_of(operation, bytes, count);
      shape.gap = gap;
      add_batch(groups, operation, shape, bytes, b, peers);
    };
    if (!is_main(operation)) {
      add(std::min(short_bytes, operation.longest), some, {Form::columns, "", false});
      continue;
    }
    for (std::size_t count : counts_of_short)
      add(short_bytes, count, {Form::columns, "", count == many});
    for (std::size_t count : counts_of_long)
      add(long_bytes, count, {Form::columns, "", count == some});
    add(long_bytes, some, {Form::columns, "-gaps", false}, gap_bytes);
    add(middle_bytes, many, {Form::columns, "", false});
    add(short_bytes, many, {Form::array, "-array", false});
    add(middle_bytes, many, {Form::array, "-array", true});
    MessagesShape random = shape_of(operation, 0, many);
    random.lengths = random_lengths();
    add_batch(groups, operation, random, middle_bytes, {Form::array, "-array-random", true}, peers);
  }
}

void add_small_batches(std::vector<Group> &groups) {
  constexpr std::size_t sizes[] = {0, 16, short_bytes, middle_bytes}, most_messages = 33;
  std::mt19937 random(1);
  for (const Operation &operation : all_operations()) {
    if (!is_of_small_batches(operation)) continue;
    const std::size_t longest = std::min(middle_bytes, operation.longest);
    for (std::size_t count = 1; count <= most_messages; count++) {
      for (std::size_t bytes : sizes)
        if (bytes <= longest)
          add_small(groups, operation, shape_of(operation, bytes, count), "", bytes);
      MessagesShape shape = shape_of(operation, 0, count);
      for (std::size_t &length : shape.lengths)
        length = std::uniform_int_distribution<std::size_t>(0, longest)(random);
      add_small(groups, operation, shape, "-random", longest);
    }
  }
}

}  // namespace asconkit::bench
