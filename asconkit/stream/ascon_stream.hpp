// Encryption of long messages in chunks, for C++20. The classes call ascon_stream.h, which has the
// rules, and wipe themselves. Include this header together with ascon.hpp.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_ASCON_STREAM_HPP
#define ASCONKIT_ASCON_STREAM_HPP

#include "../cpp/batch.hpp"
#include "../cpp/context.hpp"

#include "ascon_stream.h"

namespace asconkit {

namespace detail::rows {
/// Tag type of the keys and salts of streams.
struct stream {};
}  // namespace detail::rows

/// A stream: the secret, algorithm and chunk size for all its chunks. No function throws or
/// allocates memory. A copy of the object is the same stream; each copy wipes itself.
class stream {
  struct blank {
    explicit blank() = default;
  };

 public:
  static constexpr std::size_t tag_bytes = ASCON_STREAM_TAG_BYTES;
  static constexpr std::size_t header_bytes = ASCON_STREAM_HEADER_BYTES;
  static constexpr std::uint32_t max_chunk_bytes = ASCON_STREAM_MAX_CHUNK_BYTES;
  static constexpr std::uint64_t max_chunks = ASCON_STREAM_MAX_CHUNKS;
  static constexpr std::uint32_t usual_chunk_bytes = 65536;

  /// The key, which may be used for any number of streams.
  using key = octets<detail::role::key, detail::rows::stream, ASCON_STREAM_KEY_BYTES>;
  /// The salt, which is public and must never repeat under the same key.
  using salt = octets<detail::role::nonce, detail::rows::stream, ASCON_STREAM_SALT_BYTES>;

  /// Only this class can call this constructor, because `blank` is private.
  explicit stream(blank) noexcept : stream_() {}
  stream(const stream &) noexcept = default;
  stream &operator=(const stream &) noexcept = default;
  ~stream() { detail::wipe(stream_); }

  // ---- Secrets ----------------------------------------------------------------------------------

  /// Calls ascon_stream_derive(). @param context associated data of the whole stream
  [[nodiscard]] static result<stream> derive(
      const key &key, const salt &salt, const input &context = {},
      std::uint32_t chunk_bytes = usual_chunk_bytes,
      const ascon_algorithm *algorithm = ASCON_AEAD128) noexcept {
    return made([&](ascon_stream *to) noexcept {
      return ascon_stream_derive(to, algorithm, chunk_bytes, salt.bytes().data(), context.data(),
                                 context.size(), key.bytes().data());
    });
  }

  /// Calls ascon_stream_init() with a secret that the program has derived only for this stream.
  /// Returns error::range if the secret is not 16 bytes longer than the algorithm's key.
  [[nodiscard]] static result<stream> from_secret(
      const input &secret, std::uint32_t chunk_bytes = usual_chunk_bytes,
      const ascon_algorithm *algorithm = ASCON_AEAD128) noexcept {
    if (algorithm != nullptr && secret.size() != algorithm->key_bytes + size_t{mask_bytes})
      return error::range;
    return made([&](ascon_stream *to) noexcept {
      return ascon_stream_init(to, algorithm, chunk_bytes, secret.data());
    });
  }

  /// Calls ascon_stream_rekey(). @param next index of the next chunk
  [[nodiscard]] status rekey(std::uint64_t next) noexcept {
    return status(ascon_stream_rekey(&stream_, next));
  }

  // ---- Headers of files -------------------------------------------------------------------------

  /// Calls ascon_stream_header_decode(). After error::range, `header.fault` is the reason.
  [[nodiscard]] static status decode_header(ascon_stream_header &header,
                                            const input &bytes) noexcept {
    return status(ascon_stream_header_decode(&header, bytes.data(), bytes.size()));
  }

  /// Calls ascon_stream_header_open(). Returns the stream of a file that begins with `header`.
  /// Returns error::tag if the key is wrong, or if somebody changed the header.
  [[nodiscard]] static result<stream> open_file(const input &header, const key &key) noexcept {
    return made([&](ascon_stream *to) noexcept {
      return ascon_stream_header_open(to, header.data(), header.size(), key.bytes().data());
    });
  }

  /// Calls ascon_stream_header_encode(). Returns the stream of a new file with these header fields.
  /// @param bytes output for the header, header_bytes bytes; error::range for another size
  [[nodiscard]] static result<stream> create_file(const output &bytes,
                                                  const ascon_stream_header &header,
                                                  const key &key) noexcept {
    if (bytes.size() != header_bytes) return error::range;
    return made([&](ascon_stream *to) noexcept {
      return ascon_stream_header_encode(to, bytes.data(), &header, key.bytes().data());
    });
  }

  /// Starts the stream of a new file that is encrypted with a key, not with a passphrase.
  [[nodiscard]] static result<stream> create_file(
      const output &bytes, const key &key, const salt &salt,
      std::uint32_t chunk_bytes = usual_chunk_bytes,
      const ascon_algorithm *algorithm = ASCON_AEAD128) noexcept {
    ascon_stream_header header = {};
    header.algorithm = algorithm;
    header.chunk_bytes = chunk_bytes;
    header.source = ASCON_STREAM_KEY_FILE;
    header.version = ASCON_STREAM_HEADER_VERSION;
    const auto salted = salt.copy();
    for (std::size_t i = 0; i < salted.size(); i++) header.salt[i] = salted[i];
    return create_file(bytes, header, key);
  }

  // ---- Chunks -----------------------------------------------------------------------------------

  [[nodiscard]] std::uint32_t chunk_bytes() const noexcept { return stream_.chunk_bytes; }
  [[nodiscard]] const ascon_algorithm *algorithm() const noexcept { return stream_.algorithm; }
  /// Returns the size of an encrypted text of text_bytes bytes: all its chunks and their tags.
  [[nodiscard]] std::size_t sealed_bytes(std::size_t text_bytes) const noexcept {
    const std::size_t whole = text_bytes / chunk_bytes(), rest = text_bytes % chunk_bytes();
    return text_bytes + tag_bytes * (whole + (rest != 0 || text_bytes == 0));
  }

  /// Calls ascon_stream_seal_chunk(). @param sealed tag_bytes longer than the text; error::range
  /// otherwise
  [[nodiscard]] status seal_chunk(const output &sealed, const input &text, std::uint64_t index,
                                  bool last) const noexcept {
    if (sealed.size() < tag_bytes || sealed.size() - tag_bytes != text.size()) return error::range;
    return status(ascon_stream_seal_chunk(&stream_, sealed.data(), text.data(), text.size(), index,
                                          last ? 1 : 0));
  }

  /// Calls ascon_stream_open_chunk(). After error::tag, all of `text` is zero.
  /// @param text tag_bytes shorter than the chunk, or empty; error::range otherwise
  [[nodiscard]] status open_chunk(const output &text, const input &sealed, std::uint64_t index,
                                  bool last) const noexcept {
    if (text.size() != (sealed.size() > tag_bytes ? sealed.size() - tag_bytes : 0))
      return error::range;
    return status(ascon_stream_open_chunk(&stream_, text.data(), sealed.data(), sealed.size(),
                                          index, last ? 1 : 0));
  }

  /// Calls ascon_stream_seal_chunks() for a text without gaps between its chunks.
  /// @param sealed sealed_bytes(text.size()) bytes. error::range if it has another size, or if it
  /// overlaps `text`, except for a single chunk with `sealed` and `text` at the same address
  [[nodiscard]] status seal_chunks(const output &sealed, const input &text, std::uint64_t first,
                                   bool ends, const batch_pool &pool = {}) const noexcept {
    if (sealed.size() != (text.size() == 0 && !ends ? 0 : sealed_bytes(text.size())))
      return error::range;
    return status(ascon_stream_seal_chunks(&stream_, sealed.data(), text.data(), chunk_bytes(),
                                           text.size(), first, ends ? 1 : 0, pool.get()));
  }

  /// Calls ascon_stream_open_chunks(), which writes a text without gaps between its chunks.
  /// @param text       at least as many bytes as `sealed` without its tags. error::range if it has
  /// fewer, or if it overlaps `sealed`, except for a single chunk with `text` and `sealed` at the
  /// same address. After error::tag, all bytes of `text` after the first `text_bytes` are zero.
  /// @param text_bytes set to the number of valid bytes
  [[nodiscard]] status open_chunks(const output &text, std::size_t &text_bytes, const input &sealed,
                                   std::uint64_t first, bool ends,
                                   const batch_pool &pool = {}) const noexcept {
    if (text.size() < most_text(sealed.size())) return error::range;
    return status(ascon_stream_open_chunks(&stream_, text.data(), chunk_bytes(), &text_bytes,
                                           sealed.data(), sealed.size(), first, ends ? 1 : 0,
                                           pool.get()));
  }

  // ---- In pieces --------------------------------------------------------------------------------

  /// Base class of writer and reader. final(), destruction and moving wipe the object.
  class pieces : public detail::context<ascon_stream_ctx, false> {
   public:
    /// Calls ascon_stream_rekey_every(). Call it only before the first update().
    [[nodiscard]] status rekey_every(std::uint64_t chunks) noexcept {
      return status(ascon_stream_rekey_every(this->get(), chunks));
    }

   protected:
    explicit pieces(blank) noexcept {}
  };

  /// Encrypts a stream from its first chunk to its last chunk, in pieces of any length. A writer
  /// cannot be copied, because the copy would encrypt another text with the same nonces.
  class writer : public pieces {
   public:
    explicit writer(blank none) noexcept : pieces(none) {}
    /// @param buffer chunk_bytes() bytes or more, which the writer uses until final(); error::range
    ///               otherwise
    [[nodiscard]] static result<writer> start(const stream &of, const output &buffer) noexcept {
      return started<writer>([&](ascon_stream_ctx *to) noexcept {
        return ascon_stream_seal_init(to, &of.stream_, buffer.data(), buffer.size());
      });
    }
    /// Calls ascon_stream_seal_update(). @param sealed_bytes set to the number of bytes written
    [[nodiscard]] status update(const output &sealed, std::size_t &sealed_bytes,
                                const input &text) noexcept {
      return status(ascon_stream_seal_update(this->get(), sealed.data(), sealed.size(),
                                             &sealed_bytes, text.data(), text.size()));
    }
    /// Calls ascon_stream_seal_final().
    [[nodiscard]] status final(const output &sealed, std::size_t &sealed_bytes) noexcept {
      return status(
          ascon_stream_seal_final(this->get(), sealed.data(), sealed.size(), &sealed_bytes));
    }

   private:
    friend stream;
  };

  /// Decrypts a stream from its first chunk to its last chunk, in pieces of any length. Releases
  /// only verified text. final() fails if the end of the stream is missing.
  class reader : public pieces {
   public:
    explicit reader(blank none) noexcept : pieces(none) {}
    /// @param buffer chunk_bytes() + tag_bytes bytes or more; error::range otherwise
    [[nodiscard]] static result<reader> start(const stream &of, const output &buffer) noexcept {
      return started<reader>([&](ascon_stream_ctx *to) noexcept {
        return ascon_stream_open_init(to, &of.stream_, buffer.data(), buffer.size());
      });
    }
    /// Calls ascon_stream_open_update(). @param text_bytes the bytes written, also on error::tag
    [[nodiscard]] status update(const output &text, std::size_t &text_bytes,
                                const input &sealed) noexcept {
      return status(ascon_stream_open_update(this->get(), text.data(), text.size(), &text_bytes,
                                             sealed.data(), sealed.size()));
    }
    /// Calls ascon_stream_open_final().
    [[nodiscard]] status final(const output &text, std::size_t &text_bytes) noexcept {
      return status(ascon_stream_open_final(this->get(), text.data(), text.size(), &text_bytes));
    }

   private:
    friend stream;
  };

 private:
  static constexpr std::size_t mask_bytes = ASCON_STREAM_MASK_BYTES;

  template <class Fill>
  static result<stream> made(const Fill &fill) noexcept {
    result<stream> one(std::in_place, blank{});
    const ascon_result code = fill(&one->stream_);
    if (code != ASCON_OK) one.fail(static_cast<error>(code));
    return one;
  }

  template <class Pieces, class Start>
  static result<Pieces> started(const Start &start) noexcept {
    result<Pieces> one(std::in_place, blank{});
    const ascon_result code = start(one->get());
    if (code != ASCON_OK) one.fail(static_cast<error>(code));
    return one;
  }

  /// Returns the number of text bytes in chunks that have `sealed` bytes in total.
  [[nodiscard]] std::size_t most_text(std::size_t sealed) const noexcept {
    const std::size_t unit = chunk_bytes() + tag_bytes, rest = sealed % unit;
    return sealed / unit * chunk_bytes() + (rest > tag_bytes ? rest - tag_bytes : 0);
  }

  ascon_stream stream_;
};

}  // namespace asconkit

#endif
