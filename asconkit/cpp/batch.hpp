// Batches, many messages in one call: what the batch calls of aead.hpp and sponge.hpp share over
// ascon_batch.h.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_CPP_BATCH_HPP
#define ASCONKIT_CPP_BATCH_HPP

#include "language.hpp"

#include <algorithm>
#include <utility>

#include "../ascon_batch.h"
#include "bytes.hpp"
#include "result.hpp"

namespace asconkit {

/// Threads that batches share: created once, used by any number of batches and threads, ended by
/// the destructor. A pool without threads, such as one made by default or moved from, is the
/// calling thread alone. ascon_batch.h says what holds after a fork and between several callers.
class batch_pool {
 public:
  constexpr batch_pool() noexcept = default;
  /// @param threads with the calling one, at most ASCON_BATCH_POOL_MAX_THREADS; 0: one for each
  /// processor that the process may use
  /// @return error::range for too many; error::resources if the system gives no memory or not as
  /// many threads
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

  /// How many threads work on a large batch, with the calling one.
  [[nodiscard]] unsigned threads() const noexcept { return ascon_batch_pool_threads(pool_); }
  /// For calls in C; this object keeps it.
  [[nodiscard]] ascon_batch_pool *get() const noexcept { return pool_; }

 private:
  ascon_batch_pool *pool_ = nullptr;
};

namespace detail {

template <class Key>
const std::uint8_t *key_or_null(const Key *key) noexcept {
  return key ? key->bytes().data() : nullptr;
}

/// A job of the C library, without other members, so that a range of jobs is an array of C jobs.
template <class Job>
class job {
 public:
  /// The result of this message, after the call.
  [[nodiscard]] status outcome() const noexcept { return status(job_.result); }

 protected:
  explicit job(const Job &made) noexcept : job_(made) {}

 private:
  friend struct jobs;
  Job job_;
};

struct jobs {
  /// call(jobs, count) of a contiguous range.
  template <class Range, class Call>
  static status run(Range &&range, const Call &call) noexcept {
    using value = std::ranges::range_value_t<Range>;
    using raw = decltype(value::job_);
    static_assert(sizeof(value) == sizeof(raw) && std::is_standard_layout_v<value>);
    const std::size_t count = std::ranges::size(range);
    return status(call(count ? &std::ranges::data(range)->job_ : nullptr, count));
  }
};

template <class R>
concept job_range = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
                    !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<R>>>;

/// A contiguous range of exactly these jobs.
template <class R, class Job>
concept jobs_of = job_range<R> && std::same_as<std::ranges::range_value_t<R>, Job>;

/// Where a result goes: a value of this library, or bytes.
template <class Role, class Row, std::size_t n>
output place_of(octets<Role, Row, n> &value) noexcept {
  return output(access::data(value));
}
/// For a tag to check: the library only reads it.
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

/// A range of results and one of messages, item by item. The items outlive the iteration.
template <class Outputs, class Inputs>
concept item_ranges =
    std::ranges::forward_range<Outputs> && std::ranges::forward_range<Inputs> &&
    item<std::ranges::range_reference_t<Outputs>> && item<std::ranges::range_reference_t<Inputs>> &&
    std::convertible_to<std::ranges::range_reference_t<Inputs>, input> &&
    requires(std::ranges::range_reference_t<Outputs> out) { place_of(out); };

/// Whether going through the range throws nothing.
template <class R>
inline constexpr bool nothrow_range = noexcept(std::ranges::begin(std::declval<R &>())) &&
                                      noexcept(std::ranges::end(std::declval<R &>())) &&
                                      noexcept(++std::declval<std::ranges::iterator_t<R> &>()) &&
                                      noexcept(*std::declval<std::ranges::iterator_t<R> &>());
template <class Outputs, class Inputs>
inline constexpr bool nothrow_items = nothrow_range<Outputs> && nothrow_range<Inputs>;

/// How many jobs are made at a time from ranges: several times the lanes of any engine.
inline constexpr std::size_t jobs_at_once = 128;

/// call(jobs, count) of jobs made of the items, `jobs_at_once` at a time; error::range if one range
/// is longer. What an iterator throws goes on to the caller: some results are written then.
template <class Outputs, class Inputs, class Call>
status run_items(Outputs &&outputs, Inputs &&inputs,
                 const Call &call) noexcept(nothrow_items<Outputs, Inputs>) {
  ascon_sponge_job made[jobs_at_once];
  ascon_result first = ASCON_OK;
  if (std::ranges::distance(outputs) != std::ranges::distance(inputs)) return error::range;
  auto out = std::ranges::begin(outputs);
  auto in = std::ranges::begin(inputs);
  const auto in_end = std::ranges::end(inputs);
  while (in != in_end) {
    std::size_t count = 0;
    for (; count < jobs_at_once && in != in_end; ++count, ++in, ++out) {
      const output to = place_of(*out);
      const input from(*in);
      made[count] = {to.data(), to.size(), from.data(), from.size(), nullptr, ASCON_OK};
    }
    const ascon_result code = call(made, count);
    if (first == ASCON_OK) first = code;
  }
  return status(first);
}

/// One message of an AEAD's batch. Its arguments must live until the call.
/// @tparam Tag written by encryption; const in decryption
template <class Key, class Nonce, class Tag>
class aead_job : public job<ascon_aead_job> {
 public:
  /// @param out as long as `in`; may be the same bytes
  /// @param own key of this message; nullptr: the key of the call
  template <writable Out, readable In>
    requires(same_length<Out, In> && all_fixed<Out, In>)
  aead_job(Out &&out, const In &in, Tag &tag, const input &ad, const Nonce &nonce,
           const Key *own = nullptr) noexcept
      : job(make(out, in, tag, ad, nonce, own)) {}

  /// From lengths that are known only at run time; error::range if they differ.
  template <writable Out, readable In>
  [[nodiscard]] static result<aead_job> from(Out &&out, const In &in, Tag &tag, const input &ad,
                                             const Nonce &nonce,
                                             const Key *own = nullptr) noexcept {
    if (std::ranges::size(out) != std::ranges::size(in)) return error::range;
    return aead_job(make(out, in, tag, ad, nonce, own));
  }

 private:
  using job<ascon_aead_job>::job;
  static ascon_aead_job make(const output &out, const input &in, Tag &tag, const input &ad,
                             const Nonce &nonce, const Key *own) noexcept {
    return {out.data(),           in.data(),        in.size(),
            place_of(tag).data(), ad.data(),        ad.size(),
            nonce.bytes().data(), key_or_null(own), ASCON_OK};
  }
};

/// One message of the other batches. Its arguments must live until the call.
/// @tparam Out a digest or tag, const in verification; or output
/// @tparam Key void if there is no key
template <class Out, class Key = void>
class sponge_job : public job<ascon_sponge_job> {
 public:
  sponge_job(Out &out, const input &message) noexcept
    requires(!std::same_as<Out, output>)
      : job(make(place_of(out), message, nullptr)) {}
  sponge_job(const output &out, const input &message) noexcept
    requires std::same_as<Out, output>
      : job(make(out, message, nullptr)) {}

  /// With its own key; otherwise the key of the call is used.
  template <std::same_as<Key> Own>
  sponge_job(Out &out, const input &message, const Own &own) noexcept
    requires(!std::same_as<Out, output>)
      : job(make(place_of(out), message, own.bytes().data())) {}
  template <std::same_as<Key> Own>
  sponge_job(const output &out, const input &message, const Own &own) noexcept
    requires std::same_as<Out, output>
      : job(make(out, message, own.bytes().data())) {}

 private:
  static ascon_sponge_job make(const output &out, const input &message,
                               const std::uint8_t *own) noexcept {
    return {out.data(), out.size(), message.data(), message.size(), own, ASCON_OK};
  }
};

}  // namespace detail
}  // namespace asconkit

#endif
