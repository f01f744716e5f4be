// Objects that hold a message in progress, over any context of the C library: hashes, XOFs, MACs
// and PRFs (sponges.cpp), KMAC and HMAC (kdf.cpp), and what Python sees of all of them.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "direct.hpp"
#include "docstring.hpp"
#include "support.hpp"

namespace asconkit {

/** A copy of a context for one call. */
template <typename Context>
class ContextCopy {
 public:
  explicit ContextCopy(const Context &source) : ctx(source) {}
  ~ContextCopy() { ascon_wipe(&ctx, sizeof ctx); }
  ContextCopy(const ContextCopy &) = delete;
  ContextCopy &operator=(const ContextCopy &) = delete;

  Context ctx;
};

template <typename Context>
using Update = ascon_result (*)(Context *, const uint8_t *, size_t);
template <typename Context>
using Output = ascon_result (*)(Context *, uint8_t *, size_t);

/** A message in pieces, without its end. */
template <typename Context, Update<Context> absorb>
class Message {
 public:
  Message() = default;
  Message(Message &&other) noexcept : ctx(other.ctx) {}
  ~Message() { ascon_wipe(&ctx, sizeof ctx); }

  void update(Data data) {
    const HeldBuffer in(data, "data");
    const Turn turn(turns);
    take(in);
  }
  void copy_from(Message &other) {
    const Turn turn(other.turns);
    ctx = other.ctx;
  }
  void wipe() {
    const Guard guard(turns);
    turns.end(WIPED);
    ascon_wipe(&ctx, sizeof ctx);
  }

  Context ctx = {};
  Turns turns;

 protected:
  /** The first piece, without a turn: no other thread has a new object. */
  void begin(Data data) { take(HeldBuffer(data, "data")); }
  void take(const HeldBuffer &in) {
    check(work(in.size, [&] { return absorb(&ctx, in.data, in.size); }));
  }
};

/** An end of fixed length: a hash or a MAC, of at most 32 bytes. */
template <typename Context, Update<Context> absorb, Output<Context> output>
class FixedMessage : public Message<Context, absorb> {
 public:
  explicit FixedMessage(size_t bytes) : digest_bytes(bytes) {}

  nb::bytes digest() {
    NewBytes out(digest_bytes);
    finish(out.data());
    return out.take();
  }
  nb::str hexdigest() {
    uint8_t out[32];
    finish(out);
    return hex(out, digest_bytes);
  }

  size_t digest_bytes;

 private:
  void finish(uint8_t *out) {
    const Turn turn(this->turns);
    ContextCopy<Context> copy(this->ctx);
    check(output(&copy.ctx, out, digest_bytes));
  }
};

/** Output of any length: an XOF, a PRF, or KMAC, whose output is different in one piece. */
template <typename Context, Update<Context> absorb, Output<Context> output,
          Output<Context> whole = output>
class ReadableMessage : public Message<Context, absorb> {
 public:
  using Base = Message<Context, absorb>;
  ReadableMessage() = default;
  ReadableMessage(ReadableMessage &&other) noexcept
      : Base(std::move(other)), reader_(other.reader_), reading_(other.reading_) {}
  ~ReadableMessage() { ascon_wipe(&reader_, sizeof reader_); }

  void update(Data data) {
    const HeldBuffer in(data, "data");
    const Turn turn(this->turns);
    if (reading_) {
      raise_state("update() must be called before read(), not after it");
    }
    this->take(in);
  }
  nb::bytes digest(Length length) {
    const size_t bytes = number(length, "length");
    NewBytes out(bytes);
    finish(out.data(), bytes);
    return out.take();
  }
  nb::str hexdigest(Length length) {
    const nb::bytes out = digest(length);
    return hex(static_cast<const uint8_t *>(out.data()), out.size());
  }
  nb::bytes read(Length length) {
    const size_t bytes = number(length, "length");
    NewBytes out(bytes);
    next(out.data(), bytes);
    return out.take();
  }
  size_t read_into(Target buf) {
    const HeldBuffer out(buf, "buf");
    next(out.data, out.size);
    return out.size;
  }
  void copy_from(ReadableMessage &other) {
    const Turn turn(other.turns);
    this->ctx = other.ctx;
    reader_ = other.reader_;
    reading_ = other.reading_;
  }
  void wipe() {
    const Guard guard(this->turns);
    this->turns.end(WIPED);
    ascon_wipe(&this->ctx, sizeof this->ctx);
    ascon_wipe(&reader_, sizeof reader_);
  }

 private:
  /** The first bytes of the output. */
  void finish(uint8_t *out, size_t bytes) {
    const Turn turn(this->turns);
    ContextCopy<Context> copy(this->ctx);
    check(work(bytes, [&] { return whole(&copy.ctx, out, bytes); }));
  }
  /** The bytes after those that were read before. */
  void next(uint8_t *out, size_t bytes) {
    const Turn turn(this->turns);
    if (!reading_) {
      reader_ = this->ctx;
      reading_ = true;
    }
    check(work(bytes, [&] { return output(&reader_, out, bytes); }));
  }

  Context reader_ = {};
  bool reading_ = false;
};

// ---- Python's view of them ----------------------------------------------------------------------

/** The methods that all of them have. A Type has empty(), which makes an object that copy_from()
    may fill. */
template <typename Type>
nb::class_<Type> define_message(nb::module_ &module, const char *name, const char *doc) {
  auto type = nb::class_<Type>(module, name, nb::pooled(), doc);
  define(type, "update", &Type::update, nb::arg("data"),
         R"(Adds the next piece of the message.

Args:
    data: The next piece.

Raises:
    StateError: The output is being read, or the object was wiped.)");
  define(
      type, "copy",
      [](Type &self) {
        Type other = self.empty();
        other.copy_from(self);
        return other;
      },
      "Returns an independent object in the same state.");
  type.def("wipe", &Type::wipe, "Erases the state; every later call raises StateError.");
  refuse_pickling(type);
  return type;
}

/** digest() and hexdigest(). */
template <typename Type>
void define_digest(nb::class_<Type> &type) {
  define(type, "digest", &Type::digest,
         R"(Returns the digest or tag of the message so far. The message may be updated afterwards.

Returns:
    `digest_size` bytes.)");
  define(type, "hexdigest", &Type::hexdigest, "digest() in hexadecimal.");
}

/** read() and read_into(). */
template <typename Type>
void define_reading(nb::class_<Type> &type) {
  define(type, "read", &Type::read, nb::arg("length"),
         R"(Returns the next bytes of the output. After the first call, update() raises StateError.

Args:
    length: The number of bytes.

Returns:
    The next `length` bytes of the output.)");
  define(type, "read_into", &Type::read_into, nb::arg("buf"),
         R"(Fills a buffer with the next bytes of the output.

Args:
    buf: A writable buffer.

Returns:
    The number of bytes written.)");
}

/** Computes a new bytes object, without the interpreter lock if much is read or written. */
template <typename Call>
nb::bytes fill(size_t out_bytes, size_t in_bytes, Call call) {
  NewBytes out(out_bytes);
  uint8_t *const to = out.data();
  check(work(out_bytes + in_bytes, [&] { return call(to); }));
  return out.take();
}

}  // namespace asconkit
