#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The kernels as a string of C++ for a SYCL runtime that compiles them: tests/accelerators/sycl_runtime.

    tools/sycl_kernels.py FILE    writes it; CMake calls it for `./dev test accelerators --sycl`"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import accelerator_sources as sources  # noqa: E402

BEFORE = """#define ASCON_KERNEL_IN_HEADER
#include <sycl/sycl.hpp>
"""
POINTERS = "in out ad nonce key tag results in_offsets in_lengths out_offsets out_lengths ad_offsets ad_lengths order"
TYPES = {"out": "lane_byte", "tag": "lane_byte", "results": "lane_byte", "order": "const lane_index"}
# The same as the calls of a lane in ascon_sycl.hpp. Results that are not wanted are written to a variable.
START = """
extern "C" SYCL_EXTERNAL SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(
    (sycl::ext::oneapi::experimental::nd_range_kernel<1>)) void start_{name}(kernel_call call, {parameters}) {{
  const lane_word lane = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0);
  lane_byte unread = 0;
  if (!results) results = &unread, call.first_result = 0 - lane;
  {name}(call, {names}, lane);
}}
"""


def kind(pointer: str) -> str:
    words = pointer.endswith(("offsets", "lengths"))
    return TYPES.get(pointer, "const lane_word" if words else "const lane_byte")


def text() -> str:
    names = POINTERS.split()
    parameters = ", ".join(f"{kind(name)} *{name}" for name in names)
    starts = [
        START.format(name=f"ascon_kernel_{shape}", parameters=parameters, names=", ".join(names))
        for shape in sources.shapes()
    ]
    return BEFORE + sources.kernel_text() + "".join(starts)


def main() -> int:
    Path(sys.argv[1]).write_text(f'R"KERNELS({text()})KERNELS"\n', encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
