# SPDX-License-Identifier: Apache-2.0 OR MIT
# Writes the files of accelerators/kernel as one text, in numbers that C can include, into the file `output`. kernels.h
# includes the others in their order; their own includes are left out.
function(asconkit_kernel_text output)
  cmake_path(SET folder NORMALIZE ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../accelerators/kernel)
  file(STRINGS ${folder}/kernels.h includes REGEX "^#include")
  set(text "")
  foreach(include ${includes} "#include \"kernels.h\"")
    string(REGEX REPLACE ".*\"(.*)\"" "\\1" name "${include}")
    file(READ ${folder}/${name} part)
    string(APPEND text "${part}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${name})
  endforeach()
  string(REGEX REPLACE "#include \"[^\"]*\"\n" "" text "${text}")
  string(HEX "${text}" bytes)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(REPLACE "0x0a," "0x0a,\n" bytes "${bytes}")
  file(CONFIGURE OUTPUT ${output} CONTENT "${bytes}")
endfunction()
