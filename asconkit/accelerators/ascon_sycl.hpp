// Batches on the devices of SYCL 2020: independent messages in unified shared memory. One work-item
// processes one message. Your SYCL compiler compiles the kernels of ascon_accelerator.h; the
// library asconkit_accelerator has the other functions. docs/accelerators.md explains the
// interface.
// SPDX-License-Identifier: Apache-2.0 OR MIT
//
// - All memory is unified shared memory of the queue's context (device, shared or host). A pointer
//   points to the inputs or outputs of all messages, without gaps and of equal length; its size in
//   bytes is `count` times this length. enqueue() also accepts gaps and different lengths.
// - A call checks its arguments, enqueues the batch after the events in `after`, and returns the
//   event of its kernel. Until this event is complete, do not free or change the memory, and do
//   not read the outputs.
// - For a wrong argument a call throws sycl::exception (errc::invalid), and enqueues nothing. The
//   text names the wrong value and what was expected. SYCL throws errors of the device as usual.
// - If `count` is 0, a call enqueues nothing, does not check lengths, and waits for `after`.
// - A text may be encrypted or decrypted in place. All other buffers must not overlap.
// - Registers of the device, and memory to which its compiler spills them, are not wiped.
#ifndef ASCONKIT_ASCON_SYCL_HPP
#define ASCONKIT_ASCON_SYCL_HPP

#include <sycl/sycl.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "ascon_accelerator.h"
#include "../ascon_any.h"
#include "../batch/ascon_batch.h"

#ifdef ASCON_KERNEL_LANGUAGE_H
#error "ascon_sycl.hpp has the kernels: do not include them before it"
#endif

namespace asconkit::usm {

// ---- Kernels ------------------------------------------------------------------------------------

namespace detail {

#define ASCON_KERNEL_IN_HEADER
#include "kernel/kernels.h"

// The parameters of a kernel, which every work-item gets.
struct arguments {
  kernel_call call;
  const void *buffers[14];

  template <class T>
  T *buffer(int number) const {
    return static_cast<T *>(const_cast<void *>(buffers[number]));
  }
};

constexpr int results_buffer = 6;

// F: a kernel. If ASCON_OK is the only possible result, the batch has no array of results, and each
// work-item writes its result to `unread`.
#define ASCON_SYCL_LANE(F)                                                                         \
  struct F##_lane {                                                                                \
    static constexpr const char *name = #F;                                                        \
    arguments given;                                                                               \
    void operator()(::sycl::nd_item<1> item) const {                                               \
      const lane_word lane = item.get_global_id(0);                                                \
      kernel_call call = given.call;                                                               \
      lane_byte unread = 0, *results = given.buffer<lane_byte>(results_buffer);                    \
      if (!results) results = &unread, call.first_result = 0 - lane;                               \
      F(call, given.buffer<const lane_byte>(0), given.buffer<lane_byte>(1),                        \
        given.buffer<const lane_byte>(2), given.buffer<const lane_byte>(3),                        \
        given.buffer<const lane_byte>(4), given.buffer<lane_byte>(5), results,                     \
        given.buffer<const lane_word>(7), given.buffer<const lane_word>(8),                        \
        given.buffer<const lane_word>(9), given.buffer<const lane_word>(10),                       \
        given.buffer<const lane_word>(11), given.buffer<const lane_word>(12),                      \
        given.buffer<const lane_index>(13), lane);                                                 \
    }                                                                                              \
  };
ASCON_KERNELS(ASCON_SYCL_LANE)
#undef ASCON_SYCL_LANE

// Starts a kernel. A program without a SYCL compiler may define this macro itself.
#ifndef ASCON_SYCL_START
#define ASCON_SYCL_START(handler, range, lane) (handler).parallel_for(range, lane)
#endif

inline void start(::sycl::handler &handler, ::sycl::nd_range<1> range, const char *kernel,
                  const arguments &given) {
#define ASCON_SYCL_START_IF_NAMED(F)                                                               \
  if (std::strcmp(kernel, F##_lane::name) == 0) ASCON_SYCL_START(handler, range, F##_lane{given});
  ASCON_KERNELS(ASCON_SYCL_START_IF_NAMED)
#undef ASCON_SYCL_START_IF_NAMED
}

// These macros belong to the kernels alone.
#undef ASCON_KERNEL_IN_HEADER
#undef ADDRESS
#undef ANDN_XOR
#undef AND_XOR
#undef BEGIN_LANE
#undef FORGET
#undef GLOBAL
#undef KERNEL
#undef KERNEL_PARAMETERS
#undef LANE_FUNCTION
#undef LANE_INDEX
#undef LANE_PARAMETER
#undef LOGIC
#undef NOT_ANDN_XOR
#undef OR_XOR
#undef ROLLED
#undef XOR

// ---- Checks -------------------------------------------------------------------------------------

[[noreturn]] inline void refuse(const std::string &text) {
  throw ::sycl::exception(::sycl::make_error_code(::sycl::errc::invalid), "asconkit: " + text);
}

// Refuses memory that the device cannot reach: the device would read another address, or fail.
inline void check_memory(const ::sycl::queue &queue, const arguments &given) {
  static constexpr const char *names[] = {"in",         "out",         "ad",          "nonce",
                                          "key",        "tag",         "results",     "in offsets",
                                          "in lengths", "out offsets", "out lengths", "ad offsets",
                                          "ad lengths", "order"};
  if (queue.get_device().has(::sycl::aspect::usm_system_allocations)) return;
  for (int b = 0; b < 14; b++)
    if (given.buffers[b] && ::sycl::get_pointer_type(given.buffers[b], queue.get_context()) ==
                                ::sycl::usm::alloc::unknown)
      refuse(std::string(names[b]) + ": not unified shared memory of the queue's context");
}

// Returns the length of each of `count` strings of equal length, which have `bytes` bytes in total.
inline std::size_t length_of_each(const char *name, std::size_t bytes, std::size_t count) {
  if (count == 0) return 0;
  if (bytes % count != 0)
    refuse(std::string(name) + ": " + std::to_string(bytes) + " bytes, expected a multiple of " +
           std::to_string(count) + ", the number of messages");
  return bytes / count;
}

// The library only reads through `data` of an input.
inline ascon_column column(const char *name, const void *data, std::size_t bytes,
                           std::size_t count) {
  ascon_column c = {};
  c.data = const_cast<void *>(data);
  c.length = c.stride = length_of_each(name, bytes, count);
  return c;
}

// A key for each message, or one key for all messages.
inline ascon_column key_column(const ascon_algorithm *algorithm, const void *key, std::size_t bytes,
                               std::size_t count) {
  if (bytes != algorithm->key_bytes) return column("key", key, bytes, count);
  ascon_column c = {};
  c.data = const_cast<void *>(key);
  c.length = bytes;
  return c;
}

// ---- Submissions --------------------------------------------------------------------------------

using events = std::vector<::sycl::event>;

// Without `results_wanted`, the kernel does not write to batch.results.
inline ::sycl::event submit(::sycl::queue &queue, const ascon_accelerator_batch &batch,
                            bool results_wanted, std::size_t work_group, const events &after) {
  if (batch.count == 0) {
    for (::sycl::event event : after) event.wait();
    return ::sycl::event();
  }
  char text[ASCON_DEVICE_TEXT_BYTES];
  ascon_kernel_launch launch;
  const ascon_result result = ascon_accelerator_prepare(&batch, &launch, text);
  if (result != ASCON_OK) refuse(*text ? text : ascon_result_text(result));
  if (work_group == 0) refuse("work-group: 0 work-items, expected at least 1");
  arguments given;
  static_assert(sizeof given.call == sizeof launch.call && sizeof(lane_word) == 8, "words alone");
  std::memcpy(&given.call, launch.call, sizeof given.call);
  std::memcpy(given.buffers, launch.buffers, sizeof given.buffers);
  if (!results_wanted) given.buffers[results_buffer] = nullptr;
  check_memory(queue, given);
  events before = after;
  if (results_wanted) before = {queue.memset(batch.results, ASCON_ERR_DEVICE, batch.count, after)};
  const std::size_t groups = (batch.count + work_group - 1) / work_group;
  const ::sycl::nd_range<1> range{::sycl::range<1>(groups * work_group),
                                  ::sycl::range<1>(work_group)};
  return queue.submit([&](::sycl::handler &handler) {
    handler.depends_on(before);
    start(handler, range, launch.kernel, given);
  });
}

// ascon_accelerator_prepare() refuses NULL as batch.results. If ASCON_OK is the only possible
// result, batch.results is the address of a byte that nothing reads.
inline ::sycl::event submit_equal(::sycl::queue &queue, ascon_accelerator_batch batch,
                                  std::uint8_t *results, std::size_t work_group,
                                  const events &after) {
  std::uint8_t unread = 0;
  batch.results = results ? results : &unread;
  return submit(queue, batch, results != nullptr, work_group, after);
}

inline void need_results(const std::uint8_t *results, std::size_t count) {
  if (!results && count) refuse("results is NULL: expected a byte for each message");
}

inline void need_tags(std::size_t tag_bytes, std::size_t count, std::size_t tag_length) {
  if (count && (tag_bytes % count != 0 || tag_bytes / count != tag_length))
    refuse("tag: " + std::to_string(tag_bytes) + " bytes, expected " + std::to_string(tag_length) +
           " for each of " + std::to_string(count) + " messages, or another tag_length");
}

inline ascon_accelerator_batch begin(const ascon_algorithm *algorithm, ascon_operation op,
                                     std::size_t count) {
  if (!algorithm) refuse("algorithm is NULL");
  ascon_accelerator_batch batch = {};
  batch.algorithm = algorithm;
  batch.op = op;
  batch.count = count;
  return batch;
}

// Input and output of AEAD.
inline void set_texts(ascon_accelerator_batch &batch, const char *in_name, const std::uint8_t *in,
                      std::size_t in_bytes, const char *out_name, std::uint8_t *out,
                      std::size_t out_bytes) {
  if (out_bytes != in_bytes)
    refuse(std::string(out_name) + ": " + std::to_string(out_bytes) + " bytes, expected " +
           std::to_string(in_bytes) + ", as the " + in_name);
  batch.columns.in = column(in_name, in, in_bytes, batch.count);
  batch.columns.out = column(out_name, out, out_bytes, batch.count);
}

}  // namespace detail

// ---- Batches ------------------------------------------------------------------------------------

/// Events that a batch waits for.
using events = std::vector<::sycl::event>;

/// Enqueues any batch of the C interface, in unified shared memory. Messages may differ in length.
/// Decryption fills the plaintext of a forged message with zeros before the kernel ends.
/// @param batch as for ascon_accelerator_enqueue(); `results` must not be null. Each result is
/// ASCON_ERR_DEVICE until the kernel has written an ascon_result: ASCON_ERR_TAG for a forged
/// message; ASCON_ERR_RANGE for a message that PrfShort refuses: its output is not written.
/// @param work_group number of work-items in a group, from 1 to the device's limit. `count` need
/// not be a multiple of this number.
/// @param after events that are complete before anything is read or written.
inline ::sycl::event enqueue(::sycl::queue &queue, const ascon_accelerator_batch &batch,
                             std::size_t work_group = 128, const events &after = {}) {
  return detail::submit(queue, batch, true, work_group, after);
}

/// Computes a hash or XOF of each message, SP 800-232 section 5; Ascon v1.2 section 2.5.
/// @param out count * 32 bytes for a hash; an XOF writes out_bytes / count bytes for each message.
inline ::sycl::event compute(::sycl::queue &queue, const ascon_algorithm *algorithm,
                             const std::uint8_t *in, std::size_t in_bytes, std::uint8_t *out,
                             std::size_t out_bytes, std::size_t count, std::size_t work_group,
                             const events &after = {}) {
  ascon_accelerator_batch batch = detail::begin(algorithm, ASCON_COMPUTE, count);
  batch.columns.in = detail::column("in", in, in_bytes, count);
  batch.columns.out = detail::column("out", out, out_bytes, count);
  return detail::submit_equal(queue, batch, nullptr, work_group, after);
}

/// Computes a CXOF of each message, SP 800-232 section 5.3.
/// @param customization at most 256 bytes in host memory, the same for all messages.
inline ::sycl::event compute_customized(::sycl::queue &queue, const ascon_algorithm *algorithm,
                                        const std::uint8_t *customization,
                                        std::size_t customization_bytes, const std::uint8_t *in,
                                        std::size_t in_bytes, std::uint8_t *out,
                                        std::size_t out_bytes, std::size_t count,
                                        std::size_t work_group, const events &after = {}) {
  ascon_accelerator_batch batch = detail::begin(algorithm, ASCON_COMPUTE, count);
  batch.columns.ad.data = const_cast<std::uint8_t *>(customization);
  batch.columns.ad.length = customization_bytes;
  batch.columns.in = detail::column("in", in, in_bytes, count);
  batch.columns.out = detail::column("out", out, out_bytes, count);
  return detail::submit_equal(queue, batch, nullptr, work_group, after);
}

/// Computes a MAC, PRF or PrfShort of each message, IACR ePrint 2021/1574.
/// @param key count * 16 bytes, or 16 bytes if all messages have the same key.
/// @param out count * 16 bytes for a MAC; with PrfShort, message and output have at most 16 bytes.
inline ::sycl::event compute_keyed(::sycl::queue &queue, const ascon_algorithm *algorithm,
                                   const std::uint8_t *key, std::size_t key_bytes,
                                   const std::uint8_t *in, std::size_t in_bytes, std::uint8_t *out,
                                   std::size_t out_bytes, std::size_t count, std::size_t work_group,
                                   const events &after = {}) {
  ascon_accelerator_batch batch = detail::begin(algorithm, ASCON_COMPUTE, count);
  batch.columns.key = detail::key_column(algorithm, key, key_bytes, count);
  batch.columns.in = detail::column("in", in, in_bytes, count);
  (algorithm->kind == ASCON_KIND_MAC ? batch.columns.tag : batch.columns.out) =
      detail::column("out", out, out_bytes, count);
  return detail::submit_equal(queue, batch, nullptr, work_group, after);
}

/// Verifies the tags of a MAC.
/// @param key as for compute_keyed(). @param tag input: count * 16 bytes.
/// @param results `count` bytes: ASCON_OK or ASCON_ERR_TAG.
inline ::sycl::event(verify)(::sycl::queue &queue, const ascon_algorithm *algorithm,
                             const std::uint8_t *key, std::size_t key_bytes, const std::uint8_t *in,
                             std::size_t in_bytes, const std::uint8_t *tag, std::size_t tag_bytes,
                             std::uint8_t *results, std::size_t count, std::size_t work_group,
                             const events &after = {}) {
  detail::need_results(results, count);
  ascon_accelerator_batch batch = detail::begin(algorithm, ASCON_VERIFY, count);
  batch.columns.key = detail::key_column(algorithm, key, key_bytes, count);
  batch.columns.in = detail::column("in", in, in_bytes, count);
  batch.columns.tag = detail::column("tag", tag, tag_bytes, count);
  return detail::submit_equal(queue, batch, results, work_group, after);
}

/// Encrypts each message, SP 800-232 section 4.1; Ascon v1.2 section 2.4.
/// @param text `text_bytes` bytes for all messages together, as many as `ciphertext` has.
/// @param key one key for each message, or for all. A key has 16 bytes; with Ascon-80pq, a key has
/// 20 bytes, and with nonce-masked Ascon-AEAD128 32 bytes.
/// @param nonce count * 16 bytes. A nonce must never repeat under the same key.
/// @param tag output: count * 16 bytes; fewer for algorithms with shorter tags.
inline ::sycl::event encrypt(::sycl::queue &queue, const ascon_algorithm *algorithm,
                             const std::uint8_t *text, std::size_t text_bytes,
                             std::uint8_t *ciphertext, std::size_t ciphertext_bytes,
                             const std::uint8_t *ad, std::size_t ad_bytes, const std::uint8_t *key,
                             std::size_t key_bytes, const std::uint8_t *nonce,
                             std::size_t nonce_bytes, std::uint8_t *tag, std::size_t tag_bytes,
                             std::size_t count, std::size_t work_group, const events &after = {}) {
  ascon_accelerator_batch batch = detail::begin(algorithm, ASCON_ENCRYPT, count);
  detail::set_texts(batch, "text", text, text_bytes, "ciphertext", ciphertext, ciphertext_bytes);
  batch.columns.ad = detail::column("ad", ad, ad_bytes, count);
  batch.columns.key = detail::key_column(algorithm, key, key_bytes, count);
  batch.columns.nonce = detail::column("nonce", nonce, nonce_bytes, count);
  batch.columns.tag = detail::column("tag", tag, tag_bytes, count);
  return detail::submit_equal(queue, batch, nullptr, work_group, after);
}

/// Verifies and decrypts each message. Until the event is complete, `text` may hold plaintext that
/// is not verified. After the event, the plaintext of every forged message is zeros.
/// @param tag input: count * tag_length bytes. The other parameters are as for encrypt().
/// @param results `count` bytes: ASCON_OK, which is 0, or ASCON_ERR_TAG.
/// @param tag_length fixed by your protocol, not taken from the message.
inline ::sycl::event decrypt(::sycl::queue &queue, const ascon_algorithm *algorithm,
                             const std::uint8_t *ciphertext, std::size_t ciphertext_bytes,
                             std::uint8_t *text, std::size_t text_bytes, const std::uint8_t *ad,
                             std::size_t ad_bytes, const std::uint8_t *key, std::size_t key_bytes,
                             const std::uint8_t *nonce, std::size_t nonce_bytes,
                             const std::uint8_t *tag, std::size_t tag_bytes, std::uint8_t *results,
                             std::size_t count, std::size_t work_group, const events &after = {},
                             std::size_t tag_length = 16) {
  detail::need_results(results, count);
  detail::need_tags(tag_bytes, count, tag_length);
  ascon_accelerator_batch batch = detail::begin(algorithm, ASCON_DECRYPT, count);
  detail::set_texts(batch, "ciphertext", ciphertext, ciphertext_bytes, "text", text, text_bytes);
  batch.columns.ad = detail::column("ad", ad, ad_bytes, count);
  batch.columns.key = detail::key_column(algorithm, key, key_bytes, count);
  batch.columns.nonce = detail::column("nonce", nonce, nonce_bytes, count);
  batch.columns.tag = detail::column("tag", tag, tag_bytes, count);
  return detail::submit_equal(queue, batch, results, work_group, after);
}

// ---- The algorithms of Ascon v1.2 by name -------------------------------------------------------

/// compute() with a fixed hash algorithm.
struct hash_call {
  const ascon_algorithm *algorithm;
  ::sycl::event operator()(::sycl::queue &queue, const std::uint8_t *in, std::size_t in_bytes,
                           std::uint8_t *out, std::size_t out_bytes, std::size_t count,
                           std::size_t work_group, const events &after = {}) const {
    return compute(queue, algorithm, in, in_bytes, out, out_bytes, count, work_group, after);
  }
};

/// encrypt() with a fixed algorithm.
struct encrypt_call {
  const ascon_algorithm *algorithm;
  ::sycl::event operator()(::sycl::queue &queue, const std::uint8_t *text, std::size_t text_bytes,
                           std::uint8_t *ciphertext, std::size_t ciphertext_bytes,
                           const std::uint8_t *ad, std::size_t ad_bytes, const std::uint8_t *key,
                           std::size_t key_bytes, const std::uint8_t *nonce,
                           std::size_t nonce_bytes, std::uint8_t *tag, std::size_t tag_bytes,
                           std::size_t count, std::size_t work_group,
                           const events &after = {}) const {
    return encrypt(queue, algorithm, text, text_bytes, ciphertext, ciphertext_bytes, ad, ad_bytes,
                   key, key_bytes, nonce, nonce_bytes, tag, tag_bytes, count, work_group, after);
  }
};

/// decrypt() with a fixed algorithm.
struct decrypt_call {
  const ascon_algorithm *algorithm;
  ::sycl::event operator()(::sycl::queue &queue, const std::uint8_t *ciphertext,
                           std::size_t ciphertext_bytes, std::uint8_t *text, std::size_t text_bytes,
                           const std::uint8_t *ad, std::size_t ad_bytes, const std::uint8_t *key,
                           std::size_t key_bytes, const std::uint8_t *nonce,
                           std::size_t nonce_bytes, const std::uint8_t *tag, std::size_t tag_bytes,
                           std::uint8_t *results, std::size_t count, std::size_t work_group,
                           const events &after = {}, std::size_t tag_length = 16) const {
    return decrypt(queue, algorithm, ciphertext, ciphertext_bytes, text, text_bytes, ad, ad_bytes,
                   key, key_bytes, nonce, nonce_bytes, tag, tag_bytes, results, count, work_group,
                   after, tag_length);
  }
};

inline const hash_call hash{ASCON_V12_HASH};             ///< Ascon-Hash
inline const hash_call hash_a{ASCON_V12_HASHA};          ///< Ascon-Hasha
inline const encrypt_call encrypt_128{ASCON_V12_128};    ///< Ascon-128
inline const decrypt_call decrypt_128{ASCON_V12_128};    ///< Ascon-128
inline const encrypt_call encrypt_128a{ASCON_V12_128A};  ///< Ascon-128a
inline const decrypt_call decrypt_128a{ASCON_V12_128A};  ///< Ascon-128a
inline const encrypt_call encrypt_80pq{ASCON_V12_80PQ};  ///< Ascon-80pq
inline const decrypt_call decrypt_80pq{ASCON_V12_80PQ};  ///< Ascon-80pq

}  // namespace asconkit::usm

#endif
