# Linux on another processor, with Debian's cross compiler and qemu. ASCONKIT_TRIPLE names both, such as
# arm-linux-gnueabihf. SPDX-License-Identifier: Apache-2.0 OR MIT
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ASCONKIT_TRIPLE)
if(NOT ASCONKIT_TRIPLE)
  message(FATAL_ERROR "ASCONKIT_TRIPLE is not set; expected for instance arm-linux-gnueabihf")
endif()
string(REGEX MATCH "^[^-]+" processor ${ASCONKIT_TRIPLE})
string(REPLACE i686 i386 processor ${processor})  # qemu's name
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${processor})
set(CMAKE_C_COMPILER ${ASCONKIT_TRIPLE}-gcc)
set(CMAKE_CXX_COMPILER ${ASCONKIT_TRIPLE}-g++)
set(CMAKE_ASM_COMPILER ${ASCONKIT_TRIPLE}-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${processor} -L /usr/${ASCONKIT_TRIPLE})
set(CMAKE_FIND_ROOT_PATH /usr/${ASCONKIT_TRIPLE})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
