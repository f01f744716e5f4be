# The module in a build of MicroPython by CMake, with USER_C_MODULES=/path/to/ports/micropython/asconkit/micropython.cmake.
# ASCONKIT_PROFILE is SPEED, SMALL or SIZE. SPDX-License-Identifier: Apache-2.0 OR MIT
get_filename_component(asconkit_root ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)
set(asconkit_library ${asconkit_root}/asconkit)
set(ASCONKIT_PROFILE SMALL CACHE STRING "SPEED, SMALL or SIZE")
file(GLOB asconkit_sources ${asconkit_library}/core/api/*.c ${asconkit_library}/core/platform/*.c
  ${asconkit_library}/core/backends/*/*.[cS])

add_library(usermod_asconkit INTERFACE)
target_sources(usermod_asconkit INTERFACE ${asconkit_sources} ${asconkit_library}/datagram/datagram.c
  ${CMAKE_CURRENT_LIST_DIR}/modasconkit.c ${CMAKE_CURRENT_LIST_DIR}/sponges.c ${CMAKE_CURRENT_LIST_DIR}/datagrams.c)
target_include_directories(usermod_asconkit INTERFACE ${asconkit_root})
target_compile_definitions(usermod_asconkit INTERFACE ASCON_PROFILE_${ASCONKIT_PROFILE})
target_link_libraries(usermod INTERFACE usermod_asconkit)
