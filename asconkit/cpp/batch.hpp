// Batches (many messages in one call): the code between ascon_batch.h and the batch functions of
// aead.hpp and sponge.hpp.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_CPP_BATCH_HPP
#define ASCONKIT_CPP_BATCH_HPP

#include "language.hpp"

#include <algorithm>
#include <utility>

#include "../batch/ascon_batch.h"
#include "bytes.hpp"
#include "result.hpp"

namespace asconkit {

/// Threads that batches share: created once, used by any number of batches and threads, ended by
/// the destructor. A default-constructed or moved-from pool has no threads: the calling thread then
/// works alone. ascon_batch.h has the rules for forks and for several callers.
class batch_pool {
 public:
  constexpr batch_pool() noexcept = default;
  /// @param threads number of threads, including the caller, at most ASCON_BATCH_POOL_MAX_THREADS;
  /// 0: one thread for each processor that the process may use
  /// @return error::range for too many threads; error::resources if memory or threads run out
  [[nodiscard]] static result<batch_pool> create(unsigned threads = 0) noexcept {
    batch_pool made;
    const ascon_result code = ascon_batch_pool_create(&made.pool_, threads);
    if (code != ASCON_OK) return static_cast<error>(code);
    return result<batch_pool>(std::move(made));
  }

  batch_pool(batch_pool &&other) noexcept : pool_(std::exchange(other.pool_, nullptr)) {}
  batch_pool &operator=(batch_pool &&other) noexcept {
    ascon_batch_pool_destroy(std::exchange(pool_, std::exchange(other.pool_, nullptr)));
    return *this;
  }
  batch_pool(const batch_pool &) = delete;
  batch_pool &operator=(const batch_pool &) = delete;
  ~batch_pool() { ascon_batch_pool_destroy(pool_); }

  /// Number of threads used for a large batch, including the caller.
  [[nodiscard]] unsigned threads() const noexcept { return ascon_batch_pool_threads(pool_); }
  /// Returns the pool for calls of C functions. This object keeps ownership.
  [[nodiscard]] ascon_batch_pool *get() const noexcept { return pool_; }

 private:
  ascon_batch_pool *pool_ = nullptr;
};

namespace detail {

/// One message of a batch: an ascon_message and nothing else, so a range of batch messages is an
/// array for the C library.
class batch_message {
 public:
  /// The result of this message, after the call.
  [[nodiscard]] status outcome() const noexcept { return status(message_.result); }

 protected:
  explicit batch_message(const ascon_message &made) noexcept : message_(made) {}

 private:
  friend struct batches;
  ascon_message message_;
};

struct batches {
  /// Runs all messages of a contiguous range.
  template <class Range>
  static status run(const ascon_algorithm *algorithm, ascon_operation op, Range &&messages,
                    const batch_pool &pool) noexcept {
    using value = std::ranges::range_value_t<Range>;
    static_assert(sizeof(value) == sizeof(ascon_message) && std::is_standard_layout_v<value>);
    const std::size_t count = std::ranges::size(messages);
    ascon_message *first = count ? &std::ranges::data(messages)->message_ : nullptr;
    return status(ascon_any_batch(algorithm, op, first, count, pool.get()));
  }
};

/// A contiguous range whose elements have the type Message. Results are written to the elements.
template <class R, class Message>
concept messages_of =
    std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
    !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<R>>> &&
    std::same_as<std::ranges::range_value_t<R>, Message>;

/// The buffer for a result: an object of this library, such as a tag, or a range of bytes.
template <class Role, class Row, std::size_t n>
output place_of(octets<Role, Row, n> &value) noexcept {
  return output(access::data(value));
}
/// The buffer of a tag that is to be verified: the library only reads it.
template <class Role, class Row, std::size_t n>
output place_of(const octets<Role, Row, n> &value) noexcept {
  return output(std::span(const_cast<std::uint8_t *>(value.bytes().data()), n));
}
template <writable Out>
output place_of(Out &&out) noexcept {
  return out;
}

template <class R>
concept item =
    !std::is_rvalue_reference_v<R> && (std::is_reference_v<R> || std::ranges::borrowed_range<R>);

/// A range of buffers for results and a range of messages. Their items outlive the iteration.
template <class Outputs, class Inputs>
concept item_ranges =
    std::ranges::forward_range<Outputs> && std::ranges::forward_range<Inputs> &&
    item<std::ranges::range_reference_t<Outputs>> && item<std::ranges::range_reference_t<Inputs>> &&
    std::convertible_to<std::ranges::range_reference_t<Inputs>, input> &&
    requires(std::ranges::range_reference_t<Outputs> out) { place_of(out); };

/// Whether iteration over the range throws nothing.
template <class R>
inline constexpr bool nothrow_range =
    noexcept(std::ranges::begin(std::declval<R &>())) &&
    noexcept(std::ranges::end(std::declval<R &>())) &&
    noexcept(++std::declval<std::ranges::iterator_t<R> &>()) &&
    noexcept(*std::declval<std::ranges::iterator_t<R> &>()) &&
    noexcept(std::declval<std::ranges::iterator_t<R> &>() !=
             std::declval<std::ranges::sentinel_t<R> &>()) &&
    std::is_nothrow_copy_constructible_v<std::ranges::iterator_t<R>>;
template <class Outputs, class Inputs>
inline constexpr bool nothrow_items = nothrow_range<Outputs> && nothrow_range<Inputs>;

/// Number of messages built from ranges at a time: several times the lanes of any vector engine.
inline constexpr std::size_t messages_at_once = 128;

/// The input that is absorbed before a message: a key, a customization string, or nothing.
struct prefix {
  const std::uint8_t *key = nullptr;
  input customization = {};
};

template <class Key>
concept is_value = requires(const Key &key) { key.bytes().data(); };

template <class Key>
prefix prefix_of(const Key &before) noexcept {
  if constexpr (is_value<Key>) return {before.bytes().data(), {}};
  else return {nullptr, input(before)};
}

/// Returns a message of any algorithm but AEADs. For a MAC, the output is the tag.
inline ascon_message sponge_message_of(const output &out, const input &in,
                                       const prefix &before) noexcept {
  ascon_message made = {};
  made.out = made.tag = out.data();
  made.out_length = out.size();
  made.in = in.data(), made.length = in.size();
  made.ad = before.customization.data(), made.ad_length = before.customization.size();
  made.key = before.key;
  return made;
}

/// Computes all results, `messages_at_once` at a time; error::range if one range is longer, or at
/// an output of a wrong length: the C library does not read the length of a digest or tag, and
/// would write past the end. If an iterator throws, the exception reaches the caller, and some
/// results have been written.
template <class Outputs, class Inputs>
status compute_items(const ascon_algorithm *algorithm, Outputs &&outputs, Inputs &&inputs,
                     const prefix &before,
                     const batch_pool &pool) noexcept(nothrow_items<Outputs, Inputs>) {
  ascon_message made[messages_at_once];
  const bool fixed = algorithm->kind == ASCON_KIND_HASH || algorithm->kind == ASCON_KIND_MAC;
  ascon_result first = ASCON_OK;
  if (std::ranges::distance(outputs) != std::ranges::distance(inputs)) return error::range;
  auto out = std::ranges::begin(outputs);
  auto in = std::ranges::begin(inputs);
  const auto in_end = std::ranges::end(inputs);
  while (in != in_end) {
    std::size_t count = 0;
    for (; count < messages_at_once && in != in_end; ++count, ++in, ++out) {
      const output place = place_of(*out);
      if (fixed && place.size() != algorithm->output_bytes) return error::range;
      made[count] = sponge_message_of(place, input(*in), before);
    }
    const ascon_result code = ascon_any_batch(algorithm, ASCON_COMPUTE, made, count, pool.get());
    if (first == ASCON_OK) first = code;
  }
  return status(first);
}

/// One message of an AEAD batch. The arguments must live until the batch call returns.
/// @tparam Tag type of the tag, which encryption writes; const for decryption
template <class Key, class Nonce, class Tag>
class aead_message : public batch_message {
 public:
  /// @param out buffer as long as `in`; may be the same buffer
  template <writable Out, readable In>
    requires(same_length<Out, In> && all_fixed<Out, In>)
  aead_message(Out &&out, const In &in, Tag &tag, const input &ad, const Nonce &nonce,
               const Key &key) noexcept
      : batch_message(make(out, in, tag, ad, nonce, key)) {}

  /// Makes a message whose lengths are known only at run time; error::range if they differ.
  template <writable Out, readable In>
  [[nodiscard]] static result<aead_message> from(Out &&out, const In &in, Tag &tag, const input &ad,
                                                 const Nonce &nonce, const Key &key) noexcept {
    if (std::ranges::size(out) != std::ranges::size(in)) return error::range;
    return aead_message(make(out, in, tag, ad, nonce, key));
  }

 private:
  using batch_message::batch_message;
  static ascon_message make(const output &out, const input &in, Tag &tag, const input &ad,
                            const Nonce &nonce, const Key &key) noexcept {
    const output tag_place = place_of(tag);
    ascon_message made = {};
    made.out = out.data(), made.in = in.data(), made.length = in.size();
    made.tag = tag_place.data(), made.tag_length = tag_place.size();
    made.ad = ad.data(), made.ad_length = ad.size();
    made.nonce = nonce.bytes().data(), made.key = key.bytes().data();
    return made;
  }
};

/// One message of a batch of hashes, XOFs, CXOFs, MACs or PRFs: the buffer for the result, the
/// message, and its key or customization string, if any. All must live until the call returns.
/// @tparam Out type of the result: a digest, a tag (const for verification) or output
/// @tparam Prefix type of a key; input for a customization string; void for neither
template <class Out, class Prefix = void>
class sponge_message : public batch_message {
 public:
  sponge_message(Out &out, const input &message) noexcept
    requires(!std::same_as<Out, output> && std::is_void_v<Prefix>)
      : batch_message(sponge_message_of(place_of(out), message, {})) {}
  sponge_message(const output &out, const input &message) noexcept
    requires(std::same_as<Out, output> && std::is_void_v<Prefix>)
      : batch_message(sponge_message_of(out, message, {})) {}
  template <std::same_as<Prefix> P>
  sponge_message(Out &out, const input &message, const P &before) noexcept
    requires(!std::same_as<Out, output>)
      : batch_message(sponge_message_of(place_of(out), message, prefix_of(before))) {}
  template <std::convertible_to<Prefix> P>
  sponge_message(const output &out, const input &message, const P &before) noexcept
    requires std::same_as<Out, output>
      : batch_message(sponge_message_of(out, message, prefix_of(before))) {}
};

}  // namespace detail
}  // namespace asconkit

#endif
