// The extension asconkit._core: its entry point, which calls the define_...() function of each
// part.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "device.hpp"
#include "pool.hpp"
#include "support.hpp"

#include <iterator>

// nanobind's own entry point, which PyInit__core() below precedes with a check.
NB_MODULE(native, module) {
  // Objects that live until the interpreter ends are not leaks; tests/python looks for real ones.
  nanobind::set_leak_warnings(false);
  module.doc() = "The C library asconkit for Python. Import asconkit instead.";
  asconkit::find_errors();
  asconkit::watch_forks();
  nanobind::register_exception_translator(asconkit::wait_for_exit_if_foreign);
  asconkit::end_pool_at_exit();
  asconkit::define_algorithms(module);
  asconkit::define_aead(module);
  asconkit::define_sponges(module);
  asconkit::define_bits(module);
  asconkit::define_constructed_aead(module);
  asconkit::define_kdf(module);
  asconkit::define_random(module);
  asconkit::define_tree(module);
  asconkit::define_stream(module);
  asconkit::define_datagrams(module);
  asconkit::define_turns(module);
  asconkit::define_devices(module);
  asconkit::define_batch(module);
  asconkit::define_arrow(module);
  asconkit::show_functions(module);
}

namespace {

/** The extension and nanobind hold the types and errors of one interpreter. A second interpreter in
   the process would get objects of the first one. */
int require_main_interpreter(PyObject *) {
  if (PyInterpreterState_GetID(PyInterpreterState_Get()) == 0) {
    return 0;
  }
  PyErr_SetString(
      PyExc_ImportError,
      "asconkit does not support subinterpreters: import it in the main interpreter and "
      "use threads or processes");
  return -1;
}

/** The slots of a module with one more before them, which runs first. */
PyModuleDef_Slot *with_check(const PyModuleDef_Slot *given) {
  static PyModuleDef_Slot slots[8] = {
      {Py_mod_exec, reinterpret_cast<void *>(require_main_interpreter)}};
  for (size_t i = 1; i + 1 < std::size(slots) && given->slot != 0; i++) {
    slots[i] = *given++;
  }
  return slots;
}

}  // namespace

extern "C" NB_EXPORT PyObject *PyInit__core() {
  static PyObject *definition = nullptr;
  if (definition == nullptr) {
    definition = PyInit_native();
    if (definition != nullptr) {
      auto *module = reinterpret_cast<PyModuleDef *>(definition);
      module->m_slots = with_check(module->m_slots);
    }
  }
  return definition;
}
