# The warnings that all code of the project is compiled with, as a target to link to.
# SPDX-License-Identifier: Apache-2.0 OR MIT
option(ASCONKIT_WERROR "Treat warnings as errors" OFF)

add_library(asconkit_warnings INTERFACE)
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
  target_compile_options(asconkit_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow $<$<BOOL:${ASCONKIT_WERROR}>:-Werror>)
endif()
