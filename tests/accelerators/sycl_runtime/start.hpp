// For asconkit/accelerators/ascon_sycl.hpp in a program of an ordinary C++ compiler, which makes no
// code for devices: the runtime compiles the kernels from their text when the first one is started
// (extensions sycl_ext_oneapi_kernel_compiler and free_function_kernels).
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <iostream>
#include <string>
#include <sycl/sycl.hpp>

namespace sycl_runtime {

using bundle = sycl::kernel_bundle<sycl::bundle_state::executable>;

inline const char *const kernels_text =
#include "sycl_kernels_text.inc"
    ;

inline bundle compile() {
  namespace oneapi = sycl::ext::oneapi::experimental;
  const sycl::queue queue;  // all queues of a device that are made like this share their context
  const sycl::device device = queue.get_device();
  std::cout << "SYCL: " << device.get_info<sycl::info::device::name>() << ", driver "
            << device.get_info<sycl::info::device::driver_version>() << '\n';
  auto source = oneapi::create_kernel_bundle_from_source(
      queue.get_context(), oneapi::source_language::sycl, std::string(kernels_text));
  return oneapi::build(source);
}

inline bundle &kernels() {
  static bundle compiled = compile();
  return compiled;
}

template <class Lane>
void start(sycl::handler &handler, sycl::nd_range<1> range, const Lane &lane) {
  handler.set_arg(0, lane.given.call);
  int number = 1;
  for (const void *buffer : lane.given.buffers)
    handler.set_arg(number++, const_cast<void *>(buffer));
  handler.parallel_for(range, kernels().ext_oneapi_get_kernel(std::string("start_") + Lane::name));
}

}  // namespace sycl_runtime

#define ASCON_SYCL_START(handler, range, lane) sycl_runtime::start(handler, range, lane)
