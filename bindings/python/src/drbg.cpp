// The deterministic random bit generator (asconkit/drbg/ascon_drbg.h), which asconkit.drbg makes a
// random.Random of.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/drbg/ascon_drbg.h"
#include "direct.hpp"
#include "docstring.hpp"
#include "support.hpp"

namespace asconkit {

namespace {

using nb::literals::operator""_a;

/** The bytes of a seed; ValueError if a generator without a source gets too few. */
class Seed : public HeldBuffer {
 public:
  Seed(OptionalData source, bool alone) : HeldBuffer(source, "seed") {
    if (alone && size < ASCON_DRBG_MIN_SEED_BYTES) {
      raise(PyExc_ValueError, "seed must be at least %d bytes, not %zu", ASCON_DRBG_MIN_SEED_BYTES,
            size);
    }
  }
};

class Drbg {
 public:
  /** Over the system's entropy for None, over the seed alone otherwise. */
  explicit Drbg(OptionalData seed_in) : seeded_(!seed_in.is_none()) {
    const Seed seed(seed_in, seeded_);
    require(
        ascon_drbg_init(&drbg_, seeded_ ? nullptr : &ascon_system_entropy, seed.data, seed.size));
  }
  Drbg(const Drbg &) = delete;
  Drbg &operator=(const Drbg &) = delete;
  ~Drbg() { ascon_wipe(&drbg_, sizeof drbg_); }

  nb::bytes generate(Length length, Data additional_in) {
    const HeldBuffer additional(additional_in, "additional");
    const size_t bytes = number(length, "length");
    NewBytes out(bytes);
    const Turn turn(turns_);
    require(work(bytes, [&, to = out.data()] {
      return ascon_drbg_generate(&drbg_, to, bytes, additional.data, additional.size);
    }));
    return out.take();
  }
  void reseed(OptionalData seed_in) {
    const Seed seed(seed_in, seeded_);
    const Turn turn(turns_);
    require(ascon_drbg_reseed(&drbg_, seed.data, seed.size));
  }
  void wipe() {
    const Guard guard(turns_);
    turns_.end(WIPED);
    ascon_wipe(&drbg_, sizeof drbg_);
  }

 private:
  void require(ascon_result result) const {
    if (result != ASCON_ERR_RANDOM) {
      check(result);
    } else if (seeded_) {
      raise_state("the generator must be reseeded: it was copied by fork(), or is exhausted");
    } else {
      raise(PyExc_OSError, "%s", ascon_result_text(result));
    }
  }

  ascon_drbg drbg_ = {};
  Turns turns_;
  bool seeded_;
};

const char *const LENGTH_ARGUMENT = "length: The number of bytes.";
const char *const ADDITIONAL_ARGUMENT =
    "additional: Is added to the state before the output is computed. It need not be secret.";
const char *const SEED_ERROR = "ValueError: The seed has fewer than 32 bytes.";
const char *const REFUSALS =
    "OSError: The system gives no entropy.\n"
    "    StateError: A generator without a source has to be reseeded, or it was wiped.";

}  // namespace

void define_random(nb::module_ &module) {
  auto type = nb::class_<Drbg>(
      module, "DRBG", "A deterministic random bit generator. Use asconkit.drbg.Generator instead.");
  type.def(nb::init<OptionalData>(), nb::arg("seed").none() = nb::none());
  define(type, "generate", &Drbg::generate, "length"_a,
         nb::arg("additional").sig("b''") = nb::bytes("", 0),
         docstring("Returns the next random bytes.", {LENGTH_ARGUMENT, ADDITIONAL_ARGUMENT},
                   "`length` bytes.", {REFUSALS})
             .c_str());
  define(type, "reseed", &Drbg::reseed, nb::arg("seed").none() = nb::none(),
         docstring("Adds the seed. Also adds the system's entropy, if that is the source.",
                   {"seed: Any number of bytes; at least 32 if it was started with a seed."}, "",
                   {SEED_ERROR, REFUSALS})
             .c_str());
  type.def("wipe", &Drbg::wipe, "Erases the state; every later call raises StateError.");
  type.def("__repr__", [](const Drbg &) { return "<asconkit.DRBG>"; });
  refuse_pickling(type);
}

}  // namespace asconkit
