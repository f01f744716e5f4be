// The extension asconkit._core. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "support.hpp"

NB_MODULE(_core, module) {
  // Objects that live until the interpreter ends are no leak; tests/python looks for real ones.
  nanobind::set_leak_warnings(false);
  module.doc() = "The C library asconkit for Python. Import asconkit instead.";
  asconkit::find_errors();
  asconkit::define_algorithms(module);
  asconkit::define_aead(module);
  asconkit::define_sponges(module);
  asconkit::define_batch(module);
  asconkit::define_arrow(module);
}
