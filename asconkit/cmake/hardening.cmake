# What makes an attacker's work harder; tests/build/test_hardening.py reads it from the built files.
# SPDX-License-Identifier: Apache-2.0 OR MIT
include(CheckCCompilerFlag)
include(CheckPIESupported)

option(ASCONKIT_HARDENING "Hardened command, Python extension and marks for branches" ON)

# In the cache, so that a project that adds this one can use the functions too, as python/ does.
set(asconkit_hardening ${ASCONKIT_HARDENING} CACHE INTERNAL "")
if(WIN32 OR APPLE OR NOT CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" OR CMAKE_SYSTEM_NAME STREQUAL "Generic")
  set(asconkit_hardening OFF CACHE INTERNAL "")
endif()

# Landing pads and shadow stacks: the file has its mark only if each of its objects has one, so the
# library's have too. They are instructions that older processors pass over.
function(asconkit_harden_branches target)
  if(NOT asconkit_hardening)
    return()
  endif()
  # clang takes the second one for every Arm, and warns where it does nothing.
  set(CMAKE_REQUIRED_FLAGS -Werror)
  check_c_compiler_flag(-fcf-protection=full ASCONKIT_HAVE_CF_PROTECTION)
  check_c_compiler_flag(-mbranch-protection=standard ASCONKIT_HAVE_BRANCH_PROTECTION)
  if(ASCONKIT_HAVE_CF_PROTECTION)
    target_compile_options(${target} PRIVATE -fcf-protection=full)
  elseif(ASCONKIT_HAVE_BRANCH_PROTECTION)
    target_compile_options(${target} PRIVATE -mbranch-protection=standard)
  endif()
endfunction()

# Of shared libraries, programs and modules.
function(asconkit_harden_linking target)
  if(asconkit_hardening)
    target_link_options(${target} PRIVATE LINKER:-z,relro,-z,now,-z,noexecstack)
  endif()
endfunction()

# The command and the Python extension, which handle what strangers send. Not the library's code:
# its arrays are of fixed size, and stack protectors would cost time for each call.
function(asconkit_harden target)
  if(NOT asconkit_hardening)
    return()
  endif()
  asconkit_harden_branches(${target})
  asconkit_harden_linking(${target})
  target_compile_options(${target} PRIVATE -fstack-protector-strong)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  # Without optimisation glibc warns that it does nothing; sanitizers look for themselves.
  if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize" AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    set(level 3)
    if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
      set(level 2)
    endif()
    target_compile_options(${target} PRIVATE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=${level})
  endif()
endfunction()
