# What Zephyr's build system does with a module and an application, as far as asconkit's need it: the settings of
# Kconfig as variables, the target `app`, and the functions for libraries. Programs are for an emulated mps2-an505.
# SPDX-License-Identifier: Apache-2.0 OR MIT
project(stand_in LANGUAGES C ASM)
include(${SETTINGS})
get_filename_component(tree ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)

add_library(zephyr_interface INTERFACE)
target_include_directories(zephyr_interface INTERFACE ${CMAKE_CURRENT_LIST_DIR} ${tree}/tests/firmware/include
  ${tree}/tests/datagram/include)
target_compile_options(zephyr_interface INTERFACE
  $<$<COMPILE_LANGUAGE:C>:-std=c17;-Wall;-Wextra;-Werror> -ffreestanding -ffunction-sections -fdata-sections)
target_compile_definitions(zephyr_interface INTERFACE CONFIG_SYS_CLOCK_HW_CYCLES_PER_SEC=20000000)

function(zephyr_include_directories)
  target_include_directories(zephyr_interface INTERFACE ${ARGV})
endfunction()

macro(zephyr_library_named name)
  set(ZEPHYR_CURRENT_LIBRARY ${name})
  add_library(${name} STATIC)
  target_link_libraries(${name} PUBLIC zephyr_interface)
  target_link_libraries(app PRIVATE ${name})
endmacro()

function(zephyr_library_sources)
  target_sources(${ZEPHYR_CURRENT_LIBRARY} PRIVATE ${ARGV})
endfunction()

function(zephyr_library_compile_definitions)
  target_compile_definitions(${ZEPHYR_CURRENT_LIBRARY} PRIVATE ${ARGV})
endfunction()

add_executable(app ${CMAKE_CURRENT_LIST_DIR}/kernel.c ${CMAKE_CURRENT_LIST_DIR}/settings.c
  ${tree}/tests/firmware/memory.c)
set_source_files_properties(${tree}/tests/firmware/memory.c
  PROPERTIES COMPILE_OPTIONS -fno-tree-loop-distribute-patterns)
target_include_directories(app PRIVATE ${tree})
if(DEFINED STORED_COUNTER)
  target_compile_definitions(app PRIVATE STORED_COUNTER=${STORED_COUNTER})
endif()
target_link_libraries(app PRIVATE zephyr_interface gcc)
target_link_options(app PRIVATE -nostdlib -static -T ${tree}/examples/firmware/cortex_m.ld
  LINKER:--gc-sections,--no-warn-rwx-segments,-Map=${CMAKE_BINARY_DIR}/app.map
  LINKER:--defsym=FLASH=0x10000000,--defsym=FLASH_BYTES=0x400000
  LINKER:--defsym=RAM=0x38000000,--defsym=RAM_BYTES=0x200000)
add_subdirectory(${MODULE} module)
