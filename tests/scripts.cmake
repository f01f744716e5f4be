# The tests that are scripts: one ctest for each file. SPDX-License-Identifier: Apache-2.0 OR MIT
find_program(ASCONKIT_PYTEST NAMES pytest-3 pytest
  DOC "Runs the tests of the command, of building and of the specification")
if(NOT ASCONKIT_PYTEST)
  message(FATAL_ERROR "These tests need pytest (Debian: apt-get install python3-pytest). "
    "Configure with -DASCONKIT_BUILD_SCRIPT_TESTS=OFF to leave them out.")
endif()

function(asconkit_script_test file)
  cmake_path(GET file STEM name)
  cmake_path(GET file PARENT_PATH folder)
  cmake_path(GET folder FILENAME group)
  string(REGEX REPLACE "^test_" "${group}." name ${name})
  string(REPLACE "spec.spec" "spec" name ${name})
  add_test(NAME ${name} COMMAND ${ASCONKIT_PYTEST} -q -p no:cacheprovider ${file}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set(environment PYTHONDONTWRITEBYTECODE=1 ASCONKIT_BUILD=${PROJECT_BINARY_DIR})
  if(TARGET asconkit_shared)
    list(APPEND environment ASCONKIT_LIBRARIES=$<TARGET_FILE_DIR:asconkit_shared>)
  endif()
  if(TARGET asconkit_cli)
    list(APPEND environment ASCONKIT=$<TARGET_FILE:asconkit_cli>)
  endif()
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${environment}" LABELS script TIMEOUT 1800)
  if(group STREQUAL "build")
    # They use all processors themselves.
    set_tests_properties(${name} PROPERTIES RUN_SERIAL ON)
  endif()
endfunction()

file(GLOB scripts CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/build/test_*.py)
if(TARGET asconkit_cli)
  file(GLOB command_scripts CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_*.py)
  list(APPEND scripts ${command_scripts})
endif()
foreach(script IN LISTS scripts ITEMS ${PROJECT_SOURCE_DIR}/spec/test_spec.py)
  asconkit_script_test(${script})
endforeach()

# The documentation site has an environment of its own; one entry, since all of it is built together.
find_program(ASCONKIT_PYTHON NAMES python3 DOC "Builds the documentation site, which ctest checks")
add_test(NAME docs.site COMMAND ${ASCONKIT_PYTHON} tools/docs.py test WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(docs.site PROPERTIES ENVIRONMENT PYTHONDONTWRITEBYTECODE=1 LABELS script TIMEOUT 1800
  RUN_SERIAL ON)
